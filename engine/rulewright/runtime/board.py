"""Boards: where things can stand and what lies next to what. In: board declarations, players, pictures of the game.
Out: a `Geometry`, the same for every game of a table, and a `World`, which adds what the pictures say.

The only owner of networkx. A board is a frozen graph; what the machine reads are masks and tables taken from it.
Nothing that stands on a board is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import networkx as nx

from rulewright.core.limits import MOST_EDGES
from rulewright.core.program import BoardDecl, BoardPart
from rulewright.core.types import Bool
from rulewright.report.wording import counted
from rulewright.runtime.bits import members
from rulewright.runtime.faults import too_many
from rulewright.runtime.grid import Axis, Grid, grid

Layer = tuple[str, ...]
"""A picture of a whole grid: one line a row, one letter a space; `.` sets nothing."""

Pictures = Mapping[tuple[str, int | None], tuple[Layer, ...]]
"""For each grid (board name, seat or None) its layers, the lowest first."""


class BoardError(Exception):
    """A picture that does not fit its board. `row` and `column` count from 0; None where it concerns the whole."""

    def __init__(self, board: str, message: str, row: int | None = None, column: int | None = None) -> None:
        where = "" if row is None else f", row {row}" if column is None else f", row {row}, column {column}"
        super().__init__(f"board `{board}`{where}: {message}")
        self.board, self.message, self.row, self.column = board, message, row, column


class Edge(NamedTuple):
    """One edge of a graph board, between two spaces; parallel edges are edges of their own."""

    type: str
    left: int
    right: int
    directed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """One board on the table. Its spaces are `base` up to `base + size`, rows one after another on a grid.

    `seat`: whose it is, None where the board is not `per Player`. `grid` is None on graphs and slots.
    """

    name: str
    seat: int | None
    decl: BoardDecl
    base: int
    size: int
    grid: Grid | None

    @property
    def mask(self) -> int:
        return ((1 << self.size) - 1) << self.base


Masks = Mapping[tuple[str, str], Mapping[Any, int]]
Columns = Mapping[tuple[str, str], tuple[Any, ...]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Geometry:
    """What is the same in every game at this table. Make it once with `lay_out`.

    names: of each space: `r3c5` on a grid, the declared name elsewhere; in front the player's name (`agnes.r0c1`) where
        there is a board each; in front of that the board's (`boat.r0c1`) where two boards would share a name.
    index: name to space.
    boards, board_of: all boards in order; for each space the number of its board.
    board_masks: spaces of (board, seat), and of (board, None): all boards of that name.
    kind_masks: spaces by declared space type and by board name; `""` and `Space` are all spaces.
    neighbors: for each space the mask of those next to it; directions of edges do not matter.
    near: from a mask to the mask of all spaces next to one of its members.
    edges, edge_names, edge_masks: all edges in order; `north-island`, `north-island 2`, `a->b`; masks by edge type.
    edges_at: for each space the edges one can leave it by, in order, with the space at the other end.
    columns, value_masks: attributes that no picture decides, as in `World`.
    graph: the frozen skeleton: nodes are spaces with `@name`, `@board`, `@owner` (a seat or None) and `@type`, so that
        no attribute of a game is in their way; the edges of a graph board have their number as key, and `type`, `left`,
        `right`, `directed`.
    """

    size: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    boards: tuple[Board, ...]
    board_of: tuple[int, ...]
    board_masks: Mapping[tuple[str, int | None], int]
    kind_masks: Mapping[str, int]
    neighbors: tuple[int, ...]
    near: Callable[[int], int]
    edges: tuple[Edge, ...]
    edge_names: tuple[str, ...]
    edge_masks: Mapping[str, int]
    edges_at: tuple[tuple[tuple[int, int], ...], ...]
    columns: Columns
    value_masks: Masks
    graph: nx.MultiGraph[int]


@dataclass(frozen=True, eq=False, repr=False)
class World:
    """The boards of one game, never changed after they are built. The first fields are those of its `Geometry`.

    columns: (owner, attribute) to the values by space, None on spaces of others. The owner is a board's name, a
        declared space type, or `""`: any space. On grids `row`, `column` (from 0) and, with placed parts, `sector` are
        there by themselves.
    value_masks: (owner, attribute) to {value: mask of the spaces with it}; None is not among the values.
    letters: for each space of a grid the topmost letter of its picture; elsewhere and for `.` an empty text.
    pictures: what `build` was given, so that a saved game can be built again.
    known: what expressions that only the board decides have come to; filled as they are asked for.
    """

    geometry: Geometry
    size: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    boards: tuple[Board, ...]
    board_of: tuple[int, ...]
    board_masks: Mapping[tuple[str, int | None], int]
    kind_masks: Mapping[str, int]
    neighbors: tuple[int, ...]
    near: Callable[[int], int]
    edges: tuple[Edge, ...]
    edge_names: tuple[str, ...]
    edge_masks: Mapping[str, int]
    edges_at: tuple[tuple[tuple[int, int], ...], ...]
    columns: Columns
    value_masks: Masks
    letters: tuple[str, ...]
    pictures: Pictures
    known: dict[Any, Any] = field(default_factory=dict, init=False)

    @cached_property
    def graph(self) -> nx.MultiGraph[int]:
        """The frozen graph with the attributes of this game on its nodes; made when first asked for."""
        graph: nx.MultiGraph[int] = self.geometry.graph.copy()
        for (owner, attribute), values in self.columns.items():
            if owner == "":
                for space, value in enumerate(values):
                    if value is not None:
                        graph.nodes[space][attribute] = value
        nx.freeze(graph)
        return graph


def lay_out(boards: Mapping[str, BoardDecl], players: Sequence[str]) -> Geometry:
    """The boards of a table, in declared order, those `per Player` seat after seat."""
    placed = _placed(boards, len(players))
    size = sum(board.size for board in placed)
    names = _names(placed, players)
    graph, edges, edge_names = _graph(placed, names, players)
    neighbors = tuple(_bits(other for other in graph.adj[space] if other != space) for space in range(size))
    columns, value_masks = _spread(placed, size, {number: _fixed(board) for number, board in enumerate(placed)})
    board_of = tuple(number for number, board in enumerate(placed) for _ in range(board.size))
    return Geometry(
        size=size,
        names=names,
        index=MappingProxyType({name: space for space, name in enumerate(names)}),
        boards=placed,
        board_of=board_of,
        board_masks=MappingProxyType(_board_masks(placed)),
        kind_masks=MappingProxyType(_kind_masks(placed, size)),
        neighbors=neighbors,
        near=_near(placed, neighbors),
        edges=edges,
        edge_names=edge_names,
        edge_masks=MappingProxyType(_edge_masks(edges)),
        edges_at=_edges_at(size, edges),
        columns=columns,
        value_masks=value_masks,
        graph=graph,
    )


def layer(decl: BoardDecl, part: BoardPart, maps: Sequence[Sequence[str]] = (), turns: Sequence[int] = ()) -> Layer:
    """One part of a grid as a picture of the whole grid.

    For a placed part `maps` are the pieces in reading order and `turns` the degrees (clockwise) each is turned by; on
    a hex grid that is 0 or 180, and 180 only for pieces of an even number of rows. A fixed map may be smaller than the
    grid.
    """
    if part.kind == "map":
        lines = [line + "." * (decl.columns - len(line)) for line in part.map]
        lines += ["." * decl.columns] * (decl.rows - len(lines))
        return _checked(decl, tuple(lines))
    height, width = decl.rows // part.rows, decl.columns // part.columns
    wanted = part.rows * part.columns
    if len(maps) != wanted:
        raise BoardError(decl.name, f"{wanted} parts are laid {part.columns} x {part.rows}, and there are {len(maps)}")
    pieces = []
    for number, piece in enumerate(maps):
        turned = _turned(decl, tuple(piece), turns[number] if turns else 0)
        if len(turned) != height or any(len(line) != width for line in turned):
            raise BoardError(decl.name, f"part {number + 1} is not {counted(width, 'space')} wide and {height} high")
        pieces.append(turned)
    rows = (pieces[first : first + part.columns] for first in range(0, wanted, part.columns))
    return _checked(decl, tuple("".join(lines) for row in rows for lines in zip(*row, strict=True)))


def build(geometry: Geometry, pictures: Pictures) -> World:
    """The boards with what the pictures say: each letter sets its attributes, a later layer over an earlier one.

    A Bool that nothing sets is False, every other attribute None. Raises BoardError for a letter without meaning.
    """
    found: dict[int, dict[str, list[Any]]] = {}
    letters: list[str] = [""] * geometry.size
    for number, board in enumerate(geometry.boards):
        if board.grid is not None:
            found[number] = _painted(board, pictures.get((board.name, board.seat), ()), letters)
    columns, value_masks = _spread(geometry.boards, geometry.size, found)
    return World(
        geometry=geometry,
        size=geometry.size,
        names=geometry.names,
        index=geometry.index,
        boards=geometry.boards,
        board_of=geometry.board_of,
        board_masks=geometry.board_masks,
        kind_masks=geometry.kind_masks,
        neighbors=geometry.neighbors,
        near=geometry.near,
        edges=geometry.edges,
        edge_names=geometry.edge_names,
        edge_masks=geometry.edge_masks,
        edges_at=geometry.edges_at,
        columns=MappingProxyType(_both(geometry.columns, columns, _merged)),
        value_masks=MappingProxyType(_both(geometry.value_masks, value_masks, _merged_masks)),
        letters=tuple(letters),
        pictures=pictures,
    )


def with_attribute(world: World, board: str, attribute: str, values: Mapping[int, Any]) -> World:
    """The same boards with one more attribute, worked out from the others: by space, on all boards of a name."""
    found: dict[int, dict[str, list[Any]]] = {}
    for number, place in enumerate(world.boards):
        if place.name == board:
            found[number] = {attribute: [values.get(space) for space in range(place.base, place.base + place.size)]}
    columns, masks = _spread(world.boards, world.size, found)
    return replace(
        world,
        columns=MappingProxyType(_both(world.columns, columns, _merged)),
        value_masks=MappingProxyType(_both(world.value_masks, masks, _merged_masks)),
    )


def without_crossings(world: World, board: Board) -> dict[int, tuple[float, float]] | None:
    """A place for each space such that no two edges drawn straight between them cross; None where that cannot be."""
    spaces = range(board.base, board.base + board.size)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(spaces)
    graph.add_edges_from((space, other) for space in spaces for other in members(world.neighbors[space]))
    embedding: Any
    flat, embedding = nx.check_planarity(graph)
    if not flat:
        return None
    return {space: (float(x), float(y)) for space, (x, y) in nx.combinatorial_embedding_to_pos(embedding).items()}


# ------------------------------------------------------------------ laying out


def _placed(boards: Mapping[str, BoardDecl], seats: int) -> tuple[Board, ...]:
    placed: list[Board] = []
    base = 0
    for decl in boards.values():
        shape = None
        if decl.kind == "hex grid" or decl.kind == "square grid":
            shape = grid(decl.kind, decl.rows, decl.columns, decl.shifted)
        size = decl.rows * decl.columns if shape else len(decl.spaces)
        for seat in range(seats) if decl.keys else (None,):
            placed.append(Board(decl.name, seat, decl, base, size, shape))
            base += size
    return tuple(placed)


def _short_names(board: Board) -> list[str]:
    if board.grid is not None:
        return [f"r{row}c{column}" for row in range(board.grid.rows) for column in range(board.grid.columns)]
    return [name for name, _, _ in board.decl.spaces]


def _names(boards: tuple[Board, ...], players: Sequence[str]) -> tuple[str, ...]:
    per_board = [[_prefix(board, players) + name for name in _short_names(board)] for board in boards]
    seen: dict[str, str] = {}
    clashing: dict[str, None] = {}
    for board, names in zip(boards, per_board, strict=True):
        for name in names:
            if seen.setdefault(name, board.name) != board.name:
                clashing |= {seen[name]: None, board.name: None}
    return tuple(
        f"{board.name}.{name}" if board.name in clashing else name
        for board, names in zip(boards, per_board, strict=True)
        for name in names
    )


def _prefix(board: Board, players: Sequence[str]) -> str:
    return "" if board.seat is None else f"{players[board.seat]}."


def _graph(
    boards: tuple[Board, ...], names: tuple[str, ...], players: Sequence[str]
) -> tuple[nx.MultiGraph[int], tuple[Edge, ...], tuple[str, ...]]:
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    edges: list[Edge] = []
    edge_names: dict[str, int] = {}
    for board in boards:
        for local in range(board.size):
            space = board.base + local
            kind = board.name if board.grid is not None else board.decl.spaces[local][1]
            facts = {"@name": names[space], "@board": board.name, "@owner": board.seat, "@type": kind}
            graph.add_node(space, **facts)
        if board.grid is not None:
            for left, right in board.grid.pairs:
                graph.add_edge(board.base + left, board.base + right)
            continue
        local_index = {name: board.base + at for at, (name, _, _) in enumerate(board.decl.spaces)}
        if len(edges) + sum(edge[-1] for edge in board.decl.edges) > MOST_EDGES:
            raise too_many(board.decl.span, "edges", MOST_EDGES)
        for kind, left_name, right_name, directed, how_many in board.decl.edges:
            left, right = local_index[left_name], local_index[right_name]
            for _ in range(how_many):
                graph.add_edge(left, right, key=len(edges), type=kind, left=left, right=right, directed=directed)
                name = f"{_prefix(board, players)}{left_name}{'->' if directed else '-'}{right_name}"
                edge_names.setdefault(_fresh(name, edge_names), 1)
                edges.append(Edge(kind, left, right, directed))
    return nx.freeze(graph), tuple(edges), tuple(edge_names)


def _fresh(name: str, taken: dict[str, int]) -> str:
    """The name, with a number behind it if it is taken. Behind each taken one stands the last number it was given."""
    fresh = name
    while fresh in taken:
        taken[name] += 1
        fresh = f"{name} {taken[name]}"
    return fresh


def _board_masks(boards: tuple[Board, ...]) -> dict[tuple[str, int | None], int]:
    masks: dict[tuple[str, int | None], int] = {}
    for board in boards:
        masks[board.name, None] = masks.get((board.name, None), 0) | board.mask
        if board.seat is not None:
            masks[board.name, board.seat] = board.mask
    return masks


def _kind_masks(boards: tuple[Board, ...], size: int) -> dict[str, int]:
    masks = {"": (1 << size) - 1, "Space": (1 << size) - 1}
    for board in boards:
        masks[board.name] = masks.get(board.name, 0) | board.mask
        for local, (_, kind, _) in enumerate(() if board.grid is not None else board.decl.spaces):
            masks[kind] = masks.get(kind, 0) | 1 << board.base + local
    return masks


def _edge_masks(edges: tuple[Edge, ...]) -> dict[str, int]:
    masks: dict[str, int] = {"": (1 << len(edges)) - 1}
    for number, edge in enumerate(edges):
        masks[edge.type] = masks.get(edge.type, 0) | 1 << number
    return masks


def _edges_at(size: int, edges: tuple[Edge, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    leaving: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for number, edge in enumerate(edges):
        leaving[edge.left].append((number, edge.right))
        if not edge.directed and edge.left != edge.right:
            leaving[edge.right].append((number, edge.left))
    return tuple(tuple(here) for here in leaving)


def _near(boards: tuple[Board, ...], neighbors: tuple[int, ...]) -> Callable[[int], int]:
    """By shifts on grids, elsewhere the union of the neighbours of each member."""

    def around(mask: int) -> int:
        found = 0
        while mask:
            low = mask & -mask
            found |= neighbors[low.bit_length() - 1]
            mask ^= low
        return found

    grids = tuple((board.mask, board.base, board.grid.near) for board in boards if board.grid is not None)
    others = _union(board.mask for board in boards if board.grid is None)
    if len(grids) == 1 and not others:
        return grids[0][2]

    def near(mask: int) -> int:
        found = around(mask & others)
        for window, base, shifts in grids:
            inside = mask & window
            if inside:
                found |= shifts(inside >> base) << base
        return found

    return near if grids else around


def _fixed(board: Board) -> dict[str, list[Any]]:
    """The attributes of a board that are known before any picture."""
    shape = board.grid
    if shape is None:
        computed = board.decl.computed
        return {
            attribute: [values.get(attribute, _unset(board.decl, attribute)) for _, _, values in board.decl.spaces]
            for attribute in board.decl.attributes
            if attribute not in computed
        }
    cells = [(row, column) for row in range(shape.rows) for column in range(shape.columns)]
    fixed: dict[str, list[Any]] = {"row": [row for row, _ in cells], "column": [column for _, column in cells]}
    for part in board.decl.parts:
        if part.kind == "placed":
            height, width = shape.rows // part.rows, shape.columns // part.columns
            fixed["sector"] = [row // height * part.columns + column // width for row, column in cells]
    return fixed


def _unset(decl: BoardDecl, attribute: str) -> bool | None:
    return False if isinstance(decl.attributes[attribute], Bool) else None


# ------------------------------------------------------------------ pictures


def _turned(decl: BoardDecl, lines: Layer, degrees: int) -> Layer:
    allowed = (0, 180) if decl.kind == "hex grid" else (0, 90, 180, 270)
    if degrees % 360 not in allowed:
        raise BoardError(decl.name, f"a part of a {decl.kind} cannot be turned by {degrees} degrees")
    if degrees % 360 == 180 and decl.kind == "hex grid" and len(lines) % 2:
        raise BoardError(decl.name, "a part of an odd number of rows cannot be turned by 180")
    for _ in range(degrees % 360 // 90):
        lines = tuple("".join(column) for column in zip(*reversed(lines), strict=True))
    return lines


def _checked(decl: BoardDecl, lines: Layer) -> Layer:
    if len(lines) != decl.rows:
        raise BoardError(decl.name, f"the picture has {counted(len(lines), 'row')} instead of {decl.rows}")
    for row, line in enumerate(lines):
        if len(line) != decl.columns:
            raise BoardError(
                decl.name, f"the picture is {counted(len(line), 'space')} wide instead of {decl.columns}", row
            )
    return lines


def _painted(board: Board, layers: tuple[Layer, ...], letters: list[str]) -> dict[str, list[Any]]:
    """The attributes of one grid by its own spaces; also notes the letters, by all spaces."""
    decl = board.decl
    painted: dict[str, list[Any]] = {
        attribute: [_unset(decl, attribute)] * board.size
        for attribute in decl.attributes
        if attribute not in decl.computed and attribute not in ("row", "column", "sector")
    }
    for lines in layers:
        places: dict[str, list[int]] = {}
        for local, letter in enumerate("".join(_checked(decl, lines))):
            if letter in places:
                places[letter].append(local)
            else:
                places[letter] = [local]
        places.pop(".", None)
        for letter, where in places.items():
            if letter not in decl.letters:
                row, column = divmod(where[0], decl.columns)
                raise BoardError(decl.name, f"the letter `{letter}` has no meaning", row, column)
            for local in where:
                letters[board.base + local] = letter
            for attribute, value in decl.letters[letter]:
                column_of = painted[attribute]
                for local in where:
                    column_of[local] = value
    return painted


# ------------------------------------------------------------------ columns


def _spread(
    boards: tuple[Board, ...], size: int, found: Mapping[int, Mapping[str, list[Any]]]
) -> tuple[dict[tuple[str, str], tuple[Any, ...]], dict[tuple[str, str], Mapping[Any, int]]]:
    """From values by board number, attribute and local space to columns and masks by owner and attribute, over all."""
    columns: dict[tuple[str, str], tuple[Any, ...]] = {}
    masks: dict[tuple[str, str], Mapping[Any, int]] = {}
    for number, attributes in found.items():
        board = boards[number]
        owners = dict.fromkeys(("", "Space", board.name, *(kind for _, kind, _ in board.decl.spaces)))
        for attribute, values in attributes.items():
            column = (None,) * board.base + tuple(values) + (None,) * (size - board.base - board.size)
            by_value: dict[Any, int] = {}
            bit = 1 << board.base
            for value in values:
                if value is not None:
                    by_value[value] = by_value.get(value, 0) | bit
                bit <<= 1
            for owner in owners:
                key = owner, attribute
                columns[key] = _merged(columns[key], column) if key in columns else column
                masks[key] = _merged_masks(masks[key], by_value) if key in masks else by_value
    return columns, masks


def _both(old: Mapping[Any, Any], new: Mapping[Any, Any], merge: Callable[[Any, Any], Any]) -> dict[Any, Any]:
    both = dict(old)
    for key, value in new.items():
        both[key] = merge(both[key], value) if key in both else value
    return both


def _merged(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(before if after is None else after for before, after in zip(old, new, strict=True))


def _merged_masks(old: Mapping[Any, int], new: Mapping[Any, int]) -> Mapping[Any, int]:
    merged = dict(old)
    for value, mask in new.items():
        merged[value] = merged.get(value, 0) | mask
    return merged


def _bits(spaces: Iterable[int]) -> int:
    return _union(1 << space for space in spaces)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


__all__ = [
    "Axis",
    "Board",
    "BoardError",
    "Edge",
    "Geometry",
    "Grid",
    "Layer",
    "Pictures",
    "World",
    "build",
    "lay_out",
    "layer",
    "with_attribute",
    "without_crossings",
]
