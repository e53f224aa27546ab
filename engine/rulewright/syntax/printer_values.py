"""Expressions and types as text. In: nodes of the surface tree. Out: one line, with brackets where they are needed.

The levels are those of the grammar, the loosest first. A text is *open* if it ends in a tail that runs on to the end of
the expression (`where C`, `has C`, `having most E`, `else B`): such a text may only stand last.
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

from rulewright.syntax import ast

EXPR, OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGNED, FALLBACK, TAKEN, JOINED, PLACE, POSTFIX, PRIMARY = range(14)


class Piece(NamedTuple):
    text: str
    level: int
    open: bool = False


def expression(node: ast.Expr) -> str:
    return _piece(node).text


def condition(node: ast.Expr) -> str:
    return _tail(node, OR)


def amount(node: ast.Expr) -> str:
    return _closed(node, SUM)


def measure(node: ast.Expr) -> str:
    """What is compared: an amount that may end in a tail."""
    return _tail(node, SUM)


def postfix(node: ast.Expr) -> str:
    return _closed(node, POSTFIX)


def constant(node: ast.Expr) -> str:
    """A value among others, without a word between them."""
    plain = isinstance(node, ast.Ref | ast.Int | ast.Text | ast.No | ast.SetLiteral | ast.Group) or _is_dotted(node)
    return expression(node) if plain else f"({expression(node)})"


def _is_dotted(node: ast.Expr) -> bool:
    while isinstance(node, ast.Dot) and node.arguments is None:
        node = node.base
        if isinstance(node, ast.Ref):
            return True
    return False


def type_(node: ast.TypeExpr) -> str:
    match node:
        case ast.NamedType():
            return node.name.text
        case ast.MaybeType():
            return f"{type_(node.inner)}?"
        case ast.OfType():
            return f"{node.kind} of {type_(node.inner)}"
        case _:
            assert_never(node)


def generator(node: ast.Generator) -> str:
    return f"for {node.variable.text} in {expression(node.source)}"


def pattern(node: ast.Pattern) -> str:
    if node.type and node.binding:
        return f"{node.type.text} {node.binding.text}"
    if node.low is not None:
        return f"{node.low.value} or more" if node.high is None else f"{node.low.value} to {node.high.value}"
    if node.names or node.numbers:
        return ", ".join([name.text for name in node.names] + [str(number.value) for number in node.numbers])
    return "else"


def listed(nodes: tuple[ast.Expr, ...]) -> str:
    return ", ".join(expression(node) for node in nodes)


def _closed(node: ast.Expr, level: int) -> str:
    return _put(_piece(node), level)


def _put(piece: Piece, level: int) -> str:
    """As a part with something behind it."""
    return piece.text if piece.level >= level and not piece.open else f"({piece.text})"


def _tail(node: ast.Expr, level: int) -> str:
    return _last(node, level).text


def _last(node: ast.Expr, level: int) -> Piece:
    """As the last part of something at this level: what is too loose for it stands in brackets, and those end it."""
    piece = _piece(node)
    return piece if piece.level >= level else Piece(f"({piece.text})", PRIMARY)


def _behind(words: str, operand: ast.Expr, inner: int, level: int) -> Piece:
    """Words with an operand behind them, which is open where the operand is."""
    last = _last(operand, inner)
    return Piece(f"{words}{last.text}", level, last.open)


BINARY_LEVELS = {
    "or": (OR, OR, AND),
    "and": (AND, AND, NOT),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "in", "next to"), (COMPARED, SUM, SUM)),
    **dict.fromkeys(("+", "-"), (SUM, SUM, PRODUCT)),
    "*": (PRODUCT, PRODUCT, SIGNED),
    "otherwise": (FALLBACK, FALLBACK, TAKEN),
}
"""For each operator its level, and the levels of its two sides."""


def _piece(node: ast.Expr) -> Piece:
    match node:
        case ast.Int():
            return Piece(str(node.value), PRIMARY if node.value >= 0 else SIGNED)
        case ast.Text():
            return Piece(f'"{node.value}"', PRIMARY)
        case ast.No():
            return Piece("no", PRIMARY)
        case ast.This():
            return Piece("this", PRIMARY)
        case ast.Ref():
            return Piece(node.name.text, PRIMARY)
        case ast.Call():
            return Piece(f"{node.name.text}({listed(node.arguments)})", PRIMARY)
        case ast.My():
            return Piece(f"my {node.name.text}{_arguments(node.arguments)}", PRIMARY)
        case ast.Its():
            return Piece(f"its {node.name.text}", PRIMARY)
        case ast.SetLiteral():
            return Piece(f"{{{listed(node.items)}}}", PRIMARY)
        case ast.Group():
            return Piece(f"({expression(node.inner)})", PRIMARY)
        case ast.Comprehension():
            each = " ".join(generator(part) for part in node.generators)
            return Piece(f"({expression(node.body)} {each})", PRIMARY)
        case ast.Dot():
            return Piece(f"{postfix(node.base)}.{node.name.text}{_arguments(node.arguments)}", POSTFIX)
        case ast.Index():
            return Piece(f"{postfix(node.base)}[{listed(node.keys)}]", POSTFIX)
        case ast.Range():
            return Piece(f"{postfix(node.low)}..{postfix(node.high)}", PLACE)
        case ast.At():
            return Piece(f"{postfix(node.things)} at {postfix(node.place)}", PLACE)
        case ast.Linked():
            things = expression(node.things) if isinstance(node.things, ast.At) else postfix(node.things)
            return Piece(f"{things} linked by {node.relation.text}", PLACE)
        case ast.Of():
            return _behind(f"{node.name.text} of ", node.operand, TAKEN, TAKEN)
        case ast.The():
            return _behind("the ", node.operand, TAKEN, TAKEN)
        case ast.Where():
            return Piece(f"{_closed(node.source, JOINED)} where {condition(node.test)}", TAKEN, True)
        case ast.Having():
            return Piece(f"{_closed(node.source, JOINED)} having {node.extreme} {measure(node.key)}", TAKEN, True)
        case ast.Binary():
            return _binary(node)
        case ast.Divide():
            text = f"{_closed(node.left, PRODUCT)} / {_closed(node.right, SIGNED)} rounded {node.rounded}"
            return Piece(text, PRODUCT)
        case ast.Negate():
            return _behind("-", node.operand, SIGNED, SIGNED)
        case ast.Choice():
            text = f"if {condition(node.test)} then {expression(node.then)} else {condition(node.otherwise)}"
            return Piece(text, SIGNED, True)
        case ast.Is():
            negation = "not " if node.negated else ""
            return Piece(f"{amount(node.operand)} is {negation}{node.name.text}", COMPARED)
        case ast.Not(operand=ast.Binary(operator="in") as test):
            return _compared(test, "not in")
        case ast.Not():
            return _behind("not ", node.operand, NOT, NOT)
        case ast.Can():
            return Piece(f"can {postfix(node.action)}", NOT)
        case ast.Some():
            source = _piece(node.source)
            is_open = source.open and source.level >= TAKEN
            return Piece(f"{node.kind} {source.text if is_open else _put(source, FALLBACK)}", NOT, is_open)
        case ast.Quantified():
            among = _closed(node.source, FALLBACK)
            return Piece(f"{node.kind} {node.variable.text} in {among} has {condition(node.test)}", NOT, True)
        case ast.Sorted():
            keys = " then by ".join(measure(key.key) + (" descending" if key.descending else "") for key in node.keys)
            return Piece(f"{condition(node.source)} by {keys}", EXPR)
        case ast.LetValue() | ast.IfValue() | ast.MatchValue() | ast.TextMap() | ast.ActionValue():
            raise ValueError(f"{type(node).__name__} stands on lines of its own")
        case _:
            assert_never(node)


def _arguments(arguments: tuple[ast.Expr, ...] | None) -> str:
    return "" if arguments is None else f"({listed(arguments)})"


def _binary(node: ast.Binary) -> Piece:
    if node.operator in ("with", "except"):
        return _joined(node)
    level, left, right = BINARY_LEVELS[node.operator]
    if level == COMPARED:
        return _compared(node, node.operator)
    return _behind(f"{_closed(node.left, left)} {node.operator} ", node.right, right, level)


def _compared(node: ast.Binary, words: str) -> Piece:
    return _behind(f"{amount(node.left)} {words} ", node.right, SUM, COMPARED)


def _joined(node: ast.Binary) -> Piece:
    """`a with b`; on the right `first of b` needs no brackets."""
    left = _closed(node.left, JOINED)
    if isinstance(node.right, ast.Of | ast.The):
        right = _piece(node.right)
        return Piece(f"{left} {node.operator} {right.text}", TAKEN, right.open)
    return Piece(f"{left} {node.operator} {_closed(node.right, PLACE)}", JOINED)
