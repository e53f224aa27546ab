"""What lies on several spaces: it counts once for each where it is treated as something else, and saves, copies and
hashes know where it lies."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.runtime import scoring
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.machine import Machine
from rulewright.runtime.places import laid, put, take
from rulewright.runtime.state import State
from runtime import texts

ROWS, COLUMNS = 4, 5
SPACES = tuple(range(ROWS * COLUMNS))
SOIL = "grgwgwgggrrggwgggrgg"

RULES = """
enum Ground: grass, rock, water
piece Hut (huts): 3 per Player
  worth: Int = 1
piece Boat (boats): 2 per Player
  worth: Int = 2
tile Hall (halls): 2 per Player
  worth: Int = 5
piece Shed (sheds): 2 per Player
board field: square grid 5 x 4
  ground: Ground
  layer soil:
    |grgwg|
    |wgggr|
    |rggwg|
    |ggrgg|
letters for field: g grass, r rock, w water
define rocky: set of Space = field where its ground = rock
define by_rock(h: Hut): Bool = h next to rocky
define low: set of Hut = my huts where its row > 1
define row_of(h: Hut): Int = h.row
define upper: set of Space = field where its row = 0
action found: choose up to 3 plot in field; place first of box.halls on plot
turn: do found if possible
when round_number = 9: end game
score:
  all: count of my huts
  grass: count of my huts where its ground = grass
  rock: count of my huts where by_rock(it)
  not_rock: count of my huts where not by_rock(it)
  rows: count of distinct of my huts.row
  sum_rows: sum of my huts.row
  sum_of: sum of (row_of(h) for h in my huts)
  worth: sum of (my huts where its ground = grass).worth
  most: count of my huts having most its row
  lasts: (last of (my huts by its row)).row otherwise 0
  high: count of (my huts except my low)
  both: count of ((my huts where its ground = grass) with my low)
  mixed: count of (my huts with my sheds)
  pairs: count of (1 for h in my huts for n in (neighbors(h) where it is empty))
  any_top: if any h in my huts has h.row = 0 then 1 else 0
  every_top: if every h in my huts has h.row = 0 then 1 else 0
  at_top: count of (my huts at upper)
  in_top: count of my huts where it in upper
  spaces: count of (field where it in my huts)
  reach: count of neighbors(my huts)
  touching: count of (field where it next to my low)
  halls: count of my huts where it is Hall and its row > 0
  others: count of opponents.huts
  plain: count of my huts
  narrow: count of my huts where its ground = grass
"""

NOT_TREATED = ("plain", "narrow")


def rules() -> str:
    names = re.findall(r"^  (\w+): ", RULES.partition("score:\n")[2], re.MULTILINE)
    paths = ", ".join(f"score.{name}" for name in names if name not in NOT_TREATED)
    return f"{RULES}treat Hall, Boat as Hut in {paths}\ntreat Boat as Hut in score.narrow\n"


@dataclass(frozen=True)
class Thing:
    kind: str
    owner: int
    spaces: tuple[int, ...]


def things() -> st.SearchStrategy[list[Thing]]:
    some = st.lists(st.sampled_from(SPACES), min_size=1, max_size=5, unique=True)
    spaces = some.map(lambda found: tuple(sorted(found)))
    one = spaces.map(lambda some: some[:1])
    of = {
        "Hut": st.lists(one, max_size=3), "Boat": st.lists(one, max_size=2), "Hall": st.lists(spaces, max_size=2),
        "Shed": st.lists(one, max_size=2),
    }  # fmt: skip
    each = [st.tuples(st.just(kind), st.just(seat), where) for seat in range(2) for kind, where in of.items()]
    return st.tuples(*each).map(
        lambda found: [Thing(kind, seat, spaces) for kind, seat, all_ in found for spaces in all_]
    )


def stood(machine: Machine, state: State, standing: list[Thing], backwards: bool = False) -> State:
    """The state with these things where they are said to be; `backwards`: equal ones the other way round."""
    state, layout = state.copy(), machine.layout
    used = 0
    for thing in standing:
        free = layout.components.type_masks[thing.kind] & layout.components.owner_masks[thing.owner] & ~used
        c = members(free)[-1 if backwards else 0]
        used |= 1 << c
        take(layout, state, c)
        put(layout, state, c, laid(layout, mask_of(thing.spaces)))
    return state


def near(space: int) -> set[int]:
    row, column = divmod(space, COLUMNS)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {r * COLUMNS + c for r, c in steps if 0 <= r < ROWS and 0 <= c < COLUMNS}


def counted(standing: list[Thing], seat: int) -> dict[str, int]:
    """The points, counted space by space."""
    mine = [(t.kind, space) for t in standing if t.owner == seat and t.kind != "Shed" for space in t.spaces]
    spaces = [space for _, space in mine]
    row = {space: space // COLUMNS for space in SPACES}
    rocky = {space for space in SPACES if SOIL[space] == "r"}
    taken = {space for t in standing for space in t.spaces}
    grass = [(kind, space) for kind, space in mine if SOIL[space] == "g"]
    by_rock = [space for space in spaces if near(space) & rocky]
    low = [space for space in spaces if row[space] > 1]
    rows = [row[space] for space in spaces]
    each = {"Hut": 1, "Boat": 2, "Hall": 5}
    return {
        "all": len(mine), "grass": len(grass), "rock": len(by_rock), "not_rock": len(mine) - len(by_rock),
        "rows": len({*rows}), "sum_rows": sum(rows), "sum_of": sum(rows), "worth": sum(each[kind] for kind, _ in grass),
        "most": rows.count(max(rows, default=0)), "lasts": max(rows, default=0), "high": len(mine) - len(low),
        "both": sum(1 for space in spaces if SOIL[space] == "g" or row[space] > 1),
        "mixed": len(mine) + sum(1 for t in standing if t.owner == seat and t.kind == "Shed"),
        "pairs": sum(len(near(space) - taken) for space in spaces),
        "any_top": int(0 in rows), "every_top": int(all(r == 0 for r in rows)),
        "at_top": rows.count(0), "in_top": rows.count(0), "spaces": len({*spaces}),
        "reach": len(set().union(*map(near, spaces))), "touching": len(set().union(*map(near, low))),
        "halls": sum(1 for kind, space in mine if kind == "Hall" and row[space] > 0),
        "others": sum(len(t.spaces) for t in standing if t.owner != seat and t.kind != "Shed"),
        "plain": sum(1 for kind, _ in mine if kind == "Hut"),
        "narrow": sum(1 for kind, _ in grass if kind != "Hall"),
    }  # fmt: skip


@settings(max_examples=60)
@given(things())
def test_counts_are_those_of_the_spaces(standing: list[Thing]) -> None:
    play = texts.play(rules())
    state = stood(play.machine, play.state, standing)
    table = scoring.full(play.machine, state)
    for seat in range(2):
        assert table[seat] == counted(standing, seat), standing


@settings(max_examples=25)
@given(things())
def test_a_position_is_saved_copied_and_seen_with_all_its_spaces(standing: list[Thing]) -> None:
    play = texts.play(rules())
    machine = play.machine
    state = stood(machine, play.state, standing)
    again = machine.from_json(json.loads(json.dumps(machine.to_json(state))))
    assert again.place == state.place and again.on == state.on and again.stand == state.stand
    assert again.occupied == state.occupied
    hashes = {machine.hash(each) for each in (state, state.copy(), again, stood(machine, play.state, standing, True))}
    assert len(hashes) == 1, "equal things may change places"
    views: list[dict[str, Any]] = [machine.view(each, 0) for each in (state, again)]
    assert views[0] == views[1]
    for c in members(state.on_boards):
        take(machine.layout, state, c)
        put(machine.layout, state, c, machine.layout.box)
    assert not any(state.on) and not any(state.stand) and not state.occupied and not state.on_boards


def test_which_of_two_equal_things_is_where_makes_a_difference_if_they_cover_other_spaces() -> None:
    play = texts.play(rules())
    machine = play.machine
    one = stood(machine, play.state, [Thing("Hall", 0, (0, 1)), Thing("Hall", 0, (2, 3))])
    other = stood(machine, play.state, [Thing("Hall", 0, (0, 2)), Thing("Hall", 0, (1, 3))])
    assert one.on != other.on
    assert [mask.bit_count() for mask in one.on] == [mask.bit_count() for mask in other.on]
    assert machine.hash(one) != machine.hash(other)
    assert machine.view(one, 1) != machine.view(other, 1)
