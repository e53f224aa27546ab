"""Random games of the engine are played again, move for move, on the hand-written program of the same rules.

At every question the options, the hands, the undealt cards, the bids and the scores must be the same, and in the end
the winners.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

import rulewright as rw
from peers.loading import load_peer
from rulewright.game import Play
from rulewright.runtime.bits import members
from rulewright.runtime.names import kind_name
from rulewright.runtime.stream import Stream, below

KINDS = {
    "bidding.tricks": "bid",
    "play_card.card": "card",
    "declare.menu": "tigress",
    "Card.rosie.power.player": "leader",
    "discard.card": "discard",
    "Card.rascal.power.points": "bet",
    "Card.harry.power.menu": "change",
}
SUITS = {"parrot": "green", "treasure_chest": "yellow", "pirate_map": "purple", "jolly_roger": "black"}
CHANGES = {"one_less": -1, "leave": 0, "one_more": 1}
NAMES = ("loot", "kraken", "white_whale", "pirate_abilities")
OPTIONS = [tuple(name for name, on in zip(NAMES, chosen, strict=True) if on) for chosen in product((0, 1), repeat=4)]


peer = load_peer("skull_king")

RARE = [
    ("a Kraken before any suit", 3, 0),
    ("a Whale without numbers", 2, 1),
    ("a white Fourteen", 3, 21),
    ("both beasts", 3, 1),
    ("own Loot", 2, 7),
    ("a bet before or after a change", 3, 23),
    ("beasts only", 2, 138),
]
"""Games with all options in which something happens that random games hardly ever bring."""


@cache
def skull_king(options: tuple[str, ...]) -> rw.Game:
    return rw.load("skull_king", options={name: name in options for name in NAMES})


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "base")
def test_every_option_and_score_agrees(options: tuple[str, ...], random_games: int) -> None:
    at = OPTIONS.index(options)
    tables = range(2, 9) if random_games > 3 else sorted({2 + at % 7, 2 + (at + 3) % 7})  # a short run: all in turn
    for players in tables:
        for seed in range(max(1, random_games // 3)):
            compare(options, players, seed)


@pytest.mark.parametrize(("event", "players", "seed"), RARE)
def test_rare_events_agree(event: str, players: int, seed: int) -> None:
    assert event in compare(NAMES, players, seed), "the game has changed: look for a seed that brings this"


def compare(options: tuple[str, ...], players: int, seed: int) -> set[str]:
    """Plays a game and says which rare events were in it."""
    play = skull_king(options).start(players=players, seed=seed)
    names = tuple(play.players)
    first = names.index(play.view(names[0])["variables"]["first_player"])
    game = Watched(players, first_player=first, deal=lambda cards: dealt(play, cards), **dict.fromkeys(options, True))
    style, bots = below(Stream.from_seed(f"{options} {players} {seed}", "bots"), len(STYLES))
    while decision := play.decision:
        question = game.question()
        assert question is not None, "the peer's game is over"
        kind, player, answers = question
        assert (kind, names[player]) == (KINDS[decision.rule], decision.player)
        ours = {translated(kind, decision.option(at).answer, names): at for at in range(decision.count)}
        assert len(ours) == decision.count
        assert set(ours) == set(answers)
        check_position(play, game)
        at, bots = below(bots, 1000)
        tempting = STYLES[style](kind, answers, game, player)
        choice = tempting[at % len(tempting)]
        play.answer(decision.option(ours[choice]))
        game.answer(choice)
    assert game.question() is None
    check_position(play, game)
    assert set(play.winners) == {names[seat] for seat in game.winners()}
    return game.events


def anything(kind: str, answers: Any, game: Any, player: int) -> Any:
    return answers


def to_the_bid(kind: str, answers: Any, game: Any, player: int) -> Any:
    """So that bids come true and bonuses are paid. The special cards stand behind the numbers."""
    tally = game.tallies[player]
    match kind:
        case "bid":
            return answers[: 2 + game.dealt // game.players]
        case "card":
            return answers[-2:] if tally.tricks < tally.bid else answers[:2]
        case "change" if tally.tricks - tally.bid in answers:
            return [tally.tricks - tally.bid]
        case _:
            return answers


def beasts_first(kind: str, answers: Any, game: Any, player: int) -> Any:
    """So that special cards meet in a trick."""
    return answers[-1:] if kind == "card" else to_the_bid(kind, answers, game, player)


STYLES = (anything, to_the_bid, beasts_first)


class Watched(peer.Game):  # type: ignore[misc, name-defined]
    """The peer, with a note of what happens seldom."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.events: set[str] = set()
        self.white: set[int] = set()

    def _resolve(self, last: bool) -> Any:
        beasts = [played.role for played in self.trick if played.role in peer.BEASTS]
        roles = {played.role for played in self.trick} - set(beasts)
        suits = {played.suit for played in self.trick if played.role == "number"}
        if beasts[-1:] == ["kraken"] and not roles:
            self.events.add("beasts only")
        elif beasts[-1:] == ["kraken"] and peer.lead_suit(self.trick) is None and len(suits) > 1:
            if roles <= {"number", "escape", "loot"}:
                self.events.add("a Kraken before any suit")
        elif beasts[-1:] == ["white_whale"] and not suits and self.trick[0].role != "white_whale":
            self.events.add("a Whale without numbers")
        if len(beasts) == 2:
            self.events.add("both beasts")
        if beasts[-1:] == ["white_whale"] and self._fourteens():
            self.white.add(next(played.player for played in self.trick if played.card.endswith(" 14")))
        yield from super()._resolve(last)

    def _score_round(self) -> None:
        for player, tally in enumerate(self.tallies):
            hit = tally.tricks == tally.bid
            if hit and player in self.white:
                self.events.add("a white Fourteen")
            if hit and (player, player) in self.allies:
                self.events.add("own Loot")
            if any(tally.side_bets) and hit != (tally.tricks == tally.original_bid):
                self.events.add("a bet before or after a change")
        self.white = set()
        super()._score_round()


def dealt(play: Play, cards: int) -> tuple[list[list[str]], list[str]]:
    """The hands and the rest of the deck, top first, as the engine has just dealt them."""
    hands = [held(play, "hand", seat) for seat in range(len(play.players))]
    assert [len(hand) for hand in hands] == [cards] * len(hands)
    return hands, held(play, "deck")


def held(play: Play, zone: str, *keys: int) -> list[str]:
    layout = play.machine.layout
    content = play.state.zones[layout.zone_number(zone, keys)]
    components = reversed(content) if isinstance(content, tuple) else members(content)
    return [card(kind_name(layout, component)) for component in components]


def card(name: str) -> str:
    """A numbered card is called `number parrot 4`."""
    if not name.startswith("number "):
        return name
    _, suit, rank = name.split()
    return f"{SUITS[suit]} {rank}"


def translated(kind: str, answer: Any, names: tuple[str, ...]) -> Any:
    match kind:
        case "card" | "discard":
            return card(answer)
        case "leader":
            return names.index(answer)
        case "change":
            return CHANGES[answer]
        case _:
            return answer


def check_position(play: Play, game: Any) -> None:
    for seat, hand in enumerate(game.hands):
        assert sorted(held(play, "hand", seat)) == sorted(hand)
    assert held(play, "deck") == game.undealt
    assert [played.card for played in game.trick] == held(play, "trick")[::-1] or not held(play, "trick")
    assert play.scores == {play.players[seat]: row for seat, row in game.scores().items()}
