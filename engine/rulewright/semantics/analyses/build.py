"""Core expressions in few words, for analyses that make new ones. Each takes its span from what it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.tree import Expr
from rulewright.report.span import Span


def op(name: str, type: t.Type, *args: Expr, span: Span | None = None) -> tree.Op:
    return tree.Op(span=span or args[0].span, type=type, name=name, args=args)


def text(value: str, span: Span) -> tree.Const:
    return tree.Const(span=span, type=t.TEXT, value=value)


def boolean(value: bool, span: Span) -> tree.Const:
    return tree.Const(span=span, type=t.BOOL, value=value)


def number(value: int, span: Span) -> tree.Const:
    return tree.Const(span=span, type=t.INT, value=value)


def local(slot: int, type: t.Type, span: Span, name: str = "it") -> tree.Local:
    return tree.Local(span=span, type=type, slot=slot, name=name)


def is_true(value: Expr) -> bool:
    return isinstance(value, tree.Const) and value.value is True


def is_false(value: Expr) -> bool:
    return isinstance(value, tree.Const) and value.value is False


def negated(value: Expr) -> Expr:
    if isinstance(value, tree.Const) and isinstance(value.value, bool):
        return boolean(not value.value, value.span)
    if isinstance(value, tree.Op) and value.name == "not":
        return value.args[0]
    return op("not", t.BOOL, value)


def conjunction(parts: Iterable[Expr], span: Span) -> Expr:
    """All of them; `yes` of none."""
    kept: list[Expr] = []
    for part in parts:
        if is_false(part):
            return part
        if isinstance(part, tree.Op) and part.name == "and":
            kept.extend(part.args)
        elif not is_true(part):
            kept.append(part)
    return _joined("and", kept, True, span)


def disjunction(parts: Iterable[Expr], span: Span) -> Expr:
    """One of them; `no` of none."""
    kept: list[Expr] = []
    for part in parts:
        if is_true(part):
            return part
        if not is_false(part):
            kept.append(part)
    return _joined("or", kept, False, span)


def _joined(name: str, parts: Sequence[Expr], empty: bool, span: Span) -> Expr:
    different = tuple(dict.fromkeys(parts))
    if not different:
        return boolean(empty, span)
    return different[0] if len(different) == 1 else op(name, t.BOOL, *different)


def conjuncts(value: Expr) -> tuple[Expr, ...]:
    if isinstance(value, tree.Op) and value.name == "and":
        return tuple(part for arg in value.args for part in conjuncts(arg))
    return () if is_true(value) else (value,)


def some(collection: Expr) -> Expr:
    return op("some", t.BOOL, collection)


def any_of(source: Expr, slot: int, test: Expr, span: Span) -> Expr:
    """Whether something of the source passes the test."""
    if is_true(test):
        return some(source)
    if is_false(test):
        return test
    return tree.Fold(span=span, type=t.BOOL, kind="any", slot=slot, source=source, test=test)


def either(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    """`if` between two Bools."""
    if is_true(test) or then == otherwise:
        return then
    if is_false(test):
        return otherwise
    if is_true(then):
        return disjunction((test, otherwise), test.span)
    if is_false(otherwise):
        return conjunction((test, then), test.span)
    if is_true(otherwise):
        return disjunction((negated(test), then), test.span)
    if is_false(then):
        return conjunction((negated(test), otherwise), test.span)
    return tree.Match(
        span=test.span,
        type=t.BOOL,
        subject=test,
        arms=(
            tree.MatchArm(span=then.span, fits=tree.Arm(span=then.span, values=(True,)), body=then),
            tree.MatchArm(span=otherwise.span, fits=tree.Arm(span=otherwise.span), body=otherwise),
        ),
    )
