"""Boards: attributes, letters, pictures, named spaces and edges."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import BoardDecl, BoardPart
from rulewright.report import codes
from rulewright.report.suggest import nearest
from rulewright.semantics import components
from rulewright.semantics.context import Game, new_context, type_named, type_of
from rulewright.semantics.declarations import fixed
from rulewright.semantics.expressions import expression
from rulewright.syntax import ast

GRIDS = ("hex grid", "square grid")


def board(game: Game, written: ast.Board) -> BoardDecl:
    name = written.name.text
    attributes = {field.name.text: type_of(game, field.type) for field in written.fields}
    computed: dict[str, tree.Expr] = {}
    for field in written.fields:
        if field.value is not None:
            cx = new_context(game, f"{name}.{field.name.text}", me=False)
            it = tree.Local(span=field.span, type=t.Space(name), slot=cx.slot("it"), name="it")
            with cx.testing(it):
                computed[field.name.text] = expression(cx, field.value, attributes[field.name.text])
    if written.generators:
        game.report.error(codes.LATER_BOARD, written.span, "a board `for` each of something cannot be played yet")
    letters = _letters(game, name, attributes)
    parts = tuple(
        _part(game, written, letters, part) for part in written.parts if isinstance(part, ast.Layer | ast.Sectors)
    )
    spaces, edges = _named(game, written, attributes)
    grid = written.kind in GRIDS
    columns, rows = written.columns or 0, written.rows or 0
    if grid and written.columns is None:
        columns, rows = _size(written)
        if not columns:
            game.report.error(
                codes.MAP_SHAPE, written.name.span, f"the size of `{name}` is missing", help="write `hex grid 10 x 10`"
            )
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


def _size(written: ast.Board) -> tuple[int, int]:
    """The size of a grid that is given by its picture alone."""
    for part in written.parts:
        if isinstance(part, ast.Layer) and part.map.lines:
            return max(len(line.text) for line in part.map.lines), len(part.map.lines)
    return 0, 0


def _letters(game: Game, board: str, attributes: Mapping[str, t.Type]) -> dict[str, tuple[tuple[str, object], ...]]:
    """What each letter sets. `.` sets nothing."""
    found: dict[str, tuple[tuple[str, object], ...]] = {".": ()}
    for letter in game.symbols.letters.get(board, ()):
        sets: list[tuple[str, object]] = []
        for value in letter.values:
            made = _letter_value(game, board, attributes, value)
            if made is not None:
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
    game.report.error(
        codes.UNKNOWN,
        value.span,
        f"no attribute of `{board}` has a value `{word}`",
        label="sets nothing",
        help=f"did you mean `{guess}`?" if guess else None,
    )
    return None


def _bare(type: t.Type) -> t.Type:
    return type.of if isinstance(type, t.Maybe) else type


def _part(game: Game, written: ast.Board, letters: Mapping[str, object], part: ast.Layer | ast.Sectors) -> BoardPart:
    if isinstance(part, ast.Layer):
        _check_map(game, part.map, letters, written.name.text)
        return BoardPart(span=part.span, kind="map", map=tuple(line.text for line in part.map.lines))
    cx = new_context(game, written.name.text, me=False, chance=True)
    source = expression(cx, part.source, t.List(t.Component()))
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
        _check_sections(game, written, part, of.name, column, letters)
    return BoardPart(
        span=part.span,
        kind="placed",
        source=source,
        map_column=column,
        columns=part.columns,
        rows=part.rows,
        turned=part.turned or (0,),
    )


def _check_sections(
    game: Game, written: ast.Board, part: ast.Sectors, component: str, column: str, letters: Mapping[str, object]
) -> None:
    """Every section has the size that fits the board, and only letters that mean something."""
    for angle in part.turned:
        if angle not in (0, 180):
            game.report.error(
                codes.MAP_SHAPE, part.span, f"a part of a {written.kind} cannot be turned by {angle} degrees"
            )
    width = (written.columns or 0) // part.columns
    height = (written.rows or 0) // part.rows
    for row in game.symbols.rows.get(component, ()):
        for cell in row.cells:
            if cell.name.text != column or not isinstance(cell.value, ast.TextMap):
                continue
            _check_map(game, cell.value, letters, written.name.text)
            lines = cell.value.lines
            if written.columns is None:
                continue
            if len(lines) != height:
                game.report.error(
                    codes.MAP_SHAPE,
                    row.name.span,
                    f"`{row.name.text}` has {len(lines)} lines, it needs {height}",
                )
            for line in lines:
                if len(line.text) != width:
                    game.report.error(
                        codes.MAP_SHAPE, line.span, f"this line has {len(line.text)} letters, it needs {width}"
                    )
                    break


def _check_map(game: Game, picture: ast.TextMap, letters: Mapping[str, object], board: str) -> None:
    for line in picture.lines:
        for letter in line.text:
            if letter not in letters:
                guess = nearest(letter, letters)
                game.report.error(
                    codes.MAP_LETTER,
                    line.span,
                    f"the letter `{letter}` means nothing on `{board}`",
                    help=f"did you mean `{guess}`? Else add it: `letters for {board}: {letter} …`"
                    if guess
                    else f"add it: `letters for {board}: {letter} …`",
                )
                break


def _named(
    game: Game, written: ast.Board, attributes: Mapping[str, t.Type]
) -> tuple[tuple[tuple[str, str, Mapping[str, object]], ...], tuple[tuple[str, str, str, bool, int], ...]]:
    """The named spaces and the edges of a graph."""
    spaces: list[tuple[str, str, Mapping[str, object]]] = []
    names: list[str] = []
    for part in written.parts:
        if isinstance(part, ast.Spaces):
            for row in part.rows:
                names.append(row.name.text)
                values: dict[str, object] = {}
                for name, value in components.written_values(row.inline, row.cells):
                    if name.text not in attributes:
                        guess = nearest(name.text, attributes)
                        game.report.error(
                            codes.UNKNOWN_COLUMN,
                            name.span,
                            f"spaces of `{written.name.text}` have no `{name.text}`",
                            help=f"did you mean `{guess}`?" if guess else None,
                        )
                        continue
                    values[name.text] = fixed(game, value, attributes[name.text])
                spaces.append((row.name.text, part.type.text, values))
    edges: list[tuple[str, str, str, bool, int]] = []
    for part in written.parts:
        if isinstance(part, ast.Edges):
            for edge in part.edges:
                for end in (edge.left, edge.right):
                    if end.text not in names:
                        guess = nearest(end.text, names)
                        game.report.error(
                            codes.UNKNOWN,
                            end.span,
                            f"there is no space called `{end.text}`",
                            help=f"did you mean `{guess}`?" if guess else None,
                        )
                edges.append((part.type.text, edge.left.text, edge.right.text, edge.directed, edge.count))
    return tuple(spaces), tuple(edges)
