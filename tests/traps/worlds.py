"""Positions as scenarios write them, and the same positions with hidden things in other places.

In: rules, a position, a player. Out: plays and states.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.core import types as t
from rulewright.play import Play
from rulewright.runtime import learning
from rulewright.runtime.bits import members
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State
from rulewright.scenarios import ask

RULES = Path(__file__).parent.parent / "rules"


def position(folder: Path, rules: str, given: str, players: str = "agnes, bruno") -> Play:
    """A play of small rules that stands in a position, written as in a scenario."""
    path = folder / f"{rules}.rules"
    text = (RULES / path.name).read_text("utf-8")
    path.write_text(f'{text}\nscenario "here":\n  players {players}\n  given: {given}\n', "utf-8")
    return ask(path)


def changed_places(machine: Machine, state: State, one: int, other: int, observer: int | None = None) -> State:
    """The position in which two components have changed places, in all that is and in what everybody knows, except in
    what `observer` knows. What is asked is worked out anew."""
    keys = [machine.written(t.Component(), c) for c in (one, other)]
    names = dict(zip(keys, reversed(keys), strict=True))
    numbers = {one: other, other: one}
    data = machine.to_json(state)
    knowledge = data.pop("knowledge")
    data = _renamed(data, names)
    if knowledge is not None:
        for seat, row in enumerate(knowledge["observers"]):
            if seat != observer:
                row["groups"] = [[zones, sorted(numbers.get(c, c) for c in cs)] for zones, cs in row["groups"]]
                row["places"] = [[zone, [[at, numbers.get(c, c)] for at, c in seen]] for zone, seen in row["places"]]
    return machine.from_json({**data, "knowledge": knowledge})


def hidden_pairs(machine: Machine, state: State, seat: int) -> list[tuple[int, int]]:
    """Pairs of different components whose places the player does not see, and of which each may be where the other
    is. Both of them in one heap is no other position, so that such pairs are left out."""
    told = learning.known(state)
    assert told is not None
    layout = machine.layout
    row = told.observers[seat]
    placed = {c for _, seen in row.places for _, c in seen}
    pairs = []
    for _, components in row.groups:
        unseen = [
            c
            for c in members(components)
            if c not in placed and state.place[c] >= 0 and not layout.seen_by[state.place[c]] >> seat & 1
        ]
        pairs += [
            (one, other)
            for at, one in enumerate(unseen)
            for other in unseen[at + 1 :]
            if layout.components.kind_of[one] != layout.components.kind_of[other]
            and (state.place[one] != state.place[other] or isinstance(state.zones[state.place[one]], tuple))
        ]
    return pairs


def _renamed(data: Any, names: dict[Any, Any]) -> Any:
    match data:
        case dict():
            return {key: _renamed(value, names) for key, value in data.items()}
        case list() | tuple():
            return [_renamed(value, names) for value in data]
        case str():
            return names.get(data, data)
        case _:
            return data
