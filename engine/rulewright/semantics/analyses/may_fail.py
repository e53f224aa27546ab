"""What may be a dead end, by the look of it. In: a Program. Out: for every routine whether some way through it may.

The smallest answer over all calls: a routine that fails only by calling itself does not fail. What is known at a place
(guards) is not used here; `possible` does that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Rule
from rulewright.core.tree import Expr, Invoke, Stmt
from rulewright.semantics.analyses.assume import known
from rulewright.semantics.analyses.bounds import World
from rulewright.semantics.analyses.build import is_true, some
from rulewright.semantics.analyses.effects import component_names, matches_action, targets, zone_name
from rulewright.semantics.analyses.facts import NO_FACTS
from rulewright.semantics.analyses.walk import is_statement


@dataclass(frozen=True)
class Failing:
    """Routines that may be a dead end."""

    world: World
    routines: Mapping[str, bool]


def failing(world: World) -> Failing:
    table: dict[str, bool] = dict.fromkeys(world.program.routines, False)
    found = Failing(world, table)
    changed = True
    while changed:
        changed = False
        for name, routine in world.program.routines.items():
            if not table[name] and is_statement(routine.body) and may_fail(found, routine.body):
                table[name] = changed = True
    return found


def may_fail(failing: Failing, node: Stmt) -> bool:
    """Whether the statement, begun anyhow, may be a dead end. What comes after it is not looked at."""
    match node:
        case tree.Seq(items=items):
            return any(may_fail(failing, item) for item in items)
        case tree.Branch(arms=arms):
            return any(may_fail(failing, arm.body) for arm in arms)
        case tree.Require(test=test):
            return not is_true(test)
        case tree.Set(on_range=on_range):
            return on_range == "fail"
        case tree.Move():
            return any(part_may_fail(failing, node, part) for part in node.parts)
        case tree.Draw(exactly=exactly, to=to, each_player=each_player):
            return (exactly or is_single(failing.world, to) or accepts(failing.world, to)) and not each_player
        case tree.Choose():
            return choice_may_fail(failing.world, node)
        case tree.Menu():
            return menu_may_fail(failing, node)
        case tree.Do(invoke=invoke, otherwise=otherwise):
            return invoke_may_fail(failing, invoke) if otherwise is None else may_fail(failing, otherwise)
        case tree.Everyone(asks=asks, then=then):
            return may_fail(failing, then) or any(
                isinstance(ask, tree.Choose) and choice_may_fail(failing.world, ask) for ask in asks
            )
        case (
            tree.Repeat(body=body) | tree.Each(body=body) | tree.As(body=body) | tree.Together(body=body)
            | tree.Scope(body=body) | tree.Turns(body=body)
        ):  # fmt: skip
            return may_fail(failing, body)
        case (
            tree.Bind() | tree.Shuffle() | tree.Chance() | tree.Flip() | tree.Show() | tree.Claim() | tree.ArmRules()
            | tree.Signal() | tree.NextTurn() | tree.Log()
        ):  # fmt: skip
            return False


def invoke_may_fail(failing: Failing, invoke: Invoke) -> bool:
    names = targets(failing.world.foot, invoke)
    unknown = invoke.routine is None and invoke.column is None and not names
    return unknown or any(failing.routines[name] or forbidding(failing, name) for name in names)


def wrapping(world: World, routine: str) -> tuple[Rule, ...]:
    """The rules that run before an action or instead of it."""
    rules = world.program.rules
    return tuple(
        rule for rule in rules if rule.kind in ("before", "instead") and matches_action(world.foot, rule, routine)
    )


def forbidding(failing: Failing, routine: str) -> bool:
    """Whether a rule before an action, or instead of it, may fail: then the action does."""
    return any(failing.routines[rule.routine] for rule in wrapping(failing.world, routine))


def part_may_fail(failing: Failing, move: tree.Move, part: tree.Transfer) -> bool:
    """Whether one transfer may be a dead end: nothing in the supply, no room, not accepted, forbidden, no ground."""
    world = failing.world
    if part.supply is not None or isinstance(part.to.type, t.Set):
        return True
    return is_single(world, part.to) or accepts(world, part.to) or move_forbidden(failing, part)


def move_forbidden(failing: Failing, part: tree.Transfer) -> bool:
    """Whether a rule before a `place` or `leave` may fail, which forbids the move."""
    kinds = (part.supply,) if part.supply is not None else component_names(part.things.type) if part.things else ("",)
    for rule in failing.world.program.rules:
        if rule.event_kind == "primitive" and rule.kind in ("before", "instead") and failing.routines[rule.routine]:
            demanded = rule.binders[0][1] if rule.binders else None
            wanted = ("",) if demanded is None else component_names(demanded)
            if "" in wanted or "" in kinds or any(kind in wanted for kind in kinds):
                return True
    return False


def is_single(world: World, zone: Expr) -> bool:
    """Whether the zone may be one that holds one thing only."""
    if isinstance(zone, tree.Op) and zone.name == "slot":
        return True
    name = zone_name(zone)
    declared = world.program.zones.get(name)
    if not name:
        return isinstance(zone.type, t.Zone)
    return declared is not None and declared.kind == "one"


def accepts(world: World, zone: Expr) -> bool:
    """Whether the zone may be choosy about what comes."""
    if not isinstance(zone.type, t.Zone):
        return False
    name = zone_name(zone)
    zones = [world.program.zones[name]] if name in world.program.zones else [] if name else world.program.zones.values()
    return any(declared.accepts is not None for declared in zones)


def choice_may_fail(world: World, node: tree.Choose) -> bool:
    if node.such_that is not None:
        return True
    if node.many:
        return not (node.low is None or (isinstance(node.low, tree.Const) and node.low.value == 0))
    return bool(node.tests) or known(world, NO_FACTS, some(node.source)) is not True


def menu_may_fail(failing: Failing, node: tree.Menu) -> bool:
    if node.at_most is None:
        return any(item.must and (item.test is not None or may_fail(failing, item.body)) for item in node.items)
    return all(item.test is not None or item.source is not None or may_fail(failing, item.body) for item in node.items)
