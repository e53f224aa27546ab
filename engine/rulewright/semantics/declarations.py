"""Enums, variables, zones, tables: declarations become facts of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_ZONES
from rulewright.core.program import EnumDecl, Routine, VarDecl, ZoneDecl
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import Fix, exchange, respelling
from rulewright.report.suggest import nearest
from rulewright.report.wording import counted
from rulewright.semantics import effects, mismatch
from rulewright.semantics.analyses.walk import below as nodes_below
from rulewright.semantics.coerce import convert, in_braces
from rulewright.semantics.context import (
    Context,
    Game,
    constant,
    declared_as,
    new_context,
    not_there,
    so_many,
    type_named,
    type_of,
    unknown,
    with_article,
)
from rulewright.semantics.expressions import expression, infer
from rulewright.semantics.places import BUILT_IN_ZONES
from rulewright.syntax import ast


def enum(game: Game, name: str) -> EnumDecl:
    """An enum with its cells worked out, or an option as the enum of its values."""
    if name not in game.symbols.enums:
        option = game.symbols.options[name][0]
        return EnumDecl(span=option.span, name=name, values=game.symbols.values(name), columns={}, column_types={})
    written = game.symbols.enums[name]
    types = {p.name.text: type_of(game, p.type) for p in written.parameters}
    columns: dict[str, list[object]] = {column: [] for column in types}
    for value in written.values:
        if len(value.cells) != len(types):
            game.report.error(
                codes.MISSING_COLUMN if len(value.cells) < len(types) else codes.UNKNOWN_COLUMN,
                value.name.span,
                _values_behind(value, list(types)),
                labels=[Label(written.name.span, "its values are declared in brackets behind the name")],
                help=_cells_cure(value, list(types)),
                fixes=_comma(value) if not types else (),
            )
            game.behind.update(cell.name.text for cell in value.cells if isinstance(cell, ast.Ref))
            continue
        for column, cell in zip(written.parameters, value.cells, strict=True):
            columns[column.name.text].append(fixed(game, cell, types[column.name.text], column))
    return EnumDecl(
        span=written.span,
        name=name,
        values=tuple(value.name.text for value in written.values),
        columns={column: tuple(values) for column, values in columns.items()},
        column_types=types,
    )


def _values_behind(value: ast.EnumValue, columns: list[str]) -> str:
    given = len(value.cells)
    wanted = f"{counted(len(columns), 'value', none='no value')} ({', '.join(columns)})" if columns else "none"
    return f"`{value.name.text}` has {counted(given, 'value', none='no value')} behind it, and should have {wanted}"


def _comma(value: ast.EnumValue) -> tuple[Fix, ...]:
    """A comma behind the value, if what follows may be another value."""
    if len(value.cells) != 1 or not isinstance(value.cells[0], ast.Ref):
        return ()
    return exchange(replace(value.name.span, start=value.name.span.end), ",")


def _cells_cure(value: ast.EnumValue, columns: list[str]) -> str:
    if not columns and value.cells:
        return "put a comma between two values of the enum; what stands behind a value is declared like `(points: Int)`"
    return f"write one value for each: `{' '.join([value.name.text, *columns])}`"


def fixed(game: Game, written: ast.Expr, type: t.Type, column: ast.Field | ast.Parameter) -> object:
    """The value of a cell that is known before play; anything else is reported."""
    value = cell_value(new_context(game, "", me=False), written, type, column)
    found = folded(value)
    if found is None:
        if not isinstance(value.type, t.Unknown):
            game.report.error(codes.NOT_FIXED, written.span, "this must be a value that is known before play")
        return None
    return found.value


def cell_value(cx: Context, written: ast.Expr, type: t.Type, column: ast.Field | ast.Parameter) -> tree.Expr:
    """The value of a cell, which must fit its column."""
    value = infer(cx, written, type)
    converted = convert(cx, value, type)
    if converted is not None:
        return converted
    several = isinstance(type, t.Set | t.List) and t.fits(value.type, type.of)
    cx.report.error(
        codes.CELL,
        written.span,
        f"`{column.name.text}` holds {with_article(t.show(type))}, and this is {with_article(t.show(value.type))}",
        label=t.show(value.type),
        labels=declared_as(cx.game, column.type),
        help=f"put it in braces: `{in_braces(written.span)}`" if several else None,
        fixes=exchange(written.span, in_braces(written.span), certain=False) if several else (),
    )
    return unknown(written.span)


_STATE = frozenset(
    [
        "at", "contents", "contents_set", "covers_only", "empty_spaces", "first_player", "free_slots", "is_empty",
        "on_board", "round_number", "shows", "space_of", "spaces_of", "standing_on", "turn_order",
    ]
)  # fmt: skip


def demand_known(game: Game, value: tree.Expr) -> None:
    """Reports what is not known before play: variables, and what lies somewhere."""
    for node in nodes_below(value):
        match node:
            case tree.Get() | tree.ZoneAt() | tree.Can() | tree.Apply():
                pass
            case tree.Op(name=name) if name in _STATE:
                pass
            case tree.Call(name=name) if not _known(game, name, set()):
                pass
            case _:
                continue
        game.report.error(
            codes.NOT_FIXED,
            node.span,
            "this is not known before play",
            label="changes in play",
            help="it may depend on tables, options, rows and the number of players",
        )
        return


def _known(game: Game, name: str, seen: set[str]) -> bool:
    """Whether a definition reads nothing that changes in play."""
    if name in seen or name not in game.routines:
        return True
    for node in nodes_below(game.routines[name].body):
        match node:
            case tree.Get() | tree.ZoneAt() | tree.Can() | tree.Apply():
                return False
            case tree.Op(name=word) if word in _STATE:
                return False
            case tree.Call(name=other) if not _known(game, other, seen | {name}):
                return False
            case _:
                pass
    return True


def folded(value: tree.Expr) -> tree.Const | None:
    """A constant as it is; a list of constants as one."""
    match value:
        case tree.Const():
            return value
        case tree.Op(name="make_list", args=args):
            parts = [folded(arg) for arg in args]
            if all(part is not None for part in parts):
                return constant(tuple(part.value for part in parts if part), value.type, value.span)
            return None
        case tree.Op(name="int_set", args=(inner,)):
            found = folded(inner)
            if found is None or not isinstance(found.value, tuple):
                return None
            return constant(tuple(sorted(set(found.value))), value.type, value.span)
        case _:
            return None


def _keys(game: Game, written: ast.Var | ast.Zone) -> tuple[t.Type, ...]:
    """What there is one of each for."""
    keys = tuple(type_named(game, key.type) for key in written.per)
    for key, type in zip(written.per, keys, strict=True):
        if not t.indexed(type) and not isinstance(type, t.Unknown):
            game.report.error(
                codes.NOT_STORABLE,
                key.type.span,
                f"there cannot be a `{written.name.text}` for each {t.show(type)}",
                help="for each player, value of an enum, component, space or edge",
            )
    return keys


def variable(game: Game, written: ast.Var) -> VarDecl:
    name = written.name.text
    type = type_of(game, written.type)
    keys = _keys(game, written)
    inner = type.of if isinstance(type, t.Maybe) else type
    stored = inner.of if isinstance(inner, t.List | t.Set) else inner
    if not isinstance(stored, t.Int | t.Bool | t.Text | t.Unknown) and not t.indexed(stored):
        game.report.error(
            codes.NOT_STORABLE,
            written.type.span,
            f"a variable cannot hold {with_article(t.show(type))}",
            label=t.show(type),
        )
    cx = new_context(game, name, me=False)
    for key, key_type in zip(written.per, keys, strict=True):
        slot = cx.slot(key.binding.text if key.binding else key.type.text)
        if key.binding is not None:
            local = tree.Local(span=key.span, type=key_type, slot=slot, name=key.binding.text)
            cx.scopes[0][key.binding.text] = local
    initial = _initial(cx, written, type)
    facts = _modifiers(cx, written)
    _check_bounds(game, written, initial, facts)
    columns = {column.name.text: column.values for column in written.columns}
    return VarDecl(span=written.span, name=name, keys=keys, type=type, initial=initial, columns=columns, **facts)  # type: ignore[arg-type]


def _check_bounds(game: Game, written: ast.Var, initial: tree.Expr, facts: Mapping[str, object]) -> None:
    """What can be seen of a range at once: that it is one, that the first value lies in it, that a track covers it."""
    low, high, first = (_number(facts.get("low")), _number(facts.get("high")), _number(initial))
    if low is not None and high is not None and low > high:
        game.report.error(codes.RANGE, written.name.span, f"nothing lies between {low} and {high}")
    elif first is not None and ((low is not None and first < low) or (high is not None and first > high)):
        shown = f"{low} to {high}" if low is not None and high is not None else f"at least {low}"
        game.report.error(
            codes.RANGE, initial.span, f"`{written.name.text}` begins with {first}, but may only be {shown}"
        )
    for column in written.columns:
        if low is None or high is None:
            game.report.error(
                codes.RANGE,
                column.name.span,
                f"`{written.name.text}` needs a range for its columns",
                help="write `0 to 6` behind its type",
            )
            return
        if len(column.values) != high - low + 1:
            game.report.error(
                codes.TABLE_GAP if len(column.values) < high - low + 1 else codes.CELL,
                column.span,
                f"`{column.name.text}` has {counted(len(column.values), 'value')} "
                f"for the {high - low + 1} from {low} to {high}",
            )


def _number(value: object) -> int | None:
    constant = isinstance(value, tree.Const) and isinstance(value.value, int) and isinstance(value.type, t.Int)
    return value.value if constant and isinstance(value, tree.Const) and isinstance(value.value, int) else None


def _initial(cx: Context, written: ast.Var, type: t.Type) -> tree.Expr:
    """The value at the start; without one: 0, no, none, or nothing in it."""
    if written.initial is not None:
        return expression(cx, written.initial, type, written.type)
    span = written.span
    match type:
        case t.Int():
            return constant(0, type, span)
        case t.Bool():
            return constant(False, type, span)
        case t.Set() | t.List():
            return constant(() if t.ordered(type) else 0, type, span)
        case t.Maybe() | t.Unknown():
            return constant(None, type, span)
        case _:
            cx.report.error(
                codes.NOT_FIXED,
                written.name.span,
                f"`{written.name.text}` needs a value to begin with",
                help=f"write `= …` behind it, or make it a `{t.show(type)}?`",
            )
            return constant(None, t.UNKNOWN, span)


def _modifiers(cx: Context, written: ast.Var) -> dict[str, object]:
    facts: dict[str, object] = {}
    for modifier in written.modifiers:
        match modifier.kind:
            case "at least" | "range":
                if modifier.low is not None:
                    facts["low"] = expression(cx, modifier.low, t.INT)
                if modifier.high is not None:
                    facts["high"] = expression(cx, modifier.high, t.INT)
            case "clamped":
                facts["clamped"] = True
            case "each":
                facts["lifetime"] = modifier.scope
            case "while in":
                if modifier.zone is not None:
                    facts["while_in"] = modifier.zone.text
                    if modifier.zone.text not in cx.symbols.zones:
                        not_there(cx.game, modifier.zone, "zone", cx.symbols.zones)
    return facts


def zone(game: Game, written: ast.Zone) -> ZoneDecl:
    name = written.name.text
    keys = _keys(game, written)
    of = type_named(game, written.type)
    if not isinstance(of, t.Component | t.Union | t.Unknown):
        game.report.error(codes.MISMATCH, written.type.span, f"a zone holds components, not values of {t.show(of)}")
    owned = any(isinstance(key, t.Player) for key in keys)
    facts: dict[str, object] = {}
    if written.size is not None:
        size = expression(new_context(game, name, me=owned), written.size, t.INT)
        facts["size"] = so_many(game, size, MOST_ZONES, "places")
    for modifier in written.modifiers:
        cx = new_context(game, name, me=owned)
        needed = _ONLY_FOR.get(modifier.kind)
        if needed is not None and written.kind not in needed:
            game.report.error(
                codes.WRONG_KIND,
                modifier.span,
                f"only {' or '.join(map(with_article, needed))} can be `{modifier.kind}`",
                labels=[Label(written.name.span, "this is none")],
            )
        match modifier.kind:
            case "hidden":
                facts["hidden"] = True
            case "size hidden":
                facts["size_hidden"] = True
            case "top face up":
                facts["top_up"] = True
            case "seen by":
                facts["seen_by_owner"] = True
                if modifier.name is not None and modifier.name.text != "owner":
                    game.report.error(
                        codes.UNKNOWN,
                        modifier.name.span,
                        f"nobody is called `{modifier.name.text}` here",
                        help="write `seen by owner`, or `hidden`",
                    )
                elif not owned:
                    game.report.error(codes.NO_ME, modifier.span, f"`{name}` has no owner who could see it")
            case "refilled" | "reshuffled" | "reshuffled at once":
                assert modifier.expression is not None
                source = effects.zone_of(cx, modifier.expression)
                facts["refilled_from" if modifier.kind == "refilled" else "reshuffled_from"] = source
                facts["reshuffled_at_once"] = modifier.kind == "reshuffled at once"
            case "accepts":
                assert modifier.expression is not None
                facts["accepts"] = _accepts(game, written, keys, of, modifier.expression)
    return ZoneDecl(span=written.span, name=name, keys=keys, kind=written.kind, of=of, **facts)  # type: ignore[arg-type]


_ONLY_FOR = {
    "top face up": ("deck",),
    "reshuffled": ("deck",),
    "reshuffled at once": ("deck",),
    "refilled": ("row", "one"),
}


def _accepts(game: Game, written: ast.Zone, keys: tuple[t.Type, ...], of: t.Type, test: ast.Expr) -> str:
    """The routine that says what a zone takes: slot 2 is what comes, then the keys; `my` is the owner's."""
    name = f"{written.name.text}.accepts"
    cx = new_context(game, name, me=any(isinstance(key, t.Player) for key in keys))
    it = tree.Local(span=test.span, type=of, slot=cx.slot("it"), name="it")
    for key, type in zip(written.per, keys, strict=True):
        slot = cx.slot(key.binding.text if key.binding else key.type.text)
        if key.binding is not None:
            local = tree.Local(span=key.span, type=type, slot=slot, name=key.binding.text)
            cx.scopes[0][key.binding.text] = local
    with cx.testing(it):
        body = expression(cx, test, t.BOOL)
    game.routines[name] = Routine(
        span=test.span, name=name, kind="accepts", parameters=(of, *keys), slots=tuple(cx.slots), body=body
    )
    return name


def built_in_zones(game: Game) -> list[ZoneDecl]:
    """`box` and `my supply`, where everything lies at the start."""
    span = game.symbols.header.span
    return [
        ZoneDecl(span=span, name=name, keys=() if name == "box" else (t.PLAYER,), kind="set", of=t.Component())
        for name in BUILT_IN_ZONES
    ]


def table(game: Game, written: ast.Table) -> Routine:
    """A table as a definition: the rows in order, each answering for its values."""
    name = written.name.text
    cx = new_context(game, name, me=False)
    parameters = [type_of(game, p.type) for p in written.parameters]
    for parameter, type in zip(written.parameters, parameters, strict=True):
        cx.bind(parameter.name, type)
    result = type_of(game, written.result)
    if not isinstance(parameters[0], t.Int | t.Enum | t.Bool | t.Unknown):
        game.report.error(
            codes.MISMATCH,
            written.parameters[0].type.span,
            f"a table is looked up by a number, an enum or a Bool, not by {with_article(t.show(parameters[0]))}",
        )
        parameters[0] = t.UNKNOWN
    subject = tree.Local(span=written.span, type=parameters[0], slot=2, name=written.parameters[0].name.text)
    arms: list[tree.MatchArm] = []
    for row in written.rows:
        arms.append(
            tree.MatchArm(
                span=row.span, fits=_row_fits(game, row, parameters[0]), body=expression(cx, row.value, result)
            )
        )
    _check_rows(game, written, parameters[0])
    body = tree.Match(span=written.span, type=result, subject=subject, arms=tuple(arms))
    return Routine(
        span=written.span, name=name, kind="definition", parameters=tuple(parameters), slots=tuple(cx.slots), body=body
    )


def _row_fits(game: Game, row: ast.TableRow, type: t.Type) -> tree.Arm:
    if row.low is not None:
        if not isinstance(type, t.Int | t.Unknown):
            game.report.error(codes.CELL, row.low.span, f"a number, where {with_article(t.show(type))} is looked up")
        if row.high is not None and row.high.value < row.low.value:
            low, high = row.low.span, row.high.span
            game.report.error(
                codes.CELL,
                low.to(high),
                "this row answers for no number",
                help=f"the smaller number stands first: `{high.text} to {low.text}`",
                fixes=exchange(low.to(high), f"{high.text} to {low.text}", certain=False),
            )
        return tree.Arm(span=row.span, low=row.low.value, high=_top(row))
    values: list[object] = []
    known = _values(game, type)
    for name in row.names:
        if name.text not in known:
            guess = nearest(name.text, [*known, "else"])
            game.report.error(
                codes.UNKNOWN,
                name.span,
                f"`{name.text}` is no {t.show(type)}",
                help=mismatch.instead(guess, known),
                fixes=respelling(name.span, name.text, [*known, "else"]),
            )
            continue
        index = known.index(name.text)
        values.append(index if isinstance(type, t.Enum) else bool(index))
    return tree.Arm(span=row.span, values=tuple(values))


def _values(game: Game, type: t.Type) -> tuple[str, ...]:
    return game.symbols.values(type.name) if isinstance(type, t.Enum) else ("no", "yes") if type == t.BOOL else ()


def _top(row: ast.TableRow) -> int | None:
    """The last number a row answers for; None: or more."""
    low = row.low.value if row.low is not None else 0
    return None if row.or_more else row.high.value if row.high is not None else low


def _check_rows(game: Game, written: ast.Table, type: t.Type) -> None:
    """A table answers for every value, each once, or ends in `else`."""
    rest = next((row for row in written.rows if row.low is None and not row.names), None)
    rows = [row for row in written.rows if row.low is not None or row.names]
    if rest is not None and rest is not written.rows[-1]:
        game.report.error(
            codes.TABLE_OVERLAP,
            written.rows[written.rows.index(rest) + 1].span,
            "this row is never read",
            labels=[Label(rest.span, "this one answers for all the rest")],
            help="`else` stands last",
        )
    answered: list[tuple[int, int | None, ast.TableRow]] = []
    named: dict[str, ast.TableRow] = {}
    for row in rows:
        again: tuple[object, ast.TableRow] | None = None
        for name in row.names:
            if name.text in named:
                again = (name.text, named[name.text])
            named.setdefault(name.text, row)
        if row.low is not None:
            low, high = row.low.value, _top(row)
            for start, end, other in answered:
                if (end is None or low <= end) and (high is None or start <= high):
                    again = (max(start, low), other)
                    break
            answered.append((low, high, row))
        if again is not None:
            game.report.error(
                codes.TABLE_OVERLAP,
                row.span,
                f"this row answers for {again[0]}, which has an answer already",
                labels=[Label(again[1].span, "the first answer")],
            )
    misspelt = not isinstance(type, t.Int) and any(name not in _values(game, type) for name in named)
    if rest is None and not misspelt:
        missing = _gaps(answered) if isinstance(type, t.Int) else [v for v in _values(game, type) if v not in named]
        strange = isinstance(type, t.Int) and bool(named)  # a word among numbers may have been meant for `else`
        if missing and not strange:
            game.report.error(
                codes.TABLE_GAP,
                written.name.span,
                f"`{written.name.text}` has no row for {', '.join(missing)}",
                help="add a row, or end with `else: …`",
                about=missing,
            )


def _gaps(answered: list[tuple[int, int | None, ast.TableRow]]) -> list[str]:
    """Numbers between the rows, and beyond the last. What lies below the first row is not asked for."""
    found: list[str] = []
    top: int | None = None
    for index, (low, high, _) in enumerate(sorted(answered, key=lambda row: row[0])):
        if index and top is None:
            return found
        if index and top is not None and low > top + 1:
            found.append(str(top + 1) if low == top + 2 else f"{top + 1} to {low - 1}")
        top = high if high is None or top is None else max(top, high)
    if top is not None:
        found.append(f"{top + 1} and more")
    return found
