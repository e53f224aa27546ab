"""Going through a surface tree: its children, everything below a node, a copy with parts exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from rulewright.syntax import ast

N = TypeVar("N")


_PLAIN = frozenset(("bool", "int", "int | None", "str", "tuple[int, ...]"))
"""What fields are declared as that hold no node."""


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(node: ast.Node) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(kind) if f.name != "span" and f.type not in _PLAIN)
    return _PARTS[kind]


def children(node: ast.Node) -> list[ast.Node]:
    """The nodes directly below, in the order written."""
    found: list[ast.Node] = []
    for name in _parts(node):
        value = getattr(node, name)
        if isinstance(value, ast.Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [item for item in value if isinstance(item, ast.Node)]
    return found


def with_blocks(items: Iterable[ast.Item]) -> Iterator[ast.Item]:
    """The items, and those in the blocks of options."""
    for item in items:
        yield item
        if isinstance(item, ast.Option):
            yield from with_blocks(item.items)
            for case in item.cases:
                yield from with_blocks(case.items)


def below(node: ast.Node) -> Iterator[ast.Node]:
    """The node itself and everything below it, parents first."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += children(part)[::-1]


def rebuild(node: N, exchange: Callable[[ast.Node], ast.Node | None]) -> N:
    """A copy in which every node for which `exchange` returns one is exchanged for it; what is below is not visited."""
    assert isinstance(node, ast.Node)
    other = exchange(node)
    if other is not None:
        return other  # type: ignore[return-value]
    changed: dict[str, Any] = {}
    for name in _parts(node):
        value = getattr(node, name)
        if isinstance(value, ast.Node):
            new: Any = rebuild(value, exchange)
        elif isinstance(value, tuple):
            new = tuple(rebuild(item, exchange) if isinstance(item, ast.Node) else item for item in value)
            if all(a is b for a, b in zip(new, value, strict=True)):
                new = value
        else:
            continue
        if new is not value:
            changed[name] = new
    return replace(node, **changed) if changed else node


def mentions(node: ast.Node, name: str) -> bool:
    """Whether the expression mentions a tested thing: `it` / `its` (not those of a `where` inside), or a name."""
    match node:
        case ast.Its():
            return name == "it"
        case ast.Ref():
            return node.name.text == name
        case ast.Where(source=source) if name == "it":
            return mentions(source, name)
        case ast.Having(source=source) | ast.Sorted(source=source) if name == "it":
            return mentions(source, name)
        case _:
            return any(mentions(child, name) for child in children(node) if not isinstance(child, ast.Name))
