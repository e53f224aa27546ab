"""Whether a position that was read can be one. In: a state as a file has it. Out: nothing, or a ValueError that says
what cannot be: a component in two places, one where its kind does not lie, knowledge that does not fit, an answer that
was never offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime import everyone, learning, names
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.code import EVERYONE
from rulewright.runtime.layout import ORDERED, Variable
from rulewright.runtime.places import located, mask_in, sizes
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine


def check(machine: Machine, s: State) -> None:
    """Raises ValueError for a position that play cannot have led to. Where things are is checked in full; of what runs
    only what could be told by looking at it."""
    _check_places(machine, s)
    _check_sides(machine, s)
    _check_variables(machine, s)
    _check_knowledge(machine, s)
    _check_counters(s)


def check_answers(machine: Machine, s: State) -> None:
    """Secret answers that are in already must have been offered."""
    if s.frames and s.frames[-1][0] == EVERYONE:
        _, index, players, progress, values = s.frames[-1]
        for player, done, given in zip(players, progress, values, strict=True):
            if not everyone.were_offered(machine.run, s, machine.run.codes[index], player, done, given):
                raise ValueError(f"{machine.layout.seats[player]} was not offered what is said to be answered")


def _check_places(machine: Machine, s: State) -> None:
    layout = machine.layout
    parts = layout.components
    held = 0
    for zone in layout.zones:
        if zone.kind == "row":
            continue
        inside = mask_in(layout, s, zone.number)
        of = zone.decl.of
        if isinstance(of, t.Component | t.Union) and inside & ~parts.type_masks[of.name]:
            c = members(inside & ~parts.type_masks[of.name])[0]
            raise ValueError(f"{names.component_key(layout, c)} cannot lie in {names.zone_name(layout, zone.number)}")
        if inside & held or (zone.kind in ORDERED and len(s.zones[zone.number]) != inside.bit_count()):
            twice = inside & held or inside
            raise ValueError(f"{names.component_key(layout, members(twice)[0])} is in two places")
        if any(s.place[c] != zone.number for c in members(inside)):
            raise ValueError(f"something is in {names.zone_name(layout, zone.number)} and elsewhere")
        held |= inside
    for at, on in enumerate(s.on):
        for c in members(on):
            if held >> c & 1 or at not in located(layout, s.place[c]):
                raise ValueError(f"{names.component_key(layout, c)} is in two places")
    standing = mask_of(c for c in range(parts.size) if s.place[c] < 0)
    if (held | standing) != layout.all_components or held & standing:
        raise ValueError("not every component is in one place")


def _check_sides(machine: Machine, s: State) -> None:
    seen = 0
    for up in s.sides:
        if up & seen:
            raise ValueError("a component shows two sides")
        seen |= up
    for side, up in enumerate(s.sides):
        for c in members(up & machine.layout.sided):
            if side >= len(machine.program.components[machine.layout.components.type_of[c]].sides):
                raise ValueError(f"{names.component_key(machine.layout, c)} has no such side")


def _check_variables(machine: Machine, s: State) -> None:
    for name, var in machine.layout.vars.items():
        type = var.decl.type
        bare = type.of if isinstance(type, t.Maybe) else type
        for slot in range(var.base, var.base + var.size):
            x = s.vars[slot]
            if x is None and (isinstance(type, t.Maybe) or name in ("first_player", "turn_order")):
                continue
            if not _fits(bare, x):
                raise ValueError(f"`{name}` cannot be {x!r}")
            if isinstance(bare, t.Int):
                _check_range(name, var, x)


def _fits(type: t.Type, x: Any) -> bool:
    match type:
        case t.Int():
            return isinstance(x, int) and not isinstance(x, bool)
        case t.Bool():
            return isinstance(x, bool) or x in (0, 1)
        case t.Text():
            return isinstance(x, str)
        case t.List(of):
            return isinstance(x, tuple) and all(_fits(of, one) for one in x)
        case t.Set(of) if not t.indexed(of):
            return isinstance(x, tuple) and all(_fits(of, one) for one in x)
        case t.Unknown() | t.Maybe():
            return True
        case _:
            return isinstance(x, int)


def _check_range(name: str, var: Variable, x: int) -> None:
    """Bounds that are worked out may have been others when the value was set."""
    match var.decl.low, var.decl.high:
        case tree.Const(value=int(low)), _ if x < low:
            raise ValueError(f"`{name}` is {x}, and is never less than {low}")
        case _, tree.Const(value=int(high)) if x > high:
            raise ValueError(f"`{name}` is {x}, and is never more than {high}")
        case _:
            pass


def _check_knowledge(machine: Machine, s: State) -> None:
    layout, told = machine.layout, learning.known(s)
    if told is None:
        if layout.tracked:
            raise ValueError("it is not said what the players know")
        return
    if dict(told.sizes) != sizes(layout, s, layout.tracked):
        raise ValueError("what is known is of other numbers of components")
    for seat, observer in enumerate(told.observers):
        who, seen = layout.seats[seat], 0
        for zones, components in observer.groups:
            if components & seen or components & ~told.tracked:
                raise ValueError(f"what {who} knows is of no components, or of some twice")
            seen |= components
            for c in members(components):
                zone = s.place[c] if s.place[c] >= 0 else layout.board_zone
                if not zones >> zone & 1:
                    raise ValueError(f"{who} knows what is not so: where {names.component_key(layout, c)} is")
                if zones & (zones - 1) and (s.place[c] < 0 or layout.seen_by[s.place[c]] >> seat & 1):
                    raise ValueError(f"{who} sees {names.component_key(layout, c)}, and does not know where it is")
        if seen != told.tracked:
            raise ValueError(f"it is not said what {who} knows")
        for zone, known in observer.places:
            inside = s.zones[zone]
            if not isinstance(inside, tuple) or any(not 0 <= at < len(inside) or inside[at] != c for at, c in known):
                raise ValueError(f"{who} knows a position in {names.zone_name(layout, zone)} that is not so")


def _check_counters(s: State) -> None:
    for number in (s.serial, s.chance, s.revealed, s.mute, s.depth):
        if not _fits(t.Int(), number) or number < 0:
            raise ValueError("its counters are no numbers")
    over: Any = s.over
    if not isinstance(over, bool):
        raise ValueError("it is not said whether play is over")
    if not any(s.stream) or any(not 0 <= word < 1 << 64 for word in s.stream):
        raise ValueError("its chance to come is no position in a stream")
