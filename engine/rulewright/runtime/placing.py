"""A position set up by hand: in, a state and what is to lie where; out, that state. Nothing is fired, nothing is asked.

What a position says of components is a wish for each: one of several that look alike. Which one is taken is worked out
for all wishes together, so that nothing is wanted twice: first what lies there already, then what no longer lies where
it did, what was never dealt out, what is out of the game, what is common, and last what somebody else has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.core import types as t
from rulewright.core.program import BoardPart
from rulewright.report.span import Span
from rulewright.runtime import board as boards
from rulewright.runtime import knowledge
from rulewright.runtime.bits import members
from rulewright.runtime.layout import Layout
from rulewright.runtime.places import mask_in, put, take, things_in
from rulewright.runtime.state import State


class Impossible(Exception):  # noqa: N818  (what is wrong with the position)
    """A position that cannot be. `span` is the fact that says so."""

    def __init__(self, span: Span, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.span, self.message, self.help = span, message, help


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing: any of the mask `among`, called `name` where it was written; with that side up, if it is given."""

    among: int
    name: str
    span: Span
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Filling:
    """What lies in a zone, in the order of the zone (from its bottom). `exactly`: nothing else; else it lies on top."""

    zone: int
    wishes: tuple[Wish, ...]
    exactly: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Standing:
    """Where pieces stand: for each wish a zone number or -1 - location. Of `group` nothing else is on a board."""

    group: int
    wishes: tuple[tuple[Wish, int], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Position:
    """`values` by slot of a variable."""

    values: tuple[tuple[int, Any], ...] = ()
    fillings: tuple[Filling, ...] = ()
    standings: tuple[Standing, ...] = ()


def place_all(layout: Layout, state: State, position: Position) -> None:
    """Changes the state. Raises Impossible; the state is then to be thrown away."""
    for slot, value in position.values:
        state.vars[slot] = value
    _check_zones(layout, position)
    chosen = _assigned(layout, state, position)
    for component in chosen.values():
        take(layout, state, component)
        state.place[component] = layout.box
    for standing in position.standings:
        for component in members(standing.group & state.on_boards):
            _send(layout, state, component, layout.home(component))
    for filling in position.fillings:
        if filling.exactly:
            for component in things_in(layout, state, filling.zone):
                _send(layout, state, component, layout.box)
    for standing in position.standings:
        for wish, place in standing.wishes:
            _lay(layout, state, chosen[id(wish)], place, wish)
    for filling in position.fillings:
        for wish in filling.wishes:
            _lay(layout, state, chosen[id(wish)], filling.zone, wish)


def _check_zones(layout: Layout, position: Position) -> None:
    seen: dict[int, Span] = {}
    for filling in position.fillings:
        zone = layout.zones[filling.zone]
        if filling.zone in seen:
            raise Impossible(filling.span, f"`{zone.decl.name}` is described twice")
        seen[filling.zone] = filling.span
        room = 1 if zone.kind == "one" else len(zone.slots) if zone.kind == "row" else None
        if room is not None and len(filling.wishes) > room:
            raise Impossible(filling.span, f"`{zone.decl.name}` has room for {room}, not for {len(filling.wishes)}")


# ------------------------------------------------------------------ which component is meant


def _assigned(layout: Layout, state: State, position: Position) -> Mapping[int, int]:
    """The component for each wish, by the identity of the wish. The most particular wishes choose first."""
    loose = 0
    for filling in position.fillings:
        if filling.exactly:
            loose |= mask_in(layout, state, filling.zone)
    for standing in position.standings:
        loose |= standing.group & state.on_boards
    wanted: list[tuple[Wish, int]] = []
    for filling in position.fillings:
        wanted += [(wish, filling.zone) for wish in reversed(filling.wishes)]
    for standing in position.standings:
        wanted += standing.wishes
    described = {filling.zone for filling in position.fillings if not filling.exactly}
    chosen: dict[int, int] = {}
    free = layout.all_components
    for wish, place in sorted(wanted, key=lambda pair: pair[0].among.bit_count()):
        component = _best(layout, state, wish.among & free, place, loose, described)
        if component is None:
            raise Impossible(wish.span, _too_many(wish, wanted))
        free &= ~(1 << component)
        chosen[id(wish)] = component
    return chosen


def _too_many(wish: Wish, wanted: Sequence[tuple[Wish, int]]) -> str:
    there = wish.among.bit_count()
    if not there:
        return f"there is no `{wish.name}`"
    many = sum(1 for other, _ in wanted if other.among & ~wish.among == 0)
    are = "is only 1" if there == 1 else f"are only {there}"
    return f"there {are} of `{wish.name}`, and {many} are named here"


def _best(layout: Layout, state: State, among: int, place: int, loose: int, described: set[int]) -> int | None:
    best: tuple[int, int, int] | None = None
    for component in members(among):
        rank = _rank(layout, state, component, place, loose, described)
        if best is None or rank < best:
            best = rank
            if rank[0] == 0:
                break
    return None if best is None else best[2]


def _rank(
    layout: Layout, state: State, component: int, place: int, loose: int, described: set[int]
) -> tuple[int, int, int]:
    here = state.place[component]
    if here == place:
        return 0, 0, component
    if loose >> component & 1:
        return 1, 0, component
    if here < 0:
        return 6, 0, component
    if here == layout.home(component):
        return 2, 0, component
    if here == layout.box:
        return 3, 0, component
    zone = layout.zones[here]
    size = mask_in(layout, state, here).bit_count()
    return (5 if zone.owner is not None or here in described else 4), -size, component


# ------------------------------------------------------------------ moving without consequences


def _send(layout: Layout, state: State, component: int, place: int) -> None:
    take(layout, state, component)
    put(layout, state, component, place)


def _lay(layout: Layout, state: State, component: int, place: int, wish: Wish) -> None:
    """The component lies in the box by its place, but in no zone."""
    if place >= 0 and layout.zone_kind[place] == "row":
        free = next((slot for slot in layout.zones[place].slots if state.zones[slot] is None), None)
        if free is None:
            raise Impossible(wish.span, f"`{layout.zones[place].decl.name}` has no free slot")
        place = free
    elif place >= 0 and layout.zone_kind[place] == "one" and state.zones[place] is not None:
        raise Impossible(wish.span, f"`{layout.zones[place].decl.name}` holds something already")
    put(layout, state, component, place)
    if wish.side is not None:
        for side in range(len(state.sides)):
            state.sides[side] &= ~(1 << component)
        state.sides[wish.side] |= 1 << component


# ------------------------------------------------------------------ who knows what


def known(layout: Layout, state: State, old: knowledge.Knowledge) -> knowledge.Knowledge:
    """What everybody knows of a position that fell from the sky: what they see, and nothing of what they do not.

    Of `old` only that is taken which zones have an order or a hidden size.

    A component that one does not see may be in any zone that one does not see into, that is not empty, and that is for
    components of its kind.
    """
    boards = layout.board_zone
    contents: dict[int, tuple[int, ...]] = {}
    for component in members(layout.tracked):
        zone = state.place[component] if state.place[component] >= 0 else boards
        if zone not in contents:
            contents[zone] = (component,) if zone == boards else things_in(layout, state, zone)
        elif zone == boards:
            contents[zone] = (*contents[zone], component)
    full = knowledge.start(layout.count, layout.tracked, contents, old.ordered, old.vague, old.alike)
    seen_by = [*layout.seen_by, layout.everybody]
    observers = []
    for seat, everything in enumerate(full.observers):
        groups: dict[int, int] = {}
        for zone, inside in contents.items():
            for component in inside:
                if layout.tracked >> component & 1:
                    zones = 1 << zone if seen_by[zone] >> seat & 1 else _unseen(layout, contents, seat, component)
                    groups[zones] = groups.get(zones, 0) | 1 << component
        places = tuple(place for place in everything.places if seen_by[place[0]] >> seat & 1)
        observers.append(knowledge.Observer(tuple(sorted(groups.items())), places))
    return full._replace(observers=tuple(observers))


def _unseen(layout: Layout, contents: Mapping[int, tuple[int, ...]], seat: int, component: int) -> int:
    zones = 0
    for zone in contents:
        if zone != layout.board_zone and not layout.seen_by[zone] >> seat & 1:
            of = layout.zones[zone].decl.of
            if isinstance(of, t.Component | t.Union) and layout.components.type_masks[of.name] >> component & 1:
                zones |= 1 << zone
    return zones


# ------------------------------------------------------------------ boards


def picture(layout: Layout, name: str, laid: Sequence[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    """The layers of a board that is laid out of parts: for each part the component and the degrees it is turned by.

    Raises Impossible; the span is that of the board.
    """
    decl = layout.program.boards[name]
    layers = []
    rest = list(laid)
    for part in decl.parts:
        if part.kind == "map":
            layers.append(boards.layer(decl, part))
            continue
        count = part.columns * part.rows
        mine, rest = rest[:count], rest[count:]
        if len(mine) < count:
            raise Impossible(decl.span, f"`{name}` is laid out of {count} parts, and {len(laid)} are named")
        turns = sorted(set(part.turned))
        for _, turn in mine:
            if turn not in turns:
                raise Impossible(decl.span, f"parts of `{name}` are not turned by {turn} degrees")
        maps = [_map_of(layout, part, component) for component, _ in mine]
        try:
            layers.append(boards.layer(decl, part, maps, [turn for _, turn in mine]))
        except boards.BoardError as problem:
            raise Impossible(decl.span, str(problem)) from None
    if rest:
        raise Impossible(decl.span, f"`{name}` is laid out of {len(laid) - len(rest)} parts, and {len(laid)} are named")
    return tuple(layers)


def _map_of(layout: Layout, part: BoardPart, component: int) -> tuple[str, ...]:
    parts = layout.components
    lines: tuple[str, ...] = parts.columns[parts.type_of[component], part.map_column][0][component]
    return lines
