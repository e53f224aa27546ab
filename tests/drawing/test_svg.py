"""Pictures of boards: a shape for each space, a line for each two neighbours, and what shows a wrong offset."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from drawing import pictures
from rulewright.game import Play, load
from rulewright.runtime.bits import members
from rulewright_tools.drawing import colours
from rulewright_tools.drawing.svg import drawing

SVG = "{http://www.w3.org/2000/svg}"


def parsed(play: Play) -> Xml.Element:
    return Xml.fromstring(drawing(play))


def with_class(picture: Xml.Element, name: str) -> list[Xml.Element]:
    return [element for element in picture.iter() if element.get("class") == name]


def middle(shape: Xml.Element) -> tuple[float, float]:
    corners = [tuple(map(float, pair.split(","))) for pair in shape.attrib["points"].split()]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def lined_up(picture: Xml.Element) -> set[frozenset[str]]:
    return {frozenset((line.attrib["data-from"], line.attrib["data-to"])) for line in with_class(picture, "next")}


def touching(picture: Xml.Element) -> set[frozenset[str]]:
    """The spaces whose shapes touch on the page: those whose middles are as near as the nearest."""
    middles = {shape.attrib["data-space"]: middle(shape) for shape in with_class(picture, "space")}
    lengths = {frozenset((a, b)): math.dist(middles[a], middles[b]) for a in middles for b in middles if a < b}
    return {pair for pair, length in lengths.items() if length < min(lengths.values()) * 1.2}


@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_the_lines_of_a_hex_grid_join_what_touches_on_the_page(shifted: str, tmp_path: Path) -> None:
    picture = parsed(pictures.play(pictures.POND.format(shifted=shifted), tmp_path))
    assert len(with_class(picture, "space")) == 12
    assert lined_up(picture) == touching(picture)
    assert len(with_class(picture, "next")) == len(lined_up(picture)) == 23


def test_a_wrong_offset_is_seen(tmp_path: Path) -> None:
    """The same neighbours over rows that are drawn shifted the other way."""
    play = pictures.play(pictures.POND.format(shifted="odd"), tmp_path)
    right, world = parsed(play), play.state.world
    (board,) = world.boards
    assert board.grid is not None
    play.state.world = replace(world, boards=(replace(board, grid=replace(board.grid, shifted="even")),))
    wrong = parsed(play)
    assert lined_up(wrong) == lined_up(right)
    assert lined_up(wrong) - touching(wrong), "some lines reach past a neighbour"
    assert touching(wrong) - lined_up(wrong), "some neighbours on the page are not joined"


def test_every_kind_of_board_has_its_spaces_lines_and_edges(tmp_path: Path) -> None:
    play = pictures.play(pictures.MANY, tmp_path)
    picture, world = parsed(play), play.state.world
    assert [shape.attrib["data-space"] for shape in with_class(picture, "space")] == list(world.names)
    grids = [board for board in world.boards if board.grid is not None]
    pairs = {
        frozenset((world.names[space], world.names[other]))
        for board in grids
        for space in range(board.base, board.base + board.size)
        for other in members(world.neighbors[space])
    }
    assert lined_up(picture) == pairs
    assert len(with_class(picture, "next")) == len(pairs) == 7 + 4 + 4
    edges = with_class(picture, "edge")
    assert [edge.attrib["data-edge"] for edge in edges] == list(world.edge_names)
    assert len({edge.attrib["d"] for edge in edges}) == len(edges) == 9, "parallel edges take different ways"
    arrows = [edge.attrib["data-edge"] for edge in edges if "marker-end" in edge.attrib]
    assert arrows == ["spring->mill", "mill->mouth", "mouth->mouth"]
    heads = {element.get("id") for element in picture.iter(f"{SVG}marker")}
    assert {edge.attrib["marker-end"][5:-1] for edge in edges if "marker-end" in edge.attrib} <= heads


def test_no_two_shapes_of_a_graph_lie_over_each_other(tmp_path: Path) -> None:
    for play in (pictures.play(pictures.MANY, tmp_path), load("coinage").start(), load("noah").start()):
        boxes = [
            [float(shape.attrib[name]) for name in ("x", "y", "width", "height")]
            for shape in with_class(parsed(play), "space")
            if shape.tag == f"{SVG}rect"
        ]
        assert len(boxes) > 4
        for number, (x, y, width, height) in enumerate(boxes):
            for left, top, wide, high in boxes[:number]:
                assert x + width < left or left + wide < x or y + height < top or top + high < y


def test_given_places_are_kept(tmp_path: Path) -> None:
    """`x` and `y` of a board are where its spaces are drawn: far lies right of near, low below it."""
    shapes = {s.attrib["data-space"]: s for s in with_class(parsed(pictures.play(pictures.MANY, tmp_path)), "space")}
    x, y = (
        {name: float(shapes[name].attrib[at]) + float(shapes[name].attrib[size]) / 2 for name in ("far", "near", "low")}
        for at, size in (("x", "width"), ("y", "height"))
    )
    assert x["near"] == pytest.approx(x["low"], abs=0.2) and y["near"] == y["far"]
    assert (x["far"] - x["near"]) / (y["low"] - y["near"]) == pytest.approx(1.5, abs=0.01)


def test_a_flat_graph_has_no_crossings() -> None:
    edges = [
        [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", edge.attrib["d"])]
        for edge in with_class(parsed(load("coinage").start()), "edge")
    ]
    assert len(edges) == 19

    def side(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    for number, (a, _, b) in enumerate(edges):
        for c, _, d in edges[:number]:
            if len({a, b, c, d}) == 4:
                assert side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0


def test_what_stands_on_a_board_is_drawn_and_told(tmp_path: Path) -> None:
    picture = parsed(pictures.play(pictures.MANY, tmp_path))
    told = {shape.attrib["data-space"]: shape.findtext(f"{SVG}title") for shape in with_class(picture, "space")}
    assert told["north"] == "north; fee 0; anna's Hut; ben's Hut"
    assert told["isle"] == "isle; fee 2; 2 Stamp"
    assert told["r1c1"] == "r1c1; dark; Lake"
    assert told["r1c0"] == "r1c0"
    pieces = [element.text for element in with_class(picture, "piece")]
    assert pieces.count("1h") == 3 and pieces.count("l") == 3 and pieces.count("s×2") == 1  # noqa: RUF001


def test_a_legend_says_what_every_letter_and_piece_is(tmp_path: Path) -> None:
    picture = parsed(pictures.play(pictures.MANY, tmp_path))
    (chess, *_) = with_class(picture, "legend")
    assert [text.text for text in chess.iter(f"{SVG}text") if text.get("class") == "meaning"] == [
        "dark", "wood", "sea", "nothing", "Lake",
    ]  # fmt: skip


def test_texts_can_be_read_on_their_colours() -> None:
    fills = [*colours.CALLED, *colours.OTHERS, colours.PLAIN, colours.PAPER]
    assert all(colours.contrast(colours.INK, fill) >= 4.5 for fill in fills)
    assert all(colours.contrast(colours.PAPER, seat) >= 4.5 for seat in colours.SEATS)
    assert colours.contrast("#000000", "#ffffff") == 21


def test_no_two_values_share_a_colour() -> None:
    values = ["grass", "forest", "wood", "sea", "lake", "red", *(f"value_{n}" for n in range(14))]
    found = colours.of_values(values)
    assert list(found) == values and len(set(found.values())) == len(values)


def test_the_picture_says_what_it_shows_and_fetches_nothing(tmp_path: Path) -> None:
    play = pictures.play(pictures.MANY, tmp_path)
    text = drawing(play)
    picture = Xml.fromstring(text)
    ids = {element.get("id") for element in picture.iter()}
    assert picture.get("role") == "img"
    assert set(picture.attrib["aria-labelledby"].split()) <= ids
    assert picture.findtext(f"{SVG}title") == "The boards of The <yard> & its boards"
    assert "href" not in text and text.count("http") == 1
    assert text == drawing(pictures.play(pictures.MANY, tmp_path))


def test_a_game_without_a_board_has_a_picture_that_says_so() -> None:
    picture = parsed(load("pickomino").start())
    assert [text.text for text in with_class(picture, "about")] == ["Pickomino has no board"]
