"""Exchanging parts of a tree, and what `base` becomes in a rule that is changed.

What stood there goes on under a name of its own; in the new rule `base` is exchanged for a call of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from rulewright.report.span import Span
from rulewright.semantics.walk import below, children, rebuild
from rulewright.syntax import ast

Edit = Callable[[Any], ast.Node | None]
Edits = Mapping[int, Sequence[Edit]]
"""What is done with a node, by its identity; None takes it away."""


def edited(items: Iterable[ast.Item], edits: Edits) -> list[ast.Item]:
    """The items with the edits made, inner ones first."""
    found = [_edited(item, edits) for item in items]
    return [item for item in found if item is not None]


def _edited(node: Any, edits: Edits) -> Any:
    changed: dict[str, Any] = {}
    for each in fields(node):
        value = getattr(node, each.name)
        if isinstance(value, ast.Node):
            new: Any = _edited(value, edits)
        elif isinstance(value, tuple):
            made = [_edited(item, edits) if isinstance(item, ast.Node) else item for item in value]
            new = tuple(item for item in made if item is not None)
            if len(new) == len(value) and all(a is b for a, b in zip(new, value, strict=True)):
                new = value
        else:
            continue
        if new is not value:
            changed[each.name] = new
    found = replace(node, **changed) if changed else node
    for edit in edits.get(id(node), ()):
        if found is not None:
            found = edit(found)
    return found


# ------------------------------------------------------------------ base


@dataclass(frozen=True, slots=True)
class Base:
    """What `base` means: something hidden that is called. `first`: what it always gets, `own`: what it gets if nothing
    is said; `mine`: it belongs to the acting player."""

    name: str
    first: tuple[ast.Expr, ...] = ()
    own: tuple[ast.Expr, ...] = ()
    mine: bool = False

    def called(self, span: Span, given: tuple[ast.Expr, ...] | None = None) -> ast.Expr:
        arguments = (*self.first, *(self.own if given is None else given))
        name = ast.Name(span=span, text=self.name)
        if self.mine:
            return ast.My(span=span, name=name, arguments=arguments or None)
        return ast.Call(span=span, name=name, arguments=arguments) if arguments else ast.Ref(span=span, name=name)


def named(names: Iterable[ast.Name]) -> tuple[ast.Expr, ...]:
    return tuple(ast.Ref(span=name.span, name=name) for name in names)


def value_with(value: ast.Expr, base: Base) -> ast.Expr:
    """The expression with `base` exchanged: alone, with other arguments, of another player, as a relation."""

    def exchange(node: ast.Node) -> ast.Node | None:
        match node:
            case ast.Ref(name=name) if name.text == "base":
                return base.called(node.span)
            case ast.My(name=name, arguments=None) if name.text == "base" and base.mine:
                return base.called(node.span)
            case ast.Call(name=name, arguments=arguments) if name.text == "base":
                return base.called(node.span, tuple(rebuild(each, exchange) for each in arguments))
            case ast.My(name=name, arguments=tuple(arguments)) if name.text == "base" and base.mine:
                return base.called(node.span, tuple(rebuild(each, exchange) for each in arguments))
            case ast.Of(name=name, operand=operand) if name.text == "base":
                return base.called(node.span, (rebuild(operand, exchange),))
            case ast.Dot(base=player, name=name, arguments=given) if name.text == "base" and base.mine:
                more = base.own if given is None else tuple(rebuild(each, exchange) for each in given)
                called = ast.Name(span=name.span, text=base.name)
                all_of_them = (*base.first, *more) or None
                return ast.Dot(span=node.span, base=rebuild(player, exchange), name=called, arguments=all_of_them)
            case ast.Linked(things=things, relation=name) if name.text == "base":
                called = ast.Name(span=name.span, text=base.name)
                return ast.Linked(span=node.span, things=rebuild(things, exchange), relation=called)
            case _:
                return None

    return rebuild(value, exchange)


def value_in_place(value: ast.Expr, old: ast.Expr) -> ast.Expr:
    """The expression with the old one itself where it says `base`."""

    def exchange(node: ast.Node) -> ast.Node | None:
        if isinstance(node, ast.Ref) and node.name.text == "base":
            return ast.Group(span=node.span, inner=old)
        return None

    return rebuild(value, exchange)


def block_with(block: ast.Block, base: Base) -> ast.Block:
    """The statements with `do base`, `can base`, `must base` exchanged. That of an `instead of` inside is its own."""

    def exchange(node: ast.Node) -> ast.Node | None:
        match node:
            case ast.Do(action=action, otherwise=otherwise) if (called := _called(action, base, exchange)) is not None:
                other = None if otherwise is None else rebuild(otherwise, exchange)
                return replace(node, action=called, otherwise=other)
            case ast.Can(action=action) if (called := _called(action, base, exchange)) is not None:
                return replace(node, action=called)
            case ast.Entry(action=action) if (called := _called(action, base, exchange)) is not None:
                return replace(rebuild(replace(node, action=ast.No(span=node.span)), exchange), action=called)
            case ast.On(when="instead of"):
                return node
            case _:
                return None

    return rebuild(block, exchange)


def _called(action: ast.Expr, base: Base, exchange: Callable[[ast.Node], ast.Node | None]) -> ast.Expr | None:
    match action:
        case ast.Ref(name=name) if name.text == "base":
            return base.called(action.span)
        case ast.Call(name=name, arguments=arguments) if name.text == "base":
            return base.called(action.span, tuple(rebuild(each, exchange) for each in arguments))
        case ast.Of(name=name, operand=operand) if name.text == "base":
            return base.called(action.span, (rebuild(operand, exchange),))
        case _:
            return None


def says_base(node: ast.Node) -> bool:
    """Whether an expression or block speaks of what stood there."""
    match node:
        case ast.On(when="instead of"):
            return False
        case ast.Ref(name=name) | ast.Call(name=name) | ast.Of(name=name) | ast.My(name=name) | ast.Dot(name=name):
            if name.text == "base":
                return True
        case ast.Linked(relation=name) if name.text == "base":
            return True
        case _:
            pass
    return any(says_base(child) for child in children(node))


# ------------------------------------------------------------------ names that stand for something


def says_my(node: ast.Node) -> bool:
    """Whether an expression speaks of the acting player."""
    return any(
        isinstance(each, ast.My) or (isinstance(each, ast.Ref) and each.name.text == "me") for each in below(node)
    )


def this_as(node: ast.Expr | ast.Block, word: ast.Expr) -> Any:
    """The same with `this` called by another word."""
    return rebuild(node, lambda each: word if isinstance(each, ast.This) else None)


def it_as(node: ast.Expr, word: ast.Expr) -> ast.Expr:
    """The same with the tested thing, `it` and `its x`, called by another word; what a `where` inside tests stays."""

    def exchange(each: ast.Node) -> ast.Node | None:
        match each:
            case ast.Ref(name=name) if name.text == "it":
                return word
            case ast.Its(name=name):
                return ast.Dot(span=each.span, base=word, name=name)
            case ast.Where(source=source) | ast.Having(source=source) | ast.Sorted(source=source):
                return replace(each, source=rebuild(source, exchange))
            case _:
                return None

    return rebuild(node, exchange)


def renamed(node: Any, old: str, new: str) -> Any:
    """The same with a local called otherwise, where it is mentioned."""

    def exchange(each: ast.Node) -> ast.Node | None:
        if isinstance(each, ast.Ref) and each.name.text == old:
            return ast.Ref(span=each.span, name=ast.Name(span=each.span, text=new))
        return None

    return rebuild(node, exchange)


def size(node: ast.Node) -> int:
    return sum(1 for _ in below(node))


def mentioned(node: ast.Node) -> Iterator[str]:
    """Every word that an expression or block mentions by itself."""
    for each in below(node):
        if isinstance(each, ast.Ref | ast.Call | ast.Of):
            yield each.name.text
