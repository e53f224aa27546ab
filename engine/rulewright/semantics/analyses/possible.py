"""What must hold before a statement so that it can be finished. In: a statement, what is demanded behind it. Out: what
is demanded in front of it, as conditions on the state there where that can be done (the weakest ones: they hold exactly
where some continuation comes to an end), else as something unknown that only a search can tell.

    require C            C, and what is demanded behind it
    pay n x              x - n is not below the bound
    place K on s         my supply has a K
    let v = E            the demands behind, with E for v
    choose x in X        some x in X passes the tests and the demands behind; those that do not read x stand alone
    do A                 the demands of A's body, with the arguments for the parameters
    anything else        the demands behind, where it cannot change what they read

Behind a draw, a roll or another's answer, what depends on it cannot be demanded of the one who chooses now: there the
rules need an `else`, and the demand is reported.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.tree import Expr, Stmt
from rulewright.report.span import Span
from rulewright.semantics.analyses import actions, changes, questions
from rulewright.semantics.analyses.build import (
    any_of,
    boolean,
    conjunction,
    disjunction,
    either,
    is_true,
    local,
    negated,
    number,
    op,
)
from rulewright.semantics.analyses.demands import (
    Demands,
    Need,
    Unknown,
    as_test,
    blurred,
    copied,
    needs,
    reasons,
    settled,
    touched,
    unknown_of,
    unknowns,
    with_slots,
)
from rulewright.semantics.analyses.effects import of_expression, of_routine, of_statement
from rulewright.semantics.analyses.facts import NO_FACTS, Facts
from rulewright.semantics.analyses.may_fail import may_fail
from rulewright.semantics.analyses.notes import Reason
from rulewright.semantics.analyses.proof import (
    Proof,
    leaves,
    only_there,
    past,
    report_unforeseen,
    search_of,
    slots_replaced,
    stays,
)
from rulewright.semantics.analyses.steps import after as known_after
from rulewright.semantics.analyses.steps import as_somebody, in_branch, in_pass, is_rest, unfitted
from rulewright.semantics.analyses.walk import is_statement, read_slots, size, written_slots

LARGE = 1500
"""A condition of more nodes is left to the search."""


def demands_of(proof: Proof, routine: str) -> Demands:
    """What must hold at the start of an action, cell or rule so that it can be finished, in its own slots."""
    if routine not in proof.summaries:
        body = proof.world.program.routines[routine].body
        if not proof.failing.routines[routine] or not is_statement(body):
            proof.summaries[routine] = ()
        elif routine in proof.running:
            why = Reason(body.span, f"`{routine}` can come round to itself")
            return (unknown_of(of_routine(proof.world.foot, routine), frozenset(), (why,)),)
        else:
            proof.running.append(routine)
            found = before(proof, routine, NO_FACTS, body, (), ())
            proof.running.pop()
            if proof.running and unknowns(found):
                return found
            proof.summaries[routine] = found
    return proof.summaries[routine]


def before(proof: Proof, at: str, facts: Facts, node: Stmt, behind: Demands, leave: Demands) -> Demands:
    """The demands in front of the statement. `at`: the routine it stands in; `facts`: what is known in front of it;
    `behind`: what is demanded after it; `leave`: what is demanded where the routine ends early.
    """
    found = _before(proof, at, facts, node, behind, leave)
    if any(size(need.test) > LARGE for need in needs(found)):
        effects = of_statement(proof.world.foot, node)
        found = (*unknowns(found), unknown_of(effects, frozenset(), reasons(needs(found))))
    return settled(proof.world, facts, found)


def _before(proof: Proof, at: str, facts: Facts, node: Stmt, behind: Demands, leave: Demands) -> Demands:
    world = proof.world
    match node:
        case tree.Seq(items=items):
            known_here = [facts]
            for item in items:
                known_here.append(known_after(world, known_here[-1], item))
            demands = behind
            for item, here, there in zip(reversed(items), known_here[-2::-1], known_here[:0:-1], strict=True):
                demands = before(proof, at, here, item, settled(world, there, demands), leave)
            return demands
        case tree.Bind(slot=slot, value=value):
            return _bound(proof, at, node, slot, value, behind)
        case tree.Require(test=test):
            return (Need(test, (Reason(node.span, "this is required"),)), *behind)
        case tree.Branch(subject=subject, arms=arms):
            return _branch(proof, at, facts, node, subject, arms, behind, leave)
        case tree.Repeat() | tree.Each():
            return _loop(proof, at, facts, node, behind, leave)
        case tree.Set():
            return (*changes.of_store(proof, node), *changes.past_store(proof, node, behind))
        case tree.Move():
            return changes.of_move(proof, at, facts, node, behind)
        case tree.Draw():
            return (*changes.of_draw(proof, node), *past(proof, node, behind))
        case tree.Choose():
            return questions.of_choice(proof, at, facts, node, behind)
        case tree.Menu():
            return questions.of_menu(proof, at, facts, node, behind, leave)
        case tree.Do():
            return actions.of_do(proof, at, facts, node, behind, leave)
        case tree.As(player=player, body=body):
            inner = before(proof, at, as_somebody(world, facts), body, (), leave)
            replaced = slots_replaced(proof, at, inner, {tree.ME: player})
            return (*replaced, *past(proof, node, behind))
        case tree.Together(body=body) | tree.Scope(body=body):
            return (*before(proof, at, facts, body, (), leave), *past(proof, node, behind))
        case tree.Everyone():
            return (*questions.of_everyone(proof, at, facts, node), *past(proof, node, behind))
        case tree.Turns(body=body):
            fails = may_fail(proof.failing, body)
            return (*((search_of(proof, node, "a turn may fail"),) if fails else ()), *past(proof, node, behind))
        case tree.Signal(kind="stop"):
            return leave
        case tree.Signal(kind="end game"):
            return ()
        case _:
            return past(proof, node, behind)


def _bound(proof: Proof, at: str, node: Stmt, slot: int, value: Expr, behind: Demands) -> Demands:
    chance = of_expression(proof.world.foot, value).chance
    found: list[Need | Unknown] = []
    for demand in behind:
        if isinstance(demand, Unknown) or slot not in read_slots(demand.test):
            found.append(demand)
        elif chance:
            if only_there(demand.test, slot):
                found.append(blurred(proof.world, demand))
            else:
                report_unforeseen(proof, node, demand)
        else:
            found.append(Need(with_slots(demand.test, {slot: value}, proof.new_slot(at)), demand.why))
    return tuple(found)


def _branch(
    proof: Proof,
    at: str,
    facts: Facts,
    node: tree.Branch,
    subject: Expr,
    arms: tuple[tree.StmtArm, ...],
    behind: Demands,
    leave: Demands,
) -> Demands:
    world = proof.world
    shared = tuple(demand for demand in behind if stays(proof, node, demand))
    own = tuple(demand for demand in behind if demand not in shared)
    found = [
        before(proof, at, in_branch(world, facts, subject, arms, i), a.body, own, leave) for i, a in enumerate(arms)
    ]
    whole = is_rest(arms[-1].fits)
    rest = unfitted(world, facts, subject, arms)
    left = () if rest is None or whole else settled(world, rest, own)
    return (*_chosen_by(subject, arms, found, left, node.span), *shared)


def _chosen_by(
    subject: Expr, arms: tuple[tree.StmtArm, ...], found: list[Demands], left: Demands, span: Span
) -> Demands:
    """The demands of whichever arm fits, as demands in front."""
    everything = [demand for demands in (*found, left) for demand in demands]
    if not everything:
        return ()
    tests = [as_test(demands, arm.span) for arm, demands in zip(arms, found, strict=True)]
    result: list[Need | Unknown] = []
    if any(not is_true(test) for test in tests) or needs(left):
        matched = tuple(
            tree.MatchArm(span=arm.span, fits=arm.fits, body=test) for arm, test in zip(arms, tests, strict=True)
        )
        if not is_rest(arms[-1].fits):
            otherwise = tree.MatchArm(span=span, fits=tree.Arm(span=span), body=as_test(left, span))
            matched = (*matched, otherwise)
        result.append(Need(_match(subject, matched, span), reasons(needs(tuple(everything)))))
    for demand in everything:
        if isinstance(demand, Unknown):
            slots = [arm.fits.slot for arm in arms if arm.fits.slot is not None]
            result.append(demand if demand.slots is None else replace(demand, slots=demand.slots - frozenset(slots)))
    return tuple(result)


def _match(subject: Expr, arms: tuple[tree.MatchArm, ...], span: Span) -> Expr:
    if isinstance(subject.type, t.Bool) and len(arms) == 2 and arms[0].fits.values == (True,):
        return either(subject, arms[0].body, arms[1].body)
    return tree.Match(span=span, type=t.BOOL, subject=subject, arms=arms)


def _loop(
    proof: Proof, at: str, facts: Facts, node: tree.Repeat | tree.Each, behind: Demands, leave: Demands
) -> Demands:
    world = proof.world
    inner = before(proof, at, in_pass(world, facts, node), node.body, (), leave)
    early = leaves(node) or of_statement(world.foot, node.body).ends
    if early and (leave or behind or inner):
        return (search_of(proof, node, "the loop may end in several ways"), *(blurred(proof.world, d) for d in behind))
    rest = past(proof, node, behind)
    if not inner:
        return rest
    slots = written_slots(node.body)
    writes = of_statement(world.foot, node.body).writes
    if unknowns(inner) or any(touched(world, need, writes, slots) for need in inner):
        return (replace(search_of(proof, node, "a later pass may fail"), why=reasons(inner)), *rest)
    whole = as_test(inner, node.span)
    match node:
        case tree.Each(slot=slot, source=source, as_me=as_me):
            of = t.element(source.type) or t.UNKNOWN
            fresh = proof.new_slot(at)("it")
            here = local(fresh, of, node.span)
            values: dict[int, Expr] = {slot: here, tree.ME: here} if as_me else {slot: here}
            broken = negated(copied(whole, values, proof.new_slot(at)))
            every = negated(any_of(source, fresh, broken, node.span))
            return (Need(every, reasons(inner)), *rest)
        case tree.Repeat(test=test, limit=limit, slot=None):
            sure = limit is None or (
                isinstance(limit, tree.Const) and isinstance(limit.value, int) and limit.value >= 1
            )
            entered = test if test is not None else boolean(True, node.span)
            if not sure:
                assert limit is not None
                entered = conjunction((op("ge", t.BOOL, limit, number(1, node.span)), entered), node.span)
            return (Need(disjunction((negated(entered), whole), node.span), reasons(inner)), *rest)
        case _:
            return (replace(search_of(proof, node, "a pass may fail"), why=reasons(inner)), *rest)
