"""Demands of questions: a choice, a menu, everybody at once. See `possible`."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.tree import Expr
from rulewright.semantics.analyses import possible
from rulewright.semantics.analyses.assume import known
from rulewright.semantics.analyses.build import any_of, boolean, conjunction, disjunction, is_true, local, negated, op
from rulewright.semantics.analyses.demands import (
    SOMETHING_TO_CHOOSE,
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
)
from rulewright.semantics.analyses.effects import of_expression, of_statement
from rulewright.semantics.analyses.facts import Facts
from rulewright.semantics.analyses.may_fail import choice_may_fail, may_fail
from rulewright.semantics.analyses.notes import Reason
from rulewright.semantics.analyses.places import meet
from rulewright.semantics.analyses.proof import Proof, kept, past, search_of, stays
from rulewright.semantics.analyses.steps import as_somebody, chosen, cleared, in_item
from rulewright.semantics.analyses.walk import read_slots, written_slots


def of_choice(proof: Proof, at: str, facts: Facts, node: tree.Choose, behind: Demands) -> Demands:
    world = proof.world
    there = chosen(world, cleared(world, facts, node), node)
    demands = settled(world, there, behind)
    alone = [demand for demand in demands if isinstance(demand, Unknown) or node.slot not in read_slots(demand.test)]
    mine = tuple(demand for demand in needs(demands) if node.slot in read_slots(demand.test))
    rest = past(proof, node, tuple(alone))
    reads = of_expression(world.foot, node.source).reads
    for part in (*(test.test for test in node.tests), *(need.test for need in mine)):
        reads |= of_expression(world.foot, part).reads
    if not mine and not choice_may_fail(world, node):
        return rest
    nothing_will_do = isinstance(node.low, tree.Const) and node.low.value == 0
    why = reasons(mine) if nothing_will_do else (Reason(node.span, SOMETHING_TO_CHOOSE), *reasons(mine))
    if meet(reads, of_statement(world.foot, node).writes):
        return (unknown_of(of_statement(world.foot, node), read_slots(node), why), *rest)
    if node.many:
        return (*_several(proof, at, node, mine, why), *rest)
    fresh = proof.new_slot(at)(proof.slots[at][node.slot])
    of = t.element(node.source.type) or t.UNKNOWN
    tests = conjunction((*(test.test for test in node.tests), *(need.test for need in mine)), node.span)
    passed = copied(tests, {node.slot: local(fresh, of, node.span, proof.slots[at][node.slot])}, proof.new_slot(at))
    return (Need(any_of(node.source, fresh, passed, node.span), why), *rest)


def _several(proof: Proof, at: str, node: tree.Choose, mine: tuple[Need, ...], why: tuple[Reason, ...]) -> Demands:
    if mine or node.such_that is not None:
        return (unknown_of(of_statement(proof.world.foot, node), read_slots(node), why),)
    assert node.low is not None, "a choice of any number cannot fail"
    source = node.source
    if node.tests:
        fresh = proof.new_slot(at)("it")
        of = t.element(source.type) or t.UNKNOWN
        tests = conjunction((test.test for test in node.tests), node.span)
        passed = copied(tests, {node.slot: local(fresh, of, node.span)}, proof.new_slot(at))
        source = tree.Fold(span=node.span, type=source.type, kind="filter", slot=fresh, source=source, test=passed)
    return (Need(op("ge", t.BOOL, op("count", t.INT, source), node.low, span=node.span), why),)


def item_behind(
    proof: Proof, at: str, facts: Facts, menu: tree.Menu, item: tree.Item, behind: Demands, leave: Demands
) -> Demands:
    """What is demanded where an item of the menu has been done: the items still due, and what comes after the menu.

    What a due item needs and no other item can change was demanded in front of the menu, and so holds until it is done.
    """
    if menu.at_most is not None:
        return behind
    world = proof.world
    found: list[Need | Unknown] = []
    for other in menu.items:
        if other.must and (other is not item or not _once(item)):
            for demand in _due(proof, at, facts, menu, other, leave):
                if _may_change(proof, menu, other, demand):
                    found.append(blurred(proof.world, demand))
    for demand in behind:
        found.append(
            demand if isinstance(demand, Need) and stays(proof, menu, demand) else blurred(proof.world, demand)
        )
    return settled(world, cleared(world, facts, menu), tuple(found))


def due_needs(proof: Proof, at: str, facts: Facts, menu: tree.Menu, leave: Demands) -> Demands:
    """What the items that are due need, as it stands in front of the menu; unknown where another item may change it."""
    if menu.at_most is not None:
        return ()
    found: list[Need | Unknown] = []
    for item in menu.items:
        if item.must:
            for demand in settled(proof.world, facts, _due(proof, at, facts, menu, item, leave)):
                changes = _may_change(proof, menu, item, demand)
                found.append(blurred(proof.world, demand) if changes else demand)
    return tuple(found)


def _once(item: tree.Item) -> bool:
    return isinstance(item.limit, tree.Const) and item.limit.value == 1


def _may_change(proof: Proof, menu: tree.Menu, item: tree.Item, demand: Need | Unknown) -> bool:
    """Whether another item of the menu may change what an item needs, or end the game so that nothing is due."""
    if isinstance(demand, Unknown) or not _once(item):
        return True
    for other in menu.items:
        if other is not item:
            effects = of_statement(proof.world.foot, other.body)
            if effects.ends or touched(proof.world, demand, effects.writes, written_slots(other.body)):
                return True
    return False


def _due(proof: Proof, at: str, facts: Facts, menu: tree.Menu, item: tree.Item, leave: Demands) -> Demands:
    """What must hold so that an item that is due can be done. With a guard it is due only while that holds."""
    demands = _item(proof, at, facts, menu, item, (), leave)
    if item.test is None:
        return demands
    free = negated(item.test)
    return tuple(
        demand if isinstance(demand, Unknown) else Need(disjunction((free, demand.test), item.span), demand.why)
        for demand in demands
    )


def _item(
    proof: Proof, at: str, facts: Facts, menu: tree.Menu, item: tree.Item, behind: Demands, leave: Demands
) -> Demands:
    """What an item demands apart from its guard."""
    return possible.before(proof, at, in_item(proof.world, facts, menu, item), item.body, behind, leave)


def of_menu(proof: Proof, at: str, facts: Facts, node: tree.Menu, behind: Demands, leave: Demands) -> Demands:
    world = proof.world
    if node.at_most is None:
        rest = tuple(kept(proof, node, demand) for demand in behind)
        return (*due_needs(proof, at, facts, node, leave), *rest)
    options: list[Expr] = []
    searched: list[Unknown] = []
    for item in node.items:
        demands = _item(proof, at, facts, node, item, behind, leave)
        searched += unknowns(demands)
        test = as_test(demands, item.span)
        guard = item.test if item.test is not None else boolean(True, item.span)
        whole = conjunction((guard, test), item.span)
        if item.slot is not None and item.source is not None:
            fresh = proof.new_slot(at)("it")
            of = t.element(item.source.type) or t.UNKNOWN
            passed = copied(whole, {item.slot: local(fresh, of, item.span)}, proof.new_slot(at))
            whole = any_of(item.source, fresh, passed, item.span)
        elif not unknowns(demands) and is_true(settled_test(proof, facts, whole)):
            return ()
        options.append(whole)
    why = (Reason(node.span, "one of these must be possible"),)
    if searched:
        return (unknown_of(of_statement(world.foot, node), read_slots(node), (*why, *reasons(searched))),)
    return (Need(disjunction(options, node.span), why),)


def settled_test(proof: Proof, facts: Facts, test: Expr) -> Expr:
    """The test, or `yes` where it is known to hold."""
    return boolean(True, test.span) if known(proof.world, facts, test) is True else test


def of_everyone(proof: Proof, at: str, facts: Facts, node: tree.Everyone) -> Demands:
    world = proof.world
    found: list[Need | Unknown] = []
    here = as_somebody(world, facts)
    if may_fail(proof.failing, node.then):
        found.append(search_of(proof, node.then, "this may fail once all have answered"))
    demands: Demands = ()
    for ask in reversed(node.asks):
        demands = possible.before(proof, at, here, ask, demands, ())
    if demands:
        fresh = proof.new_slot(at)("player")
        everybody = op("players", t.Set(t.PLAYER), span=node.span)
        values = {tree.ME: local(fresh, t.PLAYER, node.span, "player")}
        broken = negated(copied(as_test(demands, node.span), values, proof.new_slot(at)))
        found.append(Need(negated(any_of(everybody, fresh, broken, node.span)), reasons(needs(demands))))
        found += unknowns(demands)
    return tuple(found)
