"""Random games of the engine are played again, move for move, on the hand-written program of the same rules.

At every question the options, the hands, the ferries, Noah's place and the points must be the same, and in the end the
winners.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

import rulewright as rw
from peers.loading import load_peer
from rulewright.game import Play
from rulewright.runtime import journal, names
from rulewright.runtime.places import things_in
from rulewright.runtime.stream import Stream, below

KINDS = {
    "place_animal.card": "card",
    "choose_gender.gender_of_snail": "gender",
    "Animal.frog.effect.may": "weight",
    "Animal.lion.effect.prey": "opponent",
    "Animal.giraffe.effect.seen": "opponent",
    "Animal.crocodile.effect.refuge": "opponent",
    "swap_with.returned": "back",
    "give_away.gift": "gift",
    "give_away.receiver": "receiver",
    "move_noah.next": "ferry",
}


peer = load_peer("noah")
OPTIONS = list(product(peer.GAME_END, (False, True), (False, True)))


@cache
def noah(end: str, frog: bool, crocodile: bool) -> rw.Game:
    return rw.load("noah", options={"game_end": end, "frog": frog, "crocodile": crocodile})


@pytest.mark.parametrize(("end", "frog", "crocodile"), OPTIONS)
def test_every_option_and_score_agrees(end: str, frog: bool, crocodile: bool, random_games: int) -> None:
    """In a short run each combination of options is played once, each with another number of players."""
    most = 4 if frog else 5
    games = 1 if random_games <= 3 else random_games // 3 * (most - 1)
    start = [each for each in OPTIONS if each[1] == frog].index((end, frog, crocodile))
    for number in range(start, start + games):
        seed, players = divmod(number, most - 1)
        try:
            compare(end, frog, crocodile, players + 2, seed)
        except BaseException as problem:
            problem.add_note(f"{players + 2} players, seed {seed}")
            raise


@pytest.mark.parametrize(("end", "frog", "crocodile"), OPTIONS)
def test_the_same_cards_are_in_play(end: str, frog: bool, crocodile: bool) -> None:
    for players in range(2, 5 if frog else 6):
        play = noah(end, frog, crocodile).start(players=players)
        assert sorted(in_play(play)) == sorted(peer.all_cards(players, frog, crocodile))


def test_five_players_need_the_snails() -> None:
    """Without them only 44 cards are left: both sides refuse the table."""
    assert noah("three_rounds", True, False).players == noah("three_rounds", True, True).players == (2, 4)
    with pytest.raises(ValueError, match="too few"):
        peer.Game(5, first_player=0, deal=lambda cards: (cards[:5], []), steal=lambda hand: hand[0], frog=True)


def compare(end: str, frog: bool, crocodile: bool, players: int, seed: int) -> None:
    play = noah(end, frog, crocodile).start(players=players, seed=seed, keep_journal=True)
    chance = Chance(play)
    game = peer.Game(
        players,
        first_player=first_player(play),
        deal=chance.deal,
        steal=chance.steal,
        game_end=end,
        frog=frog,
        crocodile=crocodile,
    )
    chance.add(journal.NOTHING, None)
    bots = Stream.from_seed(f"{end} {frog} {crocodile} {players} {seed}", "bots")
    while decision := play.decision:
        question = game.question()
        assert question is not None, "the peer's game is over"
        kind, player, answers = question
        assert (kind, play.players[player]) == (KINDS[decision.rule], decision.player)
        ours = {translated(play, kind, decision.option(at).answer, answers): at for at in range(decision.count)}
        assert len(ours) == decision.count
        assert set(ours) == set(answers)
        check_position(play, game)
        chosen, bots = below(bots, len(answers))
        before = play.state.journal
        play.answer(decision.option(ours[answers[chosen]]))
        chance.add(before, player)
        game.answer(answers[chosen])
    assert game.question() is None
    check_position(play, game)
    assert not chance.deals
    assert not chance.steals
    assert set(play.winners) == {play.players[seat] for seat in game.winners()}


class Chance:
    """What the engine dealt and drew, as its journal tells it, handed on to the peer in the same order."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.dealt: list[tuple[str, Any]] = []
        self.deals: list[Any] = []
        self.steals: list[Any] = []

    def add(self, before: Any, player: int | None) -> None:
        """What happened since; `player` has answered."""
        play, hands = self.play, [f"{name}.hand" for name in self.play.players]
        for kind, *told in journal.since(play.state.journal, before):
            if kind != "move":
                continue
            _, going, olds = told
            for (component, new, _), old in zip(going, olds, strict=True):
                source, target = (names.place_name(play.machine.layout, place) for place in (old, new))
                card = card_of(play, component)
                if source == "deck" and target != "deck":
                    self.dealt.append((target, card))
                elif source in hands and player is not None and target == hands[player]:
                    self.steals.append(card)
        if self.dealt:
            ferries = [
                card for place in range(5) for target, card in self.dealt if target == f"aboard[ferry_{place + 1}]"
            ]
            self.deals.append((ferries, [[card for target, card in self.dealt if target == hand] for hand in hands]))
            self.dealt = []

    def deal(self, cards: list[Any]) -> Any:
        assert self.deals, "the peer dealt more often"
        return self.deals.pop(0)

    def steal(self, hand: list[Any]) -> Any:
        assert self.steals, "the peer drew more often"
        assert self.steals[0] in hand
        return self.steals.pop(0)


def first_player(play: Play) -> int:
    """Whoever took the first turn that the journal tells of."""
    told = journal.since(play.state.journal, journal.NOTHING)
    seat: int = next(entry[3] for entry in told if entry[0] == "scope" and entry[2] == "turn")
    return seat


def card_of(play: Play, component: int) -> Any:
    return card(names.kind_name(play.machine.layout, component))


def card(name: str) -> Any:
    """A card is called `cat female`, a snail just that."""
    animal, _, gender = name.partition(" ")
    return animal, gender or "none"


def translated(play: Play, kind: str, answer: Any, answers: list[Any]) -> Any:
    match kind:
        case "card" | "back" | "gift":
            return card(answer)
        case "opponent" | "receiver":
            return play.players.index(answer)
        case "ferry":
            return ferry(answer)
        case "weight":
            return max(answers) if answer == "yes" else min(answers)
    return answer


def ferry(name: str) -> int:
    return int(name.removeprefix("ferry_")) - 1


def in_play(play: Play) -> list[Any]:
    """All cards that are not in the box."""
    layout = play.machine.layout
    used = [zone.number for zone in layout.zones if zone.decl.name != "box"]
    return [card_of(play, c) for zone in used for c in things_in(layout, play.state, zone)]


def cards(play: Play, zone: str, key: int) -> list[Any]:
    """The cards in a zone, those of a ferry from the first that was loaded."""
    layout = play.machine.layout
    return [card_of(play, c) for c in things_in(layout, play.state, layout.zone_number(zone, (key,)))]


def variable(play: Play, name: str) -> Any:
    return play.state.vars[play.machine.layout.vars[name].base]


def check_position(play: Play, game: Any) -> None:
    for seat in range(game.players):
        assert sorted(cards(play, "hand", seat)) == sorted(game.hands[seat])
    if not play.over:
        for place, loaded in enumerate(game.ferries):
            assert cards(play, "aboard", place) == [each.card for each in loaded]
        assert ferry(play.machine.location_name(variable(play, "noah"))) == game.noah
        assert variable(play, "departed") == game.departed
    assert play.scores == {play.players[seat]: row for seat, row in game.scores().items()}
