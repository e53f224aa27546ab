"""The vocabulary as closures: components, and where they are. In, an `Op` of the core tree; out, its closure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.evaluate import COMPARE, Compiler, Fn, Slots, by_slots, is_component, is_mask, slot_of
from rulewright.runtime.faults import Opaque, fault
from rulewright.runtime.layout import Layout
from rulewright.runtime.places import ground, inside, mask_in
from rulewright.runtime.state import State

# ------------------------------------------------------------------ components


def _every(c: Compiler, e: tree.Op) -> Fn:
    mask = c.layout.components.type_masks[c.text(e.args[0])]
    return lambda s, f: mask


def _row_mask(c: Compiler, args: tuple[tree.Expr, ...]) -> int:
    mask, type = 0, c.text(args[0])
    for row in args[1:]:
        mask |= c.layout.components.row_masks[type, c.text(row)]
    return mask


def _rows_of(c: Compiler, e: tree.Op) -> Fn:
    mask = _row_mask(c, e.args)
    return lambda s, f: mask


def _owned_by(c: Compiler, e: tree.Op) -> Fn:
    masks, player = c.layout.components.owner_masks, c.expr(e.args[0])
    return lambda s, f: 0 if (p := player(s, f)) is None else masks[p]


def _on_board(c: Compiler, e: tree.Op) -> Fn:
    mask, owners = c.layout.components.type_masks[c.text(e.args[0])], c.layout.components.owner_masks
    if isinstance(e.args[1], tree.Const):
        if e.args[1].value is not None:
            mask &= owners[e.args[1].value]  # type: ignore[call-overload]
        return lambda s, f: s.on_boards & mask
    if isinstance(e.args[1], tree.Local):
        slot = e.args[1].slot
        return lambda s, f: s.on_boards & mask & owners[f[slot]]
    player = c.expr(e.args[1])
    return lambda s, f: s.on_boards & mask & owners[player(s, f)]


def _narrow(c: Compiler, things: tree.Expr, keep: Fn) -> Fn:
    """Those of the things in a mask; a search may not tell veiled ones apart by it."""
    fn = c.expr(things)
    if is_mask(things.type):
        if not c.veiled:
            return lambda s, f: fn(s, f) & keep(s, f)

        def looking(s: State, f: Slots) -> int:
            mask, kept = fn(s, f), keep(s, f)
            if mask & s.veil & ~kept:
                raise Opaque
            return int(mask & kept)

        return looking
    many = c.unveiled(things, c.tuple_of(things))

    def run(s: State, f: Slots) -> tuple[int, ...]:
        kept = keep(s, f)
        return tuple([x for x in many(s, f) if kept >> x & 1])

    return run


def _only(c: Compiler, e: tree.Op) -> Fn:
    mask = 0
    for arg in e.args[1:]:
        mask |= c.layout.components.type_masks[c.text(arg)]
    if is_mask(e.args[0].type) and not c.veiled:
        fn = c.expr(e.args[0])
        return lambda s, f: fn(s, f) & mask
    return _narrow(c, e.args[0], lambda s, f: mask)


def _only_owned(c: Compiler, e: tree.Op) -> Fn:
    masks, player = c.layout.components.owner_masks, c.expr(e.args[1])
    return _narrow(c, e.args[0], lambda s, f: 0 if (p := player(s, f)) is None else masks[p])


def _is_among(c: Compiler, subject: tree.Expr, mask: int) -> Fn:
    x = c.guarded(subject, c.expr(subject))
    return lambda s, f: (v := x(s, f)) is not None and bool(mask >> v & 1)


def _is_type(c: Compiler, e: tree.Op) -> Fn:
    mask = 0
    for arg in e.args[1:]:
        mask |= c.layout.components.type_masks[c.text(arg)]
    return _is_among(c, e.args[0], mask)


def _is_row(c: Compiler, e: tree.Op) -> Fn:
    return _is_among(c, e.args[0], _row_mask(c, e.args[1:]))


def _shows(c: Compiler, e: tree.Op) -> Fn:
    x, side = c.guarded(e.args[0], c.expr(e.args[0])), c.expr(e.args[1])
    return lambda s, f: (v := x(s, f)) is not None and bool(s.sides[side(s, f)] >> v & 1)


def _showing(c: Compiler, e: tree.Op) -> Fn:
    side = c.expr(e.args[0])
    return lambda s, f: s.sides[side(s, f)]


def _owner(c: Compiler, e: tree.Op) -> Fn:
    x, owners = c.guarded(e.args[0], c.expr(e.args[0])), c.layout.components.owner_of
    return lambda s, f: None if (v := x(s, f)) is None else owners[v]


# ------------------------------------------------------------------ on boards


def _space_of(c: Compiler, e: tree.Op) -> Fn:
    x, spaces = c.expr(e.args[0]), c.layout.spaces

    def run(s: State, f: Slots) -> int | None:
        v = x(s, f)
        if v is None:
            return None
        at = -1 - s.place[v]
        return at if 0 <= at < spaces else None

    return run


def _spaces_of(c: Compiler, e: tree.Op) -> Fn:
    stood = where_all_stand(c, e.args[0])
    if stood is not None:
        return stood
    things, layout = c.mask_of(e.args[0]), c.layout

    def run(s: State, f: Slots) -> int:
        mask, place = 0, s.place
        for x in members(things(s, f) & s.on_boards):
            mask |= ground(layout, place[x])
        return mask

    return run


def _on_one_board(c: Compiler, e: tree.Op) -> Fn:
    spaces, boards = c.mask_of(e.args[0]), c.layout.boards
    return lambda s, f: bool(m := spaces(s, f)) and any(not m & ~board for board in boards)


def _covers_only(c: Compiler, e: tree.Op) -> Fn:
    x, spaces, layout = c.expr(e.args[0]), c.mask_of(e.args[1]), c.layout

    def run(s: State, f: Slots) -> bool:
        v = x(s, f)
        covered = 0 if v is None else ground(layout, s.place[v])
        return bool(covered) and not covered & ~spaces(s, f)

    return run


def where_all_stand(c: Compiler, things: tree.Expr) -> Fn | None:
    """Where all pieces of a type stand, which is kept with the state; None if that is not what the things are."""
    if not isinstance(things, tree.Op) or things.name != "on_board":
        return None
    type = c.text(things.args[0])
    groups = c.layout.components.groups
    count = c.layout.count
    if type in c.program.unions and not isinstance(things.args[1], tree.Const):
        return _stood_of_each(c, c.program.unions[type], c.expr(things.args[1]))
    if all((type, seat) in groups for seat in range(count)) and not isinstance(things.args[1], tree.Const):
        numbers = [groups[type, seat] for seat in range(count)]
        if isinstance(things.args[1], tree.Local):
            slot = things.args[1].slot
            return lambda s, f: s.stand[numbers[f[slot]]]
        player = c.expr(things.args[1])
        return lambda s, f: s.stand[numbers[player(s, f)]]
    if isinstance(things.args[1], tree.Const) and things.args[1].value is None:
        members_of = c.program.unions.get(type, (type,))
        every = [number for (name, _), number in groups.items() if name in members_of]
        if len(every) == 1:
            only = every[0]
            return lambda s, f: s.stand[only]

        def run(s: State, f: Slots) -> int:
            mask = 0
            for number in every:
                mask |= s.stand[number]
            return mask

        return run
    return None


def _stood_of_each(c: Compiler, types: tuple[str, ...], player: Fn) -> Fn:
    """Where the pieces of several types stand that a player has."""
    groups, count = c.layout.components.groups, c.layout.count
    numbers = [[groups[type, seat] for type in types if (type, seat) in groups] for seat in range(count)]

    def run(s: State, f: Slots) -> int:
        mask, stand = 0, s.stand
        for number in numbers[player(s, f)]:
            mask |= stand[number]
        return mask

    return run


def _standing_on(c: Compiler, e: tree.Op) -> Fn:
    things, spaces = c.mask_of(e.args[0]), c.mask_of(e.args[1])
    stood = where_all_stand(c, e.args[0])
    if stood is not None:
        places = stood

        def where_they_stand(s: State, f: Slots) -> int:
            found, on = 0, s.on
            for space in members(spaces(s, f) & places(s, f)):
                found |= on[space]
            return int(found & things(s, f))

        return where_they_stand

    def run(s: State, f: Slots) -> int:
        wanted, found, on = things(s, f) & s.on_boards, 0, s.on
        if wanted:
            for space in members(spaces(s, f)):
                found |= on[space]
        return int(found & wanted)

    return run


def _standings(c: Compiler, e: tree.Op) -> Fn:
    things = c.tuple_of(e.args[0])
    return lambda s, f: tuple([standing for x in things(s, f) for standing in _each(c.layout, s, x)])


def _each(layout: Layout, s: State, x: int) -> list[tuple[int, int | None]]:
    """A component once for each space it covers."""
    covered = ground(layout, s.place[x])
    return [(x, space) for space in members(covered)] if covered else [(x, None)]


def _standing(c: Compiler, e: tree.Op) -> Fn:
    x, layout = c.expr(e.args[0]), c.layout
    if len(e.args) == 2:
        space = c.expr(e.args[1])
        return lambda s, f: (x(s, f), space(s, f))
    return lambda s, f: None if (v := x(s, f)) is None else _each(layout, s, v)[0]


def _standing_piece(c: Compiler, e: tree.Op) -> Fn:
    standing = c.expr(e.args[0])

    def run(s: State, f: Slots) -> int | None:
        found = standing(s, f)
        if found is None:
            return None
        piece, _ = found
        return int(piece)

    return run


def space_now(layout: Layout, s: State, standing: tuple[int, int | None]) -> int | None:
    """The space of a standing, if the component still covers it; of what covers one only, where it is now."""
    piece, space = standing
    covered = ground(layout, s.place[piece])
    if not layout.spreading >> piece & 1:
        return covered.bit_length() - 1 if covered else None
    return space if space is not None and covered >> space & 1 else None


def _standing_space(c: Compiler, e: tree.Op) -> Fn:
    standing, layout = c.expr(e.args[0]), c.layout
    return lambda s, f: None if (found := standing(s, f)) is None else space_now(layout, s, found)


def _standing_pieces(c: Compiler, e: tree.Op) -> Fn:
    many = c.expr(e.args[0])
    return lambda s, f: mask_of(piece for piece, _ in many(s, f))


def _standing_spaces(c: Compiler, e: tree.Op) -> Fn:
    many, layout = c.expr(e.args[0]), c.layout
    return lambda s, f: mask_of(space for each in many(s, f) if (space := space_now(layout, s, each)) is not None)


def _is_empty(c: Compiler, e: tree.Op) -> Fn:
    x = c.expr(e.args[0])
    return lambda s, f: (v := x(s, f)) is not None and not s.occupied >> v & 1


def _empty_spaces(c: Compiler, e: tree.Op) -> Fn:
    everything = (1 << c.layout.spaces) - 1
    return lambda s, f: everything & ~s.occupied


# ------------------------------------------------------------------ zones


def _contents(c: Compiler, e: tree.Op) -> Fn:
    zone, layout = c.expr(e.args[0]), c.layout
    kind = zone_kind(c, e.args[0])
    if kind not in (None, "row"):
        if isinstance(e.args[0], tree.ZoneAt) and not e.args[0].keys:
            number = layout.zone_base[e.args[0].zone]
            return lambda s, f: s.zones[number]
        at = e.args[0]
        if isinstance(at, tree.ZoneAt):
            direct = by_slots(layout.zone_universes[at.zone], at.keys)
            if direct is not None and len(direct) == 1 and layout.zone_step[at.zone] == 1 and not c.veiled:
                base, slot = layout.zone_base[at.zone], direct[0][0]
                return lambda s, f: s.zones[base + f[slot]]
        if isinstance(e.args[0].type, t.Maybe):
            nothing: Any = 0 if is_mask(e.type) else () if t.ordered(e.type) else None
            return lambda s, f: nothing if (z := zone(s, f)) is None else s.zones[z]
        return lambda s, f: s.zones[zone(s, f)]
    zones = layout.zones

    def run(s: State, f: Slots) -> Any:
        z = zone(s, f)
        slots = zones[z].slots
        return tuple([x for slot in slots if (x := s.zones[slot]) is not None]) if slots else s.zones[z]

    return run


def zone_kind(c: Compiler, zone: tree.Expr) -> str | None:
    """The kind of a zone where it can be told from the expression."""
    if isinstance(zone, tree.ZoneAt):
        return c.layout.zone_decls[zone.zone].kind
    if isinstance(zone, tree.Op) and zone.name == "slot":
        return "one"
    return None


def _contents_set(c: Compiler, e: tree.Op) -> Fn:
    zone, layout = c.expr(e.args[0]), c.layout
    return lambda s, f: 0 if (z := zone(s, f)) is None else mask_in(layout, s, z)


def _slot(c: Compiler, e: tree.Op) -> Fn:
    zone, number, zones, span = c.expr(e.args[0]), c.expr(e.args[1]), c.layout.zones, e.span

    def run(s: State, f: Slots) -> int:
        row, i = zone(s, f), number(s, f)
        slots = zones[row].slots
        if not 1 <= i <= len(slots):
            raise fault(codes.NO_ELEMENT, span, f"there is no slot {i}: the row has {len(slots)}")
        return int(slots[i - 1])

    return run


def _free_slots(c: Compiler, e: tree.Op) -> Fn:
    zone, zones = c.expr(e.args[0]), c.layout.zones
    return lambda s, f: tuple([slot for slot in zones[zone(s, f)].slots if s.zones[slot] is None])


def _at(c: Compiler, e: tree.Op) -> Fn:
    things, place = e.args
    where, layout, type = c.expr(place), c.layout, place.type
    if isinstance(type, t.Maybe):
        type = type.of
    many = isinstance(type, t.Set | t.List)
    of = type.of if isinstance(type, t.Set | t.List) else type
    masked = is_mask(type)

    def inner(s: State, f: Slots) -> int:
        given = where(s, f)
        if given is None:
            return 0
        return inside(layout, s, of, members(given) if masked else given if many else (given,))

    fn = c.expr(things)
    if is_mask(things.type):
        return lambda s, f: fn(s, f) & inner(s, f)

    def run(s: State, f: Slots) -> tuple[int, ...]:
        found = inner(s, f)
        return tuple([x for x in fn(s, f) if found >> x & 1])

    return run


# ------------------------------------------------------------------ columns and variables as sets


def _column_is(c: Compiler, e: tree.Op) -> Fn:
    owner, column, name = (c.text(arg) for arg in e.args[:3])
    value = c.expr(e.args[3])
    masked = is_mask(e.args[3].type)
    tables = c.layout.components.columns.get((owner, column))
    if tables is not None:
        sides = [_by_value(table) for table in tables]
        everything = c.layout.components.type_masks[owner]
        if len(sides) == 1:
            only = sides[0]
            return lambda s, f: _matching(only, name, value(s, f), masked, everything)

        def run(s: State, f: Slots) -> int:
            wanted, mask = value(s, f), 0
            for side, up in enumerate(s.sides):
                known = sides[min(side, len(sides) - 1)]
                mask |= _matching(known, name, wanted, masked, everything) & up
            return mask

        return run
    if owner in c.program.enums:
        cells = c.program.enums[owner].columns[column]
        known, whole = _by_value(cells), (1 << len(cells)) - 1
        return lambda s, f: _matching(known, name, value(s, f), masked, whole)
    key, spaces = (owner, column), c.layout.geometry.kind_masks[owner]
    if name == "eq":
        return lambda s, f: s.world.value_masks[key].get(value(s, f), 0)
    return lambda s, f: _matching(s.world.value_masks[key], name, value(s, f), masked, spaces)


def _by_value(cells: Any) -> dict[Any, int]:
    known: dict[Any, int] = {}
    for at, value in enumerate(cells):
        if value is not None:
            known[value] = known.get(value, 0) | 1 << at
    return known


def _matching(known: Any, name: str, value: Any, masked: bool, everything: int) -> int:
    """The subjects whose value compares so; `known` has the subjects of each value."""
    if name == "eq":
        return int(known.get(value, 0))
    if name == "ne":
        return everything & ~int(known.get(value, 0))
    mask = 0
    if name == "in":
        for one in members(value) if masked else value:
            mask |= known.get(one, 0)
        return mask
    if value is not None:
        test = COMPARE[name]
        for one, subjects in known.items():
            if test(one, value):
                mask |= subjects
    return mask


def _by_part(c: Compiler, e: tree.Op) -> Fn:
    things, parts = c.mask_of(e.args[0]), e.args[1:]
    pairs = [
        (c.expr(part), c.expr(kept), is_mask(kept.type)) for part, kept in zip(parts[::2], parts[1::2], strict=True)
    ]

    def run(s: State, f: Slots) -> int:
        left, found = things(s, f), 0
        for part, kept, masked in pairs:
            if not left:
                break
            mine = left & part(s, f)
            if mine:
                left ^= mine
                if masked:
                    found |= mine & kept(s, f)
                elif kept(s, f):
                    found |= mine
        return found

    return run


def _var_is(c: Compiler, e: tree.Op) -> Fn:
    place, name = c.text(e.args[0]), c.text(e.args[1])
    value = c.expr(e.args[2])
    masked = is_mask(e.args[2].type)
    assert isinstance(e.args[3], tree.Const) and isinstance(e.args[3].value, int)
    hole = e.args[3].value
    var = c.layout.vars[place]
    values = var.universes[hole].values
    step = 1
    for universe in var.universes[hole + 1 :]:
        step *= len(universe.values)
    first = tree.Const(span=e.span, type=var.decl.keys[hole], value=values[0] if values else 0)
    keys = (*e.args[4 : 4 + hole], first, *e.args[4 + hole :])
    start = slot_of(c, place, keys)
    test = COMPARE.get(name)

    def run(s: State, f: Slots) -> int:
        at = start if isinstance(start, int) else start(s, f)
        if at is None or not values:
            return 0
        wanted, mask = value(s, f), 0
        found = s.vars[at : at + step * len(values) : step]
        for key, x in zip(values, found, strict=True):
            if name == "eq":
                holds = x is not None and x == wanted
            elif name == "ne":
                holds = x is None or x != wanted
            elif name == "in":
                holds = x is not None and bool(wanted >> x & 1 if masked else x in wanted)
            else:
                assert test is not None
                holds = x is not None and wanted is not None and test(x, wanted)
            if holds:
                mask |= 1 << key
        return mask

    return run


OPS: dict[str, Callable[[Compiler, Any], Fn]] = {
    "every": _every,
    "rows_of": _rows_of,
    "owned_by": _owned_by,
    "on_board": _on_board,
    "only": _only,
    "only_owned": _only_owned,
    "is_type": _is_type,
    "is_row": _is_row,
    "shows": _shows,
    "showing": _showing,
    "owner": _owner,
    "space_of": _space_of,
    "spaces_of": _spaces_of,
    "standings": _standings,
    "standing": _standing,
    "standing_piece": _standing_piece,
    "standing_space": _standing_space,
    "standing_pieces": _standing_pieces,
    "standing_spaces": _standing_spaces,
    "on_one_board": _on_one_board,
    "covers_only": _covers_only,
    "standing_on": _standing_on,
    "is_empty": _is_empty,
    "empty_spaces": _empty_spaces,
    "contents": _contents,
    "contents_set": _contents_set,
    "slot": _slot,
    "free_slots": _free_slots,
    "at": _at,
    "column_is": _column_is,
    "by_part": _by_part,
    "var_is": _var_is,
}

__all__ = ["OPS", "is_component", "space_now", "where_all_stand", "zone_kind"]
