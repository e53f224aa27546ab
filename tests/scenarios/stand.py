"""A small game and a way to run scenarios written for it."""

from __future__ import annotations

from pathlib import Path

from rulewright.report.draw import draw
from rulewright.scenarios import Outcome, run_all

GAME = """\
game harvest "Harvest"
language 1
players 2 to 3
first player: random

enum Crop: barley, oats, rye
enum Face (pips: Int): one 1, two 2, three 3
piece Farmer (farmers): 3 per Player
card Seed (seeds): copies 2 for crop in Crop
  crop: Crop
tile Field (fields), sides fallow and sown
  worth: Int
tiles of Field:
  meadow "Meadow" x2 worth 2
  heath "Heath" worth 5

board land: square grid 4 x 4
zone deck: deck of Seed
zone discard: stack of Seed
zone hand per Player: Seed, seen by owner
zone shown: row of 2 Seed
zone laid: list of Seed
zone owned per Player: Field
zone special: one Field
var coins (coin) per Player: Int = 0, 0 to 9, clamped
var stock per Player, Crop: Int = 0, at least 0
var rolled: Int = 0
var noon_turns: Int = 0
var bonus: Int = 0

setup:
  move seeds to deck
  shuffle deck
  each player: draw 1 from deck to my hand

round 3 times:
  phase morning:
    turns in seats(first_player):
      do wake
      any order:
        must work
        may rest, up to 2 times
      do sleep
  phase noon:
    repeat 2 times:
      turns in seats(first_player):
        choose one:
          option sow
          option wait: gain 1 coin
  phase night:
    everyone:
      choose up to 1 picks in my hand
      then: move my picks to discard

action wake: set bonus = bonus + 1
action sleep: set bonus = bonus + 10
action work "Work":
  if any (land where it is empty):
    choose space in land where it is empty
      if possible: it next to my farmers
    place Farmer on space
action rest "Rest":
  roll 1 Face as dice
  for each d in dice: set rolled = d.pips
  gain 1 coin
after place(x: Farmer, s): set noon_turns = noon_turns + 1
when my coins reaches 5: set bonus = bonus + 100

score:
  coins "Coins": my coins
  fields "Fields": sum of my owned.worth
winner: most score, then shared
"""


def run(folder: Path, *scenarios: str, game: str = GAME) -> list[Outcome]:
    """The outcomes of scenarios added to the game."""
    path = folder / "harvest.rules"
    path.write_text("\n\n".join([game, *scenarios]), encoding="utf-8")
    return list(run_all(path).outcomes)


def scenario(*, given: str = "", when: str = "", then: str = "", players: str = "agnes, bruno") -> str:
    """The text of a scenario."""
    lines = ['scenario "it":', f"  players {players}"]
    if given:
        lines.append(f"  given: {given}")
    if when:
        lines.append(f"  when {when}")
    if then:
        lines.append(f"  then: {then}")
    return "\n".join(lines) + "\n"


def said(outcome: Outcome) -> str:
    """All that a user sees of the failures."""
    return "\n".join(draw(failure) for failure in outcome.failures)


def expect(folder: Path, text: str) -> None:
    """The scenario comes out."""
    (outcome,) = run(folder, text)
    assert outcome.passed, said(outcome)


def refused(folder: Path, text: str) -> str:
    """What is said of a scenario that does not come out."""
    (outcome,) = run(folder, text)
    assert not outcome.passed
    return said(outcome)
