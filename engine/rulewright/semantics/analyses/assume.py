"""Conditions as knowledge: what follows if one holds, and whether one is known to hold. In both directions as much as
is cheap; what is not found out is simply not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import DEEPEST_VALUE, MOST_LOCALS
from rulewright.core.tree import Expr
from rulewright.semantics.analyses import bounds
from rulewright.semantics.analyses.build import boolean, conjunction, disjunction, either, local, negated, some
from rulewright.semantics.analyses.facts import (
    Facts,
    canonical,
    renumbered,
    slot_exchanged,
    truth_of,
    with_range,
    with_truth,
)
from rulewright.semantics.analyses.lying import apart
from rulewright.semantics.analyses.ranges import WIDE, Range
from rulewright.semantics.analyses.walk import is_expression, read_slots

MIRROR = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def assumed(world: bounds.World, facts: Facts, test: Expr, holds: bool) -> Facts:
    """What is known once the test is known to come to `holds`."""
    match test:
        case tree.Const():
            return facts
        case tree.Op(name="not", args=(inside,)):
            return assumed(world, facts, inside, not holds)
        case tree.Op(name="and", args=args) if holds:
            for arg in args:
                facts = assumed(world, facts, arg, True)
            return facts
        case tree.Op(name="or", args=args) if not holds:
            for arg in args:
                facts = assumed(world, facts, arg, False)
            return facts
        case tree.Can(test=reduced) if reduced is not None:
            return assumed(world, facts, reduced, holds)
        case tree.Op(name="lt" | "le" | "gt" | "ge" as name, args=(a, b)):
            facts = with_truth(facts, test, holds)
            if holds:
                return _compared(world, facts, name, a, b)
            if isinstance(a.type, t.Int) and isinstance(b.type, t.Int):
                return _compared(world, facts, {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}[name], a, b)
            return facts
        case tree.Op(name="eq", args=(a, b)) if holds and isinstance(a.type, t.Int):
            facts = with_truth(facts, test, True)
            return _compared(world, _compared(world, facts, "le", a, b), "ge", a, b)
        case tree.Op(name="in", args=(_, collection)) if holds:
            return with_truth(with_truth(facts, test, True), some(collection), True)
        case tree.Op(name="some", args=(tree.Fold(kind="filter", source=source),)) if holds:
            return with_truth(with_truth(facts, test, True), some(source), True)
        case tree.Fold(kind="any", source=source) if holds:
            return with_truth(with_truth(facts, test, True), some(source), True)
        case tree.Call() if (says := opened(world, test)) is not None:
            return assumed(world, with_truth(facts, test, holds), says, holds)
        case tree.Match(subject=subject, arms=(yes, no)) if _is_if(test):
            facts = with_truth(facts, test, holds)
            if known(world, facts, yes.body) is (not holds):
                return assumed(world, assumed(world, facts, subject, False), no.body, holds)
            if known(world, facts, no.body) is (not holds):
                return assumed(world, assumed(world, facts, subject, True), yes.body, holds)
            return facts
        case _:
            return with_truth(facts, test, holds)


def in_arm(
    world: bounds.World, facts: Facts, subject: Expr, arms: Sequence[tree.MatchArm | tree.StmtArm], i: int
) -> Facts:
    """What is known inside the i-th arm: it fits, the earlier ones do not."""
    for earlier in arms[:i]:
        test = fits_test(subject, earlier.fits)
        if test is not None:
            facts = assumed(world, facts, test, False)
    fits = arms[i].fits
    test = fits_test(subject, fits)
    if test is not None:
        facts = assumed(world, facts, test, True)
    if fits.slot is not None and isinstance(_bare(subject.type), t.Int):
        facts = with_range(facts, local(fits.slot, t.INT, fits.span), bounds.range_of(world, facts, subject))
    return facts


def fits_test(subject: Expr, fits: tree.Arm) -> Expr | None:
    """The condition under which an arm fits, as an expression; None where there is no word for it."""
    span = fits.span
    bare = _bare(subject.type)
    if fits.none:
        return _op("is_none", subject)
    if fits.some:
        return negated(_op("is_none", subject))
    if fits.values:
        tests: list[Expr] = []
        for value in fits.values:
            if isinstance(bare, t.Bool):
                tests.append(subject if value is True else negated(subject))
            else:
                tests.append(_op("eq", subject, tree.Const(span=span, type=bare, value=value)))
        return disjunction(tests, span)
    if fits.types:
        return _op("is_type", subject, *(tree.Const(span=span, type=t.TEXT, value=name) for name in fits.types))
    if fits.rows:
        if not isinstance(bare, t.Component) or not bare.name:
            return None
        owner = tree.Const(span=span, type=t.TEXT, value=bare.name)
        rows = (tree.Const(span=span, type=t.TEXT, value=name) for name in fits.rows)
        return disjunction((_op("is_row", subject, owner, row) for row in rows), span)
    if fits.low is not None or fits.high is not None:
        ends: list[Expr] = []
        if fits.low is not None:
            ends.append(_op("ge", subject, tree.Const(span=span, type=t.INT, value=fits.low)))
        if fits.high is not None:
            ends.append(_op("le", subject, tree.Const(span=span, type=t.INT, value=fits.high)))
        return conjunction(ends, span)
    return boolean(True, span)


def known(world: bounds.World, facts: Facts, test: Expr) -> bool | None:
    """Whether the test is known to hold, or known not to."""
    if isinstance(test, tree.Const):
        return test.value if isinstance(test.value, bool) else None
    key = (id(facts), id(test))
    if key not in world._known:
        world._known[key] = (facts, test, _known(world, facts, test))  # with both, so that no others get their numbers
    return world._known[key][2]


def _known(world: bounds.World, facts: Facts, test: Expr) -> bool | None:
    stored = truth_of(facts, test)
    if stored is not None:
        return stored
    match test:
        case tree.Op(name="not", args=(inside,)):
            found = known(world, facts, inside)
            return None if found is None else not found
        case tree.Op(name="and", args=args):
            return _all(known(world, facts, arg) for arg in args)
        case tree.Op(name="or", args=args):
            found = _all(None if (k := known(world, facts, arg)) is None else not k for arg in args)
            return None if found is None else not found
        case tree.Op(name="lt" | "le" | "gt" | "ge" as name, args=(a, b)):
            return _order(world, facts, name, a, b)
        case tree.Op(name="eq" | "ne" as name, args=(a, b)) if isinstance(a.type, t.Int) and isinstance(b.type, t.Int):
            x, y = bounds.range_of(world, facts, a), bounds.range_of(world, facts, b)
            if x == y and x.low == x.high:
                return name == "eq"
            return name == "ne" if x.high < y.low or y.high < x.low else None
        case tree.Op(name="eq" | "ne" as name, args=(a, b)) if apart(facts, a, b):
            return name == "ne"
        case tree.Op(name="some", args=(collection,)):
            return _some(world, facts, collection)
        case tree.Fold(kind="any", source=source, test=condition, body=None):
            if known(world, facts, some(source)) is False:
                return False
            if condition is None or known(world, facts, condition) is True:
                return known(world, facts, some(source))
            if known(world, facts, condition) is False:
                return False
            found = _follows(world, facts, test, condition) or _holds_for_one(world, facts, test, condition)
            return True if found or _either_way(world, facts, test, condition) else None
        case tree.Fold(kind="every", source=source):
            return True if known(world, facts, some(source)) is False else None
        case tree.Op(name="is_none", args=(value,)):
            return None if isinstance(value.type, t.Maybe | t.Nothing | t.Unknown) else False
        case tree.Match(subject=subject, arms=arms) if isinstance(test.type, t.Bool):
            return _alike(known(world, in_arm(world, facts, subject, arms, i), arm.body) for i, arm in enumerate(arms))
        case tree.Can(test=reduced) if reduced is not None:
            return known(world, facts, reduced)
        case tree.Call() if (says := opened(world, test)) is not None:
            return known(world, facts, says)
        case _:
            return None


def opened(world: bounds.World, call: tree.Call) -> Expr | None:
    """What a condition that is declared without parameters says, as it may be written where it is read for `me`."""
    if call.args or not (call.me is None or (isinstance(call.me, tree.Local) and call.me.slot == tree.ME)):
        return None
    if call.name not in world._opened:
        definition = world.program.routines[call.name].body
        if not is_expression(definition):
            return None
        world._opened[call.name] = renumbered(definition, OPENED + APART * len(world._opened))
    return world._opened[call.name]


OPENED, APART = 10 * MOST_LOCALS, DEEPEST_VALUE
"""The slots of definitions that are read in another place: from here on, so far apart. No routine has so many, and no
definition binds so many in each other."""


def simplified(world: bounds.World, facts: Facts, test: Expr) -> Expr:
    """The test without the parts that are known where it stands."""
    answer = known(world, facts, test)
    if answer is not None:
        return boolean(answer, test.span)
    match test:
        case tree.Op(name="and", args=args):
            kept: list[Expr] = []
            for arg in args:
                kept.append(simplified(world, facts, arg))
                facts = assumed(world, facts, arg, True)
            return conjunction(kept, test.span)
        case tree.Op(name="or", args=args):
            kept = []
            for arg in args:
                kept.append(simplified(world, facts, arg))
                facts = assumed(world, facts, arg, False)
            return disjunction(kept, test.span)
        case tree.Op(name="not", args=(inside,)):
            return negated(simplified(world, facts, inside))
        case tree.Match(subject=subject, arms=(yes, no)) if _is_if(test):
            return either(
                simplified(world, facts, subject),
                simplified(world, assumed(world, facts, subject, True), yes.body),
                simplified(world, assumed(world, facts, subject, False), no.body),
            )
        case _:
            return test


def _is_if(test: tree.Match) -> bool:
    return (
        isinstance(test.subject.type, t.Bool)
        and isinstance(test.type, t.Bool)
        and len(test.arms) == 2
        and test.arms[0].fits.values == (True,)
    )


def _compared(world: bounds.World, facts: Facts, name: str, a: Expr, b: Expr) -> Facts:
    """Both are there, and compare so."""
    if name in ("gt", "ge"):
        return _compared(world, facts, MIRROR[name], b, a)
    apart = 1 if name == "lt" else 0
    x, y = bounds.range_of(world, facts, a), bounds.range_of(world, facts, b)
    facts = with_range(facts, a, Range(-WIDE, y.high - apart))
    facts = with_range(facts, b, Range(x.low + apart, WIDE))
    if not isinstance(a, tree.Const) and not isinstance(b, tree.Const):
        facts = with_range(facts, _op("sub", b, a), Range(apart, WIDE))
        facts = with_range(facts, _op("sub", a, b), Range(-WIDE, -apart))
    return facts


def _order(world: bounds.World, facts: Facts, name: str, a: Expr, b: Expr) -> bool | None:
    if name in ("gt", "ge"):
        return _order(world, facts, MIRROR[name], b, a)
    if not isinstance(a.type, t.Int) or not isinstance(b.type, t.Int):
        return None
    x, y = bounds.range_of(world, facts, a), bounds.range_of(world, facts, b)
    between = bounds.range_of(world, facts, _op("sub", b, a))
    low, high = max(y.low - x.high, between.low), min(y.high - x.low, between.high)
    apart = 1 if name == "lt" else 0
    if low >= apart or _among(name, a, b):
        return True
    return False if high < apart else None


def _among(name: str, a: Expr, b: Expr) -> bool:
    """Whether `a <= b` since a is the smallest of some numbers, b among them, or b the largest, a among them."""
    match a, b:
        case (tree.Op(name="min", args=(numbers,)), one) | (one, tree.Op(name="max", args=(numbers,))):
            return name == "le" and canonical(one) in map(canonical, _written(numbers))
        case _:
            return False


def _some(world: bounds.World, facts: Facts, collection: Expr) -> bool | None:
    size = bounds.size_of(world, facts, collection)
    if size.low >= 1:
        return True
    if size.high <= 0:
        return False
    match collection:
        case tree.Op(name="union", args=args):
            answers = [known(world, facts, some(arg)) for arg in args]
            if True in answers:
                return True
            return False if all(answer is False for answer in answers) else None
        case tree.Match(subject=subject, arms=arms):
            return _alike(
                known(world, in_arm(world, facts, subject, arms, i), some(arm.body)) for i, arm in enumerate(arms)
            )
        case tree.Fold(kind="filter", test=condition) if condition is not None:
            return True if _follows(world, facts, collection, condition) else None
        case tree.Call(name=name):
            definition = world.program.routines[name].body
            if not is_expression(definition):
                return None
            return known(world, bounds.call_facts(world, facts, collection), some(definition))
        case _:
            return None


def _follows(world: bounds.World, facts: Facts, fold: tree.Fold, condition: Expr) -> bool:
    """Whether something of the source is known to pass a test that the condition follows from."""
    source = canonical(fold.source)
    for fact, holds in facts.truths.items():
        if holds and isinstance(fact, tree.Fold) and fact.kind == "any" and fact.source == source and fact.test:
            passed = slot_exchanged(fact.test, fact.slot, fold.slot)
            if known(world, assumed(world, facts, passed, True), condition) is True:
                return True
    return False


def _either_way(world: bounds.World, facts: Facts, fold: tree.Fold, condition: Expr) -> bool:
    """Whether something passes both if a part of the condition that is not about it holds, and if it does not, as in
    `it fits or no source where it fits`."""
    if known(world, facts, some(fold.source)) is not True:
        return False
    about_others = (p for p in _parts(world, condition) if fold.slot not in read_slots(p) and _asks_for_some(world, p))
    return any(
        all(known(world, assumed(world, facts, part, holds), fold) is True for holds in (True, False))
        for part in about_others
        if known(world, facts, part) is None
    )


def _parts(world: bounds.World, condition: Expr) -> tuple[Expr, ...]:
    """What is joined by `and` and `or`."""
    match condition:
        case tree.Op(name="and" | "or", args=args):
            return tuple(part for arg in args for part in _parts(world, arg))
        case tree.Call() if (says := opened(world, condition)) is not None:
            return _parts(world, says)
        case _:
            return (condition,)


def _asks_for_some(world: bounds.World, part: Expr) -> bool:
    match part:
        case tree.Op(name="not", args=(inside,)):
            return _asks_for_some(world, inside)
        case tree.Call() if (says := opened(world, part)) is not None:
            return _asks_for_some(world, says)
        case tree.Fold(kind="any" | "every") | tree.Op(name="some"):
            return True
        case _:
            return False


def _holds_for_one(world: bounds.World, facts: Facts, fold: tree.Fold, condition: Expr) -> bool:
    """Whether the condition is known to hold for one of the numbers that are written out."""
    if known(world, facts, some(fold.source)) is not True:
        return False
    it = local(fold.slot, t.INT, fold.span)
    ranges = (bounds.range_of(world, facts, n) for n in _written(fold.source) if isinstance(n.type, t.Int))
    return any(known(world, with_range(facts, it, range), condition) is True for range in ranges)


def _written(collection: Expr) -> tuple[Expr, ...]:
    """Things that are in the collection if it is not empty."""
    match collection:
        case tree.Op(name="int_set" | "as_list" | "as_set", args=(inside,)):
            return _written(inside)
        case tree.Op(name="make_set" | "make_list", args=args):
            return args
        case tree.Op(name="range", args=(first, _)):
            return (first,)
        case _:
            return ()


def _alike(answers: Iterable[bool | None]) -> bool | None:
    """What all answers are; None as soon as one is not known or differs."""
    first: bool | None = None
    for answer in answers:
        if answer is None or (first is not None and answer is not first):
            return None
        first = answer
    return first


def _all(answers: Iterable[bool | None]) -> bool | None:
    """Whether all answers are yes; no as soon as one is no."""
    unsure = False
    for answer in answers:
        if answer is False:
            return False
        unsure = unsure or answer is None
    return None if unsure else True


def _bare(type: t.Type) -> t.Type:
    return type.of if isinstance(type, t.Maybe) else type


def _op(name: str, *args: Expr) -> tree.Op:
    return tree.Op(span=args[0].span, type=t.INT if name == "sub" else t.BOOL, name=name, args=args)
