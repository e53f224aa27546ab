"""Other worlds. In: a state, a seat, a seed. Out: a state that this player cannot tell from the first, to be played on.

What the player does not see lies elsewhere, as far as what the player knows allows it: first every component that may
be in several zones gets one of them, then those whose position is not known are mixed. Whatever else speaks of what
lies there (running rules, variables that hold a component, what the others know) goes with the place; variables per
component stay with the component. Chance to come is drawn anew, and so are answers that others have given in secret.

What legal play implies is no knowledge, nor what the rules have done so far because of what is hidden; `show that` says
what of it is to be known. Only worlds in which nothing can be answered to what is asked now are not taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.core import types as t
from rulewright.runtime import events, everyone, forms, journal, knowledge, learning
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.code import CALL, EVERYONE, REACT, THEN
from rulewright.runtime.faults import DeadEnd, RuleFault
from rulewright.runtime.knowledge import Component, Seat, Zone
from rulewright.runtime.layout import ORDERED
from rulewright.runtime.places import sizes
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream, below, shuffled

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine

SWAPS = 8
"""So many random changes of places for each component that may be elsewhere."""

TRIES = 24
"""So many worlds are drawn; if the rules would ask something else in all of them, changes of the real one are tried."""

Assignment = dict[Component, Zone]


class Dice:
    """A stream to draw from, one number after another."""

    def __init__(self, seed: int | str) -> None:
        self._stream = Stream.from_seed(seed, "sample")

    def below(self, n: int) -> int:
        drawn, self._stream = below(self._stream, n)
        return drawn

    def mixed(self, things: Any) -> list[Any]:
        order, self._stream = shuffled(self._stream, tuple(things))
        return list(order)

    def stream(self) -> Stream:
        """A new stream, for the chance of a play."""
        return Stream.from_seed(" ".join(str(self.below(1 << 60)) for _ in range(2)), "game")


@dataclass(frozen=True, slots=True)
class Open:
    """What a player leaves open. `zones`: for each component that may be in several zones these zones, by number;
    `real`: the one it is in. `mixed`: for each zone with an order the indices at which the player does not know what
    lies there. `vague`: zones whose size the player does not know either.
    """

    zones: dict[Component, tuple[Zone, ...]]
    real: Assignment
    mixed: dict[Zone, tuple[int, ...]]
    vague: frozenset[Zone]


def sample(machine: Machine, s: State, seat: Seat, seed: int | str) -> State:
    """A state that the player at this seat cannot tell from `s`; the same for the same seed. `s` stays as it is, its
    chance included. At the end of a play nothing is hidden any more, and the state is a copy.
    """
    if s.over:
        return s.copy()
    dice = Dice(seed)
    left = left_open(machine, s, seat)
    for _ in range(TRIES):
        found = _world(machine, s, seat, left, _assigned(left, dice), dice)
        if found is not None:
            return found
    return _walked(machine, s, seat, left, dice)


def left_open(machine: Machine, s: State, seat: Seat) -> Open:
    """What the player does not know of where things are."""
    layout, told = machine.layout, learning.known(s)
    zones: dict[Component, tuple[Zone, ...]] = {}
    real: Assignment = {}
    mixed: dict[Zone, tuple[int, ...]] = {}
    if told is None:
        return Open(zones, real, mixed, frozenset())
    for possible, components in told.observers[seat].groups:
        if not possible & (possible - 1):
            continue
        for c in members(components):
            fitting = tuple(zone for zone in members(possible) if _fits(machine, c, zone) or zone == s.place[c])
            if len(fitting) > 1:
                zones[c], real[c] = fitting, s.place[c]
    for zone in layout.hidden_zones:
        inside = s.zones[zone]
        if layout.zone_kind[zone] in ORDERED and not layout.seen_by[zone] >> seat & 1:
            seen = {index for index, _ in knowledge.known_places(told, seat, zone)}
            mixed[zone] = tuple(index for index, c in enumerate(inside) if index not in seen and told.tracked >> c & 1)
    vague = frozenset(z for z in members(told.vague) if layout.zone_kind[z] in ("set", "bag"))
    return Open(dict(sorted(zones.items())), real, mixed, vague)


def _fits(machine: Machine, c: Component, zone: Zone) -> bool:
    """Whether things of this type lie in that zone."""
    if zone == machine.layout.board_zone:
        return True
    of = machine.layout.zones[zone].decl.of
    masks = machine.layout.components.type_masks
    return not isinstance(of, t.Component | t.Union) or bool(masks.get(of.name, 0) >> c & 1)


# ------------------------------------------------------------------ which zone


def _assigned(left: Open, dice: Dice) -> Assignment:
    """A zone for each component that is open, so that every zone holds as many as it does."""
    room: dict[Zone, int] = {}
    for zone in left.real.values():
        room[zone] = room.get(zone, 0) + 1
    inside: dict[Zone, list[Component]] = {zone: [] for zone in sorted(room)}

    def put(c: Component, tried: set[Zone]) -> bool:
        for zone in dice.mixed(left.zones[c]):
            if zone in tried or zone not in inside:
                continue
            tried.add(zone)
            if len(inside[zone]) < room[zone]:
                inside[zone].append(c)
                return True
            for at in dice.mixed(range(len(inside[zone]))):
                if put(inside[zone][at], tried):
                    inside[zone][at] = c
                    return True
        return False

    for c in dice.mixed(left.zones):
        if not put(c, set()):
            raise AssertionError("what is known does not fit what is there")
    found = {c: zone for zone, things in inside.items() for c in things}
    things = list(left.zones)
    for _ in range(SWAPS * len(things)):
        _swapped(left, things, found, dice)
    return found


def _swapped(left: Open, things: Sequence[Component], found: Assignment, dice: Dice) -> None:
    """Two of these components change places if both may be where the other is; or one goes where no size is known."""
    one = things[dice.below(len(things))]
    if found[one] in left.vague:
        zone = left.zones[one][dice.below(len(left.zones[one]))]
        if zone in left.vague:
            found[one] = zone
            return
    other = things[dice.below(len(things))]
    if found[other] in left.zones[one] and found[one] in left.zones[other]:
        found[one], found[other] = found[other], found[one]


def _walked(machine: Machine, s: State, seat: Seat, left: Open, dice: Dice) -> State:
    """From the real places on, change by change, each only if the rules then ask the same."""
    at, things = dict(left.real), list(left.zones)
    best = _world(machine, s, seat, left, at, dice, shuffle=False)
    for _ in range(SWAPS * len(at)):
        tried = dict(at)
        _swapped(left, things, tried, dice)
        if tried != at and (found := _world(machine, s, seat, left, tried, dice, shuffle=False)) is not None:
            at, best = tried, found
    last = _world(machine, s, seat, left, at, dice)
    if last is not None:
        return last
    return _fresh(machine, s.copy(), dice) if best is None else best


# ------------------------------------------------------------------ the state


def _world(
    machine: Machine, s: State, seat: Seat, left: Open, to: Assignment, dice: Dice, shuffle: bool = True
) -> State | None:
    """The state with these zones; None if the rules would ask something else there."""
    numbers = _exchanges(machine, s, left, to, dice, shuffle)
    new = _exchanged(machine, s, seat, numbers, to)
    asked = machine.question(s)
    new.asked = None
    try:
        if not _answered_anew(machine, new, seat, dice):
            return None
        machine.advance(new)
    except (DeadEnd, RuleFault):
        return None
    now = machine.question(new)
    if asked is not None and (now is None or now.players != asked.players or now.code != asked.code):
        return None
    return _fresh(machine, new, dice)


def _fresh(machine: Machine, new: State, dice: Dice) -> State:
    """With chance to come drawn anew, and nothing told of the way that led here."""
    new.stream, new.rigged = dice.stream(), ()
    if new.journal is not None:
        new.journal = journal.NOTHING
    return new


def _exchanges(
    machine: Machine, s: State, left: Open, to: Assignment, dice: Dice, shuffle: bool
) -> dict[Component, Component]:
    """For each component that is open the one that lies at its place now. What is in one heap changes parts as well:
    a rule that speaks of one of them speaks of any."""
    layout = machine.layout
    here: dict[Zone, list[Component]] = {}
    there: dict[Zone, list[Component]] = {}
    for c, zone in left.real.items():
        if zone not in left.mixed:
            here.setdefault(zone, []).append(c)
    for c, zone in to.items():
        there.setdefault(zone, []).append(c)
    numbers: dict[Component, Component] = {}
    for zone, indices in left.mixed.items():
        now = [s.zones[zone][index] for index in indices]
        stay = [c for c in now if c not in left.real]
        coming = sorted((*stay, *there.pop(zone, ())))
        if shuffle:
            coming = dice.mixed(coming)
        else:
            kept = [c if c in coming else None for c in now]
            others = [c for c in coming if c not in now]
            coming = [others.pop() if c is None else c for c in kept]
        numbers.update(zip(now, coming, strict=True))
    over: list[Component] = []
    more: list[Component] = []
    for zone in sorted(here.keys() | there.keys()):
        now, coming = sorted(here.get(zone, ())), sorted(there.get(zone, ()))
        if shuffle and layout.zone_kind[zone] in ("set", "bag"):
            coming = dice.mixed(coming)
        elif not shuffle:
            both = [c for c in now if c in coming]
            now = [*both, *(c for c in now if c not in both)]
            coming = [*both, *(c for c in coming if c not in both)]
        numbers.update(zip(now, coming, strict=False))
        over += now[len(coming) :]
        more += coming[len(now) :]
    numbers.update(zip(over, more, strict=True))
    return {c: new for c, new in numbers.items() if c != new}


def _exchanged(machine: Machine, s: State, seat: Seat, numbers: dict[Component, Component], to: Assignment) -> State:
    """The state in which each component is where the one was that stands for it."""
    new, layout = s.copy(), machine.layout
    told = learning.known(s)
    if told is None or not numbers:
        return new
    table = list(range(layout.components.size))
    for c, other in numbers.items():
        table[c] = other
    moved = mask_of(numbers)

    def leaf(type: t.Type, x: Any) -> Any:
        if isinstance(type, t.Component | t.Union):
            return table[x]
        if isinstance(type, t.Set) and isinstance(type.of, t.Component | t.Union) and x & moved:
            return mask_of(table[c] for c in members(x))
        return x

    _laid(machine, new, table, moved, to)
    for var in layout.vars.values():
        if layout.holds_components(var.decl.type):
            for slot in range(var.base, var.base + var.size):
                value = forms.value(var.decl.type, s.vars[slot], leaf)
                new.vars[slot] = tuple(value) if isinstance(value, list) else value
    _running(machine, new, leaf)
    there = knowledge.renumbered(told, table)
    observers = list(there.observers)
    observers[seat] = told.observers[seat]
    now = tuple(sizes(layout, new, told.tracked).items()) if told.vague else told.sizes
    new.knowledge = there._replace(observers=tuple(observers), sizes=now)
    new.edges = _edges(machine, s, new)
    return new


def _laid(machine: Machine, new: State, table: list[int], moved: int, to: Assignment) -> None:
    """What lies in each zone, and where each component is."""
    layout = machine.layout
    for zone in layout.hidden_zones:
        inside = new.zones[zone]
        match layout.zone_kind[zone]:
            case "set" | "bag":
                coming = mask_of(c for c, at in to.items() if at == zone)
                new.zones[zone] = inside & ~mask_of(to) | coming
                for c in members(new.zones[zone]):
                    new.place[c] = zone
            case "one":
                if inside is not None and moved >> inside & 1:
                    new.zones[zone] = table[inside]
                    new.place[table[inside]] = zone
            case "row":
                pass
            case _:
                new.zones[zone] = tuple(table[c] for c in inside)
                for c in new.zones[zone]:
                    new.place[c] = zone


def _running(machine: Machine, s: State, leaf: forms.Leaf) -> None:
    """What running and armed rules speak of, changed by `leaf`."""
    run, types = machine.run, machine.slot_types

    def same(type: t.Type, x: Any) -> Any:
        return x

    def as_is(code: Any) -> Any:
        return code

    out = forms.Frames(run, types, leaf, as_is, inverse=False)
    back = forms.Frames(run, types, same, as_is, inverse=True)
    s.frames = [back.frame(out.frame(frame)) for frame in s.frames]
    s.armed = tuple(back.armed(out.armed(record)) for record in s.armed)
    s.used = tuple(back.key(out.key(key)) for key in s.used)
    s.busy = tuple(back.key(out.key(key)) for key in s.busy)
    s.happened = [back.event(out.event(event)) for event in s.happened]
    owners = [run.codes[frame[1]].routine for frame in s.frames if frame[0] in (CALL, REACT)] or ["score"]
    for owner, slots in zip(owners, s.locals, strict=True):
        for slot, type in enumerate(types.of(owner)):
            slots[slot] = forms.unvalue(type, forms.value(type, slots[slot], leaf), same)


def _edges(machine: Machine, s: State, new: State) -> tuple[int | None, ...] | None:
    """What rules about thresholds saw last: where that was up to date it is so in the other world."""
    if s.edges is None or not s.edges:
        return s.edges
    now, there = events.measures(machine.run, s.copy()), events.measures(machine.run, new)
    return tuple(b if last == a else last for last, a, b in zip(s.edges, now, there, strict=True))


# ------------------------------------------------------------------ what others have answered in secret


def _answered_anew(machine: Machine, s: State, seat: Seat, dice: Dice) -> bool:
    """Answers of others that nobody has seen yet become others that they might have given. Whether that could be."""
    run, level = machine.run, -1
    for height, frame in enumerate(s.frames):
        if frame[0] in (CALL, REACT):
            level += 1
        elif frame[0] in (EVERYONE, THEN):
            asker = s.copy()
            asker.locals = asker.locals[: max(level, 0) + 1]
            _, index, first, players, values = frame[:5] if frame[0] == THEN else (*frame[:2], 0, frame[2], frame[4])
            code, given = run.codes[index], list(values)
            for at, player in enumerate(players):
                if at < first or player == seat:
                    continue
                wanted = len(code.parts[0]) if frame[0] == THEN else frame[3][at]
                other = everyone.answered_again(run, asker, code, player, wanted, dice.below) if wanted else ()
                if other is not None:
                    given[at] = other
                elif frame[0] == EVERYONE:
                    return False
            s.frames[height] = (*frame[:4], tuple(given), *frame[5:])
    return True
