"""Sets as integers: bit i is set when the thing with index i is in the set. In and out: integers, nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count

FEW = 12
"""So many members are dropped one by one sooner than the set is halved again and again."""
SPARSE = 6
"""A set with fewer than one member among so many bits is taken apart member by member sooner than bit by bit."""

_DIGITS = bytes(1 if digit == ord("1") else 0 for digit in range(256))


def members(mask: int) -> tuple[int, ...]:
    """The indices in the set, lowest first."""
    if mask.bit_count() > FEW and mask.bit_length() < SPARSE * mask.bit_count():
        return tuple(compress(count(), f"{mask:b}"[::-1].encode().translate(_DIGITS)))
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(indices: Iterable[int]) -> int:
    """The set of these indices."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def lowest(mask: int) -> int:
    """The lowest index in the set; -1 if it is empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, k: int) -> int:
    """The k-th index of the set, from 0 and lowest first; k must be below its size."""
    if k < FEW:
        for _ in range(k):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1
    base, width = 0, mask.bit_length()
    while width > 1:
        half = width >> 1
        low = mask & ((1 << half) - 1)
        below = low.bit_count()
        if k < below:
            mask, width = low, half
        else:
            k -= below
            mask >>= half
            base += half
            width -= half
    return base
