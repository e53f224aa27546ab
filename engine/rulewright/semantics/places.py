"""Variables, zones and things of somebody: `my coins`, `agnes.goods[wood]`, `site.stock`, `my supply.huts`.

A place needs all the keys of its `per`, in order; a dot and `my` fill the first one, brackets the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.semantics import expressions, standings
from rulewright.semantics.coerce import coerce
from rulewright.semantics.context import Context, acting, named_type, op, text, trusted, unknown
from rulewright.syntax import ast

BUILT_IN_ZONES = ("box", "supply")


@dataclass(frozen=True, slots=True)
class Place:
    """A variable or zone with the keys found so far. `extra`: one more bracket than it has keys (a slot of a row), and
    where it is written.
    """

    name: str
    is_zone: bool
    wanted: tuple[t.Type, ...]
    keys: tuple[tree.Expr, ...]
    span: Span
    extra: tree.Expr | None = None
    extra_at: Span | None = None


def is_place(cx: Context, name: str) -> bool:
    return name in cx.symbols.vars or name in cx.symbols.zones or name in BUILT_IN_ZONES


def key_types(cx: Context, name: str) -> tuple[t.Type, ...]:
    """What a place is `per`; nothing for what is no place."""
    if name == "box" or not is_place(cx, name):
        return ()
    if name == "supply" and name not in cx.symbols.zones:
        return (t.PLAYER,)
    declared = cx.symbols.vars.get(name) or cx.symbols.zones[name]
    return tuple(named_type(cx.symbols, key.type.text) or t.UNKNOWN for key in declared.per)


def start(cx: Context, name: ast.Name, key: tree.Expr | None, span: Span) -> Place:
    """The place of that name, its first key given by a dot or `my`."""
    wanted = key_types(cx, name.text)
    place = Place(name.text, name.text not in cx.symbols.vars, wanted, (), span)
    return place if key is None else with_key(cx, place, key, span)


def with_key(cx: Context, place: Place, key: tree.Expr, span: Span, at: Span | None = None) -> Place:
    """The place with one more key. `at`: where the key is written, if it is."""
    if len(place.keys) >= len(place.wanted):
        return Place(place.name, place.is_zone, place.wanted, place.keys, span, key, at)
    wanted = place.wanted[len(place.keys)]
    fitted = coerce(cx, key, wanted, at or key.span)
    return Place(place.name, place.is_zone, place.wanted, (*place.keys, fitted), span)


def find(cx: Context, written: ast.Expr) -> Place | None:
    """The place an expression names, keys as far as they are written; None if it names none."""
    match written:
        case ast.Ref(name=name) if cx.local(name.text) is None and is_place(cx, name.text):
            return start(cx, name, None, written.span)
        case ast.My(name=name, arguments=None) if key_types(cx, name.text)[:1] in ((t.PLAYER,), (t.UNKNOWN,)):
            return start(cx, name, acting(cx, written.span), written.span)
        case ast.Its(name=name) if is_place(cx, name.text):
            thing = expressions.tested(cx, written.span)
            return _if_it_keys(cx, name, thing, written.span)
        case ast.Dot(base=base, name=name, arguments=None) if is_place(cx, name.text):
            thing = expressions.infer(cx, base)
            return _if_it_keys(cx, name, thing, written.span)
        case ast.Index(base=base, keys=keys):
            place = find(cx, base)
            if place is None or place.extra is not None:
                return None
            for key in keys:
                at = len(place.keys)
                hint = place.wanted[at] if at < len(place.wanted) else t.INT
                place = with_key(cx, place, expressions.infer(cx, key, hint), written.span, key.span)
            return place
        case ast.Group(inner=inner):
            return find(cx, inner)
        case _:
            return None


def _if_it_keys(cx: Context, name: ast.Name, thing: tree.Expr, span: Span) -> Place | None:
    """The place belongs to the thing if the thing is of the type of its first key."""
    wanted = key_types(cx, name.text)
    if not wanted:
        return None
    given = standings.piece_type(cx, thing.type)
    if t.fits(given, wanted[0]) or (isinstance(given, t.Component | t.Union) and isinstance(wanted[0], t.Space)):
        return start(cx, name, thing, span)
    return None


def finish(cx: Context, place: Place) -> tree.Expr:
    """The value of a variable, or a zone itself. A missing key is reported."""
    missing = place.wanted[len(place.keys) :]
    if any(isinstance(wanted, t.Unknown) for wanted in missing):
        return unknown(place.span)
    if missing:
        owner = isinstance(missing[0], t.Player) and not place.keys
        cx.report.error(
            codes.ARGUMENTS,
            place.span,
            f"there is a `{place.name}` for each {t.show(missing[0])}; which one is meant?",
            help=f"say `my {place.name}` or `p.{place.name}`" if owner else f"name it: `{place.name}[…]`",
        )
        return unknown(place.span)
    if place.is_zone:
        declared = cx.symbols.zones.get(place.name)
        of = t.Component() if declared is None else named_type(cx.symbols, declared.type.text) or t.UNKNOWN
        zone: tree.Expr = tree.ZoneAt(span=place.span, type=t.Zone(of), zone=place.name, keys=place.keys)
        if place.extra is not None:
            if declared is not None and declared.kind == "row":
                number = coerce(cx, place.extra, t.INT, place.extra_at or place.span)
                return op("slot", t.Zone(of), place.span, zone, number)
            return expressions.element(cx, zone, place.extra, place.span, place.extra_at)
        return zone
    declared_var = cx.symbols.vars[place.name]
    type = trusted(cx.game, declared_var.type)
    value = tree.Get(span=place.span, type=type, place=place.name, keys=place.keys)
    return value if place.extra is None else expressions.element(cx, value, place.extra, place.span, place.extra_at)


def owned(cx: Context, plural: str, owner: tree.Expr, span: Span) -> tree.Expr:
    """`my huts`: of pieces those on a board, of the others all that belong to the player."""
    component = cx.symbols.plurals[plural]
    type = standings.of_pieces(cx.game, cx.treats, t.Component(component))
    if cx.symbols.components[component].kind == "piece":
        return op("on_board", t.Set(type), span, text(type.name, span), owner)
    return op("only_owned", t.Set(type), span, op("every", t.Set(type), span, text(type.name, span)), owner)


def all_of(cx: Context, component: str, span: Span) -> tree.Expr:
    """`huts`: of pieces those on boards, of the others all."""
    type = standings.of_pieces(cx.game, cx.treats, t.Component(component))
    if cx.symbols.components[component].kind == "piece":
        nobody = tree.Const(span=span, type=t.Nothing(), value=None)
        return op("on_board", t.Set(type), span, text(type.name, span), nobody)
    return op("every", t.Set(type), span, text(type.name, span))


def one_owned(cx: Context, singular: str, owner: tree.Expr, span: Span) -> tree.Expr:
    """`my beaver`: the piece itself, where there is one for each player."""
    component = cx.symbols.singulars[singular]
    type = t.Component(component)
    mine = op("only_owned", t.Set(type), span, op("every", t.Set(type), span, text(component, span)), owner)
    return op("first", type, span, mine)
