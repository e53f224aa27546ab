"""Lines that are too long for the window."""

from __future__ import annotations

import pytest

from rulewright_tools.text import wrapped


def test_a_number_stays_with_what_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert wrapped("deck: 12 hidden (known: iris, 2 sunflower)") == "deck: 12 hidden (known: iris,\n  2 sunflower)"
