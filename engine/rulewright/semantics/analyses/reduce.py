"""Look-ahead settled before play. In: a Program. Out: the same, where what can be told beforehand stands as a plain
test: in `Can`, in `Do … if possible`, in menus, and in the tests of choices, so that nothing is left to look ahead to.

A demand behind a question that reads what was chosen becomes one more test of the choice (`pushed`); one that the
question cannot change is required in front of it. Where neither can be done the question stays marked for a search.
The horizon is the end of the step of flow: the turn, or the statement of a phase, of setup, of a rule after a round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rulewright.core import tree
from rulewright.core.program import Program, Routine, Rule
from rulewright.core.tree import Node, Stmt
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.semantics.analyses.actions import invoked
from rulewright.semantics.analyses.assume import assumed
from rulewright.semantics.analyses.bounds import World
from rulewright.semantics.analyses.build import boolean
from rulewright.semantics.analyses.demands import (
    SOMETHING_TO_CHOOSE,
    Demands,
    Need,
    Unknown,
    as_test,
    blurred,
    needs,
    reads_of,
    reasons,
    settled,
    touched,
    unknowns,
)
from rulewright.semantics.analyses.effects import (
    alone,
    footprints,
    of_expression,
    of_statement,
    offers,
    reactions,
    targets,
)
from rulewright.semantics.analyses.facts import NO_FACTS, Facts
from rulewright.semantics.analyses.may_fail import failing, may_fail
from rulewright.semantics.analyses.notes import Note, Reason
from rulewright.semantics.analyses.places import meet
from rulewright.semantics.analyses.possible import before, demands_of
from rulewright.semantics.analyses.proof import Proof, leaves, stays
from rulewright.semantics.analyses.questions import due_needs, item_behind
from rulewright.semantics.analyses.steps import after as known_after
from rulewright.semantics.analyses.steps import as_somebody, chosen, cleared, in_branch, in_item, in_pass
from rulewright.semantics.analyses.veiled import is_hidden_place
from rulewright.semantics.analyses.walk import below, exchanged, is_statement, read_slots, rebuilt

N = TypeVar("N", bound=Node)
ELSEWHERE = Unknown((), None, None)
"""What is demanded where a routine ends whose callers may fail afterwards."""


@dataclass
class Reduction:
    """One walk over all routines. `handled`: whether everywhere a routine is begun, what comes behind it is seen to."""

    proof: Proof
    handled: dict[str, bool]
    behind: dict[str, list[Reason]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    @property
    def world(self) -> World:
        return self.proof.world


def reduce_look_ahead(program: Program) -> tuple[Program, list[Note], list[Diagnostic]]:
    """The program with its tests; the searches that are left, and why; dead ends behind what nobody can know."""
    slots = {name: list(routine.slots) for name, routine in program.routines.items()}
    program = _with_cans(program, slots)
    proof = _proof(program, slots)
    handled = dict.fromkeys(program.routines, True)
    while True:
        work = Reduction(proof, dict(handled))
        routines = {name: _routine(work, routine) for name, routine in program.routines.items()}
        if work.handled == handled:
            break
        handled = work.handled
    rules = tuple(_rule(work, rule) for rule in program.rules)
    finished = {name: replace(routine, slots=tuple(slots[name])) for name, routine in routines.items()}
    work.notes += _trials(work)
    return replace(program, routines=finished, rules=rules), work.notes, proof.problems


def _proof(program: Program, slots: dict[str, list[str]]) -> Proof:
    world = World(program, footprints(program))
    return Proof(world, failing(world), slots)


def _with_cans(program: Program, slots: dict[str, list[str]]) -> Program:
    """The program with every `can` worked out that can be: first, so that `if can A:` is known where A is done."""
    work = Reduction(_proof(program, slots), dict.fromkeys(program.routines, True))
    bodies = {name: _cans(work, name, routine.body) for name, routine in program.routines.items()}
    changed = {name: replace(program.routines[name], body=body) for name, body in bodies.items()}
    return replace(program, routines=changed)


def _routine(work: Reduction, routine: Routine) -> Routine:
    name, body = routine.name, routine.body
    if not is_statement(body):
        return replace(routine, body=_cans(work, name, body))
    end = _end(work, name)
    flow = routine.kind == "flow"
    walked = _flow(work, name, NO_FACTS, body) if flow else _walk(work, name, NO_FACTS, body, end, end)
    return replace(routine, body=_cans(work, name, walked))


def _rule(work: Reduction, rule: Rule) -> Rule:
    name = rule.routine
    test = None if rule.test is None else _cans(work, name, rule.test)
    threshold = None if rule.threshold is None else _cans(work, name, rule.threshold)
    generator = rule.generator
    if generator is not None:
        generator = (generator[0], _cans(work, name, generator[1]))
    return replace(rule, test=test, threshold=threshold, generator=generator)


def _end(work: Reduction, name: str) -> Demands:
    return () if work.handled[name] else (replace(ELSEWHERE, why=tuple(work.behind.get(name, ()))),)


def _trials(work: Reduction) -> Iterable[Note]:
    """Reactions that may fail are tried on a copy before they are carried out."""
    for rule in work.world.program.rules:
        if rule.kind in ("after", "when", "reaches", "falls", "anytime"):
            demands = demands_of(work.proof, rule.routine)
            if demands:
                text = "this reaction may fail, so it is tried on a copy first"
                yield Note("trial", rule.name, rule.span, text, reasons(demands))


# ------------------------------------------------------------------ flow


def _flow(work: Reduction, at: str, facts: Facts, node: Stmt) -> Stmt:
    """Steps of flow end in themselves: nothing is demanded behind them."""
    match node:
        case tree.Seq(items=items):
            done: list[Stmt] = []
            for item in items:
                done.append(_flow(work, at, facts, item))
                facts = known_after(work.world, facts, item)
            return replace(node, items=tuple(done))
        case tree.Scope(kind="turn", body=body):
            return replace(node, body=_step(work, at, facts, body))
        case tree.Scope(body=body):
            return replace(node, body=_flow(work, at, facts, body))
        case tree.Turns(body=body):
            return replace(node, body=_flow(work, at, in_pass(work.world, facts, node), body))
        case tree.Repeat(body=body) if _has_flow(body):
            return replace(node, body=_flow(work, at, in_pass(work.world, facts, node), body))
        case tree.Each(body=body) if _has_flow(body):
            return replace(node, body=_flow(work, at, in_pass(work.world, facts, node), body))
        case tree.Branch(subject=subject, arms=arms) if _has_flow(node):
            bodies = [
                _flow(work, at, in_branch(work.world, facts, subject, arms, i), a.body) for i, a in enumerate(arms)
            ]
            joined = (replace(arm, body=body) for arm, body in zip(node.arms, bodies, strict=True))
            return replace(node, arms=tuple(joined))
        case _:
            return _step(work, at, facts, node)


def _has_flow(node: Stmt) -> bool:
    return any(isinstance(part, tree.Scope | tree.Turns) for part in below(node))


def _step(work: Reduction, at: str, facts: Facts, node: Stmt) -> Stmt:
    demands = before(work.proof, at, facts, node, (), ())
    if demands:
        text = "this step may be a dead end before anything is chosen in it"
        work.notes.append(Note("fails", at, node.span, text, reasons(demands)))
        for demand in demands:
            first = next((reason for reason in demand.why if reason.text == SOMETHING_TO_CHOOSE), None)
            if first is not None:
                work.proof.problems.append(_stuck(first))
    return _walk(work, at, facts, node, (), ())


def _stuck(choice: Reason) -> Diagnostic:
    return Diagnostic(
        code=codes.STUCK_CHOICE,
        span=choice.span,
        message="there may be nothing to choose here, and the game would be stuck",
        label="no option, and nothing chosen before that could have been chosen otherwise",
        help="say what happens then: ask first (`if any X:`, `if can A:`), `do A if possible`, `do A else …`, "
        "or `choose up to …`",
    )


# ------------------------------------------------------------------ statements


def _walk(work: Reduction, at: str, facts: Facts, node: Stmt, behind: Demands, leave: Demands) -> Stmt:
    """The statement with its questions settled, given what is demanded behind it."""
    world = work.world
    if isinstance(node, tree.Seq):
        known_here = [facts]
        for item in node.items:
            known_here.append(known_after(world, known_here[-1], item))
        demands = settled(world, known_here[-1], behind)
        done: list[Stmt] = []
        for i in range(len(node.items) - 1, -1, -1):
            item, here = node.items[i], known_here[i]
            done += reversed(_parts_of(_walk(work, at, here, item, demands, leave)))
            demands = before(work.proof, at, here, item, demands, leave)
        return replace(node, items=tuple(reversed(done)))
    _mark_reactions(work, at, facts, node, behind, leave)
    effects = of_statement(world.foot, node)
    takes_tests = isinstance(node, tree.Choose) and not node.many
    if effects.asks and not takes_tests and not leaves(node) and not effects.ends:
        fixed = tuple(need for need in needs(behind) if stays(work.proof, node, need))
        due = needs(due_needs(work.proof, at, facts, node, leave)) if isinstance(node, tree.Menu) else ()
        if fixed or due:
            rest = tuple(demand for demand in behind if demand not in fixed)
            inner = _inside(work, at, facts, node, rest, leave)
            wanted = needs(settled(world, facts, (*due, *fixed)))
            first = [tree.Require(span=need.why[0].span, test=need.test) for need in wanted]
            return tree.Seq(span=node.span, items=(*first, inner)) if first else inner
    return _inside(work, at, facts, node, behind, leave)


def _parts_of(node: Stmt) -> tuple[Stmt, ...]:
    return node.items if isinstance(node, tree.Seq) else (node,)


def _mark_reactions(work: Reduction, at: str, facts: Facts, node: Stmt, behind: Demands, leave: Demands) -> None:
    """What comes behind a statement comes behind the reactions that it sets off by itself, too; behind those before
    it, and behind offers, also the statement.
    """
    if isinstance(node, tree.Scope | tree.Turns):
        return
    own = alone(work.world.foot, _shell(node))
    front: Demands | None = None
    for rule in reactions(work.world.foot, own):
        if rule.event_kind == "scope":
            continue
        _mark(work, (rule.routine,), node, behind)
        if rule.kind in ("before", "instead", "anytime"):
            front = before(work.proof, at, facts, node, behind, leave) if front is None else front
            _leave_open(work, (rule.routine,), front)


def _shell(node: Stmt) -> Stmt:
    """The statement without the statements inside it, which are looked at on their own."""
    nothing = tree.Seq(span=node.span, items=())

    def emptied(part: Node) -> Node:
        if is_statement(part):
            return nothing
        return rebuilt(part, emptied)

    return rebuilt(node, emptied)


def _mark(work: Reduction, names: Iterable[str], node: Stmt, behind: Demands) -> None:
    """These routines, begun by the statement, are followed by demands: fine if those were demanded in front of it."""
    _leave_open(work, names, tuple(d for d in behind if isinstance(d, Unknown) or not stays(work.proof, node, d)))


def _leave_open(work: Reduction, names: Iterable[str], demands: Demands) -> None:
    if demands:
        for name in names:
            work.handled[name] = False
            known = work.behind.setdefault(name, [])
            known += [reason for reason in reasons(demands) if reason not in known]


def _inside(work: Reduction, at: str, facts: Facts, node: Stmt, behind: Demands, leave: Demands) -> Stmt:
    world = work.world
    match node:
        case tree.Branch(subject=subject, arms=arms):
            bodies = (
                replace(arm, body=_walk(work, at, in_branch(world, facts, subject, arms, i), arm.body, behind, leave))
                for i, arm in enumerate(arms)
            )
            return replace(node, arms=tuple(bodies))
        case tree.Repeat(body=body):
            end = _around(work, at, facts, node, behind, leave)
            return replace(node, body=_walk(work, at, in_pass(world, facts, node), body, end, leave))
        case tree.Each(body=body):
            end = _around(work, at, facts, node, behind, leave)
            inner = in_pass(world, facts, node)
            return replace(node, body=_walk(work, at, inner, body, end, leave))
        case tree.Choose():
            return _choose(work, at, facts, node, behind)
        case tree.Menu():
            return _menu(work, at, facts, node, behind, leave)
        case tree.Do():
            return _do(work, at, facts, node, behind, leave)
        case tree.As(body=body):
            outer = _for_another(work, node, behind)
            return replace(node, body=_walk(work, at, as_somebody(world, facts), body, outer, outer and leave))
        case tree.Together(body=body) | tree.Scope(body=body) | tree.Turns(body=body):
            walked = _walk(work, at, facts if not isinstance(node, tree.Turns) else NO_FACTS, body, behind, leave)
            return replace(node, body=walked)
        case tree.Everyone(asks=asks, then=then):
            return _everyone(work, at, facts, node, asks, then, behind, leave)
        case _:
            return node


def _around(
    work: Reduction, at: str, facts: Facts, node: tree.Repeat | tree.Each, behind: Demands, leave: Demands
) -> Demands:
    """What is demanded at the end of a pass: the passes to come, and what is behind the loop."""
    world = work.world
    again = before(work.proof, at, in_pass(world, facts, node), node.body, (), leave)
    found: list[Need | Unknown] = [
        demand if isinstance(demand, Unknown) else blurred(work.world, demand) for demand in again
    ]
    for demand in behind:
        found.append(
            demand if isinstance(demand, Need) and stays(work.proof, node, demand) else blurred(work.world, demand)
        )
    return tuple(found)


def _for_another(work: Reduction, node: tree.As, behind: Demands) -> Demands:
    """Demands as seen inside `as p`, where `me` is another: those that say `me` are out of reach."""
    return tuple(
        blurred(work.world, demand) if isinstance(demand, Need) and tree.ME in read_slots(demand.test) else demand
        for demand in behind
    )


# ------------------------------------------------------------------ questions


def _choose(work: Reduction, at: str, facts: Facts, node: tree.Choose, behind: Demands) -> tree.Choose:
    world = work.world
    there = chosen(world, cleared(world, facts, node), node)
    demands = settled(world, there, behind)
    disturbed = offers(world.foot).writes
    own_reads = of_expression(world.foot, node.source).reads
    for test in node.tests:
        own_reads |= of_expression(world.foot, test.test).reads
    pushed: list[tree.Test] = []
    left: list[Need | Unknown] = list(unknowns(demands))
    for need in needs(demands):
        if node.many or touched(world, need, disturbed):
            left.append(need)
        else:
            reason = need.why[0]
            pushed.append(tree.Test(span=reason.span, test=need.test, origin="pushed", text=reason.text))
    search = bool(left) or meet(own_reads, disturbed)
    if search:
        text = "each thing is tried on a copy before it is offered"
        work.notes.append(Note("search", node.name, node.span, text, reasons(left)))
    asked = node.always_asked or _hidden(work, left)
    return replace(node, tests=(*node.tests, *pushed), look_ahead=search, always_asked=asked)


def _menu(work: Reduction, at: str, facts: Facts, node: tree.Menu, behind: Demands, leave: Demands) -> tree.Menu:
    world = work.world
    disturbed = offers(world.foot).writes
    items: list[tree.Item] = []
    asked = node.always_asked
    for item in node.items:
        here = in_item(world, facts, node, item)
        end = item_behind(work.proof, at, facts, node, item, behind, leave)
        demands = before(work.proof, at, here, item.body, end, leave)
        test = as_test(demands, item.span)
        reads = of_expression(world.foot, test).reads
        for part in (item.test, item.source):
            if part is not None:
                reads |= of_expression(world.foot, part).reads
        search = bool(unknowns(demands)) or meet(reads, disturbed)
        if search:
            text = "this item is tried on a copy before it is offered"
            work.notes.append(Note("search", f"{node.name}.{item.name}", item.span, text, reasons(demands)))
        asked = asked or _hidden(work, unknowns(demands))
        body = _walk(work, at, here, item.body, end, leave)
        can = None if search or not needs(demands) else test
        items.append(replace(item, body=body, can=can, look_ahead=search))
    return replace(node, items=tuple(items), always_asked=asked)


def _hidden(work: Reduction, demands: Iterable[Need | Unknown]) -> bool:
    """Whether a search would look at what is hidden from somebody: then who sees the question learns nothing by it."""
    found = (demand.about if isinstance(demand, Unknown) else reads_of(work.world, demand) for demand in demands)
    return any(is_hidden_place(work.world.program, place) for places in found for place in places or ())


def _everyone(
    work: Reduction,
    at: str,
    facts: Facts,
    node: tree.Everyone,
    asks: tuple[tree.Choose | tree.Bind, ...],
    then: Stmt,
    behind: Demands,
    leave: Demands,
) -> tree.Everyone:
    here = as_somebody(work.world, facts)
    later = may_fail(work.proof.failing, then) or bool(behind)
    why = (Reason(then.span, "what follows once all have answered may fail"),)
    end: Demands = (Unknown(why),) if later else ()
    done = tuple(_choose(work, at, here, ask, end) if isinstance(ask, tree.Choose) else ask for ask in asks)
    inside = tuple(blurred(work.world, demand) for demand in behind)
    return replace(node, asks=done, then=_walk(work, at, NO_FACTS, then, inside, inside or leave))


# ------------------------------------------------------------------ actions


def _do(work: Reduction, at: str, facts: Facts, node: tree.Do, behind: Demands, leave: Demands) -> tree.Do:
    world = work.world
    _mark(work, targets(world.foot, node.invoke), node, behind)
    demands = settled(world, facts, invoked(work.proof, at, facts, node.invoke, node.span))
    if node.otherwise is None:
        return replace(node, fails=bool(demands))
    refused = facts if unknowns(demands) else assumed(world, facts, as_test(demands, node.span), False)
    other = _walk(work, at, refused, node.otherwise, behind, leave)
    if unknowns(demands):
        text = "whether this is possible is tried on a copy"
        work.notes.append(Note("search", at, node.span, text, reasons(demands)))
        return replace(node, otherwise=other)
    test = as_test(demands, node.span) if demands else None
    return replace(node, otherwise=other, test=test, fails=bool(demands))


def _cans(work: Reduction, at: str, node: N) -> N:
    """A copy in which every `can` is worked out, where it can be."""

    def change(part: Node) -> Node:
        if not isinstance(part, tree.Can) or part.test is not None:
            return part
        demands = settled(work.world, NO_FACTS, invoked(work.proof, at, NO_FACTS, part.invoke, part.span))
        if unknowns(demands):
            text = "whether this is possible is tried on a copy"
            work.notes.append(Note("search", at, part.span, text, reasons(demands)))
            return part
        return replace(part, test=as_test(demands, part.span) if demands else boolean(True, part.span))

    return exchanged(node, change)
