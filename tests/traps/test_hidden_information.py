"""What a player sees, is asked and is offered depends on nothing that the player cannot know.

Two positions that differ only in the places of hidden cards look the same: the same view, hash, question and options,
in the same order and with the same texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.play import Play
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream, below
from runtime.texts import play
from traps.worlds import changed_places, hidden_pairs

CLOSED_HANDS = """
players 3
enum Colour: red, green
card Number (numbers): copies 1 for colour in Colour for value in 1..7
  colour: Colour
  value: Int
zone deck: deck of Number, reshuffled from discard
zone discard: stack of Number
zone vault: list of Number, hidden, size hidden
zone hand per Player: list of Number, seen by owner
zone aside per Player: Number, seen by owner
zone shown per Player: Number
var coins (coin) per Player: Int = 2, at least 0
var marked per Number: Bool = no

setup:
  move numbers to deck; shuffle deck
  deal 3 from deck to hand

anytime, once if my coins > 3 as gamble: pay 2 coins; draw 1 from deck to my hand

turn:
  everyone:
    choose up to 1 picks in my hand
      "Which card do you put aside?"
    then: move my picks to my aside
  any order:
    must play
    may swap, up to 2 times if my coins > 0
    may peek, once
    may steal, once if any left_of(me).hand
    may bury, once if count of my hand > 1
    may take_back, once if any my aside
  each player:
    repeat while count of my hand < 3 and any (deck with discard): draw 1 from deck to my hand
    if count of my hand > 5: pass_on_to_the_left
  if round_number = 4: end game

action play "Play a card": do put_down if possible

action put_down:
  choose card in my hand where its value < 7 or (count of my hand = 1)
    if possible: its colour = red
  move card to my shown
  if any (left_of(me).hand where its value = card.value): gain 1 coin

action swap "Draw a card and put one under the deck":
  pay 1 coin
  draw 1 from deck to my hand as drawn
  choose back in my hand
  move back to bottom of deck
  if drawn as d: set marked[d] = yes

action peek: if top of deck as card: show card to me

action steal: move random of left_of(me).hand to my hand

action bury:
  choose card in my hand
  move card to vault
  choose one:
    option keep_quiet
    option dig if any my shown: move my shown to discard

action take_back:
  choose up to 2 cs in my aside
  move cs to my hand
  reveal cs

score:
  coins "Coins": my coins
  hand "Hand": sum of my hand.value
"""
CLOSED_HANDS = CLOSED_HANDS.replace("pass_on_to_the_left", "move first of my hand to discard")


def looks(machine: Machine, state: State, seat: int) -> dict[str, Any]:
    """All that somebody at this seat is shown."""
    shown: dict[str, Any] = {"view": machine.view(state, seat), "hash": machine.hash_for(state, seat)}
    asked = None if state.asked is None else state.asked.players
    shown["asked"] = asked
    if asked is not None and seat in asked and (decision := machine.decision(state, seat)) is not None:
        options = decision.options[:60]
        shown["question"] = (decision.player, decision.rule, decision.kind, decision.text, decision.count)
        shown["options"] = [(option.answer, option.label, option.touches) for option in options]
    return shown


def at_random(of: Play, seed: int, most: int) -> Iterator[Play]:
    stream = Stream.from_seed(seed, "bots")
    for _ in range(most):
        if of.decision is None:
            return
        yield of
        at, stream = below(stream, of.decision.count)
        of.answer(of.decision.option(at))


def compared(of: Play, random: Random, pairs: int) -> tuple[int, int, int]:
    """Compares a position with others that each player cannot tell from it: how many, at how many with a choice of the
    player's own, and in how many of them somebody else does see a difference."""
    machine, state = of.machine, of.state
    count = own = noticed = 0
    for seat in range(len(of.players)):
        here = looks(machine, state, seat)
        candidates = hidden_pairs(machine, state, seat)
        for one, other in random.sample(candidates, min(pairs, len(candidates))):
            there = changed_places(machine, state, one, other, observer=seat)
            assert machine.hash(there) != of.hash, "no other position"
            assert looks(machine, there, seat) == here, (of.players[seat], one, other)
            count += 1
            own += len(here.get("options", ())) > 1
            noticed += any(machine.view(there, p) != machine.view(state, p) for p in range(len(of.players)))
    return count, own, noticed


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_change_nothing_for_those_who_cannot_see_them(seed: int) -> None:
    random = Random(seed)
    totals = [0, 0, 0]
    rules = set()
    for here in at_random(play(CLOSED_HANDS, 3, seed), seed, 60):
        assert here.decision is not None
        rules.add(here.decision.rule)
        totals = [sum(pair) for pair in zip(totals, compared(here, random, 2), strict=True)]
    count, own, noticed = totals
    assert count > 150
    assert own > 40
    assert noticed > 60
    assert len(rules) >= 5


@pytest.mark.parametrize("players", [2, 3])
def test_in_kingdom_builder_too(players: int) -> None:
    random = Random(players)
    totals = [0, 0, 0]
    for number, here in enumerate(at_random(rw.load("kingdom_builder").start(players, seed=players), players, 90)):
        if number % 9 == 0:
            totals = [sum(pair) for pair in zip(totals, compared(here, random, 1), strict=True)]
    count, own, noticed = totals
    assert count >= 15
    assert own >= 5
    assert noticed >= 1
