"""The parser's tree to the surface tree. In: branches and words as the grammar names them. Out: nodes of `ast`.

One entry for each rule of the grammar, found by the name of the rule: in `PLAIN` where its parts are the parts of
one node, else a function. Knows the shape of the parser's tree, not the parser. A rule that is only part of another
(`plural`, `grid_size`) gives a plain value.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Source, Span
from rulewright.syntax import ast, messages


class Word(Protocol):
    """A word or sign as it was read."""

    type: str
    value: str
    start_pos: int
    end_pos: int


class Branch(Protocol):
    """What a rule of the grammar has read: its name, and its parts, with None for each part left out."""

    data: str
    children: list[Any]
    meta: Any


class Unreadable(Exception):  # noqa: N818 - not a failure of the program
    """The text is no rules file; carries what to say about it."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


DEEPEST = 200
"""How deep rules of the grammar may lie in each other: a block takes three of them, a bracket too. Whatever walks the
tree needs up to four calls for each, and Python allows a thousand.
"""

MOST_ARMS = 60
"""How often one `if` may go on with `else if`; each lies in the one before it when it is played."""

LARGEST_DIGITS = 15


def build(tree: Branch, source: Source) -> ast.File:
    builder = Builder(source)
    return ast.File(items=builder.all(tree.children), span=Span(source, 0, len(source.text)))


class Builder:
    """Where the text is, and how deep in the tree we are."""

    __slots__ = ("depth", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.depth = 0

    def node(self, part: Any) -> Any:
        """What a part stands for: a branch by its rule, a word by its kind, nothing for a part left out."""
        if part is None:
            return None
        children = getattr(part, "children", None)
        if children is None:
            return WORDS.get(part.type, Builder.name)(self, part)
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable(messages.too_deep(self.source, self.span(part).start))
        made = RULES[part.data](self, part, *children)
        self.depth -= 1
        return made

    def all(self, parts: Iterable[Any]) -> tuple[Any, ...]:
        return tuple([self.node(part) for part in parts if part is not None])

    def span(self, part: Any) -> Span:
        meta = getattr(part, "meta", part)
        return Span(self.source, meta.start_pos, meta.end_pos)

    def name(self, word: Word) -> ast.Name:
        text = word.value
        if not text.isascii():
            if odd := messages.odd_sign_in(self.source, word.start_pos, word.end_pos):
                raise Unreadable(odd)
            text = composed(text)
        return ast.Name(text=text, span=Span(self.source, word.start_pos, word.end_pos))

    def text(self, word: Word) -> ast.Text:
        return ast.Text(value=self.bare(word), span=self.span(word))

    def bare(self, text: Word) -> str:
        """Without its quotes or bars."""
        return self.shown(text)[1:-1]

    def shown(self, word: Word) -> str:
        """A text, or a line or letter of a map: what people will see as it stands."""
        if not word.value.isprintable() and (odd := messages.steering(self.source, word.start_pos, word.end_pos)):
            raise Unreadable(odd)
        return word.value

    def whole(self, word: Word) -> ast.Int:
        """Of `12`, and of `x12`."""
        return ast.Int(value=self.number(word), span=self.span(word))

    def number(self, word: Word) -> int:
        digits = word.value.removeprefix("x")
        if len(digits) > LARGEST_DIGITS:
            self.refuse(word, "this number is too large", f"a number has at most {LARGEST_DIGITS} digits")
        return int(digits)

    def refuse(self, part: Any, message: str, cure: str, code: codes.Code = codes.TOO_LARGE) -> None:
        raise Unreadable(Diagnostic(code=code, span=self.span(part), message=message, help=cure))


WORDS: dict[str, Callable[[Builder, Any], Any]] = {
    "INT": Builder.whole,
    "STRING": Builder.text,
    "COPIES": Builder.whole,
}
"""How a word that is left in the tree is read; the others are names."""


def composed(text: str) -> str:
    """One form for letters that can be written in two ways."""
    return unicodedata.normalize("NFC", text)


N = TypeVar("N")


def of_kind(kind: type[N], parts: Iterable[Any]) -> tuple[N, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


def first_of(kind: type[N], parts: Iterable[Any]) -> N | None:
    return next((part for part in parts if isinstance(part, kind)), None)


def texts(parts: Iterable[Any]) -> tuple[ast.Doc | ast.Ruling, ...]:
    return tuple(part for part in parts if isinstance(part, ast.Doc | ast.Ruling))


def apart_from_texts(parts: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts if not isinstance(part, ast.Doc | ast.Ruling))


def rules(parts: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, ast.On | ast.When | ast.Anytime | ast.ChangeItem))


# ------------------------------------------------------------------ rules whose parts are the parts of a node

Rule = Callable[..., Any]

PLAIN: dict[str, tuple[Any, ...]] = {
    # 1. files
    "include": (ast.Include, "path"),
    "language": (ast.Language, "version"),
    "version": (ast.Version, "number"),
    "fits_one": (ast.Fits, "low"),
    "fits_from": (ast.Fits, "low", {"or_more": True}),
    "fits_between": (ast.Fits, "low", "high"),
    "use": (ast.Use, "library", "parameters?", "alias"),
    "use_parameter": (ast.UseParameter, "name", "value"),
    "requires": (ast.Needs, "names", {"kind": "requires"}),
    "excludes": (ast.Needs, "names", {"kind": "excludes"}),
    "order": (ast.Order,),
    # 2. values
    "enum": (ast.Enum, "name", "parameters?", "*values"),
    "enum_value": (ast.EnumValue, "name", "*cells"),
    "union": (ast.TypeDef, "name", "*members"),
    "const": (ast.Const, "name", "value"),
    "table": (ast.Table, "name", "parameters", "result", "*rows"),
    "parameter": (ast.Parameter, "name", "type"),
    "wanted": (ast.Wanted, "name", "type", "per", "default"),
    "named_type": (ast.NamedType, "name"),
    # 3. components
    "field": (ast.Field, "name", "type", "value"),
    "inline": (ast.Inline, "name", "value"),
    # 4. where things are
    "key": (ast.Key, "type", "binding"),
    # 5. boards
    "layer": (ast.Layer, "name", "map"),
    "letters": (ast.Letters, "board", "*letters"),
    # 6. expressions
    "name": (ast.Ref, "name"),
    "no": (ast.No,),
    "this": (ast.This,),
    "sorted": (ast.Sorted, "source", "*keys"),
    "not": (ast.Not, "operand"),
    "can": (ast.Can, "action"),
    "any_of": (ast.Some, "source", {"kind": "any"}),
    "none_of": (ast.Some, "source", {"kind": "no"}),
    "any_has": (ast.Quantified, "variable", "source", "test", {"kind": "any"}),
    "every_has": (ast.Quantified, "variable", "source", "test", {"kind": "every"}),
    "no_has": (ast.Quantified, "variable", "source", "test", {"kind": "no"}),
    "negate": (ast.Negate, "operand"),
    "choice": (ast.Choice, "test", "then", "otherwise"),
    "of": (ast.Of, "name", "operand"),
    "the": (ast.The, "operand"),
    "range": (ast.Range, "low", "high"),
    "at": (ast.At, "things", "place"),
    "linked": (ast.Linked, "things", "relation"),
    "dot": (ast.Dot, "base", "name"),
    "dot_call": (ast.Dot, "base", "name", "arguments"),
    "index": (ast.Index, "base", "keys"),
    "call": (ast.Call, "name", "arguments"),
    "my": (ast.My, "name"),
    "my_call": (ast.My, "name", "arguments"),
    "its": (ast.Its, "name"),
    "group": (ast.Group, "inner"),
    "comprehension": (ast.Comprehension, "body", "*generators"),
    "set_literal": (ast.SetLiteral, "*items"),
    "generator": (ast.Generator, "variable", "source"),
    # 7. definitions and actions
    "value_let": (ast.LetValue, "name", "value", "body"),
    "value_arm": (ast.ValueArm, "test", "binding", "body"),
    "value_match": (ast.MatchValue, "subject", "*arms"),
    "value_case": (ast.MatchValueArm, "pattern", "body"),
    "type_pattern": (ast.Pattern, "type", "binding"),
    "name_pattern": (ast.Pattern, "names"),
    "number_pattern": (ast.Pattern, "*numbers"),
    "else_pattern": (ast.Pattern,),
    "action": (ast.Action, "name", "title", "parameters?", "body"),
    "as_player": (ast.As, "player", "body"),
    "each_player": (ast.EachPlayer, "start", "body"),
    "arm": (ast.Arm, "test", "binding", "body"),
    "match": (ast.Match, "subject", "*arms"),
    "case_arm": (ast.MatchArm, "pattern", "body"),
    "choose": (ast.Choose, "howmany", "variable", "source", "such_that"),
    "exactly": (ast.HowMany, "amount", {"kind": "exactly"}),
    "up_to": (ast.HowMany, "amount", {"kind": "up to"}),
    "any_number": (ast.HowMany, {"kind": "any number", "amount": None}),
    "together": (ast.Together, "body"),
    "unit": (ast.Unit, "name", "key"),
    "set_to": (ast.SetTo, "place", "value"),
    "let": (ast.Let, "name", "value"),
    "require": (ast.Require, "test"),
    "move": (ast.Move, "things", "to"),
    "move_to_bottom": (ast.Move, "things", "to", {"bottom": True}),
    "place_on": (ast.Place, "thing", "on", "binding"),
    "draw": (ast.Draw, "amount", "source", "to", "binding", {"exactly": False}),
    "draw_exactly": (ast.Draw, "amount", "source", "to", "binding", {"exactly": True}),
    "deal": (ast.Deal, "amount", "source", "to"),
    "roll": (ast.Roll, "amount", "what", "binding"),
    "pass_on": (ast.Pass, "zone", "to"),
    "shuffle": (ast.Shuffle, "zone"),
    "flip": (ast.Flip, "things", "to"),
    "reveal": (ast.Reveal, "things"),
    "show": (ast.Show, "things", "to"),
    "show_that": (ast.ShowThat, "test"),
    "do": (ast.Do, "action"),
    "do_if_possible": (ast.Do, "action", {"if_possible": True}),
    "do_else": (ast.Do, "action", "otherwise"),
    "next_turn": (ast.NextTurn, "player"),
    # 8. reactions
    "binder": (ast.Binder, "name", "type"),
    # 9. flow, end, score
    "setup": (ast.Setup, "body"),
    "turn": (ast.Turn, "body"),
    "round_times": (ast.Round, "times", "body", {"until": None}),
    "round_until": (ast.Round, "until", "body", {"times": None}),
    "phase": (ast.Phase, "name", "title", "body"),
    "turns": (ast.Turns, "queue", "until", "body"),
    "category": (ast.Category, "name", "title", "value", {"generator": None}),
    "winner": (ast.Winner, "*keys"),
    # 10. options and expansions
    "case": (ast.Case, "name", "*items"),
    "add_case": (ast.AddCase, "pattern", "path", "value"),
    "add_items": (ast.AddItems, "path", "*items"),
    "treat": (ast.Treat, "types", "as_type", "paths"),
    "restrict": (ast.Restrict, "paths", "player", "test"),
    "change": (ast.ChangeItem, "path", "parameters?", "player", "body"),
    "replace": (ast.Replace, "path", "parameters?", "player", "body"),
    "remove": (ast.Remove, "paths", "player"),
    "automa": (ast.Automa, "name", "title"),
    "answer": (ast.Answer, "path", "player", "value"),
    "path": (ast.Path, "*names"),
    # 11. scenarios
    "scenario_with": (ast.ScenarioWith, "names"),
    "scenario_players": (ast.ScenarioPlayers, "names"),
    "scenario_option": (ast.ScenarioOption, "name", "value"),
    "given": (ast.Given, "*facts"),
    "fact_is": (ast.FactIs, "place", "value"),
    "fact_holds": (ast.FactHolds, "place", "*items", {"kind": "holds"}),
    "fact_starts": (ast.FactHolds, "place", "*items", {"kind": "starts"}),
    "fact_at": (ast.FactHolds, "place", "*items", {"kind": "at"}),
    "fact_showing": (ast.FactShowing, "place", "side"),
    "fact_chance": (ast.FactChance, "*items"),
    "fact_phase": (ast.FactFlow, "name", {"kind": "phase"}),
    "fact_turn": (ast.FactTurn, "player", "after?"),
    "thing_value": (ast.Spot, "place"),
    "scenario_when": (ast.ScenarioWhen, "player", "*replies"),
    "reply": (ast.Reply, "*words"),
    "then": (ast.Then, "*claims"),
    "claim_holds": (ast.ClaimHolds, "place", "*items"),
    "claim_exactly": (ast.ClaimExactly, "*replies"),
    "claim_score": (ast.ClaimScore, "player", "*entries"),
    "claim_turn": (ast.ClaimTurn, "player"),
    "claim_winners": (ast.ClaimWinners, "players"),
}
"""For each rule the node it makes, and the fields its parts are for: `parameters?` is empty if left out, `*values`
takes all further parts. Last, what the rule itself says.
"""


def _plain(make: Callable[..., Any], *shape: Any) -> Rule:
    fixed = shape[-1] if shape and isinstance(shape[-1], dict) else {}
    fields = [field for field in shape if isinstance(field, str)]
    rest = fields.pop()[1:] if fields and fields[-1].startswith("*") else None
    names = [field.removesuffix("?") for field in fields]
    optional = [field.removesuffix("?") for field in fields if field.endswith("?")]

    def read(b: Builder, tree: Branch, *parts: Any) -> Any:
        made = {name: b.node(part) for name, part in zip(names, parts, strict=rest is None)}
        for name in optional:
            made[name] = made[name] or ()
        if rest is not None:
            made[rest] = b.all(parts[len(names) :])
        return make(**made, **fixed, span=b.span(tree))

    return read


RULES: dict[str, Rule] = {name: _plain(*shape) for name, shape in PLAIN.items()}


def rule(function: Rule) -> Rule:
    """The function reads the rule of its own name (with an underscore at the end where Python needs one)."""
    RULES[function.__name__.rstrip("_")] = function
    return function


def _all(b: Builder, tree: Branch, *parts: Any) -> tuple[Any, ...]:
    """A list of parts is what stands in it."""
    return b.all(parts)


def _only(b: Builder, tree: Branch, part: Any) -> Any:
    """Some rules only give their part a place."""
    return b.node(part)


for _name in ("names", "parameters", "wants", "use_parameters", "per", "arguments", "replies", "paths"):
    RULES[_name] = _all
for _name in ("plural", "per_one", "else", "then_do", "if_possible", "at_most", "bound", "int", "string"):
    RULES[_name] = _only

# ------------------------------------------------------------------ 1. files


def _header(kind: Any) -> Rule:
    def read(b: Builder, tree: Branch, *parts: Any) -> ast.Header:
        name, title, base, fits, parameters = None, None, None, None, None
        match kind:
            case "game":
                name, title, *head = parts
            case "expansion":
                name, title, base, fits, *head = parts
            case "library":
                name, title, parameters, *head = parts
            case _:
                base, *head = parts
        return ast.Header(
            kind=kind,
            name=b.node(name),
            title=b.node(title),
            base=b.node(base),
            docs=b.all(head),
            parameters=b.node(parameters) or (),
            fits=b.node(fits),
            span=b.span(tree),
        )

    return read


for _name in ("game", "expansion", "library", "scenarios"):
    RULES[_name] = _header(_name)


@rule
def doc(b: Builder, tree: Branch, text: Word) -> ast.Doc:
    return ast.Doc(text=b.bare(text), span=b.span(tree))


@rule
def ruling(b: Builder, tree: Branch, text: Word) -> ast.Ruling:
    return ast.Ruling(text=b.bare(text), span=b.span(tree))


@rule
def players(b: Builder, tree: Branch, low: Word, high: Word | None, text: Word | None) -> ast.Players:
    return ast.Players(low=b.whole(low), high=b.whole(high or low), text=b.node(text), span=b.span(tree))


@rule
def first_player(b: Builder, tree: Branch, value: Any, text: Word | None = None) -> ast.FirstPlayer:
    who = b.node(value)
    if text is not None and who.text != "random":
        cure = 'write `first player: random "the youngest player"`, or leave the text out'
        b.refuse(text, "a text stands only after `random`", cure, codes.UNEXPECTED)
    random = text is not None or (isinstance(who, ast.Ref) and who.name.text == "random")
    return ast.FirstPlayer(text=b.node(text), expression=None if random else who, span=b.span(tree))


# ------------------------------------------------------------------ 2. values


@rule
def maybe_type(b: Builder, tree: Branch, name: Word) -> ast.MaybeType:
    return ast.MaybeType(inner=ast.NamedType(name=b.name(name), span=b.span(name)), span=b.span(tree))


@rule
def of_type(b: Builder, tree: Branch, word: Branch, inner: Any) -> ast.OfType:
    return ast.OfType(kind=_word(word), inner=b.node(inner), span=b.span(tree))


def _word(branch: Branch) -> Any:
    """The words of a rule that is nothing but words."""
    return " ".join(word.value for word in branch.children)


@rule
def table_row(b: Builder, tree: Branch, key: Any, value: Any) -> ast.TableRow:
    low: ast.Int | None = None
    high: ast.Int | None = None
    values: tuple[ast.Name, ...] = ()
    match key.data:
        case "between":
            low, high = b.all(key.children)
        case "or_more":
            low = b.node(key.children[0])
        case "names":
            values = b.node(key)
        case "other":
            pass
        case _:
            low = high = b.node(key)
    return ast.TableRow(
        low=low, high=high, or_more=key.data == "or_more", names=values, value=b.node(value), span=b.span(tree)
    )


@rule
def negative_int(b: Builder, tree: Branch, number: Word) -> ast.Int:
    return ast.Int(value=-b.number(number), span=b.span(tree))


# ------------------------------------------------------------------ 3. components


@rule
def component(
    b: Builder, tree: Branch, kind: Branch, name: Word, plural: Any, copies: Any, *parts: Any
) -> ast.Component:
    amount, per, generators = b.node(copies) or (None, None, ())
    made = b.all(parts)
    return ast.Component(
        kind=_word(kind),
        name=b.name(name),
        plural=b.node(plural),
        copies=amount,
        per=per,
        generators=generators,
        sides=next((part["sides"] for part in of_kind(dict, made) if "sides" in part), ()),
        active_at=next((part["active"] for part in of_kind(dict, made) if "active" in part), None),
        fields=of_kind(ast.Field, made),
        docs=texts(made),
        boards=of_kind(ast.Board, made),
        rules=rules(made),
        span=b.span(tree),
    )


@rule
def component_copies(b: Builder, tree: Branch, amount: Any, per: Any = None) -> tuple[Any, Any, tuple[Any, ...]]:
    if getattr(amount, "data", "") == "copies":
        number, generators = b.node(amount)
        return number, None, generators
    return b.node(amount), b.node(per), ()


@rule
def copies(b: Builder, tree: Branch, amount: Any, *generators: Any) -> tuple[ast.Expr, tuple[ast.Generator, ...]]:
    return b.node(amount), b.all(generators)


@rule
def sides(b: Builder, tree: Branch, *names: Word) -> dict[str, tuple[ast.Name, ...]]:
    return {"sides": b.all(names)}


@rule
def active_at(b: Builder, tree: Branch, place: Word) -> dict[str, ast.Name]:
    return {"active": b.name(place)}


@rule
def rows(b: Builder, tree: Branch, word: Branch, type_: Word, *parts: Any) -> ast.Rows:
    made = b.all(parts)
    return ast.Rows(
        type=b.name(type_),
        rows=of_kind(ast.Row, made),
        source=first_of(ast.Text, made),
        word=_word(word),
        span=b.span(tree),
    )


@rule
def row(b: Builder, tree: Branch, name: Word, title: Word | None, count: Word | None, *parts: Any) -> ast.Row:
    made = b.all(parts)
    amount, generators = first_of(tuple, made) or (None, ())
    return ast.Row(
        name=b.name(name),
        title=b.node(title),
        count=b.node(count),
        copies=amount,
        generators=generators,
        inline=of_kind(ast.Inline, made),
        cells=of_kind(ast.Cell, made),
        sides=of_kind(ast.Side, made),
        docs=texts(made),
        rules=rules(made),
        span=b.span(tree),
    )


@rule
def side(b: Builder, tree: Branch, name: Word, *parts: Any) -> ast.Side:
    made = b.all(parts)
    return ast.Side(
        name=b.name(name),
        inline=of_kind(ast.Inline, made),
        cells=of_kind(ast.Cell, made),
        rules=rules(made),
        span=b.span(tree),
    )


@rule
def cell(b: Builder, tree: Branch, name: Word, value: Any) -> ast.Cell:
    made = b.node(value)
    if isinstance(made, ast.Block):
        made = ast.ActionValue(body=made, span=made.span)
    return ast.Cell(name=b.name(name), value=made, span=b.span(tree))


@rule
def text_map(b: Builder, tree: Branch, *lines: Word) -> ast.TextMap:
    places = (Span(b.source, line.start_pos + 1, line.end_pos - 1) for line in lines)
    rows = (ast.Name(text=composed(b.bare(line)), span=place) for line, place in zip(lines, places, strict=True))
    return ast.TextMap(lines=tuple(rows), span=b.span(tree))


# ------------------------------------------------------------------ 4. where things are


@rule
def zone(b: Builder, tree: Branch, name: Word, keys: Any, kind: Branch, *modifiers: Any) -> ast.Zone:
    words = kind.children
    return ast.Zone(
        name=b.name(name),
        per=b.node(keys) or (),
        kind=words[0].value if len(words) > 1 else "set",
        size=b.node(words[2]) if len(words) == 4 else None,
        type=b.name(words[-1]),
        modifiers=b.all(modifiers),
        span=b.span(tree),
    )


@rule
def zone_modifier(b: Builder, tree: Branch, *parts: Any) -> ast.ZoneModifier:
    words = " ".join(part.value for part in parts if getattr(part, "type", "NAME") != "NAME").removesuffix(" from")
    kind: Any = words
    match words:
        case "seen by":
            return ast.ZoneModifier(kind=kind, name=b.name(parts[-1]), span=b.span(tree))
        case "accepts" | "refilled" | "reshuffled" | "reshuffled at once":
            return ast.ZoneModifier(kind=kind, expression=b.node(parts[-1]), span=b.span(tree))
        case _:
            return ast.ZoneModifier(kind=kind, span=b.span(tree))


@rule
def var(b: Builder, tree: Branch, name: Word, plural: Any, keys: Any, type_: Any, initial: Any, *parts: Any) -> ast.Var:
    made = b.all(parts)
    return ast.Var(
        name=b.name(name),
        singular=b.node(plural),
        per=b.node(keys) or (),
        type=b.node(type_),
        initial=b.node(initial),
        modifiers=of_kind(ast.VarModifier, made),
        columns=of_kind(ast.TrackColumn, made),
        span=b.span(tree),
    )


@rule
def var_modifier(b: Builder, tree: Branch, *parts: Any) -> ast.VarModifier:
    span = b.span(tree)
    match getattr(parts[0], "type", ""):
        case "AT":
            return ast.VarModifier(kind="at least", low=b.node(parts[2]), span=span)
        case "CLAMPED":
            return ast.VarModifier(kind="clamped", span=span)
        case "EACH":
            return ast.VarModifier(kind="each", scope=parts[1].value, span=span)
        case "WHILE":
            return ast.VarModifier(kind="while in", zone=b.name(parts[2]), span=span)
        case _:
            return ast.VarModifier(kind="range", low=b.node(parts[0]), high=b.node(parts[2]), span=span)


@rule
def track_column(b: Builder, tree: Branch, name: Word, *values: Any) -> ast.TrackColumn:
    return ast.TrackColumn(name=b.name(name), values=tuple(value.value for value in b.all(values)), span=b.span(tree))


# ------------------------------------------------------------------ 5. boards

BOARDS: dict[str, Any] = {
    "hex_grid": "hex grid",
    "square_grid": "square grid",
    "graph": "graph",
    "directed_graph": "directed graph",
    "slots": "slots",
}


@rule
def board(b: Builder, tree: Branch, name: Word, keys: Any, kind: Branch, shift: Any, *parts: Any) -> ast.Board:
    about = b.all(kind.children)
    columns, rows = first_of(tuple, about) or (None, None)
    made = b.all(parts)
    return ast.Board(
        name=b.name(name),
        per=b.node(keys) or (),
        kind=BOARDS[kind.data],
        columns=columns,
        rows=rows,
        shifted=shift.children[1].value if shift is not None else None,
        generators=of_kind(ast.Generator, about),
        fields=of_kind(ast.Field, made),
        parts=tuple(part for part in made if isinstance(part, ast.Spaces | ast.Edges | ast.Layer | ast.Sectors)),
        docs=texts(made),
        span=b.span(tree),
    )


@rule
def grid_size(b: Builder, tree: Branch, columns: Word, rows: Word) -> tuple[int, int]:
    return b.number(columns), b.number(rows)


@rule
def spaces(b: Builder, tree: Branch, type_: Word, *parts: Any) -> ast.Spaces:
    made = b.all(parts)
    named = tuple(_bare_row(name) for name in first_of(tuple, made) or ())
    rows = named + of_kind(ast.Row, made)
    return ast.Spaces(type=b.name(type_), rows=rows, source=first_of(ast.Text, made), span=b.span(tree))


def _bare_row(name: ast.Name) -> ast.Row:
    return ast.Row(
        name=name,
        title=None,
        count=None,
        copies=None,
        generators=(),
        inline=(),
        cells=(),
        sides=(),
        docs=(),
        rules=(),
        span=name.span,
    )


@rule
def edges(b: Builder, tree: Branch, type_: Word, *parts: Any) -> ast.Edges:
    made = b.all(parts)
    lines = of_kind(ast.EdgeLine, made)
    return ast.Edges(type=b.name(type_), edges=lines, source=first_of(ast.Text, made), span=b.span(tree))


@rule
def edge(b: Builder, tree: Branch, left: Word, arrow: Word, right: Word, count: Word | None) -> ast.EdgeLine:
    return ast.EdgeLine(
        left=b.name(left),
        right=b.name(right),
        directed=arrow.value == "->",
        count=1 if count is None else b.number(count),
        span=b.span(tree),
    )


@rule
def sectors(b: Builder, tree: Branch, source: Any, size: Any, turned: Any) -> ast.Sectors:
    columns, rows = b.node(size)
    return ast.Sectors(
        source=b.node(source), columns=columns, rows=rows, turned=b.node(turned) or (), span=b.span(tree)
    )


@rule
def turned(b: Builder, tree: Branch, *angles: Word) -> tuple[int, ...]:
    return tuple(b.number(angle) for angle in angles)


@rule
def letter(b: Builder, tree: Branch, sign: Word, *values: Any) -> ast.Letter:
    return ast.Letter(letter=composed(b.shown(sign)), values=b.all(values), span=b.span(tree))


# ------------------------------------------------------------------ 6. expressions


@rule
def sort_key(b: Builder, tree: Branch, key: Any, descending: Word | None) -> ast.SortKey:
    return ast.SortKey(key=b.node(key), descending=descending is not None, span=b.span(tree))


def _binary(b: Builder, tree: Branch, left: Any, *rest: Any) -> ast.Expr:
    """`a + b`, `a not in b`, `a next to b`."""
    words = [word.value for word in rest[:-1]]
    span = b.span(tree)
    operator: Any = "in" if words[0] == "not" else " ".join(words)
    made = ast.Binary(operator=operator, left=b.node(left), right=b.node(rest[-1]), span=span)
    return ast.Not(operand=made, span=span) if words[0] == "not" else made


RULES["binary"] = _binary


@rule
def is_(b: Builder, tree: Branch, operand: Any, *words: Word) -> ast.Is:
    return ast.Is(operand=b.node(operand), name=b.name(words[-1]), negated=len(words) == 3, span=b.span(tree))


@rule
def divide(b: Builder, tree: Branch, left: Any, slash: Word, right: Any, rounded: Word, way: Word) -> ast.Divide:
    direction: Any = way.value
    return ast.Divide(left=b.node(left), right=b.node(right), rounded=direction, span=b.span(tree))


@rule
def where(b: Builder, tree: Branch, source: Any, word: Word, test: Any) -> ast.Where:
    return ast.Where(source=b.node(source), test=b.node(test), span=b.span(tree))


@rule
def having(b: Builder, tree: Branch, source: Any, word: Word, extreme: Word, key: Any) -> ast.Having:
    which: Any = extreme.value
    return ast.Having(source=b.node(source), extreme=which, key=b.node(key), span=b.span(tree))


@rule
def at_linked(b: Builder, tree: Branch, things: Any, place: Any, relation: Word) -> ast.Linked:
    left, right = b.node(things), b.node(place)
    inside = ast.At(things=left, place=right, span=left.span.to(right.span))
    return ast.Linked(things=inside, relation=b.name(relation), span=b.span(tree))


# ------------------------------------------------------------------ 7. definitions and actions


@rule
def define(b: Builder, tree: Branch, name: Word, title: Any, parameters: Any, result: Any, *parts: Any) -> ast.Define:
    *docs, body = b.all(parts)
    return ast.Define(
        name=b.name(name),
        title=b.node(title),
        parameters=b.node(parameters) or (),
        result=b.node(result),
        body=body,
        docs=tuple(docs),
        span=b.span(tree),
    )


@rule
def value_if(b: Builder, tree: Branch, *parts: Any) -> ast.IfValue:
    _demand_few_arms(b, parts)
    *arms, otherwise = b.all(parts)
    return ast.IfValue(arms=tuple(arms), otherwise=otherwise, span=b.span(tree))


@rule
def block(b: Builder, tree: Branch, *parts: Any) -> ast.Block:
    made = b.all(parts)
    return ast.Block(docs=texts(made), statements=apart_from_texts(made), span=b.span(tree))


RULES["line"] = block


@rule
def for_each(b: Builder, tree: Branch, variable: Word, source: Any, ordered: Any, body: Any) -> ast.For:
    return ast.For(
        variable=b.name(variable),
        source=b.node(source),
        any_order=ordered is not None,
        body=b.node(body),
        span=b.span(tree),
    )


@rule
def repeat(b: Builder, tree: Branch, head: Branch, body: Any) -> ast.Repeat:
    first, second = b.node(head.children[0]), b.node(head.children[1])
    times, test, binding = (first, second, None) if head.data == "repeat_times" else (None, first, second)
    return ast.Repeat(times=times, test=test, binding=binding, body=b.node(body), span=b.span(tree))


def _demand_few_arms(b: Builder, parts: tuple[Any, ...]) -> None:
    if len(parts) > MOST_ARMS:
        cure = "ask with `match`, or look it up in a `table`"
        b.refuse(parts[MOST_ARMS], f"this `if` goes on with `else if` more than {MOST_ARMS} times", cure)


@rule
def if_(b: Builder, tree: Branch, *parts: Any) -> ast.If:
    _demand_few_arms(b, parts)
    made = b.all(parts)
    return ast.If(arms=of_kind(ast.Arm, made), otherwise=first_of(ast.Block, made), span=b.span(tree))


@rule
def may(b: Builder, tree: Branch, text: Word, body: Any, otherwise: Any = None) -> ast.May:
    return ast.May(text=b.bare(text), body=b.node(body), otherwise=b.node(otherwise), span=b.span(tree))


RULES["may_line"] = may


@rule
def choose_block(b: Builder, tree: Branch, head: Any, *parts: Any) -> ast.Choose:
    asked: ast.Choose = b.node(head)
    made = b.all(parts)
    return ast.Choose(
        howmany=asked.howmany,
        variable=asked.variable,
        source=asked.source,
        such_that=asked.such_that,
        docs=texts(made),
        preferences=apart_from_texts(made),
        span=b.span(tree),
    )


@rule
def choose_one(b: Builder, tree: Branch, *parts: Any) -> ast.ChooseOne:
    made = b.all(parts)
    return ast.ChooseOne(docs=texts(made), options=of_kind(ast.OptionArm, made), span=b.span(tree))


@rule
def option_arm(
    b: Builder, tree: Branch, name: Any, title: Any, variable: Any, source: Any, test: Any, body: Any = None
) -> ast.OptionArm:
    return ast.OptionArm(
        name=b.name(name),
        title=b.node(title),
        variable=b.node(variable),
        source=b.node(source),
        test=b.node(test),
        body=b.node(body),
        span=b.span(tree),
    )


@rule
def any_order(b: Builder, tree: Branch, *parts: Any) -> ast.AnyOrder:
    made = b.all(parts)
    return ast.AnyOrder(docs=texts(made), entries=of_kind(ast.Entry, made), span=b.span(tree))


@rule
def entry(b: Builder, tree: Branch, word: Branch, action: Any, limit: Any, test: Any) -> ast.Entry:
    unlimited = limit is not None and limit.data == "unlimited"
    return ast.Entry(
        kind=_word(word),
        action=b.node(action),
        limit=None if unlimited else b.node(limit),
        unlimited=unlimited,
        test=b.node(test),
        span=b.span(tree),
    )


@rule
def once(b: Builder, tree: Branch) -> ast.Int:
    return ast.Int(value=1, span=b.span(tree))


@rule
def everyone(b: Builder, tree: Branch, *parts: Any) -> ast.Everyone:
    made = b.all(parts)
    asks = tuple(part for part in made if isinstance(part, ast.Choose | ast.Let))
    return ast.Everyone(asks=asks, then=first_of(ast.Block, made), span=b.span(tree))


@rule
def lasting(b: Builder, tree: Branch, word: Branch, *parts: Any) -> ast.Lasting:
    return ast.Lasting(scope=_word(word), rules=b.all(parts), span=b.span(tree))


@rule
def gain(b: Builder, tree: Branch, word: Word, amount: Any, unit: Any) -> ast.Change:
    kind: Any = word.value
    return ast.Change(kind=kind, amount=b.node(amount), unit=b.node(unit), span=b.span(tree))


@rule
def log(b: Builder, tree: Branch, text: Word) -> ast.Log:
    return ast.Log(text=b.bare(text), span=b.span(tree))


@rule
def short(b: Builder, tree: Branch, *words: Word) -> ast.Simple:
    return ast.Simple(kind=_word(tree), span=b.span(tree))


# ------------------------------------------------------------------ 8. reactions


@rule
def on(b: Builder, tree: Branch, word: Branch, event: Branch, by: Any, name: Any, body: Any) -> ast.On:
    what, *binders = event.children
    return ast.On(
        when=_word(word),
        event=b.node(what),
        binders=b.all(binders),
        by=b.node(by),
        name=b.node(name),
        body=b.node(body),
        span=b.span(tree),
    )


@rule
def event_name(b: Builder, tree: Branch, *words: Word) -> ast.Name:
    """The path of a menu, `turn.menu`, is one name."""
    return ast.Name(text=".".join(b.name(word).text for word in words), span=b.span(tree))


@rule
def when(b: Builder, tree: Branch, condition: Any, edge: Any, generator: Any, name: Any, body: Any) -> ast.When:
    kinds: dict[str, Any] = {"reaches": "reaches", "falls_to": "falls to"}
    return ast.When(
        condition=b.node(condition),
        edge=None if edge is None else kinds[edge.data],
        threshold=None if edge is None else b.node(edge.children[0]),
        generator=b.node(generator),
        name=b.node(name),
        body=b.node(body),
        span=b.span(tree),
    )


@rule
def anytime(b: Builder, tree: Branch, limit: Any, test: Any, name: Any, body: Any) -> ast.Anytime:
    return ast.Anytime(
        once=limit is not None, test=b.node(test), name=b.node(name), body=b.node(body), span=b.span(tree)
    )


# ------------------------------------------------------------------ 9. flow, end, score


@rule
def score(b: Builder, tree: Branch, *parts: Any) -> ast.Score:
    made = b.all(parts)
    return ast.Score(categories=of_kind(ast.Category, made), docs=texts(made), span=b.span(tree))


@rule
def categories(b: Builder, tree: Branch, variable: Word, source: Any, value: Any) -> ast.Category:
    things = b.node(source)
    each = ast.Generator(variable=b.name(variable), source=things, span=b.span(variable).to(things.span))
    return ast.Category(name=None, title=None, generator=each, value=b.node(value), span=b.span(tree))


@rule
def winner_key(b: Builder, tree: Branch, word: Word, value: Any = None) -> ast.WinnerKey:
    kind: Any = word.value
    return ast.WinnerKey(kind=kind, value=b.node(value), span=b.span(tree))


# ------------------------------------------------------------------ 10. options and expansions


@rule
def option(b: Builder, tree: Branch, name: Word, title: Any, values: Any, default: Any, *parts: Any) -> ast.Option:
    made = b.all(parts)
    return ast.Option(
        name=b.name(name),
        title=b.node(title),
        values=b.node(values),
        default=b.node(default),
        items=tuple(part for part in made if not isinstance(part, ast.Case | ast.Doc)),
        cases=of_kind(ast.Case, made),
        docs=of_kind(ast.Doc, made),
        span=b.span(tree),
    )


@rule
def add_values(b: Builder, tree: Branch, *parts: Any) -> ast.AddValues:
    *values, type_ = b.all(parts)
    return ast.AddValues(values=tuple(values), type=type_, span=b.span(tree))


@rule
def add_case_number(b: Builder, tree: Branch, *parts: Any) -> ast.AddCase:
    *numbers, path, value = parts
    return _added(
        b, tree, ast.Pattern(numbers=b.all(numbers), span=b.span(numbers[0]).to(b.span(numbers[-1]))), path, value
    )


@rule
def add_case_from(b: Builder, tree: Branch, low: Any, path: Any, value: Any) -> ast.AddCase:
    return _added(b, tree, ast.Pattern(low=b.node(low), span=b.span(low)), path, value)


@rule
def add_case_between(b: Builder, tree: Branch, low: Any, high: Any, path: Any, value: Any) -> ast.AddCase:
    return _added(
        b, tree, ast.Pattern(low=b.node(low), high=b.node(high), span=b.span(low).to(b.span(high))), path, value
    )


def _added(b: Builder, tree: Branch, pattern: ast.Pattern, path: Any, value: Any) -> ast.AddCase:
    return ast.AddCase(pattern=pattern, path=b.node(path), value=b.node(value), span=b.span(tree))


# ------------------------------------------------------------------ 11. scenarios


@rule
def scenario(b: Builder, tree: Branch, title: Word, source: Word | None, *parts: Any) -> ast.Scenario:
    made = b.all(parts)
    return ast.Scenario(
        title=b.text(title),
        source=b.node(source),
        docs=texts(made),
        parts=apart_from_texts(made),
        span=b.span(tree),
    )


def _fact_number(kind: Any) -> Rule:
    def read(b: Builder, tree: Branch, number: Word) -> ast.FactFlow:
        return ast.FactFlow(kind=kind, number=b.number(number), span=b.span(tree))

    return read


RULES["fact_round"] = _fact_number("round")
RULES["fact_pass"] = _fact_number("pass")


@rule
def thing_named(b: Builder, tree: Branch, count: Word | None, place: Any, *rest: Any) -> ast.Spot:
    *values, angle, side = rest
    return ast.Spot(
        place=b.node(place),
        values=b.all(values),
        count=None if count is None else b.number(count),
        turned=None if angle is None else b.number(angle.children[0]),
        showing=None if side is None else b.name(side.children[0]),
        span=b.span(tree),
    )


@rule
def claim_is(b: Builder, tree: Branch, test: Any, because: Word | None) -> ast.Claim:
    """A condition; `done is offered` reads as one, and is not."""
    made = b.node(test)
    reason = b.node(because)
    if isinstance(made, ast.Is) and made.name.text == "offered":
        answer = ast.Reply(words=(made.operand,), span=made.operand.span)
        return ast.ClaimOffered(reply=answer, offered=not made.negated, because=reason, span=b.span(tree))
    return ast.ClaimIs(test=made, because=reason, span=b.span(tree))


def _claim_offered(*, offered: bool) -> Rule:
    def read(b: Builder, tree: Branch, first: Word, *parts: Any) -> ast.ClaimOffered:
        *words, because = parts
        made = (ast.Ref(name=b.name(first), span=b.span(first)), *b.all(words))
        answer = ast.Reply(words=made, span=made[0].span.to(made[-1].span))
        return ast.ClaimOffered(reply=answer, offered=offered, because=b.node(because), span=b.span(tree))

    return read


RULES["claim_offered"] = _claim_offered(offered=True)
RULES["claim_not_offered"] = _claim_offered(offered=False)


@rule
def score_entry(b: Builder, tree: Branch, category: Word, points: Any) -> ast.ScoreEntry:
    return ast.ScoreEntry(category=b.name(category), points=b.node(points).value, span=b.span(tree))
