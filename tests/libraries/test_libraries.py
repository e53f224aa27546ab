"""What comes in `stdlib/` is explained, shown, and used: by its own examples and by scenarios under other names.

`RECORD=1 python tools/dev.py test tests/libraries` writes `docs/stdlib.md` anew.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from libraries.shelf import PAGE, PARTS, ROOT, Entry, Library, libraries, page, playable
from rulewright import loader
from rulewright.report import codes
from rulewright.report.draw import draw
from rulewright.scenarios import coverage, run_all
from rulewright.syntax import ast

RECORD = bool(os.environ.get("RECORD"))
PLAYGROUND = (Path(__file__).parent / "playground.rules").read_text("utf-8")
LIBRARIES = libraries()
RULES = [(library, entry) for library in LIBRARIES for entry in library.rules]
NAMES = [f"{library.name}-{entry.name}" for library, entry in RULES]
USE = re.compile(r"^use (\w+).*$", re.MULTILINE)


def test_there_are_libraries() -> None:
    assert len(LIBRARIES) > 8
    assert len(RULES) > 15


def test_every_library_belongs_to_a_part_of_a_rulebook() -> None:
    assert sorted(name for names in PARTS.values() for name in names) == [library.name for library in LIBRARIES]


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)
def test_a_library_says_what_it_is(library: Library) -> None:
    assert library.header.title is not None
    assert library.header.docs
    for entry in library.entries:
        assert isinstance(entry.item, ast.Define | ast.Action | ast.Zone | ast.Var), "another kind needs its place here"
    first = next(iter(library.entries))
    assert first.remark


@pytest.mark.parametrize(("library", "entry"), RULES, ids=NAMES)
def test_a_rule_has_a_title_for_players_and_a_remark_for_designers(library: Library, entry: Entry) -> None:
    assert entry.title
    assert entry.remark.endswith(".")
    assert re.search(rf"\b{entry.name}\b", entry.example), "the example uses it"


@pytest.mark.parametrize(("library", "entry"), RULES, ids=NAMES)
def test_an_example_is_played_and_comes_to_the_rule(library: Library, entry: Entry, tmp_path: Path) -> None:
    path = tmp_path / "playground.rules"
    path.write_text(playable(PLAYGROUND, library, entry), "utf-8")
    loaded = loader.load(loader.read_files(path))
    told = [each for each in loaded.diagnostics if each.code is not codes.UNUSED]  # of the game around the example
    assert not told, "\n".join(draw(each) for each in told)
    report = run_all(path, cover=True, games=2)
    assert report.coverage is not None
    assert entry.name in [at.name for at, _, by_games in report.coverage.rules() if by_games and not at.inside]


# ------------------------------------------------------------------ scenarios


@cache
def small_games(library: str) -> tuple[Path, ...]:
    """The rules beside the tests that use it."""
    files = sorted((ROOT / "tests" / "rules").glob("*.rules"))
    return tuple(path for path in files if library in USE.findall(path.read_text("utf-8")))


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)
def test_scenarios_come_to_all_of_a_library(library: Library) -> None:
    reached: set[coverage.Place] = set()
    points: dict[coverage.Place, coverage.Point] = {}
    for path in small_games(library.name):
        report = run_all(path, cover=True)
        assert report.passed
        assert report.coverage is not None
        reached |= report.coverage.by_scenarios
        program = loader.load(loader.read_files(path)).program
        assert program is not None
        points |= {(p.span.source.name, p.span.start, p.span.end): p for p in coverage.points(program)}
    own = {at: point for at, point in points.items() if at[0].endswith(f"stdlib/{library.name}.rules")}
    assert {entry.name for entry in library.rules} <= {point.name for point in own.values()}
    assert not [point.name for at, point in own.items() if at not in reached]


@pytest.mark.parametrize("library", [each for each in LIBRARIES if each.header.parameters], ids=lambda each: each.name)
def test_a_library_is_tried_under_other_names_than_the_games_have(library: Library) -> None:
    played = {found[0] for path in (ROOT / "games").glob("*/*.rules") for found in uses(path, library.name)}
    tried = [found[0] for path in small_games(library.name) for found in uses(path, library.name)]
    assert tried
    assert not set(tried) & played


def uses(path: Path, library: str) -> list[re.Match[str]]:
    return [found for found in USE.finditer(path.read_text("utf-8")) if found[1] == library]


# ------------------------------------------------------------------ the page


def test_the_page_is_made_from_the_files() -> None:
    made = page(PLAYGROUND)
    if RECORD:
        PAGE.write_text(made, "utf-8")
    assert PAGE.read_text("utf-8") == made, "write it anew: RECORD=1 python tools/dev.py test tests/libraries"
