"""Small games as text: in, the lines of a rules file without its head; out, a play of it, and what is offered there."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import rulewright as rw
from rulewright.game import Game
from rulewright.play import Play

HEAD = 'game hand "By hand"\nlanguage 1\n'


@cache
def game(text: str) -> Game:
    """The game with these rules; players and a winner are added where the text says nothing of them."""
    body = dedent(text).strip("\n") + "\n"
    if not re.search("^players ", body, re.MULTILINE):
        body = "players 1 to 4\n" + body
    if "\nscore:" not in body:
        body += "score:\n  nothing: 0\n"
    body += "winner: most score\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hand.rules"
        path.write_text(HEAD + body, encoding="utf-8")
        return rw.load(path)


def lines(*parts: str) -> str:
    """Rules from several texts, each with an indentation of its own."""
    return "\n".join(dedent(part).strip("\n") for part in parts) + "\n"


def play(text: str, players: int = 2, seed: int = 1) -> Play:
    return game(text).start(players=["agnes", "bruno", "clara", "doris"][:players], seed=seed)


def offered(of: Play, player: str | None = None) -> list[Any]:
    """The answers on offer; nothing when the play is over."""
    decision = of.decision if player is None else of.decision_of(player)
    return [] if decision is None else [option.answer for option in decision.options]


def answer(of: Play, *answers: Any) -> Play:
    for one in answers:
        of.answer(one)
    return of


def value(of: Play, name: str, player: str | None = None) -> Any:
    """A variable, of a player if it is `per Player`."""
    layout = of.machine.layout
    return of.state.vars[layout.var_slot(name, () if player is None else (of.players.index(player),))]


def zone(of: Play, name: str) -> Any:
    """What lies in a zone that everybody sees."""
    return of.view(of.players[0])["zones"][name]
