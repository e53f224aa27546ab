"""What can be written but not yet be played is refused, each form with a code of its own: `later/…`."""

from __future__ import annotations

from rulewright.report import codes
from rulewright.report.codes import Code
from rulewright.report.collect import Report
from rulewright.semantics.compose import Composed
from rulewright.semantics.symbols import Symbols
from rulewright.syntax import ast

_LATER: tuple[tuple[type[ast.Node], Code, str], ...] = (
    (ast.Replace, codes.LATER_REPLACE, "`replace … for` one player is read, but not yet played"),
    (ast.ChangeItem, codes.LATER_CHANGE, "`change … for` one player is read, but not yet played"),
    (ast.Remove, codes.LATER_REMOVE, "`remove … for` one player is read, but not yet played"),
    (ast.Automa, codes.LATER_AUTOMA, "an automa is read, but does not yet play"),
    (ast.Answer, codes.LATER_ANSWER, "`answer` is read, but not yet played"),
    (ast.Order, codes.LATER_ORDER, "`order: active player chooses` is read, but not yet played"),
)


def check(composed: Composed, symbols: Symbols, report: Report) -> None:
    for item in composed.items:
        for kind, code, message in _LATER:
            if isinstance(item, kind):
                report.error(code, item.span, message, label="not played yet", help="leave it out for now")
        if isinstance(item, ast.Component):
            for board in item.boards:
                report.error(
                    codes.LATER_BOARD,
                    board.span,
                    "a board on a component cannot be played yet",
                    label="not played yet",
                    help="leave it out for now",
                )
        if isinstance(item, ast.Restrict) and item.player is not None:
            report.error(
                codes.LATER_RESTRICT_FOR,
                item.player.span,
                "`restrict … for` one player is read, but not yet played",
                help="restrict it for everybody, or leave it out for now",
            )
