"""Signs that are put down from habit: a full stop behind a sentence, a hyphen in a name. In: where reading trouble.
Out: what is said about it, or nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulewright.report.fixes import Fix, exchange
from rulewright.report.span import Span
from rulewright.syntax.trouble import LINE_END, Trouble
from rulewright.syntax.words import STATEMENTS

NAME = r"[^\W\d]\w*"


class Habit(NamedTuple):
    """What is said, the cure in words, the place, and the cure as an edit."""

    message: str
    help: str
    start: int
    length: int
    fixes: tuple[Fix, ...]


def habit(trouble: Trouble) -> Habit | None:
    for recognise in (
        _step_in_a_definition,
        _end_of_sentence,
        _for_a_colon,
        _in_a_name,
        _name_of_words,
        _digit_first,
        _nothing_given,
    ):
        if found := recognise(trouble):
            return found
    return None


def _step_in_a_definition(trouble: Trouble) -> Habit | None:
    """`define lucky: Int = gain 3 coins`"""
    step = re.fullmatch(r"define\s[^=]*=\s*(?P<word>\w+)\s+", trouble.before)
    if step is None or step["word"] not in STEPS:
        return None
    start = trouble.start - len(trouble.before) + step.start("word")
    message = f"`{step['word']}` does something, and a definition only works something out"
    return Habit(message, "put it into an action, or into the block of a turn", start, len(step["word"]), ())


STEPS = STATEMENTS - {"any", "each", "if", "match", "next", "this"}


def _end_of_sentence(trouble: Trouble) -> Habit | None:
    """`gain 1 coin.` and `gain 1 coin;`"""
    if trouble.found == LINE_END and trouble.before.rstrip().endswith(";"):
        place = trouble.start - len(trouble.before) + len(trouble.before.rstrip()) - 1
        sign = ";"
    elif _alone(trouble) == "." and LINE_END in trouble.expected:
        place, sign = trouble.start, "."
    else:
        return None
    fixes = exchange(Span(trouble.source, place, place + 1), "")
    return Habit(f"a line needs no `{sign}` at its end", "remove it", place, 1, fixes)


def _for_a_colon(trouble: Trouble) -> Habit | None:
    """`action rest,` and `action rest {`"""
    sign = _alone(trouble)
    if sign not in (",", "{") or "COLON" not in trouble.expected:
        return None
    span = Span(trouble.source, trouble.start, trouble.start + 1)
    if sign == ",":
        message, cure, fixes = (
            "a `,` stands where the `:` belongs",
            "a line that opens a block ends in `:`",
            exchange(span, ":"),
        )
    else:
        message = "a block has no brackets around it"
        cure, fixes = "end the line with `:`, and indent the lines that belong to it", ()
    return Habit(message, cure, trouble.start, 1, fixes)


def _in_a_name(trouble: Trouble) -> Habit | None:
    """`draw-pile`"""
    before, after = re.search(rf"{NAME}$", trouble.before), re.match(rf"-(?:{NAME}-)*{NAME}", trouble.rest)
    if before is None or after is None or "MINUS" in trouble.expected:
        return None
    name = before[0] + after[0]
    meant = name.replace("-", "_")
    start = trouble.start - len(before[0])
    fixes = exchange(Span(trouble.source, start, start + len(name)), meant, certain=False)
    return Habit(f"`{name}` cannot be a name: it has a `-`", f"write `{meant}`", start, len(name), fixes)


def _name_of_words(trouble: Trouble) -> Habit | None:
    """`zone draw pile: Number`"""
    before = re.fullmatch(rf"\s*{NAME} (?P<name>{NAME}) ", trouble.before)
    after = re.match(rf"(?P<more>{NAME}(?: {NAME})*)\s*[:(]", trouble.rest)
    if before is None or after is None or trouble.found != "NAME" or "COLON" not in trouble.expected:
        return None
    name = f"{before['name']} {after['more']}"
    meant = name.replace(" ", "_")
    start = trouble.start - len(before["name"]) - 1
    fixes = exchange(Span(trouble.source, start, start + len(name)), meant, certain=False)
    return Habit(f"`{name}` cannot be a name: it has blanks", f"write `{meant}`", start, len(name), fixes)


def _digit_first(trouble: Trouble) -> Habit | None:
    """`zone 2nd_pile: Number`"""
    name = re.match(r"\d+[^\W\d]\w*", trouble.rest)
    if name is None or "NAME" not in trouble.expected or "INT" in trouble.expected:
        return None
    message = f"`{name[0]}` cannot be a name: it begins with a digit"
    return Habit(message, "begin it with a letter", trouble.start, len(name[0]), ())


def _nothing_given(trouble: Trouble) -> Habit | None:
    """`action rest():`"""
    opened = re.fullmatch(rf"\s*(?:action|define) {NAME}\s*(?P<open>\(\s*)", trouble.before)
    if opened is None or trouble.text != ")":
        return None
    length = len(opened["open"]) + 1
    start = trouble.start + 1 - length
    fixes = exchange(Span(trouble.source, start, start + length), "")
    return Habit("nothing stands in these brackets", "leave them out", start, length, fixes)


def _alone(trouble: Trouble) -> str:
    """The sign that ends the line, if it is the one that was found."""
    return trouble.rest.partition("#")[0].strip()
