"""What the README and the Python page show is what happens."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
END = "end of program"


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text("utf-8")
    return [inside for named, inside in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S) if named == language]


def test_the_rules_of_the_readme_stand_in_the_game() -> None:
    game = "\n".join(path.read_text("utf-8") for path in (ROOT / "games" / "kingdom_builder").glob("*.rules"))
    (rules,) = blocks("README.md", "rules")
    for part in rules.strip().split("\n\n"):
        head, *rest = part.splitlines()
        assert head in game
        assert "\n".join(rest) in game


def test_the_message_of_the_readme_is_the_one_that_is_given(tmp_path: Path) -> None:
    folder = tmp_path / "kingdom_builder"
    shutil.copytree(ROOT / "games" / "kingdom_builder", folder)
    path = folder / "kingdom_builder.rules"
    text = path.read_text("utf-8")
    path.write_text(text.replace("  move my face_up to discard\n", "  move my face_up to discrad\n"), "utf-8")
    command = [sys.executable, "-m", "rulewright_tools", "check", "kingdom_builder.rules"]
    shown = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert shown.returncode == 1
    assert blocks("README.md", "")[0].strip() in shown.stdout + shown.stderr


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_python_runs(page: str, tmp_path: Path) -> None:
    header = 'expansion my_rules "My rules" for kingdom_builder\nrestrict build.space: not it next to castles\n'
    (tmp_path / "my_rules.rules").write_text(header, "utf-8")
    programs = blocks(page, "python")
    one_by_one = f"for program in {programs!r}:\n    exec(program, {{'__name__': '__main__'}})\n    print({END!r})\n"
    command = [sys.executable, "-c", one_by_one]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.split(END)[:-1]
    assert len(shown) == len(programs) > 0
    for text in shown:
        assert re.search("castles|nearest", text), "what the page is about is printed"
