"""The lines of a printed tree. In: parts of lines, lines, values that take several. Out: lines without their end."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.syntax import ast
from rulewright.syntax.printer_values import amount, condition, expression, pattern, postfix

Lines = list[str]

VALUES_ON_LINES = (ast.LetValue, ast.IfValue, ast.MatchValue)


def joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def inside(lines: Iterable[str]) -> Lines:
    return [f"  {line}" for line in lines]


def words(*parts: str | None) -> str:
    return " ".join(part for part in parts if part)


def quoted(text: ast.Text | None) -> str | None:
    return None if text is None else f'"{text.value}"'


def name_list(names: Iterable[ast.Name]) -> str:
    return ", ".join(name.text for name in names)


def as_name(name: ast.Name | None) -> str | None:
    return None if name is None else f"as {name.text}"


def fitting(fits: ast.Fits | None) -> str | None:
    """Which versions of its base an expansion is for."""
    if fits is None:
        return None
    rest = " or more" if fits.or_more else "" if fits.high is None else f" to {fits.high.value}"
    return f"version {fits.low.value}{rest}"


def text_lines(texts: Iterable[ast.Doc | ast.Ruling]) -> Lines:
    return [f'"{text.text}"' if isinstance(text, ast.Doc) else f'ruling "{text.text}"' for text in texts]


def with_texts(head: str, texts: Iterable[ast.Doc | ast.Ruling]) -> Lines:
    return [head, *inside(text_lines(texts))]


def entry(node: ast.Entry) -> str:
    """An item of a menu in any order."""
    limit = ""
    if node.unlimited:
        limit = ", any number"
    elif isinstance(node.limit, ast.Int) and node.limit.value == 1:
        limit = ", once"
    elif node.limit:
        limit = f", up to {amount(node.limit)} times"
    test = f" if {condition(node.test)}" if node.test else ""
    return f"{node.kind} {postfix(node.action)}{limit}{test}"


def valued(head: str, value: ast.Expr) -> Lines:
    """`head value` on a line, or the head with the value's lines under it."""
    if isinstance(value, VALUES_ON_LINES):
        return [head, *inside(value_lines(value))]
    return [f"{head} {expression(value)}"]


def value_lines(value: ast.Expr) -> Lines:
    match value:
        case ast.LetValue():
            return [f"let {value.name.text} = {expression(value.value)}", *value_lines(value.body)]
        case ast.IfValue():
            lines: Lines = []
            for arm in value.arms:
                head = words("else" if lines else None, "if", condition(arm.test), as_name(arm.binding))
                lines += valued(f"{head}:", arm.body)
            return lines + valued("else:", value.otherwise)
        case ast.MatchValue():
            arms = [line for arm in value.arms for line in valued(f"{pattern(arm.pattern)}:", arm.body)]
            return [f"match {expression(value.subject)}:", *inside(arms)]
        case _:
            return [expression(value)]
