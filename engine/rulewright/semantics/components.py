"""Component types and their rows: what a designer edits. `action` and `score` cells become routines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_COMPONENTS
from rulewright.core.program import ComponentDecl, FieldDecl, Routine, RowDecl
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import exchange, respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics import rules, statements
from rulewright.semantics.coerce import as_collection, convert
from rulewright.semantics.context import (
    Context,
    Game,
    constant,
    new_context,
    not_there,
    so_many,
    type_named,
    type_of,
    unknown,
    with_article,
)
from rulewright.semantics.declarations import cell_value, demand_known
from rulewright.semantics.expressions import expression, infer
from rulewright.semantics.standings import joined
from rulewright.semantics.walk import below
from rulewright.syntax import ast

Cells = Mapping[str, tree.Expr | str]


def component(game: Game, written: ast.Component) -> ComponentDecl:
    """The type with its fields and rows. Adds the routines of its cells and its own rules to the game."""
    name = written.name.text
    fields = {field.name.text: _field(game, written, field) for field in written.fields}
    rows = game.symbols.rows.get(name, [])
    if rows:
        declared = tuple(_row(game, written, fields, row) for row in rows)
    else:
        declared = (_only_row(game, written, fields),)
    active = written.active_at
    if active is not None and active.text not in game.symbols.zones:
        not_there(game, active, "zone", game.symbols.zones)
    owners = type_named(game, written.per) if written.per else None
    if written.per is not None and owners is not None and not t.indexed(owners) and owners != t.UNKNOWN:
        game.report.error(
            codes.NOT_STORABLE, written.per.span, f"there cannot be so many of them for each {t.show(owners)}"
        )
    for rule in written.rules:
        rules.rule(game, rule, carrier=(name, None), active_at=active.text if active else None)
    return ComponentDecl(
        span=written.span,
        name=name,
        kind=written.kind,
        plural=written.plural.text if written.plural else None,
        per=owners,
        sides=tuple(side.text for side in written.sides),
        fields=fields,
        rows=declared,
        active_at=active.text if active else None,
    )


def _field(game: Game, owner: ast.Component, field: ast.Field) -> FieldDecl:
    type = type_of(game, field.type)
    computed = None
    if field.value is not None:
        cx = new_context(game, f"{owner.name.text}.{field.name.text}", me=False)
        thing = t.Component(owner.name.text)
        it = tree.Local(span=field.span, type=thing, slot=cx.slot("it"), name="it")
        with cx.testing(it):
            computed = cell_value(cx, field.value, type, field)
        demand_known(game, computed)
        game.computed[f"{owner.name.text}.{field.name.text}"] = computed
    return FieldDecl(span=field.span, name=field.name.text, type=type, computed=computed)


def _only_row(game: Game, written: ast.Component, fields: Mapping[str, FieldDecl]) -> RowDecl:
    """The one row of a type without rows; a generator fills the field of its name."""
    cx = new_context(game, written.name.text, me=False)
    generators = _generators(cx, written.generators)
    copies = None if written.copies is None else _copies(cx, written.copies)
    cells = _filled(cx, fields)
    missing = [f for f in fields.values() if f.name not in cells and f.computed is None and _required(f.type)]
    has_rows_elsewhere = written.copies is None and not written.generators
    if missing and not has_rows_elsewhere:
        game.report.error(
            codes.MISSING_COLUMN,
            missing[0].span,
            f"`{missing[0].name}` has no value: {written.name.text} has no rows",
            help=f"add rows with `{written.kind}s of {written.name.text}:`, or give the field a value",
        )
    nothing = constant(0, t.INT, written.span)
    if missing and has_rows_elsewhere:
        copies = nothing
    return RowDecl(
        span=written.span,
        name=written.name.text,
        title=written.name.text,
        copies=copies,
        generators=generators,
        cells=tuple(cells for _ in (written.sides or (None,))),
    )


def _copies(cx: Context, written: ast.Expr) -> tree.Expr:
    """How many there are: known before play, and nobody's in particular."""
    mine = next((node for node in below(written) if isinstance(node, ast.My)), None)
    if mine is not None:
        cx.report.error(
            codes.NOT_FIXED, mine.span, "this is not known before play", label="changes in play", help=_KNOWN
        )
        return constant(0, t.INT, written.span)
    copies = expression(cx, written, t.INT)
    demand_known(cx.game, copies)
    return so_many(cx.game, copies, MOST_COMPONENTS, "components")


_KNOWN = "how many there are may depend on tables, options, rows and the number of players"


def _generators(cx: Context, written: tuple[ast.Generator, ...]) -> tuple[tuple[str, tree.Expr], ...]:
    """Binds each generator's name in slots from 2 on."""
    found: list[tuple[str, tree.Expr]] = []
    for generator in written:
        source = as_collection(cx, infer(cx, generator.source), generator.source)
        demand_known(cx.game, source)
        of = source.type.of if isinstance(source.type, t.Set | t.List) else t.UNKNOWN
        name = generator.variable.text
        local = tree.Local(span=generator.span, type=of, slot=cx.slot(name), name=name)
        cx.scopes[0][name] = local
        found.append((name, source))
    return tuple(found)


def _filled(cx: Context, fields: Mapping[str, FieldDecl]) -> dict[str, tree.Expr | str]:
    """The fields that generators fill."""
    found: dict[str, tree.Expr | str] = {}
    for name, local in cx.scopes[0].items():
        if name not in fields:
            continue
        wanted = fields[name].type
        value = None if isinstance(wanted, t.Action | t.Score) else convert(cx, local, wanted)
        if value is None:
            cx.report.error(
                codes.CELL,
                local.span,
                f"`{name}` holds {with_article(t.show(wanted))}, and this gives {with_article(t.show(local.type))}",
                labels=[Label(fields[name].span, "declared here")],
            )
        found[name] = unknown(local.span) if value is None else value
    return found


def _required(type: t.Type) -> bool:
    return not isinstance(type, t.Maybe | t.Unknown)


def _row(game: Game, owner: ast.Component, fields: Mapping[str, FieldDecl], row: ast.Row) -> RowDecl:
    name = f"{owner.name.text}.{row.name.text}"
    cx = new_context(game, name, me=False)
    generators = _generators(cx, row.generators)
    copies: tree.Expr | None = None
    if row.copies is not None:
        copies = _copies(cx, row.copies)
    elif row.count is not None:
        copies = so_many(game, constant(row.count.value, t.INT, row.count.span), MOST_COMPONENTS, "components")
    elif owner.copies is not None:
        copies = _copies(cx, owner.copies)
    shared = list(written_values(row.inline, row.cells))
    sides: list[tuple[str, list[tuple[ast.Name, ast.Expr]]]] = []
    known = [side.text for side in owner.sides]
    for side in row.sides:
        if side.name.text not in known:
            guess = nearest(side.name.text, known)
            game.report.error(
                codes.UNKNOWN,
                side.name.span,
                f"{owner.name.text} has no side called `{side.name.text}`",
                help=f"did you mean `{guess}`?" if guess else None,
                fixes=respelling(side.name.span, side.name.text, known),
            )
    if owner.sides:
        by_name = {side.name.text: side for side in row.sides}
        for declared in owner.sides:
            written = by_name.get(declared.text)
            extra = list(written_values(written.inline, written.cells)) if written else []
            sides.append((declared.text, [*shared, *extra]))
    else:
        sides.append(("", shared))
    cells: list[Cells] = []
    for side_name, values in sides:
        cells.append(_cells(game, cx, owner, fields, row, side_name, values))
    for rule in row.rules:
        _row_rule(game, owner, row, rule)
    for side in row.sides:
        for rule in side.rules:
            _row_rule(game, owner, row, rule)
    return RowDecl(
        span=row.span,
        name=row.name.text,
        title=row.title.value if row.title else _title(row.name.text),
        text=statements.text_of(row.docs),
        copies=copies,
        generators=generators,
        cells=tuple(cells),
    )


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def written_values(inline: tuple[ast.Inline, ...], cells: tuple[ast.Cell, ...]) -> Iterator[tuple[ast.Name, ast.Expr]]:
    for inside in inline:
        yield inside.name, inside.value
    for cell in cells:
        yield cell.name, cell.value


def _row_rule(game: Game, owner: ast.Component, row: ast.Row, rule: ast.React | ast.ChangeItem) -> None:
    if isinstance(rule, ast.ChangeItem):
        game.report.error(
            codes.LATER_CHANGE, rule.span, "a `change` that a component carries is read, but not yet played"
        )
        return
    active = owner.active_at.text if owner.active_at else None
    rules.rule(game, rule, carrier=(owner.name.text, row.name.text), active_at=active)


def _cells(
    game: Game,
    cx: Context,
    owner: ast.Component,
    fields: Mapping[str, FieldDecl],
    row: ast.Row,
    side: str,
    values: list[tuple[ast.Name, ast.Expr]],
) -> Cells:
    found = _filled(cx, fields)
    places: dict[str, ast.Name] = {}
    meant: set[str | None] = set()
    stray = 0  # columns of no name that is known; each may stand for one that is missing
    for name, value in values:
        field = fields.get(name.text)
        if field is None:
            guess = nearest(name.text, fields)
            meant.add(guess)
            stray += 1
            game.report.error(
                codes.UNKNOWN_COLUMN,
                name.span,
                f"{owner.name.text} has no field called `{name.text}`",
                label="no such column",
                help=f"did you mean `{guess}`?" if guess else None,
                fixes=respelling(name.span, name.text, fields),
            )
            continue
        if name.text in places:
            game.report.error(
                codes.DUPLICATE,
                name.span,
                f"`{name.text}` is given twice in this row",
                labels=[Label(places[name.text].span, "here first")],
            )
            continue
        if field.computed is not None or name.text in found:
            how = "worked out" if field.computed is not None else "filled by a generator"
            game.report.error(codes.DUPLICATE, name.span, f"`{name.text}` is {how}", help="leave it out here, or there")
        places[name.text] = name
        found[name.text] = _cell(game, cx, owner, row, side, field, value)
    a_file = _is_a_file(game, row)
    for field in fields.values():
        if field.name not in found and field.computed is None:
            if a_file:
                found[field.name] = unknown(row.span)
            elif field.name in meant:
                found[field.name] = unknown(row.span)
                stray -= 1
            elif _required(field.type) and stray:
                stray -= 1
                found[field.name] = unknown(row.span)
            elif _required(field.type):
                _missing(game, owner, row, field)
            else:
                found[field.name] = constant(None, field.type, row.span)
    # The order in which a row or a table says them means nothing.
    return {name: found[name] for name in fields if name in found}


def _is_a_file(game: Game, row: ast.Row) -> bool:
    """`cards of Spell: from "spells.csv"`, which reads as a row called `from`: says how a file is taken in."""
    title = row.title
    if row.name.text != "from" or title is None or not title.value.endswith((".csv", ".json")):
        return False
    start = row.name.span.start
    above = row.name.span.source.text[:start].rstrip()
    whole = Span(row.name.span.source, start, title.span.end)
    game.report.error(
        codes.UNEXPECTED,
        whole,
        "rows from a file stand there without a `:`",
        help=f"write `cards of … {whole.text}`",
        fixes=exchange(Span(whole.source, len(above) - 1, start), " ") if above.endswith(":") else (),
    )
    return True


def _missing(game: Game, owner: ast.Component, row: ast.Row, field: FieldDecl) -> None:
    """A field that a row says nothing for; told once of a table in which no row does."""
    place = row.name.span
    table = [each for each in game.symbols.rows[owner.name.text] if each.name.span.source == place.source]
    labels = [Label(field.span, f"every {owner.name.text} has one")]
    maybe = f"make the field a `{t.show(field.type)}?`"
    if place.cell is None or len(table) < 2 or any(_says(each, field.name) for each in table):
        game.report.error(
            codes.MISSING_COLUMN,
            place,
            f"the row `{row.name.text}` has no `{field.name}`",
            label="a value is missing",
            labels=labels,
            help=f"write `{field.name} …` in the row, or {maybe}" if place.cell is None else f"fill it in, or {maybe}",
        )
        return
    source = place.source
    game.report.error(
        codes.MISSING_COLUMN,
        table[0].name.span if source.name.endswith(".json") else Span(source, 0, len(source.line(1))),
        f"no row of `{source.name}` has a `{field.name}`",
        label=f"`{field.name}` is missing",
        labels=labels,
        help=f"add a column `{field.name}`, or {maybe}",
    )


def _says(row: ast.Row, field: str) -> bool:
    parts: tuple[ast.Row | ast.Side, ...] = (row, *row.sides)
    written = {name.text for part in parts for name, _ in written_values(part.inline, part.cells)}
    return field in written or any(each.variable.text == field for each in row.generators)


def _cell(
    game: Game, cx: Context, owner: ast.Component, row: ast.Row, side: str, field: FieldDecl, value: ast.Expr
) -> tree.Expr | str:
    type = field.type.of if isinstance(field.type, t.Maybe) else field.type
    declared = next(each for each in owner.fields if each.name.text == field.name)
    if isinstance(value, ast.ActionValue) and isinstance(type, t.Unknown):
        return unknown(value.span)
    if isinstance(value, ast.ActionValue) and not isinstance(type, t.Action):
        kind = with_article(t.show(t.INT if isinstance(type, t.Score) else type))
        game.report.error(codes.CELL, value.span, f"`{field.name}` holds {kind}, and these are statements")
        return unknown(value.span)
    if not isinstance(type, t.Action | t.Score):
        made = cell_value(cx, value, field.type, declared)
        demand_known(game, made)
        return made
    parts = (owner.name.text, row.name.text, side, field.name)
    name = ".".join(part for part in parts if part)
    this = t.Component(owner.name.text)
    inner = new_context(game, name, this=this, chance=isinstance(type, t.Action))
    whole = f"{owner.name.text}.{row.name.text}"
    for path in (f"{owner.name.text}.{field.name}", whole, f"{whole}.{field.name}"):
        inner.treats = joined(game, inner.treats, game.treats_at(path))
    body: tree.Expr | tree.Stmt
    words = statements.text_of(row.docs)
    if isinstance(type, t.Score):
        body = cell_value(inner, value, t.INT, declared)
    elif isinstance(value, ast.ActionValue):
        body = statements.block(inner, value.body)
        words = statements.text_of(value.body.docs) or words
    else:
        game.report.error(
            codes.CELL, value.span, f"`{field.name}` holds statements, not a value", help="write statements: `do …`"
        )
        body = tree.Seq(span=value.span, items=())
    game.routines[name] = Routine(
        span=value.span,
        name=name,
        kind="cell" if isinstance(type, t.Action) else "score",
        parameters=(),
        slots=tuple(inner.slots),
        body=body,
        text=words,
        rulings=tuple(doc.text for doc in row.docs if isinstance(doc, ast.Ruling)),
    )
    return name
