"""A zone that is drawn from, and to which nothing ever comes: `flow/never-filled`, a warning.

In the beginning all lies in the box or with its owner. A deck is empty until a rule moves cards to it.
"""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics.analyses.walk import below
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game
from rulewright.syntax import ast

Drawn = dict[str, Span]
"""The zones that are drawn from, each with the first place."""


def check(game: Game, composed: Composed, report: Report) -> None:
    if report.failed:
        return  # what is not known could be what fills it
    drawn, filled = _zones(game)
    if filled is None:
        return
    for name, place in drawn.items():
        zone = game.symbols.zones.get(name)
        if zone is not None and not _comes_to(game, name, filled, ()):
            report.warning(
                codes.NEVER_FILLED,
                place,
                f"nothing ever comes to `{name}`",
                label="nothing can be drawn here",
                labels=[Label(zone.name.span, "declared here")],
                help=_cure(game, zone),
            )


def _zones(game: Game) -> tuple[Drawn, set[str] | None]:
    """Those that are drawn from, and those to which something comes; None if that is known in play only."""
    drawn: Drawn = {}
    filled: set[str] = set()
    for routine in game.routines.values():
        for node in below(routine.body):
            if isinstance(node, tree.Draw) and isinstance(node.source, tree.ZoneAt):
                drawn.setdefault(node.source.zone, node.source.span)
            if isinstance(node, tree.Draw | tree.Transfer):
                if isinstance(node.to, tree.ZoneAt):
                    filled.add(node.to.zone)
                elif isinstance(node.to.type, t.Zone | t.Unknown):
                    return drawn, None
    return drawn, filled


def _comes_to(game: Game, name: str, filled: set[str], asked: tuple[str, ...]) -> bool:
    """Whether a rule moves things there, or it is filled from a zone to which something comes."""
    zone = game.symbols.zones.get(name)
    if zone is None or name in filled:
        return True
    sources = [each for each in zone.modifiers if each.kind.startswith(("refilled", "reshuffled"))]
    return name not in asked and any(
        not isinstance(each.expression, ast.Ref) or _comes_to(game, each.expression.name.text, filled, (*asked, name))
        for each in sources
    )


def _cure(game: Game, zone: ast.Zone) -> str:
    declared = game.symbols.components.get(zone.type.text)
    plural = declared.plural.text if declared is not None and declared.plural is not None else None
    if plural is None:
        return "in the beginning all lies in the box or with its owner: move it there in `setup:`"
    return f"in the beginning they lie in the box: write `move {plural} to {zone.name.text}` in `setup:`"
