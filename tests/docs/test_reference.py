"""The language reference is complete and of one shape: every line of the grammar, kind of node and word of the
vocabulary is shown by an example that runs, every form stands in one section, and each section has the same parts.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from functools import cache

import pytest

from docs import reached
from docs.blocks import CHEAT_SHEET, DOCS, LANGUAGE, blocks
from rulewright import resources
from rulewright.core.vocabulary import WORDS
from rulewright.report import Source, codes
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from syntax.test_grammar import nodes

FAMILIES = LANGUAGE[1:]
TEXTS = [block.text for block in blocks() if block.language == "rules" and block.page in LANGUAGE]

ONLY_REFUSED = {
    "start: nothing": "an empty file is read so that its missing header can be told",
    "thing: string -> thing_value": "no zone holds a text and no chance brings one; told with what it can be",
    "thing: no -> thing_value": "the same of `no`",
    "reply: string __reply_star_60": "a text is an answer by itself; told with what is offered",
    'claim: expr "because" STRING -> claim_is': "a reason belongs to what is not offered; told so",
    'claim: NAME ___thing_rest_star_57 "is" "offered" "because" STRING -> claim_offered': "the same",
}
"""Lines of the grammar that rules which work cannot use: they are there for their message."""

# ------------------------------------------------------------------ everything is shown


def test_every_line_of_the_grammar_is_shown() -> None:
    ways, shown = reached.ways(), reached.used(TEXTS)
    assert len(ways) > 700
    assert [way for way in ways if way not in shown and without_numbers(way) not in EXCUSED] == []
    assert {without_numbers(way) for way in ways} >= EXCUSED


def without_numbers(way: str) -> str:
    """Lark numbers the rules that it makes for repetitions; which number is nothing to a reader."""
    return re.sub(r"(_(?:star|plus))_\d+", r"\1", way)


EXCUSED = {without_numbers(way) for way in ONLY_REFUSED}


def test_what_no_example_shows_would_be_seen() -> None:
    shown = reached.used(["turn: gain 1 coin\n"])
    assert 'gain: "gain" sum unit' in shown
    assert 'gain: "pay" sum unit' not in shown
    assert 'gain: "pay" sum unit' in reached.ways()


@cache
def trees() -> tuple[ast.File, ...]:
    return tuple(tree for text in TEXTS if (tree := parse(Source("example.rules", text))[0]) is not None)


def test_every_kind_of_node_is_shown() -> None:
    kinds = {kind for _, kind in inspect.getmembers(ast, inspect.isclass) if issubclass(kind, ast.Node)}
    assert kinds - {type(node) for tree in trees() for node in nodes(tree)} == {ast.Node}


def test_every_built_in_word_is_shown() -> None:
    names = {node.text for tree in trees() for node in nodes(tree) if isinstance(node, ast.Name)}
    assert sorted(set(WORDS) - names) == []


# ------------------------------------------------------------------ every form stands in one section

FORM = re.compile(r"^```form\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^#{2,3} ([^\n]+)\n(.*?)(?=^#{2,3} |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```.*?^```$\n?", re.MULTILINE | re.DOTALL)
TALK = ("layout of a file", "Names", "What is hidden")
"""Sections about something that has no form of its own."""


@cache
def sections() -> dict[str, str]:
    """Every section of the pages of families, with its text."""
    found = {}
    for page in FAMILIES:
        hidden = CODE.sub(lambda block: re.sub(r"^#", " ", block[0], flags=re.MULTILINE), page.read_text("utf-8"))
        for title, body in SECTION.findall(hidden):
            found[f"{page.name}#{title}"] = body
    return found


@pytest.mark.parametrize("name", sections())
def test_a_section_says_what_for_how_an_example_what_is_checked_and_where_to_go_on(name: str) -> None:
    body = sections()[name].strip()
    first, *_, last = body.split("\n\n")
    assert not first.startswith(("```", "|", "-", "#"))
    assert FORM.search(body) or name.endswith(TALK)
    assert re.search(r"^```rules", body, re.MULTILINE) or name.endswith("#Paths")
    assert re.match(r"Checked(?: in play)?: .+\nSee also: .+\Z", last, re.DOTALL), last
    slugs = re.findall(r"`([a-z]+/[a-z-]+)`", last)
    assert [slug for slug in slugs if slug not in codes.CODES] == []


def test_no_form_is_documented_twice() -> None:
    lines = Counter(
        line
        for body in sections().values()
        for form in FORM.findall(body)
        for line in form.splitlines()
        if line[0] != " "  # what is indented is a part of the form above
    )
    assert [line for line, times in lines.items() if times > 1] == []
    assert len(lines) > 150


def test_the_forms_are_spelt_with_the_words_of_the_grammar_and_all_of_them() -> None:
    grammar = set(re.findall(r'"([a-z]+)"', resources.grammar_text()))
    forms = "\n".join(form for body in sections().values() for form in FORM.findall(body))
    words = set(re.findall(r"\b[a-z]+\b", forms))
    assert sorted(words - grammar - OTHER) == []
    assert sorted(grammar - words) == []


OTHER = {"me", "base", "none", "empty", "left", "right", "random", "my", "its", "yes", "owner"}
"""Fixed names and values: no words of the grammar, but not the designer's either."""


# ------------------------------------------------------------------ the cheat sheet and the map


def test_the_cheat_sheet_has_every_word_and_kind_of_node() -> None:
    texts = [block.text for block in blocks() if block.language == "rules" and block.page == CHEAT_SHEET]
    files = [tree for text in texts if (tree := parse(Source("example.rules", text))[0]) is not None]
    assert len(files) == len(texts)
    found = [node for tree in files for node in nodes(tree)]
    kinds = {kind for _, kind in inspect.getmembers(ast, inspect.isclass) if issubclass(kind, ast.Node)}
    assert sorted(kind.__name__ for kind in kinds - {type(node) for node in found}) == ["Node"]
    assert sorted(set(WORDS) - {node.text for node in found if isinstance(node, ast.Name)}) == []
    code = re.sub(r'"[^"\n]*"|#(?! error).*', "", "\n".join(texts))
    told = re.findall(r"#(.*)", "\n".join(texts))
    words = set(re.findall(r"\w+", code + " ".join(told)))
    assert sorted(set(re.findall(r'"([a-z]+)"', resources.grammar_text())) - words) == []


def test_the_map_leads_to_every_section() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    led = set(re.findall(r"\(language/(\w+\.md#[^)]+)\)", text))
    every = {name.partition("#")[0] + "#" + anchor(name.partition("#")[2]) for name in sections()}
    assert sorted(every - led) == []


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
