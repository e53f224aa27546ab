"""A rules file means the same however it is saved, and a message points to the same place."""

from __future__ import annotations

import unicodedata

import pytest

from rulewright.report import Source
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from syntax.blocks_of_rules import BLOCKS

FORMS = {
    "line feeds": lambda text: text,
    "carriage returns too": lambda text: text.replace("\n", "\r\n"),
    "mixed": lambda text: text.replace("\n", "\r\n", 3),
    "mixed the other way": lambda text: "\r\n".join(text.rsplit("\n", 4)),
    "byte order mark": lambda text: "\ufeff" + text,
    "byte order mark and carriage returns": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "no last line end": lambda text: text.rstrip("\n"),
    "spaces at line ends": lambda text: text.replace("\n", "  \n"),
    "comments at line ends": lambda text: text.replace("\n", "  # (\n"),
    "blank lines": lambda text: "\n\n" + text.replace("\n", "\n \n\t\n") + "\n\n",
    "comment lines at the margin": lambda text: "# first\n" + text.replace("\n", "\n# and so on\n"),
    "comment lines far in": lambda text: text.replace("\n", "\n              # and so on\n") + "      # last",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", BLOCKS)
def test_the_same_tree_in_every_form(name: str, form: str) -> None:
    tree, problems = parse(Source("a.rules", FORMS[form](BLOCKS[name])))
    assert problems == ()
    assert tree == parse(Source("a.rules", BLOCKS[name]))[0]


@pytest.mark.parametrize("form", [form for form in FORMS if "lines" not in form])
def test_the_same_place_in_every_form(form: str) -> None:
    text = "game islands\n\nturn:\n  stop;\tgain 1 coin;\t(oops)\n  stop\n"
    _, problems = parse(Source("a.rules", FORMS[form](text)))
    span = problems[0].span
    assert (span.line, span.column, span.text) == (4, 22, "(")


@pytest.mark.parametrize("name", ["stück", "река", "海", "ñandú", "क्षेत्र", "x_1"])
def test_names_in_any_script(name: str) -> None:
    for form in ("NFC", "NFD"):
        spelt = unicodedata.normalize(form, name)
        tree, problems = parse(Source("a.rules", f"var {spelt}: Int\nturn: gain 1 {spelt}\n"))
        assert problems == ()
        assert tree is not None
        var, turn = tree.items
        assert isinstance(var, ast.Var)
        assert isinstance(turn, ast.Turn)
        (gain,) = turn.body.statements
        assert isinstance(gain, ast.Change)
        assert var.name.text == gain.unit.name.text == unicodedata.normalize("NFC", name)


def test_two_ways_to_write_a_letter_are_one_name_and_one_letter_of_a_map() -> None:
    text = "card stück\nletters for land: {0} grass\ntiles of stück:\n  a: map:\n    |{0}.|\n"
    composed, apart = (text.format(unicodedata.normalize(form, "ü")) for form in ("NFC", "NFD"))
    assert (
        parse(Source("a.rules", composed))[0]
        == parse(Source("a.rules", unicodedata.normalize("NFD", text).format("ü")))[0]
    )
    assert apart != composed


def test_a_name_keeps_the_place_where_it_was_written() -> None:
    text = unicodedata.normalize("NFD", "var stück: Int = größe\n")
    tree, _ = parse(Source("a.rules", text))
    assert tree is not None
    var = tree.items[0]
    assert isinstance(var, ast.Var)
    assert var.initial is not None
    assert unicodedata.normalize("NFC", var.initial.span.text) == "größe"


def test_an_empty_file_has_nothing_in_it() -> None:
    for text in ("", "\n", "\ufeff", "  \n\t\n", "# only this", "# only this\n\n"):
        tree, problems = parse(Source("a.rules", text))
        assert problems == ()
        assert tree is not None
        assert tree.items == ()


def test_lines_inside_brackets_may_stand_anywhere() -> None:
    text = "const a = f(\n3,\n\t4,  # and\n\n        {5,\n6}\n  )\nconst b = 1\n"
    assert parse(Source("a.rules", text))[0] == parse(Source("a.rules", "const a = f(3, 4, {5, 6})\nconst b = 1\n"))[0]
