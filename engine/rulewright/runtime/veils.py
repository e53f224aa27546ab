"""What a player does not know: in, a state and a player; out, the components not to be looked at for that player.

A search veils them; so does a condition of a later step that is asked before the step is offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.core import tree
from rulewright.runtime import knowledge, learning
from rulewright.runtime.bits import mask_of
from rulewright.runtime.code import Slots
from rulewright.runtime.evaluate import Fn
from rulewright.runtime.faults import Opaque
from rulewright.runtime.layout import ORDERED
from rulewright.runtime.places import mask_in
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner


def veil_for(run: Runner, s: State, me: int | None, *, roughly: bool = False) -> int:
    """The components that `me` (None: somebody) cannot tell. `roughly`: also those in zones `me` does not see into of
    which `me` knows all the same.
    """
    layout, mask = run.layout, 0
    told = None if roughly else learning.known(s)
    for zone in layout.hidden_zones:
        seen_by = layout.seen_by[zone]
        if (seen_by == layout.everybody) if me is None else seen_by >> me & 1:
            continue
        inside = mask_in(layout, s, zone)
        if not inside:
            continue
        if me is not None and told is not None:
            if layout.zone_kind[zone] in ORDERED:
                inside &= ~mask_of(c for _, c in knowledge.known_places(told, me, zone))
            else:
                inside &= ~knowledge.surely_in(told, me, zone)
        elif me is None and layout.zones[zone].decl.top_up and s.zones[zone]:
            inside &= ~(1 << s.zones[zone][-1])
        mask |= inside
    return mask


def foreseen(run: Runner, test: tree.Expr) -> Fn:
    """A condition of a later step: true as well where it reads what the one who acts does not know."""
    plain = run.compiler.expr(test)
    unseen = [run.facts.reads_unseen(test, seat) for seat in range(run.layout.count)]
    if run.veiled or not any(unseen):
        return plain
    compiled: list[Fn] = []

    def holds(s: State, f: Slots) -> bool:
        me = f[0]
        if me is None or not unseen[me]:
            return bool(plain(s, f))
        if not compiled:
            compiled.append(run.look.compiler.expr(test))
        s.budget = [0]
        try:
            for roughly in (True, False):
                s.veil = veil_for(run, s, me, roughly=roughly)
                try:
                    return bool(compiled[0](s, f))
                except Opaque:
                    pass
            return True
        finally:
            s.veil, s.budget = 0, None

    return holds
