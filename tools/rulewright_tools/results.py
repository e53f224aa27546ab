"""How a play came out. In: a finished play. Out: text for people, JSON for programs (`grammar/result.schema.json`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulewright.core import tree
from rulewright.game import Play
from rulewright.report.wording import counted
from rulewright.runtime.walk import every
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


def going_on(play: Play) -> str:
    """What is asked again and again in a play that has not come to its end, and where its rules would end it."""
    program = play.machine.program
    asked = Counter(answered.rule for answered in play.answers[-LATELY:])
    ends = [
        f"{node.span.source.name}:{node.span.line}"
        for routine in program.routines.values()
        for node in every(routine.body)
        if isinstance(node, tree.Signal) and node.kind == "end game"
    ]
    lately = listed([f"`{rule}`" for rule, _ in asked.most_common(SHOWN)])
    place = f"; the game ends at {listed(list(dict.fromkeys(ends))[:SHOWN], 'or')}" if ends else ""
    return f"the last {counted(sum(asked.values()), 'decision')} were about {lately}{place}"


LATELY = 1000
SHOWN = 4


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
