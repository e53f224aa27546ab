"""Pickomino (2 to 7 players) by hand: a first player, dice and answers come in, questions and scores go out.

The program is written the obvious way. It is a yardstick for speed and an independent referee: games recorded elsewhere
are played again here, answer by answer. All chance comes from outside: `roll` is told how many dice are thrown and
gives their faces.

    game = Game(2, first_player=0, roll=lambda count: ["1", "paw_print", ...])
    while (question := game.question()) is not None:
        kind, player, options = question
        game.answer(options[0])
    game.scores(), game.winners()

| kind     | an answer                                                                                       |
|----------|-------------------------------------------------------------------------------------------------|
| `face`   | the face, `"1"` to `"5"` or `"paw_print"`, whose dice go into the line                          |
| `going`  | `"roll"` the rest of the dice, or `"stop"` and take a tile                                       |
| `tile`   | the number of the tile that is taken from the center or off the top of another player's stack   |

A choice with one option is made without asking, so every question has at least two. Options come in a fixed order.
Run as a script it measures games per second.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

from _asking import Asking, Question, finished, measure

DICE = 8
PAW_PRINT = "paw_print"
VALUE = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, PAW_PRINT: 5}
BUGS = {tile: 1 + (tile - 21) // 4 for tile in range(21, 37)}

FLIP = ("always", "unless_returned", "always_even_without_tile")
EXACT = ("must", "may")
LOWER = ("all", "nearest")


class Game(Asking):
    """One game. Its attributes may be read at any time, and changed before the first question to set up a position."""

    def __init__(
        self,
        players: int,
        *,
        first_player: int,
        roll: Callable[[int], Sequence[str]],
        flip: str = "always",
        exact: str = "must",
        lower: str = "all",
    ) -> None:
        if not 2 <= players <= 7 or not 0 <= first_player < players:
            raise ValueError(f"2 to 7 players, one of them first: not {players} and {first_player}")
        if flip not in FLIP or exact not in EXACT or lower not in LOWER:
            raise ValueError(f"one of {FLIP}, of {EXACT} and of {LOWER}: not {flip}, {exact} and {lower}")
        self.players = players
        self.roll = roll
        self.flip = flip
        self.exact = exact
        self.lower = lower
        self.center = sorted(BUGS)
        self.turned_over: list[int] = []
        self.stacks: list[list[int]] = [[] for _ in range(players)]  # the top tile is the last
        self.rolled: list[str] = []
        self.line: list[str] = []
        self.active = first_player
        self.over = False
        super().__init__(self._turns())

    # The course of the game.

    def _turns(self) -> Generator[Question, Any, None]:
        while self.center:
            yield from self._turn()
            self.active = (self.active + 1) % self.players
        self.over = True

    def _turn(self) -> Generator[Question, Any, None]:
        self.line = []
        going = "roll"
        while going == "roll":
            self.rolled = self._throw(DICE - len(self.line))
            faces = [face for face in VALUE if face in self.rolled and face not in self.line]
            if not faces:
                self._fail()
                return
            face = yield from self._choose("face", faces)
            self.line += [die for die in self.rolled if die == face]
            ways = ["roll"] if len(self.line) < DICE else []
            if self._takable():
                ways.append("stop")
            if not ways:  # all dice are in the line, and not good enough
                self._fail()
                return
            going = yield from self._choose("going", ways)
        tile = yield from self._choose("tile", self._takable())
        self._take(tile)

    def _throw(self, count: int) -> list[str]:
        faces = list(self.roll(count))
        if len(faces) != count or not set(faces) <= set(VALUE):
            raise ValueError(f"{count} dice cannot show {faces}")
        return faces

    def points(self) -> int:
        """What the dice in the line are worth."""
        return sum(VALUE[die] for die in self.line)

    def _takable(self) -> list[int]:
        """The tiles one of which the active player takes if the turn ends with this line; none if it fails."""
        if PAW_PRINT not in self.line:
            return []
        points = self.points()
        lower = [tile for tile in self.center if tile < points]
        if self.lower == "nearest":
            lower = lower[-1:]
        if points in self.center and self.lower == "nearest":
            return [points]  # it is itself the nearest in the center
        others = [stack for player, stack in enumerate(self.stacks) if player != self.active]
        if points in self.center or any(stack[-1:] == [points] for stack in others):
            return [points] if self.exact == "must" else [*lower, points]
        return lower

    def _take(self, tile: int) -> None:
        if tile in self.center:
            self.center.remove(tile)
        else:
            next(stack for stack in self.stacks if stack[-1:] == [tile]).pop()
        self.stacks[self.active].append(tile)

    def _fail(self) -> None:
        """Give back the top tile; then the highest tile in the center is turned over."""
        mine = self.stacks[self.active]
        returned = mine.pop() if mine else None
        if returned is not None:
            self.center = sorted([*self.center, returned])
        elif self.flip != "always_even_without_tile":
            return
        if self.flip == "unless_returned" and self.center[-1] == returned:
            return
        self.turned_over.append(self.center.pop())

    # The end.

    def scores(self) -> dict[int, dict[str, int]]:
        return {player: {"bugs": sum(BUGS[tile] for tile in stack)} for player, stack in enumerate(self.stacks)}

    def winners(self) -> list[int]:
        """The player with the most bugs; of several the one with the highest tile. All if nobody has a tile."""
        ranks = [(sum(BUGS[tile] for tile in stack), max(stack, default=0)) for stack in self.stacks]
        return [player for player, rank in enumerate(ranks) if rank == max(ranks)]


# ------------------------------------------------------------------------------------------------------ random play


def play_random(players: int, seed: int) -> Game:
    """A finished game in which every question was answered uniformly at random."""
    chance = random.Random(seed)
    faces = list(VALUE)
    game = Game(players, first_player=chance.randrange(players), roll=lambda count: chance.choices(faces, k=count))
    return finished(game, chance)


if __name__ == "__main__":
    measure("Pickomino", range(2, 8), 4, play_random)
