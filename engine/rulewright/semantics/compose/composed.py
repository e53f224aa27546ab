"""What came of composing: one game, and what expansions and options changed in it, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulewright.report.span import Span
from rulewright.semantics.compose.options import chosen
from rulewright.syntax import ast

How = Literal["added", "changed", "replaced", "removed", "restricted", "treated", "answered"]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing an expansion or option did to the game.

    `what`: the kind of thing, a word such as `action`; `path`: what it is called; `title`: what players call it. `by`:
    the expansion, or `option` and its name; empty in the game itself. `before` and `after`: where the old and the new
    text stand; an addition has no `before`, something taken away has `after` where that is said.
    """

    how: How
    what: str
    path: str
    title: str = ""
    by: str = ""
    before: Span | None = None
    after: Span | None = None

    def __str__(self) -> str:
        by = f" ({self.by})" if self.by else ""
        return f"{self.what} {self.path}: {self.how}{by}"


@dataclass(frozen=True, slots=True)
class Composed:
    """One game: its items in order, its header, the value of every option, and what the composition changed.

    `bases`: the names under which stands what a changed rule calls `base` (`build.base`), each with the path of the
    rule. `impersonal`: definitions that belong to nobody, though what they were changed to says `my`. `removed`: what
    was taken away, by its last name, with where that is said; `added` likewise.
    """

    header: ast.Header
    items: tuple[ast.Item, ...]
    options: Mapping[str, str]
    declared: tuple[ast.Option, ...]
    expansions: tuple[ast.Header, ...]
    changes: tuple[Change, ...]
    bases: Mapping[str, str] = field(default_factory=dict)
    impersonal: frozenset[str] = frozenset()
    removed: Mapping[str, Span] = field(default_factory=dict)
    added: Mapping[str, Span] = field(default_factory=dict)

    @property
    def file(self) -> ast.File:
        """All of it as one file would say it: what options hold has joined, their defaults are the chosen values."""
        options = tuple(chosen(option, self.options[option.name.text]) for option in self.declared)
        items = (item for item in self.items if item is self.header or not isinstance(item, ast.Header | ast.Use))
        return ast.File(span=self.header.span, items=(*items, *options))
