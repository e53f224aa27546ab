"""How much one table may hold. In: where more stands than that. Out: a message, the same for every kind of file.

The bounds are far above what a game can have (20,000 components): they keep a table from taking its reader's day.
"""

from __future__ import annotations

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.span import Span

MOST_COLUMNS = 1000
MOST_ROWS = 50_000
"""Those that hold something, the headings among them."""

MOST_CELLS = 1_000_000
"""Those that are empty among them."""

MOST_VALUES = 250_000
"""Cells that hold something; each line of a cell counts, and in JSON each value of a list."""

MOST_WORDS = 300_000
"""Words and signs of cells that are read as rules are; what stands around a cell counts as `AROUND` more."""
AROUND = 12


def tell(most: int, things: str, place: Span, report: Report) -> None:
    """That there are more than so many of these."""
    report.error(codes.TOO_MANY, place, f"`{place.source.name}` has more than {most:,} {things}")
