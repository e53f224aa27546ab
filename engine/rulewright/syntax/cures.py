"""What to write for a sign that is not of the language. In: a text, and where the sign stands. Out: fixes.

A sign that a word processor or another language has put in place of one of ours has a sure cure; where the cure hangs
on what was meant it is offered only.
"""

from __future__ import annotations

import re

from rulewright.report.fixes import Edit, Fix, exchange
from rulewright.report.span import Source, Span

PLAIN = {
    "\u2013": "-",
    "\u2014": "-",
    "\u2212": "-",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2192": "->",
    "\u00a0": " ",
    "\u3000": " ",
}
"""Signs with one meaning."""

CLOSED_BY = {
    "\u201c": "\u201d\u201c",
    "\u201d": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab\u00bb",
    "\u2018": "\u2019",
    "\u2019": "\u2019",
    "'": "'",
    "`": "`",
}
"""How a quote of another kind may be closed."""

MEANT = {"==": "=", "<>": "!=", "=<": "<=", "=>": ">=", "&&": "and", "||": "or"}
UNSURE = ("=>",)
"""Also an arrow, elsewhere."""

AS_FAR = 200


def for_lookalike(source: Source, place: int) -> tuple[Fix, ...]:
    found = source.text[place]
    span = Span(source, place, place + 1)
    if found in PLAIN:
        return exchange(span, PLAIN[found])
    if found in CLOSED_BY:
        return _quotes(source, place)
    if found == "\u2026":
        around = re.match(r"[0-9]\s*\u2026\s*[0-9]", source.text[_digit_before(source, place) : place + AS_FAR])
        return exchange(span, "..", certain=around is not None)
    if found in "\u00d7\u00b7":
        return exchange(span, "*", certain=False)
    return ()


def _digit_before(source: Source, place: int) -> int:
    """Where the last sign before the place stands that is no space."""
    return max(0, len(source.text[:place].rstrip()) - 1)


def _quotes(source: Source, place: int) -> tuple[Fix, ...]:
    """Both quotes of a text, if it ends on its line and has no straight one."""
    line = source.text[place + 1 :].partition("\n")[0]
    end = next((at for at, sign in enumerate(line) if sign in CLOSED_BY[source.text[place]]), None)
    if end is None or '"' in line[:end]:
        return ()
    close = place + 1 + end
    edits = (Edit(Span(source, place, place + 1), '"'), Edit(Span(source, close, close + 1), '"'))
    text = source.text[place + 1 : close]
    return (Fix(f'write `"{text}"` with straight quotes', edits),) if len(text) < AS_FAR else ()


def for_foreign_sign(source: Source, start: int, written: str) -> tuple[Fix, ...]:
    text, end = source.text, start + len(written)
    span = Span(source, start, end)
    if written == "//":
        line = text[max(0, start - AS_FAR) : start].rpartition("\n")[2]
        return exchange(span, "#") if not line.strip() else ()
    meant = MEANT.get(written)
    if meant is None or text[end : end + 1] == "=":
        return ()
    if meant.isalpha():
        before = "" if text[start - 1 : start].isspace() else " "
        after = "" if text[end : end + 1].isspace() else " "
        meant = f"{before}{meant}{after}"
    return exchange(span, meant, certain=written not in UNSURE)


def spaces_for_tabs(source: Source) -> tuple[Fix, ...]:
    """Spaces at the head of every line of the text that has a tab there, as many as the line is read to be in."""
    heads = re.finditer(r"^[ \t]*\t[ \t]*", source.text, re.MULTILINE)
    edits = tuple(Edit(Span(source, head.start(), head.end()), head[0].expandtabs(4)) for head in heads)
    return (Fix("write spaces for the tabs at the head of lines, four for each", edits),)
