"""Where the thing in a slot was taken from: a fact like others, forgotten where the thing may have left that place."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.tree import Expr
from rulewright.semantics.analyses.effects import sources_of
from rulewright.semantics.analyses.facts import Facts, slot_of, with_truth

LIES = "lies in"
"""A fact that no expression states."""


def lying_in(facts: Facts, slot: int, source: Expr) -> Facts:
    """With the place that the thing in a slot, if there is one, was taken from."""
    if sources_of(source) is None:
        return facts
    return with_truth(facts, tree.Op(span=source.span, type=t.BOOL, name=LIES, args=(slot_of(slot), source)), True)


def where_it_lies(facts: Facts, slot: int) -> Expr | None:
    """What the thing in a slot was read from, if it must lie there still."""
    for key, value in facts.truths.items():
        match key:
            case tree.Op(name=name, args=(tree.Local(slot=at), source)) if name == LIES and value and at == slot:
                return source
            case _:
                pass
    return None


def apart(facts: Facts, one: Expr, other: Expr) -> bool:
    """Whether the two are never the same thing, since one of them lies where the other is not read from."""
    return _elsewhere(facts, one, other) or _elsewhere(facts, other, one)


def _elsewhere(facts: Facts, thing: Expr, read: Expr) -> bool:
    if not isinstance(thing, tree.Local) or not isinstance(thing.type, t.Component | t.Union):
        return False
    home, places = where_it_lies(facts, thing.slot), sources_of(read)
    found = None if home is None else sources_of(home)
    if not found or places is None:
        return False
    return not {(place.kind, place.name) for place in found} & {(place.kind, place.name) for place in places}
