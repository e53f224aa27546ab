"""What depends on hidden things or chance: dead ends nobody could foresee, unseen choices, questions always asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.game_text import analysed


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("draw 1 from deck to my hand as c\n  choose d in display where its suit = c.suit\n  move d to my won", 3),
        ("roll 1 Suit as dice\n  choose d in display where its suit in dice\n  move d to my won", 3),
        ("draw 1 from deck to display\n  choose d in display where its cost = 1\n  move d to my won", 3),
        ("if any display:\n    as left_of(me): choose d in display; move d to discard\n    require any display", 4),
        ("let c = random of deck\n  require c is not none\n  move c to my won", 0),
    ],
)
def test_a_dead_end_behind_what_nobody_can_know(tmp_path: Path, rules: str, line: int) -> None:
    found = analysed(tmp_path, f"turn:\n  {rules}\n")
    assert found.problems == ([f"flow/unseen-dead-end {line}"] if line else [])


def test_with_a_way_out_it_is_no_dead_end(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  draw 1 from deck to my hand as c
  do pair(c) if possible
action pair(c: Card?):
  choose d in display where its suit = c.suit
  move d to my won
""",
    )
    assert not found.problems


def test_a_guard_is_a_way_out(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  roll 3 Suit as dice
  let fitting = display where its suit in dice
  if no fitting: stop
  choose d in fitting
  move d to my won
""",
    )
    assert not found.problems


@pytest.mark.parametrize("source", ["left_of(me).hand", "deck"])
def test_choosing_what_one_cannot_see_is_chance(tmp_path: Path, source: str) -> None:
    found = analysed(tmp_path, f"turn:\n  if any {source}:\n    choose c in {source}\n    move c to my hand\n")
    assert found.problems == ["effect/unseen-choice 3"]


@pytest.mark.parametrize(
    "rules",
    [
        "if any my hand: choose c in my hand",
        "show deck to me\n  if any deck: choose c in deck",
        "if any display: choose c in display",
    ],
)
def test_choosing_what_one_sees(tmp_path: Path, rules: str) -> None:
    found = analysed(tmp_path, f"turn:\n  {rules}; move c to my won\n")
    assert not found.problems


def test_what_may_be_chosen_does_not_give_away_what_others_hold(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose up to 1 ps in opponents where any c in its hand has c.cost = 3
  set my energy = 1
""",
    )
    assert found.problems == ["score/hidden 3"]


def test_how_many_others_hold_is_public(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose up to 1 ps in opponents where any its hand
  set my energy = 1
""",
    )
    assert not found.problems


def test_a_question_about_hidden_things_is_always_asked(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in my hand
  choose d in display where its suit = c.suit
  choose e in display
  move e to discard
""",
    )
    assert found.choice("turn.c").always_asked
    assert found.choice("turn.d").always_asked
    assert not found.choice("turn.e").always_asked


def test_a_score_of_hidden_things_is_withheld(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  gain 1 coin
score:
  cards: sum of (my hand).cost
  many: count of my hand
""",
    )
    assert found.notes("withheld") == ["cards"]


def test_an_offer_does_not_depend_on_hidden_things(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
define threat: Int = sum of (my hand).cost
turn:
  if any display:
    choose c in display
    move c to discard
anytime if (any p in players has p.threat > 5): gain 1 coin
""",
    )
    assert found.problems == ["score/hidden 7"]


def test_what_a_zone_accepts_does_not_depend_on_hidden_things(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
zone shelf per Player: Card, accepts any c in deck has c.suit = its suit
turn:
  choose c in display
  move c to my shelf
""",
    )
    assert "score/hidden 2" in found.problems
