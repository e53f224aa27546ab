"""Where a stage puts what it has to say. In: problems as they are found. Out: diagnostics by place, each once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, Unpack

from rulewright.report.codes import DUPLICATE, UNUSED, Code
from rulewright.report.diagnostic import Diagnostic, Label, Severity
from rulewright.report.fixes import Fix, doubled_line
from rulewright.report.span import Span


class Details(TypedDict, total=False):
    """What a diagnostic may have besides its message; see `Diagnostic`."""

    label: str
    labels: Iterable[Label]
    help: str | None
    about: Iterable[str]
    fixes: Iterable[Fix]


class Report:
    """Collects diagnostics. A second one with the same code, place and message is dropped."""

    def __init__(self, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self._found: dict[tuple[str, Span, str], Diagnostic] = {}
        self.extend(diagnostics)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """By file, then by place; those of one place in the order they were found. What looks unused waits until there
        is no error: what is misspelt looks so too.
        """
        failed = self.failed
        told = (each for each in self._found.values() if not (failed and each.code is UNUSED))
        return tuple(sorted(told, key=lambda d: (d.span.source.name, d.span.start)))

    @property
    def failed(self) -> bool:
        """Whether there is an error: then the rules cannot be played."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self._found.values())

    def error(self, code: Code, span: Span, message: str, **details: Unpack[Details]) -> None:
        self._say(Severity.ERROR, code, span, message, details)

    def warning(self, code: Code, span: Span, message: str, **details: Unpack[Details]) -> None:
        self._say(Severity.WARNING, code, span, message, details)

    def note(self, code: Code, span: Span, message: str, **details: Unpack[Details]) -> None:
        self._say(Severity.NOTE, code, span, message, details)

    def add(self, diagnostic: Diagnostic) -> None:
        self._found.setdefault((diagnostic.code.slug, diagnostic.span, diagnostic.message), diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def _say(self, severity: Severity, code: Code, span: Span, message: str, details: Details) -> None:
        labels = tuple(details.get("labels", ()))
        fixes = tuple(details.get("fixes", ()))
        if code is DUPLICATE and labels and not fixes:
            fixes = doubled_line(span, labels[0].span)
        self.add(
            Diagnostic(
                code=code,
                span=span,
                message=message,
                label=details.get("label", ""),
                labels=labels,
                help=details.get("help"),
                severity=severity,
                about=tuple(details.get("about", ())),
                fixes=fixes,
            )
        )
