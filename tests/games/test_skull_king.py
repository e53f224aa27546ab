"""What scenarios cannot say of Skull King: that nothing is searched for, and how each deal of a game comes out."""

from __future__ import annotations

import pytest

import rulewright as rw
from analyses.game_text import elaborated
from rulewright import loader
from rulewright.runtime.stream import Stream, below
from rulewright.semantics.analyses import analyse

OPTIONS = ("loot", "kraken", "white_whale", "pirate_abilities")


@pytest.mark.parametrize("value", ["no", "yes"])
def test_no_choice_is_looked_through_before_it_is_offered(value: str) -> None:
    counts = analyse(elaborated(loader.read_files("skull_king"), dict.fromkeys(OPTIONS, value))).counts()
    assert counts["loop"] and not counts.get("search")


@pytest.mark.parametrize(("option", "players", "most"), [("kraken", 7, 10), ("kraken", 8, 8), ("loot", 8, 9)])
def test_all_are_dealt_the_same_number_of_cards(option: str, players: int, most: int) -> None:
    play = rw.load("skull_king", options={option: True}).start(players=players, seed=1)
    bots, dealt = Stream.from_seed(1, "bots"), []
    while decision := play.decision:
        if decision.rule == "bidding.tricks" and len(decision.players) == players:
            hands = {len(play.view(name)["zones"][f"{name}.hand"]) for name in play.players}
            assert len(hands) == 1
            dealt += hands
        at, bots = below(bots, decision.count)
        play.answer(decision.option(at))
    assert dealt == [min(number, most) for number in range(1, 11)]
