"""What a user sees, to the letter.

`RECORD=1 python tools/dev.py test tests/cli` writes the pages anew; read the difference before it stays.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli import transcripts

NAMED = {
    "broken_rules",
    "unknown_option",
    "unknown_game",
    "player_count",
    "illegal_answer",
    "other_rules",
    "truncated_save",
    "missing_column",
    "deck_too_small",
    "endless_reaction",
    "expansions_that_do_not_fit",
    "answers_in_secret",
}


def test_every_broken_input_has_its_page() -> None:
    assert {page.stem for page in transcripts.pages()} >= NAMED


@pytest.mark.parametrize("page", transcripts.pages(), ids=lambda page: page.stem)
def test_a_transcript_comes_out_as_written(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    written = page.read_text("utf-8")
    now = transcripts.played(written, tmp_path)
    if os.environ.get("RECORD"):
        page.write_text(now, "utf-8")
    assert now == written
    assert "Traceback" not in now
