"""The components of a table: in, the declared types and how many play; out, one number for each component, and tables
of what is printed on them.

Order: types as declared, for each type its owners in seating order, then rows, combinations of generators, copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_COMPONENTS
from rulewright.core.program import ComponentDecl, Program, RowDecl
from rulewright.runtime.faults import too_many
from rulewright.runtime.walk import slots_needed

Worker = Callable[[tree.Expr, list[Any]], Any]
"""Works out an expression before the game, with these values in its slots from 2 on."""

Table = list[Any]
"""A value for each component; None where there is none."""


@dataclass(frozen=True, slots=True)
class RowInfo:
    number: int
    type: str
    decl: RowDecl


@dataclass(slots=True)
class Components:
    """`type_of`, `row_of`, `owner_of`, `made_of` (generator values), `kind_of` (equal components share a kind) and
    `copy_of` are lists by component; `group_of` numbers (type, owner) pairs, listed in `groups`.

    `columns[type, column]` has a table for each side, or one for all; a union and "" (any type) have the columns of
    their members. `cells` likewise, with names of routines.
    """

    rows: list[RowInfo] = field(default_factory=list)
    type_of: list[str] = field(default_factory=list)
    row_of: list[RowInfo] = field(default_factory=list)
    owner_of: list[int | None] = field(default_factory=list)
    share_of: list[int | None] = field(default_factory=list)
    made_of: list[tuple[Any, ...]] = field(default_factory=list)
    copy_of: list[int] = field(default_factory=list)
    kind_of: list[int] = field(default_factory=list)
    group_of: list[int] = field(default_factory=list)
    groups: dict[tuple[str, int | None], int] = field(default_factory=dict)
    group_masks: list[int] = field(default_factory=list)
    type_masks: dict[str, int] = field(default_factory=dict)
    row_masks: dict[tuple[str, str], int] = field(default_factory=dict)
    owner_masks: list[int] = field(default_factory=list)
    twins: int = 0
    columns: dict[tuple[str, str], tuple[Table, ...]] = field(default_factory=dict)
    cells: dict[tuple[str, str], tuple[Table, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.type_of)


def make(program: Program, seats: int, work: Worker) -> Components:
    """Who is there. Columns follow with `print_columns`, which may read the universe made here."""
    made = Components(owner_masks=[0] * seats)
    number = count()
    kinds = count()
    for name, decl in program.components.items():
        infos = [RowInfo(next(number), name, row) for row in decl.rows]
        made.rows += infos
        made.type_masks[name] = 0
        for info in infos:
            made.row_masks[name, info.decl.name] = 0
        for owner, share in _owners(program, decl, seats):
            if (name, owner) not in made.groups:
                made.groups[name, owner] = len(made.groups)
                made.group_masks.append(0)
            for info in infos:
                for values, copies in _copies(info.decl, work):
                    kind = next(kinds)
                    if made.size + copies > MOST_COMPONENTS:
                        place = decl.span if info.decl.copies is None else info.decl.copies.span
                        raise too_many(place, "components", MOST_COMPONENTS)
                    for copy in range(copies):
                        _add(made, info, owner, share, values, copy, kind)
                    if copies > 1:
                        made.twins |= ((1 << copies) - 1) << made.size - copies
    for union, members in program.unions.items():
        made.type_masks[union] = 0
        for member in members:
            made.type_masks[union] |= made.type_masks.get(member, 0)
    made.type_masks[""] = (1 << made.size) - 1
    return made


def _owners(program: Program, decl: ComponentDecl, seats: int) -> Iterator[tuple[int | None, int | None]]:
    match decl.per:
        case None:
            yield None, None
        case t.Player():
            for seat in range(seats):
                yield seat, None
        case t.Enum(name):
            for index in range(len(program.enums[name].values)):
                yield None, index
        case _:
            yield None, None


def _copies(row: RowDecl, work: Worker) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Each combination of generator values with its number of copies."""

    def combine(values: list[Any], rest: tuple[tuple[str, tree.Expr], ...]) -> Iterator[list[Any]]:
        if not rest:
            yield values
            return
        for value in elements(work(rest[0][1], values), rest[0][1].type):
            yield from combine([*values, value], rest[1:])

    for values in combine([], row.generators):
        yield tuple(values), 1 if row.copies is None else int(work(row.copies, values))


def elements(value: Any, type: t.Type) -> tuple[Any, ...]:
    """The elements of a collection in its order."""
    if isinstance(value, tuple):
        return value
    found = []
    while value:
        low = value & -value
        found.append(low.bit_length() - 1)
        value ^= low
    return tuple(found)


def _add(
    made: Components,
    info: RowInfo,
    owner: int | None,
    share: int | None,
    values: tuple[Any, ...],
    copy: int,
    kind: int,
) -> None:
    bit = 1 << made.size
    made.type_of.append(info.type)
    made.row_of.append(info)
    made.owner_of.append(owner)
    made.share_of.append(share)
    made.made_of.append(values)
    made.copy_of.append(copy)
    made.kind_of.append(kind)
    made.group_of.append(made.groups[info.type, owner])
    made.group_masks[made.group_of[-1]] |= bit
    made.type_masks[info.type] |= bit
    made.row_masks[info.type, info.decl.name] |= bit
    if owner is not None:
        made.owner_masks[owner] |= bit


def print_columns(program: Program, made: Components, work: Worker, up: Callable[[int], None]) -> None:
    """Fills `columns` and `cells`. `up` turns every component to a side, for computed columns that read others."""
    for name, decl in program.components.items():
        mine = [c for c in range(made.size) if made.type_of[c] == name]
        sides = max(1, len(decl.sides))
        for position, generator in _generators(decl):
            table = made.columns.setdefault((name, generator), ([None] * made.size,))[0]
            for c in mine:
                names = [g for g, _ in made.row_of[c].decl.generators]
                if position < len(names) and names[position] == generator:
                    table[c] = made.made_of[c][position]
        if isinstance(decl.per, t.Enum):
            made.columns[name, decl.per.name.lower()] = ([made.share_of[c] for c in range(made.size)],)
        for column, what in decl.fields.items():
            if what.computed is not None:
                continue
            bare = what.type.of if isinstance(what.type, t.Maybe) else what.type
            target = made.cells if isinstance(bare, t.Action | t.Score) else made.columns
            if (name, column) in target and not any(column in cells for row in decl.rows for cells in row.cells):
                continue  # filled by a generator
            tables = tuple([None] * made.size for _ in range(sides))
            for side, table in enumerate(tables):
                _fill(made, mine, column, side, table, work)
            target[name, column] = tables if any(table != tables[0] for table in tables) else tables[:1]
    _share_columns(program, made)
    for name, decl in program.components.items():
        mine = [c for c in range(made.size) if made.type_of[c] == name]
        sides = max(1, len(decl.sides))
        for column, what in decl.fields.items():
            if what.computed is not None:
                tables = tuple([None] * made.size for _ in range(sides))
                for side, table in enumerate(tables):
                    up(side)
                    for c in mine:
                        table[c] = work(what.computed, [c])
                made.columns[name, column] = tables if any(table != tables[0] for table in tables) else tables[:1]
        up(0)
    _share_columns(program, made)


def _generators(decl: ComponentDecl) -> list[tuple[int, str]]:
    found: dict[tuple[int, str], None] = {}
    for row in decl.rows:
        for position, (name, _) in enumerate(row.generators):
            found[position, name] = None
    return list(found)


def _fill(made: Components, mine: list[int], column: str, side: int, table: Table, work: Worker) -> None:
    known: dict[tuple[int, tuple[Any, ...]], Any] = {}
    for c in mine:
        cells = made.row_of[c].decl.cells
        if not cells:
            continue
        cell = cells[min(side, len(cells) - 1)].get(column)
        if isinstance(cell, str) or cell is None:
            if cell is not None:
                table[c] = cell
            continue
        key = made.row_of[c].number, made.made_of[c]
        if key not in known:
            known[key] = work(cell, list(made.made_of[c]))
        table[c] = known[key]


def _share_columns(program: Program, made: Components) -> None:
    """Columns of unions, and of components whatever their type."""
    wider = {**program.unions, "": tuple(program.components)}
    for tables_of in (made.columns, made.cells):
        for union, members in wider.items():
            names = dict.fromkeys(column for type, column in tables_of if type in members)
            for column in names:
                parts = [tables_of[member, column] for member in members if (member, column) in tables_of]
                sides = max(len(part) for part in parts)
                merged = []
                for side in range(sides):
                    table: Table = [None] * made.size
                    for part in parts:
                        for c, value in enumerate(part[min(side, len(part) - 1)]):
                            if value is not None:
                                table[c] = value
                    merged.append(table)
                tables_of[union, column] = tuple(merged)


__all__ = ["Components", "RowInfo", "elements", "make", "print_columns", "slots_needed"]
