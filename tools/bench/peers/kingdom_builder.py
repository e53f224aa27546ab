"""Kingdom Builder (base game, 2 to 4 players) by hand: a set-up and answers come in, questions and scores go out.

The program is written the obvious way, with sets, lists and dicts. It is a yardstick for speed and an independent
referee: games recorded elsewhere are played again here, answer by answer. All chance comes from outside (the deck's
order, and `reshuffle` whenever the discards become a new draw pile), so a game is a function of its arguments.

    game = Game(2, sectors=[("tavern", False), ...], goals=["knights", ...], deck=["grass", ...],
                first_player=0, reshuffle=lambda discards: ...)
    while (question := game.question()) is not None:
        kind, player, options = question
        game.answer(options[0])
    game.scores(), game.winners()

| kind    | an answer                                                                  |
|---------|----------------------------------------------------------------------------|
| `menu`  | `"build_three"`, `("use_tile", kind of location)`, `"done"`                |
| `mover` | the space `(row, column)` of the settlement to be moved                    |
| `space` | the space `(row, column)` where a settlement is built or moved to          |

A choice with one option is made without asking, so every question has at least two. Options come in a fixed order.
Two unused tiles of one kind are one option of the menu. Run as a script it measures games per second.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from _asking import Asking, Question, finished, measure

Cell = tuple[int, int]

SIZE = 20
SETTLEMENTS = 40
TILES_PER_LOCATION = 2
COPIES_OF_CARD = 5
BUILDABLE = ("grass", "canyon", "desert", "flower_field", "forest")
TERRAIN_OF_LETTER = {
    "G": "grass", "C": "canyon", "D": "desert", "F": "flower_field", "T": "forest",
    "W": "water", "M": "mountain", "S": "castle", "L": "location",
}  # fmt: skip

# Each sector is called after its location and printed unturned; odd rows lie half a hex to the right.
SECTORS: dict[str, list[str]] = {
    "oracle": [
        "GGGTTWGTTT", "GGGSTWGTTT", "GFFGTTWGGT", "FFCGTWFLTT", "FFFCCWFFWW",
        "MMCGGWWWDD", "CCCMGFFFDD", "CCSDMDFFCC", "WWWDDDDMCC", "WWWWDDDDDC",
    ],
    "farm": [
        "DDCWWTTTGG", "DSCWTTTLGG", "CCCFFFTCFF", "CCFFWDDCCF", "CGGWFFDDCC",
        "GGLFWFWDDC", "GGGTFFWWDD", "GGTTMWWWDW", "GMTTWWWWWW", "TTTWWWWWWW",
    ],
    "tavern": [
        "FDDMMDDCCC", "FFDDDMMCCC", "FFFFFFFMMM", "WWFSGGTTMM", "FFWWGGGTTC",
        "FCCWGTTCCC", "DFLCWTTLCG", "DDCWTTGGGG", "DDDWTTTGGG", "DDWWTTTGGG",
    ],
    "tower": [
        "TTTTMMGMCC", "TMTTFGMMMC", "FFTFFFGGWM", "DFFFWLGWMM", "DDDDFWGWCC",
        "DCDDDWWCGC", "DDCDDWFSGC", "CCLDWFFFGG", "DCWWWTTFGG", "DCCWTTTGGG",
    ],
    "harbor": [
        "GGTTTWGTTF", "GFTTWGTTFF", "GFFTWGGFFF", "FFTTWGMFDD", "CFSTWGDDDD",
        "CCTWGGMMDD", "CCWWWGDDDC", "WWGGWWLCMC", "WDSGWMWCCC", "WDDWWWWCCC",
    ],
    "paddock": [
        "CCCDDWDDDD", "MMCDDWDDDD", "MMCMMWDDLF", "MCMMWMDFFF", "CCTTWMMCFF",
        "CTTWCCCMFF", "CLTTWFFFFF", "GGTWGSGFGT", "GGTTWGGGGT", "GGTTWGGGTT",
    ],
    "barn": [
        "CDDDDDDDDD", "CCCDDDDDCD", "MMMDMMLDDC", "CMMMMMFFCC", "CCCMMWFFFC",
        "GCCCMFFWTC", "GGLTFFWFFT", "GGTTFFGSTT", "GGGTTWGGTT", "GGGTWGGTTT",
    ],
    "oasis": [
        "DDCWWTTGGG", "DCWFFTTTGG", "DDWFFTTLFG", "WWWFGTFFFF", "WWWWGGGGFF",
        "WTTWGGCCDC", "WTCTWGCCDC", "WSCFWLDDCW", "WWCFWWWDDW", "WWWWWWWWWW",
    ],
}  # fmt: skip
BUILDING_TILES = ("oracle", "farm", "oasis", "tower", "tavern")
MOVING_TILES = ("barn", "harbor", "paddock")
TILES = BUILDING_TILES + MOVING_TILES


# ---------------------------------------------------------------------------------------------------- the hex grid

DIRECTIONS = ("west", "east", "northwest", "northeast", "southwest", "southeast")


def step(cell: Cell, direction: str) -> Cell | None:
    """The next space in that direction, none beyond the edge of the board."""
    row, column = cell
    odd = row % 2
    match direction:
        case "west":
            column -= 1
        case "east":
            column += 1
        case "northwest":
            row, column = row - 1, column - 1 + odd
        case "northeast":
            row, column = row - 1, column + odd
        case "southwest":
            row, column = row + 1, column - 1 + odd
        case _:  # southeast
            row, column = row + 1, column + odd
    return (row, column) if 0 <= row < SIZE and 0 <= column < SIZE else None


def line(cell: Cell, direction: str, length: int) -> list[Cell]:
    """The next `length` spaces in that direction; shorter where the board ends."""
    cells: list[Cell] = []
    here = step(cell, direction)
    while here is not None and len(cells) < length:
        cells.append(here)
        here = step(here, direction)
    return cells


CELLS: list[Cell] = [(row, column) for row in range(SIZE) for column in range(SIZE)]
NEIGHBORS: dict[Cell, list[Cell]] = {cell: [n for d in DIRECTIONS for n in line(cell, d, 1)] for cell in CELLS}
EDGE: set[Cell] = {(row, column) for row, column in CELLS if row in (0, SIZE - 1) or column in (0, SIZE - 1)}
# Where two steps in a straight line lead, and the runs of three with the space beyond them.
TWO_STEPS: dict[Cell, list[Cell]] = {
    cell: [steps[1] for d in DIRECTIONS if len(steps := line(cell, d, 2)) == 2] for cell in CELLS
}
THREE_STEPS: dict[Cell, list[list[Cell]]] = {
    cell: [steps for d in DIRECTIONS if len(steps := line(cell, d, 3)) == 3] for cell in CELLS
}


def next_to(cells: Iterable[Cell]) -> set[Cell]:
    """All neighbors of these spaces, among them such of these spaces as are neighbors of each other."""
    return {neighbor for cell in cells for neighbor in NEIGHBORS[cell]}


def sector_of(cell: Cell) -> int:
    return cell[0] // 10 * 2 + cell[1] // 10


def groups(cells: set[Cell]) -> list[set[Cell]]:
    """The connected groups of these spaces."""
    rest = set(cells)
    found: list[set[Cell]] = []
    while rest:
        group: set[Cell] = set()
        waiting = [rest.pop()]
        while waiting:
            cell = waiting.pop()
            group.add(cell)
            for neighbor in NEIGHBORS[cell]:
                if neighbor in rest:
                    rest.remove(neighbor)
                    waiting.append(neighbor)
        found.append(group)
    return found


# -------------------------------------------------------------------------------------------------------- the game


class Game(Asking):
    """One game. Its attributes may be read at any time, and changed before the first question to set up a position."""

    # What an expansion changes; `anchors`, `keepers` and `counted` below belong to it too.
    most_players = 4
    maps = SECTORS
    tiles: Sequence[str] = TILES

    def __init__(
        self,
        players: int,
        *,
        sectors: Sequence[tuple[str, bool]],
        goals: Sequence[str],
        deck: Sequence[str],
        first_player: int,
        reshuffle: Callable[[list[str]], Sequence[str]],
    ) -> None:
        """Sectors (name, turned by 180 degrees) in reading order; the deck with its top first.

        `reshuffle` gets the sorted discards and returns them in the order of the new draw pile, top first.
        """
        if not 2 <= players <= self.most_players or not 0 <= first_player < players:
            raise ValueError(f"2 to {self.most_players} players, one of them first: not {players} and {first_player}")
        if len(sectors) != 4 or len({name for name, _ in sectors} & set(self.maps)) != 4:
            raise ValueError(f"four different sectors: not {sectors}")
        if len(goals) != 3 or len(set(goals) & set(GOALS)) != 3:
            raise ValueError(f"three different goals: not {goals}")
        if len(deck) < players or not set(deck) <= set(BUILDABLE):
            raise ValueError(f"a terrain card for each player: not {deck}")
        self.players = players
        self.goals = list(goals)
        self.reshuffle = reshuffle
        self.order = [(first_player + seat) % players for seat in range(players)]

        # The board: what is printed on it, which spaces are free, and whose settlements stand on the others.
        self.terrain: dict[Cell, str] = {}
        self.location: dict[Cell, str] = {}  # location space -> its kind
        for index, (name, turned) in enumerate(sectors):
            self._lay_sector(index, name, turned)
        self.special = {cell for cell in CELLS if self.terrain[cell] in ("castle", "location")}
        self.free: dict[str, set[Cell]] = {terrain: set() for terrain in (*BUILDABLE, "water")}
        for cell, terrain in self.terrain.items():
            if terrain in self.free:
                self.free[terrain].add(cell)
        self.settlements: list[set[Cell]] = [set() for _ in range(players)]
        self.supply = [SETTLEMENTS] * players

        # Location tiles. A player's copies of one kind are interchangeable, so they are counted by kind; where each
        # came from matters only for taking and losing them. A tile gained this turn lies there as used.
        self.stock = dict.fromkeys(self.location, TILES_PER_LOCATION)
        self.unused: list[Counter[str]] = [Counter() for _ in range(players)]
        self.used: list[Counter[str]] = [Counter() for _ in range(players)]
        self.visited: list[set[Cell]] = [set() for _ in range(players)]  # locations that ever gave a tile
        self.held: list[set[Cell]] = [set() for _ in range(players)]  # locations whose tile is still there

        # Terrain cards.
        self.deck = list(deck)
        self.discards: list[str] = []
        self.removed: list[str] = []
        self.hand: list[str | None] = [None] * players
        self.face_up: str | None = None
        for player in self.order:
            self.hand[player] = self._draw()

        self.active = first_player
        self.last_round = False
        self.over = False
        super().__init__(self._rounds())

    # The course of the game.

    def _rounds(self) -> Generator[Question, Any, None]:
        while not self.last_round:
            for player in self.order:
                self.active = player
                yield from self._turn(player)
        self.over = True

    def _turn(self, me: int) -> Generator[Question, Any, None]:
        self.face_up, self.hand[me] = self.hand[me], None
        self._replace_dead_card()
        built = False
        while True:
            menu: list[str | tuple[str, str]] = [] if built else ["build_three"]
            menu += [("use_tile", kind) for kind in self.tiles if self.unused[me][kind] and self._can_use(me, kind)]
            if built:
                menu.append("done")
            choice = yield from self._choose("menu", menu)
            if choice == "done":
                break
            if choice == "build_three":
                built = True
                yield from self._build_three(me)
            else:
                yield from self._use_tile(me, choice[1])
        self._end_turn(me)

    def _end_turn(self, me: int) -> None:
        if self.face_up is not None:
            self.discards.append(self.face_up)
            self.face_up = None
        self.hand[me] = self._draw()
        self.unused[me] += self.used[me]
        self.used[me].clear()

    def _build_three(self, me: int) -> Generator[Question, Any, None]:
        for _ in range(3):
            if self.supply[me] == 0:
                return
            self._replace_dead_card()
            sites = self._free_for_card()
            if not sites:
                return  # neither this card nor any other one can be built on
            space = yield from self._choose("space", self._preferred(sites, self.anchors(me)))
            self._build(me, space)

    def _use_tile(self, me: int, kind: str) -> Generator[Question, Any, None]:
        self.unused[me][kind] -= 1
        self.used[me][kind] += 1
        if kind == "tavern":
            space = yield from self._choose("space", sorted(self._ends_of_lines(me)))
            self._build(me, space)
        elif kind in BUILDING_TILES:
            sites = self._preferred(self._sites(kind), self.anchors(me))
            space = yield from self._choose("space", sites)
            self._build(me, space)
        else:
            mover = yield from self._choose("mover", self._movers(me, kind))
            if kind == "paddock":
                targets = sorted(self._jumps(mover))
            else:
                targets = self._preferred(self._sites(kind), self.anchors(me) - {mover})
            space = yield from self._choose("space", targets)
            self._move(me, mover, space)

    # What stands on the board for a player.

    def anchors(self, player: int) -> set[Cell]:
        """The spaces next to which one builds, if possible."""
        return self.settlements[player]

    def keepers(self, player: int) -> set[Cell]:
        """The spaces that keep the tiles of the locations next to them and make lines for the tavern."""
        return self.settlements[player]

    def counted(self, player: int) -> set[Cell]:
        """The spaces that score."""
        return self.settlements[player]

    # Where a settlement may go.

    def _can_use(self, me: int, kind: str) -> bool:
        if kind in BUILDING_TILES and self.supply[me] == 0:
            return False
        if kind == "tavern":
            return bool(self._ends_of_lines(me))
        if kind == "paddock":
            return any(self._jumps(mover) for mover in self.settlements[me])
        return bool(self._sites(kind)) and (kind in BUILDING_TILES or bool(self.settlements[me]))

    def _sites(self, kind: str) -> set[Cell]:
        """All free spaces for a tile to which `next to your own, if possible` applies."""
        match kind:
            case "farm":
                return self.free["grass"]
            case "oasis":
                return self.free["desert"]
            case "harbor":
                return self.free["water"]
            case "tower":
                return {cell for cell in EDGE if self._is_open(cell)}
            case _:  # oracle, barn
                return self._free_for_card()

    def _free_for_card(self) -> set[Cell]:
        return self.free[self.face_up] if self.face_up is not None else set()

    def _is_open(self, cell: Cell) -> bool:
        """Free, and of a terrain that one may build on."""
        terrain = self.terrain[cell]
        return terrain in BUILDABLE and cell in self.free[terrain]

    def _preferred(self, sites: set[Cell], anchors: set[Cell]) -> list[Cell]:
        """The sites next to one of the anchors; if there is none, all of them."""
        return sorted((sites & next_to(anchors)) or sites)

    def _ends_of_lines(self, me: int) -> set[Cell]:
        """The open spaces at either end of three or more own settlements in a straight line."""
        own = self.keepers(me)
        return {
            end
            for cell in own
            for second, third, end in THREE_STEPS[cell]
            if second in own and third in own and self._is_open(end)
        }

    def _jumps(self, mover: Cell) -> list[Cell]:
        return [target for target in TWO_STEPS[mover] if self._is_open(target)]

    def _movers(self, me: int, kind: str) -> list[Cell]:
        """The own settlements that this tile can move; barn and harbor can move each if they can move any."""
        if kind == "paddock":
            return sorted(cell for cell in self.settlements[me] if self._jumps(cell))
        return sorted(self.settlements[me])

    # What happens on the board.

    def put(self, player: int, cell: Cell) -> None:
        """Set a settlement on a free space, and nothing else: neither supply nor tiles change."""
        self.free[self.terrain[cell]].remove(cell)
        self.settlements[player].add(cell)

    def _build(self, me: int, cell: Cell) -> None:
        self.supply[me] -= 1
        self.put(me, cell)
        if self.supply[me] == 0:
            self.last_round = True
        self._gain_tiles(me, cell)

    def _move(self, me: int, mover: Cell, target: Cell) -> None:
        self.settlements[me].remove(mover)
        self.free[self.terrain[mover]].add(mover)
        self.put(me, target)
        self._lose_tiles(me, mover)
        self._gain_tiles(me, target)

    def _gain_tiles(self, me: int, cell: Cell) -> None:
        for near in NEIGHBORS[cell]:
            if near in self.location and self.stock[near] > 0 and near not in self.visited[me]:
                self.stock[near] -= 1
                self.visited[me].add(near)
                self.held[me].add(near)
                self.used[me][self.location[near]] += 1

    def _lose_tiles(self, me: int, left: Cell) -> None:
        """Give up the tile of each location near the space just left that no own settlement touches any more."""
        for near in NEIGHBORS[left]:
            if near in self.held[me] and not self._keeps(me, near):
                self.held[me].remove(near)
                kind = self.location[near]
                pile = self.used[me] if self.used[me][kind] else self.unused[me]
                pile[kind] -= 1

    def _keeps(self, me: int, location: Cell) -> bool:
        return not self.keepers(me).isdisjoint(NEIGHBORS[location])

    # Terrain cards.

    def _draw(self) -> str | None:
        """Take the top card. The discards become the new draw pile as soon as the last card has been taken."""
        self._refill()
        card = self.deck.pop(0) if self.deck else None
        self._refill()
        return card

    def _refill(self) -> None:
        if not self.deck and self.discards:
            cards = sorted(self.discards)
            self.deck = list(self.reshuffle(list(cards)))
            if sorted(self.deck) != cards:
                raise ValueError(f"reshuffling {cards} gave {self.deck}")
            self.discards = []

    def _replace_dead_card(self) -> None:
        """Draw anew until the card fits a free space; a card that fits none leaves the game."""
        while not self._free_for_card() and (self.deck or self.discards):
            if self.face_up is not None:
                self.removed.append(self.face_up)
            self.face_up = self._draw()

    def _lay_sector(self, index: int, name: str, turned: bool) -> None:
        top, left = index // 2 * 10, index % 2 * 10
        for row, letters in enumerate(self.maps[name]):
            for column, letter in enumerate(letters):
                cell = (top + 9 - row, left + 9 - column) if turned else (top + row, left + column)
                self.terrain[cell] = TERRAIN_OF_LETTER[letter]
                if letter == "L":
                    self.location[cell] = self._kind_of_location(name, (row, column))

    def _kind_of_location(self, sector: str, printed: Cell) -> str:
        """The kind of the location that is printed on this space of the sector."""
        return sector

    # The end.

    def scores(self) -> dict[int, dict[str, int]]:
        """Gold by player and category: the three goals in play and the castles."""
        return {
            player: {goal: GOALS[goal](self, player) for goal in self.goals} | {"castles": castles(self, player)}
            for player in range(self.players)
        }

    def winners(self) -> list[int]:
        """All players who have the most gold."""
        totals = {player: sum(gold.values()) for player, gold in self.scores().items()}
        return [player for player, total in totals.items() if total == max(totals.values())]


# ---------------------------------------------------------------------------------------------------------- scoring


def count_next_to(game: Game, player: int, terrain: str) -> int:
    """How many settlements have at least one neighbor of this terrain."""
    return sum(any(game.terrain[n] == terrain for n in NEIGHBORS[cell]) for cell in game.counted(player))


def per_sector(game: Game, player: int) -> list[int]:
    counts = Counter(sector_of(cell) for cell in game.counted(player))
    return [counts[sector] for sector in range(4)]


def per_row(game: Game, player: int) -> Counter[int]:
    return Counter(row for row, _ in game.counted(player))


def castles(game: Game, player: int) -> int:
    return 3 * sum(game.terrain[cell] == "castle" for cell in next_to(game.counted(player)))


def fishermen(game: Game, player: int) -> int:
    ashore = (cell for cell in game.counted(player) if game.terrain[cell] != "water")
    return sum(any(game.terrain[n] == "water" for n in NEIGHBORS[cell]) for cell in ashore)


def miners(game: Game, player: int) -> int:
    return count_next_to(game, player, "mountain")


def workers(game: Game, player: int) -> int:
    return sum(any(n in game.special for n in NEIGHBORS[cell]) for cell in game.counted(player))


def discoverers(game: Game, player: int) -> int:
    return len(per_row(game, player))


def knights(game: Game, player: int) -> int:
    return 2 * max(per_row(game, player).values(), default=0)


def hermits(game: Game, player: int) -> int:
    return len(groups(game.counted(player)))


def citizens(game: Game, player: int) -> int:
    return max((len(group) for group in groups(game.counted(player))), default=0) // 2


def merchants(game: Game, player: int) -> int:
    linked: set[Cell] = set()
    for group in groups(game.counted(player)):
        touched = next_to(group) & game.special
        if len(touched) >= 2:
            linked |= touched
    return 4 * len(linked)


def farmers(game: Game, player: int) -> int:
    return 3 * min(per_sector(game, player))


def lords(game: Game, player: int) -> int:
    """12 for the most settlements of a sector and 6 for the next lower number, nothing for no settlement."""
    counts = [per_sector(game, each) for each in range(game.players)]
    gold = 0
    for sector in range(4):
        ranks = sorted({count[sector] for count in counts if count[sector] > 0}, reverse=True)
        for prize, rank in zip((12, 6), ranks, strict=False):
            if counts[player][sector] == rank:
                gold += prize
    return gold


GOALS: dict[str, Callable[[Game, int], int]] = {
    goal.__name__: goal
    for goal in (fishermen, merchants, discoverers, hermits, citizens, miners, workers, knights, lords, farmers)
}


# ------------------------------------------------------------------------------------------------------ random play


def random_game(players: int, chance: random.Random) -> Game:
    """A game with sectors, goals, deck and first player drawn from `chance`, which also shuffles later on."""

    def shuffled(cards: Sequence[str]) -> list[str]:
        return chance.sample(list(cards), len(cards))

    return Game(
        players,
        sectors=[(name, chance.random() < 0.5) for name in chance.sample(list(SECTORS), 4)],
        goals=chance.sample(list(GOALS), 3),
        deck=shuffled([terrain for terrain in BUILDABLE for _ in range(COPIES_OF_CARD)]),
        first_player=chance.randrange(players),
        reshuffle=shuffled,
    )


def play_random(players: int, seed: int) -> Game:
    """A finished game in which every question was answered uniformly at random."""
    chance = random.Random(seed)
    game = random_game(players, chance)
    return finished(game, chance)


if __name__ == "__main__":
    measure("Kingdom Builder", range(2, 5), 4, play_random)
