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
from rulewright.runtime.layout import ORDERED
from rulewright.runtime.places import mask_in, things_in
from rulewright.runtime.state import State
from rulewright.runtime.veils import veil_for

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine

VERSION = 1


def view(machine: Machine, s: State, seat: int) -> dict[str, Any]:
    """All that the player may know."""
    layout = machine.layout
    veil = 0 if s.over else veil_for(machine.run, s, seat)
    table = scoring.for_viewer(machine, s, seat)
    asked = s.asked
    return {
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
            and (s.zones[zone.number] or zone.kind == "row" or not zone.keys or zone.owner is not None)
        },
        "boards": _boards(machine, s),
        "scores": {layout.seats[p]: row for p, row in table.items()},
    }


def view_hash(machine: Machine, s: State, seat: int) -> str:
    """Equal for all positions that look the same to the player."""
    text = json.dumps(view(machine, s, seat), sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _shown(machine: Machine, s: State, c: int) -> str:
    """A component as it is seen: its name, its owner where it is on a board, its side."""
    layout = machine.layout
    parts = layout.components
    words = [names.kind_name(layout, c)]
    owner = parts.owner_of[c]
    if owner is not None:
        words.insert(0, layout.seats[owner])
    sides = machine.program.components[parts.type_of[c]].sides
    if len(sides) > 1:
        words.append(next(sides[k] for k, up in enumerate(s.sides) if up >> c & 1))
    return " ".join(words)


def _zone(machine: Machine, s: State, zone: int, seat: int) -> Any:
    layout = machine.layout
    info = layout.zones[zone]
    seen = bool(layout.seen_by[zone] >> seat & 1) or s.over
    if info.kind == "row":
        return [None if s.zones[slot] is None else _shown(machine, s, s.zones[slot]) for slot in info.slots]
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
        found["places"] = [[count - index, _shown(machine, s, c)] for index, c in reversed(places)]
    found["known"] = sorted(_shown(machine, s, c) for c in members(knowledge.surely_in(told, seat, zone)))
    return found


def _variables(machine: Machine, s: State, veil: int) -> dict[str, Any]:
    """Every variable; of those with keys the values that are not the first ones."""
    layout, found = machine.layout, {}
    initial = machine.initial_variables(s)
    for name, var in layout.vars.items():
        if not var.decl.keys:
            found[name] = _value(machine, s, var.decl.type, s.vars[var.base], veil)
            continue
        values: dict[str, Any] = {}
        for slot in range(var.base, var.base + var.size):
            if s.vars[slot] == initial[slot]:
                continue
            words = []
            for key, type in zip(machine.run.keys(name, slot), var.decl.keys, strict=True):
                if isinstance(type, t.Component | t.Union):
                    if veil >> key & 1:
                        break
                    words.append(names.kind_name(layout, key))
                else:
                    words.append(str(names.name_of(layout, s, type, key)))
            else:
                values[_free(", ".join(words), values)] = _value(machine, s, var.decl.type, s.vars[slot], veil)
        found[name] = values
    return found


def _free(name: str, taken: dict[str, Any]) -> str:
    number, fresh = 1, name
    while fresh in taken:
        number += 1
        fresh = f"{name} {number}"
    return fresh


def _value(machine: Machine, s: State, type: t.Type, x: Any, veil: int) -> Any:
    if x is None:
        return None
    if isinstance(type, t.Maybe):
        type = type.of
    if isinstance(type, t.Component | t.Union):
        return "hidden" if veil >> x & 1 else names.component_name(machine.layout, s, x)
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
