"""`rulewright bench`: how fast a game is. In: a game, a table, how often. Out: medians with the lowest and highest.

Figures hold for one machine and one run; what can be quoted is the ratio to the same game written by hand, measured in
turns with the engine. The peers are programs of the checkout, `tools/bench/peers/GAME.py`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rulewright.bots import RandomBot, answer, playout
from rulewright.game import Game
from rulewright.runtime.stream import Stream
from rulewright_tools import opening, problems
from rulewright_tools.arguments import WrongUse
from rulewright_tools.text import counted

PEERS = Path(__file__).resolve().parents[2] / "bench" / "peers"

FRESH = """
import json, sys, time
started = time.perf_counter()
import rulewright as rw
from rulewright.bots import RandomBot, answer
from rulewright.runtime.stream import Stream
name, with_, options, players, seed = json.loads(sys.argv[1])
game = rw.load(name, with_=with_, options=options)
play = game.start(players, seed)
first = play.decision
took = time.perf_counter() - started
stream = Stream.from_seed(seed, "bots")
while not play.over:
    stream = answer(play, RandomBot(), stream)
play.scores
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
except ImportError:
    peak = None
print(json.dumps([took, peak]))
"""
"""What a process of its own does: to the first decision, then a whole game. Prints seconds and the peak in kB."""


class Figure(NamedTuple):
    """One thing measured: its unit, and a value for each repeat."""

    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def data(self) -> dict[str, Any]:
        values = self.values
        return {"unit": self.unit, "median": median(values), "lowest": min(values), "highest": max(values)}


def run(options: argparse.Namespace) -> int:
    peer = _peer(options) if options.peer else None
    game = opening.game_of(options)
    players = game.seat_names(options.players)
    opening.start(game, options, options.seed)
    figures = _measured(game, options, players, peer)
    ratio = None
    if peer is not None:
        by_name = {figure.name: median(figure.values) for figure in figures}
        ratio = by_name["playouts"] / by_name["games by hand"]
    if options.json:
        data: dict[str, Any] = {
            "format": "rulewright bench",
            "version": 1,
            "game": game.id,
            "players": len(players),
            "seed": options.seed,
            "games": options.games,
            "repeats": options.repeats,
            "figures": {figure.name: figure.data for figure in figures},
            "ratio": ratio,
        }
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return problems.FINE
    print(
        f"{game.title or game.id}: {counted(len(players), 'player')}, random bots, "
        f"{options.repeats} times {counted(options.games, 'game')}, seeds from {options.seed}"
    )
    print(f"{'':34}{'median':>12}{'lowest':>12}{'highest':>12}")
    for figure in figures:
        data = figure.data
        cells = "".join(f"{_number(data[column]):>12}" for column in ("median", "lowest", "highest"))
        print(f"{f'{figure.name}, {figure.unit}':34}{cells}")
    if ratio is not None:
        print(f"the engine plays out {ratio:.2f} times as many games as the program written by hand")
    return problems.FINE


def _measured(
    game: Game, options: argparse.Namespace, players: tuple[str, ...], peer: Callable[[int, int], Any] | None
) -> list[Figure]:
    loads, firsts, peaks, games, playouts, decisions, by_hand = [], [], [], [], [], [], []
    given = json.dumps([options.game, options.with_, dict(options.options), list(players), options.seed])
    for repeat in range(options.repeats):
        seeds = range(options.seed + repeat * options.games, options.seed + (repeat + 1) * options.games)
        started = time.perf_counter()
        opening.game_of(options)
        loads.append(1000 * (time.perf_counter() - started))
        took, peak = _fresh(given)
        firsts.append(1000 * took)
        if peak is not None:
            peaks.append(peak / 1024)
        started = time.perf_counter()
        for seed in seeds:
            _game(game, players, seed)
        games.append(options.games / (time.perf_counter() - started))
        started = time.perf_counter()
        count = sum(_playout(game, players, seed) for seed in seeds)
        elapsed = time.perf_counter() - started
        playouts.append(options.games / elapsed)
        decisions.append(count / elapsed)
        if peer is not None:
            started = time.perf_counter()
            for seed in seeds:
                peer(len(players), seed).scores()
            by_hand.append(options.games / (time.perf_counter() - started))
    found = [
        Figure("load and check", "ms", tuple(loads)),
        Figure("start to first decision", "ms", tuple(firsts)),
        Figure("peak memory", "MB", tuple(peaks)),
        Figure("games", "a second", tuple(games)),
        Figure("playouts", "a second", tuple(playouts)),
        Figure("decisions", "a second", tuple(decisions)),
        Figure("games by hand", "a second", tuple(by_hand)),
    ]
    return [figure for figure in found if figure.values]


def _game(game: Game, players: tuple[str, ...], seed: int) -> None:
    """One game with its scores, as a person or a server plays it: with undo, options by name, a record to be had."""
    play, bot, stream = game.start(players, seed), RandomBot(), Stream.from_seed(seed, "bots")
    while not play.over:
        stream = answer(play, bot, stream)
    _ = play.scores


def _playout(game: Game, players: tuple[str, ...], seed: int) -> int:
    """The same game with its scores, nothing kept on the way, as the peer plays it; how many decisions it had."""
    play = game.start(players, seed)
    end, _, count = playout(play.machine, play.state, Stream.from_seed(seed, "bots"))
    play.machine.scores(end)
    return count


def _fresh(given: str) -> tuple[float, int | None]:
    """From the start of the imports to the first decision, in seconds, and the peak of a whole game, in kilobytes."""
    done = subprocess.run([sys.executable, "-c", FRESH, given], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    took, peak = json.loads(done.stdout)
    return took, peak


def _peer(options: argparse.Namespace) -> Callable[[int, int], Any]:
    """The `play_random` of the game's peer."""
    path = PEERS / f"{Path(options.game).stem}.py"
    if not path.is_file():
        there = ", ".join(sorted(file.stem for file in PEERS.glob("[!_]*.py")))
        help = f"there are peers for {there}" if there else "peers are only there in a checkout of Rulewright"
        raise WrongUse("rulewright bench", f"`{options.game}` has no peer written by hand", help)
    sys.path.append(str(PEERS))  # the programs share a module and extend each other
    spec = importlib.util.spec_from_file_location(f"peer_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    play_random: Callable[[int, int], Any] = module.play_random
    return play_random


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.3f}"
