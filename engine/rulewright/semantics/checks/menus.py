"""A reaction that names a menu by its path names one that is there."""

from __future__ import annotations

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.fixes import respelling
from rulewright.report.suggest import nearest, slip
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game
from rulewright.semantics.walk import below
from rulewright.syntax import ast


def check(game: Game, composed: Composed, report: Report) -> None:
    for item in composed.items:
        for node in below(item):
            if isinstance(node, ast.On) and "." in node.event.text:
                _check(game, node, report)


def _check(game: Game, written: ast.On, report: Report) -> None:
    path, span = written.event.text, written.event.span
    if path not in game.menus:
        guess = nearest(path, game.menus)
        report.error(
            codes.UNKNOWN,
            span.part(*slip(path, guess)),
            f"there is no menu `{path}`",
            label="no `any order:`, `choose one:` or `may` has this path",
            help=f"did you mean `{guess}`?" if guess else "a menu is called by its rule: `turn.menu`, `sail.may`",
            fixes=respelling(span, path, game.menus),
        )
    elif written.when == "instead of" and game.routines[path].parameters:
        for said in below(written.body):
            if isinstance(said, ast.Ref) and said.name.text == "base":
                report.error(
                    codes.NO_BASE,
                    said.span,
                    f"the menu `{path}` reads names of the rule it stands in, which are not known here",
                    help="give the menu an action of its own: that can be replaced",
                )
