"""Rows from a spreadsheet. In: a declaration that names a CSV file. Out: the same with its rows in place.

The first line names the columns: `name`, `title`, `copies`, and fields; for edges `from`, `to`, `copies`. A cell is
read as it would be under a row; an empty cell is no value. Every mistake is told with file, row and column.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from rulewright import resources
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Cell, Source, Span
from rulewright.report.suggest import nearest
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright.syntax.words import RESERVED

Line = list[tuple[str, Span]]

MAX_BYTES = 2_000_000


def filled(item: ast.Rows | ast.Board, home: Path, report: Report) -> ast.Rows | ast.Board:
    """The declaration with the rows of its files."""
    if isinstance(item, ast.Rows):
        return item if item.source is None else replace(item, rows=_rows(item.source, home, report))
    return replace(item, parts=tuple(_part(item, part, home, report) for part in item.parts))


def _part(board: ast.Board, part: Part, home: Path, report: Report) -> Part:
    match part:
        case ast.Spaces(source=ast.Text() as name):
            return replace(part, rows=_rows(name, home, report))
        case ast.Edges(source=ast.Text() as name):
            return replace(part, edges=_edges(name, board.kind == "directed graph", home, report))
        case _:
            return part


Part = ast.Spaces | ast.Edges | ast.Layer | ast.Sectors


def _rows(name: ast.Text, home: Path, report: Report) -> tuple[ast.Row, ...]:
    table = _table(name, ("name",), home, report)
    found = [_row(source, headings, line, number, report) for source, headings, number, line in table]
    return tuple(row for row in found if row is not None)


def _edges(name: ast.Text, directed: bool, home: Path, report: Report) -> tuple[ast.EdgeLine, ...]:
    """Columns `from` and `to`, and `copies` for parallel edges."""
    found: list[ast.EdgeLine] = []
    for _, headings, number, line in _table(name, ("from", "to"), home, report):
        cells = {
            heading: (text, replace(span, cell=Cell(number, heading)))
            for (heading, _), (text, span) in _pairs(headings, line)
        }
        for (heading, span), _ in _pairs(headings, line):
            if heading not in ("from", "to", "copies"):
                report.error(
                    codes.UNKNOWN_COLUMN, span, f"edges have no `{heading}`", help="they have from, to, copies"
                )
        ends = [_name(*cells[end], report) if end in cells else None for end in ("from", "to")]
        if any(end not in cells for end in ("from", "to")):
            report.error(codes.CELL, line[0][1].to(line[-1][1]), f"row {number} needs both `from` and `to`")
        count = _copies(*cells["copies"], report) if "copies" in cells else None
        left, right = ends
        if left is not None and right is not None:
            whole = line[0][1].to(line[-1][1])
            found.append(
                ast.EdgeLine(span=whole, left=left, right=right, directed=directed, count=count.value if count else 1)
            )
    return tuple(found)


# ------------------------------------------------------------------ reading the file


def _table(
    name: ast.Text, needed: tuple[str, ...], home: Path, report: Report
) -> Iterator[tuple[Source, Line, int, Line]]:
    """The rows of the file that hold something, each with the headings and its number from 1."""
    path = resources.inside(home, name.value)
    if path is None:
        near = nearest(name.value, [p.name for p in sorted(home.glob("*.csv"))])
        report.error(
            codes.TABLE_FILE,
            name.span,
            f"there is no file `{name.value}` in this game's folder",
            help=f"did you mean `{near}`?" if near else None,
        )
        return
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        report.error(codes.TABLE_FILE, name.span, f"`{name.value}` cannot be read: {problem}", help="save it as UTF-8")
        return
    if len(raw) > MAX_BYTES:
        report.error(codes.TABLE_FILE, name.span, f"`{name.value}` is larger than {MAX_BYTES:,} bytes")
        return
    source = Source(name.value, unicodedata.normalize("NFC", text))
    lines = _cells(source, report)
    if lines is None:
        return
    if not any(cell.strip() for line in lines for cell, _ in line):
        report.error(codes.TABLE_FILE, name.span, f"`{name.value}` is empty", help="its first line names the columns")
        return
    headings = [(cell.strip(), span) for cell, span in lines[0]]
    if not _headings(source, headings, needed, report):
        return
    words = [heading for heading, _ in headings]
    for number, line in enumerate(lines[1:], start=1):
        stray = [span for i, (cell, span) in enumerate(line) if cell.strip() and not "".join(words[i : i + 1])]
        if stray:
            report.error(codes.CELL, stray[0], f"row {number} has more cells than there are columns")
        elif any(cell.strip() for cell, _ in line):
            yield source, headings, number, line


def _headings(source: Source, headings: Line, needed: tuple[str, ...], report: Report) -> bool:
    words = [heading for heading, _ in headings]
    fine = True
    for column in needed:
        if column not in words:
            report.error(
                codes.MISSING_COLUMN,
                Span(source, 0, len(source.line(1))),
                f"`{source.name}` has no column `{column}`",
                help="the first line names the columns: name, title, copies, and the fields"
                if needed == ("name",)
                else "the first line names the columns: from, to, copies",
            )
            return False
    for index, (heading, span) in enumerate(headings):
        if heading and heading in words[:index]:
            report.error(
                codes.DUPLICATE,
                span,
                f"there are two columns `{heading}`",
                labels=[Label(headings[words.index(heading)][1], "the first is here")],
            )
            fine = False
    return fine


def _pairs(headings: Line, line: Line) -> Iterator[tuple[tuple[str, Span], tuple[str, Span]]]:
    """Heading and cell, of the cells that hold something."""
    for heading, (text, span) in zip(headings, line, strict=False):
        if text.strip():
            yield heading, (text.strip(), span)


def _cells(source: Source, report: Report) -> list[Line] | None:
    """The records of the file, each cell with its place in the text. None, and a message, if a quote goes wrong."""
    text = source.text
    lines: list[Line] = [[]]
    at = 0
    while True:
        start = at
        if text.startswith('"', at):
            end = _closing(text, at)
            at = end + 1
            if end == len(text) or (at < len(text) and text[at] not in ",\r\n"):
                wrong = "this quote is not closed" if end == len(text) else "something stands behind the closing quote"
                report.error(
                    codes.TABLE_FILE,
                    Span(source, start, start + 1) if end == len(text) else Span(source, at, at + 1),
                    wrong,
                    help='a quote inside a cell is written twice: `""`',
                )
                return None
            lines[-1].append((text[start + 1 : end].replace('""', '"'), Span(source, start + 1, end)))
        else:
            while at < len(text) and text[at] not in ",\r\n":
                at += 1
            lines[-1].append((text[start:at], Span(source, start, at)))
        if at == len(text):
            return lines
        if text[at] == ",":
            at += 1
        else:
            at += 2 if text.startswith("\r\n", at) else 1
            lines.append([])


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


# ------------------------------------------------------------------ a row


def _row(source: Source, headings: Line, line: Line, number: int, report: Report) -> ast.Row | None:
    name = title = count = None
    cells: list[ast.Cell] = []
    whole = line[0][1].to(line[-1][1])
    for (heading, head), (text, span) in _pairs(headings, line):
        at = replace(span, cell=Cell(number, heading))
        if heading == "name":
            name = _name(text, at, report)
            if name is None:
                return None
        elif heading == "title":
            title = ast.Text(span=at, value=text)
        elif heading == "copies":
            count = _copies(text, at, report)
        else:
            value = _value(text, at, report)
            if value is not None:
                cells.append(ast.Cell(span=at, name=ast.Name(span=head, text=heading), value=value))
    if name is None:
        report.error(codes.CELL, whole, f"row {number} has no name")
        return None
    return ast.Row(
        span=whole,
        name=name,
        title=title,
        count=count,
        copies=None,
        generators=(),
        inline=(),
        cells=tuple(cells),
        sides=(),
        docs=(),
        rules=(),
    )


def _name(text: str, at: Span, report: Report) -> ast.Name | None:
    if not text.isidentifier() or text in RESERVED:
        report.error(
            codes.CELL, at, f"`{text}` cannot be a name", help="letters, digits and `_`; how it is shown is its title"
        )
        return None
    return ast.Name(span=at, text=text)


def _copies(text: str, at: Span, report: Report) -> ast.Int | None:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        report.error(codes.CELL, at, f"`{text}` is no number of copies")
        return None
    return ast.Int(span=at, value=int(text))


def _value(text: str, at: Span, report: Report) -> ast.Expr | None:
    """The cell as it would be read under a row, an expression or statements; every part of it is placed at the cell."""
    tree, problems = parse(Source(at.source.name, f"cards of Table: row: cell: {text}\n"))
    match tree:
        case ast.File(items=(ast.Rows(rows=(ast.Row(cells=(ast.Cell(value=value),)),)),)):
            placed: ast.Expr = _placed(value, at)
            return placed
        case _:
            wrong = problems[0].message if problems else "more than one thing stands here"
            report.error(codes.CELL, at, f"`{text}` cannot be read: {wrong}")
            return None


def _placed(node: Any, at: Span) -> Any:
    changed: dict[str, Any] = {"span": at}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, ast.Node):
            changed[field.name] = _placed(value, at)
        elif isinstance(value, tuple):
            changed[field.name] = tuple(_placed(v, at) if isinstance(v, ast.Node) else v for v in value)
    return replace(node, **changed)
