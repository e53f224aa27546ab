"""A question as the machine keeps it: in, what may be chosen; out, how many options there are and what the k-th
stands for.

Options are not listed: a set stays a mask. Labels and names are made in `decision`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rulewright.core import types as t
from rulewright.runtime import subsets
from rulewright.runtime.bits import members, nth

Kind = Literal["one", "many", "menu", "order", "window"]

DONE = (-1, None)
"""The menu entry that ends it."""


@dataclass(slots=True, eq=False)
class Question:
    """Never changed once it is made (not `frozen`, which would triple the time that takes). `players`: all who are
    being asked at once, `player` the one whose options these are.

    one, order: `elements` (a mask, or a tuple) are the options. many: choices of `low` to `high` of them, equal
    ones together in `classes`; `listed` if a further condition leaves only these, or, where `partial`, these first
    of all. menu: `entries`, pairs (item, value). `offers`: what else may be done at any time; they come last.
    """

    player: int
    players: tuple[int, ...]
    code: int
    kind: Kind
    type: t.Type = t.UNKNOWN
    elements: Any = 0
    low: int = 1
    high: int = 1
    classes: tuple[tuple[Any, ...], ...] = ()
    listed: tuple[tuple[Any, ...], ...] | None = None
    partial: bool = False
    entries: tuple[tuple[int, Any], ...] = ()
    offers: tuple[Any, ...] = ()

    @property
    def own(self) -> int:
        """How many options there are besides offers; of a `partial` choice those that are listed."""
        match self.kind:
            case "one" | "order":
                elements = self.elements
                return elements.bit_count() if isinstance(elements, int) else len(elements)
            case "many":
                if self.listed is not None:
                    return len(self.listed)
                return subsets.count(self.classes, self.low, self.high)
            case _:
                return len(self.entries)

    @property
    def count(self) -> int:
        """How many options there are, with the offers."""
        return self.own + len(self.offers) if self.offers else self.own

    def option(self, k: int) -> Any:
        """What the k-th option stands for: an element, a tuple of elements, or a menu entry. Not for offers."""
        match self.kind:
            case "one" | "order":
                elements = self.elements
                return nth(elements, k) if isinstance(elements, int) else elements[k]
            case "many":
                if self.listed is not None:
                    return self.listed[k]
                return subsets.nth(self.classes, self.low, self.high, k)
            case _:
                return self.entries[k]

    def things(self) -> tuple[Any, ...]:
        """The elements that can be chosen or be part of a choice."""
        return members(self.elements) if isinstance(self.elements, int) else tuple(self.elements)
