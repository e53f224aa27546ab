"""No slip of the pen in a rules file that comes with Rulewright is more than a message, and no mistake is less.

`--games N` puts N of each into every file; `python tools/dev.py mistakes` and `fuzz` put in thousands.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from libraries.shelf import FILLED
from rulewright import loader, resources
from rulewright.report import Severity, draw
from rulewright_tools.commands.check import variants
from semantics.slips import mistakes, slips

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "games").glob("*/*.rules"))
LIBRARIES = sorted((ROOT / "stdlib").glob("*.rules"))
SMALL = sorted((ROOT / "tests").glob("[rc]*es/*.rules"))
PLAYGROUND = ROOT / "tests" / "libraries" / "playground.rules"


def test_there_are_files() -> None:
    assert len(FILES) > 3
    assert len(LIBRARIES) > 1
    assert len(SMALL) > 5


@pytest.mark.parametrize("path", [*FILES, *SMALL], ids=lambda path: path.stem)
def test_a_slip_in_a_game_gives_messages_and_no_exception(path: Path, tmp_path: Path, random_games: int) -> None:
    for other in path.parent.glob("*.rules"):
        shutil.copy(other, tmp_path)
    main = tmp_path / (path.name if path in SMALL else f"{path.parent.name}.rules")
    rules = path.read_text("utf-8")
    for text in slips(rules, path.name, random_games):
        (tmp_path / path.name).write_text(text, "utf-8")
        drawn(main)
    for text in mistakes(rules, path.name, random_games):
        (tmp_path / path.name).write_text(text, "utf-8")
        assert told(main), slip(rules, text)


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.stem)
def test_a_slip_in_a_library(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, random_games: int) -> None:
    library = tmp_path / path.name
    main = tmp_path / "playground.rules"
    used = f"use {path.stem}" + (f"({FILLED[path.stem]})" if path.stem in FILLED else "")
    main.write_text(f"{PLAYGROUND.read_text('utf-8')}{used}\naction example: pass hand to left\n", "utf-8")
    known = resources.library_path
    monkeypatch.setattr(resources, "library_path", lambda name: library if name == path.stem else known(name))
    rules = path.read_text("utf-8")
    library.write_text(rules, "utf-8")
    assert not [each for each in drawn(main) if each.startswith("error")]
    for text in slips(rules, path.name, random_games):
        library.write_text(text, "utf-8")
        drawn(main)
    for text in mistakes(rules, path.name, 2 * random_games):
        library.write_text(text, "utf-8")
        assert drawn(main), slip(rules, text)


def drawn(path: Path) -> list[str]:
    return [draw(each) for each in loader.load(loader.read_files(path)).diagnostics]


def told(path: Path) -> bool:
    """Whether something is said, if need be with another value of an option, in whose block the slip may stand."""
    files = loader.read_files(path)
    return any(loader.load(files, values).diagnostics for values in variants(files, chosen(files), set()))


def chosen(files: loader.Files) -> dict[str, str]:
    return (
        {} if any(each.severity is Severity.ERROR for each in files.diagnostics) else loader.checked_options(files, {})
    )


def slip(rules: str, text: str) -> str:
    """The line in which it is, for who reads that it was not told."""
    pairs = zip(rules.splitlines(), text.splitlines(), strict=False)
    return next(f"{old!r} became {new!r}" for old, new in pairs if old != new)
