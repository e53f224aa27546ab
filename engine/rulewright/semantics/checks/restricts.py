"""What `restrict` names must be there: the path of a choice."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.suggest import nearest
from rulewright.semantics.analyses.walk import below as nodes_below
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game


def check(game: Game, composed: Composed, report: Report) -> None:
    known = [
        node.name
        for routine in game.routines.values()
        for node in nodes_below(routine.body)
        if isinstance(node, tree.Choose)
    ]
    for path, items in game.restricts.items():
        if path in game.restricted:
            continue
        guess = nearest(path, known)
        for item in items:
            written = next(each for each in item.paths if ".".join(name.text for name in each.names) == path)
            report.error(
                codes.MISSING_TARGET,
                written.span,
                f"there is no choice `{path}` to restrict",
                help=f"did you mean `{guess}`?" if guess else None,
            )
