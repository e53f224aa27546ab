"""Which expansions and options go together: what is listed, what is refused and why, what is drawn of too many."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from cli.transcripts import called
from rulewright import resources
from rulewright.combining import Combination
from rulewright.report import codes
from schemas import fits

GAME = """\
game hut "The hut"
language 1
players 2 to 4
card Log (logs): 60
zone pile per Player: Log
option pace "Pace": slow, fast, random = random
option winter "Winter": Bool = no
  players 2 to 3
  option snow "Snow": light, deep = deep
turn: draw (if pace = fast then 2 else 1) from box to my pile
after round: if round_number = 2: end game
score:
  logs: count of my pile
"""
COLD = 'expansion cold "Cold" for hut\nrequires stove\nexcludes summer\n'
STOVE = 'expansion stove "Stove" for hut\noption fuel: wood, coal = coal\n'
SUMMER = 'expansion summer "Summer" for hut\ninclude "part.rules"\n'
HOUSE = 'expansion slip "A slip" for hut\nafter turn: lose 1 lgo\n'


@pytest.fixture
def hut(tmp_path: Path) -> Path:
    for name, text in {
        "hut.rules": GAME,
        "expansions/cold.rules": COLD,
        "expansions/stove.rules": STOVE,
        "expansions/summer.rules": SUMMER,
        "expansions/part.rules": "const warm = 3\n",
        "expansions/scenarios.rules": "scenarios for hut\n",
        "house_rules/slip.rules": HOUSE,
    }.items():
        path = tmp_path / "hut" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "hut"


def shown(combination: Combination) -> tuple[Any, ...]:
    return combination.with_, tuple(combination.options.items()), combination.verdict().players


def test_a_value_that_is_drawn_stands_for_the_others_and_an_inner_option_counts_where_it_is_in_play(hut: Path) -> None:
    (hut / "expansions").rename(hut / "elsewhere")
    found = rw.combinations(hut)
    assert [(c.options["pace"], c.options["winter"], c.options["snow"]) for c in found] == [
        ("slow", "no", "deep"),
        ("slow", "yes", "deep"),
        ("slow", "yes", "light"),
        ("fast", "no", "deep"),
        ("fast", "yes", "deep"),
        ("fast", "yes", "light"),
    ]
    assert [c.verdict().players for c in found] == [(2, 4), (2, 3), (2, 3)] * 2


def test_expansions_that_clash_are_told_once_and_left_out(hut: Path) -> None:
    found = rw.combinations(hut, options={"pace": "slow", "winter": "no"})
    assert [shown(c) for c in found] == [
        ((), (("pace", "slow"), ("winter", "no"), ("snow", "deep")), (2, 4)),
        (("stove",), (("pace", "slow"), ("winter", "no"), ("snow", "deep"), ("fuel", "coal")), (2, 4)),
        (("stove",), (("pace", "slow"), ("winter", "no"), ("snow", "deep"), ("fuel", "wood")), (2, 4)),
        (("summer",), (("pace", "slow"), ("winter", "no"), ("snow", "deep")), (2, 4)),
        (("cold", "stove"), (("pace", "slow"), ("winter", "no"), ("snow", "deep"), ("fuel", "coal")), (2, 4)),
        (("cold", "stove"), (("pace", "slow"), ("winter", "no"), ("snow", "deep"), ("fuel", "wood")), (2, 4)),
        (("stove", "summer"), (("pace", "slow"), ("winter", "no"), ("snow", "deep"), ("fuel", "coal")), (2, 4)),
        (("stove", "summer"), (("pace", "slow"), ("winter", "no"), ("snow", "deep"), ("fuel", "wood")), (2, 4)),
    ]
    assert [clash.with_ for clash in found.clashes] == [("cold",), ("cold", "summer")]
    for clash in found.clashes:
        assert {problem.code for problem in clash.verdict().problems} == {codes.REQUIRES}


def test_what_is_fixed_is_always_there(hut: Path) -> None:
    found = rw.combinations(hut, with_=["stove"], options={"pace": "fast"})
    assert (found.expansions, found.options) == (("cold", "summer"), ["winter", "snow", "fuel"])
    assert {c.options["pace"] for c in found} == {"fast"}
    assert all(c.with_[0] == "stove" for c in found)
    assert len({shown(c) for c in found}) == len(found) == 3 * 2 * 3


def test_a_house_rule_with_a_mistake_is_refused_with_the_mistake(hut: Path) -> None:
    assert rw.combinations(hut).expansions == ("cold", "stove", "summer")
    found = rw.combinations(hut, options={"pace": "slow", "winter": "no"}, house_rules=True)
    verdicts = {c.with_: c.verdict() for c in found if "cold" not in c.with_}
    assert {with_ for with_, verdict in verdicts.items() if not verdict.allowed} == {
        with_ for with_ in verdicts if "slip" in with_
    }
    assert [p.code.slug for p in verdicts["slip",].problems] == ["name/unknown"]


def test_what_each_expansion_and_each_value_does_alone(hut: Path) -> None:
    found = rw.combinations(hut)
    assert {name: (c.with_, c.options["snow"], c.options["winter"]) for name, c in found.one_by_one()} == {
        "pace=fast": ((), "deep", "no"),
        "winter=yes": ((), "deep", "yes"),
        "winter=yes,snow=light": ((), "light", "yes"),
        "stove": (("stove",), "deep", "no"),
        "fuel=wood": (("stove",), "deep", "no"),
        "summer": (("summer",), "deep", "no"),
        "cold+stove": (("cold", "stove"), "deep", "no"),
        "stove+summer": (("stove", "summer"), "deep", "no"),
    }


def test_two_that_say_the_same_differently_are_not_allowed_together(hut: Path) -> None:
    (hut / "expansions" / "stove.rules").write_text(f"{STOVE}players 3 to 5\n", "utf-8")
    found = rw.combinations(hut, with_=["stove"], options={"pace": "slow", "fuel": "coal"})
    verdicts = {c.options["winter"]: c.verdict() for c in found}
    assert verdicts["no"].players == (3, 5)
    assert [problem.code for problem in verdicts["yes"].problems] == [codes.CONFLICT]


def test_a_combination_can_be_played_and_its_record_is_found_again(hut: Path, tmp_path: Path) -> None:
    combination = list(rw.combinations(hut))[-1]
    play = combination.load().start()
    assert play.over
    assert play.options == dict(combination.options)
    play.record(tmp_path / "record.jsonl")
    assert rw.replay(tmp_path / "record.jsonl").same


def test_a_sample_is_drawn_by_its_seed_and_holds_the_game_as_it_comes(hut: Path) -> None:
    found = rw.combinations(hut)
    everything = [shown(c) for c in found]
    assert [shown(c) for c in found.sample(len(found))] == everything
    first = [shown(c) for c in found.sample(9, 1)]
    assert first == [shown(c) for c in found.sample(9, 1)]
    assert first != [shown(c) for c in found.sample(9, 2)]
    assert first[0] == everything[0]
    assert len(set(first)) == 9
    places = [everything.index(each) for each in first]
    assert places == sorted(places)


def test_many_expansions_are_combined_as_far_as_can_be_told_apart(hut: Path) -> None:
    for number in range(20):
        text = f'expansion more{number} "More" for hut\n'
        (hut / "expansions" / f"more{number}.rules").write_text(text, "utf-8")
    found = rw.combinations(hut)
    assert found.together == 3
    assert max(len(c.with_) for c in (found[len(found) - 1], found[0])) == 3
    assert len(found.sample(3)) == 3
    with pytest.raises(IndexError):
        _ = found[len(found)]


@pytest.mark.parametrize("name", resources.games())
def test_the_games_are_allowed_as_they_come(name: str) -> None:
    found = rw.combinations(name)
    first = found[0]
    assert not first.with_
    assert first.verdict().players == rw.load(name).players


# ------------------------------------------------------------------ the command


def test_the_list_for_people(hut: Path) -> None:
    words = ["combinations", str(hut), "--option", "pace=slow", "--with", "stove", "--option", "fuel=wood"]
    assert called(words) == (
        0,
        "The hut: 9 combinations of 2 options and 2 expansions\n"
        + "".join(
            f"  with {with_}; pace slow, winter {winter}, snow {snow}, fuel wood: 2 to {most} players\n"
            for with_, (winter, snow, most) in product(
                ["stove", "stove, cold", "stove, summer"], [("no", "deep", 4), ("yes", "deep", 3), ("yes", "light", 3)]
            )
        )
        + "not allowed:\n"
        + "  with stove, cold, summer: `cold` does not go together with `summer` [compose/requires] cold.rules:3\n"
        + "9 allowed, 0 not\n",
        "",
    )


def test_only_those_for_so_many_players(hut: Path) -> None:
    code, out, _ = called(["combinations", str(hut), "--players", "4", "--option", "pace=fast"])
    assert code == 0
    told = out.splitlines()
    refused = told[told.index("not allowed:") :]
    assert [line for line in told if line.endswith("2 to 4 players")] == [
        "  pace fast, winter no, snow deep: 2 to 4 players",
        "  with stove; pace fast, winter no, snow deep, fuel coal: 2 to 4 players",
        "  with stove; pace fast, winter no, snow deep, fuel wood: 2 to 4 players",
        "  with summer; pace fast, winter no, snow deep: 2 to 4 players",
        "  with cold, stove; pace fast, winter no, snow deep, fuel coal: 2 to 4 players",
        "  with cold, stove; pace fast, winter no, snow deep, fuel wood: 2 to 4 players",
        "  with stove, summer; pace fast, winter no, snow deep, fuel coal: 2 to 4 players",
        "  with stove, summer; pace fast, winter no, snow deep, fuel wood: 2 to 4 players",
    ]
    assert "  pace fast, winter yes, snow deep: it is for 2 to 3 players" in refused
    assert called(["combinations", str(hut), "--players", "9"])[0] == 1


def test_a_sample_is_said(hut: Path) -> None:
    code, out, _ = called(["combinations", str(hut), "--limit", "5", "--seed", "3"])
    assert code == 0
    assert "too many to check all: here are 5, drawn with seed 3" in out
    assert len(re.findall(r"players?$", out, re.MULTILINE)) == 5


def test_the_list_for_programs(hut: Path) -> None:
    code, out, _ = called(["combinations", str(hut), "--json", "--house-rules", "--limit", "30"])
    data = json.loads(out)
    fits(data, "combinations")
    assert code == 0
    assert (data["game"], data["total"], data["sampled"]) == ("hut", len(rw.combinations(hut, house_rules=True)), True)
    refused = [c for c in data["combinations"] if not c["allowed"]]
    assert ["cold"] in [c["with"] for c in refused]
    assert all(c["diagnostics"] for c in refused)


def test_a_game_that_is_not_there_or_cannot_be_read_is_told(hut: Path) -> None:
    assert called(["combinations", "no_such_game"])[0] == 2
    assert called(["combinations", str(hut), "--option", "pace=quick"])[0] == 2
    (hut / "hut.rules").write_text("game hut\nturn do nothing\n", "utf-8")
    code, out, err = called(["combinations", str(hut)])
    assert (code, out) == (1, "")
    assert "error[syntax" in err
