"""Enums, variables, zones, tables: declarations become facts of the program."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import EnumDecl, Routine, VarDecl, ZoneDecl
from rulewright.report import codes
from rulewright.semantics.context import Context, Game, constant, new_context, type_named, type_of
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
                f"`{value.name.text}` has {len(value.cells)} cells, but the enum has {len(types)} columns",
            )
            continue
        for (column, type), cell in zip(types.items(), value.cells, strict=True):
            columns[column].append(fixed(game, cell, type))
    return EnumDecl(
        span=written.span,
        name=name,
        values=tuple(value.name.text for value in written.values),
        columns={column: tuple(values) for column, values in columns.items()},
        column_types=types,
    )


def fixed(game: Game, written: ast.Expr, type: t.Type) -> object:
    """A value that is known before play; anything else is reported."""
    cx = new_context(game, "", me=False)
    value = expression(cx, written, type)
    found = folded(value)
    if found is None:
        if not isinstance(value.type, t.Unknown):
            game.report.error(codes.NOT_FIXED, written.span, "this must be a value that is known before play")
        return None
    return found.value


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


def variable(game: Game, written: ast.Var) -> VarDecl:
    name = written.name.text
    type = type_of(game, written.type)
    keys = tuple(type_named(game, key.type) for key in written.per)
    inner = type.of if isinstance(type, t.Maybe) else type
    stored = inner.of if isinstance(inner, t.List | t.Set) else inner
    if not isinstance(stored, t.Int | t.Bool | t.Text | t.Unknown) and not t.indexed(stored):
        game.report.error(
            codes.NOT_STORABLE, written.type.span, f"a variable cannot hold a {t.show(type)}", label=t.show(type)
        )
    cx = new_context(game, name, me=False)
    for key, key_type in zip(written.per, keys, strict=True):
        slot = cx.slot(key.binding.text if key.binding else key.type.text)
        if key.binding is not None:
            local = tree.Local(span=key.span, type=key_type, slot=slot, name=key.binding.text)
            cx.scopes[0][key.binding.text] = local
    initial = _initial(cx, written, type)
    facts = _modifiers(cx, written)
    columns = {column.name.text: column.values for column in written.columns}
    return VarDecl(span=written.span, name=name, keys=keys, type=type, initial=initial, columns=columns, **facts)  # type: ignore[arg-type]


def _initial(cx: Context, written: ast.Var, type: t.Type) -> tree.Expr:
    """The value at the start; without one: 0, no, none, or nothing in it."""
    if written.initial is not None:
        return expression(cx, written.initial, type)
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
                        cx.report.error(
                            codes.UNKNOWN, modifier.zone.span, f"there is no zone called `{modifier.zone.text}`"
                        )
    return facts


def zone(game: Game, written: ast.Zone) -> ZoneDecl:
    name = written.name.text
    keys = tuple(type_named(game, key.type) for key in written.per)
    of = type_named(game, written.type)
    if not isinstance(of, t.Component | t.Union | t.Unknown):
        game.report.error(codes.MISMATCH, written.type.span, f"a zone holds components, not {t.show(of)}")
    owned = any(isinstance(key, t.Player) for key in keys)
    facts: dict[str, object] = {}
    if written.size is not None:
        facts["size"] = expression(new_context(game, name, me=owned), written.size, t.INT)
    for modifier in written.modifiers:
        cx = new_context(game, name, me=owned)
        match modifier.kind:
            case "hidden":
                facts["hidden"] = True
            case "size hidden":
                facts["size_hidden"] = True
            case "top face up":
                facts["top_up"] = True
            case "seen by":
                facts["seen_by_owner"] = True
                if not owned:
                    game.report.error(codes.NO_ME, modifier.span, f"`{name}` has no owner who could see it")
            case "refilled" | "reshuffled" | "reshuffled at once":
                assert modifier.expression is not None
                source = infer(cx, modifier.expression)
                if not isinstance(source.type, t.Zone | t.Unknown):
                    game.report.error(codes.MISMATCH, modifier.expression.span, "a zone is needed here")
                facts["refilled_from" if modifier.kind == "refilled" else "reshuffled_from"] = source
                facts["reshuffled_at_once"] = modifier.kind == "reshuffled at once"
            case "accepts":
                assert modifier.expression is not None
                facts["accepts"] = _accepts(game, written, keys, of, modifier.expression)
    return ZoneDecl(span=written.span, name=name, keys=keys, kind=written.kind, of=of, **facts)  # type: ignore[arg-type]


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
        low = row.low.value
        high = None if row.or_more else row.high.value if row.high is not None else low
        return tree.Arm(span=row.span, low=low, high=high)
    values: list[object] = []
    for name in row.names:
        known = game.symbols.values(type.name) if isinstance(type, t.Enum) else ("no", "yes")
        if name.text not in known:
            game.report.error(codes.UNKNOWN, name.span, f"`{name.text}` is no {t.show(type)}")
            continue
        index = known.index(name.text)
        values.append(index if isinstance(type, t.Enum) else bool(index))
    return tree.Arm(span=row.span, values=tuple(values))


def _check_rows(game: Game, written: ast.Table, type: t.Type) -> None:
    """A table answers for every value, each once, or ends in `else`."""
    is_else = [row for row in written.rows if row.low is None and not row.names]
    if isinstance(type, t.Int):
        seen: list[tuple[int, int | None, ast.TableRow]] = []
        for row in written.rows:
            if row.low is None:
                continue
            low = row.low.value
            high = None if row.or_more else row.high.value if row.high is not None else low
            for a, b, other in seen:
                if (b is None or low <= b) and (high is None or a <= high):
                    game.report.error(
                        codes.TABLE_OVERLAP,
                        row.span,
                        f"this row and line {other.span.line} both answer for {max(a, low)}",
                    )
                    break
            seen.append((low, high, row))
        if not is_else:
            _check_gaps(game, written, seen)
    elif isinstance(type, t.Enum) and not is_else:
        named = {name.text for row in written.rows for name in row.names}
        missing = [value for value in game.symbols.values(type.name) if value not in named]
        if missing:
            game.report.error(
                codes.TABLE_GAP, written.name.span, f"`{written.name.text}` has no row for {', '.join(missing)}"
            )


def _check_gaps(game: Game, written: ast.Table, seen: list[tuple[int, int | None, ast.TableRow]]) -> None:
    rows = sorted(seen, key=lambda row: row[0])
    top: int | None = None
    for index, (low, high, row) in enumerate(rows):
        if index and top is not None and low > top + 1:
            game.report.error(codes.TABLE_GAP, row.span, f"`{written.name.text}` has no row for {top + 1}")
        top = high
    if rows and top is not None:
        game.report.error(
            codes.TABLE_GAP,
            written.name.span,
            f"`{written.name.text}` has no row for {top + 1} and more",
            help=f"end with `{top + 1} or more: …` or `else: …`",
        )
