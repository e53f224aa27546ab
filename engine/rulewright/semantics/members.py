"""What stands behind a dot: attributes of spaces, components, enum values and paths; what belongs to a player; and a
dot on a set, which collects.
"""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics import calls, places
from rulewright.semantics.coerce import read
from rulewright.semantics.context import Context, op, text, type_of, unknown, with_article
from rulewright.syntax import ast

GRID_ATTRIBUTES = ("row", "column", "sector")
GRAPHS = ("graph", "directed graph")


def of_player(
    cx: Context,
    player: tree.Expr,
    name: ast.Name,
    arguments: tuple[ast.Expr, ...] | None,
    span: Span,
    wanted: t.Type | None,
    *,
    my: bool = False,
) -> tree.Expr:
    """`my x`, `p.x`, `p.f(a)`."""
    symbols, word = cx.symbols, name.text
    if word in symbols.defines and _takes_player(cx, symbols.defines[word], len(arguments or ())):
        return calls.method(cx, player, name, arguments or (), span)
    if word in symbols.defines:
        return calls.define(cx, symbols.defines[word], arguments or (), player, span)
    if arguments is None:
        one = symbols.singulars.get(word)
        if word in symbols.plurals and one != symbols.plurals[word]:
            return places.owned(cx, word, player, span)
        if one is not None and (word not in symbols.where or one == symbols.plurals.get(word)):
            return places.one_owned(cx, word, player, span)
        if word in symbols.boards:
            type = t.Set(t.Space(word))
            return op("all_spaces", type, span, text(word, span), player)
        if word == "name":
            return op("name", t.TEXT, span, player)
        local = cx.local(word)
        if local is not None and my and word in cx.picks:
            cx.read.add(local.slot)
            return tree.Local(span=span, type=local.type, slot=local.slot, name=word)
    if places.is_place(cx, word):
        first = next(iter(places.key_types(cx, word)), None)
        cx.report.error(
            codes.NO_ATTRIBUTE,
            name.span,
            f"a player has no `{word}`",
            label="there is one for all" if first is None else f"there is one for each {t.show(first)}",
            help=f"write `{word}`" if first is None else f"say of which {t.show(first)}: `x.{word}`",
        )
        return unknown(span)
    near = [*symbols.defines, *symbols.vars, *symbols.zones, *symbols.plurals, *symbols.boards, *places.BUILT_IN_ZONES]
    guess = nearest(word, near)
    cx.report.error(
        codes.NO_ATTRIBUTE,
        name.span,
        f"a player has no `{word}`",
        help=f"did you mean `{guess}`?" if guess else None,
    )
    return unknown(span)


def _takes_player(cx: Context, declared: ast.Define, given: int) -> bool:
    """Whether `p.role` means `role(p)`."""
    return len(declared.parameters) == given + 1 and type_of(cx.game, declared.parameters[0].type) == t.PLAYER


def member(
    cx: Context,
    base: tree.Expr,
    name: ast.Name,
    arguments: tuple[ast.Expr, ...] | None,
    span: Span,
    wanted: t.Type | None,
) -> tree.Expr:
    """`base.name`: an attribute of one thing, of one that may be none, or of each of several."""
    word = name.text
    match base.type:
        case t.Unknown():
            return base
        case t.Player():
            return of_player(cx, base, name, arguments, span, wanted)
        case t.Zone() if arguments is None and (word in cx.symbols.plurals or word in cx.symbols.singulars):
            return _those_of_type(cx, read(cx, base), word, span)
        case t.Zone() if word == "free":
            return op("free_slots", t.List(base.type), span, base)
        case t.Zone():
            return member(cx, read(cx, base), name, arguments, span, wanted)
        case t.Set(t.Component() | t.Union()) | t.List(t.Component() | t.Union()) if word in cx.symbols.plurals:
            return _those_of_type(cx, base, word, span)
        case t.Set(of) | t.List(of):
            return _collect(cx, base, of, name, arguments, span)
        case t.Maybe(of):
            return _if_there(cx, base, of, name, arguments, span, wanted)
        case _:
            return _attribute(cx, base, name, arguments, span)


def _those_of_type(cx: Context, things: tree.Expr, word: str, span: Span) -> tree.Expr:
    component = cx.symbols.plurals.get(word) or cx.symbols.singulars[word]
    type = t.Component(component)
    if isinstance(things.type, t.Maybe):
        things = op("make_set", t.Set(things.type.of), span, things)
    kind: t.Type = t.List(type) if isinstance(things.type, t.List) else t.Set(type)
    return op("only", kind, span, things, text(component, span))


def _collect(
    cx: Context, base: tree.Expr, of: t.Type, name: ast.Name, arguments: tuple[ast.Expr, ...] | None, span: Span
) -> tree.Expr:
    """A dot on a set collects into a list, doubles kept, none dropped; what is itself several is strung together."""
    local = cx.anonymous(of, span)
    body = read(cx, _one(cx, local, name, arguments, span))
    if isinstance(body.type, t.Unknown):
        return body
    flat = isinstance(body.type, t.Set | t.List)
    inner = body.type.of if isinstance(body.type, t.Set | t.List | t.Maybe) else body.type
    return tree.Fold(span=span, type=t.List(inner), kind="list", slot=local.slot, source=base, body=body, flat=flat)


def _one(cx: Context, base: tree.Expr, name: ast.Name, arguments: tuple[ast.Expr, ...] | None, span: Span) -> tree.Expr:
    """A member of one thing, places included."""
    if arguments is None and places.is_place(cx, name.text):
        wanted = places.key_types(cx, name.text)
        fits = wanted and (
            t.fits(base.type, wanted[0])
            or (isinstance(base.type, t.Component | t.Union) and isinstance(wanted[0], t.Space))
        )
        if fits:
            return places.finish(cx, places.start(cx, name, base, span))
    return member(cx, base, name, arguments, span, None)


def _if_there(
    cx: Context,
    base: tree.Expr,
    of: t.Type,
    name: ast.Name,
    arguments: tuple[ast.Expr, ...] | None,
    span: Span,
    wanted: t.Type | None,
) -> tree.Expr:
    """`x.f` of a `T?` is a `T?`."""
    local = cx.anonymous(of, span, name.text)
    body = read(cx, _one(cx, local, name, arguments, span))
    if isinstance(body.type, t.Unknown):
        return body
    type: t.Type
    if isinstance(body.type, t.Set | t.List):
        type = body.type
        empty: object = 0 if isinstance(type, t.Set) and t.indexed(type.of) else ()
        nothing: tree.Expr = tree.Const(span=span, type=type, value=empty)
    else:
        type = body.type if isinstance(body.type, t.Maybe) else t.Maybe(body.type)
        nothing = tree.Const(span=span, type=t.Nothing(), value=None)
    return tree.Match(
        span=span,
        type=type,
        subject=base,
        arms=(
            tree.MatchArm(span=span, fits=tree.Arm(span=span, some=True, slot=local.slot), body=body),
            tree.MatchArm(span=span, fits=tree.Arm(span=span), body=nothing),
        ),
    )


def _attribute(
    cx: Context, base: tree.Expr, name: ast.Name, arguments: tuple[ast.Expr, ...] | None, span: Span
) -> tree.Expr:
    if arguments is not None:
        return calls.method(cx, base, name, arguments, span)
    found: tree.Expr | None = None
    match base.type:
        case t.Component() | t.Union():
            found = _of_component(cx, base, name.text, span)
        case t.Space():
            found = _of_space(cx, base, name.text, span)
        case t.Enum(enum):
            column = cx.symbols.column_of(enum, name.text)
            if column is not None:
                type = type_of(cx.game, column.type)
                found = tree.Column(span=span, type=type, owner=enum, column=name.text, subject=base)
        case t.Int() if isinstance(base, tree.Get):
            found = _track(cx, base, name.text, span)
        case t.Path():
            found = _of_path(cx, base, name.text, span)
        case _:
            pass
    if found is None and name.text == "name" and not isinstance(base.type, t.Int | t.Bool):
        found = op("name", t.TEXT, span, base)
    if found is None and name.text in cx.symbols.defines:
        found = calls.method(cx, base, name, (), span)
    if found is not None:
        return found
    guess = nearest(name.text, _attribute_names(cx, base.type))
    cx.report.error(
        codes.NO_ATTRIBUTE,
        name.span,
        f"{with_article(t.show(base.type))} has no `{name.text}`",
        help=f"did you mean `{guess}`?" if guess else None,
    )
    return unknown(span)


def _attribute_names(cx: Context, type: t.Type) -> list[str]:
    symbols = cx.symbols
    match type:
        case t.Component(name):
            own = [f.name.text for f in symbols.components[name].fields] if name in symbols.components else []
            return [*own, "name", "owner", "space", *_space_attributes(cx, "")]
        case t.Space(kind):
            return [*_space_attributes(cx, kind), *symbols.zones, *symbols.vars]
        case t.Enum(name) if name in symbols.enums:
            return [p.name.text for p in symbols.enums[name].parameters]
        case t.Path():
            return ["edges", "spaces", "end"]
        case _:
            return []


def _of_component(cx: Context, base: tree.Expr, word: str, span: Span) -> tree.Expr | None:
    match word:
        case "owner":
            return op("owner", t.Maybe(t.PLAYER) if not _always_owned(cx, base.type) else t.PLAYER, span, base)
        case "space":
            return op("space_of", t.Space(), span, base)
        case _:
            pass
    names = (base.type.name,) if isinstance(base.type, t.Component) else base.type.members  # type: ignore[union-attr]
    fields = [(member, cx.symbols.field_of(member, word)) for member in names]
    if all(field is not None for _, field in fields):
        owner, field = fields[0]
        assert field is not None
        type = type_of(cx.game, field.type)
        for member, other in fields[1:]:
            both = None if other is None else t.join(type, type_of(cx.game, other.type))
            if both is None:
                cx.report.error(
                    codes.MISMATCH,
                    span,
                    f"`{word}` is not of the same type in {owner} and in {member}",
                    help="ask first which it is: `if x is …:` or `match x:`",
                )
                return unknown(span)
            type = both
        if isinstance(type, t.Score):
            me = tree.Local(span=span, type=t.PLAYER, slot=tree.ME, name="me") if cx.me else None
            return tree.Apply(span=span, type=t.INT, owner=owner, column=word, subject=base, me=me)
        shared = owner if len(names) == 1 else base.type.name  # type: ignore[union-attr]
        return tree.Column(span=span, type=type, owner=shared, column=word, subject=base)
    on = op("space_of", t.Space(), span, base)
    return _of_space(cx, on, word, span)


def _always_owned(cx: Context, type: t.Type) -> bool:
    names = (type.name,) if isinstance(type, t.Component) else getattr(type, "members", ())
    declared = [cx.symbols.components[name] for name in names if name in cx.symbols.components]
    return bool(declared) and all(d.per is not None and d.per.text == "Player" for d in declared)


def _boards_of(cx: Context, kind: str) -> list[ast.Board]:
    symbols = cx.symbols
    if kind in symbols.boards:
        return [symbols.boards[kind]]
    if kind in symbols.space_types:
        return [symbols.boards[symbols.space_types[kind][0]]]
    return list(symbols.boards.values())


def _space_attributes(cx: Context, kind: str) -> list[str]:
    names: list[str] = []
    for board in _boards_of(cx, kind):
        names += [field.name.text for field in board.fields]
        if board.kind in ("hex grid", "square grid"):
            names += GRID_ATTRIBUTES
    return names


def _of_space(cx: Context, base: tree.Expr, word: str, span: Span) -> tree.Expr | None:
    kind = base.type.kind if isinstance(base.type, t.Space) else ""
    for board in _boards_of(cx, kind):
        for field in board.fields:
            if field.name.text == word:
                type = type_of(cx.game, field.type)
                return tree.Column(span=span, type=type, owner=board.name.text, column=word, subject=base)
        if word in GRID_ATTRIBUTES and board.kind in ("hex grid", "square grid"):
            return tree.Column(span=span, type=t.INT, owner=board.name.text, column=word, subject=base)
    return None


def _track(cx: Context, base: tree.Get, word: str, span: Span) -> tree.Expr | None:
    declared = cx.symbols.vars[base.place]
    if any(column.name.text == word for column in declared.columns):
        return tree.Column(span=span, type=t.INT, owner=base.place, column=word, subject=base)
    return None


def _of_path(cx: Context, base: tree.Expr, word: str, span: Span) -> tree.Expr | None:
    kinds = [kind for kind, (board, _) in cx.symbols.space_types.items() if cx.symbols.boards[board].kind in GRAPHS]
    space = t.Space(kinds[0] if len(kinds) == 1 else "")
    match word:
        case "edges":
            return op("path_edges", t.List(t.Edge()), span, base)
        case "spaces":
            return op("path_spaces", t.List(space), span, base)
        case "end":
            return op("path_end", space, span, base)
        case _:
            return None
