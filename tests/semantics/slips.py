"""Slips of the pen: a rules text with one word or sign left out, exchanged for another of the same text, or doubled."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

_TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]')


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
