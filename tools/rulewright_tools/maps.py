"""The boards of a play as text. In: a play, spaces to point out. Out: a map of each board and what its signs mean.

What stands on a board is seen by everybody, so a map shows nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rulewright.core import types as t
from rulewright.game import Play
from rulewright.runtime.bits import members
from rulewright.runtime.board import Board
from rulewright.runtime.render import EMPTY, SEATS, Mark, text_map
from rulewright_tools.text import RESET, REVERSE

POINTED = "*"
WIDEST = 3


class Styled(str):
    """A text with colours in it, as long as what is seen of it."""

    seen: int

    def __new__(cls, text: str, style: str) -> Styled:
        made = super().__new__(cls, f"{style}{text}{RESET}")
        made.seen = len(text)
        return made

    def __len__(self) -> int:
        return self.seen


def maps(play: Play, pointed: Collection[int] = (), colour: bool = False) -> str:
    """All boards, each with its name if there are several, without a newline at the end; empty without boards."""
    boards = play.state.world.boards
    parts = []
    for board in boards:
        head = f"{board_name(play, board)}\n" if len(boards) > 1 else ""
        parts.append(head + text_map(play.state.world, board, marks_on(play, board, pointed, colour), colour=colour))
    return "\n\n".join(parts)


def board_name(play: Play, board: Board) -> str:
    return board.name if board.seat is None else f"{play.players[board.seat]}'s {board.name}"


def legend(play: Play, colour: bool = False, letters: bool = True) -> str:
    """A line for the players, one for the pieces if there are several kinds, one for the letters of each board."""
    lines = []
    standing = [c for mask in play.state.on for c in members(mask)]
    owners = {play.machine.layout.components.owner_of[c] for c in standing} - {None}
    if owners:
        lines.append(", ".join(f"{_seat(seat, colour)} {name}" for seat, name in enumerate(play.players)))
    signs = signs_of(play)
    if any(signs.values()) or (standing and not owners):
        lines.append(", ".join(f"{sign or sign_of(kind)} {kind}" for kind, sign in signs.items()))
    for board in play.state.world.boards:
        if letters and board.seat in (None, 0):
            lines.extend(line for line in _letters(play, board) if line not in lines)
    return "\n".join(lines)


def shifts(play: Play) -> str:
    """A line for each hex grid: which of its rows lie half a hex to the right, whether the rules say so or not."""
    boards = [board for board in play.state.world.boards if board.seat in (None, 0)]
    lines = []
    for board in boards:
        if board.grid is not None and board.grid.kind == "hex grid":
            rows = [f"r{row}" for row in range(1 if board.grid.shifted == "odd" else 0, board.grid.rows, 2)]
            some = ", ".join(rows if len(rows) < 4 else [*rows[:2], "…", rows[-1]])
            which = f"{board.name}, a hex grid" if len(boards) > 1 else "hex grid"
            lines.append(f"{which}, {board.grid.shifted} rows shifted half a hex to the right: {some or 'none'}")
    return "\n".join(lines)


def marks_on(play: Play, board: Board, pointed: Collection[int] = (), colour: bool = False) -> dict[int, Mark]:
    """What stands on each space of a board, and a sign on the spaces pointed out."""
    world, signs = play.state.world, signs_of(play)
    found: dict[int, Mark] = {}
    for space in range(board.base, board.base + board.size):
        standing = members(play.state.on[space])
        mark = (_mark(play, standing, signs) if board.grid else _named(play, standing)) if standing else None
        if space in pointed:
            mark = _pointed(mark, world.letters[space] or EMPTY if board.grid else "", colour)
        if mark is not None:
            found[space] = mark
    return found


def _pointed(mark: Mark | None, letter: str, colour: bool) -> Mark:
    text = mark.text if mark else letter
    if not colour:
        return Mark(text + POINTED)
    hue = SEATS[mark.seat % len(SEATS)] if mark and mark.seat is not None else ""
    return Mark(Styled(text or POINTED, hue + REVERSE))


def _mark(play: Play, standing: tuple[int, ...], signs: Mapping[str, str]) -> Mark:
    """Short: the numbers of the owners, with the kind where there are several."""
    components = play.machine.layout.components
    texts: dict[str, None] = {}
    seats = []
    for component in standing:
        owner, kind = components.owner_of[component], components.type_of[component]
        texts[signs[kind] or sign_of(kind) if owner is None else f"{owner + 1}{signs[kind]}"] = None
        seats.append(owner)
    text = "".join(texts)
    short = text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}+"
    return Mark(short, next((seat for seat in seats if seat is not None), None))


def _named(play: Play, standing: tuple[int, ...]) -> Mark:
    """In full, for boards that are drawn as a list."""
    components = play.machine.layout.components
    counts: dict[str, int] = {}
    for component in standing:
        owner, row = components.owner_of[component], components.row_of[component].decl.name
        name = f"{play.players[owner]}'s {row}" if owner is not None else row
        counts[name] = counts.get(name, 0) + 1
    return Mark(", ".join(name if n == 1 else f"{n} {name}" for name, n in counts.items()))


def signs_of(play: Play) -> dict[str, str]:
    """For each type that stands on a grid a small letter; empty if there is one type only, all of it owned."""
    components = play.machine.layout.components
    kinds = dict.fromkeys(components.type_of[c] for mask in play.state.on for c in members(mask))
    if len(kinds) <= 1:
        return dict.fromkeys(kinds, "")
    signs: dict[str, str] = {}
    for kind in kinds:
        free = [letter for letter in kind.lower() if letter.isalpha() and letter not in signs.values()]
        signs[kind] = free[0] if free else "x"
    return signs


def sign_of(kind: str) -> str:
    return kind[:1].lower()


def _seat(seat: int, colour: bool) -> str:
    return f"{SEATS[seat % len(SEATS)]}{seat + 1}{RESET}" if colour else str(seat + 1)


def _letters(play: Play, board: Board) -> Iterator[str]:
    used = {play.state.world.letters[space] for space in range(board.base, board.base + board.size)}
    described = []
    for letter, settings in board.decl.letters.items():
        if letter in used:
            words = [_setting(play, name, board.decl.attributes.get(name, t.INT), value) for name, value in settings]
            described.append(f"{letter} {' '.join(words)}".rstrip())
    if described:
        yield ", ".join(described)


def _setting(play: Play, name: str, type: t.Type, value: Any) -> str:
    if isinstance(type, t.Bool):
        return name if value else f"not {name}"
    return value_text(play, type, value)


def value_text(play: Play, type: t.Type, value: Any) -> str:
    """A value of an attribute as the rules write it."""
    match type:
        case t.Maybe(of):
            return "none" if value is None else value_text(play, of, value)
        case t.Enum(name) if value is not None:
            values: tuple[str, ...] = play.machine.program.enums[name].values
            return values[int(value)]
        case t.Player() if value is not None:
            return str(play.players[value])
        case t.Bool():
            return "yes" if value else "no"
        case _:
            return "none" if value is None else str(value)
