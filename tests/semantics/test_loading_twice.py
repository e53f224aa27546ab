"""Loading is pure, so the tests may keep what comes of it (`loading`): it is the same again, whoever has used it."""

from __future__ import annotations

import pytest

import loading
import rulewright as rw
from rulewright import loader, resources
from rulewright.report.draw import draw
from rulewright.runtime.stream import Stream, below


@pytest.mark.parametrize("name", resources.games())
def test_a_game_that_has_been_played_is_the_one_that_is_loaded_anew(name: str) -> None:
    game = rw.load(name)
    play = game.start(seed=1)
    stream = Stream.from_seed(1, "bots")
    while (decision := play.decision) is not None and len(play.answers) < 40:
        chosen, stream = below(stream, decision.count)
        play.answer(decision.option(chosen))
    anew = loading.load(loader.read_files(name))
    assert anew is not game.loaded
    assert anew.program == game.program
    assert anew.symbols == game.loaded.symbols
    assert anew.composed == game.loaded.composed
    assert anew.notes == game.loaded.notes
    assert list(map(draw, anew.diagnostics)) == list(map(draw, game.diagnostics))
