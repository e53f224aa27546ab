"""Boards as data, for other programs. In: a play. Out: what `rulewright board --json` writes."""

from __future__ import annotations

from typing import Any

from rulewright.game import Play
from rulewright.runtime.bits import members
from rulewright.runtime.board import Board
from rulewright_tools import maps
from rulewright_tools.drawing import looks, standing


def data(play: Play) -> dict[str, Any]:
    return {
        "format": "rulewright boards",
        "version": 1,
        "game": play.machine.program.id,
        "seed": play.seed,
        "options": dict(play.options),
        "players": list(play.players),
        "boards": [_board(play, board) for board in play.state.world.boards],
    }


def _board(play: Play, board: Board) -> dict[str, Any]:
    spaces = range(board.base, board.base + board.size)
    return {
        "name": board.name,
        "player": None if board.seat is None else play.players[board.seat],
        "kind": board.decl.kind,
        "rows": board.grid.rows if board.grid else None,
        "columns": board.grid.columns if board.grid else None,
        "shifted": board.grid.shifted if board.grid and board.grid.kind == "hex grid" else None,
        "letters": {letter: looks.letter_meaning(play, board, letter) for letter in looks.used_letters(play, board)},
        "layers": [list(layer) for layer in play.state.world.pictures.get((board.name, board.seat), ())],
        "spaces": [_space(play, board, space) for space in spaces],
        "edges": [_edge(play, number) for number, edge in enumerate(play.state.world.edges) if edge.left in spaces],
    }


def _space(play: Play, board: Board, space: int) -> dict[str, Any]:
    world = play.state.world
    place: dict[str, Any] = {"name": world.names[space]}
    if board.grid is not None:
        place["row"], place["column"] = divmod(space - board.base, board.grid.columns)
        place["letter"] = world.letters[space]
    else:
        place["type"] = board.decl.spaces[space - board.base][1]
    return {
        **place,
        "attributes": _attributes(play, board, space),
        "next_to": [world.names[other] for other in members(world.neighbors[space])],
        "standing": [_group(play, group) for group in standing.on_space(play, space)],
    }


def _attributes(play: Play, board: Board, space: int) -> dict[str, str]:
    """As the rules write the values, without those that are none."""
    found = {}
    for name, of in board.decl.attributes.items():
        column = play.state.world.columns.get((board.name, name))
        value = column[space] if column is not None else None
        if value is not None:
            found[name] = maps.value_text(play, of, value)
    return found


def _edge(play: Play, number: int) -> dict[str, Any]:
    world = play.state.world
    edge = world.edges[number]
    return {
        "name": world.edge_names[number],
        "type": edge.type,
        "from": world.names[edge.left],
        "to": world.names[edge.right],
        "directed": edge.directed,
        "standing": [_group(play, group) for group in standing.on_edge(play, number)],
    }


def _group(play: Play, group: standing.Group) -> dict[str, Any]:
    return {
        "type": group.kind,
        "name": group.name,
        "player": None if group.seat is None else play.players[group.seat],
        "side": group.side or None,
        "count": group.number,
    }
