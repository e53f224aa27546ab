"""Signs that are put down from habit: a full stop behind a sentence, a hyphen in a name. In: where reading stopped.
Out: what is said about it, or nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from rulewright.report.fixes import Fix, exchange
from rulewright.report.span import Source, Span
from rulewright.syntax.words import STATEMENTS

LINE_END = "_NEWLINE"
NAME = r"[^\W\d]\w*"


class Stopped(Protocol):
    """Where reading stopped, as `messages` has it."""

    @property
    def source(self) -> Source: ...
    @property
    def found(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def expected(self) -> frozenset[str]: ...
    @property
    def text(self) -> str: ...
    @property
    def before(self) -> str: ...
    @property
    def rest(self) -> str: ...


class Habit(NamedTuple):
    """What is said, the cure in words, the place, and the cure as an edit."""

    message: str
    help: str
    start: int
    length: int
    fixes: tuple[Fix, ...]


def habit(stopped: Stopped) -> Habit | None:
    for recognise in (
        _step_in_a_definition,
        _end_of_sentence,
        _for_a_colon,
        _in_a_name,
        _name_of_words,
        _digit_first,
        _nothing_given,
    ):
        if found := recognise(stopped):
            return found
    return None


def _step_in_a_definition(stopped: Stopped) -> Habit | None:
    """`define lucky: Int = gain 3 coins`"""
    step = re.fullmatch(r"define\s[^=]*=\s*(?P<word>\w+)\s+", stopped.before)
    if step is None or step["word"] not in STEPS:
        return None
    start = stopped.start - len(stopped.before) + step.start("word")
    message = f"`{step['word']}` does something, and a definition only works something out"
    return Habit(message, "put it into an action, or into the block of a turn", start, len(step["word"]), ())


STEPS = STATEMENTS - {"any", "each", "if", "match", "next", "this"}


def _end_of_sentence(stopped: Stopped) -> Habit | None:
    """`gain 1 coin.` and `gain 1 coin;`"""
    if stopped.found == LINE_END and stopped.before.rstrip().endswith(";"):
        place = stopped.start - len(stopped.before) + len(stopped.before.rstrip()) - 1
        sign = ";"
    elif _alone(stopped) == "." and LINE_END in stopped.expected:
        place, sign = stopped.start, "."
    else:
        return None
    fixes = exchange(Span(stopped.source, place, place + 1), "")
    return Habit(f"a line needs no `{sign}` at its end", "remove it", place, 1, fixes)


def _for_a_colon(stopped: Stopped) -> Habit | None:
    """`action rest,` and `action rest {`"""
    sign = _alone(stopped)
    if sign not in (",", "{") or "COLON" not in stopped.expected:
        return None
    span = Span(stopped.source, stopped.start, stopped.start + 1)
    if sign == ",":
        message, cure, fixes = (
            "a `,` stands where the `:` belongs",
            "a line that opens a block ends in `:`",
            exchange(span, ":"),
        )
    else:
        message = "a block has no brackets around it"
        cure, fixes = "end the line with `:`, and indent the lines that belong to it", ()
    return Habit(message, cure, stopped.start, 1, fixes)


def _in_a_name(stopped: Stopped) -> Habit | None:
    """`draw-pile`"""
    before, after = re.search(rf"{NAME}$", stopped.before), re.match(rf"-(?:{NAME}-)*{NAME}", stopped.rest)
    if before is None or after is None or "MINUS" in stopped.expected:
        return None
    name = before[0] + after[0]
    meant = name.replace("-", "_")
    start = stopped.start - len(before[0])
    fixes = exchange(Span(stopped.source, start, start + len(name)), meant, certain=False)
    return Habit(f"`{name}` cannot be a name: it has a `-`", f"write `{meant}`", start, len(name), fixes)


def _name_of_words(stopped: Stopped) -> Habit | None:
    """`zone draw pile: Number`"""
    before = re.fullmatch(rf"\s*{NAME} (?P<name>{NAME}) ", stopped.before)
    after = re.match(rf"(?P<more>{NAME}(?: {NAME})*)\s*[:(]", stopped.rest)
    if before is None or after is None or stopped.found != "NAME" or "COLON" not in stopped.expected:
        return None
    name = f"{before['name']} {after['more']}"
    meant = name.replace(" ", "_")
    start = stopped.start - len(before["name"]) - 1
    fixes = exchange(Span(stopped.source, start, start + len(name)), meant, certain=False)
    return Habit(f"`{name}` cannot be a name: it has blanks", f"write `{meant}`", start, len(name), fixes)


def _digit_first(stopped: Stopped) -> Habit | None:
    """`zone 2nd_pile: Number`"""
    name = re.match(r"\d+[^\W\d]\w*", stopped.rest)
    if name is None or "NAME" not in stopped.expected or "INT" in stopped.expected:
        return None
    message = f"`{name[0]}` cannot be a name: it begins with a digit"
    return Habit(message, "begin it with a letter", stopped.start, len(name[0]), ())


def _nothing_given(stopped: Stopped) -> Habit | None:
    """`action rest():`"""
    opened = re.fullmatch(rf"\s*(?:action|define) {NAME}\s*(?P<open>\(\s*)", stopped.before)
    if opened is None or stopped.text != ")":
        return None
    length = len(opened["open"]) + 1
    start = stopped.start + 1 - length
    fixes = exchange(Span(stopped.source, start, start + length), "")
    return Habit("nothing stands in these brackets", "leave them out", start, length, fixes)


def _alone(stopped: Stopped) -> str:
    """The sign that ends the line, if it is the one that was found."""
    return stopped.rest.partition("#")[0].strip()
