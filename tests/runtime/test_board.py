"""Boards are laid out as declared: names, neighbours, attributes, and what does not fit is refused."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.core.program import BoardDecl
from rulewright.runtime.bits import lowest, mask_of, members, nth
from rulewright.runtime.board import BoardError, World, build, lay_out, layer, with_attribute
from runtime.boards import GRASS, ROCK, WATER, fixed_map, graph_decl, grid_decl, placed, world_of

KINDS = st.sampled_from(["hex grid", "square grid"])
masks = st.integers(0, 2**70)

HEX = world_of(grid_decl("hex grid", 3, 4, parts=(fixed_map("GGWW", "GfWW", "..Gw"),)))
RIVER = graph_decl(
    {"spring": "Source", "fork": "Pool", "left": "Pool", "right": "Pool"},
    (
        ("Stream", "spring", "fork", True, 1),
        ("Stream", "fork", "left", True, 1),
        ("Stream", "fork", "right", True, 1),
        ("Ford", "left", "right", False, 2),
    ),
    name="river",
    dry=frozenset({"left"}),
)


def names_of(world: World, mask: int) -> list[str]:
    return [world.names[space] for space in members(mask)]


@given(masks)
def test_bits_there_and_back(mask: int) -> None:
    found = members(mask)
    assert list(found) == sorted(found)
    assert mask_of(found) == mask
    assert [nth(mask, k) for k in range(len(found))] == list(found)
    assert lowest(mask) == (found[0] if found else -1)


@pytest.mark.parametrize(
    ("space", "around"),
    [
        ("r0c0", ["r0c1", "r1c0"]),
        ("r1c0", ["r0c0", "r0c1", "r1c1", "r2c0", "r2c1"]),
        ("r1c1", ["r0c1", "r0c2", "r1c0", "r1c2", "r2c1", "r2c2"]),
        ("r2c2", ["r1c1", "r1c2", "r2c1", "r2c3"]),
        ("r1c3", ["r0c3", "r1c2", "r2c3"]),
    ],
)
def test_odd_rows_lie_half_a_hex_to_the_right(space: str, around: list[str]) -> None:
    assert names_of(HEX, HEX.neighbors[HEX.index[space]]) == around


def test_even_rows_may_lie_to_the_right_instead() -> None:
    world = world_of(grid_decl("hex grid", 3, 4, shifted="even"))
    assert names_of(world, world.neighbors[world.index["r0c0"]]) == ["r0c1", "r1c0", "r1c1"]
    assert names_of(world, world.neighbors[world.index["r1c0"]]) == ["r0c0", "r1c1", "r2c0"]


def test_squares_touch_along_their_sides() -> None:
    world = world_of(grid_decl("square grid", 3, 3))
    assert names_of(world, world.neighbors[world.index["r1c1"]]) == ["r0c1", "r1c0", "r1c2", "r2c1"]
    assert names_of(world, world.neighbors[world.index["r0c0"]]) == ["r0c1", "r1c0"]


@given(KINDS, st.integers(1, 6), st.integers(1, 6), st.sampled_from(["odd", "even"]), masks)
def test_sets_moved_by_shifts_agree_with_the_graph(kind, rows, columns, shifted, mask) -> None:  # type: ignore[no-untyped-def]
    world = world_of(grid_decl(kind, rows, columns, shifted=shifted))
    spaces = [space for space in members(mask) if space < world.size]
    around = {other for space in spaces for other in world.graph.adj[space]}
    assert members(world.near(mask_of(spaces))) == tuple(sorted(around))


@given(masks)
def test_near_over_several_boards_stays_on_each(mask: int) -> None:
    world = world_of(grid_decl("square grid", 3, 3), RIVER, grid_decl("hex grid", 2, 5, name="boat", per_player=True))
    spaces = [space for space in members(mask) if space < world.size]
    around = {other for space in spaces for other in world.graph.adj[space]}
    assert members(world.near(mask_of(spaces))) == tuple(sorted(around))
    assert len(list(nx.connected_components(world.graph))) == 4


def test_letters_set_attributes_and_the_empty_letter_none() -> None:
    assert HEX.columns["realm", "terrain"] == (
        *(GRASS, GRASS, WATER, WATER),
        *(GRASS, ROCK, WATER, WATER),
        *(None, None, GRASS, None),
    )
    assert names_of(HEX, HEX.value_masks["realm", "terrain"][GRASS]) == ["r0c0", "r0c1", "r1c0", "r2c2"]
    assert names_of(HEX, HEX.value_masks["realm", "kind"][0]) == ["r1c1"]
    assert None not in HEX.value_masks["realm", "kind"]
    assert names_of(HEX, HEX.value_masks["realm", "windy"][True]) == ["r2c3"]
    assert HEX.value_masks["realm", "windy"][False].bit_count() == 11
    assert (HEX.columns["realm", "row"][6], HEX.columns["realm", "column"][6]) == (1, 2)
    assert HEX.columns["", "terrain"] == HEX.columns["realm", "terrain"]
    assert HEX.letters[4:8] == ("G", "f", "W", "W")
    assert HEX.letters[8] == ""


def test_a_later_layer_lies_over_an_earlier_one() -> None:
    world = world_of(grid_decl("square grid", 2, 2, parts=(fixed_map("GG", "WW"), fixed_map(".w", "f."))))
    assert world.columns["realm", "terrain"] == (GRASS, GRASS, ROCK, WATER)
    assert world.columns["realm", "windy"] == (False, True, False, False)
    assert world.letters == ("G", "w", "f", "W")


def test_a_small_map_lies_in_the_top_left_corner() -> None:
    decl = grid_decl("square grid", 2, 3, parts=(fixed_map("GW"),))
    assert layer(decl, decl.parts[0]) == ("GW.", "...")


def test_parts_are_placed_in_reading_order_and_turned() -> None:
    part = placed(2, 2)
    decl = grid_decl("hex grid", 4, 4, parts=(part,))
    picture = layer(decl, part, [("GG", "WW"), ("Gf", "W."), ("GG", "ff"), ("ww", "WG")], (0, 180, 180, 0))
    assert picture == ("GG.W", "WWfG", "ffww", "GGWG")
    geometry = lay_out({"realm": decl}, ("agnes",))
    world = build(geometry, {("realm", None): (picture,)})
    assert world.columns["realm", "sector"] == (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    again = build(geometry, world.pictures)
    assert (again.columns, again.value_masks) == (world.columns, world.value_masks)


def test_square_parts_turn_clockwise() -> None:
    part = placed(1, 1)
    decl = grid_decl("square grid", 2, 2, parts=(part,))
    assert layer(decl, part, [("GW", "fw")], (90,)) == ("fG", "wW")
    assert layer(decl, part, [("GW", "fw")], (270,)) == ("Ww", "Gf")


@pytest.mark.parametrize(
    ("decl", "maps", "turns", "message"),
    [
        (grid_decl("hex grid", 2, 2), [("GG", "GG")], (60,), "a part of a hex grid cannot be turned by 60 degrees"),
        (grid_decl("hex grid", 1, 1), [("G",)], (180,), "a part of an odd number of rows cannot be turned by 180"),
        (grid_decl("hex grid", 2, 2), [], (), "1 parts are laid 1 x 1, and there are 0"),
        (grid_decl("hex grid", 2, 2), [("GG", "G")], (), "part 1 is not 2 spaces wide and 2 high"),
    ],
)  # fmt: skip
def test_parts_that_do_not_fit(
    decl: BoardDecl, maps: list[tuple[str, ...]], turns: tuple[int, ...], message: str
) -> None:
    with pytest.raises(BoardError) as error:
        layer(decl, placed(1, 1), maps, turns)
    assert str(error.value) == f"board `realm`: {message}"


@pytest.mark.parametrize(
    ("lines", "message", "row", "column"),
    [
        (("GG", "GX"), "board `realm`, row 1, column 1: the letter `X` has no meaning", 1, 1),
        (("GG", "GGG"), "board `realm`, row 1: the picture is 3 spaces wide instead of 2", 1, None),
        (("GG",) * 3, "board `realm`: the picture has 3 rows instead of 2", None, None),
    ],
)
def test_pictures_that_do_not_fit(lines: tuple[str, ...], message: str, row: int | None, column: int | None) -> None:
    geometry = lay_out({"realm": grid_decl("hex grid", 2, 2)}, ())
    with pytest.raises(BoardError) as error:
        build(geometry, {("realm", None): (lines,)})
    assert str(error.value) == message
    assert (error.value.board, error.value.row, error.value.column) == ("realm", row, column)


def test_a_graph_has_named_spaces_edges_and_attributes() -> None:
    world = world_of(RIVER)
    assert world.names == ("spring", "fork", "left", "right")
    assert world.kind_masks == {"": 0b1111, "Space": 0b1111, "river": 0b1111, "Source": 0b0001, "Pool": 0b1110}
    assert world.edge_names == ("spring->fork", "fork->left", "fork->right", "left-right", "left-right 2")
    assert world.edge_masks == {"": 0b11111, "Stream": 0b00111, "Ford": 0b11000}
    assert names_of(world, world.neighbors[world.index["fork"]]) == ["spring", "left", "right"]
    assert world.edges_at[world.index["fork"]] == ((1, 2), (2, 3))
    assert world.columns["river", "dry"] == (False, False, True, False)
    assert names_of(world, world.value_masks["Pool", "dry"][True]) == ["left"]


def test_a_board_for_each_player() -> None:
    world = world_of(grid_decl("square grid", 1, 2, name="boat", per_player=True, parts=(fixed_map("GW"),)))
    assert world.names == ("agnes.r0c0", "agnes.r0c1", "bo.r0c0", "bo.r0c1")
    assert world.board_masks == {("boat", None): 0b1111, ("boat", 0): 0b0011, ("boat", 1): 0b1100}
    assert world.columns["boat", "terrain"] == (GRASS, WATER, GRASS, WATER)
    assert world.value_masks["boat", "column"] == {0: 0b0101, 1: 0b1010}
    assert [(world.graph.nodes[space]["@owner"], world.graph.nodes[space]["terrain"]) for space in range(4)] == [
        (0, GRASS),
        (0, WATER),
        (1, GRASS),
        (1, WATER),
    ]


def test_names_that_two_boards_share_say_the_board() -> None:
    world = world_of(grid_decl("square grid", 1, 2), grid_decl("hex grid", 1, 1, name="moon"), RIVER)
    assert world.names[:4] == ("realm.r0c0", "realm.r0c1", "moon.r0c0", "spring")
    assert [world.index[name] for name in world.names] == list(range(world.size))


def test_attributes_worked_out_later() -> None:
    world = with_attribute(HEX, "realm", "coast", {space: space % 2 for space in range(12)})
    assert world.columns["realm", "coast"][:4] == (0, 1, 0, 1)
    assert world.value_masks["realm", "coast"][1] == mask_of(range(1, 12, 2))
    assert world.graph.nodes[1]["coast"] == 1
    assert ("realm", "coast") not in HEX.columns


def test_the_graph_is_frozen_and_knows_what_the_world_knows() -> None:
    place = {"@name": "r1c1", "@board": "realm", "@owner": None, "@type": "realm"}
    assert HEX.graph.nodes[5] == place | {"row": 1, "column": 1, "terrain": ROCK, "kind": 0, "windy": False}
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        HEX.graph.add_edge(0, 11)
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        HEX.geometry.graph.remove_node(0)
