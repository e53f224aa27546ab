"""Rows from a spreadsheet, and back. In: the items of a game that name files. Out: the same with their rows in place.

`cards of T from "FILE"` and the spaces and edges of a graph may lie in a CSV or JSON file in the game's folder. They
are read when all of a game is known, since what a cell means depends on what its column holds: `files` finds the text,
`csv_records` and `json_records` its rows, `rows` and `cells` what they say. Every mistake is told with file, row and
column. `writing` goes the other way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.report.collect import Report
from rulewright.semantics.walk import with_blocks
from rulewright.syntax import ast
from rulewright.tables import csv_records, json_records, rows
from rulewright.tables.cells import NO_NAMES, Known
from rulewright.tables.files import source_of
from rulewright.tables.given import Records
from rulewright.tables.rows import Columns

__all__ = ["filled"]

Part = ast.Spaces | ast.Edges | ast.Layer | ast.Sectors


@dataclass(frozen=True, slots=True)
class _Place:
    """Where files lie, and what is declared: component types by name, and names."""

    home: Path
    components: Mapping[str, ast.Component]
    known: Known
    report: Report


def filled(
    items: tuple[ast.Item, ...], home: Path, report: Report, others: Iterable[ast.Item] = ()
) -> tuple[ast.Item, ...]:
    """The items with the rows of their files, which lie in `home`. `others`: what else belongs to the game."""
    if not any(_sources(item) for item in with_blocks(items)):
        return items
    everything = [*with_blocks(items), *with_blocks(others)]
    components = {item.name.text: item for item in everything if isinstance(item, ast.Component)}
    return _filled(items, _Place(home, components, _known(everything), report))


def _known(everything: Iterable[ast.Item]) -> Known:
    numbers: set[str] = set()
    others: set[str] = set()
    for item in everything:
        match item:
            case ast.Const() | ast.Define() | ast.Table() | ast.Option():
                numbers.add(item.name.text)
            case ast.Enum(values=values) | ast.AddValues(values=values):
                others.update(value.name.text for value in values)
            case ast.Rows(rows=written):
                others.update(row.name.text for row in written)
            case _:
                pass
    return Known(frozenset(numbers), frozenset(others))


def _sources(item: ast.Item) -> bool:
    match item:
        case ast.Rows(source=source):
            return source is not None
        case ast.Board(parts=parts):
            return any(isinstance(part, ast.Spaces | ast.Edges) and part.source is not None for part in parts)
        case _:
            return False


def _filled(items: tuple[ast.Item, ...], place: _Place) -> tuple[ast.Item, ...]:
    return tuple(_item(item, place) for item in items)


def _item(item: ast.Item, place: _Place) -> ast.Item:
    match item:
        case ast.Rows(source=ast.Text() as name):
            return replace(item, rows=_rows(name, _columns(item.type.text, place), place))
        case ast.Board():
            return replace(item, parts=tuple(_part(item, part, place) for part in item.parts))
        case ast.Option():
            cases = tuple(replace(case, items=_filled(case.items, place)) for case in item.cases)
            return replace(item, items=_filled(item.items, place), cases=cases)
        case _:
            return item


def _columns(kind: str, place: _Place) -> Columns:
    component = place.components.get(kind)
    return Columns(kind, known=place.known) if component is None else of_component(component, place.known)


def of_component(component: ast.Component, known: Known = NO_NAMES) -> Columns:
    fields = {field.name.text: field for field in component.fields}
    sides = tuple(side.text for side in component.sides)
    return Columns(component.name.text, fields, sides, known, certain=True)


def of_board(board: ast.Board, kind: str, known: Known = NO_NAMES) -> Columns:
    """The columns of spaces of this kind."""
    return Columns(kind, {field.name.text: field for field in board.fields}, (), known, certain=True)


def _part(board: ast.Board, part: Part, place: _Place) -> Part:
    match part:
        case ast.Spaces(source=ast.Text() as name):
            return replace(part, rows=_rows(name, of_board(board, part.type.text, place.known), place))
        case ast.Edges(source=ast.Text() as name):
            found = _records(name, part.type.text, place)
            directed = board.kind == "directed graph"
            made = () if found is None else rows.edges(found, part.type.text, directed, place.report)
            return replace(part, edges=made)
        case _:
            return part


def _rows(name: ast.Text, columns: Columns, place: _Place) -> tuple[ast.Row, ...]:
    found = _records(name, columns.of, place)
    return () if found is None else rows.rows(found, columns, place.report)


def _records(name: ast.Text, of: str, place: _Place) -> Records | None:
    source = source_of(name, place.home, place.report)
    if source is None:
        return None
    if name.value.lower().endswith(".json"):
        return json_records.records(source, of, place.report)
    return csv_records.records(source, place.report)
