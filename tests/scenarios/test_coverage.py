"""Coverage says which rules scenarios and random games come to, and which nothing does."""

from __future__ import annotations

import json
from pathlib import Path

from rulewright.scenarios import Coverage, run_all

GAME = """\
game lots "Lots"
language 1
players 1 to 2

card Lot (lots)
  worth: score
  use: action
cards of Lot:
  plain "Plain":
    worth: 1
    use: do earn(1)
  rich "Rich":
    worth: double(my coins)
    use: do earn(5)
zone market: Lot
var coins (coin) per Player: Int = 0, 0 to 99, clamped

define double(n: Int): Int = 2 * n
define enough: Int = 1 + half(2)
define half(n: Int): Int = n / 2 rounded down
token Chip: enough
define never: Int = 3

setup: move {plain} to market

turn:
  choose one:
    option work: do earn(1)
    option idle
    option trade if my coins > 50: do exchange
  if my coins >= 5: end game

action earn(n: Int):
  gain n coins
  if n > 1:
    gain 1 coin
action exchange: lose 1 coin
after exchange: gain 2 coins

score:
  for each lot in market: lot.worth
winner: most score, then shared

scenario "Work":
  players agnes
  given: turn of agnes
  when agnes: work
  then: agnes.coins = 1
"""


def covered(folder: Path, games: int = 0) -> Coverage:
    path = folder / "lots.rules"
    path.write_text(GAME, encoding="utf-8")
    report = run_all(path, cover=True, games=games)
    assert report.passed, report.failed
    assert report.coverage is not None
    return report.coverage


def names(coverage: Coverage) -> list[str]:
    return [f"{point.kind} {point.name}" for point in coverage.unreached()]


def test_what_no_scenario_reaches_is_named_once(tmp_path: Path) -> None:
    """Of a rule that nothing reaches only the rule; of one that is reached, what is not reached in it."""
    found = names(covered(tmp_path))
    assert "action exchange" in found
    assert "rule after_exchange" in found
    assert "score Lot.rich.worth" in found
    assert "cell Lot.rich.use" in found
    assert "definition double" in found
    assert "definition half" not in found, "it says how many chips there are"
    assert "menu item turn.trade" in found
    assert "statement gain 1 coin" in found
    assert "statement lose 1 coin" not in found
    assert "action earn" not in found
    assert "menu item turn.work" not in found


def test_random_games_reach_more_and_are_counted_apart(tmp_path: Path) -> None:
    coverage = covered(tmp_path, games=3)
    assert "score Lot.plain.worth" not in names(coverage)
    assert "action exchange" in names(coverage)
    rules = {point.name: (scenarios, games) for point, scenarios, games in coverage.rules()}
    assert rules["Lot.plain.worth"] == (False, True)
    assert rules["earn"] == (True, True)
    assert rules["exchange"] == (False, False)


def test_each_rule_has_its_place(tmp_path: Path) -> None:
    coverage = covered(tmp_path)
    point = next(point for point in coverage.unreached() if point.name == "exchange")
    assert GAME.splitlines()[point.span.line - 1].startswith("action exchange")
    told = json.loads(json.dumps(coverage.to_json()))
    assert told["by_scenarios"] < told["points"]
    assert {"kind": "action", "name": "exchange", "line": point.span.line} in [
        {key: rule[key] for key in ("kind", "name", "line")} for rule in told["unreached"]
    ]
