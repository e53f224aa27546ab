"""`check --ast`: the rules as data, as other programs read them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import rulewright as rw
from cli.transcripts import called
from rulewright import resources
from rulewright.core.digest import rules_hash
from rulewright.syntax.json_form import from_json
from rulewright.syntax.printer import show
from schemas import fits, thinned

GAME = """\
game fruit "Fruit"
language 1
include "more.rules"
players 2
option long "A long game": Bool = no
  const rounds_more = 3
round 2 times:
  each player from first_player:
    gain 1 plum
score:
  plums: my plums
winner: most score
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


LODGE = Path(__file__).resolve().parents[1] / "games" / "lodge.rules"


@pytest.mark.parametrize(
    ("name", "with_", "options"),
    [*((name, [], {}) for name in resources.games()), ("kingdom_builder", [LODGE], {"first_game": "yes"})],
)
def test_what_is_written_is_the_game(name: str, with_: list[Path], options: dict[str, str]) -> None:
    words = [f"--with={path}" for path in with_] + [f"--option={key}={value}" for key, value in options.items()]
    code, out, err = called(["check", name, "--ast", *words])
    assert (code, err) == (0, "")
    data = json.loads(out)
    fits(thinned(data), "ast")
    game = rw.load(name, with_=with_, options=options)
    assert data == game.rules_json()
    Path("again.rules").write_text(show(from_json(data, name)), "utf-8")
    one_file = replace(game.program, expansions=())
    assert rules_hash(rw.load("again.rules").program) == rules_hash(one_file)


def test_included_files_and_chosen_options_are_in_it_and_their_places() -> None:
    Path("fruit.rules").write_text(GAME, "utf-8")
    Path("more.rules").write_text("var plums (plum) per Player: Int = 0\n", "utf-8")
    kinds = {}
    for words in ([], ["--option", "long=yes"]):
        code, out, err = called(["check", "fruit.rules", "--ast", "-v", *words])
        assert (code, err) == (0, "")
        data = json.loads(out)
        fits(data, "ast")
        items = data["file"]["items"]
        kinds[bool(words)] = {item["node"] for item in items}
        places = {item["node"]: (item["at"]["file"], item["at"]["line"]) for item in items}
        assert places["Players"] == ("fruit.rules", 4)
        assert places["Var"] == ("more.rules", 1)
        (option,) = (item for item in items if item["node"] == "Option")
        assert option["default"]["node"] == ("Ref" if words else "No")
    assert "Include" not in kinds[False] | kinds[True]
    assert kinds[True] - kinds[False] == {"Const"}


def test_rules_with_errors_are_told_and_not_written() -> None:
    Path("fruit.rules").write_text(GAME, "utf-8")
    Path("more.rules").write_text("var plums (plum) per Player: Number = 0\n", "utf-8")
    code, out, err = called(["check", "fruit.rules", "--ast"])
    assert (code, out) == (1, "")
    assert "more.rules:1:30" in err
    code, out, err = called(["check", "fruit.rules", "--ast", "--json"])
    assert (code, err) == (1, "")
    assert "more.rules" in {found["file"] for found in json.loads(out)["diagnostics"]}
