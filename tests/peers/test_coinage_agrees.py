"""Random games of the engine are played again, move for move, on the hand-written program of the same rules.

At every question the options, the map, the banks and the matching coins must be the same, from time to time the scores,
and in the end the winners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

import rulewright as rw
from peers.loading import load_peer
from rulewright.game import Play
from rulewright.runtime import journal
from rulewright.runtime.bits import members
from rulewright.runtime.names import kind_name
from rulewright.runtime.stream import Stream, below

RANKS = {"dime": 1, "penny": 2, "nickel": 3, "quarter": 4}
ACTIONS = {"place_coin": "place", "move_stack": "move"}


peer = load_peer("coinage")

RARE = [
    ("a payment after 2 placed", "original", 26),
    ("both at once", "original", 36),
    ("a stack of four moved", "original", 12),
    ("equal points and banks of unequal worth", "original", 41),
    ("a victory shared", "volcano", 49),
]
"""Games in which something happens that random games seldom bring."""


@cache
def coinage(map_card: str) -> rw.Game:
    return rw.load("coinage", options={"map": map_card})


@pytest.mark.parametrize("map_card", [*peer.MAPS, "random"])
def test_every_option_and_score_agrees(map_card: str, random_games: int) -> None:
    for seed in range(4 * random_games):
        compare(map_card, seed)


@pytest.mark.parametrize(("event", "map_card", "seed"), RARE)
def test_rare_events_agree(event: str, map_card: str, seed: int) -> None:
    assert event in compare(map_card, seed), "the game has changed: look for a seed that brings this"


def compare(map_card: str, seed: int) -> set[str]:
    """Plays a game and says which rare events were in it."""
    play = coinage(map_card).start(players=2, seed=seed, keep_journal=True)
    tosses = Tosses(play)
    lying = map_on_table(play)
    assert map_card in ("random", lying)
    game = Watched(lying, first_player=first_player(play), toss=tosses.toss)
    style, bots = below(Stream.from_seed(f"{map_card} {seed}", "bots"), len(STYLES))
    while decision := play.decision:
        question = game.question()
        assert question is not None, "the peer's game is over"
        assert not tosses.waiting, "the peer tossed less often"
        kind, player, answers = question
        assert (kind_of(decision.rule), decision.player) == (kind, play.players[player])
        ours = {translated(kind, decision.option(at).answer): at for at in range(decision.count)}
        assert len(ours) == decision.count
        assert set(ours) == set(answers), f"{decision.rule}: {set(ours) ^ set(answers)}"
        check_position(play, game)
        if game.fresh:
            assert tosses.ranks == sorted({rank for rank, _ in coins(play, held(play, "bank", player))})
        at, bots = below(bots, 8)
        if at == 0:
            check_scores(play, game)
        tempting = STYLES[style](kind, answers)
        at, bots = below(bots, len(tempting))
        before = play.state.journal
        play.answer(decision.option(ours[tempting[at]]))
        tosses.add(play, before)
        game.answer(tempting[at])
    assert game.question() is None
    assert not tosses.waiting
    check_position(play, game)
    check_scores(play, game)
    assert set(play.winners) == {play.players[seat] for seat in game.winners()}
    return game.finish()


class Tosses:
    """Which coins matched in the engine's tosses, as its journal tells, handed on to the peer in the same order."""

    def __init__(self, play: Play) -> None:
        self.heads = first_player(play)
        self.waiting: list[tuple[int, list[int]]] = []
        self.ranks: list[int] = []
        self.matching = 0
        self.add(play, journal.NOTHING)

    def add(self, play: Play, before: Any) -> None:
        layout = play.machine.layout
        slot = layout.vars["matching"].base
        for entry in journal.since(play.state.journal, before):
            match entry:
                case ("set", _, number, _, value) if number == slot:
                    self.matching = value
                case ("end", "toss"):
                    ranks = [RANKS[kind_name(layout, coin)] for coin in members(self.matching)]
                    self.waiting.append((self.player, sorted(ranks)))
                case ("do", "toss", player, *_):
                    self.player, self.matching = player, 0

    def toss(self, player: int, ranks: list[int]) -> list[str]:
        assert self.waiting, "the peer tossed more often"
        tosser, matching = self.waiting.pop(0)
        assert tosser == player
        self.ranks = ranks
        assert set(matching) <= set(ranks)
        assert len(set(matching)) == len(matching)
        sides = ("heads", "tails") if player == self.heads else ("tails", "heads")
        return [sides[rank not in matching] for rank in ranks]


def first_player(play: Play) -> int:
    seat: int = play.state.vars[play.machine.layout.vars["first_player"].base]
    return seat


def map_on_table(play: Play) -> str:
    """Which map it is, by its regions; that its borders are the same shows when stacks are moved."""
    regions: dict[int, set[str]] = {}
    for space, region in zip(
        play.machine.layout.geometry.names, play.state.world.columns["map_card", "region"], strict=True
    ):
        regions.setdefault(region, set()).add(space)
    lying = sorted(map(sorted, regions.values()))
    return next(
        name
        for name, (printed, _) in peer.MAPS.items()
        if sorted(sorted(line.split()) for line in printed.values()) == lying
    )


def kind_of(rule: str) -> str:
    kind = rule.rpartition(".")[2]
    return "menu" if kind.startswith("menu") else kind


def translated(kind: str, answer: str) -> str | int:
    if kind == "menu":
        return ACTIONS.get(answer, answer)
    return RANKS[answer] if kind == "coin" else answer


def check_position(play: Play, game: Any) -> None:
    layout = play.machine.layout
    for space, name in enumerate(layout.geometry.names):
        stack = game.stacks[name]
        assert coins(play, held(play, "pile", space)) == [(rank, game.sides[owner]) for rank, owner in stack]
    for seat in range(game.players):
        assert Counter(rank for rank, _ in coins(play, held(play, "bank", seat))) == +game.banks[seat]
    if not game.over:
        own = game.sides[game.active]
        matching = coins(play, members(play.state.vars[layout.vars["matching"].base]))
        assert sorted(matching) == [(rank, own) for rank in game.matching]
        if game.fresh:  # a coin that was tossed and does not match lies there with its other side up
            others = {rank for rank, side in coins(play, held(play, "bank", game.active)) if side != own}
            assert set(+game.banks[game.active]) - set(game.matching) <= others


def held(play: Play, zone: str, key: int) -> list[int]:
    """The coins in a zone, the top one of a pile last."""
    content = play.state.zones[play.machine.layout.zone_number(zone, (key,))]
    return list(content) if isinstance(content, tuple) else list(members(content))


def coins(play: Play, components: Iterable[int]) -> list[tuple[int, str]]:
    """The rank and the side of each."""
    layout = play.machine.layout
    names = layout.program.components["Coin"].sides
    return [
        (RANKS[kind_name(layout, coin)], names[next(k for k, up in enumerate(play.state.sides) if up >> coin & 1)])
        for coin in components
    ]


def check_scores(play: Play, game: Any) -> None:
    assert play.scores == {play.players[seat]: row for seat, row in game.scores().items()}


# ------------------------------------------------------------------------------------------------------- how one plays


def anything(kind: str, answers: Any) -> Any:
    return answers


def eager(kind: str, answers: Any) -> Any:
    """Whatever is allowed is done, so that banks empty and maps fill."""
    return answers[:-1] if kind == "menu" else answers


def large_first(kind: str, answers: Any) -> Any:
    """Large coins first and much moved and captured, so that stacks grow."""
    return answers[-1:] if kind == "coin" else answers[-2:] if kind == "menu" else answers


STYLES = (anything, eager, large_first)


# --------------------------------------------------------------------------------------------------------- rare events


class Watched(peer.Game):  # type: ignore[misc, name-defined]
    """The peer, with a note of what happens seldom."""

    def __init__(self, *args: Any, **setup: Any) -> None:
        super().__init__(*args, **setup)
        self.events: set[str] = set()
        self.placed = 0
        self.fresh = True

    def _toss_coins(self) -> None:
        super()._toss_coins()
        self.placed = 0
        self.fresh = True
        self.events.add(f"{len(self.matching)} matches")

    def _choose(self, kind: str, options: Any) -> Any:
        choice = yield from super()._choose(kind, options)
        self.fresh = False
        return choice

    def _place(self) -> Any:
        yield from super()._place()
        self.placed += 1
        if self.placed == 3:
            self.events.add("three coins placed")
        if self.over:
            self.events.add("a full map" if all(self.stacks.values()) else "an empty bank")
            if all(self.stacks.values()) and not self.banks[self.active].total():
                self.events.add("both at once")
            if self.matching:
                self.events.add("an end in the middle of a turn")

    def _pay(self) -> Any:
        yield from super()._pay()
        self.events.add(f"a payment after {self.placed} placed")

    def _capture(self) -> Any:
        before = {space: list(stack) for space, stack in self.stacks.items()}
        yield from super()._capture()
        (taken,) = [stack for space, stack in before.items() if stack != self.stacks[space]]
        self.events.add("a single coin captured" if len(taken) == 1 else "the top of a stack captured")
        self.events.add("one's own coin captured" if taken[-1][1] == self.active else "another's coin captured")

    def _move(self) -> Any:
        before = {space for space, stack in self.stacks.items() if len(stack) == 4}
        yield from super()._move()
        if any(not self.stacks[space] for space in before):
            self.events.add("a stack of four moved")

    def finish(self) -> set[str]:
        points = [sum(row.values()) for row in self.scores().values()]
        left = [bank.total() for bank in self.banks]
        if points[0] == points[1]:
            self.events.add("a tie" if len(self.winners()) == 1 else "a victory shared")
            if left[0] == left[1] and len(self.winners()) == 1:
                self.events.add("equal points and banks of unequal worth")
        return self.events
