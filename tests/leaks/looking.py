"""Two worlds in step: a play, and one that a player cannot tell from it, answered alike; what the player is shown must
be the same until something is shown that differs.

In: a play, who looks, a seed. Out: how far the two went together, and the first thing that gives them away, if any.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rulewright.core import types as t
from rulewright.play import Play
from rulewright.runtime import journal, learning, names
from rulewright.runtime.bits import members
from rulewright.runtime.code import EVERYONE
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream, below
from rulewright_tools import happenings

OPTIONS = 40
"""So many options of a question are compared by name; how many there are always is."""

REFUSALS = 8
"""So many answers that are not offered are tried."""

Looks = dict[str, Any]


@dataclass
class World:
    """A play that is answered in step with another. Of the last answer: what was `told` of it, by player; whether it
    can be taken back; the entries of its journal; what all had
    answered in secret, if with it all have."""

    play: Play
    told: dict[str, list[str]] = field(default_factory=dict)
    undo: str | None = None
    entries: list[Any] = field(default_factory=list)
    uncovered: Any = None

    @property
    def machine(self) -> Machine:
        return self.play.machine

    @property
    def state(self) -> State:
        return self.play.state

    def decision(self, player: str) -> Decision | None:
        return self.play.decision_of(player)

    def answer(self, decision: Decision, option: Option) -> None:
        before = self.play.state
        self.play.answer(option, decision.player)
        self.undo = self.play.why_no_undo(decision.player)
        self.uncovered = _uncovered(before, self.play.state, decision, option)
        self.entries = journal.since(self.play.state.journal, before.journal)
        self.told = {
            player: happenings.after_answer(self.play, before, decision, option, [player])
            for player in self.play.players
        }


def _uncovered(before: State, after: State, decision: Decision, option: Option) -> Any:
    frame = before.frames[-1]
    if frame[0] != EVERYONE or (after.frames and after.frames[-1][:3] == frame[:3]):
        return None
    return frame[4], option.answer


def looks(world: World, player: str) -> Looks:
    """All that somebody at this seat is shown."""
    play, asked = world.play, world.state.asked
    seen: Looks = {
        "view": play.view(player),
        "hash": play.hash_for(player),
        "scores": play.scores_for(player),
        "asked": None if asked is None else [play.players[seat] for seat in asked.players],
        "told": world.told.get(player, []),
    }
    decision = world.decision(player) if asked is not None and player in seen["asked"] else None
    if decision is not None:
        seen["question"] = [decision.rule, decision.kind, decision.text, decision.count]
        seen["options"] = [[o.answer, o.label, o.touches] for o in decision.options[:OPTIONS]]
        seen["refusals"] = _refusals(world, decision)
    return seen


def _refusals(world: World, decision: Decision) -> dict[str, str]:
    """What is said to answers that are not offered: things of the kind that is asked for, wherever they are."""
    question, layout = decision.question, world.machine.layout
    if question.kind != "one" or not isinstance(question.type, t.Component | t.Union):
        return {}
    told: dict[str, str] = {}
    for c in layout.universe(question.type).values:
        name = names.kind_name(layout, c)
        if len(told) < REFUSALS and name not in told and decision.find(name) is None:
            told[name] = decision.why_not(name)
    return told


def difference(here: Looks, there: Looks) -> str | None:
    """The first thing that is not the same, in words."""
    for what in dict.fromkeys((*here, *there)):
        one, other = here.get(what), there.get(what)
        if one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            inner = difference(one, other)
            return f"{what}: {inner}"
        if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            at = next(at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
            return f"{what}, {at + 1}: {_short(one[at])} here, {_short(other[at])} there"
        return f"{what}: {_short(one)} here, {_short(other)} there"
    return None


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:300] + "…"


@dataclass(frozen=True)
class Leak:
    """Where a player can tell two worlds apart that should look the same."""

    player: str
    rule: str
    answers: int
    what: str

    def __str__(self) -> str:
        return f"{self.player} sees a difference after {self.answers} answers, at `{self.rule}`: {self.what}"


@dataclass
class Walk:
    """How two worlds went on together. `steps`: answers given alike. `apart`: something was shown that differs."""

    steps: int = 0
    apart: bool = False
    differs: bool = False
    leak: Leak | None = None


# ------------------------------------------------------------------ equal components


def renamed(machine: Machine, state: State, table: Mapping[int, int]) -> State:
    """The same position with component c called table[c]; only equal ones may exchange their names."""
    kinds = machine.layout.components.kind_of
    assert all(kinds[c] == kinds[other] for c, other in table.items())
    keys = {machine.written(t.Component(), c): machine.written(t.Component(), other) for c, other in table.items()}
    data = machine.to_json(state)
    told = data.pop("knowledge")
    if told is not None:
        for row in told["observers"]:
            row["groups"] = [[zones, sorted(table.get(c, c) for c in cs)] for zones, cs in row["groups"]]
            row["places"] = [[zone, [[at, table.get(c, c)] for at, c in seen]] for zone, seen in row["places"]]
    new = machine.from_json({**_replaced(data, keys), "knowledge": told})
    new.journal = None if state.journal is None else journal.NOTHING
    return new


def _replaced(data: Any, names: Mapping[Any, Any]) -> Any:
    match data:
        case dict():
            return {key: _replaced(value, names) for key, value in data.items()}
        case list() | tuple():
            return [_replaced(value, names) for value in data]
        case str():
            return names.get(data, data)
        case _:
            return data


def _aligned(here: World, there: World) -> None:
    """Which of several equal things lies somewhere is not shown, but it is the order in which sets run: where both
    worlds have equal things in one place, let them be the same ones."""
    layout = here.machine.layout
    kinds, twins = layout.components.kind_of, layout.components.twins
    spots = [_spots(world, twins) for world in (here, there)]
    table: dict[int, int] = {}
    for c, spot in spots[1].items():
        if spots[0][c] == spot:
            table[c] = c
    for match in (True, False):
        taken = set(table.values())
        free: dict[Any, list[int]] = {}
        for c, spot in spots[0].items():
            if c not in taken:
                free.setdefault((kinds[c], spot if match else None), []).append(c)
        for c, spot in spots[1].items():
            same = free.get((kinds[c], spot if match else None))
            if c not in table and same:
                table[c] = same.pop(0)
    assert len(table) == len(spots[1])
    table = {c: other for c, other in table.items() if c != other}
    if table:
        play = there.play
        state = renamed(there.machine, there.state, table)
        there.play = Play(there.machine, play.players, play.options, None, state, play.found_as)


def _spots(world: World, twins: int) -> dict[int, Any]:
    """Where each component that has an equal one is: its place, and in a place with an order which one it is."""
    state, found = world.state, {}
    for c in members(twins):
        place = state.place[c]
        inside = state.zones[place] if place >= 0 else None
        found[c] = (place, inside.index(c)) if isinstance(inside, tuple) else (place, 0)
    return found


# ------------------------------------------------------------------ in step

Shown = Callable[[World, str], Looks]


def in_step(play: Play, player: str, seed: int, most: int = 12, shown: Shown = looks) -> Walk:
    """Goes on from here in two worlds. `shown`: what a player sees of a world."""
    here, there = World(play.fork()), World(play.sample(player, seed))
    # the same numbers come, so that dice fall alike; what lies where is another matter
    there.state.stream = here.state.stream
    seat, walk, stream = play.players.index(player), Walk(), Stream.from_seed(f"{seed} {player}", "bots")
    walk.differs = any(here.play.view(p) != there.play.view(p) for p in play.players)
    while True:
        _aligned(here, there)
        wrong = difference(shown(here, player), shown(there, player))
        asked = here.play.decision
        if wrong is not None:
            walk.leak = Leak(player, asked.rule if asked else "the end", walk.steps, wrong)
            return walk
        if asked is None or walk.steps >= most:
            return walk
        pair, stream = _same_answer(here, there, player, stream)
        if pair is None:
            return walk
        try:
            for world, (decision, option) in zip((here, there), pair, strict=True):
                world.answer(decision, option)
        except RuleFault:
            return walk
        walk.steps += 1
        told = _told_otherwise(here, there, seat)
        if isinstance(told, str):
            walk.leak = Leak(player, pair[0][0].rule, walk.steps, told)
            return walk
        if told:
            walk.apart = True
            return walk
        if here.undo != there.undo and pair[0][0].player == player:
            walk.leak = Leak(player, pair[0][0].rule, walk.steps, f"undo: {here.undo} here, {there.undo} there")
            return walk


def _same_answer(
    here: World, there: World, player: str, stream: Stream
) -> tuple[tuple[tuple[Decision, Option], tuple[Decision, Option]] | None, Stream]:
    """An answer that can be given in both worlds, by any of those who are asked; None if there is none. Now and then
    another one, if what is chosen is not seen: in secret, or among things that the player does not see."""
    asked = here.play.decision
    assert asked is not None
    at, stream = below(stream, len(asked.players))
    one, other = here.decision(asked.players[at]), there.decision(asked.players[at])
    if one is None or other is None:
        return None, stream
    for _ in range(8):
        k, stream = below(stream, one.count)
        option = one.option(k)
        apart, stream = below(stream, 3)
        if apart == 0 and one.player != player and _unseen(here, one, option, player):
            k, stream = below(stream, other.count)
            if _unseen(there, other, other.option(k), player):
                return ((one, option), (other, other.option(k))), stream
        same = other.option(k) if one.player == player else other.find(option.answer)
        if same is not None:
            return ((one, option), (other, same)), stream
    return None, stream


def _unseen(world: World, decision: Decision, option: Option, player: str) -> bool:
    """Whether it is not seen what is chosen, unless the rules then show it."""
    question, layout = decision.question, world.machine.layout
    if world.state.frames[-1][0] == EVERYONE:
        return True
    if question.kind not in ("one", "many") or not isinstance(question.type, t.Component | t.Union):
        return False
    choice = question.option(option.choice) if isinstance(option.choice, int) else option.choice
    places = [world.state.place[c] for c in (choice if isinstance(choice, tuple) else (choice,))]
    seat = world.play.players.index(player)
    return bool(places) and all(place >= 0 and not layout.seen_by[place] >> seat & 1 for place in places)


def _told_otherwise(here: World, there: World, seat: int) -> bool | str:
    """Whether something was shown to the player that is not the same in both worlds, or chance went apart; in words, if
    it shows itself that something was shown in one of them only, and no rule says why."""
    if here.uncovered != there.uncovered:
        return True
    one, other = _disclosed(here, seat), _disclosed(there, seat)
    for at in range(max(len(one), len(other))):
        first = [found[at] if at < len(found) else ("nothing", None) for found in (one, other)]
        if any(form == "claim" for form, _ in first):
            if first[0] != first[1]:
                return True
        elif "nothing" in (first[0][0], first[1][0]):
            return f"{first[0][0]} here, {first[1][0]} there"
        elif first[0] != first[1]:
            return True
    return here.state.stream != there.state.stream or here.state.over or _knows(here, seat) != _knows(there, seat)


def _disclosed(world: World, seat: int) -> list[tuple[Any, Any]]:
    """What the last answer brought to light for the player, in order, as (form, content): hidden things that came to
    where they are seen, those that were shown, and what the rules said of them."""
    layout = world.machine.layout
    kinds = layout.components.kind_of

    def seen(place: int) -> bool:
        return place < 0 or bool(layout.seen_by[place] >> seat & 1)

    found: list[tuple[Any, Any]] = []
    for entry in world.entries:
        match entry:
            case ("claim", path, *_):
                found.append(("claim", path))
            case ("show", path, things, seers) if seers >> seat & 1:
                found.append((("show", path, len(things)), sorted(kinds[c] for c in things)))
            case ("move", path, going, olds):
                moves = [(old, new, kinds[c]) for (c, new, _), old in zip(going, olds, strict=True)]
                bare = sorted(move for move in moves if seen(move[1]) and not seen(move[0]))
                if bare:
                    found.append((("move", path, [move[:2] for move in bare]), bare))
            case _:
                pass
    return found


def _knows(world: World, seat: int) -> Any:
    """What the player knows of where things are; equal ones are not told apart."""
    told = learning.known(world.state)
    if told is None:
        return None
    kinds = world.machine.layout.components.kind_of
    groups: dict[int, list[int]] = {}
    for zones, components in told.observers[seat].groups:
        groups[zones] = sorted(kinds[c] for c in range(components.bit_length()) if components >> c & 1)
    places = [(zone, [(index, kinds[c]) for index, c in seen]) for zone, seen in told.observers[seat].places]
    return groups, places


@dataclass
class Report:
    """What a search for leaks has looked at. `walks` pairs of worlds, `differing` of them not the same for all,
    `steps` answers given alike."""

    walks: int = 0
    differing: int = 0
    steps: int = 0
    apart: int = 0
    leaks: list[Leak] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.walks += other.walks
        self.differing += other.differing
        self.steps += other.steps
        self.apart += other.apart
        self.leaks += other.leaks


def search(play: Play, seed: int, places: int = 40, most: int = 12, shown: Shown = looks) -> Report:
    """Plays a whole game at random; then, in so many places of it, each player looks at another world."""
    report = Report()
    states = [here.state for here in at_random(play, seed)]
    for number in sorted(Random(f"places {seed}").sample(range(len(states)), min(places, len(states)))):
        here = Play(play.machine, play.players, play.options, None, states[number], play.found_as)
        for player in here.players:
            walk = in_step(here, player, seed * 1000 + number, most, shown)
            report.walks += 1
            report.differing += walk.differs
            report.steps += walk.steps
            report.apart += walk.apart
            if walk.leak is not None:
                report.leaks.append(walk.leak)
    return report


def at_random(play: Play, seed: int, most: int = 3000) -> Iterator[Play]:
    stream = Stream.from_seed(seed, "bots")
    for _ in range(most):
        decision = play.decision
        if decision is None:
            return
        yield play
        who, stream = below(stream, len(decision.players))
        asked = play.decision_of(decision.players[who])
        assert asked is not None
        k, stream = below(stream, asked.count)
        try:
            play.answer(asked.option(k), asked.player)
        except RuleFault:
            return
