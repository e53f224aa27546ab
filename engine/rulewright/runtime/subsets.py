"""Choosing several: in, classes of equal things and how many may be taken; out, how many such choices there are,
the n-th of them, or all in order. Fewer come before more; of equally many, those with earlier things first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

Classes = Sequence[Sequence[int]]


@lru_cache(maxsize=4096)
def _ways(sizes: tuple[int, ...], take: int) -> int:
    """How many multisets of `take` things there are, with so many of each class at hand."""
    if take == 0:
        return 1
    if not sizes or take < 0:
        return 0
    return sum(_ways(sizes[1:], take - first) for first in range(min(sizes[0], take) + 1))


def count(classes: Classes, low: int, high: int) -> int:
    sizes = tuple(len(one) for one in classes)
    return sum(_ways(sizes, take) for take in range(low, min(high, sum(sizes)) + 1))


def nth(classes: Classes, low: int, high: int, k: int) -> tuple[int, ...]:
    """The k-th choice, from 0; of equal things the first ones are taken."""
    sizes = tuple(len(one) for one in classes)
    take = low
    while k >= (ways := _ways(sizes, take)):
        k -= ways
        take += 1
    found: list[int] = []
    for at, members in enumerate(classes):
        rest = sizes[at + 1 :]
        for number in range(min(len(members), take), -1, -1):
            ways = _ways(rest, take - number)
            if k < ways:
                found += members[:number]
                take -= number
                break
            k -= ways
    return tuple(found)


def every(classes: Classes, low: int, high: int) -> Iterator[tuple[int, ...]]:
    """All choices in the order of `nth`."""
    sizes = [len(one) for one in classes]
    for take in range(low, min(high, sum(sizes)) + 1):
        yield from _of_size(classes, 0, take, ())


def _of_size(classes: Classes, at: int, take: int, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if take == 0:
        yield taken
        return
    if sum(len(one) for one in classes[at:]) < take:
        return
    members = classes[at]
    for number in range(min(len(members), take), -1, -1):
        yield from _of_size(classes, at + 1, take - number, taken + tuple(members[:number]))
