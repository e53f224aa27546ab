"""Going through a core tree: what is below a node, a copy with parts exchanged, which slots are read and bound.

Slots are unique in a routine: no two variables share one. `renewed` keeps it so where an expression is copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeGuard, TypeVar

from rulewright.core import tree
from rulewright.core.tree import Expr, Node, Stmt

STATEMENTS = (
    tree.Seq, tree.Bind, tree.Branch, tree.Repeat, tree.Each, tree.Set, tree.Require, tree.Move, tree.Draw,
    tree.Shuffle, tree.Chance, tree.Flip, tree.Show, tree.Claim, tree.Choose, tree.Menu, tree.Do, tree.As,
    tree.Everyone, tree.Together, tree.Scope, tree.Turns, tree.ArmRules, tree.Signal, tree.NextTurn, tree.Log,
)  # fmt: skip

N = TypeVar("N", bound=Node)
R = TypeVar("R")
Exchange = Callable[[Node], Node]
NewSlot = Callable[[str], int]

KEPT = 1 << 13
"""So much of a function is kept by `by_identity`, before it begins anew."""

EXPRESSIONS = (
    tree.Const, tree.Local, tree.Get, tree.ZoneAt, tree.Column, tree.Op, tree.Let, tree.Match, tree.Fold, tree.Sort,
    tree.Query, tree.Call, tree.Apply, tree.Can, tree.Closure, tree.Checked,
)  # fmt: skip


_PLAIN = frozenset(("bool", "int", "int | None", "str", "str | None", "tuple[str, ...]"))
"""What fields are declared as that hold no node. Analyses go through the trees again and again, and past these."""


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(node: Node) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(kind) if f.name not in ("span", "type") and f.type not in _PLAIN)
    return _PARTS[kind]


def children(node: Node) -> list[Node]:
    """The nodes directly below, in order."""
    found: list[Node] = []
    for name in _parts(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [item for item in value if isinstance(item, Node)]
    return found


def below(node: Node) -> Iterator[Node]:
    """The node itself and everything below it, parents first."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += children(part)[::-1]


def by_identity(function: Callable[[N], R]) -> Callable[[N], R]:
    """Keeps what a function gives for a node. The same node comes again and again, and to compare large trees by what
    they mean takes as long as to go through them.
    """
    known: dict[int, tuple[N, R]] = {}

    def kept(node: N) -> R:
        found = known.get(id(node))
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            found = known[id(node)] = (node, function(node))  # with the node, so that no other gets its number
        return found[1]

    return kept


def size(node: Node) -> int:
    return sum(1 for _ in below(node))


def rebuilt(node: N, change: Exchange) -> N:
    """A copy whose direct children went through `change`; the node itself if none changed."""
    changed: dict[str, Any] = {}
    for name in _parts(node):
        value = getattr(node, name)
        new: Any = value
        if isinstance(value, Node):
            new = change(value)
        elif isinstance(value, tuple) and any(isinstance(item, Node) for item in value):
            items = tuple(change(item) if isinstance(item, Node) else item for item in value)
            new = value if all(a is b for a, b in zip(items, value, strict=True)) else items
        if new is not value:
            changed[name] = new
    return replace(node, **changed) if changed else node


def exchanged(node: N, change: Exchange) -> N:
    """A copy in which every node, children first, went through `change`."""

    def go(part: Node) -> Node:
        return change(rebuilt(part, go))

    return go(node)  # type: ignore[return-value]


def is_expression(node: Node) -> TypeGuard[Expr]:
    return isinstance(node, EXPRESSIONS)


def is_statement(node: Node) -> TypeGuard[Stmt]:
    return isinstance(node, STATEMENTS)


def bound_here(node: Node) -> tuple[int, ...]:
    """The slots that this very node binds inside itself (expressions and what hangs on them)."""
    match node:
        case tree.Let(slot=slot) | tree.Fold(slot=slot) | tree.Sort(slot=slot):
            return (slot,)
        case tree.Match(arms=arms):
            return tuple(arm.fits.slot for arm in arms if arm.fits.slot is not None)
        case _:
            return ()


def bound(node: Node) -> frozenset[int]:
    """The slots that expressions inside the node bind for themselves."""
    return frozenset(slot for part in below(node) for slot in bound_here(part))


@by_identity
def read_slots(node: Node) -> frozenset[int]:
    """The slots the node reads and does not bind for itself."""
    read: set[int] = set()
    own: set[int] = set()
    for part in below(node):
        if isinstance(part, tree.Local):
            read.add(part.slot)
        else:
            own.update(bound_here(part))
    return frozenset(read - own)


def written_slots(node: Node) -> frozenset[int]:
    """The slots that statements inside the node bind."""
    found: list[int] = []
    for part in below(node):
        match part:
            case tree.Bind(slot=slot) | tree.Each(slot=slot) | tree.Chance(slot=slot) | tree.Choose(slot=slot):
                found.append(slot)
            case tree.Transfer(slot=int(slot)) | tree.Draw(slot=int(slot)) | tree.Repeat(slot=int(slot)):
                found.append(slot)
            case tree.Item(slot=int(slot)):
                found.append(slot)
            case tree.StmtArm(fits=fits) if fits.slot is not None:
                found.append(fits.slot)
            case _:
                pass
    return frozenset(found)


def renewed(node: N, new_slot: NewSlot, names: Mapping[int, str] | None = None) -> N:
    """A copy whose own bound slots are new ones of the routine it goes into."""
    named = dict(names or {})
    for part in below(node):
        if isinstance(part, tree.Local):
            named.setdefault(part.slot, part.name)
    mine = sorted(bound(node))
    return moved(node, {slot: new_slot(named.get(slot, "it")) for slot in mine})


def moved(node: N, slots: Mapping[int, int]) -> N:
    """A copy in which bound slots have other numbers, at their binding and wherever they are read."""
    if not slots:
        return node

    def change(part: Node) -> Node:
        match part:
            case tree.Local(slot=slot) | tree.Let(slot=slot) | tree.Fold(slot=slot) | tree.Sort(slot=slot):
                return replace(part, slot=slots[slot]) if slot in slots else part
            case tree.Arm(slot=int(slot)):
                return replace(part, slot=slots[slot]) if slot in slots else part
            case _:
                return part

    return exchanged(node, change)


def mentions(node: Node, slots: Iterable[int]) -> bool:
    wanted = frozenset(slots)
    return any(isinstance(part, tree.Local) and part.slot in wanted for part in below(node))
