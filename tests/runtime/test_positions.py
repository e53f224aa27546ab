"""Positions as data: saved and loaded at every question, hashed, copied, seen by players."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import rulewright as rw
from rulewright.play import Play
from rulewright.runtime.machine import Machine
from rulewright.runtime.stream import Stream, below
from runtime.texts import answer, game, lines, offered, play, value, zone

TANGLE = """
enum Suit: sun, moon, star
piece Hut (huts): 3 per Player
board field: square grid 4 x 2
board roads: graph
  spaces Town: north, south, east
  edges Road: north - south x2, south - east
card Spell (spells), active at kept
  suit: Suit
  effect: action
cards of Spell:
  ember x2 suit sun:
    effect: gain 1 coin
    after build(s): gain 1 coin
  tide x2 suit moon:
    effect: do build(field where it.row = 0)
  gust x2 suit star:
    effect:
      choose r in Road where not roads_used(it)
      set used[r] = yes
define roads_used(r: Road): Bool = used[r]
var used per Road: Bool = no
var coins (coin) per Player: Int = 2, at least 0
var goal per Player: Spell? = none
zone pile: deck of Spell, reshuffled from spent
zone spent: stack of Spell
zone hand per Player: Spell, seen by owner
zone kept per Player: Spell
setup:
  move spells to pile; shuffle pile
  deal 2 from pile to hand
turn:
  this turn:
    anytime, once if my coins > 0 as bribe: pay 1 coin; draw 1 from pile to my hand
    after place(x: Hut, s) as toll: gain 1 coin
  do secret
  any order:
    must cast
    may build_here, once
    may swap, any number if any my hand
  for each h in my huts, in any order: do step(h)
  if round_number = 3: end game
action secret:
  everyone:
    choose up to 1 picks in my hand
    then: move my picks to my kept
action cast: do recite if possible
action recite:
  choose c in my hand
  set my goal = c
  do c.effect if possible
  move c to spent
action build_here: do build(field)
action build(sites: set of Space):
  if any my supply.huts and any (sites where it is empty):
    choose s in sites where it is empty
    place Hut on s
action step(h: Hut):
  if any (neighbors(h.space) where it is empty):
    choose s in neighbors(h.space) where it is empty
    move h to s
action swap:
  choose c in my hand
  move c to spent
when my coins reaches 3: lose 1 coin
after swap as gossip:
  choose one:
    option tell: gain 1 coin
    option keep_quiet
score:
  coins: my coins
  cards: count of my hand where its suit = sun
"""


def playing(of: Play, seed: int, most: int = 80) -> Iterator[Play]:
    """A random play; a pause at each question. Several who are asked at once answer in the order of their names."""
    stream = Stream.from_seed(seed, "bots")
    for _ in range(most):
        decision = of.decision
        if decision is None:
            return
        yield of
        k, stream = below(stream, decision.count)
        of.answer(decision.option(k))


@pytest.mark.parametrize("seed", range(6))
def test_a_position_saved_at_any_question_goes_on_as_if_nothing_had_been(seed: int) -> None:
    kinds: set[str] = set()
    for here in playing(play(TANGLE, 2 + seed % 2, seed), seed):
        machine, state = here.machine, here.state
        assert here.decision is not None
        kinds.add(here.decision.kind)
        text = json.dumps(machine.to_json(state))
        again = machine.from_json(json.loads(text))
        assert json.dumps(machine.to_json(again)) == text
        assert machine.hash(again) == machine.hash(state)
        one, other = machine.decision(state), machine.decision(again)
        assert one is not None
        assert other is not None
        assert (one.player, one.players, one.rule) == (other.player, other.players, other.rule)
        assert [option.answer for option in one.options] == [option.answer for option in other.options]
        for seat in range(len(here.players)):
            assert machine.view(again, seat) == machine.view(state, seat)
        last = one.count - 1
        assert machine.hash(machine.answer(state, one, last)) == machine.hash(machine.answer(again, other, last))
    assert {"choose", "choose several", "menu"} <= kinds


@pytest.mark.parametrize("seed", range(3))
def test_earlier_states_never_change(seed: int) -> None:
    before = []
    last = None
    for here in playing(play(TANGLE, 2, seed), seed):
        before.append((here.state, here.hash))
        last = here
    assert last is not None
    assert len(before) > 10
    for state, wanted in before:
        assert last.machine.hash(state) == wanted


@pytest.mark.parametrize("seed", range(3))
def test_an_answer_by_name_finds_the_option_it_came_from(seed: int) -> None:
    for here in playing(play(TANGLE, 2, seed), seed):
        assert here.decision is not None
        answers = offered(here)
        assert len({json.dumps(one) for one in answers}) == len(answers), answers
        for option in here.decision.options:
            found = here.decision.find(option.answer)
            assert found is not None
            assert found.answer == option.answer
            assert option.label


def test_what_others_hold_is_not_in_a_view_and_makes_no_difference_to_its_hash() -> None:
    here = play(TANGLE, 2, 4)
    view = here.view("agnes")
    assert view["zones"]["bruno.hand"] == {"size": 2, "known": []}
    assert len(view["zones"]["agnes.hand"]) == 2
    assert view["zones"]["pile"] == {"size": 2, "places": [], "known": []}
    assert view["scores"]["bruno"]["cards"] is None
    assert view["scores"]["agnes"]["cards"] is not None
    assert here.machine.hash_for(here.state, 0) != here.machine.hash_for(here.state, 1)


def test_a_category_that_reads_hidden_things_is_told_at_the_end() -> None:
    here = play(TANGLE, 2, 4)
    for _ in playing(here, 4):
        pass
    assert here.over
    assert all(row["cards"] is not None for row in here.scores_for("agnes").values())


def test_equal_pieces_that_change_places_leave_the_position_the_same() -> None:
    text = """
        piece Hut (huts): 2 per Player
        board field: square grid 3 x 1
        turn:
          do build
          do build
          choose n in {1, 2}
          end game
        action build:
          if any (field where it is empty):
            choose s in field where it is empty
            place Hut on s
    """
    one, other = play(text, 1), play(text, 1)
    answer(one, "r0c0", "r0c1")
    answer(other, "r0c1", "r0c0")
    assert one.hash == other.hash
    third = answer(play(text, 1), "r0c0", "r0c2")
    assert third.hash != one.hash


@pytest.mark.parametrize(("name", "players"), [("kingdom_builder", 2), ("kingdom_builder", 4), ("pickomino", 3)])
def test_working_on_whole_sets_and_looking_at_each_thing_by_itself_come_to_the_same(name: str, players: int) -> None:
    of = rw.load(name).start(players=players, seed=players)
    slow = Machine(of.machine.program, of.players, loops=True)
    state = slow.start(Stream.from_seed(players, "game"))
    stream = Stream.from_seed(players, "bots")
    compared = 0
    while (decision := of.decision) is not None and compared < 150:
        question = slow.question(state)
        assert question is not None
        assert (question.player, question.elements, question.entries) == (
            decision.question.player,
            decision.question.elements,
            decision.question.entries,
        )
        k, stream = below(stream, decision.count)
        of.answer(decision.option(k))
        state = slow.answer(state, question, k)
        compared += 1
    assert compared > 20
    assert slow.hash(state) == of.hash


def test_a_position_of_other_rules_goes_on_if_what_runs_in_it_has_not_changed() -> None:
    old = """
        var coins (coin) per Player: Int = 0
        turn:
          do work
          if round_number = 3: end game
        action work:
          choose n in {1, 2}
          gain n coins
        action unused: gain 5 coins
    """
    before = play(old, 1)
    saved = before.machine.to_json(before.state)
    elsewhere = play(lines(old.replace("gain 5 coins", "gain 6 coins"), "var more: Int = 7"), 1).machine
    assert elsewhere.changes(saved) is None
    state = elsewhere.from_json(saved)
    assert state.vars[elsewhere.layout.var_slot("more", ())] == 7
    assert elsewhere.decision(state) is not None
    inside = play(old.replace("{1, 2}", "{1, 2, 3}"), 1).machine
    assert "`work`" in (inside.changes(saved) or "")


def test_undo_is_refused_after_chance_and_after_something_was_seen() -> None:
    here = play(TANGLE, 2, 4)
    assert here.why_no_undo() is not None
    text = """
        enum Face: low, high
        var said: Int = 0
        turn:
          choose n in {1, 2}
          if n = 2:
            roll 2 Face as dice
            set said = count of dice
          choose m in {1, 2}
          end game
    """
    quiet, rolled = play(text, 1), play(text, 1)
    answer(quiet, 1)
    quiet.undo()
    assert offered(quiet) == [1, 2]
    answer(rolled, 2)
    assert "chance" in (rolled.why_no_undo() or "")


def test_a_bag_is_drawn_from_at_random_and_nobody_sees_into_it() -> None:
    text = """
        token Bead (beads)
        tokens of Bead:
          red x3
          blue x3
        zone sack: bag of Bead
        zone out: list of Bead
        setup: move beads to sack
        turn:
          draw 2 from sack to out
          choose n in {1, 2}
          end game
    """
    orders = set()
    for seed in range(20):
        here = play(text, 1, seed)
        orders.add(tuple(zone(here, "out")))
        assert zone(here, "sack")["size"] == 4
    assert len(orders) == 4
    assert game(text).start(players=["agnes"], seed=3).hash == play(text, 1, 3).hash
    assert value(here, "round_number") == 1
