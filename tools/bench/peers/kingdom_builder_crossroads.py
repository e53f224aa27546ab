"""Kingdom Builder with the expansion Crossroads (2 to 5 players) by hand, in both editions of its rulebook.

What the base game does is done by the program beside this one; here stands only what the expansion adds. `Game` is the
printed edition: warriors, wagons and ships are no settlements. In `CorrectedGame` they are, and the eighth location is
the fort. Both take the task cards as a further argument and ask, beyond the questions of the base game:

| kind    | an answer                                                                                     |
|---------|-----------------------------------------------------------------------------------------------|
| `card`  | which of two terrain cards is played; one option if they are equal                            |
| `space` | also the middle of the city hall, and where a warrior, wagon or ship is placed or moved to    |
| `way`   | `"place"`, `"move"`, `"remove"`; of a warrior `("remove", its space)`                         |
| `going` | corrected edition: whether a wagon or ship moves `"on"` or has come to a `"stop"`             |

In the printed edition the space to which a wagon or ship moves is one answer, in the corrected one each step is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

import kingdom_builder as base
from _asking import finished, measure
from kingdom_builder import BUILDABLE, CELLS, NEIGHBORS, SIZE, Cell, Question, groups, line, next_to

WARRIORS = 2
STEPS = 3

# Each sector is called after its two locations; the letters are those of the base game.
SECTORS: dict[str, list[str]] = {
    "lighthouse_foresters_lodge": [
        "TTTTWWFFFF", "TTTTWDFFFF", "CTTTTWDSDM", "CCLTWDDDDW", "CCCCWWWWWW",
        "WWWWWWDDDW", "FFFFWGLDDD", "FMGWGGGGMC", "FGGWGGGCMC", "GGGWWWCCCC",
    ],
    "barracks_crossroads": [
        "GGTTWWTTGG", "GGTTWGGCGG", "GFFTTTTCCG", "FFFLDTTCCC", "FFFFFDTLMC",
        "FFFDDMCCCC", "FFFMDDDCCC", "FFDDSDDCMC", "GGDDDWWDGG", "GGDWWWDDGG",
    ],
    "city_hall_outpost": [
        "TTTTWWDDDD", "TTFFFGGDDD", "MMTFFLGMCD", "TTMMGGGCCM", "TTSFGMMCCC",
        "TTTFMMCCMC", "MMTFFFLCCC", "FFFMGGDWCM", "FFWGGGDDDD", "FGGGGGGDDD",
    ],
    "monastery_wagon": [
        "MDDDMWMGGG", "DDDMWFFFGG", "DDDDWFFLGW", "MCDDWFFGWW", "MCCDDWFWWW",
        "MCCGGWWCCC", "CCCSGTTTCC", "CFGGGTTTCM", "FFFGTTTTLM", "FFTTTTMMMM",
    ],
}  # fmt: skip
LOCATIONS: dict[str, dict[Cell, str]] = {
    "lighthouse_foresters_lodge": {(6, 6): "lighthouse", (3, 2): "foresters_lodge"},
    "barracks_crossroads": {(3, 3): "barracks", (4, 7): "crossroads"},
    "city_hall_outpost": {(2, 5): "city_hall", (6, 6): "outpost"},
    "monastery_wagon": {(2, 7): "monastery", (8, 8): "wagon"},
}
BUILDING_TILES = ("foresters_lodge", "monastery", "outpost")
PLACING_TILES = ("city_hall", "barracks", "lighthouse", "wagon")


class Game(base.Game):
    """One game after the printed rulebook."""

    most_players = 5
    maps = base.SECTORS | SECTORS
    tiles = (*base.TILES, *BUILDING_TILES, *PLACING_TILES)

    def __init__(
        self,
        players: int,
        *,
        sectors: Sequence[tuple[str, bool]],
        goals: Sequence[str],
        tasks: Sequence[str],
        deck: Sequence[str],
        first_player: int,
        reshuffle: Callable[[list[str]], Sequence[str]],
    ) -> None:
        super().__init__(
            players, sectors=sectors, goals=goals, deck=deck, first_player=first_player, reshuffle=reshuffle
        )
        new = sum(name in SECTORS for name, _ in sectors)
        if len(tasks) != new or len(set(tasks) & set(TASKS)) != new:
            raise ValueError(f"{new} different tasks, one for each new sector: not {tasks}")
        self.tasks = list(tasks)
        self.free["mountain"] = {cell for cell in CELLS if self.terrain[cell] == "mountain"}
        self.areas = [
            area
            for terrain in (*BUILDABLE, "water", "mountain")
            for area in groups({cell for cell in CELLS if self.terrain[cell] == terrain})
        ]
        self.spare: list[str | None] = [None] * players  # the second terrain card
        self.hall: list[Cell | None] = [None] * players  # the middle of the city hall
        self.warriors: list[set[Cell]] = [set() for _ in range(players)]
        self.ship: list[Cell | None] = [None] * players
        self.wagon: list[Cell | None] = [None] * players

    def _kind_of_location(self, sector: str, printed: Cell) -> str:
        return LOCATIONS[sector][printed] if sector in LOCATIONS else sector

    # Terrain cards.

    def _turn(self, me: int) -> Generator[Question, Any, None]:
        card, spare = self.hand[me], self.spare[me]
        if card is not None and spare is not None:  # asked of two equal cards too: not to ask would tell
            played = yield "card", me, sorted({card, spare})
            self.hand[me], self.spare[me] = played, spare if played == card else card
        yield from super()._turn(me)

    def _end_turn(self, me: int) -> None:
        spare = self.spare[me]
        if spare is not None:
            self.discards.append(spare)
            self.spare[me] = None
        super()._end_turn(me)
        if self.unused[me]["crossroads"]:
            self.spare[me] = self._draw()

    # What stands on the board for a player.

    def _hall(self, player: int) -> set[Cell]:
        middle = self.hall[player]
        return set() if middle is None else hall_around(middle)

    def _vehicles(self, player: int) -> set[Cell]:
        return {cell for cell in (self.ship[player], self.wagon[player]) if cell is not None}

    def anchors(self, player: int) -> set[Cell]:
        return self.settlements[player] | self._hall(player) | self._vehicles(player)

    def supports(self, player: int) -> set[Cell]:
        """The spaces next to which a city hall, a warrior, a wagon or a ship is placed."""
        return self.settlements[player] | self._hall(player)

    def counted(self, player: int) -> set[Cell]:
        return self.settlements[player] | self._hall(player)

    # Where something may go.

    def closed(self) -> set[Cell]:
        """The spaces next to a warrior, whoever owns it."""
        return {cell for warriors in self.warriors for cell in next_to(warriors)}

    def _free_for_card(self) -> set[Cell]:
        return super()._free_for_card() - self.closed()

    def _is_open(self, cell: Cell) -> bool:
        return super()._is_open(cell) and cell not in self.closed()

    def _open(self) -> set[Cell]:
        return {cell for terrain in BUILDABLE for cell in self.free[terrain]} - self.closed()

    def _sites(self, kind: str) -> set[Cell]:
        match kind:
            case "foresters_lodge":
                return self.free["forest"] - self.closed()
            case "monastery":
                return self.free["canyon"] - self.closed()
            case "outpost":
                return self._open()
            case "lighthouse":
                return self.free["water"]
            case "wagon":
                return {cell for terrain in (*BUILDABLE, "mountain") for cell in self.free[terrain]}
            case _:
                return super()._sites(kind) - self.closed()

    def _hall_sites(self, me: int) -> list[Cell]:
        """The middles of seven open spaces, one of them next to a settlement."""
        sites, near = self._open(), next_to(self.supports(me))
        return [
            middle
            for middle in CELLS
            if len(NEIGHBORS[middle]) == 6 and hall_around(middle) <= sites and hall_around(middle) & near
        ]

    def _posts(self, me: int) -> list[Cell]:
        """Where one of the warriors that are left may be placed."""
        if len(self.warriors[me]) == WARRIORS:
            return []
        return self._preferred(self._open(), self.supports(me))

    # Extra actions.

    def _can_use(self, me: int, kind: str) -> bool:
        match kind:
            case "foresters_lodge" | "monastery" | "outpost":
                return self.supply[me] > 0 and bool(self._sites(kind))
            case "city_hall":
                return self.hall[me] is None and bool(self._hall_sites(me))
            case "barracks":
                return bool(self.warriors[me]) or bool(self._posts(me))
            case "lighthouse" | "wagon":
                return self._vehicle(kind)[me] is not None or bool(self._sites(kind))
            case _:
                return super()._can_use(me, kind)

    def _use_tile(self, me: int, kind: str) -> Generator[Question, Any, None]:
        if kind in base.TILES:
            yield from super()._use_tile(me, kind)
            return
        self.unused[me][kind] -= 1
        self.used[me][kind] += 1
        match kind:
            case "city_hall":
                middle = yield from self._choose("space", self._hall_sites(me))
                self.hall[me] = middle
                for cell in sorted(hall_around(middle)):
                    self._occupy(me, cell)
            case "barracks":
                yield from self._use_barracks(me)
            case "lighthouse" | "wagon":
                yield from self._use_vehicle(me, kind)
            case _:
                yield from self._build_with(me, kind)

    def _build_with(self, me: int, kind: str) -> Generator[Question, Any, None]:
        space = yield from self._choose("space", self._preferred(self._sites(kind), self.anchors(me)))
        self._build(me, space)

    def _use_barracks(self, me: int) -> Generator[Question, Any, None]:
        ways: list[str | tuple[str, Cell]] = ["place"] if self._posts(me) else []
        way = yield from self._choose("way", ways + [("remove", cell) for cell in sorted(self.warriors[me])])
        if way == "place":
            space = yield from self._choose("space", self._posts(me))
            self.warriors[me].add(space)
            self._occupy(me, space)
        else:
            self.warriors[me].remove(way[1])
            self._vacate(me, way[1])

    def _vehicle(self, kind: str) -> list[Cell | None]:
        return self.ship if kind == "lighthouse" else self.wagon

    def _use_vehicle(self, me: int, kind: str) -> Generator[Question, Any, None]:
        at = self._vehicle(kind)
        here = at[me]
        if here is None:
            space = yield from self._choose("space", self._preferred(self._sites(kind), self.supports(me)))
            at[me] = space
            self._occupy(me, space)
            return
        blocked = self._sites(kind).isdisjoint(NEIGHBORS[here])
        way = yield from self._choose("way", ["remove"] if blocked else ["move", "remove"])
        if way == "move":
            yield from self._drive(me, kind, here)
        else:
            at[me] = None
            self._vacate(me, here)

    def _drive(self, me: int, kind: str, here: Cell) -> Generator[Question, Any, None]:
        sites = self._sites(kind)
        reached = {here}
        for _ in range(STEPS):
            reached |= next_to(reached) & sites
        target = yield from self._choose("space", sorted(reached - {here}))
        self._shift(me, kind, target)

    # What happens on the board.

    def _shift(self, me: int, kind: str, target: Cell) -> None:
        """A wagon or ship comes to another space."""
        at = self._vehicle(kind)
        left = at[me]
        assert left is not None
        at[me] = target
        self._vacate(me, left)
        self._occupy(me, target)

    def _occupy(self, me: int, cell: Cell) -> None:
        """A space of something other than a settlement."""
        self.free[self.terrain[cell]].remove(cell)

    def _vacate(self, me: int, cell: Cell) -> None:
        self.free[self.terrain[cell]].add(cell)

    # The end.

    def _rounds(self) -> Generator[Question, Any, None]:
        yield from super()._rounds()
        self._clear_board()

    def _clear_board(self) -> None:
        """Warriors, wagons and ships leave the board before the scoring."""
        for player in range(self.players):
            for cell in self.warriors[player] | self._vehicles(player):
                self._vacate(player, cell)
            self.warriors[player].clear()
            self.ship[player] = self.wagon[player] = None

    def scores(self) -> dict[int, dict[str, int]]:
        """Gold by player and category: the goals and tasks in play and the castles."""
        return {
            player: gold | {task: TASKS[task][0] * TASKS[task][1](self, player) for task in self.tasks}
            for player, gold in super().scores().items()
        }


class CorrectedGame(Game):
    """One game after the corrected rulebook: all that a player has on the board is a settlement of his."""

    tiles = tuple("fort" if kind == "outpost" else kind for kind in Game.tiles)
    tile_in_use: str | None = None
    """The lighthouse or wagon with which a move is being made."""

    def _kind_of_location(self, sector: str, printed: Cell) -> str:
        kind = super()._kind_of_location(sector, printed)
        return "fort" if kind == "outpost" else kind

    def all_pieces(self, player: int) -> set[Cell]:
        return self.settlements[player] | self._hall(player) | self._vehicles(player) | self.warriors[player]

    anchors = supports = keepers = counted = all_pieces

    # The fort.

    def _can_use(self, me: int, kind: str) -> bool:
        if kind == "fort":
            return self.supply[me] > 0 and bool(self.deck or self.discards)
        return super()._can_use(me, kind)

    def _build_with(self, me: int, kind: str) -> Generator[Question, Any, None]:
        if kind != "fort":
            yield from super()._build_with(me, kind)
            return
        card = self._draw()
        assert card is not None
        sites = self.free[card] - self.closed()
        if sites:
            space = yield from self._choose("space", self._preferred(sites, self.anchors(me)))
            self._build(me, space)
        self.discards.append(card)

    # Wagons and ships go step by step, and everything gains and keeps tiles.

    def _drive(self, me: int, kind: str, here: Cell) -> Generator[Question, Any, None]:
        self.tile_in_use = kind
        start = here
        for step in range(STEPS):
            steps = sorted(self._sites(kind).intersection(NEIGHBORS[here]))
            if step:
                going = yield from self._choose("going", ["on", "stop"] if steps else ["stop"])
                if going == "stop":
                    break
            here = yield from self._choose("space", steps)
            self._shift(me, kind, here)
        self.tile_in_use = None
        self._lose_tiles(me, start)  # the tile in use, if nothing else was at its location

    def _occupy(self, me: int, cell: Cell) -> None:
        super()._occupy(me, cell)
        self._gain_tiles(me, cell)

    def _vacate(self, me: int, cell: Cell) -> None:
        super()._vacate(me, cell)
        self._lose_tiles(me, cell)

    def _clear_board(self) -> None:
        """What is a settlement stays and scores."""

    def _keeps(self, me: int, location: Cell) -> bool:
        return self.location[location] == self.tile_in_use or super()._keeps(me, location)


def hall_around(middle: Cell) -> set[Cell]:
    return {middle, *NEIGHBORS[middle]}


# ---------------------------------------------------------------------------------------------------------- scoring


def home_country(game: Game, player: int) -> bool:
    """Every space of an area of one terrain."""
    own = game.counted(player)
    return any(area <= own for area in game.areas)


def fortress(game: Game, player: int) -> bool:
    own = game.counted(player)
    return any(is_surrounded(cell, own) for cell in own)


def road(game: Game, player: int) -> bool:
    """Seven in a row, one after the other in one of the two diagonal directions."""
    own = game.counted(player)
    rows = (line(cell, direction, 6) for cell in own for direction in ("southwest", "southeast"))
    return any(len(row) == 6 and own.issuperset(row) for row in rows)


def place_of_refuge(game: Game, player: int) -> bool:
    """All around a castle or location."""
    own = game.counted(player)
    return any(is_surrounded(cell, own) for cell in game.special)


def on_edges(game: Game, player: int) -> list[int]:
    """How many are on each of the four edges, a corner on two of them."""
    own = game.counted(player)
    last = SIZE - 1
    return [
        sum(row == 0 for row, _ in own),
        sum(row == last for row, _ in own),
        sum(column == 0 for _, column in own),
        sum(column == last for _, column in own),
    ]


def advance(game: Game, player: int) -> bool:
    return max(on_edges(game, player)) >= 7


def compass_points(game: Game, player: int) -> bool:
    return min(on_edges(game, player)) >= 1


def is_surrounded(cell: Cell, own: set[Cell]) -> bool:
    return len(NEIGHBORS[cell]) == 6 and own.issuperset(NEIGHBORS[cell])


# What a task is worth, once, and whether a player has fulfilled it.
TASKS: dict[str, tuple[int, Callable[[Game, int], bool]]] = {
    "home_country": (5, home_country),
    "fortress": (6, fortress),
    "road": (7, road),
    "place_of_refuge": (8, place_of_refuge),
    "advance": (9, advance),
    "compass_points": (10, compass_points),
}


# ------------------------------------------------------------------------------------------------------ random play


def random_game(players: int, chance: random.Random, edition: type[Game] = Game) -> Game:
    """A game with sectors, goals, tasks, deck and first player drawn from `chance`, which also shuffles later on."""

    def shuffled(cards: Sequence[str]) -> list[str]:
        return chance.sample(list(cards), len(cards))

    sectors = [(name, chance.random() < 0.5) for name in chance.sample(list(edition.maps), 4)]
    return edition(
        players,
        sectors=sectors,
        goals=chance.sample(list(base.GOALS), 3),
        tasks=chance.sample(list(TASKS), sum(name in SECTORS for name, _ in sectors)),
        deck=shuffled([terrain for terrain in BUILDABLE for _ in range(base.COPIES_OF_CARD)]),
        first_player=chance.randrange(players),
        reshuffle=shuffled,
    )


def play_random(players: int, seed: int, edition: type[Game] = Game) -> Game:
    """A finished game in which every question was answered uniformly at random."""
    chance = random.Random(seed)
    game = random_game(players, chance, edition)
    return finished(game, chance)


if __name__ == "__main__":
    measure("Crossroads, printed edition", range(2, 6), 4, play_random)
