"""The name that was probably meant. In: what was written, the names of the right kind in reach. Out: one or none."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 80

MANY = 2000
"""Of more names only those with the same first letter are looked at, and of them as many."""


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The same letters in other case, else the closest within a third of the name's length. A tie goes to what is
    closer in the same case, then to the first.
    """
    known = list(candidates)
    folded = name.casefold()
    for candidate in known:
        if candidate.casefold() == folded and candidate != name:
            return candidate
    if len(known) > MANY:
        known = [candidate for candidate in known if candidate[:1].casefold() == folded[:1]][:MANY]
    best: str | None = None
    closest = len(name) // 3 + 1
    for candidate in known:
        if candidate == name or abs(len(candidate) - len(name)) > closest or len(candidate) > LONGEST:
            continue
        distance = _distance(folded, candidate.casefold(), closest)
        if distance < closest or (best and distance == closest and _distance(name, candidate) < _distance(name, best)):
            best, closest = candidate, distance
    return best


def slip(written: str, meant: str | None) -> tuple[int, int]:
    """Where in what was written the part stands that was meant otherwise: `mine.gold` and `mill.gold` differ in the
    first. Parts are divided by dots or blanks; all of it, if more than one differs.
    """
    whole = 0, len(written)
    if meant is None:
        return whole
    parts, others = list(re.finditer(r"[^.\s]+", written)), re.findall(r"[^.\s]+", meant)
    if len(parts) != len(others):
        return whole
    wrong = [part.span() for part, other in zip(parts, others, strict=True) if part[0] != other]
    return wrong[0] if len(wrong) == 1 else whole


def apart(name: str, other: str, most: int | None = None) -> int:
    """How many letters differ; 0 if it is only their case. More than `most` count as one more than that."""
    return _distance(name.casefold(), other.casefold(), most)


def _distance(a: str, b: str, most: int | None = None) -> int:
    """Letters inserted, dropped, changed, or swapped with their neighbour (optimal string alignment)."""
    if most is None:
        most = max(len(a), len(b))
    elif abs(len(a) - len(b)) > most or len({*a} - {*b}) > most or len({*b} - {*a}) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        row = [i]
        for j, y in enumerate(b, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most <= min(above):
            return most + 1
        before, above = above, row
    return min(above[-1], most + 1)
