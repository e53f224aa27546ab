"""What must hold for the rules to go on: demands, each with the places in the rules it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulewright.core import tree
from rulewright.core.tree import Expr, Node
from rulewright.report.span import Span
from rulewright.semantics.analyses.assume import known, simplified
from rulewright.semantics.analyses.bounds import World
from rulewright.semantics.analyses.build import conjunction, conjuncts
from rulewright.semantics.analyses.effects import of_expression
from rulewright.semantics.analyses.facts import Facts
from rulewright.semantics.analyses.notes import Reason
from rulewright.semantics.analyses.places import NOWHERE, Effects, Places, meet
from rulewright.semantics.analyses.walk import NewSlot, below, bound, children, mentions, read_slots, rebuilt

SOMETHING_TO_CHOOSE = "something must be there to choose"


@dataclass(frozen=True, slots=True)
class Need:
    """A condition of this moment without which no continuation comes to an end."""

    test: Expr
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that may fail and was not brought to a condition: only a search can tell. `reads` and `slots`: what it
    can depend on; None stands for everything. `about`: what the conditions in it are known to read.
    """

    why: tuple[Reason, ...]
    reads: Places | None = None
    slots: frozenset[int] | None = None
    about: Places = NOWHERE


Demands = tuple[Need | Unknown, ...]


def settled(world: World, facts: Facts, demands: Demands) -> Demands:
    """Without what is known to hold; conjunctions taken apart; each once."""
    found: dict[tuple[str, object], Need | Unknown] = {}
    for demand in demands:
        if isinstance(demand, Unknown):
            found.setdefault(("unknown", demand.why), demand)
            continue
        for part in conjuncts(simplified(world, facts, demand.test)):
            if known(world, facts, part) is not True:
                found.setdefault(("need", part), Need(part, demand.why))
    return tuple(found.values())


def needs(demands: Demands) -> tuple[Need, ...]:
    return tuple(demand for demand in demands if isinstance(demand, Need))


def unknowns(demands: Demands) -> tuple[Unknown, ...]:
    return tuple(demand for demand in demands if isinstance(demand, Unknown))


def as_test(demands: Demands, span: Span) -> Expr:
    """All needs as one condition."""
    return conjunction((need.test for need in needs(demands)), span)


def reasons(demands: Iterable[Need | Unknown]) -> tuple[Reason, ...]:
    return tuple(dict.fromkeys(reason for demand in demands for reason in demand.why))


def reads_of(world: World, demand: Need | Unknown) -> Places | None:
    return demand.reads if isinstance(demand, Unknown) else of_expression(world.foot, demand.test).reads


def touched(world: World, demand: Need | Unknown, writes: Places, slots: frozenset[int] = frozenset()) -> bool:
    """Whether what a demand depends on may change where these places and slots are written."""
    if isinstance(demand, Unknown):
        if demand.slots is None or demand.slots & slots:
            return bool(slots) or bool(writes)
    elif read_slots(demand.test) & slots:
        return True
    reads = reads_of(world, demand)
    return bool(writes) and (reads is None or meet(reads, writes))


def unknown_of(effects: Effects, slots: frozenset[int], why: tuple[Reason, ...]) -> Unknown:
    """A search over something with these effects."""
    return Unknown(why, effects.reads | effects.writes, slots, effects.reads)


def blurred(world: World, demand: Need | Unknown, *more: Reason) -> Unknown:
    """A demand that is no condition of this moment any more."""
    about = demand.about if isinstance(demand, Unknown) else of_expression(world.foot, demand.test).reads
    return Unknown((*demand.why, *more), None, None, about)


# ------------------------------------------------------------------ moving conditions about


def with_slots(expression: Expr, values: Mapping[int, Expr], new_slot: NewSlot) -> Expr:
    """The condition with slots replaced by values of the moment before. A value that is not plain and would be worked
    out more than once is bound to a slot of its own.
    """
    plain: dict[int, Expr] = {}
    lets: list[tuple[int, Expr]] = []
    for slot, value in sorted(values.items()):
        if not mentions(expression, (slot,)):
            continue
        if isinstance(value, tree.Const | tree.Local) or _read_once(expression, slot):
            plain[slot] = value
        else:
            fresh = new_slot("value")
            lets.append((fresh, value))
            plain[slot] = tree.Local(span=value.span, type=value.type, slot=fresh, name="value")
    body = copied(expression, plain, new_slot)
    for fresh, value in reversed(lets):
        body = tree.Let(span=body.span, type=body.type, slot=fresh, value=value, body=body)
    return body


def copied(expression: Expr, values: Mapping[int, Expr], new_slot: NewSlot) -> Expr:
    """A copy with slots replaced and slots of its own renewed, all at once."""
    names = {part.slot: part.name for part in below(expression) if isinstance(part, tree.Local)}
    renamed = {slot: new_slot(names.get(slot, "it")) for slot in sorted(bound(expression))}

    def go(node: Node) -> Node:
        if isinstance(node, tree.Local):
            if node.slot in renamed:
                return replace(node, slot=renamed[node.slot])
            return values.get(node.slot, node)
        new = rebuilt(node, go)
        if isinstance(new, tree.Let | tree.Fold | tree.Sort):
            return replace(new, slot=renamed[new.slot])
        if isinstance(new, tree.Arm) and new.slot is not None:
            return replace(new, slot=renamed[new.slot])
        return new

    return go(expression)  # type: ignore[return-value]


def _read_once(expression: Expr, slot: int) -> bool:
    """Whether the slot is read at most once, and not for each element of something."""

    def count(node: Node, weight: int) -> int:
        if isinstance(node, tree.Local):
            return weight if node.slot == slot else 0
        if isinstance(node, tree.Fold | tree.Sort):
            inner = 2 * weight
            parts = [part for part in (getattr(node, "test", None), getattr(node, "body", None)) if part is not None]
            parts += list(node.keys) if isinstance(node, tree.Sort) else []
            return count(node.source, weight) + sum(count(part, inner) for part in parts)
        return sum(count(child, weight) for child in children(node))

    return count(expression, 1) <= 1
