"""From arguments to a game and a play. In: parsed arguments. Out: a loaded game, a started play."""

from __future__ import annotations

import argparse

from rulewright.game import Game, Play, load


def game_of(options: argparse.Namespace) -> Game:
    """The game with its expansions and options. Raises RulesError and UseError."""
    return load(options.game, with_=options.with_, options=dict(options.options))


def start(game: Game, options: argparse.Namespace, seed: int, keep_journal: bool = False) -> Play:
    """A play up to its first decision. Raises UseError for a wrong table, RuleFault if the setup fails."""
    return game.start(options.players, seed, keep_journal=keep_journal)


def chosen_options(play: Play) -> str:
    """`map forest, kraken no`; empty for a game without options."""
    return ", ".join(f"{name} {value}" for name, value in play.options.items())
