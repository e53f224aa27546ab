"""Conditions as sets. In: a Program. Out: the same, where each condition on the elements of a collection that is set
algebra has its plan: the set of all things for which it holds, worked out at once and not thing by thing.

    its terrain = t              column_is(board, terrain, eq, t)
    its f = x, f through a space standing_on(every T, column_is(…))
    my claim[it] = held          var_is(claim, eq, held, hole 1, me)
    it next to X                 near(X)
    it is empty                  empty_spaces()
    any x in S has C             the union of the plans of C over the x in S
    C that does not read `it`    everything or nothing

A part that could be a fault is left alone, since a plan works out every part; and so is a condition with a test of its
own for each row of a card, which is quicker for the few things there than for all rows there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.core.tree import Expr, Node
from rulewright.report.span import Span
from rulewright.semantics.analyses.assume import fits_test
from rulewright.semantics.analyses.build import boolean, conjunction, disjunction, negated, op, text
from rulewright.semantics.analyses.demands import copied, with_slots
from rulewright.semantics.analyses.notes import Note
from rulewright.semantics.analyses.walk import below, exchanged, is_expression, mentions

MIRROR = {"eq": "eq", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
FAULTS = frozenset(("div_down", "div_up", "slot", "index"))
NewSlot = Callable[[str], int]


class UnplannedError(Exception):
    """Why a condition is no set algebra. Raised and caught in this module."""


@dataclass
class Planner:
    """Where new plans are made: the routine's slots."""

    program: Program
    new_slot: NewSlot


@dataclass
class Findings:
    notes: list[Note] = field(default_factory=list)


def plan_folds(program: Program) -> tuple[Program, list[Note]]:
    """The program with its plans, and the conditions that stay loops over elements."""
    found = Findings()
    slots = {name: list(routine.slots) for name, routine in program.routines.items()}

    def planner(name: str) -> Planner:
        names = slots[name]

        def add(word: str) -> int:
            names.append(word)
            return len(names) - 1

        return Planner(program, add)

    routines = {}
    for name, routine in program.routines.items():
        body = exchanged(routine.body, lambda node, name=name: _planned(planner(name), found, name, node))  # type: ignore[misc]
        routines[name] = replace(routine, body=body)
    rules = []
    for rule in program.rules:

        def change(node: Node, name: str = rule.routine) -> Node:
            return _planned(planner(name), found, name, node)

        rules.append(
            replace(
                rule,
                test=None if rule.test is None else exchanged(rule.test, change),
                threshold=None if rule.threshold is None else exchanged(rule.threshold, change),
                generator=None if rule.generator is None else (rule.generator[0], exchanged(rule.generator[1], change)),
            )
        )
    routines = {name: replace(routine, slots=tuple(slots[name])) for name, routine in routines.items()}
    return replace(program, routines=routines, rules=tuple(rules)), found.notes


def _planned(px: Planner, found: Findings, at: str, node: Node) -> Node:
    match node:
        case tree.Fold():
            return _fold(px, found, at, node)
        case tree.Choose():
            return _choose(px, found, at, node)
        case _:
            return node


def _fold(px: Planner, found: Findings, at: str, fold: tree.Fold) -> tree.Fold:
    of = t.element(fold.source.type)
    if of is None or not t.indexed(of):
        return fold
    if fold.kind in ("any", "every") and fold.test is None and fold.body is not None:
        fold = replace(fold, test=fold.body, body=None)
    elif fold.kind == "any" and fold.test is not None and fold.body is not None:
        fold = replace(fold, test=conjunction((fold.test, fold.body), fold.span), body=None)
    elif fold.kind == "every" and fold.test is not None and fold.body is not None:
        fold = replace(fold, test=disjunction((negated(fold.test), fold.body), fold.span), body=None)
    if fold.test is None:
        return fold
    plan = _try(px, found, at, fold.test, fold.slot, of)
    return fold if plan is None else replace(fold, plan=plan)


def _choose(px: Planner, found: Findings, at: str, choose: tree.Choose) -> tree.Choose:
    of = t.element(choose.source.type)
    tests = (*choose.tests, *choose.preferences)
    if of is None or not t.indexed(of) or not tests:
        return choose
    plans = tuple(_try(px, found, choose.name, test.test, choose.slot, of) for test in tests)
    return replace(choose, plans=plans if any(plan is not None for plan in plans) else ())


def _try(px: Planner, found: Findings, at: str, test: Expr, slot: int, of: t.Type) -> Expr | None:
    try:
        plan = plan_of(px, test, slot, of)
    except UnplannedError as reason:
        found.notes.append(Note("loop", at, test.span, str(reason)))
        return None
    found.notes = [note for note in found.notes if not _inside(note.span, test.span)]
    return plan


def _inside(span: Span, outer: Span) -> bool:
    """Conditions inside one that has a plan are not gone through any more."""
    return span.source == outer.source and outer.start <= span.start and span.end <= outer.end


# ------------------------------------------------------------------ conditions


def plan_of(px: Planner, test: Expr, slot: int, of: t.Type) -> Expr:
    """The set of all things of type `of` for which the test holds with the thing in the slot. Raises UnplannedError."""
    if not mentions(test, (slot,)):
        return op("all_if", t.Set(of), _harmless(test))
    match test:
        case tree.Op():
            return _op_plan(px, test, slot, of)
        case tree.Match(subject=subject, arms=arms):
            return plan_of(px, _unfolded(px, test, subject, arms, slot), slot, of)
        case tree.Let(slot=bound, value=value, body=body):
            if mentions(value, (slot,)):
                return plan_of(px, with_slots(body, {bound: value}, px.new_slot), slot, of)
            plan = plan_of(px, body, slot, of)
            return tree.Let(span=test.span, type=plan.type, slot=bound, value=value, body=plan)
        case tree.Call():
            return plan_of(px, _inlined(px, test), slot, of)
        case tree.Fold(kind="any" | "every"):
            return _quantified(px, test, slot, of)
        case tree.Column() | tree.Get() if isinstance(test.type, t.Bool):
            return _compared(px, test, "eq", boolean(True, test.span), slot, of)
        case tree.Can(test=reduced) if reduced is not None:
            return plan_of(px, reduced, slot, of)
        case tree.Can():
            raise UnplannedError("whether this is possible is searched for each thing")
        case tree.Local():
            return _compared(px, test, "eq", boolean(True, test.span), slot, of)
        case _:
            raise UnplannedError("this is worked out for each thing")


def _op_plan(px: Planner, test: tree.Op, slot: int, of: t.Type) -> Expr:
    args, span, type = test.args, test.span, t.Set(of)
    match test.name:
        case "and":
            fixed = [_harmless(arg) for arg in args if not mentions(arg, (slot,))]
            plans = [plan_of(px, arg, slot, of) for arg in args if mentions(arg, (slot,))]
            whole = _nested("intersect", type, plans)
            if not fixed:
                return whole
            nothing = tree.Const(span=span, type=type, value=0)
            return _if(conjunction(fixed, span), whole, nothing, type)
        case "or":
            return _nested("union", type, [plan_of(px, arg, slot, of) for arg in args])
        case "not":
            return _complement(plan_of(px, args[0], slot, of))
        case "ne":
            return _complement(plan_of(px, replace(test, name="eq"), slot, of))
        case "eq" | "lt" | "le" | "gt" | "ge":
            left, right = args
            if not mentions(right, (slot,)):
                return _compared(px, left, test.name, _harmless(right), slot, of)
            if not mentions(left, (slot,)):
                return _compared(px, right, MIRROR[test.name], _harmless(left), slot, of)
            raise UnplannedError("both sides depend on the thing")
        case "in":
            value, collection = args
            if mentions(collection, (slot,)):
                raise UnplannedError("the collection depends on the thing")
            return _compared(px, value, "in", _harmless(collection), slot, of)
        case "next_to":
            return _next_to(px, args[0], args[1], slot, of)
        case "is_empty":
            return _before(px, args[0], op("empty_spaces", t.Set(t.Space()), span=span), slot, of)
        case "is_none":
            return _complement(_before(px, args[0], _everything(px, args[0].type, span), slot, of))
        case "is_type":
            kinds = [op("every", t.Set(t.Component()), name) for name in args[1:]]
            return _before(px, args[0], _nested("union", t.Set(t.Component()), kinds), slot, of)
        case "is_row":
            return _before(px, args[0], op("rows_of", t.Set(t.Component()), *args[1:], span=span), slot, of)
        case "shows":
            if mentions(args[1], (slot,)):
                raise UnplannedError("which side is asked for depends on the thing")
            return _before(px, args[0], op("showing", t.Set(t.Component()), args[1]), slot, of)
        case "some":
            inner = args[0]
            if isinstance(inner, tree.Fold) and inner.kind == "filter":
                return plan_of(px, replace(inner, kind="any", type=t.BOOL), slot, of)
            raise UnplannedError("the collection depends on the thing")
        case _:
            raise UnplannedError(f"`{test.name}` is worked out for each thing")


def _compared(px: Planner, side: Expr, name: str, value: Expr, slot: int, of: t.Type) -> Expr:
    """All things for which `side` compares so with a value that is the same for all."""
    span = side.span
    match side:
        case tree.Column(owner=owner, column=column, subject=subject) if not _one_of_many(px, owner):
            inner = op(
                "column_is", t.Set(_bare(subject.type)), text(owner, span), text(column, span), text(name, span), value
            )
            return _before(px, subject, inner, slot, of)
        case tree.Get(place=place, keys=keys):
            hole = _hole(keys, slot)
            others = (key for i, key in enumerate(keys) if i != hole)
            number = tree.Const(span=span, type=t.INT, value=hole)
            words = (text(place, span), text(name, span), value, number)
            inner = op("var_is", t.Set(_bare(keys[hole].type)), *words, *others)
            return _before(px, keys[hole], inner, slot, of)
        case tree.Op(name="owner", args=(subject,)) if name == "eq":
            return _before(px, subject, op("owned_by", t.Set(t.Component()), value), slot, of)
        case tree.Match() if not _there_or_none(side):
            raise UnplannedError("this is worked out for each thing")
        case _:
            pass
    if isinstance(side, tree.Match):
        return _through(px, side, slot, of, lambda body, at, kind: _compared(px, body, name, value, at, kind))
    if name == "eq" and t.indexed(_bare(side.type)):
        return _before(px, side, op("make_set", t.Set(_bare(side.type)), value), slot, of)
    element = t.element(value.type)
    if name == "in" and element is not None and t.indexed(element):
        mask = value if isinstance(value.type, t.Set) else op("as_set", t.Set(element), value)
        return _before(px, side, mask, slot, of)
    raise UnplannedError("this is compared for each thing")


def _before(px: Planner, side: Expr, wanted: Expr, slot: int, of: t.Type) -> Expr:
    """All things for which `side` is one of the wanted."""
    span = side.span
    match side:
        case tree.Local(slot=at) if at == slot:
            return wanted
        case tree.Column(owner=owner, column=column, subject=subject) if not _one_of_many(px, owner):
            words = (text(owner, span), text(column, span), text("in", span), wanted)
            return _before(px, subject, op("column_is", t.Set(_bare(subject.type)), *words), slot, of)
        case tree.Op(name="space_of", args=(subject,)):
            things = _all_things(px, subject.type, span)
            return _before(px, subject, op("standing_on", things.type, things, wanted), slot, of)
        case tree.Get(place=place, keys=keys):
            hole = _hole(keys, slot)
            others = (key for i, key in enumerate(keys) if i != hole)
            number = tree.Const(span=span, type=t.INT, value=hole)
            asked = (text(place, span), text("in", span), wanted, number)
            return _before(px, keys[hole], op("var_is", t.Set(_bare(keys[hole].type)), *asked, *others), slot, of)
        case tree.Match() if _there_or_none(side):
            return _through(px, side, slot, of, lambda body, at, kind: _before(px, body, wanted, at, kind))
        case tree.Call():
            return _before(px, _inlined(px, side), wanted, slot, of)
        case _:
            raise UnplannedError("this is worked out for each thing")


def _next_to(px: Planner, space: Expr, others: Expr, slot: int, of: t.Type) -> Expr:
    spaces = t.Set(t.Space())
    if not mentions(others, (slot,)):
        return _before(px, space, op("near", spaces, others), slot, of)
    match others:
        case tree.Op(name="make_set", args=(other,)) if not mentions(space, (slot,)):
            return _before(px, other, op("near", spaces, op("make_set", spaces, space)), slot, of)
        case _:
            raise UnplannedError("what it should be next to depends on the thing")


def _quantified(px: Planner, fold: tree.Fold, slot: int, of: t.Type) -> Expr:
    """`any x in S has C`: the union over the x; `every`: nothing against it."""
    if mentions(fold.source, (slot,)):
        raise UnplannedError("the collection depends on the thing")
    span = fold.span
    parts = [part for part in (fold.test, fold.body) if part is not None]
    if fold.kind == "every":
        against = negated(parts[-1])
        some = replace(fold, kind="any", test=conjunction((*parts[:-1], against), span), body=None, plan=None)
        return _complement(_quantified(px, some, slot, of))
    _harmless(fold.source)
    test = conjunction(parts, span)
    inner = plan_of(px, test, slot, of)
    one = isinstance(inner, tree.Op) and inner.name == "make_set" and len(inner.args) == 1
    body = inner.args[0] if isinstance(inner, tree.Op) and one else inner
    whole = tree.Fold(
        span=span, type=t.Set(of), kind="set", slot=fold.slot, source=fold.source, body=body, flat=not one
    )
    return copied(whole, {}, px.new_slot)


def _through(
    px: Planner, side: tree.Match, slot: int, of: t.Type, planned: Callable[[Expr, int, t.Type], Expr]
) -> Expr:
    """`x.f` of something that may be none: the plan of the part for which there is something."""
    there = side.arms[0]
    assert there.fits.slot is not None
    kind = _bare(side.subject.type)
    return _before(px, side.subject, planned(there.body, there.fits.slot, kind), slot, of)


def _there_or_none(side: tree.Match) -> bool:
    if len(side.arms) != 2:
        return False
    there, rest = side.arms
    nothing = isinstance(rest.body, tree.Const) and rest.body.value is None
    return there.fits.some and there.fits.slot is not None and nothing


def _hole(keys: tuple[Expr, ...], slot: int) -> int:
    holes = [i for i, key in enumerate(keys) if mentions(key, (slot,))]
    if len(holes) != 1:
        raise UnplannedError("the variable is read for each thing")
    return holes[0]


def _one_of_many(px: Planner, owner: str) -> bool:
    """Columns of unions and tracks are read thing by thing."""
    return owner in px.program.unions or owner in px.program.vars


# ------------------------------------------------------------------ pieces


def _unfolded(px: Planner, test: tree.Match, subject: Expr, arms: tuple[tree.MatchArm, ...], slot: int) -> Expr:
    """A match between conditions as a disjunction of its arms."""
    by_row = any(arm.fits.rows for arm in arms)
    if by_row and any(
        isinstance(p, tree.Fold | tree.Query | tree.Call | tree.Can) for arm in arms for p in below(arm.body)
    ):
        raise UnplannedError("each row has a test of its own, tried for the things that are there")
    found: list[Expr] = []
    earlier: list[Expr] = []
    for arm in arms:
        fits = fits_test(subject, arm.fits)
        if fits is None:
            raise UnplannedError("the match is worked out for each thing")
        body = arm.body
        if arm.fits.slot is not None:
            body = with_slots(body, {arm.fits.slot: subject}, px.new_slot)
        found.append(conjunction((fits, *(negated(test) for test in earlier), body), arm.span))
        earlier.append(fits)
    return copied(disjunction(found, test.span), {}, px.new_slot)


def _inlined(px: Planner, call: tree.Call) -> Expr:
    body = px.program.routines[call.name].body
    assert is_expression(body)
    nobody = tree.Const(span=call.span, type=t.Nothing(), value=None)
    values: dict[int, Expr] = {tree.ME: call.me if call.me is not None else nobody, **dict(enumerate(call.args, 2))}
    return with_slots(body, values, px.new_slot)


def _harmless(value: Expr) -> Expr:
    """A part that may be worked out whether it is needed or not."""
    for part in below(value):
        match part:
            case tree.Checked():
                raise UnplannedError("a number here is tested for being exact")
            case tree.Op(name=name) if name in FAULTS:
                raise UnplannedError(f"`{name}` may be a fault, so it is only worked out where it is needed")
            case tree.Can(test=None):
                raise UnplannedError("whether something is possible is searched here")
            case _:
                pass
    return value


def _everything(px: Planner, type: t.Type, span: Span) -> Expr:
    bare = _bare(type)
    match bare:
        case t.Enum(name):
            return tree.Const(span=span, type=t.Set(bare), value=(1 << len(px.program.enums[name].values)) - 1)
        case t.Player():
            return op("players", t.Set(bare), span=span)
        case t.Bool():
            return tree.Const(span=span, type=t.Set(bare), value=3)
        case t.Component() | t.Union():
            return _all_things(px, bare, span)
        case t.Space():
            return op("every_space", t.Set(bare), span=span)
        case _:
            raise UnplannedError("whether it is none is asked for each thing")


def _all_things(px: Planner, type: t.Type, span: Span) -> Expr:
    """All components of a type."""
    match _bare(type):
        case t.Component(name) if name:
            names: tuple[str, ...] = (name,)
        case t.Union(_, members):
            names = members
        case _:
            names = tuple(px.program.components)
    kinds = [op("every", t.Set(t.Component(name)), text(name, span)) for name in names]
    return _nested("union", t.Set(_bare(type)), kinds)


def _nested(name: str, type: t.Type, parts: Sequence[Expr]) -> Expr:
    whole = parts[0]
    for part in parts[1:]:
        whole = op(name, type, whole, part)
    return whole


def _complement(plan: Expr) -> Expr:
    if isinstance(plan, tree.Op) and plan.name == "complement":
        return plan.args[0]
    return op("complement", plan.type, plan)


def _if(test: Expr, then: Expr, otherwise: Expr, type: t.Type) -> Expr:
    return tree.Match(
        span=test.span,
        type=type,
        subject=test,
        arms=(
            tree.MatchArm(span=then.span, fits=tree.Arm(span=then.span, values=(True,)), body=then),
            tree.MatchArm(span=otherwise.span, fits=tree.Arm(span=otherwise.span), body=otherwise),
        ),
    )


def _bare(type: t.Type) -> t.Type:
    return type.of if isinstance(type, t.Maybe) else type
