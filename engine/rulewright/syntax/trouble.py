"""Where reading a text stopped. In: the parser's state there. Out: what stands there and what could, and the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rulewright.report.span import Source

LINE_END, INDENT, DEDENT = "_NEWLINE", "_INDENT", "_DEDENT"
LAYOUT = (LINE_END, INDENT, DEDENT)


class Word(Protocol):
    @property
    def type(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def start_pos(self) -> int | None: ...
    @property
    def end_pos(self) -> int | None: ...


STATEMENT = ("DO", "MOVE", "LET")
DECLARATION = ("ENUM", "ZONE", "SCENARIO")
"""What may come next where a statement, or a declaration, may begin; enough of it to tell."""

AS_FAR = 200
"""How much of a line is looked at: a hostile line is long."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where reading stopped. `found` and `expected` are names of the grammar's words; `found` is empty for a sign that
    begins no word. `literals` has the spelling of each word of the language, `unfinished` the words of what was begun
    and not finished, the nearest first. `readable`: whether the line could be read with another text from one place to
    another.
    """

    source: Source
    found: str
    start: int
    end: int
    expected: frozenset[str]
    literals: Mapping[str, str]
    unfinished: tuple[Word, ...]
    readable: Callable[[int, int, str], bool]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def rest(self) -> str:
        """The line from the place on, as far as it matters."""
        return self.source.text[self.start : self.start + AS_FAR].partition("\n")[0]

    @property
    def before(self) -> str:
        """The line up to the place, as far back as it matters."""
        return self.source.text[max(0, self.start - AS_FAR) : self.start].rpartition("\n")[2]

    def expects(self, *words: str) -> bool:
        return self.expected.issuperset(words)

    @property
    def expects_value(self) -> bool:
        return self.expects("NAME", "MY", "LPAR")

    @property
    def expects_statement(self) -> bool:
        return self.expects(*STATEMENT)

    @property
    def expects_declaration(self) -> bool:
        return self.expects(*DECLARATION)

    @property
    def spelt(self) -> list[str]:
        """The words and signs of the language that may stand here."""
        return sorted(self.literals[name] for name in self.expected if name in self.literals)

    @property
    def words(self) -> list[str]:
        """Those of them that are words."""
        return [word for word in self.spelt if word.isalpha()]

    def reads(self, start: int, end: int, text: str) -> bool:
        return self.readable(start, end, text)
