"""Conditions as sets: what becomes one, what stays a loop, and that both come to the same in games played at random."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from analyses.game_text import Outcome, analysed
from analyses.show_core import show
from rulewright.core import tree
from rulewright.runtime.evaluate import Compiler
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream

OF_SPACES = {
    "it is empty": "empty_spaces()",
    "its water": "column_is('meadow', 'water', 'eq', True)",
    "not its water": "complement(column_is('meadow', 'water', 'eq', True))",
    "its row >= 2": "column_is('meadow', 'row', 'ge', 2)",
    "2 < its row": "column_is('meadow', 'row', 'gt', 2)",
    "its row != its column": None,
    "it next to my pawns": "near(spaces_of(on_board('Pawn', me)))",
    "it in my pawns": "spaces_of(on_board('Pawn', me))",
    "flowers[it] < 2": "var_is('flowers', 'lt', 2, 0)",
    "it is empty and its water": "intersect(empty_spaces(), column_is('meadow', 'water', 'eq', True))",
    "it is empty or its water": "union(empty_spaces(), column_is('meadow', 'water', 'eq', True))",
    "it is empty and (any display)": "match some(contents(@display[])) {True: empty_spaces(); else: 0}",
    "any g in groups(my pawns) has it next to g": "set(groups?(spaces_of(on_board('Pawn', me))), near(g))",
    "every p in players has not it next to p.pawns": "complement(set(players(), near(spaces_of(on_board('Pawn', p)))))",
    "it.wet": "column_is('meadow', 'water', 'eq', True)",
    "count of neighbors(it) > 3": None,
    "any neighbors(it)": "near(every_space())",
    "any (neighbors(it) where it is empty)": "near(empty_spaces())",
    "no (neighbors(it) where it.water)": "complement(near(column_is('meadow', 'water', 'eq', True)))",
    "any (neighbors(it) where not it.water)": (
        "near(intersect(complement(column_is('meadow', 'water', 'eq', True)), every_space()))"
    ),
    "every n in neighbors(it) has n is empty": "complement(near(intersect(complement(empty_spaces()), every_space())))",
    "any n in straight(it, 2) has n is empty": "straight?(empty_spaces(), 2)",
    "any n in straight(it, my coins) has (n is empty and its water)": (
        "intersect(column_is('meadow', 'water', 'eq', True), straight?(empty_spaces(), coins[me]))"
    ),
    "any n in neighbors(neighbors(it)) has flowers[n] > 0": "near(near(var_is('flowers', 'gt', 0, 0)))",
    "any n in straight(neighbors(it), 2) has n.water": "near(straight?(column_is('meadow', 'water', 'eq', True), 2))",
    "any n in (neighbors(it) with straight(it, 3)) has n.water": (
        "union(near(column_is('meadow', 'water', 'eq', True)), straight?(column_is('meadow', 'water', 'eq', True), 3))"
    ),
    "any n in (neighbors(it) except my pawns) has n is empty": (
        "near(except(empty_spaces(), spaces_of(on_board('Pawn', me))))"
    ),
    "any n in round_about(it) has n.water": "near(near(column_is('meadow', 'water', 'eq', True)))",
    "(first of stones).space in neighbors(it)": None,
    "any n in neighbors(it) has n.row = it.row": None,
    "any (neighbors(it) where count of neighbors(it) > 3)": None,
}
OF_PIECES = {
    "its water": "standing_on(every('Pawn'), column_is('meadow', 'water', 'eq', True))",
    "its row = 1": "standing_on(every('Pawn'), column_is('meadow', 'row', 'eq', 1))",
    "not its row = 1": "complement(standing_on(every('Pawn'), column_is('meadow', 'row', 'eq', 1)))",
    "its owner = me": "owned_by(me)",
    "it next to stones": "standing_on(every('Pawn'), near(spaces_of(on_board('Stone', None))))",
    "flowers[it] = 0": "standing_on(every('Pawn'), var_is('flowers', 'eq', 0, 0))",
    "any n in straight(it, 2) has n is empty": "standing_on(every('Pawn'), straight?(empty_spaces(), 2))",
    "every n in neighbors(it) has n is empty": (
        "complement(standing_on(every('Pawn'), near(intersect(complement(empty_spaces()), every_space()))))"
    ),
}
OF_CARDS = {
    "its cost <= my coins": "column_is('Card', 'cost', 'le', coins[me])",
    "its cost = (1..3)[my coins]": "column_is('Card', 'cost', 'eq', index(as_list(range(1, 3)), coins[me]))",
    "its suit in {acorns, bells}": "column_is('Card', 'suit', 'in', 3)",
    "its suit != acorns": "complement(column_is('Card', 'suit', 'eq', 0))",
    "it in display": "contents(@display[])",
    "any d in my won has d.suit = it.suit": "set(contents(@won[me]), column_is('Card', 'suit', 'eq', d.suit))",
    "if over then its cost = 1 else its cost = 2": None,
    "its cost / my coins rounded down = 0": None,
}
CASES = [
    *(("meadow", test, plan) for test, plan in OF_SPACES.items()),
    *(("pawns", test, plan) for test, plan in OF_PIECES.items()),
    *(("cards", test, plan) for test, plan in OF_CARDS.items()),
]
OF_TOOLS = {
    "can it.use": "by_part(contents(@kit[me]), {rows})",
    "it is fresh and can it.use": "by_part(intersect(contents(@kit[me]), showing(0)), {rows})",
    "my handy(it)": (
        "by_part(contents(@kit[me]), rows_of('Tool', 'spade'), some(soft!(1)), "
        "union(rows_of('Tool', 'hammer'), rows_of('Tool', 'sickle')), showing(0), "
        "all_if(True), some(soft!(coins[me])))"
    ),
    "not can it.use or its power = 3": (
        "union(complement(by_part(contents(@kit[me]), {rows})), column_is('Tool', 'power', 'eq', 3))"
    ),
}
ROWS = ", ".join((
    "rows_of('Tool', 'spade'), and(some(soft!(2)), some(only(contents(@box[]), 'Stone')))",
    "rows_of('Tool', 'sickle'), and(some(soft!(coins[me])), some(only(contents(@box[]), 'Stone')))",
    "rows_of('Tool', 'hammer'), match some(soft!(coins[me])) {True: column_is('Tool', 'power', 'gt', 1); else: 0}",
    "rows_of('Tool', 'oilcan'), True",
))  # fmt: skip
CASES += [("my kit", test, plan.replace("{rows}", ROWS)) for test, plan in OF_TOOLS.items()]
MORE = """
define wet(s: Space): Bool = s.water
define round_about(s: Space): set of Space = neighbors(neighbors(s))
tile Tool (tools), sides fresh and worn
  use: action
  power: Int
zone kit per Player: Tool
tiles of Tool:
  spade x3 power 1:
    use: do dig(2)
  sickle x2 power 2:
    use: do dig(my coins)
  hammer x2 power 2:
    use: do strike(this)
  oilcan power 3:
    use: flip this to fresh
define soft(n: Int): set of Space = meadow where its row < n and it is empty
define sturdy(x: Tool): Bool = x.power > 1 and any soft(my coins)
define handy(x: Tool): Bool =
  match x:
    spade: any soft(1)
    hammer, sickle: x is fresh
    else: any soft(my coins)
action dig(n: Int):
  choose s in soft(n)
  place Stone on s
action strike(x: Tool):
  require my sturdy(x)
  lose 1 coin
"""


TURN = """
turn:
  choose s in meadow where it is empty
  place Pawn on s
  choose t in meadow where it is empty
  place Stone on t
  if flowers[s] < 2: set flowers[s] = flowers[s] + 1
  if any display:
    choose c in display
    move c to my won
    lose 1 coin
  if any box.tools:
    choose tool in box.tools
    move tool to my kit
    flip tool
after round: if round_number = 2: end game
"""


def define(name: str, source: str, test: str) -> str:
    return f"define {name}: Int = count of ({source} where {test})\n"


def found_by(tmp_path: Path, source: str, test: str, more: str = "") -> Outcome:
    return analysed(tmp_path, MORE + more + define("those", source, test) + TURN)


def fold_of(found: Outcome) -> tree.Fold:
    body = found.program.routines["those"].body
    assert isinstance(body, tree.Op)
    (fold,) = body.args
    assert isinstance(fold, tree.Fold)
    return fold


@pytest.mark.parametrize(("source", "test", "plan"), CASES)
def test_a_condition_and_its_plan(tmp_path: Path, source: str, test: str, plan: str | None) -> None:
    found = found_by(tmp_path, source, test)
    fold = fold_of(found)
    if plan is None:
        looped = [note for note in found.analysed.notes if note.kind == "loop"]
        assert (fold.plan is None) == bool(looped)
    else:
        assert show(fold.plan) == plan


def test_a_plan_finds_what_the_loop_finds(tmp_path: Path) -> None:
    defines = [define(f"those{i}", source, test) for i, (source, test, _) in enumerate(CASES)]
    program = analysed(tmp_path, MORE + "".join(defines) + TURN).program
    machines = [Machine(program, ("ann", "bob", "cy"), loops=loops) for loops in (False, True)]
    random = Random(1)
    state = machines[0].start(Stream.from_seed(1, "game"))
    compared = 0
    while (question := machines[0].question(state)) is not None:
        for i, (source, test, _) in enumerate(CASES):
            for player in range(3):
                fast, slow = (counted(machine, state, f"those{i}", player) for machine in machines)
                assert fast == slow, f"{source} where {test}, for player {player}"
                compared += 1
        state = machines[0].answer(state, question, random.randrange(question.count or 1))
    assert compared > 1000


def counted(machine: Machine, state: State, name: str, player: int) -> int | str:
    size, worked_out = machine.run.compiler.definition(name)
    try:
        return int(worked_out(state, [player, *[None] * (size - 1)]))
    except RuleFault as fault:
        return fault.diagnostic.code.slug


def test_a_choice_has_a_plan_for_each_of_its_conditions(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose s in meadow where it is empty and flowers[it] < 2
    if possible: it next to my pawns
  place Pawn on s
""",
    )
    choice = found.choice("turn.s")
    assert [show(plan) for plan in choice.plans] == [
        "empty_spaces()",
        "var_is('flowers', 'lt', 2, 0)",
        "all_if(some(only(contents(@supply[me]), 'Pawn')))",
        "near(spaces_of(on_board('Pawn', me)))",
    ]


def test_what_could_be_a_fault_is_only_worked_out_where_it_is_needed(tmp_path: Path) -> None:
    """With no card of cost 1 nothing is divided by the coins, of which there may be none."""
    found = found_by(tmp_path, "cards", "its cost = 1 and (6 / my coins rounded down = 2)")
    assert fold_of(found).plan is None


@pytest.mark.parametrize(
    ("source", "test", "asked"),
    [
        ("box.tools", "its power = 1 and can it.use", ["soft"]),
        ("box.tools", "its power < 3 and can it.use", ["soft", "soft", "soft"]),
        ("box.tools", "its power = 3 and can it.use", []),
        ("my kit", "can it.use", []),
    ],
)
def test_a_row_is_asked_once_and_only_if_it_is_there(tmp_path: Path, source: str, test: str, asked: list[str]) -> None:
    program = analysed(tmp_path, MORE + define("those", source, test) + TURN).program
    machine = Machine(program, ("ann", "bob"))
    names = Names()
    size, worked_out = Compiler(machine.layout, noted=names).definition("those")
    state = machine.start(Stream.from_seed(1, "game"))
    worked_out(state, [0, *[None] * (size - 1)])
    assert names.added == ["those", *asked]


class Names(set[str]):
    """Definitions that are worked out, as often as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.added: list[str] = []

    def add(self, name: str) -> None:
        self.added.append(name)


def test_what_draws_by_chance_is_not_drawn_a_second_time(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        MORE + "turn:\n  choose tool in sample(box.tools, 3) where can it.use\n  move tool to my kit\n",
    )
    assert found.choice("turn.tool").plans == ()
    assert found.notes("loop") == ["turn.tool"]


@pytest.mark.parametrize(
    "test", ["its cost = 1 and (my share = 2)", "its cost = 1 and (any c in display has my share = c.cost)"]
)
def test_a_definition_that_could_be_a_fault_is_only_worked_out_where_it_is_needed(tmp_path: Path, test: str) -> None:
    found = found_by(tmp_path, "cards", test, "define share: Int = 6 / my coins rounded down\n")
    assert fold_of(found).plan is None
