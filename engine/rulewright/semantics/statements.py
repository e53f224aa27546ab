"""Statements: sugar gone, names bound, every demand in the open. In: a block and its context. Out: core statements."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import assert_never

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.semantics import calls, choices, effects, menus, names, rules
from rulewright.semantics.coerce import as_collection, read
from rulewright.semantics.context import Context, op
from rulewright.semantics.expressions import asked, bound_if_there, condition, expression, infer, unused
from rulewright.semantics.standings import elements, joined, pieces
from rulewright.syntax import ast


def block(cx: Context, written: ast.Block) -> tree.Stmt:
    """The statements of a block, in a scope of their own."""
    with cx.scope():
        whole = sequence([part for each in written.statements for part in statement(cx, each)], written.span)
        for each in written.statements:
            if isinstance(each, ast.Let) and cx.scopes[-1][each.name.text].slot not in cx.read:
                unused(cx, each.name)
        return whole


def sequence(items: Sequence[tree.Stmt], span: Span) -> tree.Stmt:
    return items[0] if len(items) == 1 else tree.Seq(span=span, items=tuple(items))


def text_of(docs: Sequence[ast.Doc | ast.Ruling]) -> str:
    """The text shown to players."""
    return " ".join(doc.text for doc in docs if isinstance(doc, ast.Doc))


def statement(cx: Context, written: ast.Statement) -> list[tree.Stmt]:
    """A statement; what its `the x` demand stands before it."""
    outer, cx.before = cx.before, []
    try:
        found = _statement(cx, written)
        return [*cx.before, found] if found is not None else cx.before
    finally:
        cx.before = outer


def _statement(cx: Context, written: ast.Statement) -> tree.Stmt | None:
    span = written.span
    match written:
        case (
            ast.Change() | ast.SetTo() | ast.Move() | ast.Place() | ast.Draw() | ast.Deal() | ast.Roll() | ast.Pass()
            | ast.Shuffle() | ast.Flip() | ast.Reveal() | ast.Show() | ast.ShowThat()
        ):  # fmt: skip
            return effects.effect(cx, written)
        case ast.Let(name=name, value=value):
            bound = read(cx, infer(cx, value))
            if isinstance(bound.type, t.Nothing):
                cx.report.error(codes.MISMATCH, span, "a `let` needs a value; none has no type by itself")
            local = cx.bind(name, bound.type)
            return tree.Bind(span=span, slot=local.slot, value=bound)
        case ast.Require(test=test):
            return tree.Require(span=span, test=condition(cx, test))
        case ast.Log(text=words):
            return tree.Log(span=span, text=words)
        case ast.Do():
            return _do(cx, written)
        case ast.Simple(kind=kind):
            return tree.Signal(span=span, kind=kind)
        case ast.NextTurn(player=player):
            return tree.NextTurn(span=span, player=expression(cx, player, t.PLAYER))
        case ast.Choose():
            return choices.choose(cx, written)
        case ast.ChooseOne():
            return menus.answered(cx, "menu", lambda inner: choices.choose_one(inner, written))
        case ast.AnyOrder():
            return menus.answered(cx, "menu", lambda inner: choices.any_order(inner, written))
        case ast.May():
            return menus.answered(cx, "may", lambda inner: choices.may(inner, written))
        case ast.Everyone():
            return choices.everyone(cx, written)
        case ast.For():
            return _for(cx, written)
        case ast.Repeat():
            return _repeat(cx, written)
        case ast.As(player=player, body=body):
            who = expression(cx, player, t.PLAYER)
            return tree.As(span=span, player=who, body=_as_somebody(cx, body))
        case ast.EachPlayer():
            return _each_player(cx, written)
        case ast.If():
            return _if(cx, written)
        case ast.Match():
            return _match(cx, written)
        case ast.Together(body=body):
            return tree.Together(span=span, body=block(cx, body))
        case ast.Lasting():
            return rules.lasting(cx, written)
        case ast.Turns() | ast.Round() | ast.Phase():
            return flow(cx, written)
        case _:
            assert_never(written)


def _as_somebody(cx: Context, body: ast.Block) -> tree.Stmt:
    me, cx.me = cx.me, True
    try:
        return block(cx, body)
    finally:
        cx.me = me


def _do(cx: Context, written: ast.Do) -> tree.Stmt | None:
    invoke = calls.invoke(cx, written.action)
    if invoke is None:
        return None
    otherwise: tree.Stmt | None = None
    if written.if_possible:
        otherwise = tree.Seq(span=written.span, items=())
    elif written.otherwise is not None:
        otherwise = sequence(statement(cx, written.otherwise), written.otherwise.span)
    return tree.Do(span=written.span, invoke=invoke, otherwise=otherwise)


def _for(cx: Context, written: ast.For) -> tree.Stmt:
    span = written.span
    cx.coming = written.variable.text
    source = elements(cx, as_collection(cx, infer(cx, written.source), written.source))
    cx.coming = ""
    with cx.scope():
        of = source.type.of if isinstance(source.type, t.Set | t.List) else t.UNKNOWN
        local = cx.bind(written.variable, of)
        choice = cx.question(written.variable.text) if written.any_order else ""
        body = block(cx, written.body)
    words = text_of(written.body.docs)
    return tree.Each(
        span=span, slot=local.slot, source=source, body=body, any_order=written.any_order, choice=choice, text=words
    )


def _each_player(cx: Context, written: ast.EachPlayer) -> tree.Stmt:
    span = written.span
    if written.start is None:
        everybody = op("players", t.Set(t.PLAYER), span)
        source: tree.Expr = op("as_list", t.List(t.PLAYER), span, everybody)
    else:
        source = op("seats", t.List(t.PLAYER), span, expression(cx, written.start, t.PLAYER))
    slot = cx.slot("player")
    body = _as_somebody(cx, written.body)
    return tree.Each(span=span, slot=slot, source=source, body=body, as_me=True)


def _repeat(cx: Context, written: ast.Repeat) -> tree.Stmt:
    span = written.span
    limit = None if written.times is None else expression(cx, written.times, t.INT)
    with cx.scope():
        if written.binding is not None and written.test is not None:
            with cx.tested():
                subject, slot = bound_if_there(cx, written.test, written.binding)
            body = block(cx, written.body)
            return tree.Repeat(span=span, limit=limit, test=None, body=body, slot=slot, bind=subject)
        with cx.tested():
            test = None if written.test is None else condition(cx, written.test)
        return tree.Repeat(span=span, limit=limit, test=test, body=block(cx, written.body))


def _if(cx: Context, written: ast.If) -> tree.Stmt:
    parts: list[tuple[ast.Arm, tree.Expr, tree.Stmt, int | None]] = []
    for arm in written.arms:
        kept = cx.narrowed
        with cx.scope():
            with cx.tested() if parts else nullcontext():
                subject, slot = asked(cx, arm)
            parts.append((arm, subject, block(cx, arm.body), slot))
        cx.narrowed = kept
    rest = None if written.otherwise is None else block(cx, written.otherwise)
    for arm, subject, body, slot in reversed(parts):
        fits = (
            tree.Arm(span=arm.span, values=(True,)) if slot is None else tree.Arm(span=arm.span, some=True, slot=slot)
        )
        arms = [tree.StmtArm(span=arm.span, fits=fits, body=body)]
        if rest is not None:
            arms.append(tree.StmtArm(span=rest.span, fits=tree.Arm(span=rest.span), body=rest))
        rest = tree.Branch(span=arm.span, subject=subject, arms=tuple(arms))
    assert rest is not None
    return rest


def _match(cx: Context, written: ast.Match) -> tree.Stmt:
    subject = pieces(cx, read(cx, infer(cx, written.subject)))
    arms: list[tree.StmtArm] = []
    for arm in written.arms:
        with cx.scope():
            fits = names.pattern(cx, arm.pattern, subject.type)
            arms.append(tree.StmtArm(span=arm.span, fits=fits, body=block(cx, arm.body)))
    names.check_once(cx, [arm.pattern for arm in written.arms])
    names.check_cover(cx, subject.type, [arm.fits for arm in arms], written.subject.span)
    return tree.Branch(span=written.span, subject=subject, arms=tuple(arms))


# ------------------------------------------------------------------ flow


def flow(cx: Context, written: ast.Turns | ast.Round | ast.Phase) -> tree.Stmt:
    """Rounds, phases and turns, which nest."""
    match written:
        case ast.Round():
            return _round(cx, written)
        case ast.Phase(name=name, title=title, body=body):
            path, cx.path = cx.path, name.text
            treats, cx.treats = cx.treats, joined(cx.game, cx.treats, cx.game.treats_at(name.text))
            inner = block(cx, body)
            cx.path, cx.treats = path, treats
            words = title.value if title is not None else text_of(body.docs)
            return tree.Scope(span=written.span, kind="phase", name=name.text, body=inner, title=words)
        case ast.Turns(queue=queue, until=until, body=body):
            source = expression(cx, queue, t.List(t.PLAYER))
            test = None if until is None else condition(cx, until)
            inner = _as_somebody(cx, body)
            turn = tree.Scope(span=body.span, kind="turn", name="turn", body=inner)
            return tree.Turns(span=written.span, queue=source, until=test, body=turn)


def _round(cx: Context, written: ast.Round) -> tree.Stmt:
    span = written.span
    limit = None if written.times is None else expression(cx, written.times, t.INT)
    test = None
    if written.until is not None:
        until = condition(cx, written.until)
        test = op("not", t.BOOL, until.span, until)
    body = tree.Scope(span=span, kind="round", name="round", body=block(cx, written.body))
    return tree.Repeat(span=span, limit=limit, test=test, body=body)
