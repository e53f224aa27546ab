"""Each page about a message shows rules that give it, on the line that is marked, and rules that check."""

from __future__ import annotations

from pathlib import Path

import pytest

from error_pages import FOLDER, Example, Page, pages, whole
from rulewright import loader
from rulewright.report import Diagnostic, codes, draw

STAGES = ("syntax", "name", "type", "compose", "flow", "effect", "score", "table", "later", "style")
PAGES = [page for page in pages() if page.slug.split("/")[0] in STAGES and page.fails.language != "console"]
TABLE = 'card Animal (animals)\n  value: Int\ncards of Animal from "table.csv"\n'


def test_there_are_pages() -> None:
    assert len(PAGES) > 50
    assert {page.slug.split("/")[0] for page in PAGES} == set(STAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.slug)
def test_what_fails_gives_the_message_on_its_line(page: Page, tmp_path: Path) -> None:
    found = messages(page, page.fails, tmp_path)
    shown = "\n\n".join(draw(each) for each in found)
    assert [each.code.slug for each in found] == [page.slug], shown
    if page.fails.language == "rules":
        sign = f"# {found[0].severity.value}"
        assert sign in found[0].span.source.line(found[0].span.line), shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.slug)
def test_what_works_gives_none(page: Page, tmp_path: Path) -> None:
    found = messages(page, page.works, tmp_path)
    assert found == (), "\n\n".join(draw(each) for each in found)


def messages(page: Page, example: Example, folder: Path) -> tuple[Diagnostic, ...]:
    """What loading says to the example, as a file of its own; an expansion lies beside the game of the examples."""
    text = example.text
    if example.language == "csv":
        (folder / "table.csv").write_text(text)
        text = TABLE
    text = text if page.slug == "syntax/header" else whole(text)
    (folder / "examples.rules").write_text(whole(""))
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text)
    found = loader.load(loader.read_files(path)).diagnostics
    return tuple(each for each in found if each.code is not codes.UNUSED or _is_shown(each, page, example))


def _is_shown(told: Diagnostic, page: Page, example: Example) -> bool:
    """Whether a name that nothing uses is what the page is about: examples leave much out that a game would have."""
    text = told.span.source.text
    return page.slug == codes.UNUSED.slug and told.span.start >= len(text) - len(example.text)


def test_the_game_of_the_examples_checks(tmp_path: Path) -> None:
    assert (FOLDER / "README.md").is_file()
    (tmp_path / "examples.rules").write_text(whole(""))
    found = loader.load(loader.read_files(tmp_path / "examples.rules")).diagnostics
    assert [each for each in found if each.code is not codes.UNUSED] == []
