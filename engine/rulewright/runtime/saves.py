"""Saved positions: in, a state; out, JSON by names and paths, and back.

A position goes on under other rules if what runs in it has not changed and there are only more places than before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime import forms, knowledge, learning, sound
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.code import CALL, REACT
from rulewright.runtime.places import laid, put, things_in
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine

FORMAT, VERSION = "rulewright position", 1


def to_json(machine: Machine, s: State) -> dict[str, Any]:
    run, layout, told = machine.run, machine.layout, learning.known(s)
    leaf = machine.written
    frames = forms.Frames(run, machine.slot_types, leaf, lambda code: run.codes[code].path, inverse=False)
    initial = machine.initial_variables(s)
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules_hash": machine.rules_hash,
        "fingerprints": _fingerprints(machine, s),
        "components": machine.component_names,
        "boards": [
            [board, seat, [list(layer) for layer in layers]] for (board, seat), layers in s.world.pictures.items()
        ],
        "variables": {name: _values(machine, s, name, initial, leaf) for name in layout.vars},
        "zones": {
            machine.zone_names[zone]: [leaf(forms.COMPONENT, c) for c in things_in(layout, s, zone)]
            for zone, inside in enumerate(s.zones)
            if inside or (inside == 0 and layout.zone_kind[zone] == "one")
        },
        "standing": {
            machine.location_name(at): [leaf(forms.COMPONENT, c) for c in members(on)]
            for at, on in enumerate(s.on)
            if on
        },
        "sides": [[leaf(forms.COMPONENT, c) for c in members(up & layout.sided)] for up in s.sides[1:]],
        "frames": [frames.frame(frame) for frame in s.frames],
        "locals": forms.locals_of(run, s, machine.slot_types, leaf),
        "armed": [frames.armed(record) for record in s.armed],
        "used": [frames.key(key) for key in s.used],
        "busy": [frames.key(key) for key in s.busy],
        "happened": [frames.event(event) for event in s.happened],
        "edges": None if s.edges is None else list(s.edges),
        "active": forms.value(forms.PLAYER, s.active, leaf),
        "over": s.over,
        "counters": [s.serial, s.chance, s.revealed, s.mute, s.depth],
        "stream": [str(word) for word in s.stream],
        "rigged": list(s.rigged),
        "knowledge": None if told is None else knowledge.to_json(told),
    }


def from_json(machine: Machine, data: dict[str, Any]) -> State:
    """The position. Raises ValueError or KeyError if it is damaged or names what the rules do not have."""
    if "player" in data and "stream" not in data:
        raise ValueError("this is what a player sees, and no position")
    if data.get("format", FORMAT) != FORMAT:
        raise ValueError(f"this is {data['format']!r}, and no position")
    if data["version"] != VERSION:
        raise ValueError(f"version {data['version']} of saved positions is not known")
    run, layout = machine.run, machine.layout
    leaf = machine.read
    frames = forms.Frames(run, machine.slot_types, leaf, machine.path_number, inverse=True)
    s = machine.before_setup(Stream(*(int(word) for word in data["stream"])), first=0, pictures=_pictures(data))
    for name, values in data["variables"].items():
        type = layout.vars[name].decl.type
        for keys, x in values:
            s.vars[_slot(machine, name, keys)] = forms.unvalue(type, x, leaf)
    _place(machine, s, data)
    for side, turned in enumerate(data["sides"], 1):
        mask = mask_of(leaf(forms.COMPONENT, name) for name in turned)
        s.sides[side] |= mask
        s.sides[0] &= ~mask
    s.frames = [frames.frame(frame) for frame in data["frames"]]
    s.locals = []
    owners = [run.codes[frame[1]].routine for frame in s.frames if frame[0] in (CALL, REACT)] or ["score"]
    for owner, saved in zip(owners, data["locals"], strict=True):
        kinds = machine.slot_types.of(owner)
        slots: list[Any] = [None] * len(kinds)
        for name, slot, x in saved:
            if owner in machine.program.routines and machine.program.routines[owner].slots[slot] != name:
                raise ValueError(f"`{owner}` has no `{name}` where the save has one")
            slots[slot] = forms.unvalue(kinds[slot], x, leaf)
        s.locals.append(slots)
    s.armed = tuple(frames.armed(record) for record in data["armed"])
    s.used = tuple(frames.key(key) for key in data["used"])
    s.busy = tuple(frames.key(key) for key in data["busy"])
    s.happened = [frames.event(event) for event in data["happened"]]
    s.edges = None if data["edges"] is None else tuple(data["edges"])
    s.active = forms.unvalue(forms.PLAYER, data["active"], leaf)
    if s.active is not None and not isinstance(s.active, int):
        raise ValueError("it is not said who is acting")
    s.over = data["over"]
    s.serial, s.chance, s.revealed, s.mute, s.depth = data["counters"]
    s.rigged = tuple(data["rigged"])
    s.knowledge = None if data["knowledge"] is None else knowledge.from_json(data["knowledge"], machine.first_knowledge)
    s.dirty = s.due = 0
    sound.check(machine, s)
    sound.check_answers(machine, s)
    machine.advance(s)
    return s


def changes(machine: Machine, data: dict[str, Any]) -> str | None:
    """What keeps a position from going on under these rules; None if nothing does."""
    if data["components"] != machine.component_names:
        return "the components are not the same"
    for name, values in data["variables"].items():
        try:
            for keys, _ in values:
                _slot(machine, name, keys)
        except (KeyError, ValueError):
            return f"`{name}` is not there any more, or not for the same things"
    for name in data["zones"]:
        if name not in machine.zone_names:
            return f"there is no zone `{name}` any more"
    now = machine.program.routines
    for name, wanted in data["fingerprints"].items():
        if name not in now or machine.fingerprint(name) != wanted:
            return f"`{name}`, which is being carried out, has changed"
    return None


def _values(machine: Machine, s: State, name: str, initial: list[Any], leaf: forms.Leaf) -> list[Any]:
    """[keys, value] of a variable where it is not as at its start; the first player is always said."""
    var = machine.layout.vars[name]
    found = []
    for slot in range(var.base, var.base + var.size):
        if s.vars[slot] != initial[slot] or name == "first_player":
            keys = [leaf(type, key) for type, key in zip(var.decl.keys, machine.run.keys(name, slot), strict=True)]
            found.append([keys, forms.value(var.decl.type, s.vars[slot], leaf)])
    return found


def _slot(machine: Machine, name: str, keys: list[Any]) -> int:
    types = machine.layout.vars[name].decl.keys
    return machine.layout.var_slot(name, [machine.read(type, key) for type, key in zip(types, keys, strict=True)])


def _fingerprints(machine: Machine, s: State) -> dict[str, str]:
    """Of the routines that are running, and of those that are armed."""
    routines = machine.program.routines
    running = [machine.run.codes[frame[1]].routine for frame in s.frames if frame[0] in (CALL, REACT)]
    armed = [machine.program.rules[number].routine for record in s.armed for number in record[2]]
    return {name: machine.fingerprint(name) for name in dict.fromkeys((*running, *armed)) if name in routines}


def _pictures(data: dict[str, Any]) -> dict[tuple[str, int | None], tuple[tuple[str, ...], ...]]:
    return {(board, seat): tuple(tuple(layer) for layer in layers) for board, seat, layers in data["boards"]}


def _place(machine: Machine, s: State, data: dict[str, Any]) -> None:
    layout = machine.layout
    for zone in layout.zones:
        s.zones[zone.number] = layout.empty(zone.number)
    placed = laid_down = 0
    numbers = {name: zone for zone, name in enumerate(machine.zone_names)}
    for name, things in data["zones"].items():
        for thing in things:
            c = machine.read(forms.COMPONENT, thing)
            if layout.zone_kind[numbers[name]] != "row":
                if laid_down >> c & 1:
                    raise ValueError(f"{thing} is in two places")
                laid_down |= 1 << c
                put(layout, s, c, numbers[name])
                placed += 1
    locations = {machine.location_name(at): at for at in range(layout.locations)}
    standing: dict[int, list[int]] = {}
    for name, things in data["standing"].items():
        for thing in things:
            standing.setdefault(machine.read(forms.COMPONENT, thing), []).append(locations[name])
    for c, covered in standing.items():
        if len(covered) > 1 and not (layout.spreading >> c & 1 and max(covered) < layout.spaces):
            raise ValueError("a component is on several places")
        put(layout, s, c, -1 - covered[0] if len(covered) == 1 else laid(layout, mask_of(covered)))
        placed += 1
    if placed != layout.components.size:
        raise ValueError(f"there are {placed} places for {layout.components.size} components")
