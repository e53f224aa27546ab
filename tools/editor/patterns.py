"""How a pattern of a TextMate grammar is put together. In: regular expressions, scopes. Out: rules as plain data.

Only what every TextMate engine knows: `match`, `begin` and `end`, captures with patterns of their own. A block ends
before the next line that does not stand deeper than its first; blank lines and comments end nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Rule = dict[str, Any]

SUFFIX = "rulewright"
NAME = r"[^\W\d]\w*"
PATH = rf"{NAME}(?:\.{NAME})*"
TEXT = r'"[^"\n]*"'
GAP = r"[ \t]+"
ANY_GAP = r"[ \t]*"
HEAD = r"^([ \t]*)"
"""How far a block stands in; the first group of its beginning."""
BLOCK_END = r"^(?!\1[ \t]|[ \t]*(?:#|\r?$)|[)\]}])"

KEYWORD = "keyword.control"
DECLARE = "storage.type"
MODIFY = "storage.modifier"
OPERATOR = "keyword.operator.word"
TYPE = "entity.name.type"
FUNCTION = "entity.name.function"
VARIABLE = "variable.other"
STRING = "string.quoted.double"
DOC = "string.quoted.docstring"


def scope(name: str) -> Rule:
    return {"name": f"{name}.{SUFFIX}"}


def scopes(*names: str | None, first: int = 1) -> dict[str, Rule]:
    """Captures by number, from `first` on; None is a group without a scope."""
    return {str(number): scope(name) for number, name in enumerate(names, first) if name is not None}


def include(*names: str) -> list[Rule]:
    return [{"include": f"#{name}"} for name in names]


def match(pattern: str, name: str | None = None, captures: Mapping[str, Rule] | None = None) -> Rule:
    rule: Rule = scope(name) if name is not None else {}
    rule["match"] = pattern
    if captures:
        rule["captures"] = dict(captures)
    return rule


def block(name: str, begin: str, captures: Mapping[str, Rule], patterns: Sequence[Rule]) -> Rule:
    """`begin` follows the indentation, which is group 1, so `captures` count from 2. Comments may stand in all."""
    return {
        **scope(f"meta.{name}"),
        "begin": HEAD + begin,
        "end": BLOCK_END,
        "beginCaptures": dict(captures),
        "patterns": [*include("comment"), *patterns],
    }


def nested(*names: str) -> Rule:
    """A capture that is read on with other patterns."""
    return {"patterns": include(*names)}


def one_of(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in words)


def phrase(text: str) -> str:
    """The words of a phrase with any gap between them."""
    return GAP.join(re.escape(word) for word in text.split())


def phrases(texts: Sequence[str]) -> str:
    """Any of some phrases, whole words only, the longest first."""
    longest_first = sorted(texts, key=lambda text: (-len(text.split()), texts.index(text)))
    return rf"\b(?:{'|'.join(map(phrase, longest_first))})\b"
