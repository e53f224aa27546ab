"""`check --fix`: what is certain is written, all of it or nothing, and only into files of the game that was given."""

from __future__ import annotations

import json
import os
import stat
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from cli.transcripts import called
from rulewright import resources
from rulewright.report import Diagnostic, Edit, Fix, Source, Span, codes
from rulewright_tools import mending
from schemas import fits

RULES = """game race "Race"
players 2
var steps (step) per Player: Int = 0, at least 0

turn:
  gain 1 stpe
  if my steps == 3: end game

score
  steps "Steps": my steps
winner: most scoer, then shared
"""
MENDED = RULES.replace("stpe", "step").replace("==", "=").replace("score\n", "score:\n").replace("scoer", "score")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def test_all_that_is_certain_is_mended_round_by_round_and_told() -> None:
    path = written("race.rules", RULES)
    code, out, err = called(["check", "race.rules", "--fix"])
    assert (code, err) == (0, "")
    assert path.read_text("utf-8") == MENDED
    assert "fixed race.rules:7:15: write `=` for `==` (syntax/character)" in out
    assert "fixed race.rules:6:10: write `step` for `stpe` (name/unknown)" in out
    assert "4 certain fixes made" in out
    assert out.endswith("race: no problems\n")
    assert called(["check", "race.rules", "--fix"])[1] == "0 certain fixes made\n\nrace: no problems\n"


def test_diff_shows_and_writes_nothing() -> None:
    path = written("race.rules", RULES)
    code, out, _ = called(["check", "race.rules", "--fix", "--diff"])
    assert code == 1, "the file is as it was"
    assert path.read_text("utf-8") == RULES
    assert "-  gain 1 stpe\n" in out
    assert "+  gain 1 step\n" in out
    assert out.endswith("race.rules: 4 certain fixes, then no problems\n")
    assert called(["check", "race.rules", "--diff"])[0] == 2


def test_json_tells_what_was_mended_and_what_remains() -> None:
    written("race.rules", RULES.replace("var steps", "var paces"))
    code, out, _ = called(["check", "race.rules", "--fix", "--json"])
    told = json.loads(out)
    fits(told, "diagnostics")
    assert code == 1
    assert {key: value for key, value in told["fixed"][0].items() if key != "title"} == {
        "code": "syntax/character",
        "file": "race.rules",
        "line": 7,
        "column": 15,
    }
    assert [each["code"] for each in told["diagnostics"]]
    written("race.rules", RULES)
    told = json.loads(called(["check", "race.rules", "--fix", "--diff", "--json"])[1])
    fits(told, "diagnostics")
    assert told["diff"].startswith("--- race.rules\n+++ race.rules\n")
    assert Path("race.rules").read_text("utf-8") == RULES


@pytest.mark.parametrize("form", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", BOM_UTF8])
def test_line_ends_and_the_mark_of_a_file_stay(form: str, mark: bytes) -> None:
    path = Path("race.rules")
    path.write_bytes(mark + RULES.replace("\n", form).encode())
    path.chmod(0o640)
    assert called(["check", "race.rules", "--fix"])[0] == 0
    assert path.read_bytes() == mark + MENDED.replace("\n", form).encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [each.name for each in Path().iterdir()] == ["race.rules"]


def test_included_files_and_tables_of_the_game_are_mended_too() -> None:
    main = RULES.replace("players 2\n", 'players 2\ninclude "cards.rules"\n')
    written("race/race.rules", main)
    written(
        "race/cards.rules",
        'enum Colour: red, blue\ncard Runner (runners)\n  colour: Colour\ncards of Runner from "runners.csv"\n'
        "zone stable: deck of Runer\nsetup: move runners to stable\n",
    )
    written("race/runners.csv", "name,colour\nfox,rde\nhare,blue\n")
    code, out, _ = called(["check", "race/race.rules", "--fix"])
    assert "race/cards.rules:5:22: write `Runner` for `Runer`" in out
    assert "write `red` for `rde`" in out
    assert Path("race/runners.csv").read_text("utf-8") == "name,colour\nfox,red\nhare,blue\n"
    assert code == 0


def test_the_game_of_an_expansion_is_not_touched() -> None:
    base = written("race/race.rules", MENDED.replace("my steps = 3", "my steps == 3"))
    written("race/expansions/storm.rules", "expansion storm for race\nvar wind: Int = 1\ndefine gale: Int = wnid\n")
    before = base.read_bytes()
    code, out, _ = called(["check", "race/expansions/storm.rules", "--fix"])
    assert (code, base.read_bytes()) == (1, before)
    assert "race/race.rules:7:15" in out
    assert called(["check", "race", "--with", "storm", "--fix"])[0] == 0
    assert base.read_text("utf-8") == MENDED
    assert "gale: Int = wind" in Path("race/expansions/storm.rules").read_text("utf-8")


def test_what_comes_with_rulewright_is_never_touched() -> None:
    library = resources.library_path("turns")
    assert library is not None
    may_change = mending.changeable([Path("race")])
    assert not may_change(library.resolve())
    assert not may_change(Path("elsewhere/race.rules").resolve())
    assert may_change(Path("race/cards/goals.csv").resolve())


def test_a_file_that_cannot_be_written_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    path = written("race.rules", RULES)

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refused)
    code, _, err = called(["check", "race.rules", "--fix"])
    assert code == 1
    assert "cannot be written: Permission denied" in err
    assert path.read_text("utf-8") == RULES
    assert [each.name for each in Path().iterdir()] == ["race.rules"]


SCENARIOS = """scenarios for race
scenario "A step":
  players agnes, bruno
  option deep = no
  option longg = no
  given:
    turn of agnse
    round 2
  then: agnes.steps = 3
"""


def test_a_file_of_scenarios_is_mended_and_its_game_is_left_alone() -> None:
    options = "option long: Bool = no\n  change steps_to_go = 5\noption deep: Bool = no\n  change steps_to_go = 4\n"
    rules = written("race.rules", f"{MENDED}{options}define steps_to_go: Int = 3\n")
    path = written("steps.rules", SCENARIOS)
    before = rules.read_text("utf-8")
    code, out, _ = called(["check", "steps.rules", "--fix"])
    assert path.read_text("utf-8") == SCENARIOS.replace("longg", "long").replace("agnse", "agnes")
    assert "fixed steps.rules:5:10: write `long` for `longg` (use/option)" in out
    assert (code, rules.read_text("utf-8")) == (0, before)


def test_scenarios_in_the_file_of_a_game_are_read_and_mended_too() -> None:
    options = "option long: Bool = no\n  change steps_to_go = 5\noption deep: Bool = no\n  change steps_to_go = 4\n"
    scenarios = SCENARIOS.removeprefix("scenarios for race\n")
    path = written("race.rules", f"{MENDED}{options}define steps_to_go: Int = 3\n{scenarios}")
    code, out, _ = called(["check", "race.rules"])
    assert code == 1
    assert "longg" in out
    code, out, _ = called(["check", "race.rules", "--fix"])
    assert code == 0
    assert path.read_text("utf-8").endswith(scenarios.replace("longg", "long").replace("agnse", "agnes"))


def test_an_answer_that_means_something_is_never_exchanged_for_another() -> None:
    """The scenario may be right, and the rules wrong."""
    written("race.rules", MENDED.replace("turn:\n", "turn:\n  choose n in 1..3\n  gain n steps\n"))
    text = (
        SCENARIOS.replace("  option deep = no\n  option longg = no\n", "")
        .replace("agnse", "agnes")
        .replace("    round 2\n", "")
    )
    text = text.replace("then: agnes.steps = 3", "then: offered: 1, 2, 4")
    path = written("steps.rules", text)
    code, out, _ = called(["check", "steps.rules", "--fix"])
    assert (code, path.read_text("utf-8")) == (1, text)
    assert "offered besides: 3" in out


# ------------------------------------------------------------------ what no rules file would bring about


def about(path: Path, start: int, end: int, text: str, more: tuple[Edit, ...] = ()) -> Diagnostic:
    span = Span(Source(path.name, path.read_bytes().decode(), path), start, end)
    fix = Fix("write", (Edit(span, text), *more))
    return Diagnostic(code=codes.UNKNOWN, span=span, message="no", fixes=(fix,))


def test_of_edits_that_meet_the_first_is_made_and_a_changed_file_is_left_alone() -> None:
    path = written("a.rules", "abcdef")
    meeting = [about(path, 0, 3, "x"), about(path, 2, 4, "y"), about(path, 3, 3, "z"), about(path, 5, 6, "w")]
    rounds = iter([meeting, []])
    assert list(mending.mend(lambda: next(rounds), lambda _: True).texts.values()) == [b"xdew"]
    old = about(path, 0, 1, "x")
    path.write_text("other")
    assert mending.mend(lambda: [old], lambda _: True).texts == {}
    assert mending.mend(lambda: [about(path, 0, 1, "x")], lambda _: False).texts == {}


def test_mending_that_goes_round_ends() -> None:
    path = written("a.rules", "a")

    def to_and_fro() -> list[Diagnostic]:
        text = resources.content(path).decode()
        span = Span(Source("a.rules", text, path), 0, 1)
        fix = Fix("write", (Edit(span, "b" if text == "a" else "a"),))
        return [Diagnostic(code=codes.UNKNOWN, span=span, message="no", fixes=(fix,))]

    assert 0 < len(mending.mend(to_and_fro, lambda _: True).done) <= mending.MOST_ROUNDS
    assert path.read_text() == "a"
