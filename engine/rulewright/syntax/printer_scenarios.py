"""Scenarios as text. In: the parts of a scenario. Out: lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.syntax import ast
from rulewright.syntax.printer_lines import Lines, inside, name_list, quoted, words
from rulewright.syntax.printer_values import constant, expression, postfix

ScenarioPart = ast.ScenarioPlayers | ast.ScenarioWith | ast.ScenarioOption | ast.Given | ast.ScenarioWhen | ast.Then


def scenario_lines(node: ScenarioPart) -> Lines:
    match node:
        case ast.ScenarioPlayers():
            return [f"players {name_list(node.names)}"]
        case ast.ScenarioWith():
            return [f"with {name_list(node.names)}"]
        case ast.ScenarioOption():
            return [f"option {node.name.text} = {constant(node.value)}"]
        case ast.Given():
            return ["given:", *inside(fact_line(fact) for fact in node.facts)]
        case ast.ScenarioWhen():
            return [f"when {node.player.text}: {'; '.join(reply_text(reply) for reply in node.replies)}"]
        case ast.Then():
            return ["then:", *inside(claim_line(claim) for claim in node.claims)]
        case _:
            assert_never(node)


def fact_line(node: ast.Fact) -> str:
    match node:
        case ast.FactIs():
            return f"{postfix(node.place)} = {expression(node.value)}"
        case ast.FactHolds():
            return f"{postfix(node.place)} {node.kind} {_spots(node.items)}"
        case ast.FactShowing():
            return f"{postfix(node.place)} showing {node.side.text}"
        case ast.FactTurn():
            after = f"after {', '.join(reply_text(reply) for reply in node.after)}" if node.after else None
            return words("turn of", node.player.text, after)
        case ast.FactFlow():
            return f"{node.kind} {node.name.text if node.name else node.number}"
        case ast.FactChance():
            return f"chance: {_spots(node.items)}"
        case _:
            assert_never(node)


def claim_line(node: ast.Claim) -> str:
    match node:
        case ast.ClaimIs():
            return words(expression(node.test), _because(node.because))
        case ast.ClaimHolds():
            return f"{postfix(node.place)} holds {_spots(node.items)}"
        case ast.ClaimOffered():
            offered = "is offered" if node.offered else "is not offered"
            return words(reply_text(node.reply), offered, _because(node.because))
        case ast.ClaimExactly():
            return words("offered:", ", ".join(reply_text(reply) for reply in node.replies))
        case ast.ClaimScore():
            entries = ", ".join(f"{entry.category.text} {entry.points}" for entry in node.entries)
            return f"score {node.player.text}: {entries}"
        case ast.ClaimTurn():
            return f"turn of {node.player.text}"
        case ast.ClaimWinners():
            return f"winners: {name_list(node.players)}"
        case _:
            assert_never(node)


def _because(text: ast.Text | None) -> str | None:
    return f"because {quoted(text)}" if text else None


def _spots(spots: Iterable[ast.Spot]) -> str:
    return ", ".join(spot_text(spot) for spot in spots)


def spot_text(spot: ast.Spot) -> str:
    count = str(spot.count) if spot.count is not None else None
    turned = f"turned {spot.turned}" if spot.turned is not None else None
    showing = f"showing {spot.showing.text}" if spot.showing else None
    return words(count, expression(spot.place), *map(expression, spot.values), turned, showing)


def reply_text(reply: ast.Reply) -> str:
    return " ".join(expression(word) for word in reply.words)
