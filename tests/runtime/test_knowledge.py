"""What players know is never wrong: checked against all worlds that are possible for each of them, and by example."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.runtime import knowledge as kn
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.knowledge import Knowledge, Part

CARDS, SEATS = 6, 3
DECK, DISCARD, VAULT = 0, 1, 2
HANDS = (3, 4, 5)
ORDERED = 1 << DECK
EVERYBODY = (1 << SEATS) - 1

World = tuple[tuple[int, ...], ...]
"""What lies in each zone; the deck from the bottom, the other zones by number."""


# ------------------------------------------------------------------ all possible worlds


def takings(world: World, part: Part) -> Iterator[tuple[int, ...]]:
    """What the part may have moved in this world, for somebody who does not see it, in the order taken."""
    source, count = world[part.source], len(part.things)
    if part.source == DECK and part.taken == "top":
        yield source[::-1][:count]
    elif part.source == DECK and part.taken == "bottom":
        yield source[:count]
    else:
        yield from permutations(source, count)


def applied(world: World, parts: Sequence[Part], taken: Sequence[tuple[int, ...]]) -> World:
    zones = [list(zone) for zone in world]
    for part, things in zip(parts, taken, strict=True):
        for thing in things:
            zones[part.source].remove(thing)
    for part, things in zip(parts, taken, strict=True):
        for thing in things:
            zones[part.target].insert(0 if part.laid == "bottom" else len(zones[part.target]), thing)
    return tuple(tuple(zone if number == DECK else sorted(zone)) for number, zone in enumerate(zones))


def followed(worlds: set[World], parts: Sequence[Part], seat: int, kinds: Sequence[int]) -> set[World]:
    """The worlds after the parts have moved that agree with what the seat saw: not which of equal cards it was."""
    after = set()

    def looks(things: Sequence[int]) -> list[int]:
        return [kinds[c] for c in things]

    def seen(world: World, part: Part) -> Iterator[tuple[int, ...]]:
        if part.seen_by >> seat & 1 and len(set(kinds)) == CARDS:
            yield part.things
            return
        for things in takings(world, part):
            if not part.seen_by >> seat & 1 or looks(things) == looks(part.things):
                yield things

    for world in worlds:
        ways = [seen(world, part) for part in parts]
        for taken in product(*ways):
            together = [thing for things in taken for thing in things]
            if len(set(together)) < len(together):
                continue
            if all(things in takings(world, part) for part, things in zip(parts, taken, strict=True)):
                after.add(applied(world, parts, taken))
    return after


@dataclass
class Table:
    """The truth, what each seat knows, and every world that is possible for each seat. `kinds`: equal cards have the
    same one."""

    truth: World
    known: Knowledge
    possible: list[set[World]]
    kinds: tuple[int, ...] = tuple(range(CARDS))

    def move(self, *parts: Part) -> None:
        self.truth = applied(self.truth, parts, [part.things for part in parts])
        self.known = kn.moved(self.known, parts)
        self.possible = [followed(worlds, parts, seat, self.kinds) for seat, worlds in enumerate(self.possible)]

    def shuffle(self, order: Sequence[int]) -> None:
        self.truth = (tuple(order), *self.truth[1:])
        self.known = kn.shuffled(self.known, DECK)
        self.possible = [
            {(deck, *world[1:]) for world in worlds for deck in permutations(world[DECK])} for worlds in self.possible
        ]

    def show(self, card: int, zone: int, seats: int, index: int | None = None) -> None:
        self.known = kn.shown(self.known, 1 << card, zone, seats, index)
        for seat in members(seats):
            self.possible[seat] = {
                world
                for world in self.possible[seat]
                if any(
                    self.kinds[other] == self.kinds[card] and (index is None or world[zone][index] == other)
                    for other in world[zone]
                )
            }

    def check(self) -> tuple[int, int]:
        """How many of the statements about single cards are exact, out of how many."""
        exact = 0
        for seat, worlds in enumerate(self.possible):
            assert self.truth in worlds
            for card in range(CARDS):
                zones = mask_of(zone for zone in range(6) if any(card in world[zone] for world in worlds))
                claimed = kn.may_be(self.known, seat, card)
                assert zones & ~claimed == 0, (seat, card)
                exact += zones == claimed
                assert kn.knows(self.known, seat, card) == (claimed.bit_count() == 1)
            for index, card in kn.known_places(self.known, seat, DECK):
                assert all(world[DECK][index] == card for world in worlds)
        assert dict(self.known.sizes) == {zone: len(cards) for zone, cards in enumerate(self.truth) if cards}
        return exact, SEATS * CARDS


def table(deck: Sequence[int]) -> Table:
    """A deck that nobody has seen in this order."""
    known = kn.start(SEATS, (1 << CARDS) - 1, {DECK: tuple(range(CARDS))}, ordered=ORDERED)
    start: World = (tuple(range(CARDS)), (), (), (), (), ())
    found = Table(start, known, [{start} for _ in range(SEATS)])
    found.shuffle(deck)
    return found


Step = tuple[str, int, int, int]
STEPS = (
    *("draw", "draw2", "bottom", "discard", "return", "bury", "steal", "hide", "fetch", "reshuffle", "shuffle"),
    *("show", "peek", "rotate", "search", "tuck", "swap", "expose", "peek"),
)


def take(at: Table, step: Step) -> None:
    """One step of a game, if there is anything to do it with."""
    what, a, b, c = step
    seat, other = a % SEATS, (a + 1 + b % (SEATS - 1)) % SEATS
    hand, rival = HANDS[seat], HANDS[other]
    deck, mine, theirs = at.truth[DECK], at.truth[hand], at.truth[rival]
    me, both = 1 << seat, 1 << seat | 1 << other

    def picked(cards: Sequence[int]) -> tuple[int, ...]:
        return (cards[c % len(cards)],)

    if what == "draw" and deck:
        at.move(Part(deck[-1:], DECK, hand, me, "top"))
    elif what == "draw2" and len(deck) > 1:
        at.move(Part(deck[:-3:-1], DECK, hand, me, "top"))
    elif what == "bottom" and deck:
        at.move(Part(deck[:1], DECK, hand, me, "bottom"))
    elif what == "discard" and mine:
        at.move(Part(picked(mine), hand, DISCARD, EVERYBODY))
    elif what == "return" and mine:
        at.move(Part(picked(mine), hand, DECK, me, laid="top"))
    elif what == "bury" and mine:
        at.move(Part(picked(mine), hand, DECK, me, laid="bottom"))
    elif what == "steal" and theirs:
        at.move(Part(picked(theirs), rival, hand, both))
    elif what == "hide" and mine:
        at.move(Part(picked(mine), hand, VAULT, me))
    elif what == "fetch" and at.truth[VAULT]:
        at.move(Part(picked(at.truth[VAULT]), VAULT, hand, me))
    elif what == "reshuffle" and at.truth[DISCARD]:
        at.move(Part(at.truth[DISCARD], DISCARD, DECK, EVERYBODY))
        at.shuffle(random.Random(c).sample(at.truth[DECK], len(at.truth[DECK])))
    elif what == "shuffle":
        at.shuffle(random.Random(c).sample(deck, len(deck)))
    elif what == "show" and mine:
        at.show(*picked(mine), hand, 1 << other)
    elif what == "peek" and deck:
        at.show(deck[-1], DECK, me, len(deck) - 1)
    elif what == "search" and deck:
        at.move(Part(picked(deck), DECK, hand, me))
    elif what == "expose" and deck:
        at.move(Part(picked(deck), DECK, DISCARD, EVERYBODY))
    elif what == "tuck" and deck:
        at.move(Part(deck[-1:], DECK, DECK, 0, "top", "bottom"))
    elif what == "rotate":
        at.move(
            *(
                Part(at.truth[HANDS[one]], HANDS[one], HANDS[(one + 1) % SEATS], 1 << one | 1 << (one + 1) % SEATS)
                for one in range(SEATS)
            )
        )
    elif what == "swap" and mine and theirs:
        at.move(Part(picked(mine), hand, rival, both), Part(picked(theirs), rival, hand, both))


steps = st.tuples(st.sampled_from(STEPS), st.integers(0, 2), st.integers(0, 1), st.integers(0, 11))


@settings(max_examples=25)
@given(st.permutations(range(CARDS)), st.lists(steps, max_size=12))
def test_no_possible_world_is_excluded(deck: list[int], game: list[Step]) -> None:
    at = table(deck)
    for step in game:
        take(at, step)
        at.check()
        assert kn.from_json(json.loads(json.dumps(kn.to_json(at.known))), at.known) == at.known


def test_hardly_anything_that_could_be_excluded_is_not() -> None:
    chance = random.Random(1)
    exact = claims = 0
    for _ in range(15):
        at = table(chance.sample(range(CARDS), CARDS))
        for _ in range(12):
            take(at, (chance.choice(STEPS), chance.randrange(3), chance.randrange(2), chance.randrange(12)))
            right, all_of_them = at.check()
            exact += right
            claims += all_of_them
    assert claims == 15 * 12 * SEATS * CARDS
    assert exact / claims > 0.98


# ------------------------------------------------------------------ equal cards

TWINS = (0, 0, 1, 1, 1, 2)
ALIKE = (0b000011, 0b011100)


def table_of_twins(deck: Sequence[int]) -> Table:
    known = kn.start(SEATS, (1 << CARDS) - 1, {DECK: tuple(range(CARDS))}, ordered=ORDERED, alike=ALIKE)
    start: World = (tuple(range(CARDS)), (), (), (), (), ())
    found = Table(start, known, [{start} for _ in range(SEATS)], TWINS)
    found.shuffle(deck)
    return found


def by_kind(known: Knowledge, seat: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What a seat knows, but for the names of equal cards."""
    masks = sorted((TWINS[card], kn.may_be(known, seat, card)) for card in range(CARDS))
    return masks, [(index, TWINS[card]) for index, card in kn.known_places(known, seat, DECK)]


def fits(known: Knowledge, seat: int, world: World) -> bool:
    """Whether the world is left open, with other names for equal cards if need be."""
    for kind in set(TWINS):
        cards = [card for card in range(CARDS) if TWINS[card] == kind]
        spots = [zone for zone, inside in enumerate(world) for card in inside if TWINS[card] == kind]
        if not any(
            all(kn.may_be(known, seat, card) >> zone & 1 for card, zone in zip(cards, order, strict=True))
            for order in set(permutations(spots))
        ):
            return False
    return all(TWINS[world[DECK][index]] == TWINS[card] for index, card in kn.known_places(known, seat, DECK))


def at_random(chance: random.Random) -> Step:
    return chance.choice(STEPS), chance.randrange(3), chance.randrange(2), chance.randrange(12)


def test_of_equal_cards_no_possible_world_is_excluded() -> None:
    chance = random.Random(3)
    for _ in range(7):
        at = table_of_twins(chance.sample(range(CARDS), CARDS))
        for _ in range(10):
            take(at, at_random(chance))
            for seat, worlds in enumerate(at.possible):
                assert at.truth in worlds
                assert all(fits(at.known, seat, world) for world in worlds)
                for zone, inside in enumerate(at.truth):
                    assert all(kn.may_be(at.known, seat, card) >> zone & 1 for card in inside)
                for index, card in kn.known_places(at.known, seat, DECK):
                    assert at.truth[DECK][index] == card


def test_which_of_equal_cards_it_is_makes_no_difference_to_those_who_cannot_tell() -> None:
    """Two equal cards that may each be where the other is change places; whoever could not see it goes on to know the
    same, whatever then happens."""
    chance, exchanged = random.Random(4), 0
    for _ in range(700):
        here, there, seat = Names(chance.sample(range(CARDS), CARDS)), None, 0
        for _ in range(chance.randrange(2, 20)):
            take(here, at_random(chance))  # type: ignore[arg-type]
            for seat in range(SEATS):
                there = there or here.exchanged(seat, chance)
                if there is not None:
                    break
            if there is not None:
                break
        if there is None:
            continue
        exchanged += 1
        for _ in range(14):
            step = at_random(chance)
            take(here, step)  # type: ignore[arg-type]
            take(there, step)  # type: ignore[arg-type]
            assert by_kind(here.known, seat) == by_kind(there.known, seat)
            assert here.looks() == there.looks()
    assert exchanged > 100


class Names:
    """A table without the worlds that are possible. Zones are kept in the order in which cards came, so that the same
    step takes the same kind of card."""

    def __init__(self, deck: Sequence[int]) -> None:
        self.truth: World = (tuple(deck), (), (), (), (), ())
        known = kn.start(SEATS, (1 << CARDS) - 1, {DECK: tuple(deck)}, ordered=ORDERED, alike=ALIKE)
        self.known = kn.shuffled(known, DECK)

    def move(self, *parts: Part) -> None:
        zones = [list(zone) for zone in self.truth]
        for part in parts:
            for thing in part.things:
                zones[part.source].remove(thing)
        for part in parts:
            for thing in part.things:
                zones[part.target].insert(0 if part.laid == "bottom" else len(zones[part.target]), thing)
        self.truth = tuple(tuple(zone) for zone in zones)
        self.known = kn.moved(self.known, parts)

    def shuffle(self, order: Sequence[int]) -> None:
        self.truth = (tuple(order), *self.truth[1:])
        self.known = kn.shuffled(self.known, DECK)

    def show(self, card: int, zone: int, seats: int, index: int | None = None) -> None:
        self.known = kn.shown(self.known, 1 << card, zone, seats, index)

    def exchanged(self, seat: int, chance: random.Random) -> Names | None:
        """The table with two equal cards exchanged in all but what this seat knows; None if it would notice all."""
        spots = {card: (zone, at) for zone, inside in enumerate(self.truth) for at, card in enumerate(inside)}
        pinned = {card for _, card in kn.known_places(self.known, seat, DECK)}
        pairs = [
            (one, other)
            for one in range(CARDS)
            for other in range(one + 1, CARDS)
            if TWINS[one] == TWINS[other]
            and not pinned & {one, other}
            and kn.may_be(self.known, seat, one) != kn.may_be(self.known, seat, other)
            and kn.may_be(self.known, seat, one) >> spots[other][0] & 1
            and kn.may_be(self.known, seat, other) >> spots[one][0] & 1
        ]
        if not pairs:
            return None
        one, other = chance.choice(pairs)
        names = list(range(CARDS))
        names[one], names[other] = other, one
        found = Names([])
        found.truth = tuple(tuple(names[card] for card in zone) for zone in self.truth)
        known = kn.renumbered(self.known, names)
        observers = list(known.observers)
        observers[seat] = self.known.observers[seat]
        found.known = known._replace(observers=tuple(observers))
        return found

    def looks(self) -> list[list[int]]:
        return [[TWINS[card] for card in zone] for zone in self.truth]


def test_of_two_equal_cards_the_one_known_to_be_there_may_be_the_one_that_went() -> None:
    """0 is known to lie in the hand of seat 1; a card that equals it is played, and was the other one."""
    known = kn.start(2, 0b1111, {DECK: (0, 1, 2, 3)}, ordered=ORDERED, alike=(0b0011,))
    known = kn.shuffled(known, DECK)
    known = kn.moved(known, [Part((0,), DECK, HANDS[1], 0b11)])
    known = kn.shuffled(known, DECK)
    known = kn.moved(known, [Part((1,), DECK, HANDS[1], 0b10)])
    played = kn.moved(known, [Part((1,), HANDS[1], DISCARD, 0b11)])
    assert kn.surely_in(played, 0, HANDS[1]) == 0
    assert kn.possibly_in(played, 0, HANDS[1]) == 0b1101
    other = kn.moved(known, [Part((0,), HANDS[1], DISCARD, 0b11)])
    assert kn.surely_in(other, 0, HANDS[1]) == 0
    assert kn.possibly_in(other, 0, HANDS[1]) == 0b1110


def test_showing_one_of_two_that_are_known_to_be_there_tells_nothing() -> None:
    known = kn.start(2, 0b1111, {HANDS[1]: 0b0011, DECK: 0b1100}, alike=(0b0011,))
    assert kn.shown(known, 0b0001, HANDS[1], 0b01) == known
    known = kn.moved(known, [Part((2,), DECK, VAULT, 0)])
    assert kn.shown(known, 0b0011, HANDS[1], 0b01) == known


def two_equal_ones() -> Knowledge:
    """Seat 0 knows that 0 lies at the bottom of the deck and 3 above it; 1, which equals 0, lies on top, or seat 1 has
    it: somebody else than seat 0 saw what was drawn."""
    known = kn.start(2, 0b111111, {DECK: (0, 3, 2, 4, 1)}, ordered=ORDERED, alike=(0b0011,))
    known = kn.shuffled(known, DECK)
    known = kn.shown(kn.shown(known, 1 << 0, DECK, 0b01, index=0), 1 << 3, DECK, 0b01, index=1)
    return kn.moved(known, [Part((4,), DECK, HANDS[1], 0b10, "top")])


def test_where_one_of_two_equal_cards_was_taken_from_is_not_known() -> None:
    found = []
    for card, other in ((0, 1), (1, 0)):
        taken = kn.moved(two_equal_ones(), [Part((card,), DECK, DISCARD, 0b11)])
        assert kn.may_be(taken, 0, card) == zones(DISCARD)
        found.append((kn.may_be(taken, 0, other), kn.known_places(taken, 0, DECK)))
    assert found == [(zones(DECK, HANDS[1]), ())] * 2
    alone = kn.moved(two_equal_ones(), [Part((1,), DECK, DISCARD, 0b11, "top")])
    assert kn.known_places(alone, 0, DECK) == ((0, 0), (1, 3))
    alone = kn.moved(alone, [Part((0,), DECK, DISCARD, 0b11)])
    assert kn.known_places(alone, 0, DECK) == ((0, 3),)


def test_a_second_card_like_one_whose_place_is_known() -> None:
    known = kn.shown(two_equal_ones(), 1 << 1, DECK, 0b01, index=3)
    assert kn.known_places(known, 0, DECK) == ((0, 0), (1, 3), (3, 1))
    assert kn.may_be(known, 0, 0) == kn.may_be(known, 0, 1) == zones(DECK)


def test_a_card_shown_may_be_either_of_two_that_might_be_there() -> None:
    known = kn.start(2, 0b111111, {DECK: 0b110001, HANDS[1]: 0b001010, VAULT: 0b000100}, alike=(0b000011,))
    known = kn.moved(known, [Part((0,), DECK, HANDS[1], 0b10), Part((1,), HANDS[1], VAULT, 0b10)])
    assert kn.may_be(known, 0, 0) == zones(DECK, HANDS[1])
    assert kn.may_be(known, 0, 1) == zones(HANDS[1], VAULT)
    shown = kn.shown(known, 1 << 0, HANDS[1], 0b01)
    assert kn.may_be(shown, 0, 0) == zones(HANDS[1])
    assert kn.may_be(shown, 0, 1) == zones(DECK, HANDS[1], VAULT)


def test_what_does_not_lie_there_is_known_until_something_comes() -> None:
    known = kn.ruled_out(dealt(), 0b000111, HANDS[1])
    assert kn.possibly_in(known, 0, HANDS[1]) == 0b011000
    assert kn.may_be(known, 0, 0) == zones(DECK)
    later = kn.moved(known, [Part((3,), DECK, HANDS[1], 0b10, "top")])
    assert kn.possibly_in(later, 0, HANDS[1]) == 0b011111
    assert kn.ruled_out(known, 0b001000, HANDS[1]).observers[0].groups[0] == (1 << DECK, 0b001111)


# ------------------------------------------------------------------ by example


def dealt() -> Knowledge:
    """Cards 0 to 5 in a shuffled deck, then 5 to seat 0 and 4 to seat 1."""
    known = kn.shuffled(kn.start(2, 0b111111, {DECK: range(6)}, ordered=ORDERED), DECK)
    known = kn.moved(known, [Part((5,), DECK, HANDS[0], 0b01, "top")])
    return kn.moved(known, [Part((4,), DECK, HANDS[1], 0b10, "top")])


def zones(*which: int) -> int:
    return mask_of(which)


def test_a_hand_is_known_to_its_owner_only() -> None:
    known = dealt()
    assert kn.may_be(known, 0, 5) == zones(HANDS[0])
    assert kn.may_be(known, 0, 4) == zones(DECK, HANDS[1])
    assert kn.may_be(known, 1, 5) == zones(DECK, HANDS[0])
    assert kn.surely_in(known, 1, HANDS[1]) == 1 << 4
    assert kn.possibly_in(known, 1, HANDS[0]) == 0b101111
    assert kn.size(known, HANDS[0]) == 1


def test_a_card_played_is_known_to_all_and_leaves_nothing_in_an_empty_hand() -> None:
    known = kn.moved(dealt(), [Part((5,), HANDS[0], DISCARD, 0b11)])
    assert kn.may_be(known, 1, 5) == zones(DISCARD)
    assert kn.possibly_in(known, 1, HANDS[0]) == 0
    assert kn.may_be(known, 1, 0) == zones(DECK)


def test_after_a_reshuffle_it_is_known_which_cards_went_back() -> None:
    known = kn.moved(dealt(), [Part((5,), HANDS[0], DISCARD, 0b11)])
    known = kn.shuffled(kn.moved(known, [Part((5,), DISCARD, DECK, 0b11)]), DECK)
    assert kn.surely_in(known, 0, DECK) == 0b100000
    assert kn.may_be(known, 0, 5) == zones(DECK)
    assert kn.may_be(known, 0, 4) == zones(DECK, HANDS[1])


def test_the_last_place_is_known_by_exclusion() -> None:
    known = kn.shown(dealt(), 0b001111, DECK, 0b01)
    assert kn.surely_in(known, 0, HANDS[1]) == 1 << 4
    assert not kn.knows(known, 1, 5)


def test_a_zone_that_is_full_of_certain_cards_holds_no_other() -> None:
    known = kn.moved(dealt(), [Part((3,), DECK, VAULT, 0, "top")])
    known = kn.shown(known, 0b000111, DECK, 0b11)
    assert kn.may_be(known, 0, 3) == kn.may_be(known, 0, 4) == zones(VAULT, HANDS[1])


def test_the_only_card_that_may_be_somewhere_is_there() -> None:
    known = kn.start(2, 0b1111, {DECK: 0b0110, DISCARD: 0b1001})
    known = kn.moved(known, [Part((0,), DISCARD, VAULT, 0)])
    known = kn.moved(known, [Part((1,), DECK, DISCARD, 0)])
    known = kn.shown(known, 1 << 3, DISCARD, 0b01)
    assert kn.surely_in(known, 0, VAULT) == 1 << 0
    assert kn.may_be(known, 0, 1) == kn.may_be(known, 0, 2) == zones(DECK, DISCARD)
    assert kn.may_be(known, 1, 0) == zones(DISCARD, VAULT)


def test_a_card_known_to_lie_deeper_is_not_drawn() -> None:
    known = kn.shown(dealt(), 1 << 2, DECK, 0b01, index=2)
    known = kn.moved(known, [Part((3,), DECK, HANDS[1], 0b10, "top")])
    assert kn.may_be(known, 0, 2) == zones(DECK)
    assert kn.may_be(known, 0, 3) == kn.may_be(known, 0, 0) == zones(DECK, HANDS[1])


def test_several_cards_put_under_the_deck_lie_in_the_order_they_were_put() -> None:
    known = kn.moved(dealt(), [Part((3, 2), DECK, HANDS[0], 0b01, "top")])
    known = kn.moved(known, [Part((3, 5, 2), HANDS[0], DECK, 0b01, laid="bottom")])
    assert kn.known_places(known, 0, DECK) == ((0, 2), (1, 5), (2, 3))


def test_a_card_laid_on_the_deck_is_known_until_the_shuffle() -> None:
    known = kn.moved(dealt(), [Part((5,), HANDS[0], DECK, 0b01)])
    assert kn.known_places(known, 0, DECK) == ((4, 5),)
    assert kn.known_places(known, 1, DECK) == ()
    drawn = kn.moved(known, [Part((5,), DECK, HANDS[1], 0b10, "top")])
    assert kn.may_be(drawn, 0, 5) == zones(HANDS[1])
    mixed = kn.moved(kn.shuffled(known, DECK), [Part((5,), DECK, HANDS[1], 0b10, "top")])
    assert kn.may_be(mixed, 0, 5) == zones(DECK, HANDS[1])


def test_a_card_put_under_the_deck_moves_the_others_up() -> None:
    known = kn.shown(dealt(), 1 << 3, DECK, 0b10, index=3)
    known = kn.moved(known, [Part((5,), HANDS[0], DECK, 0b11, laid="bottom")])
    assert kn.known_places(known, 1, DECK) == ((0, 5), (4, 3))
    assert kn.known_places(known, 0, DECK) == ((0, 5),)
    known = kn.moved(known, [Part((5,), DECK, HANDS[0], 0b01, "bottom")])
    assert kn.may_be(known, 1, 5) == zones(HANDS[0])
    assert kn.known_places(known, 1, DECK) == ((3, 3),)


def test_a_card_taken_out_of_the_deck_unseen_leaves_no_position_certain() -> None:
    known = kn.shown(dealt(), 1 << 3, DECK, 0b11, index=3)
    known = kn.moved(known, [Part((1,), DECK, HANDS[0], 0b01)])
    assert kn.known_places(known, 1, DECK) == ()
    assert kn.may_be(known, 1, 3) == zones(DECK, HANDS[0])


def test_several_parts_at_once_are_taken_one_after_another() -> None:
    known = kn.shown(dealt(), 1 << 2, DECK, 0b01, index=2)
    together = kn.moved(known, [Part((3, 2), DECK, HANDS[1], 0b10, "top")])
    assert (
        kn.moved(known, [Part((3,), DECK, HANDS[1], 0b10, "top"), Part((2,), DECK, HANDS[1], 0b10, "top")]) == together
    )
    assert kn.may_be(together, 0, 2) == zones(HANDS[1])


def test_hands_that_are_passed_on_at_once_do_not_mix() -> None:
    known = kn.shown(dealt(), 1 << 5, HANDS[0], 0b11)
    swapped = kn.moved(known, [Part((5,), HANDS[0], HANDS[1], 0), Part((4,), HANDS[1], HANDS[0], 0)])
    assert kn.may_be(swapped, 1, 5) == zones(HANDS[1])
    assert kn.may_be(swapped, 1, 4) == zones(HANDS[0])


@pytest.mark.parametrize(("vague", "left"), [(0, [DISCARD]), (1 << VAULT, [VAULT, DISCARD])])
def test_nothing_is_concluded_from_a_size_that_is_not_seen(vague: int, left: list[int]) -> None:
    known = kn.start(2, 0b11, {VAULT: 0b11}, vague=vague | vague >> VAULT << DISCARD)
    known = kn.moved(known, [Part((1,), VAULT, DISCARD, 0b01)])
    known = kn.shown(known, 1 << 0, VAULT, 0b10)
    assert kn.may_be(known, 1, 1) == zones(*left)


def test_what_is_not_tracked_costs_nothing() -> None:
    known = dealt()
    assert kn.moved(known, [Part((9, 8), DISCARD, VAULT, 0)]) is known
    assert kn.shown(known, 1 << 9, DISCARD, 0b11) is known
    assert kn.knows(known, 0, 9)
    with pytest.raises(KeyError, match="not tracked"):
        kn.may_be(known, 0, 9)
    both = kn.moved(known, [Part((9, 5), HANDS[0], DISCARD, 0b11)])
    assert both == kn.moved(known, [Part((5,), HANDS[0], DISCARD, 0b11)])


def test_equal_knowledge_is_equal_however_it_came_about() -> None:
    known = dealt()
    one = kn.moved(kn.moved(known, [Part((5,), HANDS[0], DISCARD, 0b11)]), [Part((4,), HANDS[1], DISCARD, 0b11)])
    other = kn.moved(kn.moved(known, [Part((4,), HANDS[1], DISCARD, 0b11)]), [Part((5,), HANDS[0], DISCARD, 0b11)])
    assert one == other
    assert hash(one) == hash(other)


def test_renumbered() -> None:
    known = kn.shown(dealt(), 1 << 3, DECK, 0b10, index=3)
    other = kn.renumbered(known, (5, 4, 3, 2, 1, 0))
    assert kn.may_be(other, 0, 0) == kn.may_be(known, 0, 5)
    assert kn.known_places(other, 1, DECK) == ((3, 2),)
    assert kn.renumbered(other, (5, 4, 3, 2, 1, 0)) == known
