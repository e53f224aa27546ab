"""What may go on for ever, or take too long to look through."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.game_text import analysed
from rulewright.report import Severity


def test_a_loop_that_changes_nothing_never_ends(tmp_path: Path) -> None:
    found = analysed(tmp_path, "turn:\n  repeat while my coins > 2: set my energy = 1\n")
    assert found.problems == ["flow/no-progress 2"]
    assert found.analysed.problems[0].severity is Severity.ERROR


def test_a_loop_that_uses_something_up_ends(tmp_path: Path) -> None:
    found = analysed(tmp_path, "turn:\n  repeat while my coins > 2: lose 1 coin\n")
    assert not found.problems


def test_an_item_that_costs_nothing_can_be_done_for_ever(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  any order:
    may rest, any number
    may work, any number if my coins > 0
action rest: set my energy = 1
action work: lose 1 coin
""",
    )
    assert found.problems == ["flow/no-progress 4"]
    assert found.analysed.problems[0].severity is Severity.WARNING


@pytest.mark.parametrize(("many", "ways"), [("any number of", "more than 1,000,000,000"), ("2", "up to 143,641")])
def test_many_ways_to_look_through_are_told(tmp_path: Path, many: str, ways: str) -> None:
    found = analysed(
        tmp_path,
        f"""
turn:
  choose {many} cs in my won
  move cs to discard
  choose {many} ds in display
  move ds to discard
  require count of discard = 7
""",
    )
    assert "flow/costly-look-ahead 5" in found.problems
    (costly,) = (problem for problem in found.analysed.problems if problem.code.slug == "flow/costly-look-ahead")
    assert costly.message == f"{ways} ways may have to be looked through to offer this"
