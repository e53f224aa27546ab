"""What depends on hidden things. In: a Program. Out: the same with the questions marked that are always asked, since
what they read is hidden from somebody; choices among things nobody can tell apart; what would give something away; and
the score categories that are not shown before the end.

A zone is hidden from everybody (a deck, a bag, `hidden`), or from all but its owner. How much lies in it is public
unless `size hidden`. What a value was read from is followed through variables of routines and their parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program, Routine, Rule, ZoneDecl
from rulewright.core.tree import Expr, Node
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.semantics.analyses.effects import (
    Footprints,
    component_names,
    footprints,
    of_expression,
    sources_of,
    targets,
    zone_name,
)
from rulewright.semantics.analyses.notes import Note, Reason
from rulewright.semantics.analyses.places import Effects, Place
from rulewright.semantics.analyses.walk import below, children, exchanged, is_expression, read_slots

MINE = frozenset((tree.ME,))
CLOSED = frozenset(("deck", "bag"))
ONE_OF = frozenset(("first", "last", "top", "random", "sample"))


@dataclass
class Looking:
    """`tainted`: the slots of routines whose value was read from a hidden zone."""

    program: Program
    foot: Footprints
    tainted: set[tuple[str, int]] = field(default_factory=set)
    notes: list[Note] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)


def mark_hidden(program: Program) -> tuple[Program, list[Note], list[Diagnostic]]:
    look = Looking(program, footprints(program))
    if not any(_hidden(zone) for zone in program.zones.values()):
        return program, [], []
    _taint(look)
    routines = {name: _marked(look, routine) for name, routine in program.routines.items()}
    for routine in program.routines.values():
        _check_choices(look, routine)
    _check_offers(look)
    _check_accepts(look)
    _withheld(look)
    rules = tuple(_marked_offer(look, rule) for rule in program.rules)
    return replace(program, routines=routines, rules=rules), look.notes, look.problems


def _hidden(zone: ZoneDecl) -> bool:
    return zone.hidden or zone.seen_by_owner or zone.kind in CLOSED


def reads_hidden(look: Looking, routine: str, expression: Expr) -> bool:
    """Whether a value depends on what is hidden from anybody."""
    if any((routine, slot) in look.tainted for slot in read_slots(expression)):
        return True
    return _any_hidden(look, of_expression(look.foot, expression))


def _any_hidden(look: Looking, effects: Effects) -> bool:
    return any(is_hidden_place(look.program, place) for place in effects.reads)


def is_hidden_place(program: Program, place: Place) -> bool:
    """Whether what is read there is hidden from anybody."""
    if place.kind not in ("zone", "size"):
        return False
    if place.name:
        zones = [program.zones[place.name]] if place.name in program.zones else []
    else:
        zones = [zone for zone in program.zones.values() if _holds(zone, place.of)]
    return any(zone.size_hidden if place.kind == "size" else _hidden(zone) for zone in zones)


def _holds(zone: ZoneDecl, kind: str) -> bool:
    held = component_names(zone.of)
    return not kind or kind in held or "" in held


# ------------------------------------------------------------------ always asked


def _taint(look: Looking) -> None:
    """Follows values from hidden zones through slots and parameters, until nothing new is found."""
    while True:
        before = len(look.tainted)
        for name, routine in look.program.routines.items():
            for node in below(routine.body):
                for slot, source in _bindings(node):
                    if reads_hidden(look, name, source):
                        look.tainted.add((name, slot))
                match node:
                    case tree.Draw(slot=int(slot), to=to) if _hidden_zone(look, to):
                        look.tainted.add((name, slot))
                    case tree.Call(name=called, args=args):
                        _pass_on(look, name, (called,), args)
                    case tree.Do(invoke=invoke) | tree.Can(invoke=invoke) | tree.Closure(invoke=invoke):
                        _pass_on(look, name, targets(look.foot, invoke), invoke.args)
                    case _:
                        pass
        if len(look.tainted) == before:
            return


def _pass_on(look: Looking, at: str, called: Iterable[str], args: tuple[Expr, ...]) -> None:
    for slot, arg in enumerate(args, 2):
        if reads_hidden(look, at, arg):
            look.tainted.update((name, slot) for name in called)


def _bindings(node: Node) -> Iterator[tuple[int, Expr]]:
    match node:
        case tree.Bind(slot=slot, value=value) | tree.Let(slot=slot, value=value):
            yield slot, value
        case tree.Choose(slot=slot, source=source) | tree.Each(slot=slot, source=source):
            yield slot, source
        case tree.Fold(slot=slot, source=source) | tree.Sort(slot=slot, source=source):
            yield slot, source
        case tree.Item(slot=int(slot), source=source) if source is not None:
            yield slot, source
        case tree.Transfer(slot=int(slot), things=things) if things is not None:
            yield slot, things
        case tree.Repeat(slot=int(slot), bind=bind) if bind is not None:
            yield slot, bind
        case tree.Branch(subject=subject, arms=arms):
            yield from ((arm.fits.slot, subject) for arm in arms if arm.fits.slot is not None)
        case tree.Match(subject=subject) as match:
            yield from ((arm.fits.slot, subject) for arm in match.arms if arm.fits.slot is not None)
        case _:
            pass


def _hidden_zone(look: Looking, zone: Expr) -> bool:
    declared = look.program.zones.get(zone_name(zone))
    return declared is not None and _hidden(declared)


def _marked(look: Looking, routine: Routine) -> Routine:
    def change(node: Node) -> Node:
        match node:
            case tree.Choose():
                tests = (test.test for test in (*node.tests, *node.preferences))
                parts: list[Expr | None] = [node.source, *tests, node.such_that, node.low, node.high]
                return replace(node, always_asked=True) if _reads_any(look, routine.name, parts) else node
            case tree.Each(any_order=True, source=source) if reads_hidden(look, routine.name, source):
                return replace(node, always_asked=True)
            case tree.Menu(items=items):
                parts = [part for item in items for part in (item.test, item.source, item.can)]
                return replace(node, always_asked=True) if _reads_any(look, routine.name, parts) else node
            case _:
                return node

    return replace(routine, body=exchanged(routine.body, change))


def _marked_offer(look: Looking, rule: Rule) -> Rule:
    if rule.kind != "anytime":
        return rule
    hidden = _reads_any(look, rule.routine, (rule.test,)) or _hangs_on_hidden(look, rule.routine, set())
    return replace(rule, always_asked=True) if hidden else rule


def _hangs_on_hidden(look: Looking, name: str, seen: set[str]) -> bool:
    """Whether it may depend on hidden things that an action can be finished."""
    if name in seen:
        return False
    seen.add(name)
    for node in below(look.program.routines[name].body):
        parts: tuple[Expr | None, ...] = ()
        match node:
            case tree.Require(test=test):
                parts = (test,)
            case tree.Set(on_range="fail", value=value):
                parts = (value,)
            case tree.Choose(source=source, tests=tests, such_that=such_that, low=low):
                whole = not tests and such_that is None and _only_size(source)
                parts = (low, such_that, *(test.test for test in tests), *(() if whole else (source,)))
            case tree.Branch(subject=subject) if any(_may_hang(part) for part in below(node)):
                parts = (subject,)
            case tree.Do(invoke=invoke):
                parts = tuple(invoke.args)
                if any(_hangs_on_hidden(look, called, seen) for called in targets(look.foot, invoke)):
                    return True
            case _:
                pass
        if _reads_any(look, name, parts):
            return True
    return False


def _may_hang(node: Node) -> bool:
    return isinstance(node, tree.Require | tree.Choose | tree.Do) or (
        isinstance(node, tree.Set) and node.on_range == "fail"
    )


def _reads_any(look: Looking, routine: str, parts: Iterable[Expr | None]) -> bool:
    return any(part is not None and reads_hidden(look, routine, part) for part in parts)


# ------------------------------------------------------------------ what the one who is asked may not see


def _check_choices(look: Looking, routine: Routine) -> None:
    shown: set[str] = set()
    for node in below(routine.body):
        match node:
            case tree.Show(things=things):
                shown |= {place.name for place in sources_of(things) or ()}
                shown |= {zone_name(part) for part in below(things) if isinstance(part, tree.ZoneAt)}
            case tree.Choose():
                _check_source(look, node, shown)
                for test in (*node.tests, *node.preferences):
                    for zone in _unseen(look, test.test, MINE):
                        if test.origin == "pushed" and zone.zone not in shown:
                            _report_unforeseen(look, zone)
                            break
                        if zone.zone not in shown:
                            _report(
                                look, test.test, zone, "what may be chosen here depends on what the chooser cannot see"
                            )
                            break
            case tree.Each(any_order=True):
                _check_source(look, node, shown)
            case tree.Menu(items=items):
                for item in items:
                    _check_item(look, item, shown)
            case _:
                pass


def _check_item(look: Looking, item: tree.Item, shown: set[str]) -> None:
    """A line of a menu: whether it is offered must not tell, nor rest on, what the asked player cannot see."""
    for part in (item.test, item.source):
        zones = () if part is None else (zone for zone in _unseen(look, part, MINE) if zone.zone not in shown)
        for zone in zones:
            assert part is not None
            _report(look, part, zone, "what may be chosen here depends on what the chooser cannot see")
            return
    for zone in () if item.can is None else _unseen(look, item.can, MINE):
        if zone.zone not in shown:
            _report_unforeseen(look, zone)
            return


def _report_unforeseen(look: Looking, zone: tree.ZoneAt) -> None:
    look.problems.append(
        Diagnostic(
            code=codes.UNSEEN_DEAD_END,
            span=zone.span,
            message="whether this can be done depends on what the one who does it cannot see, so it may turn out "
            "impossible after it was offered",
            label=f"`{zone.zone}` is hidden",
            labels=_declared(look, zone),
            help=_for_owners(look, zone)
            or "say what happens then: put it into an action and `do … if possible`, or `do … else …`",
        )
    )


def _for_owners(look: Looking, zone: tree.ZoneAt) -> str | None:
    """The cure where players cannot see what is their own."""
    declared = look.program.zones[zone.zone]
    own = zone.keys and isinstance(zone.keys[0], tree.Local) and zone.keys[0].slot in MINE
    if not declared.hidden or declared.keys[:1] != (t.PLAYER,) or not own:
        return None
    return f"if everybody sees their own `{zone.zone}`, declare it `seen by owner` instead of `hidden`"


def _check_source(look: Looking, node: tree.Choose | tree.Each, shown: set[str]) -> None:
    of = t.element(node.source.type)
    if not isinstance(of, t.Component | t.Union):
        return
    for zone in _unseen(look, node.source, MINE):
        if zone.zone in shown:
            continue
        look.problems.append(
            Diagnostic(
                code=codes.UNSEEN_CHOICE,
                span=node.source.span,
                message="a choice among things that the one who chooses cannot tell apart",
                label=f"`{zone.zone}` is hidden from the one who chooses",
                labels=_declared(look, zone),
                help=_for_owners(look, zone) or "let chance decide with `random of`, or `show` them first",
            )
        )
        return


def _report(look: Looking, test: Expr, zone: tree.ZoneAt, message: str) -> None:
    size_hidden = look.program.zones[zone.zone].size_hidden
    look.problems.append(
        Diagnostic(
            code=codes.HIDDEN_SCORE,
            span=test.span,
            message=message,
            label=f"`{zone.zone}` is hidden",
            labels=_declared(look, zone),
            help=_for_owners(look, zone)
            or "read only what is public here" + ("" if size_hidden else ", such as how many there are"),
        )
    )


def _declared(look: Looking, zone: tree.ZoneAt) -> tuple[Label, ...]:
    return (Label(look.program.zones[zone.zone].span, "declared here"),)


def _check_offers(look: Looking) -> None:
    """Whether an `anytime` is offered can be seen by all from the questions that are asked."""
    for rule in look.program.rules:
        if rule.kind == "anytime" and rule.test is not None:
            zone = next(iter(_unseen(look, rule.test, MINE)), None)
            if zone is not None:
                _report(look, rule.test, zone, "whether this may be done depends on what not everybody may see")


def _check_accepts(look: Looking) -> None:
    """What a zone accepts is seen from the options of whoever may move things there."""
    for zone in look.program.zones.values():
        if zone.accepts is not None:
            body = look.program.routines[zone.accepts].body
            hidden = next(iter(_unseen(look, body, MINE)), None)
            if hidden is not None and is_expression(body):
                _report(look, body, hidden, f"what `{zone.name}` accepts depends on what not everybody may see")


def _unseen(look: Looking, node: Node, mine: frozenset[int], deep: int = 0) -> Iterator[tree.ZoneAt]:
    """The zones from which something is read that the player in the slots `mine` cannot see."""
    match node:
        case tree.Op(name="some" | "count", args=(collection,)) if _only_size(collection):
            yield from _unseen_sizes(look, collection, mine)
        case tree.Op(name="is_none", args=(tree.Op(name="contents" | "contents_set") as collection,)):
            yield from _unseen_sizes(look, collection, mine)
        case tree.Op(name="is_none" | "some" | "count", args=(tree.Op(name=name, args=(collection, *_)),)) if (
            name in ONE_OF and _only_size(collection)
        ):
            yield from _unseen_sizes(look, collection, mine)
        case tree.ZoneAt(zone=name, keys=keys) if name in look.program.zones:
            declared = look.program.zones[name]
            own = bool(keys) and isinstance(keys[0], tree.Local) and keys[0].slot in mine
            if not declared.top_up and (
                declared.hidden or declared.kind in CLOSED or (declared.seen_by_owner and not own)
            ):
                yield node
        case tree.Call(name=name, me=me, args=args) if deep < 12:
            inside = {slot for slot, arg in enumerate(args, 2) if isinstance(arg, tree.Local) and arg.slot in mine}
            if isinstance(me, tree.Local) and me.slot in mine:
                inside.add(tree.ME)
            yield from _unseen(look, look.program.routines[name].body, frozenset(inside), deep + 1)
            for arg in args:
                yield from _unseen(look, arg, mine, deep)
        case tree.Can():
            return
        case _:
            for child in children(node):
                yield from _unseen(look, child, mine, deep)


def _unseen_sizes(look: Looking, collection: Expr, mine: frozenset[int]) -> Iterator[tree.ZoneAt]:
    """The zones of which not even how much lies there is seen by the player in the slots `mine`."""
    for node in below(collection):
        if isinstance(node, tree.ZoneAt) and node.zone in look.program.zones:
            declared = look.program.zones[node.zone]
            own = bool(node.keys) and isinstance(node.keys[0], tree.Local) and node.keys[0].slot in mine
            if declared.size_hidden and not (own and declared.seen_by_owner):
                yield node


def _only_size(collection: Expr) -> bool:
    match collection:
        case tree.Op(name="contents" | "contents_set"):
            return True
        case tree.Op(name="union" | "make_set" | "make_list" | "as_set" | "as_list", args=args):
            return all(_only_size(arg) for arg in args)
        case tree.Op(name="only", args=(tree.Op(name="contents" | "contents_set"), *_)):
            return True
        case _:
            return False


def _withheld(look: Looking) -> None:
    for category in look.program.score:
        body = look.program.routines[category.routine].body
        if is_expression(body) and _any_hidden(look, of_expression(look.foot, body)):
            zones = sorted(
                {place.name for place in of_expression(look.foot, body).reads if is_hidden_place(look.program, place)}
            )
            because = tuple(
                Reason(look.program.zones[name].span, f"`{name}` is hidden")
                for name in zones
                if name in look.program.zones
            )
            text = "this category reads hidden things, so it is shown only at the end"
            look.notes.append(Note("withheld", category.name, category.span, text, because))
