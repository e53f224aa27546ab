"""What could have stood in a place, in words, and a line of the kind that was begun. In: where reading stopped. Out:
text.
"""

from __future__ import annotations

import re

from rulewright.syntax.trouble import DEDENT, INDENT, LINE_END, Trouble
from rulewright.syntax.words import COMPARING, DECLARATIONS, EXAMPLES, JOINING


def shown(trouble: Trouble) -> str:
    """What was found; the lexer gives the first sign of what it could not read."""
    if trouble.text.startswith('"'):
        return "a text"
    number = re.match(r"[0-9]+", trouble.rest)
    return f"`{number[0] if number else trouble.text}`"


def expectation(trouble: Trouble) -> str:
    """`expected a name`, `expected `to` or `:``; nothing if there would be too much to say."""
    known = set(trouble.expected) - {DEDENT, "$END"}
    phrases: list[str] = []
    if trouble.expects_statement:
        phrases.append("a statement")
        known = set()
    elif trouble.expects_declaration:
        phrases.append("a declaration")
        known = set()
    elif trouble.expects_value or trouble.expects("NAME", "LPAR", "LBRACE"):
        phrases.append("a value")
        known -= VALUE_WORDS
    for name, phrase in PHRASES:
        if name in known:
            phrases.append(phrase)
    spelt = {trouble.literals[name] for name in known if name in trouble.literals}
    words = spelt - {".", "[", "(", "of"} if "." in spelt else spelt
    if "." in spelt:
        words -= JOINING
    if "AND" in known:
        words -= COMPARING
    phrases = [f"`{word}`" for word in sorted(words)] + phrases
    if not phrases and spelt:
        phrases.append("a sign or word that joins two values")
    if not 1 <= len(phrases) <= 7:
        return ""
    return f"expected {listed(phrases)}"


PHRASES = (
    ("NAME", "a name"),
    ("INT", "a number"),
    ("STRING", "a text in quotes"),
    ("COPIES", "a number of copies (`x2`)"),
    ("LETTER", "a letter"),
    ("MAP_ROW", "a line of the map between bars"),
    (INDENT, "an indented block"),
    (LINE_END, "the end of the line"),
)
VALUE_WORDS = {"NAME", "INT", "STRING", "MY", "ITS", "THIS", "NO", "LPAR", "LBRACE"} | {
    "THE", "CAN", "NOT", "ANY", "EVERY", "IF", "MINUS",
}  # fmt: skip


def listed(phrases: list[str]) -> str:
    if len(phrases) == 1:
        return phrases[0]
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"


def example_for(trouble: Trouble) -> str | None:
    """A line of the kind that was begun: by the first word since the last `:`, else by the first word of the line."""
    example = None
    after = ""
    for word in trouble.unfinished:
        if word.type == INDENT or (word.type == "COLON" and example):
            break
        if word.value in BRACKETS:
            return None
        if word.type == "THEN" and after != "COLON" and any(other.type == "IF" for other in trouble.unfinished):
            return EXAMPLES["then"]
        if trouble.literals.get(word.type) == word.value and word.value in EXAMPLES:
            unhelpful = trouble.expects_value and word.value in DECLARATIONS
            example = None if unhelpful else EXAMPLES[word.value]
        after = word.type
    return example


BRACKETS = ("(", "[", "{")
CLOSING = (")", "]", "}")
