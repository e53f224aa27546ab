"""A formatted text says the same, keeps every comment, and looks alike whatever it looked like before.

What it looks like is in formatted.md. Run as a program, this records the formatted texts there again.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.report import Source
from rulewright.syntax.formatting import formatted
from rulewright.syntax.parser import parse
from rulewright.syntax.printer import show
from syntax.blocks_of_rules import BLOCKS, EXAMPLES, ROOT, TEXTS
from syntax.layouts import Disturbed, comments

GOLDEN = Path(__file__).parent / "formatted.md"
CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n(?P<why>.*?)```rules\n(?P<ugly>.*?)```\n\n```rules\n(?P<pretty>.*?)```$", re.M | re.S
)
CASES = list(CASE.finditer(GOLDEN.read_text("utf-8")))

SHIPPED = sorted(
    path
    for folder in ("games", "stdlib", "tools/rulewright_tools", "tests")
    for path in (ROOT / folder).rglob("*.rules")
    if path.parent != Path(__file__).parent / "blocks"  # odd on purpose
)

SMALL = sorted(name for name, text in TEXTS.items() if len(text) < 2500)


def laid_out(text: str) -> str:
    found, problems = formatted(Source("example.rules", text))
    assert found is not None, problems[0].message
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_how_it_looks(case: re.Match[str]) -> None:
    assert laid_out(case["ugly"]) == case["pretty"]
    assert laid_out(case["pretty"]) == case["pretty"]


def test_there_are_cases() -> None:
    assert len(CASES) == GOLDEN.read_text("utf-8").count("\n## ") > 20


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_shipped_is_formatted(path: Path) -> None:
    """If this fails: `rulewright fmt` and the file."""
    text = path.read_bytes().decode("utf-8")
    assert laid_out(text) == text


def test_all_that_is_shipped_was_found() -> None:
    assert len(SHIPPED) > 100


# ------------------------------------------------------------------ any layout


@settings(max_examples=30)
@given(st.sampled_from(SMALL), st.integers(0, 2**32))
def test_the_rules_and_the_comments_stay(name: str, seed: int) -> None:
    disturbed = Disturbed(TEXTS[name], Random(seed))
    tree, _ = parse(Source(name, disturbed.text))
    text = laid_out(disturbed.text)
    assert parse(Source(name, text))[0] == tree
    assert comments(text) == comments(disturbed.text) == disturbed.remarks
    assert laid_out(text) == text
    lines = text.split("\n")
    assert lines.pop() == ""
    for line in lines:
        words = line.lstrip(" ")
        assert line == line.rstrip(" \t\r")
        assert (len(line) - len(words)) % 2 == 0 or words.startswith("#")
    assert "\n\n\n" not in text
    assert "\r" not in text
    assert not text.startswith(("\n", "\ufeff"))
    assert not text.endswith("\n\n")


@settings(max_examples=12)
@given(st.sampled_from(SMALL), st.integers(0, 2**32))
def test_blanks_and_indents_make_no_difference(name: str, seed: int) -> None:
    """Columns apart: those are kept, and may come about by chance."""
    disturbed = Disturbed(TEXTS[name], Random(seed), remarks=False, breaks=False)
    again = Disturbed(TEXTS[name], Random(seed + 1), remarks=False, breaks=False)
    one, other = (re.sub(r"(\S) +", r"\1 ", laid_out(text)) for text in (disturbed.text, again.text))
    assert one == other


@pytest.mark.parametrize("name", sorted(BLOCKS) + sorted(EXAMPLES)[:40])
def test_a_printed_tree_is_formatted(name: str) -> None:
    """Where no line is too long: the printer, which messages and `diff` use, lays out as the formatter does."""
    tree, _ = parse(Source(name, TEXTS[name]))
    assert tree is not None
    printed = show(tree)
    if max(map(len, printed.splitlines()), default=0) <= 120:
        assert laid_out(printed) == printed


# ------------------------------------------------------------------ what cannot stand in a page


@pytest.mark.parametrize(
    ("text", "pretty"),
    [
        ("", ""),
        ("\n \r\n\n", ""),
        ("\ufeff", ""),
        ("\ufeff# alone", "# alone\n"),
        ("   # deep  \r\n\t# deeper\r\n\r\n", "# deep\n# deeper\n"),
        ("# a\rb\ngame x", "# a b\ngame x\n"),
        ("\n\ngame x # end", "game x  # end\n"),
        ("game x\r\nturn:\r\n\tstop".replace("\t", "        "), "game x\nturn:\n  stop\n"),
        ("game x\nturn:\n  stop\t\n  # last", "game x\nturn:\n  stop\n  # last\n"),
        ("game x\nturn:\n  stop\n# last", "game x\nturn:\n  stop\n# last\n"),
        ("const a\t=\t(\r\n\t1\t# one\r\n\r\n\r\n\t)", "const a = (\n  1  # one\n)\n"),
        ('const a = "  two  #  " # three', 'const a = "  two  #  "  # three\n'),
    ],
)
def test_ends_and_odd_signs(text: str, pretty: str) -> None:
    if "\r" in text.replace("\r\n", ""):
        assert parse(Source("odd.rules", text))[0] is None, "a lone carriage return ends a comment on the first line"
        text = f"\n{text}"
    assert laid_out(text) == pretty
    assert laid_out(pretty) == pretty


def test_what_cannot_be_read_is_told() -> None:
    text, problems = formatted(Source("bad.rules", "game x\nturn:\n\tstop\n"))
    assert text is None
    assert [problem.code.slug for problem in problems] == ["syntax/tab-indent"]


def test_deep_blocks_and_brackets() -> None:
    depth = 28
    text = "".join(f"{' ' * (3 * n)}if a:\n" for n in range(depth))
    assert laid_out(f"turn:\n{text}{' ' * 90}stop\n".replace("\n", "\n ").rstrip(" ")).endswith(f"\n{'  ' * 29}stop\n")
    assert laid_out(f"const a = {'( ' * depth}1{' )' * depth}") == f"const a = {'(' * depth}1{')' * depth}\n"


def test_long_lists_are_broken_at_once() -> None:
    spaces = ", ".join(f"r{n}c{n}" for n in range(1000))
    text = laid_out(f"const a = {{{spaces}}}")
    assert max(map(len, text.splitlines())) <= 120
    assert laid_out(text) == text


def record() -> None:
    text = GOLDEN.read_text("utf-8")
    GOLDEN.write_text(
        CASE.sub(lambda case: case[0][: -len(case["pretty"]) - 3] + laid_out(case["ugly"]) + "```", text), "utf-8"
    )


if __name__ == "__main__":
    record()
