"""What only adds: an item that an expansion or option brings joins the others, or what it declares again.

Two that say differently what there can be only one of (how many play, who wins, a board's picture) are a conflict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics.compose.composed import Change, How
from rulewright.semantics.paths import Kind, word, written
from rulewright.syntax import ast
from rulewright.syntax.printer import show

Modification = ast.ChangeItem | ast.Replace | ast.Remove | ast.AddCase


@dataclass(frozen=True, slots=True)
class Said:
    """A change to what is there: who says it, and its place among those that change the same thing."""

    item: Modification
    by: str
    rank: tuple[int, int]


@dataclass(slots=True)
class Shop:
    """The items while they are put together.

    `said`: the changes to be made once all has joined. `own`: where the game's own setup stands. `once`: who said
    what there is only one of; `players`: how many the game itself is for. `hidden`: what changed rules call `base`.
    """

    report: Report
    items: list[ast.Item] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    own: set[Span] = field(default_factory=set)
    once: dict[str, ast.Item] = field(default_factory=dict)
    players: ast.Players | None = None
    hidden: list[ast.Item] = field(default_factory=list)
    bases: dict[str, str] = field(default_factory=dict)
    impersonal: set[str] = field(default_factory=set)
    removed: dict[str, Span] = field(default_factory=dict)
    added: dict[str, Span] = field(default_factory=dict)


def join(shop: Shop, item: ast.Item, by: str, rank: tuple[int, int]) -> None:
    """Adds an item. In the game itself (`by` is empty) a second declaration is a mistake."""
    match item:
        case ast.ChangeItem(player=None) | ast.Replace(player=None) | ast.Remove(player=None) | ast.AddCase():
            shop.said.append(Said(item, by, rank))
            return
        case ast.Board() if by and _again(shop, item, by):
            return
        case ast.Component() if by and not item.sides and _again(shop, item, by):
            return
        case ast.Zone() | ast.Var() if by and _anew(shop, item, by):
            return
        case ast.Players() | ast.FirstPlayer() | ast.Winner():
            if _instead(shop, item, by):
                return
        case ast.Setup() if not by:
            shop.own.add(item.span)
        case _:
            pass
    shop.items.append(item)
    if by:
        _note(shop, item, by)


def _again(shop: Shop, item: ast.Board | ast.Component, by: str) -> bool:
    """Whether the item adds to one that is declared already."""
    for index, old in enumerate(shop.items):
        if isinstance(old, ast.Board) and isinstance(item, ast.Board) and old.name.text == item.name.text:
            shop.items[index] = _merged_board(shop, old, item)
        elif isinstance(old, ast.Component) and isinstance(item, ast.Component) and old.name.text == item.name.text:
            shop.items[index] = _merged_component(shop, old, item)
        else:
            continue
        what = "board" if isinstance(item, ast.Board) else item.kind
        counted = isinstance(item, ast.Component) and (item.copies is not None or item.generators)
        how: How = "changed" if counted else "added"
        shop.changes.append(Change(how, what, item.name.text, by=by, before=old.span, after=item.span))
        return True
    return False


def _merged_component(shop: Shop, old: ast.Component, new: ast.Component) -> ast.Component:
    """The old type with the new one's fields and rules; how many there are may be said anew."""
    same = old.kind == new.kind and new.plural in (None, old.plural)
    _check_same(old, new, same, shop.report)
    more = replace(old, fields=(*old.fields, *new.fields), rules=(*old.rules, *new.rules))
    if new.copies is None and not new.generators:
        return more
    _only_one(shop, f"how many `{old.name.text}` there are", replace(new, fields=(), rules=()))
    return replace(more, copies=new.copies, per=new.per, generators=new.generators)


def _anew(shop: Shop, item: ast.Zone | ast.Var, by: str) -> bool:
    """Whether the item takes the place of a zone or variable of that name, which holds the same for the same things."""
    for index, old in enumerate(shop.items):
        if not isinstance(old, ast.Zone | ast.Var) or type(old) is not type(item) or old.name.text != item.name.text:
            continue
        same = old.type == item.type and [key.type for key in old.per] == [key.type for key in item.per]
        _check_same(old, item, same, shop.report)
        what = "zone" if isinstance(item, ast.Zone) else "variable"
        _only_one(shop, f"the {what} `{item.name.text}`", item)
        if isinstance(item, ast.Var) and isinstance(old, ast.Var):
            shop.items[index] = replace(item, singular=item.singular or old.singular)
        else:
            shop.items[index] = item
        shop.changes.append(Change("changed", what, item.name.text, by=by, before=old.span, after=item.span))
        return True
    return False


def _merged_board(shop: Shop, old: ast.Board, new: ast.Board) -> ast.Board:
    """The old board with the new one's fields and parts. It has one picture: a new `from` takes the old one's place."""
    sizes = (new.columns, new.rows) in ((None, None), (old.columns, old.rows))
    same = old.kind == new.kind and sizes and new.shifted in (None, old.shifted) and new.per in ((), old.per)
    _check_same(old, new, same, shop.report)
    picture = next((part for part in new.parts if isinstance(part, ast.Sectors)), None)
    if picture is not None:
        _only_one(shop, f"the picture of `{old.name.text}`", replace(new, parts=(picture,), fields=()))
    kept = tuple(part for part in old.parts if not (picture is not None and isinstance(part, ast.Sectors)))
    added = tuple(each for each in new.fields if each not in old.fields)
    return replace(old, fields=(*old.fields, *added), parts=(*kept, *new.parts))


Declared = ast.Board | ast.Component | ast.Zone | ast.Var


def _check_same(old: Declared, new: Declared, same: bool, report: Report) -> None:
    """What is declared again must be the same kind of thing."""
    if not same:
        report.error(
            codes.CONFLICT,
            _where_not_the_same(old, new),
            f"`{new.name.text}` is declared again as something else",
            labels=[Label(old.name.span, "declared here first")],
            help="to add to it, repeat its first line as it stands; a new thing needs a name of its own"
            if isinstance(new, ast.Board | ast.Component)
            else "said anew, it holds the same as before, `per` the same; a new thing needs a name of its own",
        )


def _where_not_the_same(old: Declared, new: Declared) -> Span:
    """The first word that is another; the name, if that cannot be said."""
    if type(old) is type(new) and isinstance(old, ast.Zone | ast.Var) and isinstance(new, ast.Zone | ast.Var):
        for before, after in zip(old.per, new.per, strict=False):
            if before.type != after.type:
                return after.type.span
        if len(old.per) == len(new.per) and old.type != new.type:
            return new.type.span
    return new.name.span


_CALLED = {ast.Players: "players", ast.FirstPlayer: "first player", ast.Winner: "winner"}


def _instead(shop: Shop, item: ast.Players | ast.FirstPlayer | ast.Winner, by: str) -> bool:
    """Whether the item takes the place of another of its kind."""
    for index, old in enumerate(shop.items):
        if type(old) is not type(item):
            continue
        if not by:
            labels = [Label(old.span, "here first")]
            shop.report.error(codes.DUPLICATE, item.span, "this is said twice", labels=labels)
            shop.items[index] = item
        else:
            both = _for_both(shop, old, item)
            if both is None:
                _only_one(shop, f"`{_CALLED[type(item)]}`", item)
            shop.items[index] = both or item
        called = _CALLED[type(item)]
        shop.changes.append(Change("replaced", "line", called, by=by, before=old.span, after=item.span))
        return True
    if by:
        _only_one(shop, f"`{_CALLED[type(item)]}`", item)
    elif isinstance(item, ast.Players):
        shop.players = item
    return False


def _for_both(shop: Shop, old: ast.Item, new: ast.Item) -> ast.Players | None:
    """How many can play with two parts that each leave out some of those the game is for; None if that is not so."""
    whole = shop.players
    if not (isinstance(old, ast.Players) and isinstance(new, ast.Players)) or whole is None:
        return None
    inside = [whole.low.value <= each.low.value <= each.high.value <= whole.high.value for each in (old, new)]
    low, high = max(old.low.value, new.low.value), min(old.high.value, new.high.value)
    if not all(inside) or low > high:
        return None
    shop.once.setdefault("`players`", new)
    first, second = (old, new) if old.high.value <= new.high.value else (new, old)
    fewest = old.low if old.low.value == low else new.low
    return replace(first, low=fewest, text=first.text or second.text)


def _only_one(shop: Shop, what: str, item: ast.Item) -> None:
    """Two expansions or options that say differently what there is only one of."""
    first = shop.once.setdefault(what, item)
    if first is not item and first != item:
        shop.report.error(
            codes.CONFLICT,
            item.span,
            f"{what} is said again, and differently",
            labels=[Label(first.span, "another expansion or option says it here")],
            help="if the two do not go together, let one of them say `excludes`",
        )


# ------------------------------------------------------------------ what is noted


def _note(shop: Shop, item: ast.Item, by: str) -> None:
    for what, name, title, span in _described(item):
        shop.changes.append(Change("added", what, name, title, by, after=span))
    match item:
        case ast.AddValues(values=values):
            shop.added.update({value.name.text: value.span for value in values})
        case ast.Rows(rows=rows):
            shop.added.update({row.name.text: row.name.span for row in rows})
        case ast.Restrict(paths=paths):
            for path in paths:
                shop.changes.append(Change("restricted", "choice", written(path), by=by, after=item.span))
        case ast.Treat(types=types, as_type=as_type, paths=paths):
            names = ", ".join(name.text for name in types)
            for path in paths:
                shop.changes.append(
                    Change("treated", "rule", written(path), f"{names} as {as_type.text}", by, after=item.span)
                )
        case _:
            pass


def _title(text: ast.Text | None) -> str:
    return text.value if text is not None else ""


_NAMED: tuple[tuple[type[ast.Node], Kind], ...] = (
    (ast.Enum, "enum"),
    (ast.TypeDef, "union"),
    (ast.Const, "constant"),
    (ast.Table, "table"),
    (ast.Zone, "zone"),
    (ast.Var, "variable"),
    (ast.Board, "board"),
    (ast.Define, "definition"),
    (ast.Action, "action"),
    (ast.Phase, "phase"),
)


def _described(item: ast.Item) -> Sequence[tuple[str, str, str, Span]]:
    """What an item adds: the kind of each thing, its name, its title, its place."""
    match item:
        case ast.AddValues(type=type, values=values):
            return [("value", f"{type.text}.{value.name.text}", "", value.span) for value in values]
        case ast.AddItems(path=path, items=items):
            menu = written(path)
            return [("item", f"{menu}.{_item_name(each)}", _item_title(each), each.span) for each in items]
        case ast.Letters(board=board, letters=letters):
            return [("letter", f"{letter.letter} on {board.text}", "", letter.span) for letter in letters]
        case ast.Rows(type=type, rows=rows):
            return [("row", f"{type.text}.{row.name.text}", _title(row.title), row.span) for row in rows]
        case ast.Component(kind=kind, name=name):
            return [(kind, name.text, "", item.span)]
        case ast.Score(categories=categories):
            return [
                (
                    "category",
                    f"score.{line.name.text}" if line.name else show(line.value),
                    _title(line.title),
                    line.span,
                )
                for line in categories
            ]
        case ast.On() | ast.When() | ast.Anytime():
            own: ast.Name | None = item.name
            return [("reaction", own.text if own is not None else _first_line(item), "", item.span)]
        case ast.Setup():
            return [("setup", "setup", "", item.span)]
        case ast.Turn() | ast.Round() | ast.Turns():
            return [("flow", _first_line(item), "", item.span)]
        case ast.Automa(name=name, title=title):
            return [("automa", name.text, _title(title), item.span)]
        case _:
            pass
    for named, what in _NAMED:
        if isinstance(item, named):
            name = getattr(item, "name")  # noqa: B009 - all of them have one
            return [(word(what), name.text, _title(getattr(item, "title", None)), item.span)]
    return []


def _item_name(item: ast.Entry | ast.OptionArm) -> str:
    return item.name.text if isinstance(item, ast.OptionArm) else show(item.action)


def _item_title(item: ast.Entry | ast.OptionArm) -> str:
    return _title(item.title) if isinstance(item, ast.OptionArm) else ""


def _first_line(item: ast.On | ast.When | ast.Anytime | ast.Turn | ast.Round | ast.Turns) -> str:
    """What stands in front of the statements of a rule without a name."""
    head = item.span.text[: item.body.span.start - item.span.start].rstrip(": \n")
    return " ".join(head.split()) or type(item).__name__.lower()
