"""Small things that commands print: colours, tables, columns, plurals. In: values. Out: lines of text."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from typing import TextIO

from rulewright.report.signs import visible
from rulewright.report.wording import counted as counted

BOLD, DIM, GREEN, RED, REVERSE, RESET = "\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31m", "\x1b[7m", "\x1b[0m"


def as_shown(line: str, stream: TextIO) -> str:
    """A line of somebody's file. A terminal gets no sign that steers it; other programs get the line as it is."""
    return visible(line.removesuffix("\r")) if stream.isatty() else line


def coloured(stream: TextIO) -> bool:
    """Whether this stream is a terminal that wants colours. See no-color.org."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def score_table(scores: Mapping[str, Mapping[str, int | None]], titles: Mapping[str, str], totals: bool = True) -> str:
    """One column a player, one line a category, and the sum. `None` is withheld and drawn as `?`."""
    players = list(scores)
    categories = list(dict.fromkeys(category for row in scores.values() for category in row))
    rows = [(titles.get(c, c), [_points(scores[p].get(c, 0)) for p in players]) for c in categories]
    if totals and (len(categories) != 1 or not rows):
        rows.append(("total", [_total(scores[p]) for p in players]))
    widths = [max(len(name), *(len(cells[at]) for _, cells in rows), 3) for at, name in enumerate(players)]
    first = max((len(title) for title, _ in rows), default=0)
    lines = [" " * first + "".join(f"  {name:>{width}}" for name, width in zip(players, widths, strict=True))]
    for title, cells in rows:
        lines.append(f"{title:{first}}" + "".join(f"  {c:>{w}}" for c, w in zip(cells, widths, strict=True)))
    return "\n".join(lines)


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)


def _total(row: Mapping[str, int | None]) -> str:
    known = [points for points in row.values() if points is not None]
    return str(sum(known)) + ("+?" if len(known) < len(row) else "")


def in_columns(words: Sequence[str], width: int | None = None) -> str:
    """The words line by line, as many columns as fit, read from left to right."""
    if not words:
        return ""
    space = width or _columns()
    widest = max(map(len, words)) + 2
    across = max(1, (space - 2) // widest)
    lines = [words[at : at + across] for at in range(0, len(words), across)]
    return "\n".join("  " + "".join(word.ljust(widest) for word in line).rstrip() for line in lines)


def wrapped(line: str) -> str:
    """The line in as many as the window needs, the further ones indented. Names keep their hyphens, and a number stays
    with what it counts."""
    held = COUNTED.sub(HELD, line)
    parts = textwrap.wrap(held, _columns(), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(parts).replace(HELD, " ")


COUNTED = re.compile(r"(?<=[0-9]) (?=[^\W\d])")
HELD = "\u00a0"


def _columns() -> int:
    return shutil.get_terminal_size((100, 24)).columns
