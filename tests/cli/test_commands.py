"""The commands as other programs use them: exit codes, JSON that fits its schema, files that can be read back."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.transcripts import called
from rulewright import resources
from rulewright_tools import arguments
from schemas import fits

ROOT = Path(__file__).resolve().parents[2]
GAMES = resources.games()


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fine(*words: str) -> str:
    code, out, err = called(list(words))
    assert (code, err) == (0, "")
    return out


# ------------------------------------------------------------------ what other programs read


@pytest.mark.parametrize("name", GAMES)
def test_a_result_fits_its_schema_and_is_the_same_again(name: str) -> None:
    first, second = (fine("run", name, "--seed", "4", "--json") for _ in range(2))
    assert first == second
    result = json.loads(first)
    fits(result, "result")
    assert result["totals"] == {player: sum(row.values()) for player, row in result["scores"].items()}
    assert set(result["winners"]) <= set(result["players"])


@pytest.mark.parametrize("name", GAMES)
def test_a_record_fits_its_schema_and_replays(name: str) -> None:
    shown = fine("run", name, "--seed", "4", "--record", "game.jsonl")
    lines = [json.loads(line) for line in Path("game.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        fits(line, "record")
    assert f"{len(lines) - 2:,} decisions" in shown
    again = json.loads(fine("replay", "game.jsonl", "--json"))
    fits(again, "replay")
    assert again["same"]
    assert f"the same: {len(lines) - 2:,} answers" in fine("replay", "game.jsonl")


def test_a_replay_tells_the_first_step_that_comes_out_otherwise() -> None:
    fine("run", "pickomino", "--seed", "4", "--record", "game.jsonl")
    lines = Path("game.jsonl").read_text("utf-8").splitlines()
    wrong = json.loads(lines[5])
    wrong["state_hash"] = "0" * 32
    Path("game.jsonl").write_text("\n".join([*lines[:5], json.dumps(wrong), *lines[6:]]), "utf-8")
    code, out, err = called(["replay", "game.jsonl"])
    assert (code, err) == (1, "")
    assert "different at answer 5 of" in out
    assert f"recorded: {'0' * 32}" in out
    data = json.loads(called(["replay", "game.jsonl", "--json"])[1])
    fits(data, "replay")
    assert data["agreed"] == 4


@pytest.mark.parametrize("words", [["--verbose", "--paths"], []])
@pytest.mark.parametrize("name", GAMES)
def test_a_check_fits_its_schema(name: str, words: list[str]) -> None:
    data = json.loads(fine("check", name, "--json", *words))
    fits(data, "diagnostics")
    assert data["fine"]
    assert ("notes" in data) == bool(words)


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_that_is_listed_can_be_named(name: str) -> None:
    found = json.loads(fine("check", name, "--json", "--paths"))["paths"]
    named = {what: [each["path"] for each in found if each["what"] == what] for what in ("choice", "action", "turn")}
    assert named["choice"]
    lines = [f"restrict {path}: yes" for path in named["choice"]]
    lines += [f"replace {path}: do base" for path in named["turn"]]
    Path("all.rules").write_text("\n".join([f"expansion all_of_it for {name}", *lines, ""]), "utf-8")
    _, out, err = called(["check", name, "--with", "all.rules"])
    assert "missing-target" not in out + err and "wrong-kind" not in out + err, out + err
    Path("none.rules").write_text(f"expansion none_of_it for {name}\nrestrict {named['choice'][0]}x: yes\n", "utf-8")
    assert "compose/missing-target" in called(["check", name, "--with", "none.rules"])[1]


@pytest.mark.parametrize(
    ("words", "code", "slug"),
    [
        (["run", "pikomino"], 2, "use/no-game"),
        (["run", "pickomino", "--players", "40"], 2, "use/players"),
        (["run", "pickomino", "--option", "speed=fast"], 2, "use/option"),
        (["replay", "nothing.jsonl"], 2, "name/no-file"),
        (["check", "pikomino"], 2, "use/no-game"),
        (["check", "x" * 400], 2, "use/no-game"),
        (["check", "pickomino", "--with", "x" * 400], 2, "use/no-game"),
        (["board", "pikomino"], 2, "use/no-game"),
    ],
)
def test_a_refusal_is_json_too_if_json_was_asked_for(words: list[str], code: int, slug: str) -> None:
    got, out, err = called([*words, "--json"])
    assert (got, err) == (code, "")
    data = json.loads(out)
    fits(data, "diagnostics")
    assert data["code"] == slug


def test_a_folder_whose_file_is_called_otherwise_is_refused_with_the_file_to_give() -> None:
    Path("evening").mkdir()
    assert "there is no rules file in the folder `evening`" in called(["check", "evening"])[2]
    Path("evening/dinner.rules").write_text("turn: end game\n", "utf-8")
    assert "give the file itself: `evening/dinner.rules`" in called(["check", "evening"])[2]


def test_a_game_that_goes_round_says_what_was_asked_and_where_it_would_end() -> None:
    rules = """game walk "Walk"
players 2
var steps (step) per Player: Int = 0
turn:
  choose way in 1..3
  if way = 4: gain 1 step
when my steps = 3: end game
score:
  steps: my steps
winner: most score
"""
    Path("walk.rules").write_text(rules, "utf-8")
    code, _, told = called(["run", "walk.rules", "--limit", "12"])
    assert code == 1
    assert "the last 12 decisions were about `turn.way`; the game ends at walk.rules:7" in told


def test_a_number_of_players_that_an_option_forbids_is_refused_with_the_reason() -> None:
    rules = """game dinner "Dinner"
players 2 to 4
first player: random
var meals per Player: Int = 0
turn: gain 1 meals
after round: end game
option fish "Fish": Bool = no
  players 2 "there are two fish"
"""
    Path("dinner.rules").write_text(rules, "utf-8")
    assert called(["run", "dinner.rules", "--players", "3"])[0] == 0
    code, _, told = called(["run", "dinner.rules", "--players", "3", "--option", "fish=yes"])
    assert code == 2
    assert "Dinner is for 2 players, not 3: there are two fish" in told


def test_rules_with_errors_are_json_diagnostics_for_run_too() -> None:
    Path("bad.rules").write_text('game bad "Bad"\nplayers 2\nturn:\n  gain 1 nothing\n', "utf-8")
    for words in (["check", "bad.rules", "--json"], ["run", "bad.rules", "--json"]):
        code, out, _ = called(words)
        assert code == 1
        data = json.loads(out)
        fits(data, "diagnostics")
        assert any(found["code"] == "name/unknown" for found in data["diagnostics"])


def test_a_save_fits_its_schema_and_goes_on() -> None:
    code, out, _ = called(["play", "pickomino", "--seed", "3"], "1\n")
    assert code == 0
    assert "pickomino.save" in out
    fits(json.loads(Path("pickomino.save").read_text("utf-8")), "save")
    again = called(["play", "--resume", "pickomino.save"], "1\n")[1]
    assert re.search(r"; [1-9]\d* answers? so far", again)


def test_a_decision_fits_its_schema_and_its_answers_are_taken() -> None:
    scenario = """scenarios for kingdom_builder
scenario "The first settlement":
  players agnes, bruno
  given:
    realm holds tavern_land, paddock_land, oasis_land, farm_land; agnes.hand holds flowers; turn of agnes
"""
    Path("position.rules").write_text(scenario, "utf-8")
    asked = json.loads(fine("ask", "position.rules", "--json"))
    fits(asked, "decision")
    (decision,) = asked["decisions"]
    assert decision["player"] == "agnes"
    assert decision["count"] == len(decision["options"]) > 10
    answers = [option["answer"] for option in decision["options"]]
    assert "r0c0" in answers
    assert all(option["touches"]["spaces"] == [option["answer"]] for option in decision["options"])
    taken = scenario + f"  when agnes: {answers[3]}\n"
    Path("position.rules").write_text(taken, "utf-8")
    assert answers[3] not in [
        o["answer"] for o in json.loads(fine("ask", "position.rules", "--json"))["decisions"][0]["options"]
    ]


def test_the_boards_as_data_have_every_space_and_its_neighbours() -> None:
    boards = json.loads(fine("board", "kingdom_builder", "--json", "--seed", "2"))["boards"]
    spaces = {space["name"]: space for space in boards[0]["spaces"]}
    assert len(spaces) == 400
    assert sum(len(space["next_to"]) for space in spaces.values()) == 2 * 1121
    assert all(name in spaces[other]["next_to"] for name in spaces for other in spaces[name]["next_to"])
    assert fine("board", "kingdom_builder", "--to", "json", "--seed", "2", "-o", "boards.json") == ""
    assert json.loads(Path("boards.json").read_text("utf-8"))["boards"] == boards


# ------------------------------------------------------------------ every command


def test_help_names_every_command_and_every_command_has_help() -> None:
    shown = fine("--help")
    for name, command in arguments.COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(command.line)}$", shown, re.MULTILINE)
        for words in ([name, "--help"], ["help", name]):
            assert fine(*words).startswith(f"usage: rulewright {name}")


def test_the_page_about_the_command_line_tells_every_command_and_option() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for name in arguments.COMMANDS:
        heading = re.search(rf"^### `rulewright {name}\b(.*)`$", page, re.MULTILINE)
        assert heading, name
        parser = arguments.Parser(add_help=False)
        arguments.COMMANDS[name].add(parser)
        section = page[heading.start() :].split("\n### ")[0]
        for action in parser._actions:
            assert not action.option_strings or any(option in section for option in action.option_strings), (
                f"{name} {action.option_strings}"
            )


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["--version"], ["chek"], ["explain", "name/unknown"]])
def test_help_and_pages_answer_at_once(words: list[str]) -> None:
    script = (
        "import sys\nfrom rulewright_tools.cli import main\n"
        f"main({words!r})\n"
        "heavy = {'lark', 'networkx', 'jsonschema', 'numpy'} & set(sys.modules)\n"
        "print('heavy:', *sorted(heavy), file=sys.stderr)\n"
    )
    before = os.times()
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1].strip() == "heavy:"
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    assert spent < 2, "far more than the 0.3 s that it takes"


def test_colours_come_only_where_a_terminal_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright_tools.text import coloured

    class Terminal:
        def isatty(self) -> bool:
            return True

    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert coloured(Terminal())  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured(Terminal())  # type: ignore[arg-type]
    assert "\x1b" not in fine("board", "kingdom_builder")


def test_output_that_nobody_reads_is_no_traceback() -> None:
    command = [sys.executable, "-m", "rulewright_tools", "explain"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_a_terminal_without_our_letters_shows_their_numbers() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "rulewright_tools", "explain", "table/missing-column"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u2026" in done.stdout


# ------------------------------------------------------------------ a new game


def test_a_new_game_checks_tests_runs_and_is_never_overwritten() -> None:
    fine("new", "my_game")
    assert fine("check", "my_game") == "my_game: no problems\n"
    assert "2 scenarios" in fine("test", "my_game")
    for players in ("2", "3", "4"):
        assert "winner" in fine("run", "my_game", "--players", players, "--seed", "5")
    assert "rulewright play my_game" in Path("my_game/README.md").read_text("utf-8")
    code, _, err = called(["new", "my_game"])
    assert code == 2
    assert "already there" in err


def test_inside_its_own_folder_a_game_is_a_dot_or_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    fine("new", "my_game")
    monkeypatch.chdir("my_game")
    assert fine("check", ".") == "my_game: no problems\n"
    code, _, err = called(["check", "my_game"])
    assert code == 2
    assert "here it is `my_game.rules`" in err


@pytest.mark.parametrize("name", ["if", "two words", "../up", "", "9lives"])
def test_a_name_that_no_game_can_have_is_refused(name: str) -> None:
    code, _, err = called(["new", name])
    assert code == 2
    assert "cannot be the name of a game" in err
    assert list(Path().iterdir()) == []


# ------------------------------------------------------------------ measuring


def test_a_bench_measures_engine_and_peer() -> None:
    words = ["bench", "pickomino", "--games", "1", "--repeats", "2", "--peer", "--json"]
    data = json.loads(fine(*words))
    fits(data, "bench")
    assert data["ratio"] > 0
    assert data["figures"].keys() >= {"load and check", "start to first decision", "games", "games by hand"}
    for figure in data["figures"].values():
        assert 0 < figure["lowest"] <= figure["median"] <= figure["highest"]


def test_a_game_without_a_peer_is_wrong_use() -> None:
    fine("new", "my_game")
    code, _, err = called(["bench", "my_game", "--peer"])
    assert code == 2
    assert "no peer" in err
    assert "kingdom_builder" in err
