"""Boards: attributes, letters, pictures, named spaces and edges."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_EDGES
from rulewright.core.program import BoardDecl, BoardPart
from rulewright.report import codes
from rulewright.report.fixes import respelling
from rulewright.report.suggest import nearest
from rulewright.semantics import components, pictures
from rulewright.semantics.context import (
    Game,
    constant,
    new_context,
    not_there,
    so_many,
    type_named,
    type_of,
    with_article,
)
from rulewright.semantics.declarations import cell_value, demand_known, fixed
from rulewright.semantics.expressions import expression
from rulewright.semantics.symbols import grid_size
from rulewright.syntax import ast

MOST_SPACES = 10_000


def board(game: Game, written: ast.Board) -> BoardDecl:
    name = written.name.text
    attributes = {field.name.text: type_of(game, field.type) for field in written.fields}
    computed: dict[str, tree.Expr] = {}
    for field in written.fields:
        if field.value is not None:
            cx = new_context(game, f"{name}.{field.name.text}", me=False)
            it = tree.Local(span=field.span, type=t.Space(name), slot=cx.slot("it"), name="it")
            with cx.testing(it):
                value = cell_value(cx, field.value, attributes[field.name.text], field)
            demand_known(game, value)
            computed[field.name.text] = game.computed[f"{name}.{field.name.text}"] = value
    if written.generators or any(key.type.text != "Player" for key in written.per):
        game.report.error(
            codes.LATER_BOARD, written.name.span, "a board for each of something but players cannot be played yet"
        )
    letters = _letters(game, name, attributes)
    parts = tuple(
        _part(game, written, letters, part) for part in written.parts if isinstance(part, ast.Layer | ast.Sectors)
    )
    spaces, edges = _named(game, written, attributes, computed)
    columns, rows = grid_size(written)
    pictures.check(game, written, letters)
    if written.kind in pictures.GRIDS:
        if not 0 < columns * rows <= MOST_SPACES:
            game.report.error(
                codes.MAP_SHAPE,
                written.name.span,
                f"`{name}` has {columns * rows:,} spaces" if columns else f"the size of `{name}` is missing",
                help=f"at most {MOST_SPACES:,} go together" if columns else "write `hex grid 10 x 10`, or draw a layer",
            )
        pictures.check_filled(game, written, attributes, computed, letters)
    elif written.columns is not None:
        game.report.error(codes.MAP_SHAPE, written.name.span, f"only a grid has a size; `{name}` is a {written.kind}")
    kind = "graph" if written.kind in ("graph", "directed graph") else written.kind
    return BoardDecl(
        span=written.span,
        name=name,
        keys=tuple(type_named(game, key.type) for key in written.per),
        kind=kind,  # type: ignore[arg-type]
        columns=columns,
        rows=rows,
        shifted=written.shifted or "odd",
        attributes=attributes,
        computed=computed,
        letters=letters,
        parts=parts,
        spaces=spaces,
        edges=edges,
    )


def _letters(game: Game, board: str, attributes: Mapping[str, t.Type]) -> dict[str, tuple[tuple[str, object], ...]]:
    """What each letter sets. `.` sets nothing."""
    found: dict[str, tuple[tuple[str, object], ...]] = {".": ()}
    for letter in game.symbols.letters.get(board, ()):
        sets: list[tuple[str, object]] = []
        for value in letter.values:
            made = _letter_value(game, board, attributes, value)
            if made is not None and made[0] in [name for name, _ in sets]:
                game.report.error(codes.DUPLICATE, value.span, f"the letter `{letter.letter}` sets `{made[0]}` twice")
            elif made is not None:
                sets.append(made)
        found[letter.letter] = tuple(sets)
    return found


def _letter_value(
    game: Game, board: str, attributes: Mapping[str, t.Type], value: ast.Expr
) -> tuple[str, object] | None:
    """A word sets the attribute whose type has that value, or the Bool attribute of that name."""
    if isinstance(value, ast.Int):
        numbers = [name for name, type in attributes.items() if _bare(type) == t.INT]
        if len(numbers) == 1:
            return numbers[0], value.value
    if not isinstance(value, ast.Ref):
        game.report.error(codes.CELL, value.span, "a letter stands for values of attributes")
        return None
    word = value.name.text
    if attributes.get(word) == t.BOOL:
        return word, True
    fitting: list[tuple[str, object]] = []
    known: list[str] = [name for name, type in attributes.items() if type == t.BOOL]
    for name, type in attributes.items():
        bare = _bare(type)
        if isinstance(bare, t.Enum):
            values = game.symbols.values(bare.name)
            known += values
            if word in values:
                fitting.append((name, values.index(word)))
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " and ".join(f"`{name}`" for name, _ in fitting)
        game.report.error(codes.AMBIGUOUS, value.span, f"`{word}` is a value of {names}")
        return None
    guess = nearest(word, known)
    enums = [name for name in game.symbols.value_types.get(word, ()) if name in game.symbols.enums]
    of = enums[0] if len(enums) == 1 and guess is None else None
    game.report.error(
        codes.UNKNOWN,
        value.span,
        f"`{word}` is {with_article(of)}, and no attribute of `{board}` is one"
        if of
        else f"no attribute of `{board}` has a value `{word}`",
        label="sets nothing",
        help=f"did you mean `{guess}`?" if guess else None,
        about=(board, of) if of else (),
        fixes=respelling(value.span, word, known),
    )
    return None


def _bare(type: t.Type) -> t.Type:
    return type.of if isinstance(type, t.Maybe) else type


def _part(game: Game, written: ast.Board, letters: pictures.Meanings, part: ast.Layer | ast.Sectors) -> BoardPart:
    if isinstance(part, ast.Layer):
        return BoardPart(span=part.span, kind="map", map=tuple(line.text for line in part.map.lines))
    cx = new_context(game, written.name.text, me=False, chance=True)
    source = expression(cx, part.source, t.List(t.Component()))
    demand_known(game, source)
    of = source.type.of if isinstance(source.type, t.List) else t.UNKNOWN
    column = ""
    if isinstance(of, t.Component) and of.name:
        fields = game.symbols.components[of.name].fields
        column = next((f.name.text for f in fields if type_of(game, f.type) == t.Map()), "")
        if not column:
            game.report.error(
                codes.MISMATCH,
                part.source.span,
                f"a {of.name} has no picture to place",
                help=f"give {of.name} a field of type Map",
            )
        pictures.check_sections(game, written, part, of.name, column, letters)
    return BoardPart(
        span=part.span,
        kind="placed",
        source=source,
        map_column=column,
        columns=part.columns,
        rows=part.rows,
        turned=part.turned or (0,),
    )


def _named(
    game: Game, written: ast.Board, attributes: Mapping[str, t.Type], computed: Mapping[str, object]
) -> tuple[tuple[tuple[str, str, Mapping[str, object]], ...], tuple[tuple[str, str, str, bool, int], ...]]:
    """The named spaces and the edges of a graph."""
    spaces: list[tuple[str, str, Mapping[str, object]]] = []
    names: list[str] = []
    declared = {field.name.text: field for field in written.fields}
    for part in written.parts:
        if isinstance(part, ast.Spaces):
            for row in part.rows:
                names.append(row.name.text)
                values: dict[str, object] = {}
                guesses: set[str | None] = set()
                for name, value in components.written_values(row.inline, row.cells):
                    if name.text not in attributes:
                        guess = nearest(name.text, attributes)
                        guesses.add(guess)
                        game.report.error(
                            codes.UNKNOWN_COLUMN,
                            name.span,
                            f"spaces of `{written.name.text}` have no `{name.text}`",
                            help=f"did you mean `{guess}`?" if guess else None,
                            fixes=respelling(name.span, name.text, attributes),
                        )
                        continue
                    values[name.text] = fixed(game, value, attributes[name.text], declared[name.text])
                extra = row.count or row.copies or next(iter([*row.generators, *row.sides, *row.rules]), None)
                if extra is not None:
                    game.report.error(
                        codes.UNKNOWN_COLUMN, extra.span, "a space has values only: no copies, sides or rules"
                    )
                for attribute, type in attributes.items():
                    missing = attribute not in values and not isinstance(type, t.Maybe | t.Bool | t.Unknown)
                    if missing and attribute not in computed and None in guesses:
                        guesses.discard(None)  # a column of no known name may stand for it
                    elif missing and attribute not in computed and not guesses & {attribute}:
                        game.report.error(
                            codes.MISSING_COLUMN, row.name.span, f"the space `{row.name.text}` has no `{attribute}`"
                        )
                spaces.append((row.name.text, part.type.text, values))
    edges: list[tuple[str, str, str, bool, int]] = []
    for part in written.parts:
        if isinstance(part, ast.Edges):
            for edge in part.edges:
                for end in (edge.left, edge.right):
                    if end.text not in names:
                        not_there(game, end, "space", names)
                so_many(game, constant(edge.count, t.INT, edge.span), MOST_EDGES, "edges")
                edges.append((part.type.text, edge.left.text, edge.right.text, edge.directed, edge.count))
    return tuple(spaces), tuple(edges)
