"""A file with all that is known of it before a mistake is put in. In: a unit and one of its files. Out: its words,
lines, and the types of its expressions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from mistakes.desk import Desk, Unit
from mistakes.words import Placed, Token, Word, known_names
from mistakes.words import placed as placed_of
from mistakes.words import tokens as tokens_of
from mistakes.words import words as words_of
from rulewright import loader
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.runtime.walk import every
from rulewright.semantics.symbols import Symbols
from rulewright.syntax import ast

Place = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """`opens`: deeper lines stand under it. `inside`: it goes on a bracket of a line above."""

    start: int
    end: int
    depth: int
    text: str
    opens: bool
    inside: bool


@dataclass(frozen=True, eq=False)
class Opened:
    unit: Unit
    path: Path
    text: str
    tree: ast.File
    loaded: loader.Loaded
    names: frozenset[str]
    others: tuple[ast.File, ...] = field(default=(), repr=False)
    """The other files that are read with it."""

    @property
    def symbols(self) -> Symbols:
        assert self.loaded.symbols is not None
        return self.loaded.symbols

    @cached_property
    def words(self) -> list[Word]:
        return [word for word in words_of(self.text, self.tree, self.symbols) if self.counts(word.start)]

    @cached_property
    def tokens(self) -> list[Token]:
        return [token for token in tokens_of(self.text) if self.counts(token.start)]

    @cached_property
    def placed(self) -> list[Placed]:
        return [each for each in placed_of(self.tree) if self.counts(each.node.span.start)]

    @cached_property
    def _aside(self) -> list[Place]:
        """Scenarios in a file of rules: `check` only reads them."""
        items = [item for item in self.tree.items if isinstance(item, ast.Scenario)]
        return [] if self.unit.scenarios else [(item.span.start, item.span.end) for item in items]

    def counts(self, place: int) -> bool:
        return not any(start <= place < end for start, end in self._aside)

    @cached_property
    def lines(self) -> list[Line]:
        """Those that say something, remarks left out."""
        found: list[tuple[int, int, int, str, bool]] = []
        depth_of_brackets = start = 0
        for text in self.text.split("\n"):
            said = text.strip()
            inside = depth_of_brackets > 0
            if said and not said.startswith("#"):
                found.append((start, start + len(text), len(text) - len(text.lstrip()), text, inside))
                signs = [token.text for token in tokens_of(text) if token.kind == "sign"]
                depth_of_brackets += sum(s in "([{" for s in signs) - sum(s in ")]}" for s in signs)
            start += len(text) + 1
        below = [each[2] for each in found[1:]] + [0]
        return [
            Line(first, last, depth, text, opens=under > depth, inside=inside)
            for (first, last, depth, text, inside), under in zip(found, below, strict=True)
            if self.counts(first)
        ]

    def declared_in_files(self, start: int, end: int) -> frozenset[str]:
        """What the files declare that are included between these places."""
        paths = [each.node.path.value for each in self.placed if isinstance(each.node, ast.Include)]
        inside = [path for path in paths if f'"{path}"' in self.text[start:end]]
        trees = [tree for tree in self.others if tree.span.source.name.endswith(tuple(inside))] if inside else []
        return frozenset(
            word.text for tree in trees for word in words_of(tree.span.source.text, tree, self.symbols) if word.declares
        )

    def line_at(self, place: int) -> Place:
        start = self.text.rfind("\n", 0, place) + 1
        end = self.text.find("\n", place)
        return start, len(self.text) if end < 0 else end

    def statement_at(self, place: int) -> Place:
        """The line, with those above and below it that stand in one bracket with it."""
        start, end = self.line_at(place)
        at = next((i for i, line in enumerate(self.lines) if line.start == start), None)
        if at is None:
            return start, end
        first = last = at
        while first > 0 and self.lines[first].inside:
            first -= 1
        while last + 1 < len(self.lines) and self.lines[last + 1].inside:
            last += 1
        return self.lines[first].start, self.lines[last].end

    @cached_property
    def types(self) -> Mapping[Place, t.Type]:
        """The type of each expression, by its place."""
        assert self.loaded.program is not None
        return types_in(self.loaded.program, self.text)


def types_in(program: Program, text: str) -> dict[Place, t.Type]:
    """The type of each expression of a text, as what its place reads it, by its place."""
    return {place: types[0] for place, types in readings_in(program, text).items()}


def readings_in(program: Program, text: str) -> dict[Place, list[t.Type]]:
    """The types of each expression of a text by its place: as what its place reads it, and before, what it is."""
    found: dict[Place, list[t.Type]] = {}
    tests = [each for rule in program.rules for each in (rule.test, rule.threshold) if each is not None]
    for whole in (*(routine.body for routine in program.routines.values()), *tests):
        for node in every(whole):
            if isinstance(getattr(node, "type", None), t.Type) and node.span.source.text == text:
                found.setdefault((node.span.start, node.span.end), []).append(getattr(node, "type"))  # noqa: B009
    return found


_NAMES: dict[tuple[Path, tuple[str, ...]], frozenset[str]] = {}


def opened(desk: Desk, unit: Unit) -> list[Opened]:
    loaded = desk.loaded(unit)
    assert loaded.composed is not None and loaded.symbols is not None
    key = unit.game, unit.with_
    if key not in _NAMES:
        read = [desk.tree(path) for path in desk.files(*key)]
        _NAMES[key] = known_names([*loaded.composed.items, *read], loaded.symbols)
    names = _NAMES[key]
    trees = {path: desk.tree(path) for path in desk.files(*key)}
    return [
        Opened(
            unit,
            path,
            desk.text(path),
            desk.tree(path),
            loaded,
            names,
            tuple(tree for other, tree in trees.items() if other != path.resolve()),
        )
        for path in unit.own
    ]
