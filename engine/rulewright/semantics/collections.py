"""Sets and lists: literals, `where`, `has`, `having`, `by`, comprehensions, `with`, `except`, `in`, `next to`, `at`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics import calls, expressions, members, mismatch, names
from rulewright.semantics.coerce import as_collection, coerce, convert, read
from rulewright.semantics.context import Context, constant, may_spread, op, unknown, with_article
from rulewright.semantics.standings import elements, is_standing, pieces, together
from rulewright.semantics.walk import children, mentions
from rulewright.syntax import ast

Tested = ast.Quantified | ast.Some | ast.Where | ast.Having | ast.Sorted | ast.Comprehension


def collection(cx: Context, written: Tested, wanted: t.Type | None) -> tree.Expr:
    span = written.span
    match written:
        case ast.Some(kind=kind, source=source):
            things = as_collection(cx, expressions.infer(cx, source), source)
            found = op("some", t.BOOL, span, things)
            return found if kind == "any" else op("not", t.BOOL, span, found)
        case ast.Quantified():
            return _quantified(cx, written)
        case ast.Where(source=source, test=test):
            things = elements(cx, as_collection(cx, expressions.infer(cx, source, wanted), source))
            local = cx.anonymous(_of(things), source.span)
            with cx.testing(local):
                tests = filter_test(cx, test, "it")
            return tree.Fold(span=span, type=things.type, kind="filter", slot=local.slot, source=things, test=tests)
        case ast.Having(source=source, extreme=extreme, key=key):
            things = elements(cx, as_collection(cx, expressions.infer(cx, source, wanted), source))
            local = cx.anonymous(_of(things), source.span)
            with cx.testing(local):
                body = expressions.expression(cx, key, t.INT)
            return tree.Fold(span=span, type=things.type, kind=extreme, slot=local.slot, source=things, body=body)
        case ast.Sorted(source=source, keys=keys):
            return _sorted(cx, source, keys, wanted, span)
        case ast.Comprehension(body=inner, generators=generators):
            return _comprehension(cx, inner, generators, wanted, span)


def _of(things: tree.Expr) -> t.Type:
    return things.type.of if isinstance(things.type, t.Set | t.List) else t.UNKNOWN


def filter_test(cx: Context, test: ast.Expr, name: str) -> tree.Expr:
    """A test over `it` or a named thing. A part that mentions neither must stand in brackets."""
    before = cx.report.count
    found = expressions.condition(cx, test)
    if cx.report.count == before:  # a part in which a word is misspelt may have mentioned it
        swallowed(cx, test, name)
    return found


def swallowed(cx: Context, test: ast.Expr, name: str) -> None:
    """Reports the parts of a test that may have been meant for the whole line."""
    for part in [p for both in expressions.parts_of(test, "and") for p in expressions.parts_of(both, "or")]:
        if isinstance(part, ast.Group) or mentions(part, name) or (name != "it" and mentions(part, "it")):
            continue
        cx.report.error(
            codes.SWALLOWED,
            part.span,
            f"this condition does not mention `{name}`",
            label="part of the test?",
            help=_meant(cx, part, name) or "put it in brackets if it belongs to the test, or bracket the set before it",
        )


def _meant(cx: Context, part: ast.Expr, name: str) -> str | None:
    """The cure where a bare word names a part of what is tested, or is the name that a choice is about to give."""
    thing = cx.its[-1] if name == "it" else cx.local(name)
    if thing is None:
        return None
    for word in _words(part):
        if word == cx.coming and name == "it":
            return f"`{word}` is known below this line only; what is tested is `it`, and a part of it `its …`"
        if members.has(cx, thing.type, word):
            spelled = f"its {word}" if name == "it" else f"{name}.{word}"
            return f"a bare name is never a part of what is tested: write `{spelled}`"
    return None


def _words(part: ast.Node) -> Iterator[str]:
    """The bare names in it."""
    if isinstance(part, ast.Ref):
        yield part.name.text
    for child in children(part):
        yield from _words(child)


def _quantified(cx: Context, written: ast.Quantified) -> tree.Expr:
    things = elements(cx, as_collection(cx, expressions.infer(cx, written.source), written.source))
    with cx.scope():
        local = cx.bind(written.variable, _of(things))
        with cx.tested():
            test = filter_test(cx, written.test, written.variable.text)
    kind: tree.FoldKind = "every" if written.kind == "every" else "any"
    fold = tree.Fold(span=written.span, type=t.BOOL, kind=kind, slot=local.slot, source=things, body=test)
    return op("not", t.BOOL, written.span, fold) if written.kind == "no" else fold


def _sorted(
    cx: Context, source: ast.Expr, keys: tuple[ast.SortKey, ...], wanted: t.Type | None, span: Span
) -> tree.Expr:
    things = elements(cx, as_collection(cx, expressions.infer(cx, source, wanted), source))
    local = cx.anonymous(_of(things), source.span)
    found: list[tree.SortKey] = []
    with cx.testing(local):
        for key in keys:
            value = read(cx, expressions.infer(cx, key.key))
            bare = value.type.of if isinstance(value.type, t.Maybe) else value.type
            if not isinstance(bare, t.Int | t.Enum | t.Player | t.Space | t.Bool | t.Unknown):
                cx.report.error(
                    codes.NOT_ORDERED,
                    key.key.span,
                    f"{with_article(t.show(value.type))} has no order to sort by",
                    help="sort by a number, a value of an enum, a player or a space",
                )
            found.append(tree.SortKey(span=key.span, key=value, descending=key.descending))
    return tree.Sort(span=span, type=t.List(_of(things)), slot=local.slot, source=things, keys=tuple(found))


def _comprehension(
    cx: Context, inner: ast.Expr, generators: tuple[ast.Generator, ...], wanted: t.Type | None, span: Span
) -> tree.Expr:
    generator, *rest = generators
    things = elements(cx, as_collection(cx, expressions.infer(cx, generator.source), generator.source))
    with cx.scope():
        local = cx.bind(generator.variable, _of(things))
        with cx.tested():
            if rest:
                body = _comprehension(cx, inner, tuple(rest), wanted, span)
            else:
                hint = wanted.of if isinstance(wanted, t.Set | t.List) else None
                body = read(cx, expressions.infer(cx, inner, hint))
    flat = bool(rest) or (isinstance(wanted, t.Set) and isinstance(body.type, t.Set | t.List))
    of = (
        body.type.of
        if isinstance(body.type, t.Maybe) or (flat and isinstance(body.type, t.Set | t.List))
        else body.type
    )
    return tree.Fold(span=span, type=t.List(of), kind="list", slot=local.slot, source=things, body=body, flat=flat)


def literal(cx: Context, written: ast.SetLiteral, wanted: t.Type | None) -> tree.Expr:
    """`{a, b}`: a set, or a list where a list is expected; zones stand for themselves."""
    span = written.span
    collection_type = wanted.of if isinstance(wanted, t.Maybe) else wanted
    hint = collection_type.of if isinstance(collection_type, t.Set | t.List) else None
    as_list = isinstance(collection_type, t.List)
    if not written.items:
        of: t.Type = hint if hint is not None else t.Nothing()
        type: t.Type = t.List(of) if as_list else t.Set(of)
        return constant(() if t.ordered(type) else 0, type, span)
    items = _items(cx, written.items, hint)
    if items is None:
        return unknown(span)
    loose = hint in (t.Component(), t.Space(), t.Edge())
    of = items[0].type if hint is None or loose else hint
    if hint is None or loose:
        for item, source in zip(items[1:], written.items[1:], strict=True):
            both = t.join(of, item.type)
            if both is None:
                cx.report.error(
                    codes.MISMATCH, source.span, f"this is {t.show(item.type)} among {t.show(of)}", label="another type"
                )
                return unknown(span)
            of = both
    if isinstance(of, t.Maybe):
        of = of.of
    if as_list or isinstance(of, t.Zone):
        return op("make_list", t.List(of), span, *items)
    if isinstance(of, t.Int):
        return op("int_set", t.Set(of), span, op("make_list", t.List(of), span, *items))
    if all(isinstance(i, tree.Const) and isinstance(i.value, int) for i in items) and isinstance(of, t.Enum):
        mask = 0
        for item in items:
            assert isinstance(item, tree.Const) and isinstance(item.value, int)
            mask |= 1 << item.value
        return constant(mask, t.Set(of), span)
    return op("make_set", t.Set(of), span, *items)


def _items(cx: Context, written: tuple[ast.Expr, ...], hint: t.Type | None) -> list[tree.Expr] | None:
    """The elements; without an expectation the first that has a type by itself gives one to the others. None if one
    of those is not of that type.
    """
    if hint is None:
        hint = names.common_type(cx, written)
    known: tuple[ast.Expr, tree.Expr] | None = None
    if hint is None:
        for item in written:
            if not names.needs_hint(cx, item):
                found = expressions.infer(cx, item)
                hint = None if isinstance(found.type, t.Unknown | t.Zone) else found.type
                known = (item, found)
                break
    items: list[tree.Expr] = []
    for item in written:
        value = known[1] if known is not None and known[0] is item else expressions.infer(cx, item, hint)
        if hint is not None and not isinstance(hint, t.Unknown):
            wanted = hint if isinstance(hint, t.Maybe) else t.Maybe(hint)
            fitted = convert(cx, value, wanted)
            if fitted is None and known is not None:
                _among(cx, value, item, known[1], known[0])
                return None
            value = coerce(cx, value, hint, item.span) if fitted is None else fitted
        items.append(value)
    return items


def _among(cx: Context, value: tree.Expr, written: ast.Expr, first: tree.Expr, one: ast.Expr) -> None:
    """Says that an element is not of the type that another one gave to all of them."""
    cx.report.error(
        codes.MISMATCH,
        written.span,
        f"this is {mismatch.in_words(value.type)}, and another is {mismatch.in_words(first.type)}",
        label=t.show(value.type),
        labels=[Label(one.span, t.show(first.type))],
    )


def combine(cx: Context, written: ast.Binary, wanted: t.Type | None) -> tree.Expr:
    """`X with Y`, `X except Y`; one thing counts as a set of itself."""
    span = written.span
    left = _several(cx, expressions.infer(cx, written.left, wanted), written.left)
    right = _several(cx, expressions.infer(cx, written.right, left.type if wanted is None else wanted), written.right)
    if isinstance(left.type, t.Unknown) or isinstance(right.type, t.Unknown):
        return unknown(span)
    word = "union" if written.operator == "with" else "except"
    a, b = _of(left), _of(right)
    if isinstance(a, t.Component | t.Union | t.Standing) and isinstance(b, t.Space):
        left, a = convert(cx, left, t.Set(b)) or left, b
    elif isinstance(b, t.Component | t.Union | t.Standing) and isinstance(a, t.Space):
        right, b = convert(cx, right, t.Set(a)) or right, a
    elif isinstance(left.type, t.Set) and (stood := together(cx, left, right)) is not None:
        left, right = stood
        a, b = _of(left), _of(right)
    hint = None if wanted is None else t.element(wanted)
    named = isinstance(hint, t.Union) and t.fits(a, hint) and t.fits(b, hint)
    both = hint if named else t.join(a, b)
    if both is None:
        cx.report.error(codes.MISMATCH, span, f"{t.show(left.type)} and {t.show(right.type)} do not go together")
        return unknown(span)
    if isinstance(left.type, t.List):
        return op(word, t.List(both), span, left, convert(cx, right, t.List(b)) or right)
    return op(word, t.Set(both), span, left, convert(cx, right, t.Set(b)) or right)


def _several(cx: Context, value: tree.Expr, written: ast.Expr) -> tree.Expr:
    value = read(cx, value)
    match value.type:
        case t.Set() | t.List() | t.Unknown():
            return value
        case t.Maybe(of):
            return op("make_set", t.Set(of), value.span, value)
        case _ if t.indexed(value.type) or isinstance(value.type, t.Standing):
            return op("make_set", t.Set(value.type), value.span, value)
        case _:
            return as_collection(cx, value, written)


def membership(cx: Context, written: ast.Binary) -> tree.Expr:
    """`x in X`; a piece counts as its space where X holds spaces: what lies on several is in X if all of them are."""
    span = written.span
    if names.needs_hint(cx, written.left) and not names.needs_hint(cx, written.right):
        group = as_collection(cx, expressions.infer(cx, written.right), written.right)
        thing = read(cx, expressions.infer(cx, written.left, _of(group)))
    else:
        thing = read(cx, expressions.infer(cx, written.left))
        of = thing.type.of if isinstance(thing.type, t.Maybe) else thing.type
        group = as_collection(cx, expressions.infer(cx, written.right, t.Set(of)), written.right)
    if is_standing(thing.type) and not isinstance(_of(group), t.Standing | t.Space):
        thing = pieces(cx, thing)
    elif isinstance(_of(group), t.Standing) and not isinstance(thing.type, t.Standing | t.Space):
        group = group if thing.type in (t.Maybe(t.Space()), t.Maybe(_of(group))) else pieces(cx, group)
    a = thing.type.of if isinstance(thing.type, t.Maybe) else thing.type
    b = _of(group)
    if isinstance(a, t.Standing) and isinstance(b, t.Space):
        thing = convert(cx, thing, t.Maybe(b)) or thing
    elif isinstance(a, t.Component | t.Union) and isinstance(b, t.Space):
        if may_spread(cx.game, a):
            return op("covers_only", t.BOOL, span, thing, convert(cx, group, t.Set(b)) or group)
        thing = op("space_of", t.Maybe(b), span, thing)
    elif isinstance(a, t.Space) and isinstance(b, t.Component | t.Union | t.Standing):
        group = convert(cx, group, t.Set(t.Space())) or group
    elif not expressions.comparable(a, b):
        cx.report.error(
            codes.NEVER_EQUAL,
            span,
            f"{with_article(t.show(a))} is never in {with_article(t.show(group.type))}",
            label=f"{t.show(thing.type)} and {t.show(group.type)}",
            labels=members.which_it(cx, (thing, group), span),
        )
    return op("in", t.BOOL, span, thing, group)


def next_to(cx: Context, written: ast.Binary) -> tree.Expr:
    """`a next to B`: a space or piece, and spaces or pieces (or one of either). Of several spaces one is enough."""
    thing = read(cx, expressions.infer(cx, written.left, t.Space()))
    several = may_spread(cx.game, thing.type)
    space = thing if several else convert(cx, thing, t.Maybe(t.Space()))
    if space is None:
        space = coerce(cx, thing, t.Space(), written.left.span)
    others = read(cx, expressions.infer(cx, written.right, t.Set(t.Space())))
    if several:
        near = op("near", t.Set(t.Space()), written.right.span, calls.as_spaces(cx, others, written.right))
        covered = calls.as_spaces(cx, thing, written.left)
        return op("some", t.BOOL, written.span, op("intersect", near.type, written.span, covered, near))
    return op("next_to", t.BOOL, written.span, space, calls.as_spaces(cx, others, written.right))


def at(cx: Context, things: ast.Expr, place: ast.Expr, span: Span) -> tree.Expr:
    """`X at P`: those of X inside the place, however deep; of one thing, whether it is."""
    where = expressions.infer(cx, place)
    if not _is_place(where.type):
        cx.report.error(
            codes.MISMATCH,
            place.span,
            f"things lie at a space, in a zone or with a player; this is {mismatch.in_words(where.type)}",
            label=t.show(where.type),
        )
        return unknown(span)
    value = read(cx, expressions.infer(cx, things))
    ground = _ground(cx, where)
    if ground is not None and isinstance(value.type, t.Standing):
        return op("in", t.BOOL, span, convert(cx, value, t.Maybe(t.Space())) or value, ground)
    value = elements(cx, value) if ground is not None else pieces(cx, value)
    if ground is not None and isinstance(value.type, t.Set | t.List) and isinstance(_of(value), t.Standing):
        local = cx.anonymous(_of(value), span)
        space = convert(cx, local, t.Maybe(t.Space())) or local
        test = op("in", t.BOOL, span, space, ground)
        return tree.Fold(span=span, type=value.type, kind="filter", slot=local.slot, source=value, test=test)
    one = value.type.of if isinstance(value.type, t.Maybe) else value.type
    if isinstance(one, t.Component | t.Union):
        alone = op("make_set", t.Set(one), span, value)
        return op("some", t.BOOL, span, op("at", t.Set(one), span, alone, where))
    several = as_collection(cx, value, things)
    if isinstance(several.type, t.List):
        several = convert(cx, several, t.Set(several.type.of)) or several
    return op("at", several.type, span, several, where)


def _is_place(type: t.Type) -> bool:
    """Whether something can lie at it: a place, one that may be none, or several of them."""
    while isinstance(type, t.Maybe | t.Set | t.List):
        type = type.of
    return not isinstance(type, t.Int | t.Bool | t.Text | t.Enum | t.Nothing | t.Map | t.Path | t.Action | t.Score)


def _ground(cx: Context, place: tree.Expr) -> tree.Expr | None:
    """The spaces of a place that is some; None for a zone, an edge or a player."""
    match place.type:
        case t.Space():
            return op("make_set", t.Set(place.type), place.span, place)
        case t.Set(t.Space()) | t.List(t.Space()):
            return convert(cx, place, t.Set(t.Space()))
        case _:
            return None
