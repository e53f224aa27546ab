"""Rows as a table. In: the rows of a type, wherever they were written. Out: CSV or JSON that reads as the same.

Nothing that a row holds is left out: what a flat table has no place for by nature (a text of several lines, statements,
a map, a reaction) stands in one cell, line by line. A spreadsheet turns what looks like a number, a date or a formula
into one. So in CSV a text of that kind stands between quotes, and an expression between brackets, which are read over.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.syntax import ast
from rulewright.syntax.printer import show
from rulewright.tables.cells import Kind, is_expression
from rulewright.tables.json_records import FORMAT, VERSION
from rulewright.tables.rows import EDGE, Columns, Heading, all_headings, heading, spelled

Value = int | bool | str | list["Value"]

MAPS_LINE = re.compile(r"\|[^|]*\|")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of `of`. A cell that is not in its row is empty. `lines`: the columns whose cells may have several."""

    of: str
    headings: tuple[str, ...]
    rows: tuple[Mapping[str, Value], ...]


def sheet(columns: Columns, rows: Sequence[ast.Row]) -> Sheet:
    """The columns that are used, in the order of the fields; one for every field that is written."""
    made = [dict(_cells(columns, row)) for row in rows]
    filled_in = {each.variable.text for row in rows for each in row.generators}
    always = {"name", *(name for name, each in columns.fields.items() if each.value is None and name not in filled_in)}
    if columns.sides:
        always = {"name"}
    used = [name for name in all_headings(columns) if name in always or any(name in row for row in made)]
    return Sheet(columns.of, tuple(used), tuple(made))


def edge_sheet(of: str, edges: Sequence[ast.EdgeLine]) -> Sheet:
    rows: list[Mapping[str, Value]] = []
    for edge in edges:
        copies: dict[str, Value] = {"copies": edge.count} if edge.count != 1 else {}
        rows.append({"from": edge.left.text, "to": edge.right.text, **copies})
    return Sheet(of, EDGE if any("copies" in row for row in rows) else EDGE[:2], tuple(rows))


# ------------------------------------------------------------------ a row


def _cells(columns: Columns, row: ast.Row) -> Iterator[tuple[str, Value]]:
    def own(name: str, side: str | None = None) -> str:
        return spelled(Heading(name, True, side), columns)

    yield own("name"), row.name.text
    if row.title is not None:
        yield own("title"), _text(row.title.value)
    if row.count is not None:
        yield own("copies"), row.count.value
    elif row.copies is not None:
        yield own("copies"), _copies(row.copies, row.generators)
    yield from _fields(columns, (*row.inline, *row.cells), None)
    for name, texts in (
        ("text", [_text(doc.text) for doc in row.docs if isinstance(doc, ast.Doc)]),
        ("ruling", [_text(doc.text) for doc in row.docs if isinstance(doc, ast.Ruling)]),
        ("rules", _lines(row.rules)),
    ):
        if texts:
            yield own(name), _one_or_several(texts)
    for side in row.sides:
        yield from _fields(columns, (*side.inline, *side.cells), side.name.text)
        if side.rules:
            yield own("rules", side.name.text), _one_or_several(_lines(side.rules))


def _fields(
    columns: Columns, written: Iterable[ast.Inline | ast.Cell], side: str | None
) -> Iterator[tuple[str, Value]]:
    for cell in written:
        head = spelled(Heading(cell.name.text, False, side), columns)
        yield head, _value(cell.value, columns.kind(cell.name.text))


def _copies(number: ast.Expr, generators: tuple[ast.Generator, ...]) -> Value:
    if isinstance(number, ast.Int) and not generators:
        return number.value
    row = _row_with(copies=number, generators=generators)
    return _below(row)[0].partition(", copies ")[2]


def _lines(rules: Iterable[ast.React | ast.ChangeItem]) -> list[str]:
    return [line for rule in rules for line in show(rule).splitlines()]


def _value(value: ast.Expr, kind: Kind) -> Value:
    match value:
        case ast.Text() if kind.of == "Text" and not kind.several:
            return _text(value.value)
        case ast.SetLiteral(items=items) if kind.several:
            return [_value(item, Kind(kind.of)) for item in items]
        case ast.Int():
            return value.value
        case ast.Negate(operand=ast.Int(value=number)):
            return -number
        case ast.Ref(name=name) if kind.of == "Bool" and name.text == "yes":
            return True
        case ast.No() if kind.of == "Bool" and not kind.optional:
            return False
        case _:
            lines = _expression(value)
            if kind.of == "Text" and not kind.several:
                return f"`{' '.join(line.strip() for line in lines)}`"
            return _one_or_several(lines)


def _expression(value: ast.Expr) -> list[str]:
    """The lines of a cell, as they stand in the rules."""
    cell = ast.Cell(span=value.span, name=ast.Name(span=value.span, text="cell"), value=value)
    head, *rest = _below(_row_with(cells=(cell,)))[1:]
    first = head.strip().removeprefix("cell:").strip()
    margin = min((len(line) - len(line.lstrip()) for line in rest), default=0)
    return [*([first] if first else []), *(line[margin:] for line in rest)]


def _row_with(**parts: Any) -> ast.Row:
    span = (
        next(iter(parts.values())).span if not isinstance(next(iter(parts.values())), tuple) else parts["cells"][0].span
    )
    empty: dict[str, Any] = dict.fromkeys(("generators", "inline", "cells", "sides", "docs", "rules"), ())
    name = ast.Name(span=span, text="row")
    return ast.Row(span=span, name=name, **{"title": None, "count": None, "copies": None, **empty, **parts})


def _below(row: ast.Row) -> list[str]:
    """The printed lines of a row."""
    return show(ast.Rows(span=row.span, type=ast.Name(span=row.span, text="Table"), rows=(row,))).splitlines()[1:]


def _one_or_several(lines: list[str]) -> Value:
    return lines[0] if len(lines) == 1 else list(lines)


def _text(value: str) -> str:
    """A text, between quotes where it would be read as something else without them."""
    plain = value == value.strip() and value and "\n" not in value and not is_expression(value)
    return value if plain else f'"{value}"'


# ------------------------------------------------------------------ the files


def to_json(table: Sheet) -> dict[str, Any]:
    """The published format, `grammar/table.schema.json`."""
    rows = [{name: row[name] for name in table.headings if name in row} for row in table.rows]
    return {"format": FORMAT, "version": VERSION, "of": table.of, "rows": rows}


def json_text(table: Sheet) -> str:
    return json.dumps(to_json(table), ensure_ascii=False, indent=2) + "\n"


def csv_text(table: Sheet, columns: Columns | None, separator: str = ",") -> str:
    """Line ends are plain, in cells too."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerow(table.headings)
    for row in table.rows:
        writer.writerow([_cell(row.get(name, ""), name, columns) for name in table.headings])
    return text.getvalue()


def _cell(value: Value, name: str, columns: Columns | None) -> str:
    meant = None if columns is None else heading(name, columns)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    kind = Kind("Text") if meant is None or meant.own else columns.kind(meant.name) if columns else Kind()
    is_text = (kind.of == "Text" and not kind.several) or (meant is not None and meant.own)
    if isinstance(value, list):
        if kind.several and not is_text:
            return "{" + ", ".join(_item(item, kind) for item in value) + "}"
        lines = [str(line) for line in value]
        if meant is not None and meant.own and meant.name in ("text", "ruling"):
            lines = [_kept(line) for line in lines]
        return "\n".join(lines)
    if is_text and not (meant is not None and meant.own and meant.name in ("copies", "rules")):
        return _kept(value)
    return f"({value})" if kind.of not in ("action", "Map") and _is_mangled(value) and value else value


def _item(value: Value, kind: Kind) -> str:
    if isinstance(value, str) and kind.of == "Text":
        return value[1:-1] if is_expression(value) else value if value[:1] == '"' else f'"{value}"'
    return str(value)


def _kept(text: str) -> str:
    """A text that no spreadsheet takes for something else."""
    return f'"{text}"' if text and text[0] != '"' and _is_mangled(text) else text


_MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august|september|october"
    "|november|december"
)
_TAKEN_FOR = re.compile(
    rf"""
    [=+\-@].*                                   # a formula
    | [\d.,:/\-+\s%€$£eE()]*\d[\d.,:/\-+\s%€$£eE()]*   # a number, a date, a time, a fraction
    | \d*[\s./-]*(?:{_MONTHS})[\s./-]*\d*       # a date with the name of a month
    | true | false
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def _is_mangled(text: str) -> bool:
    """Whether a spreadsheet, as it opens the file, would make something else of it than a text."""
    return _TAKEN_FOR.fullmatch(text.strip()) is not None
