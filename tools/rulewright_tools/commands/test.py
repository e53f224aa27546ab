"""`rulewright test`: scenarios are played. In: a game, a file of scenarios, or nothing: all games. Out: what fails."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rulewright import resources
from rulewright.report import draw
from rulewright.report.signs import visible
from rulewright.scenarios import Coverage, Report, run_all
from rulewright_tools import problems
from rulewright_tools.text import coloured, counted

GAMES = 10
"""So many random games count for the coverage besides the scenarios."""


def run(options: argparse.Namespace) -> int:
    names = [options.game] if options.game is not None else resources.games()
    games = GAMES if options.coverage else 0
    passed = True
    data: dict[str, Any] = {}
    for name in names:
        report = run_all(name, options.with_, cover=options.coverage, games=games)
        passed = passed and report.passed
        if options.json:
            data[name] = report.to_json()
        else:
            _show(name, report)
            if report.coverage is not None:
                _show_coverage(report.coverage)
    if options.json:
        whole = {"format": "rulewright tests", "version": 1, "passed": passed, "games": data}
        print(json.dumps(whole, ensure_ascii=False, indent=2))
    return problems.FINE if passed else problems.NO


def _show(name: str, report: Report) -> None:
    color = coloured(sys.stdout)
    problems.show(report.diagnostics, sys.stdout)
    for outcome in report.failed:
        source = f", {outcome.source}" if outcome.source else ""
        print(f"FAILED {outcome.span.source.name}:{outcome.span.line} {outcome.title}{source}")
        for failure in outcome.failures:
            print(draw(failure, color))
        print()
    total, failed = len(report.outcomes), len(report.failed)
    how = f"{failed} of them {'fails' if failed == 1 else 'fail'}" if failed else "all come out" if total else "none"
    print(f"{visible(name)}: {counted(total, 'scenario')}, {how}")


def _show_coverage(coverage: Coverage) -> None:
    scenarios, games, total = coverage.share()
    print(f"  of {counted(total, 'part')} of the rules scenarios reach {scenarios}, {GAMES} random games {games}")
    missing = coverage.unreached()
    if missing:
        print("  never reached:")
    for point in missing:
        print(f"    {point.span.source.name}:{point.span.line}  {point.kind} {point.name}")
