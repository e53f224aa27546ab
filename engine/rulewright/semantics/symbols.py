"""What every global name means. In: the composed items. Out: one table by kind of thing, and a message for each clash.

Enum values, rows and options live in their type and are found by the expected type; everything else shares one space
of names, so that a word means one thing wherever it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.core import types as t
from rulewright.core.vocabulary import WORDS
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics.compose import Composed, option_values
from rulewright.semantics.libraries import Filled
from rulewright.semantics.walk import below, children
from rulewright.syntax import ast

BUILT_IN_TYPES: dict[str, t.Type] = {
    "Int": t.INT,
    "Bool": t.BOOL,
    "Text": t.TEXT,
    "Player": t.PLAYER,
    "Space": t.Space(),
    "Edge": t.Edge(),
    "Path": t.Path(),
    "Map": t.Map(),
    "Shape": t.Shape(),
    "Placement": t.Placement(),
    "action": t.Action(),
    "score": t.Score(),
    "any.component": t.Component(),
}


Treats = Mapping[str, tuple[str, ...]]
"""For a component type all that count as it, itself first."""


@dataclass(slots=True)
class Symbols:
    """The declarations of one game, each under its name, in the order declared.

    `says_my`: definitions that belong to a player, and where each first says so; `needs_me`: those and all that are
    worked out from them. `acted`: phases in which somebody acts. `where`: the place of every name that means one thing
    in the whole game. `bases`: what a changed rule calls `base`, by its own name the path it belongs to. `libraries`:
    the files of those taken in, each with the words that are filled in; `wants`: what each calls what it wants, for
    messages.
    """

    header: ast.Header
    options: dict[str, tuple[ast.Option, str]] = field(default_factory=dict)
    enums: dict[str, ast.Enum] = field(default_factory=dict)
    unions: dict[str, ast.TypeDef] = field(default_factory=dict)
    components: dict[str, ast.Component] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    singulars: dict[str, str] = field(default_factory=dict)
    rows: dict[str, list[ast.Row]] = field(default_factory=dict)
    row_types: dict[str, list[str]] = field(default_factory=dict)
    value_types: dict[str, list[str]] = field(default_factory=dict)
    space_types: dict[str, tuple[str, ast.Spaces]] = field(default_factory=dict)
    edge_types: dict[str, tuple[str, ast.Edges]] = field(default_factory=dict)
    consts: dict[str, ast.Const] = field(default_factory=dict)
    tables: dict[str, ast.Table] = field(default_factory=dict)
    defines: dict[str, ast.Define] = field(default_factory=dict)
    actions: dict[str, ast.Action] = field(default_factory=dict)
    zones: dict[str, ast.Zone] = field(default_factory=dict)
    vars: dict[str, ast.Var] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    boards: dict[str, ast.Board] = field(default_factory=dict)
    letters: dict[str, list[ast.Letter]] = field(default_factory=dict)
    phases: dict[str, ast.Phase] = field(default_factory=dict)
    acted: set[str] = field(default_factory=set)
    needs_me: set[str] = field(default_factory=set)
    says_my: dict[str, Span] = field(default_factory=dict)
    treats: dict[str, Treats] = field(default_factory=dict)
    where: dict[str, Span] = field(default_factory=dict)
    bases: Mapping[str, str] = field(default_factory=dict)
    libraries: dict[str, frozenset[str]] = field(default_factory=dict)
    wants: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def values(self, enum: str) -> tuple[str, ...]:
        """The values of an enum, or of an option that is no Bool, in order."""
        if enum in self.enums:
            return tuple(value.name.text for value in self.enums[enum].values)
        return option_values(self.options[enum][0])

    def kind_of(self, name: str) -> str | None:
        """What a declared name is, in a word with its article."""
        kinds: tuple[tuple[Container[str], str], ...] = (
            (self.zones, "a zone"),
            (self.vars, "a variable"),
            (self.defines, "a definition"),
            (self.tables, "a table"),
            (self.consts, "a constant"),
            (self.actions, "an action"),
            (self.boards, "a board"),
            (self.enums, "an enum"),
            (self.unions, "a type"),
            (self.options, "an option"),
            (self.space_types, "a type of spaces"),
            (self.edge_types, "a type of edges"),
            (self.phases, "a phase"),
        )
        if name in self.components:
            return f"a type of {self.components[name].kind}s"
        if name in self.plurals:
            return f"the set of every {self.plurals[name]}"
        return next((kind for names, kind in kinds if name in names), None)

    def column_of(self, enum: str, name: str) -> ast.Parameter | None:
        if enum not in self.enums:
            return None
        return next((p for p in self.enums[enum].parameters if p.name.text == name), None)

    def field_of(self, component: str, name: str) -> ast.Field | None:
        if component not in self.components:
            return None
        return next((f for f in self.components[component].fields if f.name.text == name), None)


def collect(composed: Composed, report: Report) -> Symbols:
    """The table of names. Reports names declared twice and words that belong to the language."""
    symbols = Symbols(composed.header, bases=composed.bases)
    for item in composed.items:
        if isinstance(item, Filled):
            filled = symbols.libraries.get(item.header.span.source.name, frozenset())
            words = {node.text for _, value in item.wants for node in below(value) if isinstance(node, ast.Name)}
            symbols.libraries[item.header.span.source.name] = filled | words
            symbols.wants[item.header.span.source.name] = tuple(want.name.text for want in item.header.parameters)
    for option in composed.declared:
        _declare(symbols, option.name, report)
        symbols.options[option.name.text] = (option, composed.options[option.name.text])
        if option_values(option) != ("no", "yes"):
            for value in option_values(option):
                symbols.value_types.setdefault(value, []).append(option.name.text)
    for item in composed.items:
        _collect_item(symbols, item, report)
    for item in composed.items:
        _collect_additions(symbols, item, report)
    _find_my(symbols, composed.impersonal)
    return symbols


def _collect_item(symbols: Symbols, item: ast.Item, report: Report) -> None:
    match item:
        case ast.Enum():
            if _declare(symbols, item.name, report):
                symbols.enums[item.name.text] = item
                _values(symbols, item.name.text, item.values)
        case ast.TypeDef():
            if _declare(symbols, item.name, report):
                symbols.unions[item.name.text] = item
        case ast.Component():
            if _declare(symbols, item.name, report):
                symbols.components[item.name.text] = item
                if item.plural is not None and _declare(symbols, item.plural, report):
                    symbols.plurals[item.plural.text] = item.name.text
                symbols.singulars[_snake(item.name.text)] = item.name.text
                for board in item.boards:
                    _collect_item(symbols, board, report)
        case ast.Const():
            if _declare(symbols, item.name, report):
                symbols.consts[item.name.text] = item
        case ast.Table():
            if _declare(symbols, item.name, report):
                symbols.tables[item.name.text] = item
        case ast.Define():
            if _declare(symbols, item.name, report):
                symbols.defines[item.name.text] = item
        case ast.Action():
            if _declare(symbols, item.name, report):
                symbols.actions[item.name.text] = item
        case ast.Zone():
            if _declare(symbols, item.name, report):
                symbols.zones[item.name.text] = item
        case ast.Var():
            if _declare(symbols, item.name, report):
                symbols.vars[item.name.text] = item
                symbols.units[item.name.text] = item.name.text
                if item.singular is not None:
                    symbols.units[item.singular.text] = item.name.text
        case ast.Board():
            if _declare(symbols, item.name, report):
                symbols.boards[item.name.text] = item
                for part in item.parts:
                    match part:
                        case ast.Spaces() if _declare(symbols, part.type, report):
                            symbols.space_types[part.type.text] = (item.name.text, part)
                        case ast.Edges() if _declare(symbols, part.type, report):
                            symbols.edge_types[part.type.text] = (item.name.text, part)
                        case _:
                            pass
        case _:
            pass


def _collect_additions(symbols: Symbols, item: ast.Item, report: Report) -> None:
    """What adds to a declaration, wherever it stands: rows, values, letters."""
    match item:
        case ast.Rows():
            _collect_rows(symbols, item, report)
        case ast.AddValues():
            if item.type.text in symbols.unions:
                _add_members(symbols, symbols.unions[item.type.text], item, report)
                return
            enum = symbols.enums.get(item.type.text)
            if enum is None:
                word = item.type.text
                card = symbols.components.get(word)
                rows = f"a row more is written under `{card.kind}s of {word}:`" if card is not None else None
                _missing(item.type, "enum", symbols.enums, report, rows)
                return
            added: list[ast.EnumValue] = []
            for value in item.values:
                first = next((old for old in (*enum.values, *added) if old.name.text == value.name.text), None)
                if first is not None:
                    report.error(
                        codes.DUPLICATE,
                        value.name.span,
                        f"`{value.name.text}` is a value of `{enum.name.text}` already",
                        labels=[Label(first.name.span, "here first")],
                    )
                else:
                    added.append(value)
            symbols.enums[enum.name.text] = ast.Enum(
                span=enum.span, name=enum.name, parameters=enum.parameters, values=(*enum.values, *added)
            )
            _values(symbols, enum.name.text, added)
        case ast.Letters():
            if item.board.text not in symbols.boards:
                _missing(item.board, "board", symbols.boards, report)
                return
            letters = symbols.letters.setdefault(item.board.text, [])
            for letter in item.letters:
                earlier = next((old for old in letters if old.letter == letter.letter), None)
                if earlier is not None or letter.letter == ".":
                    report.error(
                        codes.DUPLICATE,
                        letter.span,
                        f"the letter `{letter.letter}` has a meaning already",
                        label="" if earlier is not None else "it always stands for nothing",
                        labels=[Label(earlier.span, "here first")] if earlier is not None else [],
                    )
                else:
                    letters.append(letter)
        case _:
            if isinstance(item, ast.Setup | ast.Turn | ast.Round | ast.Turns | ast.Phase | ast.Action):
                _collect_phases(symbols, item, isinstance(item, ast.Turn | ast.Action))


def _collect_rows(symbols: Symbols, item: ast.Rows, report: Report) -> None:
    kind = item.type.text
    component = symbols.components.get(kind)
    if component is None:
        guess = nearest(kind, symbols.components)
        report.error(
            codes.WRONG_KIND if kind in symbols.where else codes.UNKNOWN,
            item.type.span,
            f"`{kind}` is {symbols.kind_of(kind)}, which has no rows"
            if kind in symbols.where
            else f"there is no type of {item.word} called `{kind}`",
            help=f"did you mean `{guess}`?" if guess else None,
            fixes=respelling(item.type.span, kind, symbols.components),
        )
        return
    if item.word != f"{component.kind}s":
        report.error(
            codes.WRONG_KIND,
            item.type.span,
            f"`{kind}` is a type of {component.kind}s, not of {item.word}",
            labels=[Label(component.name.span, "declared here")],
            help=f"write `{component.kind}s of {kind}`",
        )
    known = symbols.rows.setdefault(kind, [])
    names = {row.name.text: row for row in known}
    for row in item.rows:
        if row.name.text in names:
            report.error(
                codes.DUPLICATE,
                row.name.span,
                f"`{row.name.text}` is a row of `{kind}` already",
                labels=[Label(names[row.name.text].name.span, "declared here first")],
            )
            continue
        names[row.name.text] = row
        known.append(row)
        symbols.row_types.setdefault(row.name.text, []).append(kind)


def _missing(name: ast.Name, kind: str, known: Iterable[str], report: Report, cure: str | None = None) -> None:
    known = list(known)
    guess = nearest(name.text, known)
    report.error(
        codes.MISSING_TARGET,
        name.span,
        f"there is no {kind} `{name.text}` to add to",
        help=cure or (f"did you mean `{guess}`?" if guess else None),
        fixes=() if cure else respelling(name.span, name.text, known),
    )


def _collect_phases(symbols: Symbols, node: ast.Node, acted: bool) -> None:
    """Every phase, and whether somebody is acting where it stands."""
    if isinstance(node, ast.Phase):
        symbols.phases.setdefault(node.name.text, node)
        if acted:
            symbols.acted.add(node.name.text)
    acted = acted or isinstance(node, ast.Turns | ast.EachPlayer | ast.As | ast.Everyone)
    for child in children(node):
        _collect_phases(symbols, child, acted)


def _add_members(symbols: Symbols, union: ast.TypeDef, item: ast.AddValues, report: Report) -> None:
    known = {member.text for member in union.members}
    added = tuple(value.name for value in item.values if value.name.text not in known)
    for value in item.values:
        if value.name.text in known:
            report.error(
                codes.DUPLICATE, value.name.span, f"`{value.name.text}` belongs to `{union.name.text}` already"
            )
    symbols.unions[union.name.text] = ast.TypeDef(span=union.span, name=union.name, members=(*union.members, *added))


def _values(symbols: Symbols, enum: str, values: Iterable[ast.EnumValue]) -> None:
    for value in values:
        symbols.value_types.setdefault(value.name.text, []).append(enum)


def _declare(symbols: Symbols, name: ast.Name, report: Report) -> bool:
    """Whether the name is free; otherwise the clash is reported."""
    if name.text in symbols.where:
        first = symbols.where[name.text]
        in_library = not symbols.libraries.keys().isdisjoint((first.source.name, name.span.source.name))
        report.error(
            codes.DUPLICATE,
            name.span,
            f"`{name.text}` is declared twice",
            labels=[Label(first, "declared here first")],
            help="give yours another name, or all names of the library a beginning of their own: `use … as NAME`"
            if in_library
            else "give one of them another name",
        )
        return False
    if name.text in WORDS or name.text in BUILT_IN_TYPES or name.text in RESERVED:
        report.error(codes.RESERVED, name.span, f"`{name.text}` is a word of the language", help="choose another name")
        return False
    symbols.where[name.text] = name.span
    return True


RESERVED = frozenset({"me", "it", "none", "yes", "no", "box", "supply", "base", "this", "left", "right"})


def _snake(name: str) -> str:
    """`FishCard` as a word: `fish_card`."""
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def _find_my(symbols: Symbols, impersonal: Container[str]) -> None:
    """Which definitions say `my`, and which need an acting player through what they call.

    An impersonal one belonged to nobody before it was changed: it is called as before, for whoever acts there.
    """
    for name, define in symbols.defines.items():
        mine = (
            n for n in below(define.body) if isinstance(n, ast.My) or (isinstance(n, ast.Ref) and n.name.text == "me")
        )
        if (first := next(mine, None)) is not None:
            symbols.needs_me.add(name)
            if name not in impersonal:
                symbols.says_my[name] = first.span
    used = {name: _leans_on(symbols, define) for name, define in symbols.defines.items()}
    needs = symbols.needs_me | {name for name, words in used.items() if words & {"opponents", "me"}}
    grown = True
    while grown:
        grown = False
        for name, words in used.items():
            if name not in needs and words & needs:
                needs.add(name)
                grown = True
    symbols.needs_me = needs


def _leans_on(symbols: Symbols, define: ast.Define) -> set[str]:
    """The words through which a definition may need the acting player: others it mentions, and `score` columns."""
    scores = {
        field.name.text
        for component in symbols.components.values()
        for field in component.fields
        if isinstance(field.type, ast.NamedType) and field.type.name.text == "score"
    }
    found: set[str] = set()
    for node in below(define.body):
        match node:
            case ast.Ref(name=name) | ast.Call(name=name) | ast.Of(name=name):
                found.add(name.text)
            case ast.Linked(relation=name):
                found.add(name.text)
            case ast.Its(name=name) | ast.Dot(name=name) if name.text in scores:
                found.add("me")
            case ast.Can():
                found.add("me")
            case ast.Its(name=name) | ast.Dot(name=name):
                other = symbols.defines.get(name.text)
                given = len(node.arguments or ()) if isinstance(node, ast.Dot) else 0
                if other is not None and len(other.parameters) == given + 1:
                    found.add(name.text)
            case _:
                pass
    return found


def is_grid_name(name: str, columns: int, rows: int) -> bool:
    """Whether it is `r3c5` or the like, on a grid of this size."""
    head, _, tail = name[1:].partition("c")
    if name[:1] != "r" or not (head + tail).isascii() or not head.isdigit() or not tail.isdigit():
        return False
    return name == f"r{int(head)}c{int(tail)}" and int(head) < rows and int(tail) < columns


def off_the_grids(symbols: Symbols, name: str, guess: str | None) -> str | None:
    """What to say of a name of the kind that spaces of a grid have here or elsewhere, where none is called so."""
    sizes = {board.name.text: grid_size(board) for board in symbols.boards.values() if grid_size(board) != (0, 0)}
    if sizes and re.fullmatch(r"r[0-9]+c[0-9]+", name):
        board, (columns, rows) = max(sizes.items(), key=lambda each: each[1])
        return f"on `{board}` rows are 0 to {rows - 1} and columns 0 to {columns - 1}"
    if sizes and guess is None and re.fullmatch(r"[A-Za-z][0-9]{1,2}", name):
        return "a space is called by its row and its column, both counted from 0: `r0c0`"
    return None


def grid_size(board: ast.Board) -> tuple[int, int]:
    """Columns and rows of a grid, from its first line or else from its picture; 0 and 0 if neither says so.

    Of lines that are not equally long most are taken to be right.
    """
    if board.columns is not None and board.rows is not None:
        return board.columns, board.rows
    for part in board.parts:
        if isinstance(part, ast.Layer) and part.map.lines:
            lengths = Counter(len(line.text) for line in part.map.lines)
            return lengths.most_common(1)[0][0], len(part.map.lines)
    return 0, 0
