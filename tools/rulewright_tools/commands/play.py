"""`rulewright play`: a person at the terminal. In: a game or a save, who sits here. Out: a game, played or saved."""

from __future__ import annotations

import argparse
import contextlib
import secrets
from pathlib import Path

from rulewright.bots import RandomBot
from rulewright.game import Play, game_of_save
from rulewright.runtime.stream import Stream
from rulewright_tools import happenings, opening, screen
from rulewright_tools.arguments import WrongUse
from rulewright_tools.session import Session, seats_here, sit

COMMAND = "rulewright play"
SEEDS = 1_000_000


def run(options: argparse.Namespace) -> int:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - lines can be edited, and earlier ones fetched back

    play = _resumed(options) if options.resume is not None else _started(options)
    try:
        here = seats_here(play, options.me)
    except ValueError as problem:
        raise WrongUse(COMMAND, str(problem)) from None
    stream = Stream.from_seed(play.hash if options.resume else str(play.seed), "bots")
    file = Path(options.resume) if options.resume else None
    session = Session(play, here, RandomBot(), stream, file, log=happenings.at_start(play))
    print(screen.opening(play, here, resumed=options.resume is not None))
    code = sit(session)
    if options.record is not None:
        play.record(Path(options.record))
        print(f"recorded; `rulewright replay {options.record}` plays it again")
    return code


def _started(options: argparse.Namespace) -> Play:
    if options.game is None:
        raise WrongUse(COMMAND, "GAME is missing", "or `--resume FILE` goes on with a saved game")
    seed = options.seed if options.seed is not None else secrets.randbelow(SEEDS)
    return opening.start(opening.game_of(options), options, seed, keep_journal=True)


def _resumed(options: argparse.Namespace) -> Play:
    for name in ("players", "seed"):
        if getattr(options, name) is not None:
            raise WrongUse(COMMAND, f"`--{name}` does not go with `--resume`", "a saved game has its own")
    if options.options or options.with_:
        raise WrongUse(COMMAND, "`--option` and `--with` do not go with `--resume`", "a saved game has its own")
    game = game_of_save(options.resume)
    if options.game is not None and options.game not in (game.id, str(game.files.path)):
        raise WrongUse(COMMAND, f"`{options.resume}` is a game of `{game.id}`, not of `{options.game}`")
    return game.resume(options.resume)
