"""The grammar: it has no conflict, every rule of it is used and read, and few words are reserved."""

from __future__ import annotations

import dataclasses
import inspect
import logging
from collections.abc import Iterator
from functools import cache

import lark
import pytest
from lark import Lark

from rulewright import resources
from rulewright.report import Source, draw
from rulewright.syntax import ast, build, parser, words
from rulewright.syntax.parser import parse
from syntax.blocks_of_rules import BLOCKS, TEXTS, WRITTEN

CONFLICTS: list[str] = []
"""The golden list of the grammar's conflicts: there is none, and none is to be resolved by chance."""


def parsed(text: str) -> ast.File:
    tree, problems = parse(Source("example.rules", text))
    assert tree is not None, draw(problems[0])
    assert problems == ()
    return tree


@cache
def tree_of(name: str) -> ast.File:
    """One of the texts, read once for all who ask."""
    return parsed(TEXTS[name])


def nodes(node: object) -> Iterator[ast.Node]:
    if isinstance(node, ast.Node):
        yield node
        for field in dataclasses.fields(node):
            yield from nodes(getattr(node, field.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from nodes(part)


# ------------------------------------------------------------------ the grammar as it stands


def test_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger=lark.logger.name)
    Lark(resources.grammar_text(), parser="lalr", debug=True)
    assert [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()] == CONFLICTS


def test_a_conflict_would_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger=lark.logger.name)
    Lark('start: "a" [start] ["b" start]', parser="lalr", debug=True)
    assert any("onflict" in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("name", BLOCKS)
def test_every_form_of_the_language_is_read(name: str) -> None:
    assert tree_of(name).items


@pytest.mark.parametrize("name", WRITTEN)
def test_every_rules_file_is_read(name: str) -> None:
    assert tree_of(name).items


def test_there_are_rules_files() -> None:
    assert len(WRITTEN) > 10
    assert len(BLOCKS) > 10


def test_the_blocks_use_every_rule_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    used = set()

    def noting(name: str, read: build.Rule) -> build.Rule:
        def noted(*arguments: object) -> object:
            used.add(name)
            return read(*arguments)

        return noted

    for name, read in list(build.RULES.items()):
        monkeypatch.setitem(build.RULES, name, noting(name, read))
    for text in BLOCKS.values():
        parsed(text)
    assert set(build.RULES) - used == set()


def test_the_blocks_have_every_kind_of_node() -> None:
    found = {type(node) for name in BLOCKS for node in nodes(tree_of(name))}
    kinds = {kind for _, kind in inspect.getmembers(ast, inspect.isclass) if issubclass(kind, ast.Node)}
    assert kinds - found == {ast.Node}


# ------------------------------------------------------------------ words and names


@cache
def spelt() -> set[str]:
    """The words in quotes of the grammar."""
    return {literal for literal in parser._language().literals.values() if literal.isalpha()}


def test_the_lists_of_words_are_the_language_s() -> None:
    known = spelt()
    assert known > words.STATEMENTS | words.DECLARATIONS | words.RESERVED
    assert set(words.EXAMPLES) <= known
    assert not set(words.FOREIGN) & (words.STATEMENTS | words.DECLARATIONS)
    for word in words.STATEMENTS:
        assert "begins no statement" not in told(f"turn:\n  {word} =\n"), word
    for word in words.DECLARATIONS:
        assert "begins no declaration" not in told(f"{word} =\n"), word


def told(text: str) -> str:
    return parse(Source("example.rules", text))[1][0].message


@pytest.mark.parametrize("word", sorted(words.EXAMPLES))
def test_an_example_in_a_message_can_be_read(word: str) -> None:
    example = words.EXAMPLES[word]
    line = f"{example} stop" if example.endswith(":") else example
    shapes = (
        f"{line}\n",
        f"turn: {line}\n",
        f"turn:\n  {line}\n",
        f"const it = {line}\n",
        f"{example}\n  3: 4\n",
        f"cards of Spell:\n  {line}\n",
        f"board map: graph\n  {line}\n",
        f"board map: graph\n  {example}\n    |..|\n",
        f"zone market: {line}\n",
        f"turn:\n  any order:\n    {line}\n",
        f"option size: small = small\n  {example}\n    players 2\n",
        f"{example}\n  players agnes, bruno\n",
        f"turn:\n  {example}\n    calm: stop\n",
    )
    assert any(parse(Source("example.rules", shape))[0] for shape in shapes), example


PLACES = {
    "a declaration": "zone {}: Card\n",
    "a value": "const all = 1 + f({}.x)\n",
    "a local name": "turn:\n  let {} = 3\n",
    "a part": "const all = my {}\n",
    "a further part": "const all = my hand.{}\n",
    "a call": "turn: do {}(3)\n",
    "a row": "cards of Card:\n  {}: cost: 3\n",
    "a column": "cards of Card:\n  fire {} 3\n",
    "a cell": "cards of Card:\n  fire:\n    cost: 3\n    {}: 3\n",
    "a field": "card Card\n  {}: Int\n",
    "an enum's value": "enum Colour: red, {}\n",
    "an event": "after {}(x): stop\n",
    "a category": "score:\n  {}: 3\n",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "word", ["deck", "turn", "card", "row", "track", "score", "round", "hand", "option", "zone", "to"]
)
def test_a_word_of_the_language_is_a_name_elsewhere(word: str, place: str) -> None:
    tree = parsed(PLACES[place].format(word))
    assert word in {node.text for node in nodes(tree) if isinstance(node, ast.Name)}


@pytest.mark.parametrize("place", PLACES)
def test_the_reserved_words_are_no_names_anywhere(place: str) -> None:
    free = sorted(word for word in words.RESERVED if parse(Source("x.rules", PLACES[place].format(word)))[0])
    as_values = {"a value": ["no", "this"]}
    assert free == as_values.get(place, [])


@pytest.mark.parametrize("place", PLACES)
def test_no_other_word_is_reserved_but_where_it_begins_a_line(place: str) -> None:
    taken = {word for word in spelt() if not parse(Source("x.rules", PLACES[place].format(word)))[0]}
    at_the_head_of_a_line = {"a category": {"for", "ruling"}, "a cell": {"anytime"}, "a field": {"anytime"}}
    assert taken - words.RESERVED == at_the_head_of_a_line.get(place, set())


def test_a_longer_word_is_not_cut() -> None:
    tree, problems = parse(Source("example.rules", "turn: move card toy\n"))
    assert tree is None
    assert problems[0].span.text == "toy"


# ------------------------------------------------------------------ what a text means


def value(text: str) -> ast.Expr:
    (item,) = parsed(f"const it = {text}\n").items
    assert isinstance(item, ast.Const)
    return item.value


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("-a * b", "(-a) * b"),
        ("a * b / c rounded up", "(a * b) / c rounded up"),
        ("a otherwise b + c", "(a otherwise b) + c"),
        ("a otherwise b otherwise c", "(a otherwise b) otherwise c"),
        ("count of a with b", "count of (a with b)"),
        ("count of a otherwise b", "(count of a) otherwise b"),
        ("a with b except c", "(a with b) except c"),
        ("a with b at c", "a with (b at c)"),
        ("a with first of b with c", "a with (first of (b with c))"),
        ("the first of a.b", "the (first of (a.b))"),
        ("a.b[c] at d.e", "(a.b[c]) at (d.e)"),
        ("a = b + c", "a = (b + c)"),
        ("not a = b", "not (a = b)"),
        ("not a and b", "(not a) and b"),
        ("a and b or c and d", "(a and b) or (c and d)"),
        ("a not in b", "not (a in b)"),
        ("a next to b with c", "a next to (b with c)"),
        ("any a and no b", "(any a) and (no b)"),
        ("any a otherwise b", "any (a otherwise b)"),
        ("can f(a) and b", "(can f(a)) and b"),
        ("3 * count of a where b and c", "3 * (count of (a where (b and c)))"),
        ("a and any b where c or d", "a and (any (b where (c or d)))"),
        ("a with b where c", "(a with b) where c"),
        ("a where b where c", "a where (b where c)"),
        ("a having most b + c", "a having most (b + c)"),
        ("if a then b else c or d", "if a then b else (c or d)"),
        ("a + if b then c else d", "a + (if b then c else d)"),
        ("any x in a with b has c and d", "any x in (a with b) has (c and d)"),
        ("a where b by c then by d descending", "(a where b) by c then by d descending"),
        ("groups of a at my b linked by c", "groups of ((a at (my b)) linked by c)"),
    ],
)
def test_what_binds_tighter(text: str, same: str) -> None:
    assert without_brackets(value(text)) == without_brackets(value(same))
    assert value(text) != value(same), "brackets are kept"


def without_brackets(node):
    """The tree with every `Group` left out."""
    if isinstance(node, ast.Group):
        return without_brackets(node.inner)
    if isinstance(node, tuple):
        return tuple(without_brackets(part) for part in node)
    if not isinstance(node, ast.Node):
        return node
    return dataclasses.replace(
        node, **{field.name: without_brackets(getattr(node, field.name)) for field in dataclasses.fields(node)}
    )


def test_the_first_word_decides_what_a_cell_holds() -> None:
    lines = ("a: gain 1 coin", "b: (gain)", "c: trade(3)", "d: if x then 1 else 2", "e: if x: stop")
    cells = "cards of Card:\n  fire:\n" + "".join(f"    {line}\n" for line in lines)
    (item,) = parsed(cells).items
    assert isinstance(item, ast.Rows)
    kinds = [type(cell.value).__name__ for cell in item.rows[0].cells]
    assert kinds == ["ActionValue", "Group", "Call", "Choice", "ActionValue"]


def test_is_offered_is_a_claim_and_not_a_condition() -> None:
    text = 'scenario "a":\n  then:\n    done is offered\n    build r1 3 is not offered because "far"\n    x is none\n'
    (item,) = parsed(text).items
    assert isinstance(item, ast.Scenario)
    (then,) = item.parts
    assert isinstance(then, ast.Then)
    assert [type(claim).__name__ for claim in then.claims] == ["ClaimOffered", "ClaimOffered", "ClaimIs"]
    assert isinstance(then.claims[1], ast.ClaimOffered)
    assert len(then.claims[1].reply.words) == 3
    assert then.claims[1].because
