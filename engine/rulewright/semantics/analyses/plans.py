"""Conditions as sets. In: a Program. Out: the same, where each condition on the elements of a collection that is set
algebra has its plan: the set of all things for which it holds, worked out at once and not thing by thing.

    its terrain = t              column_is(board, terrain, eq, t)
    its f = x, f through a space standing_on(every T, column_is(…))
    my claim[it] = held          var_is(claim, eq, held, hole 1, me)
    it next to X                 near(X)
    it is empty                  empty_spaces()
    any x in S has C             the union of the plans of C over the x in S
    any x near `it` has C        near(the plan of C): the relation holds both ways; so with `straight(it, n)`
    for each row another C       by_part(source, rows_of(T, r), the plan of C, …), for the rows that are there
    C that does not read `it`    everything or nothing

A part that could be a fault is left alone, since a plan works out every part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.core.tree import Expr, Node
from rulewright.report.span import Span
from rulewright.semantics.analyses.assume import fits_test
from rulewright.semantics.analyses.build import boolean, conjunction, conjuncts, disjunction, is_true, negated, op, text
from rulewright.semantics.analyses.demands import copied, with_slots
from rulewright.semantics.analyses.notes import Note
from rulewright.semantics.analyses.plan_parts import (
    Planner,
    UnplannedError,
    all_things,
    asking,
    bare,
    bounded,
    complement,
    costly,
    everything,
    harmless,
    if_else,
    inlined,
    narrowed,
    nested,
)
from rulewright.semantics.analyses.walk import below, exchanged, mentions

LARGEST = 2000
"""Nodes of a plan. It repeats what stands in the condition, conditions inside that with their plans among it."""

MIRROR = {"eq": "eq", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


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
    if isinstance(of, t.Standing):
        return _of_standings(px, found, at, fold)
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
    plan = _try(asking(px, fold.slot, fold.source), found, at, fold.test, fold.slot, of)
    return fold if plan is None else replace(fold, plan=plan)


def _of_standings(px: Planner, found: Findings, at: str, fold: tree.Fold) -> tree.Fold:
    """A condition that asks for nothing but the space of each standing is planned as one on spaces."""
    if fold.kind == "any" and fold.body is not None:
        whole = conjunction([part for part in (fold.test, fold.body) if part is not None], fold.span)
        fold = replace(fold, test=whole, body=None)
    if fold.test is None or fold.kind == "every":
        return fold
    here = tree.Local(span=fold.span, type=t.Space(), slot=px.new_slot("it"), name="it")

    def spaced(part: Node) -> Node:
        match part:
            case tree.Op(name="standing_space", args=(tree.Local(slot=slot),)) if slot == fold.slot:
                return here
            case _:
                return part

    test = exchanged(fold.test, spaced)
    if mentions(test, (fold.slot,)):
        return fold
    plan = _try(px, found, at, test, here.slot, t.Space())
    return fold if plan is None else replace(fold, plan=plan)


def _choose(px: Planner, found: Findings, at: str, choose: tree.Choose) -> tree.Choose:
    of = t.element(choose.source.type)
    tests = (*choose.tests, *choose.preferences)
    if of is None or not t.indexed(of) or not tests:
        return choose
    here = asking(px, choose.slot, choose.source)
    plans: list[Expr | None] = []
    for test in tests:
        plan = _try(here, found, choose.name, test.test, choose.slot, of)
        plans.append(plan)
        if test in choose.tests and plan is not None:
            here = narrowed(here, plan)
    return replace(choose, plans=tuple(plans) if any(plan is not None for plan in plans) else ())


def _try(px: Planner, found: Findings, at: str, test: Expr, slot: int, of: t.Type) -> Expr | None:
    try:
        plan = plan_of(px, test, slot, of)
        if sum(1 for _ in islice(below(plan), LARGEST)) == LARGEST:
            raise UnplannedError("the set of all things for which it holds would take too much to say")
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
        return op("all_if", t.Set(of), harmless(px, test))
    match test:
        case tree.Op():
            return _op_plan(px, test, slot, of)
        case tree.Match(subject=subject, arms=arms):
            if _by_part(arms):
                return _partwise(px, test, subject, arms, slot, of)
            return plan_of(px, _unfolded(px, test, subject, arms), slot, of)
        case tree.Let(slot=bound, value=value, body=body):
            if mentions(value, (slot,)):
                return plan_of(px, with_slots(body, {bound: value}, px.new_slot), slot, of)
            plan = plan_of(px, body, slot, of)
            return tree.Let(span=test.span, type=plan.type, slot=bound, value=value, body=plan)
        case tree.Call():
            return plan_of(px, inlined(px, test), slot, of)
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
            fixed = [harmless(px, arg) for arg in args if not mentions(arg, (slot,))]
            whole = _all_of(px, [arg for arg in args if mentions(arg, (slot,))], slot, of)
            if not fixed:
                return whole
            nothing = tree.Const(span=span, type=type, value=0)
            return if_else(conjunction(fixed, span), whole, nothing, type)
        case "or":
            return nested("union", type, [plan_of(px, arg, slot, of) for arg in args])
        case "not":
            return complement(plan_of(px, args[0], slot, of))
        case "ne":
            return complement(plan_of(px, replace(test, name="eq"), slot, of))
        case "eq" | "lt" | "le" | "gt" | "ge":
            left, right = args
            if not mentions(right, (slot,)):
                return _compared(px, left, test.name, harmless(px, right), slot, of)
            if not mentions(left, (slot,)):
                return _compared(px, right, MIRROR[test.name], harmless(px, left), slot, of)
            raise UnplannedError("both sides depend on the thing")
        case "in":
            value, collection = args
            if mentions(collection, (slot,)):
                of_it = t.element(collection.type) or t.UNKNOWN
                if mentions(value, (slot,)) or not t.indexed(of_it):
                    raise UnplannedError("the collection depends on the thing")
                return _meeting(px, collection, op("make_set", t.Set(of_it), harmless(px, value)), slot, of)
            return _compared(px, value, "in", harmless(px, collection), slot, of)
        case "next_to":
            return _next_to(px, args[0], args[1], slot, of)
        case "is_empty":
            return _before(px, args[0], op("empty_spaces", t.Set(t.Space()), span=span), slot, of)
        case "is_none":
            return complement(_before(px, args[0], everything(px, args[0].type, span), slot, of))
        case "is_type":
            kinds = [op("every", t.Set(t.Component()), name) for name in args[1:]]
            return _before(px, args[0], nested("union", t.Set(t.Component()), kinds), slot, of)
        case "is_row":
            return _before(px, args[0], op("rows_of", t.Set(t.Component()), *args[1:], span=span), slot, of)
        case "shows":
            if mentions(args[1], (slot,)):
                raise UnplannedError("which side is asked for depends on the thing")
            return _before(px, args[0], op("showing", t.Set(t.Component()), harmless(px, args[1])), slot, of)
        case "some":
            return _meeting(px, args[0], None, slot, of)
        case _:
            raise UnplannedError(f"`{test.name}` is worked out for each thing")


def _all_of(px: Planner, tests: list[Expr], slot: int, of: t.Type) -> Expr:
    """The things for which all of the tests hold. What is tried part by part is tried for what the others leave."""
    plain: list[Expr] = []
    parted: list[tree.Match] = []
    for test in map(_reduced, tests):
        if isinstance(test, tree.Match) and _by_part(test.arms) and px.thing == slot:
            parted.append(test)
        else:
            plain.append(plan_of(px, test, slot, of))
    if not parted or px.things is None:
        plain += [plan_of(px, test, slot, of) for test in parted]
        return nested("intersect", t.Set(of), plain)
    for plan in plain:
        px = narrowed(px, plan)
    left = [plan for plan in plain if costly(plan)]
    return nested("intersect", t.Set(of), [*left, *(plan_of(px, test, slot, of) for test in parted)])


def _reduced(test: Expr) -> Expr:
    return test.test if isinstance(test, tree.Can) and test.test is not None else test


def _compared(px: Planner, side: Expr, name: str, value: Expr, slot: int, of: t.Type) -> Expr:
    """All things for which `side` compares so with a value that is the same for all."""
    span = side.span
    match side:
        case tree.Column(owner=owner, column=column, subject=subject) if not _one_of_many(px, owner):
            inner = op(
                "column_is", t.Set(bare(subject.type)), text(owner, span), text(column, span), text(name, span), value
            )
            return _before(px, subject, inner, slot, of)
        case tree.Get(place=place, keys=keys):
            hole = _hole(keys, slot)
            others = (harmless(px, key) for i, key in enumerate(keys) if i != hole)
            number = tree.Const(span=span, type=t.INT, value=hole)
            words = (text(place, span), text(name, span), value, number)
            inner = op("var_is", t.Set(bare(keys[hole].type)), *words, *others)
            return _before(px, keys[hole], inner, slot, of)
        case tree.Op(name="owner", args=(subject,)) if name == "eq":
            return _before(px, subject, op("owned_by", t.Set(t.Component()), value), slot, of)
        case tree.Match() if not _there_or_none(side):
            raise UnplannedError("this is worked out for each thing")
        case _:
            pass
    if isinstance(side, tree.Match):
        return _through(px, side, slot, of, lambda body, at, kind: _compared(px, body, name, value, at, kind))
    if name == "eq" and t.indexed(bare(side.type)):
        return _before(px, side, op("make_set", t.Set(bare(side.type)), value), slot, of)
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
            return _before(px, subject, op("column_is", t.Set(bare(subject.type)), *words), slot, of)
        case tree.Op(name="space_of", args=(subject,)):
            things = all_things(px, subject.type, span)
            return _before(px, subject, op("standing_on", things.type, things, wanted), slot, of)
        case tree.Get(place=place, keys=keys):
            hole = _hole(keys, slot)
            others = (harmless(px, key) for i, key in enumerate(keys) if i != hole)
            number = tree.Const(span=span, type=t.INT, value=hole)
            asked = (text(place, span), text("in", span), wanted, number)
            return _before(px, keys[hole], op("var_is", t.Set(bare(keys[hole].type)), *asked, *others), slot, of)
        case tree.Match() if _there_or_none(side):
            return _through(px, side, slot, of, lambda body, at, kind: _before(px, body, wanted, at, kind))
        case tree.Call():
            return _before(px, inlined(px, side), wanted, slot, of)
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
    span = fold.span
    parts = [part for part in (fold.test, fold.body) if part is not None]
    if fold.kind == "every":
        against = negated(parts[-1])
        some = replace(fold, kind="any", test=conjunction((*parts[:-1], against), span), body=None, plan=None)
        return complement(_quantified(px, some, slot, of))
    test = conjunction(parts, span)
    if mentions(fold.source, (slot,)):
        return _quantified_around(px, fold, test, slot, of)
    harmless(px, fold.source)
    inner = plan_of(px, test, slot, of)
    one = isinstance(inner, tree.Op) and inner.name == "make_set" and len(inner.args) == 1
    body = inner.args[0] if isinstance(inner, tree.Op) and one else inner
    whole = tree.Fold(
        span=span, type=t.Set(of), kind="set", slot=fold.slot, source=fold.source, body=body, flat=not one
    )
    return copied(whole, {}, px.new_slot)


def _quantified_around(px: Planner, fold: tree.Fold, test: Expr, slot: int, of: t.Type) -> Expr:
    """`any x in S has C` where S depends on the thing: the things whose S meets the plan of C."""
    fixed = [part for part in conjuncts(test) if not mentions(part, (fold.slot,))]
    own = conjunction([part for part in conjuncts(test) if mentions(part, (fold.slot,))], fold.span)
    if mentions(own, (slot,)):
        raise UnplannedError("the condition depends on both things")
    kind = t.element(fold.source.type) or t.UNKNOWN
    if not t.indexed(kind):
        raise UnplannedError("the collection depends on the thing")
    wanted = None if is_true(own) else bounded(px, plan_of(px, own, fold.slot, kind), kind)
    around = _meeting(px, fold.source, wanted, slot, of)
    if not fixed:
        return around
    return op("intersect", around.type, plan_of(px, conjunction(fixed, fold.span), slot, of), around)


def _meeting(px: Planner, collection: Expr, wanted: Expr | None, slot: int, of: t.Type) -> Expr:
    """All things for which some element of the collection is one of the wanted (None: for which there is any)."""
    span = collection.span
    kind = t.element(collection.type) or t.UNKNOWN
    type = t.Set(kind)

    def those() -> Expr:
        return everything(px, kind, span) if wanted is None else copied(wanted, {}, px.new_slot)

    match collection:
        case _ if not mentions(collection, (slot,)) and isinstance(collection.type, t.Set) and t.indexed(kind):
            there = collection if wanted is None else op("intersect", type, collection, those())
            return op("all_if", t.Set(of), harmless(px, op("some", t.BOOL, there)))
        case tree.Op(name="make_set", args=args):
            found = [
                op("all_if", t.Set(of), harmless(px, op("in", t.BOOL, arg, those())))
                if not mentions(arg, (slot,))
                else _before(px, arg, those(), slot, of)
                for arg in args
            ]
            return nested("union", t.Set(of), found)
        case tree.Op(name="spaces_of", args=(inner,)):
            things = all_things(px, t.element(inner.type) or t.Component(), span)
            return _meeting(px, inner, op("standing_on", things.type, things, those()), slot, of)
        case tree.Op(name="intersect", args=(whole, others)) if not mentions(others, (slot,)) and t.indexed(kind):
            return _meeting(px, whole, op("intersect", type, those(), harmless(px, others)), slot, of)
        case tree.Op(name="near", args=(spaces,)):
            return _meeting(px, spaces, op("near", t.Set(t.Space()), those(), span=span), slot, of)
        case tree.Query(name="straight", args=(spaces, steps)) if not mentions(steps, (slot,)):
            back = tree.Query(span=span, type=t.Set(t.Space()), name="straight", args=(those(), harmless(px, steps)))
            return _meeting(px, spaces, back, slot, of)
        case tree.Op(name="union", args=(one, other)) if isinstance(collection.type, t.Set):
            either = [_meeting(px, part, wanted, slot, of) for part in (one, other)]
            return nested("union", t.Set(of), either)
        case tree.Op(name="except", args=(whole, less)) if not mentions(less, (slot,)) and t.indexed(kind):
            mask = less if isinstance(less.type, t.Set) else op("as_set", type, less)
            return _meeting(px, whole, op("except", type, those(), harmless(px, mask)), slot, of)
        case tree.Fold(kind="filter", test=test, source=source) if test is not None:
            fold = replace(collection, kind="any", type=t.BOOL, plan=None)
            if wanted is None:
                return plan_of(px, fold, slot, of)
            if mentions(test, (slot,)):
                raise UnplannedError("the condition depends on both things")
            kept = op("intersect", type, plan_of(px, test, collection.slot, kind), those())
            return _meeting(px, source, kept, slot, of)
        case tree.Call():
            return _meeting(px, inlined(px, collection), wanted, slot, of)
        case _:
            raise UnplannedError("the collection depends on the thing")


def _through(
    px: Planner, side: tree.Match, slot: int, of: t.Type, planned: Callable[[Expr, int, t.Type], Expr]
) -> Expr:
    """`x.f` of something that may be none: the plan of the part for which there is something."""
    there = side.arms[0]
    assert there.fits.slot is not None
    kind = bare(side.subject.type)
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


def _by_part(arms: tuple[tree.MatchArm, ...]) -> bool:
    """Whether there is another test for each kind of component, which costs too much for those that are not there."""
    return any(arm.fits.rows or arm.fits.types for arm in arms) and any(costly(arm.body) for arm in arms)


def _partwise(
    px: Planner, test: tree.Match, subject: Expr, arms: tuple[tree.MatchArm, ...], slot: int, of: t.Type
) -> Expr:
    """A match between kinds of components: the plan of an arm is worked out for those things that it fits, if any."""
    if px.things is None or px.thing != slot or not isinstance(subject, tree.Local) or subject.slot != slot:
        raise UnplannedError("each row has a test of its own, tried for the things that are there")
    args: list[Expr] = []
    for arm in arms:
        fits = fits_test(subject, arm.fits)
        if fits is None:
            raise UnplannedError("the match is worked out for each thing")
        body = arm.body
        if arm.fits.slot is not None:
            body = with_slots(body, {arm.fits.slot: subject}, px.new_slot)
        args.append(plan_of(px, fits, slot, of))
        args.append(plan_of(px, body, slot, of) if mentions(body, (slot,)) else harmless(px, body))
    return op("by_part", t.Set(of), copied(px.things, {}, px.new_slot), *args, span=test.span)


def _unfolded(px: Planner, test: tree.Match, subject: Expr, arms: tuple[tree.MatchArm, ...]) -> Expr:
    """A match between conditions as a disjunction of its arms."""
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
