"""`rulewright ask`: what a position asks. In: a scenario without `then:`. Out: the decision, the scores."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rulewright.errors import RulesError
from rulewright.play import Play
from rulewright.report import nearest
from rulewright.runtime.decision import Decision
from rulewright.scenarios import Stage, ask, stage
from rulewright.syntax import ast
from rulewright_tools import picking, problems, results, screen
from rulewright_tools.arguments import WrongUse
from rulewright_tools.text import coloured, counted, listed


def run(options: argparse.Namespace) -> int:
    on = stage(options.file, options.with_)
    try:
        play = ask(on, _wanted(on, options.scenario))
    except RulesError as problem:
        return problems.tell_rules(problem, options.json, "the position cannot be set up")
    if options.json:
        print(json.dumps(_data(play), ensure_ascii=False, indent=2))
    else:
        _show(play)
    return problems.FINE


def _wanted(on: Stage, title: str | None) -> ast.Scenario | None:
    if title is None:
        return None
    titles = {scenario.title.value: scenario for scenario, _ in on.files.scenarios}
    if title not in titles:
        guess = nearest(title, titles)
        help = f"did you mean `{guess}`?" if guess else f"there are {listed([f'`{name}`' for name in titles])}"
        raise WrongUse("rulewright ask", f"there is no scenario `{title}`", help if titles else None)
    return titles[title]


def _decisions(play: Play) -> list[Decision]:
    """What is asked now: one decision, or one for each player who is asked in secret."""
    now = play.decision
    if now is None:
        return []
    found = [play.decision_of(player) for player in now.players]
    return [decision for decision in found if decision is not None]


def _show(play: Play) -> None:
    colour = coloured(sys.stdout)
    decisions = _decisions(play)
    if drawn := screen.board(play, decisions[0] if decisions else None, colour):
        print(f"{drawn}\n")
    for decision in decisions:
        print(f"{decision.player} is asked at {decision.rule}: {decision.text}".rstrip(": "))
        print(f"{counted(decision.count, 'option')}:")
        for option in decision.options:
            name = picking.name_of(option)
            print(f"  {name}" if screen.says_the_same(option) else f"  {name}  ({option.label})")
        print()
    if not decisions:
        print("nothing is asked: the game is over\n")
    print(results.table(play))


def _data(play: Play) -> dict[str, Any]:
    return {
        "format": "rulewright decision",
        "version": 1,
        "game": play.machine.program.id,
        "rules_hash": play.rules_hash,
        "options": play.options,
        "players": list(play.players),
        "over": play.over,
        "decisions": [decision_data(decision) for decision in _decisions(play)],
        "scores": play.scores,
        "state_hash": play.hash,
    }


def decision_data(decision: Decision) -> dict[str, Any]:
    return {
        "player": decision.player,
        "rule": decision.rule,
        "text": decision.text,
        "kind": decision.kind,
        "count": decision.count,
        "options": [
            {"answer": option.answer, "label": option.label, "touches": option.touches} for option in decision.options
        ],
    }
