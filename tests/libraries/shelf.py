"""The libraries as their files say: what each wants and declares, with remarks and examples. In: `stdlib/`. Out: that,
and the page about them, `docs/stdlib.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulewright import resources
from rulewright.report.span import Source
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright.syntax.printer import show

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "stdlib.md"

PARTS = {
    "Who begins": ("turns",),
    "Cards": ("tricks", "giving", "drafting"),
    "Dice": ("dice",),
    "Spaces of a board": ("areas", "hex", "rings", "stacks", "majorities"),
    "Scoring": ("scoring",),
}
"""The parts of a rulebook, with the libraries that serve them."""

FILLED = {"dice": "dice = 5"}
"""What the examples are tried with, where the playground does not call it as the library does."""

HEAD = """# The libraries

What several games need is written once, in the language itself: in the folder `stdlib/`. `use NAME` takes a library
into a game; its definitions and actions are then the game's own, and expansions may
[change](language/options.md#change) them like all others. What a library wants from the game is filled in by name,
`use tricks(hand = cards_in_hand)`; what the game calls by the library's word need not be said, and `as` gives all its
names a beginning of their own. [Files](language/files.md#libraries) says more about that.

This page is made from the files. Every example on it is played by the tests, in the game at its end.
"""


@dataclass(frozen=True)
class Entry:
    """Something a library declares. `remark`: the lines above it; `example`: rules lines that use it."""

    item: ast.Item
    remark: str
    example: str

    @property
    def name(self) -> str:
        assert isinstance(self.item, ast.Define | ast.Action | ast.Zone | ast.Var)
        return self.item.name.text

    @property
    def title(self) -> str:
        title = getattr(self.item, "title", None)
        return title.value if title is not None else ""


@dataclass(frozen=True)
class Library:
    header: ast.Header
    entries: tuple[Entry, ...]

    @property
    def name(self) -> str:
        assert self.header.name is not None
        return self.header.name.text

    @property
    def rules(self) -> tuple[Entry, ...]:
        """What is worked out or done."""
        return tuple(entry for entry in self.entries if isinstance(entry.item, ast.Define | ast.Action))

    @property
    def use(self) -> str:
        return f"use {self.name}" + (f"({FILLED[self.name]})" if self.name in FILLED else "")


@cache
def libraries() -> tuple[Library, ...]:
    return tuple(_library(name) for name in resources.libraries())


def _library(name: str) -> Library:
    path = resources.library_path(name)
    assert path is not None
    text = path.read_text("utf-8")
    file, problems = parse(Source(path.name, text))
    assert file is not None, problems
    header, *items = file.items
    assert isinstance(header, ast.Header)
    lines = text.splitlines()
    return Library(header, tuple(_entry(item, lines) for item in items))


def _entry(item: ast.Item, lines: list[str]) -> Entry:
    above: list[str] = []
    for line in reversed(lines[: item.span.line - 1]):
        if not line.startswith("#"):
            break
        above.insert(0, line.removeprefix("#").removeprefix(" "))
    remark, _, example = "\n".join(above).partition("Example:")
    shown = "\n".join(line.removeprefix("  ") for line in example.strip("\n").splitlines())
    return Entry(item, remark.strip(), shown.strip())


# ------------------------------------------------------------------ the page


def page(playground: str) -> str:
    known = {library.name: library for library in libraries()}
    parts = [HEAD]
    for part, names in PARTS.items():
        parts.append(f"## {part}\n")
        parts += [_section(known[name]) for name in names]
    parts.append(
        "## The game the examples are played in\n\nEvery example is a line of this game, or what its turn does;\n"
        f"`{FILLED['dice']}` stands in the brackets of `use dice`.\n\n```\n{playground.strip()}\n```\n"
    )
    return "\n".join(parts)


def _section(library: Library) -> str:
    header = library.header
    title = header.title.value if header.title is not None else ""
    lines = [f"### `{library.name}`: {title}\n", *(f"{doc.text}\n" for doc in header.docs)]
    if header.parameters:
        lines.append(f"It wants {', '.join(map(_wanted, header.parameters))}.\n")
    others = [entry for entry in library.entries if entry not in library.rules]
    for entry in others:
        if entry.remark:
            lines.append(f"{entry.remark}\n\n```")
        lines.append(show(entry.item).strip())
        if entry is others[-1]:
            lines.append("```\n")
    for entry in library.rules:
        lines += [
            f"`{_signature(entry.item)}`: **{entry.title}.** {entry.remark}\n",
            f"```rules\n{entry.example}\n```\n",
        ]
    return "\n".join(lines)


def _wanted(wanted: ast.Wanted) -> str:
    default = f" (if nothing is said, `{show(wanted.default)}`)" if wanted.default is not None else ""
    return f"`{show(replace(wanted, default=None))}`{default}"


def _signature(item: ast.Item) -> str:
    assert isinstance(item, ast.Define | ast.Action)
    inside = ", ".join(show(parameter) for parameter in item.parameters)
    head = item.name.text + (f"({inside})" if inside else "")
    return f"{head}: {show(item.result)}" if isinstance(item, ast.Define) else f"do {head}"


# ------------------------------------------------------------------ an example as a game


def playable(playground: str, library: Library, entry: Entry) -> str:
    """The playground with the library, and the example as a line of it or as what its turn does."""
    head, _, rest = playground.partition("\n\n")
    declared = re.match(r"define (\w+)", entry.example)
    if declared is not None:
        whose = "my " if re.search(r"\b(my|me)\b", entry.example) else ""
        turn = f"{entry.example}\n\naction example:\n  let _value = {whose}{declared[1]}\n"
    else:
        turn = "action example:\n" + "".join(f"  {line}\n" for line in entry.example.splitlines())
    return f"{head}\n{library.use}\n\n{rest}\n{turn}"
