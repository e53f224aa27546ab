"""A Program: everything the machine needs to play one composed game. Plain data, made by `semantics`, run by `runtime`.

A Program belongs to one choice of options and expansions. Numbers that depend on how many play (copies per player,
instances of zones and variables) are worked out by `runtime.layout` for each player count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulewright.core.tree import Expr, Node, ScopeKind, Stmt
from rulewright.core.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumDecl(Node):
    """`columns[name]` holds a run-time value for each of `values`."""

    name: str
    values: tuple[str, ...]
    columns: Mapping[str, tuple[object, ...]]
    column_types: Mapping[str, Type]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDecl(Node):
    """A column of a component type. `computed`: an expression over slot 2, the component, worked out once at the start.
    Columns of type Action and Score hold cells: routines.
    """

    name: str
    type: Type
    computed: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowDecl(Node):
    """A row makes `copies` components (for each owner, if the type is `per` something; for each combination of its
    generators). Generators bind slots 2, 3, … in order for `copies` and cells, and fill the field of their name.

    `cells[side][column]` is an Expr worked out once at the start, or the name of a routine for Action and Score
    columns. A type without rows has one row named like itself.
    """

    name: str
    title: str
    text: str = field(default="", compare=False)
    copies: Expr | None = None
    generators: tuple[tuple[str, Expr], ...] = ()
    cells: tuple[Mapping[str, Expr | str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentDecl(Node):
    """A component type. `per`: the type of its owners (Player) or of what there is one set each of (an Enum …).
    `spread`: some rule lays it on several spaces at once.
    """

    name: str
    kind: Literal["card", "tile", "piece", "token"]
    plural: str | None
    per: Type | None
    sides: tuple[str, ...]
    fields: Mapping[str, FieldDecl]
    rows: tuple[RowDecl, ...]
    active_at: str | None = None
    spread: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VarDecl(Node):
    """A variable, one for each combination of `keys`. `initial` may read the keys in slots 2, 3, …; `low`, `high`
    are inclusive. `lifetime`: back to the initial value when the named scope ends; `while_in`: when the component key
    leaves that zone. `columns`: a track, read with `Column(owner=name)`.
    """

    name: str
    keys: tuple[Type, ...]
    type: Type
    initial: Expr
    low: Expr | None = None
    high: Expr | None = None
    clamped: bool = False
    lifetime: ScopeKind | None = None
    while_in: str | None = None
    columns: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


ZoneKind = Literal["set", "deck", "stack", "list", "bag", "row", "one"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneDecl(Node):
    """A zone, one for each combination of `keys` (the first Player key owns it).

    Kinds: `set` (unordered), `deck` (face down, top last), `stack` (top last), `list`, `bag` (hidden, unordered),
    `one` (at most one), `row` (`size` slots, each a zone of kind `one` of its own; the row's contents are what its
    slots hold, in order).
    `hidden`: nobody sees into it; `seen_by_owner`: only its owner does; `size_hidden`: nor how many.
    `top_up`: the top of a deck lies face up. `refilled_from`, `reshuffled_from`: a zone, with slot 0 bound to the
    owner; `reshuffled_at_once`: when the deck runs out, not when a card is needed.
    `accepts`: a routine over (slot 2: what comes, slots 3, …: the keys), slot 0 the owner.
    """

    name: str
    keys: tuple[Type, ...]
    kind: ZoneKind
    of: Type
    size: Expr | None = None
    hidden: bool = False
    seen_by_owner: bool = False
    size_hidden: bool = False
    top_up: bool = False
    refilled_from: Expr | None = None
    reshuffled_from: Expr | None = None
    reshuffled_at_once: bool = False
    accepts: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPart(Node):
    """Where attributes of a grid come from: `map` (a fixed picture from the top left corner), or `placed`: the value
    of `source` (a list of components with a column of type Map named `map_column`) laid out `columns` x `rows`,
    each turned by one of `turned` degrees, drawn from the game's chance if there are several. Spaces of a placed
    part get the attribute `sector` (its place in reading order, from 0).
    """

    kind: Literal["map", "placed"]
    map: tuple[str, ...] = ()
    source: Expr | None = None
    map_column: str = ""
    columns: int = 1
    rows: int = 1
    turned: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDecl(Node):
    """A board; `keys` empty or one Player key (one board each).

    `attributes`: type of each attribute of its spaces (`row`, `column`, and `sector` where there are placed parts, are
    there by themselves on grids). `letters[c]` sets attributes to run-time values. `spaces`: the named spaces of a
    graph or slots, by space type, with attribute values. `edges`: (edge type, left, right, directed, how many).
    `computed`: attributes worked out from others, expressions over slot 2, the space.
    """

    name: str
    keys: tuple[Type, ...]
    kind: Literal["hex grid", "square grid", "graph", "slots"]
    columns: int = 0
    rows: int = 0
    shifted: Literal["odd", "even"] = "odd"
    attributes: Mapping[str, Type] = field(default_factory=dict)
    computed: Mapping[str, Expr] = field(default_factory=dict)
    letters: Mapping[str, tuple[tuple[str, object], ...]] = field(default_factory=dict)
    parts: tuple[BoardPart, ...] = ()
    spaces: tuple[tuple[str, str, Mapping[str, object]], ...] = ()
    edges: tuple[tuple[str, str, str, bool, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Routine(Node):
    """Something with slots of its own: a definition (`body` an Expr), an action, a cell, a rule's body (a Stmt).

    `slots[i]` is the name of slot i (`me`, `this`, parameters, then locals); `parameters` counts from slot 2.
    """

    name: str
    kind: Literal["definition", "action", "cell", "rule", "flow", "score", "accepts"]
    parameters: tuple[Type, ...]
    slots: tuple[str, ...]
    body: Expr | Stmt
    text: str = field(default="", compare=False)
    rulings: tuple[str, ...] = field(default=(), compare=False)


RuleKind = Literal["before", "instead", "after", "when", "reaches", "falls", "anytime"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Node):
    """A reaction. Its expressions use the slots of its `routine`.

    before, instead, after: `event` is an action's name, a scope's name or kind, `score`, or `place` / `leave` (slots
    of `binders`: the component, the space; each with the type it demands). For an action, `binders` bind its
    arguments. `by`: the slot that receives who did it; without it, a carried rule answers to its holder only.
    when: `test`, again while true and its body changed something. reaches, falls: `test` is an Int, `threshold` what
    it crosses; `generator` (slot, source) makes one rule for each element.
    anytime: an offer while `test` holds, once each if `once` (each scope it was armed in, or each turn).
    `per_player`: one rule for each player (slot 0). `carrier`: the type and the row (None: every row) whose
    components carry it while they lie in `active_at`; slot 1 is the component, slot 0 its holder.
    `armed`: in force only through `ArmRules`. `always_asked`: whether this may be done shows something hidden, so that
    its player is asked whenever it is in force.
    """

    name: str
    kind: RuleKind
    routine: str
    event: str = ""
    event_kind: Literal["action", "scope", "primitive", "state"] = "state"
    binders: tuple[tuple[int, Type | None], ...] = ()
    by: int | None = None
    test: Expr | None = None
    threshold: Expr | None = None
    generator: tuple[int, Expr] | None = None
    once: bool = False
    per_player: bool = False
    carrier: tuple[str, str | None] | None = None
    active_at: str | None = None
    armed: bool = False
    always_asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Category(Node):
    """A line of the score table: `routine` (kind score, an Int for slot 0). With `generator`, one category for each
    element, bound to slot 2, named by that element's row.
    """

    name: str
    title: str
    routine: str
    generator: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerKey(Node):
    """`most E`, `fewest E` (routine of kind score; None: the total score); ties left at the end are shared."""

    kind: Literal["most", "fewest"]
    routine: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Program(Node):
    """One composed game. Mappings keep the order of declaration, which is also the order of indices."""

    id: str
    title: str
    players: tuple[int, int]
    players_text: str = field(default="", compare=False)
    options: Mapping[str, str]
    expansions: tuple[str, ...]
    enums: Mapping[str, EnumDecl]
    unions: Mapping[str, tuple[str, ...]]
    components: Mapping[str, ComponentDecl]
    vars: Mapping[str, VarDecl]
    zones: Mapping[str, ZoneDecl]
    boards: Mapping[str, BoardDecl]
    routines: Mapping[str, Routine]
    rules: tuple[Rule, ...]
    flow: str
    first_player: Expr | None
    first_player_text: str = field(default="", compare=False)
    score: tuple[Category, ...] = ()
    winner: tuple[WinnerKey, ...] = ()
