"""A board as text, for people. In: a World, one of its boards, letters, what stands where. Out: lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.runtime.bits import members

if TYPE_CHECKING:  # so that networkx is not loaded before there is a board
    from rulewright.runtime.board import Board, World
    from rulewright.runtime.grid import Grid

RESET = "\x1b[0m"
SEATS = ("\x1b[1;31m", "\x1b[1;34m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[1;35m", "\x1b[1;36m")
"""ANSI colours of the seats, in order; more seats begin again."""
NUMBERS = "\x1b[2m"
EMPTY = "."


class Mark(NamedTuple):
    """What is written over a space, in the colour of a seat (None: in none)."""

    text: str
    seat: int | None = None


def text_map(
    world: World,
    board: Board,
    marks: Mapping[int, Mark] | None = None,
    letters: Sequence[str] | None = None,
    colour: bool = False,
) -> str:
    """The board as lines of text, without a newline at the end.

    marks: by space, written instead of the letter. letters: by space; without them those of the board's picture.
    A grid has its row and column numbers around it, and every second row of hexes half a space to the right. Of other
    boards each space is a line: its name, what stands on it, and which spaces it is next to.
    """
    marks = marks or {}
    if board.grid is None:
        return _list(world, board, marks, colour)
    return _grid(board, board.grid, marks, letters or world.letters, colour)


def _grid(board: Board, grid: Grid, marks: Mapping[int, Mark], letters: Sequence[str], colour: bool) -> str:
    cells = [marks.get(space) or Mark(letters[space] or EMPTY) for space in range(board.base, board.base + board.size)]
    hexes = grid.kind == "hex grid"
    width = max(len(cell.text) for cell in cells)
    if hexes and width % 2 == 0:
        width += 1  # so that half of a space and the gap after it is a whole number of letters
    margin = len(str(grid.rows - 1))
    lines = [_painted(_head(grid.columns, width + 1, margin + 1), NUMBERS, colour)]
    for row in range(grid.rows):
        number = _painted(str(row).rjust(margin), NUMBERS, colour)
        here = cells[row * grid.columns : (row + 1) * grid.columns]
        shift = " " * ((width + 1) // 2 if hexes and (row % 2 == 1) == (grid.shifted == "odd") else 0)
        line = " ".join(_mark(cell, colour) + " " * (width - len(cell.text)) for cell in here)
        lines.append(f"{number} {shift}{line}".rstrip())
    return "\n".join(lines)


def _head(columns: int, pitch: int, margin: int) -> str:
    """The column numbers, each over its column in an unshifted row: all of them where they fit, else every fifth."""
    every = 1 if len(str(columns - 1)) < pitch else 5
    line = ""
    for column in range(0, columns, every):
        line = line.ljust(margin + column * pitch) + str(column)
    return line


def _list(world: World, board: Board, marks: Mapping[int, Mark], colour: bool) -> str:
    spaces = range(board.base, board.base + board.size)
    width = max((len(world.names[space]) for space in spaces), default=0)
    lines = []
    for space in spaces:
        line = world.names[space].ljust(width)
        if space in marks:
            line += f"  [{_mark(marks[space], colour)}]"
        around = ", ".join(_ways(world, space, other) for other in members(world.neighbors[space]))
        lines.append((line + f"  {around}" if around else line).rstrip())
    return "\n".join(lines)


def _ways(world: World, space: int, other: int) -> str:
    """`island x2` for two edges; an arrow where every edge can be followed in one direction only."""
    out = [end for _, end in world.edges_at[space]].count(other)
    back = [end for _, end in world.edges_at[other]].count(space)
    arrow = "<- " if not out else "-> " if not back else ""
    ways = max(out, back)
    return f"{arrow}{world.names[other]}" + (f" x{ways}" if ways > 1 else "")


def _mark(mark: Mark, colour: bool) -> str:
    return mark.text if mark.seat is None else _painted(mark.text, SEATS[mark.seat % len(SEATS)], colour)


def _painted(text: str, code: str, colour: bool) -> str:
    return f"{code}{text}{RESET}" if colour else text
