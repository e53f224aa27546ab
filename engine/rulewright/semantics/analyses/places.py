"""Places that are read and written, and effects: sets of them, and what else a part of the rules may do.

A place is coarse on purpose: a variable with all its keys, a zone with all its owners, all boards together; components
are told apart by type only. Whatever cannot be told is taken as everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Place(NamedTuple):
    """`kind`: var, zone (what lies in it), size (only how much), on (what stands on boards), side, turns (order, first
    player, round), stream, or, as an event: action, place, leave, scope. An empty `name` or `of` (component type)
    stands for all.
    """

    kind: str
    name: str = ""
    of: str = ""


Places = frozenset[Place]
NOWHERE: Places = frozenset()


class Effects(NamedTuple):
    """`asks`: me. `others`: somebody who may be another. `ends`: the game. `veils`: where things arrive that nobody
    can know before (draws, rolls); `chance`: the stream is used.
    """

    reads: Places = NOWHERE
    writes: Places = NOWHERE
    events: Places = NOWHERE
    veils: Places = NOWHERE
    asks: bool = False
    others: bool = False
    ends: bool = False
    chance: bool = False

    def __or__(self, other: Effects) -> Effects:
        if self is other or other is NOTHING:
            return self
        if self is NOTHING:
            return other
        if all(map(_within, other, self)):
            return self
        return Effects(
            self.reads | other.reads,
            self.writes | other.writes,
            self.events | other.events,
            self.veils | other.veils,
            self.asks or other.asks,
            self.others or other.others,
            self.ends or other.ends,
            self.chance or other.chance,
        )


def _within(part: Any, whole: Any) -> bool:
    return bool(part <= whole)


NOTHING = Effects()


MANY = 20
"""So many places are sorted by name before they are looked through."""


def meet(first: Iterable[Place], second: Iterable[Place]) -> bool:
    """Whether two sets of places have a place in common."""
    others = tuple(second)
    if len(others) > MANY:
        by_name: dict[tuple[str, str], list[Place]] = {}
        by_kind: dict[str, list[Place]] = {}
        for place in others:
            by_name.setdefault((place.kind, place.name), []).append(place)
            by_kind.setdefault(place.kind, []).append(place)
        return any(
            a.of == b.of or not a.of or not b.of
            for a in first
            for b in (
                (*by_name.get((a.kind, a.name), ()), *by_name.get((a.kind, ""), ()))
                if a.name
                else by_kind.get(a.kind, ())
            )
        )
    return any(
        a.kind == b.kind and (a.name == b.name or not a.name or not b.name) and (a.of == b.of or not a.of or not b.of)
        for a in first
        for b in others
    )
