"""The Python face: load a game, start it, answer its decisions, look at scores, undo, save, replay.

    game = load("my_game.rules")
    play = game.start(players=["agnes", "bruno"], seed=7)
    while decision := play.decision:
        play.answer(decision.options[0])
    print(play.scores)

Every mistake of a caller is an exception of `errors` with a message that names the cure; the game in progress stays as
it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulewright import loader, records, replaying, resources
from rulewright.core.program import Program
from rulewright.errors import RecordError, RulesError, UseError
from rulewright.play import Play
from rulewright.replaying import Replayed
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.runtime.machine import Machine
from rulewright.runtime.stream import Stream, below
from rulewright.syntax import ast, json_form

__all__ = ["Game", "Play", "Replayed", "game_of_save", "load", "replay"]

DEFAULT_NAMES = ("agnes", "bruno", "clara", "david", "emma", "felix", "greta", "henry")


def load(
    game: str | Path, *, with_: Sequence[str | Path] = (), options: Mapping[str, str | bool] | None = None
) -> Game:
    """A game by name or file, with expansions and options. Raises RulesError if the rules do not check, UseError for
    a game, expansion, option or value that is not there."""
    files = loader.read_files(game, with_)
    wanted = {name: _option_text(value) for name, value in (options or {}).items()}
    if files.diagnostics and not files.game:
        raise RulesError(files.diagnostics)
    return Game(files, loader.checked_options(files, wanted), tuple(str(e) for e in with_))


def _option_text(value: str | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class Game:
    """Rules that can be played, with their options chosen; a value `random` is drawn anew for each play."""

    def __init__(self, files: loader.Files, options: Mapping[str, str], with_: tuple[str, ...]) -> None:
        self.files = files
        self.options = dict(options)
        self.with_ = with_
        self._programs: dict[tuple[tuple[str, str], ...], loader.Loaded] = {}
        self._machines: dict[tuple[Any, ...], Machine] = {}
        self.loaded = self._load(self._certain(options))

    @property
    def id(self) -> str:
        return self.program.id

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def program(self) -> Program:
        """The rules with the options as chosen (a random one at its first value)."""
        assert self.loaded.program is not None
        return self.loaded.program

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Warnings and notes of the check."""
        return self.loaded.diagnostics

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most who can play."""
        return self.program.players

    def rules_json(self, *, spans: bool = False) -> dict[str, Any]:
        """The rules as data, as `check --ast` writes them; with `spans` every node says where it was written."""
        composed = self.loaded.composed
        assert composed is not None
        return json_form.to_json(composed.file, spans=spans)

    def written(self, options: Mapping[str, str]) -> ast.File:
        """The rules as one file would say them, with these options; `random` ones must be drawn before."""
        composed = self._load(options).composed
        assert composed is not None
        return composed.file

    def start(
        self, players: int | Sequence[str] | None = None, seed: int | str = 0, *, keep_journal: bool = False
    ) -> Play:
        """A new play up to its first decision. `players`: how many, or their names in seating order (default: the
        fewest). `keep_journal`: what happens is kept, to be shown.

        Raises UseError for a number of players the game does not take, RuleFault if the setup fails."""
        names = self.seat_names(players)
        stream = Stream.from_seed(seed, "game")
        options = dict(self.options)
        for option in self.files.options:
            if options[option.name] == "random" and "random" in option.values:
                others = [value for value in option.values if value != "random"]
                others = [v for v in others if loader.fits(self.files, {**options, option.name: v})] or others
                drawn, stream = below(stream, len(others))
                options[option.name] = others[drawn]
        machine = self.machine(names, options)
        return Play(machine, names, options, seed, machine.start(stream, keep_journal=keep_journal), self.found_as)

    def resume(self, path: str | Path) -> Play:
        """A saved play where it stood. Raises UseError for a file that cannot be read, RecordError for one that is
        damaged or made under other rules."""
        save = records.read_save(Path(path))
        names = self.seat_names(save.header.players)
        machine = self.machine(names, loader.checked_options(self.files, save.header.options))
        state = replaying.position(machine, save, Path(path))
        if save.header.seed is not None:
            play = self.start(names, save.header.seed)
            if replaying.leads_to(play, save.answers, machine.hash(state)):
                return play
        return Play(machine, names, save.header.options, save.header.seed, state, self.found_as)

    @property
    def found_as(self) -> records.FoundAs:
        """How the game is found again: its name if it comes with Rulewright, else its file."""
        known = resources.game_path(self.id)
        shipped = known is not None and known.resolve() == self.files.path.resolve()
        return records.FoundAs(self.id if shipped else str(self.files.path), self.with_)

    def machine(self, names: Sequence[str], options: Mapping[str, str]) -> Machine:
        """The machine for these players and options; made once."""
        key = (tuple(names), tuple(sorted(options.items())))
        if key not in self._machines:
            program = self._load(options).program
            assert program is not None
            self._machines[key] = Machine(program, tuple(names))
        return self._machines[key]

    def seat_names(self, players: int | Sequence[str] | None) -> tuple[str, ...]:
        """Checked names in seating order."""
        low, high = self.players
        if players is None:
            players = low
        if isinstance(players, int):
            names = (*DEFAULT_NAMES, *(f"player{i}" for i in range(len(DEFAULT_NAMES) + 1, players + 1)))[:players]
        else:
            names = tuple(players)
        if not low <= len(names) <= high:
            may = f"{low}" if low == high else f"{low} to {high}"
            why = f": {self.program.players_text}" if self.program.players_text else ""
            raise UseError(codes.PLAYERS, f"{self.title or self.id} is for {may} players, not {len(names)}{why}")
        if len(set(names)) != len(names):
            raise UseError(codes.PLAYERS, "two players have the same name")
        for name in names:
            if not name.isidentifier():
                raise UseError(codes.PLAYERS, f"`{name}` is no name for a player", "use letters, digits and `_`")
        return names

    def _certain(self, options: Mapping[str, str]) -> dict[str, str]:
        certain = dict(options)
        for option in self.files.options:
            if certain[option.name] == "random" and "random" in option.values:
                certain[option.name] = next(value for value in option.values if value != "random")
        return certain

    def _load(self, options: Mapping[str, str]) -> loader.Loaded:
        key = tuple(sorted(options.items()))
        if key not in self._programs:
            loaded = loader.load(self.files, options)
            if loaded.program is None:
                raise RulesError(loaded.diagnostics)
            self._programs[key] = loaded
        return self._programs[key]


def replay(path: str | Path) -> Replayed:
    """Play a record again under the rules as they are now. Raises UseError for a file that cannot be read, RecordError
    for one that is damaged or whose game is not here."""
    record = records.read_record(Path(path))
    game = _game_of(record.header, path)
    if record.header.seed is None:
        raise RecordError(codes.DAMAGED, f"`{path}` does not begin with a seed, so it cannot be played again")
    return replaying.again(game.start(record.header.players, record.header.seed), record)


def game_of_save(path: str | Path) -> Game:
    """The game a save belongs to, with its expansions and options."""
    return _game_of(records.read_save(Path(path)).header, path)


def _game_of(header: records.Header, path: str | Path) -> Game:
    try:
        return load(header.found_as.file, with_=header.found_as.with_, options=header.options)
    except UseError as problem:
        raise RecordError(
            codes.OTHER_RULES, f"`{path}` was made with a game that is not here: {problem.message}", problem.help
        ) from None
