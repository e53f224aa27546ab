"""What `restrict` and `add to` name must be there: the path of a choice, of a menu."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.fixes import respelling
from rulewright.report.suggest import nearest, slip
from rulewright.semantics.analyses.walk import below as nodes_below
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game
from rulewright.semantics.paths import written
from rulewright.syntax import ast

SHOWN = 6
"""So many paths a message shows at most."""


def check(game: Game, composed: Composed, report: Report) -> None:
    asked = [
        node
        for routine in game.routines.values()
        for node in nodes_below(routine.body)
        if isinstance(node, tree.Choose | tree.Menu)
    ]
    choices = [node.name for node in asked if isinstance(node, tree.Choose)]
    menus = [node.name for node in asked if isinstance(node, tree.Menu) and node.name.rpartition(".")[2] != "may"]
    for name, restricts in game.restricts.items():
        if name not in game.restricted:
            for restrict in restricts:
                path = next(each for each in restrict.paths if written(each) == name)
                _missing(path, f"there is no choice `{name}` to restrict", choices, report)
    for name, additions in game.additions.items():
        if name not in game.extended:
            for addition in additions:
                _missing(addition.path, f"there is no menu `{name}` to add to", menus, report)


def _missing(path: ast.Path, message: str, known: list[str], report: Report) -> None:
    guess = nearest(written(path), known)
    rule, _, last = written(path).rpartition(".")
    below = [name for name in dict.fromkeys(known) if name.startswith(f"{written(path)}.")]
    inside = [name for name in dict.fromkeys(known) if name.rpartition(".")[0] == rule]
    called = [name for name in dict.fromkeys(known) if name.rpartition(".")[2] == last]
    cure = None
    if len(below) == 1:
        guess = below[0]
    if guess:
        cure = f"did you mean `{guess}`?"
    elif below:
        cure = f"in `{written(path)}` there are: {', '.join(f'`{name}`' for name in below[:SHOWN])}"
    elif inside or called:
        where = f"in `{rule}` there are" if inside else f"`{last}` is found in"
        cure = f"{where}: {', '.join(f'`{name}`' for name in (inside or called)[:SHOWN])}"
    fixes = respelling(path.span, written(path), list(dict.fromkeys(known)))
    span = path.span.part(*slip(path.span.text, guess))
    report.error(codes.MISSING_TARGET, span, message, help=cure, fixes=fixes)
