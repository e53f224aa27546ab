"""Something is placed that is in nobody's supply, or on something that stands nowhere: `type/mismatch`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.span import Span
from rulewright.semantics.analyses.effects import component_names
from rulewright.semantics.analyses.walk import below
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game, with_article

_SPACES = ("space_of", "spaces_of")


def check(game: Game, composed: Composed, report: Report) -> None:
    if report.failed:
        return  # what is not known could be what is missing
    moves = list(_moves(game))
    on_boards = {name for part in moves if not isinstance(part.to.type, t.Zone) for name in _moved(part)}
    supplied = _supplied(game, moves)
    for part in moves:
        if part.supply is not None and not supplied & {"", part.supply}:
            report.error(
                codes.MISMATCH,
                _thing(part.span, part.supply),
                f"nobody ever has a `{part.supply}` in the supply",
                label="never there",
                help=_instead(game, part.supply),
            )
        where = part.to
        if isinstance(where, tree.Op) and where.name in _SPACES:
            names = component_names(where.args[0].type)
            if not on_boards & {"", *names}:
                report.error(
                    codes.MISMATCH,
                    where.span,
                    f"{with_article(t.show(_one(where.args[0].type)))} never stands on a board, so it has no space",
                    label=t.show(where.args[0].type),
                )


def _moves(game: Game) -> Iterator[tree.Transfer]:
    for routine in game.routines.values():
        for node in below(routine.body):
            if isinstance(node, tree.Transfer):
                yield node


def _moved(part: tree.Transfer) -> tuple[str, ...]:
    if part.supply is not None:
        return (part.supply,)
    return ("",) if part.things is None else component_names(part.things.type)


def _supplied(game: Game, moves: list[tree.Transfer]) -> set[str]:
    """The types of which there may be one to place: those that nobody owns come from the box, the others from the
    supply, in which they lie at the start or because a rule moves them there.
    """
    found = {
        name
        for name, declared in game.symbols.components.items()
        if declared.per is None or declared.per.text != "Player" or declared.kind in ("piece", "token")
    }
    for part in moves:
        if isinstance(part.to, tree.ZoneAt):
            if part.to.zone == "supply":
                found.update(_moved(part))
        elif isinstance(part.to.type, t.Zone):
            found.add("")  # a zone that is only known in play
    return found


def _thing(span: Span, name: str) -> Span:
    """The word in the statement, if it stands there."""
    at = span.text.find(name)
    return span if at < 0 else span.part(at, at + len(name))


def _instead(game: Game, name: str) -> str:
    declared = game.symbols.components[name]
    several = f"box.{declared.plural.text}" if declared.plural is not None else "…"
    return f"a {declared.kind} lies in the box at first: `place first of {several} on s`"


def _one(type: t.Type) -> t.Type:
    while isinstance(type, t.Set | t.List | t.Maybe):
        type = type.of
    return type
