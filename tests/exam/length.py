"""How long the exam is. In: `--games`, `--minutes`. Out: how many games of each table, or how much time.

Without `--minutes` every main table is played `--games` times, and each sampled combination once. With it there is
first a round with the least number of games for every table, however long that takes, and then rounds in which every
table gets an equal share of the time that is left.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

import pytest

SHORT_GAMES = 1
"""Games of each main table for each number of players, if nothing is asked for."""
LEAST = 300
"""Games of each game, and each with expansions, in a run with `--minutes`: of all numbers of players together."""
LEAST_SAMPLED = 20
"""Games of each sampled combination for each number of players."""
SHORT_SAMPLE, LONG_SAMPLE = 5, 40
"""How many combinations of each game there are, those included that are always played."""
ROUNDS = 4
"""Rounds after the first in a run with `--minutes`. Stopped half-way, it has played every table."""
EXAMINED = 20
"""In so many games of a main table every decision is examined in a long run, and in one game for each number of players
of a sampled combination; in the others one of `SAMPLE`."""
SAMPLE = 25

STARTED = time.monotonic()


@dataclass(frozen=True)
class Length:
    """`games`: what was asked for, or None."""

    games: int | None
    minutes: float | None

    @classmethod
    def of(cls, config: pytest.Config) -> Length:
        return cls(config.getoption("--games"), config.getoption("--minutes"))

    @property
    def sample(self) -> int:
        return SHORT_SAMPLE if self.minutes is None else LONG_SAMPLE

    @property
    def rounds(self) -> range:
        return range(1 if self.minutes is None else 1 + ROUNDS)

    @property
    def recorded(self) -> int:
        """How many sampled combinations of a game are recorded in other processes."""
        return 0 if self.minutes is None else 10

    def least(self, main: bool, counts: int) -> int:
        """Games in the first round of a table with so many numbers of players."""
        if self.minutes is None:
            return (self.games or SHORT_GAMES) * counts if main else 1
        if main:
            return max(LEAST if self.games is None else self.games, counts)
        return counts * (LEAST_SAMPLED if self.games is None else min(LEAST_SAMPLED, self.games))

    def examined(self, main: bool, counts: int, number: int) -> bool:
        """Whether every decision of a game is examined."""
        long = self.minutes is not None or (self.games or 0) >= EXAMINED
        return number < (EXAMINED if main else counts) if long else number == 0 and main

    def share(self, left: int) -> float:
        """When the time of a table is over, if with it so many are left to play; seconds of `time.monotonic`."""
        assert self.minutes is not None
        now, end = time.monotonic(), STARTED + 60 * self.minutes
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        return min(end, now + max(0.0, end - now) * workers / left)
