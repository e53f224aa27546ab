"""Every case in Markdown gives the messages it announces, each on its line, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases.harness import FOLDER, MAIN, Case, cases, cases_in, check, messages
from rulewright.report import codes

CASES = list(cases())


def test_there_are_cases() -> None:
    assert len(CASES) > 150
    assert len({case.path.parent for case in CASES} - {FOLDER}) > 8
    assert len({case.name for case in CASES}) == len(CASES)


def test_the_game_of_the_cases_checks_without_a_message() -> None:
    assert messages(Case(Path("none.md"), "nothing", {MAIN: "# nothing\n"})) == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_gives_the_messages_it_announces(case: Case) -> None:
    check(case)


def test_a_case_that_is_wrong_is_found_out() -> None:
    not_announced = "# Wrong\n```rules\nvar luck: Int = lukc\n```\n"
    not_given = '# Wrong\n```rules\nvar luck: Int = 1   # error: [name/unknown] "x"\n```\n'
    for text in (not_announced, not_given):
        (case,) = cases_in(FOLDER / "wrong.md", text)
        with pytest.raises(AssertionError):
            check(case)


@pytest.mark.parametrize("stage", ["name", "type", "compose", "flow", "effect", "score", "table", "later", "style"])
def test_every_code_of_the_semantics_has_a_case(stage: str) -> None:
    shown = {expected.code for case in CASES for expected in case.expected}
    wanted = {slug for slug, code in codes.CODES.items() if code.stage == stage}
    assert wanted
    assert wanted - shown == set()
