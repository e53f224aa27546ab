"""Random games of the engine are played again, move for move, on the hand-written program of the same rules.

At every question the options, everybody's tiles and the scores must be the same, and in the end the winners.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

import rulewright as rw
from peers.loading import load_peer
from rulewright.game import Play
from rulewright.runtime import journal
from rulewright.runtime.stream import Stream, below

FACES = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "paw": "paw_print"}
WAYS = {"roll_on": "roll", "finish": "stop"}
KINDS = {"roll_dice.face": "face", "roll_dice.menu": "going", "take.tile": "tile"}


peer = load_peer("pickomino")
OPTIONS = list(product(peer.FLIP, peer.EXACT, peer.LOWER))


@cache
def pickomino(flip: str, exact: str, lower: str) -> rw.Game:
    return rw.load("pickomino", options={"flip": flip, "exact": exact, "lower": lower})


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("options", OPTIONS, ids="-".join)
def test_every_option_and_score_agrees(options: tuple[str, str, str], players: int, random_games: int) -> None:
    for seed in range(max(1, random_games // 3)):  # each number of players meets every option anyway
        compare(options, players, seed)


def compare(options: tuple[str, str, str], players: int, seed: int) -> None:
    play = pickomino(*options).start(players=players, seed=seed, keep_journal=True)
    flip, exact, lower = options
    dice = Dice()
    game = peer.Game(players, first_player=first_player(play), roll=dice.roll, flip=flip, exact=exact, lower=lower)
    dice.add(play, journal.NOTHING)
    bots = Stream.from_seed(f"{options} {players} {seed}", "bots")
    while decision := play.decision:
        question = game.question()
        assert question is not None, "the peer's game is over"
        assert not dice.waiting, "the peer rolled less often"
        kind, player, answers = question
        assert (kind, play.players[player]) == (KINDS[decision.rule], decision.player)
        ours = {translated(kind, decision.option(at).answer): at for at in range(decision.count)}
        assert len(ours) == decision.count
        assert set(ours) == set(answers)
        check_position(play, game)
        greedy, bots = below(bots, 2)  # else hardly any turn ends with a tile
        at, bots = below(bots, len(answers))
        choice = answers[-1] if greedy else answers[at]
        before = play.state.journal
        play.answer(decision.option(ours[choice]))
        dice.add(play, before)
        game.answer(choice)
    assert game.question() is None
    assert not dice.waiting
    check_position(play, game)
    assert set(play.winners) == {play.players[seat] for seat in game.winners()}


class Dice:
    """The engine's rolls, as its journal tells them, handed on to the peer in the same order."""

    def __init__(self) -> None:
        self.waiting: list[list[str]] = []

    def add(self, play: Play, before: Any) -> None:
        for kind, *told in journal.since(play.state.journal, before):
            if kind == "roll":
                _, enum, dice = told
                names = play.machine.program.enums[enum].values
                self.waiting.append([FACES[names[die]] for die in dice])

    def roll(self, count: int) -> list[str]:
        assert self.waiting, "the peer rolled more often"
        assert len(self.waiting[0]) == count
        return self.waiting.pop(0)


def first_player(play: Play) -> int:
    """Whoever took the first turn that the journal tells of."""
    told = journal.since(play.state.journal, journal.NOTHING)
    seat: int = next(entry[3] for entry in told if entry[0] == "scope" and entry[2] == "turn")
    return seat


def translated(kind: str, answer: Any) -> str | int:
    if kind == "face":
        return FACES[answer]
    return WAYS[answer] if kind == "going" else tile(answer)


def tile(name: str) -> int:
    """A tile is called `grub 24`."""
    return int(name.removeprefix("grub "))


def tiles(play: Play, zone: str, *keys: int) -> list[int]:
    """The tiles in a zone, the top one of a pile last."""
    layout = play.machine.layout
    held = play.state.zones[layout.zone_number(zone, keys)]
    components = held if isinstance(held, tuple) else [c for c in range(held.bit_length()) if held >> c & 1]
    values = layout.components.columns["Grub", "value"][0]
    return [values[component] for component in components]


def check_position(play: Play, game: Any) -> None:
    assert sorted(tiles(play, "centre")) == game.center
    assert [tiles(play, "pile", seat) for seat in range(game.players)] == game.stacks
    assert play.scores == {play.players[seat]: row for seat, row in game.scores().items()}
