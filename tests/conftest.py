"""What all tests share: hypothesis gives the same examples every time, and the exam is as long as asked."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, default=3, metavar="N", help="random games played for each game in tests/exam"
    )


@pytest.fixture(scope="session")
def random_games(pytestconfig: pytest.Config) -> int:
    """How many random games the exam plays for each game."""
    count: int = pytestconfig.getoption("--games")
    return count
