"""Ranges of numbers, settled before play. In: a Program. Out: the same, where a store provably keeps its variable's
range marked so, and a test around the numbers, and only those, that could leave what is exact.

A walk in the order of execution that carries what is known (guards in force); parameters are the join over all calls,
found by walking again with what the last walk found.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program, Routine
from rulewright.core.tree import Expr, Node, Stmt
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.semantics.analyses.assume import assumed, in_arm
from rulewright.semantics.analyses.bounds import (
    World,
    argument_facts,
    declared_range,
    elements_of,
    fold_facts,
    range_of,
)
from rulewright.semantics.analyses.effects import Footprints, footprints, targets
from rulewright.semantics.analyses.facts import NO_FACTS, Facts, with_slot
from rulewright.semantics.analyses.notes import Note
from rulewright.semantics.analyses.ranges import ANY, EXACTLY, HABIT, Range, inside, joined
from rulewright.semantics.analyses.steps import (
    after,
    answered,
    as_somebody,
    cleared,
    in_item,
    in_pass,
    int_elements,
    loop_head,
)
from rulewright.semantics.analyses.walk import below, is_expression, is_statement, rebuilt

N = TypeVar("N", bound=Node)
ROUNDS = 4
"""Walks at most. Parameters begin without a range and get narrower with each walk, so any number of walks is right."""
NUMBERS = frozenset(("add", "sub", "mul", "neg", "abs", "sum", "div_down", "div_up"))


@dataclass(slots=True)
class Walk:
    """One walk over all routines: the ranges used, those found, and what is to be said."""

    world: World
    program: Program
    foot: Footprints
    numbers: dict[tuple[str, int], Range | None] = field(default_factory=dict)
    elements: dict[tuple[str, int], Range | None] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)


def settle_ranges(program: Program) -> tuple[Program, list[Note], list[Diagnostic]]:
    """The program with ranges proved and numbers checked; what stays tested; what may leave a declared range."""
    foot = footprints(program)
    world = World(program, foot)
    for _ in range(ROUNDS):
        walk = Walk(world, program, foot)
        routines = {name: _routine(walk, routine) for name, routine in program.routines.items()}
        _outside(walk)
        numbers = {key: r or ANY for key, r in walk.numbers.items()}
        elements = {key: r or ANY for key, r in walk.elements.items()}
        if numbers == world.parameters and elements == world.elements:
            break
        world = World(program, foot, numbers, elements)
    return replace(program, routines=routines), walk.notes, walk.problems


# ------------------------------------------------------------------ routines and what stands outside of them


def _routine(walk: Walk, routine: Routine) -> Routine:
    facts = _entry(walk, routine)
    if is_expression(routine.body):
        return replace(routine, body=_expression(walk, facts, routine.body))
    if is_statement(routine.body):
        return replace(routine, body=_statement(walk, routine, facts, routine.body))
    return routine


def _entry(walk: Walk, routine: Routine) -> Facts:
    facts = NO_FACTS
    for slot in range(2, 2 + len(routine.parameters)):
        number = walk.world.parameters.get((routine.name, slot))
        elements = walk.world.elements.get((routine.name, slot))
        facts = with_slot(facts, slot, number=number, elements=elements)
    return facts


def _outside(walk: Walk) -> None:
    """Calls that stand in declarations and rules count as calls, too; their ranges are not known."""
    program = walk.program
    roots: list[Expr | None] = [program.first_player]
    for rule in program.rules:
        roots += [rule.test, rule.threshold, rule.generator[1] if rule.generator else None]
    for var in program.vars.values():
        roots += [var.initial, var.low, var.high]
    for zone in program.zones.values():
        roots += [zone.size, zone.refilled_from, zone.reshuffled_from]
    for component in program.components.values():
        roots += [declared.computed for declared in component.fields.values()]
        for row in component.rows:
            roots += [row.copies, *(source for _, source in row.generators)]
            roots += [cell for side in row.cells for cell in side.values() if not isinstance(cell, str)]
    for board in program.boards.values():
        roots += [*board.computed.values(), *(part.source for part in board.parts)]
    roots += [category.generator for category in program.score]
    for root in roots:
        for part in below(root) if root is not None else ():
            if isinstance(part, tree.Call | tree.Query | tree.Can | tree.Closure):
                _arguments(walk, NO_FACTS, part)
    for name, routine in program.routines.items():
        if routine.kind in ("cell", "rule", "accepts", "score", "flow"):
            for slot in range(2, 2 + len(routine.parameters)):
                _found(walk, name, slot, ANY, ANY)


def _arguments(walk: Walk, facts: Facts, node: Node) -> None:
    match node:
        case tree.Call(name=name, args=args):
            for slot, arg in enumerate(args, 2):
                _argument(walk, facts, name, slot, arg)
        case tree.Query(relation=str(name)):
            for slot in range(2, 4):
                _found(walk, name, slot, ANY, ANY)
        case tree.Can(invoke=invoke) | tree.Closure(invoke=invoke) | tree.Do(invoke=invoke):
            for name in targets(walk.foot, invoke):
                for slot, arg in enumerate(invoke.args, 2):
                    _argument(walk, facts, name, slot, arg)
        case _:
            pass


def _argument(walk: Walk, facts: Facts, name: str, slot: int, arg: Expr) -> None:
    number = range_of(walk.world, facts, arg)
    of = t.element(arg.type)
    elements = elements_of(walk.world, facts, arg) if isinstance(of, t.Int) else ANY
    _found(walk, name, slot, number, elements)


def _found(walk: Walk, name: str, slot: int, number: Range, elements: Range) -> None:
    for table, new in ((walk.numbers, number), (walk.elements, elements)):
        old = table.get((name, slot))
        table[name, slot] = joined((new,) if old is None else (old, new))


# ------------------------------------------------------------------ statements


def _statement(walk: Walk, routine: Routine, facts: Facts, node: Stmt) -> Stmt:
    """The statement with its numbers settled."""
    world = walk.world
    match node:
        case tree.Seq(items=items):
            done: list[Stmt] = []
            for item in items:
                done.append(_statement(walk, routine, facts, item))
                facts = after(world, facts, item)
            return replace(node, items=tuple(done))
        case tree.Branch(subject=subject, arms=arms):
            bodies = (
                replace(arm, body=_statement(walk, routine, in_arm(world, facts, subject, arms, i), arm.body))
                for i, arm in enumerate(arms)
            )
            return replace(node, subject=_expression(walk, facts, subject), arms=tuple(bodies))
        case tree.Repeat(limit=limit, body=body):
            new = _parts(walk, loop_head(world, facts, node), replace(node, limit=None))
            number = None if limit is None else _expression(walk, facts, limit)
            return replace(new, limit=number, body=_statement(walk, routine, in_pass(world, facts, node), body))
        case tree.Each(source=source, body=body):
            inner = _statement(walk, routine, in_pass(world, facts, node), body)
            return replace(node, source=_expression(walk, facts, source), body=inner)
        case tree.Turns(body=body):
            new_turns = _parts(walk, loop_head(world, facts, node), node)
            return replace(new_turns, body=_statement(walk, routine, in_pass(world, facts, node), body))
        case tree.Set():
            return _set(walk, routine, facts, node)
        case tree.Choose(source=source):
            inside_tests = with_slot(facts, node.slot, number=None if node.many else int_elements(world, facts, source))
            nothing = tree.Const(span=node.span, type=t.UNKNOWN, value=None)
            return replace(
                _parts(walk, inside_tests, replace(node, source=nothing)), source=_expression(walk, facts, source)
            )
        case tree.Menu(items=items):
            return replace(node, items=tuple(_item(walk, routine, facts, node, line) for line in items))
        case tree.As(player=player, body=body):
            inner = _statement(walk, routine, as_somebody(world, facts), body)
            return replace(node, player=_expression(walk, facts, player), body=inner)
        case tree.Do(otherwise=otherwise):
            _arguments(walk, facts, node)
            other = None if otherwise is None else _statement(walk, routine, facts, otherwise)
            return replace(_parts(walk, facts, node), otherwise=other)
        case tree.Everyone(then=then):
            known = as_somebody(world, cleared(world, facts, node))
            asks: list[tree.Choose | tree.Bind] = []
            for ask in node.asks:
                asks.append(_statement(walk, routine, known, ask))  # type: ignore[arg-type]
                known = answered(world, known, ask)
            return replace(node, asks=tuple(asks), then=_statement(walk, routine, known, then))
        case tree.Together(body=body):
            return replace(node, body=_statement(walk, routine, facts, body))
        case tree.Scope(body=body):
            return replace(node, body=_statement(walk, routine, facts, body))
        case _:
            return _parts(walk, facts, node)


def _item(walk: Walk, routine: Routine, facts: Facts, menu: tree.Menu, item: tree.Item) -> tree.Item:
    body = _statement(walk, routine, in_item(walk.world, facts, menu, item), item.body)
    return replace(_parts(walk, cleared(walk.world, facts, menu), item), body=body)


def _set(walk: Walk, routine: Routine, facts: Facts, node: tree.Set) -> tree.Set:
    new = _parts(walk, facts, node)
    var = walk.program.vars.get(node.place)
    if var is None:
        return new
    if not isinstance(var.type, t.Int) and not (isinstance(var.type, t.Maybe) and isinstance(var.type.of, t.Int)):
        return replace(new, on_range="proved")
    value, allowed = range_of(walk.world, facts, node.value), declared_range(walk.world, var)
    if inside(value, allowed):
        return replace(new, on_range="proved")
    if node.on_range == "fail" and value.low >= allowed.low and var.high is None:
        return replace(new, on_range="check")  # it cannot fail, but be too large
    if node.on_range == "check":
        text = f"may become {_shown(value, allowed)}"
        walk.notes.append(Note("bound", f"{routine.name}: {node.place}", node.span, text))
        below_declared = var.low is not None and value.low < allowed.low
        if below_declared or (var.high is not None and value.high > allowed.high):
            walk.problems.append(
                Diagnostic(
                    code=codes.OPEN_RANGE,
                    span=node.span,
                    message=f"this may take `{node.place}` {'below' if below_declared else 'past'} its declared range",
                    label=text,
                    labels=(Label(var.span, "declared here"),),
                    help="test it first, or declare the variable `clamped` if it then stays at the bound",
                )
            )
    return new


def _shown(value: Range, allowed: Range) -> str:
    if value.high > allowed.high:
        return "any number" if value.high > HABIT else str(value.high)
    return "any number below 0" if value.low < -HABIT else str(value.low)


# ------------------------------------------------------------------ expressions


def _parts(walk: Walk, facts: Facts, node: N) -> N:
    """A copy whose expressions (not those of statements inside it) are settled."""

    def go(child: Node) -> Node:
        if is_statement(child):
            return child
        return _expression(walk, facts, child) if is_expression(child) else _parts(walk, facts, child)

    return rebuilt(node, go)


def _expression(walk: Walk, facts: Facts, node: Expr) -> Expr:
    world = walk.world
    match node:
        case tree.Const() | tree.Local():
            return node
        case tree.Match(subject=subject, arms=arms):
            return replace(
                node,
                subject=_expression(walk, facts, subject),
                arms=tuple(
                    replace(arm, body=_expression(walk, in_arm(world, facts, subject, arms, i), arm.body))
                    for i, arm in enumerate(arms)
                ),
            )
        case tree.Op(name="and" | "or" as name, args=args):
            kept: list[Expr] = []
            for arg in args:
                kept.append(_expression(walk, facts, arg))
                facts = assumed(world, facts, arg, name == "and")
            return replace(node, args=tuple(kept))
        case tree.Let(slot=slot, value=value, body=body):
            inner = argument_facts(world, facts, facts, slot, value)
            return replace(node, value=_expression(walk, facts, value), body=_expression(walk, inner, body))
        case tree.Fold(source=source, test=test, body=body):
            inner = fold_facts(world, facts, node)
            tested = inner if test is None else assumed(world, inner, test, True)
            new = replace(
                node,
                source=_expression(walk, facts, source),
                test=None if test is None else _expression(walk, inner, test),
                body=None if body is None else _expression(walk, tested, body),
            )
            return _checked(walk, facts, new) if node.kind == "sum" else new
        case tree.Sort(slot=slot, source=source):
            inner = with_slot(facts, slot, number=int_elements(world, facts, source))
            return replace(_parts(walk, inner, node), source=_expression(walk, facts, source))
        case tree.Op(name=name) if name in NUMBERS:
            return _checked(walk, facts, _parts(walk, facts, node))
        case _:
            _arguments(walk, facts, node)
            return _parts(walk, facts, node)


def _checked(walk: Walk, facts: Facts, node: Expr) -> Expr:
    if inside(range_of(walk.world, facts, node), EXACTLY):
        return node
    walk.notes.append(Note("checked", "", node.span, "this number is tested for being exact"))
    return tree.Checked(span=node.span, type=node.type, value=node)
