"""A rules file in its best layout. In: a text. Out: the same rules as a text that everybody lays out alike, or what
cannot be read in it.

It works on the words of the text, not on its tree: comments, line breaks, blank lines and the spelling of words are the
designer's, and what lies between them is settled here. See `docs/decisions/formatter.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.report import codes
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
    text = _laid_out(reading, source.text, broken)
    if text == source.text:
        return text, ()
    again, problems = parse(Source(source.name, text))
    if [problem.code for problem in problems] == [codes.TOO_LARGE]:  # long lines became blocks in blocks, too many
        text = _laid_out(reading, source.text, lambda row: [row])
        again, _ = parse(Source(source.name, text))
    if again != reading.file:
        raise AssertionError(f"{source.name} would not say the same when formatted")
    return text, ()


def _laid_out(reading: Reading, text: str, in_lines: Callable[[Row], Iterable[Row]]) -> str:
    found: list[Row] = []
    for row in rows(reading, text):
        found += in_lines(row)
    return "".join(f"{line}\n" for line in lines(found))
