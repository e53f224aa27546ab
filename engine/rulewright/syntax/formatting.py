"""A rules file in its best layout. In: a text. Out: the same rules as a text that everybody lays out alike, or what
cannot be read in it.

It works on the words of the text, not on its tree: comments, line breaks, blank lines and the spelling of words are the
designer's, and what lies between them is settled here. See `docs/decisions/formatter.md`.
"""

from __future__ import annotations

from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Source
from rulewright.syntax.format_breaks import broken
from rulewright.syntax.format_columns import lines
from rulewright.syntax.format_rows import Row, rows
from rulewright.syntax.parser import Reading, parse, read


def formatted(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text, or None and the diagnostics. Rather than return a text that says something else, it raises
    AssertionError.
    """
    reading, problems = read(source)
    if reading is None:
        return None, problems
    text = _laid_out(reading, source.text)
    if text != source.text:
        again, _ = parse(Source(source.name, text))
        if again != reading.file:
            raise AssertionError(f"{source.name} would not say the same when formatted")
    return text, ()


def _laid_out(reading: Reading, text: str) -> str:
    found: list[Row] = []
    for row in rows(reading, text):
        found += broken(row)
    return "".join(f"{line}\n" for line in lines(found))
