"""Rules files on a desk: one of them may be written anew without being saved. In: a unit of files, a text for one of
them. Out: what `check` or the scenarios say, and the fingerprint of the rules.

Files that are not written anew are read and parsed once; rules that come out as they were before, since the block of an
option is not chosen in which something is another, are not worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from rulewright import loader
from rulewright.core.digest import rules_hash
from rulewright.core.program import Program
from rulewright.errors import UseError
from rulewright.report import Report
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.merging import merged
from rulewright.report.span import Source, Span
from rulewright.scenarios.running import run_scenario
from rulewright.scenarios.stage import Stage
from rulewright.semantics.analyses import Analysed, analyse
from rulewright.semantics.compose import Composed
from rulewright.semantics.elaborate import Elaborated, elaborate
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright_tools.commands.check import variants

Parsed = tuple[ast.File | None, tuple[Diagnostic, ...]]


@dataclass(frozen=True)
class Unit:
    """A game with what it is checked with; `own` are the files into which mistakes are put.

    `scenarios`: they hold worked examples, which are played.
    """

    name: str
    game: Path
    with_: tuple[str, ...]
    own: tuple[Path, ...]
    scenarios: bool = False


@dataclass(frozen=True)
class Said:
    """What came of a text. `rules`: the fingerprint of the rules under each choice of options, if there are any.
    `program`: the rules with the options as they come.
    """

    diagnostics: tuple[Diagnostic, ...]
    rules: tuple[str, ...] | None
    crash: str = ""
    program: Program | None = field(default=None, repr=False)


@dataclass
class Desk:
    """Open it with `with desk.open():`; inside, the loader reads what lies on it."""

    _sources: dict[Path, Source | None] = field(default_factory=dict)
    _parsed: dict[Source, Parsed] = field(default_factory=dict)
    _loaded: dict[tuple[Path, tuple[str, ...]], loader.Loaded] = field(default_factory=dict)
    _asked: dict[Path, None] = field(default_factory=dict)
    _anew: dict[Path, str] = field(default_factory=dict)
    _stages: dict[tuple[Path, tuple[str, ...]], Stage] = field(default_factory=dict)
    _played: dict[Path, tuple[ast.Scenario, ...]] = field(default_factory=dict)
    _as_they_are: dict[object, tuple[Composed, Elaborated]] = field(default_factory=dict)
    _analysed: dict[int, Analysed] = field(default_factory=dict)

    @contextmanager
    def open(self) -> Iterator[None]:
        with patch.multiple(
            loader, _source=self._source, parse=self._parse, elaborate=self._elaborate, analyse=self._analyse
        ):
            yield

    def _elaborate(self, composed: Composed, report: Report) -> Elaborated | None:
        """As the loader does; of the rules as they are what comes of them is kept."""
        names = (composed.header.name, *(each.name for each in composed.expansions))
        key = tuple(each.text if each else "" for each in names), tuple(sorted(composed.options.items()))
        kept = self._as_they_are.get(key)
        if kept is not None and _alike(kept[0], composed):
            return kept[1]
        found = _ELABORATE(composed, report)
        if found is not None and not self._anew:
            self._as_they_are[key] = composed, found
        return found

    def _analyse(self, program: Program) -> Analysed:
        known = any(program is found.program for _, found in self._as_they_are.values())
        if not known:
            return _ANALYSE(program)
        if id(program) not in self._analysed:
            self._analysed[id(program)] = _ANALYSE(program)
        return self._analysed[id(program)]

    def text(self, path: Path) -> str:
        source = self._read(path, path.parent, Report())
        assert source is not None
        return source.text

    def write(self, path: Path, text: str) -> None:
        """From now on the file holds this text; what is saved stays as it is."""
        source = self._read(path, path.parent, Report())
        assert source is not None
        self._sources[path.resolve()] = Source(source.name, text, source.path)

    def tree(self, path: Path) -> ast.File:
        """The surface tree of one file as it is."""
        source = self._read(path, path.parent, Report())
        assert source is not None
        tree, _ = self._parse(source)
        assert tree is not None
        return tree

    def loaded(self, unit: Unit) -> loader.Loaded:
        """The rules of a unit as they are."""
        key = unit.game, unit.with_
        if key not in self._loaded:
            self._loaded[key] = loader.load(loader.read_files(*key))
        return self._loaded[key]

    def files(self, game: Path, with_: tuple[str, ...]) -> tuple[Path, ...]:
        """The files that are read for a game."""
        self._asked = {}
        loader.read_files(game, with_)
        return tuple(self._asked)

    def check(self, unit: Unit, path: Path | None = None, text: str = "") -> Said:
        """What is said if the file held this text instead of its own."""
        self._anew = {} if path is None else {path: text}
        try:
            return self._scenarios(unit, path) if unit.scenarios and path is not None else self._check(unit)
        except Exception as problem:  # a traceback is a finding of its own
            return Said((), None, crash=f"{type(problem).__name__}: {problem}")
        finally:
            self._anew = {}

    def _check(self, unit: Unit) -> Said:
        try:
            files = loader.read_files(unit.game, unit.with_)
            report = Report(files.diagnostics)
            rules: list[str] = []
            first: Program | None = None
            complete = True
            for values in variants(files, loader.checked_options(files, {}), set()):
                loaded = loader.load(files, values)
                report.extend(loaded.each)
                if loaded.program is None:
                    complete = False
                else:
                    first = first or loaded.program
                    rules.append(rules_hash(loaded.program))
        except UseError as problem:
            return Said((_without_place(problem),), None)
        return Said(merged(report.diagnostics), tuple(rules) if complete else None, program=first)

    def _scenarios(self, unit: Unit, path: Path) -> Said:
        """The scenarios of the file that are not as they were are played."""
        key = unit.game, unit.with_
        if key not in self._stages:
            anew, self._anew = self._anew, {}
            self._stages[key] = Stage(loader.read_files(*key), unit.with_)
            self._anew = anew
        report = Report()
        found = [scenario for scenario, _ in loader.read_scenarios(path, report)]
        if path not in self._played:
            anew, self._anew = self._anew, {}
            self._played[path] = tuple(scenario for scenario, _ in loader.read_scenarios(path, Report()))
            self._anew = anew
        known = self._played[path]
        said = list(report.diagnostics)
        changed = [scenario for scenario in found if scenario not in known]
        if not said:
            for scenario in changed:
                said += run_scenario(self._stages[key], scenario).failures
        same = not said and not changed and len(found) == len(known)
        return Said(tuple(said), None if said else ("the same",) if same else ("other scenarios",))

    def _source(self, path: Path, home: Path, report: Report) -> Source | None:
        self._asked[path.resolve()] = None
        source = self._read(path, home, report)
        anew = self._anew.get(path.resolve())
        return source if anew is None or source is None else Source(source.name, anew, source.path)

    def _read(self, path: Path, home: Path, report: Report) -> Source | None:
        known = path.resolve()
        if known not in self._sources:
            self._sources[known] = _READ(path, home, report)
        return self._sources[known]

    def _parse(self, source: Source) -> Parsed:
        if source not in self._parsed:
            parsed = _PARSE(source)
            if not any(source is kept for kept in self._sources.values()):
                return parsed
            self._parsed[source] = parsed
        return self._parsed[source]


def _without_place(problem: UseError) -> Diagnostic:
    return Diagnostic(code=problem.code, span=Span(Source("", ""), 0, 0), message=problem.message, help=problem.help)


def _alike(one: Composed, other: Composed) -> bool:
    """Whether the same rules come of both: places take no part in it."""
    return (one.items, one.declared, one.bases, one.impersonal) == (
        other.items,
        other.declared,
        other.bases,
        other.impersonal,
    )


_READ = loader._source
_PARSE = parse
_ELABORATE = elaborate
_ANALYSE = analyse
