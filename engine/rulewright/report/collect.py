"""Where a stage puts what it has to say. In: problems as they are found. Out: diagnostics by place, each once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypedDict, Unpack

from rulewright.report.codes import DUPLICATE, NO_EFFECT, UNUSED, Code
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


_Key = tuple[str, Span, str]


MOST_ERRORS = 1000
"""After so many nobody reads on, and looking for more only takes time: each may ask for the nearest of many names."""


class TooManyErrors(Exception):  # noqa: N818  (a stage that is left, not a failure)
    """A stage found more than `MOST_ERRORS`; it is left. Whoever began it keeps what was found with `Report.stop`."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        super().__init__(f"more than {MOST_ERRORS:,} errors")
        self.diagnostics = tuple(diagnostics)


class Report:
    """Collects diagnostics. A second one with the same code, place and message is dropped.

    Whatever adds an error when there are `MOST_ERRORS` raises TooManyErrors, once.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self._found: dict[_Key, Diagnostic] = {}
        self._said: list[tuple[Code, _Key | None]] = []
        self._errors = 0
        self._stopped = False
        self.extend(diagnostics)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """By file, then by place; those of one place in the order they were found. What looks unused, or without an
        effect, waits until there is no error: what is misspelt looks so too.
        """
        failed = self.failed
        told = (each for each in self._found.values() if not (failed and each.code in (UNUSED, NO_EFFECT)))
        return tuple(sorted(told, key=lambda d: (d.span.source.name, d.span.start)))

    @property
    def failed(self) -> bool:
        """Whether there is an error: then the rules cannot be played."""
        return self._errors > 0

    @property
    def count(self) -> int:
        """How often something was said so far, what was said before and dropped among it."""
        return len(self._said)

    def since(self, count: int) -> tuple[Code, ...]:
        """The codes of what was said after the first so many."""
        return tuple(code for code, _ in self._said[count:])

    def take_back(self, count: int, unsaid: Collection[Code] | None = None) -> None:
        """Forgets what was said after the first so many: all, or what has one of these codes."""
        kept: list[tuple[Code, _Key | None]] = []
        for code, key in self._said[count:]:
            if unsaid is not None and code not in unsaid:
                kept.append((code, key))
            elif key is not None and key in self._found:
                self._errors -= self._found.pop(key).severity is Severity.ERROR
        self._said[count:] = kept

    def drop(self, unsaid: Callable[[Diagnostic], bool]) -> None:
        """Forgets all of these."""
        self._found = {key: each for key, each in self._found.items() if not unsaid(each)}
        self._errors = _errors(self._found.values())

    def error(self, code: Code, span: Span, message: str, **details: Unpack[Details]) -> None:
        self._say(Severity.ERROR, code, span, message, details)

    def warning(self, code: Code, span: Span, message: str, **details: Unpack[Details]) -> None:
        self._say(Severity.WARNING, code, span, message, details)

    def note(self, code: Code, span: Span, message: str, **details: Unpack[Details]) -> None:
        self._say(Severity.NOTE, code, span, message, details)

    def add(self, diagnostic: Diagnostic) -> None:
        self._keep(diagnostic)
        if self._errors > MOST_ERRORS and not self._stopped:
            self._stopped = True
            raise TooManyErrors(self._found.values())

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """What another report has kept; it may be any number."""
        for diagnostic in diagnostics:
            self._keep(diagnostic)

    def stop(self, found: TooManyErrors) -> None:
        """Keeps what a stage had found that was left."""
        self._stopped = True
        self.extend(found.diagnostics)

    def _keep(self, diagnostic: Diagnostic) -> None:
        key = diagnostic.code.slug, diagnostic.span, diagnostic.message
        new = key not in self._found
        self._said.append((diagnostic.code, key if new else None))
        if new:
            self._found[key] = diagnostic
            self._errors += diagnostic.severity is Severity.ERROR

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


def _errors(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
