"""Words and comments under each other. In: rows. Out: their lines.

Neighbouring one-line rows of data keep the columns that the designer gave them: words that stood under each other with
more than one blank before at least one of them stand under each other again, with as few blanks as that takes. Numbers
may be aligned by their ends. Comments behind neighbouring lines begin in one column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulewright.syntax.format_rows import STEP, WIDEST, Row
from rulewright.syntax.format_words import Piece, between, depths, text_of

DATA = frozenset(["row", "field", "table_row", "track_column", "edge", "letter", "enum_value", "thing_named"])
"""Rules of the grammar whose lines are rows of data."""

_NEAR = 2
"""Comments belong to one run if at most one line without a comment stands between them."""


def lines(rows: Sequence[Row]) -> list[str]:
    """The lines of the text, the blank ones among them."""
    texts = [row.text for row in rows]
    for first, end in _runs_of_data(rows):
        texts[first:end] = _in_columns(rows[first:end])
    _add_comments(rows, texts)
    return [line for row, text in zip(rows, texts, strict=True) for line in ([""] if row.blank else []) + [text]]


# ------------------------------------------------------------------ columns


@dataclass(slots=True, eq=False)
class _Cell:
    """Words of a row without blanks between them. `start`, `end`: where they stand, `gap`: the blanks before them;
    `sort`: what the first of them is, empty inside brackets; `behind`: the sign that they stand behind, if it is one.
    """

    row: int
    text: str
    start: int
    gap: int
    sort: str
    behind: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def number(self) -> bool:
        return self.text.lstrip("-").isdecimal()


def _runs_of_data(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """From which row to which rows of data stand one below the other."""
    found: list[tuple[int, int]] = []
    for at, row in enumerate(rows):
        if not row.whole or row.opens or not row.begins & DATA:
            continue
        if found and found[-1][1] == at and not row.blank and rows[at - 1].level == row.level:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return [(first, end) for first, end in found if end > first + 1]


def _in_columns(rows: Sequence[Row]) -> list[str]:
    table = [_cells(number, row.pieces) for number, row in enumerate(rows)]
    texts: list[str] | None = None
    for _ in range(len(rows) + 4):
        before, texts = texts, _aligned(table, rows[0].level)
        if texts == before:
            return texts
    return [row.text for row in rows]


def _cells(row: int, pieces: Sequence[Piece]) -> list[_Cell]:
    """The cells of a row, where they stood in the text."""
    found: list[_Cell] = []
    inside, first = depths(pieces), 0
    for at, each in enumerate(pieces):
        if at + 1 < len(pieces) and not between(each, pieces[at + 1]):
            continue
        begun = pieces[first : at + 1]
        before = pieces[first - 1] if first else None
        gap = begun[0].column - before.column - len(before.text) if before else 0
        behind = before.sign if before else ""
        found.append(_Cell(row, text_of(begun), begun[0].column, gap, "" if inside[first] else _sort(begun[0]), behind))
        first = at + 1
    return found


def _sort(first: Piece) -> str:
    if first.kind == "INT" or first.begins & {"negate", "negative_int"}:
        return "number"
    return first.kind if first.kind in ("STRING", "COPIES") else first.sign or "word"


def _aligned(table: list[list[_Cell]], level: int) -> list[str]:
    """The texts of the rows. The cells are moved to where they stand then."""
    for row in table:
        row[0].start = STEP * level
    columns, put = _columns(table), [1] * len(table)
    for column in columns:
        ends = _by_ends(column)
        free = [_put_before(table[cell.row], put, cell) for cell in column]
        edge = max(at + len(cell.text) * ends for at, cell in zip(free, column, strict=True))
        for at, cell in zip(free, column, strict=True):
            cell.start = edge - len(cell.text) * ends
            cell.gap = cell.start - at + 1
    for row in table:
        _put_before(row, put, None)
    return [_written(row) for row in table]


def _put_before(row: list[_Cell], put: list[int], cell: _Cell | None) -> int:
    """Put the cells before this one as far left as they can stand; all, if it is None. Where this one could stand then.
    `put` counts for each row the cells that are in their place; this one is, too, when its column is settled.
    """
    number = row[0].row
    while put[number] < len(row) and row[put[number]] is not cell:
        left, each = row[put[number] - 1 : put[number] + 1]
        each.start, each.gap = left.end + 1, 1
        put[number] += 1
    put[number] += 1
    return row[put[number] - 2].end + 1


def _written(row: list[_Cell]) -> str:
    text = ""
    for cell in row:
        text += " " * (cell.start - len(text)) + cell.text
    return text


def _columns(table: list[list[_Cell]]) -> list[list[_Cell]]:
    """Cells of neighbouring rows that were aligned on purpose, from left to right; none of them in two columns."""
    found: list[list[_Cell]] = []
    of: dict[int, list[_Cell]] = {}
    for above, below in pairwise(table):
        free = above[1:]
        for cell in below[1:]:
            other = next((other for other in free if _are_aligned(other, cell)), None)
            if other is None:
                continue
            free.remove(other)
            column = of.get(id(other))
            if column is None:
                column = of[id(other)] = [other]
                found.append(column)
            column.append(cell)
            of[id(cell)] = column
    straight = [column for column in found if _by_ends(column) or len({cell.start for cell in column}) == 1]
    return sorted(straight, key=lambda column: column[0].end - 0.5 if _by_ends(column) else column[0].start)


def _are_aligned(above: _Cell, below: _Cell) -> bool:
    alike = above.sort == below.sort or above.behind == below.behind in (":", "=")
    if not alike or not above.sort or not below.sort or max(above.gap, below.gap) < 2:
        return False
    if above.number and below.number and above.end == below.end:
        return True
    return above.start == below.start


def _by_ends(column: list[_Cell]) -> bool:
    """Numbers that are aligned by their last digits, and not by their first."""
    if len({cell.start for cell in column}) == 1:
        return False
    return len({cell.end for cell in column}) == 1 and all(cell.number for cell in column)


# ------------------------------------------------------------------ comments


def _add_comments(rows: Sequence[Row], texts: list[str]) -> None:
    """Comments behind lines, those of a run in one column; on lines of their own at the depth of the line."""
    run: list[int] = []
    for at, row in enumerate(rows):
        if not row.pieces and not row.goes_on:
            texts[at] += row.comment
            _end_run(run, rows, texts)
            continue
        if run and (row.blank or at - run[-1] > _NEAR):
            _end_run(run, rows, texts)
        if row.comment:
            if not _go_together([*run, at], rows, texts):
                _end_run(run, rows, texts)
            run.append(at)
    _end_run(run, rows, texts)


def _end_run(run: list[int], rows: Sequence[Row], texts: list[str]) -> None:
    column = _column(run, rows, texts)
    for at in run:
        texts[at] = f"{texts[at] if rows[at].pieces else '':{column}}{rows[at].comment}"
    run.clear()


def _column(run: Sequence[int], rows: Sequence[Row], texts: Sequence[str]) -> int:
    return max((len(texts[at]) + 2 for at in run if rows[at].pieces), default=0)


def _go_together(run: Sequence[int], rows: Sequence[Row], texts: Sequence[str]) -> bool:
    """Whether no comment that fits behind its line is pushed beyond the widest line by being in one column."""
    column = _column(run, rows, texts)
    return all(
        rows[at].goes_on
        or column + len(rows[at].comment) <= WIDEST
        or len(texts[at]) + 2 + len(rows[at].comment) > WIDEST
        for at in run
    )
