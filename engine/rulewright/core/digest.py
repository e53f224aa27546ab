"""A fingerprint of rules. In: a program, or a part of one. Out: a text that is equal when the meaning is.

Texts, titles and spans take no part, so that a corrected spelling does not make a save useless.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

from rulewright.core.program import Program

Write = list[str]


def rules_hash(program: Program) -> str:
    """32 hexadecimal digits for a whole composed game, its options included."""
    return fingerprint(program)


def fingerprint(part: object) -> str:
    """32 hexadecimal digits for any part of a program."""
    words: Write = []
    _write(part, words)
    return blake2b("\0".join(words).encode(), digest_size=16).hexdigest()


@cache
def _compared(kind: type[Any]) -> tuple[str, ...]:
    """The fields that carry meaning."""
    return tuple(field.name for field in fields(kind) if field.compare and field.name not in ("title", "text"))


def _write(part: object, words: Write) -> None:
    if isinstance(part, bool | int | str) or part is None:
        words.append(f"{type(part).__name__}:{part}")
    elif isinstance(part, tuple):
        words.append(f"({len(part)}")
        for item in part:
            _write(item, words)
    elif isinstance(part, Mapping):
        words.append("{" + str(len(part)))
        for key, value in part.items():
            words.append(str(key))
            _write(value, words)
    elif is_dataclass(part):
        kind: Any = type(part)
        words.append(kind.__name__)
        for name in _compared(kind):
            _write(getattr(part, name), words)
    else:
        raise TypeError(f"{type(part).__name__} has no place in a program")
