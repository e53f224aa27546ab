"""A few of the damaged rules files that `python tools/dev.py fuzz` makes by the thousand, and some that found a bug.

A failure names the input: `python tools/dev.py fuzz --seed 1 --write NUMBER` writes its files into a folder.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import trial
from fuzz.running import Inputs
from hostile.texts import END, HEAD, ROWS, SCORE, game
from syntax.blocks_of_rules import PIECES

ROOT = Path(__file__).parents[1]
SEED, SECONDS, LEAST = 1, 1.5, 10


def test_damaged_files_end_in_a_game_or_in_messages() -> None:
    """As many as the time allows, from the first."""
    inputs = Inputs(ROOT, SEED)
    end = time.process_time() + SECONDS
    outcomes: dict[str, int] = {}
    for number in range(10_000):
        if number >= LEAST and time.process_time() > end:
            break
        tried = inputs[number]
        result = trial.tried(tried.files, tried.base.main, tried.base.with_, tried.seed)
        assert not result.crash, f"input {number} of seed {SEED} ({tried.base.name}): {result.crash}\n{result.trace}"
        outcomes[result.outcome] = outcomes.get(result.outcome, 0) + 1
    assert len(outcomes) > 1


FOUND = {
    "61 blocks on a line": game(turn="  " + "if n = 1: " * 61 + "gain 1 coin\n"),
    "66 blocks on a line": game(turn="  " + "if n = 1: " * 66 + "gain 1 coin\n"),
    "80 blocks on a line": game(turn="  " + "if n = 1: " * 80 + "gain 1 coin\n"),
    "each player in each player": game(turn="  " + "each player: " * 12 + "gain 1 coin\n"),
    "a scenario that holds a thousand million": game()
    + '\nscenario "many":\n  given:\n    deck holds 1000000000 slip\n  then:\n    no deck\n',
    "a row of less than none": game("zone display: row of -1 Slip\n"),
    "copies less than none": game(rows="cards of Slip:\n  slip x4 worth 1\n  other worth 2 copies -1\n"),
    "a thousand million copies": game(rows="cards of Slip:\n  slip x1000000000 worth 1\n"),
    "a range without end": game("define far: set of Int = 1..999999999999999\n"),
    "a board without end": game("board far: hex grid 100000 x 100000\n"),
    "a loop without end": game(turn="  repeat 1000000000 times: gain 1 coin\n"),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_once_found_a_bug(name: str) -> None:
    result = trial.tried({"main.rules": FOUND[name].encode("utf-8")}, "main.rules", (), "1")
    assert not result.crash, result.trace


WHOLE = f"{HEAD}{ROWS}turn:\n  choose n in {{1, 2}}\n  gain n coins\n{END}{SCORE}"


@settings(max_examples=25)
@given(st.integers(0, len(WHOLE)), st.integers(0, 12), st.sampled_from(PIECES))
def test_a_small_game_with_a_piece_exchanged(start: int, length: int, piece: str) -> None:
    text = WHOLE[:start] + piece + WHOLE[start + length :]
    result = trial.tried({"main.rules": text.encode("utf-8")}, "main.rules", (), "1")
    assert not result.crash, f"{result.crash}\n{text}"
