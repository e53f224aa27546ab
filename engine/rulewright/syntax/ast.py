"""The surface tree: what was written, node by node, in the order it was written.

Built by `build` from Lark's tree; read by the formatter, the composer, the elaborator and every message. Nodes are
facts: frozen, without methods that do work. The span takes no part in equality, so trees compare by meaning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulewright.report.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Node):
    """A word somebody wrote, in Unicode normal form C. Never a bare string: a message may need to point at it."""

    text: str


# ------------------------------------------------------------------ types


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedType(Node):
    """`Int`, `Player`, `Terrain`, `action`, `score`."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class MaybeType(Node):
    """`T?`."""

    inner: TypeExpr


@dataclass(frozen=True, slots=True, kw_only=True)
class OfType(Node):
    """`set of T`, `list of T`, `zone of T`."""

    kind: Literal["set", "list", "zone"]
    inner: TypeExpr


TypeExpr = NamedType | MaybeType | OfType


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(Node):
    name: Name
    type: TypeExpr


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(Node):
    """What a library wants from its game: `hand: zone of Card per Player`, `leading: list of Card = trick`."""

    name: Name
    type: TypeExpr
    per: Name | None = None
    default: Expr | None = None


# ------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Int(Node):
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Node):
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class No(Node):
    """The literal `no` (as a value; `no X` is `Some`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class This(Node):
    """`this`: the component whose own rule or cell is running."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref(Node):
    """A bare name: local, definition, variable, zone, enum value, row, type, or a word of the vocabulary."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    """`f(a, b)`."""

    name: Name
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class My(Node):
    """`my x`, `my f(a)` (arguments is None without brackets)."""

    name: Name
    arguments: tuple[Expr, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Its(Node):
    """`its x`: `it.x` of the innermost tested thing."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot(Node):
    """`a.b`, `a.f(x)` (arguments is None without brackets)."""

    base: Expr
    name: Name
    arguments: tuple[Expr, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Index(Node):
    """`a[k, …]`."""

    base: Expr
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLiteral(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Node):
    """Brackets. Kept, since a test that does not mention the tested thing must stand in them."""

    inner: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Node):
    """`low..high`, both ends included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class At(Node):
    """`X at P`: those of X inside the place P, however deep."""

    things: Expr
    place: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked(Node):
    """`X linked by relation`."""

    things: Expr
    relation: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Of(Node):
    """`f of x`, exactly `f(x)`."""

    name: Name
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class The(Node):
    """`the x`: x, or a dead end if there is none."""

    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Node):
    """Two operands and a word: arithmetic, set algebra, comparison, logic.

    `in` and `next to` carry their negation in `Not`.
    """

    operator: Literal[
        "+", "-", "*", "with", "except", "otherwise", "=", "!=", "<", "<=", ">", ">=", "in", "next to", "and", "or"
    ]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Divide(Node):
    """`a / b rounded up|down`."""

    left: Expr
    right: Expr
    rounded: Literal["up", "down"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Negate(Node):
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Is(Node):
    """`x is none`, `it is Character`, `x is miners`, `t is plain`; with `not` when negated."""

    operand: Expr
    name: Name
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Can(Node):
    """`can A(args)`."""

    action: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantified(Node):
    """`any|every|no x in X has C`."""

    kind: Literal["any", "every", "no"]
    variable: Name
    source: Expr
    test: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Some(Node):
    """`any X`, `no X`."""

    kind: Literal["any", "no"]
    source: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Where(Node):
    source: Expr
    test: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Having(Node):
    """`X having most|fewest E`."""

    source: Expr
    extreme: Literal["most", "fewest"]
    key: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SortKey(Node):
    key: Expr
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted(Node):
    """`X by E [descending] then by E`."""

    source: Expr
    keys: tuple[SortKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator(Node):
    """`for x in X`, in a comprehension, a copies clause or a generated category."""

    variable: Name
    source: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Comprehension(Node):
    """`(E for x in X for y in Y)`."""

    body: Expr
    generators: tuple[Generator, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Node):
    """`if C then A else B`."""

    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class LetValue(Node):
    """`let a = …` lines before the value of a definition."""

    name: Name
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueArm(Node):
    """`if C [as v]: E`."""

    test: Expr
    binding: Name | None
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class IfValue(Node):
    """`if … : … else if … else: …` as the body of a definition."""

    arms: tuple[ValueArm, ...]
    otherwise: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern(Node):
    """What a `match` arm fits: a type with a binding, names of values or rows, numbers, or `else` (all empty).

    A case that is added to a table may also be from `low` to `high`, or `low` or more (no `high`).
    """

    type: Name | None = None
    binding: Name | None = None
    names: tuple[Name, ...] = ()
    numbers: tuple[Int, ...] = ()
    low: Int | None = None
    high: Int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchValueArm(Node):
    pattern: Pattern
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchValue(Node):
    subject: Expr
    arms: tuple[MatchValueArm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMap(Node):
    """Lines between bars: a `map:` cell or the rows of a `layer`. Bars are not part of the lines."""

    lines: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionValue(Node):
    """Statements carried by an `action` cell."""

    body: Block


Expr = (
    Int | Text | No | This | Ref | Call | My | Its | Dot | Index | SetLiteral | Group | Range | At | Linked | Of | The
    | Binary | Divide | Negate | Is | Not | Can | Quantified | Some | Where | Having | Sorted | Comprehension | Choice
    | LetValue | IfValue | MatchValue | TextMap | ActionValue
)  # fmt: skip

# ------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Doc(Node):
    """A string at the head of a block: its text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Node):
    """`ruling "…"`: a choice the rulebook leaves open."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Node):
    docs: tuple[Doc | Ruling, ...]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(Node):
    """`coins`, `goods[wood]`: what is gained, paid or lost, always the acting player's."""

    name: Name
    key: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Node):
    """`gain|pay|lose n unit`."""

    kind: Literal["gain", "pay", "lose"]
    amount: Expr
    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTo(Node):
    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Require(Node):
    test: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Node):
    """`move X to Y`, `move X to bottom of Y`."""

    things: Expr
    to: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Node):
    """`place K on s [as x]`: a type means one from my supply."""

    thing: Expr
    on: Expr
    binding: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Node):
    exactly: bool
    amount: Expr
    source: Expr
    to: Expr
    binding: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Node):
    """`deal n from D to hand`: to each player's, all or nothing."""

    amount: Expr
    source: Expr
    to: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Node):
    """`roll n Face as dice`."""

    amount: Expr
    what: Name
    binding: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Node):
    """`pass Z to left`: each player's Z goes to a neighbour, all at once."""

    zone: Expr
    to: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Node):
    zone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(Node):
    """`flip t`, `flip t to improved`."""

    things: Expr
    to: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Node):
    things: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Node):
    things: Expr
    to: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowThat(Node):
    test: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Log(Node):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Do(Node):
    """`do A(args)`, `do A if possible`, `do A else S`; `do base` in a wrapped rule."""

    action: Expr
    if_possible: bool = False
    otherwise: Statement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Simple(Node):
    """A statement that is a single word or two."""

    kind: Literal["stop", "end game", "drop out", "window"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTurn(Node):
    player: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class HowMany(Node):
    """How many a `choose` takes: exactly n, up to n, or any number (amount is None)."""

    kind: Literal["exactly", "up to", "any number"]
    amount: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Node):
    """`choose [n] x in X [such that C]` with its text and `if possible` lines.

    A `where` at the end of the source belongs to `source` as written (`Where`).
    """

    howmany: HowMany | None
    variable: Name
    source: Expr
    such_that: Expr | None = None
    docs: tuple[Doc | Ruling, ...] = ()
    preferences: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class For(Node):
    """`for each x in X[, in any order]:`."""

    variable: Name
    source: Expr
    any_order: bool
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Node):
    """`repeat n times [while C]:`, `repeat while C [as v]:` (times is None)."""

    times: Expr | None
    test: Expr | None
    binding: Name | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class As(Node):
    player: Expr
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class EachPlayer(Node):
    start: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm(Node):
    """`if C [as v]: …` of a statement."""

    test: Expr
    binding: Name | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Node):
    arms: tuple[Arm, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True, kw_only=True)
class May(Node):
    text: str
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchArm(Node):
    pattern: Pattern
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Node):
    subject: Expr
    arms: tuple[MatchArm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionArm(Node):
    """`option name "Text" [x in X] [if C]: …` under `choose one:`."""

    name: Name
    title: Text | None
    variable: Name | None
    source: Expr | None
    test: Expr | None
    body: Block | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne(Node):
    docs: tuple[Doc | Ruling, ...]
    options: tuple[OptionArm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Node):
    """`must A`, `may A, once|any number|up to n times [if C]` under `any order:`."""

    kind: Literal["must", "may"]
    action: Expr
    limit: Expr | None
    unlimited: bool
    test: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOrder(Node):
    docs: tuple[Doc | Ruling, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Everyone(Node):
    """`everyone:` asks (and lets), then `then:`."""

    asks: tuple[Choose | Let, ...]
    then: Block | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Node):
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting(Node):
    """`this turn:`, `this round:`, `this phase:` with the rules it opens."""

    scope: Literal["turn", "round", "phase"]
    rules: tuple[React | ChangeItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns(Node):
    """`turns in Q [until C]:`."""

    queue: Expr
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Node):
    """`round n times:`, `round until C:`."""

    times: Expr | None
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Node):
    name: Name
    title: Text | None
    body: Block


Statement = (
    Change | SetTo | Let | Require | Move | Place | Draw | Deal | Roll | Pass | Shuffle | Flip | Reveal | Show
    | ShowThat | Log | Do | Simple | NextTurn | Choose | For | Repeat | As | EachPlayer | If | May | Match | ChooseOne
    | AnyOrder | Everyone | Together | Lasting | Turns | Round | Phase
)  # fmt: skip

# ------------------------------------------------------------------ items


@dataclass(frozen=True, slots=True, kw_only=True)
class Header(Node):
    """`game`, `library`, `expansion … for base`, `scenarios for base`; only a library has parameters, and only an
    expansion says which versions of its base it fits."""

    kind: Literal["game", "library", "expansion", "scenarios"]
    name: Name | None
    title: Text | None
    base: Name | None
    docs: tuple[Doc | Ruling, ...] = ()
    parameters: tuple[Wanted, ...] = ()
    fits: Fits | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fits(Node):
    """`version 2`, `version 2 to 4` (high), `version 2 or more`."""

    low: Int
    high: Int | None = None
    or_more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Language(Node):
    version: Int


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(Node):
    """`version 2`: which version of itself a game is."""

    number: Int


@dataclass(frozen=True, slots=True, kw_only=True)
class Include(Node):
    path: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class UseParameter(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Use(Node):
    """`use library(parameter = value) as prefix`."""

    library: Name
    parameters: tuple[UseParameter, ...]
    alias: Name | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs(Node):
    kind: Literal["requires", "excludes"]
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Players(Node):
    """`players 2 to 4 "why no more"`."""

    low: Int
    high: Int
    text: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlayer(Node):
    """`first player: random "text"` (expression is None) or `first player: E`."""

    text: Text | None
    expression: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Node):
    """`order: active player chooses`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumValue(Node):
    """A value and its cells, in the order of the enum's parameters."""

    name: Name
    cells: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Enum(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    values: tuple[EnumValue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeDef(Node):
    """`type Offer = Character or Structure`."""

    name: Name
    members: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Const(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(Node):
    """`0 to 2: E`, `5 or more: E`, `3: E`, `a, b: E`, `else: E` (low, high, names all empty)."""

    low: Int | None
    high: Int | None
    or_more: bool
    names: tuple[Name, ...]
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    result: TypeExpr
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Node):
    """`terrain: Terrain`, `bugs: Int = …`, of a component or a board."""

    name: Name
    type: TypeExpr
    value: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Component(Node):
    """`piece Hut (huts): 40 per Player`."""

    kind: Literal["card", "tile", "piece", "token"]
    name: Name
    plural: Name | None
    copies: Expr | None
    per: Name | None
    generators: tuple[Generator, ...]
    sides: tuple[Name, ...]
    active_at: Name | None
    fields: tuple[Field, ...]
    docs: tuple[Doc | Ruling, ...]
    boards: tuple[Board, ...]
    rules: tuple[React, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inline(Node):
    """`field value` on the line of a row."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell(Node):
    """`field: …`. For an `action` column the value is `ActionValue`; a line that is also an expression stays one."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Side(Node):
    name: Name
    inline: tuple[Inline, ...]
    cells: tuple[Cell, ...]
    rules: tuple[React | ChangeItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Node):
    """A named card, tile, … (or a space of a graph board)."""

    name: Name
    title: Text | None
    count: Int | None
    copies: Expr | None
    generators: tuple[Generator, ...]
    inline: tuple[Inline, ...]
    cells: tuple[Cell, ...]
    sides: tuple[Side, ...]
    docs: tuple[Doc | Ruling, ...]
    rules: tuple[React | ChangeItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Node):
    """`cards of T: …` or `cards of T from "file.csv"`; `read_rows` of the loader fills `rows` from the file."""

    type: Name
    rows: tuple[Row, ...]
    source: Text | None = None
    word: Literal["cards", "tiles", "pieces", "tokens"] = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key(Node):
    """`per Player`, `per Pen as e`."""

    type: Name
    binding: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneModifier(Node):
    """`hidden`, `seen by owner`, `size hidden`, `top face up`, `refilled from Z`, `reshuffled [at once] from Z`,
    `accepts C`."""

    kind: Literal[
        "hidden", "seen by", "size hidden", "top face up", "refilled", "reshuffled", "reshuffled at once", "accepts"
    ]
    name: Name | None = None
    expression: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Node):
    name: Name
    per: tuple[Key, ...]
    kind: Literal["set", "deck", "stack", "list", "bag", "row", "one"]
    size: Expr | None
    type: Name
    modifiers: tuple[ZoneModifier, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VarModifier(Node):
    """`at least n` (low), `a to b` (low, high), `clamped`, `each turn|phase|round` (scope), `while in Z` (zone)."""

    kind: Literal["at least", "range", "clamped", "each", "while in"]
    low: Expr | None = None
    high: Expr | None = None
    scope: Literal["turn", "phase", "round"] | None = None
    zone: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackColumn(Node):
    """`coins: 0 1 3 6 9 12 15` under a variable."""

    name: Name
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Var(Node):
    name: Name
    singular: Name | None
    per: tuple[Key, ...]
    type: TypeExpr
    initial: Expr | None
    modifiers: tuple[VarModifier, ...]
    columns: tuple[TrackColumn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeLine(Node):
    """`north - island x2`, `a -> b`."""

    left: Name
    right: Name
    directed: bool
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Spaces(Node):
    """`spaces Region: a, b` (rows), or from a file, or bare."""

    type: Name
    rows: tuple[Row, ...]
    source: Text | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges(Node):
    type: Name
    edges: tuple[EdgeLine, ...]
    source: Text | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Node):
    name: Name
    map: TextMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Sectors(Node):
    """`from E placed 2 x 2, turned 0 or 180`."""

    source: Expr
    columns: int
    rows: int
    turned: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Node):
    """A board. `columns` x `rows` of a grid; both None if not given."""

    name: Name
    per: tuple[Key, ...]
    kind: Literal["hex grid", "square grid", "graph", "directed graph", "slots"]
    columns: int | None
    rows: int | None
    shifted: Literal["odd", "even"] | None
    generators: tuple[Generator, ...]
    fields: tuple[Field, ...]
    parts: tuple[Spaces | Edges | Layer | Sectors, ...]
    docs: tuple[Doc | Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Define(Node):
    name: Name
    title: Text | None
    parameters: tuple[Parameter, ...]
    result: TypeExpr
    body: Expr
    docs: tuple[Doc | Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Node):
    name: Name
    title: Text | None
    parameters: tuple[Parameter, ...]
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder(Node):
    """`x`, `x: Hut` in the brackets of an event."""

    name: Name
    type: Name | None


@dataclass(frozen=True, slots=True, kw_only=True)
class On(Node):
    """`before|after|instead of NAME(args) [by p] [as name]: …`. The name of a menu is its path: `turn.menu`."""

    when: Literal["before", "after", "instead of"]
    event: Name
    binders: tuple[Binder, ...]
    by: Name | None
    name: Name | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class When(Node):
    """`when C as name:`, `when E reaches n for r in R:`, `when E falls to n:`."""

    condition: Expr
    edge: Literal["reaches", "falls to"] | None
    threshold: Expr | None
    generator: Generator | None
    name: Name | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Anytime(Node):
    once: bool
    test: Expr | None
    name: Name | None
    body: Block


React = On | When | Anytime


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(Node):
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Node):
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Category(Node):
    """`castles "Castles": E`, or `for each g in X: g.gold` (name is None)."""

    name: Name | None
    title: Text | None
    generator: Generator | None
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Node):
    categories: tuple[Category, ...]
    docs: tuple[Doc | Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerKey(Node):
    kind: Literal["most", "fewest", "shared"]
    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner(Node):
    keys: tuple[WinnerKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter(Node):
    letter: str
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters(Node):
    board: Name
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddValues(Node):
    """`add lodge, crossroads to Kind`."""

    values: tuple[EnumValue, ...]
    type: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Case(Node):
    name: Name
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Node):
    """`option kraken "The Kraken": Bool = no` (values is `(Bool,)`), `option map: forest, frozen, random = random`."""

    name: Name
    title: Text | None
    values: tuple[Name, ...]
    default: Expr
    items: tuple[Item, ...]
    cases: tuple[Case, ...]
    docs: tuple[Doc, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Path(Node):
    """`build.space`, `Goal.fishermen.gold`."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Automa(Node):
    name: Name
    title: Text | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Node):
    path: Path
    player: Expr
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Treat(Node):
    types: tuple[Name, ...]
    as_type: Name
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Restrict(Node):
    paths: tuple[Path, ...]
    player: Expr | None
    test: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCase(Node):
    pattern: Pattern
    path: Path
    value: Expr | Block


@dataclass(frozen=True, slots=True, kw_only=True)
class AddItems(Node):
    """`add to turn.menu: may rest, once`: more to choose from in a menu, of the kind that it has."""

    path: Path
    items: tuple[Entry | OptionArm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeItem(Node):
    """`change can_stay(s) = base and …`."""

    path: Path
    parameters: tuple[Name, ...]
    player: Expr | None
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(Node):
    path: Path
    parameters: tuple[Name, ...]
    player: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Node):
    paths: tuple[Path, ...]
    player: Expr | None


# ------------------------------------------------------------------ scenarios


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot(Node):
    """A thing or place named in a scenario: `guild.podium[1]`, `agnes.goods[wood]`, `number red 3`.

    `values` are the atoms after the first name (a generated component is called by its values); `count` a number in
    front (`3 herring`), `turned` and `showing` what may stand behind.
    """

    place: Expr
    values: tuple[Expr, ...] = ()
    count: int | None = None
    turned: int | None = None
    showing: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply(Node):
    """An answer, if need be after the rule that asks: `build r3c5`, `yes`, `done`, `{a, b}`."""

    words: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactIs(Node):
    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class FactHolds(Node):
    """`Z holds a, b` (exactly, top first), `Z starts a, b`, `pieces at s, t`."""

    kind: Literal["holds", "starts", "at"]
    place: Expr
    items: tuple[Spot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactShowing(Node):
    place: Expr
    side: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class FactTurn(Node):
    """`turn of p [after A, B]`."""

    player: Name
    after: tuple[Reply, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactFlow(Node):
    """`round n`, `pass n`, `phase name`."""

    kind: Literal["round", "pass", "phase"]
    number: int | None = None
    name: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChance(Node):
    items: tuple[Spot, ...]


Fact = FactIs | FactHolds | FactShowing | FactTurn | FactFlow | FactChance


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Node):
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioWhen(Node):
    player: Name
    replies: tuple[Reply, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimIs(Node):
    """A condition that must hold; `because` names the reason expected with it."""

    test: Expr
    because: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimHolds(Node):
    place: Expr
    items: tuple[Spot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimOffered(Node):
    """`build r15c8 is [not] offered [because "…"]`."""

    reply: Reply
    offered: bool
    because: Text | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimExactly(Node):
    """`offered: a, b`: exactly these (none at all if empty)."""

    replies: tuple[Reply, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEntry(Node):
    category: Name
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimScore(Node):
    player: Name
    entries: tuple[ScoreEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimTurn(Node):
    player: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWinners(Node):
    players: tuple[Name, ...]


Claim = ClaimIs | ClaimHolds | ClaimOffered | ClaimExactly | ClaimScore | ClaimTurn | ClaimWinners


@dataclass(frozen=True, slots=True, kw_only=True)
class Then(Node):
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioWith(Node):
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioPlayers(Node):
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioOption(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Node):
    """`scenario "…" [from "p. 9"]:` with its parts in the order written; `when` and `then` may alternate."""

    title: Text
    source: Text | None
    docs: tuple[Doc | Ruling, ...]
    parts: tuple[ScenarioPlayers | ScenarioWith | ScenarioOption | Given | ScenarioWhen | Then, ...]


Item = (
    Header | Language | Version | Include | Use | Needs | Players | FirstPlayer | Order | Enum | TypeDef | Const | Table
    | Component | Rows | Zone | Var | Board | Define | Action | On | When | Anytime | Setup | Turn | Round | Phase
    | Turns | Score | Winner | Ruling | Letters | AddValues | Option | Automa | Answer | Treat | Restrict | AddCase
    | AddItems | ChangeItem | Replace | Remove | Scenario
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class File(Node):
    """One rules file."""

    items: tuple[Item, ...]
