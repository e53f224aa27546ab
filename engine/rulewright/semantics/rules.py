"""Reactions: `before`, `after`, `instead of`, `when`, `anytime`, on their own, on a card, or for a time.

Each becomes a `Rule` and a routine with its body; what the event brings stands in the first slots of the routine.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Routine, Rule, RuleKind
from rulewright.report import codes
from rulewright.report.wording import counted
from rulewright.semantics import standings, statements
from rulewright.semantics.analyses.walk import below as nodes_below
from rulewright.semantics.coerce import as_collection
from rulewright.semantics.context import Context, Game, new_context, not_there, op, trusted, type_named, with_article
from rulewright.semantics.expressions import comparable, condition, expression, infer, settled
from rulewright.semantics.walk import children
from rulewright.syntax import ast

PRIMITIVES = ("place", "leave")
SCOPES = ("setup", "round", "turn", "score")


def rule(
    game: Game,
    written: ast.React,
    *,
    carrier: tuple[str, str | None] | None = None,
    active_at: str | None = None,
    outer: Context | None = None,
) -> tuple[str, tuple[tuple[int, int], ...]] | None:
    """Adds the rule and its routine to the game. `outer`: the routine that opens it for a time; its locals are copied.

    The name of the rule, and for each copied local its slot outside and inside.
    """
    name = _name(game, written, carrier)
    this = t.Component(carrier[0]) if carrier is not None else outer.this if outer is not None else None
    cx = new_context(game, name, this=this, chance=True)
    if outer is not None:
        cx.treats = standings.joined(game, outer.treats, cx.treats)
    if carrier is not None:
        cx.treats = standings.joined(game, cx.treats, game.treats_at(".".join(part for part in carrier if part)))
    match written:
        case ast.On():
            made = _on(cx, written, name, outer)
        case ast.When():
            made = _when(cx, written, name, carrier is not None, outer)
        case ast.Anytime():
            made = _anytime(cx, written, name, carrier is not None, outer)
    if made is None:
        return None
    found, body, captured = made
    found = replace(found, carrier=carrier, active_at=active_at, armed=outer is not None)
    docs = written.body.docs
    game.rules.append(found)
    if not cx.me:
        game.nobody.append(name)
    game.routines[name] = Routine(
        span=written.span,
        name=name,
        kind="rule",
        parameters=(),
        slots=tuple(cx.slots),
        body=body,
        text=statements.text_of(docs),
        rulings=tuple(doc.text for doc in docs if isinstance(doc, ast.Ruling)),
    )
    used = _used(captured, found, body)
    if outer is not None:
        outer.read.update(slot for slot, _ in used)
    return name, used


Made = tuple[Rule, tree.Stmt, tuple[tuple[int, int], ...]]


def _name(game: Game, written: ast.React, carrier: tuple[str, str | None] | None) -> str:
    if written.name is not None:
        base = written.name.text
    else:
        match written:
            case ast.On(when=when, event=event):
                base = f"{when.split()[0]}_{event.text.replace('.', '_')}"
            case ast.When():
                base = "when"
            case ast.Anytime():
                base = "anytime"
    if carrier is not None:
        base = ".".join(part for part in (*carrier, base) if part)
    name, count = base, 1
    while name in game.routines:
        count += 1
        name = f"{base}{count}"
    if written.name is not None and name != base:
        game.report.error(codes.DUPLICATE, written.name.span, f"there is a rule called `{base}` already")
    return name


def copy_locals(cx: Context, outer: Context | None) -> tuple[tuple[int, int], ...]:
    """Every local of the outer routine under its name, in slots of the inner one; each pair is outside and inside."""
    if outer is None:
        return ()
    pairs: list[tuple[int, int]] = []
    for scope in outer.scopes:
        for name, local in scope.items():
            slot = cx.slot(name)
            cx.scopes[0][name] = replace(local, slot=slot)
            pairs.append((local.slot, slot))
    return tuple(pairs)


def _used(pairs: tuple[tuple[int, int], ...], found: Rule, body: tree.Stmt) -> tuple[tuple[int, int], ...]:
    slots = slots_read(body)
    for expr in (found.test, found.threshold):
        if expr is not None:
            slots |= slots_read(expr)
    return tuple(pair for pair in pairs if pair[1] in slots)


def slots_read(node: tree.Node) -> set[int]:
    """The slots of locals anywhere below a core node."""
    return {part.slot for part in nodes_below(node) if isinstance(part, tree.Local)}


def _on(cx: Context, written: ast.On, name: str, outer: Context | None) -> Made | None:
    event = written.event.text
    symbols = cx.symbols
    meanings = [symbols.kind_of(event)] if event in symbols.actions else []
    meanings += ["an event of the language"] if event in (*PRIMITIVES, *SCOPES) else []
    meanings += ["a phase"] if event in symbols.phases else []
    menu = "." in event
    if len(meanings) > 1:
        cx.report.error(
            codes.AMBIGUOUS,
            written.event.span,
            f"`{event}` is {' and '.join(str(kind) for kind in meanings)}",
            help="give the action or phase another name",
        )
    kinds: dict[str, RuleKind] = {"before": "before", "after": "after", "instead of": "instead"}
    binders: list[tuple[int, t.Type | None]] = []
    if event in PRIMITIVES:
        event_kind = "primitive"
        binders = _bind(cx, written, [t.Component(), t.Space()])
    elif event in symbols.actions:
        event_kind = "action"
        own = cx.game.treats_at(symbols.bases.get(event, event))
        declared = [standings.taken(cx.game, own, trusted(cx.game, p.type)) for p in symbols.actions[event].parameters]
        binders = _bind(cx, written, declared)
        if written.when == "instead of":
            cx.base = event
            cx.base_args = tuple(
                tree.Local(span=written.span, type=type, slot=slot, name=cx.slots[slot])
                for (slot, _), type in zip(binders, declared, strict=True)
            )
    elif menu or event in SCOPES or event in symbols.phases:
        event_kind = "action" if menu else "scope"
        if written.binders:
            cx.report.error(codes.ARGUMENTS, written.event.span, f"`{event}` brings nothing that could be named")
        if menu and written.when == "instead of":
            cx.base = event
    else:
        known = [*symbols.actions, *PRIMITIVES, *SCOPES, *symbols.phases]
        not_there(cx.game, written.event, "action, phase or event", known)
        return None
    by = None if written.by is None else cx.bind(written.by, t.PLAYER).slot
    if event_kind == "scope" and event != "turn" and event not in symbols.acted and outer is None:
        cx.me = False
    captured = copy_locals(cx, outer)
    first = _as_standing(cx, written, binders) if event in PRIMITIVES else None
    body = statements.block(cx, written.body)
    if first is not None:
        body = statements.sequence([first, body], written.body.span)
    found = Rule(
        span=written.span,
        name=name,
        kind=kinds[written.when],
        routine=name,
        event=event,
        event_kind=event_kind,  # type: ignore[arg-type]
        binders=tuple(binders),
        by=by,
    )
    return found, body, captured


def _as_standing(cx: Context, written: ast.On, binders: list[tuple[int, t.Type | None]]) -> tree.Stmt | None:
    """What is placed or leaves counts once for each space, so its name means it on this one."""
    (slot, demanded), (space, _) = binders
    if not isinstance(demanded, t.Union) or not written.binders:
        return None
    standing = standings.seen(cx.game, cx.treats, type_named(cx.game, written.binders[0].type or written.event))
    if not isinstance(standing, t.Standing):
        return None
    span, name = written.span, written.binders[0].name.text
    thing = tree.Local(span=span, type=demanded, slot=slot, name=name)
    here = tree.Local(span=span, type=t.Space(), slot=space, name="space")
    local = cx.anonymous(standing, span, name)
    cx.scopes[-1][name] = local
    return tree.Bind(span=span, slot=local.slot, value=op("standing", standing, span, thing, here))


def _bind(cx: Context, written: ast.On, wanted: list[t.Type]) -> list[tuple[int, t.Type | None]]:
    """A slot for everything the event brings; a binder gives it a name and may demand a type."""
    if len(written.binders) > len(wanted):
        brings = f"{counted(len(wanted), 'thing')}, not {len(written.binders)}" if wanted else "nothing"
        cx.report.error(
            codes.ARGUMENTS,
            written.event.span,
            f"`{written.event.text}` brings {brings}",
        )
    slots: list[tuple[int, t.Type | None]] = []
    for index, type in enumerate(wanted):
        if index >= len(written.binders):
            slots.append((cx.slot(f"argument{index + 1}"), None))
            continue
        binder = written.binders[index]
        demanded = None if binder.type is None else type_named(cx.game, binder.type)
        if demanded is not None:
            demanded = standings.taken(cx.game, cx.treats, demanded)
        if demanded is not None and not comparable(demanded, type):
            cx.report.error(
                codes.MISMATCH,
                binder.span,
                f"this is {with_article(t.show(type))}, never {with_article(t.show(demanded))}",
                label=t.show(type),
            )
        local = cx.bind(binder.name, demanded or type)
        slots.append((local.slot, demanded))
    return slots


def _when(cx: Context, written: ast.When, name: str, carried: bool, outer: Context | None) -> Made | None:
    mine = carried or outer is not None or says_my(cx, written)
    cx.me = mine
    captured = copy_locals(cx, outer)
    generator = None
    if written.generator is not None:
        source = standings.elements(
            cx, as_collection(cx, infer(cx, written.generator.source), written.generator.source)
        )
        of = source.type.of if isinstance(source.type, t.Set | t.List) else t.UNKNOWN
        generator = (cx.bind(written.generator.variable, of).slot, source)
    if written.edge is None:
        settled(cx, written.condition)
        with cx.tested() if generator is not None else nullcontext():
            test, threshold = condition(cx, written.condition), None
    else:
        test = expression(cx, written.condition, t.INT)
        threshold = None if written.threshold is None else expression(cx, written.threshold, t.INT)
    body = statements.block(cx, written.body)
    if written.edge is None and generator is not None:
        test, body = _for_some(written, test, body, *generator)
        generator = None
    kinds: dict[str | None, RuleKind] = {None: "when", "reaches": "reaches", "falls to": "falls"}
    found = Rule(
        span=written.span,
        name=name,
        kind=kinds[written.edge],
        routine=name,
        test=test,
        threshold=threshold,
        generator=generator,
        per_player=mine and not carried and outer is None,
    )
    return found, body, captured


def _for_some(
    written: ast.When, test: tree.Expr, body: tree.Stmt, slot: int, source: tree.Expr
) -> tuple[tree.Expr, tree.Stmt]:
    """`when C for x in X: S` is `when any x in X has C: for each x in X: if C: S`."""
    span = written.span
    some = tree.Fold(span=written.condition.span, type=t.BOOL, kind="any", slot=slot, source=source, body=test)
    yes = tree.StmtArm(span=body.span, fits=tree.Arm(span=body.span, values=(True,)), body=body)
    asked = tree.Branch(span=span, subject=test, arms=(yes,))
    return some, tree.Each(span=span, slot=slot, source=source, body=asked)


def says_my(cx: Context, node: ast.Node) -> bool:
    """Whether it says `my` or `me`, or what needs either; not where `as p:` and the like name somebody first."""
    match node:
        case ast.My() | ast.Change() | ast.Choose() | ast.ChooseOne() | ast.May() | ast.AnyOrder():
            return True
        case ast.Ref(name=name) | ast.Call(name=name) | ast.Of(name=name):
            if name.text in ("me", "opponents") or name.text in cx.symbols.needs_me:
                return True
        case ast.Do(action=ast.Ref(name=name) | ast.Call(name=name)) if name.text in cx.symbols.bases:
            return says_my(cx, cx.symbols.actions[name.text].body)
        case ast.EachPlayer(start=start):
            return start is not None and says_my(cx, start)
        case ast.As(player=player):
            return says_my(cx, player)
        case ast.Turns(queue=queue):
            return says_my(cx, queue)
        case ast.Everyone():
            return False
        case _:
            pass
    return any(says_my(cx, child) for child in children(node))


def _anytime(cx: Context, written: ast.Anytime, name: str, carried: bool, outer: Context | None) -> Made | None:
    captured = copy_locals(cx, outer)
    test = None if written.test is None else condition(cx, written.test)
    body = statements.block(cx, written.body)
    found = Rule(
        span=written.span,
        name=name,
        kind="anytime",
        routine=name,
        test=test,
        once=written.once,
        per_player=not carried and outer is None,
    )
    return found, body, captured


def lasting(cx: Context, written: ast.Lasting) -> tree.Stmt | None:
    """`this turn:` …: each rule is in force from the next statement to the end of the scope."""
    parts: list[tree.Stmt] = []
    for each in written.rules:
        if isinstance(each, ast.ChangeItem):
            cx.report.error(
                codes.LATER_CHANGE, each.span, "a `change` that holds for a time is read, but not yet played"
            )
            continue
        if isinstance(each, ast.When) and each.edge is not None:
            cx.report.error(
                codes.LATER_LASTING,
                each.span,
                f"`{each.edge}` for a time only is read, but not yet played",
                label="not played yet",
                help="make it a rule of its own, with a variable `each turn` that says whether it counts",
            )
            continue
        made = rule(cx.game, each, outer=cx)
        if made is not None:
            parts.append(tree.ArmRules(span=each.span, scope=written.scope, rules=(made[0],), captured=made[1]))
    return statements.sequence(parts, written.span) if parts else None
