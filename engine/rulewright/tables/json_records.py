"""The rows of a JSON file. In: its text. Out: cells with their places, each under its name.

Two shapes are read: a list of objects, as most programs write it, and the published format with `format`, `version`,
`of` and `rows`. Python's own reader says whether it is JSON; here it is only found where everything stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import respelling
from rulewright.report.span import Cell, Source, Span
from rulewright.report.suggest import nearest
from rulewright.tables.given import Given, Record, Records

FORMAT, VERSION = "rulewright table", 1
KEYS = ("$schema", "format", "version", "of", "rows")

DEEPEST = 20

_WORD = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{},:]|[^\s\[\]{},:"]+')
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
        name = _text(key).stripped().text
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
        json.loads(source.text, parse_int=str)
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
    words = [Span(source, found.start(), found.end()) for found in _WORD.finditer(source.text)]
    deepest = depth = 0
    for word in words:
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(word.text, 0)
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        report.error(codes.TABLE_FILE, words[0], "lists in lists without end", help=_SHAPE)
        return None
    for word in words:
        if word.text.startswith('"') and (lone := re.search(r"[\ud800-\udfff]", json.loads(word.text))):
            text = f"`{lone[0].encode('utf-16', 'surrogatepass')[2:].hex()}` is half a letter"
            report.error(codes.TABLE_FILE, word, text, help="write the letter itself")
            return None
    return _value(words, 0)[0]


def _value(words: Sequence[Span], at: int) -> tuple[Value, int]:
    """The value that begins at this word, and the word behind it. The words are those of JSON, so what stands where is
    certain."""
    first = words[at]
    if first.text not in "[{":
        return Value(first, _plain(first.text)), at + 1
    parts: list[Value] = []
    at += 1
    while words[at].text not in "]}":
        if words[at].text in ",:":
            at += 1
        part, at = _value(words, at)
        parts.append(part)
    span = first.to(words[at])
    if first.text == "[":
        return Value(span, parts), at + 1
    return Value(span, tuple(zip(parts[::2], parts[1::2], strict=True))), at + 1


def _plain(text: str) -> str | int | float | bool | None:
    """A text, number or word of JSON; a number that no rules could hold counts as none that is whole."""
    if text.lstrip("-").isdigit() and len(text) > 40:
        return float("inf")
    found: str | int | float | bool | None = json.loads(text)
    return found
