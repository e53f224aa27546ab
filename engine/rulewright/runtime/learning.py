"""Knowledge on demand: in, a state and what its players have seen; out, what they know, once somebody asks.

Playouts that nobody watches never ask. What was seen is kept as a chain of links where the knowledge itself would
stand, and worked out at the first look: each link once, whichever of the positions that share it is looked at first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.runtime import knowledge
from rulewright.runtime.knowledge import Knowledge, Part
from rulewright.runtime.state import State


class _Link:
    """What was before and what changed; once it is worked out, the knowledge alone."""

    __slots__ = ("after", "args", "before", "change")

    def __init__(self, before: Any, change: Callable[..., Knowledge], *args: Any) -> None:
        self.before, self.change, self.args = before, change, args
        self.after: Knowledge | None = None

    def work_out(self, before: Knowledge) -> Knowledge:
        self.after = after = self.change(before, *self.args)
        self.before, self.args = None, ()
        return after


def moved(s: State, parts: list[Part]) -> None:
    s.knowledge = _Link(s.knowledge, knowledge.moved, parts)


def shuffled(s: State, zone: int) -> None:
    s.knowledge = _Link(s.knowledge, knowledge.shuffled, zone)


def shown(s: State, things: int, zone: int, observers: int, index: int | None) -> None:
    s.knowledge = _Link(s.knowledge, knowledge.shown, things, zone, observers, index)


def ruled_out(s: State, absent: Callable[[], int], zone: int) -> None:
    """`absent` works out which components do not lie in the zone; it is asked when the knowledge is."""
    s.knowledge = _Link(s.knowledge, _ruled_out, absent, zone)


def _ruled_out(before: Knowledge, absent: Callable[[], int], zone: int) -> Knowledge:
    things = absent()
    return knowledge.ruled_out(before, things, zone) if things else before


def known(s: State) -> Knowledge | None:
    """What the players know; None where nothing is ever hidden."""
    at, links = s.knowledge, []
    while isinstance(at, _Link):
        if at.after is not None:
            at = at.after
            break
        links.append(at)
        at = at.before
    found: Knowledge | None = at
    if found is not None:
        for link in reversed(links):
            found = link.work_out(found)
        s.knowledge = found
    return found
