"""What may go wrong in play: in, what was tried and where; out, exceptions that the machine turns into a `RuleFault`.

`DeadEnd`, `Opaque`, `Stop` and `End` never leave the machine. A `RuleFault` is an author's mistake: it carries a
diagnostic and the rules that were running, and the state it was raised from is as it was before the answer.
"""

from __future__ import annotations

from typing import NoReturn

from rulewright.core.limits import LARGEST_NUMBER
from rulewright.report import codes
from rulewright.report.codes import Code
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.span import Span

LIMIT = LARGEST_NUMBER

HABIT = 10**9
"""How far a variable goes, either way, where it declares no bound."""


class RuleFault(Exception):  # noqa: N818  (the name designers meet)
    """The rules ask for the impossible. `stack` names the rules that were running, outermost first."""

    def __init__(self, diagnostic: Diagnostic, stack: tuple[str, ...] = ()) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.stack = stack

    def within(self, stack: tuple[str, ...]) -> RuleFault:
        """The same, with the rules that were running unless they are already told."""
        self.stack = self.stack or stack
        return self


class DeadEnd(Exception):  # noqa: N818
    """A step that cannot be carried out; `why` says so in a designer's words."""

    def __init__(self, span: Span, why: str) -> None:
        super().__init__(why)
        self.span = span
        self.why = why


class Opaque(Exception):  # noqa: N818
    """A search wants to read what chance, hidden things or others have yet to bring."""


class Stop(Exception):  # noqa: N818
    """`stop`: the routine, reaction or phase that runs is over."""


class End(Exception):  # noqa: N818
    """`end game`."""


def fault(code: Code, span: Span, message: str, help: str | None = None, labels: tuple[Label, ...] = ()) -> RuleFault:
    return RuleFault(Diagnostic(code=code, span=span, message=message, help=help, labels=labels))


def overflow(span: Span) -> RuleFault:
    return fault(codes.OVERFLOW, span, "this number is too large to be exact", help="numbers end at 2**53 - 1")


def no_row(span: Span, value: int) -> RuleFault:
    """A number below the first row of a table: only in play it is known that it is asked for."""
    return fault(codes.TABLE_GAP, span, f"no row answers for {value}", help="add a row, or end with `else: …`")


def too_many(span: Span, what: str, most: int) -> RuleFault:
    return fault(codes.TOO_MANY, span, f"there would be more than {most:,} {what}")


class Veil:
    """A value that chance has yet to bring, in a search: it can be kept, moved and counted, but not read."""

    __slots__ = ()

    def _read(self, *_: object) -> NoReturn:
        raise Opaque

    __index__ = __int__ = __bool__ = __hash__ = _read
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _read
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _read
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _read
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _read
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _read
    __iter__ = __len__ = _read

    def __repr__(self) -> str:
        return "?"


VEIL = Veil()
