"""Files that `rulewright fmt` rewrites: byte for byte, whole or not at all."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from cli.transcripts import called

UGLY = "\ufeffgame island\r\nturn :\r\n  stop   # größer".encode()
PRETTY = "game island\nturn:\n  stop  # größer\n".encode()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_rewritten_once(here: Path) -> None:
    file = here / "island.rules"
    file.write_bytes(UGLY)
    file.chmod(0o640)
    assert called(["fmt", "island.rules"])[:2] == (0, "island.rules changed\n1 of 1 file changed\n")
    assert file.read_bytes() == PRETTY
    assert file.stat().st_mode & 0o777 == 0o640
    written = file.stat()
    assert called(["fmt", "island.rules"])[:2] == (0, "1 file, nothing to change\n")
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (written.st_ino, written.st_mtime_ns)
    assert list(here.iterdir()) == [file]


def test_a_mark_or_line_ends_alone_are_a_change(here: Path) -> None:
    for text in ("\ufeffgame island\n", "game island\r\n", "game island"):
        (here / "island.rules").write_bytes(text.encode())
        assert called(["fmt", "--check", "island.rules"])[0] == 1
        assert "-" in called(["fmt", "--diff", "island.rules"])[1]
        assert called(["fmt", "island.rules"])[0] == 0
        assert (here / "island.rules").read_bytes() == b"game island\n"


def test_a_link_stays_one(here: Path) -> None:
    (here / "real.rules").write_bytes(UGLY)
    (here / "link.rules").symlink_to("real.rules")
    assert called(["fmt", "."])[1] == "link.rules changed\n1 of 1 file changed\n"
    assert (here / "link.rules").is_symlink()
    assert (here / "real.rules").read_bytes() == PRETTY


def test_what_cannot_be_written_stays(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, target: Path) -> None:
        raise OSError(28, "No space left on device")

    (here / "a.rules").write_bytes(UGLY)
    (here / "b.rules").write_bytes(PRETTY)
    monkeypatch.setattr(os, "replace", full)
    code, out, err = called(["fmt", "."])
    assert (code, out) == (1, "0 of 2 files changed\n")
    assert err == "error: `a.rules` cannot be written: No space left on device\n"
    assert (here / "a.rules").read_bytes() == UGLY
    assert len(list(here.iterdir())) == 2


def test_what_is_no_text_is_told(here: Path) -> None:
    (here / "a.rules").write_bytes(b"game \xff\n")
    (here / "b.rules").write_bytes(UGLY)
    code, out, err = called(["fmt", "."])
    assert (code, out) == (1, "b.rules changed\n1 of 1 file changed\n")
    assert "syntax/encoding" in err
    assert (here / "a.rules").read_bytes() == b"game \xff\n"


def test_hidden_folders_are_left_alone(here: Path) -> None:
    for folder in (".venv", "parts"):
        (here / folder).mkdir()
        (here / folder / "a.rules").write_bytes(UGLY)
    assert called(["fmt", "."])[1] == "parts/a.rules changed\n1 of 1 file changed\n"


def test_standard_input_and_output_are_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever letters and line ends the terminal has."""
    from rulewright_tools.cli import main

    out = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\r\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UGLY), encoding="cp1252"))
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["fmt", "-"]) == 0
    out.flush()
    assert out.buffer.getvalue() == PRETTY  # type: ignore[attr-defined]
