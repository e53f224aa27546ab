"""Numbers, and long words, in the sentences of messages."""

from __future__ import annotations

import re

LONGEST_WORD = 300
LONGEST_TEXT = 4000

_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


def shortened(text: str) -> str:
    """The text as a message says it: whatever was written without a blank for lines on end is cut off."""
    if len(text) <= LONGEST_WORD:
        return text
    text = _LONG_WORD.sub(lambda word: f"{word[0][: LONGEST_WORD - 1]}…", text)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def counted(number: int, thing: str, things: str | None = None, *, none: str | None = None) -> str:
    """`1 column`, `3 columns`, `1,204 decisions`; of 0 what `none` says, if it is given."""
    if number == 0 and none is not None:
        return none
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"
