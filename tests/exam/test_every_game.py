"""The exam that every game passes without being asked: it finds the games, their expansions and options by itself.

`tables` says what is played, `length` how often, `invariants` what must hold. A failure names the command that shows
the same game.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from exam import invariants
from exam.length import SAMPLE, Length
from exam.tables import GAMES, Unit, found, loaded, main_units, sampled_units, units
from rulewright.play import Play
from rulewright.runtime.stream import Stream, below

MOST_DECISIONS = 20_000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "round" in metafunc.fixturenames:
        length = Length.of(metafunc.config)
        tables = list(units(length.sample))
        rounds = [(number, unit) for number in length.rounds for unit in tables]
        names = [unit.id if number == 0 else f"{unit.id}, round {number}" for number, unit in rounds]
        metafunc.parametrize(("round", "unit"), rounds, ids=names)


def test_there_are_games() -> None:
    assert len(GAMES) >= 2


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_have_no_errors(name: str) -> None:
    """As they come, and with each set of expansions; then there are tables for all that follows."""
    units = main_units(name)
    if not units:
        rw.load(name)  # says what is wrong
    for unit in units:
        unit.load()


# ------------------------------------------------------------------ games at random


def test_random_games(round: int, unit: Unit, request: pytest.FixtureRequest) -> None:
    """They end, nothing is lost, and at every decision that is examined all invariants hold."""
    loaded(unit)
    length = Length.of(request.config)
    counts = len(unit.counts)
    least = length.least(unit.main, counts)
    ends = length.share(left_to_play(request)) if round else None
    played: Counter[int] = Counter()
    decisions = 0
    while sum(played.values()) < least if ends is None else time.monotonic() < ends:
        number = sum(played.values()) + (least + round * 1_000_000 if round else 0)
        decisions += examine(unit, number, length.examined(unit.main, counts, number))
        played[unit.table(number)[0]] += 1
    told = {
        "unit": unit.id,
        "game": unit.game,
        "combinations": len(found(unit.game) or ()),
        "games": dict(sorted(played.items())),
        "decisions": decisions,
    }
    request.node.user_properties.append(("exam", told))


def left_to_play(request: pytest.FixtureRequest) -> int:
    """How many tables are still to be played in the rounds that share the time, this one included."""
    items = request.session.items
    later = items[items.index(request.node) :]
    return sum(1 for item in later if getattr(item, "callspec", None) and item.callspec.params.get("round"))


def examine(unit: Unit, number: int, every: bool) -> int:
    """Plays one game of a table to its end and says in how many decisions. `every`: all of them are examined."""
    try:
        return _examine(unit, number, every)
    except BaseException as problem:
        problem.add_note(f"to see this game: {unit.command(number)}")
        raise


def _examine(unit: Unit, number: int, every: bool) -> int:
    random = Random(f"{unit.id} {number}")
    play = unit.start(number)
    machine = play.machine
    earlier = []
    for count, stream in play_on(play, Stream.from_seed(unit.table(number)[1], "bots")):
        if every or random.randrange(SAMPLE) == 0:
            try:
                here = invariants.check_decision(play, random, stream)
            except BaseException as problem:
                problem.add_note(f"after {count} answers, at {invariants.asked(play).rule}")
                raise
            earlier.append((play.state, here))
    invariants.check_places(play)
    for state, before in earlier:
        assert machine.hash(state) == before, "an earlier state has changed"
    assert play.over
    assert set(play.scores) == set(play.players)
    assert play.winners or not machine.program.winner
    return len(play.answers)


def play_on(play: Play, stream: Stream) -> Iterator[tuple[int, Stream]]:
    """Plays at random to the end; a pause before each answer, with its number and the bots' stream."""
    number = 0
    while (decision := play.decision) is not None:
        yield number, stream
        chosen, stream = below(stream, decision.count)
        play.answer(decision.option(chosen))
        number += 1
        assert number < MOST_DECISIONS, "the game does not end"


# ------------------------------------------------------------------ chance and records


@pytest.mark.parametrize("name", GAMES)
def test_the_bots_chance_is_not_the_games(name: str) -> None:
    """With the same answers the game's chance is the same, however much the bots have drawn for themselves."""
    unit = main_units(name)[0]
    modest, greedy = unit.start(0), unit.start(0)
    for _ in play_on(modest, Stream.from_seed(7, "bots")):
        pass
    wasteful = Stream.from_seed(7, "bots")
    for answered in modest.answers:
        for _ in range(100):
            _, wasteful = below(wasteful, 1000)
        greedy.answer(answered.answer)
    assert greedy.hash == modest.hash


ELSEWHERE = """
import json, sys, rulewright as rw
from rulewright.runtime.stream import Stream, below
tables, folder = json.loads(sys.argv[1]), sys.argv[2]
for at, (name, with_, options, players, seed) in enumerate(tables):
    play = rw.load(name, with_=with_, options=options).start(players=players, seed=seed)
    bots = Stream.from_seed(seed, 'bots')
    while decision := play.decision:
        chosen, bots = below(bots, decision.count)
        play.answer(decision.option(chosen))
    path = f'{folder}/{at}.jsonl'
    play.record(path)
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_the_same_in_another_process(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Byte for byte, under another PYTHONHASHSEED, and what was played there replays here."""
    length = Length.of(request.config)
    sampled = islice(filter(allowed, sampled_units(name, length.sample)), length.recorded)
    tables = [(unit, unit.table(3)) for unit in [*main_units(name), *sampled]]
    wanted = json.dumps([(name, u.combination.with_, dict(u.combination.options), *table) for u, table in tables])
    hash_seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    subprocess.run([sys.executable, "-c", ELSEWHERE, wanted, str(tmp_path)], check=True, env=environment)
    for at, (unit, (_, seed)) in enumerate(tables):
        play = unit.start(3)
        for _ in play_on(play, Stream.from_seed(seed, "bots")):
            pass
        here, there = tmp_path / "here.jsonl", tmp_path / f"{at}.jsonl"
        play.record(here)
        assert here.read_bytes() == there.read_bytes(), unit.id
        replayed = rw.replay(there)
        assert replayed.same and not replayed.other_rules and replayed.agreed == replayed.total > 0, unit.id


def allowed(unit: Unit) -> bool:
    return unit.combination.verdict().allowed
