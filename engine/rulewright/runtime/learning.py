"""Knowledge on demand: in, a state and what its players have seen; out, what they know, once somebody asks.

Playouts that nobody watches never ask. What was seen is kept as a chain of pairs (what was before, a change) where the
knowledge itself would stand, and worked out at the first look.
"""

from __future__ import annotations

from rulewright.runtime import knowledge
from rulewright.runtime.knowledge import Knowledge, Part
from rulewright.runtime.state import State


def moved(s: State, parts: list[Part]) -> None:
    s.knowledge = (s.knowledge, (knowledge.moved, (parts,)))


def shuffled(s: State, zone: int) -> None:
    s.knowledge = (s.knowledge, (knowledge.shuffled, (zone,)))


def shown(s: State, things: int, zone: int, observers: int, index: int | None) -> None:
    s.knowledge = (s.knowledge, (knowledge.shown, (things, zone, observers, index)))


def known(s: State) -> Knowledge | None:
    """What the players know; None where nothing is ever hidden."""
    at, changes = s.knowledge, []
    while at is not None and not isinstance(at, Knowledge):
        at, change = at
        changes.append(change)
    if at is None:
        return None
    found: Knowledge = at
    for change, args in reversed(changes):
        found = change(found, *args)
    s.knowledge = found
    return found
