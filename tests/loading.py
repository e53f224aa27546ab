"""Files are read and games are loaded once in a process, however many tests ask for the same.

Loading is pure: the same texts with the same options give the same program and the same messages, and nobody changes
what comes of it (`tests/semantics/test_loading_twice.py`). A test that loads a game for the twentieth time learns
nothing from that, and most of a short test is loading. The long exam loads every time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

from rulewright import finding, loader
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Source
from rulewright.semantics.walk import below
from rulewright.syntax import ast

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]
MOST, PASSING = 400, 30
"""So many texts and so many loaded games are kept, those that were asked for last: of the checkout, and of those that a
test has written into a folder of its own."""

parse, load = loader.parse, loader.load
"""As they are without this."""


def remember() -> None:
    """From now on."""
    trees: Kept[tuple[ast.File | None, tuple[Diagnostic, ...]]] = Kept()
    games: Kept[loader.Loaded] = Kept()

    def parse_once(source: Source) -> tuple[ast.File | None, tuple[Diagnostic, ...]]:
        return trees.found(source.path, _text(source), lambda: parse(source))

    def load_once(files: loader.Files, options: Mapping[str, str] | None = None) -> loader.Loaded:
        if files.diagnostics:
            return load(files, options)
        found = games.found(files.path, _key(files, options or {}), lambda: load(files, options))
        return replace(found, files=files)

    loader.parse, loader.load = parse_once, load_once  # type: ignore[assignment]


class Kept(Generic[T]):
    """What came of files, by all that it depends on."""

    def __init__(self) -> None:
        self._ours: OrderedDict[Hashable, T] = OrderedDict()
        self._others: OrderedDict[Hashable, T] = OrderedDict()

    def found(self, path: Path | None, key: Hashable, make: Callable[[], T]) -> T:
        ours = path is not None and path.resolve().is_relative_to(ROOT)
        known, most = (self._ours, MOST) if ours else (self._others, PASSING)
        if key not in known:
            known[key] = make()
            if len(known) > most:
                known.popitem(last=False)
        known.move_to_end(key)
        return known[key]


def _key(files: loader.Files, options: Mapping[str, str]) -> Hashable:
    """Everything that loading goes by: all texts, where in them the items stand, the options, what lies beside it."""
    scenarios = tuple(scenario for scenario, _ in files.scenarios)
    items = [(*group, None) for group in (files.game, *files.expansions, scenarios)]
    places = tuple(item and (type(item), item.span.start, item.span.end) for group in items for item in group)
    sources = {
        id(node.span.source): node.span.source for group in items for item in group if item for node in below(item)
    }
    beside = tuple(finding.beside(files.path))
    return places, tuple(map(_text, sources.values())), tuple(sorted(options.items())), str(files.path), beside


def _text(source: Source) -> Hashable:
    return source.name, source.text, source.path
