"""Where a node is said to stand: from its first word to its last, inside the node around it."""

from __future__ import annotations

import pytest

from rulewright.report import Source
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from syntax.blocks_of_rules import BLOCKS
from syntax.test_grammar import nodes, parsed

TEXT = """\
game islands "Islands"   # a comment

turn:
  gain 1 coin   # another
  if any hand:
    stop

  else: do rest


define best: Int = 3 * count of (hand where it in deck)  # last
cards of Spell:
  fire "Fire" x2 cost 3: deed: gain 1 coin; stop
"""


def spans(kind: type[ast.Node], text: str = TEXT) -> list[str]:
    return [node.span.text for node in nodes(parsed(text)) if type(node) is kind]


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (ast.Header, ['game islands "Islands"']),
        (ast.Change, ["gain 1 coin", "gain 1 coin"]),
        (ast.If, ["if any hand:\n    stop\n\n  else: do rest"]),
        (ast.Arm, ["if any hand:\n    stop"]),
        (ast.Turn, [TEXT[TEXT.index("turn:") : TEXT.index("\n\n\ndefine")]]),
        (ast.Define, ["define best: Int = 3 * count of (hand where it in deck)"]),
        (ast.Of, ["count of (hand where it in deck)"]),
        (ast.Group, ["(hand where it in deck)"]),
        (ast.Where, ["hand where it in deck"]),
        (ast.Row, ['fire "Fire" x2 cost 3: deed: gain 1 coin; stop']),
        (ast.Inline, ["cost 3"]),
        (ast.ActionValue, ["gain 1 coin; stop"]),
    ],
)
def test_a_span_has_the_words_of_its_node(kind: type[ast.Node], texts: list[str]) -> None:
    assert spans(kind) == texts


def test_a_block_begins_with_its_first_statement() -> None:
    assert spans(ast.Block)[0].startswith("gain 1 coin")
    assert spans(ast.Block)[-1] == "gain 1 coin; stop"


@pytest.mark.parametrize("name", BLOCKS)
def test_spans_lie_inside_each_other_and_begin_and_end_with_words(name: str) -> None:
    tree, _ = parse(Source("a.rules", BLOCKS[name]))
    assert tree is not None
    for node in nodes(tree):
        text = node.span.text
        assert node is tree or (text and text == text.strip()), node
        for part in nodes(node):
            assert node.span.start <= part.span.start <= part.span.end <= node.span.end, (node, part)


@pytest.mark.parametrize("name", BLOCKS)
def test_a_name_s_span_is_the_name(name: str) -> None:
    tree, _ = parse(Source("a.rules", BLOCKS[name]))
    names = [node for node in nodes(tree) if isinstance(node, ast.Name)]
    assert names
    assert all(node.span.text == node.text for node in names)
