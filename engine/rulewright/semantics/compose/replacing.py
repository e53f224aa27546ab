"""`replace`: what is done becomes something else, and `do base` is what was done before.

Actions, phases, the setup, the turn, reactions, cells of statements. In: a target and what replaces it, in order. Out:
edits, and actions that hold what was done before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics.compose.changing import THIS, hide, no_base, parameters_of, type_named
from rulewright.semantics.compose.joining import Shop
from rulewright.semantics.compose.rewriting import Base, Edit, block_with, mentioned, named, says_base, this_as
from rulewright.semantics.paths import Target
from rulewright.semantics.walk import below
from rulewright.syntax import ast

COMPONENT = "any.component"
"""The type of what `place` and `leave` bring, if the reaction does not name one; no rules file can write it."""


def action(shop: Shop, target: Target, items: Sequence[ast.Replace]) -> Edit:
    now = target.node
    assert isinstance(now, ast.Action)
    for item in items:
        parameters = parameters_of(shop, target.path, now.parameters, item.parameters, item)
        body = _over(shop, target.path, now.name.span, now.parameters, now.body, item, Base("", own=_own(parameters)))
        now = ast.Action(span=item.span, name=now.name, title=now.title, parameters=parameters, body=body)
    return lambda _: now


def block(shop: Shop, target: Target, items: Sequence[ast.Replace]) -> Edit | None:
    """A phase, the setup or the turn."""
    now = target.node
    assert isinstance(now, ast.Phase | ast.Setup | ast.Turn)
    body = now.body
    if isinstance(now, ast.Phase) and any(says_base(item.body) for item in items):
        outside = _from_outside(now, target.inside[0])
        if outside is not None:
            _not_alone(shop, items, target.path, outside)
            return None
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        place = now.name.span if isinstance(now, ast.Phase) else now.span
        body = _over(shop, target.path, place, (), body, item, Base(""))
    return lambda each: replace(each, body=body)


def cell(shop: Shop, target: Target, items: Sequence[ast.Replace]) -> tuple[ast.Node, Edit] | None:
    """A cell of statements: the node that is edited, and how. None after a message."""
    owner, name = target.inside[0], target.path.rsplit(".", 1)[1]
    assert isinstance(owner, ast.Component)
    field = next(each for each in owner.fields if each.name.text == name)
    old = target.node
    value: ast.Expr | None = old.value if isinstance(old, ast.Inline | ast.Cell) else None
    if value is None and says_base(items[0].body):
        no_base(shop, items, target.path)
        return None
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        body = item.body
        if isinstance(value, ast.ActionValue):
            parameters, words, base = _with_this(value.body, owner.name.text, item.span)
            place = old.name.span if isinstance(old, ast.Inline | ast.Cell) else old.span
            body = _over(shop, target.path, place, parameters, words, item, base)
        value = ast.ActionValue(span=item.span, body=body)
    if isinstance(old, ast.Row):
        assert value is not None
        added = ast.Cell(span=items[-1].span, name=replace(field.name, span=items[-1].path.span), value=value)
        return old, lambda row: replace(row, cells=(*row.cells, added))
    return old, lambda each: replace(each, value=value)


def reaction(
    shop: Shop, target: Target, items: Sequence[ast.Replace], actions: Mapping[str, ast.Action]
) -> Edit | None:
    """A reaction: when it answers stays, what it does is replaced."""
    now = target.node
    assert isinstance(now, ast.On | ast.When | ast.Anytime) and now.name is not None
    says = any(says_base(item.body) for item in items)
    if says and any(not _carries(node) for node in target.inside):
        _not_alone(shop, items, target.path, now.name)
        return None
    parameters: tuple[ast.Parameter, ...] = ()
    if says:
        found = _brought(shop, now, items, actions)
        if found is None:
            return None
        now, parameters = found
    body = now.body
    base = Base("", own=_own(parameters))
    carrier = next((node.name.text for node in target.inside if isinstance(node, ast.Component)), None)
    for item in items:
        parameters_of(shop, target.path, (), item.parameters, item)
        handed, words, called = parameters, body, base
        if carrier is not None and says_base(item.body):
            first, words, alone = _with_this(body, carrier, item.span)
            handed, called = (*first, *parameters), replace(alone, own=base.own)
        body = _over(shop, target.path, target.node.span, handed, words, item, called)
    whole = replace(now, body=body)
    return lambda _: whole


def _carries(node: ast.Node) -> bool:
    return isinstance(node, ast.Component | ast.Row | ast.Side)


def _own(parameters: Sequence[ast.Parameter]) -> tuple[ast.Expr, ...]:
    return named(parameter.name for parameter in parameters)


def _over(
    shop: Shop,
    path: str,
    place: Span,
    parameters: tuple[ast.Parameter, ...],
    old: ast.Block,
    item: ast.Replace,
    base: Base,
) -> ast.Block:
    """The new statements over the old ones, which become an action of their own if `base` is said."""
    if not says_base(item.body):
        return item.body
    hidden = hide(shop, path)
    shop.hidden.append(
        ast.Action(span=old.span, name=ast.Name(span=place, text=hidden), title=None, parameters=parameters, body=old)
    )
    docs = item.body.docs or old.docs
    return replace(block_with(item.body, replace(base, name=hidden)), docs=docs)


def _with_this(old: ast.Block, owner: str, span: Span) -> tuple[tuple[ast.Parameter, ...], ast.Block, Base]:
    """The statements with `this` handed to them, and what hands it."""
    parameter = ast.Parameter(span=span, name=ast.Name(span=span, text=THIS), type=type_named(owner, span))
    words = this_as(old, ast.Ref(span=span, name=parameter.name))
    return (parameter,), words, Base("", first=(ast.This(span=span),))


# ------------------------------------------------------------------ what a reaction is brought


def _brought(
    shop: Shop, rule: ast.React, items: Sequence[ast.Replace], actions: Mapping[str, ast.Action]
) -> tuple[ast.React, tuple[ast.Parameter, ...]] | None:
    """The reaction with a name for everything its event brings, and these as parameters; None after a message."""
    match rule:
        case ast.On():
            if "." in rule.event.text and rule.when == "instead of" and says_base(rule.body):
                _not_alone(shop, items, rule.name.text if rule.name else "", rule.event)
                return None
            return _brought_by_event(rule, actions)
        case ast.When(generator=ast.Generator(variable=variable, source=source)):
            type = _element_type(source, _type_names(shop.items))
            if type is None:
                _not_alone(shop, items, rule.name.text if rule.name else "", variable)
                return None
            return rule, (ast.Parameter(span=variable.span, name=variable, type=type),)
        case _:
            return rule, ()


def _brought_by_event(rule: ast.On, actions: Mapping[str, ast.Action]) -> tuple[ast.On, tuple[ast.Parameter, ...]]:
    event = rule.event.text
    span = rule.event.span
    declared = actions[event].parameters if event in actions else ()
    types: list[ast.TypeExpr] = [parameter.type for parameter in declared]
    if event in ("place", "leave"):
        types = [type_named(COMPONENT, span), type_named("Space", span)]
    binders = list(rule.binders)
    if rule.when == "instead of":
        for number in range(len(binders), len(types)):
            name = ast.Name(span=span, text=f"base.argument{number + 1}")
            binders.append(ast.Binder(span=span, name=name, type=None))
    parameters = [
        ast.Parameter(
            span=binder.span,
            name=binder.name,
            type=ast.NamedType(span=binder.span, name=binder.type) if binder.type is not None else type,
        )
        for binder, type in zip(binders, types, strict=False)
    ]
    if rule.by is not None:
        parameters.append(ast.Parameter(span=rule.by.span, name=rule.by, type=type_named("Player", rule.by.span)))
    body = rule.body
    if rule.when == "instead of" and says_base(body):
        arguments = named(binder.name for binder in binders)
        body = block_with(body, Base(event, own=arguments))  # from inside itself, it means the event itself
    return replace(rule, binders=tuple(binders), body=body), tuple(parameters)


def _element_type(source: ast.Expr, types: frozenset[str]) -> ast.TypeExpr | None:
    """The type of what a name or a range stands for, where that can be read."""
    match source:
        case ast.Ref(name=name) if name.text in ("players", "opponents"):
            return type_named("Player", name.span)
        case ast.Ref(name=name) if name.text in types:
            return ast.NamedType(span=name.span, name=name)
        case ast.Range():
            return type_named("Int", source.span)
        case ast.Group(inner=inner) | ast.Where(source=inner):
            return _element_type(inner, types)
        case _:
            return None


def _type_names(items: Sequence[ast.Item]) -> frozenset[str]:
    declared = (
        item.name.text for item in items if isinstance(item, ast.Enum | ast.TypeDef | ast.Component | ast.Board)
    )
    parts = (part for item in items if isinstance(item, ast.Board) for part in item.parts)
    return frozenset((*declared, *(part.type.text for part in parts if isinstance(part, ast.Spaces | ast.Edges))))


def _from_outside(phase: ast.Phase, rule: ast.Node) -> ast.Name | None:
    """A name of the rule around a phase that its statements mention."""
    inner = {id(node) for node in below(phase)}
    bound: dict[str, ast.Name] = {}
    own: set[str] = set()
    for node in below(rule):
        for name in _binds(node):
            if id(node) in inner:
                own.add(name.text)
            else:
                bound[name.text] = name
    return next((bound[word] for word in mentioned(phase.body) if word in bound and word not in own), None)


def _binds(node: ast.Node) -> list[ast.Name]:
    match node:
        case ast.Let(name=name) | ast.Parameter(name=name):
            return [name]
        case ast.Choose(variable=name) | ast.For(variable=name) | ast.Roll(binding=name):
            return [name]
        case ast.Draw(binding=ast.Name() as name) | ast.Place(binding=ast.Name() as name):
            return [name]
        case ast.Arm(binding=ast.Name() as name) | ast.Repeat(binding=ast.Name() as name):
            return [name]
        case _:
            return []


def _not_alone(shop: Shop, items: Sequence[ast.Replace], path: str, name: ast.Name) -> None:
    item = next(each for each in items if says_base(each.body))
    shop.report.error(
        codes.NO_BASE,
        item.path.span,
        f"`base` cannot be done here: what stood in `{path}` hangs on the rule around it",
        labels=[Label(name.span, f"on `{name.text}`")],
        help="write out what is to be done, without `base`",
    )
