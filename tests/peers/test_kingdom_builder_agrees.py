"""Random games of the engine are played again, move for move, on the hand-written program of the same rules.

At every question the options must be the same, and in the end the scores and winners.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import rulewright as rw
from peers.kingdom import cell, piles, sectors
from peers.loading import load_peer
from rulewright.runtime import journal
from rulewright.runtime.stream import Stream, below

peer = load_peer("kingdom_builder")


@cache
def kingdom() -> rw.Game:
    return rw.load("kingdom_builder")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_option_and_score_agrees(players: int, random_games: int) -> None:
    for seed in range(random_games):
        compare(players, seed)


def compare(players: int, seed: int) -> None:
    play = kingdom().start(players=players, seed=seed, keep_journal=True)
    bots = Stream.from_seed(seed, "bots")
    goals = [g for g in next(iter(play.scores.values())) if g != "castles"]
    waiting = piles(play, journal.NOTHING)
    game = peer.Game(
        players,
        sectors=sectors(play, peer.SECTORS, peer.TERRAIN_OF_LETTER),
        goals=goals,
        deck=waiting.pop(0),
        first_player=play.state.vars[play.machine.layout.vars["first_player"].base],
        reshuffle=lambda discards: waiting.pop(0),
    )
    while decision := play.decision:
        question = game.question()
        assert question is not None, "the peer's game is over"
        assert not waiting, "the peer shuffled less often"
        kind, player, answers = question
        assert play.players[player] == decision.player
        check_options(decision, kind, answers)
        at, bots = below(bots, decision.count)
        option = decision.option(at)
        offered = [decision.option(i).answer for i in range(decision.count)]
        before = play.state.journal
        play.answer(option)
        waiting += piles(play, before)
        if decision.rule == "turn.menu":
            if option.answer != "use_tile":
                game.answer(option.answer)
                continue
            after = play.decision
            if after is not None and after.rule == "use_tile.tile" and after.player == decision.player:
                continue
            tiles = {answer[1] for answer in answers if isinstance(answer, tuple)}
            assert len(tiles) == 1
            game.answer(("use_tile", tiles.pop()))
        elif decision.rule == "use_tile.tile":
            assert sorted(set(offered)) == sorted({a[1] for a in answers if isinstance(a, tuple)})
            game.answer(("use_tile", option.answer))
        else:
            game.answer(cell(option.answer))
    assert game.question() is None
    assert play.scores == {play.players[seat]: dict(row) for seat, row in game.scores().items()}
    assert set(play.winners) == {play.players[seat] for seat in game.winners()}


def check_options(decision: Any, kind: str, answers: list[Any]) -> None:
    ours = {decision.option(at).answer for at in range(decision.count)}
    if decision.rule == "turn.menu":
        theirs = {"use_tile" if isinstance(answer, tuple) else answer for answer in answers}
    elif decision.rule == "use_tile.tile":
        theirs = {answer[1] for answer in answers if isinstance(answer, tuple)}
    else:
        assert kind in ("space", "mover")
        theirs = {f"r{r}c{c}" for r, c in answers}
    assert ours == theirs, f"{decision.rule}: only here {ours - theirs}, only there {theirs - ours}"
