"""What the Python face raises. Each says the problem in `message`, and where there is one the cure in `help`."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.codes import Code
from rulewright.report.diagnostic import Diagnostic, Severity
from rulewright.report.draw import draw
from rulewright.report.signs import visible
from rulewright.report.telling import told
from rulewright.report.wording import shortened


class RulewrightError(Exception):
    """The mother of them all."""

    def __init__(self, code: Code, message: str, help: str | None = None) -> None:
        message = visible(shortened(message))
        super().__init__(message)
        self.code, self.message, self.help = code, message, None if help is None else visible(shortened(help))


class UseError(RulewrightError):
    """Wrong use: a game, option, expansion, file or number of players that is not there."""


class AnswerRefused(RulewrightError):  # noqa: N818  (the name callers meet)
    """An answer that is not among the options. The play is as it was."""


class UndoRefused(RulewrightError):  # noqa: N818  (the name callers meet)
    """An answer that can no longer be taken back. The play is as it was."""


class RecordError(RulewrightError):
    """A save or record that is damaged, or was made under other rules."""


class RulesError(Exception):
    """Rules that do not check. `diagnostics` has every problem, by place."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        first = told(d for d in diagnostics if d.severity is Severity.ERROR)
        lines = ["\n".join(first.lines)] if first.more else []
        super().__init__("\n\n".join([*map(draw, first.shown), *lines]))
        self.diagnostics = tuple(diagnostics)
