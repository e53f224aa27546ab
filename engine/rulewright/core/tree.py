"""The core tree: the forms that are executed.

Values at run time: Int is `int`, Bool `bool`, Text `str`; Player, Space, Edge, enum values and components are their
index; none is `None`; a set of indexed things is a bit set (`int`); every other collection is a tuple; a zone is its
number; a path is `(start, edge, edge, …)`.

Locals are slots of the routine that runs. Slot 0 is always the acting player (`me`, None where it is nobody), slot 1
is `this` (the carrier, else None), parameters follow. A variable bound inside an expression (`it`, a comprehension's
name) has a slot of its own.

Spans and texts take no part in equality nor in the rules hash.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulewright.core.types import Type
from rulewright.report.span import Span

ME, THIS = 0, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Node):
    type: Type


# ------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Const(Typed):
    """A value in its run-time form. A component set by type is `Op("every", …)`, since copies depend on the players."""

    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Typed):
    """Slot of the routine; slot 0 is `me`, slot 1 `this`."""

    slot: int
    name: str = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Get(Typed):
    """The value of a variable; `keys` in the order of its `per`."""

    place: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneAt(Typed):
    """A zone itself: its number."""

    zone: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Typed):
    """A fixed attribute: a field of a component's row (of the side that is up), a cell of an enum value, an attribute
    of a space, a column of a track (subject: the Int). `owner` is the component type, enum, board or variable, or
    `Space` for spaces of any board. None for a subject that is none.
    """

    owner: str
    column: str
    subject: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Op(Typed):
    """A word of the vocabulary (`core.vocabulary`) applied to values. Pure, never a dead end."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Typed):
    slot: int
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm(Node):
    """One arm of a `Match`. `low..high` for numbers (high None: or more), `values` for enum values, booleans, rows
    (as row numbers of `row_type`), `types` for component types; `none` for none; all empty: everything else.
    `slot` binds the subject (narrowed), if given.
    """

    values: tuple[object, ...] = ()
    types: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    none: bool = False
    some: bool = False
    slot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchArm(Node):
    fits: Arm
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Typed):
    """The first arm that fits; arms cover. `Arm(some=True)` fits every value but none. A Bool match is `if`."""

    subject: Expr
    arms: tuple[MatchArm, ...]


FoldKind = Literal["any", "every", "count", "sum", "max", "min", "filter", "list", "set", "most", "fewest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold(Typed):
    """Over the elements of `source` in order, bound to `slot`, those for which `test` holds.

    any, every: Bool of `body` (or of `test` alone: `any X` has neither). count: how many. sum, max, min: of `body`
    (max and min of nothing: none). filter: the elements themselves, in the kind of collection the source is.
    list, set: the values of `body` (a body that is a list and `flat`: its elements). most, fewest: the elements with
    the extreme `body`, in the kind of collection the source is. none values of `body` are dropped by list, set, sum.

    `plan` (`analyses.plans`): the set of all things, whether in the source or not, for which `test` holds, as set
    algebra; the machine then works on whole sets. Of standings it is the set of their spaces. None: an element loop.
    """

    kind: FoldKind
    slot: int
    source: Expr
    test: Expr | None = None
    body: Expr | None = None
    flat: bool = False
    plan: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SortKey(Node):
    key: Expr
    descending: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sort(Typed):
    """A stable order, as a tuple; none keys come last."""

    slot: int
    source: Expr
    keys: tuple[SortKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query(Typed):
    """A question to a board graph (`core.vocabulary` QUERIES): a value or a stream in a fixed order.

    `relation` is a two-argument definition for `linked by`.
    """

    name: str
    args: tuple[Expr, ...]
    relation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Typed):
    """A definition applied: routine `name` with slot 0 = `me` (None: nobody) and the arguments from slot 2."""

    name: str
    me: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Apply(Typed):
    """A `score` cell of the component `subject`, for the player `me`. 0 where the row has no such cell."""

    owner: str
    column: str
    subject: Expr
    me: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invoke(Node):
    """What `Do` and `Can` name: an action with arguments, or (routine None) the `action` cell of a component,
    or a closure value held in `subject` when `column` is None too.
    """

    routine: str | None
    me: Expr | None
    args: tuple[Expr, ...] = ()
    owner: str = ""
    column: str | None = None
    subject: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Can(Typed):
    """Whether the action can be carried out to its end by `me` now. `test` is the pure test it was reduced to
    (`analyses.emptiness`), None: the machine searches on copies.
    """

    invoke: Invoke
    test: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Closure(Typed):
    """An action value: `invoke` with its arguments evaluated now. `(routine number, me, this, args)`."""

    invoke: Invoke


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Typed):
    """An Int that interval arithmetic could not bound: a RuleFault outside plus or minus 2**53 - 1."""

    value: Expr


Expr = (
    Const | Local | Get | ZoneAt | Column | Op | Let | Match | Fold | Sort | Query | Call | Apply | Can | Closure
    | Checked
)  # fmt: skip

# ------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Seq(Node):
    items: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bind(Node):
    """`let`: the value of this moment."""

    slot: int
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class StmtArm(Node):
    fits: Arm
    body: Stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Node):
    """`if`, `match`: the first arm that fits; none fits: nothing."""

    subject: Expr
    arms: tuple[StmtArm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Node):
    """At most `limit` times (read once; None: no limit), while `test` holds (read before each pass; None: always).
    `slot`, if given, is bound to the value of `bind` before each pass and the loop ends when that is none.
    """

    limit: Expr | None
    test: Expr | None
    body: Stmt
    slot: int | None = None
    bind: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Node):
    """The source is evaluated once, before the first pass. `any_order`: the acting player picks the next one
    (a choice named `choice`), and is asked as long as several are left if `always_asked`. `as_me`: slot 0 is bound to
    the element as well (`each player`).
    """

    slot: int
    source: Expr
    body: Stmt
    any_order: bool = False
    choice: str = ""
    always_asked: bool = False
    as_me: bool = False
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Set(Node):
    """A store into a variable. `on_range`: what happens outside the declared range: `proved` cannot happen, `clamp`
    stops at the bound, `fail` is a dead end below the lower bound (`pay`), `check` is a RuleFault.
    """

    place: str
    keys: tuple[Expr, ...]
    value: Expr
    on_range: Literal["proved", "clamp", "fail", "check"] = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class Require(Node):
    """A dead end unless the test holds."""

    test: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer(Node):
    """One part of a move: things (a component, none, a set, a list, or a zone: all that lies in it) to a zone
    (type Zone), a space (type Space) or all of several spaces of one board at once (type Set of Space; none, or those
    of several boards, are a dead end). `bottom`: to the far end. `supply`: things is empty and one component of this
    type is taken from the acting player's supply (or, of an ownerless type, from the box), lowest index first; none
    there is a dead end. `slot` binds what was moved.
    """

    things: Expr | None
    to: Expr
    bottom: bool = False
    supply: str | None = None
    slot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Node):
    """All sources are read first, then everything moves; one event for all. Into a zone with `accepts`, a full
    slot, or past a capacity it is a dead end. none moves nothing. `each_player`: a slot that is bound to every player
    in turn, each of them making the parts (a rotation is one move).
    """

    parts: tuple[Transfer, ...]
    each_player: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Node):
    """`amount` from the top of a deck (stack, list: their natural end; a bag or a set: at random) to a zone, one by
    one; a deck that runs out is reshuffled as declared. `exactly`: a dead end if there are too few. `slot` binds what
    came: a `T?` if `single`, else a list. `each_player`: to each player's, from the first player clockwise, all or
    nothing (a RuleFault that names need and supply), `to` evaluated with slot 0 bound to the player.
    """

    amount: Expr
    source: Expr
    to: Expr
    exactly: bool = False
    slot: int | None = None
    single: bool = False
    each_player: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Node):
    zone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Node):
    """`roll`: `slot` becomes a list of `count` values drawn uniformly, with replacement, from the enum `enum`."""

    slot: int
    count: Expr
    enum: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(Node):
    """Turn things (a component, none, a set or list) to side number `side` (None: the next one round)."""

    things: Expr
    side: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Node):
    """Knowledge only: `players` (a set of Player; None: everybody) now know where each of `things` is."""

    things: Expr
    players: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Node):
    """Knowledge only: everybody is told that `test` holds, which it does."""

    test: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Test(Node):
    """One condition of a choice over the choice's slot. `origin` says where it comes from: `where`, `restrict`,
    `pushed` (a later requirement, `analyses.push`), `accepts`.
    """

    test: Expr
    origin: str = field(default="where", compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Node):
    """A question to `me`. Its name is a path: `build.space`.

    `slot` is bound to what was chosen: one element, or (if `many`) a set or list of `low` to `high` elements.
    `tests` and `preferences` read the candidate in `slot`; `such_that` reads the chosen collection in `slot`.
    `plans`: for each test, then each preference, its plan as in `Fold` (empty: not planned).
    `always_asked`: asked even with one option (it reads what is hidden from somebody). `look_ahead`: something later
    may fail, so the machine searches; False is a proof that nothing can.
    """

    name: str
    slot: int
    source: Expr
    tests: tuple[Test, ...] = ()
    preferences: tuple[Test, ...] = ()
    plans: tuple[Expr | None, ...] = ()
    many: bool = False
    low: Expr | None = None
    high: Expr | None = None
    such_that: Expr | None = None
    always_asked: bool = False
    look_ahead: bool = True
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Node):
    """One line of a menu. `limit` None: any number. `slot`/`source`: the option ranges over a collection.
    `can` is the pure test the body's possibility was reduced to; None with `look_ahead` True: search;
    None with `look_ahead` False: the body and what follows cannot fail.
    """

    name: str
    must: bool
    limit: Expr | None
    test: Expr | None
    body: Stmt
    slot: int | None = None
    source: Expr | None = None
    can: Expr | None = None
    look_ahead: bool = True
    title: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu(Node):
    """`choose one`, `may` (items `yes`, `no`): at_most 1, one item must be taken. `any order`: at_most None, `done`
    ends it once nothing is due. Its name is a path: `turn.menu`.
    """

    name: str
    items: tuple[Item, ...]
    at_most: int | None
    always_asked: bool = False
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Do(Node):
    """Carry out an action. `otherwise`: what happens instead if it cannot be (`Seq(())` for `if possible`); None: a
    dead end inside is a dead end here. `test` is the reduced `can`, as in `Can`; with `otherwise` and `fails` False
    the action is known never to fail.
    """

    invoke: Invoke
    otherwise: Stmt | None = None
    test: Expr | None = None
    fails: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class As(Node):
    """Slot 0 is `player` inside the body."""

    player: Expr
    body: Stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Everyone(Node):
    """Each player in seat order is asked every `Choose` of `asks` (Bind between them), secretly and in any order;
    then `then` runs as each player in seat order, on the live state, with that player's answers in the slots.
    """

    asks: tuple[Choose | Bind, ...]
    then: Stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Node):
    """No reaction inside; the net effect is one event at the end."""

    body: Stmt


ScopeKind = Literal["setup", "round", "phase", "turn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope(Node):
    """Lifetimes, armed blocks, and the events before / instead of / after NAME (a round: `round`; a turn: `turn`;
    setup: `setup`; a phase by its own name). A round adds 1 to `round_number` on entry.
    """

    kind: ScopeKind
    name: str
    body: Stmt
    title: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns(Node):
    """Players of `queue` (a list, read once) take turns: each pass binds slot 0, skips those who dropped out, and runs
    `body` (a turn scope). Without `until` everyone has one; with it, round and round, tested before each turn, until
    it holds or all have dropped out. `next turn: p` names who comes next; the order goes on from there.
    """

    queue: Expr
    until: Expr | None
    body: Stmt


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmRules(Node):
    """`this turn:` …: from the next statement on, until the named scope ends, these rules are in force, with the
    values of the listed slots copied now (slot here, slot in the rule).
    """

    scope: ScopeKind
    rules: tuple[str, ...]
    captured: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(Node):
    """`stop` (ends the routine, reaction or phase it stands in), `drop out` (me), `end game`, `window`."""

    kind: Literal["stop", "drop out", "end game", "window"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTurn(Node):
    player: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Log(Node):
    text: str = field(compare=False)


Stmt = (
    Seq | Bind | Branch | Repeat | Each | Set | Require | Move | Draw | Shuffle | Chance | Flip | Show | Claim | Choose
    | Menu | Do | As | Everyone | Together | Scope | Turns | ArmRules | Signal | NextTurn | Log
)  # fmt: skip
