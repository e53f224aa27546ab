"""How a play came out. In: a finished play. Out: text for people, JSON for programs (`grammar/result.schema.json`)."""

from __future__ import annotations

from typing import Any

from rulewright.game import Play
from rulewright_tools.text import listed, score_table


def final(play: Play) -> str:
    """The score table and who has won."""
    lines = [table(play)] if any(play.scores.values()) else []
    if play.winners:
        lines.append(f"{'winner' if len(play.winners) == 1 else 'winners'}: {listed(play.winners)}")
    elif play.machine.program.winner:
        lines.append("nobody wins")
    return "\n".join(lines) or "the game is over; its rules say nothing of scores"


def table(play: Play) -> str:
    return score_table(play.scores, play.machine.score_titles(play.state))


def result(play: Play) -> dict[str, Any]:
    return {
        "format": "rulewright result",
        "version": 1,
        "game": play.machine.program.id,
        "rules_hash": play.rules_hash,
        "options": play.options,
        "with": list(play.machine.program.expansions),
        "players": list(play.players),
        "seed": play.seed,
        "decisions": len(play.answers),
        "scores": play.scores,
        "totals": play.totals,
        "winners": play.winners,
        "state_hash": play.hash,
    }
