"""A library in the words of the game that uses it. In: its items and the `use`. Out: the same under the game's names.

`use drafting(hand = draft) as explore` fills in `hand` and puts `explore` in front of every name the library declares;
a library that declares one thing gives it the alias itself.
"""

from __future__ import annotations

from rulewright.semantics.walk import rebuild
from rulewright.syntax import ast

_NAMED = ast.Define | ast.Action | ast.Table | ast.Const | ast.Enum | ast.Component | ast.Zone | ast.Var | ast.Board


def filled(items: tuple[ast.Item, ...], use: ast.Use) -> tuple[ast.Item, ...]:
    """The items with the library's parameters exchanged and its names under the alias."""
    values = {parameter.name.text: parameter.value for parameter in use.parameters}
    declared = [item.name.text for item in items if isinstance(item, _NAMED)]
    names = {} if use.alias is None else {name: _under(use.alias.text, name, declared) for name in declared}
    names |= {name: value.name.text for name, value in values.items() if isinstance(value, ast.Ref)}

    def exchange(node: ast.Node) -> ast.Node | None:
        match node:
            case ast.Ref(name=name) if name.text in values:
                return values[name.text]
            case ast.Name(text=text) if text in names:
                return ast.Name(span=node.span, text=names[text])
            case _:
                return None

    return tuple(rebuild(item, exchange) for item in items) if values or names else items


def _under(alias: str, name: str, declared: list[str]) -> str:
    return alias if len(declared) == 1 else f"{alias}_{name}"
