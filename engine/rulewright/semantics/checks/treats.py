"""What `treat` names must be there: a part of the rules in which something can count as something else, and does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.semantics import paths, standings
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game, with_article
from rulewright.syntax import ast

KINDS: tuple[paths.Kind, ...] = (
    "choice", "action", "reaction", "definition", "column", "row", "cell", "category", "phase", "turn", "setup",
)  # fmt: skip
"""What can be named by a path of a `treat`."""


def check(game: Game, composed: Composed, report: Report) -> None:
    """Whoever elaborates such a part asks what counts as what in it: a path that was never asked for is not there."""
    treats = [item for item in composed.items if isinstance(item, ast.Treat)]
    if not treats:
        return
    known = paths.targets(composed.items, composed.bases)
    for item in treats:
        idle: list[_Idle] = []
        for path in item.paths:
            name = paths.written(path)
            found = name not in known or paths.find(known, path, KINDS, "treated otherwise", report) is not None
            if found and name not in game.treated:
                paths.missing(known, path, KINDS, "treated otherwise", report)
            elif found and any(each.text != item.as_type.text for each in item.types):
                idle += _without_effect(game, composed, known, item, path)
        if idle:
            _say(game, item, idle, report)


@dataclass(frozen=True, slots=True)
class _Idle:
    """A part in which nothing is another: where the `treat` names it, and the part itself."""

    path: ast.Path
    part: ast.Node


def _without_effect(
    game: Game, composed: Composed, known: paths.Targets, item: ast.Treat, path: ast.Path
) -> Iterator[_Idle]:
    """The part, if nothing in it can tell the difference: nothing there, nor what is read there, names the type."""
    parts = list(_parts(composed, known, paths.written(path)))
    words = standings.words_in(game, parts)
    if parts and not any(standings.names_type(game, each, words) for each in _counted_as(game, item.as_type.text)):
        yield _Idle(path, parts[0])


def _say(game: Game, item: ast.Treat, idle: Sequence[_Idle], report: Report) -> None:
    """One message for all parts of one `treat`; if it has no effect anywhere, at the type as which it counts."""
    type, first = item.as_type.text, idle[0]
    plurals = [plural for plural, of in game.symbols.plurals.items() if of == type]
    said = " or ".join(f"`{word}`" for word in (type, *plurals))
    cure = f"it has an effect where {said} is read, in the part itself or in a definition that is read there"
    nothing = f"nothing there speaks of {with_article(type)}"
    if 1 < len(idle) == len(item.paths):
        report.warning(
            codes.NO_EFFECT,
            item.as_type.span,
            f"this changes nothing in any of these parts: {nothing}",
            labels=[Label(first.path.span.to(idle[-1].path.span), "these parts")],
            help=cure,
        )
        return
    others = [Label(each.path.span, f"nor in `{paths.written(each.path)}`") for each in idle[1:]]
    report.warning(
        codes.NO_EFFECT,
        first.path.span,
        f"this changes nothing in `{paths.written(first.path)}`: {nothing}",
        labels=[*others, Label(first.part.span, "this part"), Label(item.as_type.span, "as which it counts")],
        help=cure,
    )


def _counted_as(game: Game, type: str) -> list[str]:
    """The type, and all that it counts as somewhere: what counts as it may count as that as well."""
    found = [type]
    for each in found:
        for treats in game.symbols.treats.values():
            found += [other for other, members in treats.items() if each in members and other not in found]
    return found


def _parts(composed: Composed, known: paths.Targets, name: str) -> Iterator[ast.Node]:
    """All that stands under a path: each node, what it calls `base`, the cells of a column, restrictions of a choice.

    Of a later choice of one name, `build.space2`, it is the whole rule.
    """
    first = name.rstrip("0123456789")
    for target in known.get(name, ()):
        yield target.node
        if target.kind == "column":
            yield from _cells(known, name)
    if name not in known:
        yield from (target.inside[0] for target in known.get(first, ()) if target.inside)
    hidden = {own for own, path in composed.bases.items() if path == name}
    for item in composed.items:
        own = getattr(item, "name", None)
        if isinstance(own, ast.Name) and own.text in hidden:
            yield item
        if isinstance(item, ast.Restrict) and any(_lies_in(paths.written(path), name) for path in item.paths):
            yield item


def _cells(known: paths.Targets, column: str) -> Iterator[ast.Node]:
    owner, _, field = column.partition(".")
    for group in known.values():
        for target in group:
            words = target.path.split(".")
            if target.kind == "cell" and (words[0], words[-1]) == (owner, field):
                yield target.node


def _lies_in(path: str, name: str) -> bool:
    return path == name or path.startswith(f"{name}.")
