"""The name that was probably meant. In: what was written, the names of the right kind in reach. Out: one or none."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 80


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The same letters in other case, else the closest within a third of the name's length; a tie goes to the first."""
    known = list(candidates)
    folded = name.casefold()
    for candidate in known:
        if candidate.casefold() == folded and candidate != name:
            return candidate
    best, closest = None, len(name) // 3 + 1
    for candidate in known:
        if candidate == name or abs(len(candidate) - len(name)) >= closest or len(candidate) > LONGEST:
            continue
        distance = _distance(folded, candidate.casefold())
        if distance < closest:
            best, closest = candidate, distance
    return best


def _distance(a: str, b: str) -> int:
    """Letters inserted, dropped, changed, or swapped with their neighbour (optimal string alignment)."""
    before: list[int] = []
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        row = [i]
        for j, y in enumerate(b, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1]
