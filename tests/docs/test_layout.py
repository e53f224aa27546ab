"""Every block of rules in the docs is laid out as `rulewright fmt` does it.

A block that shows another layout stands below the line `<!-- another layout on purpose -->`. One that cannot be read
shows an error, or is the inside of a rule.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.report.span import Source
from rulewright.syntax.formatting import formatted

ROOT = Path(__file__).resolve().parents[2]
SKELETON = ROOT / "tools" / "rulewright_tools" / "skeleton"
EVERY = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *SKELETON.rglob("*.md")])
PAGES = [page for page in EVERY if "```rules" in page.read_text("utf-8")]
MARK = "<!-- another layout on purpose -->\n"
_BLOCK = re.compile(rf"(?P<mark>{MARK})?^```rules\b[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
INSIDE = "action example:\n"


def blocks(page: Path) -> list[re.Match[str]]:
    return list(_BLOCK.finditer(page.read_text("utf-8")))


def laid_out(text: str) -> str | None:
    """As it should stand; None if it can be read neither as a part of a file nor as statements."""
    found, _ = formatted(Source("example.rules", text))
    if found is None:
        inside = "".join(f"  {line}" if line.strip() else line for line in text.splitlines(keepends=True))
        found, _ = formatted(Source("example.rules", INSIDE + inside))
        if found is not None:
            found = re.sub(r"^  ", "", found.removeprefix(INSIDE), flags=re.MULTILINE)
    return found


def test_there_are_blocks_and_another_layout_is_seen() -> None:
    assert sum(len(blocks(page)) for page in PAGES) > 300
    assert laid_out("gain  1 coin ;stop\n") == "gain 1 coin; stop\n"
    assert laid_out("turn :\n    stop\n") == "turn:\n  stop\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_rules_in_the_docs_are_laid_out(page: Path) -> None:
    for block in blocks(page):
        wanted = laid_out(block["text"])
        if block["mark"]:
            assert wanted not in (None, block["text"]), "this needs no mark"
        elif wanted is None:
            assert "# error" in block["text"], f"this cannot be read:\n{block['text']}"
        else:
            assert block["text"] == wanted
