"""What stands behind a dot: attributes of spaces, components, enum values and paths; what belongs to a player; and a
dot on a set, which collects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.vocabulary import WORDS
from rulewright.report import codes
from rulewright.report.collect import Details
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics import calls, mismatch, places, standings
from rulewright.semantics.analyses.walk import below
from rulewright.semantics.coerce import read, several_spaces
from rulewright.semantics.context import (
    Context,
    acting,
    constant,
    declared_here,
    may_spread,
    op,
    text,
    trusted,
    type_of,
    unknown,
    with_article,
)
from rulewright.semantics.symbols import grid_size, is_grid_name
from rulewright.syntax import ast

GRID_ATTRIBUTES = ("row", "column", "sector")
GRAPHS = ("graph", "directed graph")


POINTS = ("point", "points", "score", "total")


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
    local = cx.local(word)
    if local is not None and my and word in cx.picks and arguments is None:
        cx.read.add(local.slot)
        return tree.Local(span=span, type=local.type, slot=local.slot, name=word)
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
        if word in symbols.boards and symbols.boards[word].per:
            type = t.Set(t.Space(word))
            return op("all_spaces", type, span, text(word, span), player)
        if word == "name":
            return op("name", t.TEXT, span, player)
        if (kind := _own_space(cx, word)) is not None:
            return op("space_named", t.Space(kind), span, text(word, span), player)
    if places.is_place(cx, word) or word in symbols.boards:
        first = next(iter(places.key_types(cx, word)), None)
        cx.report.error(
            codes.NO_ATTRIBUTE,
            name.span,
            f"a player has no `{word}`",
            label="there is one for all" if first is None else f"there is one for each {t.show(first)}",
            labels=declared_here(symbols, word),
            help=f"write `{word}`" if first is None else f"say of which {t.show(first)}: `x.{word}`",
        )
        return unknown(span)
    near = [*symbols.defines, *symbols.vars, *symbols.zones, *symbols.plurals, *symbols.boards, *places.BUILT_IN_ZONES]
    near += [*symbols.singulars, "name", *cx.picks, *symbols.wants.get(name.span.source.name, ())]
    if span.start == name.span.start:  # `f of x`, `f(x)`
        near += [*calls.applicable(cx), "turn", "any", "no"]
    guess = nearest(word, near)
    cure: Details = {"help": f"did you mean `{guess}`?" if guess else None, "fixes": respelling(name.span, word, near)}
    if cx.game.seats and word in POINTS:  # in a scenario
        cure = {"help": "points are claimed by what they are for: `score agnes: huts 4`"}
    cx.report.error(
        codes.NO_ATTRIBUTE,
        name.span,
        f"a player has no `{word}`",
        **mismatch.plural(cx, word) or {**cure, "about": nowhere(cx, word)},
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
            cx.game.asked.add(word)
            return base
        case t.Player():
            return of_player(cx, base, name, arguments, span, wanted)
        case t.Zone() if arguments is None and (word in cx.symbols.plurals or word in cx.symbols.singulars):
            return _those_of_type(cx, read(cx, base), word, span)
        case t.Zone() if word == "free":
            return op("free_slots", t.List(base.type), span, base)
        case t.Zone():
            return member(cx, read(cx, base), name, arguments, span, wanted)
        case t.Set(t.Component() | t.Union() | t.Standing()) | t.List(t.Component() | t.Union() | t.Standing()) if (
            word in cx.symbols.plurals
        ):
            return _those_of_type(cx, standings.pieces(cx, base), word, span)
        case t.Set() | t.List():
            each = standings.elements(cx, base)
            return _collect(cx, each, t.element(each.type) or t.UNKNOWN, name, arguments, span)
        case t.Maybe(of):
            return _if_there(cx, base, of, name, arguments, span, wanted)
        case _:
            return _attribute(cx, base, name, arguments, span)


def _those_of_type(cx: Context, things: tree.Expr, word: str, span: Span) -> tree.Expr:
    component = cx.symbols.plurals.get(word) or cx.symbols.singulars[word]
    type = standings.of_pieces(cx.game, cx.treats, t.Component(component))
    if isinstance(things.type, t.Maybe):
        things = op("make_set", t.Set(things.type.of), span, things)
    kind: t.Type = t.List(type) if isinstance(things.type, t.List) else t.Set(type)
    return op("only", kind, span, things, *(text(name, span) for name in standings.names_of(cx, component)))


def _collect(
    cx: Context, base: tree.Expr, of: t.Type, name: ast.Name, arguments: tuple[ast.Expr, ...] | None, span: Span
) -> tree.Expr:
    """A dot on a set collects into a list, doubles kept, none dropped; what is itself several is strung together."""
    if (
        name.text in OF_SEVERAL
        and arguments is None
        and not has(cx, of, name.text)
        and name.text not in cx.symbols.where
    ):
        return _asked_of_several(cx, of, name, span)
    local = cx.anonymous(of, span)
    body = read(cx, _one(cx, local, name, arguments, span))
    if isinstance(body.type, t.Unknown):
        return body
    flat = isinstance(body.type, t.Set | t.List)
    inner = body.type.of if isinstance(body.type, t.Set | t.List | t.Maybe) else body.type
    return tree.Fold(span=span, type=t.List(inner), kind="list", slot=local.slot, source=base, body=body, flat=flat)


OF_SEVERAL = {
    "size": "count of", "count": "count of", "number": "count of", "length": "count of", "amount": "count of",
    "total": "sum of", "sum": "sum of", "maximum": "max of", "highest": "max of", "largest": "max of",
    "minimum": "min of", "lowest": "min of", "smallest": "min of", "empty": "no",
}  # fmt: skip
"""What is asked of several things by words of other rulebooks, and how it is written here."""


def _asked_of_several(cx: Context, of: t.Type, name: ast.Name, span: Span) -> tree.Expr:
    """Says how a question to all of them is written, which one of them cannot answer."""
    cx.report.error(
        codes.NO_ATTRIBUTE,
        name.span,
        f"{with_article(t.show(of))} has no `{name.text}`",
        help=f"write `{OF_SEVERAL[name.text]} {_things(name, span)}`",
    )
    return unknown(span)


def _things(name: ast.Name, span: Span) -> str:
    """What stands before the dot, or behind the `of`."""
    at = name.span.start - span.start
    return span.text[:at].removesuffix(".") or span.text[at + len(name.span.text) :].removeprefix(" of ")


def _one(cx: Context, base: tree.Expr, name: ast.Name, arguments: tuple[ast.Expr, ...] | None, span: Span) -> tree.Expr:
    """A member of one thing, places included."""
    if arguments is None and places.is_place(cx, name.text):
        wanted = places.key_types(cx, name.text)
        fits = wanted and (
            t.fits(standings.piece_type(cx, base.type), wanted[0])
            or (isinstance(base.type, t.Component | t.Union | t.Standing) and isinstance(wanted[0], t.Space))
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


def _own_space(cx: Context, word: str) -> str | None:
    """The kind of the space of this name on a board that each player has; None if there is none."""
    own = [board for board in cx.symbols.boards.values() if board.per]
    for board in own:
        if is_grid_name(word, *grid_size(board)):
            return board.name.text
    kinds = [kind for kind, (name, _) in cx.symbols.space_types.items() if cx.symbols.boards[name] in own]
    rows = {kind: cx.symbols.space_types[kind][1].rows for kind in kinds}
    return next((kind for kind in kinds if any(row.name.text == word for row in rows[kind])), None)


def _attribute(
    cx: Context, base: tree.Expr, name: ast.Name, arguments: tuple[ast.Expr, ...] | None, span: Span
) -> tree.Expr:
    if arguments is not None:
        return calls.method(cx, base, name, arguments, span)
    found: tree.Expr | None = None
    match base.type:
        case t.Component() | t.Union():
            found = _of_component(cx, base, base, name.text, span)
        case t.Standing():
            found = _of_component(cx, standings.pieces(cx, base), base, name.text, span)
        case t.Space():
            found = _of_space(cx, base, name.text, span)
        case t.Enum(enum):
            column = cx.symbols.column_of(enum, name.text)
            if column is not None:
                type = trusted(cx.game, column.type)
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
    known = [*_attribute_names(cx, base.type), *cx.symbols.wants.get(name.span.source.name, ())]
    if span.start == name.span.start:  # `f of x`, `f(x)`
        known += [*calls.applicable(cx), "bottom"]
    guess = nearest(name.text, known)
    standing = isinstance(base.type, t.Space) and name.text in cx.symbols.plurals and span.text.endswith(name.span.text)
    of = t.show(base.type)
    if base.type == t.Component() and (no_plural := mismatch.plural(cx, name.text)):
        cx.report.error(codes.NO_ATTRIBUTE, name.span, f"{with_article(of)} has no `{name.text}`", **no_plural)
        return unknown(span)
    cx.report.error(
        codes.NO_ATTRIBUTE,
        name.span,
        f"there is nothing called `{name.text}`" if of == "none" else f"{with_article(of)} has no `{name.text}`",
        labels=_tested_here(cx, base, span),
        about=nowhere(cx, name.text),
        help=f"what stands there: `{name.text} at {span.text[: -len(name.span.text)].removesuffix('.')}`"
        if standing and span.text.endswith(f".{name.span.text}")
        else f"did you mean `{guess}`?"
        if guess
        else f"`{_things(name, span)}` is a number already"
        if base.type == t.INT and OF_SEVERAL.get(name.text) == "count of"
        else _declared_of(cx, base.type),
        fixes=() if standing else respelling(name.span, name.text, known),
    )
    return unknown(span)


def _tested_here(cx: Context, base: tree.Expr, span: Span) -> list[Label]:
    """Where the things stand of which `it` is one."""
    if not cx.its or base != cx.its[-1] or base.span.source != span.source or base.span.start == span.start:
        return []
    return [Label(base.span, "`it` is one of these")]


def which_it(cx: Context, parts: Iterable[tree.Expr], span: Span) -> list[Label]:
    """Where the things stand of which the `it` in these is one, if one condition stands inside another."""
    if len(cx.its) < 2 or cx.its[-1].span.source != span.source:
        return []
    named = any(node == cx.its[-1] for part in parts for node in below(part))
    return [Label(cx.its[-1].span, "`it` is one of these")] if named else []


def has(cx: Context, type: t.Type, word: str) -> bool:
    """Whether this may stand behind a dot after something of the type."""
    symbols = cx.symbols
    if isinstance(type, t.Player):
        return word in symbols.defines or places.key_types(cx, word)[:1] == (t.PLAYER,)
    return not isinstance(type, t.Int | t.Unknown) and word in _attribute_names(cx, type)


def nowhere(cx: Context, word: str) -> tuple[str, ...]:
    """The word, if nothing in the game is called so: then it is missing, whatever it was asked of."""
    symbols = cx.symbols
    owners: tuple[ast.Component | ast.Board, ...] = (*symbols.components.values(), *symbols.boards.values())
    fields = {field.name.text for owner in owners for field in owner.fields}
    columns = {column.name.text for enum in symbols.enums.values() for column in enum.parameters}
    names = (symbols.where, symbols.plurals, symbols.singulars, WORDS, fields, columns)
    return () if any(word in each for each in names) else (word,)


def numbers_of(cx: Context, type: t.Type, things: str) -> str | None:
    """How the numbers of such things are written, if their type has a field with a number, and just one."""
    component = cx.symbols.components.get(type.name or "") if isinstance(type, t.Component) else None
    found = [each.name.text for each in component.fields if type_of(cx.game, each.type) == t.INT] if component else []
    return f"write `{things}.{found[0]}`" if len(found) == 1 else None


def _attribute_names(cx: Context, type: t.Type) -> list[str]:
    """What may stand behind a dot after it."""
    symbols = cx.symbols
    also = [name for name, define in symbols.defines.items() if define.parameters]
    also += [name for name, var in symbols.vars.items() if var.per]
    also += [name for name, zone in symbols.zones.items() if zone.per]
    if type == t.Component():
        also += [*symbols.plurals, *symbols.singulars]
    return [*_own_names(cx, type), *also, "name"]


def fields_of(cx: Context, type: t.Type) -> list[tuple[str, t.Type]]:
    """What a component or a space has of its own, and of which type."""
    symbols = cx.symbols
    if isinstance(type, t.Space):
        owners = [each for name, each in symbols.boards.items() if type.kind in ("", name)]
        return [(each.name.text, type_of(cx.game, each.type)) for owner in owners for each in owner.fields]
    if isinstance(type, t.Component) and type.name in symbols.components:
        return [(each.name.text, type_of(cx.game, each.type)) for each in symbols.components[type.name].fields]
    return []


def _declared_of(cx: Context, type: t.Type) -> str | None:
    """What its declaration says a thing has."""
    bare = t.element(type) or type
    if isinstance(bare, t.Component) and bare.name in cx.symbols.components:
        fields = [f"`{field.name.text}`" for field in cx.symbols.components[bare.name].fields]
        if 0 < len(fields) <= mismatch.FEW:
            return f"{with_article(bare.name)} has {', '.join(fields)}"
    return None


def _own_names(cx: Context, type: t.Type) -> list[str]:
    symbols = cx.symbols
    match type:
        case t.Maybe(of) | t.Set(of) | t.List(of) | t.Zone(of):
            return _own_names(cx, of)
        case t.Union(members=members):
            fields = [f.name.text for m in members if m in symbols.components for f in symbols.components[m].fields]
            return [*dict.fromkeys(fields), "owner", "space", "spaces", *_space_attributes(cx, "")]
        case t.Component(name):
            own = [f.name.text for f in symbols.components[name].fields] if name in symbols.components else []
            return [*own, "name", "owner", "space", "spaces", *_space_attributes(cx, "")]
        case t.Space(kind):
            return [*_space_attributes(cx, kind), *symbols.zones, *symbols.vars]
        case t.Enum(name) if name in symbols.enums:
            return [p.name.text for p in symbols.enums[name].parameters]
        case t.Path():
            return ["edges", "spaces", "end"]
        case _:
            return []


def _of_component(cx: Context, piece: tree.Expr, base: tree.Expr, word: str, span: Span) -> tree.Expr | None:
    """An attribute of a component, or of its space. `base` is the component itself, or a standing of it."""
    if word == "owner":
        return op("owner", t.Maybe(t.PLAYER) if not _always_owned(cx, piece.type) else t.PLAYER, span, piece)
    if word == "space":
        return _on_its_space(cx, base, span)
    assert isinstance(piece.type, t.Component | t.Union)
    names = (piece.type.name,) if isinstance(piece.type, t.Component) else piece.type.members
    having = {name: field for name in names if (field := cx.symbols.field_of(name, word)) is not None}
    if len(having) == len(names):
        return _column(cx, piece, having, piece.type.name, word, span)
    if having:
        return _by_type(cx, piece, base, names, having, word, span)
    if word == "spaces":
        return op("spaces_of", t.Set(t.Space()), span, op("make_set", t.Set(piece.type), span, piece))
    found = _of_space(cx, constant(None, t.Space(), span), word, span)
    if found is None:
        return None
    on = _on_its_space(cx, base, span)
    return on if isinstance(on.type, t.Unknown) else _of_space(cx, on, word, span)


def _on_its_space(cx: Context, base: tree.Expr, span: Span) -> tree.Expr:
    """The space of a component that lies on one only, or that of a standing."""
    if isinstance(base.type, t.Standing):
        return op("standing_space", t.Space(), span, base)
    if may_spread(cx.game, base.type):
        several_spaces(cx, base.type, span)
        return unknown(span)
    return op("space_of", t.Space(), span, base)


def _column(
    cx: Context, piece: tree.Expr, having: Mapping[str, ast.Field], owner: str, word: str, span: Span
) -> tree.Expr:
    """A field that all of these types have, under one type."""
    (first, field), *others = having.items()
    type = trusted(cx.game, field.type)
    for member, other in others:
        both = t.join(type, trusted(cx.game, other.type))
        if both is None:
            return _not_alike(cx, first, member, word, span)
        type = both
    if isinstance(type, t.Score):
        me = acting(cx, span)
        return tree.Apply(span=span, type=t.INT, owner=owner, column=word, subject=piece, me=me)
    return tree.Column(span=span, type=type, owner=owner, column=word, subject=piece)


def _not_alike(cx: Context, first: str, second: str, word: str, span: Span) -> tree.Expr:
    cx.report.error(
        codes.MISMATCH,
        span,
        f"`{word}` is not of the same type in {first} and in {second}",
        help="ask first which it is: `if x is …:` or `match x:`",
    )
    return unknown(span)


def _by_type(
    cx: Context,
    piece: tree.Expr,
    base: tree.Expr,
    names: tuple[str, ...],
    having: Mapping[str, ast.Field],
    word: str,
    span: Span,
) -> tree.Expr:
    """What some of the types have as a field, and the others through their space."""
    lacking = next(name for name in names if name not in having)
    through = _of_space(cx, constant(None, t.Space(), span), word, span)
    if through is None:
        with_it = next(iter(having))
        cx.report.error(
            codes.NO_ATTRIBUTE,
            span,
            f"{with_article(lacking)} has no `{word}`, and {with_article(with_it)} has one",
            label=f"this may be {with_article(lacking)}",
            help=f"ask first which it is (`x is {with_it}`), or give both one",
        )
        return unknown(span)
    local = cx.anonymous(base.type, span)
    one = standings.pieces(cx, local)
    own = _column(cx, one, having, next(iter(having)) if len(having) == 1 else _union(cx, having), word, span)
    other = _of_space(cx, _on_its_space(cx, local, span), word, span) or unknown(span)
    both = t.join(own.type, other.type)
    if both is None:
        return _not_alike(cx, next(iter(having)), lacking, word, span)
    arms = (
        tree.MatchArm(span=span, fits=tree.Arm(span=span, types=tuple(having)), body=own),
        tree.MatchArm(span=span, fits=tree.Arm(span=span), body=other),
    )
    chosen = tree.Match(span=span, type=both, subject=one, arms=arms)
    return tree.Let(span=span, type=both, slot=local.slot, value=base, body=chosen)


def _union(cx: Context, having: Mapping[str, ast.Field]) -> str:
    return standings.union_of(cx.game, tuple(having)).name


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
    """An attribute that only one of the boards has, or several of the same type."""
    kind = base.type.kind if isinstance(base.type, t.Space) else ""
    found: dict[str, t.Type] = {}
    for board in _boards_of(cx, kind):
        if word in GRID_ATTRIBUTES and board.kind in ("hex grid", "square grid"):
            found[board.name.text] = t.INT
        for field in board.fields:
            if field.name.text == word:
                found[board.name.text] = trusted(cx.game, field.type)
    if not found:
        return None
    (first, type), *others = found.items()
    for other, another in others:
        if another != type:
            return _not_alike(cx, f"`{first}`", f"`{other}`", word, span)
    return tree.Column(span=span, type=type, owner="Space" if others else first, column=word, subject=base)


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
