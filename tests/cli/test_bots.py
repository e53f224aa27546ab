"""Bots: what they are given, what they draw from, and that they never make what they do not need."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rulewright as rw
from rulewright.bots import Bot, RandomBot, View, answer
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.stream import Stream

BIG = """game big "Big"
players 1
card Number (numbers)
  value: Int
cards of Number:
  number, copies 1 for value in 1..40
zone kept per Player: Number
turn:
  if count of box >= 20:
    choose 20 picks in box
    move picks to my kept
  end game
score:
  kept "Kept": count of my kept
winner: most score
"""


def test_each_option_is_taken_equally_often() -> None:
    play = rw.load("pickomino").start(2, seed=1)
    decision = play.decision
    assert decision is not None
    assert decision.count > 2
    stream, taken = Stream.from_seed(1, "bots"), Counter[str]()
    for _ in range(600):
        option, stream = RandomBot().choose(decision, dict, stream)
        taken[option.answer] += 1
    assert len(taken) == decision.count
    assert min(taken.values()) > 400 / decision.count


def test_a_random_bot_asks_for_one_option_and_for_no_view(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "big.rules").write_text(BIG, "utf-8")
    play = rw.load(tmp_path / "big.rules").start(1, seed=1)
    assert play.decision is not None
    assert play.decision.count > 10**11, "so many that a list of them would not end"
    monkeypatch.setattr(Decision, "options", property(lambda _: pytest.fail("the list of options was made")))
    monkeypatch.setattr(type(play), "view", lambda *_: pytest.fail("the view was worked out"))
    answer(play, RandomBot(), Stream.from_seed(1, "bots"))
    assert play.over
    assert play.scores == {"agnes": {"kept": 20}}


class First:
    """Takes the first option and remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    def choose(self, decision: Decision, view: View, stream: Stream) -> tuple[Option, Stream]:
        self.views.append(view())
        return decision.option(0), stream


def test_a_bot_is_shown_its_own_view() -> None:
    bot = First()
    checked: Bot = bot
    play = rw.load("kingdom_builder").start(3, seed=2)
    asked = []
    for _ in range(12):
        assert play.decision is not None
        asked.append(play.decision.player)
        answer(play, checked, Stream.from_seed(2, "bots"))
    assert [view["player"] for view in bot.views] == asked
    assert len(set(asked)) == 3
    for view in bot.views:
        others = [player for player in play.players if player != view["player"]]
        assert not any(
            isinstance(view["zones"].get(f"{player}.hand"), list) and view["zones"][f"{player}.hand"]
            for player in others
        )


def test_the_chance_of_the_game_does_not_depend_on_the_bots() -> None:
    game = rw.load("pickomino")
    one, other = game.start(2, seed=5), game.start(2, seed=5)
    stream = Stream.from_seed(5, "bots")
    for play, bot in ((one, First()), (other, RandomBot())):
        answer(play, bot, stream)
    assert Stream.from_seed(5, "bots") != Stream.from_seed(5, "game")
    assert one.states[0].stream == other.states[0].stream


def test_nothing_is_answered_after_the_end() -> None:
    play = rw.load("pickomino").start(2, seed=1)
    stream = Stream.from_seed(1, "bots")
    while not play.over:
        stream = answer(play, RandomBot(), stream)
    with pytest.raises(ValueError, match="the play is over"):
        answer(play, RandomBot(), stream)
