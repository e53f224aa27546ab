"""What scenarios cannot say of Noah: whole games with the bonus animals, a number of players that is refused."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.errors import UseError
from rulewright.runtime.stream import Stream, below


@pytest.mark.parametrize("game_end", ["three_rounds", "over_26"])
def test_games_with_both_bonus_animals_end(game_end: str) -> None:
    game = rw.load("noah", options={"game_end": game_end, "frog": "yes", "crocodile": "yes"})
    for players in game.players:
        play, bots = game.start(players=players, seed=players), Stream.from_seed(players, "bots")
        while decision := play.decision:
            at, bots = below(bots, decision.count)
            play.answer(decision.option(at))
        points = [row["points"] for row in play.scores.values()]
        assert all(play.scores[winner]["points"] == min(points) for winner in play.winners)
        rounds = play.view("agnes")["variables"]["round_number"]
        assert max(points) > 26 if game_end == "over_26" else rounds == 3


def test_five_players_cannot_play_with_the_frog() -> None:
    with pytest.raises(UseError, match="2 to 4 players, not 5: without the snails there are 44 cards"):
        rw.load("noah", options={"frog": "yes"}).start(players=5)
    assert rw.load("noah", options={"crocodile": "yes"}).start(players=5).decision is not None
