"""Slips of the pen. In: a rules text. Out: the text with one slip in it.

`slips`: one word or sign left out, exchanged for another of the same text, or doubled; what comes of it may be a rule
as well. `mistakes`: a name with two letters swapped that is written elsewhere too, or half a pair of brackets left out:
no such text is a rule, so each has to be told.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

_TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]')
_NO_RULES = re.compile(r'"[^"\n]*"|#[^\n]*|(?m:^ *\|[^\n]*$)|(?ms:^scenario .*)')
"""Texts, remarks, maps, and the scenarios at the end: `check` only reads them."""
_FREE = re.compile(r"(?m)^ *(?:game|library|option) \w+|^ +\w+")
"""Names that nothing else need say, at the head of a line: of the game, an option, a row, what is scored."""


def slips(text: str, seed: str, number: int) -> Iterator[str]:
    """So many different slips; the same ones every time."""
    chance = random.Random(seed)
    tokens = list(_TOKEN.finditer(re.sub(r"#[^\n]*", lambda found: " " * len(found[0]), text)))
    words = [token[0] for token in tokens]
    names = [word for word in words if word.isidentifier()]
    for _ in range(number):
        token = chance.choice(tokens)
        kind = chance.choice(("left out", "exchanged", "exchanged", "doubled"))
        other = chance.choice(names if token[0].isidentifier() else words)
        found = {"left out": "", "exchanged": other, "doubled": f"{token[0]} {token[0]}"}[kind]
        yield text[: token.start()] + found + text[token.end() :]


def mistakes(text: str, seed: str, number: int) -> Iterator[str]:
    """So many mistakes, or as many as there are places for; the same ones every time."""
    chance = random.Random(seed)
    rules = _FREE.sub(_blank, _NO_RULES.sub(_blank, text))
    tokens = list(_TOKEN.finditer(rules))
    often = Counter(token[0] for token in tokens)
    places = [each for each in tokens if each[0] in "()[]{}" or (often[each[0]] > 2 and _swapped(each[0], often))]
    for token in chance.sample(places, min(number, len(places))):
        new = "" if token[0] in "()[]{}" else _swapped(token[0], often)
        yield text[: token.start()] + new + text[token.end() :]


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _swapped(word: str, known: Counter[str]) -> str:
    """The name with its last two letters swapped; nothing if that is a word too, or if it is too short for a slip."""
    if len(word) < 4 or not word.isidentifier():
        return ""
    new = f"{word[:-2]}{word[-1]}{word[-2]}"
    return "" if new == word or new in known else new
