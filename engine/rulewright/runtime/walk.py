"""Walking over core trees: in, a node; out, the nodes and slots below it. Knows no meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from rulewright.core import tree


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in ("span", "type"))


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below, in order."""
    kind: Any = type(node)
    for name in _fields(kind):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tree.Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)


def every(node: Any) -> Iterator[Any]:
    """The node and all nodes below it, a node before what is in it."""
    stack = [node]
    while stack:
        at = stack.pop()
        yield at
        stack.extend(reversed(list(children(at))))


def slots_needed(*nodes: Any) -> int:
    """How many slots the locals must have for these expressions, at least `me` and `this`."""
    most = tree.THIS
    for node in nodes:
        if node is None:
            continue
        for part in every(node):
            slot = getattr(part, "slot", None) if is_dataclass(part) else None
            if isinstance(slot, int) and slot > most:
                most = slot
    return most + 1
