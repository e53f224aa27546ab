"""`rulewright compare`: what a house rule does to a game. In: a game, a variant of it, how many games. Out: a table.

Bots play both with the same seeds; told are the points, the length and who wins, with the difference and how far it may
be chance. What is measured is how these bots play, not how people would.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rulewright import game as games
from rulewright.bots import playout
from rulewright.game import Game
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream
from rulewright_tools import problems
from rulewright_tools.arguments import WrongUse
from rulewright_tools.comparing import Difference, differences
from rulewright_tools.text import counted, listed

KINDS = {
    "points": "points of a player",
    "category": "in the categories",
    "length": "length of a game",
    "wins": "games won, by seat from the first player on",
}
"""What is measured, by the word in front of the name of each measure."""

LINES = {
    "points.mean": "on average",
    "points.highest": "the highest",
    "points.lowest": "the lowest",
    "length.decisions": "decisions",
    "length.rounds": "rounds",
    "wins.shared": "shared by several",
}


class Side(NamedTuple):
    """One of the two that are compared: what it is called, and how it is asked for."""

    word: str
    game: Game
    with_: tuple[str, ...]
    options: dict[str, str]


class Comparison(NamedTuple):
    """What was compared, how, and what came of it. `titles`: what the measures are called."""

    base: Side
    variant: Side
    players: tuple[str, ...]
    asked: argparse.Namespace
    found: Sequence[Difference]
    titles: dict[str, str]

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.base, self.variant


class Lost(Exception):  # noqa: N818 - it carries the exit code of what was told already
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def run(options: argparse.Namespace) -> int:
    if not options.with_ and not options.options:
        help = "say what the variant is played with: `--with NAME`, `--option NAME=VALUE`"
        raise WrongUse("rulewright compare", "there is nothing to compare the game with", help)
    shared, given = dict(options.base_options), dict(options.options)
    base = _side("base", options.game, options.base_with, shared)
    variant = _side("variant", options.game, [*options.base_with, *options.with_], {**shared, **given})
    players = base.game.seat_names(options.players)
    variant.game.seat_names(players)
    titles: dict[str, str] = {}
    try:
        played = [_played(side, players, options, titles) for side in (base, variant)]
    except Lost as lost:
        return lost.code
    comparison = Comparison(base, variant, players, options, differences(*played), titles)
    if options.json:
        print(json.dumps(_json(comparison), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_text(comparison)))
    return problems.FINE


def _side(word: str, name: str, with_: Sequence[str], chosen: dict[str, str]) -> Side:
    return Side(word, games.load(name, with_=with_, options=chosen), tuple(with_), chosen)


# ------------------------------------------------------------------ playing


def _played(
    side: Side, players: tuple[str, ...], options: argparse.Namespace, titles: dict[str, str]
) -> list[dict[str, Fraction]]:
    """What each game came to. Raises Lost if one cannot be played to its end."""
    found = []
    for number in range(options.games):
        _tell_progress(side, number, options.games)
        found.append(_one(side, players, options.seed + number, options, titles))
    _tell_progress(side, None, options.games)
    return found


def _one(
    side: Side, players: tuple[str, ...], seed: int, options: argparse.Namespace, titles: dict[str, str]
) -> dict[str, Fraction]:
    where = f"{side.word}, seed {seed}"
    try:
        play = side.game.start(players, seed)
        machine, begins = play.machine, _variable(play.machine.layout, play.state, "first_player")
        end, _, decisions = playout(machine, play.state, Stream.from_seed(seed, "bots"), options.limit)
        if not end.over:
            when = f"the game is not over after {counted(options.limit, 'decision')}: {where}"
            help = "`--limit` allows more; or the rules let it go on for ever"
            raise Lost(problems.tell_no(options.json, when, help))
        scores, winners = machine.scores(end), machine.winners(end)
        for name, title in machine.score_titles(end).items():
            titles.setdefault(f"category.{name}", title)
    except RuleFault as fault:
        raise Lost(problems.tell_fault(fault, options.json, where)) from None
    found: dict[str, Fraction] = {}
    table = [{name: points or 0 for name, points in row.items()} for row in scores.values()]
    totals = [sum(row.values()) for row in table]
    if any(table):
        found["points.mean"] = Fraction(sum(totals), len(totals))
        found["points.highest"], found["points.lowest"] = Fraction(max(totals)), Fraction(min(totals))
        for name in table[0]:
            found[f"category.{name}"] = Fraction(sum(row[name] for row in table), len(table))
    found["length.decisions"] = Fraction(decisions)
    found["length.rounds"] = Fraction(_variable(machine.layout, end, "round_number") or 0)
    if machine.program.winner:
        for place in range(len(players)):
            won = ((begins or 0) + place) % len(players) in winners
            found[f"wins.{place + 1}"] = Fraction(int(won), max(1, len(winners)))
        found["wins.shared"] = Fraction(int(len(winners) > 1))
    return found


def _variable(layout: Any, state: State, name: str) -> int | None:
    """A variable that every game has."""
    value: int | None = state.vars[layout.vars[name].base]
    return value


def _tell_progress(side: Side, number: int | None, games: int) -> None:
    """How far it is, for somebody who waits at a terminal; None: it is done."""
    if sys.stderr.isatty() and (number is None or number % 10 == 0):
        print("\r\x1b[K" if number is None else f"\r{side.word}: {number:,} of {games:,}", end="", file=sys.stderr)


# ------------------------------------------------------------------ text


def _text(comparison: Comparison) -> Iterator[str]:
    game, asked, found = comparison.base.game, comparison.asked, comparison.found
    yield (
        f"{game.title or game.id}: {counted(len(comparison.players), 'player')}, {asked.bots} bots, "
        f"{counted(asked.games, 'game')} each, seeds from {asked.seed}"
    )
    for side in comparison.sides:
        yield f"{side.word:8} {_described(side)}"
    names = {each.name: _line(each.name, comparison.titles) + _how_many(each) for each in found}
    width = max(map(len, (*names.values(), *KINDS.values())))
    for kind, title in KINDS.items():
        those = [each for each in found if each.name.partition(".")[0] == kind]
        if kind == "category" and len(those) == 1:
            continue
        if those:
            yield ""
            yield f"{title:{width + 2}}{'base':>9}{'variant':>10}  {'difference':>18}"
        for each in those:
            yield f"  {names[each.name]:{width}}{_figures(each)}"
    yield ""
    yield "Behind ± stands how far the difference may be off, in 95 of 100 cases. What has a ? may be chance alone;"
    yield "so many games would tell a difference of this size from it."


def _how_many(each: Difference) -> str:
    """In how many games there was such a thing, if not in all."""
    if each.games == (each.played, each.played):
        return ""
    return f" ({' / '.join(f'{number:,}' for number in dict.fromkeys(each.games))} games)"


def _described(side: Side) -> str:
    words = [f"with {listed(side.with_)}"] if side.with_ else []
    words += [f"{name} {value}" for name, value in side.options.items()]
    return ", ".join(words) or "as it comes"


def _line(name: str, titles: dict[str, str]) -> str:
    kind, _, rest = name.partition(".")
    if kind == "wins" and rest.isdigit():
        return f"seat {rest}"
    return LINES.get(name) or titles.get(name, rest)


def _figures(each: Difference) -> str:
    percent = each.name.startswith("wins.")
    cells = f"{_number(each.base, percent):>9}{_number(each.variant, percent):>10}"
    if each.difference is None:
        return f"{cells}  {'-':>18}"
    wide = "?" if each.uncertainty is None else _number(each.uncertainty, percent)
    apart = f"{_number(each.difference, percent, sign=True)} ± {wide}"
    return f"{cells}  {apart:>18}{_doubt(each)}"


def _doubt(each: Difference) -> str:
    needed = each.games_needed
    return "" if each.clear or needed is None else f"  ? {needed:,}"


def _number(value: float | None, percent: bool, sign: bool = False) -> str:
    if value is None:
        return "-"
    plus = "+" if sign else ""
    return f"{100 * value:{plus}.1f} %" if percent else f"{value:{plus}.2f}"


# ------------------------------------------------------------------ JSON


def _json(comparison: Comparison) -> dict[str, Any]:
    asked = comparison.asked
    return {
        "format": "rulewright compare",
        "version": 1,
        "game": comparison.base.game.id,
        "players": len(comparison.players),
        "bots": asked.bots,
        "games": asked.games,
        "seed": asked.seed,
        **{side.word: _side_json(side) for side in comparison.sides},
        "measures": [
            {
                "name": each.name,
                "title": _line(each.name, comparison.titles),
                "base": each.base,
                "variant": each.variant,
                "difference": each.difference,
                "uncertainty": each.uncertainty,
                "games": list(each.games),
                "clear": each.clear,
                "games_needed": each.games_needed,
            }
            for each in comparison.found
        ],
    }


def _side_json(side: Side) -> dict[str, Any]:
    return {"with": list(side.game.program.expansions), "options": side.game.options}
