"""Leaks put in on purpose: each is a small rules file, a game that comes with Rulewright, or the engine, changed in one
place so that a player is shown what he may not see. `python -m leaks.seeded` in `tests` prints who catches which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import rulewright as rw
from leaks.looking import Report, World, looks, search
from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.errors import RulesError
from rulewright.play import Play
from rulewright.runtime import digest, scoring, view
from rulewright.runtime.code import EVERYONE
from rulewright.runtime.machine import Machine
from rulewright.runtime.stream import Stream
from rulewright.semantics.analyses.walk import exchanged
from rulewright_tools import happenings
from runtime.texts import game

RULES = """
players 2 to 3
card Number (numbers): copies 2 for value in 1..12
  value: Int
zone deck: deck of Number
zone discard: stack of Number
zone hand per Player: Number, seen by owner
zone shelf per Player: row of 2 Number, seen by owner
zone shown per Player: Number
zone pile per Player: Number, hidden, size hidden
var coins (coin) per Player: Int = 2, at least 0
var bid per Player: Int = 0, 0 to 3
var kept per Player: set of Number

setup:
  move numbers to deck; shuffle deck
  deal 3 from deck to hand
  deal 1 from deck to pile
  move random of first_player.pile to left_of(first_player).pile

turn:
  everyone:
    choose guess in 0..3
    then: set my bid = guess
  any order:
    must play
    may shelve, once if any my hand
  for each c in my shelf, in any order: move c to my hand
  draw 1 from deck to my hand
  set my kept = my hand
  gain 1 coin
  if round_number = 3: end game

action play "Play a card":
  if any my hand:
    choose card in my hand
      if possible: its value > 8
    move card to my shown

action shelve "Put a card on the shelf":
  if count of my shelf < 2:
    choose card in my hand
    move card to my shelf

score:
  coins "Coins": my coins
  hand "Hand": sum of my hand.value
  pile "Pile": count of my pile
"""


@dataclass(frozen=True)
class Seeded:
    """A leak. `start`: a play with it, or, if `through` is given, a sound one that is looked at through that machine.
    `sound`: the same without it. `patch`: the engine with it.
    """

    name: str
    start: Callable[[int], Play]
    sound: Callable[[int], Play]
    patch: Callable[[], AbstractContextManager[Any]] = nullcontext
    through: Callable[[Play], Machine] | None = None


@dataclass(frozen=True)
class Caught:
    """By what a leak is caught: the check of the rules, or the player who can tell two worlds apart; or not at all."""

    by: str
    how: str


def catch(leak: Seeded, seeds: range = range(6)) -> Caught | None:
    """Looks for the leak in some games."""
    try:
        leak.start(0)
    except RulesError as refused:
        return Caught("check", refused.diagnostics[0].code.slug)
    with leak.patch():
        for seed in seeds:
            play = leak.start(seed)
            machine = None if leak.through is None else leak.through(play)
            found = _searched(play, seed, machine)
            if found.leaks:
                return Caught("two worlds", str(found.leaks[0]))
    return None


def sound(leak: Seeded, seed: int) -> Report:
    """The same search in the same game without the leak."""
    return _searched(leak.sound(seed), seed, None)


def _searched(play: Play, seed: int, machine: Machine | None) -> Report:
    if machine is None:
        return search(play, seed, places=14)
    return search(play, seed, places=14, shown=lambda world, player: looks(_seen_through(world, machine), player))


def _seen_through(world: World, machine: Machine) -> World:
    play = world.play
    return World(Play(machine, play.players, play.options, None, play.state, play.found_as), world.told)


# ------------------------------------------------------------------ where they are put in


def small(seed: int, *changes: tuple[str, str]) -> Play:
    text = RULES
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return game(text).start(3, seed, keep_journal=True)


def changed(*changes: tuple[str, str]) -> Callable[[int], Play]:
    return lambda seed: small(seed, *changes)


def shipped(name: str, seed: int) -> Play:
    return rw.load(name).start(seed=seed, keep_journal=True)


def with_program(play: Play, change: Callable[..., Program], *more: Any) -> Play:
    """The play from its start on, with other rules in memory."""
    machine = Machine(change(play.machine.program, *more), play.players)
    state = machine.start(Stream.from_seed(play.seed or 0), keep_journal=True)
    return Play(machine, play.players, play.options, None, state, play.found_as)


def seen_by_all(program: Program, zone: str) -> Program:
    """With one zone open to all."""
    decl = program.zones[zone]
    open_kind: Any = "stack" if decl.kind == "deck" else "set" if decl.kind == "bag" else decl.kind
    open_one = replace(decl, hidden=False, seen_by_owner=False, kind=open_kind)
    return replace(program, zones={**program.zones, zone: open_one})


def only_if_needed(program: Program, kinds: Any = tree.Choose | tree.Menu) -> Program:
    """With no question asked that has one answer only."""

    def change(node: tree.Node) -> tree.Node:
        return replace(node, always_asked=False) if isinstance(node, kinds) else node  # type: ignore[call-arg]

    routines = {name: replace(r, body=exchanged(r.body, change)) for name, r in program.routines.items()}
    return replace(program, routines=routines)


def through(change: Callable[[Program], Program]) -> Callable[[Play], Machine]:
    return lambda play: Machine(change(play.machine.program), play.players)


@contextmanager
def patched(owner: Any, name: str, value: Any) -> Iterator[None]:
    old = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, old)


def _no(*_: Any) -> bool:
    return False


def _everything_scored(machine: Machine, state: Any, viewer: int | None) -> Any:
    return {seat: dict(row) for seat, row in scoring.full(machine, state).items()}


_row = view._slot
_view, _value = view.view, view._value


def _open_row(machine: Machine, s: Any, slot: int, seat: int, seen: bool) -> Any:
    return _row(machine, s, slot, seat, True)


def _open_value(machine: Machine, s: Any, type: Any, x: Any, veil: int) -> Any:
    return _value(machine, s, type, x, 0)


def _with_answers(machine: Machine, s: Any, seat: int) -> Any:
    frame = s.frames[-1] if s.frames else (None,)
    return {**_view(machine, s, seat), "answers": list(frame[4]) if frame[0] == EVERYONE else []}


def _in_own_order(machine: Machine, s: Any, seat: int) -> Any:
    """What everybody sees, in an order that depends on the deck."""
    told = _view(machine, s, seat)
    deck = s.zones[machine.layout.zone_base["deck"]]
    return {**told, "players": sorted(told["players"], reverse=bool(deck and deck[-1] % 2))}


def _all_in_sight(play: Play, place: int) -> int:
    return play.machine.layout.everybody


IN_ORDER = ("  any order:", '  for each c in my hand, in any order: log "a card"\n  any order:')
SEVEN = "any (my hand where its value = 7)"

SEEDED = (
    Seeded("a hand is public", small, small, through=through(partial(seen_by_all, zone="hand"))),
    Seeded("the deck is public", small, small, through=through(partial(seen_by_all, zone="deck"))),
    Seeded(
        "a hand is public, in Skull King", partial(shipped, "skull_king"), partial(shipped, "skull_king"),
        through=through(partial(seen_by_all, zone="hand")),
    ),
    Seeded(
        "the order of options hangs on another's hand",
        changed(("  any order:", "  choose p in (opponents by sum of its hand.value)\n  log \"x\"\n  any order:")),
        changed(("  any order:", "  choose rival in opponents\n  log \"a rival\"\n  any order:")),
    ),
    Seeded("the order of players hangs on the deck", small, small, lambda: patched(view, "view", _in_own_order)),
    Seeded(
        "asked only who holds the seven",
        changed(("  any order:", f"  if {SEVEN}:\n    may \"Boast?\": gain 1 coin\n  any order:")),
        changed(("  any order:", f"  may \"Boast?\":\n    reveal my hand\n    if {SEVEN}: gain 1 coin\n  any order:")),
    ),
    Seeded("no question with one answer", lambda seed: with_program(small(seed), only_if_needed), small),
    Seeded(
        "no question with one answer, in Skull King",
        lambda seed: with_program(shipped("skull_king", seed), only_if_needed), partial(shipped, "skull_king"),
    ),
    Seeded("a live score reads a hand", small, small, lambda: patched(scoring, "for_viewer", _everything_scored)),
    Seeded(
        "a variable is what a hand is worth",
        changed(("  set my kept = my hand", "  set my kept = my hand\n  set my coins = sum of my hand.value")), small,
    ),
    Seeded(
        "a log line for who holds the seven",
        changed(("  any order:", f"  if {SEVEN}: log \"has the seven\"\n  any order:")),
        changed(("  any order:", "  log \"begins\"\n  any order:")),
    ),
    Seeded("a log line names a hidden card", small, small, lambda: patched(happenings, "_seers", _all_in_sight)),
    Seeded("a player's hash is of everything", small, small, lambda: patched(view, "view_hash", _whole_hash)),
    Seeded("secret answers stand in the view", small, small, lambda: patched(view, "view", _with_answers)),
    Seeded("a closed row is shown", small, small, lambda: patched(view, "_slot", _open_row)),
    Seeded("a score tells how high a closed pile is", small, small, lambda: patched(scoring, "_size_unseen", _no)),
    Seeded(
        "no order of equal cards",
        lambda seed: with_program(changed(IN_ORDER)(seed), only_if_needed, tree.Each), changed(IN_ORDER),
    ),
    Seeded("a variable names hidden cards", small, small, lambda: patched(view, "_value", _open_value)),
)  # fmt: skip


def _whole_hash(machine: Machine, s: Any, seat: int) -> str:
    return digest.state_hash(machine, s)


def main() -> None:
    for leak in SEEDED:
        caught = catch(leak)
        print(f"{leak.name:45} {'NOT CAUGHT' if caught is None else f'{caught.by}: {caught.how[:110]}'}")


if __name__ == "__main__":
    main()
