"""`rulewright run`: bots play a whole game. In: a game and a table. Out: the last map, the scores, or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rulewright.bots import RandomBot, answer
from rulewright.game import Play
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.stream import Stream
from rulewright_tools import maps, opening, problems, results
from rulewright_tools.text import coloured, counted


def run(options: argparse.Namespace) -> int:
    game = opening.game_of(options)
    try:
        play = opening.start(game, options, options.seed)
    except RuleFault as fault:
        return problems.tell_fault(fault, options.json, f"before the first decision, seed {options.seed}")
    bot, stream = RandomBot(), Stream.from_seed(options.seed, "bots")
    code = problems.FINE
    try:
        while not play.over and len(play.answers) < options.limit:
            stream = answer(play, bot, stream)
    except RuleFault as fault:
        asked = play.decision
        where = f", at {asked.player}'s answer to {asked.rule}" if asked else ""
        when = f"after {counted(len(play.answers), 'decision')}{where}, seed {options.seed}"
        code = problems.tell_fault(fault, options.json, when)
    if options.record is not None:
        play.record(Path(options.record), options.record_for)
    if code != problems.FINE:
        return code
    if not play.over:
        when = f"the game is not over after {counted(options.limit, 'decision')}, seed {options.seed}"
        help = f"`--limit` allows more; or the rules let it go on for ever: {results.going_on(play)}"
        return problems.tell_no(options.json, when, help)
    if options.json:
        print(json.dumps(results.result(play), ensure_ascii=False, indent=2))
    else:
        _show(play)
    return problems.FINE


def _show(play: Play) -> None:
    colour = coloured(sys.stdout)
    program = play.machine.program
    print(f"{program.title or program.id}: {', '.join(play.players)}; seed {play.seed}")
    if play.options:
        print(f"options: {opening.chosen_options(play)}")
    if drawn := maps.maps(play, colour=colour):
        print(f"\n{drawn}\n\n{maps.legend(play, colour)}")
    print(f"\n{results.final(play)}")
    print(counted(len(play.answers), "decision"))
