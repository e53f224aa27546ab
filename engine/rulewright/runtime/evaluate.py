"""Expressions as closures: in, core expressions; out, functions of a state and the slots of the running routine.

Every closure takes a state `s` and those slots, `f` (its frame). Compiled once for a table. With `veiled`, for a
search: reading what chance or hidden things bring raises `Opaque`. With `loops`, plans are ignored and every
element is looked at by itself: the slow way that tests compare with.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime.bits import members
from rulewright.runtime.faults import LIMIT, Opaque, no_row, overflow
from rulewright.runtime.fixed import is_fixed, is_fixed_definition, remembered, remembered_by
from rulewright.runtime.state import State
from rulewright.runtime.walk import every

if TYPE_CHECKING:
    from rulewright.runtime.layout import Layout, Universe

Slots = list[Any]
Fn = Callable[[State, Slots], Any]
Summons = tuple[int, int | None, int | None, tuple[Any, ...]]
"""An action to be carried out: routine number, me, this, arguments."""

Searcher = Callable[[State, Summons], bool]
"""Whether the action can be carried out to its end."""

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


class Compiler:
    """`can` answers `Can` where no pure test stands for it; the machine sets it. `noted` gets the definitions
    worked out. `size`: how many nodes were compiled so far, definitions put in; what a loop holds is charged by it.
    """

    def __init__(
        self, layout: Layout, *, veiled: bool = False, loops: bool = False, noted: set[str] | None = None
    ) -> None:
        self.layout = layout
        self.program = layout.program
        self.veiled = veiled
        self.loops = loops
        self.can: Searcher | None = None
        self.noted = noted
        self.fixed: dict[str, bool] = {}
        self.size = 0
        self._definitions: dict[str, tuple[int, Fn]] = {}
        self._sizes: dict[str, int] = {}

    def expr(self, expr: tree.Expr) -> Fn:
        self.size += 1
        return _FORMS[type(expr)](self, expr)

    def definition(self, name: str) -> tuple[int, Fn]:
        """How many slots a definition needs, and its body."""
        if name not in self._definitions:
            for each in self._needed(name):
                routine, before = self.program.routines[each], self.size
                body = self._noting(each, self.expr(routine.body))  # type: ignore[arg-type]
                self._definitions[each] = len(routine.slots), body
                self._sizes[each], self.size = self.size - before, before
                is_fixed_definition(self, each)
        return self._definitions[name]

    def put_in(self, name: str) -> tuple[int, Fn]:
        """The same, counted as if its body stood here."""
        found = self.definition(name)
        self.size += self._sizes[name]
        return found

    def _needed(self, name: str) -> Iterator[str]:
        """A definition and those it reads that are not there yet, the innermost first: a chain of them may be long."""
        waiting = [(name, self._read_by(name))]
        while waiting:
            at, ahead = waiting[-1]
            inner = next((each for each in ahead if each not in self._definitions), None)
            if inner is not None:
                waiting.append((inner, self._read_by(inner)))
                continue
            waiting.pop()
            yield at

    def _read_by(self, name: str) -> Iterator[str]:
        for node in every(self.program.routines[name].body):
            if isinstance(node, tree.Call):
                yield node.name
            elif isinstance(node, tree.Query) and node.relation is not None:
                yield node.relation

    def _noting(self, name: str, body: Fn) -> Fn:
        noted = self.noted
        if noted is None:
            return body

        def run(s: State, f: Slots) -> Any:
            noted.add(name)
            return body(s, f)

        return run

    def text(self, expr: tree.Expr) -> str:
        """A name given as a constant."""
        assert isinstance(expr, tree.Const) and isinstance(expr.value, str)
        return expr.value

    def tuple_of(self, expr: tree.Expr) -> Fn:
        """The elements of a collection as a tuple."""
        fn = self.expr(expr)
        if is_mask(expr.type):
            return lambda s, f: members(fn(s, f))
        if isinstance(expr.type, t.Maybe):
            return lambda s, f: () if (x := fn(s, f)) is None else (x,)
        return fn

    def mask_of(self, expr: tree.Expr) -> Fn:
        """The elements of a collection of indexed things as a mask."""
        fn = self.expr(expr)
        if is_mask(expr.type):
            return fn

        def run(s: State, f: Slots) -> int:
            mask = 0
            for x in fn(s, f):
                mask |= 1 << x
            return mask

        return run

    def index(self, expr: tree.Expr, universe: Universe) -> Fn:
        """The index of a value in a universe; None for none."""
        fn = self.expr(expr)
        guarded = self.guarded(expr, fn)
        offset, where = universe.offset, universe.index
        maybe = may_be_none(expr)
        if offset == 0 and not maybe:
            return guarded
        if offset is not None:
            first = offset
            if not maybe:
                return lambda s, f: guarded(s, f) - first
            return lambda s, f: None if (x := guarded(s, f)) is None else x - first
        return lambda s, f: None if (x := guarded(s, f)) is None else where[x]

    def guarded(self, expr: tree.Expr, fn: Fn) -> Fn:
        """The same value, but Opaque if it is a component that a search may not look at."""
        if not self.veiled or not is_component(expr.type):
            return fn

        def run(s: State, f: Slots) -> Any:
            x = fn(s, f)
            if x is not None and s.veil >> x & 1:
                raise Opaque
            return x

        return run

    def unveiled(self, expr: tree.Expr, fn: Fn) -> Fn:
        """The same collection, but Opaque if a search may not look at all of it."""
        if not self.veiled or not is_component(t.element(expr.type)):
            return fn
        if is_mask(expr.type):

            def run(s: State, f: Slots) -> Any:
                mask = fn(s, f)
                if mask & s.veil:
                    raise Opaque
                return mask

        else:

            def run(s: State, f: Slots) -> Any:
                items = fn(s, f)
                veil = s.veil
                if veil and any(veil >> x & 1 for x in items):
                    raise Opaque
                return items

        return run

    def summons(self, invoke: tree.Invoke) -> Fn:
        """What `Do`, `Can` and a closure name, with arguments of this moment; None if the card has no such cell."""
        me = self.expr(invoke.me) if invoke.me is not None else (lambda s, f: f[0])
        args = [self.expr(arg) for arg in invoke.args]
        if invoke.routine is not None:
            number = self.layout.routine_index[invoke.routine]
            if not args:
                return lambda s, f: (number, me(s, f), None, ())
            if len(args) == 1:
                only = args[0]
                return lambda s, f: (number, me(s, f), None, (only(s, f),))
            return lambda s, f: (number, me(s, f), None, tuple([arg(s, f) for arg in args]))
        assert invoke.subject is not None
        subject = self.guarded(invoke.subject, self.expr(invoke.subject))
        if invoke.column is None:
            return subject
        cell = self.cell(invoke.owner, invoke.column)
        numbers, made = self.layout.routine_index, self.layout.components.made_of
        routines = self.program.routines

        def carried(s: State, f: Slots) -> Any:
            c = subject(s, f)
            name = None if c is None else cell(s, c)
            if name is None:
                return None
            values = tuple([arg(s, f) for arg in args])
            if len(routines[name].parameters) > len(values):
                values = (*made[c], *values)
            return numbers[name], me(s, f), c, values

        return carried

    def cell(self, owner: str, column: str) -> Callable[[State, int], str | None]:
        """The routine in an action or score cell of a component, by the side that is up."""
        tables = self.layout.components.cells.get((owner, column))
        if tables is None:
            return lambda s, c: None
        return by_side(tables)


def by_side(tables: tuple[list[Any], ...]) -> Callable[[State, int], Any]:
    if len(tables) == 1:
        only = tables[0]
        return lambda s, c: only[c]

    def run(s: State, c: int) -> Any:
        for side, mask in enumerate(s.sides):
            if mask >> c & 1:
                return tables[min(side, len(tables) - 1)][c]
        return None

    return run


_PERHAPS_NONE = ("owner", "space_of", "standing_space")


def may_be_none(expr: tree.Expr) -> bool:
    """What stands nowhere has no space, what nobody owns no owner, whatever their types say."""
    return isinstance(expr.type, t.Maybe) or (isinstance(expr, tree.Op) and expr.name in _PERHAPS_NONE)


def is_mask(type: t.Type) -> bool:
    return isinstance(type, t.Set) and t.indexed(type.of)


def is_component(type: t.Type | None) -> bool:
    if isinstance(type, t.Maybe):
        type = type.of
    return isinstance(type, t.Component | t.Union)


# ------------------------------------------------------------------ values and places


def _const(_: Compiler, e: tree.Const) -> Fn:
    value = tuple(e.value) if isinstance(e.value, list) else e.value
    return lambda s, f: value


def _local(_: Compiler, e: tree.Local) -> Fn:
    slot = e.slot
    if slot == 0:
        return lambda s, f: f[0]
    return lambda s, f: f[slot]


def _get(c: Compiler, e: tree.Get) -> Fn:
    at = slot_of(c, e.place, e.keys)
    if isinstance(at, int):
        slot = at
        return lambda s, f: s.vars[slot]
    if any(may_be_none(key) for key in e.keys):
        return lambda s, f: None if (i := at(s, f)) is None else s.vars[i]
    direct = by_slots(c.layout.vars[e.place].universes, e.keys)
    if direct is not None and not c.veiled:
        base = c.layout.vars[e.place].base
        if len(direct) == 1:
            only = direct[0][0]
            return lambda s, f: s.vars[base + f[only]]
        (one, step), (other, _) = direct
        return lambda s, f: s.vars[base + f[one] * step + f[other]]
    return lambda s, f: s.vars[at(s, f)]


def by_slots(universes: Sequence[Universe], keys: Sequence[tree.Expr]) -> list[tuple[int, int]] | None:
    """For one or two keys that are slots and count from 0: each slot with the step of its key. None: not so simple."""
    if len(keys) not in (1, 2):
        return None
    found = []
    for key, universe in zip(keys, universes, strict=True):
        if not isinstance(key, tree.Local) or isinstance(key.type, t.Maybe) or universe.offset != 0:
            return None
        found.append((key.slot, 1))
    if len(found) == 2:
        found[0] = (found[0][0], len(universes[1].values))
    return found


def slot_of(c: Compiler, place: str, keys: Sequence[tree.Expr]) -> int | Fn:
    """Where a variable stands: a slot, or a function to it that is none if a key is."""
    var = c.layout.vars[place]
    return _address(c, var.base, 1, var.universes, keys)


def _address(c: Compiler, base: int, step: int, universes: Sequence[Universe], keys: Sequence[tree.Expr]) -> int | Fn:
    if not keys:
        return base
    first = c.index(keys[0], universes[0])
    maybe = any(may_be_none(key) for key in keys)
    if len(keys) == 1:
        if maybe:
            return lambda s, f: None if (i := first(s, f)) is None else base + i * step
        if step == 1:
            return lambda s, f: base + first(s, f)
        return lambda s, f: base + first(s, f) * step
    if len(keys) == 2 and not maybe:
        second = c.index(keys[1], universes[1])
        long, short = len(universes[1].values) * step, step
        return lambda s, f: base + first(s, f) * long + second(s, f) * short
    parts = [(c.index(key, universe), len(universe.values)) for key, universe in zip(keys, universes, strict=True)]

    def run(s: State, f: Slots) -> int | None:
        at = 0
        for part, size in parts:
            i = part(s, f)
            if i is None:
                return None
            at = at * size + i
        return base + at * step

    return run


def _zone_at(c: Compiler, e: tree.ZoneAt) -> Fn:
    layout = c.layout
    universes = layout.zone_universes[e.zone]
    at = _address(c, layout.zone_base[e.zone], layout.zone_step[e.zone], universes, e.keys)
    if isinstance(at, int):
        number = at
        return lambda s, f: number
    return at


def _column(c: Compiler, e: tree.Column) -> Fn:
    owner, column = e.owner, e.column
    subject = c.guarded(e.subject, c.expr(e.subject))
    maybe = may_be_none(e.subject)
    tables = c.layout.components.columns.get((owner, column))
    if tables is not None:
        if len(tables) == 1:
            return _looked_up(tables[0], subject, maybe)
        pick = by_side(tables)
        return lambda s, f: None if (x := subject(s, f)) is None else pick(s, x)
    if owner in c.program.enums:
        return _looked_up(list(c.program.enums[owner].columns[column]), subject, maybe)
    if owner in c.program.vars:
        decl = c.program.vars[owner]
        low = c.layout._work(decl.low, []) if decl.low is not None else 0
        numbers = decl.columns[column]
        return lambda s, f: None if (x := subject(s, f)) is None else _entry(numbers, x - low)
    key = owner, column
    return lambda s, f: None if (x := subject(s, f)) is None else s.world.columns[key][x]


def _looked_up(table: Sequence[Any], subject: Fn, maybe: bool) -> Fn:
    if maybe:
        return lambda s, f: None if (x := subject(s, f)) is None else table[x]
    return lambda s, f: table[subject(s, f)]


def _entry(numbers: Sequence[int], at: int) -> int | None:
    return numbers[at] if 0 <= at < len(numbers) else None


# ------------------------------------------------------------------ binding and branching


def _op(c: Compiler, e: tree.Op) -> Fn:
    from rulewright.runtime.ops import OPS

    return OPS[e.name](c, e)


def _let(c: Compiler, e: tree.Let) -> Fn:
    slot, value, body = e.slot, c.expr(e.value), c.expr(e.body)

    def run(s: State, f: Slots) -> Any:
        f[slot] = value(s, f)
        return body(s, f)

    return run


def _match(c: Compiler, e: tree.Match) -> Fn:
    subject = c.expr(e.subject)
    if isinstance(e.subject.type, t.Bool) and len(e.arms) == 2 and all(arm.fits.slot is None for arm in e.arms):
        bodies = [c.expr(arm.body) for arm in e.arms]
        yes, no = bodies if e.arms[0].fits.values == (True,) or not e.arms[0].fits.values else bodies[::-1]
        return lambda s, f: yes(s, f) if subject(s, f) else no(s, f)
    arms = [(arm_test(c, arm.fits, e.subject.type), arm.fits.slot, c.expr(arm.body)) for arm in e.arms]
    span, numbers = e.span, isinstance(e.subject.type, t.Int)

    def run(s: State, f: Slots) -> Any:
        x = subject(s, f)
        for test, slot, body in arms:
            if test is None or test(s, x):
                if slot is not None:
                    f[slot] = x
                return body(s, f)
        if numbers and x is not None:
            raise no_row(span, x)
        return None

    return run


def arm_test(c: Compiler, arm: tree.Arm, type: t.Type) -> Callable[[State, Any], bool] | None:
    """Whether a value fits an arm; None: every value does."""
    if arm.none:
        return lambda s, x: x is None
    if arm.types or arm.rows:
        mask = 0
        parts = c.layout.components
        if arm.rows:
            types = arm.types or tuple(c.program.components)
            for name in types:
                for row in arm.rows:
                    mask |= parts.row_masks.get((name, row), 0)
        else:
            for name in arm.types:
                mask |= parts.type_masks[name]

        def among(s: State, x: Any) -> bool:
            if x is None:
                return False
            if s.veil >> x & 1:
                raise Opaque
            return bool(mask >> x & 1)

        return among
    if arm.values:
        values = arm.values
        if len(values) == 1:
            only = values[0]
            return lambda s, x: x is not None and bool(x == only)
        return lambda s, x: x is not None and x in values
    if arm.low is not None or arm.high is not None:
        low = -LIMIT if arm.low is None else arm.low
        high = LIMIT if arm.high is None else arm.high
        return lambda s, x: x is not None and bool(low <= x) and bool(x <= high)
    if arm.some:
        return lambda s, x: x is not None
    return None


# ------------------------------------------------------------------ calls


def _call(c: Compiler, e: tree.Call) -> Fn:
    size, body = c.put_in(e.name)
    me = c.expr(e.me) if e.me is not None else (lambda s, f: None)
    args = [c.expr(arg) for arg in e.args]
    rest = [None] * (size - 2 - len(args))
    if e.me is None and len(args) <= 1 and is_fixed_definition(c, e.name):
        if not args or isinstance(e.args[0], tree.Const):
            given = [arg(c.layout.resting, []) for arg in args]
            return remembered((e.name, *given), lambda s, f: body(s, [None, None, *given, *rest]))
        return remembered_by(e.name, args[0], lambda s, x: body(s, [None, None, x, *rest]))
    if not args:
        return lambda s, f: body(s, [me(s, f), None, *rest])
    if len(args) == 1:
        only = args[0]
        return lambda s, f: body(s, [me(s, f), None, only(s, f), *rest])
    return lambda s, f: body(s, [me(s, f), None, *[arg(s, f) for arg in args], *rest])


def _apply(c: Compiler, e: tree.Apply) -> Fn:
    cell = c.cell(e.owner, e.column)
    subject = c.guarded(e.subject, c.expr(e.subject))
    me = c.expr(e.me) if e.me is not None else (lambda s, f: None)
    made, routines = c.layout.components.made_of, c.program.routines

    def run(s: State, f: Slots) -> Any:
        x = subject(s, f)
        name = None if x is None else cell(s, x)
        if name is None:
            return 0
        size, body = c.definition(name)
        given = made[x] if routines[name].parameters else ()
        return body(s, [me(s, f), x, *given, *[None] * (size - 2 - len(given))])

    return run


def _can(c: Compiler, e: tree.Can) -> Fn:
    if e.test is not None and not c.loops:
        return c.expr(e.test)
    summons = c.summons(e.invoke)

    def run(s: State, f: Slots) -> bool:
        found = summons(s, f)
        assert c.can is not None
        return found is not None and c.can(s, found)

    return run


def _closure(c: Compiler, e: tree.Closure) -> Fn:
    return c.summons(e.invoke)


def _checked(c: Compiler, e: tree.Checked) -> Fn:
    value, span = c.expr(e.value), e.span

    def run(s: State, f: Slots) -> Any:
        x = value(s, f)
        if x is not None and (x > LIMIT or x < -LIMIT):
            raise overflow(span)
        return x

    return run


def _fold(c: Compiler, e: tree.Fold) -> Fn:
    from rulewright.runtime.folds import fold

    fn = fold(c, e)
    return remembered(fn, fn) if is_fixed(c, e) else fn


def _sort(c: Compiler, e: tree.Sort) -> Fn:
    from rulewright.runtime.folds import sort

    return sort(c, e)


def _query(c: Compiler, e: tree.Query) -> Fn:
    from rulewright.runtime.ops import query

    return query(c, e)


_FORMS: dict[type, Callable[[Compiler, Any], Fn]] = {
    tree.Const: _const,
    tree.Local: _local,
    tree.Get: _get,
    tree.ZoneAt: _zone_at,
    tree.Column: _column,
    tree.Op: _op,
    tree.Let: _let,
    tree.Match: _match,
    tree.Fold: _fold,
    tree.Sort: _sort,
    tree.Query: _query,
    tree.Call: _call,
    tree.Apply: _apply,
    tree.Can: _can,
    tree.Closure: _closure,
    tree.Checked: _checked,
}
