"""More rules than can be held against each other in time: `syntax/too-large`.

Every reaction may answer to every action, and to what other reactions do: what all may come to grows with the cube of
their number.
"""

from __future__ import annotations

from rulewright.core.limits import MOST_ACTIONS, MOST_LOCALS, MOST_REACTIONS
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.span import Span
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game


def check(game: Game, composed: Composed, report: Report) -> None:
    actions = [routine for routine in game.routines.values() if routine.kind == "action"]
    _bound(report, [rule.span for rule in game.rules], MOST_REACTIONS, "reactions")
    _bound(report, [routine.span for routine in actions], MOST_ACTIONS, "actions")
    for routine in game.routines.values():
        if len(routine.slots) > MOST_LOCALS:
            text = f"this rule has {len(routine.slots):,} names of its own"
            report.error(codes.TOO_LARGE, routine.span, text, help=f"at most {MOST_LOCALS:,}: make parts of it actions")


def _bound(report: Report, places: list[Span], most: int, what: str) -> None:
    if len(places) > most:
        text = f"there are {len(places):,} {what}, and the first that is too many is this"
        report.error(codes.TOO_LARGE, places[most], text, help=f"at most {most:,} {what} go together")
