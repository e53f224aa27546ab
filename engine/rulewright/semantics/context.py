"""Where an expression or statement stands: what its names mean, which slots it may use, what is allowed there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Routine, Rule
from rulewright.core.vocabulary import WORDS
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import exchange, respelling
from rulewright.report.merging import DECLARED
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics.symbols import BUILT_IN_TYPES, RESERVED, Symbols, Treats, off_the_grids
from rulewright.syntax import ast

NO_TREATS: Treats = {}


@dataclass(slots=True)
class Game:
    """One game while it is elaborated: its names, and the routines and rules found so far.

    `seats` holds the names of players where they are known (scenarios), in seating order. `computed` holds the columns
    that are worked out, as `Type.column`; `nobody` the routines that begin while nobody acts; `answered` the paths of
    menus that reactions name, `menus` those that are there; `unused` each `let` that nothing reads; `broken` the
    constants that have been complained about, `numbers` those that are numbers, with their values; `put_in` is how many
    nodes stand in the rules for other constants, `refused` what was said of those too large; `questions` counts those
    of a rule and of what it calls `base` together.

    `spread` are the types that some rule lays on several spaces at once; `unions` those that treats make of types;
    `treated` the paths at which treats were looked for; `copies` the definitions that are worked out under other treats
    than their own, by name; `words` the names in a definition and in those it reads.

    `doubtful` are the declared types that something did not fit when all was gone through before, `doubted` those that
    something does not fit now: whether the declaration is wrong or what is given, nobody can tell. `asked` are the
    attributes of what is not there: declared with it, they are missed elsewhere too; `behind` are words behind a value
    of an enum that should have none, since a comma is missing between two values; `untyped` are types that are not
    there.
    """

    symbols: Symbols
    report: Report
    routines: dict[str, Routine] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    seats: Sequence[str] = ()
    restricts: dict[str, list[ast.Restrict]] = field(default_factory=dict)
    restricted: set[str] = field(default_factory=set)
    additions: dict[str, list[ast.AddItems]] = field(default_factory=dict)
    extended: set[str] = field(default_factory=set)
    consts_open: list[str] = field(default_factory=list)
    circular: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    numbers: dict[str, tree.Const] = field(default_factory=dict)
    put_in: int = 0
    refused: list[Diagnostic] = field(default_factory=list)
    unused: list[ast.Name] = field(default_factory=list)
    computed: dict[str, tree.Expr] = field(default_factory=dict)
    nobody: list[str] = field(default_factory=list)
    answered: frozenset[str] = frozenset()
    menus: list[str] = field(default_factory=list)
    spread: frozenset[str] = frozenset()
    questions: dict[str, dict[str, int]] = field(default_factory=dict)
    unions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    treated: dict[str, None] = field(default_factory=dict)
    copies: dict[str, tuple[ast.Define, Treats]] = field(default_factory=dict)
    words: dict[str, frozenset[str]] = field(default_factory=dict)
    doubtful: frozenset[Span] = frozenset()
    doubted: set[Span] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    behind: set[str] = field(default_factory=set)
    untyped: set[str] = field(default_factory=set)

    def treats_at(self, path: str) -> Treats:
        """What the rules say that counts as what, in the part of them that has this path."""
        self.treated[path] = None
        return self.symbols.treats.get(path, NO_TREATS)


@dataclass(slots=True)
class Context:
    """The inside of one routine.

    `me`: whether somebody acts. `this`: the type of the carrier. `chance`: whether chance may be drawn. `before`:
    statements that come first (what `the x` demands); None where nothing may fail. `path`: in front of the names of
    questions. `its`: what is being tested, innermost last. `narrowed`: types found by `is` in a condition in force.
    `picks`: what each player has chosen for themselves, read as `my pick`. `read`: slots that something reads.
    `treats`: the treats in force. `coming`: the name that a statement is about to give, known from its next line on.
    """

    game: Game
    slots: list[str]
    scopes: list[dict[str, tree.Local]]
    me: bool = True
    this: t.Type | None = None
    chance: bool = False
    before: list[tree.Stmt] | None = None
    path: str = ""
    its: list[tree.Expr] = field(default_factory=list)
    narrowed: dict[str, t.Type] = field(default_factory=dict)
    questions: dict[str, int] = field(default_factory=dict)
    picks: set[str] = field(default_factory=set)
    read: set[int] = field(default_factory=set)
    treats: Treats = field(default_factory=dict)
    base: str | None = None
    base_args: tuple[tree.Expr, ...] = ()
    coming: str = ""

    @property
    def symbols(self) -> Symbols:
        return self.game.symbols

    @property
    def report(self) -> Report:
        return self.game.report

    def local(self, name: str) -> tree.Local | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    @property
    def locals(self) -> list[str]:
        """Every local name in reach, outer ones first."""
        return [name for scope in self.scopes for name in scope]

    def slot(self, name: str) -> int:
        """A new slot; the name is for messages and saves."""
        self.slots.append(name)
        return len(self.slots) - 1

    def bind(self, name: ast.Name, type: t.Type) -> tree.Local:
        """A new local of the innermost scope. Hiding another name is reported."""
        outer = self.local(name.text)
        first = outer.span if outer is not None else self.symbols.where.get(name.text)
        library = self.symbols.libraries.get(name.span.source.name)
        if outer is None and library is not None and name.text not in library:
            first = None  # a library does not know what its game declares; here the word is the library's
        if first is not None or name.text in RESERVED or (name.text in WORDS and not WORDS[name.text].parameters):
            self.report.error(
                codes.SHADOW,
                name.span,
                f"`{name.text}` already means something here",
                labels=[] if first is None else [Label(first, "this")],
                help="give this one another name"
                if library is None
                else "the library uses the word itself: give yours another name",
            )
        local = tree.Local(span=name.span, type=type, slot=self.slot(name.text), name=name.text)
        self.scopes[-1][name.text] = local
        return local

    def anonymous(self, type: t.Type, span: Span, name: str = "it") -> tree.Local:
        return tree.Local(span=span, type=type, slot=self.slot(name), name=name)

    @contextmanager
    def scope(self) -> Iterator[None]:
        self.scopes.append({})
        try:
            yield
        finally:
            self.scopes.pop()

    @contextmanager
    def testing(self, thing: tree.Expr) -> Iterator[None]:
        """Inside, `it` is that thing; nothing in there may be a demand."""
        before, self.before = self.before, None
        kept = self.narrowed
        self.narrowed = {name: type for name, type in kept.items() if name != "it"}
        self.its.append(thing)
        try:
            yield
        finally:
            self.its.pop()
            self.narrowed = kept
            self.before = before

    @contextmanager
    def tested(self) -> Iterator[None]:
        """Where it is not sure that this is worked out at all, or how often: nothing in there may be a demand."""
        before, self.before = self.before, None
        try:
            yield
        finally:
            self.before = before

    def question(self, name: str) -> str:
        """A path for a question, made different from earlier ones of the same name."""
        path = self.next_question(name)
        plain = f"{self.path}.{name}" if self.path else name
        self.questions[plain] = self.questions.get(plain, 0) + 1
        return path

    def next_question(self, name: str) -> str:
        """The path that the next question of this name will have."""
        plain = f"{self.path}.{name}" if self.path else name
        count = self.questions.get(plain, 0) + 1
        return plain if count == 1 else f"{plain}{count}"


def new_context(game: Game, path: str, *, me: bool = True, this: t.Type | None = None, chance: bool = False) -> Context:
    """A context with the two slots every routine has."""
    cx = Context(game=game, slots=["me", "this"], scopes=[{}], me=me, this=this, chance=chance, path=path)
    cx.treats = game.treats_at(path)
    if path in game.symbols.bases.values():
        cx.questions = game.questions.setdefault(path, {})
    return cx


def type_named(game: Game, name: ast.Name) -> t.Type:
    """What a type's name means; an unknown one is reported."""
    found = named_type(game.symbols, name.text)
    if isinstance(found, t.Shape | t.Placement):
        game.report.error(
            codes.LATER_PLACEMENT,
            name.span,
            "shapes and placements are part of the language, but not yet played",
            label="not played yet",
            help="leave it out for now",
        )
        return t.UNKNOWN
    if found is not None:
        return found
    symbols = game.symbols
    types = (symbols.enums, symbols.unions, symbols.components, symbols.space_types, symbols.edge_types)
    known = [*BUILT_IN_TYPES, *(each for table in types for each in table)]
    known += symbols.wants.get(name.span.source.name, ())
    usual = USUAL_TYPES.get(name.text.casefold())
    if usual is not None and not any(each.casefold() == name.text.casefold() for each in known):
        message = f"there is no type called `{name.text}`"
        cure = f"it is called `{usual}` here"
        game.report.error(codes.UNKNOWN, name.span, message, help=cure, fixes=exchange(name.span, usual))
        return t.UNKNOWN
    not_there(game, name, "type", known)
    game.untyped.add(name.text)
    return t.UNKNOWN


USUAL_TYPES = {
    "str": "Text",
    "string": "Text",
    "integer": "Int",
    "number": "Int",
    "boolean": "Bool",
}
"""What other languages call the types that every game has."""


def not_there(game: Game, name: ast.Name, wanted: str, known: Iterable[str], otherwise: str | None = None) -> None:
    """Says that nothing of the wanted kind has this name: it is something else, or nothing at all. `otherwise`: the
    cure where no name is alike."""
    known = list(known)
    guess = nearest(name.text, known)
    kind = game.symbols.kind_of(name.text)
    where = game.symbols.where.get(name.text)
    if kind is not None:
        game.report.error(
            codes.WRONG_KIND,
            name.span,
            f"`{name.text}` is {kind}, not {with_article(wanted)}",
            label=f"no {wanted}",
            labels=[] if where is None else [Label(where, "declared here")],
            help=f"did you mean `{guess}`?" if guess else otherwise,
            fixes=respelling(name.span, name.text, known),
        )
        return
    if wanted == "zone" and (named_so := off_the_grids(game.symbols, name.text, guess)):
        game.report.error(codes.UNKNOWN, name.span, f"there is no space called `{name.text}`", help=named_so)
        return
    game.report.error(
        codes.UNKNOWN,
        name.span,
        f"there is no {wanted} called `{name.text}`",
        label="not declared",
        labels=declared_here(game.symbols, guess),
        help=f"did you mean `{guess}`?" if guess else otherwise,
        fixes=respelling(name.span, name.text, known),
    )


def declared_here(symbols: Symbols, guess: str | None) -> list[Label]:
    """A label at the declaration of a name that is offered."""
    if guess is None or guess not in symbols.where:
        return []
    return [Label(symbols.where[guess], f"`{guess}` is declared here")]


def named_type(symbols: Symbols, name: str) -> t.Type | None:
    if name in BUILT_IN_TYPES:
        return BUILT_IN_TYPES[name]
    if name in symbols.enums or (name in symbols.options and name not in symbols.where):
        return t.Enum(name)
    if name in symbols.components:
        return t.Component(name)
    if name in symbols.unions:
        return t.Union(name, tuple(member.text for member in symbols.unions[name].members))
    if name in symbols.space_types or name in symbols.boards:
        return t.Space(name)
    if name in symbols.edge_types:
        return t.Edge(name)
    return None


def type_of(game: Game, written: ast.TypeExpr) -> t.Type:
    """The type that was written."""
    match written:
        case ast.NamedType():
            return type_named(game, written.name)
        case ast.MaybeType():
            return t.Maybe(type_of(game, written.inner))
        case ast.OfType():
            inner = type_of(game, written.inner)
            return t.Set(inner) if written.kind == "set" else t.List(inner) if written.kind == "list" else t.Zone(inner)


def trusted(game: Game, written: ast.TypeExpr) -> t.Type:
    """The type that was written, for those who read what it is declared for; unknown if something does not fit it."""
    return t.UNKNOWN if written.span in game.doubtful else type_of(game, written)


def declared_as(game: Game, written: ast.TypeExpr) -> tuple[Label, ...]:
    """A label at a declared type that something does not fit; it is doubted from now on."""
    game.doubted.add(written.span)
    return (Label(written.span, DECLARED),)


def result_of(game: Game, declared: ast.Define | ast.Table) -> t.Type:
    """What a definition or table gives."""
    return trusted(game, declared.result)


R = TypeVar("R")


def in_turn(cx: Context, reads: Iterable[Callable[[], R]]) -> Iterator[R]:
    """Parts that stand side by side, such as the arguments of a call. If one is of a wrong type nothing is said of the
    types behind it: two that changed places are one mistake.
    """
    wrong = False
    for reading in reads:
        before = cx.report.count
        value = reading()
        if cx.report.count > before:
            if wrong:
                cx.report.take_back(before, _OF_A_TYPE)
            wrong = wrong or any(code in _OF_A_TYPE for code in cx.report.since(before))
        yield value


_OF_A_TYPE = (codes.MISMATCH, codes.NOT_A_SET)


def unknown(span: Span) -> tree.Expr:
    """Stands for something already reported."""
    return tree.Const(span=span, type=t.UNKNOWN, value=None)


def op(name: str, type: t.Type, span: Span, *args: tree.Expr) -> tree.Op:
    return tree.Op(span=span, type=type, name=name, args=args)


def text(value: str, span: Span) -> tree.Const:
    return tree.Const(span=span, type=t.TEXT, value=value)


def constant(value: object, type: t.Type, span: Span) -> tree.Const:
    return tree.Const(span=span, type=type, value=value)


def so_many(game: Game, number: tree.Expr, most: int, what: str, *, range_of: bool = False) -> tree.Expr:
    """The number of things there are; a message, and none of them, if it is known and more than a table can hold, or
    fewer than none. Of the numbers of a range there may be fewer than none: that is an empty one.
    """
    if isinstance(number, tree.Const) and isinstance(number.value, int) and number.value < 0 and not range_of:
        game.report.error(codes.MISMATCH, number.span, f"there cannot be {number.value} {what}", help="at least 0")
        return constant(0, t.INT, number.span)
    if isinstance(number, tree.Const) and isinstance(number.value, int) and number.value > most:
        told = f"{number.value:,} {what} are more than a table can hold"
        game.report.error(codes.TOO_MANY, number.span, told, help=f"at most {most:,} go together")
        return constant(0, t.INT, number.span)
    return number


def acting(cx: Context, span: Span) -> tree.Expr:
    """The acting player; reported where it is nobody."""
    if not cx.me:
        cx.report.error(
            codes.NO_ME,
            span,
            "nobody is acting here",
            label="whose?",
            help="say `as p:` or `each player:`, or name the player: `p.coins`",
        )
        return unknown(span)
    return tree.Local(span=span, type=t.PLAYER, slot=tree.ME, name="me")


def may_spread(game: Game, type: t.Type) -> bool:
    """Whether a component of this type may lie on several spaces."""
    match type:
        case t.Component(""):
            return bool(game.spread)
        case t.Component(name):
            return name in game.spread
        case t.Union(members=members):
            return any(name in game.spread for name in members)
        case t.Maybe(of):
            return may_spread(game, of)
        case _:
            return False


def with_article(word: str) -> str:
    """`a Card`, `an Int`, `none`."""
    return word if word == "none" else f"{'an' if word[0] in 'AEIOUaeiou' else 'a'} {word}"
