"""Where reading goes on after a problem. In: a text, its layout, the problem. Out: the text with that part made blank.

What is left stands where it stood. Inside a block only the line of the problem goes, with what hangs on it; if what is
amiss may lie deeper, all goes up to the next declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Source
from rulewright.syntax.indent import Layout
from rulewright.syntax.words import DECLARATIONS

LAST = (codes.UNCLOSED, codes.TAB_INDENT, codes.TOO_LARGE)
"""A bracket or text without its end may swallow what follows, and a tab is seldom alone: after them nothing is read."""

FURTHER = ("else", "then")
"""Words that begin a line which hangs on the one before it."""

_SEEN = re.compile(r"[^\r\n]|\r(?!\n)")
_FIRST = re.compile(r"(?:\s|#[^\n]*+)*+(?P<word>\w*)")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with all that brackets carry on: where its first word stands and its last ends, and how deep it lies."""

    start: int
    end: int
    depth: int
    word: str


@dataclass(frozen=True, slots=True)
class Rest:
    """The text that is left, and where in it reading goes on: what is amiss before there follows from what is gone."""

    source: Source
    start: int


@dataclass(frozen=True, slots=True)
class Around:
    """The declaration in which a problem lies, from its first line to the next declaration, and the line it is on."""

    lines: tuple[_Line, ...]
    at: int
    following: int | None
    """Where the next declaration begins."""

    @property
    def start(self) -> int:
        return self.lines[0].start


def around(source: Source, lines: Layout, problem: Diagnostic) -> Around | None:
    """None if nothing stands where the problem lies."""
    found: list[_Line] = []
    at = None
    for line in _lines(source.text, lines):
        if at is None and not line.depth:
            found = []
        elif at is not None and not line.depth and line.word in DECLARATIONS:
            return Around(tuple(found), at, line.start)
        found.append(line)
        if at is None and problem.span.start <= line.end:
            at = len(found) - 1
    return None if at is None else Around(tuple(found), at, None)


def rest(source: Source, lines: Layout, problem: Diagnostic, place: Around, *, line_only: bool) -> Rest | None:
    """What can still be read; None: nothing. With `line_only` no more is left out than the line, if that can be."""
    if problem.code in LAST:
        return None
    if line_only and problem.code is codes.UNEXPECTED and lines.problem is None:
        after = _stands_alone(place.lines, place.at, problem)
        if after is not None:
            end = place.lines[after - 1].end
            return Rest(_without(_without(source, 0, place.start), place.lines[place.at].start, end), end + 1)
    following = place.following
    return None if following is None else Rest(_without(source, 0, following), following)


def _lines(text: str, lines: Layout) -> Iterator[_Line]:
    start = depth = 0
    for end, change in lines.changes.items():
        first = _FIRST.match(text, start)
        assert first is not None
        yield _Line(first.start("word"), end, depth, first["word"])
        start, depth = end, depth + change
    first = _FIRST.match(text, start)
    if first is not None and first.end() < len(text):
        yield _Line(first.start("word"), len(text), depth, first["word"])


def _stands_alone(found: Sequence[_Line], at: int, problem: Diagnostic) -> int | None:
    """Behind which line reading can go on in the same block, without the line and what hangs on it; None: nowhere."""
    line = found[at]
    if not line.depth or (problem.span.start <= line.start and found[at - 1].depth < line.depth):
        return None  # at the start of a block the cause may be its head
    after = at + 1
    while after < len(found) and (
        found[after].depth > line.depth or (found[after].depth == line.depth and found[after].word in FURTHER)
    ):
        after += 1
    beside = found[at - 1].depth >= line.depth or (after < len(found) and found[after].depth == line.depth)
    return after if beside else None


def _without(source: Source, start: int, end: int) -> Source:
    text = source.text
    return Source(source.name, text[:start] + _SEEN.sub(" ", text[start:end]) + text[end:])
