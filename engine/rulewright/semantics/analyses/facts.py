"""What is known where a statement or part of an expression stands: conditions in force, ranges of numbers and sizes.

Facts are kept by the canonical form of an expression: types forgotten, variables of its own renumbered, the several
ways to ask for one thing brought to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.tree import Expr, Node
from rulewright.semantics.analyses.build import conjunction, local
from rulewright.semantics.analyses.effects import Footprints, of_expression
from rulewright.semantics.analyses.places import Places, meet
from rulewright.semantics.analyses.ranges import ANY, Range, both
from rulewright.semantics.analyses.walk import KEPT, bound_here, by_identity, exchanged, moved, read_slots, rebuilt

OWN = 1_000_000
"""Slots that an expression binds itself are numbered from here, from the outside in."""

MOST = 100
"""So much is known at a time of truths, of ranges and of elements."""

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Facts:
    """`truths`: conditions and what they come to. `ranges`: of Ints. `elements`: of the Ints in a collection."""

    truths: Mapping[Expr, bool] = field(default_factory=dict)
    ranges: Mapping[Expr, Range] = field(default_factory=dict)
    elements: Mapping[Expr, Range] = field(default_factory=dict)


NO_FACTS = Facts()


@by_identity
@lru_cache(maxsize=KEPT)
def canonical(expression: Expr) -> Expr:
    """Two expressions with one canonical form have one value."""
    plain = exchanged(expression, _plain)
    return _numbered(plain, OWN)  # type: ignore[return-value]


def with_truth(facts: Facts, expression: Expr, value: bool) -> Facts:
    key, turned = _unturned(expression)
    return replace(facts, truths={**facts.truths, key: value is not turned})


def truth_of(facts: Facts, expression: Expr) -> bool | None:
    """What the condition is known to come to."""
    if not facts.truths:
        return None
    key, turned = _unturned(expression)
    found = facts.truths.get(key)
    return None if found is None else found is not turned


def _unturned(expression: Expr) -> tuple[Expr, bool]:
    """The canonical form without a `not` in front, and whether there is one."""
    key = canonical(expression)
    return (key.args[0], True) if isinstance(key, tree.Op) and key.name == "not" else (key, False)


def with_range(facts: Facts, expression: Expr, range: Range) -> Facts:
    key = canonical(expression)
    return replace(facts, ranges={**facts.ranges, key: both(facts.ranges.get(key, ANY), range)})


def with_slot(facts: Facts, slot: int, *, number: Range | None = None, elements: Range | None = None) -> Facts:
    """A slot that is bound anew. What was known of its old value must be forgotten first."""
    here = _slot(slot)
    if number is not None:
        facts = replace(facts, ranges={**facts.ranges, here: number})
    if elements is not None:
        facts = replace(facts, elements={**facts.elements, here: elements})
    return facts


def slot_of(slot: int) -> Expr:
    """The canonical form of a slot."""
    return _slot(slot)


def after_writes(foot: Footprints, facts: Facts, writes: Places, slots: Iterable[int] = ()) -> Facts:
    """What is still known after these places and slots may have changed."""
    gone = frozenset(slots)

    def stays(key: Expr) -> bool:
        return not (gone & read_slots(key)) and not (writes and meet(of_expression(foot, key).reads, writes))

    if not gone and not writes:
        return facts
    return Facts(
        _latest({key: value for key, value in facts.truths.items() if stays(key)}),
        _latest({key: value for key, value in facts.ranges.items() if stays(key)}),
        _latest({key: value for key, value in facts.elements.items() if stays(key)}),
    )


def _latest(known: dict[Expr, V]) -> dict[Expr, V]:
    """All that is known, or of very much what was learnt last: in a block without end it would be too much to go
    through at every statement. To know less is never wrong.
    """
    return known if len(known) <= MOST else dict(islice(known.items(), len(known) - MOST, None))


def inside_call(facts: Facts, same_player: bool) -> Facts:
    """What is still known inside a definition or action: what reads none of the caller's slots but the player."""
    kept = frozenset((tree.ME,)) if same_player else frozenset()
    return Facts(
        {key: value for key, value in facts.truths.items() if read_slots(key) <= kept},
        {key: value for key, value in facts.ranges.items() if read_slots(key) <= kept},
        {key: value for key, value in facts.elements.items() if read_slots(key) <= kept},
    )


def common(first: Facts, second: Facts) -> Facts:
    """What is known on both ways."""
    return Facts(
        {key: value for key, value in first.truths.items() if second.truths.get(key) is value},
        {key: _around(r, second.ranges[key]) for key, r in first.ranges.items() if key in second.ranges},
        {key: _around(r, second.elements[key]) for key, r in first.elements.items() if key in second.elements},
    )


def _around(a: Range, b: Range) -> Range:
    return Range(min(a.low, b.low), max(a.high, b.high))


def slot_exchanged(expression: Expr, old: int, new: int) -> Expr:
    """The expression about what lies in another slot."""

    def go(part: Node) -> Node:
        return local(new, t.UNKNOWN, part.span) if isinstance(part, tree.Local) and part.slot == old else part

    return exchanged(expression, go)


def _slot(slot: int) -> Expr:
    return tree.Local(span=None, type=t.UNKNOWN, slot=slot, name="")  # type: ignore[arg-type]


def _plain(node: Node) -> Node:
    if isinstance(node, tree.Typed) and node.type is not t.UNKNOWN:
        node = replace(node, type=t.UNKNOWN)
    match node:
        case tree.Fold(plan=plan) if plan is not None:
            return _plain(replace(node, plan=None))
        case tree.Can(test=test) if test is not None:
            return replace(node, test=None)
        case tree.Checked(value=value):
            return value
        case tree.Fold(kind="every", test=test, body=body) if body is not None:
            return _not(_plainly(replace(node, kind="any", test=_and(node, test, _not(body)), body=None)))
        case tree.Fold(kind="any", body=body) if body is not None:
            return _plain(replace(node, test=_and(node, node.test, body), body=None))
        case tree.Fold(kind="any" | "count" | "sum" | "max" | "min", source=tree.Fold(kind="filter") as inner):
            assert inner.test is not None
            test = slot_exchanged(inner.test, inner.slot, node.slot)
            return _plain(replace(node, source=inner.source, test=_and(node, test, node.test)))
        case tree.Fold(kind="any" | "count", test=None, source=source):
            return _plain(_op("some" if node.kind == "any" else "count", source))
        case tree.Op(name="some" | "count" as name, args=(tree.Fold(kind="filter") as inner,)):
            return replace(inner, kind="any" if name == "some" else "count")
        case tree.Op(name="some", args=(tree.Op(name="as_set" | "as_list" | "int_set" | "distinct", args=(inside,)),)):
            return _plain(_op("some", inside))
        case tree.Op(name="gt" | "ge" as name, args=(a, b)):
            return _op("lt" if name == "gt" else "le", b, a)
        case tree.Op(name="ne", args=(a, b)):
            return _not(_op("eq", a, b))
        case tree.Op(name="not", args=(tree.Op(name="not", args=(inside,)),)):
            return inside
        case _:
            return node


def _plainly(value: Expr) -> Expr:
    return _plain(value)  # type: ignore[return-value]


def _op(name: str, *args: Expr) -> tree.Op:
    return tree.Op(span=args[0].span, type=t.UNKNOWN, name=name, args=args)


def _not(value: Expr) -> Expr:
    if isinstance(value, tree.Op) and value.name == "not":
        return value.args[0]
    return _op("not", value)


def _and(node: Node, *parts: Expr | None) -> Expr:
    return _plainly(conjunction((part for part in parts if part is not None), node.span))


def renumbered(expression: Expr, first: int) -> Expr:
    """With its own slots numbered from another number on, for a place where theirs may mean something else."""
    return _numbered(expression, first)  # type: ignore[return-value]


def _numbered(node: Node, depth: int) -> Node:
    """Bound slots by how many are bound around them."""
    mine = bound_here(node)
    if mine and any(slot < OWN for slot in mine):
        node = moved(node, dict.fromkeys(mine, depth))
    below = depth + 1 if mine else depth
    return rebuilt(node, lambda child: _numbered(child, below))
