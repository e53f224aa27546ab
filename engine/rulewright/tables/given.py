"""What stands in a cell, with the place of every letter. In: parts of a file. Out: pieces that messages can point into.

A cell of a CSV file has doubled quotes, a text in JSON has escapes: what is read is shorter than what is written, so a
piece carries, for each of its letters, where that letter stands in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.report.span import Cell, Source, Span


@dataclass(frozen=True, slots=True)
class Given:
    """The text of a cell. `places[i]` is the offset of its letter i in the file, one more behind the last.

    `items`: what a JSON list holds, each for itself; the text is empty then. `plain`: a number, or true and false, that
    JSON has as such and not as a text.
    """

    text: str
    span: Span
    places: Sequence[int]
    items: tuple[Given, ...] | None = None
    plain: bool = False

    @property
    def empty(self) -> bool:
        return self.items is None and not self.text.strip()

    @property
    def written(self) -> str:
        """Its text, or the texts of a list's items."""
        return self.text if self.items is None else "\n".join(item.written for item in self.items)

    def at(self, start: int, end: int) -> Span:
        """The place of some of its letters."""
        first = self.places[start]
        last = self.places[end - 1] + 1 if end > start else first
        return Span(self.span.source, first, max(first, last), self.span.cell)

    def part(self, start: int, end: int) -> Given:
        return Given(self.text[start:end], self.at(start, end), self.places[start : end + 1])

    def stripped(self) -> Given:
        """Without the blanks around it."""
        if self.items is not None or self.plain:
            return self
        if self.text == self.text.strip():
            return self
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def lines(self) -> Iterator[Given]:
        """Its lines, or the items of a list."""
        if self.items is not None:
            for item in self.items:
                yield from item.lines()
            return
        start = 0
        for line in self.text.split("\n"):
            yield self.part(start, start + len(line))
            start += len(line) + 1

    def within(self, cell: Cell) -> Given:
        """The same with the address of its cell."""
        items = None if self.items is None else tuple(item.within(cell) for item in self.items)
        span = Span(self.span.source, self.span.start, self.span.end, cell)
        return Given(self.text, span, self.places, items, self.plain)


@dataclass(frozen=True, slots=True)
class Record:
    """A row as a file has it: its number, its place, and its cells that are not empty, each under its heading.

    The number is what a spreadsheet shows beside it, so that the rows below the headings begin with 2; in JSON they
    begin with 1.
    """

    number: int
    span: Span
    cells: tuple[tuple[Given, Given], ...]


@dataclass(frozen=True, slots=True)
class Records:
    """The rows of a file. `headings`: those of its first line; of a JSON file, which has none, all that are met.

    `start`: where something is told that concerns the whole table.
    """

    source: Source
    start: Span
    headings: tuple[Given, ...]
    rows: tuple[Record, ...]
