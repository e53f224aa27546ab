"""What the analyses settle changes nothing in play: the same options as by searching each time, and as without plans.

Each game is played three times with the same answers: as written (all is looked ahead to, thing by thing), analysed,
and analysed with its plans ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from analyses.game_text import analysed, elaborated
from analyses.random_rules import random_rules
from rulewright import loader
from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.machine import Machine
from rulewright.runtime.question import Question
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream
from rulewright.semantics.analyses import analyse
from rulewright.semantics.analyses.walk import below, exchanged

NAMES = ("ann", "bob", "cy", "dee")


def play_alike(plain: Program, settled: Program, seats: int, seed: int, most: int) -> int:
    """Plays until the end, a fault or so many answers; asserts that all three see the same. How many were given.

    A search that takes too long for what is as written ends the comparison.
    """
    names = NAMES[:seats]
    machines = [
        Machine(asking_alike(plain, settled), names),
        Machine(settled, names),
        Machine(settled, names, loops=True),
    ]
    states = [attempt(lambda m=m: m.start(Stream.from_seed(seed, "game"))) for m in machines]  # type: ignore[misc]
    random = Random(seed)
    for given in range(most):
        faults = [state for state in states if isinstance(state, str)]
        if "fault/look-ahead" in faults:
            return given
        if faults:
            assert len(faults) == 3, f"after {given} answers: {faults}"
            return given
        questions = [m.question(s) for m, s in zip(machines, states, strict=True) if isinstance(s, State)]
        seen = [shown(question) for question in questions]
        assert seen[0] == seen[1], f"after {given} answers, analysed"
        assert seen[1] == seen[2], f"after {given} answers, without plans"
        if questions[0] is None:
            return given
        k = random.randrange(questions[0].count or 1)
        states = [
            attempt(lambda m=m, s=s, q=q, k=k: m.answer(s, q, k))  # type: ignore[misc]
            for m, s, q in zip(machines, states, questions, strict=True)
        ]
    return most


def attempt(step: Callable[[], State]) -> State | str:
    try:
        return step()
    except RuleFault as fault:
        return fault.diagnostic.code.slug


def shown(question: Question | None) -> Any:
    """What a question offers, by the things themselves."""
    if question is None:
        return None
    own = question.own
    options = [question.option(k) for k in range(own)] if own is not None else None
    return question.player, question.players, question.kind, options, len(question.offers)


def asking_alike(plain: Program, settled: Program) -> Program:
    """The program as written, asking where the analysed one always asks: that is no matter of what is possible."""
    asked = {
        node.name: node.always_asked
        for routine in settled.routines.values()
        for node in below(routine.body)
        if isinstance(node, tree.Choose | tree.Menu)
    }

    def change(node: tree.Node) -> tree.Node:
        return replace(node, always_asked=asked[node.name]) if isinstance(node, tree.Choose | tree.Menu) else node

    routines = {name: replace(r, body=exchanged(r.body, change)) for name, r in plain.routines.items()}
    return replace(plain, routines=routines)


@pytest.mark.parametrize("seed", range(40))
def test_rules_made_up_at_random(tmp_path: Path, seed: int) -> None:
    found = analysed(tmp_path, random_rules(seed))
    play_alike(found.plain, found.program, 2, seed, 40)


@pytest.mark.parametrize(("game", "seats", "answers"), [("kingdom_builder", 2, 25), ("pickomino", 3, 120)])
def test_the_games_that_come_with_it(game: str, seats: int, answers: int) -> None:
    plain = elaborated(loader.read_files(game))
    assert play_alike(plain, analyse(plain).program, seats, 7, answers) == answers


@pytest.mark.parametrize(("rules", "answers"), [("treat", 14), ("treat_reach", 12), ("footprints", 10)])
def test_what_lies_on_several_spaces_and_counts_as_something_else(rules: str, answers: int) -> None:
    plain = elaborated(loader.read_files(Path(__file__).parents[1] / "rules" / f"{rules}.rules"))
    assert play_alike(plain, analyse(plain).program, 2, 3, answers) == answers
