"""Boards as the rules would declare them. In: a play and its game. Out: text to paste into a rules file.

What the setup drew by chance is written as it came: parts that were laid side by side are one layer. The parts
themselves (`its sector`) become an attribute that is worked out, so that rules which speak of them go on working.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.game import Game, Play
from rulewright.report.span import Source, Span
from rulewright.runtime.board import Board, Layer
from rulewright.syntax import ast
from rulewright.syntax.printer import show

NOWHERE = Span(Source("", ""), 0, 0)
WIDEST = 120


def written(game: Game, play: Play) -> str:
    """The declarations of all boards with their letters; empty without boards.

    A board `per Player` whose parts came out differently is declared once for each player, behind a comment: the
    language has no way to say both.
    """
    return "\n".join("".join(f"# {line}\n" for line in remark) + text for remark, text in _declared(game, play))


def declarations(game: Game, play: Play) -> list[ast.Item]:
    """The same as a tree: for each board its declaration and its letters."""
    return [item for items, _ in _boards(game, play) for item in items]


def _declared(game: Game, play: Play) -> Iterator[tuple[list[str], str]]:
    for items, owners in _boards(game, play):
        remark = [f"as it lies before {' and '.join(owners)}"] if owners else []
        yield remark, "".join(show(item) for item in items)


def _boards(game: Game, play: Play) -> Iterator[tuple[list[ast.Item], list[str]]]:
    file = game.written(play.options)
    placed: dict[str, list[Board]] = {}
    for board in play.state.world.boards:
        placed.setdefault(board.name, []).append(board)
    for item in file.items:
        if isinstance(item, ast.Board) and item.name.text in placed:
            letters = _letters(file, item.name)
            pictures: dict[tuple[Layer, ...], list[str]] = {}
            for board in placed[item.name.text]:
                layers = play.state.world.pictures.get((board.name, board.seat), ())
                pictures.setdefault(layers, []).append("" if board.seat is None else play.players[board.seat])
            for layers, owners in pictures.items():
                yield [_board(item, layers), *letters], owners if len(pictures) > 1 else []


def _letters(file: ast.File, board: ast.Name) -> list[ast.Item]:
    """All letters of a board, wherever they were declared, in lines that can be read."""
    found = [item for item in file.items if isinstance(item, ast.Letters) and item.board.text == board.text]
    lines: list[list[ast.Letter]] = [[]]
    for letter in (letter for item in found for letter in item.letters):
        longer = ast.Letters(span=NOWHERE, board=board, letters=(*lines[-1], letter))
        if lines[-1] and len(show(longer).rstrip()) > WIDEST:
            lines.append([])
        lines[-1].append(letter)
    return [ast.Letters(span=NOWHERE, board=board, letters=tuple(line)) for line in lines if line]


def _board(item: ast.Board, layers: tuple[Layer, ...]) -> ast.Board:
    """The board with its rows and edges in place, and with the layers as they were drawn."""
    if item.kind not in ("hex grid", "square grid"):
        return replace(item, parts=tuple(_here(part) for part in item.parts))
    fields = list(item.fields)
    sectors = next((part for part in reversed(item.parts) if isinstance(part, ast.Sectors)), None)
    columns = len(layers[0][0]) if layers else item.columns
    rows = len(layers[0]) if layers else item.rows
    if sectors is not None and columns and rows:
        fields.append(_sector(columns // sectors.columns, rows // sectors.rows, sectors.columns))
    names = _names(item, len(layers))
    drawn = tuple(_layer(name, lines) for name, lines in zip(names, layers, strict=True))
    shifted = (item.shifted or "odd") if item.kind == "hex grid" else None
    return replace(item, columns=columns, rows=rows, shifted=shifted, fields=tuple(fields), parts=drawn)


def _here(part: ast.Spaces | ast.Edges | ast.Layer | ast.Sectors) -> ast.Spaces | ast.Edges | ast.Layer | ast.Sectors:
    """What came from a spreadsheet, as rows."""
    return replace(part, source=None) if isinstance(part, ast.Spaces | ast.Edges) else part


def _names(item: ast.Board, count: int) -> list[str]:
    """The layers keep their names; one that was put together of parts has none, and gets one that is free."""
    taken = {field.name.text for field in item.fields} | {
        part.name.text for part in item.parts if isinstance(part, ast.Layer)
    }
    names = []
    for part in item.parts:
        if isinstance(part, ast.Layer):
            names.append(part.name.text)
        elif isinstance(part, ast.Sectors):
            names.append(
                next(name for name in ("picture", *(f"picture_{n}" for n in range(2, 99))) if name not in taken)
            )
            taken.add(names[-1])
    return names[:count]


def _layer(name: str, lines: Layer) -> ast.Layer:
    picture = ast.TextMap(span=NOWHERE, lines=tuple(ast.Name(span=NOWHERE, text=line) for line in lines))
    return ast.Layer(span=NOWHERE, name=ast.Name(span=NOWHERE, text=name), map=picture)


def _sector(width: int, height: int, across: int) -> ast.Field:
    """`sector: Int = its row / 10 rounded down * 2 + its column / 10 rounded down`."""
    down = ast.Binary(
        span=NOWHERE, operator="*", left=_divided("row", height), right=ast.Int(span=NOWHERE, value=across)
    )
    sum_ = ast.Binary(span=NOWHERE, operator="+", left=down, right=_divided("column", width))
    int_ = ast.NamedType(span=NOWHERE, name=ast.Name(span=NOWHERE, text="Int"))
    return ast.Field(span=NOWHERE, name=ast.Name(span=NOWHERE, text="sector"), type=int_, value=sum_)


def _divided(attribute: str, by: int) -> ast.Expr:
    its = ast.Its(span=NOWHERE, name=ast.Name(span=NOWHERE, text=attribute))
    return ast.Divide(span=NOWHERE, left=its, right=ast.Int(span=NOWHERE, value=by), rounded="down")
