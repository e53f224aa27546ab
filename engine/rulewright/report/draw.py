"""How a diagnostic looks in a terminal. In: a diagnostic. Out: lines of text, without a newline at the end.

    error[name/unknown]: there is no zone called `discrad`
     --> my_game.rules:14:15
    14 |     move c to discrad
       |               ^^^^^^^ not declared
       = help: did you mean `discard` (line 8)?

The place of the problem comes first, with carets under it; then its labels in the order given, with dashes. A label on
the line just shown stands below it, any other gets a header of its own, so that a cycle can be walked step by step.
"""

from __future__ import annotations

import unicodedata

from rulewright.report.diagnostic import Diagnostic, Severity
from rulewright.report.signs import visible
from rulewright.report.span import Span

WIDEST = 140
BEFORE = 50

_HUES = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}
_FRAME = "34"
_LABEL = "36"


def draw(diagnostic: Diagnostic, color: bool = False) -> str:
    """In the shape above; with `color`, the same text with ANSI colours."""

    def paint(text: str, hue: str) -> str:
        return f"\x1b[1;{hue}m{text}\x1b[0m" if color else text

    hue = _HUES[diagnostic.severity]
    marks = [
        (diagnostic.span, "^", hue, diagnostic.label),
        *((label.span, "-", _LABEL, label.text) for label in diagnostic.labels),
    ]
    width = max(len(str(span.line)) for span, *_ in marks)
    gutter = " " * width

    head = paint(f"{diagnostic.severity.value}[{diagnostic.code}]", hue)
    lines = [f"{head}: {visible(diagnostic.message)}"]
    shown: tuple[str, int] | None = None
    for span, sign, its_hue, text in marks:
        window, start, end = _window(span)
        if shown != (span.source.name, span.line):
            shown = (span.source.name, span.line)
            lines.append(f"{paint(' -->', _FRAME)} {visible(str(span))}")
            lines.append(f"{paint(f'{span.line:>{width}} |', _FRAME)} {window}".rstrip())
        under = sign * max(1, _columns(window[start:end]))
        mark = paint(f"{under} {visible(text)}".rstrip(), its_hue)
        lines.append(f"{paint(f'{gutter} |', _FRAME)} {_blank(window[:start])}{mark}")
    if diagnostic.help:
        below = f"\n{gutter}         "
        lines.append(f"{paint(f'{gutter} =', _FRAME)} help: {below.join(map(visible, diagnostic.help.splitlines()))}")
    return "\n".join(lines)


def _window(span: Span) -> tuple[str, int, int]:
    """The line a span starts on, or of a very long one the part around it; and where in that text the span lies."""
    text = span.source.line(span.line)
    start = min(span.column - 1, len(text))
    end = len(text.rstrip()) if span.end_line > span.line else min(span.end_column - 1, len(text))
    if len(text) <= WIDEST:
        return visible(text), start, end
    left = max(0, min(start - BEFORE, len(text) - WIDEST))
    right = left + WIDEST
    head = "…" if left else ""
    tail = "…" if right < len(text) else ""
    shift = len(head) - left
    return head + visible(text[left:right]) + tail, start + shift, min(end, right) + shift


def _blank(text: str) -> str:
    """As wide as the text, in spaces; tabs stay, so that what follows lines up wherever the tab stops are."""
    return "".join(character if character == "\t" else " " * _columns(character) for character in text)


def _columns(text: str) -> int:
    """How many columns a terminal gives a text: two for wide letters, none for combining marks and joiners."""
    return sum(
        0
        if unicodedata.category(character) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )
