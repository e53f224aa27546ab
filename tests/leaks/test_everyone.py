"""All are asked at once and in secret: who still has to answer is public, what was answered is not, and the order of
answering makes no difference.
"""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.errors import AnswerRefused, UseError
from rulewright.play import Play
from rulewright_tools import happenings
from runtime.texts import game, offered, play, value

BIDS = """
players 3
card Number (numbers): copies 1 for value in 1..12
  value: Int
zone deck: deck of Number
zone hand per Player: Number, seen by owner
zone aside per Player: Number, seen by owner
var bid per Player: Int = 0, 0 to 9
var coins (coin) per Player: Int = 5, at least 0
setup:
  move numbers to deck; shuffle deck
  deal 3 from deck to hand
turn:
  everyone:
    choose guess in 0..(my coins)
      "How many do you bid?"
    choose up to 2 picks in my hand
    let worth = guess + count of picks
    then:
      set my bid = (if worth > 9 then 9 else worth)
      move picks to my aside
      gain 1 coin
  if round_number = 2: end game
"""
ANSWERS: dict[str, list[Any]] = {"agnes": [3, 1], "bruno": [0, 0], "clara": [5, 2]}
"""What each bids, and how many cards each puts aside."""


def held(of: Play, player: str) -> list[str]:
    found: list[str] = of.view(player)["zones"][f"{player}.hand"]
    return found


def answered(of: Play, order: list[str]) -> Play:
    given: dict[str, int] = {}
    for player in order:
        bid, cards = ANSWERS[player]
        first = not given.get(player)
        given[player] = given.get(player, 0) + 1
        of.answer(bid if first else held(of, player)[:cards], player)
    return of


def test_any_order_gives_the_same_position() -> None:
    everybody = [player for player in ANSWERS for _ in range(2)]
    orders = sorted(set(permutations(everybody)))
    assert len(orders) == 90
    hashes = set()
    for order in Random(1).sample(orders, 30):
        here = answered(play(BIDS, 3), list(order))
        hashes.add(here.hash)
        assert [value(here, "bid", player) for player in ANSWERS] == [4, 0, 7]
    assert len(hashes) == 1


def test_who_still_has_to_answer_is_public() -> None:
    here = play(BIDS, 3)
    for player, left in [("clara", 3), ("clara", 2), ("agnes", 2), ("bruno", 2), ("agnes", 1)]:
        views = [here.view(viewer)["asked"]["players"] for viewer in here.players]
        assert views[0] == views[1] == views[2]
        before = {viewer: here.view(viewer)["asked"] for viewer in here.players}
        assert player in before["agnes"]["players"]
        here.answer(0 if offered(here, player)[:2] == [0, 1] else [], player)
        decision = here.decision
        assert decision is not None and len(decision.players) == left
    assert here.decision is not None and here.decision.players == ("bruno",)


def test_nobody_answers_twice_or_for_somebody_else() -> None:
    here = play(BIDS, 3)
    here.answer(3, "bruno")
    here.answer([], "bruno")
    stood, asked = here.hash, here.decision
    assert asked is not None and asked.players == ("agnes", "clara")
    for wrong in (3, [], held(here, "bruno")):
        with pytest.raises(AnswerRefused, match="bruno is asked nothing"):
            here.answer(wrong, "bruno")
    with pytest.raises(AnswerRefused):
        here.answer([held(here, "clara")[0]], "agnes")
    for name in ("nobody", ""):
        with pytest.raises(UseError, match="there is no player"):
            here.answer(3, name)
    assert (here.hash, len(here.answers)) == (stood, 2)
    assert here.decision is not None and here.decision.players == asked.players


@pytest.mark.parametrize("bid", [-1, 6, 10**9, "6", 2.5, None, True, [], ["3"], {"bid": 3}])
def test_a_bid_out_of_range_is_refused(bid: Any) -> None:
    here = play(BIDS, 3)
    stood = here.hash
    with pytest.raises(AnswerRefused) as refused:
        here.answer(bid, "agnes")
    assert refused.value.message
    assert here.hash == stood
    assert here.decision is not None and here.decision.players == ("agnes", "bruno", "clara")


def test_an_option_of_one_player_is_no_answer_of_another() -> None:
    here = play(BIDS, 3)
    mine = here.decision_of("bruno")
    assert mine is not None
    with pytest.raises(AnswerRefused, match="of another"):
        here.answer(mine.option(2), "agnes")
    here.answer(mine.option(2), "bruno")
    with pytest.raises(AnswerRefused, match="of another"):
        here.answer(mine.option(2), "bruno")


def test_what_was_answered_is_nowhere_to_be_seen() -> None:
    """Two plays in which bruno has answered otherwise are the same for the others: views, hashes, what is told."""

    def after(bid: int, cards: int) -> tuple[Play, list[Any]]:
        here = game(BIDS).start(["agnes", "bruno", "clara"], 3, keep_journal=True)
        told = []
        for answer in (bid, held(here, "bruno")[:cards]):
            before, decision = here.state, here.decision_of("bruno")
            assert decision is not None
            option = decision.find(answer)
            assert option is not None
            here.answer(option, "bruno")
            told.append([happenings.after_answer(here, before, decision, option, [p]) for p in ("agnes", "clara")])
        return here, told

    (one, told), (other, also_told) = after(1, 2), after(5, 0)
    assert one.hash != other.hash
    assert told == also_told == [[["bruno: has chosen"]] * 2] * 2
    for player in ("agnes", "clara"):
        assert one.view(player) == other.view(player)
        assert one.hash_for(player) == other.hash_for(player)
        assert offered(one, player) == offered(other, player)
        assert one.scores_for(player) == other.scores_for(player)


def test_saved_between_two_answers_and_gone_on_with(tmp_path: Path) -> None:
    order = ["bruno", "agnes", "bruno", "clara", "agnes", "clara"]
    whole = answered(play(BIDS, 3), order)
    for cut in range(len(order)):
        here = answered(play(BIDS, 3), order[:cut])
        path = tmp_path / f"{cut}.save"
        here.save(path)
        assert here.machine.hash(here.machine.from_json(json.loads(path.read_text("utf-8"))["position"])) == here.hash
        again = game(BIDS).resume(path)
        assert again.hash == here.hash
        assert again.decision is not None and here.decision is not None
        assert again.decision.players == here.decision.players
        given = {player: order[:cut].count(player) for player in ANSWERS}
        for player in reversed(order[cut:]):
            bid, cards = ANSWERS[player]
            again.answer(bid if not given[player] else held(again, player)[:cards], player)
            given[player] += 1
        assert again.hash == whole.hash


def test_a_secret_pick_from_what_all_see_is_not_told_either() -> None:
    text = """
        players 3
        card Number (numbers): copies 1 for value in 1..9
        zone display: Number
        zone taken per Player: Number
        setup: move numbers to display
        turn:
          if any display:
            everyone:
              choose pick in display
              then:
                if my pick at display: move my pick to my taken
          end game
    """
    here = game(text).start(["agnes", "bruno", "clara"], 1, keep_journal=True)
    told = []
    for player, pick in [("bruno", "3"), ("clara", "3"), ("agnes", "5")]:
        before, decision = here.state, here.decision_of(player)
        assert decision is not None
        option = decision.find(pick)
        assert option is not None
        here.answer(option, player)
        told.append([happenings.after_answer(here, before, decision, option, [p]) for p in ("clara", "agnes")])
    assert told[0] == [["bruno: has chosen"]] * 2
    assert told[1] == [["clara: pick 3"], ["clara: has chosen"]]
    assert [line for line in told[2][0] if "display" in line] == [
        "display to agnes.taken: 5",
        "display to bruno.taken: 3",
    ]
    assert told[2][0][0] == "agnes: has chosen"
