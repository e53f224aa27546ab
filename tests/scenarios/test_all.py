"""Every scenario comes out: those of the games, and those of the small rules beside these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import loader, resources
from rulewright.report.draw import draw
from rulewright.scenarios import Report, run_all

RULES = sorted((Path(__file__).parent.parent / "rules").glob("*.rules"))


def failures(report: Report) -> str:
    problems = [*report.diagnostics, *(failure for outcome in report.failed for failure in outcome.failures)]
    return "\n\n".join(draw(problem) for problem in problems)


@pytest.mark.parametrize("game", resources.games())
def test_the_scenarios_of_a_game_come_out_and_reach_all_its_rules(game: str) -> None:
    """A rule that no worked example reaches is a rule that nobody has compared with the rulebook."""
    report = run_all(game, cover=True)
    assert report.outcomes, f"{game} has no scenarios"
    assert report.passed, failures(report)
    assert report.coverage is not None
    assert len(report.coverage.points) > 20
    missing = [f"{point.kind} {point.name} ({point.span})" for point in report.coverage.unreached()]
    assert not missing, f"nothing reaches {', '.join(missing)}"


@pytest.mark.parametrize("path", RULES, ids=[path.stem for path in RULES])
def test_the_scenarios_of_small_rules_come_out(path: Path) -> None:
    report = run_all(path)
    assert report.passed, failures(report)


def test_there_are_small_rules_with_scenarios() -> None:
    assert sum(len(loader.read_files(path).scenarios) for path in RULES) > 30
