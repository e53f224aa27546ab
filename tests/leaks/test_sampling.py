"""Other worlds that a player cannot tell from the real one: possible, drawn by chance, and good to be played on."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations

import pytest

import rulewright as rw
from leaks.looking import at_random
from leaks.seeded import RULES, small
from rulewright.bots import playout
from rulewright.play import Play
from rulewright.runtime import knowledge, learning
from rulewright.runtime.bits import members
from rulewright.runtime.sampling import left_open
from rulewright.runtime.stream import Stream
from runtime.texts import answer, game, lines, offered, play, value

THREE = """
players 3
card Number (numbers): copies 1 for value in 1..6
  value: Int
zone deck: deck of Number
zone hand per Player: Number, seen by owner
var coins (coin) per Player: Int = 0, at least 0
setup:
  move numbers to deck; shuffle deck
  deal 1 from deck to hand
turn:
  choose n in {1, 2}
  gain n coins
when round_number = 3: end game
"""


def hand(of: Play, player: str) -> list[str]:
    found: list[str] = of.view(player)["zones"][f"{player}.hand"]
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_world_is_possible_for_the_player_and_looks_the_same(seed: int) -> None:
    worlds = other = 0
    for number, here in enumerate(at_random(small(seed), seed)):
        if number % 4:
            continue
        machine = here.machine
        for seat, player in enumerate(here.players):
            there = here.sample(player, number)
            assert there.view(player) == here.view(player)
            assert there.hash_for(player) == here.hash_for(player)
            told, known = learning.known(here.state), learning.known(there.state)
            assert told is not None and known is not None
            assert known.observers[seat] == told.observers[seat]
            for zone in set(dict(told.sizes)) - set(members(told.vague)):
                assert knowledge.size(known, zone) == knowledge.size(told, zone)
            for viewer in range(len(here.players)):
                for c in range(machine.layout.components.size):
                    place = there.state.place[c]
                    assert place < 0 or knowledge.may_be(known, viewer, c) >> place & 1, "what is known is never wrong"
            worlds += 1
            other += there.hash != here.hash
    assert worlds > 20
    assert other == worlds


@pytest.mark.parametrize("name", ["kingdom_builder", "noah", "skull_king"])
def test_it_can_be_saved_and_played_to_the_end(name: str) -> None:
    here = rw.load(name).start(seed=2)
    for number, at in enumerate(at_random(here, 2)):
        if number % 40 == 5:
            there = at.sample(at.players[number % 2], number)
            machine = there.machine
            again = machine.from_json(json.loads(json.dumps(machine.to_json(there.state))))
            assert machine.hash(again) == there.hash
            end, _, count = playout(machine, there.state, Stream.from_seed(number, "bots"))
            assert end.over and count
            while there.decision is not None:
                there.answer(there.decision.options[0])
            assert there.winners


def test_the_same_seed_gives_the_same_world_and_the_real_one_stays() -> None:
    here = small(1)
    before, stream = here.hash, here.state.stream
    worlds = [here.sample("agnes", seed).hash for seed in (1, 2, 3, 1)]
    assert worlds[0] == worlds[3]
    assert len(set(worlds)) == 3
    assert (here.hash, here.state.stream) == (before, stream)
    assert here.sample("agnes", 1).state.stream != stream
    assert here.sample("agnes", 1).state.stream != here.sample("agnes", 2).state.stream


def test_it_depends_on_nothing_the_player_does_not_know() -> None:
    """Two worlds that look the same to a player give the same world for each seed, as far as anybody sees."""
    here = play(THREE, 3)
    there = here.sample("agnes", 5)
    assert hand(here, "bruno") != hand(there, "bruno")
    for seed in range(20):
        one, other = here.sample("agnes", seed), there.sample("agnes", seed)
        assert [one.view(p) for p in one.players] == [other.view(p) for p in other.players]
        assert one.machine.to_json(one.state)["zones"] == other.machine.to_json(other.state)["zones"]


def test_every_world_comes_and_none_much_more_often_than_another() -> None:
    here = play(THREE, 3)
    mine = hand(here, "agnes")[0]
    drawn = Counter()
    for seed in range(2000):
        world = here.sample("agnes", seed)
        assert hand(world, "agnes") == [mine]
        drawn[hand(world, "bruno")[0], hand(world, "clara")[0]] += 1
    assert len(drawn) == len(list(permutations(range(5), 2)))
    assert min(drawn.values()) > 60 and max(drawn.values()) < 145, "a hundred of each are to be expected"


def test_what_the_player_knows_stays() -> None:
    text = THREE.replace("  gain n coins", "  gain n coins\n  show left_of(me).hand to me\n  show top of deck to me")
    here = answer(play(text, 3), 1)
    assert here.answers[0].player is not None
    me = here.answers[0].player
    other = here.players[(here.players.index(me) + 1) % 3]
    third = next(p for p in here.players if p not in (me, other))
    worlds = [here.sample(me, seed) for seed in range(30)]
    assert {tuple(hand(world, other)) for world in worlds} == {tuple(hand(here, other))}
    tops = {world.machine.to_json(world.state)["zones"]["deck"][-1] for world in worlds}
    assert tops == {here.machine.to_json(here.state)["zones"]["deck"][-1]}
    assert len({tuple(hand(world, third)) for world in worlds}) == 3, "three numbers are left"


def test_what_is_shown_not_to_be_there_is_not_there() -> None:
    text = THREE.replace(
        "  gain n coins",
        "  gain n coins\n  if no c in my hand has c.value > 3: show that no c in my hand has c.value > 3",
    )
    told = 0
    for seed in range(6):
        here = answer(play(text, 3, seed), 1)
        me = here.answers[0].player
        low = int(hand(here, me)[0].split()[-1]) <= 3
        other = next(p for p in here.players if p != me)
        hands = {int(hand(here.sample(other, n), me)[0].split()[-1]) for n in range(40)}
        assert low == (max(hands) <= 3)
        told += low
    assert 0 < told < 6


def test_of_a_zone_whose_size_is_not_known_the_size_is_not_copied() -> None:
    text = lines(
        THREE.replace("zone hand", "zone pile per Player: Number, hidden, size hidden\nzone hand").replace(
            "turn:", "  each player: move my hand to my pile\n  move random of agnes_pile to left_pile\nturn:"
        )
    )
    text = text.replace("agnes_pile", "first_player.pile").replace("left_pile", "left_of(first_player).pile")
    here = play(text, 3)
    layout = here.machine.layout
    piles = [zone.number for zone in layout.zones if zone.decl.name == "pile"]
    real = [here.state.zones[pile].bit_count() for pile in piles]
    assert sorted(real) == [0, 1, 2]
    found = set()
    for seed in range(60):
        world = here.sample("agnes", seed)
        found.add(tuple(world.state.zones[pile].bit_count() for pile in piles))
        told = learning.known(world.state)
        assert told is not None
        assert sum(size for zone, size in told.sizes if zone in piles) == 3
        assert all(knowledge.size(told, pile) == world.state.zones[pile].bit_count() for pile in piles)
    assert len(found) > 1


# ------------------------------------------------------------------ secret answers


SECRET = """
players 3
var bid per Player: Int = 0, 0 to 9
turn:
  everyone:
    choose guess in 0..9
    then: set my bid = guess
  end game
"""


def test_secret_answers_of_others_are_others() -> None:
    here = play(SECRET, 3)
    here.answer(7, "bruno")
    here.answer(3, "agnes")
    bids = {player: Counter() for player in ("agnes", "bruno")}
    for seed in range(100):
        for player in bids:
            world = here.sample(player, seed)
            assert world.decision is not None and world.decision.players == ("clara",)
            assert world.decision_of("bruno") is None
            world.answer(1, "clara")
            assert value(world, "bid", player) == {"agnes": 3, "bruno": 7}[player], "one's own stays"
            bids[player][value(world, "bid", "bruno" if player == "agnes" else "agnes")] += 1
    assert all(len(found) == 10 and max(found.values()) < 30 for found in bids.values())


def test_secret_answers_are_possible_in_the_world_that_is_drawn() -> None:
    """Bruno has put a card aside in secret; in each world it is one that he holds there."""
    begins = "zone aside per Player: Number, seen by owner\nturn:\n  everyone:\n    choose up to 1 picks in my hand\n"
    text = THREE.replace("deal 1", "deal 2").replace("turn:\n", f"{begins}    then: move picks to my aside\n")
    here = play(text, 3)
    here.answer([hand(here, "bruno")[0]], "bruno")
    held = set()
    for seed in range(30):
        world = here.sample("agnes", seed)
        before = hand(world, "bruno")
        for player in ("agnes", "clara"):
            world.answer([hand(world, player)[0]], player)
        aside = world.view("bruno")["zones"]["bruno.aside"]
        assert len(aside) <= 1 and {*aside} <= {*before}
        held.add(tuple(aside))
    assert () in held and len(held) > 3


def test_worlds_in_which_what_is_asked_could_not_be_are_not_drawn() -> None:
    """Somebody is asked which high card to show: in all worlds for the others there is one."""
    high = "(my hand where its value > 4)"
    text = THREE.replace("  choose n", f"  if any {high}:\n    choose card in {high}\n    reveal card\n  choose n")
    asked = 0
    for seed in range(8):
        here = play(text, 3, seed)
        assert here.decision is not None
        if here.decision.rule != "turn.card":
            continue
        asked += 1
        me = here.decision.player
        for other in (p for p in here.players if p != me):
            worlds = [here.sample(other, n) for n in range(12)]
            assert {hand(world, me)[0] for world in worlds} <= {"5", "6"}
            assert all(world.decision is not None and world.decision.rule == "turn.card" for world in worlds)
            third = next(p for p in here.players if p not in (me, other))
            assert len({tuple(hand(world, third)) for world in worlds}) > 1
    assert asked > 1


def test_where_nothing_is_hidden_only_chance_is_drawn_anew() -> None:
    here = rw.load("pickomino").start(seed=1)
    there = here.sample("agnes", 1)
    assert [there.view(p) for p in there.players] == [here.view(p) for p in here.players]
    assert there.state.stream != here.state.stream
    over = small(0)
    for _ in at_random(over, 0):
        pass
    assert over.over
    assert over.sample("agnes", 0).hash == over.hash


def test_what_is_left_open_is_what_is_not_known() -> None:
    here = play(THREE, 3)
    left = left_open(here.machine, here.state, 0)
    mine = here.state.zones[here.machine.layout.zone_number("hand", (0,))]
    assert left.zones and not any(mine >> c & 1 for c in left.zones)
    assert all(place in zones for (c, zones), place in zip(left.zones.items(), left.real.values(), strict=True))
    assert game(RULES) is not None and offered(here)


def test_what_rules_have_in_hand_goes_with_its_place() -> None:
    """A card has been drawn unseen, and comes to the table after a question: in each world the one drawn there."""
    text = THREE.replace("deal 1", "deal 0").replace(
        "  choose n in {1, 2}\n", "  draw 1 from deck to my hand as card\n  choose n in {1, 2}\n"
    )
    text = text.replace("  gain n coins", "  if card as c: move c to open\n  gain n coins").replace(
        "zone hand", "zone open: list of Number\nzone hand"
    )
    here = play(text, 3)
    assert here.decision is not None
    me = here.decision.player
    other = next(p for p in here.players if p != me)
    drawn = set()
    for seed in range(30):
        world = here.sample(other, seed)
        held = hand(world, me)
        world.answer(1)
        assert world.view(other)["zones"]["open"] == held
        assert hand(world, me) == []
        drawn.add(held[0])
    assert len(drawn) > 3


def test_marks_that_hidden_things_have_passed_are_passed_in_each_world() -> None:
    """A rule that looks at what a hand is worth does not fire because a world has begun with a better one."""
    begins = "zone open: list of Number\nturn:\n  together:\n    move my hand to open\n    move open to my hand\n"
    text = THREE.replace("turn:\n", begins) + "when (sum of my hand.value) reaches 4: gain 100 coins\n"
    for seed in range(6):
        here = play(text, 3, seed)
        for number in range(6):
            world = here.sample("agnes", number)
            for _ in range(3):
                world.answer(1)
            assert all(value(world, "coins", player) < 100 for player in world.players)
