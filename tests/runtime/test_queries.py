"""Questions to a board, against brute force over its graph and over hexes as points of a cube."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime import queries
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.board import World
from runtime.boards import graph_decl, grid_decl, world_of

HEX = world_of(grid_decl("hex grid", 5, 6))
EVEN = world_of(grid_decl("hex grid", 4, 5, shifted="even"))
SQUARE = world_of(grid_decl("square grid", 4, 5))
SEVERAL = world_of(grid_decl("hex grid", 3, 4), grid_decl("square grid", 2, 3, name="boat", per_player=True))
GRIDS = st.sampled_from([HEX, EVEN, SQUARE, SEVERAL])
sets = st.integers(0, 2**30 - 1) | st.lists(st.integers(0, 29), max_size=12).map(mask_of)


def spaces_of(world: World, mask: int) -> int:
    return mask & (1 << world.size) - 1


def point(world: World, space: int) -> tuple[int, tuple[int, ...]]:
    """The board's number, and coordinates in which straight lines are straight: hexes in a cube, squares in a plane."""
    number = world.board_of[space]
    board = world.boards[number]
    assert board.grid is not None
    row, column = divmod(space - board.base, board.grid.columns)
    if board.grid.kind == "square grid":
        return number, (row, column)
    pushed = row % 2 if board.grid.shifted == "odd" else (row + 1) % 2
    q = column - (row - pushed) // 2
    return number, (q, row, -q - row)


def directions(world: World, space: int) -> list[tuple[int, ...]]:
    board = world.boards[world.board_of[space]]
    assert board.grid is not None
    if board.grid.kind == "square grid":
        return [(0, 1), (0, -1), (1, 0), (-1, 0)]
    return list(permutations((1, -1, 0)))


def stepped(world: World, space: int, direction: tuple[int, ...], steps: int) -> int | None:
    number, here = point(world, space)
    there = number, tuple(at + steps * by for at, by in zip(here, direction, strict=True))
    return next((other for other in range(world.size) if point(world, other) == there), None)


@pytest.mark.parametrize("world", [HEX, EVEN, SQUARE, SEVERAL])
def test_neighbours_are_one_step_away(world: World) -> None:
    for space in range(world.size):
        around = {stepped(world, space, direction, 1) for direction in directions(world, space)} - {None}
        assert set(members(queries.neighbors(world, 1 << space))) == around


@given(GRIDS, sets)
def test_groups_are_the_connected_components(world: World, mask: int) -> None:
    mask = spaces_of(world, mask)
    expected = sorted(sorted(part) for part in nx.connected_components(world.graph.subgraph(members(mask))))
    assert [list(members(group)) for group in queries.groups(world, mask)] == expected


@given(GRIDS, sets)
def test_linked_by_touching_are_the_same_groups(world: World, mask: int) -> None:
    mask = spaces_of(world, mask)

    def below(one: int, other: int) -> bool:
        return one < other and world.neighbors[one] >> other & 1 == 1

    assert queries.linked(mask, below) == queries.groups(world, mask)


@given(GRIDS, sets, st.integers(0, 29), st.integers(-1, 6))
def test_reachable_are_the_ends_of_short_walks_inside(world: World, mask: int, start: int, steps: int) -> None:
    mask, start = spaces_of(world, mask), start % world.size
    walkable = world.graph.subgraph({*members(mask), start})
    lengths = nx.single_source_shortest_path_length(walkable, start)
    expected = {space for space, length in lengths.items() if length <= max(steps, 0) and mask >> space & 1}
    assert set(members(queries.reachable(world, start, mask, steps))) == expected


@given(GRIDS, st.integers(0, 29), st.integers(0, 29))
def test_distance_is_the_shortest_way(world: World, start: int, end: int) -> None:
    start, end = start % world.size, end % world.size
    expected = nx.shortest_path_length(world.graph, start, end) if nx.has_path(world.graph, start, end) else None
    assert queries.distance(world, start, end) == expected


def runs(world: World, mask: int, least: int) -> Iterator[tuple[int, ...]]:
    """Every run as long as it goes, from either end."""
    for start in members(mask):
        for direction in directions(world, start):
            behind = stepped(world, start, direction, -1)
            if behind is not None and mask >> behind & 1:
                continue
            run = [start]
            while (after := stepped(world, run[-1], direction, 1)) is not None and mask >> after & 1:
                run.append(after)
            if len(run) >= max(least, 2):
                yield tuple(run)


@given(GRIDS, sets, st.integers(2, 5))
def test_lines_are_the_longest_runs_each_once(world: World, mask: int, least: int) -> None:
    mask = spaces_of(world, mask)
    found = queries.lines(world, mask, least)
    both_ways = [*found, *(line[::-1] for line in found)]
    assert sorted(both_ways) == sorted(runs(world, mask, least))
    assert all(list(line) == sorted(line) for line in found)


def test_lines_come_by_axis_then_by_their_first_space() -> None:
    spaces = ("r0c0", "r0c1", "r0c2", "r1c1", "r2c2", "r2c1", "r2c0", "r4c4", "r4c5")
    found = queries.lines(HEX, mask_of(HEX.index[name] for name in spaces), 3)
    assert [" ".join(HEX.names[space] for space in line) for line in found] == [
        "r0c0 r0c1 r0c2",
        "r2c0 r2c1 r2c2",
        "r0c1 r1c1 r2c2",
        "r0c2 r1c1 r2c1",
    ]


def test_a_lonely_space_is_a_line_of_one() -> None:
    spaces = [HEX.index[name] for name in ("r0c0", "r2c2", "r2c3")]
    pair, lonely = queries.lines(HEX, mask_of(spaces), 1)
    assert (pair, lonely) == ((spaces[1], spaces[2]), (spaces[0],))
    assert queries.beyond(HEX, lonely) == HEX.neighbors[spaces[0]]
    assert queries.lines(HEX, mask_of(spaces), 2) == (pair,)


@given(GRIDS, sets)
def test_beyond_a_line_are_the_spaces_past_its_ends(world: World, mask: int) -> None:
    for line in queries.lines(world, spaces_of(world, mask), 2):
        (direction,) = [d for d in directions(world, line[0]) if stepped(world, line[0], d, 1) == line[1]]
        past = {stepped(world, line[0], direction, -1), stepped(world, line[-1], direction, 1)} - {None}
        assert set(members(queries.beyond(world, line))) == past
        assert queries.beyond(world, line[::-1]) == queries.beyond(world, line)


@given(GRIDS, sets, st.integers(2, 5))
def test_the_ends_of_all_lines_at_once_are_those_of_each_line(world: World, mask: int, least: int) -> None:
    spaces = spaces_of(world, mask)
    one_by_one = 0
    for line in queries.lines(world, spaces, least):
        one_by_one |= queries.beyond(world, line)
    assert queries.ends(world, spaces, least) == one_by_one


@pytest.mark.parametrize("names", [(), ("r0c0", "r0c2"), ("r0c0", "r0c1", "r1c1"), ("r0c0", "r1c0", "r1c1")])
def test_nothing_lies_beyond_what_is_no_line(names: tuple[str, ...]) -> None:
    assert queries.beyond(HEX, tuple(HEX.index[name] for name in names)) == 0


@given(GRIDS, st.integers(0, 29), st.integers(-1, 4))
def test_straight_is_so_many_steps_in_one_direction(world: World, space: int, steps: int) -> None:
    space %= world.size
    ends = {stepped(world, space, direction, steps) for direction in directions(world, space)} - {None}
    assert set(members(queries.straight(world, 1 << space, steps))) == (ends if steps >= 0 else set())


@given(GRIDS, sets, st.integers(-1, 4))
def test_straight_from_several_is_what_is_straight_from_one_of_them(world: World, mask: int, steps: int) -> None:
    mask = spaces_of(world, mask)
    ways = [(space, direction) for space in members(mask) for direction in directions(world, space)]
    ends = {stepped(world, space, direction, steps) for space, direction in ways} - {None}
    assert set(members(queries.straight(world, mask, steps))) == (ends if steps >= 0 else set())


@given(GRIDS, sets, sets, st.integers(0, 4))
def test_straight_holds_both_ways(world: World, one: int, other: int, steps: int) -> None:
    one, other = spaces_of(world, one), spaces_of(world, other)
    assert bool(queries.straight(world, one, steps) & other) == bool(queries.straight(world, other, steps) & one)


def test_what_is_no_space_is_straight_from_nothing() -> None:
    everything = (1 << HEX.size) - 1
    assert queries.straight(HEX, -1, 2) == queries.straight(HEX, everything, 2)
    assert queries.straight(HEX, everything, 10**9) == 0


def test_two_steps_straight_from_a_hex() -> None:
    found = queries.straight(HEX, 1 << HEX.index["r2c2"], 2)
    assert [HEX.names[space] for space in members(found)] == ["r0c1", "r0c3", "r2c0", "r2c4", "r4c1", "r4c3"]


def test_the_border_is_the_first_and_last_rows_and_columns() -> None:
    everything = SEVERAL.kind_masks[""]
    inner = everything & ~queries.border(SEVERAL, everything)
    assert [SEVERAL.names[space] for space in members(inner)] == ["r1c1", "r1c2"]
    assert queries.border(SEVERAL, SEVERAL.board_masks["boat", 1]) == SEVERAL.board_masks["boat", 1]


def graphs() -> st.SearchStrategy[World]:
    """Graphs of up to five spaces and six edges, some directed, some parallel, some from a space to itself."""
    edge = st.tuples(
        st.sampled_from(["Road", "Rail"]),
        st.sampled_from("abcde"),
        st.sampled_from("abcde"),
        st.booleans(),
        st.integers(1, 2),
    )
    return st.lists(edge, max_size=4).map(
        lambda edges: world_of(graph_decl(dict.fromkeys("abcde", "Town"), tuple(edges)))
    )


def all_trails(world: World, start: int, most: int, edges: int) -> list[tuple[int, ...]]:
    """Every order of every choice of edges that can be walked."""
    found = []
    for length in range(1, most + 1):
        for order in permutations(members(edges), length):
            at: int | None = start
            for number in order:
                edge = world.edges[number]
                at = edge.right if edge.left == at else edge.left if edge.right == at and not edge.directed else None
            if at is not None:
                found.append((start, *order))
    return found


@given(graphs(), st.integers(0, 4), st.integers(0, 4), st.integers(0, 255))
def test_trails_are_all_walks_without_an_edge_twice(world: World, start: int, most: int, mask: int) -> None:
    edges = mask & (1 << min(len(world.edges), 6)) - 1
    found = list(queries.trails(world, start, most, edges))
    assert sorted(found) == sorted(all_trails(world, start, most, edges))
    assert found == sorted(found)
    for trail in found:
        path = queries.path_spaces(world, trail)
        assert path[0] == start
        for number, ends in zip(trail[1:], pairwise(path), strict=True):
            edge = world.edges[number]
            assert ends == (edge.left, edge.right) or (not edge.directed and ends == (edge.right, edge.left))


def test_an_edge_from_a_space_to_itself_is_walked_once() -> None:
    world = world_of(
        graph_decl({"a": "Town", "b": "Town"}, (("Road", "a", "a", False, 1), ("Road", "a", "b", False, 1)))
    )
    assert list(queries.trails(world, 0, 3, 0b11)) == [(0, 0), (0, 0, 1), (0, 1)]
    assert queries.neighbors(world, 0b01) == 0b10


@given(graphs(), st.integers(0, 31))
def test_groups_of_a_graph_do_not_mind_directions(world: World, mask: int) -> None:
    expected = sorted(sorted(part) for part in nx.connected_components(world.graph.subgraph(members(mask))))
    assert [list(members(group)) for group in queries.groups(world, mask)] == expected


@given(graphs(), st.integers(0, 4))
def test_downstream_follows_directed_edges_nearest_first(world: World, start: int) -> None:
    flow = nx.DiGraph([(edge.left, edge.right) for edge in world.edges if edge.directed])
    flow.add_node(start)
    lengths = nx.single_source_shortest_path_length(flow, start)
    expected = sorted((length, space) for space, length in lengths.items() if space != start)
    assert list(queries.downstream(world, start)) == [space for _, space in expected]


def test_a_graph_has_no_straight_lines() -> None:
    world = world_of(
        graph_decl(dict.fromkeys("abc", "Town"), (("Road", "a", "b", False, 1), ("Road", "b", "c", False, 1)))
    )
    assert queries.lines(world, 0b111, 1) == ()
    assert queries.straight(world, 1, 1) == 0
    assert queries.beyond(world, (0, 1)) == 0
    assert queries.border(world, 0b111) == 0
