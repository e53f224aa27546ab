"""What can fail later becomes a plain test of what is offered now, or stays a search: seen in the core tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.game_text import analysed
from analyses.show_core import show
from rulewright.core import tree


def pushed(choice: tree.Choose) -> list[str]:
    return [show(test.test) for test in choice.tests if test.origin == "pushed"]


def test_a_price_is_a_condition_of_what_may_be_bought(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in display
  pay c.cost coins
  move c to my won
""",
    )
    choice = found.choice("turn.c")
    assert pushed(choice) == ["ge(coins[me], c.cost)"]
    assert not choice.look_ahead
    assert not found.notes("search")


def test_a_piece_that_is_placed_must_be_left_in_the_supply(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose s in meadow where it is empty
  place Pawn on s
""",
    )
    assert pushed(found.choice("turn.s")) == ["some(only(contents(@supply[me]), 'Pawn'))"]
    assert not found.notes("search")


def test_the_next_choice_must_have_an_option(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose p in my pawns
  choose s in neighbors(p) where it is empty
  move p to s
""",
    )
    (condition,) = pushed(found.choice("turn.p"))
    assert condition == "any(near(make_set(space_of(p))), where is_empty(s))"
    assert not found.notes("search")


def test_what_a_choice_cannot_change_is_required_in_front_of_it(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose 2 cs in display
  move cs to discard
  pay 1 coin
""",
    )
    body = found.program.routines["turn"].body
    assert isinstance(body, tree.Seq)
    first = body.items[0]
    assert isinstance(first, tree.Require)
    assert show(first.test) == "ge(coins[me], 1)"
    assert not found.choice("turn.cs").look_ahead


def test_possible_means_that_the_set_is_not_empty(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  do settle(meadow where not its water) if possible
action settle(sites: set of Space):
  choose s in sites where it is empty
  place Pawn on s
""",
    )
    (do,) = [node for node in found.nodes() if isinstance(node, tree.Do) and node.otherwise is not None]
    assert do.test is not None
    assert "any(filter(all_spaces('meadow', None), where not(it.water)), where is_empty(s))" in show(do.test)
    assert "some(only(contents(@supply[me]), 'Pawn'))" in show(do.test)
    assert not found.notes("search")


def test_can_is_worked_out_as_a_test(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
define rich: Bool = can buy
turn:
  if my rich: do buy
action buy:
  choose c in display
  pay c.cost coins
  move c to my won
""",
    )
    body = found.program.routines["rich"].body
    assert isinstance(body, tree.Can)
    assert show(body.test) == "any(contents(@display[]), where ge(coins[me], c.cost))"


def test_each_row_has_its_own_test(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
tile Power (powers)
  use: action
tiles of Power:
  build x2:
    use: do settle
  rest x2:
    use: gain 1 coin
zone kept per Player: Power
action settle:
  choose s in meadow where it is empty
  place Pawn on s
turn:
  choose p in my kept
  do p.use
""",
    )
    (condition,) = pushed(found.choice("turn.p"))
    assert condition.startswith("match p {build: ")
    assert condition.endswith("rest: True}")
    assert not found.notes("search")


def test_the_menu_cannot_fail_but_its_item_can(tmp_path: Path) -> None:
    """`work` is offered only if the tile that is bought can still be paid after the way there."""
    found = analysed(
        tmp_path,
        """
turn:
  choose one:
    option work: do work
    option rest: gain 3 coins
action work:
  do travel
  do buy
action travel:
  choose n in {1, 2}
  pay n coins
action buy:
  choose c in display
  pay c.cost coins
  move c to my won
""",
    )
    assert found.item("work").look_ahead
    assert not found.item("rest").look_ahead
    assert found.notes("search") == ["travel.n", "turn.menu.work"]


def test_an_item_is_offered_if_its_own_test_holds(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  any order:
    must rest
    may buy, up to 2 times
action rest:
  lose 1 coin
action buy:
  choose c in display
  pay c.cost coins
  move c to my won
""",
    )
    assert show(found.item("buy").can) == "any(contents(@display[]), where ge(coins[me], c.cost))"
    assert found.item("rest").can is None
    assert not found.item("rest").look_ahead
    assert not found.notes("search")


def test_an_item_that_may_spoil_what_is_due_is_looked_ahead_from(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  any order:
    must buy
    may gamble, once
action gamble:
  lose 1 coin
action buy:
  choose c in display
  pay c.cost coins
  move c to my won
""",
    )
    assert found.item("gamble").look_ahead
    assert not found.item("buy").look_ahead


def test_a_later_pass_of_a_loop_is_looked_ahead_to(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  repeat 2 times:
    choose c in display
    pay c.cost coins
    move c to my won
""",
    )
    choice = found.choice("turn.c")
    assert choice.look_ahead
    assert pushed(choice) == ["ge(coins[me], c.cost)"]


def test_nothing_is_demanded_behind_a_step_of_flow(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in display
  move c to discard
after turn:
  pay 1 coin
""",
    )
    assert not found.choice("turn.c").look_ahead


def test_the_rest_of_the_turn_counts_for_a_choice_inside_an_action(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  do give
  choose c in display
  pay c.cost coins
action give:
  choose c in my won
  move c to display
""",
    )
    assert found.choice("give.c").look_ahead


def test_a_guard_makes_the_search_unnecessary(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  may "Buy?":
    pay 1 coin
  if any display: do take
action take:
  choose c in display
  move c to my won
""",
    )
    assert not found.notes("search")
    assert not found.notes("fails")


def test_a_reaction_that_may_fail_never_makes_its_cause_fail(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose s in meadow where it is empty
  place Stone on s
after place(x: Stone, s) as toll: pay 1 coin
""",
    )
    assert pushed(found.choice("turn.s")) == ["some(only(contents(@box[]), 'Stone'))"]
    assert found.notes("trial") == ["toll"]


def test_a_rule_before_an_action_makes_it_a_search(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in display
  do buy(c)
action buy(c: Card):
  pay c.cost coins
  move c to my won
before buy(c):
  pay 1 coin
""",
    )
    assert found.choice("turn.c").look_ahead


def test_what_an_offer_may_change_is_looked_ahead_to(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in display
  pay c.cost coins
  move c to my won
anytime, once: gain 2 coins
""",
    )
    assert found.choice("turn.c").look_ahead


def test_an_action_that_comes_round_to_itself_is_settled_if_its_calls_cannot_fail(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  do again
action again:
  gain 1 coin
  may "Again?": do again
""",
    )
    assert not found.notes("search")


def test_into_a_place_for_one_thing_nothing_is_put_twice(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in display
  move c to my single
""",
    )
    assert pushed(found.choice("turn.c")) == ["is_none(contents(@single[me]))"]


def test_what_lies_in_a_place_for_one_thing_may_be_put_there(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in {the first of display, my single}
  move c to my single
""",
    )
    assert pushed(found.choice("turn.c")) == ["or(is_none(contents(@single[me])), eq(contents(@single[me]), c))"]


def test_a_place_that_was_just_emptied_is_free(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose c in display
  move my single to discard
  move c to my single
""",
    )
    assert pushed(found.choice("turn.c")) == []
    assert not found.notes("search")


def test_a_zone_that_is_choosy_is_asked_beforehand(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
zone shelf per Player, Suit as wanted: Card, accepts its suit = wanted
turn:
  choose c in display
  move c to my shelf[bells]
""",
    )
    assert pushed(found.choice("turn.c")) == ["eq(c.suit, 1)"]
    assert not found.notes("search")


@pytest.mark.parametrize(
    "rules",
    [
        "choose n in {1, 2}\n  set my energy = n",
        "choose s in Suit\n  choose p in players\n  set my energy = 1",
        "if my coins >= 1:\n    choose n in {1, 2, 3}\n    pay n coins",
        "if my coins >= 2:\n    choose n in 2..my coins\n    pay n coins",
        "choose n in {0, 1, 2}\n  pay n coins",
        "if any my hand:\n    choose c in my hand\n    move c to discard",
        "if count of my hand >= 2:\n    choose 2 cs in my hand\n    move cs to discard",
        "repeat while any my hand:\n    choose c in my hand\n    move c to discard",
        "this turn:\n    anytime, once as bribe: draw 1 from deck to my hand\n"
        "  choose up to 1 cs in my hand\n  move cs to discard",
        "if every p in players has any p.hand:\n    everyone:\n      choose c in my hand\n"
        "      then: move my c to my won",
    ],
)
def test_a_choice_that_cannot_be_empty_needs_no_word_for_that(tmp_path: Path, rules: str) -> None:
    assert analysed(tmp_path, f"turn:\n  {rules}\n").problems == []


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("choose n in {1, 2}\n  pay n coins", 2),
        ("if my coins >= 1:\n    choose n in 2..my coins\n    pay n coins", 3),
        ("if any my hand:\n    choose 2 cs in my hand\n    move cs to discard", 3),
        ("choose c in my hand\n  move c to discard", 2),
    ],
)
def test_a_choice_that_may_be_empty_is_refused(tmp_path: Path, rules: str, line: int) -> None:
    assert analysed(tmp_path, f"turn:\n  {rules}\n").problems == [f"flow/stuck-choice {line}"]
