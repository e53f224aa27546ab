"""Arithmetic on ranges of whole numbers. A range is where a number may lie; WIDE is how far ranges are told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

EXACT = 2**53 - 1
WIDE = 2**100
MANY = 2**40
"""No collection has more elements; it would not fit into any memory."""
HABIT = 10**9
"""How far a variable goes that declares no bound."""


class Range(NamedTuple):
    """Both ends included; empty if `low > high` (a place that is never reached)."""

    low: int
    high: int


ANY = Range(-WIDE, WIDE)
SOME = Range(0, MANY)
EXACTLY = Range(-EXACT, EXACT)


def only(number: int) -> Range:
    return Range(number, number)


def clipped(low: int, high: int) -> Range:
    return Range(max(-WIDE, min(WIDE, low)), max(-WIDE, min(WIDE, high)))


def joined(ranges: Iterable[Range]) -> Range | None:
    """The smallest range around all of them; None of none."""
    found = [r for r in ranges if r.low <= r.high]
    return Range(min(r.low for r in found), max(r.high for r in found)) if found else None


def both(a: Range, b: Range) -> Range:
    return Range(max(a.low, b.low), min(a.high, b.high))


def inside(a: Range, b: Range) -> bool:
    return b.low <= a.low and a.high <= b.high


def added(a: Range, b: Range) -> Range:
    return clipped(a.low + b.low, a.high + b.high)


def negative(a: Range) -> Range:
    return Range(-a.high, -a.low)


def times(a: Range, b: Range) -> Range:
    products = [x * y for x in a for y in b]
    return clipped(min(products), max(products))


def divided(a: Range, b: Range, up: bool) -> Range:
    """Dividing by 0 is a fault of its own, so 0 counts for nothing here."""
    ends = [end for end in (b.low, b.high, -1, 1) if end and b.low <= end <= b.high]
    if not ends:
        return a
    quotients = [-(-x // y) if up else x // y for x in a for y in ends]
    return clipped(min(quotients), max(quotients))


def magnitude(a: Range) -> Range:
    if a.low >= 0:
        return a
    return negative(a) if a.high <= 0 else Range(0, max(-a.low, a.high))


def summed(each: Range, how_many: Range) -> Range:
    """The sum of so many numbers."""
    most = max(0, how_many.high)
    low = each.low * (most if each.low < 0 else max(0, how_many.low))
    high = each.high * (most if each.high > 0 else max(0, how_many.low))
    return clipped(low, high)
