"""What a constant is worth where it is read. In: its value as an expression. Out: the same, numbers worked out.

A constant stands for its value wherever it is read, also in other constants: without bounds a few lines could say
numbers, sets and chains of any size.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import LARGEST_NUMBER
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Span
from rulewright.semantics.analyses.walk import size
from rulewright.semantics.context import Game, constant, unknown
from rulewright.syntax import ast

DEEPEST = 60
"""How many constants may need each other, one through the other."""

MOST_PUT_IN = 200_000
"""How many nodes all constants of a game may be together, each counted wherever it is read."""

_WORKED_OUT: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "abs": abs,
}


def settled(game: Game, const: ast.Const, value: tree.Expr) -> tree.Expr:
    """The value as it is put in; unknown, and refused, if it is too large."""
    number = _number(value)
    if number is not None:
        if abs(number) > LARGEST_NUMBER:
            cure = f"numbers end at {LARGEST_NUMBER:,}"
            return _refused(game, const, const.value.span, "this number is too large to be exact", cure)
        game.numbers[const.name.text] = constant(number, t.INT, value.span)
        return game.numbers[const.name.text]
    if game.put_in > MOST_PUT_IN:  # which was told of one that it needs
        return unknown(value.span)
    game.put_in += size(value)
    if game.put_in > MOST_PUT_IN:
        text = f"the rules become too large where `{const.name.text}` is put in"
        return _refused(game, const, const.value.span, text, "make it a `define`, which stands in the rules once")
    return value


def chained(game: Game, const: ast.Const) -> tree.Expr:
    """One more constant than may need each other. The first of them is refused, the others with it, untold."""
    first = game.symbols.consts[game.consts_open[0]]
    game.broken.update((*game.consts_open, const.name.text))
    text = f"`{first.name.text}` needs more than {DEEPEST} constants, one through the other"
    if game.refused:
        return unknown(const.value.span)
    return _refused(game, first, first.name.span, text, "say the value of one of them itself")


def _refused(game: Game, const: ast.Const, span: Span, text: str, cure: str) -> tree.Expr:
    """Kept beside the report, from which a try with another type is taken back."""
    game.broken.add(const.name.text)
    game.refused.append(Diagnostic(code=codes.TOO_LARGE, span=span, message=text, help=cure))
    return unknown(const.value.span)


def _number(value: tree.Expr) -> int | None:
    """What a sum or product of numbers comes to; None for anything else."""
    match value:
        case tree.Const(value=int(number), type=t.Int()):
            return number
        case tree.Op(name=name, args=args) if name in _WORKED_OUT:
            numbers = [_number(arg) for arg in args]
            known = [number for number in numbers if number is not None]
            return _WORKED_OUT[name](*known) if len(known) == len(args) else None
        case _:
            return None
