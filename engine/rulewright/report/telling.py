"""How many diagnostics are told. In: all that were found. Out: the first of them, and how many more there are of which
kind.

A damaged table may give a thousand; whoever mends it begins with the first. Errors come before warnings, so that none
of those is shown in the place of an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulewright.report.collect import MOST_ERRORS
from rulewright.report.diagnostic import Diagnostic, Severity
from rulewright.report.wording import counted

SHOWN = 100
"""So many are shown in one run."""

KINDS = 10
"""Of so many kinds it is said in words how many more there are."""


@dataclass(frozen=True, slots=True)
class More:
    """How many of a kind are not shown: of a severity, with a code, in a file."""

    severity: Severity
    code: str
    file: str
    times: int

    def to_json(self) -> dict[str, Any]:
        return {"severity": self.severity.value, "code": self.code, "file": self.file, "times": self.times}


@dataclass(frozen=True, slots=True)
class Told:
    """`shown` keeps its order. `more`: the others by kind, those with the most first. `given_up`: there were so many
    errors that the rest was not looked at.
    """

    shown: tuple[Diagnostic, ...]
    more: tuple[More, ...]
    given_up: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """What is said of those that are not shown; nothing if all are."""
        if not self.more:
            return ()
        said = [f"and {sum(each.times for each in self.more):,} more, not shown here:"]
        for each in self.more[:KINDS]:
            said.append(f"  {counted(each.times, each.severity.value)} [{each.code}] in {each.file}")
        if len(self.more) > KINDS:
            said.append(f"  {sum(each.times for each in self.more[KINDS:]):,} of other kinds")
        if self.given_up:
            said.append(f"after {MOST_ERRORS:,} errors nothing more is looked for")
        return tuple(said)


def told(diagnostics: Iterable[Diagnostic]) -> Told:
    """Of diagnostics by place the first that are shown."""
    found = tuple(diagnostics)
    errors = sum(each.severity is Severity.ERROR for each in found)
    given_up = errors > MOST_ERRORS
    if len(found) <= SHOWN:
        return Told(found, (), given_up)
    first = sorted(range(len(found)), key=lambda at: found[at].severity is not Severity.ERROR)[:SHOWN]
    shown = frozenset(first)
    others: dict[tuple[Severity, str, str], int] = {}
    for at, each in enumerate(found):
        if at not in shown:
            kind = each.severity, each.code.slug, each.span.source.name
            others[kind] = others.get(kind, 0) + 1
    more = sorted((More(*kind, times) for kind, times in others.items()), key=lambda each: -each.times)
    return Told(tuple(found[at] for at in sorted(first)), tuple(more), given_up)
