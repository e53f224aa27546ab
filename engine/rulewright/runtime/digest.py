"""Whether two positions are the same: in, a state; out, a short text that is equal for equal positions.

Equal components are renumbered as they are met, place after place, so that it makes no difference which of them is
where. Slots that nobody will read again are left out, and so is the way that led here.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulewright.core import types as t
from rulewright.runtime import forms, knowledge, learning
from rulewright.runtime.bits import members
from rulewright.runtime.code import REACT, SETTLE
from rulewright.runtime.layout import Layout
from rulewright.runtime.places import ground
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine


_PLAIN = t.Int | t.Bool | t.Enum | t.Player | t.Text
"""Types whose values stand for themselves."""


def quick(s: State) -> str:
    """Of what rules can read, as it is numbered; equal components that change places make a difference."""
    return blake2b(repr((s.vars, s.zones, s.on, s.sides, s.armed)).encode(), digest_size=12).hexdigest()


def state_hash(machine: Machine, s: State) -> str:
    """Of everything: what lies where, what is known, chance to come, and where the rules stand."""
    run, layout, told = machine.run, machine.layout, learning.known(s)
    numbers = canonical(layout, s, _mentioned(machine, s), told)

    def leaf(type: t.Type, x: Any) -> Any:
        if isinstance(type, t.Component | t.Union):
            return numbers[x]
        if isinstance(type, t.Set) and isinstance(type.of, t.Component | t.Union):
            return sorted(numbers[c] for c in members(x))
        return int(x) if isinstance(x, bool) else x

    frames = forms.Frames(run, machine.slot_types, leaf, lambda code: code, inverse=False)
    serials = {record[0]: at + 1 for at, record in enumerate(s.armed)}

    def key(reaction: Any) -> Any:
        return frames.key((*reaction[:3], serials.get(reaction[3], 0)))

    whole = (
        _variables(layout, s, numbers, leaf),
        [(zone, numbers.inside(s, things)) for zone, things in _full_zones(layout, s)],
        [(at, numbers.inside(s, on)) for at, on in enumerate(s.on) if on],
        numbers.spread(s),
        [sorted(numbers[c] for c in members(up & layout.sided & numbers.told_apart)) for up in s.sides[1:]],
        [frames.frame(frame) for frame in _renamed(s, serials)],
        forms.locals_of(run, s, machine.slot_types, leaf),
        [[at + 1, *frames.armed(record)[1:]] for at, record in enumerate(s.armed)],
        [key(used) for used in s.used],
        [key(busy) for busy in s.busy],
        [frames.event(event) for event in s.happened],
        s.edges,
        s.active,
        s.over,
        s.mute,
        tuple(s.stream),
        s.rigged,
        s.world.letters,
        None if told is None else knowledge.renumbered(told, numbers.table),
    )
    return blake2b(repr(whole).encode(), digest_size=16).hexdigest()


class Numbers:
    """New numbers for components. `told_apart`: those that something besides their place speaks of; of all others it
    matters only how many of a kind lie somewhere.
    """

    def __init__(self, layout: Layout, told_apart: int) -> None:
        self.layout, self.told_apart = layout, told_apart
        self.table = list(range(layout.components.size))

    def __getitem__(self, c: int) -> int:
        return self.table[c]

    @property
    def trivial(self) -> bool:
        return self.table == list(range(len(self.table)))

    def inside(self, s: State, things: int | tuple[int, ...]) -> Any:
        """What lies in one place: in its order, or (a mask) as numbers and kinds, sorted."""
        if isinstance(things, int):
            if not things & (self.told_apart | self.layout.sided):
                return self.layout.kinds_in(things)
            plain = things & ~self.told_apart
            kinds = self.layout.kinds_in(plain) if not plain & self.layout.sided else self._sorted(s, plain)
            return kinds, sorted(self.table[c] for c in members(things & self.told_apart))
        return [self.table[c] if self.told_apart >> c & 1 else self._kind(s, c) for c in things]

    def spread(self, s: State) -> list[Any]:
        """What lies on several spaces, with them all: each space does not tell which of two equal ones is on it."""
        return sorted(
            (
                (0, self.table[c]) if self.told_apart >> c & 1 else (1, *self._kind(s, c)),
                ground(self.layout, s.place[c]),
            )
            for c in members(self.layout.spreading & s.on_boards)
        )

    def _sorted(self, s: State, things: int) -> list[Any]:
        return sorted(self._kind(s, c) for c in members(things))

    def _kind(self, s: State, c: int) -> tuple[int, int]:
        side = next((k for k, up in enumerate(s.sides) if up >> c & 1), 0)
        return self.layout.components.kind_of[c], side


def canonical(layout: Layout, s: State, mentioned: dict[int, list[int]], told: knowledge.Knowledge | None) -> Numbers:
    """Numbers in the order of places; in a place without an order by kind, side, variables, mentions and what players
    know of them."""
    parts = layout.components
    apart = layout.tracked | layout.spoken_of
    for c in mentioned:
        apart |= layout.kind_mask(parts.kind_of[c])
    numbers = Numbers(layout, apart)
    twins = apart & parts.twins
    if not twins:
        return numbers
    free: dict[int, int] = {}

    def rank(c: int) -> tuple[Any, ...]:
        side = [up >> c & 1 for up in s.sides]
        about = [repr(s.vars[slot]) for slot in layout.slots_about(c)] if layout.spoken_of >> c & 1 else []
        covered = ground(layout, s.place[c]) if layout.spreading >> c & 1 else 0
        known = () if told is None or not told.tracked >> c & 1 else knowledge.of_all(told, c)
        return (parts.kind_of[c], side, about, covered, mentioned.get(c, []), known, c)

    def take(things: int | tuple[int, ...]) -> None:
        if isinstance(things, int):
            here = things & twins
            things = members(here) if not here & (here - 1) else tuple(sorted(members(here), key=rank))
        for c in things:
            if twins >> c & 1:
                kind = parts.kind_of[c]
                first = free.get(kind)
                if first is None:
                    first = layout.kind_mask(kind)
                    first = (first & -first).bit_length() - 1
                numbers.table[c] = first
                free[kind] = first + 1

    for _, inside in _full_zones(layout, s):
        take(inside)
    taken = 0
    for on in s.on:
        if on & twins & ~taken:
            take(on & ~taken)
            taken |= on & layout.spreading
    return numbers


def _full_zones(layout: Layout, s: State) -> list[tuple[int, int | tuple[int, ...]]]:
    """What lies in the zones that are not empty: a tuple where its order counts; of rows their slots."""
    found: list[tuple[int, int | tuple[int, ...]]] = []
    for zone, inside in enumerate(s.zones):
        if inside:
            found.append((zone, (inside,) if layout.zone_kind[zone] == "one" else inside))
        elif inside == 0 and layout.zone_kind[zone] == "one":
            found.append((zone, (0,)))
    return found


def _variables(layout: Layout, s: State, numbers: Numbers, leaf: Any) -> list[Any]:
    """The variables with their component keys renumbered."""
    found: list[Any] = []
    trivial = numbers.trivial
    for var in layout.vars.values():
        values = s.vars[var.base : var.base + var.size]
        if not isinstance(var.decl.type, _PLAIN):
            values = [forms.value(var.decl.type, x, leaf) for x in values]
        step = var.size
        for type, universe in zip(var.decl.keys, var.universes, strict=True):
            step //= max(1, len(universe.values))
            if isinstance(type, t.Component | t.Union) and not trivial:
                values = _permuted(values, universe, numbers, step)
        found += values
    return found


def _permuted(values: list[Any], universe: Any, numbers: Numbers, step: int) -> list[Any]:
    size = len(universe.values)
    result = list(values)
    for at in range(len(values)):
        i = at // step % size
        new = universe.index[numbers[universe.values[i]]]
        result[at + (new - i) * step] = values[at]
    return result


def _mentioned(machine: Machine, s: State) -> dict[int, list[int]]:
    """Where slots of running routines and variables name a component, so that it is not taken for its twin."""
    found: dict[int, list[int]] = {}
    counter = 0

    def leaf(type: t.Type, x: Any) -> Any:
        nonlocal counter
        counter += 1
        if isinstance(type, t.Component | t.Union):
            found.setdefault(x, []).append(counter)
        elif isinstance(type, t.Set) and isinstance(type.of, t.Component | t.Union):
            for c in members(x):
                found.setdefault(c, []).append(counter)
        return x

    if not machine.layout.components.twins:
        return found
    forms.locals_of(machine.run, s, machine.slot_types, leaf)
    frames = forms.Frames(machine.run, machine.slot_types, leaf, lambda code: code, inverse=False)
    for frame in s.frames:
        counter += 1
        frames.frame(frame)
    for record in s.armed:
        counter += 1
        frames.armed(record)
    for var in machine.layout.vars.values():
        if machine.layout.holds_components(var.decl.type):
            for x in s.vars[var.base : var.base + var.size]:
                counter += 1
                forms.value(var.decl.type, x, leaf)
    return found


def _renamed(s: State, serials: dict[int, int]) -> list[Any]:
    """Frames with the serials of armed blocks counted anew."""
    if not serials:
        return s.frames
    found: list[Any] = []
    for frame in s.frames:
        if frame[0] == REACT:
            frame = (*frame[:2], _counted(frame[2], serials))
        elif frame[0] == SETTLE:
            kind, code, pend, quiet, running = frame
            pend = tuple((_counted(entry[0], serials), *entry[1:]) for entry in pend)
            quiet = tuple(_counted(key, serials) for key in quiet)
            frame = (kind, code, pend, quiet, None if running is None else (_counted(running[0], serials), ""))
        found.append(frame)
    return found


def _counted(key: Any, serials: dict[int, int]) -> Any:
    return (*key[:3], serials.get(key[3], 0))
