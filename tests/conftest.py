"""What all tests share: hypothesis gives the same examples every time, and the exam is as long as asked."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

import loading

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

SHORT_GAMES = 3
"""So many random games are enough when nothing is asked for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, metavar="N", help="random games for each game and number of players in tests/exam"
    )
    parser.addoption("--minutes", type=float, metavar="M", help="tests/exam plays for so long")


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(50_000, 20, 20)  # trees are many small things that stay, and looking through them finds no garbage
    if not _is_long(config):
        loading.remember()


def _is_long(config: pytest.Config) -> bool:
    return config.getoption("--games") is not None or config.getoption("--minutes") is not None


@pytest.fixture(scope="session")
def long_run(pytestconfig: pytest.Config) -> bool:
    """Whether this is the exam, which takes its time."""
    return _is_long(pytestconfig)


@pytest.fixture(scope="session")
def random_games(pytestconfig: pytest.Config) -> int:
    """How many random games a test plays at each table."""
    count: int | None = pytestconfig.getoption("--games")
    return SHORT_GAMES if count is None else count


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Rounds that share what is left of the time come last."""
    items.sort(key=lambda item: getattr(item, "callspec", None) is not None and item.callspec.params.get("round", 0))


def pytest_collection_finish() -> None:
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What the exam has played: how many combinations of each game, and after a run with `--minutes` each with how many
    games."""
    games: dict[str, Counter[int]] = {}
    tables: dict[str, set[str]] = {}
    there: dict[str, int] = {}
    decisions = 0
    for told in _told(terminalreporter):
        games.setdefault(told["unit"], Counter()).update({int(players): n for players, n in told["games"].items()})
        tables.setdefault(told["game"], set()).add(told["unit"])
        there[told["game"]] = told["combinations"]
        decisions += told["decisions"]
    if not games:
        return
    if config.getoption("--minutes") is not None:
        terminalreporter.section("the exam has played")
        for unit, counts in sorted(games.items()):
            by_players = ", ".join(f"{count} with {players}" for players, count in sorted(counts.items()))
            terminalreporter.write_line(f"{unit}: {counts.total()} games ({by_players})")
    sample = ", ".join(f"{game} {len(units)} of {there[game]}" for game, units in sorted(tables.items()))
    total = sum(counts.total() for counts in games.values())
    terminalreporter.write_line(f"exam: combinations of options and expansions: {sample}")
    terminalreporter.write_line(f"exam: {total:,} random games, {decisions:,} decisions")


def _told(terminalreporter: pytest.TerminalReporter) -> Iterator[dict[str, Any]]:
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                yield from (told for name, told in report.user_properties if name == "exam")
