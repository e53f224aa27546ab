"""What is offered can be finished: look-ahead, `can`, dead ends, veiled things, budgets."""

from __future__ import annotations

import pytest

from rulewright.runtime import lookahead
from rulewright.runtime.faults import RuleFault
from runtime.texts import answer, game, lines, offered, play, value

COINS = "var coins (coin) per Player: Int = {start}, at least 0\n"


def coins(start: int) -> str:
    return COINS.format(start=start)


WORK = """
var marker per Player: Int = {marker}, 0 to 6, clamped
turn:
  choose one:
    option work: do work
    option rest: gain 3 coins
  end game
action work:
  do travel
  do buy
action travel:
  choose one:
    option take if my marker = 6: gain 6 coins
    option step_on: gain 1 marker
action buy: pay 9 coins
"""


def test_an_option_whose_inner_menu_can_be_finished_is_offered_with_only_what_pays() -> None:
    play_ = play(coins(3) + WORK.format(marker=6), 1)
    assert offered(play_) == ["work", "rest"]
    answer(play_, "work")
    assert play_.over  # only the coins pay for the card, so nothing more was asked
    assert value(play_, "coins", "agnes") == 0


def test_an_option_that_cannot_be_finished_is_not_offered_and_the_other_one_not_asked() -> None:
    assert play(coins(3) + WORK.format(marker=5), 1).over


def test_what_is_offered_reaches_beyond_the_action_to_the_end_of_the_turn() -> None:
    play_ = play(
        lines(
            coins(4),
            """
        turn:
          choose one:
            option buy: do spend
            option rest
          pay 2 coins
          end game
        action spend:
          choose n in {1, 2, 3, 4}
          pay n coins
        """,
        ),
        1,
    )
    answer(play_, "buy")
    assert offered(play_) == [1, 2]
    assert play_.decision is not None
    assert "fall below 0" in play_.decision.why_not(3)


def test_a_turn_of_somebody_else_is_beyond_the_horizon() -> None:
    play_ = play(
        """
        var pot: Int = 3, at least 0
        turn:
          if pot >= 1:
            choose n in {1, 2, 3}
            pay n pot
          if pot = 0: end game
        """,
        2,
    )
    assert offered(play_) == [1, 2, 3]


def test_can_looks_to_the_end_of_the_action_only() -> None:
    play_ = play(
        lines(
            coins(2),
            """
        turn:
          if can spend(2): gain 10 coins
          do spend(3)
          if can spend(20): gain 100 coins
          end game
        action spend(n: Int):
          choose one:
            option one: pay n coins
            option two: pay (n + 1) coins
        """,
        ),
        1,
    )
    assert offered(play_) == ["one", "two"]
    answer(play_, "two")
    assert value(play_, "coins", "agnes") == 8


def test_do_else_takes_the_other_way_only_if_the_action_cannot_be_finished() -> None:
    text = """
        turn:
          do spend else gain 5 coins
          end game
        action spend:
          choose n in {2, 3}
          pay n coins
    """
    assert value(play(lines(coins(1), text), 1), "coins", "agnes") == 6
    assert offered(play(lines(coins(3), text), 1)) == [2, 3]


def test_a_dead_end_without_a_choice_before_it_is_a_fault_that_names_the_statement() -> None:
    with pytest.raises(RuleFault) as caught:
        play(coins(1) + "turn:\n  pay 2 coins\n  end game\n", 1)
    diagnostic = caught.value.diagnostic
    assert diagnostic.code.slug == "fault/dead-end"
    assert diagnostic.span.text == "pay 2 coins"
    assert "below 0" in diagnostic.message


def test_what_is_drawn_is_veiled_and_a_branch_that_reads_it_counts_as_finished() -> None:
    text = """
        card Ware (wares)
          price: Int
        cards of Ware:
          cheap x3 price 1
          dear x3 price 9
        zone deck: deck of Ware
        zone bought per Player: one Ware
        setup:
          move wares to deck; shuffle deck
        turn:
          choose one:
            option peek: do look
            option rest
          end game
        action look:
          draw 1 from deck to my bought as w
          {last}
    """
    reads = play(lines(coins(5), text.replace("{last}", "if w as x: lose x.price coins")), 1)
    assert offered(reads) == ["peek", "rest"]
    counts = play(lines(coins(5), text.replace("{last}", "pay (6 * count of my bought) coins")), 1)
    assert counts.over  # how many were drawn is no secret: six coins are needed and there are five
    assert value(counts, "coins", "agnes") == 5


SWITCHES = """
var total: Int = 0, 0 to 5000, clamped
turn:
  repeat 12 times:
    choose n in {{0, {step}}}
    set total = total + n
    {double}
  require total = 5000
  end game
"""


def test_positions_that_were_tried_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve choices of 0 or 1 give 4,096 ways, but the sum is all that matters."""
    monkeypatch.setattr(lookahead, "STATES", 600)
    with pytest.raises(RuleFault) as caught:
        play(SWITCHES.format(step=1, double=""), 1)
    assert caught.value.diagnostic.code.slug == "fault/dead-end"


def test_a_search_that_does_not_end_in_time_is_a_fault_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "STATES", 600)
    with pytest.raises(RuleFault) as caught:
        play(SWITCHES.format(step=1, double="set total = total * 2"), 1)
    assert caught.value.diagnostic.code.slug == "fault/look-ahead"
    assert "600 positions" in caught.value.diagnostic.message


def test_a_menu_item_that_can_be_undone_does_not_send_the_search_round_in_circles() -> None:
    play_ = play(
        lines(
            coins(0),
            """
        var lamp: Bool = no
        turn:
          any order:
            may light, any number if not lamp
            may snuff, any number if lamp
            may leave_it, once if coins_there
          pay 1 coin
          end game
        define coins_there: Bool = lamp
        action light: set lamp = yes
        action snuff: set lamp = no
        action leave_it: gain 1 coin
        """,
        ),
        1,
    )
    assert offered(play_) == ["snuff", "leave_it"]  # lighting was the only way on
    answer(play_, "snuff", "leave_it")
    assert offered(play_) == ["snuff", "done"]


def test_a_choice_of_several_is_left_with_those_that_can_be_finished() -> None:
    play_ = play(
        lines(
            coins(5),
            """
        enum Ware (price: Int): salt 1, wood 2, iron 4
        turn:
          do buy if possible
          end game
        action buy:
          choose 2 ws in Ware
          pay sum of ws.price coins
        """,
        ),
        1,
    )
    assert offered(play_) == [["salt", "wood"], ["salt", "iron"]]


def test_looking_ahead_draws_nothing_and_changes_nothing() -> None:
    text = lines(
        coins(3),
        """
        enum Face: low, high
        turn:
          if my coins >= 1:
            choose n in {1, 2, 3, 4}
            pay n coins
          roll 1 Face as dice
          if any (dice where it = high): gain 1 coin
          if round_number = 5: end game
        """,
    )
    play_ = play(text, 1)
    before = play_.hash
    assert offered(play_) == [1, 2, 3]
    assert play_.hash == before
    assert game(text).start(players=["agnes"], seed=1).hash == before
