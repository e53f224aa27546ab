"""Every part of a rule has a path. In: the items of a game. Out: what `build.space`, `Goal.gold`, `score.castles` name.

Works on the surface tree, before names and types are resolved, so that what expansions change and restrict is found by
the same words everywhere. A choice is found by its name in its rule; which of several of one name is meant
(`build.space2`) is known once the rule is elaborated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest, slip
from rulewright.semantics.walk import children
from rulewright.syntax import ast

Kind = Literal[
    "option", "enum", "union", "type", "board", "zone", "variable", "value", "member", "row", "column", "cell",
    "constant", "table", "definition", "action", "phase", "setup", "turn", "reaction", "category", "choice",
]  # fmt: skip

WORDS: Mapping[Kind, str] = {
    "option": "an option",
    "enum": "an enum",
    "union": "a type",
    "type": "a type of components",
    "board": "a board",
    "zone": "a zone",
    "variable": "a variable",
    "value": "a value of an enum",
    "member": "a member of a type",
    "row": "a row",
    "column": "a column",
    "cell": "a cell",
    "constant": "a constant",
    "table": "a table",
    "definition": "a definition",
    "action": "an action",
    "phase": "a phase",
    "setup": "the setup",
    "turn": "the turn",
    "reaction": "a reaction",
    "category": "a category of the score",
    "choice": "a choice",
}
"""What each kind is called in a message."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a path names. `node`: where it was written; `inside`: what that stands in, outermost first (of a cell its
    type, its row, perhaps its side; of a choice its rule). `routines`: what the rules in it are called once elaborated.

    The node of a cell that its row leaves empty is the row.
    """

    kind: Kind
    path: str
    node: ast.Node
    inside: tuple[ast.Node, ...] = ()
    routines: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What players call it, if it has a title of its own."""
        title = getattr(self.node, "title", None)
        return title.value if isinstance(title, ast.Text) else ""


Targets = Mapping[str, Sequence[Target]]
"""By path; more than one where a path fits two things, such as a row and a column of the same name."""


def written(path: ast.Path) -> str:
    return ".".join(name.text for name in path.names)


def word(kind: Kind) -> str:
    """What a thing of this kind is, in one word."""
    return WORDS[kind].split()[1]


def targets(items: Iterable[ast.Item], bases: Mapping[str, str] | None = None) -> Targets:
    """Everything that has a path. `bases`: what a changed rule calls `base`, by its own name the path it belongs to."""
    found: dict[str, list[Target]] = {}
    listed = tuple(items)
    hidden = bases or {}
    types = {item.name.text: item for item in listed if isinstance(item, ast.Component)}
    enums = {item.name.text: item for item in listed if isinstance(item, ast.Enum)}
    for item in listed:
        name = getattr(item, "name", None)
        path = hidden.get(name.text, "") if isinstance(name, ast.Name) else ""
        for target in _of_base(item, path) if path else _of_item(item, types, enums):
            found.setdefault(target.path, []).append(target)
    for name, path in hidden.items():
        found[path] = [
            replace(each, routines=(*each.routines, name)) if each.routines else each for each in found.get(path, ())
        ]
    _columns_hold_cells(found)
    return found


def find(known: Targets, path: ast.Path, kinds: Sequence[Kind], verb: str, report: Report) -> Target | None:
    """What the path names, one of these kinds; anything else is reported. `verb`: what is done to it, `replaced`."""
    name = written(path)
    here = [target for target in known.get(name, ()) if target.kind in kinds]
    if len({target.kind for target in here}) > 1:
        first, second = here[0], next(target for target in here if target.kind != here[0].kind)
        report.error(
            codes.AMBIGUOUS,
            path.span,
            f"`{name}` is {WORDS[first.kind]} and {WORDS[second.kind]}",
            labels=[Label(_named(first), WORDS[first.kind]), Label(_named(second), WORDS[second.kind])],
            help="give one of them another name",
        )
        return None
    if here:
        return here[0]
    other = next(iter(known.get(name, ())), None)
    if other is not None:
        report.error(
            codes.WRONG_KIND,
            path.span,
            f"`{name}` is {WORDS[other.kind]}, which cannot be {verb}",
            labels=[Label(_named(other), "declared here")],
            help=_instead(other, name, verb),
        )
        return None
    missing(known, path, kinds, verb, report)
    return None


def missing(known: Targets, path: ast.Path, kinds: Sequence[Kind], verb: str, report: Report) -> None:
    """Says that nothing has this path, with the nearest of those that could be meant."""
    name = written(path)
    ending = [each for each in near(known, kinds) if each.endswith(f".{name}")]  # `nets` for `Deed.nets`
    guess = ending[0] if len(ending) == 1 else nearest(name, near(known, kinds))
    report.error(
        codes.MISSING_TARGET,
        path.span.part(*slip(path.span.text, guess)),
        f"there is nothing called `{name}` that could be {verb}",
        label="nothing has this name",
        labels=[Label(_named(known[guess][0]), f"`{guess}` is declared here")] if guess else [],
        help=f"did you mean `{guess}`?" if guess else None,
        fixes=respelling(path.span, name, near(known, kinds)),
    )


def near(known: Targets, kinds: Sequence[Kind]) -> list[str]:
    """The paths of these kinds, in the order declared."""
    return [name for name, group in known.items() if any(target.kind in kinds for target in group)]


def unnamed(items: Iterable[ast.Item]) -> Iterator[tuple[Span, str]]:
    """Rules without a name, which no path reaches: where each stands, and what it is."""
    for item in items:
        yield from _unnamed(item, False)


# ------------------------------------------------------------------ what has a path


def _of_item(item: ast.Item, types: Mapping[str, ast.Component], enums: Mapping[str, ast.Enum]) -> Iterator[Target]:
    match item:
        case ast.Option(name=name):
            yield Target("option", name.text, item)
        case ast.Enum(name=name):
            yield Target("enum", name.text, item)
            yield from (_column(item, field, name.text) for field in item.parameters)
            for value in item.values:
                yield from _of_value(item, value)
        case ast.AddValues(type=type, values=values) if type.text in enums:
            for value in values:
                yield from _of_value(enums[type.text], value)
        case ast.TypeDef(name=name):
            yield Target("union", name.text, item)
            yield from (Target("member", f"{name.text}.{member.text}", member, (item,)) for member in item.members)
        case ast.Component():
            yield from _of_component(item)
        case ast.Rows(type=type) if type.text in types:
            for row in item.rows:
                yield from _of_row(types[type.text], row)
        case ast.Board(name=name):
            yield Target("board", name.text, item)
            yield from (_column(item, field, name.text) for field in item.fields if field.value is not None)
        case ast.Zone(name=name):
            yield Target("zone", name.text, item)
        case ast.Var(name=name):
            yield Target("variable", name.text, item)
        case ast.Const(name=name):
            yield Target("constant", name.text, item)
        case ast.Table(name=name):
            yield Target("table", name.text, item, routines=(name.text,))
        case ast.Define(name=name):
            yield Target("definition", name.text, item, routines=(name.text,))
        case ast.Action(name=name, body=body):
            yield Target("action", name.text, item, routines=(name.text,))
            yield from _in_rule(name.text, item, body)
        case ast.Setup(body=body):
            yield Target("setup", "setup", item, routines=("setup",))
            yield from _in_rule("setup", item, body)
        case ast.Turn(body=body):
            yield Target("turn", "turn", item, routines=("turn",))
            yield from _in_rule("turn", item, body)
        case ast.Phase() | ast.Round() | ast.Turns():
            yield from _in_rule("", item, item)
        case ast.On() | ast.When() | ast.Anytime():
            yield from _of_reaction(item, "", ())
        case ast.Score(categories=categories):
            for category in categories:
                if category.name is not None:
                    path = f"score.{category.name.text}"
                    yield Target("category", path, category, (item,), (path,))
        case _:
            pass


def _of_base(item: ast.Item, path: str) -> Iterator[Target]:
    """The choices in what `base` means are still called after the path of the rule."""
    if isinstance(item, ast.Action):
        yield from _in_rule(path, item, item.body)


def _of_component(item: ast.Component) -> Iterator[Target]:
    name = item.name.text
    yield Target("type", name, item)
    yield from (_column(item, field, name) for field in item.fields)
    for rule in item.rules:
        yield from _of_reaction(rule, f"{name}.", (item,))
    for board in item.boards:
        yield from _of_item(board, {}, {})


def _column(owner: ast.Node, field: ast.Field | ast.Parameter, name: str) -> Target:
    return Target("column", f"{name}.{field.name.text}", field, (owner,))


def _columns_hold_cells(found: dict[str, list[Target]]) -> None:
    """A column that is not worked out holds the routines of its cells."""
    cells: dict[tuple[str, str], list[str]] = {}
    for group in found.values():
        for cell in group:
            if cell.kind == "cell" and cell.routines:
                owner, *_, name = cell.path.split(".")
                cells.setdefault((owner, name), []).extend(cell.routines)
    for (owner, name), routines in cells.items():
        path = f"{owner}.{name}"
        found[path] = [
            replace(target, routines=tuple(routines)) if target.kind == "column" else target for target in found[path]
        ]


def _of_value(owner: ast.Enum, value: ast.EnumValue) -> Iterator[Target]:
    path = f"{owner.name.text}.{value.name.text}"
    yield Target("value", path, value, (owner,))
    for field, cell in zip(owner.parameters, value.cells, strict=False):
        yield Target("cell", f"{path}.{field.name.text}", cell, (owner, value))


def _of_row(owner: ast.Component, row: ast.Row) -> Iterator[Target]:
    path = f"{owner.name.text}.{row.name.text}"
    yield Target("row", path, row, (owner,))
    yield from _cells(path, (owner, row), row)
    for rule in row.rules:
        if not isinstance(rule, ast.ChangeItem):
            yield from _of_reaction(rule, f"{path}.", (owner, row))
    for side in row.sides:
        yield from _cells(f"{path}.{side.name.text}", (owner, row, side), side)
        for rule in side.rules:
            if not isinstance(rule, ast.ChangeItem):
                yield from _of_reaction(rule, f"{path}.", (owner, row, side))
    given = {name for holder in _holders(row) for name in _given(holder)}
    for field in owner.fields:
        if field.name.text not in given and field.value is None:
            yield Target("cell", f"{path}.{field.name.text}", row, (owner, row))


def _holders(row: ast.Row) -> tuple[ast.Row | ast.Side, ...]:
    return (row, *row.sides)


def _given(holder: ast.Row | ast.Side) -> list[str]:
    return [part.name.text for part in holder.inline] + [part.name.text for part in holder.cells]


def _cells(path: str, inside: tuple[ast.Node, ...], holder: ast.Row | ast.Side) -> Iterator[Target]:
    owner = inside[0]
    assert isinstance(owner, ast.Component)
    rules = {field.name.text for field in owner.fields if _holds_rules(field.type)}
    cells: tuple[ast.Inline | ast.Cell, ...] = (*holder.inline, *holder.cells)
    sides = [side.text for side in owner.sides] if isinstance(holder, ast.Row) else []
    for cell in cells:
        name = cell.name.text
        places = tuple(f"{path}.{side}.{name}" for side in sides) or (f"{path}.{name}",)
        yield Target("cell", f"{path}.{name}", cell, inside, places if name in rules else ())
        if isinstance(cell.value, ast.ActionValue):
            for place in places:
                yield from _in_rule(place, cell, cell.value.body)


def _holds_rules(type: ast.TypeExpr) -> bool:
    if isinstance(type, ast.MaybeType):
        return _holds_rules(type.inner)
    return isinstance(type, ast.NamedType) and type.name.text in ("action", "score")


def _of_reaction(rule: ast.React, owner: str, inside: tuple[ast.Node, ...]) -> Iterator[Target]:
    name: ast.Name | None = rule.name
    if name is not None:
        path = f"{owner}{name.text}"
        yield Target("reaction", path, rule, inside, (path,))
        yield from _in_rule(path, rule, rule.body)


def _in_rule(path: str, rule: ast.Node, part: ast.Node) -> Iterator[Target]:
    """The choices of a rule, each name once, and the phases and rules of its own that stand in it."""
    seen: set[str] = set()
    for holder, name, node in _questions(path, rule, part):
        if isinstance(node, ast.Phase):
            yield Target("phase", name, node, (rule,), (name,))
        elif isinstance(node, ast.On | ast.When | ast.Anytime):
            yield from _of_reaction(node, "", (rule,))
        else:
            full = f"{holder}.{name}" if holder else name
            if full not in seen:
                seen.add(full)
                yield Target("choice", full, node, (rule,), (holder,))


def _questions(path: str, rule: ast.Node, part: ast.Node) -> Iterator[tuple[str, str, ast.Node]]:
    """Every question below: the path in front of its name, its name, itself; also each phase and armed rule."""
    match part:
        case ast.Phase(name=name, body=body):
            yield path, name.text, part
            yield from _questions(name.text, rule, body)
            return
        case ast.Lasting(rules=rules):
            yield from ((path, "", each) for each in rules if not isinstance(each, ast.ChangeItem))
            return
        case ast.Choose(variable=variable) | ast.For(variable=variable, any_order=True):
            yield path, variable.text, part
        case ast.ChooseOne() | ast.AnyOrder():
            yield path, "menu", part
        case ast.May():
            yield path, "may", part
        case _:
            pass
    for child in children(part):
        yield from _questions(path, rule, child)


# ------------------------------------------------------------------ messages


def _named(target: Target) -> Span:
    name = getattr(target.node, "name", None)
    return name.span if isinstance(name, ast.Name) else target.node.span


_VALUES: tuple[Kind, ...] = ("definition", "table", "constant", "category", "column", "cell")
_DONE: tuple[Kind, ...] = ("action", "phase", "setup", "turn", "reaction")


def _instead(target: Target, name: str, verb: str) -> str | None:
    """What could be done to it."""
    if verb == "changed" and target.kind in _DONE:
        return f"what is done is replaced: `replace {name}: …`"
    if verb == "replaced" and target.kind in _VALUES:
        return f"what is worked out is changed: `change {name} = …`"
    if target.kind == "choice" and verb in ("changed", "replaced"):
        return f"`restrict {name}: …` adds a condition; the rule it stands in can be replaced"
    return None


def _unnamed(node: ast.Node, flow: bool) -> Iterator[tuple[Span, str]]:
    match node:
        case ast.On(when=when, event=event, name=None):
            yield node.span, f"{when} {event.text}"
        case ast.When(name=None):
            yield node.span, "when"
        case ast.Anytime(name=None):
            yield node.span, "anytime"
        case ast.Category(name=None):
            yield node.span, "score: for each"
        case ast.Round() | ast.Turns() if not flow:
            yield node.span, "round" if isinstance(node, ast.Round) else "turns"
        case _:
            pass
    inside = flow or isinstance(node, ast.Phase | ast.Action | ast.Turn)
    for child in children(node):
        yield from _unnamed(child, inside)
