"""What the spaces of a board look like. In: a play, a board. Out: colours and signs by space, and what they stand for.

The colour of a space is its value of the board's first attribute that is an enum; where that is none, its letter. On
boards without such values it is the space's type, if there are several.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.core import types as t
from rulewright.game import Play
from rulewright.runtime.board import Board
from rulewright_tools import maps
from rulewright_tools.drawing import colours


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend: a colour, a sign in it, and what both stand for."""

    colour: str
    sign: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Looks:
    """`fills` and `signs` by space; `told`: the values of each space in words; `legend`: what is seen on this board."""

    fills: dict[int, str]
    signs: dict[int, str]
    told: dict[int, str]
    legend: tuple[Entry, ...]


def looks(play: Play, board: Board) -> Looks:
    world, spaces = play.state.world, range(board.base, board.base + board.size)
    values = {space: settings(play, board, space) for space in spaces}
    first = next((name for name, of in board.decl.attributes.items() if is_enum(of)), None)
    kinds = {space: board.decl.spaces[space - board.base][1] for space in spaces if board.grid is None}
    several = len(set(kinds.values())) > 1
    keys: dict[int, str] = {}
    for space in spaces:
        value = values[space].get(first, "") if first is not None else ""
        keys[space] = value or world.letters[space] or (kinds.get(space, "") if several else "")
    hues = colours.of_values(_in_order(play, board, first, list(keys.values())))
    fills = {space: hues.get(key, colours.PLAIN) for space, key in keys.items()}
    return Looks(
        fills,
        {space: world.letters[space] for space in spaces},
        {space: ", ".join(_told(name, value) for name, value in values[space].items()) for space in spaces},
        tuple(_legend(play, board, first, hues, keys)),
    )


def settings(play: Play, board: Board, space: int) -> dict[str, str]:
    """The attributes of a space as the rules write their values, without those that are none or no."""
    found = {}
    for name, of in board.decl.attributes.items():
        column = play.state.world.columns.get((board.name, name))
        value = column[space] if column is not None else None
        if value is not None and value is not False:
            found[name] = maps.value_text(play, of, value)
    return found


def letter_meaning(play: Play, board: Board, letter: str) -> dict[str, Any]:
    """What a letter sets, as the rules write it."""
    of = board.decl.attributes
    return {
        name: maps.value_text(play, of.get(name, t.INT), value) for name, value in board.decl.letters.get(letter, ())
    }


def used_letters(play: Play, board: Board) -> list[str]:
    """The letters in any layer of the board, in the order in which they are declared."""
    layers = play.state.world.pictures.get((board.name, board.seat), ())
    used = {letter for layer in layers for line in layer for letter in line}
    return [letter for letter in board.decl.letters if letter in used and letter != "."]


def _legend(play: Play, board: Board, first: str | None, hues: dict[str, str], keys: dict[int, str]) -> list[Entry]:
    entries, shown = [], set()
    for letter in used_letters(play, board):
        meaning = letter_meaning(play, board, letter)
        key = meaning.get(first, letter) if first is not None else letter
        shown.add(key)
        words = ", ".join(value if name == first else _told(name, value) for name, value in meaning.items())
        entries.append(Entry(hues.get(key, colours.PLAIN), letter, words or letter))
    rest = [Entry(colour, "", key) for key, colour in hues.items() if key not in shown]
    plain = [Entry(colours.PLAIN, "", "nothing")] if board.grid and "" in keys.values() else []
    return entries + rest + plain


def _in_order(play: Play, board: Board, first: str | None, keys: list[str]) -> list[str]:
    """The keys that are there, those of the enum in its order, so that chance does not exchange their colours."""
    enum = _bare(board.decl.attributes[first]) if first is not None else None
    declared = list(play.machine.program.enums[enum.name].values) if isinstance(enum, t.Enum) else []
    used = set(keys) - {""}
    return list(dict.fromkeys([*(key for key in declared if key in used), *(key for key in keys if key)]))


def _told(name: str, value: str) -> str:
    return name if value == "yes" else f"{name} {value}"


def is_enum(of: t.Type) -> bool:
    return isinstance(_bare(of), t.Enum)


def _bare(of: t.Type) -> t.Type:
    return of.of if isinstance(of, t.Maybe) else of
