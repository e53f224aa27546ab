"""Questions: `choose`, `choose one`, `may`, `any order`, `everyone`. Each gets a path: `build.space`, `turn.menu`."""

from __future__ import annotations

from typing import TypeVar

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.semantics import calls, collections, statements
from rulewright.semantics.coerce import as_collection, convert
from rulewright.semantics.context import Context, constant
from rulewright.semantics.expressions import condition, expression, infer, narrowings, parts_of
from rulewright.semantics.standings import joined, pieces
from rulewright.semantics.walk import below, mentions
from rulewright.syntax import ast
from rulewright.syntax.printer import show


def choose(cx: Context, written: ast.Choose) -> tree.Choose:
    """`choose [n] x in X where C [such that D]` with its preferences, and every `restrict` on its path."""
    treats = cx.treats
    cx.treats = joined(cx.game, treats, cx.game.treats_at(cx.next_question(written.variable.text)))
    try:
        return _choose(cx, written)
    finally:
        cx.treats = treats


def _choose(cx: Context, written: ast.Choose) -> tree.Choose:
    span = written.span
    source, wheres = _split_where(written.source)
    things = pieces(cx, as_collection(cx, infer(cx, source), source))
    of = things.type.of if isinstance(things.type, t.Set | t.List) else t.UNKNOWN
    many = written.howmany is not None
    candidate = cx.anonymous(of, source.span, written.variable.text)
    tests: list[tree.Test] = []
    cx.coming = written.variable.text
    with cx.testing(candidate):
        kept = cx.narrowed
        for where in wheres:
            before = cx.report.count
            for part in parts_of(where, "and"):
                tests.append(_test(cx, part, "where"))
                cx.narrowed = cx.narrowed | narrowings(cx, part)
            if cx.report.count == before:
                collections.swallowed(cx, where, "it")
        name = cx.question(written.variable.text)
        for restrict in cx.game.restricts.get(name, ()):
            cx.game.restricted.add(name)
            tests.append(_test(cx, restrict.test, "restrict"))
        preferences = tuple(_test(cx, wish, "preference") for wish in written.preferences)
        cx.narrowed = kept
    cx.coming = ""
    type: t.Type = (t.List(of) if isinstance(things.type, t.List) else t.Set(of)) if many else of
    if many and isinstance(things.type, t.List) and t.indexed(of):
        things, type = convert(cx, things, t.Set(of)) or things, t.Set(of)
    low, high = _bounds(cx, written, things)
    local = _named(cx, written.variable, type, candidate.slot)
    such_that = None
    if written.such_that is not None:
        with cx.tested():
            such_that = condition(cx, written.such_that)
    words = statements.text_of(written.docs)
    return tree.Choose(
        span=span,
        name=name,
        slot=local.slot,
        source=things,
        tests=tuple(tests),
        preferences=preferences,
        many=many,
        low=low,
        high=high,
        such_that=such_that,
        text=words,
    )


def _named(cx: Context, name: ast.Name, type: t.Type, slot: int) -> tree.Local:
    """The chosen thing under its name, in the slot the candidates went through."""
    spare = cx.bind(name, type)
    cx.slots.pop()
    local = tree.Local(span=name.span, type=type, slot=slot, name=name.text)
    cx.scopes[-1][name.text] = local
    assert spare.slot == len(cx.slots)
    return local


def _split_where(source: ast.Expr) -> tuple[ast.Expr, list[ast.Expr]]:
    if isinstance(source, ast.Where):
        inner, wheres = _split_where(source.source)
        return inner, [*wheres, source.test]
    return source, []


def _test(cx: Context, written: ast.Expr, origin: str) -> tree.Test:
    return tree.Test(span=written.span, test=condition(cx, written), origin=origin, text=show(written))


def _bounds(cx: Context, written: ast.Choose, things: tree.Expr) -> tuple[tree.Expr | None, tree.Expr | None]:
    """How many may be taken, of a `choose` of several."""
    if written.howmany is None:
        return None, None
    span = written.howmany.span
    nothing = constant(0, t.INT, span)
    if written.howmany.amount is None:
        return nothing, None
    amount = expression(cx, written.howmany.amount, t.INT)
    return (amount, amount) if written.howmany.kind == "exactly" else (nothing, amount)


def choose_one(cx: Context, written: ast.ChooseOne) -> tree.Menu:
    name = cx.question("menu")
    items: list[tree.Item] = []
    added = _added(cx, name, ast.OptionArm, "options")
    for option in (*written.options, *added):
        if option in added and any(item.name == option.name.text for item in items):
            _twice(cx, option.name.span, option.name.text, "give it another name")
        with cx.scope():
            slot = source = None
            if option.variable is not None and option.source is not None:
                with cx.tested():
                    source = as_collection(cx, infer(cx, option.source), option.source)
                of = source.type.of if isinstance(source.type, t.Set | t.List) else t.UNKNOWN
                slot = cx.bind(option.variable, of).slot
            with cx.tested():
                test = None if option.test is None else condition(cx, option.test)
            empty = tree.Seq(span=option.span, items=())
            body = empty if option.body is None else statements.block(cx, option.body)
        title = option.title.value if option.title is not None else ""
        items.append(
            tree.Item(
                span=option.span,
                name=option.name.text,
                must=False,
                limit=constant(1, t.INT, option.span),
                test=test,
                body=body,
                slot=slot,
                source=source,
                title=title,
            )
        )
    words = statements.text_of(written.docs)
    return tree.Menu(span=written.span, name=name, items=tuple(items), at_most=1, text=words)


def may(cx: Context, written: ast.May) -> tree.Menu:
    span = written.span
    name = cx.question("may")
    yes = statements.block(cx, written.body)
    no = tree.Seq(span=span, items=()) if written.otherwise is None else statements.block(cx, written.otherwise)
    items = tuple(
        tree.Item(span=body.span, name=word, must=False, limit=constant(1, t.INT, span), test=None, body=body)
        for word, body in (("yes", yes), ("no", no))
    )
    return tree.Menu(span=span, name=name, items=items, at_most=1, text=written.text)


def any_order(cx: Context, written: ast.AnyOrder) -> tree.Menu:
    """A turn as a menu. An item is called by its action; a `must` without a count is due once."""
    name = cx.question("menu")
    items: list[tree.Item] = []
    for entry in (*written.entries, *_added(cx, name, ast.Entry, "`may` and `must`")):
        with cx.tested():
            invoke = calls.invoke(cx, entry.action)
        if invoke is None:
            continue
        limit: tree.Expr | None = constant(1, t.INT, entry.span)
        if entry.unlimited:
            limit = None
        elif entry.limit is not None:
            with cx.tested():
                limit = expression(cx, entry.limit, t.INT)
        with cx.tested():
            test = None if entry.test is None else condition(cx, entry.test)
        word = _item_name(entry.action)
        word = cx.symbols.bases.get(word, word)
        if any(item.name == word for item in items):
            _twice(cx, entry.span, word, "an answer names the action: give each an action of its own")
        declared = cx.symbols.actions.get(word)
        title = declared.title.value if declared is not None and declared.title is not None else ""
        items.append(
            tree.Item(
                span=entry.span,
                name=word,
                must=entry.kind == "must",
                limit=limit,
                test=test,
                body=tree.Do(span=entry.span, invoke=invoke),
                title=title,
            )
        )
    words = statements.text_of(written.docs)
    return tree.Menu(span=written.span, name=name, items=tuple(items), at_most=None, text=words)


Choosable = TypeVar("Choosable", ast.OptionArm, ast.Entry)


def _added(cx: Context, name: str, kind: type[Choosable], holds: str) -> list[Choosable]:
    """What `add to` puts into this menu. It must be of the kind that the menu has."""
    found: list[Choosable] = []
    for addition in cx.game.additions.get(name, ()):
        cx.game.extended.add(name)
        for item in addition.items:
            if isinstance(item, kind):
                found.append(item)
            else:
                cx.report.error(codes.WRONG_KIND, item.span, f"this does not fit: `{name}` has {holds}")
    return found


def _twice(cx: Context, span: Span, name: str, cure: str) -> None:
    cx.report.error(codes.DUPLICATE, span, f"this choice has two things called `{name}`", help=cure)


def _item_name(action: ast.Expr) -> str:
    match action:
        case ast.Ref(name=name) | ast.Call(name=name) | ast.Of(name=name) | ast.My(name=name) | ast.Dot(name=name):
            return name.text
        case _:
            return show(action)


def everyone(cx: Context, written: ast.Everyone) -> tree.Everyone:
    """All are asked at once; `then:` reads each player's own answer as `my pick`."""
    me, cx.me = cx.me, True
    with cx.scope():
        asks: list[tree.Choose | tree.Bind] = []
        for ask in written.asks:
            for part in statements.statement(cx, ask):
                if isinstance(part, tree.Choose | tree.Bind):
                    asks.append(part)
                else:
                    cx.report.error(
                        codes.NOT_PURE, ask.span, "here everybody is only asked; nothing may fail or happen"
                    )
        _check_shared(cx, written, asks)
        empty = tree.Seq(span=written.span, items=())
        picks, cx.picks = cx.picks, set(cx.scopes[-1])
        then = empty if written.then is None else statements.block(cx, written.then)
        cx.picks = picks
    cx.me = me
    return tree.Everyone(span=written.span, asks=tuple(asks), then=then)


def _check_shared(cx: Context, written: ast.Everyone, asks: list[tree.Choose | tree.Bind]) -> None:
    """What all may choose from at once is shared, unless it is each player's own, or `then:` asks again."""
    for ask, written_ask in zip(asks, written.asks, strict=False):
        if not isinstance(ask, tree.Choose) or not isinstance(written_ask, ast.Choose):
            continue
        of = ask.source.type.of if isinstance(ask.source.type, t.Set | t.List) else t.UNKNOWN
        if not isinstance(of, t.Component | t.Union) or _own(written_ask.source):
            continue
        pick = written_ask.variable.text
        if written.then is not None and _asks_again(written.then, pick):
            continue
        cx.report.error(
            codes.SHARED_SOURCE,
            written_ask.source.span,
            "several players may choose the same thing here",
            label="not each player's own",
            help=f"let `then:` ask again: `if my {pick} at …:`",
        )


def _own(source: ast.Expr) -> bool:
    """Whether an expression reads from `my …`."""
    match source:
        case ast.My():
            return True
        case ast.Where(source=inner) | ast.Dot(base=inner) | ast.Index(base=inner) | ast.Group(inner=inner):
            return _own(inner)
        case _:
            return False


def _asks_again(then: ast.Block, pick: str) -> bool:
    for each in then.statements:
        if isinstance(each, ast.If) and any(
            mentions(arm.test, pick) or any(isinstance(n, ast.My) and n.name.text == pick for n in below(arm.test))
            for arm in each.arms
        ):
            return True
    return False
