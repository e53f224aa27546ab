"""Walking over core trees: in, a node; out, the nodes and slots below it. Knows no meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from rulewright.core import tree

_PLAIN = frozenset(("bool", "int", "int | None", "str", "str | None", "tuple[str, ...]"))
"""What fields are declared as that hold no node."""


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in ("span", "type") and f.type not in _PLAIN)


def children(node: Any) -> list[Any]:
    """The nodes directly below, in order."""
    found: list[Any] = []
    kind: Any = type(node)
    for name in _fields(kind):
        value = getattr(node, name)
        if isinstance(value, tree.Node):
            found.append(value)
        elif isinstance(value, tuple):
            _gather(value, found)
    return found


def _gather(values: tuple[Any, ...], found: list[Any]) -> None:
    for value in values:
        if isinstance(value, tree.Node):
            found.append(value)
        elif isinstance(value, tuple):
            _gather(value, found)


def every(node: Any) -> Iterator[Any]:
    """The node and all nodes below it, a node before what is in it."""
    stack = [node]
    while stack:
        at = stack.pop()
        yield at
        stack += children(at)[::-1]


def slots_needed(*nodes: Any) -> int:
    """How many slots the locals must have for these expressions, at least `me` and `this`."""
    most = tree.THIS
    for node in nodes:
        if node is None:
            continue
        for part in every(node):
            slot = getattr(part, "slot", None)
            if isinstance(slot, int) and slot > most:
                most = slot
    return most + 1
