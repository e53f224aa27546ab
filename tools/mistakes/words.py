"""What each word of a rules file is. In: a text, its surface tree, the names of its game. Out: its words, each with its
place and kind; and the signs between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core.vocabulary import WORDS
from rulewright.semantics.places import BUILT_IN_ZONES
from rulewright.semantics.symbols import BUILT_IN_TYPES, Symbols, grid_size
from rulewright.semantics.walk import children
from rulewright.syntax import ast
from rulewright.syntax.words import RESERVED

TOKEN = re.compile(
    r'(?P<text>"[^"\n]*")|(?P<remark>#[^\n]*)|(?P<map>(?m:^[ \t]*\|[^|\n]*\|))|(?P<number>[0-9]+)'
    r"|(?P<word>[^\W\d]\w*)|(?P<sign>\.\.|->|!=|<=|>=|[^\s\w])"
)

KEYWORD = "word of the language"


@dataclass(frozen=True)
class Token:
    kind: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Placed:
    """A node with those around it, the nearest first."""

    node: ast.Node
    around: tuple[ast.Node, ...] = field(repr=False)


@dataclass(frozen=True)
class Word:
    """A word in its place. `declares`: a name that is given here, not used."""

    start: int
    end: int
    text: str
    role: str
    declares: bool
    around: tuple[ast.Node, ...] = field(repr=False)


def tokens(text: str) -> Iterator[Token]:
    for match in TOKEN.finditer(text):
        yield Token(str(match.lastgroup), match.start(), match.end(), match[0])


def placed(tree: ast.Node, around: tuple[ast.Node, ...] = ()) -> Iterator[Placed]:
    """Every node of the tree, parents first."""
    yield Placed(tree, around)
    for child in children(tree):
        yield from placed(child, (tree, *around))


def words(text: str, tree: ast.File, symbols: Symbols) -> list[Word]:
    """The words of the text outside texts, remarks and maps."""
    names = {each.node.span.start: each for each in placed(tree) if isinstance(each.node, ast.Name)}
    letters = [node.span for node in (each.node for each in placed(tree)) if isinstance(node, ast.Letter)]
    found: list[Word] = []
    name: Placed | None = None
    for token in tokens(text):
        if token.kind != "word":
            continue
        name = names.get(token.start, name)
        if name is not None and name.node.span.start <= token.start and token.end <= name.node.span.end:
            role, declares = role_of(name, symbols)
            found.append(Word(token.start, token.end, token.text, role, declares, name.around))
        elif not any(span.start == token.start and token.end - token.start == 1 for span in letters):
            found.append(Word(token.start, token.end, token.text, KEYWORD, False, ()))
    return found


def known_names(trees: list[ast.Node], symbols: Symbols) -> frozenset[str]:
    """Every word that means something somewhere in a game."""
    sizes = [grid_size(board) for board in symbols.boards.values()]
    grids = {f"r{row}c{column}" for columns, rows in sizes for row in range(rows) for column in range(columns)}
    found = {node.text for tree in trees for each in placed(tree) if isinstance(node := each.node, ast.Name)}
    return frozenset(found | grids | {*WORDS, *BUILT_IN_ZONES, *BUILT_IN_TYPES, *RESERVED})


DECLARED: dict[tuple[type, str], str] = {
    (ast.Enum, "name"): "enum",
    (ast.EnumValue, "name"): "value",
    (ast.TypeDef, "name"): "type",
    (ast.Const, "name"): "constant",
    (ast.Table, "name"): "table",
    (ast.Component, "name"): "component",
    (ast.Component, "plural"): "component",
    (ast.Component, "sides"): "side",
    (ast.Field, "name"): "field",
    (ast.Row, "name"): "row",
    (ast.Zone, "name"): "zone",
    (ast.Var, "name"): "variable",
    (ast.Var, "singular"): "variable",
    (ast.Board, "name"): "board",
    (ast.Spaces, "type"): "type",
    (ast.Edges, "type"): "type",
    (ast.Define, "name"): "definition",
    (ast.Action, "name"): "action",
    (ast.Parameter, "name"): "parameter",
    (ast.Wanted, "name"): "library parameter",
    (ast.Let, "name"): "local",
    (ast.LetValue, "name"): "local",
    (ast.Choose, "variable"): "local",
    (ast.For, "variable"): "local",
    (ast.Generator, "variable"): "local",
    (ast.Quantified, "variable"): "local",
    (ast.Roll, "binding"): "local",
    (ast.Draw, "binding"): "local",
    (ast.Place, "binding"): "local",
    (ast.Arm, "binding"): "local",
    (ast.ValueArm, "binding"): "local",
    (ast.Repeat, "binding"): "local",
    (ast.OptionArm, "variable"): "local",
    (ast.Key, "binding"): "local",
    (ast.Binder, "name"): "local",
    (ast.Pattern, "binding"): "local",
    (ast.OptionArm, "name"): "option of a choice",
    (ast.On, "name"): "reaction",
    (ast.When, "name"): "reaction",
    (ast.Anytime, "name"): "reaction",
    (ast.Category, "name"): "score",
    (ast.Phase, "name"): "phase",
    (ast.Option, "name"): "option",
    (ast.Option, "values"): "value",
    (ast.Header, "name"): "header",
    (ast.Automa, "name"): "automa",
    (ast.Use, "alias"): "alias",
    (ast.ScenarioPlayers, "names"): "player",
    (ast.ChangeItem, "parameters"): "local",
    (ast.Replace, "parameters"): "local",
}

USED: dict[tuple[type, str], str] = {
    (ast.Inline, "name"): "column",
    (ast.Cell, "name"): "column",
    (ast.TrackColumn, "name"): "column",
    (ast.Layer, "name"): "column",
    (ast.Dot, "name"): "member",
    (ast.Its, "name"): "member",
    (ast.Path, "names"): "path",
    (ast.Use, "library"): "library",
    (ast.UseParameter, "name"): "library parameter",
    (ast.Needs, "names"): "expansion",
    (ast.Header, "base"): "game",
    (ast.NamedType, "name"): "type",
    (ast.Key, "type"): "type",
    (ast.Zone, "type"): "type",
    (ast.Rows, "type"): "type",
    (ast.Binder, "type"): "type",
    (ast.Pattern, "type"): "type",
    (ast.Pattern, "names"): "value",
    (ast.Treat, "types"): "type",
    (ast.Treat, "as_type"): "type",
    (ast.TypeDef, "members"): "type",
    (ast.AddValues, "type"): "type",
    (ast.Component, "per"): "type",
    (ast.Wanted, "per"): "type",
    (ast.Roll, "what"): "type",
    (ast.Letters, "board"): "board",
    (ast.Unit, "name"): "variable",
    (ast.On, "event"): "event",
    (ast.On, "by"): "event",
    (ast.Is, "name"): "value",
    (ast.TableRow, "names"): "value",
    (ast.EdgeLine, "left"): "space",
    (ast.EdgeLine, "right"): "space",
    (ast.Flip, "to"): "side",
    (ast.Side, "name"): "side",
    (ast.Case, "name"): "value",
    (ast.Spot, "showing"): "side",
    (ast.FactShowing, "side"): "side",
    (ast.FactTurn, "player"): "player",
    (ast.FactFlow, "name"): "phase",
    (ast.ScenarioWhen, "player"): "player",
    (ast.ScenarioWith, "names"): "expansion",
    (ast.ScenarioOption, "name"): "option",
    (ast.ScoreEntry, "category"): "score",
    (ast.ClaimScore, "player"): "player",
    (ast.ClaimTurn, "player"): "player",
    (ast.ClaimWinners, "players"): "player",
}


def role_of(name: Placed, symbols: Symbols) -> tuple[str, bool]:
    """What a name is, and whether it is declared here."""
    parent = name.around[0]
    key = (type(parent), _field_of(parent, name.node))
    if key == (ast.Option, "values") and isinstance(name.node, ast.Name) and name.node.text == "Bool":
        return "type", False
    if key in DECLARED:
        return DECLARED[key], True
    assert isinstance(name.node, ast.Name)
    if isinstance(parent, ast.Ref) and any(isinstance(node, ast.Reply) for node in name.around):
        return "answer", False
    return USED.get(key) or _kind(name.node.text, symbols), False


def _field_of(parent: ast.Node, child: ast.Node) -> str:
    for each in type(parent).__dataclass_fields__:
        value = getattr(parent, each)
        if value is child or (isinstance(value, tuple) and any(part is child for part in value)):
            return each
    raise AssertionError(f"{child} is no part of {parent}")


def _kind(name: str, symbols: Symbols) -> str:
    kind = symbols.kind_of(name)
    if kind is not None:
        return "component" if kind.startswith(("a type of", "the set of")) else kind.split(" ", 1)[1]
    if name in symbols.value_types:
        return "value"
    if name in symbols.row_types:
        return "row"
    if name in WORDS or name in BUILT_IN_ZONES or name in RESERVED or name in ("it", "me", "none", "yes", "base"):
        return "word of the vocabulary"
    if name in symbols.singulars or name in symbols.units:
        return "component" if name in symbols.singulars else "variable"
    if name in BUILT_IN_TYPES:
        return "type"
    return "local"
