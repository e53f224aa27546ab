"""The word of the language that was probably meant. In: the words of a line that cannot be read, and a way to try the
line with another word in it. Out: the word to exchange and what for, if the line can be read then.

A misspelt word of the language reads as a name, and what does not fit is one of the words behind it; so those before
the place are tried as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.report.suggest import apart
from rulewright.syntax.words import FOREIGN, RESERVED

MOST = 40
"""Words tried in one line."""


@dataclass(frozen=True, slots=True)
class Written:
    """A word of a line and where it stands. `name`: it was read as a name."""

    text: str
    start: int
    end: int
    name: bool


@dataclass(frozen=True, slots=True)
class Meant:
    """The word that was written, and the one with which the line can be read. `first`: it begins the line; `alone`: no
    other word is as near with which it can be read too.
    """

    written: Written
    word: str
    first: bool
    alone: bool


def meant(line: Sequence[Written], known: Iterable[str], reads: Callable[[Written, str], bool]) -> Meant | None:
    """The exchange that makes the line readable: of what was read as a name sooner than of another word, the fewest
    letters, of equal ones that of the last word."""
    words = sorted(word for word in known if word.isalpha() and len(word) > 1)
    near = sorted(_near(line, words), key=lambda found: (not line[-found[1]].name, *found[:2]))
    for tried, (distance, at, word) in enumerate(near[:MOST], start=1):
        if reads(line[-at], word):
            others = [
                other for other in near[tried:MOST] if other[0] == distance and line[-other[1]].name == line[-at].name
            ]
            alone = not any(reads(line[-where], other) for _, where, other in others)
            return Meant(line[-at], word, first=at == len(line), alone=alone)
    return None


def _near(line: Sequence[Written], words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """How far apart, the place in the line counted from its end, and the word of the language."""
    for at, written in enumerate(reversed(line), start=1):
        if written.text in FOREIGN or written.text in RESERVED or not written.text.isidentifier():
            continue
        most = max(1, len(written.text) // 3)
        copies = re.search(r"[0-9]+$", written.text)
        for word in (*words, f"x{copies[0]}") if copies else words:
            if word != written.text and abs(len(word) - len(written.text)) <= most:
                distance = apart(written.text, word)
                if distance <= most:
                    yield distance, at, word
