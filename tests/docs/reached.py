"""What of the grammar some rules use. In: texts of rules. Out: which lines of the grammar they are made of.

A line of the grammar is one way to write a rule: each alternative, with and without each part in square brackets.
Repetitions count once, however long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any

from lark.grammar import Rule

from rulewright.report import Source
from rulewright.syntax import parser


@cache
def ways() -> tuple[str, ...]:
    """All lines of the grammar, in its order."""
    return tuple(dict.fromkeys(written(rule) for rule in _rules() if not _repeats(rule)))


def used(texts: Iterable[str]) -> set[str]:
    """Those that the texts use. A text that cannot be read to its end counts up to there."""
    found: set[Rule] = set()
    with _noting(found):
        for text in texts:
            parser.parse(Source("example.rules", text))
    return {written(rule) for rule in found if not _repeats(rule)}


def written(rule: Rule) -> str:
    """`gain: "gain" sum unit`, much as the grammar has it; behind an arrow the name that the tree gets."""
    literals = parser._language().literals
    words = [f'"{literals[part.name]}"' if part.name in literals else str(part.name) for part in rule.expansion]
    name = rule.alias or ""
    return f"{rule.origin.name}: {' '.join(words) or 'nothing'}" + (f" -> {name}" if name else "")


def _rules() -> list[Rule]:
    return list(parser._language().lark.rules)


def _repeats(rule: Rule) -> bool:
    """Whether Lark has made this rule for a `*` or `+`."""
    return str(rule.origin.name).startswith("__")


@contextmanager
def _noting(found: set[Rule]) -> Iterator[None]:
    callbacks: dict[Any, Any] = parser._language().lark.parse_interactive("").parser_state.parse_conf.callbacks
    before = dict(callbacks)

    def noting(rule: Rule, carry_out: Any) -> Any:
        @wraps(carry_out)
        def noted(*arguments: Any) -> Any:
            found.add(rule)
            return carry_out(*arguments)

        return noted

    for rule, carry_out in before.items():
        if isinstance(rule, Rule):
            callbacks[rule] = noting(rule, carry_out)
    try:
        yield
    finally:
        callbacks.update(before)
