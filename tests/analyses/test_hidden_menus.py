"""Whether a line of a menu is offered may not rest on what the asked player cannot see."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import loader

RULES = """game secrets "Secrets"
players 2 to 3
card Number (numbers): copies 1 for value in 1..9
  value: Int
var coins (coin) per Player: Int = 0, 0 to 1000, clamped
zone deck: deck of Number
zone hand per Player: Number, seen by owner
setup:
  move numbers to deck; shuffle deck
  deal 2 from deck to hand
define rich: Bool = any (left_of(first_player).hand where its value > 4)
action work: gain 1 coin
action rest: gain 2 coins
turn:
{turn}
  if my coins > 10: end game
score:
  coins: my coins
winner: most score, then shared
"""
OPTION = "  choose one:\n    option work if {test}: gain 1 coin\n    option rest: gain 2 coins"
ENTRY = "  any order:\n    must rest\n    may work, once if {test}"


def codes(tmp_path: Path, turn: str) -> list[str]:
    path = tmp_path / "secrets.rules"
    path.write_text(RULES.format(turn=turn), "utf-8")
    found = [problem.code.slug for problem in loader.load(loader.read_files(path)).diagnostics]
    return [slug for slug in found if slug != "style/unused"]


@pytest.mark.parametrize("menu", [OPTION, ENTRY])
@pytest.mark.parametrize("test", ["any (left_of(me).hand where its value > 5)", "rich"])
def test_another_players_hand_is_not_read(tmp_path: Path, menu: str, test: str) -> None:
    assert codes(tmp_path, menu.format(test=test)) == ["score/hidden"]


@pytest.mark.parametrize("menu", [OPTION, ENTRY])
@pytest.mark.parametrize("test", ["any (my hand where its value > 5)", "count of left_of(me).hand > 1"])
def test_the_own_hand_and_sizes_may_be_read(tmp_path: Path, menu: str, test: str) -> None:
    assert codes(tmp_path, menu.format(test=test)) == []
