"""Chance in play: in, a state and what may come; out, what came. The only user of a state's stream.

`rigged` values (a scenario's `chance:`) come first. In a search nothing is drawn: what comes is veiled.
"""

from __future__ import annotations

from typing import Any

from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.runtime import stream as streams
from rulewright.runtime.faults import VEIL, fault
from rulewright.runtime.state import State


def one(state: State, items: tuple[Any, ...], span: Span) -> Any:
    """One of these, each equally likely."""
    if state.rigged:
        wanted, state.rigged = state.rigged[0], state.rigged[1:]
        if wanted not in items:
            raise fault(codes.IMPOSSIBLE_POSITION, span, "what chance is said to bring cannot come here")
        return wanted
    if len(items) > 1:
        state.chance += 1
    k, state.stream = streams.below(state.stream, len(items))
    return items[k]


def several(state: State, items: tuple[Any, ...], count: int, span: Span) -> tuple[Any, ...]:
    """So many of these in random order, none twice."""
    if state.rigged:
        rest = list(items)
        found: list[Any] = []
        while rest and len(found) < count:
            found.append(one(state, tuple(rest), span))
            rest.remove(found[-1])
        return tuple(found)
    if len(items) > 1 and count > 0:
        state.chance += 1
    found_, state.stream = streams.drawn(state.stream, items, count)
    return found_


def shuffled(state: State, items: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(items) > 1:
        state.chance += 1
    order, state.stream = streams.shuffled(state.stream, items)
    return order


def veiled(state: State, items: tuple[Any, ...], count: int, components: bool) -> tuple[Any, ...]:
    """What a search gets instead: so many things that it may move and count, but not look at."""
    count = min(count, len(items))
    if not components:
        return items if len(items) <= 1 and count else (VEIL,) * count
    taken = items[:count]
    for component in taken:
        state.veil |= 1 << component
    return taken
