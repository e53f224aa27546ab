"""Whatever is in a file, reading it ends soon, in a tree or in one message that points into the text. Times are of the
processor, so that a busy machine makes no difference.
"""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.report import Source, codes, draw
from rulewright.syntax.parser import parse
from syntax.blocks_of_rules import BLOCKS, PIECES

WHOLE = "\n".join(BLOCKS.values())
DEEP = {
    "brackets": "const a = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
    "blocks": "turn:\n" + "".join(" " * (depth + 1) + "if a:\n" for depth in range(2000)) + " " * 2001 + "stop\n",
    "minus signs": "const a = " + "-" * 5000 + "1\n",
    "not": "define a: Bool = " + "not " * 5000 + "b\n",
    "sums": "const a = 1" + " + 1" * 5000 + "\n",
    "parts": "const a = b" + ".c" * 5000 + "\n",
    "keys": "const a = b" + "[1]" * 5000 + "\n",
    "of": "const a = " + "count of " * 5000 + "b\n",
    "choices": "const a = " + "if a then 1 else " * 5000 + "2\n",
    "lets": "define a: Int =\n" + "  let b = 1\n" * 5000 + "  b\n",
    "lines in lines": "turn: " + "if a: " * 5000 + "stop\n",
    "otherwise": "turn: " + "do a else " * 5000 + "stop\n",
    "else if": "turn:\n  if a: stop\n" + "  else if b: stop\n" * 1000,
    "else if in a value": "define a: Int =\n  if b: 1\n" + "  else if c: 2\n" * 1000 + "  else: 3\n",
    "types": "define a(b: " + "list of " * 5000 + "Int): Int = 1\n",
    "words": "const a = {" + "1, " * 60_000 + "1}\n",
}


@pytest.mark.parametrize("name", DEEP)
def test_what_is_nested_too_deep_is_told_as_that(name: str) -> None:
    tree, problems = parse(Source("a.rules", DEEP[name]))
    assert tree is None
    assert [problem.code for problem in problems] == [codes.TOO_LARGE]
    assert draw(problems[0])


LONG = {
    "statements": "turn:\n" + "  gain 1 coin\n" * 2000,
    "statements on a line": "turn: " + "stop; " * 2000 + "stop\n",
    "items of a set": "const a = {" + "1, " * 5000 + "1}\n",
    "else if": "turn:\n  if a: stop\n" + "  else if b: stop\n" * 50,
    "words of a reply": 'scenario "a":\n  when a: ' + "b " * 2000 + "\n",
    "a name": "const " + "a" * 100_000 + " = 1\n",
    "a text": 'const a = "' + "b" * 100_000 + '"\n',
    "blank lines": "\n" * 100_000 + "const a = 1\n",
    "a comment": "#" * 100_000 + "\nconst a = 1\n",
}


@pytest.mark.parametrize("name", LONG)
def test_what_is_only_long_is_read(name: str) -> None:
    start = time.process_time()
    tree, problems = parse(Source("a.rules", LONG[name]))
    assert problems == ()
    assert tree is not None
    assert time.process_time() - start < 5


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_text_gives_messages_in_the_text(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(list(BLOCKS.values())))
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 12)))
    tree, problems = parse(Source("a.rules", text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:]))
    assert (tree is None) == bool(problems)
    assert len({problem.span.line for problem in problems}) == len(problems), "a line has one problem"
    assert [problem.span.start for problem in problems] == sorted(problem.span.start for problem in problems)
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(problem.span.source.text)
        assert problem.message
        assert "_NEWLINE" not in draw(problem)
        assert "Token" not in draw(problem)


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_any_text_at_all(text: str) -> None:
    tree, problems = parse(Source("a.rules", text))
    assert (tree is None) == (len(problems) == 1)
    assert all(draw(problem) for problem in problems)


def test_a_thousand_lines_are_read_in_a_fraction_of_a_second() -> None:
    text = WHOLE * (1000 // WHOLE.count("\n") + 1)
    parse(Source("a.rules", text))
    best = min(timed(text) for _ in range(3))
    assert best < 2.0  # a tenth of it on a fast machine


def timed(text: str) -> float:
    start = time.process_time()
    assert parse(Source("a.rules", text))[0]
    return time.process_time() - start


QUICKLY_REFUSED = {
    "choices": "const a = " + "if a then 1 else " * 100_000 + "2\n",
    "digits": "const a = " + "1" * 500_000 + ".5\n",
    "choose": "turn: " + "choose " * 100_000 + "from x\n",
    "a name that is none": "const " + "ü" * 300_000 + "≤ = 1\n",
    "parts to set": "turn:\n  " + "a." * 200_000 + "b 3\n",
    "an unknown word": "turn:\n  " + "chose" * 100_000 + " x\n",
    "quotes": 'const a = "' + '" "' * 100_000 + "\n",
}


@pytest.mark.parametrize("name", QUICKLY_REFUSED)
def test_what_cannot_be_read_is_refused_in_time(name: str) -> None:
    start = time.process_time()
    tree, problems = parse(Source("a.rules", QUICKLY_REFUSED[name]))
    assert tree is None
    assert len(problems) == 1
    assert time.process_time() - start < 5
