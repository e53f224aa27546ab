"""The one small change after which a line can be read. In: where reading stopped, and what could stand there. Out: that
change, if there is just one of the simplest kind.

Looked for like a repair in a parser that recovers (Diekmann and Tratt, "Don't Panic! Better, Fewer, Syntax Errors for
LR Parsers", 2020), with three differences: one change is all that is tried, the rest of the line must be readable after
it, and a line with two such changes gets none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.syntax.trouble import INDENT, Trouble
from rulewright.syntax.words import COMPARING, JOINING

MOST = 120
"""Changes tried in one line."""

LONGEST = 200
"""Of a line."""

ARTICLES = frozenset(["a", "an", "all", "each", "every", "more", "one", "the"])
FILLERS = frozenset(["card", "cards", "of", "piece", "pieces", "player", "then", "tile", "tiles", "token", "tokens"])
"""Words that a sentence has and a rule needs not."""

ALIKE = {
    "=": (":", "is", "as"),
    ":": ("=", ",", "in"),
    "-": ("to", "..", "->"),
    ",": (":", "and", "or", ";", "then"),
    ";": (",", ":"),
    ".": (",", ".."),
    "/": ("or", "and"),
    "&": ("and", ",", "with"),
    "+": ("and", ",", "with"),
    "and": (",", "to", "with"),
    "are": ("=", ":"),
    "as": ("=", ":", "for"),
    "at": ("on", "in", "to"),
    "by": ("x", "per", "*"),
    "each": ("per",),
    "equals": ("=",),
    "for": ("per", "in", ":"),
    "from": ("in", "of"),
    "has": ("=", "holds"),
    "in": ("from", "of", "on", "to"),
    "into": ("to", "in"),
    "is": ("=", ":", "in"),
    "of": (":", "in", "from", "for"),
    "on": ("to", "in", "at"),
    "onto": ("on", "to"),
    "or": (",", "to"),
    "then": (":",),
    "to": ("=", "..", "on", "in"),
    "until": ("while",),
    "with": (":", ","),
}
"""What is said with another sign or word in other places, or elsewhere than here."""

NEEDLESS = (":", "=", ",", ";", ".", "-")

JOINED_LEFT = (":", ",", ")", ";", "?", "]")
OPEN = ("(", "[", ".")


class Repair(NamedTuple):
    """`text` instead of what stands from `start` to `end`; `line` is what the whole line says then."""

    start: int
    end: int
    text: str
    line: str


def repair(trouble: Trouble) -> Repair | None:
    line = _line(trouble)
    if line is None:
        return None
    tried = 0
    for kind in (_exchanged, _articles, _fillers, _left_out, _put_in, _exchanged_before):
        found: list[Repair] = []
        for changes in kind(line, trouble.spelt):
            tried += 1
            if tried > MOST:
                return None
            change = _written(line, changes)
            if trouble.reads(change.start, change.end, change.text):
                found.append(change)
        if found:
            return found[0] if len(found) == 1 else None
    return None


class _Line(NamedTuple):
    """The line in which reading trouble: where it begins, its text and words, and the place in it; `at`: which of the
    words stands there, behind the last one at the end of the line.
    """

    start: int
    text: str
    words: list[re.Match[str]]
    place: int
    at: int


class _Change(NamedTuple):
    """A word for what stands from `start` to `end` in the line; none leaves it out."""

    start: int
    end: int
    word: str


def _line(trouble: Trouble) -> _Line | None:
    text = trouble.source.text
    place = len(text[: trouble.start].rstrip()) if trouble.found == INDENT else trouble.start
    start = text.rfind("\n", 0, place) + 1
    found = CODE.match(text, start)
    line = found[0].rstrip() if found else ""
    if not line.strip() or len(line) > LONGEST:
        return None
    place = min(place - start, len(line))
    words = list(WORD.finditer(line))
    at = next((at for at, word in enumerate(words) if word.end() > place), len(words))
    return _Line(start, line, words, place, at)


CODE = re.compile(r'(?:[^"#\r\n]++|"[^"\r\n]*+")*+')
WORD = re.compile(r'"[^"]*"|\w+|[^\w\s]')

Changes = list[_Change]


def _exchanged(line: _Line, spelt: list[str]) -> Iterator[Changes]:
    """Another sign or word that says the same elsewhere; of a sign, in all places from here on."""
    yield from _exchanged_at(line, line.at, [word for word in _alike(line, line.at) if word in spelt])


def _exchanged_before(line: _Line, spelt: list[str]) -> Iterator[Changes]:
    """The same of a sign before the place, behind which something else could stand."""
    if not re.match(r"\w", _word(line, line.at - 1)):
        yield from _exchanged_at(line, line.at - 1, _alike(line, line.at - 1))


def _exchanged_at(line: _Line, at: int, words: Iterable[str]) -> Iterator[Changes]:
    for word in words:
        found = line.words[at]
        same = [found] if found[0].isalpha() else line.words[at:]
        yield [_Change(each.start(), each.end(), word) for each in same if each[0] == found[0]]


def _alike(line: _Line, at: int) -> tuple[str, ...]:
    return ALIKE.get(_word(line, at), ())


def _word(line: _Line, at: int) -> str:
    return line.words[at][0] if 0 <= at < len(line.words) else ""


def _put_in(line: _Line, spelt: list[str]) -> Iterator[Changes]:
    """What shapes a line; a sign that joins two values would make almost any line readable."""
    for word in spelt:
        if word not in JOINS:
            yield [_Change(line.place, line.place, word)]


JOINS = JOINING | (COMPARING - {"="}) | {".", "[", "("}


def _left_out(line: _Line, spelt: list[str]) -> Iterator[Changes]:
    """The sign here or the one before, in all places from there on."""
    for at in (line.at, line.at - 1):
        if _word(line, at) in NEEDLESS:
            yield from _exchanged_at(line, at, ("",))


def _articles(line: _Line, spelt: list[str]) -> Iterator[Changes]:
    yield from _without(line, ARTICLES)


def _fillers(line: _Line, spelt: list[str]) -> Iterator[Changes]:
    yield from _without(line, ARTICLES | FILLERS)


def _without(line: _Line, words: frozenset[str]) -> Iterator[Changes]:
    """Without one of the words, or without all of them."""
    found = [_Change(word.start(), word.end(), "") for word in line.words if word[0] in words]
    yield from ([word] for word in found)
    if len(found) > 1:
        yield found


def _written(line: _Line, changes: Changes) -> Repair:
    """The line after the changes, with one blank around words and none before a sign that ends something."""
    text, last = "", 0
    for change in changes:
        text += line.text[last : change.start]
        last = change.end
        if not change.word:
            behind = line.text[last:]
            last += len(behind) - len(behind.lstrip())
            if behind.lstrip().startswith(JOINED_LEFT):
                text = text.rstrip()
            elif text.strip() and not text[-1].isspace() and last > change.end:
                text += " "
            continue
        text = text.rstrip() if change.word in JOINED_LEFT and text.strip() else text
        if text.strip() and not text[-1].isspace() and change.word not in JOINED_LEFT and not text.endswith(OPEN):
            text += " "
        text += change.word
        behind = line.text[last:]
        if behind and not behind[0].isspace() and not behind.startswith(JOINED_LEFT):
            text += " "
    text = (text + line.text[last:]).rstrip()
    start, end = difference(line.text, text)
    return Repair(line.start + start, line.start + len(line.text) - end, text[start : len(text) - end], text.strip())


def difference(one: str, other: str) -> tuple[int, int]:
    """How many signs of two texts are the same at the beginning, and how many at the end; whole words of them."""
    most = min(len(one), len(other))
    start = next((at for at in range(most) if one[at] != other[at]), most)
    while start and (one[start - 1].isalnum() or one[start - 1] == "_"):
        start -= 1
    most -= start
    end = next((at for at in range(most) if one[-1 - at] != other[-1 - at]), most)
    while end and (one[len(one) - end].isalnum() or one[len(one) - end] == "_"):
        end -= 1
    return start, end
