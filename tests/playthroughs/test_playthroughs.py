"""Whole games, to the letter: a change of behaviour shows as a difference between pages.

`RECORD=1 python tools/dev.py test tests/playthroughs` writes the pages anew and those that are missing, with the
players and seeds they have; read the difference before it stays. To choose another seed, change it in the page.
"""

from __future__ import annotations

import os

import pytest

from playthroughs.playing import FOLDER, Playthrough, playthroughs
from rulewright import resources
from rulewright.errors import RulesError

RECORD = bool(os.environ.get("RECORD"))


def expected() -> list[Playthrough]:
    """Of the games whose files can be read; that all can is not tested here."""
    found: list[Playthrough] = []
    for name in resources.games():
        try:
            found += playthroughs(name)
        except RulesError:
            continue
    return found


EXPECTED = expected()


def test_every_page_is_of_a_game_that_is_there() -> None:
    pages = set(FOLDER.glob("*/*.md"))
    if RECORD:
        for page in pages - {each.path for each in EXPECTED}:
            page.unlink()
    assert pages <= {each.path for each in EXPECTED}


@pytest.mark.parametrize("playthrough", EXPECTED, ids=lambda each: f"{each.game}: {each.name}")
def test_a_playthrough_comes_out_as_written(playthrough: Playthrough) -> None:
    path = playthrough.path
    written = path.read_text("utf-8") if path.is_file() else ""
    now = playthrough.page()
    if RECORD:
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, "utf-8")
    assert now == written
