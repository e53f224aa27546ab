"""The tutorial and the page of a new game, followed line by line: what is shown is what one sees, and each step plays.

`RECORD=1 python tools/dev.py test tests/docs/test_walks.py` writes what is printed now; read the difference.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from docs import walking
from docs.blocks import DOCS

TUTORIAL = DOCS / "tutorial.md"


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def in_order(game: str, seed: int) -> None:
    """The game has no problems, its scenarios come out, and 2, 3 or 4 bots can play it."""
    assert walking.called(["check", game], "") == (0, f"{game}: no problems\n")
    code, told = walking.called(["test", game], "")
    assert code == 0, told
    code, told = walking.called(["run", game, "--players", str(2 + seed % 3), "--seed", str(seed)], "")
    assert code == 0, told
    assert "winner" in told


def test_the_tutorial_is_what_a_reader_sees(tmp_path: Path) -> None:
    page = TUTORIAL.read_text("utf-8")
    walk = walking.Walk(tmp_path)
    played, before = 0, ""
    for section in walk.sections(page):
        files = "".join(path.read_text("utf-8") for path in sorted(tmp_path.rglob("*.rules")))
        if files != before:
            in_order("garden", played)
            played, before = played + 1, files
        assert section.startswith("#")
    if os.environ.get("RECORD"):
        TUTORIAL.write_text("".join(walk.now), "utf-8")
    assert walk.wrong == []
    assert played > 6


def test_the_first_changes_to_a_new_game_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert walking.called(["new", "my_game"], "")[0] == 0
    page = (tmp_path / "my_game" / "README.md").read_text("utf-8")
    for line in re.findall(r"^rulewright (.+?) *#", page, re.MULTILINE):
        assert walking.called(line.split(), "")[0] == 0, line
    walk = walking.Walk(tmp_path / "my_game")
    for done, _ in enumerate(walk.sections(page)):
        in_order("my_game", done)
    assert walk.wrong == []
    assert done > 4


def test_a_page_that_shows_something_else_is_told(tmp_path: Path) -> None:
    page = (
        "# Page\n\n```rules game.rules\ngame game\n```\n\n"
        "```rules game.rules End\nturn: stop\n```\n\n```rules\nsetup: stop\n```\n\n"
        "```console\n$ rulewright check game.rules\ngame.rules: no problems\n$ rulewright fly\n…\n```\n"
    )
    (tmp_path / "game.rules").write_text("# ---- End\nplayers 2\n", "utf-8")
    walk = walking.Walk(tmp_path)
    assert list(walk.sections(page)) == ["# Page"]
    told = "\n".join(walk.wrong)
    assert "game.rules is not what the page shows" in told
    assert "says nothing about *End*" in told
    assert "these lines stand in no file:\nsetup: stop" in told
    assert "$ rulewright check game.rules\nprints\nerror[" in told
    assert "$ rulewright fly\nends with exit code 2" in told


def test_lines_come_where_they_belong() -> None:
    text = "game g\n\n# ---- Box\n\nenum A: a\n\n# ---- End\n\nscore:\n  a: 1\nwinner: most score\n"
    lines = "zone b: C\n"
    assert walking.merged(text, lines, "Box") == text.replace("enum A: a\n", "enum A: a\nzone b: C\n")
    assert walking.merged(text, "score:\n  b: 2\n", "End") == text.replace("  a: 1", "  b: 2")
    before = walking.merged(text, "define d: Int = 2\nscore:\n  a: d\n", "End")
    assert before == text.replace("score:\n  a: 1", "define d: Int = 2\n\nscore:\n  a: d")
