"""What a proof about demands needs everywhere: what stays as it is past a statement, and what nobody can foresee."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulewright.core import tree
from rulewright.core.tree import Expr, Stmt
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.semantics.analyses.bounds import World
from rulewright.semantics.analyses.demands import Demands, Need, Unknown, blurred, touched, unknown_of, with_slots
from rulewright.semantics.analyses.effects import of_expression, of_statement
from rulewright.semantics.analyses.may_fail import Failing
from rulewright.semantics.analyses.notes import Reason
from rulewright.semantics.analyses.places import Effects, meet
from rulewright.semantics.analyses.walk import below, read_slots, written_slots


@dataclass
class Proof:
    """What is worked out once for a program: demands of routines, new slots, problems found on the way."""

    world: World
    failing: Failing
    slots: dict[str, list[str]]
    problems: list[Diagnostic] = field(default_factory=list)
    summaries: dict[str, Demands] = field(default_factory=dict)
    running: list[str] = field(default_factory=list)

    def new_slot(self, routine: str) -> Callable[[str], int]:
        names = self.slots[routine]

        def add(name: str) -> int:
            names.append(name)
            return len(names) - 1

        return add


def leaves(node: Stmt) -> bool:
    """Whether the routine may end inside the statement."""
    return any(isinstance(part, tree.Signal) and part.kind == "stop" for part in below(node))


def stays(proof: Proof, node: Stmt, demand: Need | Unknown) -> bool:
    """Whether a demand behind the statement can as well be made in front of it."""
    effects = of_statement(proof.world.foot, node)
    return (
        not effects.ends and not leaves(node) and not touched(proof.world, demand, effects.writes, written_slots(node))
    )


def kept(proof: Proof, node: Stmt, demand: Need | Unknown) -> Need | Unknown:
    """A demand behind the statement as one at any moment inside it, if the statement cannot change it."""
    return demand if isinstance(demand, Need) and stays(proof, node, demand) else blurred(proof.world, demand)


def search_of(proof: Proof, node: Stmt, words: str) -> Unknown:
    effects = of_statement(proof.world.foot, node)
    return unknown_of(effects, read_slots(node), (Reason(node.span, words),))


def past(proof: Proof, node: Stmt, behind: Demands) -> Demands:
    """The demands behind a statement that itself demands nothing more."""
    found: list[Need | Unknown] = []
    effects = of_statement(proof.world.foot, node)
    for demand in behind:
        if stays(proof, node, demand):
            found.append(demand)
        elif _unforeseen(proof, node, effects, demand):
            report_unforeseen(proof, node, demand)
        else:
            found.append(blurred(proof.world, demand, Reason(node.span, "what it depends on may change here")))
    return tuple(found)


def _unforeseen(proof: Proof, node: Stmt, effects: Effects, demand: Need | Unknown) -> bool:
    """Whether the demand depends on what a draw, a roll or another's answer brings."""
    if isinstance(demand, Unknown):
        return False
    slots = read_slots(demand.test)
    match node:
        case tree.Chance(slot=slot) if slot in slots:
            return True
        case tree.Draw(slot=int(slot)) if slot in slots:
            return not only_there(demand.test, slot)
        case _:
            pass
    reads = of_expression(proof.world.foot, demand.test).reads
    if meet(reads, effects.veils):
        return True
    return (
        effects.others
        and isinstance(node, tree.As | tree.Everyone)
        and touched(proof.world, demand, effects.writes, written_slots(node))
    )


def only_there(test: Expr, slot: int) -> bool:
    """Whether the test asks of a slot only whether there is something."""
    asked = [p for p in below(test) if isinstance(p, tree.Op) and p.name in ("is_none", "some", "count")]
    inside = sum(1 for p in asked for q in below(p) if isinstance(q, tree.Local) and q.slot == slot)
    return inside == sum(1 for q in below(test) if isinstance(q, tree.Local) and q.slot == slot)


def report_unforeseen(proof: Proof, node: Stmt, demand: Need | Unknown) -> None:
    asked = isinstance(node, tree.As | tree.Everyone | tree.Each | tree.Turns)
    what = "another player's answer" if asked else "chance"
    reason = demand.why[0]
    proof.problems.append(
        Diagnostic(
            code=codes.UNSEEN_DEAD_END,
            span=reason.span,
            message=f"whether this can be done depends on {what}, so it may turn out impossible after it was offered",
            label=reason.text,
            labels=(Label(node.span, "not known before this"),),
            help="say what happens then: put it into an action and `do … if possible`, or `do … else …`",
        )
    )


def slots_replaced(proof: Proof, at: str, demands: Demands, values: Mapping[int, Expr]) -> Demands:
    return tuple(
        Need(with_slots(demand.test, values, proof.new_slot(at)), demand.why) if isinstance(demand, Need) else demand
        for demand in demands
    )
