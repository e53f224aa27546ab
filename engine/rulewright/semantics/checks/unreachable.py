"""What stands behind the end of a rule or of the game is never done: `flow/unreachable-statement`, `…-phase`."""

from __future__ import annotations

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.semantics.compose import Composed
from rulewright.semantics.symbols import Symbols
from rulewright.semantics.walk import below
from rulewright.syntax import ast


def check(composed: Composed, symbols: Symbols, report: Report) -> None:
    for item in composed.items:
        for node in below(item):
            if isinstance(node, ast.Block):
                _block(node, report)
    _flow(composed, report)


def _block(block: ast.Block, report: Report) -> None:
    """The first statement behind one that ends the block."""
    for statement, following in zip(block.statements, block.statements[1:], strict=False):
        if _ends(statement):
            report.error(
                codes.UNREACHABLE_STATEMENT,
                following.span,
                "this is never done",
                labels=[Label(statement.span, "nothing behind this is")],
            )
            return


def _ends(statement: ast.Statement) -> bool:
    """Whether nothing behind the statement is done, whatever happens in it."""
    match statement:
        case ast.Simple(kind="stop" | "end game"):
            return True
        case ast.If(arms=arms, otherwise=ast.Block() as otherwise):
            return all(_ends(block.statements[-1]) for block in (*(arm.body for arm in arms), otherwise))
        case _:
            return False


def _flow(composed: Composed, report: Report) -> None:
    """Turns go round the table without end, so what stands behind `turn:` never comes."""
    turn = next((item for item in composed.items if isinstance(item, ast.Turn)), None)
    if turn is None:
        return
    for item in composed.items[composed.items.index(turn) :]:
        match item:
            case ast.Phase(name=name):
                code, message, span = codes.UNREACHABLE_PHASE, f"phase `{name.text}` is never entered", name.span
            case ast.Round() | ast.Turns():
                code, message, span = codes.UNREACHABLE_STATEMENT, "this is never done", item.span
            case _:
                continue
        report.error(
            code,
            span,
            message,
            labels=[Label(turn.span, "these turns go round the table until the game ends")],
            help="put it before `turn:`, or say with `round` and `turns` what comes when",
        )
