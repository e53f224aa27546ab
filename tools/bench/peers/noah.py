"""Noah (2 to 5 players) by hand: a first player, deals and answers come in, questions and scores go out.

The program is written the obvious way. It is a yardstick for speed and an independent referee: games recorded elsewhere
are played again here, answer by answer. All chance comes from outside: `deal` is given all cards and says which lie on
the ferries and in the hands, `steal` is given a hand and says which card is drawn from it.

    game = Game(2, first_player=0, deal=lambda cards: (cards[:5], [cards[5:13], cards[13:21]]), steal=lambda hand: hand[0])
    while (question := game.question()) is not None:
        kind, player, options = question
        game.answer(options[0])
    game.scores(), game.winners()

| kind       | an answer                                                                                    |
|------------|----------------------------------------------------------------------------------------------|
| `card`     | the card, as `(animal, gender)`, that is loaded onto Noah's ferry; asked of one card too      |
| `gender`   | `"male"` or `"female"`: what a snail is to be                                                |
| `weight`   | what a frog is to weigh: 1, or all that the ferry still has room for                         |
| `opponent` | whose hand a lion draws from or a giraffe looks into, or who takes in what a crocodile frightens |
| `back`     | the card that is given back for the drawn one; asked of one card too                         |
| `gift`     | a card that is given away after a departure; asked of one card too                           |
| `receiver` | the player who gets that gift                                                                |
| `ferry`    | the place, 0 to 4 in a ring, that Noah moves to                                              |

Other choices with one option are made without asking. Options come in a fixed order, equal cards once.
Run as a script it measures games per second.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from _asking import Asking, Question, finished, measure

Card = tuple[str, str]

MALE, FEMALE, BOTH = "male", "female", "none"
GENDERS = (MALE, FEMALE)
PLACES, HAND, ROUNDS, DEPARTURES, SORROW = 5, 8, 3, 4, 26
LIMIT, LOW_LIMIT = 21, 13

WEIGHT = {
    "parrot": 0,
    "woodpecker": 0,
    "snail": 1,
    "cat": 2,
    "kangaroo": 3,
    "panda": 4,
    "lion": 5,
    "donkey": 6,
    "bear": 7,
    "giraffe": 8,
    "rhinoceros": 9,
    "elephant": 10,
    "frog": 1,
    "crocodile": 6,
}
TEARS = {"parrot": 2, "woodpecker": 2, "snail": 2, "cat": 1, "kangaroo": 1, "panda": 4, "lion": 1, "donkey": 1, "frog": 5}
COPIES = {  # of each gender, for 2, 3, 4 and 5 players; a snail has none
    "parrot": (2, 2, 2, 3),
    "woodpecker": (1, 1, 1, 1),
    "snail": (3, 3, 3, 5),
    "cat": (2, 2, 3, 3),
    "kangaroo": (2, 2, 3, 3),
    "panda": (1, 1, 2, 3),
    "lion": (1, 1, 2, 2),
    "donkey": (1, 1, 1, 2),
    "bear": (1, 1, 1, 1),
    "giraffe": (1, 1, 1, 1),
    "rhinoceros": (1, 1, 1, 1),
    "elephant": (1, 1, 1, 1),
}
CROCODILE_STEPS = 2
FROG_LEAST, FROG_MOST = 2, 5

GAME_END = ("three_rounds", "over_26")


def all_cards(players: int, frog: bool, crocodile: bool) -> list[Card]:
    """The cards that so many play with."""
    cards: list[Card] = []
    for animal, copies in COPIES.items():
        if (animal == "snail" and frog) or (animal == "donkey" and crocodile):
            continue
        genders = (BOTH,) if animal == "snail" else GENDERS
        cards += [(animal, gender) for gender in genders for _ in range(copies[players - 2])]
    cards += [("frog", gender) for gender in GENDERS if frog]
    cards += [("crocodile", gender) for gender in GENDERS if crocodile]
    return cards


@dataclass
class Aboard:
    """An animal on a ferry. A snail that was dealt there has no gender; a played one has, and a frog has its weight."""

    card: Card
    gender: str
    weight: int

    @property
    def animal(self) -> str:
        return self.card[0]


def aboard(card: Card) -> Aboard:
    return Aboard(card, card[1], WEIGHT[card[0]])


def load(ferry: Sequence[Aboard]) -> int:
    return sum(each.weight for each in ferry)


def limit(ferry: Sequence[Aboard]) -> int:
    return LOW_LIMIT if any(each.animal == "woodpecker" for each in ferry) else LIMIT


def right_gender(ferry: Sequence[Aboard]) -> str:
    """The gender that the next animal must have; both if it is free."""
    return ferry[-2].gender if len(ferry) >= 2 else BOTH


def fits(card: Card, ferry: Sequence[Aboard]) -> bool:
    wanted = right_gender(ferry)
    if BOTH not in (wanted, card[1]) and wanted != card[1]:
        return False
    staying = ferry[1:] if card[0] == "crocodile" else ferry
    after = [*staying, aboard(card)]
    return load(after) <= limit(after)


def distinct(cards: Sequence[Card]) -> list[Card]:
    return sorted(set(cards))


class Game(Asking):
    """One game. Its attributes may be read at any time, and changed before the first question to set up a position."""

    def __init__(
        self,
        players: int,
        *,
        first_player: int,
        deal: Callable[[list[Card]], tuple[Sequence[Card], Sequence[Sequence[Card]]]],
        steal: Callable[[list[Card]], Card],
        game_end: str = "three_rounds",
        frog: bool = False,
        crocodile: bool = False,
    ) -> None:
        if not 2 <= players <= 5 or not 0 <= first_player < players:
            raise ValueError(f"2 to 5 players, one of them first: not {players} and {first_player}")
        if game_end not in GAME_END:
            raise ValueError(f"one of {GAME_END}: not {game_end}")
        self.cards = all_cards(players, frog, crocodile)
        if len(self.cards) < PLACES + HAND * players:
            raise ValueError(f"{len(self.cards)} cards are too few for {players} players")
        self.players = players
        self.deal = deal
        self.steal = steal
        self.game_end = game_end
        self.points = [0] * players
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.ferries: list[list[Aboard]] = [[] for _ in range(PLACES)]
        self.noah = 0
        self.departed = 0
        self.rounds = 0
        self.beginner = first_player
        self.active = first_player
        self.over = False
        super().__init__(self._rounds())

    def _card(self, kind: str, cards: Sequence[Card]) -> Generator[Question, Any, Card]:
        """A card of a hand: whether there is only one is not to be seen from not being asked."""
        card: Card = yield kind, self.active, distinct(cards)
        return card

    def _opponent(self, kind: str) -> Generator[Question, Any, int]:
        opponents = [player for player in range(self.players) if player != self.active]
        return (yield from self._choose(kind, opponents))

    # The course of the game.

    def _rounds(self) -> Generator[Question, Any, None]:
        while not self._ended():
            self._set_up()
            while not self._round_over():
                again = yield from self._turn()
                if not again:
                    self.active = (self.active + 1) % self.players
            self._count_tears()
        self.over = True

    def _ended(self) -> bool:
        if self.game_end == "over_26":
            return max(self.points) > SORROW
        return self.rounds == ROUNDS

    def _set_up(self) -> None:
        self.rounds += 1
        self.active = self.beginner
        self.noah = 0
        self.departed = 0
        first, hands = self.deal(list(self.cards))
        self._check_deal(first, hands)
        self.ferries = [[aboard(card)] for card in first]
        self.hands = [list(hand) for hand in hands]

    def _check_deal(self, first: Sequence[Card], hands: Sequence[Sequence[Card]]) -> None:
        left = list(self.cards)
        for card in [*first, *(card for hand in hands for card in hand)]:
            left.remove(card)  # a ValueError if there are not so many
        if len(first) != PLACES or [len(hand) for hand in hands] != [HAND] * self.players:
            raise ValueError("a card for each ferry and eight for each player are dealt")

    def _round_over(self) -> bool:
        return self.departed == DEPARTURES or not all(self.hands)

    def _count_tears(self) -> None:
        for player, hand in enumerate(self.hands):
            self.points[player] += sum(TEARS.get(animal, 0) for animal, _ in hand)
        worst = max(self.points)
        in_order = [(self.beginner + step) % self.players for step in range(self.players)]
        self.beginner = next(player for player in in_order if self.points[player] == worst)

    # A turn.

    def _turn(self) -> Generator[Question, Any, bool]:
        """Whether the player has another turn."""
        hand = self.hands[self.active]
        ferry = self.ferries[self.noah]
        playable = [card for card in hand if fits(card, ferry)]
        if not playable:
            hand += [each.card for each in ferry]
            ferry.clear()
            playable = hand
        card = yield from self._card("card", playable)
        hand.remove(card)
        again = bool(ferry) and ferry[-1].animal == card[0]
        wanted = right_gender(ferry)
        loaded = aboard(card)
        ferry.append(loaded)
        if loaded.gender == BOTH:
            loaded.gender = yield from self._choose("gender", GENDERS if wanted == BOTH else [wanted])
        yield from self._effect(loaded, ferry)
        if load(ferry) == limit(ferry):
            yield from self._depart(ferry)
        if not self._round_over() and card[0] != "donkey":
            steps = (1, -1) if loaded.gender == FEMALE else (2, -2)
            self.noah = yield from self._choose("ferry", [(self.noah + step) % PLACES for step in steps])
        return again

    def _effect(self, loaded: Aboard, ferry: list[Aboard]) -> Generator[Question, Any, None]:
        hand = self.hands[self.active]
        if loaded.animal == "lion":
            opponent = yield from self._opponent("opponent")
            drawn = self.steal(list(self.hands[opponent]))
            self.hands[opponent].remove(drawn)
            hand.append(drawn)
            back = yield from self._card("back", hand)
            hand.remove(back)
            self.hands[opponent].append(back)
        elif loaded.animal == "giraffe":
            yield from self._opponent("opponent")
        elif loaded.animal == "frog":
            room = limit(ferry) - load(ferry) + loaded.weight
            if FROG_LEAST <= room <= FROG_MOST:
                loaded.weight = yield from self._choose("weight", [loaded.weight, room])
        elif loaded.animal == "crocodile":
            self.points[self.active] = max(0, self.points[self.active] - CROCODILE_STEPS)
            if len(ferry) > 1:
                opponent = yield from self._opponent("opponent")
                self.hands[opponent].append(ferry.pop(0).card)

    def _depart(self, ferry: list[Aboard]) -> Generator[Question, Any, None]:
        """An empty ferry takes the place of the full one; there is none for the fourth, and then the round is over."""
        ferry.clear()
        self.departed += 1
        hand = self.hands[self.active]
        for _ in range(min(self.departed, len(hand))):
            gift = yield from self._card("gift", hand)
            receiver = yield from self._opponent("receiver")
            hand.remove(gift)
            self.hands[receiver].append(gift)

    # The end.

    def scores(self) -> dict[int, dict[str, int]]:
        return {player: {"points": points} for player, points in enumerate(self.points)}

    def winners(self) -> list[int]:
        """All who have the fewest points."""
        return [player for player, points in enumerate(self.points) if points == min(self.points)]


# ------------------------------------------------------------------------------------------------------ random play


def play_random(players: int, seed: int) -> Game:
    """A finished game in which every question was answered uniformly at random."""
    chance = random.Random(seed)

    def deal(cards: list[Card]) -> tuple[list[Card], list[list[Card]]]:
        chance.shuffle(cards)
        hands = [cards[PLACES + HAND * player : PLACES + HAND * (player + 1)] for player in range(players)]
        return cards[:PLACES], hands

    game = Game(players, first_player=chance.randrange(players), deal=deal, steal=chance.choice)
    return finished(game, chance)


if __name__ == "__main__":
    measure("Noah", range(2, 6), 4, play_random)
