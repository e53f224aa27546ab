"""CoinAge (2 players) by hand: a map, tosses and answers come in, questions and scores go out.

The program is written the obvious way. It is a yardstick for speed and an independent referee: games recorded elsewhere
are played again here, answer by answer. All chance comes from outside: `toss` is told whose turn it is and the ranks of
the coins that are tossed, and gives their sides.

    game = Game("original", first_player=0, toss=lambda player, ranks: ["heads", "tails", ...])
    while (question := game.question()) is not None:
        kind, player, options = question
        game.answer(options[0])
    game.scores(), game.winners()

| kind    | an answer                                                                     |
|---------|-------------------------------------------------------------------------------|
| `menu`  | `"place"`, `"pay"`, `"move"`, `"capture"`, `"done"`                           |
| `coin`  | the rank, 1 to 4, of the coin that is placed or paid                          |
| `from`  | the space whose stack is moved                                                |
| `space` | the space where a coin is placed, a stack is moved to, or a coin is captured  |

A choice with one option is made without asking, so every question has at least two. Options come in a fixed order.
Run as a script it measures games per second.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from typing import Any

from _asking import Asking, Question, finished, measure

COINS = {1: 4, 2: 3, 3: 2, 4: 1}
"""How many coins of each rank everybody has; a lower rank is a smaller coin."""

# The regions of a map with their spaces, and which spaces each one borders on (every border is told once).
MAPS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "original": (
        {
            "copper_peaks": "hellag_dum stone_rock mount_cragro grey_hills",
            "forests_of_coindor": "treewood cedarville gentle_wood",
            "plains_of_kashe": "townsville goldfarme",
            "city": "silver_city",
        },
        {
            "hellag_dum": "stone_rock grey_hills treewood",
            "stone_rock": "mount_cragro treewood cedarville",
            "mount_cragro": "cedarville townsville",
            "grey_hills": "treewood gentle_wood",
            "treewood": "cedarville gentle_wood silver_city",
            "cedarville": "townsville silver_city goldfarme",
            "townsville": "goldfarme",
            "gentle_wood": "silver_city",
            "silver_city": "goldfarme",
        },
    ),
    "forest": (
        {"green": "a1 a2 b1", "red": "b2 b3", "yellow": "c1 c2", "brown": "c3 d1 d2"},
        {
            "a1": "a2 b1 b2", "a2": "b2 b3", "b1": "b2 c1", "b2": "b3 c2", "b3": "c3", "c1": "c2 d1", "c2": "c3 d1 d2",
            "c3": "d2", "d1": "d2",
        },
    ),
    "frozen": (
        {"white": "a1 a2 b1 b2 b3", "blue": "a3 a4 a5", "grey": "b4 b5"},
        {
            "a1": "a2 b1", "a2": "a3 b2", "a3": "a4 b3", "a4": "a5 b4", "a5": "b5", "b1": "b2", "b2": "b3", "b3": "b4",
            "b4": "b5",
        },
    ),
    "lagoon": (
        {"sand": "a1 a2 a3 a4", "palm": "a5 a6 a7 a8", "water": "b1 b2"},
        {
            "a1": "a2 a8", "a2": "a3 b1", "a3": "a4", "a4": "a5 b2", "a5": "a6", "a6": "a7 b2", "a7": "a8", "a8": "b1",
            "b1": "b2",
        },
    ),
    "volcano": (
        {"red": "crater a1 a2 a3", "black": "b1 b2 b3", "green": "b4 b5 b6"},
        {
            "crater": "a1 a2 a3", "a1": "a2 a3 b1 b2", "a2": "a3 b3 b4", "a3": "b5 b6", "b1": "b2 b6", "b2": "b3",
            "b3": "b4", "b4": "b5", "b5": "b6",
        },
    ),
}  # fmt: skip


class Game(Asking):
    """One game. Its attributes may be read at any time, and changed before the first question to set up a position."""

    def __init__(
        self, map_card: str, *, first_player: int, toss: Callable[[int, list[int]], Sequence[str]], players: int = 2
    ) -> None:
        if map_card not in MAPS or first_player not in (0, 1) or players != 2:
            raise ValueError(f"one of {tuple(MAPS)}, and player 0 or 1 of two: not {map_card}, {first_player}, {players}")
        self.toss = toss
        self.players = players
        self.sides = ("heads", "tails") if first_player == 0 else ("tails", "heads")
        regions, borders = MAPS[map_card]
        self.regions = [spaces.split() for spaces in regions.values()]
        self.stacks: dict[str, list[tuple[int, int]]] = {  # coins as (rank, whose side is up), the top one last
            space: [] for spaces in self.regions for space in spaces
        }
        self.neighbors: dict[str, set[str]] = {space: set() for space in self.stacks}
        for space, others in borders.items():
            for other in others.split():
                self.neighbors[space].add(other)
                self.neighbors[other].add(space)
        self.banks = [Counter(COINS), Counter(COINS)]  # how many coins of each rank
        self.matching: list[int] = []  # the ranks of the tossed coins that may still be placed or paid
        self.active = first_player
        self.over = False
        super().__init__(self._turns())

    # The course of the game.

    def _turns(self) -> Generator[Question, Any, None]:
        while not self.over:
            yield from self._turn()
            self.active = 1 - self.active

    def _turn(self) -> Generator[Question, Any, None]:
        self._toss_coins()
        # How often each action may still be taken; a payment allows one more coin to be placed.
        match len(self.matching):
            case 4:
                left = Counter(place=2, pay=1)
            case 3 | 2:
                left = Counter(place=2)
            case 1:
                left = Counter(place=1, move=1)
            case _:
                left = Counter(capture=1, move=1)
        while not self.over:
            actions = [action for action in ("place", "pay", "move", "capture") if left[action] and self._can(action)]
            action = yield from self._choose("menu", [*actions, "done"])
            if action == "done":
                return
            left[action] -= 1
            match action:
                case "place":
                    yield from self._place()
                case "pay":
                    yield from self._pay()
                    left["place"] += 1
                case "move":
                    yield from self._move()
                case _:
                    yield from self._capture()

    def _toss_coins(self) -> None:
        """One coin of each rank in the bank; those that show the player's own side match."""
        ranks = [rank for rank in COINS if self.banks[self.active][rank]]
        sides = list(self.toss(self.active, list(ranks)))
        if len(sides) != len(ranks) or not set(sides) <= set(self.sides):
            raise ValueError(f"coins of the ranks {ranks} cannot show {sides}")
        self.matching = [rank for rank, side in zip(ranks, sides, strict=True) if side == self.sides[self.active]]

    # The actions.

    def _can(self, action: str) -> bool:
        match action:
            case "place":
                return any(self._places(rank) for rank in self.matching)
            case "pay":
                return bool(self.matching)
            case "move":
                return any(self._ways(space) for space in self.stacks)
            case _:
                return any(self.stacks.values())

    def _places(self, rank: int) -> list[str]:
        """The spaces that are empty or have a larger coin on top, whoever controls them."""
        return [space for space, stack in self.stacks.items() if not stack or rank < stack[-1][0]]

    def _ways(self, space: str) -> list[str]:
        """Where the stack of this space can be moved."""
        if not self.stacks[space]:
            return []
        return [other for other in self.stacks if other in self.neighbors[space] and not self.stacks[other]]

    def _place(self) -> Generator[Question, Any, None]:
        rank = yield from self._choose("coin", [rank for rank in self.matching if self._places(rank)])
        space = yield from self._choose("space", self._places(rank))
        self.matching.remove(rank)
        self.banks[self.active][rank] -= 1
        self.stacks[space].append((rank, self.active))
        self.over = all(self.stacks.values()) or not self.banks[self.active].total()

    def _pay(self) -> Generator[Question, Any, None]:
        rank = yield from self._choose("coin", list(self.matching))
        self.matching.remove(rank)
        self.banks[self.active][rank] -= 1
        self.banks[1 - self.active][rank] += 1
        self.over = not self.banks[self.active].total()

    def _move(self) -> Generator[Question, Any, None]:
        start = yield from self._choose("from", [space for space in self.stacks if self._ways(space)])
        target = yield from self._choose("space", self._ways(start))
        self.stacks[target], self.stacks[start] = self.stacks[start], []

    def _capture(self) -> Generator[Question, Any, None]:
        space = yield from self._choose("space", [space for space, stack in self.stacks.items() if stack])
        rank, _ = self.stacks[space].pop()
        self.banks[self.active][rank] += 1

    # The end.

    def controlled(self, player: int) -> dict[str, int]:
        """The spaces on which the player's coin is on top, and the rank of this coin."""
        return {space: stack[-1][0] for space, stack in self.stacks.items() if stack and stack[-1][1] == player}

    def scores(self) -> dict[int, dict[str, int]]:
        """Points for the spaces that are controlled, the same again in regions where one controls most, and the bank."""
        own = [self.controlled(player) for player in (0, 1)]
        doubled = [0, 0]
        for region in self.regions:
            counts = [sum(space in own[player] for space in region) for player in (0, 1)]
            if counts[0] != counts[1]:
                leader = counts.index(max(counts))
                doubled[leader] += sum(own[leader].get(space, 0) for space in region)
        return {
            player: {"spaces": sum(own[player].values()), "regions": doubled[player], "bank": self.banks[player].total()}
            for player in (0, 1)
        }

    def winners(self) -> list[int]:
        """Most points, then the most valuable bank, then both."""
        scores = self.scores()
        worth = [
            (sum(scores[player].values()), sum(rank * count for rank, count in self.banks[player].items()))
            for player in (0, 1)
        ]
        return [player for player in (0, 1) if worth[player] == max(worth)]


# ------------------------------------------------------------------------------------------------------ random play


def play_random(players: int, seed: int) -> Game:
    """A finished game on a map drawn at random, in which every question was answered uniformly at random."""
    chance = random.Random(seed)
    game = Game(
        chance.choice(list(MAPS)),
        players=players,
        first_player=chance.randrange(2),
        toss=lambda player, ranks: chance.choices(("heads", "tails"), k=len(ranks)),
    )
    return finished(game, chance)


if __name__ == "__main__":
    measure("CoinAge", (2,), 2, play_random)
