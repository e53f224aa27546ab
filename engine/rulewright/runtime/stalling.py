"""Turns that go by and lead nowhere: in, a state at the beginning of a round; out, a RuleFault once it is sure.

Whoever is asked may do something else this time; what nobody is asked in and nothing changes in goes on for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.core import tree
from rulewright.report import codes
from rulewright.runtime.code import STEPS, Code
from rulewright.runtime.faults import RuleFault, fault
from rulewright.runtime.state import State
from rulewright.runtime.walk import every

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner

HELP = "say when the game ends, or what somebody does who can do nothing else"


def round_begins(run: Runner, s: State, code: Code) -> None:
    """A round of turns begins. Raises a RuleFault if the last one left everything as it was, and nobody was asked."""
    if run.veiled:
        return
    if s.calm is None:
        s.calm = ()
        return
    now = _position(run, s)
    if now == s.calm:
        turn = _turn(code)
        message = f"nobody was asked in a whole round and nothing changed: `{turn.name}` would go on like this for ever"
        raise fault(codes.STALLED, turn.span, message, help=HELP)
    s.calm = now


def in_circle(circle: Iterable[Code]) -> RuleFault | None:
    """The fault for steps that go round without end, if turns are among them."""
    for code in circle:
        if isinstance(code.node, tree.Scope) and code.node.kind in ("turn", "round"):
            turn = _turn(code)
            message = f"nobody was asked in {STEPS:,} steps: `{turn.name}` goes on without end"
            return fault(codes.STALLED, turn.span, message, help=HELP)
    return None


def _turn(code: Code) -> tree.Scope:
    """The first scope of turns in a scope or a loop of flow; the scope itself if it has none."""
    scopes = [node for node in every(code.node) if isinstance(node, tree.Scope)]
    return next((node for node in scopes if node.kind == "turn"), scopes[0])


def _position(run: Runner, s: State) -> tuple[object, ...]:
    """All that decides how it goes on. Which round it is counts only if the rules ask for it."""
    values = s.vars[:]
    if not run.facts.counts_rounds:
        values[run.layout.vars["round_number"].base] = None
    return (
        values, s.zones[:], s.place[:], s.sides[:], s.stream, s.rigged, s.frames[:], [slots[:] for slots in s.locals],
        s.active, s.armed, s.used, s.edges, s.mute, s.busy, s.dirty, s.due,
    )  # fmt: skip
