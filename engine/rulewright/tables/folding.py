"""Printed rows in as few lines as read well. In: rows as the printer has them, each body in a block of its own. Out:
the same rows, with what fits behind its colon.

    nets "Nets" x4 cost 1:                  nets "Nets" x4 cost 1: effect: gain 2 coins
      effect:
        gain 2 coins

A body comes behind the line that opens it if all of it are statements of one line, the last of which may open another
one. So does the only cell of a row or side. Texts, maps and what is offered stay on lines of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

WIDEST = 100

_CELL = re.compile(r"(?!anytime:)\w+:")
_ON_LINES = re.compile(r"(?:choose one|any order|everyone|match|this)\b")
"""What has a line for each of its parts."""
_NESTS = re.compile(r"(?:if|for each|repeat|as|each player|may)\b")
_TEXT = re.compile(r'"[^"]*"')


@dataclass
class _Line:
    """A line with those that are set in below it."""

    text: str
    below: list[_Line] = field(default_factory=list)


def folded(text: str) -> str:
    """A block of rows, its head in the first line."""
    (top,) = _tree(text.splitlines())
    for row in top.below:
        for part in row.below:
            _fold(part, 4)
        _fold_cell(row, 2)
    return "".join(f"{line}\n" for line in _printed(top, 0))


def _tree(lines: list[str]) -> list[_Line]:
    top = _Line("")
    around: list[tuple[int, _Line]] = [(-1, top)]
    for line in lines:
        depth = len(line) - len(line.lstrip())
        while around[-1][0] >= depth:
            around.pop()
        made = _Line(line.strip())
        around[-1][1].below.append(made)
        around.append((depth, made))
    return top.below


def _printed(line: _Line, depth: int) -> Iterator[str]:
    yield " " * depth + line.text
    for each in line.below:
        yield from _printed(each, depth + 2)


def _fold(line: _Line, depth: int) -> None:
    """From the inside: bodies come behind the lines that open them. A value, as behind `change x =`, is left alone."""
    if line.text.endswith("="):
        return
    for each in line.below:
        _fold(each, depth + 2)
    if line.text.startswith("side "):
        _fold_cell(line, depth)
    elif line.text.endswith(":") and not _ON_LINES.match(line.text) and _fits(line.below):
        _join(line, depth)


def _fold_cell(line: _Line, depth: int) -> None:
    """A row or side with a single cell below it."""
    if line.text.endswith(":") and len(line.below) == 1 and not line.below[0].below and _CELL.match(line.below[0].text):
        _join(line, depth)


def _join(line: _Line, depth: int) -> None:
    one = f"{line.text} {'; '.join(part.text for part in line.below)}"
    if depth + len(one) <= WIDEST:
        line.text, line.below = one, []


def _fits(parts: list[_Line]) -> bool:
    """Whether these lines may stand behind each other."""
    if not parts or any(part.below or part.text.startswith(('"', "ruling ", "|")) for part in parts):
        return False
    bodies = [part for part in parts if ":" in _TEXT.sub("", part.text.removeprefix("next turn:"))]
    return not bodies or (bodies == parts[-1:] and _NESTS.match(parts[-1].text) is not None)
