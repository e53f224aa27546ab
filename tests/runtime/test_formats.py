"""Views and positions fit their schemas, at every third question of a game; with `--games` at every one."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rulewright as rw
from rulewright import resources
from rulewright.play import Play
from rulewright.runtime import code, saves, view
from runtime.test_positions import TANGLE, playing
from runtime.texts import play
from schemas import validator


def fit(here: Play) -> None:
    """The position, and what each player in turn sees of it."""
    validator("position").validate(json.loads(json.dumps(here.machine.to_json(here.state))))
    player = here.players[len(here.answers) % len(here.players)]
    validator("view").validate(json.loads(json.dumps(here.view(player))))


@pytest.mark.parametrize("name", resources.games())
def test_the_questions_of_a_game(name: str, long_run: bool) -> None:
    step = 1 if long_run else 3
    whole = rw.load(name).start(seed=4)
    for number, here in enumerate(playing(whole, 4, most=10_000)):
        if number % step == 0:
            fit(here)
    assert whole.over
    fit(whole)


@pytest.mark.parametrize("seed", range(2))
def test_every_question_of_a_tangle(seed: int) -> None:
    kinds: set[str] = set()
    kept: set[str] = set()
    for here in playing(play(TANGLE, 2 + seed, seed), seed):
        fit(here)
        position = here.machine.to_json(here.state)
        kinds |= {frame[0] for frame in position["frames"]}
        kept |= {name for name, value in position.items() if value}
    assert kinds >= {"everyone", "menu", "settle", "react", "any order"}
    assert kept >= {"armed", "edges", "knowledge", "standing", "used", "busy"}


def test_the_schemas_know_the_versions_and_every_kind_of_frame() -> None:
    schemas = {name: validator(name).schema for name in ("position", "view")}
    assert schemas["position"]["properties"]["version"]["const"] == saves.VERSION
    assert schemas["view"]["properties"]["version"]["const"] == view.VERSION
    assert schemas["position"]["$defs"]["frame"]["prefixItems"][0]["enum"] == list(code.NAMES)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("position", {"version": 2}),
        ("position", {"over": None}),
        ("position", {"frames": [["jump", "turn"]]}),
        ("position", {"stream": [1, 2, 3, 4]}),
        ("position", {"zones": {"hand": [3]}}),
        ("view", {"version": 2}),
        ("view", {"seed": 3}),
        ("view", {"zones": {"hand": {"things": []}}}),
        ("view", {"scores": {"agnes": 3}}),
    ],
)
def test_what_is_wrong_does_not_fit(name: str, wrong: dict[str, Any]) -> None:
    here = play(TANGLE)
    data = here.machine.to_json(here.state) if name == "position" else here.view("agnes")
    data = json.loads(json.dumps(data))
    assert validator(name).is_valid(data)
    assert not validator(name).is_valid({**data, **wrong})
