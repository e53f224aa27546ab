"""What a designer reads about a text that cannot be read: the drawings in messages.md, and what holds for all of them.

Run as a program it records the drawings again.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from error_pages import pages, whole
from rulewright.report import Source, draw
from rulewright.syntax.parser import parse

GOLDEN = Path(__file__).parent / "messages.md"
CASE = re.compile(r"^## (?P<title>[^\n]+)\n\n```rules\n(?P<text>.*?)```\n\n```text\n(?P<drawn>.*?)```$", re.M | re.S)
CASES = list(CASE.finditer(GOLDEN.read_text("utf-8")))
PAGES = [page for page in pages() if page.fails.language == "rules"]
TOLD_LATER = ("syntax/header", "syntax/language-version", "syntax/swallowed-condition")


def drawn(text: str) -> str:
    tree, problems = parse(Source("example.rules", text))
    assert tree is None
    return "\n\n".join(map(draw, problems)) + "\n"


def test_there_are_cases() -> None:
    assert len(CASES) == GOLDEN.read_text("utf-8").count("\n## ") > 60


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_what_is_said(case: re.Match[str]) -> None:
    assert drawn(case["text"]) == case["drawn"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.slug)
def test_the_pages_about_messages_show_what_they_say(page) -> None:
    tree, problems = parse(Source("page.rules", whole(page.fails.text)))
    if page.slug.startswith("syntax/") and page.slug not in TOLD_LATER:
        assert [problem.code.slug for problem in problems] == [page.slug]
        assert page.fails.text.splitlines()[-1] or tree is None
    else:
        assert problems == (), "what is wrong here is found by a later stage"
    assert parse(Source("page.rules", whole(page.works.text)))[1] == ()


def test_of_many_declarations_that_cannot_be_read_ten_are_told() -> None:
    _, problems = parse(Source("a.rules", "zone heap Number\n" * 40))
    assert [problem.span.line for problem in problems] == list(range(1, 11))


def test_reading_does_not_go_on_behind_what_may_swallow_the_rest() -> None:
    for broken in ("define rich: Bool = (3\n", 'action rest "Rest:\n  stop\n', "action rest:\n\tstop\n"):
        _, problems = parse(Source("a.rules", f"{broken}zone heap Number\n"))
        assert [problem.span.line for problem in problems] in ([1], [2]), broken


def record() -> None:
    text = GOLDEN.read_text("utf-8")
    GOLDEN.write_text(CASE.sub(_recorded, text), "utf-8")


def _recorded(case: re.Match[str]) -> str:
    return f"## {case['title']}\n\n```rules\n{case['text']}```\n\n```text\n{drawn(case['text'])}```"


if __name__ == "__main__":
    record()
