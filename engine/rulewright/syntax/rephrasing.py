"""A line as others write it, recognised. In: where reading stopped. Out: what is said about it, and the line as it is
written here, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.report.fixes import Fix, exchange
from rulewright.report.span import Span
from rulewright.syntax.habits import Habit
from rulewright.syntax.phrases import PHRASES, Phrase
from rulewright.syntax.repair import difference
from rulewright.syntax.trouble import INDENT, Trouble

LONGEST = 200
GAP = re.compile(r"[ \t]{12}")
"""A line that is longer, or has such a gap, is none that somebody wrote from habit."""


def phrase(trouble: Trouble) -> Habit | None:
    start, line = _line(trouble)
    if not line or len(line) > LONGEST or GAP.search(line.strip()):
        return None
    for place in _beginnings(line):
        for row in PHRASES:
            match = row.pattern.fullmatch(line, place)
            if match and (row.written or place == _depth(line)) and (told := _told(trouble, row, match, start, place)):
                return told
    return None


def _told(trouble: Trouble, row: Phrase, match: re.Match[str], start: int, place: int) -> Habit | None:
    """`start`: where the line begins in the text; `place`: where in the line the phrase does."""
    begin, end = start + place, start + match.end()
    if not row.written:
        fits = begin <= trouble.start <= end and row.margin == (place == 0)
        if not fits or (row.probe and not trouble.reads(begin, end, match.expand(row.probe))):
            return None
        return Habit(row.message, row.advice, begin, end - begin, ())
    written = row.line(match)
    if written is None or written == match[0] or not trouble.reads(begin, end, written):
        return None
    same, alike = difference(match[0], written)
    begin, end, piece = begin + same, end - alike, written[same : len(written) - alike]
    fixes: tuple[Fix, ...] = exchange(Span(trouble.source, begin, end), piece, certain=row.sure)
    return Habit(row.message, f"write `{written}`", begin, end - begin, fixes)


def _line(trouble: Trouble) -> tuple[int, str]:
    """The line in which reading stopped, without a comment. Where a block begins that nothing opens, it is the line
    above.
    """
    text, place = trouble.source.text, trouble.start
    if trouble.found == INDENT:
        place = len(text[:place].rstrip())
    start = text.rfind("\n", 0, place) + 1
    found = LINE.match(text, start)
    return start, found[0].rstrip() if found else ""


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


LINE = re.compile(r'[ \t]*(?=\S)(?:[^"#\r\n]++|"[^"\r\n]*+")*+')


def _beginnings(line: str) -> Iterator[int]:
    """Where in the line something begins: itself, and what stands behind a `:` or `;`."""
    yield _depth(line)
    for found in re.finditer(r"(?<=[:;])[ \t]+(?=\S)", line):
        yield found.end()
