"""The vocabulary as closures: logic, numbers and collections. In, an `Op` of the core tree; out, its closure.

`OPS` has every word by name; those about components, places and boards come from `ops_places` and `ops_boards`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_NUMBERS
from rulewright.report import codes
from rulewright.runtime import chance, knowledge, learning, ops_boards, ops_places
from rulewright.runtime.bits import lowest, members
from rulewright.runtime.evaluate import COMPARE, Compiler, Fn, Slots, is_component, is_mask
from rulewright.runtime.faults import fault, too_many
from rulewright.runtime.places import mask_in
from rulewright.runtime.state import State
from rulewright.runtime.work import bounded, charge, counted

# ------------------------------------------------------------------ logic and comparison


def _and(c: Compiler, e: tree.Op) -> Fn:
    parts = [c.expr(arg) for arg in e.args]
    if len(parts) == 2:
        a, b = parts
        return lambda s, f: a(s, f) and b(s, f)

    def run(s: State, f: Slots) -> bool:
        return all(part(s, f) for part in parts)

    return run


def _or(c: Compiler, e: tree.Op) -> Fn:
    parts = [c.expr(arg) for arg in e.args]
    if len(parts) == 2:
        a, b = parts
        return lambda s, f: a(s, f) or b(s, f)

    def run(s: State, f: Slots) -> bool:
        return any(part(s, f) for part in parts)

    return run


def _not(c: Compiler, e: tree.Op) -> Fn:
    inner = e.args[0]
    if isinstance(inner, tree.Op) and inner.name == "some" and is_mask(inner.args[0].type):
        inner = inner.args[0]
    a = c.expr(inner)
    return lambda s, f: not a(s, f)


def _eq(c: Compiler, e: tree.Op) -> Fn:
    one, other = e.args
    a, b = c.guarded(one, c.expr(one)), c.guarded(other, c.expr(other))
    if isinstance(other, tree.Const) and other.value is not None and not c.veiled:
        value = other.value
        if isinstance(one, tree.Local):
            slot = one.slot
            return lambda s, f: f[slot] == value
        return lambda s, f: a(s, f) == value
    if isinstance(one.type, t.Maybe | t.Nothing) and isinstance(other.type, t.Maybe | t.Nothing):
        return lambda s, f: (x := a(s, f)) is not None and x == b(s, f)
    return lambda s, f: a(s, f) == b(s, f)


def _ne(c: Compiler, e: tree.Op) -> Fn:
    same = _eq(c, e)
    return lambda s, f: not same(s, f)


def _compare(name: str) -> Callable[[Compiler, tree.Op], Fn]:
    def make(c: Compiler, e: tree.Op) -> Fn:
        a, b = (c.expr(arg) for arg in e.args)
        if not any(isinstance(arg.type, t.Maybe | t.Nothing) for arg in e.args):
            match name:
                case "lt":
                    return lambda s, f: a(s, f) < b(s, f)
                case "le":
                    return lambda s, f: a(s, f) <= b(s, f)
                case "gt":
                    return lambda s, f: a(s, f) > b(s, f)
                case _:
                    return lambda s, f: a(s, f) >= b(s, f)
        test = COMPARE[name]

        def run(s: State, f: Slots) -> bool:
            x, y = a(s, f), b(s, f)
            return x is not None and y is not None and test(x, y)

        return run

    return make


def _in(c: Compiler, e: tree.Op) -> Fn:
    x, many = c.expr(e.args[0]), c.expr(e.args[1])
    if is_mask(e.args[1].type):
        if isinstance(e.args[0], tree.Local) and not isinstance(e.args[0].type, t.Maybe):
            slot = e.args[0].slot
            return lambda s, f: bool(many(s, f) >> f[slot] & 1)
        return lambda s, f: (v := x(s, f)) is not None and bool(many(s, f) >> v & 1)
    many = _counted(e.args[1], many)
    return lambda s, f: (v := x(s, f)) is not None and v in many(s, f)


def _is_none(c: Compiler, e: tree.Op) -> Fn:
    a = c.expr(e.args[0])
    return lambda s, f: a(s, f) is None


def _otherwise(c: Compiler, e: tree.Op) -> Fn:
    a, b = (c.expr(arg) for arg in e.args)
    return lambda s, f: b(s, f) if (x := a(s, f)) is None else x


# ------------------------------------------------------------------ numbers; none in, none out


def _binary(work: Callable[[Any, Any], Any]) -> Callable[[Compiler, tree.Op], Fn]:
    def make(c: Compiler, e: tree.Op) -> Fn:
        a, b = (c.expr(arg) for arg in e.args)
        if any(isinstance(arg.type, t.Maybe) for arg in e.args):

            def run(s: State, f: Slots) -> Any:
                x, y = a(s, f), b(s, f)
                return None if x is None or y is None else work(x, y)

            return run
        return lambda s, f: work(a(s, f), b(s, f))

    return make


def _add(c: Compiler, e: tree.Op) -> Fn:
    if any(isinstance(arg.type, t.Maybe) for arg in e.args):
        return _binary(lambda x, y: x + y)(c, e)
    parts = [c.expr(arg) for arg in e.args]
    if len(parts) == 2:
        a, b = parts
        return lambda s, f: a(s, f) + b(s, f)
    return lambda s, f: sum(part(s, f) for part in parts)


def _div(round_up: bool) -> Callable[[Compiler, tree.Op], Fn]:
    def make(c: Compiler, e: tree.Op) -> Fn:
        a, b = (c.expr(arg) for arg in e.args)
        span = e.span

        def run(s: State, f: Slots) -> Any:
            x, y = a(s, f), b(s, f)
            if x is None or y is None:
                return None
            if y == 0:
                raise fault(codes.OVERFLOW, span, "a division by 0", help="test for 0 first")
            return -(-x // y) if round_up else x // y

        return run

    return make


def _unary(work: Callable[[Any], Any]) -> Callable[[Compiler, tree.Op], Fn]:
    def make(c: Compiler, e: tree.Op) -> Fn:
        a = c.expr(e.args[0])
        return lambda s, f: None if (x := a(s, f)) is None else work(x)

    return make


# ------------------------------------------------------------------ collections


def _of_collection(on_mask: Callable[[int], Any], on_tuple: Callable[[Any], Any]) -> Callable[[Compiler, tree.Op], Fn]:
    """A word that reads one collection; none (nothing in a place for one) is an empty one."""

    def make(c: Compiler, e: tree.Op) -> Fn:
        a = c.expr(e.args[0])
        type = e.args[0].type
        if is_mask(type):
            if on_mask is bool:
                return lambda s, f: bool(a(s, f))
            if on_mask is int.bit_count:
                return lambda s, f: a(s, f).bit_count()
            return lambda s, f: on_mask(a(s, f))
        if isinstance(type, t.Maybe):
            return lambda s, f: on_tuple(() if (x := a(s, f)) is None else (x,))
        if on_tuple in (_sum, _largest, _smallest):
            a = _counted(e.args[0], a)
        return lambda s, f: on_tuple(a(s, f))

    return make


def _counted(expr: tree.Expr, items: Fn) -> Fn:
    """The same elements, charged one by one, if they are not always the same few."""
    return items if isinstance(expr, tree.Const) else counted(items, False, 1, expr.span)


def _none_if_empty(mask: int) -> int | None:
    return lowest(mask) if mask else None


def _highest(mask: int) -> int | None:
    return mask.bit_length() - 1 if mask else None


def _sum(items: Any) -> Any:
    return sum([x for x in items if x is not None])


def _largest(items: Any) -> Any:
    return max([x for x in items if x is not None], default=None)


def _smallest(items: Any) -> Any:
    return min([x for x in items if x is not None], default=None)


def _union(c: Compiler, e: tree.Op) -> Fn:
    if is_mask(e.type):
        masks = [c.mask_of(arg) for arg in e.args]
        if len(masks) == 2:
            a, b = masks
            return lambda s, f: a(s, f) | b(s, f)
        return lambda s, f: reduce(int.__or__, [mask(s, f) for mask in masks], 0)
    parts = [_counted(arg, c.tuple_of(arg)) for arg in e.args]
    joined: Fn = lambda s, f: tuple([x for part in parts for x in part(s, f)])  # noqa: E731
    if isinstance(e.type, t.Set):
        return lambda s, f: tuple(sorted(set(joined(s, f))))
    return bounded(joined, e.span)


def _except(c: Compiler, e: tree.Op) -> Fn:
    one, other = e.args
    if is_mask(one.type):
        a, b = c.expr(one), c.mask_of(other)
        return lambda s, f: a(s, f) & ~b(s, f)
    a = _counted(one, c.tuple_of(one))
    if is_mask(other.type):
        b = c.expr(other)

        def by_mask(s: State, f: Slots) -> tuple[Any, ...]:
            without = b(s, f)
            return tuple([x for x in a(s, f) if not without >> x & 1])

        return by_mask
    b = c.tuple_of(other)

    def run(s: State, f: Slots) -> tuple[Any, ...]:
        without = b(s, f)
        return tuple([x for x in a(s, f) if x not in without])

    return run


def _intersect(c: Compiler, e: tree.Op) -> Fn:
    masks = [c.mask_of(arg) for arg in e.args]
    if len(masks) == 2:
        a, b = masks
        return lambda s, f: a(s, f) & b(s, f)
    return lambda s, f: reduce(int.__and__, [mask(s, f) for mask in masks])


def _complement(c: Compiler, e: tree.Op) -> Fn:
    a = c.expr(e.args[0])
    return lambda s, f: ~a(s, f)


def _all_if(c: Compiler, e: tree.Op) -> Fn:
    a = c.expr(e.args[0])
    return lambda s, f: -1 if a(s, f) else 0


def _make_set(c: Compiler, e: tree.Op) -> Fn:
    parts = [c.expr(arg) for arg in e.args]
    if not is_mask(e.type):
        return lambda s, f: tuple(sorted({x for part in parts if (x := part(s, f)) is not None}))

    def run(s: State, f: Slots) -> int:
        mask = 0
        for part in parts:
            x = part(s, f)
            if x is not None:
                mask |= 1 << x
        return mask

    return run


def _make_list(c: Compiler, e: tree.Op) -> Fn:
    parts = [c.expr(arg) for arg in e.args]
    return lambda s, f: tuple([x for part in parts if (x := part(s, f)) is not None])


def _int_set(c: Compiler, e: tree.Op) -> Fn:
    a = _counted(e.args[0], c.tuple_of(e.args[0]))
    return lambda s, f: tuple(sorted(set(a(s, f))))


def _range(c: Compiler, e: tree.Op) -> Fn:
    low, high = (c.expr(arg) for arg in e.args)
    if all(isinstance(arg, tree.Const) for arg in e.args):
        numbers = _numbers(e, low(c.layout.resting, []), high(c.layout.resting, []))
        return lambda s, f: numbers
    return _counted(e, lambda s, f: _numbers(e, low(s, f), high(s, f)))


def _numbers(e: tree.Op, low: int, high: int) -> tuple[int, ...]:
    if high - low >= MOST_NUMBERS:
        raise too_many(e.span, "numbers in this range", MOST_NUMBERS)
    return tuple(range(low, high + 1))


def _as_set(c: Compiler, e: tree.Op) -> Fn:
    return c.mask_of(e.args[0])


def _as_list(c: Compiler, e: tree.Op) -> Fn:
    return c.tuple_of(e.args[0])


def _index(c: Compiler, e: tree.Op) -> Fn:
    items, at = c.tuple_of(e.args[0]), c.expr(e.args[1])

    def run(s: State, f: Slots) -> Any:
        found, i = items(s, f), at(s, f)
        return found[i - 1] if i is not None and 1 <= i <= len(found) else None

    return run


def _distinct(c: Compiler, e: tree.Op) -> Fn:
    a = _counted(e.args[0], c.tuple_of(e.args[0]))
    return lambda s, f: tuple(dict.fromkeys(a(s, f)))


def _reverse(c: Compiler, e: tree.Op) -> Fn:
    a = _counted(e.args[0], c.tuple_of(e.args[0]))
    return lambda s, f: a(s, f)[::-1]


# ------------------------------------------------------------------ players and rounds


def _players(c: Compiler, e: tree.Op) -> Fn:
    everybody = c.layout.everybody
    return lambda s, f: everybody


def _opponents(c: Compiler, e: tree.Op) -> Fn:
    everybody = c.layout.everybody
    return lambda s, f: everybody if f[0] is None else everybody & ~(1 << f[0])


def _seats(c: Compiler, e: tree.Op) -> Fn:
    p, count = c.expr(e.args[0]), c.layout.count
    orders = tuple(tuple((first + i) % count for i in range(count)) for first in range(count))
    return lambda s, f: orders[p(s, f)]


def _beside(step: int) -> Callable[[Compiler, tree.Op], Fn]:
    def make(c: Compiler, e: tree.Op) -> Fn:
        p, count = c.expr(e.args[0]), c.layout.count
        return lambda s, f: None if (x := p(s, f)) is None else (x + step) % count

    return make


def _neighbors_of_player(c: Compiler, e: tree.Op) -> Fn:
    p, count = c.expr(e.args[0]), c.layout.count
    return lambda s, f: 0 if (x := p(s, f)) is None else (1 << (x + 1) % count | 1 << (x - 1) % count) & ~(1 << x)


def _first_player(c: Compiler, e: tree.Op) -> Fn:
    slot = c.layout.vars["first_player"].base
    return lambda s, f: 0 if (p := s.vars[slot]) is None else p


def _turn_order(c: Compiler, e: tree.Op) -> Fn:
    slot, first, count = c.layout.vars["turn_order"].base, c.layout.vars["first_player"].base, c.layout.count

    def run(s: State, f: Slots) -> tuple[int, ...]:
        order: tuple[int, ...] | None = s.vars[slot]
        if order is not None:
            return order
        start = s.vars[first] or 0
        return tuple((start + i) % count for i in range(count))

    return run


def _round_number(c: Compiler, e: tree.Op) -> Fn:
    slot = c.layout.vars["round_number"].base
    return lambda s, f: s.vars[slot]


# ------------------------------------------------------------------ chance


def _random(c: Compiler, e: tree.Op) -> Fn:
    items, span = c.tuple_of(e.args[0]), e.span
    components = is_component(t.element(e.args[0].type) or e.args[0].type)
    if c.veiled:

        def unseen(s: State, f: Slots) -> Any:
            found = chance.veiled(s, items(s, f), 1, components)
            return found[0] if found else None

        return unseen

    def run(s: State, f: Slots) -> Any:
        given = items(s, f)
        return chance.one(s, given, span) if given else None

    return run


def _sample(c: Compiler, e: tree.Op) -> Fn:
    items, count, span = c.tuple_of(e.args[0]), c.expr(e.args[1]), e.span
    components = is_component(t.element(e.args[0].type) or e.args[0].type)
    if c.veiled:
        return lambda s, f: chance.veiled(s, items(s, f), count(s, f), components)
    return lambda s, f: chance.several(s, items(s, f), count(s, f), span)


# ------------------------------------------------------------------ names


def _name(c: Compiler, e: tree.Op) -> Fn:
    x = c.guarded(e.args[0], c.expr(e.args[0]))
    type = e.args[0].type
    if isinstance(type, t.Maybe):
        type = type.of
    layout = c.layout
    match type:
        case t.Player():
            names: Any = layout.seats
        case t.Enum(name):
            names = c.program.enums[name].values
        case t.Component() | t.Union():
            rows = layout.components.row_of
            return lambda s, f: None if (v := x(s, f)) is None else rows[v].decl.name
        case t.Space():
            names = layout.geometry.names
        case t.Edge():
            names = layout.geometry.edge_names
        case _:
            return lambda s, f: None if (v := x(s, f)) is None else str(v)
    return lambda s, f: None if (v := x(s, f)) is None else names[v]


def query(c: Compiler, e: tree.Query) -> Fn:
    """A question to a board, which goes through its spaces, or groups linked by a relation."""
    if e.relation is None:
        c.size += c.layout.geometry.size
        return ops_boards.OPS[e.name](c, e)
    before = c.size
    slots, body = c.put_in(e.relation)
    each, span = c.size - before, e.span
    things = c.unveiled(e.args[0], c.mask_of(e.args[0]))
    rest = [None] * (slots - 4)

    def run(s: State, f: Slots) -> tuple[int, ...]:
        found = things(s, f)
        charge(s, each * found.bit_count() ** 2, span)
        return ops_boards.linked(found, lambda a, b: body(s, [f[0], None, a, b, *rest]))

    return run


def _possible(c: Compiler, e: tree.Op) -> Fn:
    zone, player, layout = c.expr(e.args[0]), c.expr(e.args[1]), c.layout

    def run(s: State, f: Slots) -> int:
        inside, told = mask_in(layout, s, zone(s, f)), learning.known(s)
        if told is None:
            return inside
        return knowledge.possibly_in(told, player(s, f), zone(s, f)) | inside & ~layout.tracked

    return run


OPS: dict[str, Callable[[Compiler, Any], Fn]] = {
    **ops_places.OPS,
    **ops_boards.OPS,
    "and": _and,
    "or": _or,
    "not": _not,
    "eq": _eq,
    "ne": _ne,
    "lt": _compare("lt"),
    "le": _compare("le"),
    "gt": _compare("gt"),
    "ge": _compare("ge"),
    "in": _in,
    "is_none": _is_none,
    "otherwise": _otherwise,
    "add": _add,
    "sub": _binary(lambda x, y: x - y),
    "mul": _binary(lambda x, y: x * y),
    "neg": _unary(lambda x: -x),
    "abs": _unary(abs),
    "odd": _unary(lambda x: bool(x % 2)),
    "div_down": _div(False),
    "div_up": _div(True),
    "count": _of_collection(int.bit_count, len),
    "some": _of_collection(bool, bool),
    "first": _of_collection(_none_if_empty, lambda items: items[0] if items else None),
    "last": _of_collection(_highest, lambda items: items[-1] if items else None),
    "top": _of_collection(_highest, lambda items: items[-1] if items else None),
    "sum": _of_collection(lambda mask: sum(members(mask)), _sum),
    "max": _of_collection(_highest, _largest),
    "min": _of_collection(_none_if_empty, _smallest),
    "union": _union,
    "except": _except,
    "intersect": _intersect,
    "complement": _complement,
    "all_if": _all_if,
    "make_set": _make_set,
    "make_list": _make_list,
    "int_set": _int_set,
    "range": _range,
    "as_set": _as_set,
    "as_list": _as_list,
    "index": _index,
    "distinct": _distinct,
    "reverse": _reverse,
    "players": _players,
    "opponents": _opponents,
    "seats": _seats,
    "neighbors_of_player": _neighbors_of_player,
    "possible": _possible,
    "left_of": _beside(1),
    "right_of": _beside(-1),
    "first_player": _first_player,
    "turn_order": _turn_order,
    "round_number": _round_number,
    "random": _random,
    "sample": _sample,
    "name": _name,
}
