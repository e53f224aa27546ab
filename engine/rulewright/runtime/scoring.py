"""Points and winners: in, a state; out, a table by player and category, and who has won.

A table for a viewer withholds what reads hidden things: such a category is None until the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.core.program import Category
from rulewright.runtime.components import elements
from rulewright.runtime.faults import Opaque
from rulewright.runtime.names import kind_name
from rulewright.runtime.state import State
from rulewright.runtime.veils import veil_for

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine
    from rulewright.runtime.runner import Runner

Table = dict[int, dict[str, int]]
LiveTable = dict[int, dict[str, int | None]]


def full(machine: Machine, state: State) -> Table:
    """All points as things stand."""
    run, s = machine.run, _quiet(state)
    table: Table = {}
    for seat in _seats(run):
        table[seat] = {name: _worked(run, s, line.routine, seat, value) for name, line, value in _lines(run, s, seat)}
    filled: Table = _filled(table)
    return filled


def for_viewer(machine: Machine, state: State, viewer: int | None) -> LiveTable:
    """The points that a player (None: anybody at the table) may know of."""
    if state.over:
        return {seat: dict(row) for seat, row in full(machine, state).items()}
    run, s = machine.look, _quiet(state)
    s.veil = veil_for(machine.run, state, viewer)
    table: LiveTable = {}
    for seat in _seats(run):
        row = table[seat] = {}
        for line in run.program.score:
            try:
                unseen = _size_unseen(run, line, seat, viewer)
                for name, value in _cases(run, s, line, seat):
                    row[name] = None if unseen else _visible(run, s, line, seat, value)
            except Opaque:
                row[line.name] = None
    filled: LiveTable = _filled(table)
    return filled


def _size_unseen(run: Runner, line: Category, seat: int, viewer: int | None) -> bool:
    """Whether a category reads how much lies where the viewer does not see it."""
    body = run.program.routines[line.routine].body
    return run.facts.reads_unseen_size(body, seat, viewer)  # type: ignore[arg-type]


def _filled(table: Any) -> Any:
    """Every category for everybody, in the order in which they are first met."""
    names = dict.fromkeys(name for row in table.values() for name in row)
    return {seat: {name: row.get(name, 0) for name in names} for seat, row in table.items()}


def titles(machine: Machine, state: State) -> dict[str, str]:
    """The title of each category."""
    found: dict[str, str] = {}
    s = _quiet(state)
    for seat in _seats(machine.run):
        for name, line, value in _lines(machine.run, s, seat):
            title = line.title or name
            if value is not None and line.generator is not None:
                title = machine.layout.components.row_of[value].decl.title or name
            found.setdefault(name, title)
    return found


def winners(machine: Machine, state: State) -> tuple[int, ...]:
    """Who has won as things stand; players who tie to the last share it."""
    program, run, s = machine.program, machine.run, _quiet(state)
    if not program.winner:
        return ()
    table = full(machine, state)
    left = tuple(_seats(run))
    for key in program.winner:
        values = {
            seat: sum(table[seat].values()) if key.routine is None else _worked(run, s, key.routine, seat, None)
            for seat in left
        }
        best = (max if key.kind == "most" else min)(values.values())
        left = tuple(seat for seat in left if values[seat] == best)
    return left


def _quiet(state: State) -> State:
    s = state.copy()
    s.journal = None
    return s


def _seats(run: Runner) -> range:
    return range(run.layout.count)


def _lines(run: Runner, s: State, seat: int) -> Iterator[tuple[str, Category, Any]]:
    """Each category of a player by name."""
    for line in run.program.score:
        for name, value in _cases(run, s, line, seat):
            yield name, line, value


def _cases(run: Runner, s: State, line: Category, seat: int) -> Iterator[tuple[str, Any]]:
    """Where one category is made for each of several things they are named by their rows."""
    if line.generator is None:
        yield line.name, None
        return
    seen: dict[str, int] = {}
    for value in elements(run.score_sources[line.routine](s, seat, ()), line.generator.type):
        if s.veil >> value & 1:
            raise Opaque
        name = kind_name(run.layout, value)
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else f"{name} {seen[name]}"), value


def _visible(run: Runner, s: State, line: Category, seat: int, value: Any) -> int | None:
    try:
        return _worked(run, s, line.routine, seat, value)
    except Opaque:
        return None


def _worked(run: Runner, s: State, routine: str, seat: int, value: Any) -> int:
    size, body = run.compiler.definition(routine)
    slots = [seat, None, *([] if value is None else [value])]
    result = body(s, slots + [None] * (size - len(slots)))
    return 0 if result is None else int(result)
