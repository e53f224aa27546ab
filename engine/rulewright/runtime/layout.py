"""What the numbers of a state mean: in, a Program and who plays; out, universes, components, zones and variables.

Made once for a table; every game played there shares it, and the code compiled for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_VALUES, MOST_ZONES
from rulewright.core.program import Program, VarDecl, ZoneDecl
from rulewright.runtime import board as boards
from rulewright.runtime import components
from rulewright.runtime.bits import members
from rulewright.runtime.evaluate import Compiler
from rulewright.runtime.faults import too_many
from rulewright.runtime.state import State, blank
from rulewright.runtime.walk import slots_needed

ORDERED = ("deck", "stack", "list")
"""Kinds of zone whose contents are a tuple."""


@dataclass(frozen=True, slots=True)
class Universe:
    """The values of an indexed type in order. `offset`: the first, if they run without gaps."""

    values: tuple[int, ...]
    offset: int | None
    index: dict[int, int]


@dataclass(frozen=True, slots=True)
class Variable:
    """`base` is the slot of its first instance; the last key runs fastest. `signal`: its bit in what rules watch."""

    decl: VarDecl
    base: int
    size: int
    universes: tuple[Universe, ...]
    signal: int


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """One zone instance. `slots` are the zones of a row's slots, `parent` the row of a slot. `seen_by` is a mask of
    seats; `owner` the seat of its first Player key.
    """

    number: int
    decl: ZoneDecl
    keys: tuple[int, ...]
    owner: int | None
    kind: str
    slots: tuple[int, ...]
    parent: int | None
    seen_by: int


class Layout:
    """See the module. `geometry` knows spaces and edges; locations are spaces, then edges."""

    def __init__(self, program: Program, seats: Sequence[str]) -> None:
        self.program = program
        self.seats = tuple(seats)
        self.count = len(self.seats)
        self.everybody = (1 << self.count) - 1
        self.geometry: boards.Geometry = boards.lay_out(program.boards, self.seats)
        self.spaces = self.geometry.size
        self.locations = self.spaces + len(self.geometry.edges)
        self.boards = tuple(((1 << board.size) - 1) << board.base for board in self.geometry.boards)
        self.routines = tuple(program.routines)
        self.routine_index = {name: number for number, name in enumerate(self.routines)}
        self._state = blank()
        self._state.world = boards.build(self.geometry, {})
        self.components = components.Components(owner_masks=[0] * self.count)
        self.components = components.make(program, self.count, self._work)
        self.group_masks = self.components.group_masks
        self.all_components = (1 << self.components.size) - 1
        self.sides = max((len(decl.sides) for decl in program.components.values()), default=1) or 1
        self.sided = self._mask(lambda decl: len(decl.sides) > 1)
        self.solid = self._mask(lambda decl: decl.kind in ("piece", "tile"))
        self.spreading = self._mask(lambda decl: decl.spread)
        self._universes: dict[t.Type, Universe] = {}
        self._about: dict[int, tuple[int, ...]] = {}
        self.kind_names: dict[int, str] = {}
        self._kinds_in: dict[int, tuple[int, ...]] = {}
        self._place_variables()
        self._place_zones()
        self._state.vars = [None] * self.slots
        self._state.zones = [0] * len(self.zones)
        self._turn_all(0)
        components.print_columns(program, self.components, self._work, self._turn_all)
        self.tracked = self._tracked()

    # -------------------------------------------------------------- universes

    def universe(self, type: t.Type) -> Universe:
        """Of a key or element type that is indexed."""
        found = self._universes.get(type)
        if found is None:
            values = self._values(type)
            offset = values[0] if values and values[-1] - values[0] == len(values) - 1 else None
            found = Universe(values, 0 if not values else offset, {value: at for at, value in enumerate(values)})
            self._universes[type] = found
        return found

    def _values(self, type: t.Type) -> tuple[int, ...]:
        match type:
            case t.Player():
                return tuple(range(self.count))
            case t.Enum(name):
                return tuple(range(len(self.program.enums[name].values)))
            case t.Bool():
                return (0, 1)
            case t.Space(kind):
                return members(self.geometry.kind_masks[kind])
            case t.Edge(kind):
                return members(self.geometry.edge_masks[kind])
            case t.Component(name) | t.Union(name, _):
                return members(self.components.type_masks[name])
            case t.Maybe(of):
                return self._values(of)
            case _:
                raise ValueError(f"{t.show(type)} has no universe")

    def everything(self, type: t.Type) -> int:
        """The mask of all values of an indexed type."""
        mask = 0
        for value in self.universe(type).values:
            mask |= 1 << value
        return mask

    # -------------------------------------------------------------- variables and zones

    def _place_variables(self) -> None:
        self.vars: dict[str, Variable] = {}
        self.slots = 0
        declared = {**_predeclared(self.program), **self.program.vars}
        for number, (name, decl) in enumerate(declared.items()):
            universes = tuple(self.universe(key) for key in decl.keys)
            size = 1
            for universe in universes:
                size *= len(universe.values)
            if self.slots + size > MOST_VALUES:
                raise too_many(decl.span, "values of variables", MOST_VALUES)
            self.vars[name] = Variable(decl, self.slots, size, universes, 1 << number)
            self.slots += size
        self.board_signal = 1 << len(declared)
        self.side_signal = 2 << len(declared)
        self.first_zone_signal = 4 << len(declared)

    def _place_zones(self) -> None:
        self.zones: list[ZoneInfo] = []
        self.zone_base: dict[str, int] = {}
        self.zone_step: dict[str, int] = {}
        self.zone_universes: dict[str, tuple[Universe, ...]] = {}
        self.zone_signals: dict[str, int] = {}
        self.zone_decls: dict[str, ZoneDecl] = {**self.program.zones}
        for name, keys in (("box", ()), ("supply", (t.PLAYER,))):
            if name not in self.zone_decls:
                span = self.program.span
                self.zone_decls[name] = ZoneDecl(name=name, keys=keys, kind="set", of=t.Component(), span=span)
        bit = self.first_zone_signal.bit_length() - 1
        for name, decl in self.zone_decls.items():
            universes = tuple(self.universe(key) for key in decl.keys)
            slots = max(0, self._work(decl.size, [])) if decl.kind == "row" and decl.size is not None else 0
            many = (1 + slots) * prod(len(universe.values) for universe in universes)
            if len(self.zones) + many > MOST_ZONES:
                raise too_many(decl.span, "zones and places in them", MOST_ZONES)
            self.zone_base[name] = len(self.zones)
            self.zone_step[name] = 1 + slots
            self.zone_universes[name] = universes
            # a zone of each player has a bit for each of them: most rules look at those of one
            apart = self.count if decl.keys and isinstance(decl.keys[0], t.Player) else 1
            self.zone_signals[name] = ((1 << apart) - 1) << bit
            bit += apart
            for keys_of in product(*(universe.values for universe in universes)):
                self._add_zone(decl, keys_of, slots)
        self.all_signals = (1 << bit) - 1
        self.armed_signal = self.all_signals + 1
        self.place_signals = self.all_signals & ~(self.board_signal - 1) & ~self.side_signal
        self.box = self.zone_base["box"]
        self.board_zone = len(self.zones)
        """In what players know, all boards together count as one more zone."""
        self.zone_kind = [zone.kind for zone in self.zones]
        self.zone_dirty = [self.signal_of(zone.decl.name, zone.keys[0] if zone.keys else None) for zone in self.zones]
        self.board_dirty = self.board_signal
        self.seen_by = [zone.seen_by for zone in self.zones]
        self.hidden_zones = [zone.number for zone in self.zones if zone.seen_by != self.everybody]

    def _add_zone(self, decl: ZoneDecl, keys: tuple[int, ...], slots: int) -> None:
        owner = next((key for key, type in zip(keys, decl.keys, strict=True) if isinstance(type, t.Player)), None)
        seen_by = self.everybody
        if decl.hidden or decl.seen_by_owner or decl.kind in ("deck", "bag"):
            seen_by = 1 << owner if decl.seen_by_owner and owner is not None else 0
        number = len(self.zones)
        parts = tuple(range(number + 1, number + 1 + slots))
        self.zones.append(ZoneInfo(number, decl, keys, owner, decl.kind, parts, None, seen_by))
        for part in parts:
            self.zones.append(ZoneInfo(part, decl, keys, owner, "one", (), number, seen_by))

    def signal_of(self, zone: str, first_key: int | None) -> int:
        """The bit of a zone in what rules watch; all its bits where it is not known whose it is."""
        signals = self.zone_signals[zone]
        if first_key is None or not signals & (signals - 1):
            return signals
        return (signals & -signals) << first_key

    def watch(self, signals: int) -> None:
        """Only these changes need be noted from now on."""
        self.zone_dirty = [signal & signals for signal in self.zone_dirty]
        self.board_dirty &= signals

    def zone_number(self, name: str, keys: Sequence[int]) -> int:
        at = 0
        for universe, key in zip(self.zone_universes[name], keys, strict=True):
            at = at * len(universe.values) + universe.index[key]
        return self.zone_base[name] + at * self.zone_step[name]

    def var_slot(self, name: str, keys: Sequence[int]) -> int:
        at = 0
        for universe, key in zip(self.vars[name].universes, keys, strict=True):
            at = at * len(universe.values) + universe.index[key]
        return self.vars[name].base + at

    def slots_about(self, component: int) -> tuple[int, ...]:
        """The slots of variables that say something of this component."""
        found = self._about.get(component)
        if found is None:
            slots: list[int] = []
            for var in self.vars.values():
                for at, type in enumerate(var.decl.keys):
                    if isinstance(type, t.Component | t.Union) and component in var.universes[at].index:
                        step = 1
                        for universe in var.universes[at + 1 :]:
                            step *= len(universe.values)
                        wanted, size = var.universes[at].index[component], len(var.universes[at].values)
                        slots += [var.base + i for i in range(var.size) if i // step % size == wanted]
            found = self._about[component] = tuple(slots)
        return found

    @cached_property
    def spoken_of(self) -> int:
        """The components that some variable says something of."""
        mask = 0
        for var in self.vars.values():
            for type in var.decl.keys:
                if isinstance(type, t.Component | t.Union):
                    mask |= self.everything(type)
        return mask

    def kind_mask(self, kind: int) -> int:
        """The components of a kind: equal ones."""
        return self._kind_masks[kind]

    @cached_property
    def _kind_masks(self) -> list[int]:
        masks = [0] * (max(self.components.kind_of, default=-1) + 1)
        for c, kind in enumerate(self.components.kind_of):
            masks[kind] |= 1 << c
        return masks

    def kinds_in(self, things: int) -> tuple[int, ...]:
        """The kinds of some components, one for each of them, in order."""
        known = self._kinds_in.get(things)
        if known is None:
            if len(self._kinds_in) > 4096:
                self._kinds_in.clear()
            kind_of = self.components.kind_of
            known = self._kinds_in[things] = tuple(sorted(kind_of[c] for c in members(things)))
        return known

    def holds_components(self, type: t.Type) -> bool:
        match type:
            case t.Maybe(of) | t.Set(of) | t.List(of):
                return self.holds_components(of)
            case _:
                return isinstance(type, t.Component | t.Union)

    def home(self, component: int) -> int:
        """The zone a component lies in before setup."""
        owner = self.components.owner_of[component]
        kind = self.program.components[self.components.type_of[component]].kind
        if owner is not None and kind in ("piece", "token"):
            return self.zone_number("supply", (owner,))
        return self.box

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The zone each component lies in before setup."""
        return tuple(self.home(c) for c in range(self.components.size))

    @cached_property
    def first_zones(self) -> tuple[Any, ...]:
        """What lies in each zone before setup."""
        found = [self.empty(zone.number) for zone in self.zones]
        for c, zone in enumerate(self.homes):
            found[zone] = (*found[zone], c) if self.zone_kind[zone] in ORDERED else found[zone] | 1 << c
        return tuple(found)

    def empty(self, zone: int) -> Any:
        """What lies in a zone of this kind when nothing does."""
        kind = self.zone_kind[zone]
        return () if kind in ORDERED else None if kind in ("one", "row") else 0

    def _tracked(self) -> int:
        """The components that are hidden from somebody in some zone they may come to."""
        mask = 0
        for zone in self.zones:
            if zone.seen_by != self.everybody:
                match zone.decl.of:
                    case t.Component(name) | t.Union(name, _):
                        mask |= self.components.type_masks[name]
                    case _:
                        pass
        return mask

    # -------------------------------------------------------------- working things out before a game

    def _work(self, expr: tree.Expr, values: list[Any]) -> Any:
        slots = [None, None, *values]
        slots += [None] * max(0, slots_needed(expr) - len(slots))
        return Compiler(self).expr(expr)(self._state, slots)

    def _turn_all(self, side: int) -> None:
        self._state.sides = [self.all_components if at == side else 0 for at in range(self.sides)]

    @property
    def resting(self) -> State:
        """A state in which nothing has happened, to work out what does not depend on any."""
        return self._state

    def _mask(self, test: Any) -> int:
        mask = 0
        for name, decl in self.program.components.items():
            if test(decl):
                mask |= self.components.type_masks[name]
        return mask


def _predeclared(program: Program) -> dict[str, VarDecl]:
    span = program.span

    def var(name: str, type: t.Type, value: object) -> VarDecl:
        initial = tree.Const(span=span, type=type, value=value)
        return VarDecl(name=name, keys=(), type=type, initial=initial, span=span)

    return {
        "round_number": var("round_number", t.INT, 0),
        "first_player": var("first_player", t.Maybe(t.PLAYER), None),
        "turn_order": var("turn_order", t.Maybe(t.List(t.PLAYER)), None),
    }
