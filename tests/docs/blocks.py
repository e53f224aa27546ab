"""The examples in the docs as files. In: Markdown. Out: each block as a file that can be loaded, and its messages.

A block with a header is a file as it stands. One that begins with `# with: NAME` is added to the game NAME of the docs;
a part of that game which the block brings itself gives way: its setup, flow, score, winner. A block whose fence names a
file is that file. A line that ends in `# error CODE` or `# warning CODE` is the one that message points at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
LANGUAGE = (DOCS / "language.md", *sorted((DOCS / "language").glob("*.md")))
CHEAT_SHEET = DOCS / "cheatsheet.md"
PAGES = (*LANGUAGE, CHEAT_SHEET, DOCS / "house_rules.md")
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_WITH = re.compile(r"# with: (\w+)\n")
_HEADER = re.compile(r"(game|library|expansion) (\w+)|(scenarios) for \w+")
_ONE = re.compile(r"(setup|score|winner|players|first player|turn|turns|round|phase)\b")
_FLOW = ("turn", "turns", "round", "phase")
_MARK = re.compile(r"# (error|warning) ([a-z]+/[a-z-]+)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """`file`: the name the fence gives. `line`: where the block stands on its page."""

    page: Path
    line: int
    language: str
    file: str | None
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(DOCS).as_posix()}:{self.line}"

    @property
    def base(self) -> str | None:
        found = _WITH.match(self.text)
        return found[1] if found else None

    @property
    def kind(self) -> str:
        """`game`, `library`, `expansion`, `scenarios`; for a block that is part of another file `part`."""
        found = _HEADER.match(self.text)
        return (found[1] or found[3]) if found else "part"

    @property
    def name(self) -> str:
        """The file name it has when it is tried."""
        if self.file is not None:
            return self.file
        found = _HEADER.match(self.text)
        return f"{found[2] or 'scenarios'}.rules" if found else f"{self.base}.rules"

    @property
    def whole(self) -> str:
        """The text of its file."""
        return self.text if self.base is None else added(games()[self.base].text, self.text)

    @property
    def marks(self) -> list[tuple[str, str, int]]:
        """The messages it must give: how serious, code, line in `whole`."""
        whole = self.whole
        return [(m[1], m[2], whole.count("\n", 0, m.start()) + 1) for m in _MARK.finditer(whole)]


def added(game: str, lines: str) -> str:
    """The game with the lines at its end, less the parts that they bring themselves."""
    own = {part for line in lines.splitlines() if (part := _part(line))}
    kept: list[str] = []
    leaving = False
    for line in game.splitlines():
        if line and not line[0].isspace():
            leaving = _part(line) in own
        if not leaving:
            kept.append(line)
    return "\n".join([*kept, "", lines])


def _part(line: str) -> str | None:
    """What a line at the margin begins, if a game has only one of it: `setup:`, `winner:`, the flow."""
    found = _ONE.match(line)
    return None if found is None else "flow" if found[1] in _FLOW else found[1]


@cache
def blocks() -> tuple[Block, ...]:
    return tuple(block for page in PAGES for block in _on(page))


@cache
def games() -> Mapping[str, Block]:
    """The complete games of the docs by name, those that are shown to fail left out."""
    found = {}
    for block in blocks():
        if block.language == "rules" and block.kind == "game" and not block.marks:
            name = Path(block.name).stem
            assert name not in found, f"two games are called {name}"
            found[name] = block
    return found


def lay_out(block: Block, folder: Path) -> Path:
    """Everything the block may need in one folder: the games and expansions of the docs, the named files of its page,
    and itself."""
    for name, game in games().items():
        (folder / f"{name}.rules").write_text(game.text, "utf-8")
    for other in blocks():
        if other.kind == "expansion" and other.file is None and not other.marks:
            (folder / other.name).write_text(other.text, "utf-8")
    for other in blocks():
        if other.page == block.page and other.file is not None:
            path = folder / other.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(other.whole, "utf-8")
    path = folder / block.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.whole, "utf-8")
    return path


def _on(page: Path) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for found in _BLOCK.finditer(text):
        yield Block(page, text.count("\n", 0, found.start()) + 1, found[1], found[2], found[3])
