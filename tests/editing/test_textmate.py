"""The colours of an editor against the parser: a word is shown as one exactly where the parser takes it as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from editing.colouring import Scopes, coloured, scope_of
from editor import vscode, words
from rulewright.core.vocabulary import WORDS
from rulewright.report.span import Source
from rulewright.syntax.keywords import keywords
from rulewright.syntax.parser import Word, read
from rulewright.syntax.words import LINE_WORDS

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path for folder in ("games", "stdlib", "tests/syntax/blocks") for path in (ROOT / folder).rglob("*.rules")
)
SHIPPED = [path for path in FILES if path.relative_to(ROOT).parts[0] in ("games", "stdlib")]
A_WORD = ("constant.language", "keyword", "storage", "variable.language")
OF_KIND = {
    "STRING": "string.quoted",
    "INT": "constant.numeric",
    "COPIES": "constant.numeric",
    "LETTER": "constant.character",
    "MAP_ROW": "punctuation.definition.map",
}


class Seen:
    """A word of a file as the parser took it (`word`, the rules that begin with it) and as the editor shows it."""

    def __init__(self, path: Path, source: Source, word: Word, begins: frozenset[str], scopes: Scopes) -> None:
        self.word, self.begins, self.scopes = word, begins, scopes
        self.number, self.column = source.position(word.start)
        self.line = source.line(self.number)
        self.place = (
            f"{path.relative_to(ROOT)}:{self.number}:{self.column} `{word.text}` is {scopes}: {self.line.strip()}"
        )

    @property
    def is_first(self) -> bool:
        return not self.line[: self.column - 1].strip()

    def shown_as(self, *prefixes: str) -> bool:
        return any(scope.startswith(prefixes) for scope in self.scopes)


@cache
def seen(path: Path) -> tuple[Seen, ...]:
    source = Source(path.name, path.read_text("utf-8"))
    reading, _ = read(source)
    if reading is None:
        return ()
    lines = coloured(source.text)
    found = []
    for word in reading.words:
        if word.start < word.end:
            line, column = source.position(word.start)
            begins = reading.begins.get(word.start, frozenset())
            found.append(Seen(path, source, word, begins, lines[line - 1][column - 1]))
    return tuple(found)


def all_seen(files: list[Path]) -> Iterator[Seen]:
    for path in files:
        yield from seen(path)


def test_a_word_is_shown_as_one_exactly_where_the_parser_takes_it_as_one() -> None:
    """Two places are left out: a field may be called like a word of its block, and `x is offered` is read as a
    comparison before its meaning is known."""
    known, words_seen, names_seen, wrong = keywords(), 0, 0, []
    for each in all_seen(FILES):
        word = each.word
        if word.kind == "NAME":
            names_seen += word.text in known
            fine = not each.shown_as("keyword", "storage") or (word.text == "offered" and "is" in each.line)
        elif word.kind in OF_KIND:
            fine = each.shown_as(OF_KIND[word.kind])
        elif word.text in known:
            words_seen += 1
            field = each.is_first and re.match(rf" +{word.text}:", each.line) is not None
            fine = each.shown_as(*A_WORD) or (field and each.shown_as("variable.other.field"))
        else:
            fine = not each.shown_as("comment", "string")
        if not fine:
            wrong.append(each.place)
    assert not wrong, "\n".join(wrong[:20])
    assert words_seen > 10_000 and names_seen > 1_000, (
        "the files are full of words, and of names that are called like them"
    )


def test_what_declares_and_what_is_done_look_different() -> None:
    wrong, declaring, done = [], 0, 0
    for each in all_seen(SHIPPED):
        if each.word.kind == "NAME" or not each.is_first or each.word.text not in keywords():
            continue
        if each.column == 1 and each.word.text != "ruling":
            declaring += 1
            if not each.shown_as("storage.type"):
                wrong.append(each.place)
        elif each.word.text in LINE_WORDS and each.word.text not in ("phase", "pass", "turns"):
            done += 1
            if not each.shown_as("keyword.control"):
                wrong.append(each.place)
    assert not wrong, "\n".join(wrong[:20])
    assert declaring > 800 and done > 150


def test_built_in_functions_look_like_functions() -> None:
    wrong, found = [], set()
    for each in all_seen(SHIPPED):
        if each.word.kind == "NAME" and each.word.text in WORDS and each.begins & {"of", "call"}:
            found.add(each.word.text)
            if not each.shown_as("support.function"):
                wrong.append(each.place)
    assert not wrong, "\n".join(wrong[:20])
    assert {"count", "sum", "max", "neighbors", "top", "reachable"} <= found


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_comments_texts_and_rulings(path: Path) -> None:
    """Found by lines alone, whatever the parser says."""
    text = path.read_text("utf-8")
    for line, scopes in zip(text.splitlines(), coloured(text), strict=True):
        bare = re.sub(r'"[^"]*"', lambda found: "_" * len(found[0]), line)
        if "#" in bare and not line.lstrip().startswith("|"):
            at = bare.index("#")
            assert all(scope == ("comment.line.number-sign.rulewright",) for scope in scopes[at : len(line)]), line
        for found in re.finditer(r'"[^"]*"', line[: bare.index("#")] if "#" in bare else line):
            assert all(
                scope and scope[-1].startswith("string.quoted") for scope in scopes[found.start() : found.end()]
            ), line
        if re.match(r' *ruling "', line):
            at = line.index("ruling")
            assert scopes[at] == ("keyword.other.ruling.rulewright",), line
            assert scopes[line.index('"')] == ("string.quoted.docstring.ruling.rulewright",), line
        if re.match(r" *\|[^|]*\|$", line):
            assert scopes[line.index("|") + 1] == ("string.unquoted.map.rulewright",), line


TEXT = """game wharf "The wharf"
  "Boats come and go."
  ruling "A full boat leaves at once."
language 1
zone deck: deck of Boat, hidden, reshuffled from discard
tile Boat (boats)
  after: Int
tiles of Boat:
  place "Place" x2 after 3
board quay: hex grid 3 x 2, odd rows shifted
  layer plan:
    |ab.|
letters for quay: a deep, b low
action move "Move on":
  choose from in quay where no boats at it
  move boat to my side; gain 2 coins
scenarios for wharf
scenario "A boat":
  given: agnes.deck holds place
  when agnes: move; place 3
  then: place r0c0 is offered because "free"; offered: move
"""


@pytest.mark.parametrize(
    ("part", "scope"),
    [
        ("game", "storage.type"),
        ("wharf", "entity.name.section"),
        ('"Boats', "string.quoted.docstring"),
        ("ruling", "keyword.other.ruling"),
        ("deck:", "variable.other"),
        ("deck of", "storage.modifier"),
        ("Boat,", "variable.other"),
        ("hidden", "storage.modifier"),
        ("reshuffled", "storage.modifier"),
        ("Boat (", "entity.name.type"),
        ("after:", "variable.other.field"),
        ("Int", "support.type"),
        ('place "', "entity.name.tag"),
        ("x2", "constant.numeric.integer"),
        ("hex", "storage.modifier"),
        ("x 2", "keyword.operator"),
        ("ab.", "string.unquoted.map"),
        ("a deep", "constant.character.letter"),
        ('move "Move', "entity.name.function"),
        ("choose", "keyword.control"),
        ("from in", "variable.other"),
        ("in quay", "keyword.operator.word"),
        ("no boats", "constant.language"),
        ("move boat", "keyword.control"),
        ("my", "variable.language"),
        ("side;", "variable.other"),
        ("gain", "keyword.control"),
        ("holds", "keyword.operator.word"),
        ("move; place", "variable.other"),
        ("is offered", "keyword.operator.word"),
        ("because", "keyword.operator.word"),
        ("offered:", "keyword.control"),
    ],
)
def test_what_single_words_are_shown_as(part: str, scope: str) -> None:
    assert scope_of(TEXT, part) == scope


def test_the_files_are_those_that_are_made() -> None:
    """After a change of the language: `python tools/dev.py editor`."""
    folder = ROOT / "tools/editor/vscode"
    for name, text in vscode.files().items():
        assert (folder / name).read_text("utf-8") == text, f"{name}: run `python tools/dev.py editor`"


def test_every_word_of_the_grammar_has_a_place_and_no_other() -> None:
    assert words.unplaced() == []
    assert words.placed() - keywords() == frozenset()
