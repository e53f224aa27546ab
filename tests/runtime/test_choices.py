"""Questions: who is asked what, what is forced, in which order conditions count, equal things, several at once."""

from __future__ import annotations

import pytest

from rulewright.errors import AnswerRefused
from runtime.texts import answer, lines, offered, play, value, zone

CARDS = """
card Gear (gears)
cards of Gear:
  net "Net" x3
  lantern "Lantern" x1
zone hand per Player: Gear, seen by owner
zone away: Gear
setup:
  each player: move gears to my hand
"""


def test_conditions_come_before_preferences() -> None:
    """The preference is among what the condition leaves, else nothing would be left."""
    play_ = play(
        """
        piece Hut (huts): 5 per Player
        board field: square grid 5 x 1
        setup: each player: place Hut on r0c0
        turn:
          if any (field where it is empty and it.column != 1):
            choose s in field where it is empty and it.column != 1
              if possible: it next to my huts
            place Hut on s
          end game
        """,
        1,
    )
    assert offered(play_) == ["r0c2", "r0c3", "r0c4"]
    assert play_.decision is not None
    assert play_.decision.why_not("r0c1") == "`it.column != 1` does not hold for it"


def test_the_preference_that_keeps_something_out_is_named() -> None:
    play_ = play(
        """
        piece Hut (huts): 5 per Player
        board field: square grid 5 x 2
        setup: each player: place Hut on r0c1
        turn:
          if any (field where it is empty):
            choose s in field where it is empty
              if possible: it next to my huts
            place Hut on s
          end game
        """,
        1,
    )
    assert offered(play_) == ["r0c0", "r0c2", "r1c1"]
    assert play_.decision is not None
    assert "`it next to my huts`, which comes first" in play_.decision.why_not("r1c4")
    assert play_.decision.because("r0c1").condition == "it is empty"


def test_a_piece_that_moves_is_no_neighbour_of_itself() -> None:
    play_ = play(
        """
        piece Hut (huts): 5 per Player
        board field: square grid 5 x 1
        setup: each player: place Hut on r0c0
        turn:
          if any my huts and any (field where it is empty):
            choose mover in my huts
            choose target in field where it is empty
              if possible: it next to (my huts except mover)
            move mover to target
          end game
        """,
        1,
    )
    assert offered(play_) == ["r0c1", "r0c2", "r0c3", "r0c4"]


def test_equal_cards_are_one_option_and_positions_that_differ_in_which_are_the_same() -> None:
    text = lines(
        CARDS,
        """
        turn:
          if count of my hand >= 2:
            choose 2 cs in my hand
            move cs to away
          if any my hand:
            choose c in my hand
            move c to away
          end game
        """,
    )
    play_ = play(text, 1)
    assert offered(play_) == [["net", "net"], ["net", "lantern"]]
    one, other = play(text, 1), play(text, 1)
    answer(one, ["net", "lantern"])
    answer(other, ["lantern", "net"])
    assert one.hash == other.hash
    assert offered(one) == ["net"]  # one option; asked all the same, or the others could tell


def test_chance_sees_every_copy() -> None:
    drawn = []
    for seed in range(60):
        play_ = play(CARDS + "turn:\n  move random of my hand to away\n  end game\n", 1, seed)
        drawn += zone(play_, "away")
    assert 4 < drawn.count("lantern") < 30
    assert drawn.count("net") > drawn.count("lantern")


@pytest.mark.parametrize(("chosen", "says"), [(["net"], "2"), (["net", "boat"], "`boat` is nothing"), ("net", "list")])
def test_a_wrong_choice_of_several_says_what_is_wrong(chosen: object, says: str) -> None:
    play_ = play(CARDS + "turn:\n  if count of my hand >= 2: choose 2 cs in my hand; move cs to away\n  end game\n", 1)
    with pytest.raises(AnswerRefused, match=says):
        play_.answer(chosen)
    assert offered(play_) == [["net", "net"], ["net", "lantern"]]


def test_a_choice_of_several_may_have_a_condition_on_all_of_them() -> None:
    play_ = play(
        """
        enum Ware (price: Int): salt 1, wood 2, iron 4, gold 5
        turn:
          do buy if possible
          end game
        action buy: choose any number of ws in Ware such that sum of ws.price = 6
        """,
        1,
    )
    assert offered(play_) == [["salt", "gold"], ["wood", "iron"]]
    assert play_.decision is not None
    assert "sum of ws.price = 6" in play_.decision.why_not(["salt", "wood"])


def test_a_menu_in_any_order_ends_when_nothing_is_due() -> None:
    play_ = play(
        """
        var coins (coin) per Player: Int = 0
        turn:
          any order:
            must work
            may rest, up to 2 times
          end game
        action work: gain 10 coins
        action rest: gain 1 coin
        """,
        1,
    )
    assert offered(play_) == ["work", "rest"]
    assert play_.decision is not None
    assert play_.decision.why_not("done") == "`work` has to be done first"
    answer(play_, "rest", "work")
    assert offered(play_) == ["rest", "done"]
    assert play_.decision is not None
    assert play_.decision.why_not("work") == "it has been done as often as it may be"
    answer(play_, "rest")
    assert play_.over


def test_a_loop_in_any_order_asks_who_is_next_until_one_is_left() -> None:
    play_ = play(
        """
        zone row: list of Stone
        tile Stone (stones)
        tiles of Stone:
          red
          green
          blue
        turn:
          for each s in stones, in any order: move s to row
          end game
        """,
        1,
    )
    assert offered(play_) == ["red", "green", "blue"]
    answer(play_, "blue")
    assert offered(play_) == ["red", "green"]
    answer(play_, "green")
    assert zone(play_, "row") == ["blue", "green", "red"]


PICKS = """
tile Stone (stones)
tiles of Stone:
  red x2
  green x2
  blue x2
zone pile: deck of Stone
zone bag per Player: Stone, seen by owner
zone shown per Player: Stone
setup:
  move stones to pile; shuffle pile
  deal 3 from pile to bag
turn:
  if every p in players has any p.bag:
    everyone:
      choose picks in my bag
      then: move my picks to my shown
  end game
"""


def test_everyone_chooses_secretly_and_the_order_of_answering_makes_no_difference() -> None:
    first, other = play(PICKS, 2), play(PICKS, 2)
    assert first.decision is not None
    assert first.decision.players == ("agnes", "bruno")
    mine, theirs = offered(first, "agnes")[0], offered(first, "bruno")[0]
    seen_before = first.view("bruno")
    first.answer(mine, "agnes")
    assert {**first.view("bruno"), "asked": None} == {**seen_before, "asked": None}
    first.answer(theirs, "bruno")
    other.answer(theirs, "bruno")
    other.answer(mine, "agnes")
    assert first.hash == other.hash
    assert zone(first, "agnes.shown") == [mine]


def test_an_offer_makes_a_forced_choice_a_question_which_is_put_again() -> None:
    play_ = play(
        """
        var coins (coin) per Player: Int = 0
        piece Hut (huts): 2 per Player
        board field: square grid 1 x 1
        turn:
          this turn:
            anytime, once as borrow: gain 1 coin
          choose s in field
          place Hut on s
          end game
        """,
        1,
    )
    assert offered(play_) == ["r0c0", "borrow"]
    answer(play_, "borrow")
    assert play_.over
    assert value(play_, "coins", "agnes") == 1


FAIRIES = """
card Fairy (fairies), active at kept
cards of Fairy:
  earth x2:
    anytime if not used[this] as call_earth:
      set used[this] = yes
      choose n in {1, 2}
      gain n coins
var used per Fairy: Bool = no
var coins (coin) per Player: Int = 0
zone kept per Player: Fairy
piece Pearl (pearls): 3 per Player
board pond: square grid 1 x 1
setup: as first_player: move fairies to my kept
turn:
  if me = first_player:
    choose s in pond
    place Pearl on s
  end game
"""


def test_an_offer_may_be_taken_again_and_in_its_own_questions_none_appears() -> None:
    play_ = play(FAIRIES, 1)
    assert offered(play_) == ["done", "call_earth"]  # two equal cards are one offer; this is the start of the turn
    answer(play_, "done")
    assert offered(play_) == ["r0c0", "call_earth"]
    answer(play_, "call_earth")
    assert offered(play_) == [1, 2]
    answer(play_, 2)
    assert offered(play_) == ["r0c0", "call_earth"]
    answer(play_, "call_earth", 1)
    assert play_.over  # no offer is left: the one space was taken without asking
    assert value(play_, "coins", "agnes") == 3


DUE = """
var chores per Player: Int = 1, 0 to 9, clamped
var rest per Player: Int = 0, 0 to 9, clamped
action work: lose 1 chores
action nap: gain 1 rest
action find: gain 1 chores
turn:
  any order:
    must work if my chores > 0
    may nap, once
    may find, once
  end game
"""


def test_what_must_be_done_under_a_condition_is_due_while_that_holds() -> None:
    play_ = play(DUE, 1)
    assert offered(play_) == ["work", "nap", "find"]
    assert play_.decision is not None
    assert "has to be done first" in play_.decision.why_not("done")
    assert offered(answer(play_, "work")) == ["nap", "find", "done"]
    play_ = play(DUE.replace("Int = 1, 0 to 9", "Int = 0, 0 to 9"), 1)
    assert offered(play_) == ["nap", "find", "done"]
    assert offered(answer(play_, "find")) == ["work", "nap"]


def test_true_and_false_answer_yes_and_no() -> None:
    """In JSON too, and nowhere else."""
    play_ = play(
        """
        var coins: Int = 0
        turn:
          may "Take a coin?": gain 1 coins
          choose n in 1..2
          end game
        """,
        1,
    )
    other = play_.fork()
    other.answer(False)
    play_.answer(True)
    assert (value(play_, "coins"), value(other, "coins")) == (1, 0)
    with pytest.raises(AnswerRefused):
        play_.answer(True)
