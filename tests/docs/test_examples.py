"""Every example in the docs is a file that checks, and every line shown as refused is refused with the code shown."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from docs.blocks import DOCS, PAGES, Block, blocks, games, lay_out
from rulewright import bots, loader, resources
from rulewright.core.vocabulary import WORDS
from rulewright.game import load
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.draw import draw
from rulewright.runtime.stream import Stream
from rulewright.scenarios import run_all
from rulewright.syntax import ast

RULES = [
    block
    for block in blocks()
    if block.language == "rules" and block.kind != "library" and (block.file is None or block.kind != "part")
]


@pytest.fixture(autouse=True)
def libraries_of_the_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library shown on a page is found like one that comes with Rulewright."""
    installed = resources.library_path

    def found(name: str) -> Path | None:
        own = tmp_path / f"{name}.rules"
        is_library = own.is_file() and own.read_text("utf-8").startswith("library ")
        return own if is_library else installed(name)

    monkeypatch.setattr(resources, "library_path", found)


def test_there_are_examples() -> None:
    assert len(PAGES) > 10
    assert len(RULES) > 60


def found_at(diagnostic: Diagnostic) -> tuple[str, str, int]:
    return diagnostic.severity.value, diagnostic.code.slug, diagnostic.span.line


@pytest.mark.parametrize("block", RULES, ids=str)
def test_an_example_checks(block: Block, tmp_path: Path) -> None:
    files = loader.read_files(lay_out(block, tmp_path))
    errors = [mark for mark in block.marks if mark[0] == "error"]
    for options in choices(files):
        loaded = loader.load(files, options)
        told = [d for d in loaded.diagnostics if not d.code.slug.startswith("style/")]
        assert sorted(found_at(d) for d in told) == sorted(block.marks), "\n".join(draw(d) for d in told)
        assert (loaded.program is None) == bool(errors)


def choices(files: loader.Files) -> list[dict[str, str]]:
    """Every combination of options that goes together; not of those of a game that comes along, which has tests."""
    shipped = files.path == resources.game_path(files.path.stem)
    own = {item.name.text for part in files.expansions for item in part if isinstance(item, ast.Option)}
    varied = [option for option in files.options if not shipped or option.name in own]
    values = [[value for value in option.values if value != "random"] for option in varied]
    names = [option.name for option in varied]
    every = [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]
    return [options for options in every if loader.fits(files, loader.checked_options(files, options))]


# ------------------------------------------------------------------ what is shown can be played


STAGED = [block for block in RULES if re.search(r"^scenario ", block.text, re.MULTILINE)]


def test_there_are_scenarios_and_games() -> None:
    assert len(STAGED) > 3
    assert len(games()) > 3


@pytest.mark.parametrize("block", STAGED, ids=str)
def test_its_scenarios_come_out(block: Block, tmp_path: Path) -> None:
    report = run_all(lay_out(block, tmp_path))
    assert len(report.outcomes) == len(re.findall(r"^scenario ", block.text, re.MULTILINE))
    told = [*report.diagnostics, *(failure for outcome in report.failed for failure in outcome.failures)]
    assert report.passed, "\n".join(draw(d) for d in told)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", games())
def test_random_games_end(name: str, seed: int, tmp_path: Path) -> None:
    game = load(lay_out(games()[name], tmp_path))
    fewest, most = game.players
    play = game.start(fewest + seed % (most - fewest + 1), seed)
    stream = Stream.from_seed(seed, "bots")
    for _ in range(2000):
        if play.decision is None:
            break
        stream = bots.answer(play, bots.RandomBot(), stream)
    assert play.over
    assert play.winners


# ------------------------------------------------------------------ nothing is left out


def test_every_built_in_word_stands_in_the_table() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    table = [line for line in text.splitlines() if line.startswith("| `")]
    shown = set(re.findall(r"\w+", " ".join(line.split("|")[1] for line in table)))
    assert [word for word in WORDS if word not in shown] == []


def test_every_word_of_the_grammar_is_used_in_an_example() -> None:
    words = set(re.findall(r'"([a-z]+)"', resources.grammar_text()))
    assert len(words) > 150
    shown = set(re.findall(r"\w+", "\n".join(code_of(block.text) for block in blocks() if block.language == "rules")))
    assert sorted(words - shown - {"x"}) == []


def code_of(text: str) -> str:
    """The text without remarks and without what stands in quotes."""
    return re.sub(r'"[^"\n]*"|#.*', "", text)


def test_every_form_that_is_not_played_yet_is_named() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    later = [slug for slug in codes.CODES if slug.startswith("later/")]
    assert later
    assert [slug for slug in later if f"`{slug}`" not in text] == []
    marked = {slug for block in RULES for _, slug, _ in block.marks}
    assert [slug for slug in later if slug not in marked] == []


@pytest.mark.parametrize("page", sorted({*PAGES, *DOCS.glob("*.md")}), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https:)([^)\s]+)\)", page.read_text("utf-8")):
        path, _, part = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.is_file(), target
        headings = re.findall(r"^#+ (.+)$", file.read_text("utf-8"), re.MULTILINE)
        assert not part or part in [anchor(heading) for heading in headings], target


def anchor(heading: str) -> str:
    """The name of a heading in a link."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
