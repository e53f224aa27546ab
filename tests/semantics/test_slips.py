"""No slip of the pen in a rules file that comes with Rulewright is more than a message."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright import loader, resources
from rulewright.report import draw
from semantics.slips import slips

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "games").glob("*/*.rules"))
LIBRARIES = sorted((ROOT / "stdlib").glob("*.rules"))
SMALL = sorted((ROOT / "tests").glob("[rc]*es/*.rules"))


def test_there_are_files() -> None:
    assert len(FILES) > 3
    assert len(LIBRARIES) > 1
    assert len(SMALL) > 5


@pytest.mark.parametrize("path", [*FILES, *SMALL], ids=lambda path: path.stem)
def test_a_slip_in_a_game_gives_messages_and_no_exception(path: Path, tmp_path: Path) -> None:
    for other in path.parent.glob("*.rules"):
        shutil.copy(other, tmp_path)
    main = tmp_path / (path.name if path in SMALL else f"{path.parent.name}.rules")
    found = 0
    number = 12
    for text in slips(path.read_text("utf-8"), path.name, number):
        (tmp_path / path.name).write_text(text, "utf-8")
        found += bool(drawn(main))
    assert found >= number // 2, "two of three are found in a large sample; in so few it may be half"


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.stem)
def test_a_slip_in_a_library(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / path.name
    monkeypatch.setattr(resources, "library_path", lambda name: library)
    main = tmp_path / "race.rules"
    main.write_text(f"game race\nuse {path.stem}\nplayers 2\nturn: end game\nboard yard: square grid 3 x 3\n")
    found = 0
    number = 20
    for text in slips(path.read_text("utf-8"), path.name, number):
        library.write_text(text, "utf-8")
        found += bool(drawn(main))
    assert found > number // 2


def drawn(path: Path) -> list[str]:
    return [draw(each) for each in loader.load(loader.read_files(path)).diagnostics]
