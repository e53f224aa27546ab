"""Small boards for the tests of the runtime."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rulewright.core.program import BoardDecl, BoardPart
from rulewright.core.types import BOOL, PLAYER, Enum, Maybe
from rulewright.report.span import Source, Span
from rulewright.runtime.board import World, build, lay_out, layer

SPAN = Span(Source("boards.rules", ""), 0, 0)
GRASS, WATER, ROCK = 0, 1, 2
ATTRIBUTES = {"terrain": Enum("Terrain"), "kind": Maybe(Enum("Kind")), "windy": BOOL}
LETTERS = {
    "G": (("terrain", GRASS),),
    "W": (("terrain", WATER),),
    "f": (("terrain", ROCK), ("kind", 0)),
    "w": (("windy", True),),
}


def grid_decl(
    kind: Literal["hex grid", "square grid"],
    rows: int,
    columns: int,
    *,
    name: str = "realm",
    shifted: Literal["odd", "even"] = "odd",
    parts: tuple[BoardPart, ...] = (),
    per_player: bool = False,
) -> BoardDecl:
    return BoardDecl(
        span=SPAN,
        name=name,
        keys=(PLAYER,) if per_player else (),
        kind=kind,
        columns=columns,
        rows=rows,
        shifted=shifted,
        attributes=ATTRIBUTES,
        letters=LETTERS,
        parts=parts,
    )


def graph_decl(
    spaces: Mapping[str, str],
    edges: tuple[tuple[str, str, str, bool, int], ...],
    *,
    name: str = "forest",
    per_player: bool = False,
    dry: frozenset[str] = frozenset(),
) -> BoardDecl:
    return BoardDecl(
        span=SPAN,
        name=name,
        keys=(PLAYER,) if per_player else (),
        kind="graph",
        attributes={"dry": BOOL},
        spaces=tuple((space, kind, {"dry": True} if space in dry else {}) for space, kind in spaces.items()),
        edges=edges,
    )


def fixed_map(*lines: str) -> BoardPart:
    return BoardPart(span=SPAN, kind="map", map=lines)


def placed(columns: int, rows: int) -> BoardPart:
    return BoardPart(span=SPAN, kind="placed", columns=columns, rows=rows, turned=(0, 180))


def world_of(*decls: BoardDecl, players: tuple[str, ...] = ("agnes", "bo"), maps: Any = None) -> World:
    """A world of boards whose pictures are their fixed maps."""
    geometry = lay_out({decl.name: decl for decl in decls}, players)
    pictures = {
        (board.name, board.seat): tuple(layer(board.decl, part) for part in board.decl.parts)
        for board in geometry.boards
        if board.grid is not None
    }
    return build(geometry, pictures)
