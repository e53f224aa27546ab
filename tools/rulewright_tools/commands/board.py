"""`rulewright board`: the boards of a game after its setup. In: a game and a table. Out: the form asked for."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rulewright.game import Game, Play
from rulewright_tools import maps, opening, problems
from rulewright_tools.text import coloured, counted


def run(options: argparse.Namespace) -> int:
    form = "json" if options.json else options.to
    game = opening.game_of(options)
    play = opening.start(game, options, options.seed)
    text = _in_form(game, play, form, colour=options.output is None and coloured(sys.stdout))
    if options.output is None:
        print(text, end="")
        return problems.FINE
    try:
        Path(options.output).write_text(text, "utf-8", newline="\n")
    except OSError as problem:
        why = problem.strerror or str(problem)
        return problems.tell_no(options.json, f"`{options.output}` cannot be written: {why}")
    if not options.json:
        print(f"wrote {options.output}")
    return problems.FINE


def _in_form(game: Game, play: Play, form: str, colour: bool) -> str:
    match form:
        case "json":
            from rulewright_tools.drawing.data import data

            return json.dumps(data(play), ensure_ascii=False, indent=2) + "\n"
        case "svg":
            from rulewright_tools.drawing.svg import drawing

            return drawing(play)
        case "map":
            from rulewright_tools.drawing.written import written

            return written(game, play)
        case _:
            return _text(play, colour)


def _text(play: Play, colour: bool) -> str:
    program = play.machine.program
    boards = play.state.world.boards
    title = program.title or program.id
    if not boards:
        return f"{title} has no board\n"
    signs = "\n".join(line for line in (maps.legend(play, colour), maps.shifts(play)) if line)
    head = f"{title}: {counted(len(boards), 'board')}, seed {play.seed}\n\n"
    return head + maps.maps(play, colour=colour) + "\n" + (f"\n{signs}\n" if signs else "")
