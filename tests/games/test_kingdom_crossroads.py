"""What scenarios cannot say of Crossroads: how its sections are made, and what holds in every position of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import rulewright as rw
from analyses.game_text import elaborated
from rulewright import loader
from rulewright.runtime.stream import Stream, below
from rulewright.semantics.analyses import analyse
from rulewright.syntax import ast

EDITIONS = [("crossroads",), ("crossroads", "crossroads_corrected")]

Place = tuple[int, int]

SECTIONS: dict[str, tuple[dict[str, int], dict[Place, str], Place]] = {
    "lighthouse_land": (
        {"C": 14, "D": 13, "F": 14, "G": 14, "M": 4, "T": 13, "W": 25},
        {(6, 6): "lighthouse", (3, 2): "lodge"},
        (2, 7),
    ),
    "barracks_land": (
        {"C": 16, "D": 18, "F": 18, "G": 20, "M": 4, "T": 13, "W": 8},
        {(3, 3): "barracks", (4, 7): "crossroads"},
        (7, 4),
    ),
    "city_hall_land": (
        {"C": 13, "D": 16, "F": 16, "G": 18, "M": 15, "T": 15, "W": 4},
        {(2, 5): "city_hall", (6, 6): "outpost"},
        (4, 2),
    ),
    "wagon_land": (
        {"C": 15, "D": 14, "F": 14, "G": 14, "M": 13, "T": 14, "W": 13},
        {(2, 7): "monastery", (8, 8): "wagon"},
        (6, 3),
    ),
}
"""How many hexes of each terrain a section has, where its locations lie, and where its castle."""


@pytest.fixture(scope="module")
def items() -> tuple[ast.Item, ...]:
    return loader.read_files("kingdom_builder", ["crossroads"]).expansions[0]


def rows(items: tuple[ast.Item, ...], type: str) -> list[ast.Row]:
    return [row for item in items if isinstance(item, ast.Rows) and item.type.text == type for row in item.rows]


def picture(row: ast.Row) -> list[str]:
    (cell,) = row.cells
    assert isinstance(cell.value, ast.TextMap)
    return [line.strip().strip("|") for line in cell.span.text.splitlines()[1:]]


def test_the_sections_are_those_of_the_box(items: tuple[ast.Item, ...]) -> None:
    letters = {
        letter.letter: letter.values[-1].span.text
        for item in items
        if isinstance(item, ast.Letters)
        for letter in item.letters
    }
    sections = {row.name.text: picture(row) for row in rows(items, "Sector")}
    assert list(sections) == list(SECTIONS)
    for name, (terrains, locations, castle) in SECTIONS.items():
        lines = sections[name]
        assert [len(line) for line in lines] == [10] * 10
        count = Counter("".join(lines))
        assert count == {
            **terrains,
            "S": 1,
            **{letter: 1 for letter, kind in letters.items() if kind in locations.values()},
        }
        found = {
            (r, c): letters[sign] for r, line in enumerate(lines) for c, sign in enumerate(line) if sign in letters
        }
        assert found == locations
        assert lines[castle[0]][castle[1]] == "S"


def test_no_special_hex_lies_on_a_border_or_near_another() -> None:
    for _, locations, castle in SECTIONS.values():
        special = [*locations, castle]
        assert all(0 < row < 9 and 0 < column < 9 for row, column in special)
        for one in special:
            near = {one, *around(one)} | {far for place in around(one) for far in around(place)}
            assert [place for place in special if place in near] == [one]


def test_two_tiles_for_each_new_location(items: tuple[ast.Item, ...]) -> None:
    tiles = rows(items, "LocationTile")
    assert len(tiles) == 8 and all(row.span.text.split(":")[0].split()[-3] == "x2" for row in tiles)


@pytest.mark.parametrize("with_", EDITIONS)
def test_no_choice_is_looked_through_before_it_is_offered(with_: tuple[str, ...]) -> None:
    counts = analyse(elaborated(loader.read_files("kingdom_builder", with_), {"first_game": "no"})).counts()
    assert counts["loop"] and not counts.get("search") and not counts.get("bound")


@pytest.mark.parametrize("with_", EDITIONS)
def test_what_holds_in_every_position(with_: tuple[str, ...]) -> None:
    game = rw.load("kingdom_builder", with_=with_)
    seen = set()
    for seed in range(8):
        play = game.start(players=2 + seed % 4, seed=seed)
        terrain, before = terrains(play), standing(play)
        assert len(tasks(play)) == new_sections(play)
        for after in positions(play, seed):
            seen |= {kind for _, kind in after.values()}
            look_at(terrain, before, after)
            before = after
        assert play.over and set(tasks(play)) <= set(play.scores[play.players[0]])
        left = {kind for _, kind in before.values()} - {"Settlement", "CityHall"}
        assert not left or "crossroads_corrected" in with_
    assert seen == {"Settlement", "Ship", "Wagon", "Warrior", "CityHall"}


BUILDABLE = {"grass", "canyon", "desert", "flowers", "forest"}
MAY_STAND = {
    "Settlement": BUILDABLE | {"water"},
    "CityHall": BUILDABLE,
    "Warrior": BUILDABLE,
    "Wagon": BUILDABLE | {"mountain"},
    "Ship": {"water"},
}

Standing = dict[Place, tuple[str, str]]
"""Who has a piece of which kind on a hex."""


def look_at(terrain: dict[Place, str], before: Standing, after: Standing) -> None:
    """What one answer and all that follows from it by itself may have changed."""
    warriors = {place for place, (_, kind) in before.items() if kind == "Warrior" and after.get(place) == before[place]}
    for place, (owner, kind) in after.items():
        assert terrain[place] in MAY_STAND[kind], f"a {kind} on {terrain[place]}"
        if before.get(place) != (owner, kind) and kind not in ("Ship", "Wagon"):
            assert not warriors & set(around(place)), f"a {kind} comes next to a warrior"
    assert {place for place, (_, kind) in before.items() if kind == "CityHall"} <= set(after)
    halls = Counter(owner for owner, kind in after.values() if kind == "CityHall")
    assert set(halls.values()) <= {7}
    pieces = Counter(after.values())
    assert all(number <= 1 for (_, kind), number in pieces.items() if kind in ("Ship", "Wagon"))
    assert all(number <= 2 for (_, kind), number in pieces.items() if kind == "Warrior")


def positions(play: rw.Play, seed: int) -> Iterator[Standing]:
    """Random bots play; what stands after each answer."""
    bots = Stream.from_seed(seed, "bots")
    while decision := play.decision:
        at, bots = below(bots, decision.count)
        play.answer(decision.option(at))
        yield standing(play)


def standing(play: rw.Play) -> Standing:
    layout, found = play.machine.layout, {}
    for name, mask in zip(layout.geometry.names, play.state.on, strict=False):
        if mask:
            piece = mask.bit_length() - 1
            assert mask == 1 << piece, f"more than one piece stands on {name}"
            owner = layout.components.owner_of[piece]
            assert owner is not None
            found[place_of(name)] = (play.players[owner], layout.components.type_of[piece])
    return found


def terrains(play: rw.Play) -> dict[Place, str]:
    names, world = play.machine.layout.geometry.names, play.state.world
    values = play.machine.program.enums["Terrain"].values
    return {place_of(name): values[world.columns["realm", "terrain"][at]] for at, name in enumerate(names)}


def place_of(name: str) -> Place:
    row, column = name.removeprefix("r").split("c")
    return int(row), int(column)


def tasks(play: rw.Play) -> list[str]:
    return list(play.view(play.players[0])["zones"]["tasks_in_play"])


def new_sections(play: rw.Play) -> int:
    """How many sections of the expansion are on the board: the tiles that lie on it at the start tell."""
    zones = play.view(play.players[0])["zones"]
    tiles = {tile.split()[0] for name, held in zones.items() if name.startswith("stock[") for tile in held}
    return sum(any(kind in tiles for kind in locations.values()) for _, locations, _ in SECTIONS.values())


def around(place: Place) -> Iterator[Place]:
    r, c = place
    side = c - 1 if r % 2 == 0 else c + 1
    yield from ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, side), (r + 1, side))
