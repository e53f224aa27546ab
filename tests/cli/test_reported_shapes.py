"""Slips that other programs pass over in silence, and files from other systems: what `check` and the loader say.

Each valid file checks without a word; one change gives one message, with its file, line and column, and an exit code
that is not 0; and a program that loads the file is told the same.
"""

from __future__ import annotations

import json
import unicodedata
from codecs import BOM_UTF8
from pathlib import Path

import pytest

import rulewright as rw
from cli.transcripts import called
from rulewright.errors import RulesError

RULES = """game orchard "Orchard"
players 2
enum Fruit: apple, pear

card Basket (baskets)
  fruit: Fruit
  only_own: Bool
  worth: Int
cards of Basket:
  small "Small" x6 fruit apple worth 1 only_own yes
  large "Large" x6 fruit pear:
    worth: 3
    only_own: no

zone heap: deck of Basket
zone shed per Player: Basket
const most = 4

setup:
  move baskets to heap
  shuffle heap

turn:
  draw 1 from heap to my shed
  let mine = my shed where its only_own
  if count of mine >= most: end game

after round:
  if count of heap < 2: end game

score:
  baskets "Baskets": sum of my shed.worth + count of my shed where its fruit = pear
winner: most score, then shared
"""

CHANGES = {
    "a key with two letters swapped": (
        "    only_own: no",
        "    only_onw: no",
        13,
        5,
        "table/unknown-column",
        "only_own",
    ),
    "the same key twice in one block": (
        "    only_own: no",
        "    only_own: no\n    worth: 4",
        14,
        5,
        "name/duplicate",
        None,
    ),
    "another sign for the equals sign": ("const most = 4", "const most: 4", 17, 11, "syntax/unexpected", None),
    "a pile that is not declared": ("from heap to", "from haep to", 24, 15, "name/unknown", "heap"),
    "a key of another block": ("    only_own: no", "    size: 3", 13, 5, "table/unknown-column", None),
    "a key of the row's kind in a zone": (
        "deck of Basket",
        "deck of Basket, copies 3",
        15,
        28,
        "syntax/unexpected",
        None,
    ),
    "an attribute with a letter too many": ("its only_own", "its only_ownn", 25, 32, "name/no-attribute", "only_own"),
    "a value of no enum": ("x6 fruit apple", "x6 fruit aple", 10, 26, "name/unknown", "apple"),
    "a word of a block in another": ("after round:", "after rond:", 28, 7, "name/unknown", None),
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(raw: bytes) -> list[dict[str, object]]:
    """What `check` says of a file; the loader says the same."""
    Path("orchard.rules").write_bytes(raw)
    code, out, _ = called(["check", "orchard.rules", "--json"])
    found: list[dict[str, object]] = json.loads(out)["diagnostics"]
    assert code == (1 if found else 0)
    if not found:
        rw.load("orchard.rules")
        return found
    with pytest.raises(RulesError) as problem:
        rw.load("orchard.rules")
    assert [each.to_json() for each in problem.value.diagnostics] == found
    return found


def test_the_unchanged_file_is_passed_without_a_word() -> None:
    assert told(RULES.encode()) == []


@pytest.mark.parametrize("name", CHANGES)
def test_one_change_gives_one_message_in_its_place(name: str) -> None:
    before, after, line, column, slug, meant = CHANGES[name]
    assert RULES.count(before) == 1
    (found,) = told(RULES.replace(before, after).encode())
    assert (found["file"], found["line"], found["column"], found["code"]) == ("orchard.rules", line, column, slug), (
        found
    )
    assert meant is None or f"`{meant}`" in str(found["help"])


# ------------------------------------------------------------------ one text, saved in many ways

FORMS = {
    "line feeds": lambda text: text.encode(),
    "carriage returns": lambda text: text.replace("\n", "\r\n").encode(),
    "mixed": lambda text: text.replace("\n", "\r\n", 7).encode(),
    "a mark": lambda text: BOM_UTF8 + text.encode(),
    "a mark and carriage returns": lambda text: BOM_UTF8 + text.replace("\n", "\r\n").encode(),
    "no line end at the end": lambda text: text.rstrip("\n").encode(),
}


def test_the_same_rules_in_six_forms() -> None:
    hashes = set()
    for form in FORMS.values():
        assert told(form(RULES)) == []
        hashes.add(rw.load("orchard.rules").start(players=["anna", "ben"], seed=1).rules_hash)
    assert len(hashes) == 1


@pytest.mark.parametrize("name", FORMS)
def test_a_mistake_behind_two_tabs_stands_in_the_same_place_in_every_form(name: str) -> None:
    rules = RULES.replace("enum Fruit: apple, pear\n", "const kinds = {\n\t\tappel, pear\n}\nenum Fruit: apple, pear\n")
    (found,) = told(FORMS[name](rules))
    assert (found["line"], found["column"], found["end_column"]) == (4, 3, 8)
    lines = called(["check", "orchard.rules"])[1].splitlines()
    assert lines[2:4] == ["4 | \t\tappel, pear", "  | \t\t^^^^^ not declared"]


@pytest.mark.parametrize("name", FORMS)
def test_a_tab_at_the_head_of_a_line_is_told_once(name: str) -> None:
    (found,) = told(FORMS[name](RULES.replace("\n  ", "\n\t")))
    assert (found["code"], found["line"], found["column"]) == ("syntax/tab-indent", 6, 1)


@pytest.mark.parametrize(
    ("name", "form"), [("stück", "NFC"), ("stück", "NFD"), ("река", "NFC"), ("海", "NFC"), ("क्षेत्र", "NFC")]
)
def test_a_name_in_any_script_is_declared_used_and_logged(name: str, form: str) -> None:
    text = (
        f'game orchard "Orchard"\nplayers 2\nvar {name}: Int = 0, at least 0\nturn:\n  set {name} = {name} + 1\n'
        f'  log "{name}: {{{name}}}"\n  if {name} = 2: end game\nscore:\n  {name} "{name}": {name}\n'
        "winner: most score, then shared\n"
    )
    assert told(unicodedata.normalize(form, text).encode()) == []
    play = rw.load("orchard.rules").start(players=["anna", "ben"], seed=1)
    assert play.decision is None
    assert play.scores == {player: {unicodedata.normalize("NFC", name): 2} for player in ("anna", "ben")}
    out = called(["run", "orchard.rules"])[1]
    assert unicodedata.normalize("NFC", name) in unicodedata.normalize("NFC", out)


def test_two_spellings_of_one_letter_are_one_name() -> None:
    composed, apart = (unicodedata.normalize(form, "größe") for form in ("NFC", "NFD"))
    assert composed != apart
    text = RULES.replace("most", composed, 1).replace(">= most", f">= {apart}")
    assert told(text.encode()) == []
    twice = RULES.replace("const most = 4", f"const {composed} = 4\nconst {apart} = 5").replace(
        ">= most", f">= {apart}"
    )
    (found,) = told(twice.encode())
    assert (found["code"], found["line"]) == ("name/duplicate", 18)


@pytest.mark.parametrize(("mark", "offset"), [(b"", 0), (BOM_UTF8, 3)])
def test_a_byte_that_is_no_text_is_told_with_its_offset(mark: bytes, offset: int) -> None:
    rules = RULES.encode()
    at = rules.index(b"Basket")
    (found,) = told(mark + rules[:at] + b"\xe9" + rules[at:])
    assert found["code"] == "syntax/encoding"
    assert f"byte {offset + at} " in str(found["message"])
    assert (found["line"], found["column"]) == (5, 6)
