"""Numbers settled before play: declared ranges, and where a number could be too large to be exact."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.game_text import Outcome, analysed
from rulewright.core import tree


def stores(found: Outcome, place: str) -> list[str]:
    return [node.on_range for node in found.nodes() if isinstance(node, tree.Set) and node.place == place]


def checked(found: Outcome) -> int:
    return sum(isinstance(node, tree.Checked) for node in found.nodes())


@pytest.mark.parametrize(
    "rules",
    [
        "if my energy < 6: set my energy = my energy + 1",
        "if my energy + 2 <= 6: set my energy = my energy + 2",
        "set my energy = count of my pawns",
        "set my energy = max of (c.cost for c in cards) otherwise 0",
        "if my energy >= 3: set my energy = my energy - 3",
        "if my energy > 0 and my energy < 6: set my energy = my energy + 1",
        "repeat while my energy < 6: set my energy = my energy + 1",
        "choose n in 1..3; set my energy = n * 2",
        "require my energy < 6; set my energy = my energy + 1",
        "set my energy = 5; set my energy = my energy + 1",
    ],
)
def test_a_store_that_stays_inside_is_proved(tmp_path: Path, rules: str) -> None:
    found = analysed(tmp_path, "turn:\n" + "".join(f"  {part}\n" for part in rules.split("; ")))
    assert set(stores(found, "energy")) == {"proved"}
    assert not found.problems


@pytest.mark.parametrize(
    "rules",
    [
        "set my energy = my energy + 1",
        "set my energy = my energy - 1",
        "if my energy < 6: set my energy = my energy + 2",
        "set my energy = count of cards",
        "if my energy < 6: do raise",
    ],
)
def test_a_store_that_may_leave_the_range_is_an_error(tmp_path: Path, rules: str) -> None:
    raise_twice = "action raise:\n  repeat 2 times: set my energy = my energy + 1\n"
    found = analysed(tmp_path, f"turn:\n  {rules}\n{raise_twice if 'raise' in rules else ''}")
    assert any(problem.startswith("effect/open-range") for problem in found.problems)


def test_what_happens_in_between_is_minded(tmp_path: Path) -> None:
    """The guard is no longer true once somebody else may have set the variable."""
    found = analysed(
        tmp_path,
        """
turn:
  if my energy < 6:
    do other
    set my energy = my energy + 1
action other:
  set my energy = 6
""",
    )
    assert stores(found, "energy").count("check") == 1


def test_a_reaction_in_between_is_minded(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  choose s in meadow where it is empty
  if my energy < 6:
    place Stone on s
    set my energy = my energy + 1
after place(x: Stone, s): set my energy = 6
""",
    )
    assert stores(found, "energy").count("check") == 1


def test_no_declared_bound_is_a_bound_that_is_tested(tmp_path: Path) -> None:
    found = analysed(tmp_path, "turn:\n  gain 1 coin\n")
    assert stores(found, "coins") == ["check"]
    assert found.notes("bound") == ["turn: coins"]
    assert not found.problems


def test_a_payment_that_was_tested_cannot_fail(tmp_path: Path) -> None:
    found = analysed(tmp_path, "turn:\n  if my coins >= 2: pay 2 coins\n")
    assert stores(found, "coins") == ["proved"]


def test_parameters_are_as_large_as_their_calls(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  do charge(1)
  do charge(3)
action charge(n: Int):
  set my energy = 2 * n
""",
    )
    assert stores(found, "energy") == ["proved"]


def test_only_a_number_that_may_be_too_large_is_tested(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
define small: Int = my coins * 1000 + count of cards
define large: Int = my coins * my coins
turn:
  if my small > 3 and my large > 3: gain 1 coin
""",
    )
    assert checked(found) == 1
    assert found.notes("checked") == [""]


def test_the_size_of_a_roll_bounds_what_is_counted_in_it(tmp_path: Path) -> None:
    found = analysed(
        tmp_path,
        """
turn:
  roll 6 Suit as dice
  set my energy = count of (dice where it = bells)
""",
    )
    assert stores(found, "energy") == ["proved"]
