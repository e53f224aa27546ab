"""What a scenario is played on: in, the files of a game; out, for the options, expansions and players a scenario names,
the rules and a machine. Everything is made once, however many scenarios ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import loader
from rulewright.core.program import Program
from rulewright.errors import RulesError, UseError
from rulewright.game import Game
from rulewright.report import codes
from rulewright.report.fixes import respelling
from rulewright.report.span import Span
from rulewright.runtime.machine import Machine
from rulewright.runtime.stream import Stream, below
from rulewright.scenarios import twice
from rulewright.scenarios.reading import Reader, failed
from rulewright.semantics.walk import children
from rulewright.syntax import ast

SEED = 0
"""Where a scenario does not say what chance brings, it is drawn from this seed."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A game with its options chosen, and who plays it."""

    game: Game
    machine: Machine
    reader: Reader
    names: tuple[str, ...]
    stream: Stream

    @property
    def program(self) -> Program:
        return self.machine.program


@dataclass(slots=True, eq=False)
class Stage:
    """The files of a game with everything made from them so far. `covering`: its machines note what they reach."""

    files: loader.Files
    with_: tuple[str, ...] = ()
    covering: bool = False
    _files: dict[tuple[str, ...], loader.Files] = field(default_factory=dict)
    _games: dict[tuple[object, ...], Game] = field(default_factory=dict)
    _machines: dict[tuple[object, ...], Machine] = field(default_factory=dict)
    _machines_for_games: dict[tuple[object, ...], Machine] = field(default_factory=dict)

    def table(self, scenario: ast.Scenario) -> Table:
        """Raises Failed if the scenario asks for what the game does not have, or says the same twice; RulesError if the
        rules of the game do not check.
        """
        twice.check(scenario)
        try:
            return self._table(scenario)
        except UseError as problem:
            span = _said_in(scenario, problem)
            fixes = respelling(span, span.text, self._known(problem, scenario))
            raise failed(problem.code, span, problem.message, help=problem.help, fixes=fixes) from None

    def _known(self, problem: UseError, scenario: ast.Scenario) -> list[str]:
        """The names that might have been meant."""
        if problem.code is codes.NO_GAME:
            folders = ("expansions", "house_rules")
            return [path.stem for name in folders for path in loader.expansion_files(self.files.path, name)]
        if problem.code is not codes.OPTION:
            return []
        with_ = tuple(name.text for part in scenario.parts if isinstance(part, ast.ScenarioWith) for name in part.names)
        options = self._files_with(tuple(name for name in with_ if name not in self._given)).options
        named = next((each for each in options if f"`{each.name}`" in problem.message), None)
        return [each.name for each in options] if named is None else list(named.values)

    @property
    def _given(self) -> set[str]:
        """The expansions that all scenarios are played with."""
        headers = [item for part in self.files.expansions for item in part if isinstance(item, ast.Header)]
        return {header.name.text for header in headers if header.name is not None}

    def _table(self, scenario: ast.Scenario) -> Table:
        wanted: dict[str, str] = {}
        with_: list[str] = []
        names: Sequence[str] | None = None
        for part in scenario.parts:
            match part:
                case ast.ScenarioOption(name=name, value=value):
                    wanted[name.text] = value.span.text
                case ast.ScenarioWith(names=words):
                    again = next(
                        (word for at, word in enumerate(words) if word.text in with_ or word in words[:at]), None
                    )
                    if again is not None:
                        message = f"`{again.text}` is put together with the game twice"
                        raise failed(codes.GIVEN_TWICE, again.span, message, help="give it once")
                    with_ += [word.text for word in words if word.text not in self._given]
                case ast.ScenarioPlayers(names=words):
                    names = [word.text for word in words]
                case _:
                    pass
        game, stream = self._game(tuple(with_), wanted)
        seats = game.seat_names(names)
        machine = self.machine(game, seats)
        assert game.loaded.symbols is not None
        reader = Reader(game.loaded.symbols, machine.program, machine.layout, machine.run.compiler, seats)
        return Table(game, machine, reader, seats, stream)

    def _game(self, with_: tuple[str, ...], wanted: dict[str, str]) -> tuple[Game, Stream]:
        files = self._files_with(with_)
        options = loader.checked_options(files, wanted)
        stream = Stream.from_seed(SEED, "game")
        for option in files.options:
            if options[option.name] == "random" and "random" in option.values:
                others = [value for value in option.values if value != "random"]
                drawn, stream = below(stream, len(others))
                options[option.name] = others[drawn]
        key = (with_, tuple(sorted(options.items())))
        if key not in self._games:
            self._games[key] = Game(files, options, (*self.with_, *with_))
        return self._games[key], stream

    def _files_with(self, with_: tuple[str, ...]) -> loader.Files:
        if not with_:
            return self.files
        if with_ not in self._files:
            self._files[with_] = loader.read_files(self.files.path, (*self.with_, *with_))
        return self._files[with_]

    def machine(self, game: Game, names: tuple[str, ...]) -> Machine:
        """The machine that scenarios are played on."""
        if not self.covering:
            return game.machine(names, game.options)
        return _kept(self._machines, game, names)

    def machine_for_games(self, game: Game, names: tuple[str, ...]) -> Machine:
        """Another one, for random games, so that what they reach is noted apart."""
        return _kept(self._machines_for_games, game, names)

    def default_game(self) -> Game:
        """The game with no option chosen."""
        return self._game((), {})[0]

    @property
    def machines(self) -> tuple[Machine, ...]:
        return tuple(self._machines.values())

    @property
    def machines_for_games(self) -> tuple[Machine, ...]:
        return tuple(self._machines_for_games.values())

    @property
    def games(self) -> tuple[Game, ...]:
        return tuple(self._games.values())


def _kept(machines: dict[tuple[object, ...], Machine], game: Game, names: tuple[str, ...]) -> Machine:
    key = (id(game), names)
    if key not in machines:
        machines[key] = Machine(game.program, names, cover=True)
    return machines[key]


def stage(game: str | Path | loader.Files, with_: Sequence[str] = (), *, covering: bool = False) -> Stage:
    """The stage for a game, by name, file or what was read of it. Raises UseError, RulesError."""
    files = game if isinstance(game, loader.Files) else loader.read_files(game, with_)
    if files.diagnostics and not files.game:
        raise RulesError(files.diagnostics)
    return Stage(files, tuple(with_), covering)


def _about(word: str) -> tuple[str, ...]:
    return f"`{word}`", f"there is no option `{word}`", f"there is no expansion or file `{word}`"


def _said_in(scenario: ast.Scenario, problem: UseError) -> Span:
    """The part of the scenario that asks for what is not there."""
    wanted: dict[object, type] = {
        codes.PLAYERS: ast.ScenarioPlayers,
        codes.OPTION: ast.ScenarioOption,
        codes.NO_GAME: ast.ScenarioWith,
    }
    kind = wanted.get(problem.code)
    parts = [part for part in scenario.parts if kind is not None and isinstance(part, kind)]
    words = [node.span for part in parts for node in children(part) if isinstance(node, ast.Name | ast.Ref)]
    named = (span for span in words if problem.message.startswith(_about(span.text)))
    return next(named, parts[0].span if parts else scenario.title.span)
