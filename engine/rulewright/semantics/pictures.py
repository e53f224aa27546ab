"""Pictures of boards: the maps of a grid and of the parts it is put together from, checked sign by sign.

In: a declared board with what its letters set. Out: messages, each at the very sign that is wrong, one for each cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.core import types as t
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import exchange
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.report.wording import counted
from rulewright.semantics.context import Game
from rulewright.semantics.symbols import grid_size
from rulewright.semantics.walk import below
from rulewright.syntax import ast

GRIDS = ("hex grid", "square grid")
NOTHING = "."

Meanings = Mapping[str, tuple[tuple[str, object], ...]]
"""What each letter sets, `.` among them."""

ALIKE = (".,-_·•\u2013\u2014…", "0OoQ", "1lI!i", "2Z", "5S", "6bG", "8B", "9gq")
"""Signs that are taken for each other, or typed for each other."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a picture has to be, and where that is said: `label` is written there."""

    columns: int
    rows: int
    span: Span | None
    label: str

    @property
    def labels(self) -> list[Label]:
        return [Label(self.span, self.label)] if self.span is not None else []


def check(game: Game, board: ast.Board, letters: Meanings) -> None:
    """Every map of the board: its size and its signs. A board that is no grid has none."""
    for part in board.parts:
        if isinstance(part, ast.Layer):
            if board.kind in GRIDS:
                _check_map(game, board, part.map, part.name, _whole(board), letters)
            else:
                _no_grid(game, board, part.name.span, "a map")
        elif isinstance(part, ast.Sectors):
            if board.kind not in GRIDS:
                _no_grid(game, board, part.span, "parts that are laid side by side")
        elif board.kind in GRIDS:
            what = "spaces" if isinstance(part, ast.Spaces) else "edges"
            game.report.error(
                codes.MAP_SHAPE,
                part.type.span,
                f"the {what} of a {board.kind} come from its size, not by name",
                help=f"`{board.name.text}` is a `graph` if its spaces have names",
            )
    if board.shifted and board.kind != "hex grid":
        game.report.error(
            codes.MAP_SHAPE,
            board.name.span,
            f"only the rows of a hex grid are shifted; `{board.name.text}` is a {board.kind}",
            help=f"take away `, {board.shifted} rows shifted`",
        )


def _no_grid(game: Game, board: ast.Board, span: Span, what: str) -> None:
    game.report.error(
        codes.MAP_SHAPE,
        span,
        f"only a grid has {what}; `{board.name.text}` is a {board.kind}",
        help="begin the board with `hex grid` or `square grid`, or name its `spaces`",
    )


def _whole(board: ast.Board) -> Size:
    columns, rows = grid_size(board)
    if board.columns is None:
        return Size(columns, rows, None, "")
    label = f"`{board.name.text}` is {counted(columns, 'column')} wide and {counted(rows, 'row')} high"
    return Size(columns, rows, board.name.span, label)


# ------------------------------------------------------------------ parts laid side by side


def check_sections(
    game: Game, board: ast.Board, part: ast.Sectors, component: str, column: str, letters: Meanings
) -> None:
    """Every section has the size that fits the board, can lie as it is laid, and only letters that mean something."""
    if board.kind not in GRIDS:
        return
    columns, rows = grid_size(board)
    if not part.columns or not part.rows or columns % part.columns or rows % part.rows:
        game.report.error(
            codes.MAP_SHAPE,
            part.span,
            f"{columns} x {rows} spaces cannot be shared out to {part.columns} x {part.rows} equal parts",
        )
        return
    width, height = columns // part.columns, rows // part.rows
    _check_turns(game, board, part, height)
    size = Size(width, height, part.span, f"each part is {counted(width, 'letter')} wide and {height} high")
    for row in game.symbols.rows.get(component, ()):
        for cell in row.cells:
            if cell.name.text == column and isinstance(cell.value, ast.TextMap):
                _check_map(game, board, cell.value, row.name, size, letters)


def _check_turns(game: Game, board: ast.Board, part: ast.Sectors, height: int) -> None:
    odd_hexes = board.kind == "hex grid" and height % 2 == 1
    for angle in part.turned:
        if angle not in (0, 180):
            game.report.error(
                codes.MAP_SHAPE, part.span, f"a part of a {board.kind} cannot be turned by {angle} degrees"
            )
        elif angle and odd_hexes:
            game.report.error(
                codes.MAP_SHAPE,
                part.span,
                f"a part of {counted(height, 'row')} of hexes does not fit when it is turned by 180 degrees",
                help="an even number of rows fits both ways; else leave `turned` away",
            )
            return
    if odd_hexes and part.rows > 1:
        game.report.error(
            codes.MAP_SHAPE,
            part.span,
            f"parts of {counted(height, 'row')} of hexes do not fit below each other",
            label="in the second, the other rows would be shifted",
            help="give every part an even number of rows",
        )


def _sections(game: Game, part: ast.Sectors) -> Iterator[ast.TextMap]:
    """The pictures of the components whose rows a board is made of: those of the rows it names, or all."""
    symbols = game.symbols
    named = {node.name.text for node in below(part.source) if isinstance(node, ast.Ref)}
    for kind, rows in symbols.rows.items():
        plural = next((name for name, owner in symbols.plurals.items() if owner == kind), kind)
        for row in rows:
            if plural in named or kind in named or row.name.text in named:
                yield from (cell.value for cell in row.cells if isinstance(cell.value, ast.TextMap))


# ------------------------------------------------------------------ one map


def _check_map(
    game: Game, board: ast.Board, picture: ast.TextMap, name: ast.Name, size: Size, letters: Meanings
) -> None:
    if _gap(game, board, picture, name, size):
        return
    _check_shape(game, picture, name, size)
    _check_letters(game, board, picture, letters)


def _gap(game: Game, board: ast.Board, picture: ast.TextMap, name: ast.Name, size: Size) -> bool:
    """Whether a blank stands in the map; then nothing else about it is worth saying."""
    found = next((line for line in picture.lines if _blank_in(line.text) is not None), None)
    if found is None:
        return False
    start = _blank_in(found.text) or 0
    end = start + len(found.text[start:]) - len(found.text[start:].lstrip())
    tight = "".join(found.text.split())
    fits = all(len("".join(line.text.split())) == size.columns for line in picture.lines)
    cure = f"write `|{tight}|`" if fits else f"a space without anything is `{NOTHING}`"
    drawn = _drawn_to_the_right(picture) if board.kind == "hex grid" else None
    if drawn is not None and drawn != (board.shifted or "odd"):
        cure += (
            f"; here the {drawn} rows are drawn to the right: that is said by `{drawn} rows shifted` behind the size"
        )
    elif drawn is not None:
        cure += f"; that the {drawn} rows lie to the right is known from the first line of the board"
    game.report.error(
        codes.MAP_SHAPE,
        _part_of(found, start, end),
        f"there is a gap in this line of `{name.text}`",
        label="every sign is a space of the board",
        help=cure,
    )
    return True


def _blank_in(text: str) -> int | None:
    return next((index for index, sign in enumerate(text) if sign.isspace()), None)


def _drawn_to_the_right(picture: ast.TextMap) -> str | None:
    """Which rows begin with a gap, if every second one does: `odd` or `even`, counted from 0."""
    gaps = [line.text[:1].isspace() for line in picture.lines]
    if len(gaps) > 1 and all(gap == (number % 2 == 1) for number, gap in enumerate(gaps)):
        return "odd"
    if len(gaps) > 1 and all(gap == (number % 2 == 0) for number, gap in enumerate(gaps)):
        return "even"
    return None


def _check_shape(game: Game, picture: ast.TextMap, name: ast.Name, size: Size) -> None:
    """One message: for the first line of another length, else for too many or too few lines."""
    lines, columns, rows = picture.lines, size.columns, size.rows
    wrong = [line for line in lines if len(line.text) != columns]
    if wrong:
        line, length = wrong[0], len(wrong[0].text)
        missing = columns - length
        more = len(wrong) - 1
        along = (
            [f"{counted(more, 'more line')} of it {'have' if more > 1 else 'has'} another length too"] if more else []
        )
        game.report.error(
            codes.MAP_SHAPE,
            _behind(line) if missing > 0 else _part_of(line, columns, length),
            f"this line of `{name.text}` has {counted(length, 'letter')}, it needs {columns}",
            label=f"{missing} missing" if missing > 0 else f"{-missing} too many",
            labels=size.labels,
            help=_other_size(picture, size) or next(iter(along), None),
        )
    elif len(lines) != rows:
        many = len(lines) - rows
        game.report.error(
            codes.MAP_SHAPE,
            lines[rows].span if many > 0 else lines[-1].span,
            f"`{name.text}` has {counted(len(lines), 'line')}, it needs {rows}",
            label=f"{many} too many" if many > 0 else f"{-many} missing below",
            labels=size.labels,
        )


def _other_size(picture: ast.TextMap, size: Size) -> str | None:
    """The size that all lines agree on, if it is the board's first line that is wrong."""
    width, height = len(picture.lines[0].text), len(picture.lines)
    if not width or any(len(line.text) != width for line in picture.lines):
        return None
    if (width, height) == (size.rows, size.columns):
        return f"the columns are said first: `{width} x {height}`"
    if size.label and height == size.rows:
        return f"all its lines have {counted(width, 'letter')}: is the size meant to be `{width} x {height}`?"
    return None


def _check_letters(game: Game, board: ast.Board, picture: ast.TextMap, letters: Meanings) -> None:
    """One message for each letter without a meaning, at the first place where it stands."""
    name = board.name.text
    counts = Counter(sign for line in picture.lines for sign in line.text if sign not in letters)
    if counts and len(letters) == 1:
        first = next(line for line in picture.lines for sign in line.text if sign in counts)
        at = next(index for index, sign in enumerate(first.text) if sign in counts)
        listed = ", ".join(f"{sign} …" for sign in counts)
        game.report.error(
            codes.MAP_LETTER,
            _part_of(first, at, at + 1),
            f"no letter has a meaning on `{name}` yet" if len(counts) > 1 else _means_nothing(first.text[at], name),
            help=f"say what each stands for: `letters for {name}: {listed}`",
        )
        return
    told: set[str] = set()
    for line in picture.lines:
        for index, sign in enumerate(line.text):
            if sign in counts and sign not in told:
                told.add(sign)
                others, place = counts[sign] - 1, _part_of(line, index, index + 1)
                guess = _meant(sign, letters)
                game.report.error(
                    codes.MAP_LETTER,
                    place,
                    _means_nothing(sign, name),
                    label=f"here and {counted(others, 'more time')}" if others else "",
                    about=() if guess or not sign.isalpha() else (name,),
                    help=_other_letter(game, board, sign, guess, letters),
                    fixes=exchange(place, guess, certain=False) if guess else (),
                )


def _means_nothing(sign: str, board: str) -> str:
    return f"the letter `{sign}` means nothing on `{board}`"


def _meant(sign: str, letters: Meanings) -> str | None:
    """The letter in other case, or one that looks like it."""
    alike = next((group for group in ALIKE if sign in group), "")
    return nearest(sign, letters) or next((letter for letter in letters if letter in alike), None)


def _other_letter(game: Game, board: ast.Board, sign: str, guess: str | None, letters: Meanings) -> str:
    declare = f"`letters for {board.name.text}: {sign} {_value_for(game, board, sign, letters)}`"
    if guess == NOTHING:
        return f"a space without anything is `{NOTHING}`. Else add it: {declare}"
    return f"did you mean `{guess}`? Else add it: {declare}" if guess else f"add it: {declare}"


def _value_for(game: Game, board: ast.Board, sign: str, letters: Meanings) -> str:
    """The one value without a letter that begins with this sign, if there is just one; else `…`."""
    taken = {setting for settings in letters.values() for setting in settings}
    found = []
    for field in board.fields:
        enum = game.symbols.enums.get(getattr(getattr(field.type, "of", field.type), "name", field.name).text)
        for number, value in enumerate(enum.values if enum is not None else ()):
            if value.name.text.casefold().startswith(sign.casefold()) and (field.name.text, number) not in taken:
                found.append(value.name.text)
    return found[0] if len(found) == 1 else "…"


# ------------------------------------------------------------------ what every space has


def check_filled(
    game: Game, board: ast.Board, attributes: Mapping[str, t.Type], computed: Mapping[str, object], letters: Meanings
) -> None:
    """An attribute that may not be none has a value on every space: in a layer, or in every section."""
    layers = [part.map for part in board.parts if isinstance(part, ast.Layer)]
    pictures = [[layer.lines for layer in layers]] if layers else []
    for part in board.parts:
        if isinstance(part, ast.Sectors):
            pictures += [[picture.lines] for picture in _sections(game, part)]
    wrong = {each.letter for each in game.symbols.letters.get(board.name.text, ()) if not _all_set(each, letters)}
    sets = {letter: {name for name, _ in found} for letter, found in letters.items() if letter not in wrong}
    for name, type in attributes.items():
        if name in computed or isinstance(type, t.Maybe | t.Bool | t.Unknown):
            continue
        field = next(field for field in board.fields if field.name.text == name)
        if not pictures:
            game.report.error(
                codes.MISSING_COLUMN,
                field.name.span,
                f"nothing gives the spaces of `{board.name.text}` their `{name}`",
                help=f"draw it in a layer, work it out with `= …`, or make it a `{t.show(type)}?`",
            )
        for picture in pictures:
            bare = list(_bare_spaces(picture, name, sets))
            if bare:
                line, column = bare[0]
                others = len(bare) - 1
                game.report.error(
                    codes.MISSING_COLUMN,
                    _part_of(line, column, column + 1),
                    f"this space gets no `{name}`",
                    label=f"nor {'do' if others > 1 else 'does'} {counted(others, 'other')} of this map"
                    if others
                    else "",
                    labels=[Label(field.name.span, "every space has one")],
                    help=f"give every letter here a value for it, or make it a `{t.show(type)}?`",
                )
                break


def _all_set(letter: ast.Letter, letters: Meanings) -> bool:
    return len(letters.get(letter.letter, ())) == len(letter.values)


def _bare_spaces(
    layers: Sequence[tuple[ast.Name, ...]], attribute: str, sets: Mapping[str, set[str]]
) -> Iterator[tuple[ast.Name, int]]:
    """The spaces, by line and column of the lowest layer, for which no layer has a letter that sets the attribute."""
    for number, line in enumerate(layers[0]):
        for column in range(len(line.text)):
            stack = [layer[number].text[column : column + 1] for layer in layers if number < len(layer)]
            if not any(attribute in sets.get(letter, {attribute}) for letter in stack):
                yield line, column


# ------------------------------------------------------------------ places


def _part_of(line: ast.Name, start: int, end: int) -> Span:
    """Some signs of a line; the whole of it where the signs of the text have been composed into fewer."""
    if line.span.end - line.span.start != len(line.text):
        return line.span
    return replace(line.span, start=line.span.start + start, end=line.span.start + end)


def _behind(line: ast.Name) -> Span:
    """The bar that closes the line."""
    return replace(line.span, start=line.span.end, end=line.span.end + 1)
