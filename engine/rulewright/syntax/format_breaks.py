"""Rows that are too long. In: a row. Out: those it is broken into; the row itself if it is short or cannot be.

The ways are tried in turn, and their parts are broken again where they are still too long: between statements or facts
in a line, before the body of a rule, inside brackets. A text in quotes is never broken, nor is a list outside brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rulewright.syntax.format_rows import STEP, WIDEST, Row
from rulewright.syntax.format_words import Piece, depths, text_of

_LITTLE = 20
"""Brackets with less in them are broken only if no others are there."""

_BEFORE = ("for", "or", "and", "otherwise", "with")
"""Words before which a line in brackets may be broken: all of the first kind that is there."""

_ONE_LINE = frozenset(["given", "then", "scenario_when"])


def broken(row: Row) -> list[Row]:
    if _fits(row):
        return [row]
    for way in _WAYS:
        parts = way(row)
        if parts:
            return [each for part in parts for each in broken(part)]
    return [row]


def _fits(row: Row) -> bool:
    return len(row.text) <= WIDEST


def _all_fit(parts: Iterable[Row]) -> bool:
    return all(map(_fits, parts))


def _parts(row: Row, cuts: Sequence[int], deeper: Sequence[int] = ()) -> list[Row]:
    """The row cut before each of the words; the parts in `deeper` stand one step in. What stood behind the row stands
    behind its last part, what stood above it above the first.
    """
    ends = [*cuts, len(row.pieces)]
    found = []
    for number, (start, end) in enumerate(zip([0, *cuts], ends, strict=True)):
        last = number == len(cuts)
        found.append(
            replace(
                row,
                level=row.level + (number in deeper),
                pieces=row.pieces[start:end],
                comment=row.comment if last else "",
                blank=row.blank and not number,
                opens=row.opens and last,
            )
        )
    return found


# ------------------------------------------------------------------ whole lines


def _statements(row: Row) -> list[Row] | None:
    """`a; b; c`: as many in a line as fit. Not where the line as a whole is the body of something."""
    if not row.whole or row.begins & _ONE_LINE:
        return None
    outside = [at for at, depth in enumerate(depths(row.pieces)) if not depth]
    body = next((at for at in outside if at and "line" in row.pieces[at].begins), len(row.pieces))
    ends = [at for at in outside if at < body and row.pieces[at].sign == ";"]
    if not ends:
        return None
    lines = _filled(row, [at + 1 for at in ends])
    starts = [sum(map(len, lines[:number])) for number in range(1, len(lines))]
    parts = [_new_line(part) for part in _parts(row, starts)]
    return [replace(p, pieces=p.pieces[:-1]) if number < len(starts) else p for number, p in enumerate(parts)]


def _new_line(part: Row) -> Row:
    return replace(part, begins=part.pieces[0].begins)


def _filled(row: Row, cuts: Sequence[int]) -> list[tuple[Piece, ...]]:
    """The words between the cuts, joined again as far as they fit into a line."""
    starts, ends = [0, *cuts], [*cuts, len(row.pieces)]
    lines: list[tuple[Piece, ...]] = []
    for start, end in zip(starts, ends, strict=True):
        part = row.pieces[start:end]
        joined = (*lines[-1], *part) if lines else part
        fits = STEP * row.level + len(text_of(joined).rstrip(";")) <= WIDEST
        lines[-1:] = [joined] if fits or not lines else [lines[-1], part]
    return lines


def _body(row: Row) -> list[Row] | None:
    """What stands behind the `=` or `:` of a rule becomes its block, if that is all that is needed."""
    parts = _with_block(row)
    return parts if parts and _all_fit(parts) else None


def _body_at_least(row: Row) -> list[Row] | None:
    return _with_block(row)


def _with_block(row: Row) -> list[Row] | None:
    if not row.whole or row.opens:
        return None
    outside = [at for at, depth in enumerate(depths(row.pieces)) if at and not depth]
    if row.begins & {"define", "change"}:
        starts = [at + 1 for at in outside if row.pieces[at].sign == "="]
    else:
        starts = [at for at in outside if row.pieces[at].begins & {"line", "cell"} and row.pieces[at - 1].sign == ":"]
    if not starts or starts[0] == len(row.pieces):
        return None
    head, body = _parts(row, starts[:1], deeper=[1])
    return [replace(head, opens=True), _new_line(body)]


# ------------------------------------------------------------------ inside brackets


def _brackets(row: Row) -> list[Row] | None:
    """The last brackets that make all parts fit, or else those with most in them."""
    pairs = [pair for pair in _pairs(row.pieces) if pair[1] > pair[0] + 1 and row.pieces[pair[0]].sign != "["]
    if not pairs:
        return None

    def content(pair: tuple[int, int]) -> int:
        return len(text_of(row.pieces[pair[0] + 1 : pair[1]]))

    pairs = [pair for pair in pairs if content(pair) >= _LITTLE] or pairs
    fitting = [pair for pair in pairs if _all_fit(_opened(row, pair))]
    return _opened(row, fitting[-1] if fitting else max(pairs, key=content))


def _opened(row: Row, pair: tuple[int, int]) -> list[Row]:
    head, content, tail = _parts(row, [pair[0] + 1, pair[1]], deeper=[1])
    return [replace(head, whole=False), _within(content), _within(tail)]


def _within(part: Row) -> Row:
    return replace(part, begins=frozenset(), inside=True, whole=False)


def _pairs(pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """Brackets that open and close in these words, the outermost ones."""
    found: list[tuple[int, int]] = []
    waiting: list[int] = []
    for at, each in enumerate(pieces):
        if each.opens:
            waiting.append(at)
        elif each.closes and waiting:
            start = waiting.pop()
            found = [*(pair for pair in found if pair[0] < start), (start, at)]
    return found


def _list(row: Row) -> list[Row] | None:
    """A list in brackets: as many in a line as fit."""
    commas = [at for at in _inside(row) if row.pieces[at].sign == "," and at + 1 < len(row.pieces)]
    if not commas:
        return None
    lines = _filled(row, [at + 1 for at in commas])
    starts = [sum(map(len, lines[:number])) for number in range(1, len(lines))]
    return [_within(part) for part in _parts(row, starts)] if starts else None


def _operands(row: Row) -> list[Row] | None:
    """A long expression in brackets: a line for each operand."""
    for word in _BEFORE:
        cuts = [at for at in _inside(row) if at and row.pieces[at].text == word and row.pieces[at].kind != "NAME"]
        if cuts:
            return [_within(part) for part in _parts(row, cuts)]
    return None


def _inside(row: Row) -> list[int]:
    """The words of a row inside brackets that stand in the same ones as its first word."""
    if not row.inside or row.pieces[0].closes:
        return []
    found = []
    for at, depth in enumerate(depths(row.pieces)):
        if depth < 0:
            break
        if not depth:
            found.append(at)
    return found


_WAYS: tuple[Callable[[Row], list[Row] | None], ...] = (
    _statements,
    _body,
    _list,
    _operands,
    _brackets,
    _body_at_least,
)
