"""Slots that analyses added, as few as can be. In: a Program with slots added behind a routine's own. Out: the same
with the added ones shared: variables of expressions that are not inside each other can live in one slot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.core.tree import Node
from rulewright.semantics.analyses.walk import below, bound_here, moved, rebuilt

N = TypeVar("N", bound=Node)
APART = 1_000_000
"""Added to new numbers while old ones are still about."""


def shared_slots(program: Program, own: Mapping[str, int]) -> Program:
    """`own`: how many slots each routine had of its own."""
    deepest: dict[str, int] = dict.fromkeys(own, 0)

    def share(routine: str, node: N) -> N:
        first = own[routine]
        new, depth = _shared(node, first, 0)
        deepest[routine] = max(deepest[routine], depth)
        return _brought_down(new, first)

    bodies = {name: share(name, routine.body) for name, routine in program.routines.items()}
    rules = tuple(
        replace(
            rule,
            test=None if rule.test is None else share(rule.routine, rule.test),
            threshold=None if rule.threshold is None else share(rule.routine, rule.threshold),
            generator=None if rule.generator is None else (rule.generator[0], share(rule.routine, rule.generator[1])),
        )
        for rule in program.rules
    )
    routines = {
        name: replace(routine, body=bodies[name], slots=(*routine.slots[: own[name]], *(["it"] * deepest[name])))
        for name, routine in program.routines.items()
    }
    return replace(program, routines=routines, rules=rules)


def _shared(node: N, first: int, depth: int) -> tuple[N, int]:
    """Added slots by how many are bound around them; and how many are bound inside each other at most."""
    mine = [slot for slot in bound_here(node) if first <= slot < APART]
    if mine:
        node = moved(node, dict.fromkeys(mine, APART + depth))
        depth += 1
    most = depth

    def go(child: Node) -> Node:
        nonlocal most
        new, deep = _shared(child, first, depth)
        most = max(most, deep)
        return new

    return rebuilt(node, go), most


def _brought_down(node: N, first: int) -> N:
    """The new numbers, right behind the routine's own."""
    found = {part.slot for part in below(node) if isinstance(part, tree.Local)}
    found |= {slot for part in below(node) for slot in bound_here(part)}
    return moved(node, {slot: slot - APART + first for slot in sorted(found) if slot >= APART})
