"""A library in the words of the game that uses it. In: its items and the `use`. Out: the same under the game's names.

`use drafting(hand = draft) as explore` fills in `hand` and puts `explore` in front of every name the library declares;
a library that declares one thing gives it the alias itself. What is left out of `use` has the library's default, or
else is what the game calls by that name. Whether the game has such a thing is seen once its names are known: `filling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.semantics.walk import rebuild
from rulewright.syntax import ast

_NAMED = ast.Define | ast.Action | ast.Table | ast.Const | ast.Enum | ast.Component | ast.Zone | ast.Var | ast.Board


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled(ast.Use):
    """A `use` that is carried out. `header`: the library's. `wants`: what it wants, under the game's names, each with
    what stands for it."""

    header: ast.Header
    wants: tuple[tuple[ast.Wanted, ast.Expr], ...]


def filled(items: Sequence[ast.Item], use: ast.Use) -> tuple[ast.Item, ...]:
    """What the library declares with its parameters exchanged and its names under the alias, behind the `Filled`."""
    header = next(item for item in items if isinstance(item, ast.Header))
    body = tuple(item for item in items if not isinstance(item, ast.Header | ast.Language))
    given = {parameter.name.text: parameter.value for parameter in use.parameters}
    declared = [item.name.text for item in body if isinstance(item, _NAMED)]
    names = {} if use.alias is None else {name: _under(use.alias.text, name, declared) for name in declared}
    names |= {name: value.name.text for name, value in given.items() if isinstance(value, ast.Ref)}

    def exchange(node: ast.Node) -> ast.Node | None:
        match node:
            case ast.Ref(name=name) if name.text in given:
                return given[name.text]
            case ast.Name(text=text) if text in names:
                return ast.Name(span=node.span, text=names[text])
            case _:
                return None

    for wanted in header.parameters:
        if wanted.name.text not in given and wanted.default is not None:
            given[wanted.name.text] = rebuild(wanted.default, exchange)
            if isinstance(wanted.default, ast.Ref):
                names[wanted.name.text] = names.get(wanted.default.name.text, wanted.default.name.text)
    wants = tuple(
        (
            replace(
                wanted,
                type=rebuild(wanted.type, exchange),
                per=None if wanted.per is None else rebuild(wanted.per, exchange),
            ),
            given.get(wanted.name.text) or _of_that_name(wanted, use),
        )
        for wanted in header.parameters
    )
    taken_in = Filled(
        span=use.span, library=use.library, parameters=use.parameters, alias=use.alias, header=header, wants=wants
    )
    return (taken_in, *(rebuild(item, exchange) for item in body))


def _of_that_name(wanted: ast.Wanted, use: ast.Use) -> ast.Ref:
    """What the game calls as the library does; it stands where the `use` names the library."""
    span = use.library.span
    return ast.Ref(span=span, name=ast.Name(span=span, text=wanted.name.text))


def _under(alias: str, name: str, declared: list[str]) -> str:
    return alias if len(declared) == 1 else f"{alias}_{name}"
