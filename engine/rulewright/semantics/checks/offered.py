"""What a menu or a choice can never offer, whatever happens in play: `flow/never-offered`, a warning.

In: the items of a game and its expansions as they are written. A condition is worked out as far as it holds only
numbers, `yes`, `no` and constants; what an option of the game decides is left open: it may be chosen otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeGuard

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics.walk import below
from rulewright.syntax import ast

Known = Mapping[str, ast.Expr]
"""What the constants are, by name."""

COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
COUNTED: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}


def check(items: Iterable[ast.Item], ours: Callable[[Span], bool], report: Report) -> None:
    """`ours`: whether a place is in a file of the game, not in a library."""
    written = tuple(items)
    nodes = [node for item in written for node in below(item)]
    constants = {node.name.text: node.value for node in nodes if isinstance(node, ast.Const)}
    for node in nodes:
        for place, what, why in _never(node, constants):
            if ours(node.span):
                constant = _declared(why, nodes)
                labels = [] if constant is None else [Label(constant, "it is always the same")]
                report.warning(
                    codes.NEVER_OFFERED,
                    why,
                    f"{what} is never offered",
                    label=place,
                    labels=labels,
                    help="write what it hangs on, or take it away",
                )


def _declared(why: Span, nodes: Iterable[ast.Node]) -> Span | None:
    """The constant that a lone name means."""
    return next((node.name.span for node in nodes if isinstance(node, ast.Const) and node.name.text == why.text), None)


def _never(node: ast.Node, known: Known) -> Iterator[tuple[str, str, Span]]:
    """What is seen at the place, what is never offered, and the place."""
    match node:
        case ast.OptionArm(name=name, source=source, test=test):
            yield from _by(f"`{name.text}`", source, test, known)
        case ast.Choose(variable=variable, source=source, such_that=test):
            yield from _by(f"a `{variable.text}`", source, test, known)
        case ast.Entry(action=action, limit=limit, test=test):
            yield from _by(f"`{_called(action)}`", None, test, known)
            if limit is not None and _value(limit, known) == 0:
                yield "not even once", f"`{_called(action)}`", limit.span
        case ast.Anytime(name=name, test=test):
            yield from _by(f"`{name.text}`" if name else "this", None, test, known)
        case _:
            pass


def _by(what: str, source: ast.Expr | None, test: ast.Expr | None, known: Known) -> Iterator[tuple[str, str, Span]]:
    if source is not None and _is_empty(source, known):
        yield "there is nothing in it", what, source.span
    elif test is not None and _value(test, known) is False:
        yield "this never holds", what, test.span


def _called(action: ast.Expr) -> str:
    return action.name.text if isinstance(action, ast.Ref | ast.Call) else action.span.text


def _is_empty(written: ast.Expr, known: Known) -> bool:
    """Whether a set has nothing in it, whatever happens."""
    match written:
        case ast.SetLiteral(items=items):
            return not items
        case ast.Group(inner=inner):
            return _is_empty(inner, known)
        case ast.Range(low=low, high=high):
            first, last = _value(low, known), _value(high, known)
            return _is_number(first) and _is_number(last) and first > last
        case ast.Where(source=source, test=test):
            return _is_empty(source, known) or _value(test, known) is False
        case ast.Having(source=source) | ast.Sorted(source=source):
            return _is_empty(source, known)
        case ast.Ref(name=name) if name.text in known:
            return _is_empty(known[name.text], _without(known, name.text))
        case _:
            return False


def _value(written: ast.Expr, known: Known) -> int | bool | None:
    """What an expression always is; None if that hangs on the game."""
    match written:
        case ast.Int(value=number):
            return number
        case ast.No():
            return False
        case ast.Group(inner=inner):
            return _value(inner, known)
        case ast.Ref(name=name) if name.text == "yes":
            return True
        case ast.Ref(name=name) if name.text in known:
            return _value(known[name.text], _without(known, name.text))
        case ast.Negate(operand=operand):
            value = _value(operand, known)
            return -value if _is_number(value) else None
        case ast.Not(operand=operand):
            value = _value(operand, known)
            return not value if isinstance(value, bool) else None
        case ast.Some(kind=kind, source=source) if _is_empty(source, known):
            return kind == "no"
        case ast.Binary(operator=operator, left=left, right=right):
            return _both(operator, _value(left, known), _value(right, known))
        case _:
            return None


def _both(operator: str, left: int | bool | None, right: int | bool | None) -> int | bool | None:
    if operator == "and" and (left is False or right is False):
        return False
    if operator == "or" and (left is True or right is True):
        return True
    if left is None or right is None:
        return None
    if operator in ("and", "or"):
        return bool(right)
    if not (_is_number(left) and _is_number(right)):
        return None
    if operator in COMPARED:
        return COMPARED[operator](left, right)
    return COUNTED[operator](left, right) if operator in COUNTED else None


def _is_number(value: int | bool | None) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _without(known: Known, name: str) -> Known:
    """So that a constant which needs itself ends."""
    return {other: value for other, value in known.items() if other != name}
