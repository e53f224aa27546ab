"""Options: what may be chosen, and the items that a choice brings into the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import exchange, respelling
from rulewright.report.suggest import nearest
from rulewright.syntax import ast


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


def brought(option: ast.Option, value: str) -> tuple[ast.Item, ...]:
    """What an option brings into the game with this value."""
    always = option.items if value != "no" else ()
    return (*always, *(item for case in option.cases if case.name.text == value for item in case.items))


def active(
    items: Iterable[ast.Item], values: Mapping[str, str], without: Collection[str] = ()
) -> Iterator[tuple[ast.Item, ast.Option | None]]:
    """The items with the blocks of chosen options, each with the option it comes from.

    What an option holds comes after all that is always there. Options in `without` have been taken away.
    """
    later: list[tuple[ast.Item, ast.Option]] = []
    for item in items:
        if not isinstance(item, ast.Option):
            yield item, None
        elif item.name.text not in without:
            later.extend((inner, item) for inner in brought(item, values[item.name.text]))
    for item, option in later:
        for inner, own in active([item], values, without):
            yield inner, own or option


def chosen(option: ast.Option, value: str) -> ast.Option:
    """The option as it stands in a game in which it is chosen: what it holds has joined, the value is the default."""
    span = option.default.span
    default = ast.No(span=span) if value == "no" else ast.Ref(span=span, name=ast.Name(span=span, text=value))
    return ast.Option(
        span=option.span,
        name=option.name,
        title=option.title,
        values=option.values,
        default=default,
        items=(),
        cases=(),
        docs=option.docs,
    )


def check_options(options: Sequence[ast.Option], report: Report) -> bool:
    """Whether the default of each option and the cases under it are values of it."""
    fine = True
    for option in options:
        known = option_values(option)
        words = [case.name for case in option.cases]
        if len(known) == 1 and known[0] != "Bool" and nearest(known[0], ["Bool"]):
            report.error(
                codes.UNKNOWN,
                option.values[0].span,
                f"there is no type called `{known[0]}`",
                help="did you mean `Bool`?",
                fixes=respelling(option.values[0].span, known[0], ["Bool"]),
            )
            fine = False
            continue
        default = option.default.name if isinstance(option.default, ast.Ref) else None
        if default is None and not (isinstance(option.default, ast.No) and "no" in known):
            alone = option.values[0].span if len(known) == 1 and isinstance(option.default, ast.No) else None
            report.error(
                codes.MISMATCH,
                option.default.span,
                f"the default of an option is one of its values: {', '.join(known)}",
                labels=[Label(alone, "its only value")] if alone else (),
                help="for yes or no write `Bool`" if alone else None,
                fixes=exchange(alone, "Bool", certain=False) if alone else (),
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
                    fixes=respelling(word.span, word.text, known),
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
