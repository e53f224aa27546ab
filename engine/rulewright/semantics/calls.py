"""Applications: definitions, tables, words of the vocabulary, and the actions that `do` and `can` name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.vocabulary import WORDS, Word
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics import expressions, members, places, standings
from rulewright.semantics.coerce import as_collection, coerce, convert, read, several_spaces
from rulewright.semantics.context import (
    Context,
    acting,
    constant,
    in_turn,
    may_spread,
    not_there,
    op,
    result_of,
    type_of,
    unknown,
    with_article,
)
from rulewright.syntax import ast

LATER = {"placements": codes.LATER_PLACEMENT, "line": codes.LATER_QUERY}
"""Questions to a board that are part of the language, but cannot be answered yet."""


def call(cx: Context, name: ast.Name, arguments: Sequence[ast.Expr], span: Span, wanted: t.Type | None) -> tree.Expr:
    """`f(a, b)`, `f of a`."""
    word, symbols = name.text, cx.symbols
    if word in symbols.defines:
        declared = symbols.defines[word]
        if len(arguments) == len(declared.parameters) or len(arguments) != 1:
            if word in symbols.says_my:
                cx.report.error(
                    codes.NO_ME,
                    name.span,
                    f"`{word}` belongs to a player; whose is meant?",
                    labels=[Label(symbols.says_my[word], f"`{word}` speaks of a player here")],
                    help=f"say `my {word}` or `p.{word}`",
                )
                return unknown(span)
            me = acting(cx, span) if word in symbols.needs_me else None
            return define(cx, declared, arguments, me, span)
        return define(cx, declared, arguments, None, span)
    if word in symbols.tables:
        return _table(cx, symbols.tables[word], arguments, span)
    if word == "groups" and len(arguments) == 1 and isinstance(arguments[0], ast.Linked):
        return _linked_groups(cx, arguments[0], span)
    if word in WORDS:
        return _word(cx, WORDS[word], arguments, span, name)
    if len(arguments) == 1:
        before = cx.report.count
        base = expressions.infer(cx, arguments[0])
        if codes.AMBIGUOUS not in cx.report.since(before) or not members.nowhere(cx, word):
            return members.member(cx, base, name, None, span, wanted)
        cx.report.take_back(before, (codes.AMBIGUOUS,))  # what it is would be clear if that were there
    if word in LATER:
        cx.report.error(
            LATER[word],
            name.span,
            f"`{word}` is part of the language, but cannot be asked yet",
            label="not played yet",
            help="leave it out for now",
        )
        return unknown(span)
    not_there(cx.game, name, "definition", [*symbols.defines, *symbols.tables, *WORDS])
    return unknown(span)


def applicable(cx: Context) -> list[str]:
    """What can be applied to something: `f of x`, `f(x)`."""
    defines = [name for name, define in cx.symbols.defines.items() if define.parameters]
    return [*defines, *cx.symbols.tables, *(name for name, word in WORDS.items() if word.parameters)]


def define(
    cx: Context, declared: ast.Define, arguments: Sequence[ast.Expr], me: tree.Expr | None, span: Span
) -> tree.Expr:
    """A definition applied, for the player `me` if it needs one."""
    name = declared.name.text
    if not _count(cx, name, len(arguments), len(declared.parameters), span):
        return unknown(span)
    types = parameter_types(cx, declared)
    return _applied(cx, declared, _arguments(cx, declared, arguments, types), me, span)


def method(cx: Context, base: tree.Expr, name: ast.Name, arguments: Sequence[ast.Expr], span: Span) -> tree.Expr:
    """`c.role`, `its role`: a definition of one argument as an attribute (further arguments in brackets)."""
    declared = cx.symbols.defines.get(name.text)
    if declared is None or len(declared.parameters) != len(arguments) + 1:
        cx.report.error(codes.NO_ATTRIBUTE, name.span, f"{with_article(t.show(base.type))} has no `{name.text}`")
        return unknown(span)
    types = parameter_types(cx, declared)
    first = coerce(cx, base, types[0], span)
    rest = _arguments(cx, declared, arguments, types)
    me = acting(cx, span) if name.text in cx.symbols.needs_me else None
    return _applied(cx, declared, (first, *rest), me, span)


def _applied(
    cx: Context, declared: ast.Define, args: tuple[tree.Expr, ...], me: tree.Expr | None, span: Span
) -> tree.Expr:
    result = standings.seen(cx.game, standings.inside(cx, declared), result_of(cx.game, declared))
    who = me if declared.name.text in cx.symbols.needs_me else None
    return tree.Call(span=span, type=result, name=standings.copy_of(cx, declared), me=who, args=args)


def _arguments(
    cx: Context, declared: ast.Define | ast.Action | ast.Table, written: Sequence[ast.Expr], types: Sequence[t.Type]
) -> tuple[tree.Expr, ...]:
    """What is given for the parameters, of which the last ones are taken if there are more."""
    parameters = declared.parameters[len(declared.parameters) - len(written) :]
    return tuple(
        in_turn(
            cx,
            [
                partial(expressions.expression, cx, argument, type, parameter.type)
                for argument, type, parameter in zip(
                    written, types[len(types) - len(written) :], parameters, strict=True
                )
            ],
        )
    )


def parameter_types(cx: Context, declared: ast.Define) -> list[t.Type]:
    """What a definition takes that is read here."""
    treats = standings.inside(cx, declared)
    return [standings.seen(cx.game, treats, type_of(cx.game, parameter.type)) for parameter in declared.parameters]


def _table(cx: Context, declared: ast.Table, arguments: Sequence[ast.Expr], span: Span) -> tree.Expr:
    name = declared.name.text
    if not _count(cx, name, len(arguments), len(declared.parameters), span):
        return unknown(span)
    types = [type_of(cx.game, parameter.type) for parameter in declared.parameters]
    args = _arguments(cx, declared, arguments, types)
    return tree.Call(span=span, type=result_of(cx.game, declared), name=name, me=None, args=args)


def _count(cx: Context, name: str, given: int, wanted: int, span: Span) -> bool:
    if given == wanted:
        return True
    where = cx.symbols.where.get(name)
    cx.report.error(
        codes.ARGUMENTS,
        span,
        f"`{name}` is given {_values(given)}, and needs {_values(wanted) if wanted else 'none'}",
        labels=[] if where is None else [Label(where, "declared here")],
        help=_called(cx, name) if wanted else f"write `{name}` alone",
    )
    return False


def _called(cx: Context, name: str) -> str | None:
    """How something is written with the values it needs."""
    symbols = cx.symbols
    declared = symbols.defines.get(name) or symbols.actions.get(name) or symbols.tables.get(name)
    if declared is None:
        return None
    return f"it is written like this: `{name}({', '.join(each.name.text for each in declared.parameters)})`"


def _values(number: int) -> str:
    return "no value" if number == 0 else "1 value" if number == 1 else f"{number} values"


def _linked_groups(cx: Context, linked: ast.Linked, span: Span) -> tree.Expr:
    things = as_collection(cx, expressions.infer(cx, linked.things), linked.things)
    relation = linked.relation.text
    if relation not in cx.symbols.defines:
        not_there(cx.game, linked.relation, "definition", cx.symbols.defines)
        return unknown(span)
    if len(cx.symbols.defines[relation].parameters) != 2:
        cx.report.error(
            codes.ARGUMENTS,
            linked.relation.span,
            f"`{relation}` is given {_values(len(cx.symbols.defines[relation].parameters))}, "
            "and what links two things needs both of them",
        )
        return unknown(span)
    each = t.element(standings.elements(cx, things).type)
    if isinstance(each, t.Standing):
        several_spaces(cx, standings.piece_type(cx, each), linked.things.span)
        return unknown(span)
    of = things.type.of if isinstance(things.type, t.Set | t.List) else t.UNKNOWN
    mask = convert(cx, things, t.Set(of)) or things
    relation = standings.copy_of(cx, cx.symbols.defines[relation])
    return tree.Query(span=span, type=t.List(t.Set(of)), name="groups", args=(mask,), relation=relation)


# ------------------------------------------------------------------ words of the vocabulary


def _word(cx: Context, word: Word, arguments: Sequence[ast.Expr], span: Span, name: ast.Name) -> tree.Expr:
    if not _count(cx, word.name, len(arguments), len(word.parameters), span):
        return unknown(span)
    if word.kind == "chance" and not cx.chance:
        cx.report.error(
            codes.CHANCE,
            name.span,
            f"`{word.name}` draws by chance, which only an action, `setup:` or a board may",
            help="draw it in an action with `let x = …` and hand it on",
        )
    if word.kind == "knowledge" and not cx.game.seats:
        cx.report.error(
            codes.NOT_PURE,
            name.span,
            f"`{word.name}` asks what a player knows, which no rule may",
            help="only a scenario may ask it",
        )
    if word.name == "neighbors":
        return _neighbors(cx, arguments[0], span)
    if word.name == "opponents":
        acting(cx, span)
    element: t.Type = t.UNKNOWN
    args: list[tree.Expr] = []
    reads = [
        partial(_argument, cx, written, wanted) for written, wanted in zip(arguments, word.parameters, strict=True)
    ]
    for value, of in in_turn(cx, reads):
        args.append(value)
        if of is not None:
            element = of
    certain = word.result.endswith("?") and nonempty(args[0])
    result = _result(word.result[:-1] if certain else word.result, element)
    if word.kind == "query":
        return tree.Query(span=span, type=_of_kind(result, element), name=word.name, args=tuple(args))
    return op(word.name, result, span, *args)


def _neighbors(cx: Context, written: ast.Expr, span: Span) -> tree.Expr:
    """Of a space or spaces: those next to them. Of a player: the two beside."""
    value = read(cx, expressions.infer(cx, written, t.Space()))
    if isinstance(value.type, t.Player):
        return op("neighbors_of_player", t.Set(t.PLAYER), span, value)
    spaces = as_spaces(cx, value, written)
    of = spaces.type.of if isinstance(spaces.type, t.Set) else t.Space()
    return op("near", t.Set(of), span, spaces)


def _argument(cx: Context, written: ast.Expr, wanted: str) -> tuple[tree.Expr, t.Type | None]:
    """The argument as its signature wants it, and what it holds, if it is a collection."""
    match wanted:
        case "many T":
            value = standings.elements(cx, as_collection(cx, expressions.infer(cx, written), written))
            return value, value.type.of if isinstance(value.type, t.Set | t.List) else t.UNKNOWN
        case "zone":
            value = expressions.infer(cx, written)
            if not isinstance(value.type, t.Zone | t.Unknown):
                given = with_article(t.show(value.type))
                cx.report.error(codes.MISMATCH, written.span, f"a zone is needed here, not {given}")
                return unknown(written.span), t.UNKNOWN
            return value, value.type.of if isinstance(value.type, t.Zone) else t.UNKNOWN
        case "many Int":
            value = as_collection(cx, expressions.infer(cx, written, t.Set(t.INT)), written)
            of = value.type.of if isinstance(value.type, t.Set | t.List) else t.UNKNOWN
            if not t.fits(of, t.INT):
                cx.report.error(
                    codes.MISMATCH,
                    written.span,
                    f"numbers are needed here, not {t.show(of)}",
                    label=t.show(value.type),
                    help=members.numbers_of(cx, of, written.span.text),
                )
            return value, t.INT
        case "spaces":
            value = as_spaces(cx, read(cx, expressions.infer(cx, written, t.Set(t.Space()))), written)
            return value, value.type.of if isinstance(value.type, t.Set) else t.UNKNOWN
        case "Board":
            value = expressions.expression(cx, written, t.Set(t.Space()))
            return value, value.type.of if isinstance(value.type, t.Set) else t.UNKNOWN
        case "list of Space":
            value = expressions.expression(cx, written, t.List(t.Space()))
            return value, value.type.of if isinstance(value.type, t.List) else t.UNKNOWN
        case "set of Edge":
            return expressions.expression(cx, written, t.Set(t.Edge())), None
        case "Space":
            value = expressions.expression(cx, written, t.Space())
            return value, value.type if isinstance(value.type, t.Space) else t.UNKNOWN
        case "Player":
            return expressions.expression(cx, written, t.PLAYER), None
        case _:
            return expressions.expression(cx, written, t.INT), None


def as_spaces(cx: Context, value: tree.Expr, written: ast.Expr) -> tree.Expr:
    """A set of spaces: spaces, pieces for theirs, or one of either."""
    span = written.span
    match value.type:
        case t.Unknown():
            return constant(0, t.Set(t.Space()), span)
        case t.Space():
            return op("make_set", t.Set(value.type), span, value)
        case t.Maybe(t.Space() as of):
            return op("make_set", t.Set(of), span, value)
        case t.Standing() | t.Maybe(t.Standing()):
            on = op("standing_space", t.Maybe(t.Space()), span, value)
            return op("make_set", t.Set(t.Space()), span, on)
        case t.Component() | t.Union() | t.Maybe(t.Component() | t.Union()):
            if may_spread(cx.game, value.type):
                piece = value.type.of if isinstance(value.type, t.Maybe) else value.type
                return op("spaces_of", t.Set(t.Space()), span, op("make_set", t.Set(piece), span, value))
            on = op("space_of", t.Maybe(t.Space()), span, value)
            return op("make_set", t.Set(t.Space()), span, on)
        case _:
            return coerce(cx, value, t.Set(t.Space()), span)


def _result(written: str, element: t.Type) -> t.Type:
    """The type a signature's result stands for, `T` being what the first collection holds."""
    if written.endswith("?"):
        inner = _result(written[:-1], element)
        return inner if isinstance(inner, t.Maybe) else t.Maybe(inner)
    if written.startswith("set of "):
        return t.Set(_result(written[7:], element))
    if written.startswith("list of "):
        return t.List(_result(written[8:], element))
    simple: dict[str, t.Type] = {
        "T": element,
        "Int": t.INT,
        "Bool": t.BOOL,
        "Player": t.PLAYER,
        "Space": t.Space(),
        "Edge": t.Edge(),
        "Path": t.Path(),
    }
    return simple[written]


def _of_kind(type: t.Type, element: t.Type) -> t.Type:
    """Spaces of the same kind as those asked about."""
    match type:
        case t.Space() if isinstance(element, t.Space):
            return element
        case t.Set(of):
            return t.Set(_of_kind(of, element))
        case t.List(of):
            return t.List(_of_kind(of, element))
        case t.Maybe(of):
            return t.Maybe(_of_kind(of, element))
        case _:
            return type


def nonempty(value: tree.Expr) -> bool:
    """Whether a collection certainly holds something: an enum, `players`, a literal, a range, a list made of one."""
    match value:
        case tree.Const(value=int(mask), type=t.Set()):
            return mask != 0
        case tree.Const(type=t.List(t.Unknown())):
            return True  # something that has been complained about
        case tree.Op(name="players" | "seats" | "turn_order"):
            return True
        case tree.Op(name="make_set" | "make_list", args=args):
            return any(not isinstance(a.type, t.Maybe) for a in args)
        case tree.Op(name="range", args=(tree.Const(value=int(low)), tree.Const(value=int(high)))):
            return low <= high
        case tree.Op(name="distinct" | "reverse" | "as_list" | "as_set" | "int_set", args=(inner,)):
            return nonempty(inner)
        case tree.Fold(kind="list" | "set", test=None, source=source, body=body, flat=False) if body is not None:
            return nonempty(source) and not isinstance(body.type, t.Maybe)
        case _:
            return False


# ------------------------------------------------------------------ actions


def invoke(cx: Context, written: ast.Expr) -> tree.Invoke | None:
    """What `do` and `can` name: an action with arguments, the action cell of a component, an action value."""
    span = written.span
    me = tree.Local(span=span, type=t.PLAYER, slot=tree.ME, name="me")
    match written:
        case ast.Ref(name=name) if name.text == "base":
            return _base(cx, name)
        case ast.Ref(name=name) if cx.local(name.text) is None and name.text in cx.symbols.actions:
            return _action(cx, name, (), me, span)
        case ast.Call(name=name, arguments=arguments) if name.text in cx.symbols.actions:
            return _action(cx, name, arguments, me, span)
        case ast.Ref(name=name) if cx.local(name.text) is None and not places.is_place(cx, name.text):
            not_there(cx.game, name, "action", [*cx.symbols.actions, *cx.locals, "base"])
            return None
        case ast.Dot() | ast.My() | ast.Its() | ast.Ref() | ast.Index():
            value = read(cx, expressions.infer(cx, written, t.Action()))
            if isinstance(value.type, t.Maybe) and isinstance(value.type.of, t.Action):
                pass
            elif isinstance(value.type, t.Unknown):
                return None
            elif not isinstance(value.type, t.Action):
                cx.report.error(
                    codes.MISMATCH,
                    span,
                    f"this is {with_article(t.show(value.type))}, but an action is needed",
                    label="no action",
                )
                return None
            if isinstance(value, tree.Closure):
                return value.invoke
            return tree.Invoke(span=span, routine=None, me=me, subject=value)
        case ast.Call(name=name) | ast.Of(name=name):
            not_there(cx.game, name, "action", cx.symbols.actions)
            return None
        case _:
            cx.report.error(codes.MISMATCH, span, "an action is needed here")
            return None


def _base(cx: Context, name: ast.Name) -> tree.Invoke | None:
    if cx.base is None:
        cx.report.error(codes.NO_BASE, name.span, "`base` means the rule that is replaced; there is none here")
        return None
    me = tree.Local(span=name.span, type=t.PLAYER, slot=tree.ME, name="me")
    return tree.Invoke(span=name.span, routine=cx.base, me=me, args=cx.base_args)


def _action(
    cx: Context, name: ast.Name, arguments: Sequence[ast.Expr], me: tree.Expr, span: Span
) -> tree.Invoke | None:
    declared = cx.symbols.actions[name.text]
    if not _count(cx, name.text, len(arguments), len(declared.parameters), span):
        return None
    own = cx.game.treats_at(cx.symbols.bases.get(name.text, name.text))
    types = [standings.taken(cx.game, own, type_of(cx.game, parameter.type)) for parameter in declared.parameters]
    args = _arguments(cx, declared, arguments, types)
    return tree.Invoke(span=span, routine=name.text, me=me, args=args)
