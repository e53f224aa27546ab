"""A misspelt word of the language is told where it stands, not where the line stops making sense."""

from __future__ import annotations

import pytest

from rulewright.report.span import Source
from rulewright.syntax.parser import parse

LINES = (
    ("zone hand: Card\nacton play: do rest\n", "acton", "action"),
    ("action play: choose card ni hand\n", "ni", "in"),
    ("action play: mvoe card to hand\n", "mvoe", "move"),
    ("action play: move card tp hand\n", "tp", "to"),
    ("action play: place card in map\n", "in", "on"),
    ("define open: ste of Card = hand\n", "ste", "set"),
    ("define open: set of Card = hand whree its rank > 3\n", "whree", "where"),
    ("define open: set of Card = (nw my hand)\n", "nw", "no"),
    ("define open: Int = count of mu hand\n", "mu", "my"),
    ("action play:\n  do rest\n  ever_yone:\n    choose card in hand\n", "ever_yone", "everyone"),
    ("cards of Card: fire xx2 cost 3: use: do rest\n", "xx2", "x2"),
)


@pytest.mark.parametrize(("text", "written", "meant"), LINES, ids=[written for _, written, _ in LINES])
def test_the_word_that_was_meant(text: str, written: str, meant: str) -> None:
    tree, problems = parse(Source("a.rules", f'game a "A"\n{text}'))
    assert tree is None
    assert (problems[0].span.text, problems[0].help) == (written, f"did you mean `{meant}`?")
    assert [edit.text for fix in problems[0].fixes for edit in fix.edits] == [meant]


def test_a_word_that_makes_no_line_is_not_offered() -> None:
    tree, problems = parse(Source("a.rules", 'game a "A"\naction play: mvoe mvoe mvoe to\n'))
    assert tree is None
    assert problems[0].help is None or "move" not in problems[0].help or problems[0].span.text == "mvoe"
