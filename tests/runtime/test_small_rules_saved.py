"""Small rules files: at each decision and at the end the position can be saved, loaded and looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.stream import Stream, below

FILES = sorted((Path(__file__).parents[1] / "rules").glob("*.rules"))
MOST = 60
STILL = ("stalled", "trap_05_mover_no_anchor")
"""In these nobody is asked before a scenario has set up a position."""


def test_there_are_files() -> None:
    assert len(FILES) >= 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_position_comes_back_as_it_was(path: Path) -> None:
    game = rw.load(path)
    looked_at = 0
    for seed in range(3):
        try:
            play = game.start(players=game.players[1], seed=seed)
        except RuleFault:
            continue  # made to show that play stops
        stream = Stream.from_seed(seed, "bots")
        machine = play.machine
        for _ in range(MOST):
            text = json.dumps(machine.to_json(play.state))
            again = machine.from_json(json.loads(text))
            assert machine.hash(again) == play.hash
            assert [machine.view(again, seat) for seat in range(len(play.players))] == [
                play.view(player) for player in play.players
            ]
            looked_at += 1
            decision = play.decision
            if decision is None:
                break
            k, stream = below(stream, decision.count)
            try:
                play.answer(decision.option(k), decision.player)
            except RuleFault:
                break
    assert looked_at or path.stem in STILL
