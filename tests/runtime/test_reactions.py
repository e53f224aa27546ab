"""Reactions: what they see, in which order they come, how long they last, and what ends a chain."""

from __future__ import annotations

import pytest

from rulewright.runtime.faults import RuleFault
from runtime.texts import answer, lines, offered, play, value, zone

FIELD = """
piece Hut (huts): 9 per Player
board field: square grid 9 x 1
var coins (coin) per Player: Int = 0
"""
BUILD = """
action build:
  if any (field where it is empty):
    choose s in field where it is empty
    place Hut on s
"""


def test_placing_and_leaving_are_seen_after_the_whole_move_leaving_first() -> None:
    play_ = play(
        lines(
            FIELD,
            """
            var said: Int = 0
            setup: each player: place Hut on r0c0
            after place(x: Hut, s) as arrive: if round_number > 0: set said = said * 10 + 1
            after leave(x: Hut, s) as depart: set said = said * 10 + (if x.space = s then 5 else 2)
            turn:
              for each h in my huts: move h to r0c4
              end game
            """,
        ),
        1,
    )
    assert value(play_, "said") == 21


def test_a_rule_opened_in_a_turn_sees_what_comes_after_and_ends_with_the_turn() -> None:
    play_ = play(
        lines(
            FIELD,
            BUILD,
            """
            turn:
              if round_number = 1: do bless
              do build
              if round_number = 3: end game
            action bless:
              this turn:
                after place(x, s): gain 1 coin
              place Hut on r0c8
            """,
        ),
        1,
    )
    answer(play_, "r0c0")
    assert value(play_, "coins", "agnes") == 2
    answer(play_, "r0c1")
    assert value(play_, "coins", "agnes") == 2


def test_a_rule_keeps_the_values_it_was_opened_with() -> None:
    play_ = play(
        lines(
            FIELD,
            BUILD,
            """
            turn:
              let n = 3
              this turn:
                after place(x, s): gain n coins
              do build
              end game
            """,
        ),
        1,
    )
    answer(play_, "r0c0")
    assert value(play_, "coins", "agnes") == 3


TRACK = """
var goods (good) per Player: Int = {start}, 0 to 20, clamped
var coins (coin) per Player: Int = 0
when my goods reaches 5: gain 3 coins
when my goods falls to 3: gain 10 coins
setup: {setup}
turn:
  {turn}
  end game
"""


@pytest.mark.parametrize(
    ("start", "setup", "turn", "coins"),
    [
        (4, "shown", "gain 3 goods", 3),
        (4, "shown", "gain 3 goods; lose 3 goods; gain 1 good", 6),
        (5, "shown", "gain 1 good", 0),
        (0, "each player: gain 5 goods", "lose 1 good", 0),
        (4, "shown", "lose 1 good; lose 1 good", 10),
        (9, "shown", "lose 9 goods", 10),
    ],
)
def test_a_threshold_counts_when_it_is_crossed(start: int, setup: str, turn: str, coins: int) -> None:
    text = TRACK.format(start=start, setup=setup.replace("shown", "each player: gain 0 coins"), turn=turn)
    assert value(play(text, 1), "coins", "agnes") == coins


def test_what_happens_together_counts_once_and_only_its_net_effect() -> None:
    dip = "together:\n    gain 2 goods\n    lose 2 goods"
    text = TRACK.format(start=4, setup="each player: gain 0 coins", turn=dip)
    assert value(play(text, 1), "coins", "agnes") == 0


def test_each_rule_that_watches_a_track_fires_once_in_declared_order() -> None:
    play_ = play(
        """
        var goods (good) per Player: Int = 4, 0 to 20, clamped
        var said: Int = 0
        when my goods reaches 5 as first_rule:
          set said = said * 10 + 1
          gain 1 good
        when my goods reaches 5 as second_rule:
          set said = said * 10 + 2
        turn:
          gain 1 good
          end game
        """,
        1,
    )
    assert value(play_, "said") == 12


def test_a_state_rule_fires_while_it_holds_and_does_something() -> None:
    play_ = play(
        """
        var debt: Int = 0
        var coins (coin) per Player: Int = 0
        when debt > 0 as settle_up: set debt = debt - 1; set coins_paid = coins_paid + 1
        var coins_paid: Int = 0
        when debt = 0 as rest: set debt = 0
        turn:
          set debt = 4
          end game
        """,
        1,
    )
    assert (value(play_, "debt"), value(play_, "coins_paid")) == (0, 4)


def test_a_rule_that_always_finds_more_to_do_is_a_fault_that_names_it() -> None:
    text = """
        var size: Int = 0
        when size > 0 as grow: set size = size + 1
        turn:
          choose n in {0, 1}
          set size = n
          if round_number = 3: end game
    """
    play_ = play(text, 1)
    before = play_.hash
    with pytest.raises(RuleFault) as caught:
        answer(play_, 1)
    assert caught.value.diagnostic.code.slug == "fault/budget"
    assert "grow" in caught.value.diagnostic.message
    assert play_.hash == before  # the answer has left no trace
    answer(play_, 0)


def test_two_rules_that_undo_each_other_come_to_rest() -> None:
    play_ = play(
        """
        var lamp: Bool = no
        when lamp as off: set lamp = no
        when not lamp as on: set lamp = yes
        turn:
          set lamp = yes
          end game
        """,
        1,
    )
    assert value(play_, "lamp") is True


def test_actions_that_call_each_other_without_end_are_a_fault() -> None:
    with pytest.raises(RuleFault) as caught:
        play("var n: Int = 0\nturn:\n  do ping\n  end game\naction ping: do pong\naction pong: do ping\n", 1)
    assert caught.value.diagnostic.code.slug == "fault/budget"
    assert "ping → pong" in caught.value.diagnostic.message


def test_before_and_after_an_action_and_what_is_done_instead_of_it() -> None:
    play_ = play(
        """
        var said: Int = 0
        before work(n) as prepare: set said = said * 10 + 1
        after work(n) as tidy: set said = said * 10 + n
        turn:
          do work(3)
          end game
        action work(n: Int): set said = said * 10 + 2
        """,
        1,
    )
    assert value(play_, "said") == 123


def test_instead_of_inside_its_own_body_means_the_action_itself() -> None:
    play_ = play(
        """
        var said: Int = 0
        instead of work(n) as double:
          do work(n)
          do work(n + 1)
        turn:
          do work(3)
          end game
        action work(n: Int): set said = said * 10 + n
        """,
        1,
    )
    assert value(play_, "said") == 34


def test_a_reaction_that_cannot_be_carried_out_is_left_out() -> None:
    play_ = play(
        """
        var coins (coin) per Player: Int = 1, at least 0
        var said: Int = 0
        after work as toll: pay 5 coins
        after work as note: set said = 1
        turn:
          do work
          end game
        action work: gain 1 coin
        """,
        1,
    )
    assert value(play_, "coins", "agnes") == 2
    assert value(play_, "said") == 1


def test_before_may_forbid_the_action() -> None:
    play_ = play(
        """
        var coins (coin) per Player: Int = 1, at least 0
        before work as toll: pay 5 coins
        turn:
          choose one:
            option go: do work
            option stay
          end game
        action work: gain 1 coin
        """,
        1,
    )
    assert play_.over  # going is not offered, and staying alone is not asked
    assert value(play_, "coins", "agnes") == 1


CARRIED = """
card Charm (charms), active at kept
cards of Charm:
  horn:
    after ring by p: set said = said * 10 + 1
  bell:
    after ring: set said = said * 10 + 2
zone kept per Player: Charm
var said: Int = 0
action ring: set said = said * 10
"""


def test_a_card_answers_to_its_holder_and_with_by_to_everybody() -> None:
    play_ = play(
        lines(
            CARRIED,
            """
            setup: as first_player: move charms to my kept
            turn:
              do ring
              if me != first_player: end game
            """,
        ),
        2,
    )
    assert value(play_, "said") == 1201


def test_a_card_that_comes_during_an_action_does_not_see_that_action() -> None:
    play_ = play(
        lines(
            CARRIED,
            """
            cards of Charm:
              gong:
                after take_all: set said = said * 10 + 9
            turn:
              do take_all
              do take_all
              end game
            action take_all:
              do ring
              move charms to my kept
            after take_all as notice: set said = said * 10 + 7
            """,
        ),
        1,
    )
    assert value(play_, "said") == 701297  # first nothing but `notice`; then horn and bell, the gong, and `notice`


def test_a_reaction_may_ask_and_the_rest_goes_on_behind_it() -> None:
    play_ = play(
        lines(
            FIELD,
            """
            after place(x: Hut, s) as bonus:
              choose n in {1, 2, 3}
              gain n coins
            turn:
              do build
              do build
              end game
            """,
            BUILD,
        ),
        1,
    )
    answer(play_, "r0c3")
    assert offered(play_) == [1, 2, 3]
    assert play_.decision is not None
    assert play_.decision.rule == "bonus.n"
    answer(play_, 3)
    assert "r0c3" not in offered(play_)
    answer(play_, "r0c4", 1)
    assert value(play_, "coins", "agnes") == 4


def test_a_row_refills_itself_after_each_statement_and_a_loop_keeps_to_what_lay_there_first() -> None:
    play_ = play(
        """
        card Ware (wares)
        cards of Ware:
          a
          b
          c
          d
          e
        zone pile: deck of Ware
        zone display: row of 2 Ware, refilled from pile
        zone gone: list of Ware
        setup: move wares to pile
        turn:
          for each w in display: move w to gone
          end game
        """,
        1,
    )
    assert zone(play_, "gone") == ["e", "d"]
    assert zone(play_, "display") == ["c", "b"]


def test_end_game_drops_all_that_waits() -> None:
    play_ = play(
        """
        var said: Int = 0
        after work as ending: end game
        after work as more: set said = said * 10 + 2
        turn:
          do work
          set said = said * 10 + 3
          end game
        action work: set said = 1
        """,
        1,
    )
    assert value(play_, "said") == 1


def test_before_score_is_carried_out_once_when_the_game_is_over() -> None:
    play_ = play(
        """
        var coins (coin) per Player: Int = 0
        before score as bonus: each player: gain 7 coins
        turn:
          end game
        score:
          coins: my coins
        """,
        2,
    )
    assert play_.scores == {"agnes": {"coins": 7}, "bruno": {"coins": 7}}


def test_an_offer_stands_at_the_start_and_the_end_of_a_turn() -> None:
    play_ = play(
        """
        var coins (coin) per Player: Int = 0
        anytime, once if my coins < 2 as borrow: gain 1 coin
        turn:
          set rounds_left = rounds_left - 1
          if rounds_left = 0: end game
        var rounds_left: Int = 2
        """,
        1,
    )
    assert offered(play_) == ["done", "borrow"]
    answer(play_, "borrow")
    assert value(play_, "coins", "agnes") == 1
    assert offered(play_) == ["done", "borrow"]
    answer(play_, "done")
    assert play_.over
