"""What is played at: every game as it comes, with every set of its expansions, and a sample of all combinations.

The games are found, not named. A game whose rules have errors has no tables here, and one test that says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

import pytest

from rulewright import resources
from rulewright.combining import Combination, Combinations, combinations
from rulewright.errors import RulesError
from rulewright.game import Game, Play
from rulewright.report.diagnostic import Severity

GAMES = resources.games()


@dataclass(frozen=True)
class Unit:
    """A game with expansions and options. `main`: the options are as they come.

    Its games are numbered: the number of players changes fastest, then the seed.
    """

    id: str
    combination: Combination = field(compare=False, repr=False)
    main: bool

    @property
    def game(self) -> str:
        return self.combination.id

    def load(self) -> Game:
        """The game, loaded once while it is in use. Raises RulesError."""
        return _loaded(self)

    @property
    def counts(self) -> range:
        """The numbers of players."""
        low, high = self.load().players
        return range(low, high + 1)

    def table(self, number: int) -> tuple[int, int]:
        """Players and seed of a game."""
        counts = self.counts
        return counts[number % len(counts)], number // len(counts)

    def start(self, number: int) -> Play:
        players, seed = self.table(number)
        return self.load().start(players=players, seed=seed)

    def command(self, number: int) -> str:
        """What shows the same game, with the same bots."""
        players, seed = self.table(number)
        words = [f"--with {name}" for name in self.combination.with_]
        words += [f"--option {name}={value}" for name, value in self.combination.options.items()]
        return " ".join(["rulewright run", self.game, *words, f"--players {players} --seed {seed}"])


def loaded(unit: Unit) -> Game:
    """The game of a table. A combination that its expansions or options forbid is not played: the test is skipped; any
    other error is a mistake in the rules."""
    try:
        return unit.load()
    except RulesError as problem:
        errors = {d.code.slug for d in problem.diagnostics if d.severity is Severity.ERROR}
        if unit.main or not all(slug.startswith("compose/") for slug in errors):
            raise
        pytest.skip(f"not allowed: {', '.join(sorted(errors))}")


@lru_cache(maxsize=32)
def _loaded(unit: Unit) -> Game:
    return unit.combination.load()


@cache
def found(name: str) -> Combinations | None:
    """The combinations of a game; None if its files cannot be read."""
    try:
        return combinations(name)
    except RulesError:
        return None


def main_units(name: str) -> list[Unit]:
    """The game as it comes, and with every set of expansions that go together."""
    of = found(name)
    return [] if of is None else [_unit(group.at(0), group.at(0)) for group in of.groups]


def sampled_units(name: str, most: int) -> list[Unit]:
    """Further combinations, so that all in all there are `most`, or all there are."""
    of = found(name)
    if of is None:
        return []
    as_it_comes = {group.with_: group.at(0) for group in of.groups}
    units = [_unit(each, as_it_comes[each.with_]) for each in of.sample(most, "exam")]
    return [unit for unit in units if not unit.main]


def units(most: int) -> Iterator[Unit]:
    """All of every game, the sampled ones last."""
    for name in GAMES:
        yield from main_units(name)
    for name in GAMES:
        yield from sampled_units(name, most)


def _unit(combination: Combination, as_it_comes: Combination) -> Unit:
    changed = [f"{name}={value}" for name, value in combination.options.items() if as_it_comes.options[name] != value]
    name = "+".join([combination.id, *combination.with_])
    return Unit(",".join([name, *changed]), combination, main=not changed)
