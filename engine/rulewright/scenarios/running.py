"""Scenarios are played: in, a game and its scenarios; out, for each whether it comes out, and what does not.

A scenario begins with the position it describes, or as the game does after setup; `when` and `then` take turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright import loader
from rulewright.errors import RulesError, UseError
from rulewright.game import Game
from rulewright.play import Play
from rulewright.report import codes
from rulewright.report.collect import Report as Problems
from rulewright.report.diagnostic import Diagnostic, Severity
from rulewright.report.span import Span
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.placing import Impossible
from rulewright.runtime.stream import Stream, below
from rulewright.scenarios import claims, coverage, position
from rulewright.scenarios.answers import play_reply
from rulewright.scenarios.coverage import Coverage
from rulewright.scenarios.reading import Failed, failed
from rulewright.scenarios.stage import SEED, Stage, Table, stage
from rulewright.scenarios.standing import set_up
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one scenario. Without failures it has passed."""

    title: str
    source: str
    span: Span
    failures: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "from": self.source,
            "file": self.span.source.name,
            "line": self.span.line,
            "passed": self.passed,
            "failures": [failure.to_json() for failure in self.failures],
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All scenarios of a game. `diagnostics`: scenario files that cannot be read."""

    outcomes: tuple[Outcome, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    coverage: Coverage | None = field(default=None, repr=False)

    @property
    def failed(self) -> tuple[Outcome, ...]:
        return tuple(outcome for outcome in self.outcomes if not outcome.passed)

    @property
    def passed(self) -> bool:
        """Whether everything could be read and came out."""
        return not self.failed and not self.diagnostics

    def to_json(self) -> dict[str, Any]:
        return {
            "passed": self.passed,
            "scenarios": [outcome.to_json() for outcome in self.outcomes],
            "diagnostics": [diagnostic.to_json() for diagnostic in self.diagnostics],
            "coverage": None if self.coverage is None else self.coverage.to_json(),
        }


def run_scenario(game: str | Path | loader.Files | Stage, scenario: ast.Scenario) -> Outcome:
    """Play one scenario. A `Stage` keeps what was loaded for the next one. Rules that do not check are its failures.

    Raises UseError for a game that is not there.
    """
    on = game if isinstance(game, Stage) else stage(game)
    failures: list[Diagnostic] = []
    try:
        table = on.table(scenario)
        play = begin(table, scenario)
        for part in scenario.parts:
            match part:
                case ast.ScenarioWhen(player=player, replies=replies):
                    for reply in replies:
                        play_reply(table, play, player, reply)
                case ast.Then(claims=written):
                    failures += claims.check(table, play, written)
                    if failures:
                        break  # what comes later begins in another position than was meant
                case _:
                    pass
    except Failed as problem:
        failures.append(problem.diagnostic)
    except RulesError as problem:
        failures += [found for found in problem.diagnostics if found.severity is Severity.ERROR]
    source = scenario.source.value if scenario.source is not None else ""
    return Outcome(scenario.title.value, source, scenario.span, tuple(failures))


def begin(table: Table, scenario: ast.Scenario) -> Play:
    """A play that stands where the scenario begins, at its first question. Raises Failed."""
    facts = position.sorted_facts(table.reader, scenario)
    try:
        state = set_up(table, facts)
    except Impossible as problem:
        raise failed(codes.IMPOSSIBLE_POSITION, problem.span, problem.message, help=problem.help) from None
    except RuleFault as problem:
        raise Failed(problem.diagnostic) from None
    return Play(table.machine, table.names, table.game.options, SEED, state, table.game.found_as)


def ask(game: str | Path | loader.Files | Stage, scenario: ast.Scenario | None = None) -> Play:
    """The play at the question a scenario leads to, its `when` included; by default the first one without `then:`.

    Raises RulesError if the rules or the scenario are wrong, UseError if there is no scenario.
    """
    on = game if isinstance(game, Stage) else stage(game)
    wanted = scenario or _open_scenario(on.files)
    try:
        table = on.table(wanted)
        play = begin(table, wanted)
        for part in wanted.parts:
            if isinstance(part, ast.ScenarioWhen):
                for reply in part.replies:
                    play_reply(table, play, part.player, reply)
    except Failed as problem:
        raise RulesError([problem.diagnostic]) from None
    return play


def _open_scenario(files: loader.Files) -> ast.Scenario:
    found = [scenario for scenario, _ in files.scenarios]
    for scenario in found:
        if not any(isinstance(part, ast.Then) for part in scenario.parts):
            return scenario
    if found:
        return found[0]
    raise UseError(codes.NO_GAME, f"`{files.path}` has no scenario", "write the position as a scenario without `then:`")


def run_all(
    game: str | Path | loader.Files, with_: Sequence[str] = (), *, cover: bool = False, games: int = 0
) -> Report:
    """All scenarios of a game: those in its files and those in the folder `scenarios` beside it; of a file of scenarios
    or an expansion only its own. `cover`: also what they reach, and `games` random games with them.

    Raises RulesError if the rules do not check, UseError for a game that is not there.
    """
    on = stage(game, with_, covering=cover)
    on.default_game()
    problems = Problems()
    outcomes = tuple(run_scenario(on, scenario) for scenario in _scenarios(game, on, problems))
    found = None
    if cover:
        found = Coverage(by_scenarios=coverage.reached(on.machines))
        if games:
            _play_games(on, games)
            found.by_games = coverage.reached(on.machines_for_games)
        for each in on.games:
            symbols = each.loaded.symbols
            coverage.add_program(found, each.program, () if symbols is None else symbols.libraries)
    return Report(outcomes, problems.diagnostics, found)


def _scenarios(game: str | Path | loader.Files, on: Stage, problems: Problems) -> list[ast.Scenario]:
    """Those of a game and beside it; of a file of scenarios or an expansion its own."""
    if not isinstance(game, loader.Files) and loader.find(game).resolve() != on.files.path.resolve():
        base = {item.span.source.name for item in on.files.game}
        return [scenario for scenario, source in on.files.scenarios if source.name not in base]
    found = [scenario for scenario, _ in on.files.scenarios]
    for path in loader.scenario_files(on.files.path):
        found += [scenario for scenario, _ in loader.read_scenarios(path, problems)]
    return found


def _play_games(on: Stage, games: int) -> None:
    """Random games, with all numbers of players in turn."""
    game = on.default_game()
    low, high = game.players
    for number in range(games):
        names = game.seat_names(low + number % (high - low + 1))
        _play_one(on, game, names, number)


def _play_one(on: Stage, game: Game, names: tuple[str, ...], seed: int) -> None:
    machine = on.machine_for_games(game, names)
    play = Play(machine, names, game.options, seed, machine.start(Stream.from_seed(seed, "game")), game.found_as)
    stream = Stream.from_seed(seed, "bots")
    try:
        while (decision := play.decision) is not None:
            k, stream = below(stream, decision.count)
            play.answer(decision.option(k), decision.player)
        machine.scores(play.state)
        machine.winners(play.state)
    except RuleFault:
        return  # what it reached until then counts; finding faults is the exam's business
