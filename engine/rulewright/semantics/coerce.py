"""What may stand where: the conversions a value goes through by itself, and the message when it does not fit.

A zone reads as what lies in it, a board as the set of its spaces, a piece as its space where a space is wanted, a set
as a list and the other way round. A value that may be none never becomes one that is there.
"""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.fixes import exchange
from rulewright.report.span import Span
from rulewright.semantics import mismatch, standings
from rulewright.semantics.context import Context, constant, declared_as, may_spread, op, unknown, with_article
from rulewright.syntax import ast


def read(cx: Context, value: tree.Expr) -> tree.Expr:
    """A zone as what lies in it, an action cell as the action it carries; anything else as it is."""
    if isinstance(value, tree.Column) and isinstance(_bare(value.type), t.Action):
        me = tree.Local(span=value.span, type=t.PLAYER, slot=tree.ME, name="me")
        carried = tree.Invoke(
            span=value.span, routine=None, me=me, owner=value.owner, column=value.column, subject=value.subject
        )
        return tree.Closure(span=value.span, type=value.type, invoke=carried)
    if not isinstance(value.type, t.Zone):
        return value
    of = value.type.of
    kind = zone_kind(cx, value)
    if kind is None:
        return op("contents_set", t.Set(of), value.span, value)
    type: t.Type = t.Set(of) if kind in ("set", "bag") else t.Maybe(of) if kind == "one" else t.List(of)
    return op("contents", type, value.span, value)


def zone_kind(cx: Context, value: tree.Expr) -> str | None:
    """The declared kind of a zone; None if it is only known in play."""
    match value:
        case tree.ZoneAt(zone=name):
            declared = cx.symbols.zones.get(name)
            return "set" if declared is None else declared.kind
        case tree.Op(name="slot"):
            return "one"
        case _:
            return None


def coerce(
    cx: Context, value: tree.Expr, wanted: t.Type, span: Span, declared: ast.TypeExpr | None = None
) -> tree.Expr:
    """The value as the wanted type, or a message and something unknown. `declared`: where the type was written."""
    converted = convert(cx, value, wanted)
    if converted is not None:
        return converted
    given = value.type
    labels = () if declared is None else declared_as(cx.game, declared)
    if isinstance(_bare(wanted), t.Space | t.Standing) and may_spread(cx.game, given):
        several_spaces(cx, given, span)
    elif isinstance(given, t.Maybe) and convert(cx, _there(value, given), wanted) is not None:
        cx.report.error(
            codes.MAYBE_NONE,
            span,
            "this may be none",
            label=f"{mismatch.in_words(given)}, where {mismatch.in_words(wanted)} is needed",
            labels=labels,
            help="say what happens without it: `x otherwise …`, `if x as v:`, or `the x` in an action",
        )
    elif isinstance(wanted, t.Set | t.List) and t.fits(given, wanted.of):
        cx.report.error(
            codes.NOT_A_SET,
            span,
            f"one {t.show(given)}, where several may stand",
            labels=labels,
            help=f"put it in braces to make a set of one: `{in_braces(span)}`",
            fixes=exchange(span, in_braces(span), certain=False),
        )
    else:
        cx.report.error(
            codes.MISMATCH,
            span,
            f"this is {mismatch.in_words(given)}, but {mismatch.in_words(wanted)} is needed",
            label=t.show(given),
            labels=labels,
            help=mismatch.cure(cx, span.text, given, wanted),
        )
    return unknown(span)


def several_spaces(cx: Context, given: t.Type, span: Span) -> None:
    """What may lie on several spaces does not stand for one."""
    cx.report.error(
        codes.SEVERAL_SPACES,
        span,
        f"{with_article(t.show(_bare(given)))} may lie on several spaces, and one is needed here",
        label="no single space",
        help="`x.spaces` are all of them: `any (x.spaces where its …)`, `for each s in x.spaces:`",
    )


def _bare(type: t.Type) -> t.Type:
    return type.of if isinstance(type, t.Maybe) else type


def _there(value: tree.Expr, given: t.Maybe) -> tree.Expr:
    return tree.Local(span=value.span, type=given.of, slot=0, name="")


def convert(cx: Context, value: tree.Expr, wanted: t.Type) -> tree.Expr | None:
    """The value as the wanted type, or None if it does not fit."""
    given = value.type
    if isinstance(given, t.Unknown) or isinstance(wanted, t.Unknown) or isinstance(t.element(given), t.Unknown):
        return value
    if isinstance(given, t.Space) and isinstance(wanted, t.Space) and not given.kind and _only_kind(cx):
        return value
    if t.fits(given, wanted) and not (isinstance(wanted, t.Set | t.List) and type(given) is not type(wanted)):
        return value
    if isinstance(given, t.Zone):
        return convert(cx, read(cx, value), wanted)
    stood = standings.convert(cx, value, wanted)
    if stood is not None:
        return stood
    if isinstance(wanted, t.Maybe):
        inner = given.of if isinstance(given, t.Maybe) else given
        if isinstance(inner, t.Component | t.Union) and isinstance(wanted.of, t.Space):
            return None if may_spread(cx.game, inner) else op("space_of", wanted, value.span, value)
        return None if isinstance(given, t.Maybe) else convert(cx, value, wanted.of)
    match given, wanted:
        case (t.Component() | t.Union(), t.Space()):
            return None if may_spread(cx.game, given) else op("space_of", wanted, value.span, value)
        case (t.Set(a), t.Set(b)) if isinstance(a, t.Component | t.Union) and isinstance(b, t.Space):
            return op("spaces_of", t.Set(t.Space()), value.span, value)
        case (t.List(a), t.Set(b)) if isinstance(a, t.Component | t.Union) and isinstance(b, t.Space):
            return op("spaces_of", t.Set(t.Space()), value.span, op("as_set", t.Set(a), value.span, value))
        case (t.List(a), t.Set(b)) if t.fits(a, b):
            return op("as_set" if t.indexed(a) else "int_set", t.Set(a), value.span, value)
        case (t.Set(a), t.List(b)) if t.fits(a, b):
            return op("as_list", t.List(a), value.span, value) if t.indexed(a) else _retyped(value, t.List(a))
        case (t.Maybe(a), t.Set(b)) if t.fits(a, b) and _is_contents(value):
            return op("make_set", t.Set(a), value.span, value)
        case (t.Maybe(a), t.List(b)) if t.fits(a, b) and _is_contents(value):
            return op("make_list", t.List(a), value.span, value)
        case (t.Set(of), t.Set()) if isinstance(of, t.Nothing):
            return constant(0 if t.indexed(wanted.of) else (), wanted, value.span)
        case _:
            return None


def _only_kind(cx: Context) -> bool:
    """Whether all spaces of the game are of one kind, so that any space is one of it."""
    return len(cx.symbols.boards) == 1 and len(cx.symbols.space_types) <= 1


def _is_contents(value: tree.Expr) -> bool:
    """What lies in a zone for one thing is also the set of what lies in it."""
    return isinstance(value, tree.Op) and value.name == "contents"


def _retyped(value: tree.Expr, type: t.Type) -> tree.Expr:
    """A sorted tuple of numbers is a list as it stands."""
    return op("as_list", type, value.span, value)


def in_braces(span: Span) -> str:
    """What is written there as a set or list of one."""
    return f"{{{' '.join(span.text.split())}}}"


def _as_several(type: t.Type, written: ast.Expr) -> str:
    if isinstance(type, t.Maybe):
        asked = written.span.text if isinstance(written, ast.Ref) else "…"
        return f"it is one, or none: `if {asked} as x:` asks whether it is there"
    return f"a set in braces: `{in_braces(written.span)}`"


def as_collection(cx: Context, value: tree.Expr, written: ast.Expr) -> tree.Expr:
    """The value as a set or list of things; a message if it is a single one."""
    value = read(cx, value)
    match value.type:
        case t.Set() | t.List():
            return value
        case t.Maybe(of) if _is_contents(value):
            return op("make_set", t.Set(of), value.span, value)
        case t.Unknown():
            return constant((), t.List(t.UNKNOWN), value.span)
        case t.Maybe(t.Set() | t.List()):
            coerce(cx, value, value.type.of, written.span)
            return constant((), t.List(t.UNKNOWN), value.span)
        case _:
            cx.report.error(
                codes.NOT_A_SET,
                written.span,
                f"this is {with_article(t.show(value.type))}, where several things are needed",
                label=t.show(value.type),
                help=_as_several(value.type, written),
            )
            return constant((), t.List(t.UNKNOWN), value.span)
