"""A cure as data: what an editor can put in place of what was written. In: a place, and what is meant. Out: a fix.

A fix that is certain may be applied without asking; any other is only offered. It is certain when one name alone can be
meant: the same letters in other case, or a single letter that differs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulewright.report.span import Span
from rulewright.report.suggest import apart, nearest


@dataclass(frozen=True, slots=True)
class Edit:
    """New text for a place; an empty place is where something is put in."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together, none of which overlaps another. `title` says what they do, as a command."""

    title: str
    edits: tuple[Edit, ...]
    certain: bool = True


def exchange(span: Span, text: str, *, certain: bool = True) -> tuple[Fix, ...]:
    """The fix that writes `text` in this place."""
    if not span.text:
        title = f"add `{text}`"
    elif not text:
        title = f"remove `{_short(span.text)}`" if span.text.isprintable() else "remove a sign that cannot be seen"
    else:
        title = f"write `{_short(text)}` for `{_short(span.text)}`"
    return (Fix(title, (Edit(span, text),), certain),)


def respelling(span: Span, written: str, known: Iterable[str]) -> tuple[Fix, ...]:
    """The fix for a misspelt name: the nearest of those that could stand here. None if no name is near, or if the place
    has another text than the name, as in a library that is filled in.
    """
    candidates = list(dict.fromkeys(known))
    guess = nearest(written, candidates)
    place = _word_in(span, written)
    if guess is None or place is None:
        return ()
    return exchange(place, guess, certain=_alone(written, guess, candidates))


def doubled_line(span: Span, first: Span) -> tuple[Fix, ...]:
    """The fix that removes a line which says the same as another line of the file, and opens nothing."""
    source = span.source
    if source != first.source or span.line == first.line:
        return ()
    line = source.line(span.line)
    below = next((text for at in range(span.line + 1, source.lines + 1) if (text := source.line(at)).strip()), "")
    if line.split("#")[0].rstrip() != source.line(first.line).split("#")[0].rstrip() or _depth(below) > _depth(line):
        return ()
    start = span.start - (span.column - 1)
    end = min(source.text.find("\n", start) + 1 or len(source.text), len(source.text))
    return (Fix(f"remove `{_short(line.strip())}`, which stands there already", (Edit(Span(source, start, end), ""),)),)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _alone(written: str, guess: str, candidates: Iterable[str]) -> bool:
    """Whether no other name could be meant as well."""
    distance = apart(written, guess, 1)
    parts = list(zip(written.split("."), guess.split("."), strict=False))
    if distance > 1 or any(one != other and nearest(one, [other]) is None for one, other in parts):
        return False
    alike = (other for other in candidates if other not in (guess, written) and abs(len(other) - len(written)) < 2)
    return all(apart(written, other, distance) > distance for other in alike)


def _word_in(span: Span, written: str) -> Span | None:
    """Where in the span the name stands. A text has its quotes around it; the span of a table's cell holds it all."""
    text = span.text
    if unicodedata.normalize("NFC", text) == written:
        return span
    if text == f'"{written}"':
        return replace(span, start=span.start + 1, end=span.end - 1)
    if span.cell is None:
        return None
    found = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(written)}(?!\w)", text)]
    if len(found) != 1:
        return None
    start = span.start + found[0]
    return replace(span, start=start, end=start + len(written))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
