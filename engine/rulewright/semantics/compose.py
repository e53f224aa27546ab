"""Many files become one game. In: the items of the game and its expansions, the chosen options. Out: one list.

What an option holds joins when it is chosen; what an expansion declares again it adds to. Files are read by the
loader: an `include` or `use` has already been exchanged for what it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.suggest import nearest
from rulewright.semantics.walk import below
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class Composed:
    """One game: its items in order, its header, the value of every option, and what the composition changed."""

    header: ast.Header
    items: tuple[ast.Item, ...]
    options: Mapping[str, str]
    declared: tuple[ast.Option, ...]
    expansions: tuple[ast.Header, ...]
    changes: tuple[str, ...]

    @property
    def file(self) -> ast.File:
        """All of it as one file would say it: what options hold has joined, their defaults are the chosen values."""
        options = tuple(_chosen(option, self.options[option.name.text]) for option in self.declared)
        items = (item for item in self.items if item is self.header or not isinstance(item, ast.Header))
        return ast.File(span=self.header.span, items=(*items, *options))


def _chosen(option: ast.Option, value: str) -> ast.Option:
    span = option.default.span
    default = ast.No(span=span) if value == "no" else ast.Ref(span=span, name=ast.Name(span=span, text=value))
    return replace(option, default=default, items=(), cases=())


def option_values(option: ast.Option) -> tuple[str, ...]:
    """What may be chosen; a Bool option offers `no` and `yes`."""
    names = tuple(value.text for value in option.values)
    return ("no", "yes") if names == ("Bool",) else names


def option_default(option: ast.Option) -> str:
    match option.default:
        case ast.Ref(name=name):
            return name.text
        case ast.No():
            return "no"
        case _:
            return option_values(option)[0]


def declared_options(items: Iterable[ast.Item]) -> tuple[ast.Option, ...]:
    """Every option, also those that stand inside another."""
    found: list[ast.Option] = []
    for item in items:
        if isinstance(item, ast.Option):
            found.append(item)
            found.extend(declared_options((*item.items, *(inner for case in item.cases for inner in case.items))))
    return tuple(found)


def compose(
    game: Sequence[ast.Item],
    expansions: Sequence[Sequence[ast.Item]],
    chosen: Mapping[str, str],
    report: Report,
) -> Composed | None:
    """The composed game, or None if there is no game to compose. `chosen` holds checked values of options."""
    header = next((item for item in game if isinstance(item, ast.Header)), None)
    if header is None:
        return None
    options = declared_options((*game, *(item for part in expansions for item in part)))
    values = {option.name.text: chosen.get(option.name.text, option_default(option)) for option in options}
    items: list[ast.Item] = []
    headers = [item for part in expansions for item in part if isinstance(item, ast.Header)]
    if not _check_headers(header, headers, (game, *expansions), report) or not _check_options(options, report):
        return None
    changes: list[str] = []
    for part in (game, *expansions):
        for item, by_option in _with_options(part, values):
            _join(items, item, part is game and not by_option, changes, report)
    return Composed(header, tuple(items), values, options, tuple(headers), tuple(changes))


def _with_options(items: Iterable[ast.Item], values: Mapping[str, str]) -> Iterable[tuple[ast.Item, bool]]:
    """The items with the blocks of chosen options, and whether each comes from one.

    What an option holds comes after all that is always there.
    """
    later: list[ast.Item] = []
    for item in items:
        if not isinstance(item, ast.Option):
            yield item, False
            continue
        value = values[item.name.text]
        if value != "no":
            later.extend(item.items)
        later.extend(inner for case in item.cases if case.name.text == value for inner in case.items)
    if later:
        yield from ((item, True) for item, _ in _with_options(later, values))


def _check_options(options: Sequence[ast.Option], report: Report) -> bool:
    """The default of an option and the cases under it are values of it."""
    fine = True
    for option in options:
        known = option_values(option)
        words = [case.name for case in option.cases]
        default = option.default.name if isinstance(option.default, ast.Ref) else None
        if default is None and not (isinstance(option.default, ast.No) and "no" in known):
            report.error(
                codes.MISMATCH,
                option.default.span,
                f"the default of an option is one of its values: {', '.join(known)}",
            )
            fine = False
        for word in [*words, default] if default is not None else words:
            if word.text not in known:
                guess = nearest(word.text, known)
                report.error(
                    codes.UNKNOWN,
                    word.span,
                    f"`{word.text}` is no value of the option `{option.name.text}`",
                    help=f"did you mean `{guess}`?" if guess else f"it may be {', '.join(known)}",
                )
                fine = False
        for index, value in enumerate(option.values):
            first = next((other for other in option.values[:index] if other.text == value.text), None)
            if first is not None:
                report.error(
                    codes.DUPLICATE,
                    value.span,
                    f"`{value.text}` is a value of `{option.name.text}` already",
                    labels=[Label(first.span, "here first")],
                )
                fine = False
    return fine


def _check_headers(
    base: ast.Header, headers: Sequence[ast.Header], parts: Sequence[Sequence[ast.Item]], report: Report
) -> bool:
    """The expansions are for this game, and what they need and exclude agrees with which are there."""
    name = base.name.text if base.name else ""
    present = {header.name.text for header in headers if header.name}
    fine = True
    for header in headers:
        if header.base is not None and header.base.text != name:
            own = header.name.text if header.name else "this"
            report.error(
                codes.WRONG_BASE,
                header.base.span,
                f"`{own}` is an expansion for `{header.base.text}`, not for `{name}`",
                label="another game",
            )
            fine = False
    for part in parts:
        own = next((item.name.text for item in part if isinstance(item, ast.Header) and item.name), "this")
        for item in part:
            if isinstance(item, ast.Needs):
                for wanted in item.names:
                    if (wanted.text in present) != (item.kind == "requires"):
                        verb = "needs" if item.kind == "requires" else "does not go together with"
                        report.error(codes.REQUIRES, wanted.span, f"`{own}` {verb} `{wanted.text}`")
                        fine = False
    return fine


_REPLACED_ONCE = (ast.Players, ast.FirstPlayer, ast.Winner)


def _join(items: list[ast.Item], item: ast.Item, in_base: bool, changes: list[str], report: Report) -> None:
    """Add an item. In an expansion or option, one that declares something again adds to it, or takes its place.

    In the game itself a second declaration is a mistake.
    """
    match item:
        case ast.Board():
            for index, old in enumerate(items):
                if isinstance(old, ast.Board) and old.name.text == item.name.text and not in_base:
                    items[index] = _merged_board(old, item, report)
                    changes.append(f"board {item.name.text}: added to")
                    return
        case ast.Players() | ast.FirstPlayer() | ast.Winner():
            for index, old in enumerate(items):
                if type(old) is type(item) and isinstance(item, _REPLACED_ONCE):
                    if in_base:
                        report.error(
                            codes.DUPLICATE,
                            item.span,
                            "this is said twice",
                            labels=[Label(old.span, "here first")],
                        )
                    items[index] = item
                    changes.append(f"{type(item).__name__.lower()}: replaced")
                    return
        case ast.Component() if not in_base and _is_addition(item):
            for index, old in enumerate(items):
                if isinstance(old, ast.Component) and old.name.text == item.name.text:
                    _check_same(old, item, old.kind == item.kind, report)
                    items[index] = replace(old, fields=(*old.fields, *item.fields), rules=(*old.rules, *item.rules))
                    changes.append(f"{item.kind} {item.name.text}: fields added")
                    return
        case ast.Replace():
            if _replace(items, item, report):
                changes.append(f"{_path(item.path)}: replaced")
                return
        case ast.AddValues() | ast.Restrict() | ast.Letters() | ast.Rows():
            if not in_base:
                changes.append(_described(item))
        case _:
            pass
    items.append(item)


def _is_addition(item: ast.Component) -> bool:
    return item.copies is None and item.plural is None and not item.sides


def _merged_board(old: ast.Board, new: ast.Board, report: Report) -> ast.Board:
    """The old board with the new one's fields and parts. It has one picture: a new `from` takes the old one's place."""
    sizes = (new.columns, new.rows) in ((None, None), (old.columns, old.rows))
    same = old.kind == new.kind and sizes and new.shifted in (None, old.shifted) and new.per in ((), old.per)
    _check_same(old, new, same, report)
    pictures = any(isinstance(part, ast.Sectors) for part in new.parts)
    kept = tuple(part for part in old.parts if not (pictures and isinstance(part, ast.Sectors)))
    added = tuple(field for field in new.fields if field not in old.fields)
    return replace(old, fields=(*old.fields, *added), parts=(*kept, *new.parts))


def _check_same(old: ast.Board | ast.Component, new: ast.Board | ast.Component, same: bool, report: Report) -> None:
    """What is declared again must be the same kind of thing."""
    if not same:
        report.error(
            codes.CONFLICT,
            new.name.span,
            f"`{new.name.text}` is declared again as something else",
            labels=[Label(old.name.span, "declared here first")],
            help="to add to it, repeat its first line as it stands; a new thing needs a name of its own",
        )


def _replace(items: list[ast.Item], item: ast.Replace, report: Report) -> bool:
    """`replace NAME: …` of an action, whole. Anything else is left standing, to be refused with a code of its own."""
    if len(item.path.names) != 1 or item.player is not None or _says_base(item.body):
        return False
    name = item.path.names[0]
    actions = {old.name.text: index for index, old in enumerate(items) if isinstance(old, ast.Action)}
    if name.text not in actions:
        if any(isinstance(node, ast.Phase) and node.name.text == name.text for old in items for node in below(old)):
            return False
        guess = nearest(name.text, actions)
        report.error(
            codes.MISSING_TARGET,
            name.span,
            f"there is no action `{name.text}` to replace",
            help=f"did you mean `{guess}`?" if guess else None,
        )
        return True
    index = actions[name.text]
    old = items[index]
    assert isinstance(old, ast.Action)
    before = next((other for other in items if isinstance(other, _Replaced) and other.name.text == name.text), None)
    if before is not None:
        report.error(
            codes.CONFLICT,
            name.span,
            f"`{name.text}` is replaced twice",
            labels=[Label(before.span, "here first")],
        )
        return True
    parameters = old.parameters
    if item.parameters:
        if len(item.parameters) != len(parameters):
            report.error(
                codes.ARGUMENTS,
                name.span,
                f"`{name.text}` has {len(parameters)} parameters, not {len(item.parameters)}",
                labels=[Label(old.name.span, "declared here")],
            )
            return True
        pairs = zip(item.parameters, parameters, strict=True)
        parameters = tuple(replace(parameter, name=called) for called, parameter in pairs)
    items[index] = _Replaced(span=item.span, name=old.name, title=old.title, parameters=parameters, body=item.body)
    return True


class _Replaced(ast.Action):
    """An action that has been replaced, so that a second replacement is noticed."""


def _says_base(body: ast.Block) -> bool:
    return any(isinstance(node, ast.Ref) and node.name.text == "base" for node in below(body))


def _path(path: ast.Path) -> str:
    return ".".join(name.text for name in path.names)


def _described(item: ast.AddValues | ast.Restrict | ast.Letters | ast.Rows) -> str:
    match item:
        case ast.AddValues():
            return f"{item.type.text}: {', '.join(value.name.text for value in item.values)} added"
        case ast.Restrict():
            return f"{', '.join(_path(path) for path in item.paths)}: restricted"
        case ast.Letters():
            return f"letters for {item.board.text}: {' '.join(letter.letter for letter in item.letters)} added"
        case ast.Rows():
            return f"{item.type.text}: {', '.join(row.name.text for row in item.rows)} added"
