"""Statements that change something: numbers, places of components, order, chance, knowledge."""

from __future__ import annotations

from typing import assert_never

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.collect import Details
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import exchange, respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics import mismatch, names, places
from rulewright.semantics.coerce import as_collection, coerce, convert, read
from rulewright.semantics.context import Context, acting, may_spread, not_there, op, type_of, unknown, with_article
from rulewright.semantics.expressions import condition, expression, infer, truth
from rulewright.semantics.standings import pieces
from rulewright.semantics.symbols import RESERVED
from rulewright.syntax import ast

Effect = (
    ast.Change | ast.SetTo | ast.Move | ast.Place | ast.Draw | ast.Deal | ast.Roll | ast.Pass | ast.Shuffle | ast.Flip
    | ast.Reveal | ast.Show | ast.ShowThat
)  # fmt: skip


def effect(cx: Context, written: Effect) -> tree.Stmt | None:
    span = written.span
    match written:
        case ast.Change():
            return _change(cx, written)
        case ast.SetTo():
            return _set(cx, written)
        case ast.Move(things=things, to=to, bottom=bottom):
            what = _things(cx, things)
            where, under = _target(cx, to)
            _fits(cx, what.type, where, things.span, to.span)
            return tree.Move(
                span=span, parts=(tree.Transfer(span=span, things=what, to=where, bottom=bottom or under),)
            )
        case ast.Place():
            return _place(cx, written)
        case ast.Draw():
            return _draw(cx, written)
        case ast.Deal(amount=amount, source=source, to=to):
            return _deal(cx, amount, source, to, span)
        case ast.Roll(amount=amount, what=what, binding=binding):
            return _roll(cx, amount, what, binding, span)
        case ast.Pass(zone=zone, to=to):
            return _pass(cx, zone, to, span)
        case ast.Shuffle(zone=zone):
            return _shuffle(cx, zone, span)
        case ast.Flip(things=things, to=to):
            return _flip(cx, things, to, span)
        case ast.Reveal(things=things):
            return tree.Show(span=span, things=_things(cx, things), players=None)
        case ast.Show(things=things, to=to):
            return _show(cx, things, to, span)
        case ast.ShowThat(test=test):
            return tree.Claim(span=span, test=condition(cx, test))
        case _:
            assert_never(written)


# ------------------------------------------------------------------ numbers


def _where_numbers_are(cx: Context, unit: ast.Unit) -> str | None:
    """The cure for `gain 1 X` where X is no variable."""
    word, symbols = unit.name.text, cx.symbols
    if word in symbols.components or word in symbols.plurals or word in symbols.singulars:
        return "things are drawn or moved: `draw 1 from … to …`, `move … to …`"
    if symbols.kind_of(word) is not None or unit.key is not None:
        return None
    return f"a number that each player has is declared like this: `var {word} per Player: Int = 0`"


def _change(cx: Context, written: ast.Change) -> tree.Stmt | None:
    """`gain 2 coins`, `pay 4 coins`, `lose 1 goods[wood]`: always the acting player's."""
    span, unit = written.span, written.unit
    amount = expression(cx, written.amount, t.INT)
    name = cx.symbols.units.get(unit.name.text)
    if name is None:
        not_there(cx.game, unit.name, "variable", cx.symbols.units, _where_numbers_are(cx, unit))
        return None
    declared = cx.symbols.vars[name]
    word = ast.Name(span=unit.name.span, text=name)
    mine = places.key_types(cx, name)[:1] == (t.PLAYER,)
    place = places.start(cx, word, acting(cx, unit.span) if mine else None, unit.span)
    if unit.key is not None:
        at = len(place.keys)
        hint = place.wanted[at] if at < len(place.wanted) else t.INT
        place = places.with_key(cx, place, infer(cx, unit.key, hint), unit.span, unit.key.span)
    value = places.finish(cx, place)
    if not isinstance(value, tree.Get):
        return None
    if isinstance(value.type, t.Unknown):
        return None
    if not isinstance(value.type, t.Int):
        cx.report.error(codes.MISMATCH, unit.span, f"`{name}` is {with_article(t.show(value.type))}, not a number")
        return None
    word_of = "add" if written.kind == "gain" else "sub"
    new = op(word_of, t.INT, span, value, amount)
    clamped = any(m.kind == "clamped" for m in declared.modifiers)
    if written.kind == "lose":
        return tree.Set(span=span, place=name, keys=value.keys, value=new, on_range="clamp")
    if written.kind == "gain":
        return tree.Set(span=span, place=name, keys=value.keys, value=new, on_range="clamp" if clamped else "check")
    return tree.Set(span=span, place=name, keys=value.keys, value=new, on_range="fail")


def _set(cx: Context, written: ast.SetTo) -> tree.Stmt | None:
    place = places.find(cx, written.place)
    span = written.span
    if place is None or place.is_zone or place.extra is not None:
        special = _settable_word(written.place)
        if special is not None:
            value = expression(cx, written.value, t.List(t.PLAYER) if special == "turn_order" else t.PLAYER)
            return tree.Set(span=span, place=special, keys=(), value=value, on_range="proved")
        known = place is not None or not isinstance(infer(cx, written.place).type, t.Unknown)
        if not known:
            return None
        cx.report.error(
            codes.NOT_SETTABLE,
            written.place.span,
            "only a variable can be set",
            help="to put components somewhere use `move X to Z`"
            if place is not None and place.is_zone
            else _instead_of_setting(cx, written.place),
        )
        return None
    target = places.finish(cx, place)
    if not isinstance(target, tree.Get):
        return None
    declared = cx.symbols.vars[place.name]
    value = expression(cx, written.value, type_of(cx.game, declared.type), declared.type)
    clamped = any(m.kind == "clamped" for m in declared.modifiers)
    ranged = any(m.kind in ("at least", "range") for m in declared.modifiers) or isinstance(target.type, t.Int)
    kind = ("clamp" if clamped else "check") if ranged else "proved"
    return tree.Set(span=span, place=place.name, keys=target.keys, value=value, on_range=kind)  # type: ignore[arg-type]


def _instead_of_setting(cx: Context, place: ast.Expr) -> str | None:
    """Why this does not change, and what would."""
    match place:
        case ast.Ref(name=name) if name.text in cx.symbols.consts:
            return f"a `const` stays as it is; what changes is declared like `var {name.text}: Int = 3`"
        case ast.Ref(name=name) if name.text in cx.symbols.defines:
            return f"`{name.text}` is worked out anew each time; change what it is worked out from"
        case ast.Dot():
            return "what is printed on a component stays as it is; what changes is kept in a `var`"
        case _:
            return None


def _settable_word(written: ast.Expr) -> str | None:
    """`turn_order` and `first_player` belong to the language and may be set."""
    if isinstance(written, ast.Ref) and written.name.text in ("turn_order", "first_player"):
        return written.name.text
    return None


# ------------------------------------------------------------------ components


def _what_is_moved(cx: Context, written: ast.Expr, of: t.Type) -> str:
    if isinstance(of, t.Space):
        standing = (each for each in cx.symbols.components.values() if each.kind in ("piece", "tile"))
        plural = next((each.plural.text for each in standing if each.plural is not None), None)
        return "what stands there is moved" + (f": `{plural} at {written.span.text}`" if plural else ", not the place")
    return "cards, tiles, pieces and tokens are moved; a value is changed with `set`, `gain` or `pay`"


def _things(cx: Context, written: ast.Expr) -> tree.Expr:
    """Components to move, turn or show: one, several, none, or a zone for all that lies in it."""
    value = pieces(cx, infer(cx, written))
    of = value.type
    while isinstance(of, t.Zone | t.Set | t.List | t.Maybe):
        of = of.of
    nested = isinstance(value.type, t.Set | t.List) and isinstance(value.type.of, t.Set | t.List)
    if nested or not isinstance(of, t.Component | t.Union | t.Unknown | t.Nothing):
        cx.report.error(
            codes.NOT_MOVABLE,
            written.span,
            f"{mismatch.in_words(value.type)} cannot be moved",
            label="no component",
            help=_what_is_moved(cx, written, of),
        )
        return unknown(written.span)
    return value


def _target(cx: Context, written: ast.Expr, *, several: bool = False) -> tuple[tree.Expr, bool]:
    """Where to: a zone or a space (or several, if they may be), and whether to its far end (`bottom of Z`)."""
    if isinstance(written, ast.Of) and written.name.text == "bottom":
        return _target(cx, written.operand)[0], True
    if _no_place(cx, written, spaces=True):
        return unknown(written.span), False
    braces = several and isinstance(written, ast.SetLiteral)
    value = infer(cx, written, t.Set(t.Space()) if braces else t.Space())
    if isinstance(value.type, t.Zone | t.Unknown):
        return value, False
    if several and isinstance(value.type, t.Set | t.List):
        return coerce(cx, value, t.Set(t.Space()), written.span), False
    if isinstance(value.type, t.Edge):
        return value, False
    space = convert(cx, read(cx, value), t.Space())
    if space is not None:
        return space, False
    if may_spread(cx.game, value.type):
        return coerce(cx, value, t.Space(), written.span), False
    if isinstance(value.type, t.Maybe) and isinstance(value.type.of, t.Zone):
        cx.report.error(
            codes.MAYBE_NONE, written.span, "this place may be none", help="say `the …` or ask `if … as z:`"
        )
        return unknown(written.span), False
    cx.report.error(
        codes.MISMATCH,
        written.span,
        f"things move to a zone or a space; this is {with_article(t.show(value.type))}",
        help="the space may be none: ask `if … as s:`" if isinstance(value.type, t.Maybe) else None,
    )
    return unknown(written.span), False


def _fits(cx: Context, things: t.Type, to: tree.Expr, here: Span, there: Span) -> None:
    """Whether anything that is moved is of the type that lies in the zone."""
    if not isinstance(to.type, t.Zone):
        return
    of = things
    while isinstance(of, t.Zone | t.Set | t.List | t.Maybe):
        of = of.of
    coming, lying = _kinds(of), _kinds(to.type.of)
    if coming and lying and not coming & lying:
        cx.report.error(
            codes.MISMATCH,
            here,
            f"{with_article(t.show(of))} cannot go to a zone of {t.show(to.type.of)}",
            label=t.show(of),
            labels=[Label(there, t.show(to.type.of))],
        )


def _kinds(of: t.Type) -> frozenset[str]:
    """The types of components something may have; none of those that may be any."""
    match of:
        case t.Component(name):
            return frozenset([name]) if name else frozenset()
        case t.Union(members=members):
            return frozenset(members)
        case _:
            return frozenset()


def _no_place(cx: Context, written: ast.Expr, *, spaces: bool) -> bool:
    """Reports a word that is no zone (nor, with `spaces`, anything that could be a space)."""
    match written:
        case ast.Ref(name=name) if cx.local(name.text) is None and name.text not in RESERVED:
            pass
        case ast.My(name=name, arguments=None) if name.text in cx.symbols.vars:
            pass
        case _:
            return False
    word, symbols = name.text, cx.symbols
    if word in symbols.zones:
        return False
    if word in symbols.vars:
        type = type_of(cx.game, symbols.vars[word].type)
        of = type.of if isinstance(type, t.Maybe) else type
        if spaces and isinstance(of, t.Space | t.Component | t.Union):
            return False
    elif word in symbols.where or names.is_word(cx, word):
        return False
    not_there(cx.game, name, "zone", [*symbols.zones, *places.BUILT_IN_ZONES, *cx.locals, *symbols.defines])
    return True


def zone_of(cx: Context, written: ast.Expr) -> tree.Expr:
    """A zone itself, as `move`, `draw` and `refilled from` want it."""
    if _no_place(cx, written, spaces=False):
        return unknown(written.span)
    value = infer(cx, written)
    if not isinstance(value.type, t.Zone | t.Unknown):
        cure: Details = {}
        if isinstance(written, ast.The) and isinstance(infer(cx, written.operand).type, t.Zone):
            meant = written.operand.span.text
            cure = {"help": f"write `{meant}`, without `the`", "fixes": exchange(written.span, meant)}
        message = f"a zone is needed here, not {with_article(t.show(value.type))}"
        cx.report.error(codes.MISMATCH, written.span, message, **cure)
        return unknown(written.span)
    return value


def _shuffle(cx: Context, written: ast.Expr, span: Span) -> tree.Stmt:
    zone = zone_of(cx, written)
    declared = cx.symbols.zones.get(zone.zone) if isinstance(zone, tree.ZoneAt) else None
    if declared is not None and declared.kind == "set" and _is_open(declared):
        of = declared.type.text
        cx.report.warning(
            codes.NOT_ORDERED,
            written.span,
            f"`{declared.name.text}` lies open and has no order, so to shuffle it changes nothing",
            labels=[Label(declared.name.span.to(declared.type.span), "declared here")],
            help=f"what is drawn from the top is a `deck of {of}`",
            fixes=exchange(declared.type.span, f"deck of {of}", certain=False),
        )
    return tree.Shuffle(span=span, zone=zone)


def _is_open(zone: ast.Zone) -> bool:
    """Whether everybody sees what lies in it; if not, to shuffle it makes what was seen of it unknown again."""
    return not any(modifier.kind in ("hidden", "seen by", "size hidden") for modifier in zone.modifiers)


def _place(cx: Context, written: ast.Place) -> tree.Stmt:
    """`place K on s`: a type means one from my supply. On a set of spaces it covers all of them."""
    span = written.span
    where, _ = _target(cx, written.on, several=True)
    match written.thing:
        case ast.Ref(name=name) if cx.local(name.text) is None and name.text in cx.symbols.components:
            local = None if written.binding is None else cx.bind(written.binding, t.Component(name.text))
            slot = None if local is None else local.slot
            part = tree.Transfer(span=span, things=None, to=where, supply=name.text, slot=slot)
        case _:
            things = _things(cx, written.thing)
            _fits(cx, things.type, where, written.thing.span, written.on.span)
            local = None if written.binding is None else cx.bind(written.binding, things.type)
            part = tree.Transfer(span=span, things=things, to=where, slot=None if local is None else local.slot)
    return tree.Move(span=span, parts=(part,))


def _draw(cx: Context, written: ast.Draw) -> tree.Stmt:
    """What there is: a `T?` for 1, else a list."""
    amount = expression(cx, written.amount, t.INT)
    source = zone_of(cx, written.source)
    to = zone_of(cx, written.to)
    _fits(cx, source.type, to, written.source.span, written.to.span)
    single = isinstance(amount, tree.Const) and amount.value == 1
    slot = None
    if written.binding is not None:
        of = source.type.of if isinstance(source.type, t.Zone) else t.UNKNOWN
        slot = cx.bind(written.binding, t.Maybe(of) if single else t.List(of)).slot
    return tree.Draw(
        span=written.span, amount=amount, source=source, to=to, exactly=written.exactly, slot=slot, single=single
    )


def _deal(cx: Context, amount: ast.Expr, source: ast.Expr, to: ast.Expr, span: Span) -> tree.Stmt:
    """`deal n from D to hand`: to each player's, all or nothing."""
    number = expression(cx, amount, t.INT)
    deck = zone_of(cx, source)
    me, cx.me = cx.me, True
    if isinstance(to, ast.Ref) and places.key_types(cx, to.name.text)[:1] == (t.PLAYER,):
        player = tree.Local(span=to.span, type=t.PLAYER, slot=tree.ME, name="me")
        where = places.finish(cx, places.start(cx, to.name, player, to.span))
    else:
        where = zone_of(cx, to)
    cx.me = me
    _fits(cx, deck.type, where, source.span, to.span)
    return tree.Draw(span=span, amount=number, source=deck, to=where, each_player=True)


def _roll(cx: Context, amount: ast.Expr, what: ast.Name, binding: ast.Name, span: Span) -> tree.Stmt | None:
    number = expression(cx, amount, t.INT)
    if what.text not in cx.symbols.enums:
        not_there(cx.game, what, "enum", cx.symbols.enums)
        cx.bind(binding, t.List(t.UNKNOWN))
        return None
    if not cx.chance:
        cx.report.error(codes.CHANCE, span, "nothing may be rolled here")
    local = cx.bind(binding, t.List(t.Enum(what.text)))
    return tree.Chance(span=span, slot=local.slot, count=number, enum=what.text)


def _pass(cx: Context, zone: ast.Expr, to: ast.Expr, span: Span) -> tree.Stmt | None:
    """`pass Z to left`: each player's Z goes to the neighbour's, all at once."""
    if not isinstance(zone, ast.Ref) or places.key_types(cx, zone.name.text)[:1] != (t.PLAYER,):
        if not _no_place(cx, zone, spaces=False):
            cx.report.error(codes.MISMATCH, zone.span, "only a zone that each player has can be passed on")
        return None
    parts: list[tree.Transfer] = []
    word = _direction(cx, to)
    slot = cx.slot("player")
    player = tree.Local(span=span, type=t.PLAYER, slot=slot, name="player")
    mine = places.finish(cx, places.start(cx, zone.name, player, span))
    left = op("left_of", t.PLAYER, span, player)
    right = op("right_of", t.PLAYER, span, player)
    if isinstance(word, str):
        neighbor: tree.Expr = left if word == "left" else right
    else:
        neighbor = truth(word, left, right, t.PLAYER, span)
    theirs = places.finish(cx, places.start(cx, zone.name, neighbor, span))
    parts.append(tree.Transfer(span=span, things=mine, to=theirs))
    return tree.Move(span=span, parts=tuple(parts), each_player=slot)


def _direction(cx: Context, to: ast.Expr) -> str | tree.Expr:
    """`left`, `right`, or `if C then left else right` as its condition."""
    match to:
        case ast.Ref(name=name) if name.text in ("left", "right"):
            return name.text
        case ast.Choice(test=test, then=then, otherwise=otherwise):
            a, b = _direction(cx, then), _direction(cx, otherwise)
            question = expression(cx, test, t.BOOL)
            if a == "left" and b == "right":
                return question
            if a == "right" and b == "left":
                return op("not", t.BOOL, to.span, question)
        case _:
            pass
    cx.report.error(codes.MISMATCH, to.span, "a zone is passed to `left` or to `right`")
    return "left"


def _flip(cx: Context, things: ast.Expr, to: ast.Name | None, span: Span) -> tree.Stmt:
    what = read(cx, _things(cx, things))
    of = what.type
    while isinstance(of, t.Set | t.List | t.Maybe):
        of = of.of
    members = (of.name,) if isinstance(of, t.Component) else of.members if isinstance(of, t.Union) else ()
    sides = [[s.text for s in cx.symbols.components[m].sides] for m in members if m in cx.symbols.components]
    number = None
    if to is not None:
        if sides and all(to.text in names for names in sides):
            number = sides[0].index(to.text)
        elif not isinstance(of, t.Unknown):
            known = [name for names in sides for name in names]
            guess = nearest(to.text, known)
            cx.report.error(
                codes.UNKNOWN,
                to.span,
                f"`{to.text}` is no side of {with_article(t.show(of))}",
                help=mismatch.instead(guess, known),
                fixes=respelling(to.span, to.text, known),
            )
    return tree.Flip(span=span, things=what, side=number)


def _show(cx: Context, things: ast.Expr, to: ast.Expr, span: Span) -> tree.Stmt:
    what = _things(cx, things)
    who = infer(cx, to, t.Set(t.PLAYER))
    if isinstance(who.type, t.Player):
        who = op("make_set", t.Set(t.PLAYER), span, who)
    else:
        who = convert(cx, as_collection(cx, who, to), t.Set(t.PLAYER)) or unknown(span)
    return tree.Show(span=span, things=what, players=who)
