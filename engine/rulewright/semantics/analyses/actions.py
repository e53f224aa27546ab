"""Demands of what is carried out: actions, cells of cards, closures. See `possible`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import ComponentDecl
from rulewright.core.tree import Expr, Invoke
from rulewright.report.span import Span
from rulewright.semantics.analyses import possible
from rulewright.semantics.analyses.assume import assumed
from rulewright.semantics.analyses.build import boolean, either, is_true, local, number, op
from rulewright.semantics.analyses.demands import (
    Demands,
    Need,
    Unknown,
    as_test,
    blurred,
    needs,
    reasons,
    settled,
    unknown_of,
    unknowns,
    with_slots,
)
from rulewright.semantics.analyses.effects import of_expression, of_invoke, targets
from rulewright.semantics.analyses.facts import Facts, canonical
from rulewright.semantics.analyses.may_fail import invoke_may_fail, wrapping
from rulewright.semantics.analyses.notes import Reason
from rulewright.semantics.analyses.places import NOWHERE, meet
from rulewright.semantics.analyses.proof import Proof, past, search_of, stays
from rulewright.semantics.analyses.walk import read_slots


def of_do(proof: Proof, at: str, facts: Facts, node: tree.Do, behind: Demands, leave: Demands) -> Demands:
    world = proof.world
    if node.otherwise is None:
        return (*invoked(proof, at, facts, node.invoke, node.span), *past(proof, node, behind))
    can = settled(world, facts, invoked(proof, at, facts, node.invoke, node.span))
    shared = tuple(demand for demand in behind if stays(proof, node, demand))
    own = tuple(demand for demand in behind if demand not in shared)
    done = past(proof, replace(node, otherwise=None), own)
    if not can:
        return (*done, *shared)
    test = as_test(can, node.span)
    refused = facts if unknowns(can) else assumed(world, facts, test, False)
    other = possible.before(proof, at, refused, node.otherwise, own, leave)
    if not done and not other:
        return shared
    if unknowns(can) or unknowns(done) or unknowns(other):
        return (search_of(proof, node, "this may fail either way"), *(blurred(proof.world, d) for d in own), *shared)
    both = either(test, as_test(done, node.span), as_test(other, node.span))
    return (Need(both, reasons((*done, *other))), *shared)


def invoked(proof: Proof, at: str, facts: Facts, invoke: Invoke, span: Span) -> Demands:
    """What must hold so that an action, a cell or a closure can be carried out to its end."""
    world = proof.world
    names = targets(world.foot, invoke)
    if not invoke_may_fail(proof.failing, invoke):
        return ()
    effects = of_invoke(world.foot, invoke)
    slots = frozenset(slot for part in (invoke.me, invoke.subject, *invoke.args) if part for slot in read_slots(part))

    def unknown(words: str, more: tuple[Reason, ...] = ()) -> Demands:
        return (unknown_of(effects, slots, (Reason(span, words), *more)),)

    if invoke.routine is None and invoke.column is None:
        return unknown("which action this is, is not known")
    for name in names:
        wraps = wrapping(world, name)
        reads = (of_expression(world.foot, need.test).reads for need in needs(possible.demands_of(proof, name)))
        writes = NOWHERE.union(*(world.foot.routines[rule.routine].writes for rule in wraps))
        if wraps and (
            any(rule.kind == "instead" or proof.failing.routines[rule.routine] for rule in wraps)
            or any(meet(read, writes) for read in reads)
        ):
            return unknown("a rule may come before it or instead of it")
    if invoke.routine is not None:
        return _inlined(proof, at, facts, invoke, invoke.routine, None, {}, span)
    assert invoke.subject is not None and invoke.column is not None
    return _cells(proof, at, facts, invoke, invoke.subject, invoke.column, span, unknown)


def _inlined(
    proof: Proof,
    at: str,
    facts: Facts,
    invoke: Invoke,
    name: str,
    this: Expr | None,
    more: Mapping[int, Expr],
    span: Span,
) -> Demands:
    """The demands of a routine in the slots of the one that calls it."""
    nobody = tree.Const(span=span, type=t.Nothing(), value=None)
    values: dict[int, Expr] = {
        tree.ME: invoke.me if invoke.me is not None else local(tree.ME, t.PLAYER, span, "me"),
        tree.THIS: this if this is not None else nobody,
        **more,
        **dict(enumerate(invoke.args, 2 + len(more))),
    }
    found: list[Need | Unknown] = []
    for demand in possible.demands_of(proof, name):
        if isinstance(demand, Unknown):
            found.append(replace(demand, slots=None if demand.slots is None or demand.slots - {0, 1} else frozenset()))
        elif read_slots(demand.test) <= set(values):
            found.append(Need(with_slots(demand.test, values, proof.new_slot(at)), demand.why))
        else:
            found.append(blurred(proof.world, demand))
    return settled(proof.world, facts, tuple(found))


def _cells(
    proof: Proof,
    at: str,
    facts: Facts,
    invoke: Invoke,
    subject: Expr,
    column: str,
    span: Span,
    unknown: Callable[[str, tuple[Reason, ...]], Demands],
) -> Demands:
    """The demands of whatever cell the component carries: a match over its rows."""
    program = proof.world.program
    members = program.unions.get(invoke.owner, (invoke.owner,))
    by_type: list[tuple[str, Expr]] = []
    why: list[Reason] = []
    for member in members:
        component = program.components[member]
        arms: list[tree.MatchArm] = []
        for row in component.rows:
            found: list[Demands] = []
            for side in row.cells:
                cell = side.get(column)
                more = {
                    slot: tree.Column(
                        span=span, type=component.fields[name].type, owner=member, column=name, subject=subject
                    )
                    for slot, (name, _) in enumerate(row.generators, 2)
                    if name in component.fields
                }
                narrowed = _narrowed(subject, member)
                found.append(
                    _inlined(proof, at, facts, invoke, cell, narrowed, more, span) if isinstance(cell, str) else ()
                )
            if any(unknowns(demands) for demands in found):
                return unknown("whether this card's action can be done", reasons(d for ds in found for d in ds))
            why += [reason for demands in found for reason in reasons(demands)]
            test = _by_side(component, subject, [as_test(demands, span) for demands in found], span)
            arms.append(tree.MatchArm(span=span, fits=tree.Arm(span=span, rows=(row.name,)), body=test))
        by_type.append((member, _over_rows(_narrowed(subject, member), arms, span)))
    if all(is_true(test) for _, test in by_type):
        return ()
    reason = tuple(dict.fromkeys(why))
    if len(by_type) == 1:
        return (Need(by_type[0][1], reason),)
    typed = tuple(
        tree.MatchArm(span=span, fits=tree.Arm(span=span, types=(name,)), body=test) for name, test in by_type
    )
    return (Need(tree.Match(span=span, type=t.BOOL, subject=subject, arms=typed), reason),)


def _narrowed(subject: Expr, member: str) -> Expr:
    if isinstance(subject.type, t.Component) and subject.type.name == member:
        return subject
    return replace(subject, type=t.Component(member))


def _by_side(component: ComponentDecl, subject: Expr, tests: list[Expr], span: Span) -> Expr:
    """The test of the side that is up."""
    if not tests:
        return boolean(True, span)
    result = tests[-1]
    for i in range(len(tests) - 2, -1, -1):
        if canonical(tests[i]) != canonical(result):
            shown = op("shows", t.BOOL, subject, number(i, span))
            result = either(shown, tests[i], result)
    return result


def _over_rows(subject: Expr, arms: list[tree.MatchArm], span: Span) -> Expr:
    if all(canonical(arm.body) == canonical(arms[0].body) for arm in arms[1:]):
        return arms[0].body if arms else boolean(True, span)
    return tree.Match(span=span, type=t.BOOL, subject=subject, arms=tuple(arms))
