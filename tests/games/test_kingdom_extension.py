"""A goal, a location and a section of the board come from a file of their own: rows, and no Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import rulewright as rw
from rulewright.runtime.stream import Stream, below

LODGE = Path(__file__).with_name("lodge.rules")


@cache
def kingdom() -> rw.Game:
    return rw.load("kingdom_builder", with_=[LODGE])


def played(seed: int) -> rw.Play:
    play = kingdom().start(players=3, seed=seed)
    bots = Stream.from_seed(seed, "bots")
    while decision := play.decision:
        at, bots = below(bots, decision.count)
        play.answer(decision.option(at))
    return play


def test_the_new_rows_are_in_play() -> None:
    plays = [played(seed) for seed in range(12)]
    categories = {name for play in plays for row in play.scores.values() for name in row}
    assert "foresters" in categories
    answers = [(answered.rule, answered.answer) for play in plays for answered in play.answers]
    assert ("use_tile.tile", "lodge") in answers, "the ninth location's tile was never used"


def test_the_new_card_counts_settlements_in_the_forest() -> None:
    play = next(p for p in map(played, range(40)) if "foresters" in p.scores[p.players[0]])
    for player in play.players:
        forest = _on(play, player, "forest")
        assert play.scores[player]["foresters"] == 2 * len(forest)
    assert any(play.scores[player]["foresters"] for player in play.players)


def _on(play: rw.Play, player: str, terrain: str) -> set[str]:
    """The names of the spaces of that terrain on which the player has a settlement."""
    layout, state = play.machine.layout, play.state
    number = play.machine.program.enums["Terrain"].values.index(terrain)
    seat = play.players.index(player)
    found = set()
    for component in range(layout.components.size):
        if state.place[component] >= 0 or layout.components.owner_of[component] != seat:
            continue
        space = -1 - state.place[component]
        if state.world.columns["realm", "terrain"][space] == number:
            found.add(layout.geometry.names[space])
    return found
