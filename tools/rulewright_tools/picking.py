"""What a person types becomes an option. In: a decision, a line of text. Out: an option, or why it is none.

An answer is the number of an option in the list, its name (`r3c5`), its label, or the first words of one of these that
fit nothing else; the name of the rule may stand in front (`build r3c5`). Several things: with commas or in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulewright.runtime.decision import Decision, Option

SEARCHED = 2_000
"""In so many options a name may be shortened or given by its label."""


NUMBER = re.compile(r"-?\d{1,18}")
"""What is longer is the number of nothing."""


def pick(decision: Decision, text: str) -> Option | str:
    """The option that is meant, or a message."""
    for words in _readings(decision, text.strip()):
        number = _listed(decision, words)
        if number is not None:
            return decision.option(number)
        for answer in _answers(words):
            option = decision.find(answer)
            if option is not None:
                return option
        fitting = _fitting(decision, words)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            some = ", ".join(name_of(option) for option in fitting[:6]) + (", …" if len(fitting) > 6 else "")
            return f"`{words}` may mean {some}"
    typed = text.strip()
    if "," in typed or typed.startswith("{"):
        return decision.why_not(list(_answers(typed))[-1])
    is_number = NUMBER.fullmatch(typed) and decision.count and not numbered(decision)
    return decision.why_not(int(typed) if is_number else typed)


def name_of(option: Option) -> str:
    """The answer as it can be typed."""
    return answer_text(option.answer)


def answer_text(answer: Any) -> str:
    if isinstance(answer, list | tuple):
        return "{" + ", ".join(map(str, answer)) + "}"
    return str(answer)


def numbered(decision: Decision) -> bool:
    """Whether options go by their number in the list: not where the answers are numbers themselves."""
    return bool(decision.count) and not isinstance(decision.option(0).answer, int)


def _readings(decision: Decision, text: str) -> Iterator[str]:
    """The text as it stands, then without the name of the rule that asks."""
    yield text
    head, _, rest = text.partition(" ")
    if rest and head in decision.rule.split("."):
        yield rest.strip()


def _listed(decision: Decision, words: str) -> int | None:
    if not words.isdecimal() or not NUMBER.fullmatch(words) or not numbered(decision):
        return None
    number = int(words)
    return number - 1 if 1 <= number <= (decision.count or 0) else None


def _answers(words: str) -> Iterator[Any]:
    yield words
    if NUMBER.fullmatch(words):
        yield int(words)
    inner = words[1:-1] if words.startswith("{") and words.endswith("}") else words
    parts = [part.strip() for part in inner.split(",") if part.strip()]
    if inner != words or len(parts) > 1:
        yield parts
    else:
        yield inner.split()
        yield [inner]


def _fitting(decision: Decision, words: str) -> list[Option]:
    """The options with this name or label in whatever case; else those whose first words it is."""
    if not words or (decision.count or SEARCHED + 1) > SEARCHED:
        return []
    sought = words.casefold()
    options = [decision.option(k) for k in range(decision.count or 0)]
    for fits in (str.__eq__, _begins):
        found = [o for o in options if fits(name_of(o).casefold(), sought) or fits(o.label.casefold(), sought)]
        if found:
            return found
    return []


def _begins(name: str, words: str) -> bool:
    """Whether these are whole words at its beginning: `build` of `build_three`, but not `r0c1` of `r0c10`."""
    return name.startswith(words) and not name[len(words) : len(words) + 1].isalnum()
