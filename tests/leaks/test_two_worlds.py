"""What players are shown tells nothing they may not know: every game, in two worlds at once.

`--games N`: so many games of each table; `--minutes M`: for so long, all tables sharing it. See `looking`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from exam.length import Length
from exam.tables import Unit, loaded, units
from leaks.looking import Report, search

PLACES, FEW_PLACES = 40, 3
"""In so many places of a game each player looks at another world, in a long run and in a short one."""
SHARE = 0.1
"""How much of the time given by `--minutes` goes into this."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    length = Length.of(metafunc.config)
    if "unit" in metafunc.fixturenames:
        found = [unit for unit in units(length.sample) if length.minutes is not None or length.games or unit.main]
        metafunc.parametrize("unit", found, ids=[unit.id for unit in found])


def numbers(unit: Unit, length: Length, among: int) -> Iterator[int]:
    """The games to be looked at: in a short run one with the most players, who hide more from each other."""
    if length.minutes is None:
        yield from range(length.games * len(unit.counts)) if length.games else [len(unit.counts) - 1]
        return
    end = time.monotonic() + 60 * length.minutes * SHARE / among
    number = 0
    while number < len(unit.counts) or time.monotonic() < end:
        yield number
        number += 1


def test_nobody_can_tell_two_worlds_apart(unit: Unit, pytestconfig: pytest.Config) -> None:
    loaded(unit)
    length = Length.of(pytestconfig)
    whole = Report()
    short = length.minutes is None and not length.games
    among = 1 if short else sum(1 for _ in units(length.sample))
    for number in numbers(unit, length, among):
        players, seed = unit.table(number)
        play = unit.load().start(players=players, seed=seed, keep_journal=True)
        found = search(play, seed, places=FEW_PLACES if short else PLACES)
        whole.add(found)
        assert not found.leaks, f"{unit.command(number)}\n" + "\n".join(map(str, found.leaks[:5]))
    assert whole.walks and whole.steps
    zones = unit.load().program.zones.values()
    if whole.walks > 60 and any(zone.seen_by_owner or zone.hidden for zone in zones):
        assert whole.differing, "no other world was other for anybody"
