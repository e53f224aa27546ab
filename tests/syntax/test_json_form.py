"""Rules as data: a tree written as JSON is read as the same tree, fits the schema, and a mistake in it is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import resources
from rulewright.report import Source
from rulewright.syntax import ast, json_form, json_schema
from rulewright.syntax.json_form import FormError, from_json, to_json
from rulewright.syntax.parser import parse
from rulewright.syntax.printer import show
from schemas import thinned, validator
from syntax.blocks_of_rules import BLOCKS, TEXTS, WRITTEN
from syntax.test_grammar import nodes, parsed, tree_of

SMALL = """\
game small "Small"
const best = 2 + 3
define of_mine: Int = my hand_size
turn:
  choose x in my hand such that it is plain
"""


def through(data: Any) -> Any:
    """As it arrives in another program."""
    return json.loads(json.dumps(data))


def test_the_schema_in_grammar_is_the_one_that_is_made() -> None:
    assert resources.schema_text("ast") == json_schema.text(), (
        "the kinds of nodes have changed; write the schema anew: "
        "python -c 'from rulewright.syntax import json_schema; print(json_schema.text(), end=\"\")' "
        "> grammar/ast.schema.json"
    )


@pytest.mark.parametrize("name", TEXTS)
def test_a_tree_comes_back_the_same(name: str) -> None:
    tree = tree_of(name)
    for spans in (False, True):
        back = from_json(through(to_json(tree, spans=spans)), name)
        assert back == tree
    assert show(back) == show(tree), "which is read as the same, see test_printer"


def test_a_tree_fits_the_schema() -> None:
    known: set[object] = set()
    for name in [*BLOCKS, *WRITTEN]:
        validator("ast").validate(thinned(to_json(tree_of(name)), known))
    assert len(known) > 1000


def test_the_texts_have_every_kind_of_node() -> None:
    met = {type(node) for name in TEXTS for node in nodes(tree_of(name))}
    assert [name for name, kind in json_form.NODES.items() if kind not in met] == []


def test_how_it_looks() -> None:
    data = to_json(parsed(SMALL))
    assert (data["format"], data["version"]) == ("rulewright rules", 1)
    _, best, _, turn = data["file"]["items"]
    assert best == {
        "node": "Const",
        "name": {"node": "Name", "text": "best"},
        "value": {
            "node": "Binary",
            "operator": "+",
            "left": {"node": "Int", "value": 2},
            "right": {"node": "Int", "value": 3},
        },
    }
    (choose,) = turn["body"]["statements"]
    assert choose.keys() == {"node", "variable", "source", "such_that"}, "what says nothing is left out"


def test_brackets_without_anything_in_them_are_not_left_out() -> None:
    with_, without = (parsed(f"const a = my f{brackets}\n") for brackets in ("()", ""))
    assert to_json(with_)["file"]["items"][0]["value"]["arguments"] == []
    assert "arguments" not in to_json(without)["file"]["items"][0]["value"]


@pytest.mark.parametrize("sign", ["\t", "\xa0", "\u200f", "\u2028", "\ufeff"])
def test_a_text_may_hold_any_sign_that_the_reader_takes(sign: str) -> None:
    file = parsed(f'game small "a{sign}b"\n')
    assert from_json(through(to_json(file)), "small") == file
    assert parsed(show(file)) == file


@pytest.mark.parametrize("sign", ["\r", "\0", "\x1b", "\x85", "\u202e"])
def test_a_text_holds_no_sign_that_steers_what_shows_it(sign: str) -> None:
    data = to_json(parsed('game small "ab"\n'))
    data["file"]["items"][0]["title"]["value"] = f"a{sign}b"
    with pytest.raises(FormError, match="cannot stand in a text of the rules"):
        from_json(data, "small")


def test_places_are_told_if_they_are_asked_for_and_ignored_by_the_reader() -> None:
    data = to_json(parsed(SMALL), spans=True)
    validator("ast").validate(data)
    best = data["file"]["items"][1]["value"]["right"]["at"]
    assert (best["line"], best["column"], best["end_line"], best["end_column"]) == (2, 18, 2, 19)
    span = from_json(data, "made.json").items[1].span
    assert (span.source.name, span.line, span.column) == ("made.json", 1, 1)


# ------------------------------------------------------------------ data that is no tree


def changed(change: Callable[[dict[str, Any]], Any]) -> Any:
    """The data of the small game after a change to it; a list that is returned stands for the whole."""
    data = through(to_json(parsed(SMALL)))
    new = change(data)
    return new if isinstance(new, list) else data


def item(data: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = data["file"]["items"][number]
    return found


WRONG: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda d: [], "$: an object is needed, not a list"),
    (lambda d: d.pop("format"), "$: `format` is missing"),
    (lambda d: d.update(version=2), "$.version: this is 2; here 1 is read"),
    (lambda d: d.update(version=True), "$.version: this is true; here 1 is read"),
    (lambda d: d.pop("file"), "$: `file` is missing"),
    (lambda d: d.update(more=1), "$: there is no `more` here; there is `format`, `version`, `file`"),
    (lambda d: d.update(file=3), "$.file: an object is needed, not 3"),
    (lambda d: d["file"].update(items="all"), '$.file.items: a list is needed, not "all"'),
    (lambda d: item(d, 1).update(node="Conts"), '$.file.items[1]: there is no node "Conts"; did you mean Const?'),
    (lambda d: item(d, 1).update(node=["Const"]), "$.file.items[1]: there is no node a list; it is one of Header,"),
    (lambda d: item(d, 1).pop("node"), "$.file.items[1]: `node` is missing; it is one of Header,"),
    (lambda d: item(d, 1).pop("value"), "$.file.items[1]: Const needs `value`"),
    (lambda d: item(d, 1).update(valeu=1), "$.file.items[1]: there is no `valeu` here; did you mean `value`?"),
    (
        lambda d: item(d, 1).update(name=item(d, 1)["value"]),
        "$.file.items[1].name: Binary cannot stand here; it is Name",
    ),
    (lambda d: item(d, 1)["name"].update(text="two words"), '$.file.items[1].name.text: "two words" is no name'),
    (lambda d: item(d, 1)["name"].update(text="not"), '$.file.items[1].name.text: "not" is no name'),
    (lambda d: item(d, 1)["value"].update(operator="^"), '$.file.items[1].value.operator: "^" is none of "+", "-",'),
    (lambda d: item(d, 1)["value"]["left"].update(value=True), ".left.value: a whole number is needed, not true"),
    (lambda d: item(d, 1)["value"]["left"].update(value=None), ".left.value: a whole number is needed, not null"),
    (lambda d: item(d, 0)["title"].update(value=1.5), "$.file.items[0].title.value: a text is needed, not 1.5"),
    (lambda d: item(d, 0).update(title=None), "$.file.items[0].title: an object is needed, not null"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_mistake_is_told_with_its_path(change: Callable[[dict[str, Any]], Any], message: str) -> None:
    data = changed(change)
    with pytest.raises(FormError) as told:
        from_json(data, "made.json")
    assert message in str(told.value)
    assert isinstance(told.value, ValueError)
    if "is no name" not in message:
        assert not validator("ast").is_valid(data), "the schema knows it too"


def test_a_tree_without_end_is_told() -> None:
    inner: dict[str, Any] = {"node": "No"}
    for _ in range(5000):
        inner = {"node": "Not", "operand": inner}
    data = changed(lambda d: item(d, 1).update(value=inner))
    with pytest.raises(FormError, match="too deep"):
        from_json(data, "made.json")


KEYS = st.sampled_from(
    ["node", "at", "name", "value", "items", "left", "operator", "text", "file", "format", "version"]
)
WORDS = st.sampled_from(["rulewright rules", *json_form.NODES, "a", "+"])
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@given(ANY)
def test_any_data_is_a_tree_or_told_to_be_none(items: Any) -> None:
    try:
        tree = from_json({"format": json_form.FORMAT, "version": 1, "file": {"node": "File", "items": items}}, "any")
    except FormError:
        return
    assert isinstance(tree, ast.File)


def test_a_line_of_a_map_may_hold_a_quote_and_nothing_that_ends_it() -> None:
    tree, _ = parse(Source("a.rules", 'board yard: square grid\n  layer plan:\n    |"|\n'))
    assert tree is not None
    data = to_json(tree)
    assert from_json(data, "a.rules") == tree
    for sign in ("|", "\\n"):
        other = json.loads(json.dumps(data).replace('"\\""', f'"{sign}"'))
        with pytest.raises(FormError):
            from_json(other, "a.rules")
