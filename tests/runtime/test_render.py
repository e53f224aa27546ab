"""Boards as text, as people see them."""

from __future__ import annotations

from textwrap import dedent

from rulewright.runtime.board import World
from rulewright.runtime.render import Mark, text_map
from runtime.boards import fixed_map, graph_decl, grid_decl, world_of


def shown(world: World, text: str, marks: dict[str, Mark] | None = None) -> None:
    drawn = text_map(world, world.boards[0], {world.index[name]: mark for name, mark in (marks or {}).items()})
    assert drawn == dedent(text).strip("\n")


HEX = world_of(grid_decl("hex grid", 3, 4, parts=(fixed_map("GGWW", "GfWW", "..GG"),)))


def test_odd_rows_of_hexes_stand_half_a_space_to_the_right() -> None:
    shown(
        HEX,
        """
          0 1 2 3
        0 G G W W
        1  G f W W
        2 . . G G
        """,
    )


def test_pieces_stand_over_the_letters_and_long_ones_make_room() -> None:
    shown(
        HEX,
        """
          0   1   2   3
        0 G   G   W   W
        1   a2  f   W   W
        2 .   .   b   G
        """,
        {"r1c0": Mark("a2", 0), "r2c2": Mark("b", 1)},
    )


def test_even_rows_of_hexes_to_the_right() -> None:
    shown(
        world_of(grid_decl("hex grid", 2, 2, shifted="even", parts=(fixed_map("GG", "WW"),))),
        """
          0 1
        0  G G
        1 W W
        """,
    )


def test_wide_boards_number_every_fifth_column() -> None:
    shown(
        world_of(grid_decl("square grid", 2, 12, parts=(fixed_map("GWGWGWGWGWGW"),))),
        """
          0         5         10
        0 G W G W G W G W G W G W
        1 . . . . . . . . . . . .
        """,
    )


def test_long_row_numbers_keep_the_columns_in_line() -> None:
    world = world_of(grid_decl("hex grid", 11, 2))
    lines = text_map(world, world.boards[0]).splitlines()
    assert lines[0] == "   0 1"
    assert lines[10:] == [" 9  . .", "10 . ."]


def test_other_boards_are_lists_with_what_lies_next_to_what() -> None:
    spaces = dict.fromkeys(("north", "island", "far_east"), "Region")
    edges = (
        ("Bridge", "north", "island", False, 2),
        ("Stream", "island", "far_east", True, 1),
    )
    shown(
        world_of(graph_decl(spaces, edges)),
        """
        north     island x2
        island    [b]  north x2, -> far_east
        far_east  <- island
        """,
        {"island": Mark("b", 1)},
    )


def test_colours_are_those_of_the_seats() -> None:
    world = world_of(grid_decl("square grid", 1, 2, parts=(fixed_map("GW"),)))
    marks = {0: Mark("a", 0), 1: Mark("x")}
    line = text_map(world, world.boards[0], marks, colour=True).splitlines()[1]
    assert line == "\x1b[2m0\x1b[0m \x1b[1;31ma\x1b[0m x"


def test_letters_may_be_given() -> None:
    world = world_of(grid_decl("square grid", 1, 2))
    assert text_map(world, world.boards[0], letters="12").splitlines()[1] == "0 1 2"
