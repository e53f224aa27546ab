"""What the tests share that play Kingdom Builder on the engine and on the programs written by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.game import Play
from rulewright.runtime import journal
from rulewright.runtime.bits import members
from rulewright.runtime.names import kind_name

TERRAINS = {"flowers": "flower_field"}


def terrain(name: str) -> str:
    return TERRAINS.get(name, name)


def cell(name: str) -> tuple[int, int]:
    row, _, column = name[1:].partition("c")
    return int(row), int(column)


def held(play: Play, zone: str, *keys: int) -> list[str]:
    """The names of what lies in a zone, the top of a pile first."""
    layout = play.machine.layout
    number = layout.zone_number(zone, keys)
    content = play.state.zones[number]
    if layout.zones[number].kind == "one":
        components: list[int] = [] if content is None else [content]
    else:
        components = list(reversed(content) if isinstance(content, tuple) else members(content))
    return [kind_name(layout, component) for component in components]


def cards(play: Play, zone: str, *keys: int) -> list[str]:
    return [terrain(name) for name in held(play, zone, *keys)]


def piles(play: Play, before: Any) -> list[list[str]]:
    """The draw piles that were shuffled since then, top first: what was drawn from them and what is left."""
    layout = play.machine.layout
    deck = layout.zone_number("deck", ())
    found: list[list[str]] = []
    for kind, *told in journal.since(play.state.journal, before):
        if kind == "shuffle" and told[1] == deck:
            found.append([])
        elif kind == "move" and found:
            found[-1] += [
                terrain(kind_name(layout, moved[0]))
                for moved, source in zip(told[1], told[2], strict=True)
                if source == deck
            ]
    if found:
        found[-1] += cards(play, "deck")
    return found


def sectors(play: Play, maps: Mapping[str, Sequence[str]], letters: Mapping[str, str]) -> list[tuple[str, bool]]:
    """Which section lies in each quarter of the board, and whether it is turned, read off the board itself."""
    names = [terrain(name) for name in play.machine.program.enums["Terrain"].values]
    column = play.state.world.columns["realm", "terrain"]
    found = []
    for quarter in range(4):
        top, left = 10 * (quarter // 2), 10 * (quarter % 2)
        lines = [[names[column[20 * (top + r) + left + c]] for c in range(10)] for r in range(10)]
        found.append(next(fitting(lines, maps, letters), None))
    assert None not in found, f"a quarter of the board is no section: {found}"
    return [section for section in found if section is not None]


def fitting(lines: list[list[str]], maps: Mapping[str, Sequence[str]], letters: Mapping[str, str]) -> Any:
    for name, rows in maps.items():
        printed = [[letters[letter] for letter in row] for row in rows]
        if printed == lines:
            yield name, False
        if [row[::-1] for row in printed[::-1]] == lines:
            yield name, True


def locations(play: Play) -> dict[tuple[int, int], str]:
    """The kind of each location of the board."""
    kinds = play.machine.program.enums["Kind"].values
    return {
        divmod(space, 20): kinds[kind]
        for space, kind in enumerate(play.state.world.columns["realm", "kind"])
        if kind is not None
    }


def tiles(play: Play, seat: int, side: str) -> Counter[str]:
    """How many location tiles of each kind lie before a player with this side up."""
    layout = play.machine.layout
    up = play.state.sides[layout.program.components["LocationTile"].sides.index(side)]
    return Counter(kind_name(layout, c) for c in members(play.state.zones[layout.zone_number("tiles", (seat,))] & up))
