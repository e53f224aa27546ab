"""`rulewright board`: the boards of a game after its setup. In: a game and a table. Out: maps, or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rulewright.game import Play
from rulewright.runtime.bits import members
from rulewright.runtime.board import Board
from rulewright_tools import maps, opening, problems
from rulewright_tools.text import coloured, counted


def run(options: argparse.Namespace) -> int:
    play = opening.start(opening.game_of(options), options, options.seed)
    if options.json:
        print(json.dumps(_data(play), ensure_ascii=False, indent=2))
        return problems.FINE
    program = play.machine.program
    boards = play.state.world.boards
    if not boards:
        print(f"{program.title or program.id} has no board")
        return problems.FINE
    colour = coloured(sys.stdout)
    print(f"{program.title or program.id}: {counted(len(boards), 'board')}, seed {play.seed}\n")
    print(maps.maps(play, colour=colour))
    if signs := maps.legend(play, colour):
        print(f"\n{signs}")
    return problems.FINE


def _data(play: Play) -> dict[str, Any]:
    return {
        "format": "rulewright boards",
        "version": 1,
        "game": play.machine.program.id,
        "seed": play.seed,
        "boards": [_board(play, board) for board in play.state.world.boards],
    }


def _board(play: Play, board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "player": None if board.seat is None else play.players[board.seat],
        "kind": board.decl.kind,
        "rows": board.grid.rows if board.grid else None,
        "columns": board.grid.columns if board.grid else None,
        "spaces": [_space(play, board, space) for space in range(board.base, board.base + board.size)],
    }


def _space(play: Play, board: Board, space: int) -> dict[str, Any]:
    world = play.state.world
    values = {}
    for name, type in board.decl.attributes.items():
        column = world.columns.get((board.name, name))
        value = column[space] if column is not None else None
        if value is not None:
            values[name] = maps.value_text(play, type, value)
    return {
        "name": world.names[space],
        "letter": world.letters[space],
        "attributes": values,
        "next_to": [world.names[other] for other in members(world.neighbors[space])],
    }
