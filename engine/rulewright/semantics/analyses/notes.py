"""What the analyses have to say beside errors: data for `check -v`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulewright.report.span import Span

NoteKind = Literal["search", "bound", "checked", "loop", "fails", "withheld", "trial"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A place that explains a finding, and what is to be seen there."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """One finding. `path`: the question, variable, routine or category it is about.

    search: a choice or `can` that is looked through on copies. bound: a variable's range that is tested in play.
    checked: a number tested for being exact. loop: a condition tried on each thing in turn. fails: a statement that
    may be a dead end. withheld: a score category not shown before the end. trial: a reaction tried on a copy before
    it is carried out.
    """

    kind: NoteKind
    path: str
    span: Span
    text: str
    because: tuple[Reason, ...] = ()
