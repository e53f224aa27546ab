"""What `treat` names must be there: a part of the rules in which something can count as something else."""

from __future__ import annotations

from rulewright.report.collect import Report
from rulewright.semantics import paths
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game
from rulewright.syntax import ast

KINDS: tuple[paths.Kind, ...] = (
    "choice", "action", "reaction", "definition", "column", "row", "cell", "category", "phase", "turn", "setup",
)  # fmt: skip
"""What can be named by a path of a `treat`."""


def check(game: Game, composed: Composed, report: Report) -> None:
    """Whoever elaborates such a part asks what counts as what in it: a path that was never asked for is not there."""
    named = [path for item in composed.items if isinstance(item, ast.Treat) for path in item.paths]
    if not named:
        return
    known = paths.targets(composed.items, composed.bases)
    for path in named:
        name = paths.written(path)
        found = name not in known or paths.find(known, path, KINDS, "treated otherwise", report) is not None
        if found and name not in game.treated:
            paths.missing(known, path, KINDS, "treated otherwise", report)
