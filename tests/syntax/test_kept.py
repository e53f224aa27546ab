"""The parser's table is made once and kept; what was kept may be lost, damaged or hostile."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.report import Source
from rulewright.syntax import kept, parser


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "_folders", lambda: [tmp_path / "none" / "yet"])
    return tmp_path / "none" / "yet"


def test_what_is_kept_can_be_loaded_under_its_key_only(folder: Path) -> None:
    kept.keep("table", "key", {"a": [1, None, "ü"]})
    assert kept.load("table", "key") == {"a": [1, None, "ü"]}
    assert kept.load("table", "another key") is None
    assert kept.load("other", "key") is None
    assert len(list(folder.iterdir())) == 1, "nothing unfinished is left behind"


def test_only_the_last_of_a_name_is_kept(folder: Path) -> None:
    for key in ("old", "new"):
        kept.keep("table", key, key)
        kept.keep("other", key, key)
    assert kept.load("table", "old") is None
    assert kept.load("table", "new") == "new"
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", ["", "no mark", "cut", "changed", "not text", "a folder"])
def test_what_is_damaged_counts_as_absent(folder: Path, damage: str) -> None:
    kept.keep("table", "key", [1, 2, 3])
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.unlink()
    if damage == "a folder":
        path.mkdir()
    else:
        path.write_bytes(
            {
                "": b"",
                "no mark": b"[1,2,3]",
                "cut": whole[:-2],
                "changed": whole.replace(b"2", b"4"),
                "not text": b"\xff",
            }[damage]
        )
    assert kept.load("table", "key") is None


def test_nothing_is_kept_where_nothing_may_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(kept, "_folders", lambda: [tmp_path / "file" / "below", tmp_path / "second"])
    kept.keep("table", "key", [1])
    assert kept.load("table", "key") == [1]
    monkeypatch.setattr(kept, "_folders", lambda: [tmp_path / "file" / "below"])
    kept.keep("table", "key", [1])
    assert kept.load("table", "key") is None


@pytest.mark.parametrize(
    "data", ["[]", "[1, 2]", '[{"parser": {"parser": {"tokens": {}, "states": {"x": {}}}}}, {}]', "[[[["]
)
def test_the_parser_makes_its_table_anew_if_the_kept_one_is_not_one(folder: Path, data: str) -> None:
    text = 'start: "a"\n'
    parser._kept_lark(text)
    (path,) = folder.iterdir()
    path.write_text(f"{hashlib.sha256(data.encode()).hexdigest()}\n{data}")
    assert parser._kept_lark(text).parse("a")
    assert json.loads(path.read_text().partition("\n")[2]), "and keeps it again"


def test_a_kept_table_reads_the_same(folder: Path) -> None:
    text = parser.resources.grammar_text()
    for made in (parser._kept_lark(text), parser._kept_lark(text)):
        assert len(made.rules) > 500
    assert len(list(folder.iterdir())) == 1


def test_a_new_process_finds_the_table(tmp_path: Path) -> None:
    script = (
        "from rulewright.report import Source\n"
        "from rulewright.syntax import parser, kept\n"
        "tree, problems = parser.parse(Source('a.rules', 'turn: stop\\n'))\n"
        "print(len(tree.items), problems)\n"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout == "1 ()\n"
    assert len(list((tmp_path / "rulewright").iterdir())) == 1


def test_two_texts_do_not_get_in_each_other_s_way() -> None:
    first, second = (parser.parse(Source(name, f"const {name} = 1\n"))[0] for name in ("a", "b"))
    assert first != second
    assert parser.parse(Source("a", "const a = 1\n"))[0] == first
