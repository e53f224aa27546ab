"""The pages about scenarios: what should fail does, with its code and at its place; what should work does."""

from __future__ import annotations

from pathlib import Path

import pytest

from error_pages import Page, pages, whole
from rulewright.scenarios import run_all

PAGES = [page for page in pages() if page.slug.startswith("scenario/")]


@pytest.mark.parametrize("page", PAGES, ids=[page.slug for page in PAGES])
def test_a_page_is_right(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    path.write_text(whole(page.works.text), encoding="utf-8")
    assert run_all(path).passed
    text = whole(page.fails.text)
    path.write_text(text, encoding="utf-8")
    (outcome,) = run_all(path).failed
    (failure,) = outcome.failures
    assert failure.code.slug == page.slug
    assert "# error" in text.splitlines()[failure.span.line - 1]


def test_there_are_pages() -> None:
    assert len(PAGES) == 3
