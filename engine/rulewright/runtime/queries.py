"""Questions to a board. In: a World, sets of spaces as masks, single spaces as numbers. Out: masks, or streams in a
fixed order. Pure functions; a piece that stands for its space has been replaced by that space before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from rulewright.runtime.bits import members

if TYPE_CHECKING:  # so that networkx is not loaded before there is a board
    from rulewright.runtime.board import World
    from rulewright.runtime.grid import Axis, Grid


def neighbors(world: World, spaces: int) -> int:
    """All spaces next to at least one of these; members count only if they are next to another member."""
    return world.near(spaces)


def groups(world: World, spaces: int) -> tuple[int, ...]:
    """The connected groups among these spaces, ordered by their lowest space."""
    near, single = world.near, world.neighbors
    found = []
    while spaces:
        frontier = group = spaces & -spaces
        spaces ^= frontier
        while frontier:
            several = frontier & (frontier - 1)
            frontier = (near(frontier) if several else single[frontier.bit_length() - 1]) & spaces
            spaces ^= frontier
            group |= frontier
        found.append(group)
    return tuple(found)


def linked(things: int, relation: Callable[[int, int], bool]) -> tuple[int, ...]:
    """The groups among things of any kind that hang together by the relation, whichever way round it holds, ordered by
    their lowest member.
    """
    found = []
    rest = list(members(things))
    while rest:
        group = [rest.pop(0)]
        for one in group:
            joining = [other for other in rest if relation(one, other) or relation(other, one)]
            group += joining
            rest = [other for other in rest if other not in joining]
        found.append(sum(1 << one for one in group))
    return tuple(found)


def reachable(world: World, start: int, spaces: int, steps: int) -> int:
    """The spaces of the set that can be reached from `start` in at most `steps` steps, each onto a space of the set.
    `start` need not be one of them; if it is, it is reached in no steps.
    """
    frontier = 1 << start
    reached = frontier & spaces
    while frontier and steps > 0:
        frontier = world.near(frontier) & spaces & ~reached
        reached |= frontier
        steps -= 1
    return reached


def distance(world: World, start: int, end: int) -> int | None:
    """Steps on the shortest way over the whole board; None if there is none."""
    goal = 1 << end
    frontier = reached = 1 << start
    steps = 0
    while frontier:
        if reached & goal:
            return steps
        frontier = world.near(frontier) & ~reached
        reached |= frontier
        steps += 1
    return None


def lines(world: World, spaces: int, least: int) -> tuple[tuple[int, ...], ...]:
    """Every straight run of at least `least` of these spaces, as long as it goes, from its left (or upper) end on.

    Ordered by board, then axis (right; down right, down left on hexes; down on squares), then first space. If `least`
    is 1 or less, a space that is in no longer run comes as a run of its own at the end of its board. Grids only.
    """
    found: list[tuple[int, ...]] = []
    for board in world.boards:
        mine = (spaces & board.mask) >> board.base
        if board.grid is None or not mine:
            continue
        lonely = mine
        for axis in board.grid.axes:
            starts = mine & ~axis.forward(mine) & _followed(axis, mine, max(least, 2) - 1)
            while starts:
                low = starts & -starts
                starts ^= low
                at = low.bit_length() - 1
                run = []
                while at >= 0 and mine >> at & 1:
                    run.append(board.base + at)
                    lonely &= ~(1 << at)
                    at = axis.ahead[at]
                found.append(tuple(run))
        if least <= 1:
            found += [(board.base + at,) for at in members(lonely)]
    return tuple(found)


def beyond(world: World, line: tuple[int, ...]) -> int:
    """The one or two spaces of the board just past the ends of a straight run, told from either end. For a single space
    these are all its neighbours; spaces that do not lie in one straight run have nothing beyond them.
    """
    if not line:
        return 0
    board = world.boards[world.board_of[line[0]]]
    if board.grid is None:
        return 0
    local = [space - board.base for space in line]
    if len(local) == 1:
        return world.neighbors[line[0]]
    if min(local) < 0 or max(local) >= board.size:
        return 0
    found, first, second = 0, local[0], local[1]
    for axis in board.grid.axes:
        for ahead, behind in ((axis.ahead, axis.behind), (axis.behind, axis.ahead)):
            if ahead[first] == second and all(ahead[at] == then for at, then in pairwise(local)):
                for past in (behind[local[0]], ahead[local[-1]]):
                    if past >= 0:
                        found |= 1 << past
    return found << board.base


def ends(world: World, spaces: int, least: int) -> int:
    """The spaces just past the ends of all straight runs of at least `least` (2 or more) of these spaces: what is
    `beyond` any of the `lines`, without a look at each.
    """
    found = 0
    for board in world.boards:
        mine = (spaces & board.mask) >> board.base
        if board.grid is None or not mine:
            continue
        for axis in board.grid.axes:
            followed = _followed(axis, mine, least - 1)
            if followed:
                last = mine
                for _ in range(least - 1):
                    last = mine & axis.forward(last)
                first, last = followed & ~axis.forward(mine), last & ~axis.back(mine)
                found |= (axis.back(first) | axis.forward(last)) << board.base
    return found


def straight(world: World, spaces: int, steps: int) -> int:
    """The spaces exactly so many steps away from one of these in a straight line, whatever lies between. Grids only."""
    found = 0
    for board in world.boards:
        mine = (spaces & board.mask) >> board.base
        if not mine or board.grid is None or steps < 0:
            continue
        if not mine & (mine - 1):
            found |= _straight(board.grid, steps)[mine.bit_length() - 1] << board.base
            continue
        for axis in board.grid.axes:
            ahead = behind = mine
            for _ in range(min(steps, board.size)):
                ahead, behind = axis.forward(ahead), axis.back(behind)
            found |= (ahead | behind) << board.base
    return found


@lru_cache(maxsize=256)
def _straight(grid: Grid, steps: int) -> tuple[int, ...]:
    """For each space of a grid those exactly so many steps away in a straight line."""
    found = [0] * (grid.rows * grid.columns)
    for axis in grid.axes:
        for table in (axis.ahead, axis.behind):
            for space in range(len(found)):
                at = space
                for _ in range(steps):
                    at = table[at]
                    if at < 0:
                        break
                else:
                    found[space] |= 1 << at
    return tuple(found)


def border(world: World, spaces: int) -> int:
    """Those of these spaces that lie in the first or last row or column of their grid."""
    found = 0
    for board in world.boards:
        if board.grid is not None:
            found |= board.grid.border << board.base
    return found & spaces


def trails(world: World, start: int, most: int, edges: int) -> Iterator[tuple[int, ...]]:
    """Walks `(start, edge, edge, …)` of 1 to `most` of these edges, none twice; a directed edge only forward.

    Each walk comes before those that go on from it, and edges are tried in their order.
    """

    def onward(at: int, walk: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        for edge, end in world.edges_at[at]:
            if left >> edge & 1:
                longer = (*walk, edge)
                yield longer
                if len(longer) <= most:
                    yield from onward(end, longer, left ^ 1 << edge)

    return onward(start, (start,), edges) if most > 0 else iter(())


def path_spaces(world: World, path: tuple[int, ...]) -> tuple[int, ...]:
    """The spaces of a walk `(start, edge, …)`, the start first; a space passed twice is there twice."""
    spaces = [path[0]]
    for number in path[1:]:
        edge = world.edges[number]
        spaces.append(edge.right if edge.left == spaces[-1] else edge.left)
    return tuple(spaces)


def downstream(world: World, space: int) -> tuple[int, ...]:
    """The spaces reached along directed edges, nearest first, equally near ones by index; not the space itself."""
    found: list[int] = []
    seen = 1 << space
    nearest: tuple[int, ...] = (space,)
    while nearest:
        onward = 0
        for at in nearest:
            for edge, end in world.edges_at[at]:
                if world.edges[edge].directed:
                    onward |= 1 << end
        nearest = members(onward & ~seen)
        seen |= onward
        found += nearest
    return tuple(found)


def _followed(axis: Axis, spaces: int, steps: int) -> int:
    """The spaces that at least so many others of the set follow without a gap."""
    followed = spaces
    for _ in range(steps):
        followed = spaces & axis.back(followed)
        if not followed:
            break
    return followed
