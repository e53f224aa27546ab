"""The pages in docs/errors as data. In: Markdown. Out: each page's title and two examples, and the game around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "errors"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(r"^# `([^`]+)`: (.+)$", re.MULTILINE)
_HEADERS = ("game ", "expansion ", "library ", "scenarios ")


@dataclass(frozen=True)
class Example:
    """`language` is `rules`, `csv` or `console`; only the first can be given to the loader as it stands."""

    language: str
    text: str


@dataclass(frozen=True)
class Page:
    slug: str
    title: str
    explanation: str
    fails: Example
    works: Example


def pages() -> Iterator[Page]:
    for path in sorted(FOLDER.glob("*/*.md")):
        yield _page(path)


def whole(example: str) -> str:
    """A file that can be loaded: the example itself if it has a header, else the game of the examples with it added.

    A block of that game whose first line the example has as well gives way to the example's own.
    """
    if example.startswith(_HEADERS):
        return example
    lines = example.splitlines()
    game = _blocks((FOLDER / "README.md").read_text("utf-8"))[0].text
    kept = [block for block in game.strip().split("\n\n") if block.splitlines()[0] not in lines]
    return "\n\n".join([*kept, example])


def _page(path: Path) -> Page:
    text = path.read_text("utf-8")
    head = _HEAD.match(text)
    assert head, f"{path.name} does not begin with its code and title"
    assert path == FOLDER / f"{head[1]}.md", f"{path} is about {head[1]}"
    explanation, fails, works = re.split(r"^(?:Fails|Works):\n", text[head.end() :], flags=re.MULTILINE)
    return Page(head[1], head[2], explanation.strip(), _blocks(fails)[0], _blocks(works)[0])


def _blocks(text: str) -> list[Example]:
    return [Example(language, body) for language, body in _BLOCK.findall(text)]
