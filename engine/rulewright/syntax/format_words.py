"""How words stand beside each other. In: the words of a line. Out: its text, with single blanks where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.syntax.parser import Word

OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
_TIGHT_BEFORE = frozenset([",", ";", ":", ".", "..", "?", "[", *CLOSING])
_TIGHT_BEHIND = frozenset([".", "..", *OPENING])
_APART = frozenset(["group", "comprehension", "plural", "columns"])
"""What brackets hold that do not belong to the word before them: `in (open)`, but `build(open)`."""

_NO_SIGNS = frozenset(["LETTER", "STRING", "MAP_ROW"])


@dataclass(frozen=True, slots=True)
class Piece:
    """A word to be written. `begins`: the rules of the grammar that begin with it; `column`: where it stood, from 0;
    `sign`: its text, if it is one of the signs of the language.
    """

    text: str
    kind: str
    begins: frozenset[str]
    column: int
    sign: str

    @property
    def opens(self) -> bool:
        return self.sign in OPENING

    @property
    def closes(self) -> bool:
        return self.sign in CLOSING


def piece(word: Word, begins: Mapping[int, frozenset[str]], column: int, line: Sequence[Piece]) -> Piece:
    """The word as it is written behind the others of its line. Only the size of a board, `20 x20`, is respelt."""
    text, rules = word.text, begins.get(word.start, frozenset())
    if word.kind == "COPIES" and line and line[-1].kind == "INT":
        text = f"x {text[1:]}"
    if text == "(" and len(line) == 2 and line[0].kind == "ENUM":
        rules |= {"columns"}
    sign = "" if word.kind in _NO_SIGNS or text[0].isalnum() or text[0] == "_" else text
    return Piece(text, word.kind, rules, column, sign)


def text_of(pieces: Iterable[Piece]) -> str:
    written, before = "", None
    for each in pieces:
        written += between(before, each) + each.text if before is not None else each.text
        before = each
    return written


def between(left: Piece, right: Piece) -> str:
    """The blank between two words of a line, or nothing."""
    if left.kind == "LETTER":
        return " "  # without it, it is no letter
    if right.sign in _TIGHT_BEFORE or left.sign in _TIGHT_BEHIND:
        return ""
    if left.sign == "-" and left.begins & {"negate", "negative_int"}:
        return ""
    is_called = right.sign == "(" and left.kind != "STRING" and not right.begins & _APART
    return "" if is_called else " "


def depths(pieces: Sequence[Piece]) -> list[int]:
    """How many brackets each word stands in, more or less than the first one; a bracket stands outside itself."""
    found, depth = [], 0
    for each in pieces:
        depth -= each.closes
        found.append(depth)
        depth += each.opens
    return found
