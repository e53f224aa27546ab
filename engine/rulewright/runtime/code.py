"""The shapes of compiled statements and of the frames on the stack. Plain data; how they run is in `flow`, `events` and
`choices`.

A frame is a tuple: its kind, the number of its code, then what is written beside the kind. Frames below the top are
replaced, never inserted or removed, so a height names a frame for as long as it exists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.core import tree
from rulewright.runtime.state import State

Slots = list[Any]
Act = Callable[[State, Slots], None]

DEPTH = 64
"""How deep rules may call and set off each other."""

STEPS = 100_000
"""How many automatic steps may follow an answer."""

TRACED = 200
"""So many of the last steps before the budget ends are kept, to show what goes round."""

WATCHED = STEPS - TRACED
"""From so many on each step is kept."""

# frames                 (kind, code, …)
BLOCK = 0  #             next: the statement to begin
EACH = 1  #              items left, me before, who had dropped out
ANY_ORDER = 2  #         items left (mask or tuple)
REPEAT = 3  #            passes left or None
CALL = 4  #              me, this, arguments, rules in force at the start; code is the routine's block
CHOOSE = 5
MENU = 6  #              how many taken, counters of items
AS = 7  #                me before
EVERYONE = 8  #          players, for each how far it is, for each the values so far
THEN = 9  #              next, players, values, me before
TOGETHER = 10
SCOPE = 11  #            stage, me, active player before
TURNS = 12  #            order, next, who has dropped out, me before, passes so far
SETTLE = 13  #           reactions due, quiet ones, (rule, digest before its body) of a `when` that runs; code unused
REACT = 14  #            key of the reaction (rule, me, this, serial); code is the body's block
WINDOW = 15  #           players still to be asked; code of the scope or statement

NAMES = (
    "block", "each", "any order", "repeat", "call", "choose", "menu", "as", "everyone", "then", "together", "scope",
    "turns", "settle", "react", "window",
)  # fmt: skip

DIRECT, SIMPLE, FRAMED = 0, 1, 2
"""How a statement runs: wholly in one go; in one go, but a reaction to it may ask; on the stack."""


@dataclass(slots=True, eq=False)
class Code:
    """A statement as it runs. `path` names it (`build.2.1`), `routine` is where it stands.

    `run` carries out a DIRECT or SIMPLE statement; `begin` puts a FRAMED one on the stack. `fails`: it may be a
    dead end. `gen`, `kill`: slots it reads before it writes them, slots it surely writes. `parts`: what its frames
    need, by the kind of statement. `size`: about how much is worked out when it runs, what it calls left out; only
    the body of a routine has it. A block also has `items`, for the rest from each of them on the same three, and
    `marks`: its frame before each of them and after the last.
    """

    index: int
    path: str
    routine: str
    node: tree.Node
    mode: int = DIRECT
    fails: bool = False
    gen: frozenset[int] = frozenset()
    kill: frozenset[int] = frozenset()
    run: Act | None = None
    begin: Act | None = None
    parts: Any = None
    size: int = 0
    items: tuple[Code, ...] = ()
    marks: tuple[tuple[int, int, int], ...] = ()
    rest_gen: tuple[frozenset[int], ...] = ()
    rest_kill: tuple[frozenset[int], ...] = ()
    rest_fails: tuple[bool, ...] = ()
    children: list[Code] = field(default_factory=list)


def enter(s: State, block: Code) -> None:
    """Begin a block on the stack."""
    if block.items:
        s.frames.append(block.marks[0])
