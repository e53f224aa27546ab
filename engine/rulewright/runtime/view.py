"""What a player may know: in, a state and a seat; out, JSON. Equal knowledge gives equal views.

Nothing is worked out here that visibility and knowledge do not already say: a zone is shown with what lies in it,
or with how much does and what the player knows of it.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulewright.core import types as t
from rulewright.runtime import knowledge, learning, names, scoring
from rulewright.runtime.bits import members
from rulewright.runtime.layout import ORDERED, ZoneInfo
from rulewright.runtime.places import located, mask_in, things_in
from rulewright.runtime.state import State
from rulewright.runtime.veils import veil_for

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine

FORMAT, VERSION = "rulewright view", 1

HIDDEN = "hidden"
"""What stands for a thing that the player does not see."""


def view(machine: Machine, s: State, seat: int) -> dict[str, Any]:
    """All that the player may know."""
    layout = machine.layout
    veil = 0 if s.over else veil_for(machine.run, s, seat)
    table = scoring.for_viewer(machine, s, seat)
    asked = s.asked
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": machine.program.id,
        "player": layout.seats[seat],
        "players": list(layout.seats),
        "over": s.over,
        "turn": None if s.active is None else layout.seats[s.active],
        "asked": None
        if asked is None
        else {"players": [layout.seats[p] for p in asked.players], "rule": machine.run.codes[asked.code].path},
        "variables": _variables(machine, s, veil),
        "zones": {
            machine.zone_names[zone.number]: _zone(machine, s, zone.number, seat)
            for zone in layout.zones
            if zone.parent is None
            and (s.zones[zone.number] or not zone.keys or zone.owner is not None or _always(zone))
        },
        "boards": _boards(machine, s),
        **_covered(machine, s),
        "scores": {layout.seats[p]: row for p, row in table.items()},
    }


def view_hash(machine: Machine, s: State, seat: int) -> str:
    """Equal for all positions that look the same to the player."""
    seen = view(machine, s, seat)
    del seen["format"]
    text = json.dumps(seen, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _always(zone: ZoneInfo) -> bool:
    """Whether a zone that may be empty is shown all the same: a row, or one of which not even that is seen."""
    return zone.kind == "row" or zone.decl.size_hidden


def _known(machine: Machine, c: int) -> str:
    """A component that is not seen, but known: its name and owner, not which side is up."""
    layout = machine.layout
    owner = layout.components.owner_of[c]
    name = names.kind_name(layout, c)
    return name if owner is None else f"{layout.seats[owner]} {name}"


def _shown(machine: Machine, s: State, c: int) -> str:
    """A component as it is seen: its name, its owner, its side."""
    parts = machine.layout.components
    words = [_known(machine, c)]
    sides = machine.program.components[parts.type_of[c]].sides
    if len(sides) > 1:
        words.append(next(sides[k] for k, up in enumerate(s.sides) if up >> c & 1))
    return " ".join(words)


def _zone(machine: Machine, s: State, zone: int, seat: int) -> Any:
    layout = machine.layout
    info = layout.zones[zone]
    seen = bool(layout.seen_by[zone] >> seat & 1) or s.over
    if info.kind == "row":
        return [_slot(machine, s, slot, seat, seen) for slot in info.slots]
    if seen:
        things = [_shown(machine, s, c) for c in things_in(layout, s, zone)]
        return things if info.kind in ORDERED else sorted(things)
    found: dict[str, Any] = {} if info.decl.size_hidden else {"size": mask_in(layout, s, zone).bit_count()}
    told = learning.known(s)
    if told is None:
        return found
    if info.kind in ORDERED:
        count = len(s.zones[zone])
        places = knowledge.known_places(told, seat, zone)
        found["places"] = [[count - index, _known(machine, c)] for index, c in reversed(places)]
    found["known"] = sorted(_known(machine, c) for c in members(knowledge.surely_in(told, seat, zone)))
    return found


def _slot(machine: Machine, s: State, slot: int, seat: int, seen: bool) -> str | None:
    """What lies in a slot of a row: its name if the player sees or knows it."""
    c, told = s.zones[slot], learning.known(s)
    if c is None:
        return None
    if seen:
        return _shown(machine, s, c)
    return _known(machine, c) if told is not None and knowledge.surely_in(told, seat, slot) >> c & 1 else HIDDEN


def _variables(machine: Machine, s: State, veil: int) -> dict[str, Any]:
    """Every variable; of those with keys the values that are not the first ones."""
    layout, found = machine.layout, {}
    initial = machine.initial_variables(s)
    for name, var in layout.vars.items():
        if not var.decl.keys:
            found[name] = _value(machine, s, var.decl.type, s.vars[var.base], veil)
            continue
        values: list[tuple[str, str, Any]] = []
        for slot in range(var.base, var.base + var.size):
            if s.vars[slot] == initial[slot]:
                continue
            words, where = [], []
            for key, type in zip(machine.run.keys(name, slot), var.decl.keys, strict=True):
                if isinstance(type, t.Component | t.Union):
                    if veil >> key & 1:
                        break
                    words.append(names.kind_name(layout, key))
                    where.append(_whereabouts(machine, s, key))
                else:
                    words.append(str(names.name_of(layout, s, type, key)))
            else:
                value = _value(machine, s, var.decl.type, s.vars[slot], veil)
                values.append((", ".join(words), ", ".join(where), value))
        found[name] = _told_apart(values)
    return found


def _told_apart(values: list[tuple[str, str, Any]]) -> dict[str, Any]:
    """By what each is about; of several equal things by where they are, and a number at last. Which of equal things
    comes first in the box says nothing and is not shown."""
    found: dict[str, Any] = {}
    heads = [name for name, _, _ in values]
    again = {name for name in heads if heads.count(name) > 1}
    for name, where, value in [v for v in values if v[0] not in again] + sorted(
        (v for v in values if v[0] in again), key=lambda v: (v[0], v[1], repr(v[2]))
    ):
        first = fresh = name if name not in again else f"{name} in {where}"
        number = 1
        while fresh in found:
            number += 1
            fresh = f"{first} {number}"
        found[fresh] = value
    return found


def _whereabouts(machine: Machine, s: State, c: int) -> str:
    """Its place, with its number in a place that has an order."""
    layout, place = machine.layout, s.place[c]
    name = names.place_name(layout, place)
    inside = s.zones[place] if place >= 0 else None
    return f"{name} {inside.index(c) + 1}" if isinstance(inside, tuple) and len(inside) > 1 else name


def _value(machine: Machine, s: State, type: t.Type, x: Any, veil: int) -> Any:
    if x is None:
        return None
    match type:
        case t.Maybe(of):
            return _value(machine, s, of, x, veil)
        case t.Component() | t.Union():
            return HIDDEN if veil >> x & 1 else names.component_name(machine.layout, s, x)
        case t.Set(t.Component() | t.Union() as of):
            return sorted(_value(machine, s, of, c, veil) for c in members(x))
        case t.List(of) | t.Set(of) if machine.layout.holds_components(of):
            return [_value(machine, s, of, c, veil) for c in x]
        case _:
            return names.name_of(machine.layout, s, type, x)


def _boards(machine: Machine, s: State) -> dict[str, Any]:
    """For each board what stands on it, by space (or edge)."""
    layout, found = machine.layout, {}
    for board in layout.geometry.boards:
        name = board.name if board.seat is None else f"{layout.seats[board.seat]}.{board.name}"
        found[name] = {
            layout.geometry.names[space]: sorted(_shown(machine, s, c) for c in members(s.on[space]))
            for space in range(board.base, board.base + board.size)
            if s.on[space]
        }
    edges = {
        machine.location_name(at): sorted(_shown(machine, s, c) for c in members(s.on[at]))
        for at in range(layout.spaces, layout.locations)
        if s.on[at]
    }
    return {**found, "edges": edges} if edges else found


def _covered(machine: Machine, s: State) -> dict[str, Any]:
    """What lies on several spaces, once more, with all of them: which of two equal ones covers what."""
    layout = machine.layout
    found = sorted(
        [_shown(machine, s, c), [layout.geometry.names[space] for space in located(layout, s.place[c])]]
        for c in members(layout.spreading & s.on_boards)
        if -1 - s.place[c] >= layout.locations
    )
    return {"covered": found} if found else {}
