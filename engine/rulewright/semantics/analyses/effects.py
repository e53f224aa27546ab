"""What expressions read and statements do, by place. In: a Program. Out: footprints, transitive through definitions,
actions, cells (every row a cell can hold) and the reactions that something can set off. Whatever cannot be told is
taken as everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program, Rule
from rulewright.core.tree import Expr, Invoke, Node, Stmt
from rulewright.semantics.analyses.answering import Answers, set_off
from rulewright.semantics.analyses.places import NOTHING, NOWHERE, Effects, Place, Places
from rulewright.semantics.analyses.walk import below, children

SAME_THINGS = frozenset(
    ("only", "only_owned", "except", "intersect", "first", "last", "top", "as_list", "as_set", "reverse", "distinct",
     "random", "sample", "index", "standing_on")
)  # fmt: skip
EVERYWHERE_READ = (Place("zone"), Place("size"), Place("on"))


@dataclass(frozen=True)
class Footprints:
    """The raw effects of every routine (reactions not yet added), and what can be set off by what. `standing`: the
    component types that are ever put on a space.

    Nodes are looked up by what they are, not by what they mean. `_settled`: the effects of those with no routine in
    them, which stay as they are while those of the routines grow; `_memo`: those of the others; `_asked`: how often
    the effects of routines were asked for.
    """

    program: Program
    routines: Mapping[str, Effects]
    cells: Mapping[tuple[str, str], tuple[str, ...]]
    closures: tuple[str, ...]
    refills: Mapping[str, Places]
    tied: Mapping[str, Places]
    standing: frozenset[str]
    _rules: dict[str, Effects] = field(default_factory=dict)
    _settled: dict[int, tuple[Node, Effects]] = field(default_factory=dict)
    _memo: dict[int, tuple[Node, Effects]] = field(default_factory=dict)
    _asked: list[int] = field(default_factory=lambda: [0])
    _answers: list[Answers] = field(default_factory=list)
    _closures: dict[Effects, tuple[Effects, tuple[Rule, ...]]] = field(default_factory=dict)


def footprints(program: Program) -> Footprints:
    cells = _cells(program)
    closures = tuple(
        dict.fromkeys(
            name
            for node in _everything(program)
            if isinstance(node, tree.Closure)
            for name in _named(cells, node.invoke)
        )
    )
    table: dict[str, Effects] = dict.fromkeys(program.routines, NOTHING)
    refills: dict[str, Places] = {
        zone.name: _zones_in(zone.refilled_from) for zone in program.zones.values() if zone.refilled_from is not None
    }
    refills |= {
        zone.name: _zones_in(zone.reshuffled_from) | refills.get(zone.name, NOWHERE)
        for zone in program.zones.values()
        if zone.reshuffled_from is not None and zone.reshuffled_at_once
    }
    tied: dict[str, Places] = {}
    for var in program.vars.values():
        if var.while_in:
            tied[var.while_in] = tied.get(var.while_in, NOWHERE) | {Place("var", var.name)}
    standing = frozenset(
        kind
        for node in _everything(program)
        if isinstance(node, tree.Transfer) and not isinstance(node.to.type, t.Zone)
        for kind in _moved_types(node)
    )
    foot = Footprints(program, table, cells, closures, refills, tied, standing)
    foot._rules.update((rule.name, NOTHING) for rule in program.rules)
    order = _callees_first(foot)
    changed = True
    while changed:
        changed = False
        foot._memo.clear()
        foot._answers.clear()
        foot._closures.clear()
        for rule in program.rules:
            new = _rule_effects(foot, rule)
            if new != foot._rules.get(rule.name):
                foot._rules[rule.name], changed = new, True
        for name in order:
            new = _raw(foot, program.routines[name].body)
            if new != table[name]:
                table[name], changed = new, True
    return foot


def _callees_first(foot: Footprints) -> tuple[str, ...]:
    """All routines, those before the others that are called by them, as far as none calls itself: so a long chain of
    calls is known after one pass over it.
    """
    routines = foot.program.routines
    done: dict[str, None] = {}
    for start in routines:
        waiting = [start]
        opened: set[str] = set()
        while waiting:
            name = waiting[-1]
            if name in opened or name in done:
                done.setdefault(waiting.pop())
                continue
            opened.add(name)
            waiting += [called for called in _called(foot, routines[name].body) if called not in done]
    return tuple(done)


def _called(foot: Footprints, body: Node) -> Iterator[str]:
    """The routines that a routine begins or reads; some more than once."""
    for node in below(body):
        match node:
            case tree.Call(name=name) | tree.Query(relation=str(name)):
                yield name
            case tree.Apply(owner=owner, column=column):
                yield from foot.cells.get((owner, column), ())
            case tree.Can(invoke=invoke) | tree.Closure(invoke=invoke) | tree.Do(invoke=invoke):
                yield from targets(foot, invoke)
            case _:
                pass


def of_expression(foot: Footprints, expression: Expr) -> Effects:
    """What it reads (writes are always empty), and whether it draws."""
    return _memoized(foot, expression)


def of_statement(foot: Footprints, statement: Stmt) -> Effects:
    """What it may read and write, the reactions it can set off included."""
    return closed(foot, _memoized(foot, statement))


def of_routine(foot: Footprints, name: str) -> Effects:
    return closed(foot, foot.routines[name])


def of_invoke(foot: Footprints, invoke: Invoke) -> Effects:
    return closed(foot, _invoked(foot, invoke))


def alone(foot: Footprints, statement: Stmt) -> Effects:
    """What it may read and write without the reactions it can set off."""
    return _memoized(foot, statement)


def targets(foot: Footprints, invoke: Invoke) -> tuple[str, ...]:
    """The routines an invocation can run: one, or one for each row that has the cell."""
    found = _named(foot.cells, invoke)
    return found if invoke.routine is not None or invoke.column is not None else foot.closures


def reactions(foot: Footprints, effects: Effects) -> tuple[Rule, ...]:
    """The rules that something with these effects can set off, directly or through one another. At any question the
    `anytime` rules may be used.
    """
    return _closure(foot, effects)[1]


def closed(foot: Footprints, effects: Effects) -> Effects:
    """With everything that can be set off added."""
    return _closure(foot, effects)[0]


def offers(foot: Footprints) -> Effects:
    """What the `anytime` rules of the game may do at a question."""
    return closed(foot, Effects(asks=True)) if any(rule.kind == "anytime" for rule in foot.program.rules) else NOTHING


def matches_action(foot: Footprints, rule: Rule, routine: str) -> bool:
    """Whether a before, instead or after rule may be about that routine (an action or a cell)."""
    return rule.event_kind == "action" and (rule.event == routine or routine.endswith(f".{rule.event}"))


def component_names(type: t.Type) -> tuple[str, ...]:
    """The component types a value of this type can hold; ("",) where that is not known or not the question."""
    match type:
        case t.Component(name):
            return (name,)
        case t.Union(_, members) | t.Standing(_, members):
            return members
        case t.Set(of) | t.List(of) | t.Maybe(of) | t.Zone(of):
            return component_names(of)
        case _:
            return ("",)


# ------------------------------------------------------------------ reactions


def _closure(foot: Footprints, effects: Effects) -> tuple[Effects, tuple[Rule, ...]]:
    foot._asked[0] += 1
    if effects not in foot._closures:
        foot._closures[effects] = _set_off_by(foot, effects)
    return foot._closures[effects]


def _set_off_by(foot: Footprints, effects: Effects) -> tuple[Effects, tuple[Rule, ...]]:
    if not foot._answers:
        foot._answers.append(_answers(foot))
    whole, names = set_off(foot._answers[0], effects, lambda writes: _following(foot, writes))
    return whole, tuple(rule for rule in foot.program.rules if rule.name in names)


def _answers(foot: Footprints) -> Answers:
    answers = Answers(foot._rules)
    for rule in foot.program.rules:
        watched = [part for part in (rule.test, rule.threshold) if part is not None]
        if rule.generator is not None:
            watched.append(rule.generator[1])
        reads = frozenset(place for part in watched for place in of_expression(foot, part).reads)
        kinds = component_names(rule.binders[0][1]) if rule.binders and rule.binders[0][1] is not None else ("",)
        answers.add(rule, reads, kinds)
    return answers


def _following(foot: Footprints, writes: Places) -> Places:
    """What changes by itself where these places change: zones that are refilled, values tied to a zone."""
    found: set[Place] = set()
    for name in sorted({place.name for place in writes if place.kind in ("zone", "size")}):
        for zone in foot.program.zones if not name else (name,):
            if zone in foot.refills:
                found |= _moved_at(foot.refills[zone] | {Place("zone", zone)})
            found |= foot.tied.get(zone, NOWHERE)
    return frozenset(found)


def _rule_effects(foot: Footprints, rule: Rule) -> Effects:
    found = foot.routines[rule.routine]
    for part in (rule.test, rule.threshold, None if rule.generator is None else rule.generator[1]):
        if part is not None:
            found = found | Effects(reads=of_expression(foot, part).reads)
    doers_own = rule.event_kind in ("action", "primitive") and rule.carrier is None and not rule.armed
    return found if doers_own or not found.asks else found | Effects(others=True)


# ------------------------------------------------------------------ expressions


def _memoized(foot: Footprints, node: Node) -> Effects:
    settled = foot._settled.get(id(node))
    if settled is not None:
        return settled[1]
    known = foot._memo.get(id(node))
    if known is not None:
        foot._asked[0] += 1
        return known[1]
    before = foot._asked[0]
    found = _raw(foot, node)
    kept = foot._settled if foot._asked[0] == before else foot._memo
    kept[id(node)] = (node, found)
    return found


def _of_routine(foot: Footprints, name: str) -> Effects:
    """As far as they are known."""
    foot._asked[0] += 1
    return foot.routines[name]


def _raw(foot: Footprints, node: Node) -> Effects:
    match node:
        case tree.Const() | tree.Local() | tree.Arm():
            return NOTHING
        case tree.Get(place=name):
            return _below(foot, node) | _reads(Place("var", name))
        case tree.Column(owner=owner):
            sided = owner in foot.program.components and len(foot.program.components[owner].sides) > 1
            return _below(foot, node) | (_reads(Place("side", "", owner)) if sided else NOTHING)
        case tree.Fold(kind="any" | "count", source=source, test=None, body=None):
            return _sizes(foot, source)
        case tree.Op():
            return _op(foot, node)
        case tree.Call(name=name):
            return _below(foot, node) | _only_reads(_of_routine(foot, name))
        case tree.Query(relation=str(relation)):
            return _below(foot, node) | _only_reads(_of_routine(foot, relation))
        case tree.Apply(owner=owner, column=column):
            cells = foot.cells.get((owner, column), ())
            return reduce(lambda all, cell: all | _only_reads(_of_routine(foot, cell)), cells, _below(foot, node))
        case tree.Can(invoke=invoke):
            inside = closed(foot, _invoked(foot, invoke))
            return _below(foot, invoke) | Effects(reads=inside.reads | inside.writes)
        case tree.Closure(invoke=invoke):
            return _below(foot, invoke)
        case tree.Fold() | tree.Let() | tree.Match() | tree.MatchArm() | tree.Seq() | tree.ZoneAt() | tree.Sort():
            return _below(foot, node)
        case _:
            return _statement(foot, node)


def _op(foot: Footprints, node: tree.Op) -> Effects:
    kinds = component_names(node.args[0].type) if node.args else ("",)
    match node.name, node.args:
        case (("some" | "count"), (collection,)):
            return _sizes(foot, collection)
        case "is_none", (tree.Op(name="contents" | "contents_set") as lying,):
            return _sizes(foot, lying)
        case (("contents" | "contents_set"), (zone,)):
            held = frozenset(Place("zone", zone_name(zone), of) for of in component_names(zone.type))
            return _below(foot, node) | Effects(reads=held)
        case "only", (tree.Op(name="contents" | "contents_set", args=(zone,)), *types):
            held = frozenset(Place("zone", zone_name(zone), of) for of in _texts(types))
            return _below(foot, zone) | Effects(reads=held)
        case "on_board", (tree.Const(value=str(name)), owner):
            standing = frozenset(Place("on", "", kind) for kind in foot.program.unions.get(name, (name,)))
            return _memoized(foot, owner) | Effects(reads=standing)
        case (
            ("space_of" | "spaces_of" | "standing_on" | "covers_only" | "standings" | "standing" | "standing_space"
             | "standing_spaces"),
            _,
        ):  # fmt: skip
            return _below(foot, node) | Effects(reads=frozenset(Place("on", "", kind) for kind in kinds))
        case (("is_empty" | "empty_spaces"), _):
            return _below(foot, node) | _reads(Place("on"))
        case "at", _:
            return _below(foot, node) | Effects(
                reads=frozenset(Place(place.kind, "", kind) for place in EVERYWHERE_READ for kind in kinds)
            )
        case (("shows" | "showing"), _):
            return _below(foot, node) | Effects(reads=frozenset(Place("side", "", kind) for kind in kinds))
        case (("first_player" | "turn_order" | "round_number"), _):
            return _reads(Place("turns"))
        case (("random" | "sample"), _):
            return _below(foot, node) | Effects(writes=frozenset((Place("stream"),)), chance=True)
        case "free_slots", (zone,):
            return _below(foot, node) | _reads(Place("size", zone_name(zone)))
        case _:
            return _below(foot, node)


def _sizes(foot: Footprints, collection: Expr) -> Effects:
    """What one reads who only asks how many there are."""
    match collection:
        case tree.Op(name="contents" | "contents_set", args=(zone,)):
            kinds: Iterable[str] = component_names(zone.type)
            return _below(foot, zone) | Effects(reads=frozenset(Place("size", zone_name(zone), of) for of in kinds))
        case tree.Op(name="only", args=(tree.Op(name="contents" | "contents_set", args=(zone,)), *types)):
            return _below(foot, zone) | Effects(
                reads=frozenset(Place("size", zone_name(zone), of) for of in _texts(types))
            )
        case tree.Op(name="union" | "make_set" | "make_list" | "as_set" | "as_list", args=args):
            return reduce(lambda all, arg: all | _sizes(foot, arg), args, NOTHING)
        case _:
            return _memoized(foot, collection)


def _below(foot: Footprints, node: Node) -> Effects:
    found = NOTHING
    for child in children(node):
        found = found | _memoized(foot, child)
    return found


def _reads(place: Place) -> Effects:
    return Effects(reads=frozenset((place,)))


def _only_reads(effects: Effects) -> Effects:
    return Effects(reads=effects.reads)


def _texts(args: Iterable[Expr]) -> tuple[str, ...]:
    return tuple(arg.value for arg in args if isinstance(arg, tree.Const) and isinstance(arg.value, str))


def zone_name(zone: Expr) -> str:
    """The declared name of a zone expression, "" if it could be any."""
    match zone:
        case tree.ZoneAt(zone=name):
            return name
        case tree.Op(name="slot", args=(row, _)):
            return zone_name(row)
        case _:
            return ""


# ------------------------------------------------------------------ statements


def _statement(foot: Footprints, node: Node) -> Effects:
    match node:
        case tree.Set(place="turn_order" | "first_player"):
            return _below(foot, node) | _writes(Place("turns"))
        case tree.Set(place=place):
            return _below(foot, node) | _writes(Place("var", place))
        case tree.Transfer():
            return _transfer(foot, node)
        case tree.Draw():
            return _draw(foot, node)
        case tree.Shuffle(zone=zone):
            return _below(foot, node) | Effects(
                writes=frozenset((Place("zone", zone_name(zone)), Place("stream"))),
                veils=frozenset((Place("zone", zone_name(zone)),)),
                chance=True,
            )
        case tree.Chance():
            return _below(foot, node) | Effects(writes=frozenset((Place("stream"),)), chance=True)
        case tree.Flip(things=things):
            sides = frozenset(Place("side", "", kind) for kind in component_names(things.type))
            return _below(foot, node) | Effects(writes=sides)
        case tree.Choose() | tree.Menu() | tree.Each(any_order=True):
            return _below(foot, node) | Effects(asks=True)
        case tree.Invoke():
            return _below(foot, node) | _invoked(foot, node)
        case tree.As(player=player, body=body):
            inside = _memoized(foot, body)
            other = inside.asks and not (isinstance(player, tree.Local) and player.slot == tree.ME)
            return _memoized(foot, player) | inside | (Effects(others=True) if other else NOTHING)
        case tree.Each(as_me=True) | tree.Turns():
            inside = _below(foot, node)
            return inside | Effects(others=True) if inside.asks else inside
        case tree.Everyone():
            return _below(foot, node) | Effects(asks=True, others=True)
        case tree.Scope(kind=kind, name=name):
            ends = frozenset(Place("var", var.name) for var in foot.program.vars.values() if var.lifetime == kind)
            return _below(foot, node) | Effects(
                writes=ends | {Place("turns")}, events=frozenset((Place("scope", f"{kind}/{name}"),))
            )
        case tree.Signal(kind="end game"):
            return Effects(ends=True)
        case tree.Signal(kind="drop out") | tree.NextTurn():
            return _below(foot, node) | _writes(Place("turns"))
        case tree.ArmRules(rules=names):
            armed = [rule for rule in foot.program.rules if rule.name in names]
            return reduce(
                lambda all, rule: all | _only_reads(_of_routine(foot, rule.routine)), armed, _writes(Place("armed"))
            )
        case _:
            return _below(foot, node)


def _writes(place: Place) -> Effects:
    return Effects(writes=frozenset((place,)))


def _moved_at(places: Places) -> Places:
    """Where things come or go, what lies there changes and how much."""
    return places | {Place("size", place.name, place.of) for place in places if place.kind == "zone"}


def _transfer(foot: Footprints, part: tree.Transfer) -> Effects:
    reads = _below(foot, part)
    if part.supply is not None:
        kinds: tuple[str, ...] = (part.supply,)
        component = foot.program.components[part.supply]
        sources = frozenset((Place("zone", "supply" if component.per == t.PLAYER else "box", part.supply),))
    else:
        assert part.things is not None
        kinds = component_names(part.things.type)
        known = sources_of(part.things)
        sources = _habitat(foot, kinds) if known is None else known
    to_space = not isinstance(part.to.type, t.Zone)
    target = frozenset(Place("on" if to_space else "zone", "" if to_space else zone_name(part.to), k) for k in kinds)
    writes = _moved_at(sources | target)
    events = frozenset(Place("place", "", kind) for kind in kinds) if to_space else NOWHERE
    if any(place.kind == "on" for place in sources):
        events |= {Place("leave", "", kind) for kind in kinds}
    accepts = NOTHING
    for zone in foot.program.zones.values():
        if zone.accepts is not None and zone_name(part.to) in ("", zone.name) and not to_space:
            accepts = accepts | _only_reads(_of_routine(foot, zone.accepts))
    return reads | accepts | Effects(writes=writes, events=events)


def _moved_types(part: tree.Transfer) -> tuple[str, ...]:
    if part.supply is not None:
        return (part.supply,)
    return ("",) if part.things is None else component_names(part.things.type)


def _draw(foot: Footprints, draw: tree.Draw) -> Effects:
    name = zone_name(draw.source)
    kinds = component_names(draw.source.type)
    places = frozenset(Place("zone", zone, kind) for zone in (name, zone_name(draw.to)) for kind in kinds)
    declared = foot.program.zones.get(name)
    if declared is None or declared.reshuffled_from is not None:
        again = _zones_in(declared.reshuffled_from if declared else None)
        places |= again
        chance = True
    else:
        chance = declared.kind in ("bag", "set")
    return _below(foot, draw) | Effects(
        writes=_moved_at(places) | (frozenset((Place("stream"),)) if chance else NOWHERE),
        veils=frozenset(Place("zone", zone_name(draw.to), kind) for kind in kinds),
        chance=chance,
    )


def sources_of(things: Expr) -> Places | None:
    """Where things come from that are read straight from a place; None where that is not to be seen."""
    kinds = component_names(things.type)
    match things:
        case tree.ZoneAt() | tree.Op(name="slot"):
            return frozenset(Place("zone", zone_name(things), kind) for kind in kinds)
        case tree.Op(name="contents" | "contents_set", args=(zone,)):
            return frozenset(Place("zone", zone_name(zone), kind) for kind in kinds)
        case tree.Op(name="on_board"):
            return frozenset(Place("on", "", kind) for kind in kinds)
        case tree.Op(name=name, args=(first, *_)) if name in SAME_THINGS:
            found = sources_of(first)
            return None if found is None else frozenset(Place(p.kind, p.name, kind) for p in found for kind in kinds)
        case tree.Op(name="union" | "make_set" | "make_list" | "otherwise", args=args):
            return _together([sources_of(arg) for arg in args])
        case tree.Fold(kind="filter" | "most" | "fewest", source=source) | tree.Sort(source=source):
            return sources_of(source)
        case tree.Let(body=body):
            return sources_of(body)
        case tree.Match(arms=arms):
            return _together([sources_of(arm.body) for arm in arms])
        case tree.Const(value=None):
            return NOWHERE
        case _:
            return None


def _together(parts: list[Places | None]) -> Places | None:
    found = NOWHERE
    for part in parts:
        if part is None:
            return None
        found |= part
    return found


def _habitat(foot: Footprints, kinds: tuple[str, ...]) -> Places:
    """Every place where components of these types can be."""
    found = {Place("zone", name, kind) for kind in kinds for name in ("box", "supply")}
    found |= {Place("on", "", kind) for kind in kinds if not kind or kind in foot.standing or "" in foot.standing}
    for zone in foot.program.zones.values():
        held = component_names(zone.of)
        found |= {Place("zone", zone.name, kind) for kind in kinds if not kind or kind in held or "" in held}
    return frozenset(found)


# ------------------------------------------------------------------ invocations


def _invoked(foot: Footprints, invoke: Invoke) -> Effects:
    found = NOTHING
    for name in targets(foot, invoke):
        found = found | _of_routine(foot, name) | Effects(events=frozenset((Place("action", name),)))
    if invoke.me is not None and found.asks and not (isinstance(invoke.me, tree.Local) and invoke.me.slot == tree.ME):
        found = found | Effects(others=True)
    return found


def _named(cells: Mapping[tuple[str, str], tuple[str, ...]], invoke: Invoke) -> tuple[str, ...]:
    if invoke.routine is not None:
        return (invoke.routine,)
    return () if invoke.column is None else cells.get((invoke.owner, invoke.column), ())


def _cells(program: Program) -> dict[tuple[str, str], tuple[str, ...]]:
    """The routines in each column of actions or scores; a union's column holds those of all its members."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for component in program.components.values():
        for row in component.rows:
            for side in row.cells:
                for column, cell in side.items():
                    if isinstance(cell, str):
                        found.setdefault((component.name, column), {})[cell] = None
    for union, members in program.unions.items():
        for column in dict.fromkeys(column for owner, column in found if owner in members):
            cells = (cell for member in members for cell in found.get((member, column), ()))
            found[union, column] = dict.fromkeys(cells)
    return {key: tuple(cells) for key, cells in found.items()}


def _zones_in(expression: Expr | None) -> Places:
    if expression is None:
        return frozenset((Place("zone"),))
    return frozenset(Place("zone", part.zone) for part in below(expression) if isinstance(part, tree.ZoneAt))


def _everything(program: Program) -> Iterable[Node]:
    for routine in program.routines.values():
        yield from below(routine.body)
