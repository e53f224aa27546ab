"""A printed tree parses to the same tree, and brackets stand where they are needed and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.report import Source
from rulewright.report.span import Span
from rulewright.syntax import ast
from rulewright.syntax.printer import show
from syntax.blocks_of_rules import TEXTS
from syntax.test_grammar import nodes, parsed, tree_of, value, without_brackets

NOWHERE = Span(Source("nowhere", ""), 0, 0)


@pytest.mark.parametrize("name", TEXTS)
def test_a_printed_file_is_the_same_file(name: str) -> None:
    tree = tree_of(name)
    printed = show(tree)
    again = parsed(printed)
    assert again == tree
    assert show(again) == printed


def test_how_it_looks() -> None:
    text = (
        "action trade(n: Int): if any  hand  and n>1: gain n*2 coins; stop\ncards of Spell: fire 'x'\n".replace(
            " 'x'", ' "Fire"   x2  cost (1+2): deed: do   trade(1)'
        )
        + "define best: Int = if(n = 1)then 2 else 3\n"
    )
    assert show(parsed(text)) == (
        "action trade(n: Int):\n"
        "  if any hand and n > 1:\n"
        "    gain n * 2 coins\n"
        "    stop\n"
        "cards of Spell:\n"
        '  fire "Fire" x2 cost (1 + 2):\n'
        "    deed:\n"
        "      do trade(1)\n"
        "define best: Int = if (n = 1) then 2 else 3\n"
    )


@pytest.mark.parametrize("name", sorted(name for name in TEXTS if "/" not in name))
def test_every_part_that_is_a_text_of_its_own_can_be_shown(name: str) -> None:
    """Messages quote conditions, statements and items."""
    for node in nodes(tree_of(name)):
        if isinstance(node, ast.Expr | ast.Statement | ast.Item | ast.TypeExpr | ast.Fact | ast.Claim | ast.Reply):
            shown = show(node)
            assert shown
            assert not shown.startswith((" ", "\n"))


def test_a_condition_is_quoted_as_it_was_meant() -> None:
    assert show(value("not s   next  to (a  with b)")) == "not s next to (a with b)"


def test_brackets_are_added_where_a_tree_needs_them() -> None:
    three, four, five = (ast.Int(value=number, span=NOWHERE) for number in (3, 4, 5))
    plus = ast.Binary(operator="+", left=three, right=four, span=NOWHERE)
    times = ast.Binary(operator="*", left=plus, right=five, span=NOWHERE)
    assert show(times) == "(3 + 4) * 5"
    assert show(ast.Binary(operator="+", left=times, right=five, span=NOWHERE)) == "(3 + 4) * 5 + 5"
    where = ast.Where(source=three, test=four, span=NOWHERE)
    assert show(ast.Binary(operator="and", left=where, right=five, span=NOWHERE)) == "(3 where 4) and 5"
    assert show(ast.Binary(operator="and", left=five, right=where, span=NOWHERE)) == "5 and 3 where 4"


# ------------------------------------------------------------------ any expression at all

WORDS = ("a", "b", "hand", "deck", "turn", "stück", "row", "where_to", "gain")
NAMES = st.builds(ast.Name, text=st.sampled_from(WORDS), span=st.just(NOWHERE))
SPAN = {"span": st.just(NOWHERE)}

LEAVES = st.one_of(
    st.builds(ast.Int, value=st.integers(0, 999), **SPAN),
    st.builds(ast.Text, value=st.sampled_from(["", "a text", "# no comment", "(", "'"]), **SPAN),
    st.builds(ast.No, **SPAN),
    st.builds(ast.This, **SPAN),
    st.builds(ast.Ref, name=NAMES, **SPAN),
    st.builds(ast.My, name=NAMES, **SPAN),
    st.builds(ast.Its, name=NAMES, **SPAN),
)


def larger(inner: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    some = st.lists(inner, max_size=2).map(tuple)
    generators = st.lists(st.builds(ast.Generator, variable=NAMES, source=inner, **SPAN), min_size=1, max_size=2)
    keys = st.lists(st.builds(ast.SortKey, key=inner, descending=st.booleans(), **SPAN), min_size=1, max_size=2)
    operators = [
        "+",
        "-",
        "*",
        "with",
        "except",
        "otherwise",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "in",
        "next to",
        "and",
        "or",
    ]
    return st.one_of(
        st.builds(ast.Binary, operator=st.sampled_from(operators), left=inner, right=inner, **SPAN),
        st.builds(ast.Divide, left=inner, right=inner, rounded=st.sampled_from(["up", "down"]), **SPAN),
        st.builds(ast.Negate, operand=inner, **SPAN),
        st.builds(ast.Not, operand=inner, **SPAN),
        st.builds(ast.Can, action=inner, **SPAN),
        st.builds(ast.Is, operand=inner, name=NAMES, negated=st.booleans(), **SPAN),
        st.builds(ast.Of, name=NAMES, operand=inner, **SPAN),
        st.builds(ast.The, operand=inner, **SPAN),
        st.builds(ast.Where, source=inner, test=inner, **SPAN),
        st.builds(ast.Having, source=inner, extreme=st.sampled_from(["most", "fewest"]), key=inner, **SPAN),
        st.builds(ast.Choice, test=inner, then=inner, otherwise=inner, **SPAN),
        st.builds(ast.Some, kind=st.sampled_from(["any", "no"]), source=inner, **SPAN),
        st.builds(
            ast.Quantified,
            kind=st.sampled_from(["any", "every", "no"]),
            variable=NAMES,
            source=inner,
            test=inner,
            **SPAN,
        ),
        st.builds(ast.Range, low=inner, high=inner, **SPAN),
        st.builds(ast.At, things=inner, place=inner, **SPAN),
        st.builds(ast.Linked, things=inner, relation=NAMES, **SPAN),
        st.builds(ast.Sorted, source=inner, keys=keys.map(tuple), **SPAN),
        st.builds(ast.Dot, base=inner, name=NAMES, arguments=st.none() | some, **SPAN),
        st.builds(ast.Index, base=inner, keys=st.lists(inner, min_size=1, max_size=2).map(tuple), **SPAN),
        st.builds(ast.Call, name=NAMES, arguments=some, **SPAN),
        st.builds(ast.SetLiteral, items=some, **SPAN),
        st.builds(ast.Comprehension, body=inner, generators=generators.map(tuple), **SPAN),
        st.builds(ast.Group, inner=inner, **SPAN),
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12)


@settings(max_examples=400)
@given(EXPRESSIONS)
def test_any_expression_survives_printing(tree: ast.Expr) -> None:
    printed = show(tree)
    assert without_brackets(value(printed)) == without_brackets(tree)
    assert show(value(printed)) == printed


@settings(max_examples=100)
@given(EXPRESSIONS, EXPRESSIONS)
def test_any_expression_survives_where_more_follows(amount: ast.Expr, test: ast.Expr) -> None:
    tree = ast.Repeat(
        times=amount,
        test=test,
        binding=None,
        body=ast.Block(docs=(), statements=(ast.Simple(kind="stop", span=NOWHERE),), span=NOWHERE),
        span=NOWHERE,
    )
    (turn,) = parsed("turn:\n" + "".join(f"  {line}\n" for line in show(tree).splitlines())).items
    assert isinstance(turn, ast.Turn)
    assert without_brackets(turn.body.statements) == without_brackets((tree,))
