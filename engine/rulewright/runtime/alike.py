"""Which things are alike: in, a state and components or values; out, the first of those that nobody can tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.core import types as t
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.evaluate import is_component
from rulewright.runtime.layout import ORDERED
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner


def distinct(run: Runner, s: State, type: t.Type, found: Any) -> Any:
    """Of equal components and equal values only the first."""
    if not found:
        return found
    if not is_component(type):
        return found if isinstance(found, int) or len(found) == 1 else tuple(dict.fromkeys(found))
    masked = isinstance(found, int)
    mask = found if masked else mask_of(found)
    if not mask & run.layout.components.twins or not mask & (mask - 1):
        return found
    things = members(found) if masked else found
    if len({s.place[c] for c in things}) == len(things):
        return found
    seen: set[Any] = set()
    kept = []
    for c in things:
        key = equal_key(run, s, c)
        if key not in seen:
            seen.add(key)
            kept.append(c)
    return mask_of(kept) if masked else tuple(kept)


def equal_key(run: Runner, s: State, c: int) -> tuple[Any, ...]:
    """Equal for components that no player and no rule can tell apart."""
    parts, place = run.layout.components, s.place[c]
    if not parts.twins >> c & 1 or (place >= 0 and run.layout.zone_kind[place] in ORDERED):
        return (c,)
    side = [up >> c & 1 for up in s.sides] if run.layout.sided >> c & 1 else None
    about = tuple([s.vars[slot] for slot in run.layout.slots_about(c)])
    return parts.kind_of[c], place, tuple(side) if side else None, about
