"""The words of the language by what an editor shows them as. In: the grammar, the engine's lists. Out: words, phrases.

The tables here say of each word of the grammar in which company it is one; `unplaced` names those that none has.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core.vocabulary import WORDS
from rulewright.semantics.symbols import BUILT_IN_TYPES
from rulewright.syntax.keywords import keywords
from rulewright.syntax.words import DECLARATIONS, LINE_WORDS, RESERVED, STATEMENTS

OWNING = ("its", "my")
"""What stands behind them is a name."""

ALWAYS = tuple(sorted(RESERVED - {*OWNING, "no", "this"}))
"""Never names, so they are shown as words wherever they stand."""

INFIX = (
    "as", "at", "by", "else", "except", "for", "from", "has", "in", "is", "of", "on", "otherwise", "per", "then",
    "times", "to", "until", "where", "while", "with",
)  # fmt: skip
"""They follow a value or a name: where none stands before them they are names themselves."""

FORMS = (
    "choose one", "choose up to", "choose any number of", "choose", "any order", "for each", "each player from",
    "each player", "repeat while", "repeat", "end game", "drop out", "stop", "window", "next turn", "show that",
    "draw exactly", "draw", "else if", "else", "match", "then", "everyone", "together", "this turn", "this round",
    "this phase", "round until", "round", "show", "turns in", "as", "must",
)  # fmt: skip
"""How a statement may begin, besides the simple ones; a longer form stands before a shorter one."""

SIMPLE = tuple(sorted(LINE_WORDS - {word for form in FORMS for word in form.split()[:1]}))
"""Statements of one word and what follows it."""

EXPRESSION_PHRASES = (
    "any number of", "if possible", "in any order", "having most", "having fewest", "linked by", "next to", "not in",
    "rounded up", "rounded down", "such that", "then by", "to bottom of", "up to", "set of", "list of", "zone of",
    "this",
)  # fmt: skip
"""Shown as words in every expression and statement."""

BEHIND_A_COMMA = ("any number", "once")
EVENT_PHRASES = ("falls to", "reaches")
SORTING = ("descending",)
COMPONENT_PHRASES = ("active at", "copies", "sides")
ZONE_PHRASES = (
    "reshuffled at once from", "refilled from", "reshuffled from", "seen by", "size hidden", "hidden", "top face up",
    "accepts",
)  # fmt: skip
ZONE_KINDS = ("deck of", "stack of", "list of", "bag of", "row of", "one")
VAR_PHRASES = ("at least", "clamped", "each turn", "each phase", "each round", "while in", "to")
BOARD_KINDS = ("hex grid", "square grid", "directed graph", "graph", "slots")
BOARD_PHRASES = ("odd rows shifted", "even rows shifted", "turned", "placed")
BOARD_PARTS = ("edges", "layer", "spaces")
TABLE_KEYS = ("or more", "to")
WINNING = ("fewest", "most", "shared")
FACTS = ("chance", "pass", "phase", "round", "turn of")
FACT_PHRASES = ("after", "at", "holds", "of", "showing", "starts", "turned")
CLAIMS = ("offered", "score", "turn of", "winners")
CLAIM_PHRASES = ("because", "holds", "is not offered", "is offered", "showing", "turned")
SCENARIO_LINES = ("option", "players", "with")
SCENARIO_BLOCKS = ("given", "then", "when")
REACTIONS = ("after", "anytime", "before", "instead of", "when")
OTHERS = ("active player chooses", "add case", "case", "first player", "or more", "side", "x")
"""What has a pattern of its own in `textmate`."""

LANGUAGE_NAMES = ("base", "it", "me")
"""Names that the language gives."""

CONSTANTS = ("no", "none", "yes")
FUNCTIONS = tuple(sorted(WORDS))
TYPES = tuple(sorted(name for name in BUILT_IN_TYPES if name.isalpha()))


def placed() -> frozenset[str]:
    """The words of the grammar that have a place here."""
    phrases: tuple[Iterable[str], ...] = (
        sorted(DECLARATIONS), sorted(STATEMENTS), sorted(RESERVED), INFIX, FORMS, EXPRESSION_PHRASES, BEHIND_A_COMMA,
        EVENT_PHRASES, SORTING, COMPONENT_PHRASES, ZONE_PHRASES, ZONE_KINDS, VAR_PHRASES, BOARD_KINDS, BOARD_PHRASES,
        BOARD_PARTS, TABLE_KEYS, WINNING, FACTS, FACT_PHRASES, CLAIMS, CLAIM_PHRASES, SCENARIO_LINES, SCENARIO_BLOCKS,
        REACTIONS, OTHERS,
    )  # fmt: skip
    return frozenset(part for each in phrases for phrase in each for part in phrase.split())


def unplaced() -> list[str]:
    return sorted(keywords() - placed())
