"""Going through collections: in, a fold or a sort; out, its closure. With a plan whole sets are worked on at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime.bits import members
from rulewright.runtime.evaluate import Compiler, Fn, Slots, is_component, is_mask
from rulewright.runtime.ops_boards import line_ends
from rulewright.runtime.ops_places import space_now, where_all_stand
from rulewright.runtime.state import State
from rulewright.runtime.walk import every
from rulewright.runtime.work import bounded, counted

SMALL = 12
"""Below so many elements a plan that goes through a whole variable costs more than looking at each element."""


def fold(c: Compiler, e: tree.Fold) -> Fn:
    source, before = c.expr(e.source), c.size
    reads = [part for part in (e.test, e.body) if part is not None]
    if c.veiled and is_component(t.element(e.source.type)) and any(_mentions(part, e.slot) for part in reads):
        source = c.unveiled(e.source, source)
    test = c.expr(e.test) if e.test is not None else None
    body = c.expr(e.body) if e.body is not None else None
    masked = is_mask(e.source.type)
    if e.plan is not None and e.kind == "every" and body is None and masked and not c.loops:
        whole = c.expr(e.plan)
        return lambda s, f: not (m := source(s, f)) or not m & ~whole(s, f)
    if isinstance(t.element(e.source.type), t.Standing):
        if e.plan is not None and test is not None and not c.loops:
            quick = _count_standings(c, e) if e.kind == "count" and body is None else None
            if quick is not None:
                return quick
            source, test = _on_spaces(c, counted(source, False, 1, e.span), c.expr(e.plan), e.slot, test), None
    elif e.plan is not None and test is not None and not c.loops and (e.kind != "every" or body is not None):
        plan = _narrowed(e.plan, e.source)
        if masked and _costly(plan):
            source = _sifted(c, source, plan, e.slot, test)
        else:
            source = _planned(source, masked, c.expr(plan))
        test = None
    if test is not None or body is not None:
        source = counted(source, masked, c.size - before, e.span)
    items: Callable[[Any], tuple[int, ...]] = members if masked else _same
    made: Fn = _KINDS[e.kind](e, source, items, test, body, masked)
    if _is_line_ends(e) and not c.loops and isinstance(e.source, tree.Query):
        return line_ends(c, e.source, made)
    return made


def _is_line_ends(e: tree.Fold) -> bool:
    """Whether it is all that is beyond any of some lines, as sets of such spaces are mostly asked for."""
    return (
        (e.kind, e.flat, e.test) == ("set", True, None)
        and is_mask(e.type)
        and isinstance(e.source, tree.Query)
        and e.source.name == "lines"
        and isinstance(e.body, tree.Query)
        and e.body.name == "beyond"
        and isinstance(e.body.args[0], tree.Local)
        and e.body.args[0].slot == e.slot
    )


def _same(items: Any) -> Any:
    return items


def _mentions(expr: tree.Expr, slot: int) -> bool:
    return any(isinstance(part, tree.Local) and part.slot == slot for part in every(expr))


def _costly(plan: tree.Expr) -> bool:
    return any(isinstance(part, tree.Op) and part.name == "var_is" for part in every(plan))


def _narrowed(plan: tree.Expr, source: tree.Expr) -> tree.Expr:
    """The plan, where it asks for all pieces of a type on some spaces, for those only that the source has."""
    if not isinstance(plan, tree.Op) or not isinstance(source, tree.Op) or source.name != "on_board":
        return plan
    if plan.name == "intersect":
        return replace(plan, args=tuple(_narrowed(part, source) for part in plan.args))
    things = plan.args[0] if plan.name == "standing_on" else None
    if isinstance(things, tree.Op) and things.name == "every" and things.args == source.args[:1]:
        return replace(plan, args=(source, *plan.args[1:]))
    return plan


def _parts(plan: tree.Expr) -> tuple[tree.Expr, ...]:
    """The sets that a plan is the intersection of."""
    if isinstance(plan, tree.Op) and plan.name == "intersect":
        return tuple(part for arg in plan.args for part in _parts(arg))
    return (plan,)


def _sifted(c: Compiler, source: Fn, plan: tree.Expr, slot: int, test: Fn) -> Fn:
    """The elements of the source in the set of a costly plan: what costs little first, and if few are left, each of
    them is tested.
    """
    whole = c.expr(plan)
    cheap = [c.expr(part) for part in _parts(plan) if not _costly(part)]

    def run(s: State, f: Slots) -> int:
        mask: int = source(s, f)
        for part in cheap:
            if not mask:
                return 0
            mask &= part(s, f)
        if mask.bit_count() >= SMALL:
            return mask & int(whole(s, f))
        kept = 0
        while mask:
            low = mask & -mask
            f[slot] = low.bit_length() - 1
            if test(s, f):
                kept |= low
            mask ^= low
        return kept

    return run


def _planned(source: Fn, masked: bool, plan: Fn) -> Fn:
    """The elements of the source in the plan's set."""
    if masked:
        return lambda s, f: m & plan(s, f) if (m := source(s, f)) else 0

    def chosen(s: State, f: Slots) -> tuple[Any, ...]:
        given = source(s, f)
        if not given:
            return ()
        mask = plan(s, f)
        return tuple([x for x in given if mask >> x & 1])

    return chosen


def _on_spaces(c: Compiler, source: Fn, plan: Fn, slot: int, test: Fn) -> Fn:
    """The standings whose space is in the plan's set; what stands on no space is tested by itself."""
    layout = c.layout

    def run(s: State, f: Slots) -> tuple[Any, ...]:
        given = source(s, f)
        if not given:
            return ()
        mask, kept = plan(s, f), []
        for standing in given:
            space = space_now(layout, s, standing)
            if space is None:
                f[slot] = standing
            if test(s, f) if space is None else mask >> space & 1:
                kept.append(standing)
        return tuple(kept)

    return run


def _count_standings(c: Compiler, e: tree.Fold) -> Fn | None:
    """How many of all pieces of some types stand on spaces of the plan's set, without looking at each piece."""
    assert e.plan is not None
    if not isinstance(e.source, tree.Op) or e.source.name != "standings" or c.layout.geometry.edges:
        return None
    stood, plan, things = where_all_stand(c, e.source.args[0]), c.expr(e.plan), c.expr(e.source.args[0])
    if stood is None:
        return None
    where = stood

    def run(s: State, f: Slots) -> int:
        spaces = where(s, f)
        if not spaces:
            return 0
        mask, on, found = things(s, f), s.on, 0
        for space in members(spaces & plan(s, f)):
            found += (on[space] & mask).bit_count()
        return found

    return run


def _any(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    slot = e.slot
    if test is None and body is None:
        return lambda s, f: bool(source(s, f))
    if test is None or body is None:
        holds = test or body
        assert holds is not None

        def run(s: State, f: Slots) -> bool:
            for x in items(source(s, f)):
                f[slot] = x
                if holds(s, f):
                    return True
            return False

        return run
    tested, wanted = test, body

    def both(s: State, f: Slots) -> bool:
        for x in items(source(s, f)):
            f[slot] = x
            if tested(s, f) and wanted(s, f):
                return True
        return False

    return both


def _every(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    slot = e.slot
    if body is None and test is None:
        raise AssertionError("`every` with nothing that could fail")
    if body is None:
        test, body = None, test
    assert body is not None
    wanted = body

    def run(s: State, f: Slots) -> bool:
        for x in items(source(s, f)):
            f[slot] = x
            if (test is None or test(s, f)) and not wanted(s, f):
                return False
        return True

    return run


def _count(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    slot = e.slot
    if test is None:
        if masked:
            return lambda s, f: source(s, f).bit_count()
        return lambda s, f: len(source(s, f))
    tested = test

    def run(s: State, f: Slots) -> int:
        found = 0
        for x in items(source(s, f)):
            f[slot] = x
            if tested(s, f):
                found += 1
        return found

    return run


def _values(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None) -> Fn:
    """The values of the body, without none."""
    slot = e.slot

    def run(s: State, f: Slots) -> list[Any]:
        found = []
        for x in items(source(s, f)):
            f[slot] = x
            if test is None or test(s, f):
                value = x if body is None else body(s, f)
                if value is not None:
                    found.append(value)
        return found

    return run


def _sum(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    values = _values(e, source, items, test, body)
    return lambda s, f: sum(values(s, f))


def _max(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    values = _values(e, source, items, test, body)
    return lambda s, f: max(values(s, f), default=None)


def _min(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    values = _values(e, source, items, test, body)
    return lambda s, f: min(values(s, f), default=None)


def _filter(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    if test is None:
        return source
    slot, tested = e.slot, test
    if masked:

        def run(s: State, f: Slots) -> Any:
            mask, kept = source(s, f), 0
            while mask:
                low = mask & -mask
                f[slot] = low.bit_length() - 1
                if tested(s, f):
                    kept |= low
                mask ^= low
            return kept

    else:

        def run(s: State, f: Slots) -> Any:
            found = []
            for x in source(s, f):
                f[slot] = x
                if tested(s, f):
                    found.append(x)
            return tuple(found)

    return run


def _list(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    values = _values(e, source, items, test, body)
    if not e.flat:
        return lambda s, f: tuple(values(s, f))
    assert e.body is not None
    inner: Callable[[Any], tuple[Any, ...]] = members if is_mask(e.body.type) else _same
    return bounded(lambda s, f: tuple([x for part in values(s, f) for x in inner(part)]), e.span)


def _set(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
    listed = _list(e, source, items, test, body, masked)
    if not is_mask(e.type):
        return lambda s, f: tuple(sorted(set(listed(s, f))))
    values = _values(e, source, items, test, body)
    flat_masks = e.flat and e.body is not None and is_mask(e.body.type)

    def run(s: State, f: Slots) -> int:
        mask = 0
        if flat_masks:
            for part in values(s, f):
                mask |= part
            return mask
        for x in listed(s, f):
            mask |= 1 << x
        return mask

    return run


def _extreme(sign: int) -> Any:
    def make(e: tree.Fold, source: Fn, items: Any, test: Fn | None, body: Fn | None, masked: bool) -> Fn:
        slot = e.slot
        assert body is not None
        measured = body

        def run(s: State, f: Slots) -> Any:
            best: Any = None
            kept: list[Any] = []
            for x in items(source(s, f)):
                f[slot] = x
                if test is not None and not test(s, f):
                    continue
                value = measured(s, f)
                if value is None:
                    continue
                value = value * sign
                if best is None or value > best:
                    best, kept = value, [x]
                elif value == best:
                    kept.append(x)
            if not masked:
                return tuple(kept)
            mask = 0
            for x in kept:
                mask |= 1 << x
            return mask

        return run

    return make


_KINDS: dict[str, Any] = {
    "any": _any,
    "every": _every,
    "count": _count,
    "sum": _sum,
    "max": _max,
    "min": _min,
    "filter": _filter,
    "list": _list,
    "set": _set,
    "most": _extreme(1),
    "fewest": _extreme(-1),
}


def sort(c: Compiler, e: tree.Sort) -> Fn:
    source, before = c.unveiled(e.source, c.expr(e.source)), c.size
    masked = is_mask(e.source.type)
    items: Callable[[Any], tuple[Any, ...]] = members if masked else _same
    keys = [(c.expr(key.key), key.descending) for key in reversed(e.keys)]
    source = counted(source, masked, c.size - before, e.span)
    slot = e.slot

    def run(s: State, f: Slots) -> tuple[Any, ...]:
        order = list(items(source(s, f)))
        for key, descending in keys:
            ranked = []
            for x in order:
                f[slot] = x
                value = key(s, f)
                there = value is not None
                ranked.append(((there if descending else not there, value if there else 0), x))
            ranked.sort(key=_rank, reverse=descending)
            order = [x for _, x in ranked]
        return tuple(order)

    return run


def _rank(pair: tuple[Any, Any]) -> Any:
    return pair[0]
