"""A game needs somebody's turn, an end, and a winner if it counts points."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.semantics.analyses.walk import below as nodes_below
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game
from rulewright.syntax import ast


def check(game: Game, composed: Composed, report: Report) -> None:
    header = composed.header
    flows = [item for item in composed.items if isinstance(item, ast.Turn | ast.Round | ast.Phase | ast.Turns)]
    if not flows:
        report.error(
            codes.NO_TURN,
            header.span,
            "nobody has a turn in this game",
            help="add `turn:` with what a player does, or `round 4 times:` and `turns in seats(first_player):`",
        )
    turns = [item for item in flows if isinstance(item, ast.Turn)]
    for extra in turns[1:]:
        report.error(codes.DUPLICATE, extra.span, "there are two `turn:` blocks; a game has one")
    endless = bool(turns) and not any(
        isinstance(node, tree.Signal) and node.kind == "end game"
        for routine in game.routines.values()
        for node in nodes_below(routine.body)
    )
    if endless:
        report.error(
            codes.NO_END,
            turns[0].span,
            "nothing ends this game",
            label="turns go round the table without end",
            help="say when: `when E: end game`, or `after round: if E: end game`",
        )
    scores = [item for item in composed.items if isinstance(item, ast.Score)]
    if scores and not any(isinstance(item, ast.Winner) for item in composed.items):
        report.warning(
            codes.NO_WINNER,
            scores[0].span,
            "points are counted, but nobody wins",
            help="add `winner: most score, then shared`",
        )
