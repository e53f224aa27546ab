"""The exam that every game passes without being asked. It finds the games by itself.

`--games N` says how many random games are played for each game and number of players. In a long run every decision of
the first 20 games is examined and a seeded sample of them in the others; in a short run every decision of one game, at
the fewest players.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright import resources
from rulewright.errors import AnswerRefused
from rulewright.game import Game, Play
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream, below

GAMES = resources.games()
THOROUGH = 20
"""In so many games of a long run every decision is examined; in the rest one in `SAMPLE`."""
SAMPLE = 25
OPTIONS_TRIED = 4
MOST_DECISIONS = 20_000


def tables() -> Iterator[tuple[str, int]]:
    for name in GAMES:
        low, high = game(name).players
        for players in range(low, high + 1):
            yield name, players


@cache
def game(name: str) -> Game:
    return rw.load(name)


def random_option(play: Play, stream: Stream) -> tuple[int, Stream]:
    assert play.decision is not None
    return below(stream, play.decision.count)


def play_on(play: Play, stream: Stream) -> Iterator[tuple[int, Stream]]:
    """Plays at random to the end; a pause before each answer, with its number and the bots' stream."""
    number = 0
    while (decision := play.decision) is not None:
        yield number, stream
        chosen, stream = random_option(play, stream)
        play.answer(decision.option(chosen))
        number += 1
        assert number < MOST_DECISIONS, "the game does not end"


def games_of(request: pytest.FixtureRequest, name: str, players: int) -> Iterator[tuple[int, bool]]:
    """Seeds, and whether the game is examined at every decision."""
    count: int = request.getfixturevalue("random_games")
    fewest = players == game(name).players[0]
    for seed in range(count):
        yield seed, seed < THOROUGH if count >= THOROUGH else seed == 0 and fewest


def test_there_are_games() -> None:
    assert len(GAMES) >= 2


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_random_games_end_and_nothing_is_lost(name: str, players: int, request: pytest.FixtureRequest) -> None:
    for seed, _ in games_of(request, name, players):
        play = game(name).start(players=players, seed=seed)
        for _ in play_on(play, Stream.from_seed(seed, "bots")):
            check_places(play)
        check_places(play)
        assert play.over
        assert set(play.scores) == set(play.players)
        assert play.winners or not play.machine.program.winner


def check_places(play: Play) -> None:
    """Every component lies in exactly one place, and the position says the same in every way it is kept."""
    layout, state = play.machine.layout, play.state
    found: dict[int, list[int]] = {c: [] for c in range(layout.components.size)}
    for zone in layout.zones:
        held = state.zones[zone.number]
        if zone.kind == "one":
            inside = [] if held is None else [held]
        elif zone.kind == "row":
            continue
        elif isinstance(held, tuple):
            inside = list(held)
        else:
            inside = bits(held)
        for component in inside:
            found[component].append(zone.number)
    for location, mask in enumerate(state.on):
        for component in bits(mask):
            found[component].append(-1 - location)
    lost = {c: places for c, places in found.items() if places != [state.place[c]]}
    assert not lost, f"components in no place, in two, or elsewhere than the state says: {lost}"


def bits(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_a_copy_is_the_original_and_earlier_states_stay(
    name: str, players: int, request: pytest.FixtureRequest
) -> None:
    for seed, thorough in games_of(request, name, players):
        random = Random(f"states {seed}")
        play = game(name).start(players=players, seed=seed)
        machine = play.machine
        earlier: list[tuple[State, str]] = []
        for _ in play_on(play, Stream.from_seed(seed, "bots")):
            if thorough or random.randrange(SAMPLE) == 0:
                assert machine.hash(play.state.copy()) == play.hash
                earlier.append((play.state, play.hash))
        for state, before in earlier:
            assert machine.hash(state) == before, "an earlier state has changed"


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_a_saved_game_goes_on_as_it_was(name: str, players: int, request: pytest.FixtureRequest) -> None:
    for seed, thorough in games_of(request, name, players):
        random = Random(f"saves {seed}")
        play = game(name).start(players=players, seed=seed)
        machine = play.machine
        for _ in play_on(play, Stream.from_seed(seed, "bots")):
            if not (thorough or random.randrange(SAMPLE) == 0):
                continue
            text = json.dumps(machine.to_json(play.state))
            state = machine.from_json(json.loads(text))
            assert machine.hash(state) == play.hash
            again = machine.decision(state)
            assert again is not None and play.decision is not None
            assert (again.player, again.rule, again.count) == (
                play.decision.player,
                play.decision.rule,
                play.decision.count,
            )
            assert json.dumps(machine.to_json(state)) == text
            at = random.randrange(again.count)
            option = again.option(at)
            assert option.answer == play.decision.option(at).answer
            there = machine.answer(state, again, option)
            here = machine.answer(play.state, play.decision, play.decision.option(at))
            assert machine.hash(there) == machine.hash(here), "the loaded game goes on otherwise"


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_every_offered_option_can_be_completed(name: str, players: int, request: pytest.FixtureRequest) -> None:
    """Whatever is offered leads on to the end of the game, whatever is then chosen."""
    for seed, thorough in games_of(request, name, players):
        random = Random(f"options {seed}")
        play = game(name).start(players=players, seed=seed)
        for _, stream in play_on(play, Stream.from_seed(seed, "bots")):
            if not (thorough or random.randrange(SAMPLE) == 0):
                continue
            decision = play.decision
            assert decision is not None
            assert decision.count > 0, f"{decision.rule} asks and offers nothing"
            chosen = range(decision.count)
            if decision.count > OPTIONS_TRIED:
                chosen = random.sample(chosen, OPTIONS_TRIED)  # type: ignore[assignment]
            for at in chosen:
                option = decision.option(at)
                state = play.machine.answer(play.state, decision, option)
                follow(play, state, decision.player, stream)


def follow(play: Play, state: State, player: str, stream: Stream) -> None:
    """Goes on at random until somebody else is asked: no answer may meet a dead end."""
    for _ in range(200):
        decision = play.machine.decision(state)
        if decision is None or decision.player != player:
            return
        assert decision.count > 0
        at, stream = below(stream, decision.count)
        state = play.machine.answer(state, decision, decision.option(at))


NEVER = ["no such answer", -1, 10**9, [], ["no such answer", "nor this"], None, {"answer": 1}, True, 1.5]


@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_what_is_not_offered_is_refused_and_changes_nothing(
    name: str, players: int, request: pytest.FixtureRequest
) -> None:
    for seed, thorough in games_of(request, name, players):
        random = Random(f"refusals {seed}")
        play = game(name).start(players=players, seed=seed)
        for _ in play_on(play, Stream.from_seed(seed, "bots")):
            if not (thorough or random.randrange(SAMPLE) == 0):
                continue
            before = play.hash
            wrong = random.choice(NEVER)
            with pytest.raises(AnswerRefused) as refused:
                play.answer(wrong)
            assert refused.value.message
            assert play.hash == before


@pytest.mark.parametrize("name", GAMES)
def test_options_are_listed_in_the_same_order_each_time(name: str) -> None:
    play = game(name).start(seed=5)
    for _ in play_on(play, Stream.from_seed(5, "bots")):
        decision = play.decision
        assert decision is not None
        first = [option.answer for option in decision.options]
        again = play.machine.decision(play.state)
        assert again is not None
        assert first == [again.option(at).answer for at in range(again.count)]
        assert len({json.dumps(answer) for answer in first}) == len(first), "two options have the same answer"
        for at, answer in enumerate(first):
            found = decision.find(answer)
            assert found is not None and found.answer == decision.option(at).answer


@pytest.mark.parametrize("name", GAMES)
def test_the_bots_chance_is_not_the_games(name: str) -> None:
    """With the same answers the game's chance is the same, however much the bots have drawn for themselves."""
    modest = game(name).start(seed=7)
    stream = Stream.from_seed(7, "bots")
    answers = []
    for _, _ in play_on(modest, stream):
        assert modest.decision is not None
    answers = [answered.answer for answered in modest.answers]
    greedy = game(name).start(seed=7)
    wasteful = Stream.from_seed(7, "bots")
    for answer in answers:
        for _ in range(100):
            _, wasteful = below(wasteful, 1000)
        greedy.answer(answer)
    assert greedy.hash == modest.hash
    assert modest.machine.layout.components.size >= 16


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_the_same_in_another_process(name: str, tmp_path: Path) -> None:
    """Byte for byte, under another PYTHONHASHSEED, and it replays there."""
    program = (
        "import sys, rulewright as rw\n"
        "from rulewright.runtime.stream import Stream, below\n"
        "play = rw.load(sys.argv[1]).start(seed=11)\n"
        "bots = Stream.from_seed(11, 'bots')\n"
        "while decision := play.decision:\n"
        "    at, bots = below(bots, decision.count)\n"
        "    play.answer(decision.option(at))\n"
        "play.record(sys.argv[2])\n"
        "replayed = rw.replay(sys.argv[2])\n"
        "assert replayed.same and replayed.agreed == replayed.total > 0\n"
    )
    written = []
    for hash_seed in ("1", "2"):
        path = tmp_path / f"{hash_seed}.jsonl"
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        subprocess.run([sys.executable, "-c", program, name, str(path)], check=True, env=environment)
        written.append(path.read_bytes())
    assert written[0] == written[1]
    replayed = rw.replay(tmp_path / "1.jsonl")
    assert replayed.same and not replayed.other_rules
