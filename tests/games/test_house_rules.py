"""The house rules that come along: small, shown on their page as they are, played alone and together; what the page
shows of commands is what they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import rulewright as rw
from cli.transcripts import called
from rulewright import loader, resources
from rulewright.bots import playout
from rulewright.runtime.stream import Stream
from rulewright.scenarios import run_all

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "house_rules.md").read_text("utf-8")
FILES = sorted((ROOT / "games").glob("*/house_rules/*.rules"))
GAMES = sorted({path.parents[1].name for path in FILES})
BLOCKS = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", PAGE, re.M | re.S)


def names(game: str) -> list[str]:
    return [path.stem for path in FILES if path.parents[1].name == game]


def test_there_are_twelve_for_every_game() -> None:
    assert len(FILES) == 12
    assert resources.games() == GAMES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_rule_is_small_shown_and_has_a_worked_example(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 10
    assert [shown for _, name, shown in BLOCKS if name == path.name] == [text]
    game = path.parents[1].name
    if "\nscenario " in text:
        assert run_all(path).passed
    else:
        beside = (path.parents[1] / "scenarios" / "house_rules.rules").read_text("utf-8")
        assert re.search(rf"^  with .*\b{path.stem}\b", beside, re.M), "no scenario plays with it"
    assert f"rulewright play {game} --with {path.stem}" in PAGE


def played(game: rw.Game, players: int, seed: int) -> None:
    play = game.start(players, seed)
    end, _, count = playout(play.machine, play.state, Stream.from_seed(seed, "bots"), 5_000)
    assert end.over, f"not over after {count} decisions"
    assert play.machine.winners(end)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_checks_and_random_games_with_it_end(path: Path) -> None:
    game = path.parents[1].name
    for option in loader.read_files(game, [path.stem]).options:
        if option.name == path.stem:
            for value in option.values:
                rw.load(game, with_=[path.stem], options={option.name: value}).start(seed=1)
    loaded = rw.load(game, with_=[path.stem])
    assert not loaded.diagnostics
    for number, players in enumerate(loaded.players):
        played(loaded, players, number)


@pytest.mark.parametrize("name", [name for name in GAMES if len(names(name)) > 1])
def test_all_of_a_game_go_together_and_with_its_expansion(name: str) -> None:
    expansions = sorted(path.stem for path in (ROOT / "games" / name / "expansions").glob("*.rules"))
    joined = rw.load(name, with_=[*expansions[:1], *names(name)])
    assert not joined.diagnostics
    played(joined, joined.players[0] + 1, 5)


# ------------------------------------------------------------------ what the page shows


SESSIONS = [text for language, _, text in BLOCKS if language == "console"]


def test_there_are_sessions() -> None:
    assert sum(text.count("\n$ ") + 1 for text in SESSIONS) > 6


@pytest.mark.parametrize("session", SESSIONS, ids=lambda text: text.split("\n")[0][2:])
def test_commands_print_what_is_shown(session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for language, name, text in BLOCKS:
        if language in ("rules", "refused") and name not in [path.name for path in FILES]:
            (tmp_path / name).write_text(text, "utf-8")
    for part in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        _, out, err = called(shlex.split(command)[1:])
        assert without_lines(out + err) == without_lines(shown)


def without_lines(text: str) -> str:
    """The numbers of lines in rules files may change."""
    text = re.sub(r"\.rules:\d+(:\d+)?", ".rules", text)
    return re.sub(r"^ *\d* *([|=]|-->) ?", r"\1 ", re.sub(r" +", " ", text), flags=re.M).strip()


def test_the_figures_are_of_a_command_that_is_shown() -> None:
    (figures,) = re.findall(r"^```\n(.+?): (\d+) players, random bots, ([\d,]+) games each, seeds from 0$", PAGE, re.M)
    (command,) = re.findall(r"^(rulewright compare .+ --games .+)$", PAGE, re.M)
    assert command.endswith(f"--players {figures[1]} --games {figures[2].replace(',', '')}")
