"""Inside one declaration every name stands once: the fields of a card, the values of an enum, the sides of a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.semantics.compose import Composed
from rulewright.semantics.symbols import Symbols
from rulewright.semantics.walk import below
from rulewright.syntax import ast


def check(composed: Composed, symbols: Symbols, report: Report) -> None:
    categories: list[ast.Name] = []
    for item in composed.items:
        if isinstance(item, ast.Score):
            categories += [category.name for category in item.categories if category.name is not None]
        for node in below(item):
            for owner, names in _lists(node):
                _once(owner, names, report)
    _once("the score", categories, report)


def _lists(node: ast.Node) -> Iterator[tuple[str, Iterable[ast.Name]]]:
    """What a node declares inside itself, and how to speak of it."""
    match node:
        case ast.Enum(name=name, parameters=parameters, values=values):
            yield f"`{name.text}`", (value.name for value in values)
            yield f"`{name.text}`", (parameter.name for parameter in parameters)
        case ast.TypeDef(name=name, members=members):
            yield f"`{name.text}`", members
        case ast.Component(name=name, fields=fields, sides=sides):
            yield f"`{name.text}`", (field.name for field in fields)
            yield f"`{name.text}`", sides
        case ast.Row(name=name, sides=written, generators=generators):
            yield f"`{name.text}`", (side.name for side in written)
            yield f"`{name.text}`", (generator.variable for generator in generators)
        case ast.Var(name=name, columns=columns):
            yield f"`{name.text}`", (column.name for column in columns)
        case ast.Var(name=name, per=per) | ast.Zone(name=name, per=per):
            yield f"`{name.text}`", (key.binding for key in per if key.binding is not None)
        case ast.Board(name=name, fields=fields, parts=parts):
            yield f"`{name.text}`", (field.name for field in fields)
            yield f"`{name.text}`", (part.name for part in parts if isinstance(part, ast.Layer))
            spaces = [part for part in parts if isinstance(part, ast.Spaces)]
            yield f"`{name.text}`", (row.name for part in spaces for row in part.rows)
        case ast.ChooseOne(options=options):
            yield "this choice", (option.name for option in options)
        case _:
            pass


def _once(owner: str, names: Iterable[ast.Name], report: Report) -> None:
    seen: dict[str, ast.Name] = {}
    for name in names:
        if name.text in seen:
            report.error(
                codes.DUPLICATE,
                name.span,
                f"{owner} has two things called `{name.text}`",
                labels=[Label(seen[name.text].span, "the first is here")],
            )
        seen.setdefault(name.text, name)
