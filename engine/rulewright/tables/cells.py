"""What a cell says. In: the text of a cell, and what its column holds. Out: the node that it would be in a row.

A column of texts holds them as they stand. Every other cell is read as the rules are: a number, a name, an expression,
statements. Each part of what is read has its very place in the file. Numbers are also read as spreadsheets write them;
what a spreadsheet makes of a value by itself (a fraction, a date, a formula that failed) is told as that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.fixes import exchange, respelling
from rulewright.report.signs import STEERING, refusal
from rulewright.report.span import Source, Span
from rulewright.report.suggest import nearest
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright.syntax.words import RESERVED, STATEMENTS, is_name
from rulewright.tables.given import Given


@dataclass(frozen=True, slots=True)
class Known:
    """The names that a game declares: those a number may have, and others, which the check of types knows better."""

    numbers: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    def __contains__(self, word: str) -> bool:
        return word in self.numbers or word in self.others


NO_NAMES = Known()


@dataclass(frozen=True, slots=True)
class Kind:
    """What a column holds: `Text`, `Int`, `Bool`, `Map`, `action`, `score`, the name of another type; empty if nothing
    is known of it. `several`: a set or list of it. `optional`: a cell may be empty.
    """

    of: str = ""
    several: bool = False
    optional: bool = False


def kind_of(type: ast.TypeExpr) -> Kind:
    match type:
        case ast.NamedType(name=name):
            return Kind(name.text)
        case ast.MaybeType(inner=inner):
            return replace(kind_of(inner), optional=True)
        case ast.OfType(inner=inner):
            return Kind(kind_of(inner).of, several=True)


# ------------------------------------------------------------------ the parts of a row


def name(given: Given, report: Report) -> ast.Name | None:
    given = unquoted(given)
    text = unicodedata.normalize("NFC", given.text)
    if given.plain or given.items is not None or not is_name(text) or text in RESERVED:
        cure = "letters, digits and `_`; how it is shown is its title"
        if text in RESERVED:
            cure = f"`{text}` is a word of the language; how a row is shown is its title"
        report.error(codes.CELL, given.span, f"`{_short(given)}` cannot be a name", help=cure)
        return None
    return ast.Name(span=given.span, text=text)


def text(given: Given, report: Report) -> ast.Text | None:
    """A text as it stands, or between quotes; in the rules it goes on one line and has no quotes of its own."""
    if given.items is not None or given.plain:
        report.error(codes.CELL, given.span, f"a text is needed, not {_shown(given)}")
        return None
    bare = unquoted(given)
    if not _can_be_shown(bare, report):
        return None
    return ast.Text(span=given.span, value=printable(" ".join(bare.text.split("\n"))))


def _can_be_shown(given: Given, report: Report) -> bool:
    """Whether no sign in there steers what shows it."""
    for found in STEERING.finditer(given.text):
        if found[0] != "\n":
            report.error(codes.CELL, given.at(*found.span()), refusal(found[0]), help="remove it")
            return False
    return True


def texts(given: Given, report: Report) -> tuple[ast.Text, ...]:
    """A text of several lines, each for itself."""
    found = (text(line.stripped(), report) for line in given.lines() if not line.empty)
    return tuple(line for line in found if line is not None)


def is_expression(text: str) -> bool:
    """Whether a cell of texts holds an expression instead, between backticks."""
    return len(text) > 2 and text[0] == text[-1] == "`"


def unquoted(given: Given) -> Given:
    """Without the quotes around the whole."""
    if len(given.text) > 1 and given.text[0] == given.text[-1] == '"' and '"' not in given.text[1:-1]:
        return given.part(1, len(given.text) - 1)
    return given


def printable(value: str) -> str:
    """A text that can stand between quotes in the rules: straight quotes become those that printers set."""
    halves = unicodedata.normalize("NFC", value).split('"')
    return "".join(
        half + ("" if at == len(halves) - 1 else "“" if at % 2 == 0 else "”") for at, half in enumerate(halves)
    )


Copies = tuple[ast.Int | None, ast.Expr | None, tuple[ast.Generator, ...]]


def copies(given: Given, report: Report) -> Copies:
    """How many there are: a number, or what stands behind `copies` in a row: `2`, `used(1, 2)`, `1 for s in Suit`."""
    number = _number(given, report)
    if isinstance(number, ast.Int) and number.value >= 0:
        return number, None, ()
    if number is _TOLD:
        return None, None, ()
    if times := re.fullmatch(r"[x\u00d7]?([0-9]+)[x\u00d7]?", given.text):
        report.error(
            codes.CELL,
            given.span,
            f"`{given.text}` is no number of copies",
            help=f"the number alone: `{times[1]}`",
            fixes=exchange(given.span, times[1]),
        )
        return None, None, ()
    row: ast.Row | None = _read(given, "row, copies ", "", report, _row_of, f"`{_short(given)}` is no number of copies")
    return (None, row.copies, row.generators) if row is not None else (None, None, ())


def reactions(given: Given, report: Report) -> tuple[ast.React | ast.ChangeItem, ...]:
    """What a row carries besides its cells, line by line as it would stand below it."""
    joined = _joined(given)
    row: ast.Row | None = _read(joined, "row:", "    ", report, _row_of, _unreadable(joined))
    if row is None:
        return ()
    if row.cells or row.sides or row.docs:
        report.error(codes.CELL, given.span, "only what a row carries stands here: `after …:`, `when …:`")
        return ()
    return row.rules


# ------------------------------------------------------------------ a value


def value(given: Given, kind: Kind, known: Known, report: Report) -> ast.Expr | None:
    """The value of a field."""
    if kind.several and given.items is not None:
        items = [value(item.stripped(), Kind(kind.of), known, report) for item in given.items]
        if any(item is None for item in items):
            return None
        return ast.SetLiteral(span=given.span, items=tuple(item for item in items if item is not None))
    if kind.of == "Text" and not kind.several:
        if is_expression(given.text):
            return _expression(given.part(1, len(given.text) - 1), report)
        return text(given, report)
    picture = _map(given, kind, report)
    if picture is not None:
        return picture or None
    number = _number(given, report)
    if number is not None and not (kind.of == "Bool" and not kind.several and number is not _TOLD):
        return number if number is not _TOLD else None
    given = _joined(given)
    word = given.text
    if word in ("TRUE", "FALSE") or (kind.of == "Bool" and word.lower() in _YES_OR_NO):
        meant = _YES_OR_NO[word.lower()]
        given = replace(given, text=meant, places=(*[given.span.start] * len(meant), given.span.end))
    elif kind.of == "Bool" and not kind.several and (number is not None or _is_plain_name(word)) and word not in known:
        column = f"`{given.span.cell.column}`" if given.span.cell else "this column"
        report.error(
            codes.CELL, given.span, f"{column} holds yes or no, and `{word}` is neither", help="write `yes` or `no`"
        )
        return None
    if kind.several and _LISTED.fullmatch(word) and (word[0] != "{" or ";" in word):
        shown = ", ".join(re.split(r"\s*[,;]\s*", word.strip("{ }")))
        report.error(
            codes.CELL,
            given.span,
            f"`{_short(given)}` cannot be read",
            help=f"several are written like this: `{{{shown}}}`",
        )
        return None
    if kind.of == "Int" and not kind.several and _is_plain_name(word) and word not in known:
        guess = nearest(word, known.numbers)
        column = f"`{given.span.cell.column}`" if given.span.cell else "this column"
        report.error(
            codes.CELL,
            given.span,
            f"{column} holds whole numbers, and `{word}` is none",
            help=f"did you mean `{guess}`?" if guess else "write it in digits",
            fixes=respelling(given.span, word, known.numbers),
        )
        return None
    return _expression(given, report)


_YES_OR_NO = {"true": "yes", "false": "no", "yes": "yes", "no": "no"}
"""What a spreadsheet makes of yes and no: words of its own, and large letters."""

_LISTED = re.compile(r"(?P<braces>\{\s*)?[\w.]++(?:\s*+[,;]\s*+[\w.]++)++(?(braces)\s*\})")
"""Several values, perhaps without the braces around them, or with semicolons between them."""


def _is_plain_name(word: str) -> bool:
    return word.isidentifier() and word not in RESERVED and word not in STATEMENTS


def _expression(given: Given, report: Report) -> ast.Expr | None:
    """The cell as it would be read under a row: an expression, or statements, perhaps on several lines."""
    word = given.text
    if _is_plain_name(word) and word.isascii():
        return ast.Ref(span=given.span, name=ast.Name(span=given.span, text=word))
    if "\n" in word:
        block: ast.Expr | None = _read(given, "row:\n    cell:", "      ", None, _value_of, "")
        if block is not None:
            return block
    found: ast.Expr | None = _read(given, "row:\n    cell: ", "", report, _value_of, _unreadable(given))
    return found


def _map(given: Given, kind: Kind, report: Report) -> ast.TextMap | tuple[()] | None:
    """The map that a cell draws, its lines between bars; an empty one, and a message, if a bar is missing; None if it
    is none."""
    if kind.of != "Map" and given.items is None and "|" not in given.text:
        return None
    lines = [line.stripped() for line in given.lines() if not line.empty]
    if kind.of != "Map" and not any(line.text.startswith("|") or line.text.endswith("|") for line in lines):
        return None
    rows = []
    for line in lines:
        if not re.fullmatch(r"\|[^|]*\|", line.text):
            report.error(
                codes.CELL,
                line.span,
                "the lines of a map stand between bars",
                label="this one does not",
                help=f"write `|{line.text.replace('|', '')}|`",
            )
            return ()
        if not _can_be_shown(line, report):
            return ()
        place = line.at(1, len(line.text) - 1)
        rows.append(ast.Name(text=unicodedata.normalize("NFC", line.text[1:-1]), span=place))
    return ast.TextMap(lines=tuple(rows), span=given.span)


# ------------------------------------------------------------------ numbers as spreadsheets write them

_TOLD: Any = object()
"""In the place of a number that was told to be none."""

_WHOLE = re.compile(r"[+-]?\d{1,15}(?:[.,](?:0|00|0{4,9}))?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[ '\u00a0\u202f\u2019]\d{3})++")
"""Thousands set apart by blanks or apostrophes, as some countries do."""

_NONE: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (
        re.compile(r"#[\w/]+[!?]?|Err:\d+|#+"),
        "is what a spreadsheet shows for a formula that failed",
        "mend the formula, or write the value itself",
    ),
    (
        re.compile(r"[+-]?\d{1,3}(?:[.,]\d{3})++"),
        "may be a number of thousands or a fraction",
        "let the spreadsheet show whole numbers without separators",
    ),
    (
        re.compile(r"[+-]?\d*[.,]\d+"),
        "is no whole number",
        "there are whole numbers only: count in halves or tenths, say, and name the column so",
    ),
    (
        re.compile(r"[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+"),
        "is how a spreadsheet shortens a large number",
        "let the spreadsheet show it with all its digits",
    ),
    (re.compile(r"[+-]?\d+(?:[.,]\d+)? ?%"), "is no whole number", "write the percentage as a whole number"),
    (
        re.compile(r"[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?[$€£¥]"),
        "has the sign of a currency with it",
        "let the spreadsheet show a plain number",
    ),
    (
        re.compile(r"\d{1,4}[./]\d{1,2}[./]\d{1,4}|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}"),
        "is a date",
        "a spreadsheet makes dates of what looks like one: give the column the format `Text` before you type",
    ),
    (re.compile(r"=.*", re.DOTALL), "is a formula", "save the values of the formulas, not the formulas themselves"),
)


def _number(given: Given, report: Report) -> ast.Int | None:
    """A whole number; `_TOLD`, and a message, for what a spreadsheet made of one; None if it is something else."""
    written = given.text.replace("\u2212", "-")
    if not written.isascii() and not _GROUPED.fullmatch(written):
        written = ""
    if _GROUPED.fullmatch(written):
        written = re.sub(r"[^+\-\d]", "", written)
    if _WHOLE.fullmatch(written):
        return ast.Int(span=given.span, value=int(re.split(r"[.,]", written)[0]))
    for pattern, what, cure in _NONE:
        if pattern.fullmatch(written or given.text):
            report.error(codes.CELL, given.span, f"`{_short(given)}` {what}", help=cure)
            told: ast.Int = _TOLD
            return told
    return None


# ------------------------------------------------------------------ reading with the language


def _joined(given: Given) -> Given:
    """The items of a list as lines."""
    if given.items is None:
        return given
    lines = list(given.lines())
    places: list[int] = []
    for line in lines:
        places += line.places
    return Given("\n".join(line.text for line in lines), given.span, places or (given.span.start,))


def _row_of(file: ast.File) -> ast.Row | None:
    match file:
        case ast.File(items=(ast.Rows(rows=(row,)),)):
            return row
        case _:
            return None


def _value_of(file: ast.File) -> ast.Expr | None:
    match _row_of(file):
        case ast.Row(inline=(), cells=(cell,), sides=(), docs=(), rules=(), copies=None):
            return cell.value
        case _:
            return None


def _read(
    given: Given,
    head: str,
    indent: str,
    report: Report | None,
    wanted: Callable[[ast.File], ast.Node | None],
    message: str,
) -> Any:
    """The text behind `head`, or with an indent its lines below it, as the language reads it, every part placed in the
    cell. None if it cannot be read so, and a message if there is a report."""
    letters, places = list(f"cards of Table:\n  {head}"), [given.places[0]] * (len(head) + 18)
    lines = given.text.split("\n") if indent else [given.text]
    start = 0
    for line in lines:
        before = f"\n{indent}" if indent else ""
        letters += before + line
        places += [given.places[start]] * len(before)
        places += given.places[start : start + len(line)]
        start += len(line) + 1
    letters.append("\n")
    places += [given.places[-1]] * 2
    snippet = Source(given.span.source.name, "".join(letters))

    def placed(span: Span) -> Span:
        first = places[min(span.start, len(places) - 1)]
        last = places[span.end - 1] + 1 if span.end > span.start else first
        return replace(given.span, start=first, end=max(first, min(last, given.places[-1])))

    tree, problems = parse(snippet)
    found = wanted(tree) if tree is not None else None
    if found is not None:
        return _moved(found, placed)
    if report is not None:
        report.add(_told(given, problems[0] if problems else None, placed, message))
    return None


def _told(given: Given, problem: Diagnostic | None, placed: Callable[[Span], Span], message: str) -> Diagnostic:
    if problem is None:
        return Diagnostic(code=codes.CELL, span=given.span, message=f"{message}: more than one thing stands here")
    span = placed(problem.span)
    return Diagnostic(
        code=codes.CELL,
        span=span if span.text.strip() else given.span,
        message=f"{message}: {problem.message}",
        label=problem.label,
        help=problem.help and problem.help.replace("`cell: ", "`"),
    )


def _moved(node: Any, placed: Callable[[Span], Span]) -> Any:
    changed: dict[str, Any] = {"span": placed(node.span)}
    for field in fields(node):
        part = getattr(node, field.name)
        if isinstance(part, ast.Node):
            changed[field.name] = _moved(part, placed)
        elif isinstance(part, tuple):
            changed[field.name] = tuple(_moved(v, placed) if isinstance(v, ast.Node) else v for v in part)
    return replace(node, **changed)


def _unreadable(given: Given) -> str:
    return f"`{_short(given)}` cannot be read"


def _short(given: Given) -> str:
    """The text as a message quotes it."""
    line = " ".join(given.text.split()) if given.items is None else "…"
    return line if len(line) <= 40 else f"{line[:39]}…"


def _shown(given: Given) -> str:
    return "a list" if given.items is not None else f"`{_short(given)}`"
