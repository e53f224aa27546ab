"""The rows of a CSV file. In: its text. Out: cells with their places, under the headings of the first line.

Read as spreadsheets write it: commas, semicolons or tabs, whichever stand in the first line; quotes around a cell that
holds one of them, a line break, or a quote, which is doubled then. Empty columns and lines at the end mean nothing.
Rows are numbered as the spreadsheet shows them: the headings stand in row 1.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Cell, Source, Span
from rulewright.report.wording import counted
from rulewright.tables import bounds
from rulewright.tables.given import Given, Record, Records

SEPARATORS = {",": "a comma", ";": "a semicolon", "\t": "a tab"}

MOST_ABOVE = 5
"""How many lines below the first one are looked at for headings that should be there."""

_TOLD = re.compile(r"sep=([,;\t])\r?(?:\n|\Z)", re.IGNORECASE)
"""The line by which some programs tell Excel the separator."""

Line = list[Given]


def records(source: Source, report: Report) -> Records | None:
    """None, and a message, if two headings are the same or a quote goes wrong. Something stands in the file."""
    told = _TOLD.match(source.text)
    start = told.end() if told else 0
    separator = told[1] if told else _separator(source.text)
    lines = _lines(source, start, separator, report)
    if lines is None:
        return None
    first = next(at for at, line in enumerate(lines, start=1) if not all(cell.empty for cell in line))
    below = _headings_below(lines, first)
    if below is not None:
        report.error(
            codes.TABLE_FILE,
            lines[first - 1][0].span.to(lines[first - 1][-1].span),
            f"the first line of `{source.name}` holds no headings",
            labels=[Label(lines[below - 1][0].span.to(lines[below - 1][-1].span), "they stand here")],
            help=f"take away what stands above row {below}",
        )
        return None
    headings = tuple(cell.stripped() for cell in lines[first - 1])
    words = [heading.text for heading in headings]
    if {"name", "from"}.intersection(words) and not _each_once(headings, report):
        return None
    rows = []
    strays: dict[int, list[tuple[int, Given]]] = {}
    for number, line in enumerate(lines[first:], start=first + 1):
        if (at := _stray(line, words)) is not None:
            strays.setdefault(at, []).append((number, line[at]))
        elif any(not cell.empty for cell in line):
            cells = zip(headings, line, strict=False)
            filled = ((head, cell) for head, cell in cells if not cell.empty)
            addressed = tuple((head, cell.within(Cell(number, head.text)).stripped()) for head, cell in filled)
            rows.append(Record(number, line[0].span.to(line[-1].span), addressed))
    for at, found in strays.items():
        _tell_stray(at, found, words, separator, report)
    return Records(source, headings[0].span.to(headings[-1].span), headings, tuple(rows))


def _separator(text: str) -> str:
    """The first sign of its kind in the line of headings, outside quotes."""
    quoted = False
    for letter in text:
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter in SEPARATORS:
            return letter
        elif not quoted and letter == "\n" and text[: text.index("\n")].strip():
            break
    return ","


def _headings_below(lines: list[Line], first: int) -> int | None:
    """The number of the row that holds the headings, if it is not the first one: something else stands above them."""
    for number, line in enumerate(lines[first - 1 : first + MOST_ABOVE], start=first):
        words = [cell.text.strip() for cell in line]
        if "name" in words or ("from" in words and "to" in words):
            return number if number > first and len([word for word in words if word]) > 1 else None
    return None


def _each_once(headings: tuple[Given, ...], report: Report) -> bool:
    first: dict[str, Span] = {}
    fine = True
    for heading in headings:
        if heading.text and heading.text in first:
            report.error(
                codes.DUPLICATE,
                heading.span,
                f"there are two columns `{heading.text}`",
                labels=[Label(first[heading.text], "the first is here")],
            )
            fine = False
        first.setdefault(heading.text, heading.span)
    return fine


def _stray(line: Line, words: list[str]) -> int | None:
    """The number of the first cell that holds something and stands in no column that has a heading, from 0."""
    return next(
        (at for at, cell in enumerate(line) if not cell.empty and not "".join(words[at : at + 1])),
        None,
    )


def _tell_stray(index: int, found: list[tuple[int, Given]], words: list[str], separator: str, report: Report) -> None:
    """Says that cells stand in no column: one may have a sign too many, of several the heading is missing."""
    number, cell = found[0]
    cure = "write in the first line which column it is; a heading that begins with `#` is a remark"
    label = ""
    if len(found) > 1:
        message = f"column {index + 1} has no heading, and something stands in it in {len(found):,} rows"
    elif index < len(words):
        message = f"row {number} has a cell in a column without a heading"
    else:
        message = f"row {number} has more cells than there are columns"
        label = f"this is cell {index + 1}, and the first line has {counted(len(words), 'column')}"
        cure = f"a cell with {SEPARATORS[separator]} in it needs quotes around it, as spreadsheets write them"
    report.error(codes.CELL, cell.stripped().span, message, label=label, help=cure)


# ------------------------------------------------------------------ cells


def _lines(source: Source, at: int, separator: str, report: Report) -> list[Line] | None:
    """The lines of the table; a quoted cell may go over several lines of the file."""
    text = source.text
    ends = f"{separator}\r\n"
    lines: list[Line] = [[]]
    cells = values = rows = before = 0
    while True:
        start = at
        if text.startswith('"', at):
            end = _closing(text, at)
            at = end + 1
            if end == len(text) or (at < len(text) and text[at] not in ends):
                _tell_quote(source, start, end, report)
                return None
            lines[-1].append(_quoted(source, start + 1, end))
        else:
            while at < len(text) and text[at] not in ends:
                at += 1
            lines[-1].append(Given(text[start:at], Span(source, start, at), range(start, at + 1)))
        cells, values = cells + 1, values + (at > start) + text.count("\n", start, at)
        if cells > bounds.MOST_CELLS:
            bounds.tell(bounds.MOST_CELLS, "cells", lines[-1][-1].span, report)
            return None
        if values > bounds.MOST_VALUES:
            bounds.tell(bounds.MOST_VALUES, "values", lines[-1][-1].span, report)
            return None
        if values > before and rows == bounds.MOST_ROWS:
            bounds.tell(bounds.MOST_ROWS, "rows", lines[-1][-1].span, report)
            return None
        if at == len(text):
            return lines
        if text[at] == separator:
            at += 1
            if len(lines[-1]) >= bounds.MOST_COLUMNS:
                bounds.tell(bounds.MOST_COLUMNS, "columns", Span(source, at - 1, at), report)
                return None
        else:
            at += 2 if text.startswith("\r\n", at) else 1
            rows, before = rows + (values > before), values
            lines.append([])


def _quoted(source: Source, start: int, end: int) -> Given:
    """What stands between the quotes of a cell: a doubled quote is one, a line break is one whatever its kind."""
    text = source.text
    letters, places = [], []
    at = start
    while at < end:
        letter, length = text[at].replace("\r", "\n"), 1
        if text.startswith(('""', "\r\n"), at):
            length = 2
        letters.append(letter)
        places.append(at)
        at += length
    return Given("".join(letters), Span(source, start, end), (*places, end))


def _closing(text: str, at: int) -> int:
    """Where the quote that opens at `at` is closed; the end of the text if nowhere."""
    at += 1
    while at < len(text):
        if text[at] == '"':
            if not text.startswith('""', at):
                return at
            at += 1
        at += 1
    return len(text)


def _tell_quote(source: Source, start: int, end: int, report: Report) -> None:
    open_ = end == len(source.text)
    report.error(
        codes.TABLE_FILE,
        Span(source, start, start + 1) if open_ else Span(source, end + 1, end + 2),
        "this quote is not closed" if open_ else "something stands behind the closing quote",
        labels=[] if open_ else [Label(replace(Span(source, start, start + 1)), "the cell begins with this quote")],
        help='a quote inside a cell is written twice: `""`',
    )
