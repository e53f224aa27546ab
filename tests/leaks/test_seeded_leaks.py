"""The search for leaks finds those put in on purpose, and none where there is none. `-s` shows who caught what."""

from __future__ import annotations

from functools import cache

import pytest

from leaks.looking import Report
from leaks.seeded import SEEDED, Seeded, catch, sound


@pytest.mark.parametrize("leak", SEEDED, ids=lambda leak: leak.name)
def test_a_leak_is_found(leak: Seeded) -> None:
    caught = catch(leak)
    print(f"\n{leak.name}: {caught}")
    assert caught is not None


@pytest.mark.parametrize("leak", SEEDED, ids=lambda leak: leak.name)
def test_without_it_nothing_is_found(leak: Seeded) -> None:
    report = _sound(leak.sound) if leak.sound in (other.sound for other in SEEDED[:1]) else sound(leak, 0)
    assert report.leaks == []
    assert report.differing > 5
    assert report.steps > 50


@cache
def _sound(_: object) -> Report:
    """The rules that most of them are put into, searched once."""
    report = Report()
    for seed in range(4):
        report.add(sound(SEEDED[0], seed))
    return report
