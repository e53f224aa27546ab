"""What is known after a statement. In: what is known before it. Out: what is still known, and what it made known."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.tree import Expr, Stmt
from rulewright.semantics.analyses.assume import assumed, fits_test, in_arm
from rulewright.semantics.analyses.bounds import World, argument_facts, elements_of, range_of, var_range
from rulewright.semantics.analyses.build import some
from rulewright.semantics.analyses.effects import alone, closed, of_expression, of_statement, reactions
from rulewright.semantics.analyses.facts import Facts, after_writes, common, slot_of, with_range, with_slot, with_truth
from rulewright.semantics.analyses.lying import lying_in
from rulewright.semantics.analyses.places import NOWHERE, Places, meet
from rulewright.semantics.analyses.ranges import Range
from rulewright.semantics.analyses.walk import below, written_slots


def after(world: World, facts: Facts, node: Stmt) -> Facts:
    """What is known once the statement is done and play goes on behind it."""
    match node:
        case tree.Seq(items=items):
            for item in items:
                facts = after(world, facts, item)
            return facts
        case tree.Bind(slot=slot, value=value):
            bound = argument_facts(world, facts, after_writes(world.foot, facts, NOWHERE, (slot,)), slot, value)
            return lying_in(bound, slot, value)
        case tree.Require(test=test):
            return assumed(world, facts, test, True)
        case tree.Branch(subject=subject, arms=arms):
            return _after_branch(world, facts, subject, arms)
        case tree.Repeat(limit=None, test=test, slot=None) if test is not None:
            return assumed(world, loop_head(world, facts, node), test, False)
        case tree.Repeat() | tree.Each() | tree.Turns():
            return loop_head(world, facts, node)
        case tree.Set():
            return _after_set(world, facts, node)
        case tree.Chance(slot=slot, count=count):
            size = range_of(world, facts, count)
            here = tree.Op(span=node.span, type=t.INT, name="count", args=(slot_of(slot),))
            return with_range(cleared(world, facts, node), here, Range(max(0, size.low), max(0, size.high)))
        case tree.Choose():
            return chosen(world, cleared(world, facts, node), node)
        case tree.Move():
            return _after_move(world, facts, node)
        case _:
            return cleared(world, facts, node)


def cleared(world: World, facts: Facts, node: Stmt) -> Facts:
    """What the statement cannot have changed."""
    return after_writes(world.foot, facts, _writes(world, node), written_slots(node))


def loop_head(world: World, facts: Facts, node: tree.Repeat | tree.Each | tree.Turns) -> Facts:
    """What is known before every pass: what no pass changes."""
    slots = written_slots(node)
    if isinstance(node, tree.Turns) or (isinstance(node, tree.Each) and node.as_me):
        slots |= {tree.ME}
    return after_writes(world.foot, facts, _writes(world, node), slots)


def in_pass(world: World, facts: Facts, node: tree.Repeat | tree.Each | tree.Turns) -> Facts:
    """What is known as a pass begins."""
    head = loop_head(world, facts, node)
    match node:
        case tree.Repeat(test=test):
            return head if test is None else assumed(world, head, test, True)
        case tree.Each(slot=slot, source=source):
            return with_slot(head, slot, number=int_elements(world, facts, source))
        case tree.Turns():
            return head


def chosen(world: World, facts: Facts, node: tree.Choose) -> Facts:
    """With what is known of the thing chosen."""
    if node.many:
        return facts
    facts = with_slot(facts, node.slot, number=int_elements(world, facts, node.source))
    facts = lying_in(facts, node.slot, node.source)
    for test in node.tests:
        facts = assumed(world, facts, test.test, True)
    return facts


def answered(world: World, facts: Facts, node: tree.Choose | tree.Bind) -> Facts:
    """With what is known of a player's own answer once all have answered; what was tested then may have changed."""
    if isinstance(node, tree.Bind):
        return argument_facts(world, facts, facts, node.slot, node.value)
    return facts if node.many else with_slot(facts, node.slot, number=int_elements(world, facts, node.source))


def in_item(world: World, facts: Facts, menu: tree.Menu, item: tree.Item) -> Facts:
    """What is known where the body of a menu's item begins."""
    facts = cleared(world, facts, menu)
    if item.slot is not None and item.source is not None:
        facts = with_slot(facts, item.slot, number=int_elements(world, facts, item.source))
    return facts if item.test is None else assumed(world, facts, item.test, True)


def as_somebody(world: World, facts: Facts) -> Facts:
    """Another may be acting now."""
    return after_writes(world.foot, facts, NOWHERE, (tree.ME,))


def in_branch(world: World, facts: Facts, subject: Expr, arms: tuple[tree.StmtArm, ...], i: int) -> Facts:
    """What is known where the i-th arm of a branch begins."""
    facts = in_arm(world, facts, subject, arms, i)
    slot = arms[i].fits.slot
    return facts if slot is None else lying_in(facts, slot, subject)


def unfitted(world: World, facts: Facts, subject: Expr, arms: tuple[tree.StmtArm, ...]) -> Facts | None:
    """What is known where no arm fits; None where one always does."""
    for arm in arms:
        test = fits_test(subject, arm.fits)
        if test is not None:
            if isinstance(test, tree.Const) and test.value is True:
                return None
            facts = assumed(world, facts, test, False)
    return facts


def always_leaves(node: Stmt) -> bool:
    """Whether what stands after it is never reached: it ends in `stop` or the end of the game."""
    match node:
        case tree.Signal(kind="stop" | "end game"):
            return True
        case tree.Seq(items=items):
            return any(always_leaves(item) for item in items)
        case tree.Branch(arms=arms):
            return is_rest(arms[-1].fits) and all(always_leaves(arm.body) for arm in arms)
        case tree.Together(body=body) | tree.As(body=body):
            return always_leaves(body)
        case _:
            return False


def is_rest(fits: tree.Arm) -> bool:
    """Whether an arm takes everything that is left."""
    plain = not (fits.values or fits.types or fits.rows or fits.none or fits.some)
    return plain and fits.low is None and fits.high is None


def int_elements(world: World, facts: Facts, source: Expr) -> Range | None:
    return elements_of(world, facts, source) if isinstance(t.element(source.type), t.Int) else None


def _writes(world: World, node: Stmt) -> Places:
    return of_statement(world.foot, node).writes


def _after_branch(world: World, facts: Facts, subject: Expr, arms: tuple[tree.StmtArm, ...]) -> Facts:
    found: Facts | None = None
    for i, arm in enumerate(arms):
        if not always_leaves(arm.body):
            left = after(world, in_branch(world, facts, subject, arms, i), arm.body)
            found = left if found is None else common(found, left)
    rest = unfitted(world, facts, subject, arms)
    if rest is not None:
        found = rest if found is None else common(found, rest)
    return found if found is not None else facts


def _after_set(world: World, facts: Facts, node: tree.Set) -> Facts:
    left = cleared(world, facts, node)
    var = world.program.vars.get(node.place)
    if var is None or not isinstance(var.type, t.Int) or not _keeps(world, node):
        return left
    place = tree.Get(span=node.span, type=var.type, place=node.place, keys=node.keys)
    value, allowed = range_of(world, facts, node.value), var_range(world, var)
    return with_range(left, place, Range(max(value.low, allowed.low), min(value.high, allowed.high)))


def _keeps(world: World, node: tree.Set) -> bool:
    """Whether the variable still holds the value after the reactions, under the same keys."""
    own = alone(world.foot, node).writes
    reacting = closed(world.foot, alone(world.foot, node)).writes - own
    keys = (part for key in node.keys for part in below(key))
    read = any(isinstance(part, tree.Get) and part.place == node.place for part in keys)
    return node.on_range != "clamp" and not read and not meet(own, reacting) and not _set_by_rules(world, node)


def _set_by_rules(world: World, node: tree.Set) -> bool:
    written = (place for rule in world.program.rules for place in world.foot.routines[rule.routine].writes)
    return any(place.kind == "var" and place.name == node.place for place in written)


def _after_move(world: World, facts: Facts, node: tree.Move) -> Facts:
    """A zone all of which was moved elsewhere is empty; one to which a single thing has come is not."""
    left = cleared(world, facts, node)
    foot, own = world.foot, alone(world.foot, node)
    refilled = closed(foot, own).writes - own.writes
    stirred = NOWHERE.union(refilled, *(foot.routines[rule.routine].writes for rule in reactions(foot, own)))
    if node.each_player is not None:
        return left
    if len(node.parts) == 1:
        left = _after_coming(world, left, node.parts[0], own.writes, stirred)
    targets = [part.to for part in node.parts]
    for part in node.parts:
        zone = part.things
        if isinstance(zone, tree.Op) and zone.name in ("contents", "contents_set"):
            zone = zone.args[0]
        if not isinstance(zone, tree.ZoneAt) or any(
            not isinstance(to, tree.ZoneAt) and isinstance(to.type, t.Zone) for to in targets
        ):
            continue
        names = {to.zone for to in targets if isinstance(to, tree.ZoneAt)}
        again = any(place.kind == "zone" and place.name in ("", zone.zone) for place in stirred)
        if zone.zone not in names and zone.zone not in world.foot.refills and not again:
            left = _known_empty(world, left, zone)
    return left


def _after_coming(world: World, facts: Facts, part: tree.Transfer, own: Places, reacting: Places) -> Facts:
    """With one thing in the zone it was moved to, unless a reaction may have taken it away again."""
    zone, things = part.to, part.things
    if not isinstance(zone, tree.ZoneAt) or things is None or not isinstance(things.type, t.Component | t.Union):
        return facts
    drawn_from = frozenset(place for places in world.foot.refills.values() for place in places)
    taken_away = any(place.kind == "zone" and place.name in ("", zone.zone) for place in reacting | drawn_from)
    if taken_away or any(meet(of_expression(world.foot, key).reads, own) for key in zone.keys):
        return facts
    return with_truth(facts, some(tree.Op(span=zone.span, type=t.UNKNOWN, name="contents", args=(zone,))), True)


def _known_empty(world: World, facts: Facts, zone: tree.ZoneAt) -> Facts:
    declared = world.program.zones.get(zone.zone)
    lying = tree.Op(span=zone.span, type=t.UNKNOWN, name="contents", args=(zone,))
    if declared is not None and declared.kind == "one":
        lying = tree.Op(span=zone.span, type=t.Maybe(zone.type), name="contents", args=(zone,))
        facts = with_truth(facts, tree.Op(span=zone.span, type=t.BOOL, name="is_none", args=(lying,)), True)
        lying = tree.Op(span=zone.span, type=t.UNKNOWN, name="make_set", args=(lying,))
    return with_truth(facts, some(lying), False)
