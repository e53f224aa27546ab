"""Where the spaces of a board are drawn. In: a board and its world. Out: for each space the middle of its shape.

On grids a matter of row and column alone, so that a picture shows at a glance whether the engine's neighbours touch. A
graph has `x` and `y`, if its spaces all have these numbers; else it is spread out so that steps on the board are
lengths on the page.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

from rulewright.runtime.bits import members
from rulewright.runtime.board import Board, World, without_crossings

Point = tuple[float, float]

RADIUS = 30.0
"""From the middle of a hex to its corners."""
HALF_WIDTH = RADIUS * math.sqrt(3) / 2
SQUARE = 52.0
STEP = 120.0
"""From a space of a graph to the next, on average."""
GAPS = (26.0, 66.0)
"""Between the shapes of two spaces of a graph across, or else from middle to middle down."""
FLAT = 1.4
"""How much wider than high graphs are drawn: names are wide."""
SLOT = (128.0, 64.0)
SLOTS_IN_A_ROW = 6
MOST_SPREAD = 300
"""Larger graphs stand on a circle: spreading them out would take its time, and nobody could read them."""
ROUNDS = 400


def centres(world: World, board: Board, widths: Mapping[int, float]) -> dict[int, Point]:
    """By space, to the right and down from anywhere. `widths`: how wide the shapes of a graph are."""
    spaces = range(board.base, board.base + board.size)
    if board.grid is not None:
        points = _grid(board.grid.kind, board.grid.rows, board.grid.columns, board.grid.shifted)
    elif board.decl.kind == "slots":
        points = [(n % SLOTS_IN_A_ROW * SLOT[0], n // SLOTS_IN_A_ROW * SLOT[1]) for n in range(board.size)]
    else:
        wide = [widths[space] for space in spaces]
        points = _apart(_given(world, board) or [(x * FLAT, y) for x, y in _spread_out(world, board)], wide)
    return dict(zip(spaces, points, strict=True))


def _grid(
    kind: Literal["hex grid", "square grid"], rows: int, columns: int, shifted: Literal["odd", "even"]
) -> list[Point]:
    places = [(row, column) for row in range(rows) for column in range(columns)]
    if kind == "square grid":
        return [(column * SQUARE, row * SQUARE) for row, column in places]
    to_right = 1 if shifted == "odd" else 0
    return [((2 * column + (row % 2 == to_right)) * HALF_WIDTH, row * RADIUS * 1.5) for row, column in places]


# ------------------------------------------------------------------ graphs


def _given(world: World, board: Board) -> list[Point] | None:
    """What the attributes `x` and `y` say, if they are numbers on every space."""
    columns = [world.columns.get((board.name, name)) for name in ("x", "y")]
    points: list[Point] = []
    for space in range(board.base, board.base + board.size):
        pair = [column[space] if column is not None else None for column in columns]
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in pair):
            return None
        points.append((float(pair[0]), float(pair[1])))  # type: ignore[arg-type]  # just tested
    return points


def _spread_out(world: World, board: Board) -> list[Point]:
    """Of some beginnings, each pulled until lengths and steps agree, the picture in which the fewest edges cross."""
    spaces = range(board.base, board.base + board.size)
    near = [[other - board.base for other in members(world.neighbors[space])] for space in spaces]
    circle = [_on_circle(number, board.size) for number in range(board.size)]
    if board.size > MOST_SPREAD:
        return circle
    steps = _steps(near)
    pairs = [(a, b) for a, others in enumerate(near) for b in others if a < b]
    flat = without_crossings(world, board)
    beginnings = [_fitted([flat[space] for space in spaces], steps)] if flat else []
    beginnings += [_fitted(_unfolded(steps), steps), _fitted(circle, steps)]
    best, fewest = circle, -1
    for points in beginnings:
        points = _pulled(points, steps)
        crossings = _crossings(points, pairs) if not _any_together(points) else len(pairs) ** 2
        if fewest < 0 or crossings < fewest:
            best, fewest = points, crossings
        if not crossings:
            break
    return _lying(best)


def _on_circle(number: int, size: int) -> Point:
    angle = 2 * math.pi * number / max(size, 1) - math.pi / 2
    radius = max(1.0, size / (2 * math.pi))
    return round(radius * math.cos(angle), 6), round(radius * math.sin(angle), 6)


def _steps(near: Sequence[Sequence[int]]) -> list[list[float]]:
    """The steps between each two spaces; spaces that no way joins stand a little further apart than all others."""
    found: list[list[float]] = []
    for start in range(len(near)):
        steps = [-1.0] * len(near)
        steps[start], waiting = 0.0, [start]
        for space in waiting:
            for other in near[space]:
                if steps[other] < 0:
                    steps[other] = steps[space] + 1
                    waiting.append(other)
        found.append(steps)
    longest = max((step for steps in found for step in steps), default=0.0)
    unjoined = max(2.0, min(longest + 1, math.sqrt(len(near))))
    return [[step if step >= 0 else unjoined for step in steps] for steps in found]


def _unfolded(steps: Sequence[Sequence[float]]) -> list[Point]:
    """The two directions in which the spaces lie furthest apart (classical multidimensional scaling)."""
    size = len(steps)
    squares = [[step * step for step in row] for row in steps]
    rows = [sum(row) / size for row in squares]
    mean = sum(rows) / size
    products = [[(rows[a] + rows[b] - squares[a][b] - mean) / 2 for b in range(size)] for a in range(size)]
    axes: list[list[float]] = []
    for axis in range(2):
        way = [1.0 + (a * (7 + axis) % 11) / 11 for a in range(size)]
        for _ in range(40):
            for other in axes:
                along = sum(x * y for x, y in zip(way, other, strict=True))
                way = [x - along * y for x, y in zip(way, other, strict=True)]
            way = [sum(x * y for x, y in zip(row, way, strict=True)) for row in products]
            length = math.sqrt(sum(x * x for x in way)) or 1.0
            way = [x / length for x in way]
        axes.append(way)
    return list(zip(*axes, strict=True))


def _pulled(points: list[Point], steps: Sequence[Sequence[float]]) -> list[Point]:
    """Each space moves to where the others would have it, again and again, near ones weighing most (SMACOF: Gansner,
    Koren, North, Graph Drawing by Stress Majorization, 2004)."""
    size, points = len(points), list(points)
    for _ in range(ROUNDS if size <= 60 else max(30, ROUNDS * 3600 // (size * size))):
        for a in range(size):
            x, y = points[a]
            across = down = weights = 0.0
            for b, (other_x, other_y) in enumerate(points):
                if a == b:
                    continue
                wanted = steps[a][b]
                weight = 1 / (wanted * wanted)
                dx, dy = x - other_x, y - other_y
                length = math.sqrt(dx * dx + dy * dy) or 1e-9
                across += weight * (other_x + wanted * dx / length)
                down += weight * (other_y + wanted * dy / length)
                weights += weight
            if weights:
                points[a] = across / weights, down / weights
    return points


def _fitted(points: list[Point], steps: Sequence[Sequence[float]]) -> list[Point]:
    """The same picture in the size in which lengths and steps agree on average."""
    pairs = [(a, b) for a in range(len(points)) for b in range(a)]
    drawn = sum(math.dist(points[a], points[b]) for a, b in pairs)
    wanted = sum(steps[a][b] for a, b in pairs)
    scale = wanted / drawn if drawn else 1.0
    return [(x * scale, y * scale) for x, y in points]


def _lying(points: list[Point]) -> list[Point]:
    """Turned by a quarter if it stands higher than wide: pages are read from left to right."""
    width = max((x for x, _ in points), default=0.0) - min((x for x, _ in points), default=0.0)
    height = max((y for _, y in points), default=0.0) - min((y for _, y in points), default=0.0)
    return [(y, x) for x, y in points] if height > width else points


def _crossings(points: Sequence[Point], pairs: Sequence[tuple[int, int]]) -> int:
    return sum(
        _cross(points[a], points[b], points[c], points[d])
        for number, (a, b) in enumerate(pairs)
        for c, d in pairs[:number]
        if len({a, b, c, d}) == 4
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _any_together(points: Sequence[Point]) -> bool:
    return any(math.dist(points[a], points[b]) < 0.3 for a in range(len(points)) for b in range(a))


def _apart(points: list[Point], widths: Sequence[float]) -> list[Point]:
    """In points of the page, large enough that no two shapes lie over each other. Two in the same place stay there."""
    lengths = sorted(math.dist(a, b) for number, a in enumerate(points) for b in points[:number] if a != b)
    scale = STEP / 2 / lengths[0] if lengths else 1.0
    most = STEP * 4 / lengths[0] if lengths else 1.0
    for a, (x, y) in enumerate(points):
        for b, (other_x, other_y) in enumerate(points[:a]):
            dx, dy = abs(x - other_x), abs(y - other_y)
            across = ((widths[a] + widths[b]) / 2 + GAPS[0]) / dx if dx else math.inf
            if dx or dy:
                scale = max(scale, min(across, GAPS[1] / dy if dy else math.inf))
    scale = min(scale, most)
    return [(x * scale, y * scale) for x, y in points]
