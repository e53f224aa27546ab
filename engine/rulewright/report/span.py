"""A text and a place in it.

In: a text as it was read, and offsets into it in characters. Out: lines and columns, from 1, as an editor counts them
(a tab is one column). Knows nothing of rules: a spreadsheet's text is a `Source` like any other, and a place in one of
its cells is a `Span` that also carries the cell's address.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Source:
    """A named text. The name is what messages show, usually a path relative to the game's folder; `path` is the file
    it was read from, if it was one.
    """

    name: str
    text: str = field(repr=False)
    path: Path | None = field(default=None, repr=False, compare=False)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset; one past the end of the text is the last position there is."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line without its end. The empty line after a last newline counts as a line."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    @property
    def lines(self) -> int:
        return len(self._starts)

    @cached_property
    def _starts(self) -> array[int]:
        return array("Q", [0]) + array("Q", (end.end() for end in re.finditer("\n", self.text)))


@dataclass(frozen=True, slots=True)
class Cell:
    """The address of a table cell: its row as a spreadsheet numbers it, where the headings are row 1 (in JSON the first
    row is 1), and the heading of its column.
    """

    row: int
    column: str

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}"


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to `end`, exclusive. An empty span points between two characters."""

    source: Source
    start: int
    end: int
    cell: Cell | None = None

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after the last character."""
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def part(self, start: int, end: int) -> Span:
        """A part of it, counted from its start."""
        return Span(self.source, self.start + start, self.start + end, self.cell)

    def to(self, other: Span) -> Span:
        """From the start of this one to the end of a later one in the same text."""
        return Span(self.source, self.start, max(self.end, other.end), self.cell)

    def __str__(self) -> str:
        place = f"{self.source.name}:{self.line}:{self.column}"
        return f"{place} ({self.cell})" if self.cell else place
