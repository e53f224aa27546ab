"""The rows of a JSON file. In: its text. Out: cells with their places, each under its name.

Two shapes are read: a list of objects, as most programs write it, and the published format with `format`, `version`,
`of` and `rows`. Python's own reader says whether it is JSON; here it is only found where everything stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import respelling
from rulewright.report.span import Cell, Source, Span
from rulewright.report.suggest import nearest
from rulewright.tables import bounds
from rulewright.tables.given import Given, Record, Records

FORMAT, VERSION = "rulewright table", 1
KEYS = ("$schema", "format", "version", "of", "rows")

DEEPEST = 20

_WORD = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{},:]|[^\s\[\]{},:"]+')
_HALF_LETTER = re.compile(r"[\ud800-\udfff]")
_LETTER = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.|.", re.DOTALL)
_SHAPE = 'a table is a list of rows, `[{"name": …}, …]`, or an object with `format`, `version` and `rows`'


@dataclass(frozen=True, slots=True)
class Value:
    """A value and its place. `is_`: a list of values, a list of pairs for an object, or what a plain one is."""

    span: Span
    is_: list[Value] | tuple[tuple[Value, Value], ...] | str | int | float | bool | None


def records(source: Source, of: str, report: Report) -> Records | None:
    """None, and a message, if it is no JSON, or no table of `of`."""
    whole = _read(source, report)
    if whole is None:
        return None
    rows = _rows(whole, of, report)
    if rows is None:
        return None
    found: list[Record] = []
    headings: dict[str, Given] = {}
    for number, row in enumerate(rows, start=1):
        cells = _row(number, row, report)
        for heading, _ in cells or ():
            headings.setdefault(heading.text, heading)
        if cells:
            found.append(Record(number, row.span, cells))
    return Records(source, whole.span, tuple(headings.values()), tuple(found))


def _rows(whole: Value, of: str, report: Report) -> list[Value] | None:
    if isinstance(whole.is_, list):
        return whole.is_
    if not isinstance(whole.is_, tuple):
        report.error(codes.TABLE_FILE, whole.span, f"this is {_called(whole)}, not a table", help=_SHAPE)
        return None
    parts = _parts(whole.is_, report, "the table")
    if parts is None:
        return None
    for name, (key, _) in parts.items():
        if name not in KEYS:
            guess = nearest(name, KEYS)
            report.error(
                codes.TABLE_FILE,
                key.span,
                f"a table has no `{name}`",
                help=f"did you mean `{guess}`?" if guess else _SHAPE,
                fixes=respelling(key.span, name, KEYS),
            )
            return None
    for name, wanted in (("format", FORMAT), ("version", VERSION)):
        if name not in parts:
            report.error(codes.TABLE_FILE, _head(whole.span), f"`{name}` is missing", help=_SHAPE)
            return None
        value = parts[name][1]
        if value.is_ != wanted or isinstance(value.is_, bool):
            is_version = name == "version"
            report.error(
                codes.TABLE_FILE,
                value.span,
                f"this is {'version ' if is_version else ''}{_called(value)}; here {_quoted(wanted)} is read",
                help="it may be made with a newer Rulewright" if is_version else None,
            )
            return None
    if "of" in parts and parts["of"][1].is_ != of:
        value = parts["of"][1]
        report.error(codes.TABLE_FILE, value.span, f"this is a table of {_called(value)}, and rows of `{of}` are read")
        return None
    rows = parts["rows"][1] if "rows" in parts else None
    if rows is None or not isinstance(rows.is_, list):
        place = _head(whole.span) if rows is None else rows.span
        text = "`rows` is missing" if rows is None else f"`rows` is a list, not {_called(rows)}"
        report.error(codes.TABLE_FILE, place, text, help=_SHAPE)
        return None
    return rows.is_


def _row(number: int, row: Value, report: Report) -> tuple[tuple[Given, Given], ...] | None:
    if not isinstance(row.is_, tuple):
        text = f'row {number} is {_called(row)}; a row is an object: `{{"name": …}}`'
        report.error(codes.CELL, row.span, text)
        return None
    parts = _parts(row.is_, report, f"row {number}")
    if parts is None:
        return None
    cells: list[tuple[Given, Given]] = []
    for name, (key, value) in parts.items():
        address = Cell(number, name)
        given = _given(value, address, report)
        if given is None:
            return None
        if not given.empty:
            cells.append((_text(key), given.within(address).stripped()))
    return tuple(cells)


def _parts(pairs: tuple[tuple[Value, Value], ...], report: Report, where: str) -> dict[str, tuple[Value, Value]] | None:
    """The parts of an object by name; None, and a message, if one stands twice."""
    found: dict[str, tuple[Value, Value]] = {}
    for key, value in pairs:
        name = _text(key).text.strip()
        if name in found:
            report.error(
                codes.DUPLICATE,
                key.span,
                f"`{name}` stands twice in {where}",
                labels=[Label(found[name][0].span, "the first is here")],
            )
            return None
        found[name] = (key, value)
    return found


def _given(value: Value, cell: Cell, report: Report) -> Given | None:
    """The value as a cell; None, and a message, for what no cell can hold."""
    match value.is_:
        case str():
            return _text(value)
        case None:
            return _bare("", value)
        case bool():
            return _bare("yes" if value.is_ else "no", value)
        case int():
            return _bare(str(value.is_), value)
        case list():
            items = [_given(item, cell, report) for item in value.is_]
            if any(item is None for item in items):
                return None
            whole = _bare("", value)
            return Given(whole.text, whole.span, whole.places, tuple(item for item in items if item is not None))
        case float():
            report.error(
                codes.CELL,
                _addressed(value.span, cell),
                f"`{value.span.text}` is no whole number",
                help="there are whole numbers only: count in halves or tenths, say, and name the column so",
            )
        case _:
            text = "an object cannot stand in a cell"
            cure = "a text, a number, true or false, or a list of them can; a value of a side is called `SIDE.FIELD`"
            report.error(codes.CELL, _addressed(value.span, cell), text, help=cure)
    return None


def _addressed(span: Span, cell: Cell) -> Span:
    return Span(span.source, span.start, span.end, cell)


def _bare(text: str, value: Value) -> Given:
    start, end = value.span.start, value.span.end
    return Given(text, value.span, (*[start] * len(text), end), plain=True)


def _text(value: Value) -> Given:
    """A text with the place of each letter; an escape is one letter."""
    start, end = value.span.start + 1, value.span.end - 1
    written = value.span.source.text[start:end]
    if "\\" not in written:
        return Given(written, Span(value.span.source, start, end), range(start, end + 1))
    letters: list[str] = []
    places: list[int] = []
    for found in _LETTER.finditer(value.span.source.text, start, end):
        letter = json.loads(f'"{found[0]}"') if found[0].startswith("\\") else found[0]
        letters.append({"\r": ""}.get(letter, letter))
        places += [found.start()] * len(letters[-1])
    return Given("".join(letters), Span(value.span.source, start, end), (*places, end))


def _called(value: Value) -> str:
    """How a message names it."""
    match value.is_:
        case list():
            return "a list"
        case tuple():
            return "an object"
        case _:
            text = value.span.text
            return f"`{text}`" if len(text) <= 40 else f"`{text[:39]}…`"


def _quoted(value: str | int) -> str:
    return f"`{json.dumps(value)}`"


def _head(span: Span) -> Span:
    """The sign with which something begins."""
    return Span(span.source, span.start, span.start + 1)


# ------------------------------------------------------------------ reading


_PLAIN_WORDS = {
    "Expecting ',' delimiter": "a comma, or the end of the list or object, is missing here",
    "Expecting ':' delimiter": "a colon is missing here",
    "Expecting value": "a value is missing here",
    "Expecting property name enclosed in double quotes": "a name in double quotes is missing here",
    "Illegal trailing comma before end of object": "nothing follows this comma",
    "Illegal trailing comma before end of array": "nothing follows this comma",
    "Unterminated string starting at": "this text is not closed",
    "Invalid control character at": "a line break or tab inside a text",
    "Extra data": "something stands behind the end of the table",
}
"""What Python's reader says, in words for those who do not write programs."""

_CURES = {
    "Expecting property name enclosed in double quotes": "behind the last part of an object stands no comma",
    "Invalid control character at": "a line break in a text is written `\\n`",
    "Expecting value": "a text stands in double quotes; behind the last of a list stands no comma",
}


def _read(source: Source, report: Report) -> Value | None:
    """The whole file, in which something stands; None, and a message, if it is no JSON."""
    try:
        data = json.loads(source.text, parse_int=str)
    except json.JSONDecodeError as problem:
        said = problem.msg
        known = next((words for words in _PLAIN_WORDS if said.startswith(words)), None)
        text = _PLAIN_WORDS[known] if known else f"this is no JSON: {said[:1].lower()}{said[1:]}"
        place = min(problem.pos, len(source.text))
        end = min(place + 1, len(source.text))
        report.error(codes.TABLE_FILE, Span(source, place, end), text, help=_CURES.get(known or ""))
        return None
    except RecursionError:
        report.error(codes.TABLE_FILE, Span(source, 0, 1), "lists in lists without end", help=_SHAPE)
        return None
    if _too_many(data, source, report):
        return None
    words = _WORD.finditer(source.text)
    try:
        return _value(next(words), words, source, 0)
    except _TooDeepError:
        report.error(codes.TABLE_FILE, _first(source), "lists in lists without end", help=_SHAPE)
        return None
    except _HalfLetterError as half:
        text = f"`{half.letter.encode('utf-16', 'surrogatepass')[2:].hex()}` is half a letter"
        report.error(codes.TABLE_FILE, half.place, text, help="write the letter itself")
        return None


def _too_many(data: Any, source: Source, report: Report) -> bool:
    """Whether there are more rows or columns than a table may have, which is told before the places are found."""
    rows = data.get("rows") if isinstance(data, dict) else data
    if not isinstance(rows, list):
        return False
    columns = {name for row in rows if isinstance(row, dict) for name in row}
    for count, most, things in (
        (len(rows), bounds.MOST_ROWS, "rows"),
        (len(columns), bounds.MOST_COLUMNS, "columns"),
        (_values(rows, bounds.MOST_VALUES), bounds.MOST_VALUES, "values"),
    ):
        if count > most:
            bounds.tell(most, things, _first(source), report)
            return True
    return False


def _values(rows: list[Any], enough: int) -> int:
    """How many plain values stand in there, each line of a text for itself; more than enough or all."""
    count = 0
    waiting: list[Any] = [iter(rows)]
    while waiting and count <= enough:
        part = next(waiting[-1], _END)
        if part is _END:
            waiting.pop()
        elif isinstance(part, dict):
            waiting.append(iter(part.values()))
        elif isinstance(part, list):
            waiting.append(iter(part))
        else:
            count += 1 + (part.count("\n") if isinstance(part, str) else 0)
    return count


_END: Any = object()


def _first(source: Source) -> Span:
    """The first sign of the file."""
    found = _WORD.search(source.text)
    return Span(source, found.start(), found.start() + 1) if found else Span(source, 0, 0)


class _TooDeepError(Exception):
    pass


class _HalfLetterError(Exception):
    def __init__(self, letter: str, place: Span) -> None:
        super().__init__()
        self.letter, self.place = letter, place


def _value(word: re.Match[str], words: Iterator[re.Match[str]], source: Source, depth: int) -> Value:
    """The value that begins with this word; the others follow it. They are those of JSON, so what stands where is
    certain."""
    text = word[0]
    if text not in ("[", "{"):
        span = Span(source, *word.span())
        value = _plain(text)
        if isinstance(value, str) and (lone := _HALF_LETTER.search(value)):
            raise _HalfLetterError(lone[0], span)
        return Value(span, value)
    if depth == DEEPEST:
        raise _TooDeepError
    start = end = word.start()
    parts: list[Value] = []
    for word in words:
        sign = word[0]
        if sign in ("]", "}"):
            end = word.end()
            break
        if sign not in (",", ":"):
            parts.append(_value(word, words, source, depth + 1))
    span = Span(source, start, end)
    if text == "[":
        return Value(span, parts)
    return Value(span, tuple(zip(parts[::2], parts[1::2], strict=True)))


def _plain(text: str) -> str | int | float | bool | None:
    """A text, number or word of JSON; a number that no rules could hold counts as none that is whole."""
    if text[0] == '"' and "\\" not in text:
        return text[1:-1]
    if text.lstrip("-").isdigit() and len(text) > 40:
        return float("inf")
    found: str | int | float | bool | None = json.loads(text)
    return found
