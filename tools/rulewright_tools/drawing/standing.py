"""What stands on a space or an edge. In: a play, a place. Out: groups of equal things, in order."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.game import Play
from rulewright.runtime.bits import members


class Group(NamedTuple):
    """So many of one kind and owner in one place. `side`: which is up, of a kind that has sides; else empty."""

    kind: str
    name: str
    seat: int | None
    side: str
    number: int


def on_space(play: Play, space: int) -> list[Group]:
    return _groups(play, play.state.on[space])


def on_edge(play: Play, edge: int) -> list[Group]:
    """`edge`: its number among all edges of all boards."""
    return _groups(play, play.state.on[play.state.world.size + edge])


def told(play: Play, group: Group) -> str:
    """`anna's hut`, `3 markers (lit)`."""
    name = group.name if group.seat is None else f"{play.players[group.seat]}'s {group.name}"
    return (name if group.number == 1 else f"{group.number} {name}") + (f" ({group.side})" if group.side else "")


def _groups(play: Play, mask: int) -> list[Group]:
    components = play.machine.layout.components
    counts: dict[tuple[str, str, int | None, str], int] = {}
    for component in members(mask):
        row = components.row_of[component].decl
        key = components.type_of[component], row.name, components.owner_of[component], _side(play, component)
        counts[key] = counts.get(key, 0) + 1
    return [Group(*key, number) for key, number in counts.items()]


def _side(play: Play, component: int) -> str:
    sides = play.machine.program.components[play.machine.layout.components.type_of[component]].sides
    return next((name for number, name in enumerate(sides) if play.state.sides[number] >> component & 1), "")
