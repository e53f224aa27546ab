"""Several lines that cannot be read: each that is amiss by itself is told, and nothing that follows from another."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulewright.report import Source
from rulewright.syntax.parser import parse

HEAD = 'game several "Several"\nlanguage 1\n'


def told(text: str) -> list[str]:
    """The lines that are told of, without the blanks around them."""
    source = Source("several.rules", HEAD + dedent(text).lstrip("\n"))
    tree, problems = parse(source)
    assert (tree is None) == bool(problems)
    return [source.text.splitlines()[problem.span.line - 1].strip() for problem in problems]


def test_each_line_with_a_mistake_of_its_own_is_told_in_one_block_and_in_others() -> None:
    text = """
        turn:
          set coins to 4
          set coins = 3
          set coins to 5
          repeat 3 times: set coins to 6
        action walk:
          set coins to 7
    """
    assert told(text) == ["set coins to 4", "set coins to 5", "repeat 3 times: set coins to 6", "set coins to 7"]


def test_so_are_rows_of_a_table() -> None:
    text = """
        cards of Slip:
          slip x4 worth; 1
          other worth 2
          third worth: 3
          fourth worth 4
        turn:
          gain gold
    """
    assert told(text) == ["slip x4 worth; 1", "third worth: 3", "gain gold"]


@pytest.mark.parametrize(
    "text",
    [
        "turn:\n  if coins = 1;\n    gain 1 coin\n  else:\n    gain 2 coins\n",
        "turn:\n  set coins to 4\n",
        "turn\n  gain 1 coin\n  gain 2 coins\n",
        "turn:\n  gain 1 coin\n   gain 2 coins\n  gain 3 coins\n",
        "define reach: Int =\n  let two = 2\n  if two = 2; 1\n  else: 3\n",
        "everyone:\n  choose i my hand\n  then: gain 1 coin\n",
        "turn:\n  choose one:\n    take: gain 1 coin;\n    leave: gain 2 coins\n",
    ],
)
def test_what_follows_from_a_mistake_is_not(text: str) -> None:
    assert len(told(text)) == 1


def test_of_one_declaration_only_one_is_told_that_no_cure_is_known_for() -> None:
    lines = "  zog zog zog\n" * 5
    assert told(f"turn:\n{lines}action walk:\n{lines}") == ["zog zog zog"] * 2


def test_ten_are_enough() -> None:
    assert len(told("turn:\n" + "  set coins to 4\n" * 30)) == 10
