"""The texts the syntax tests read: the blocks beside this file, games and libraries, examples on message pages."""

from __future__ import annotations

from pathlib import Path

from error_pages import pages, whole

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

BLOCKS = {path.stem: path.read_text("utf-8") for path in sorted((HERE / "blocks").glob("*.rules"))}

WRITTEN = {
    str(path.relative_to(ROOT)): path.read_text("utf-8")
    for folder in ("games", "stdlib", "tests/rules")
    for path in sorted((ROOT / folder).rglob("*.rules"))
}

EXAMPLES = {page.slug: whole(page.works.text) for page in pages() if page.works.language == "rules"}

TEXTS = BLOCKS | WRITTEN | EXAMPLES

PIECES = (
    "",
    " ",
    "\n",
    "\n  ",
    "\t",
    "(",
    ")",
    "}",
    ":",
    ";",
    ",",
    '"',
    "#",
    "|",
    "=",
    "where",
    "else",
    "ü",
    "\ufffd",
    "x2",
    "if",
    "\0",
)
"""What a damaged text has in the place of what it had."""
