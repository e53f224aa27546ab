"""Cures as data: which are offered, which are certain, and what an editor would have after them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.harness import FOLDER, MAIN, Case, messages
from rulewright.report import Cell, Diagnostic, Fix, Label, Report, Source, Span, codes
from rulewright.report.fixes import respelling


def after(fix: Fix) -> str:
    """The text with the edits of a fix, which lie in one text and apart from each other."""
    (source,) = {edit.span.source for edit in fix.edits}
    text = source.text
    end = len(text)
    for edit in sorted(fix.edits, key=lambda each: each.span.start, reverse=True):
        assert edit.span.end <= end
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        end = edit.span.start
    return text


def found(text: str) -> tuple[Diagnostic, ...]:
    return messages(Case(FOLDER / "mended.md", "", {MAIN: text}))


def mended(text: str) -> tuple[bool, str]:
    """The one fix of the one message about the text: whether it is certain, and the lines that are there then."""
    (diagnostic,) = found(text)
    (fix,) = diagnostic.fixes
    return fix.certain, after(fix)[: -len(_behind(text))] if _behind(text) else after(fix)


def _behind(text: str) -> str:
    """The game of the cases, which is put behind the lines."""
    (diagnostic,) = found(text)
    return diagnostic.span.source.text[len(text) :]


ACTION = "action tidy:\n  choose c in my hand\n  "
CERTAIN = {
    "a letter too few": (f"{ACTION}move c to discrd\n", f"{ACTION}move c to discard\n"),
    "letters swapped": (f"{ACTION}move c to discrad\n", f"{ACTION}move c to discard\n"),
    "other case": (f"{ACTION}move c to Discard\n", f"{ACTION}move c to discard\n"),
    "an attribute": ("define low: Int = sum of my hand.valu\n", "define low: Int = sum of my hand.value\n"),
    "a type": ("zone shed: Numbr\n", "zone shed: Number\n"),
    "a value": ("define low: Bool = trump = bels\n", "define low: Bool = trump = bells\n"),
    "a word at the margin": ("zoen shed: Number\n", "zone shed: Number\n"),
    "a word in a block": (f"{ACTION}mov c to discard\n", f"{ACTION}move c to discard\n"),
    "no colon": ("action tidy\n  do toss\n", "action tidy:\n  do toss\n"),
    "two signs for equal": ("define low: Bool = 3 == my coins\n", "define low: Bool = 3 = my coins\n"),
    "a dash": ("define low: Int = 3 \N{EN DASH} 2\n", "define low: Int = 3 - 2\n"),
    "at most": ("define low: Bool = 3 \N{LESS-THAN OR EQUAL TO} 2\n", "define low: Bool = 3 <= 2\n"),
    "curly quotes": (
        "action tidy \N{LEFT DOUBLE QUOTATION MARK}Tidy up\N{RIGHT DOUBLE QUOTATION MARK}:\n  do toss\n",
        'action tidy "Tidy up":\n  do toss\n',
    ),
    "else if": (f"{ACTION}if yes:\n    do toss\n  elif no:\n    do toss\n", None),
    "ampersands": ("define low: Bool = yes&&no\n", "define low: Bool = yes and no\n"),
    "tabs": ("action tidy:\n\tif yes:\n\t\tdo toss\n", "action tidy:\n    if yes:\n        do toss\n"),
    "a line twice": ("const high = 3\nconst high = 3\n", "const high = 3\n"),
    "two dots for one": ("define low: Int = sum of (c..value for c in trick)\n", None),
    "a plural that is not declared": (
        "piece Stone: 9 per Player\ndefine low: Int = count of my stones\n",
        "piece Stone (stones): 9 per Player\ndefine low: Int = count of my stones\n",
    ),
    "a plural that is missed twice": (
        "piece Stone: 9 per Player\ndefine low: Int = count of my stones + count of stones\n",
        "piece Stone (stones): 9 per Player\ndefine low: Int = count of my stones + count of stones\n",
    ),
    "a type of another language": ("var motto: string\n", "var motto: Text\n"),
    "a hand that is empty": ("define low: Bool = my hand is empty\n", "define low: Bool = no my hand\n"),
    "a comment of another language": ("// high\nconst high = 3\n", "# high\nconst high = 3\n"),
}


@pytest.mark.parametrize("name", CERTAIN)
def test_a_sure_cure_is_certain(name: str) -> None:
    text, wanted = CERTAIN[name]
    certain, mended_text = mended(text)
    assert certain
    assert mended_text == (wanted or text.replace("elif", "else if").replace("..", "."))


OFFERED = {
    "two letters off": (f"{ACTION}move c to diskart\n", f"{ACTION}move c to discard\n"),
    "two names as near": ("var palm: Int\nvar pale: Int\ndefine low: Int = pald\n", None),
    "an action where a value is meant": ("define low: Int = tos\n", "define low: Int = toss\n"),
    "a zone where a number is meant": ("define low: Int = trik + 1\n", "define low: Int = trick + 1\n"),
    "a sign that may be an arrow": ("define low: Bool = 3 => 2\n", "define low: Bool = 3 >= 2\n"),
    "a change without its word": ("action tidy:\n  coins = 3\n", "action tidy:\n  set coins = 3\n"),
    "an action without its word": ("action tidy:\n  toss(3)\n", "action tidy:\n  do toss(3)\n"),
}


@pytest.mark.parametrize("name", OFFERED)
def test_what_hangs_on_what_was_meant_is_offered(name: str) -> None:
    text, wanted = OFFERED[name]
    (diagnostic, *_) = found(text)
    (fix,) = diagnostic.fixes
    assert not fix.certain
    assert wanted is None or after(fix).startswith(wanted)


def test_of_two_cures_none_is_certain() -> None:
    (diagnostic,) = found("define half: Int = 5 / 2\n")
    assert [fix.certain for fix in diagnostic.fixes] == [False, False]
    assert [after(fix).splitlines()[0].partition("= ")[2] for fix in diagnostic.fixes] == [
        "5 / 2 rounded down",
        "5 / 2 rounded up",
    ]


def test_nothing_near_is_no_fix() -> None:
    (diagnostic,) = found("define low: Int = zzzzzz\n")
    assert diagnostic.fixes == ()


def test_a_name_in_the_rules_of_a_cell_is_exchanged_where_it_stands() -> None:
    table = Source("cards.csv", 'name,effect\nfox,"move c to discrad"\n')
    start = table.text.index("move")
    cell = Span(table, start, start + len("move c to discrad"), Cell(1, "effect"))
    (fix,) = respelling(cell, "discrad", ["discard"])
    assert after(fix) == 'name,effect\nfox,"move c to discard"\n'
    twice = Span(Source("cards.csv", "x + x"), 0, 5, Cell(1, "n"))
    assert respelling(twice, "x", ["X"]) == ()


def test_a_place_with_another_text_than_the_name_has_no_fix() -> None:
    source = Source("library.rules", "move c to pile\n")
    assert respelling(Span(source, 10, 14), "discrad", ["discard"]) == ()


def test_a_doubled_declaration_with_a_block_is_left_alone() -> None:
    source = Source("a.rules", "card Beast\n  size: Int\ncard Beast\n  size: Int\n")
    report = Report()
    second = source.text.rindex("Beast")
    label = Label(Span(source, 5, 10), "the first is here")
    report.error(codes.DUPLICATE, Span(source, second, second + 5), "twice", labels=[label])
    assert report.diagnostics[0].fixes == ()


@given(st.text("abcé", min_size=1, max_size=6), st.lists(st.text("abcé", min_size=1, max_size=6), max_size=6))
def test_a_respelling_puts_a_known_name_in_its_place_and_is_certain_only_alone(name: str, known: list[str]) -> None:
    source = Source("a.rules", f"move c to {name}\n")
    for fix in respelling(Span(source, 10, 10 + len(name)), name, known):
        assert fix.edits[0].text in known
        assert after(fix) == f"move c to {fix.edits[0].text}\n"
        if fix.certain:
            assert abs(len(fix.edits[0].text) - len(name)) <= 1
