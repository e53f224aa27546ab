"""Grids of hexes and squares by arithmetic. In: kind, rows, columns. Out: neighbours, axes, sets moved by shifts.

Spaces are numbered row after row. Hexes stand on a point, so rows are straight lines; every second row lies half a hex
to the right. Squares touch along their sides only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Step = Callable[[int], int]


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """A direction of straight lines. `ahead` and `behind` give the next space for each space, or -1 past the edge;
    `forward` and `back` move a whole set one step and drop what falls off. Ahead is right, or down.
    """

    name: str
    ahead: tuple[int, ...]
    behind: tuple[int, ...]
    forward: Step
    back: Step


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """`pairs`: each two touching spaces once. `near`: all spaces touching a member of the set. `border`: the spaces of
    the first and last row and column. `axes`: right; then, on hexes, down right and down left, on squares down.
    """

    kind: Literal["hex grid", "square grid"]
    rows: int
    columns: int
    shifted: Literal["odd", "even"]
    axes: tuple[Axis, ...]
    pairs: tuple[tuple[int, int], ...]
    near: Step
    border: int


@lru_cache(maxsize=64)
def grid(
    kind: Literal["hex grid", "square grid"], rows: int, columns: int, shifted: Literal["odd", "even"] = "odd"
) -> Grid:
    """The same object for the same shape; it costs a millisecond once."""
    first = sum(1 << row * columns for row in range(rows))
    last = first << (columns - 1)
    full = (1 << rows * columns) - 1
    to_right = (shifted == "even", shifted == "odd") if kind == "hex grid" else (False, False)
    lying_right = sum(((1 << columns) - 1) << row * columns for row in range(rows) if to_right[row % 2])
    names: dict[str, tuple[Step, Step, Callable[[int, int], tuple[int, int]]]] = {}
    not_last, not_first = full ^ last, full ^ first

    names["right"] = (
        lambda mask: (mask & not_last) << 1,
        lambda mask: (mask & not_first) >> 1,
        lambda row, column: (row, column + 1),
    )
    if kind == "square grid":
        names["down"] = (
            lambda mask: mask << columns & full,
            lambda mask: mask >> columns,
            lambda row, column: (row + 1, column),
        )
    else:
        flush = full ^ lying_right
        right_inner, flush_inner = lying_right & not_last, flush & not_first
        names["down right"] = (
            lambda mask: ((mask & right_inner) << 1 | mask & flush) << columns & full,
            lambda mask: ((mask & flush_inner) >> 1 | mask & lying_right) >> columns,
            lambda row, column: (row + 1, column + to_right[row % 2]),
        )
        names["down left"] = (
            lambda mask: ((mask & flush_inner) >> 1 | mask & lying_right) << columns & full,
            lambda mask: ((mask & right_inner) << 1 | mask & flush) >> columns,
            lambda row, column: (row + 1, column - 1 + to_right[row % 2]),
        )
    axes = tuple(_axis(name, rows, columns, next_to, forward, back) for name, (forward, back, next_to) in names.items())
    pairs = sorted((at, ahead) for axis in axes for at, ahead in enumerate(axis.ahead) if ahead >= 0)
    near = _near_squares(columns, full, not_first, not_last)
    if kind == "hex grid":
        near = _near_hexes(columns, full, not_first, not_last, lying_right)
    edge_rows = (1 << columns) - 1 | ((1 << columns) - 1) << (rows - 1) * columns
    return Grid(kind, rows, columns, shifted, axes, tuple(pairs), near, first | last | edge_rows)


def _axis(
    name: str, rows: int, columns: int, next_to: Callable[[int, int], tuple[int, int]], forward: Step, back: Step
) -> Axis:
    ahead, behind = [-1] * (rows * columns), [-1] * (rows * columns)
    for at in range(rows * columns):
        row, column = next_to(*divmod(at, columns))
        if row < rows and 0 <= column < columns:
            ahead[at] = row * columns + column
            behind[ahead[at]] = at
    return Axis(name, tuple(ahead), tuple(behind), forward, back)


def _near_squares(columns: int, full: int, not_first: int, not_last: int) -> Step:
    def near(mask: int) -> int:
        return (mask << columns | mask >> columns) & full | (mask & not_last) << 1 | (mask & not_first) >> 1

    return near


def _near_hexes(columns: int, full: int, not_first: int, not_last: int, lying_right: int) -> Step:
    """Above and below, a hex touches the space of its own column and one more: to the right of it in a row that lies
    to the right, else to the left of it.
    """
    right_inner, flush_inner = lying_right & not_last, (full ^ lying_right) & not_first

    def near(mask: int) -> int:
        wide = mask | (mask & right_inner) << 1 | (mask & flush_inner) >> 1
        return (wide << columns | wide >> columns) & full | (mask & not_last) << 1 | (mask & not_first) >> 1

    return near
