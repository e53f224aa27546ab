"""The machine by itself: core trees written by hand, some of them as no text would say it."""

from __future__ import annotations

import pytest

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.stream import Stream, below
from runtime import builder as b

TERRAIN = t.Enum("Terrain")
HUT = t.Component("Hut")
TILE = t.Component("Tile")


def building() -> Program:
    """Everybody builds a hut in turn, on dry land and next to an own hut if possible, until one has built all four."""
    space = b.local(2, t.Space(), "space")
    mine = b.op("on_board", t.Set(HUT), b.text("Hut"), b.ME)
    supply = b.op("only", t.Set(HUT), b.inside(b.zone("supply", b.ME)), b.text("Hut"))
    build = b.choose(
        "build.space",
        2,
        b.op("all_spaces", b.SPACES, b.text("realm"), b.NONE),
        where=[
            b.op("is_empty", t.BOOL, space),
            b.op("ne", t.BOOL, b.column("realm", "terrain", space, TERRAIN), b.const(2, TERRAIN)),
        ],
        prefer=[b.op("next_to", t.BOOL, space, b.op("spaces_of", b.SPACES, mine))],
    )
    return b.program(
        b.rounds(b.do("build"), test=b.op("not", t.BOOL, b.get("last", type=t.BOOL))),
        b.enum("Terrain", "grass", "rock", "water"),
        b.hexes(
            "realm",
            "GGRR",
            "GRRW",
            "GGRW",
            "WWRR",
            letters={letter: (("terrain", value),) for value, letter in enumerate("GRW")},
            attributes={"terrain": TERRAIN},
        ),
        b.component("Hut", "piece", b.row("Hut", 4), per=t.PLAYER),
        b.routine("build", b.seq(build, b.place("Hut", space)), "space"),
        b.var("last", type=t.BOOL, initial=b.NO),
        b.routine("done", b.seq(b.put("last", b.YES)), kind="rule"),
        b.rule("done", "when", test=b.op("not", t.BOOL, b.op("some", t.BOOL, supply)), per_player=True),
    )


def test_a_game_made_by_hand_plays_to_its_end() -> None:
    machine = b.table(building())
    state = b.begin(machine)
    assert len(b.options(machine, state)) == 12
    state = b.ask(machine, state, "r0c1", "r3c3")
    assert b.options(machine, state) == ["r0c0", "r0c2", "r1c0", "r1c1"]
    state = b.ask(machine, state, "r1c1")
    assert "r1c1" not in b.options(machine, state)
    stream = Stream.from_seed(1)
    while (question := machine.question(state)) is not None:
        k, stream = below(stream, question.count)
        state = machine.answer(state, question, k)
    assert state.over
    assert sorted(mask.bit_count() for mask in state.stand) == [4, 4]


def slots_game(flow: tree.Stmt, *more: object) -> Program:
    return b.program(
        b.seq(
            b.each(2, b.op("players", b.PLAYERS), b.move(first_in_box(), b.zone("held", b.local(2, t.PLAYER)))), flow
        ),
        b.component("Tile", "tile", *(b.row(name) for name in ("red", "green", "blue", "white"))),
        b.zone_decl("held", t.PLAYER, kind="one", of=TILE),
        *more,
        slots=("p", "q", "r"),
    )


def first_in_box() -> tree.Expr:
    return b.op("first", t.Maybe(TILE), b.op("only", t.Set(TILE), b.inside(b.zone("box")), b.text("Tile")))


def held(machine: object, state: object) -> list[str]:
    view = machine.view(state, 0)  # type: ignore[attr-defined]
    return [view["zones"][f"{name}.held"][0] for name in view["players"]]


def test_a_swap_is_one_move_though_both_places_are_taken() -> None:
    mine, yours = (b.zone("held", b.const(seat, t.PLAYER)) for seat in (0, 1))
    part = [
        tree.Transfer(span=b.SPAN, things=b.inside(there, t.Maybe(TILE)), to=here)
        for here, there in ((mine, yours), (yours, mine))
    ]
    machine = b.table(slots_game(tree.Move(span=b.SPAN, parts=tuple(part))))
    assert held(machine, b.begin(machine)) == ["green", "red"]


def test_a_rotation_is_one_move_that_everybody_makes() -> None:
    player = b.local(3, t.PLAYER)
    pass_on = tree.Transfer(
        span=b.SPAN,
        things=b.inside(b.zone("held", player), t.Maybe(TILE)),
        to=b.zone("held", b.op("left_of", t.PLAYER, player)),
    )
    machine = b.table(slots_game(tree.Move(span=b.SPAN, parts=(pass_on,), each_player=3)), 3)
    assert held(machine, b.begin(machine)) == ["blue", "red", "green"]


def test_two_moves_into_a_place_for_one_are_a_dead_end() -> None:
    mine, yours = (b.zone("held", b.const(seat, t.PLAYER)) for seat in (0, 1))
    machine = b.table(slots_game(b.move(b.inside(yours, t.Maybe(TILE)), mine)))
    with pytest.raises(RuleFault, match="`held` is taken"):
        b.begin(machine)


def test_an_action_may_be_kept_as_a_value_with_its_arguments() -> None:
    closure = tree.Closure(span=b.SPAN, type=t.Action(), invoke=b.invoke("note", b.const(7)))
    kept = tree.Invoke(span=b.SPAN, routine=None, me=b.ME, subject=b.local(2, t.Action()))
    game = b.program(
        b.seq(b.let(2, closure), tree.Do(span=b.SPAN, invoke=kept), tree.Do(span=b.SPAN, invoke=kept)),
        b.var("sum"),
        b.routine("note", b.seq(b.add("sum", b.local(2))), "n", parameters=(t.INT,)),
        slots=("kept",),
    )
    machine = b.table(game)
    state = b.begin(machine)
    assert state.over
    assert machine.view(state, 0)["variables"]["sum"] == 14


def test_a_number_too_large_to_be_exact_is_a_fault() -> None:
    big = tree.Checked(span=b.SPAN, type=t.INT, value=b.op("mul", t.INT, b.get("sum"), b.const(2**40)))
    machine = b.table(b.program(b.seq(b.put("sum", b.const(2**40)), b.put("sum", big)), b.var("sum")))
    with pytest.raises(RuleFault) as caught:
        b.begin(machine)
    assert caught.value.diagnostic.code.slug == "fault/overflow"
