"""Where components are and how they get elsewhere: in, a state and components; out, masks, or the state changed.

Nothing here asks whether a move is allowed, nor what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.core import types as t
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.layout import Layout


_AS_MASK = frozenset(("set", "bag"))
"""The kinds of zones whose contents are kept as a set."""


def mask_in(layout: Layout, state: State, zone: int) -> int:
    """What lies in a zone, of whatever kind, as a set."""
    kind, inside = layout.zone_kind[zone], state.zones[zone]
    match kind:
        case "set" | "bag":
            return int(inside)
        case "one":
            return 0 if inside is None else 1 << inside
        case "row":
            return mask_of(x for slot in layout.zones[zone].slots if (x := state.zones[slot]) is not None)
        case _:
            return mask_of(inside)


def things_in(layout: Layout, state: State, zone: int) -> tuple[int, ...]:
    """What lies in a zone, in its order."""
    kind, inside = layout.zone_kind[zone], state.zones[zone]
    match kind:
        case "set" | "bag":
            return members(inside)
        case "one":
            return () if inside is None else (inside,)
        case "row":
            return tuple(x for slot in layout.zones[zone].slots if (x := state.zones[slot]) is not None)
        case _:
            return tuple(inside)


@lru_cache(maxsize=64)
def _nested(layout: Layout) -> tuple[dict[int, list[int]], dict[int, list[int]], dict[int, list[int]]]:
    """Zones by the component, the location and the player they belong to."""
    by_component: dict[int, list[int]] = {}
    by_location: dict[int, list[int]] = {}
    by_player: dict[int, list[int]] = {}
    for zone in layout.zones:
        if zone.parent is not None:
            continue
        for key, type in zip(zone.keys, zone.decl.keys, strict=True):
            match type:
                case t.Component() | t.Union():
                    by_component.setdefault(key, []).append(zone.number)
                case t.Space():
                    by_location.setdefault(key, []).append(zone.number)
                case t.Edge():
                    by_location.setdefault(layout.spaces + key, []).append(zone.number)
                case t.Player():
                    by_player.setdefault(key, []).append(zone.number)
                case _:
                    pass
    return by_component, by_location, by_player


def inside(layout: Layout, state: State, type: t.Type, places: Iterable[int]) -> int:
    """Everything in these zones, on these spaces or edges, with these components or players, however deep."""
    by_component, by_location, by_player = _nested(layout)
    found = 0
    zones: list[int] = []
    locations: list[int] = []
    match type:
        case t.Zone():
            zones += places
        case t.Space():
            locations += places
        case t.Edge():
            locations += [layout.spaces + edge for edge in places]
        case t.Player():
            for player in places:
                zones += by_player.get(player, ())
                for board in layout.geometry.boards:
                    if board.seat == player:
                        locations += range(board.base, board.base + board.size)
        case _:
            for component in places:
                zones += by_component.get(component, ())
    while zones or locations:
        new = 0
        for location in locations:
            new |= state.on[location]
            zones += by_location.get(location, ())
        for zone in zones:
            new |= mask_in(layout, state, zone)
        zones, locations = [], []
        new &= ~found
        found |= new
        if by_component:
            for component in members(new):
                zones += by_component.get(component, ())
    return found


def laid(layout: Layout, spaces: int) -> int:
    """The place of a component that lies on these spaces, one or several, given as a mask."""
    return -1 - (layout.locations + spaces if spaces & (spaces - 1) else spaces.bit_length() - 1)


def ground(layout: Layout, place: int) -> int:
    """The spaces that belong to a place: none, one, or all that a component there covers."""
    at = -1 - place
    return 0 if at < 0 else 1 << at if at < layout.spaces else 0 if at < layout.locations else at - layout.locations


def sizes(layout: Layout, state: State, components: int) -> dict[int, int]:
    """How many of these lie in each zone, all boards together the last one; by number, empty ones left out."""
    found: dict[int, int] = {}
    for c in members(components):
        zone = state.place[c] if state.place[c] >= 0 else layout.board_zone
        found[zone] = found.get(zone, 0) + 1
    return dict(sorted(found.items()))


def located(layout: Layout, place: int) -> tuple[int, ...]:
    """The locations (spaces, then edges) that belong to a place; none to a zone."""
    at = -1 - place
    return () if at < 0 else (at,) if at < layout.locations else members(at - layout.locations)


def take(layout: Layout, state: State, component: int) -> None:
    """The component leaves where it is; it must be put somewhere."""
    old = state.place[component]
    bit = 1 << component
    if old >= 0:
        kind = layout.zone_kind[old]
        if kind in _AS_MASK:
            state.zones[old] ^= bit
        elif kind == "one":
            state.zones[old] = None
        else:
            inside = state.zones[old]
            if inside[-1] == component:
                state.zones[old] = inside[:-1]
            else:
                at = inside.index(component)
                state.zones[old] = inside[:at] + inside[at + 1 :]
        state.dirty |= layout.zone_dirty[old]
        return
    state.on_boards ^= bit
    state.dirty |= layout.board_dirty
    location = -1 - old
    if location < layout.locations:
        _lift(layout, state, component, location)
    else:
        for space in members(location - layout.locations):
            _lift(layout, state, component, space)


def _lift(layout: Layout, state: State, component: int, location: int) -> None:
    state.on[location] ^= 1 << component
    if location < layout.spaces:
        left, group = state.on[location], layout.components.group_of[component]
        if not left & layout.group_masks[group]:
            state.stand[group] &= ~(1 << location)
        if not left & layout.solid:
            state.occupied &= ~(1 << location)


def put(layout: Layout, state: State, component: int, place: int, bottom: bool = False) -> None:
    """Into a zone (place >= 0), onto a location (-1 - location) or onto several spaces (see `laid`)."""
    bit = 1 << component
    state.place[component] = place
    if place >= 0:
        kind = layout.zone_kind[place]
        if kind in _AS_MASK:
            state.zones[place] |= bit
        elif kind == "one":
            state.zones[place] = component
        else:
            inside: tuple[Any, ...] = state.zones[place]
            state.zones[place] = (component, *inside) if bottom else (*inside, component)
        state.dirty |= layout.zone_dirty[place]
        return
    state.on_boards |= bit
    state.dirty |= layout.board_dirty
    location = -1 - place
    if location < layout.locations:
        state.on[location] |= bit
        spaces = 1 << location if location < layout.spaces else 0
    else:
        spaces = location - layout.locations
        for space in members(spaces):
            state.on[space] |= bit
    if spaces:
        state.stand[layout.components.group_of[component]] |= spaces
        if layout.solid & bit:
            state.occupied |= spaces
