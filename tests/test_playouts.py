"""A playout is the game a random bot plays, only that nothing is kept."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright import resources
from rulewright.bots import RandomBot, answer, playout
from rulewright.runtime.stream import Stream


@pytest.mark.parametrize("name", resources.games())
def test_a_playout_ends_where_the_game_of_a_random_bot_ends(name: str) -> None:
    play = rw.load(name).start(seed=3)
    start, before = play.state, play.hash
    end, _, count = playout(play.machine, start, Stream.from_seed(3, "bots"))
    assert play.machine.hash(start) == before
    stream, bot = Stream.from_seed(3, "bots"), RandomBot()
    while not play.over:
        stream = answer(play, bot, stream)
    assert count == len(play.answers)
    assert play.machine.hash(end) == play.hash
