"""A short way to write core trees by hand: in, values and nodes; out, a Program. Every node gets the same span."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import (
    BoardDecl,
    BoardPart,
    Category,
    ComponentDecl,
    EnumDecl,
    FieldDecl,
    Program,
    Routine,
    RowDecl,
    Rule,
    VarDecl,
    WinnerKey,
    ZoneDecl,
)  # fmt: skip
from rulewright.report.span import Source, Span
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream

SPAN = Span(Source("hand.rules", "by hand\n"), 0, 0)
SPACES, PLAYERS = t.Set(t.Space()), t.Set(t.PLAYER)


def const(value: object, type: t.Type = t.INT) -> tree.Const:
    return tree.Const(span=SPAN, type=type, value=value)


def text(value: str) -> tree.Const:
    return const(value, t.TEXT)


NONE = const(None, t.Nothing())
YES, NO = const(True, t.BOOL), const(False, t.BOOL)
ME = tree.Local(span=SPAN, type=t.PLAYER, slot=0, name="me")


def local(slot: int, type: t.Type = t.INT, name: str = "") -> tree.Local:
    return tree.Local(span=SPAN, type=type, slot=slot, name=name or f"slot{slot}")


def op(name: str, type: t.Type, *args: tree.Expr) -> tree.Op:
    return tree.Op(span=SPAN, type=type, name=name, args=args)


def eq(a: tree.Expr, b: tree.Expr) -> tree.Op:
    return op("eq", t.BOOL, a, b)


def get(place: str, *keys: tree.Expr, type: t.Type = t.INT) -> tree.Get:
    return tree.Get(span=SPAN, type=type, place=place, keys=keys)


def zone(name: str, *keys: tree.Expr, of: t.Type | None = None) -> tree.ZoneAt:
    return tree.ZoneAt(span=SPAN, type=t.Zone(of or t.Component()), zone=name, keys=keys)


def inside(at: tree.Expr, type: t.Type | None = None) -> tree.Op:
    assert isinstance(at.type, t.Zone)
    return op("contents", type or t.Set(at.type.of), at)


def fold(kind: Any, slot: int, source: tree.Expr, type: t.Type, **parts: Any) -> tree.Fold:
    return tree.Fold(span=SPAN, type=type, kind=kind, slot=slot, source=source, **parts)


def column(owner: str, name: str, subject: tree.Expr, type: t.Type = t.INT) -> tree.Column:
    return tree.Column(span=SPAN, type=type, owner=owner, column=name, subject=subject)


def can(routine: str, *args: tree.Expr, **more: Any) -> tree.Can:
    return tree.Can(span=SPAN, type=t.BOOL, invoke=invoke(routine, *args), **more)


def invoke(routine: str, *args: tree.Expr) -> tree.Invoke:
    return tree.Invoke(span=SPAN, routine=routine, me=ME, args=args)


# ------------------------------------------------------------------ statements


def seq(*items: tree.Stmt) -> tree.Seq:
    return tree.Seq(span=SPAN, items=items)


def let(slot: int, value: tree.Expr) -> tree.Bind:
    return tree.Bind(span=SPAN, slot=slot, value=value)


def put(place: str, value: tree.Expr, *keys: tree.Expr, on_range: Any = "check") -> tree.Set:
    return tree.Set(span=SPAN, place=place, keys=keys, value=value, on_range=on_range)


def add(place: str, amount: int | tree.Expr, *keys: tree.Expr, on_range: Any = "check") -> tree.Set:
    amount = const(amount) if isinstance(amount, int) else amount
    return put(place, op("add", t.INT, get(place, *keys), amount), *keys, on_range=on_range)


def gain(place: str, amount: int) -> tree.Set:
    return add(place, amount, ME)


def pay(place: str, amount: int) -> tree.Set:
    return add(place, -amount, ME, on_range="fail")


def when(test: tree.Expr, then: tree.Stmt, otherwise: tree.Stmt | None = None) -> tree.Branch:
    yes = tree.StmtArm(span=SPAN, fits=tree.Arm(span=SPAN, values=(True,)), body=then)
    arms = (yes,) if otherwise is None else (yes, tree.StmtArm(span=SPAN, fits=tree.Arm(span=SPAN), body=otherwise))
    return tree.Branch(span=SPAN, subject=test, arms=arms)


def require(test: tree.Expr) -> tree.Require:
    return tree.Require(span=SPAN, test=test)


def move(things: tree.Expr | None, to: tree.Expr, **more: Any) -> tree.Move:
    return tree.Move(span=SPAN, parts=(tree.Transfer(span=SPAN, things=things, to=to, **more),))


def place(type: str, to: tree.Expr) -> tree.Move:
    return move(None, to, supply=type)


def draw(amount: int, source: tree.Expr, to: tree.Expr, **more: Any) -> tree.Draw:
    return tree.Draw(span=SPAN, amount=const(amount), source=source, to=to, **more)


def choose(
    name: str,
    slot: int,
    source: tree.Expr,
    where: Sequence[tree.Expr] = (),
    prefer: Sequence[tree.Expr] = (),
    **more: Any,
) -> tree.Choose:
    return tree.Choose(
        span=SPAN,
        name=name,
        slot=slot,
        source=source,
        tests=tuple(tree.Test(span=SPAN, test=test) for test in where),
        preferences=tuple(tree.Test(span=SPAN, test=test) for test in prefer),
        **more,
    )


def item(name: str, body: tree.Stmt, *, must: bool = False, limit: int | None = None, **more: Any) -> tree.Item:
    most = None if limit is None else const(limit)
    more = {"test": None, **more}
    return tree.Item(span=SPAN, name=name, must=must, limit=most, body=body, **more)


def menu(name: str, *items: tree.Item, at_most: int | None = 1) -> tree.Menu:
    return tree.Menu(span=SPAN, name=name, items=items, at_most=at_most)


def do(routine: str, *args: tree.Expr, **more: Any) -> tree.Do:
    return tree.Do(span=SPAN, invoke=invoke(routine, *args), **more)


def each(slot: int, source: tree.Expr, body: tree.Stmt, **more: Any) -> tree.Each:
    return tree.Each(span=SPAN, slot=slot, source=source, body=body, **more)


def repeat(body: tree.Stmt, limit: int | None = None, test: tree.Expr | None = None) -> tree.Repeat:
    return tree.Repeat(span=SPAN, limit=None if limit is None else const(limit), test=test, body=body)


def scope(kind: Any, body: tree.Stmt, name: str = "") -> tree.Scope:
    return tree.Scope(span=SPAN, kind=kind, name=name or kind, body=body)


def turns(body: tree.Stmt, until: tree.Expr | None = None) -> tree.Turns:
    order = op("turn_order", t.List(t.PLAYER))
    return tree.Turns(span=SPAN, queue=order, until=until, body=scope("turn", body))


def rounds(body: tree.Stmt, limit: int | None = None, test: tree.Expr | None = None) -> tree.Repeat:
    """Round after round, in each a turn for everybody."""
    return repeat(scope("round", turns(body)), limit, test)


def signal(kind: Any) -> tree.Signal:
    return tree.Signal(span=SPAN, kind=kind)


# ------------------------------------------------------------------ declarations


def enum(name: str, *values: str, **columns: Sequence[object]) -> EnumDecl:
    cells = {column: tuple(found) for column, found in columns.items()}
    return EnumDecl(span=SPAN, name=name, values=values, columns=cells, column_types=dict.fromkeys(cells, t.INT))


def row(name: str, copies: int | None = None, cells: Mapping[str, Any] | None = None, **more: Any) -> RowDecl:
    sides = more.pop("sides", (cells,) if cells is not None else ())
    return RowDecl(
        span=SPAN, name=name, title=name, copies=None if copies is None else const(copies), cells=sides, **more
    )


def component(
    name: str,
    kind: Any,
    *rows: RowDecl,
    per: t.Type | None = None,
    fields: Mapping[str, t.Type] | None = None,
    **more: Any,
) -> ComponentDecl:
    declared = {field: FieldDecl(span=SPAN, name=field, type=type) for field, type in (fields or {}).items()}
    more = {"plural": None, "sides": (), **more}
    return ComponentDecl(span=SPAN, name=name, kind=kind, per=per, fields=declared, rows=rows or (row(name),), **more)


def var(
    name: str,
    *keys: t.Type,
    initial: tree.Expr | None = None,
    type: t.Type = t.INT,
    low: int | None = None,
    high: int | None = None,
    **more: Any,
) -> VarDecl:
    return VarDecl(
        span=SPAN,
        name=name,
        keys=keys,
        type=type,
        initial=initial or const(0),
        low=None if low is None else const(low),
        high=None if high is None else const(high),
        **more,
    )


def zone_decl(name: str, *keys: t.Type, kind: Any = "set", of: t.Type | None = None, **more: Any) -> ZoneDecl:
    return ZoneDecl(span=SPAN, name=name, keys=keys, kind=kind, of=of or t.Component(), **more)


def hexes(
    name: str, *lines: str, letters: Mapping[str, tuple[tuple[str, object], ...]], attributes: Mapping[str, t.Type]
) -> BoardDecl:
    return BoardDecl(
        span=SPAN, name=name, keys=(), kind="hex grid", columns=len(lines[0]), rows=len(lines), attributes=attributes,
        letters=letters, parts=(BoardPart(span=SPAN, kind="map", map=lines),),
    )  # fmt: skip


def routine(name: str, body: Any, *slots: str, parameters: Sequence[t.Type] = (), kind: Any = "action") -> Routine:
    return Routine(
        span=SPAN, name=name, kind=kind, parameters=tuple(parameters), slots=("me", "this", *slots), body=body
    )


def rule(name: str, kind: Any, **more: Any) -> Rule:
    return Rule(span=SPAN, name=name, kind=kind, routine=name, **more)


def category(name: str, routine: str, **more: Any) -> Category:
    return Category(span=SPAN, name=name, title=name.title(), routine=routine, **more)


def program(flow: tree.Stmt, *declared: Any, slots: Sequence[str] = (), **more: Any) -> Program:
    """A game of 2 to 4 whose flow is `flow`; declarations of all kinds in any order."""

    def named(kind: type) -> dict[str, Any]:
        return {d.name: d for d in declared if isinstance(d, kind)}

    given = {
        "enums": named(EnumDecl), "components": named(ComponentDecl), "vars": named(VarDecl), "zones": named(ZoneDecl),
        "boards": named(BoardDecl), "routines": {"flow": routine("flow", flow, *slots, kind="flow"), **named(Routine)},
        "rules": tuple(d for d in declared if isinstance(d, Rule)),
        "score": tuple(d for d in declared if isinstance(d, Category)),
        "winner": (WinnerKey(span=SPAN, kind="most", routine=None),),
        "unions": {}, "options": {}, "expansions": (), "first_player": None,
    }  # fmt: skip
    return Program(span=SPAN, id="hand", title="By hand", players=(1, 4), flow="flow", **{**given, **more})


def table(game: Program, players: int = 2, **more: Any) -> Machine:
    return Machine(game, ("agnes", "bruno", "clara", "doris")[:players], **more)


def begin(machine: Machine, seed: int = 1, **more: Any) -> State:
    return machine.start(Stream.from_seed(seed), **more)


def ask(machine: Machine, state: State, *answers: Any) -> State:
    """Give answers as a player writes them, one after another."""
    for answer in answers:
        decision = machine.decision(state)
        assert decision is not None, "the game is over"
        state = machine.answer(state, decision.question, decision.find(answer))
    return state


def options(machine: Machine, state: State) -> list[Any]:
    """The answers that are offered."""
    decision = machine.decision(state)
    return [] if decision is None else [option.answer for option in decision.options]
