"""The tables of a game. In: the names it declares. Out: for each type of components with rows, and for the spaces and
edges of graphs, what can be written as a table and read again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rulewright.report.span import Source, Span
from rulewright.semantics.symbols import Symbols
from rulewright.syntax import ast
from rulewright.syntax.formatting import formatted
from rulewright.syntax.printer import show
from rulewright.tables import of_board, of_component
from rulewright.tables.folding import WIDEST, folded
from rulewright.tables.rows import Columns
from rulewright.tables.writing import Sheet, edge_sheet, sheet

WORDS: dict[str, Literal["cards", "tiles", "pieces", "tokens"]] = {
    "card": "cards", "tile": "tiles", "piece": "pieces", "token": "tokens",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `opening`: how the rules say that it lies in a file, up to the name of the file. `columns`: None for
    edges. `places`: where its rows stand now, one for each block of rows, or the file that they come from."""

    name: str
    opening: str
    columns: Columns | None
    sheet: Sheet
    places: tuple[Span, ...]
    written: ast.Rows | ast.Spaces | ast.Edges


def tables(symbols: Symbols, items: Iterable[ast.Item]) -> tuple[Table, ...]:
    """In the order in which the types are declared. `items`: those of the composed game."""
    blocks: dict[str, list[Span]] = {}
    for item in items:
        if isinstance(item, ast.Rows):
            blocks.setdefault(item.type.text, []).append(item.span)
    return (*_of_components(symbols, blocks), *_of_boards(symbols))


def _of_components(symbols: Symbols, blocks: dict[str, list[Span]]) -> Iterator[Table]:
    for name, component in symbols.components.items():
        rows = tuple(symbols.rows.get(name, ()))
        if rows:
            columns = of_component(component)
            made = sheet(columns, rows)
            word = WORDS[component.kind]
            written = ast.Rows(span=component.span, type=component.name, rows=rows, word=word)
            yield Table(name, f"{word} of {name} from", columns, made, tuple(blocks.get(name, ())), written)


def _of_boards(symbols: Symbols) -> Iterator[Table]:
    for board in symbols.boards.values():
        for part in board.parts:
            match part:
                case ast.Spaces(type=type, rows=rows) if rows:
                    columns = of_board(board, type.text)
                    made = sheet(columns, rows)
                    yield Table(
                        type.text, f"spaces {type.text} from", columns, made, (part.span,), replace(part, source=None)
                    )
                case ast.Edges(type=type, edges=edges) if edges:
                    made = edge_sheet(type.text, edges)
                    yield Table(
                        type.text, f"edges {type.text} from", None, made, (part.span,), replace(part, source=None)
                    )
                case _:
                    pass


def as_rules(table: Table) -> str:
    """The table as a part of a rules file; what belongs to a board as it stands below it."""
    match table.written:
        case ast.Rows(rows=rows):
            text = folded(show(replace(table.written, rows=tuple(map(_on_its_line, rows)))))
            return formatted(Source(table.name, text))[0] or text
        case part:
            name = ast.Name(span=part.span, text="board")
            board = ast.Board(
                span=part.span, name=name, per=(), kind="graph", columns=None, rows=None, shifted=None,
                generators=(), fields=(), parts=(part,),
            )  # fmt: skip
            return show(board).partition("\n")[2]


def _on_its_line(row: ast.Row) -> ast.Row:
    """The row with its short values on the line of its name, as far as they find room there."""
    inline, below = list(row.inline), list[ast.Cell]()
    width = len(row.name.text) + (len(row.title.value) if row.title else 0) + 8
    width += sum(len(each.name.text) + len(show(each.value)) + 2 for each in inline)
    for cell in row.cells:
        if isinstance(cell.value, ast.Int | ast.Ref | ast.Text | ast.No | ast.SetLiteral):
            width += len(cell.name.text) + len(show(cell.value)) + 2
            if width <= WIDEST:
                inline.append(ast.Inline(span=cell.span, name=cell.name, value=cell.value))
                continue
        below.append(cell)
    return replace(row, inline=tuple(inline), cells=tuple(below))


_TEXT = re.compile(r'"[^"\n]*"')


def remarks(table: Table) -> tuple[str, ...]:
    """Where in the rules a remark stands among its rows: it is nothing of the rules, so no table carries it."""
    found = []
    for place in table.places:
        for number in range(place.line, place.end_line + 1):
            if "#" in _TEXT.sub("", place.source.line(number)):
                found.append(f"{place.source.name}:{number}")
    return tuple(found)
