"""`change`: what is worked out becomes something else, and `base` is what stood there.

Definitions, tables, constants, columns that are worked out, cells, categories. In: a target and the changes to it, in
order. Out: edits, and definitions that hold what stood there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.report.wording import counted
from rulewright.semantics.compose.joining import Shop
from rulewright.semantics.compose.rewriting import (
    Base,
    Edit,
    it_as,
    named,
    renamed,
    says_base,
    says_my,
    size,
    this_as,
    value_in_place,
    value_with,
)
from rulewright.semantics.paths import Target
from rulewright.syntax import ast

IT = "base.it"
VALUE = "base.value"
THIS = "base.carrier"
"""Names that no rules file can write, for what is handed to the rule that stood there."""

LARGEST = 20_000
"""So many nodes may come of an expression in which `base` stands for another one."""


def hide(shop: Shop, path: str) -> str:
    """A new name for what stood under a path: `build.base`, then `build.base2`."""
    count = 1 + sum(other == path for other in shop.bases.values())
    name = f"{path}.base" if count == 1 else f"{path}.base{count}"
    shop.bases[name] = path
    return name


def type_named(word: str, span: Span) -> ast.TypeExpr:
    return ast.NamedType(span=span, name=ast.Name(span=span, text=word))


def parameters_of(
    shop: Shop, path: str, old: Sequence[ast.Parameter], called: Sequence[ast.Name], item: ast.Node
) -> tuple[ast.Parameter, ...]:
    """The parameters under the names that a change gives them; their types stay. Another number is reported."""
    if not called:
        return tuple(old)
    if len(called) != len(old):
        shop.report.error(
            codes.ARGUMENTS,
            called[0].span.to(called[-1].span),
            f"`{path}` has {counted(len(old), 'parameter', none='no parameters')}, not {len(called)}",
            help=f"write `{path}({', '.join(parameter.name.text for parameter in old)})`" if old else f"write `{path}`",
        )
        return tuple(old)
    return tuple(replace(parameter, name=name) for parameter, name in zip(old, called, strict=True))


def definition(shop: Shop, target: Target, items: Sequence[ast.ChangeItem]) -> Edit:
    """A definition or table as it is after the changes."""
    assert isinstance(target.node, ast.Define | ast.Table)
    now: ast.Define | ast.Table = target.node
    impersonal = isinstance(now, ast.Table) or not says_my(now.body)
    title, docs = (now.title, now.docs) if isinstance(now, ast.Define) else (None, ())
    for item in items:
        parameters = parameters_of(shop, target.path, now.parameters, item.parameters, item)
        body = item.body
        if says_base(body):
            hidden = hide(shop, target.path)
            mine = isinstance(now, ast.Define) and says_my(now.body)
            shop.hidden.append(replace(now, name=replace(now.name, text=hidden)))
            body = value_with(body, Base(hidden, own=named(p.name for p in parameters), mine=mine))
        now = ast.Define(
            span=item.span,
            name=now.name,
            title=title,
            parameters=parameters,
            result=now.result,
            body=body,
            docs=docs,
        )
    if impersonal and isinstance(now, ast.Define) and says_my(now.body):
        shop.impersonal.add(target.path)
    return lambda _: now


def constant(shop: Shop, target: Target, items: Sequence[ast.ChangeItem]) -> Edit:
    now = target.node
    assert isinstance(now, ast.Const)
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        body = item.body
        if says_base(body):
            hidden = hide(shop, target.path)
            shop.hidden.append(replace(now, name=replace(now.name, text=hidden)))
            body = value_with(body, Base(hidden))
        now = ast.Const(span=item.span, name=now.name, value=body)
    return lambda _: now


def category(shop: Shop, target: Target, items: Sequence[ast.ChangeItem]) -> Edit:
    now = target.node
    assert isinstance(now, ast.Category) and now.name is not None
    value = now.value
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        body = item.body
        if says_base(body):
            hidden = _defined(shop, target.path, now.name.span, (), type_named("Int", item.span), value)
            body = value_with(body, Base(hidden, mine=says_my(value)))
        value = body
    return lambda line: replace(line, value=value)


def column(shop: Shop, target: Target, items: Sequence[ast.ChangeItem]) -> Edit:
    """A column that is worked out: `it` is the thing it is worked out for, `base` what it would have been."""
    now, owner = target.node, target.inside[0]
    assert isinstance(now, ast.Field) and now.value is not None and isinstance(owner, ast.Component | ast.Board)
    value = now.value
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        span, body = item.span, item.body
        if says_base(body):
            parameter = ast.Parameter(
                span=span, name=ast.Name(span=span, text=IT), type=type_named(owner.name.text, span)
            )
            old = it_as(value, ast.Ref(span=span, name=parameter.name))
            hidden = _defined(shop, target.path, now.name.span, (parameter,), now.type, old)
            it = ast.Ref(span=span, name=ast.Name(span=span, text="it"))
            body = ast.LetValue(
                span=body.span,
                name=ast.Name(span=span, text=VALUE),
                value=Base(hidden, first=(it,)).called(span),
                body=value_with(body, Base(VALUE)),
            )
        value = body
    return lambda field: replace(field, value=value)


def cell(shop: Shop, target: Target, items: Sequence[ast.ChangeItem]) -> tuple[ast.Node, Edit] | None:
    """What a row says in one column: the node that is edited, and how. None after a message."""
    owner = target.inside[0]
    name = target.path.rsplit(".", 1)[1]
    if isinstance(owner, ast.Enum):
        value = _value(shop, target, items, target.node)  # type: ignore[arg-type]
        return None if value is None else (target.node, lambda _: value)
    assert isinstance(owner, ast.Component)
    field = next(each for each in owner.fields if each.name.text == name)
    if isinstance(target.node, ast.Row):
        return _empty_cell(shop, target, items, field)
    old = target.node
    assert isinstance(old, ast.Inline | ast.Cell)
    if is_type(field.type, "score"):
        value = _score(shop, target, items, old.value, owner.name.text)
    else:
        value = _value(shop, target, items, old.value)
    return None if value is None else (old, lambda each: replace(each, value=value))


def is_type(type: ast.TypeExpr, word: str) -> bool:
    if isinstance(type, ast.MaybeType):
        return is_type(type.inner, word)
    return isinstance(type, ast.NamedType) and type.name.text == word


def _score(shop: Shop, target: Target, items: Sequence[ast.ChangeItem], value: ast.Expr, owner: str) -> ast.Expr:
    """A cell that counts for a player; `this` is handed on."""
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        span, body = item.span, item.body
        if says_base(body):
            parameter = ast.Parameter(span=span, name=ast.Name(span=span, text=THIS), type=type_named(owner, span))
            old = this_as(value, ast.Ref(span=span, name=parameter.name))
            place = target.node.name.span if isinstance(target.node, ast.Inline | ast.Cell) else span
            hidden = _defined(shop, target.path, place, (parameter,), type_named("Int", span), old)
            body = value_with(body, Base(hidden, first=(ast.This(span=span),), mine=says_my(value)))
        value = body
    return value


def _value(shop: Shop, target: Target, items: Sequence[ast.ChangeItem], value: ast.Expr) -> ast.Expr | None:
    """A cell that is known before play: `base` is the old cell itself."""
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        value = value_in_place(item.body, value) if says_base(item.body) else item.body
        if size(value) > LARGEST:
            shop.report.error(
                codes.TOO_LARGE,
                item.path.span,
                f"`{target.path}` becomes too large: `base` stands for what other changes say",
                help="say `base` once in each change",
            )
            return None
    return value


def _empty_cell(
    shop: Shop, target: Target, items: Sequence[ast.ChangeItem], field: ast.Field
) -> tuple[ast.Node, Edit] | None:
    """A cell that its row leaves empty, or that a generator of the row fills."""
    row, name = target.node, field.name.text
    assert isinstance(row, ast.Row)
    generated = any(generator.variable.text == name for generator in row.generators)
    old: ast.Expr
    if generated:
        old = ast.Ref(span=row.name.span, name=ast.Name(span=row.name.span, text=f"{name}.base"))
    elif any(says_base(item.body) for item in items) and is_type(field.type, "score"):
        no_base(shop, items, target.path)
        return None
    else:
        old = ast.Ref(span=row.name.span, name=ast.Name(span=row.name.span, text="none"))
    value = _value(shop, target, items, old)
    if value is None:
        return None
    added = ast.Cell(span=items[-1].span, name=replace(field.name, span=items[-1].path.span), value=value)

    def filled(each: ast.Row) -> ast.Row:
        return replace(_generator_aside(each, name) if generated else each, cells=(*each.cells, added))

    return row, filled


def _generator_aside(row: ast.Row, name: str) -> ast.Row:
    """The row with a generator that no longer fills the field of its name."""
    aside = f"{name}.base"
    generators = tuple(
        replace(each, variable=replace(each.variable, text=aside) if each.variable.text == name else each.variable,
                source=renamed(each.source, name, aside))
        for each in row.generators
    )  # fmt: skip
    changed: ast.Row = renamed(replace(row, generators=()), name, aside)
    return replace(changed, generators=generators)


def no_base(shop: Shop, items: Sequence[ast.ChangeItem | ast.Replace], path: str) -> None:
    item = next(each for each in items if says_base(each.body))
    shop.report.error(
        codes.NO_BASE,
        item.path.span,
        f"`base` has no meaning here: nothing stood in `{path}` before",
        help="leave `base` out",
    )


def _defined(
    shop: Shop,
    path: str,
    place: Span,
    parameters: tuple[ast.Parameter, ...],
    result: ast.TypeExpr,
    body: ast.Expr,
) -> str:
    """A hidden definition; its name."""
    hidden = hide(shop, path)
    shop.hidden.append(
        ast.Define(
            span=body.span,
            name=ast.Name(span=place, text=hidden),
            title=None,
            parameters=parameters,
            result=result,
            body=body,
        )
    )
    return hidden
