"""Bare words: what `water`, `deck`, `huts`, `flip`, `Face` mean where they stand; `x is …`; patterns of a match.

A local comes first. Then the expected type decides: an enum value, row or option of that type. Then what is declared
for the whole game. A value that only one type has needs no expectation.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.vocabulary import WORDS
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import exchange, respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics import calls, constants, expressions, members, mismatch, places, standings, unfound
from rulewright.semantics.coerce import read
from rulewright.semantics.context import (
    Context,
    acting,
    constant,
    named_type,
    not_there,
    op,
    text,
    unknown,
    with_article,
)
from rulewright.semantics.symbols import grid_size, is_grid_name
from rulewright.syntax import ast


def reference(cx: Context, written: ast.Ref, wanted: t.Type | None) -> tree.Expr:
    """What a bare word means."""
    name, span = written.name.text, written.span
    if name == "it":
        return expressions.tested(cx, span)
    if name == "me":
        return acting(cx, span)
    local = cx.local(name)
    if local is not None:
        cx.read.add(local.slot)
        type = standings.narrowed(cx, local.type, cx.narrowed.get(name, local.type))
        return tree.Local(span=span, type=type, slot=local.slot, name=name)
    if name == "none":
        return constant(None, t.Nothing(), span)
    if name == "base":
        cx.report.error(
            codes.NO_BASE,
            span,
            "`base` means the rule that is changed; there is none here",
            help="it can stand in `change NAME = …`, and as `do base` in `replace NAME: …` and `instead of NAME: …`",
        )
        return unknown(span)
    if name == "yes" and (wanted is None or not _has_value(cx, wanted, name)):
        return constant(True, t.BOOL, span)
    expected = _expected_value(cx, name, wanted, span)
    if expected is not None:
        return expected
    declared = _declared(cx, written, wanted)
    if declared is not None:
        return declared
    types = _value_types(cx, name)
    inner = within(wanted)
    if types and isinstance(inner, t.Enum) and nearest(name, cx.symbols.values(inner.name)) is not None:
        return unfound.not_found(cx, written.name, wanted)
    if len(types) == 1:
        found = value_of(cx, types[0], written.name)
        if found is not None:
            return found
    if len(types) > 1:
        if isinstance(wanted, t.Unknown):
            return unknown(span)
        cx.report.error(
            codes.AMBIGUOUS,
            span,
            f"`{name}` may be {' or '.join(map(with_article, types))}",
            help=f"say which: `{types[0]}.{name}`",
        )
        return unknown(span)
    space = _grid_space(cx, name, "", span)
    if space is not None:
        return space
    return unfound.not_found(cx, written.name, wanted)


def narrowed(cx: Context, name: str, value: tree.Expr) -> tree.Expr:
    type = cx.narrowed.get(name)
    if type is None or not isinstance(value, tree.Local):
        return value
    type = standings.narrowed(cx, value.type, type)
    return tree.Local(span=value.span, type=type, slot=value.slot, name=value.name)


def needs_hint(cx: Context, written: ast.Expr) -> bool:
    """Whether the expression is a bare word (or braces of them) that only an expected type explains."""
    match written:
        case ast.Ref(name=name):
            word = name.text
            if word in ("it", "me", "none", "yes") or cx.local(word) is not None or word in cx.symbols.where:
                return False
            return bool(_value_types(cx, word))
        case ast.SetLiteral(items=items):
            return all(needs_hint(cx, item) for item in items)
        case ast.Group(inner=inner):
            return needs_hint(cx, inner)
        case _:
            return False


def is_word(cx: Context, name: str) -> bool:
    """Whether a word that nothing declares for the whole game means something all the same."""
    known = name in WORDS or name in places.BUILT_IN_ZONES or name in cx.game.seats or bool(_value_types(cx, name))
    return known or _grid_space(cx, name, "", cx.symbols.header.span) is not None


def common_type(cx: Context, written: Sequence[ast.Expr]) -> t.Type | None:
    """The one type that has all these bare words as values; None if there is none, or more than one."""
    words = [each.name.text for each in written if isinstance(each, ast.Ref)]
    if not words or len(words) < len(written):
        return None
    types = [type for type in _value_types(cx, words[0]) if all(type in _value_types(cx, w) for w in words[1:])]
    return named_type(cx.symbols, types[0]) if len(types) == 1 else None


def is_type_name(cx: Context, name: str) -> bool:
    """Whether a word before a dot names a type whose values may follow."""
    symbols = cx.symbols
    return cx.local(name) is None and (
        name in symbols.enums or name in symbols.components or name in symbols.space_types
    )


def value_of(cx: Context, type: str, name: ast.Name) -> tree.Expr | None:
    """The enum value, row or named space `name` of that type; None if it has none."""
    symbols, span = cx.symbols, name.span
    if type in symbols.enums or type in symbols.options:
        values = symbols.values(type)
        return constant(values.index(name.text), t.Enum(type), span) if name.text in values else None
    if type in symbols.components:
        if any(row.name.text == name.text for row in symbols.rows.get(type, ())):
            component = t.Component(type)
            these = op("rows_of", t.Set(component), span, text(type, span), text(name.text, span))
            return op("first", component, span, these)
        return None
    if type in symbols.space_types:
        if any(row.name.text == name.text for row in symbols.space_types[type][1].rows):
            return op("space_named", t.Space(type), span, text(name.text, span))
        return None
    return None


def _value_types(cx: Context, name: str) -> list[str]:
    symbols = cx.symbols
    found = [*symbols.value_types.get(name, ()), *symbols.row_types.get(name, ())]
    found += [
        type for type, (_, part) in symbols.space_types.items() if any(row.name.text == name for row in part.rows)
    ]
    return found


def _has_value(cx: Context, type: t.Type, name: str) -> bool:
    core = within(type)
    return isinstance(core, t.Enum) and name in cx.symbols.values(core.name)


def within(type: t.Type | None) -> t.Type | None:
    while isinstance(type, t.Maybe | t.Set | t.List | t.Zone):
        type = type.of
    return type


def _expected_value(cx: Context, name: str, wanted: t.Type | None, span: Span) -> tree.Expr | None:
    """The word as a value of the expected type (or of what the expected collection holds)."""
    inner = within(wanted)
    word = ast.Name(span=span, text=name)
    match inner:
        case t.Enum(type):
            return value_of(cx, type, word)
        case t.Component(type) if type:
            return value_of(cx, type, word) or _grid_space(cx, name, "", span)
        case t.Component():
            types = [type for type in cx.symbols.row_types.get(name, ()) if name not in cx.symbols.where]
            return value_of(cx, types[0], word) if len(types) == 1 else None
        case t.Union(members=members):
            found = [value for type in members if (value := value_of(cx, type, word)) is not None]
            return found[0] if len(found) == 1 else None
        case t.Space(kind):
            if kind in cx.symbols.space_types:
                return value_of(cx, kind, word)
            return _grid_space(cx, name, kind, span)
        case t.Player():
            return _seat(cx, name, span)
        case t.Bool():
            return constant(True, t.BOOL, span) if name == "yes" else None
        case _:
            return None


def _grid_space(cx: Context, name: str, kind: str, span: Span) -> tree.Expr | None:
    """`r3c5`, where a space is expected."""
    for board in cx.symbols.boards.values():
        if kind in ("", board.name.text) and is_grid_name(name, *grid_size(board)):
            return op("space_named", t.Space(board.name.text), span, text(name, span))
    return None


def _seat(cx: Context, name: str, span: Span) -> tree.Expr | None:
    return constant(cx.game.seats.index(name), t.PLAYER, span) if name in cx.game.seats else None


def _declared(cx: Context, written: ast.Ref, wanted: t.Type | None) -> tree.Expr | None:
    """What the word means for the whole game; None if nothing declares it."""
    name, span, symbols = written.name.text, written.span, cx.symbols
    seat = _seat(cx, name, span)
    if seat is not None:
        return seat
    if places.is_place(cx, name):
        return places.finish(cx, places.start(cx, written.name, None, span))
    if name in symbols.consts:
        return _const(cx, symbols.consts[name], wanted, span)
    if name in symbols.options:
        return _option(cx, name, span)
    if name in symbols.defines or name in symbols.tables or name in WORDS:
        return calls.call(cx, written.name, (), span, wanted)
    if name in symbols.boards:
        nobody = constant(None, t.Nothing(), span)
        return op("all_spaces", t.Set(t.Space(name)), span, text(name, span), nobody)
    if name in symbols.enums:
        count = len(symbols.values(name))
        return constant((1 << count) - 1, t.Set(t.Enum(name)), span)
    if name in symbols.plurals:
        return places.all_of(cx, symbols.plurals[name], span)
    if name in symbols.components:
        return places.all_of(cx, name, span)
    if name in symbols.unions:
        union = named_type(symbols, name)
        assert isinstance(union, t.Union)
        parts = [places.all_of(cx, member, span) for member in union.members]
        return op("union", t.Set(union), span, *parts)
    if name == "Space":
        return op("every_space", t.Set(t.Space()), span)
    if name == "Edge":
        return op("every_edge", t.Set(t.Edge()), span)
    if name in symbols.space_types:
        return op("spaces_kind", t.Set(t.Space(name)), span, text(name, span))
    if name in symbols.edge_types:
        return op("edges_kind", t.Set(t.Edge(name)), span, text(name, span))
    if name in symbols.singulars and symbols.singulars[name] in symbols.components and _is_one(cx, name):
        component = t.Component(symbols.singulars[name])
        return op("first", component, span, op("every", t.Set(component), span, text(component.name, span)))
    if name in symbols.actions:
        cx.report.error(
            codes.NOT_PURE,
            span,
            f"`{name}` is an action, where a value is needed",
            help=f"`do {name}`, or `can {name}`",
        )
        return unknown(span)
    return None


def _is_one(cx: Context, singular: str) -> bool:
    """Whether a type's name in small letters means the one there is: not a name of its own, nor one of many."""
    symbols = cx.symbols
    declared = symbols.components[symbols.singulars[singular]]
    many = isinstance(declared.copies, ast.Int) and declared.copies.value > 1
    rows = symbols.rows.get(declared.name.text, [])
    return singular not in symbols.where and not many and not declared.generators and len(rows) < 2


def _const(cx: Context, const: ast.Const, wanted: t.Type | None, span: Span) -> tree.Expr:
    game, name = cx.game, const.name.text
    if name in game.numbers:
        return game.numbers[name]
    if name in game.broken or game.put_in > constants.MOST_PUT_IN:
        return unknown(span)
    if name in game.consts_open:
        cycle = game.consts_open[game.consts_open.index(name) :]
        if not game.circular & {*cycle}:
            where = [cx.symbols.consts[each].name.span for each in cycle[1:]]
            labels = [Label(place, f"`{each}` needs it too") for each, place in zip(cycle[1:], where, strict=True)]
            cx.report.error(codes.CYCLE, const.name.span, f"`{name}` needs itself", labels=labels)
        game.circular.update(cycle)
        return unknown(span)
    if len(game.consts_open) == constants.DEEPEST:
        return constants.chained(game, const)
    game.consts_open.append(name)
    try:
        before = cx.report.count
        found = expressions.infer(cx, const.value, wanted)
        outermost = len(game.consts_open) == 1
        if wanted is not None and outermost and cx.report.count > before:  # the place wants another type, not it
            cx.report.take_back(before)
            found = expressions.infer(cx, const.value)
        return constants.settled(game, const, found)
    finally:
        game.consts_open.pop()


def _option(cx: Context, name: str, span: Span) -> tree.Expr:
    value = cx.symbols.options[name][1]
    values = cx.symbols.values(name)
    if values == ("no", "yes"):
        return constant(value == "yes", t.BOOL, span)
    return constant(values.index(value), t.Enum(name), span)


def is_what(cx: Context, written: ast.Is) -> tree.Expr:
    """`x is none`, `it is Character`, `x is miners`, `t is plain`."""
    span, name = written.span, written.name.text
    value = standings.pieces(cx, read(cx, expressions.infer(cx, written.operand)))
    found = _is(cx, value, written, name)
    return op("not", t.BOOL, span, found) if written.negated else found


def _is(cx: Context, value: tree.Expr, written: ast.Is, name: str) -> tree.Expr:
    span, symbols = written.span, cx.symbols
    if isinstance(value.type, t.Unknown):
        return unknown(span)
    if name == "none":
        if not isinstance(value.type, t.Maybe) and not isinstance(value.type, t.Space | t.Player):
            cx.report.error(codes.NEVER_EQUAL, span, f"{with_article(t.show(value.type))} is never none")
        return op("is_none", t.BOOL, span, value)
    type = value.type.of if isinstance(value.type, t.Maybe) else value.type
    if isinstance(type, t.Space):
        if name == "empty":
            return op("is_empty", t.BOOL, span, value)
        if name in symbols.space_types:
            those = op("spaces_kind", t.Set(t.Space(name)), span, text(name, span))
            return op("in", t.BOOL, span, value, those)
    if isinstance(type, t.Component | t.Union):
        if name in symbols.components:
            meant = standings.names_of(cx, name)
            if not any(possible(type, each) for each in meant):
                cx.report.error(codes.NEVER_EQUAL, span, f"{with_article(t.show(type))} is never {with_article(name)}")
            return op("is_type", t.BOOL, span, value, *(text(each, span) for each in meant))
        if name in symbols.unions:
            union = named_type(symbols, name)
            assert isinstance(union, t.Union)
            members = members_of(cx, standings.of_pieces(cx.game, cx.treats, union))
            return op("is_type", t.BOOL, span, value, *(text(member, span) for member in members))
        members = members_of(cx, type)
        for member in members:
            declared = symbols.components.get(member)
            sides = [side.text for side in declared.sides] if declared else []
            if name in sides:
                return op("shows", t.BOOL, span, value, constant(sides.index(name), t.INT, span))
            if any(row.name.text == name for row in symbols.rows.get(member, ())):
                return op("is_row", t.BOOL, span, value, text(member, span), text(name, span))
        near = [*symbols.components, *(row.name.text for m in members for row in symbols.rows.get(m, ()))]
        near += [s.text for m in members if m in symbols.components for s in symbols.components[m].sides]
        guess = nearest(name, near)
        part = _part_meant(cx, written, type)
        cx.report.error(
            codes.UNKNOWN,
            written.name.span,
            f"`{name}` is no type, row or side of {with_article(t.show(type))}",
            help=f"write `{part}`" if part else f"did you mean `{guess}`?" if guess else None,
            fixes=exchange(span, part, certain=False) if part else respelling(written.name.span, name, near),
        )
        return unknown(span)
    if name == "empty" and isinstance(type, t.Set | t.List):
        return _is_empty(cx, written)
    near = ["empty", "none", *symbols.space_types] if isinstance(type, t.Space) else ["none"]
    part = _part_meant(cx, written, type)
    guess = None if part else nearest(name, near)
    cx.report.error(
        codes.MISMATCH,
        written.name.span if guess else span,
        f"`is` asks for the type, row or side of a component; this is {with_article(t.show(type))}",
        help=f"write `{part}`"
        if part
        else f"did you mean `{guess}`?"
        if guess
        else f"to compare values write `= {name}`",
        fixes=exchange(span, part, certain=False) if part else respelling(written.name.span, name, near),
    )
    return unknown(span)


def _part_meant(cx: Context, written: ast.Is, type: t.Type) -> str | None:
    """`its bitter` for `it is bitter`, `its ground = bank` for `it is bank`, if just one part of it can be meant."""
    name, thing = written.name.text, written.operand.span.text
    found = []
    for part, of in members.fields_of(cx, type):
        whole = f"its {part}" if thing == "it" else f"{thing}.{part}"
        if part == name and of == t.BOOL:
            found.append(f"not {whole}" if written.negated else whole)
        elif isinstance(of, t.Enum) and name in cx.symbols.values(of.name):
            found.append(f"{whole} {'!=' if written.negated else '='} {name}")
    return found[0] if len(found) == 1 else None


def _is_empty(cx: Context, written: ast.Is) -> tree.Expr:
    """`my hand is empty`, which only a space is."""
    asked = written.operand.operand if isinstance(written.operand, ast.The) else written.operand
    operand = asked.span.text
    simple = isinstance(asked, ast.Ref | ast.My | ast.Its | ast.Dot | ast.Group)
    instead = f"{'any' if written.negated else 'no'} {operand if simple else f'({operand})'}"
    cx.report.error(
        codes.MISMATCH,
        written.span,
        "only a space is empty; of several things one asks whether there are any",
        help=f"write `{instead}`",
        fixes=exchange(written.span, instead),
    )
    return unknown(written.span)


def members_of(cx: Context, type: t.Component | t.Union) -> tuple[str, ...]:
    """The component types a value may be of."""
    if isinstance(type, t.Union):
        return type.members
    return (type.name,) if type.name else tuple(cx.symbols.components)


def possible(type: t.Type, component: str) -> bool:
    """Whether a value of that type may be such a component."""
    match type:
        case t.Component(name):
            return name in ("", component)
        case t.Union(members=members):
            return component in members
        case _:
            return isinstance(type, t.Unknown)


def pattern(cx: Context, written: ast.Pattern, subject: t.Type) -> tree.Arm:
    """What an arm of a match fits. Binds its name in the innermost scope."""
    span = written.span
    type: t.Type = subject.of if isinstance(subject, t.Maybe) else subject
    if written.type is not None and written.binding is not None:
        member = written.type.text
        if member not in cx.symbols.components:
            not_there(cx.game, written.type, "type", cx.symbols.components)
        else:
            _possible_case(cx, type, written.type)
        there = member in cx.symbols.components
        bound = standings.of_pieces(cx.game, cx.treats, t.Component(member)) if there else t.UNKNOWN
        local = cx.bind(written.binding, bound)
        return tree.Arm(span=span, types=standings.names_of(cx, member), slot=local.slot)
    if written.numbers:
        if not isinstance(type, t.Int | t.Unknown):
            cx.report.error(codes.MISMATCH, span, f"a number, where {with_article(t.show(type))} is matched")
        return tree.Arm(span=span, values=tuple(number.value for number in written.numbers))
    values: list[object] = []
    rows: list[str] = []
    types: list[str] = []
    none = False
    for name in written.names:
        if name.text == "none":
            none = True
            if not isinstance(subject, t.Maybe | t.Unknown):
                cx.report.error(codes.EXTRA_CASE, name.span, f"{with_article(t.show(type))} is never none")
        elif isinstance(type, t.Bool) and name.text in ("yes", "no"):
            values.append(name.text == "yes")
        elif isinstance(type, t.Enum) and name.text in cx.symbols.values(type.name):
            values.append(cx.symbols.values(type.name).index(name.text))
        elif isinstance(type, t.Component | t.Union) and name.text in cx.symbols.components:
            _possible_case(cx, type, name)
            types += standings.names_of(cx, name.text)
        elif isinstance(type, t.Component) and any(
            r.name.text == name.text for r in cx.symbols.rows.get(type.name, ())
        ):
            rows.append(name.text)
        elif not isinstance(type, t.Unknown):
            known = list(cx.symbols.values(type.name)) if isinstance(type, t.Enum) else []
            if isinstance(type, t.Component | t.Union):
                members = members_of(cx, type)
                known += [*members, *(row.name.text for member in members for row in cx.symbols.rows.get(member, ()))]
            guess = nearest(name.text, known)
            cx.report.error(
                codes.UNKNOWN,
                name.span,
                f"`{name.text}` is no {t.show(type)}",
                help=mismatch.instead(guess, known),
                fixes=respelling(name.span, name.text, known),
            )
    return tree.Arm(span=span, values=tuple(values), rows=tuple(rows), types=tuple(types), none=none)


def _possible_case(cx: Context, type: t.Type, name: ast.Name) -> None:
    if not any(possible(type, each) for each in standings.names_of(cx, name.text)):
        cx.report.error(codes.EXTRA_CASE, name.span, f"{with_article(t.show(type))} is never {with_article(name.text)}")


def is_else(fits: tree.Arm) -> bool:
    return not (fits.values or fits.types or fits.rows or fits.none or fits.some or fits.low is not None)


def check_once(cx: Context, written: Sequence[ast.Pattern]) -> None:
    """No arm answers for what an earlier one takes."""
    first: dict[object, Span] = {}
    for arm in written:
        names = [*arm.names, *([arm.type] if arm.type is not None else [])]
        parts: list[tuple[object, Span]] = [(name.text, name.span) for name in names]
        parts += [(number.value, number.span) for number in arm.numbers]
        for what, span in parts or [("else", arm.span)]:
            taken = first.get("else") or first.get(what)
            if taken is not None:
                cx.report.error(
                    codes.EXTRA_CASE,
                    span,
                    "this arm is never taken" if "else" in first else f"`{what}` has an arm already",
                    labels=[Label(taken, "taken here")],
                )
                break
            first[what] = span


def check_cover(cx: Context, subject: t.Type, arms: Sequence[tree.Arm], span: Span) -> None:
    """Every value must have an arm, unless there is an `else`."""
    if any(is_else(fits) for fits in arms) or isinstance(subject, t.Unknown):
        return
    missing: list[str] = []
    type: t.Type = subject
    if isinstance(subject, t.Maybe):
        type = subject.of
        if not any(fits.none for fits in arms):
            missing.append("none")
    seen = {value for fits in arms for value in fits.values}
    match type:
        case t.Enum(name):
            missing += [v for i, v in enumerate(cx.symbols.values(name)) if i not in seen]
        case t.Bool():
            missing += [word for word, value in (("yes", True), ("no", False)) if value not in seen]
        case t.Union(members=members):
            covered = {name for fits in arms for name in fits.types}
            missing += [name for name in members if name not in covered]
        case t.Component(name):
            covered = {row for fits in arms for row in fits.rows}
            if not any(name in fits.types for fits in arms):
                missing += [r.name.text for r in cx.symbols.rows.get(name, ()) if r.name.text not in covered]
        case _:
            missing.append("else")
    if missing:
        cx.report.error(
            codes.MISSING_CASE,
            span,
            f"nothing is said for {', '.join(f'`{name}`' for name in missing)}",
            help="add an arm for it, or `else:`",
            about=missing,
        )
