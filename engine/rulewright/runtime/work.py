"""How much may be worked out for one answer: in, a loop; out, the same loop counted, and a fault where it is too much.

Counted in nodes of rules: what a loop holds, for each element it goes through. Every loop ends by itself; what this
bounds is the product of those that stand in each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.core.limits import MOST_NUMBERS
from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.runtime.faults import RuleFault, fault, too_many
from rulewright.runtime.state import State

MOST = 50_000_000
"""Nodes that may be worked out in loops after an answer, and in one look-ahead."""


def overworked(span: Span) -> RuleFault:
    return fault(
        codes.BUDGET,
        span,
        f"this would take too long: loops and actions in each other come to more than {MOST:,} values",
        help="let the inner one go through less, or work out once, before the loop, what is the same each time",
    )


def charge(s: State, amount: int, span: Span) -> None:
    """So much is about to be worked out. Raises a RuleFault when it is too much."""
    s.work += amount
    if s.work > MOST:
        raise overworked(span)


def counted(source: Callable[[State, Any], Any], masked: bool, size: int, span: Span) -> Callable[[State, Any], Any]:
    """What a loop goes through, each element charged with the size of what is done with it."""
    if masked:

        def run(s: State, f: Any) -> Any:
            found = source(s, f)
            s.work = work = s.work + size * found.bit_count()
            if work > MOST:
                raise overworked(span)
            return found

    else:

        def run(s: State, f: Any) -> Any:
            found = source(s, f)
            s.work = work = s.work + size * len(found)
            if work > MOST:
                raise overworked(span)
            return found

    return run


def bounded(made: Callable[[State, Any], tuple[Any, ...]], span: Span) -> Callable[[State, Any], tuple[Any, ...]]:
    """A list that may grow each time it is made, of a length that can be kept."""

    def run(s: State, f: Any) -> tuple[Any, ...]:
        found = made(s, f)
        if len(found) > MOST_NUMBERS:
            raise too_many(span, "elements in this list", MOST_NUMBERS)
        return found

    return run
