"""What the hand-written programs share: how a game asks and is answered, is played at random, and is timed. No rules."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

Question = tuple[str, int, Sequence[Any]]
"""(kind, player, options)"""
T = TypeVar("T")
Played = TypeVar("Played", bound="Asking")


class Asking:
    """A game whose course is a generator: it yields a question and is sent the answer."""

    active: int

    def __init__(self, course: Generator[Question, Any, None]) -> None:
        self._course = course
        self._pending: Question | None = None
        self._started = False

    def question(self) -> Question | None:
        """What is asked now, as (kind, player, options); none once the game is over."""
        if not self._started:
            self._started = True
            self._pending = next(self._course, None)
        return self._pending

    def answer(self, choice: object) -> None:
        """Answer the question; anything but one of its options is a ValueError and changes nothing."""
        question = self.question()
        if question is None:
            raise ValueError("the game is over")
        if choice not in question[2]:
            raise ValueError(f"{choice!r} is not an answer to {question[0]}: {question[2]}")
        try:
            self._pending = self._course.send(choice)
        except StopIteration:
            self._pending = None

    def _choose(self, kind: str, options: Sequence[T]) -> Generator[Question, Any, T]:
        """One of the options, chosen by whose turn it is; a choice of one is not asked."""
        if len(options) == 1:
            return options[0]
        choice: T = yield kind, self.active, options
        return choice


def finished(game: Played, chance: random.Random) -> Played:
    """The game after every question was answered uniformly at random."""
    while (question := game.question()) is not None:
        game.answer(chance.choice(question[2]))
    return game


def measure(title: str, counts: Iterable[int], usual: int, play: Callable[[int, int], Any]) -> None:
    """The command of a program: so many finished games a second, scores included. `play` takes players and seed."""
    parser = argparse.ArgumentParser(description=f"Measure {title}, uniform random play, scores included.")
    parser.add_argument("--players", type=int, default=usual, choices=tuple(counts))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game; the others count up from it")
    options = parser.parse_args()
    start = time.perf_counter()
    for seed in range(options.seed, options.seed + options.games):
        play(options.players, seed).scores()
    elapsed = time.perf_counter() - start
    print(f"{options.games} games, {options.players} players: {options.games / elapsed:.0f} games/s")
