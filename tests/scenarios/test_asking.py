"""`ask`: a scenario without claims is a position to play on from; and how scenarios are found and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright import load
from rulewright.errors import RulesError, UseError
from rulewright.report.draw import draw
from rulewright.scenarios import ask, run_all
from scenarios.stand import GAME, scenario


def written(folder: Path, *scenarios: str) -> Path:
    path = folder / "harvest.rules"
    path.write_text("\n\n".join([GAME, *scenarios]), encoding="utf-8")
    return path


def test_a_position_can_be_played_on(tmp_path: Path) -> None:
    path = written(tmp_path, scenario(given="agnes.coins = 3; turn of agnes; chance: two", when="agnes: rest"))
    play = ask(path)
    assert play.decision is not None
    assert play.decision.player == "agnes"
    assert [option.answer for option in play.decision.options] == ["work", "rest"]
    assert play.scores["agnes"]["coins"] == 4
    play.answer("work")
    play.answer("r2c2")
    assert [option.answer for option in play.decision.options] == ["rest", "done"]
    play.undo()
    assert play.decision.rule == "work.space"


def test_the_first_scenario_without_claims_is_asked(tmp_path: Path) -> None:
    path = written(
        tmp_path, scenario(given="turn of agnes", then="bonus = 1"), scenario(given="turn of bruno; bruno.coins = 2")
    )
    assert ask(path).scores["bruno"]["coins"] == 2


def test_a_position_shows_nobody_what_is_hidden(tmp_path: Path) -> None:
    """Two positions that differ only in what Bruno cannot see look the same to him, and not to Agnes."""
    rest = "bruno.hand holds barley; agnes.coins = 1; turn of agnes"
    one = ask(written(tmp_path, scenario(given=f"agnes.hand holds rye; deck holds oats, rye; {rest}")))
    two = ask(written(tmp_path, scenario(given=f"agnes.hand holds oats; deck holds rye, rye; {rest}")))
    assert one.view("bruno") == two.view("bruno")
    assert one.view("agnes") != two.view("agnes")
    assert "rye" in json.dumps(one.view("agnes"))
    assert one.hash != two.hash


def test_a_position_can_be_saved_and_resumed(tmp_path: Path) -> None:
    path = written(tmp_path, scenario(given="agnes.coins = 3; turn of bruno after wake, rest"))
    play = ask(path)
    play.save(tmp_path / "play.json")
    again = load(path).resume(tmp_path / "play.json")
    assert again.hash == play.hash
    again.answer("work")
    play.answer("work")
    assert again.hash == play.hash


def test_a_position_that_cannot_be_is_an_error_of_the_rules(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as problem:
        ask(written(tmp_path, scenario(given="agnes.coins = 99; turn of agnes")))
    assert "`coins` is at most 9, not 99" in "".join(draw(d) for d in problem.value.diagnostics)


def test_a_file_without_a_scenario_says_so(tmp_path: Path) -> None:
    with pytest.raises(UseError, match="has no scenario"):
        ask(written(tmp_path))


def test_scenarios_beside_a_game_belong_to_it_and_a_file_of_them_can_be_named_alone(tmp_path: Path) -> None:
    path = written(tmp_path, scenario(given="turn of agnes", then="bonus = 1"))
    beside = tmp_path / "scenarios" / "more.rules"
    beside.parent.mkdir()
    beside.write_text("scenarios for harvest\n\n" + scenario(given="turn of bruno", then="bonus = 2"), encoding="utf-8")
    assert [outcome.passed for outcome in run_all(path).outcomes] == [True, False]
    assert [outcome.passed for outcome in run_all(beside).outcomes] == [False]


def test_an_expansion_has_scenarios_of_its_own(tmp_path: Path) -> None:
    written(tmp_path, scenario(given="turn of agnes", then="bonus = 1"))
    fair = tmp_path / "fair.rules"
    rules = 'expansion fair "Fair" for harvest\n\nafter work: gain 3 coins\n\n'
    own = scenario(given="turn of agnes; agnes.farmers at r0c0; agnes.supply holds Farmer", when="agnes: work; r0c1")
    fair.write_text(rules + own + "  then: agnes.coins = 3\n", encoding="utf-8")
    (outcome,) = run_all(fair).outcomes
    assert outcome.passed, [draw(failure) for failure in outcome.failures]


def test_a_report_can_be_read_by_programs(tmp_path: Path) -> None:
    path = written(
        tmp_path, scenario(given="turn of agnes", then="bonus = 2").replace('"it":', '"Bonus" from "page 3":')
    )
    told = json.loads(json.dumps(run_all(path).to_json()))
    (only,) = told["scenarios"]
    assert (told["passed"], only["passed"], only["title"], only["from"]) == (False, False, "Bonus", "page 3")
    assert only["failures"][0]["code"] == "scenario/failed"
    assert only["failures"][0]["label"] == "`bonus` is 1"


def test_rules_that_do_not_check_are_told_before_any_scenario(tmp_path: Path) -> None:
    path = written(tmp_path, "define wrong: Int = nothing_here", scenario(given="turn of agnes", then="bonus = 1"))
    with pytest.raises(RulesError, match="nothing_here"):
        run_all(path)
