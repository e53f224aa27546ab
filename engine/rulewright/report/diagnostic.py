"""A diagnostic: one thing to tell the designer, as data. How it looks is decided in `draw`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from rulewright.report.codes import Code
from rulewright.report.fixes import Fix
from rulewright.report.span import Span
from rulewright.report.wording import LONGEST_WORD, shortened


class Severity(Enum):
    """An error stops the rules from being played; a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Label:
    """A further place that explains the problem, with what is to be seen there."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """`message` states the problem in the designer's words, `label` stands beside its place, `help` holds the cure.

    `about`: the names in the message, for those who know more of them and add to it. `fixes`: the cure as edits,
    where it can be said so; several are alternatives.
    """

    code: Code
    span: Span
    message: str
    label: str = ""
    labels: tuple[Label, ...] = ()
    help: str | None = None
    severity: Severity = Severity.ERROR
    about: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()

    def __post_init__(self) -> None:
        """What was written may be of any length, and messages quote it."""
        for name in ("message", "label", "help"):
            text = getattr(self, name)
            if text is not None and len(text) > LONGEST_WORD:
                object.__setattr__(self, name, shortened(text))

    def to_json(self) -> dict[str, Any]:
        """The form that editors and other programs read; every key is always there."""
        return {
            "severity": self.severity.value,
            "code": self.code.slug,
            "message": self.message,
            **_place(self.span),
            "label": self.label,
            "labels": [{**_place(label.span), "label": label.text} for label in self.labels],
            "help": self.help,
            "fixes": [
                {
                    "title": fix.title,
                    "certain": fix.certain,
                    "edits": [{**_place(edit.span), "text": edit.text} for edit in fix.edits],
                }
                for fix in self.fixes
            ],
        }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "cell": {"row": span.cell.row, "column": span.cell.column} if span.cell else None,
    }
