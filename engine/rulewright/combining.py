"""Which expansions and options of a game go together. In: a game. Out: its combinations, each checked when asked for.

How many combinations there are follows from what the files declare, without composing any; one is composed and checked
when its verdict is asked for. So the list of a large game can be counted, and a seeded sample of it drawn, at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations as subsets
from math import comb, prod
from pathlib import Path

from rulewright import loader
from rulewright.errors import RulesError
from rulewright.game import Game
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic, Severity
from rulewright.runtime.stream import Stream, below
from rulewright.semantics.compose import brought, header_of, option_default, option_values
from rulewright.syntax import ast

MOST_GROUPS = 4096
"""So many sets of expansions are told apart: all those of up to twelve; of more, the small sets."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of a combination says: the fewest and the most players, or the errors that forbid it."""

    players: tuple[int, int] | None
    problems: tuple[Diagnostic, ...] = ()

    @property
    def allowed(self) -> bool:
        return self.players is not None

    def allows(self, players: int) -> bool:
        return self.players is not None and self.players[0] <= players <= self.players[1]


@dataclass(frozen=True, slots=True)
class Combination:
    """Some expansions of a game and a value for each of its options."""

    files: loader.Files
    with_: tuple[str, ...]
    options: Mapping[str, str]

    @property
    def id(self) -> str:
        header = header_of(self.files.game)
        return header.name.text if header is not None and header.name else ""

    @property
    def title(self) -> str:
        header = header_of(self.files.game)
        return header.title.value if header is not None and header.title else self.id

    def load(self) -> Game:
        """The game so combined. Raises RulesError if the combination is not allowed."""
        return Game(self.files, self.options, self.with_)

    def verdict(self) -> Verdict:
        """Composes and checks the combination."""
        try:
            return Verdict(self.load().players)
        except RulesError as problem:
            return Verdict(None, tuple(d for d in problem.diagnostics if d.severity is Severity.ERROR))


@dataclass(frozen=True, slots=True)
class Combinations:
    """Every combination in a fixed order, the game as it comes first.

    `clashes`: for each expansion that lacks one it requires or meets one it excludes, the smallest combination in which
    this is so; all with such a clash are left out. `together`: how many expansions at most are combined; None if all.
    `expansions`: those that may be there or not.
    """

    expansions: tuple[str, ...]
    groups: tuple[_Group, ...]
    clashes: tuple[Combination, ...]
    together: int | None

    @property
    def options(self) -> list[str]:
        """The options that have more than one value, by name."""
        return list(dict.fromkeys(choice.name for group in self.groups for choice in _open(group.choices)))

    def __len__(self) -> int:
        return sum(group.count for group in self.groups)

    def __getitem__(self, index: int) -> Combination:
        for group in self.groups:
            if 0 <= index < group.count:
                return group.at(index)
            index -= group.count
        raise IndexError("there is no such combination")

    def __iter__(self) -> Iterator[Combination]:
        for group in self.groups:
            yield from map(group.at, range(group.count))

    def one_by_one(self) -> Iterator[tuple[str, Combination]]:
        """Every set of expansions, then every value of each option that is not the default, all else as it comes; each
        with a name: `expansion`, `option=value`. An expansion's option is there with the fewest expansions."""
        told: set[str] = set()
        for group in self.groups:
            for change in ({}, *_one_by_one(group.choices)):
                name = ",".join(f"{option}={value}" for option, value in change.items()) or "+".join(group.with_)
                if name and name not in told:
                    told.add(name)
                    options = {**group.at(0).options, **change}
                    options = loader.fitting(group.files, options, change) or options  # what the value requires
                    yield name, replace(group.at(0), options=options)

    def sample(self, most: int, seed: int | str = 0) -> list[Combination]:
        """All of them if they are no more than `most`; else so many, the game as it comes and others drawn by chance,
        in their order. The same seed draws the same."""
        total = len(self)
        if total <= most:
            return list(self)
        stream = Stream.from_seed(seed, "combinations")
        drawn = {0}
        while len(drawn) < most:
            index, stream = below(stream, total)
            drawn.add(index)
        return [self[index] for index in sorted(drawn)]


def combinations(
    game: str | Path,
    *,
    with_: Sequence[str | Path] = (),
    options: Mapping[str, str] | None = None,
    house_rules: bool = False,
) -> Combinations:
    """The combinations of a game's options with the expansions in its folder, and on request its house rules.

    `with_` and `options` are fixed: only combinations that have them are meant. An option `random` stands for its other
    values; one that stands inside another is chosen where that one is. Raises RulesError if the game's own file or one
    of `with_` cannot be read, UseError for what is not there.
    """
    files = loader.read_files(game, with_)
    if not files.game or any(problem.severity is Severity.ERROR for problem in files.diagnostics):
        raise RulesError(files.diagnostics)
    fixed = loader.checked_options(files, options or {})
    fixed = {name: value for name, value in fixed.items() if name in (options or {}) and value != "random"}
    already = {_name(part) for part in files.expansions}
    parts = [part for part in _parts(files, house_rules) if part.name not in already]
    names = {part.name for part in parts} | already
    together = _together(len(parts))
    groups, clashes = [], []
    told: set[tuple[str, str, str]] = set()
    for size in range(together + 1):
        for chosen in subsets(parts, size):
            group = _group(files, tuple(map(str, with_)), chosen, fixed)
            wrong = _wrong(group.files.expansions, names)
            if not wrong:
                groups.append(group)
            elif not wrong <= told:
                told |= wrong
                clashes.append(group.at(0))
    files_open = tuple(part.file for part in parts)
    return Combinations(files_open, tuple(groups), tuple(clashes), together if together < len(parts) else None)


def _together(parts: int) -> int:
    """The most of so many expansions that are combined without too many groups, at least one."""
    total, size = 1 + parts, min(parts, 1)
    while size < parts and total + comb(parts, size + 1) <= MOST_GROUPS:
        size += 1
        total += comb(parts, size)
    return size


# ------------------------------------------------------------------ expansions


@dataclass(frozen=True, slots=True)
class _Part:
    """An expansion that lies in the game's folder: what `with_` calls it, what it calls itself, what is in it."""

    file: str
    name: str
    items: tuple[ast.Item, ...]
    diagnostics: tuple[Diagnostic, ...]


def _parts(files: loader.Files, house_rules: bool) -> Iterator[_Part]:
    for folder in ("expansions", "house_rules") if house_rules else ("expansions",):
        for path in loader.expansion_files(files.path, folder):
            report = Report()
            items = loader.read_expansion(path, report, files.game)
            header = header_of(items)
            if items and (header is None or header.kind == "scenarios"):
                continue  # a part that an expansion includes, or its scenarios
            yield _Part(path.stem, _name(items) or path.stem, items, report.diagnostics)


def _name(items: Sequence[ast.Item]) -> str:
    header = header_of(items)
    return header.name.text if header is not None and header.name else ""


def _wrong(expansions: Sequence[Sequence[ast.Item]], known: set[str]) -> set[tuple[str, str, str]]:
    """Each expansion that lacks one it requires or meets one it excludes: `(cold, requires, winter)`."""
    present = {_name(part) for part in expansions}
    return {
        (_name(part), item.kind, name.text)
        for part in expansions
        for item in part
        if isinstance(item, ast.Needs)
        for name in item.names
        if name.text in known and (name.text in present) != (item.kind == "requires")
    }


# ------------------------------------------------------------------ options


@dataclass(frozen=True, slots=True)
class _Choice:
    """An option with its values, the default first, each with the options that are open only then."""

    name: str
    values: tuple[tuple[str, tuple[_Choice, ...]], ...]

    @property
    def count(self) -> int:
        return sum(_count(inner) for _, inner in self.values)


@dataclass(frozen=True, slots=True)
class _Group:
    """All combinations with the same expansions."""

    files: loader.Files
    with_: tuple[str, ...]
    choices: tuple[_Choice, ...]

    @property
    def count(self) -> int:
        return _count(self.choices)

    def at(self, index: int) -> Combination:
        values = {option.name: _first(option.values, option.default) for option in self.files.options}
        return Combination(self.files, self.with_, {**values, **_at(self.choices, index)})


def _group(files: loader.Files, with_: tuple[str, ...], parts: Sequence[_Part], fixed: Mapping[str, str]) -> _Group:
    report = Report(files.diagnostics)
    for part in parts:
        report.extend(part.diagnostics)
    together = replace(
        files, expansions=(*files.expansions, *(part.items for part in parts)), diagnostics=report.diagnostics
    )
    items = (*files.game, *(item for part in together.expansions for item in part))
    return _Group(together, (*with_, *(part.file for part in parts)), _choices(items, fixed))


def _choices(items: Sequence[ast.Item], fixed: Mapping[str, str]) -> tuple[_Choice, ...]:
    return tuple(_choice(item, fixed) for item in items if isinstance(item, ast.Option))


def _choice(option: ast.Option, fixed: Mapping[str, str]) -> _Choice:
    name = option.name.text
    known = option_values(option)
    first = _first(known, option_default(option))
    values = [fixed[name]] if name in fixed else [first, *(v for v in known if v not in (first, "random"))]
    return _Choice(name, tuple((value, _choices(brought(option, value), fixed)) for value in values))


def _first(values: Sequence[str], default: str) -> str:
    """The default, or of one that is drawn, or is no value, the first that it can be."""
    if default in values and default != "random":
        return default
    return next((value for value in values if value != "random"), default)


def _open(choices: Sequence[_Choice]) -> Iterator[_Choice]:
    """Those with more than one value, also inside others."""
    for choice in choices:
        if len(choice.values) > 1:
            yield choice
        yield from (inner for _, held in choice.values for inner in _open(held))


def _one_by_one(choices: Sequence[_Choice]) -> Iterator[dict[str, str]]:
    """For each value that is not the default what is to be chosen; inside another option, that one too."""
    for choice in choices:
        for at, (value, inner) in enumerate(choice.values):
            own = {choice.name: value} if at else {}
            if own:
                yield own
            yield from ({**own, **change} for change in _one_by_one(inner))


def _count(choices: Sequence[_Choice]) -> int:
    return prod(choice.count for choice in choices)


def _at(choices: Sequence[_Choice], index: int) -> dict[str, str]:
    """The values number `index`; those of the last option change fastest."""
    found: dict[str, str] = {}
    for choice in reversed(choices):
        index, own = divmod(index, choice.count)
        for value, inner in choice.values:
            if own < _count(inner):
                found = {choice.name: value, **_at(inner, own), **found}
                break
            own -= _count(inner)
    return found
