"""Two variants of a game as numbers. In: what many games of each came to. Out: means, differences, how sure they are.

A game is a mapping from measures to numbers. Both variants are played with the same seeds, so the difference is taken
game by game where both have the measure, which removes what the seeds have in common. Only whole numbers are added up
on the way, so the figures are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

WIDE = 1.96
"""So many standard errors on both sides hold the true value in 95 of 100 cases."""

Game = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure in both variants. `games`: how many have it in each, of `played`. `uncertainty`: half of the range
    that holds the true difference in 95 of 100 cases; None with too few games to say. A mean is None where no game has
    the measure.
    """

    name: str
    base: float | None
    variant: float | None
    difference: float | None
    uncertainty: float | None
    games: tuple[int, int]
    played: int

    @property
    def clear(self) -> bool | None:
        """Whether it is more than chance would bring; None if that cannot be said."""
        if self.difference is None or self.uncertainty is None:
            return None
        return abs(self.difference) > self.uncertainty

    @property
    def games_needed(self) -> int | None:
        """How many games would tell a difference of this size from chance; None if there is none."""
        if not self.difference or self.uncertainty is None:
            return None
        return max(2, ceil(self.played * (self.uncertainty / self.difference) ** 2))


def differences(base: Sequence[Game], variant: Sequence[Game]) -> list[Difference]:
    """Every measure of either, in the order first met. The n-th games of both were played with the same seed."""
    names = dict.fromkeys(name for game in (*base, *variant) for name in game)
    return [_difference(name, base, variant) for name in names]


def _difference(name: str, base: Sequence[Game], variant: Sequence[Game]) -> Difference:
    first = [game[name] for game in base if name in game]
    second = [game[name] for game in variant if name in game]
    a, b = _mean(first), _mean(second)
    if a is None or b is None:
        return Difference(name, _float(a), _float(b), None, None, (len(first), len(second)), len(base))
    if len(first) == len(second) == len(base):
        error = _error([y - x for x, y in zip(first, second, strict=True)])
    else:
        apart = (_error(first), _error(second))
        error = None if None in apart else sqrt(sum(each**2 for each in apart if each is not None))
    wide = None if error is None else WIDE * error
    return Difference(name, float(a), float(b), float(b - a), wide, (len(first), len(second)), len(base))


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return _sum(values) / len(values) if values else None


def _error(values: Sequence[Fraction]) -> float | None:
    """The standard error of the mean."""
    n = len(values)
    if n < 2:
        return None
    mean = _sum(values) / n
    return sqrt(_sum((value - mean) ** 2 for value in values) / (n - 1) / n)


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
