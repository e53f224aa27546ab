"""Demands of statements that change something: stores, moves, draws. See `possible`."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.tree import Expr, Node
from rulewright.report.span import Span
from rulewright.semantics.analyses.build import any_of, conjunction, disjunction, local, negated, number, op, some, text
from rulewright.semantics.analyses.demands import Demands, Need, Unknown, with_slots
from rulewright.semantics.analyses.effects import of_expression, of_statement, sources_of, zone_name
from rulewright.semantics.analyses.facts import Facts, canonical
from rulewright.semantics.analyses.lying import where_it_lies
from rulewright.semantics.analyses.may_fail import accepts, is_single, move_forbidden
from rulewright.semantics.analyses.notes import Reason
from rulewright.semantics.analyses.places import Place, meet
from rulewright.semantics.analyses.proof import Proof, past, search_of, slots_replaced
from rulewright.semantics.analyses.walk import below, exchanged, is_expression


def of_store(proof: Proof, node: tree.Set) -> Demands:
    if node.on_range != "fail":
        return ()
    low = proof.world.program.vars[node.place].low
    if low is None:
        return ()
    match node.value, low:
        case tree.Op(name="sub", args=(held, price)), tree.Const(value=0):
            enough = op("ge", t.BOOL, held, price, span=node.span)
        case tree.Op(name="sub", args=(held, price)), _:
            enough = op("ge", t.BOOL, op("sub", t.INT, held, low), price, span=node.span)
        case _:
            enough = op("ge", t.BOOL, node.value, low, span=node.span)
    return (Need(enough, (Reason(node.span, "this must be paid in full"),)),)


def past_store(proof: Proof, node: tree.Set, behind: Demands) -> Demands:
    """Demands that read the variable read the value to be stored instead."""
    found: list[Need | Unknown] = []
    for demand in behind:
        stored = _with_value(proof, node, demand.test) if isinstance(demand, Need) else None
        if stored is not None:
            found.append(Need(stored, demand.why))
        else:
            found += past(proof, node, (demand,))
    return tuple(found)


def _with_value(proof: Proof, node: tree.Set, test: Expr) -> Expr | None:
    """A condition behind a store as one in front of it; None where it is not sure to read just what is stored."""
    world, foot = proof.world, proof.world.foot
    here = frozenset((Place("var", node.place),))
    effects = of_statement(foot, node)
    reads = of_expression(foot, test).reads
    again = any(meet(here, foot.routines[rule.routine].writes) for rule in world.program.rules)
    if not meet(reads, here) or node.on_range == "clamp" or again or effects.ends or meet(reads, effects.writes - here):
        return None
    if any(meet(of_expression(foot, key).reads, here) for key in node.keys):
        return None
    for part in below(test):
        match part:
            case tree.Get(place=place, keys=keys) if place == node.place:
                if not _same_keys(keys, node.keys) and not _other_keys(keys, node.keys):
                    return None
            case tree.Call(name=name) | tree.Query(relation=str(name)):
                if meet(foot.routines[name].reads, here):
                    return None
            case tree.Can() | tree.Apply():
                if meet(of_expression(foot, part).reads, here):
                    return None
            case _:
                pass

    def change(part: Node) -> Node:
        reads_it = isinstance(part, tree.Get) and part.place == node.place and _same_keys(part.keys, node.keys)
        return node.value if reads_it else part

    return exchanged(test, change)


def _same_keys(keys: tuple[Expr, ...], others: tuple[Expr, ...]) -> bool:
    return all(canonical(a) == canonical(b) for a, b in zip(keys, others, strict=True))


def _other_keys(keys: tuple[Expr, ...], others: tuple[Expr, ...]) -> bool:
    """Whether they are surely not the same."""
    return any(
        isinstance(a, tree.Const) and isinstance(b, tree.Const) and a.value != b.value
        for a, b in zip(keys, others, strict=True)
    )


def _located(facts: Facts, move: tree.Move) -> tree.Move:
    """The move with things that are known to lie somewhere taken from there; it changes no more places than that."""
    parts: list[tree.Transfer] = []
    for part in move.parts:
        if isinstance(part.things, tree.Local):
            collection = where_it_lies(facts, part.things.slot)
            if collection is not None and sources_of(collection) is not None:
                part = replace(part, things=op("first", part.things.type, collection))
        parts.append(part)
    return replace(move, parts=tuple(parts))


def of_move(proof: Proof, at: str, facts: Facts, node: tree.Move, behind: Demands) -> Demands:
    found: list[Need | Unknown] = []
    values: dict[int, Expr] = {}
    several = len(node.parts) > 1 or node.each_player is not None
    for part in node.parts:
        if part.supply is not None:
            supply = _supply(proof, part.supply, node.span)
            found.append(Need(some(supply), (Reason(part.span, f"a {part.supply} must be left"),)))
            if part.slot is not None:
                values[part.slot] = op("first", t.Component(part.supply), supply)
        elif part.slot is not None and part.things is not None and not isinstance(part.things.type, t.Zone):
            values[part.slot] = part.things
        if move_forbidden(proof.failing, part):
            found.append(search_of(proof, node, "a rule may forbid this"))
        if isinstance(part.to.type, t.Set):
            found.append(_ground(proof, part))
        if is_single(proof.world, part.to):
            found.append(search_of(proof, node, "the place may be taken") if several else _room(node, part))
        if accepts(proof.world, part.to):
            found.append(
                _accepted(proof, at, node, part) if not several else search_of(proof, node, "it may be refused")
            )
    rest = slots_replaced(proof, at, behind, values) if values else behind
    return (*found, *past(proof, _located(facts, node), rest))


def _supply(proof: Proof, component: str, span: Span) -> Expr:
    owned = proof.world.program.components[component].per == t.PLAYER
    keys = (local(tree.ME, t.PLAYER, span, "me"),) if owned else ()
    zone = tree.ZoneAt(span=span, type=t.Zone(t.Component()), zone="supply" if owned else "box", keys=keys)
    held = op("contents", t.Set(t.Component()), zone)
    return op("only", t.Set(t.Component(component)), held, text(component, span))


def _ground(proof: Proof, part: tree.Transfer) -> Need:
    """Onto several spaces: there are some, and they are of one board."""
    most = proof.world.program.players[1]
    boards = sum(most if board.keys else 1 for board in proof.world.program.boards.values())
    test = some(part.to) if boards == 1 else op("on_one_board", t.BOOL, part.to)
    return Need(test, (Reason(part.span, "there must be spaces, all of one board"),))


def _room(node: tree.Move, part: tree.Transfer) -> Need:
    """Into a place for one thing: one thing comes at most, and the place is free or holds that thing."""
    assert isinstance(part.to.type, t.Zone)
    span, things = node.span, part.things
    lying = op("contents", t.Maybe(part.to.type.of), part.to)
    free: Expr = op("is_none", t.BOOL, lying)
    if things is not None:
        if isinstance(things.type, t.Zone):
            things = op("contents_set", t.Set(things.type.of), things)
        if isinstance(things.type, t.Set | t.List):
            few = op("le", t.BOOL, op("count", t.INT, things), number(1, span))
            free = conjunction((few, disjunction((free, op("in", t.BOOL, lying, things)), span)), span)
            free = disjunction((negated(some(things)), free), span)
        else:
            free = disjunction((free, op("eq", t.BOOL, lying, things)), span)
            if isinstance(things.type, t.Maybe):
                free = disjunction((op("is_none", t.BOOL, things), free), span)
    return Need(free, (Reason(part.span, "the place must be free"),))


def _accepted(proof: Proof, at: str, node: tree.Move, part: tree.Transfer) -> Need | Unknown:
    zone = part.to
    if not isinstance(zone, tree.ZoneAt) or part.things is None:
        return search_of(proof, node, "it may be refused")
    routine = proof.world.program.zones[zone.zone].accepts
    assert routine is not None
    body = proof.world.program.routines[routine].body
    assert is_expression(body)
    nobody = tree.Const(span=node.span, type=t.Nothing(), value=None)
    owner = zone.keys[0] if zone.keys and isinstance(zone.keys[0].type, t.Player) else nobody
    new_slot = proof.new_slot(at)
    values: dict[int, Expr] = {tree.ME: owner, **dict(enumerate(zone.keys, 3))}
    why = (Reason(part.span, f"`{zone.zone}` must accept it"),)
    things = part.things
    match things.type:
        case t.Component() | t.Union():
            return Need(with_slots(body, {**values, 2: things}, new_slot), why)
        case t.Maybe(of):
            each = new_slot("it")
            test = with_slots(body, {**values, 2: local(each, of, node.span)}, new_slot)
            source: Expr = op("make_set", t.Set(of), things)
        case t.Set(of) | t.List(of):
            each = new_slot("it")
            test = with_slots(body, {**values, 2: local(each, of, node.span)}, new_slot)
            source = things
        case _:
            return search_of(proof, node, "it may be refused")
    return Need(negated(any_of(source, each, negated(test), node.span)), why)


def of_draw(proof: Proof, node: tree.Draw) -> Demands:
    found: list[Need | Unknown] = []
    if node.each_player:
        return ()
    if node.exactly:
        enough = op("ge", t.BOOL, _left_to_draw(proof, node), node.amount)
        found.append(Need(enough, (Reason(node.span, "exactly so many must be there"),)))
    if accepts(proof.world, node.to):
        found.append(search_of(proof, node, "it may be refused"))
    if is_single(proof.world, node.to):
        assert isinstance(node.to.type, t.Zone)
        free = op("is_none", t.BOOL, op("contents", t.Maybe(node.to.type.of), node.to))
        one = isinstance(node.amount, tree.Const) and node.amount.value == 1
        none_left = op("le", t.BOOL, _left_to_draw(proof, node), number(0, node.span))
        why = (Reason(node.span, "the place must be free"),)
        found.append(
            Need(disjunction((free, none_left), node.span), why) if one else search_of(proof, node, why[0].text)
        )
    return tuple(found)


def _left_to_draw(proof: Proof, node: tree.Draw) -> Expr:
    """How many there are to draw, counting what would be shuffled back."""
    assert isinstance(node.source.type, t.Zone)
    declared = proof.world.program.zones.get(zone_name(node.source))
    held = op("contents", t.Set(node.source.type.of), node.source)
    total = op("count", t.INT, held)
    again = declared.reshuffled_from if declared is not None else None
    if again is None:
        return total
    if isinstance(again, tree.ZoneAt) and isinstance(node.source, tree.ZoneAt):
        keys = tuple(
            node.source.keys[0] if isinstance(key, tree.Local) and key.slot == tree.ME and node.source.keys else key
            for key in again.keys
        )
        again = replace(again, keys=keys)
    more = op("count", t.INT, op("contents", t.Set(node.source.type.of), again))
    return op("add", t.INT, total, more)
