"""Skull King (2 to 8 players) by hand: a first player, deals and answers come in, questions and scores go out.

The program is written the obvious way. It is a yardstick for speed and an independent referee: games recorded elsewhere
are played again here, answer by answer. All chance comes from outside: `deal` is told how many cards each player gets
and gives the hands and the cards that are left, top first.

    game = Game(3, first_player=0, deal=lambda cards: ([["green 3"], ["escape"], ["mermaid"]], ["black 14", ...]))
    while (question := game.question()) is not None:
        kind, player, options = question
        game.answer(options[0])
    game.scores(), game.winners()

| kind      | an answer                                                                                      |
|-----------|------------------------------------------------------------------------------------------------|
| `bid`     | how many tricks the player means to win                                                        |
| `card`    | the card that is played into the trick                                                         |
| `tigress` | `"pirate"` or `"escape"`, what she counts as                                                   |
| `leader`  | the player who leads the next trick (Rosie)                                                    |
| `discard` | a card that is put under the deck (Bendt)                                                      |
| `bet`     | the points of the side bet (Rascal)                                                            |
| `change`  | -1, 0 or 1, added to the bid (Harry)                                                           |

Cards are called `green 7` (also `yellow`, `purple`, `black`), `escape`, `pirate`, `tigress`, `skull_king`, `mermaid`,
`loot`, `kraken`, `white_whale`; with pirate abilities the pirates are `rosie`, `bendt`, `rascal`, `juanita`, `harry`.
Equal cards are one option. A card from the hand is asked for even if it is the only one that can be played: not to ask
would tell the others. Any other choice with one option is made without asking. Options come in a fixed order. Run as a
script it measures games per second.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from _asking import Asking, Question, T, finished, measure

Deal = tuple[list[list[str]], list[str]]

ROUNDS = 10
STANDARD = ("green", "yellow", "purple")
TRUMP = "black"
NUMBERED = {f"{suit} {number}": (suit, number) for suit in (*STANDARD, TRUMP) for number in range(1, 15)}
NAMED_PIRATES = ("rosie", "bendt", "rascal", "juanita", "harry")
PIRATES = ("pirate", *NAMED_PIRATES)
BEASTS = ("kraken", "white_whale")
SIDE_BETS = (0, 10, 20)


def deck(*, loot: bool, kraken: bool, white_whale: bool, pirate_abilities: bool) -> list[str]:
    """All cards of a game with these options, in a fixed order."""
    cards = [*NUMBERED, *["escape"] * 5, *(NAMED_PIRATES if pirate_abilities else ["pirate"] * 5)]
    cards += ["tigress", "skull_king", "mermaid", "mermaid"]
    return cards + ["loot"] * (2 * loot) + ["kraken"] * kraken + ["white_whale"] * white_whale


class Played(NamedTuple):
    """A card in a trick. `role` is what it counts as: `number`, `pirate`, `escape`, or its own name."""

    player: int
    card: str
    role: str

    @property
    def suit(self) -> str:
        return NUMBERED[self.card][0]

    @property
    def number(self) -> int:
        return NUMBERED[self.card][1]


@dataclass
class Tally:
    """What a player has done in a round."""

    bid: int = 0
    original_bid: int = 0
    tricks: int = 0
    bonus: int = 0
    side_bets: list[int] = field(default_factory=list)


def role_of(card: str) -> str:
    if card in NUMBERED:
        return "number"
    return "pirate" if card in PIRATES else card


def lead_suit(trick: Sequence[Played]) -> str | None:
    """The suit that must be followed: that of the first card which is no Escape or Loot, if it has one."""
    for played in trick:
        if played.role not in ("escape", "loot"):
            return played.suit if played.role == "number" else None
    return None


def best(trick: Sequence[Played], suit: str | None) -> Played | None:
    """The card that wins among these, none of them a beast; None of no cards. `suit`: the one to be followed."""
    by_role: dict[str, list[Played]] = {}
    for played in trick:
        by_role.setdefault(played.role, []).append(played)
    if "skull_king" in by_role:
        return by_role["mermaid"][0] if "mermaid" in by_role else by_role["skull_king"][0]
    for role in ("pirate", "mermaid"):
        if role in by_role:
            return by_role[role][0]
    numbers = by_role.get("number", [])
    if numbers:
        trumps = [played for played in numbers if played.suit == TRUMP]
        led = [played for played in numbers if suit in (None, played.suit)]
        return max(trumps or led, key=lambda played: played.number)
    return trick[0] if trick else None


class Game(Asking):
    """One game. Its attributes may be read at any time, and changed before the first question to set up a position."""

    def __init__(
        self,
        players: int,
        *,
        first_player: int,
        deal: Callable[[int], Deal],
        loot: bool = False,
        kraken: bool = False,
        white_whale: bool = False,
        pirate_abilities: bool = False,
    ) -> None:
        if not 2 <= players <= 8 or not 0 <= first_player < players:
            raise ValueError(f"2 to 8 players, one of them first: not {players} and {first_player}")
        self.players = players
        self.deal = deal
        self.cards = deck(loot=loot, kraken=kraken, white_whale=white_whale, pirate_abilities=pirate_abilities)
        self.first_player = first_player
        self.round = 0
        self.dealt = 0
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.undealt: list[str] = []
        self.trick: list[Played] = []
        self.tallies = [Tally() for _ in range(players)]
        self.allies: list[tuple[int, int]] = []
        self.pirate_abilities = pirate_abilities
        categories = ("bids", "bonuses", "side_bets") if pirate_abilities else ("bids", "bonuses")
        self.points = [dict.fromkeys(categories, 0) for _ in range(players)]
        self.leader = first_player
        self.over = False
        super().__init__(self._rounds())

    def _choose(self, kind: str, player: int, options: Sequence[T]) -> Generator[Question, Any, T]:
        if len(options) == 1 and kind not in ("card", "discard"):
            return options[0]
        choice: T = yield kind, player, options
        return choice

    def _from(self, player: int) -> list[int]:
        """Everybody clockwise, beginning with that player."""
        return [(player + step) % self.players for step in range(self.players)]

    # The course of the game.

    def _rounds(self) -> Generator[Question, Any, None]:
        for self.round in range(1, ROUNDS + 1):
            yield from self._round()
        self.over = True

    def _round(self) -> Generator[Question, Any, None]:
        self.dealt = min(self.round, len(self.cards) // self.players)
        hands, undealt = self.deal(self.dealt)
        together = [card for hand in hands for card in hand] + list(undealt)
        if sorted(together) != sorted(self.cards) or [len(hand) for hand in hands] != [self.dealt] * self.players:
            raise ValueError(f"{self.dealt} cards each cannot be dealt as {hands} with {undealt} left")
        self.hands, self.undealt = [list(hand) for hand in hands], list(undealt)
        self.tallies = [Tally() for _ in range(self.players)]
        self.allies = []
        self.leader = self._first_leader()
        for player in range(self.players):
            bid = yield from self._choose("bid", player, range(self.dealt + 1))
            self.tallies[player].bid = self.tallies[player].original_bid = bid
        for number in range(1, self.dealt + 1):
            yield from self._play_trick()
            yield from self._resolve(last=number == self.dealt)
        self._score_round()

    def _first_leader(self) -> int:
        return (self.first_player + self.round - 1) % self.players

    def _play_trick(self) -> Generator[Question, Any, None]:
        self.trick = []
        for player in self._from(self.leader):
            card = yield from self._choose("card", player, self._playable(player))
            self.hands[player].remove(card)
            self.trick.append(Played(player, card, role_of(card)))
            if card == "tigress":
                role = yield from self._choose("tigress", player, ("pirate", "escape"))
                self.trick[-1] = Played(player, card, role)

    def _playable(self, player: int) -> list[str]:
        """The cards in hand that may be played, equal ones once."""
        hand = sorted(set(self.hands[player]), key=self.cards.index)
        suit = lead_suit(self.trick)
        if suit is None or not any(role_of(card) == "number" and NUMBERED[card][0] == suit for card in hand):
            return hand
        return [card for card in hand if card not in NUMBERED or NUMBERED[card][0] == suit]

    # Who takes a trick.

    def _resolve(self, last: bool) -> Generator[Question, Any, None]:
        beasts = [played for played in self.trick if played.role in BEASTS]
        beast = beasts[-1] if beasts else None
        others = [played for played in self.trick if played.role not in BEASTS]
        if beast is None:
            winner = best(self.trick, lead_suit(self.trick))
            assert winner is not None
            self._capture(winner)
            self.leader = winner.player
            if winner.card in NAMED_PIRATES:
                yield from self._ability(winner, last)
        elif beast.role == "kraken":
            would_win = best(others, lead_suit(self.trick))
            self.leader = would_win.player if would_win is not None else self.trick[0].player
        else:
            numbers = [played for played in self.trick if played.role == "number"]
            if numbers:
                highest = max(numbers, key=lambda played: played.number)
                self._capture_white(highest)
                self.leader = highest.player
            else:
                self.leader = beast.player

    def _capture(self, winner: Played) -> None:
        tally = self.tallies[winner.player]
        tally.tricks += 1
        tally.bonus += self._fourteens()
        roles = [played.role for played in self.trick]
        if winner.role == "mermaid" and "skull_king" in roles:
            tally.bonus += 40
        elif winner.role == "skull_king":
            tally.bonus += 30 * roles.count("pirate")
        elif winner.role == "pirate":
            tally.bonus += 20 * roles.count("mermaid")
        self.allies += [(played.player, winner.player) for played in self.trick if played.role == "loot"]

    def _capture_white(self, winner: Played) -> None:
        """Under the White Whale the special cards are destroyed; what is won are the numbered cards."""
        self.tallies[winner.player].tricks += 1
        self.tallies[winner.player].bonus += self._fourteens()

    def _fourteens(self) -> int:
        fourteens = [played.suit for played in self.trick if played.role == "number" and played.number == 14]
        return sum(20 if suit == TRUMP else 10 for suit in fourteens)

    # What pirates can do for whoever wins a trick with them.

    def _ability(self, winner: Played, last: bool) -> Generator[Question, Any, None]:
        me = winner.player
        tally = self.tallies[me]
        if winner.card == "harry":
            changes = [step for step in (-1, 0, 1) if 0 <= tally.bid + step <= self.dealt]
            tally.bid += yield from self._choose("change", me, changes)
        elif last:
            return
        elif winner.card == "rosie":
            self.leader = yield from self._choose("leader", me, range(self.players))
        elif winner.card == "bendt":
            drawn, self.undealt = self.undealt[:2], self.undealt[2:]
            self.hands[me] += drawn
            for _ in drawn:
                hand = sorted(set(self.hands[me]), key=self.cards.index)
                card = yield from self._choose("discard", me, hand)
                self.hands[me].remove(card)
                self.undealt.append(card)
        elif winner.card == "rascal":
            tally.side_bets.append((yield from self._choose("bet", me, SIDE_BETS)))

    # Scores.

    def _score_round(self) -> None:
        hits = [tally.tricks == tally.bid for tally in self.tallies]
        for player, tally in enumerate(self.tallies):
            points, hit = self.points[player], hits[player]
            if tally.bid == 0:
                points["bids"] += 10 * self.dealt if hit else -10 * self.dealt
            else:
                points["bids"] += 20 * tally.bid if hit else -10 * abs(tally.bid - tally.tricks)
            if hit:
                points["bonuses"] += tally.bonus
            if self.pirate_abilities:
                won = tally.tricks == tally.original_bid
                points["side_bets"] += sum(bet if won else -bet for bet in tally.side_bets)
        for ally, captor in self.allies:
            if ally != captor and hits[ally] and hits[captor]:
                self.points[ally]["bonuses"] += 20
                self.points[captor]["bonuses"] += 20

    def scores(self) -> dict[int, dict[str, int]]:
        return {player: dict(points) for player, points in enumerate(self.points)}

    def winners(self) -> list[int]:
        """All who have the highest score."""
        totals = [sum(points.values()) for points in self.points]
        return [player for player, total in enumerate(totals) if total == max(totals)]


# ------------------------------------------------------------------------------------------------------ random play


def play_random(players: int, seed: int, **options: bool) -> Game:
    """A finished game in which every question was answered uniformly at random."""
    chance = random.Random(seed)

    def deal(count: int) -> Deal:
        cards = list(game.cards)
        chance.shuffle(cards)
        return [cards[seat * count : (seat + 1) * count] for seat in range(players)], cards[players * count :]

    game = Game(players, first_player=chance.randrange(players), deal=deal, **options)
    return finished(game, chance)


if __name__ == "__main__":
    measure("Skull King", range(2, 9), 4, lambda players, seed: play_random(players, seed, loot=True, kraken=True, white_whale=True, pirate_abilities=True))
