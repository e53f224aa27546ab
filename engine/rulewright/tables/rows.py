"""Rows of a table. In: records of a file, the fields of their type. Out: rows as they would stand in the rules.

The columns of a table of components, and of spaces:

    name, title, copies     what begins a row; of copies also `2 for s in Suit`
    text, ruling, rules     what stands below it: its text, line by line; rulings; reactions that it carries
    FIELD                   a field of the type
    SIDE.FIELD, SIDE.rules  the same on one side
    # …                     a remark, for people

A field that is called like one of the first two kinds has the column for itself; the other one is called `(text)` then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.fixes import respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.syntax import ast
from rulewright.tables import bounds, cells
from rulewright.tables.cells import NO_NAMES, Kind, Known, kind_of
from rulewright.tables.given import Given, Record, Records

OWN = ("name", "title", "copies", "text", "ruling", "rules")
TEXTS = ("name", "title", "text", "ruling")
"""Those of a row that are never read as rules."""
EDGE = ("from", "to", "copies")

_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Columns:
    """The fields of a type, in order, and its sides. `of`: the type. `known`: the names of the game.

    `certain`: its declaration was found, so that any other column is a mistake.
    """

    of: str
    fields: Mapping[str, ast.Field] = field(default_factory=dict)
    sides: tuple[str, ...] = ()
    known: Known = NO_NAMES
    certain: bool = False

    def kind(self, name: str) -> Kind:
        return kind_of(self.fields[name].type) if name in self.fields else Kind()


@dataclass(frozen=True, slots=True)
class Heading:
    """What a column holds. `own`: a part of the row itself, one of `OWN`; else a field. `side`: only on this one."""

    name: str
    own: bool
    side: str | None = None


def heading(text: str, columns: Columns) -> Heading | None:
    """None for a remark. What it names may be unknown."""
    if text.startswith("#"):
        return None
    before, dot, name = text.rpartition(".")
    side = before if dot else None
    if name.startswith("(") and name.endswith(")"):
        return Heading(name[1:-1].strip(), True, side)
    own = name in OWN and name not in columns.fields and (side is None or name == "rules")
    return Heading(name, own or (name == "name" and side is None), side)


def spelled(meant: Heading, columns: Columns) -> str:
    """The heading as it is written."""
    name = f"({meant.name})" if meant.own and meant.name in columns.fields and meant.name != "name" else meant.name
    return name if meant.side is None else f"{meant.side}.{name}"


def all_headings(columns: Columns) -> list[str]:
    """Every heading there may be."""
    own = [Heading(name, True) for name in OWN]
    written = [name for name, each in columns.fields.items() if each.value is None]
    every = [*own[:3], *(Heading(name, False) for name in written), *own[3:]]
    for side in columns.sides:
        every += [*(Heading(name, False, side) for name in written), Heading("rules", True, side)]
    return [spelled(each, columns) for each in every]


def rows(records: Records, columns: Columns, report: Report) -> tuple[ast.Row, ...]:
    if not _has_names(records, ("name",), all_headings(columns), report):
        return ()
    meant: dict[str, Heading | None] = {}
    for written in records.headings:
        if written.text:
            meant[written.text] = _meant(written, columns, report)
    if _too_long(_as_rules(records, meant, columns), report):
        return ()
    found = [_row(record, meant, columns, report) for record in records.rows]
    return tuple(row for row in found if row is not None)


def _as_rules(records: Records, meant: Mapping[str, Heading | None], columns: Columns) -> Iterator[Given]:
    """The cells that hold no mere text."""
    for record in records.rows:
        for written, cell in record.cells:
            what = meant.get(written.text)
            if what is None or (what.own and what.name in TEXTS):
                continue
            if what.own or columns.kind(what.name).of != "Text" or cells.is_expression(cell.text):
                yield cell


def _too_long(as_rules: Iterable[Given], report: Report) -> bool:
    """Whether more stands in the cells that are read as rules than can be read in time."""
    words = 0
    for cell in as_rules:
        found = len(_WORD.findall(cell.written))
        words += found + bounds.AROUND if found > 1 else 0
        if words > bounds.MOST_WORDS:
            bounds.tell(bounds.MOST_WORDS, "words and signs in its cells", cell.span, report)
            return True
    return False


def _has_names(records: Records, needed: Sequence[str], known: Sequence[str], report: Report) -> bool:
    """Whether the columns are there that no table can do without; not asked of a table without rows or headings."""
    headings = {heading.text: heading for heading in records.headings}
    missing = [column for column in needed if column not in headings and f"({column})" not in headings]
    if not missing or not records.headings:
        return not missing
    alike = next((each for each in headings.values() if nearest(each.text, missing) == missing[0]), None)
    report.error(
        codes.MISSING_COLUMN,
        alike.span if alike else records.start,
        f"`{records.source.name}` has no column `{missing[0]}`",
        help=f"did you mean `{missing[0]}` by `{alike.text}`?"
        if alike
        else f"the first line of the file names the columns; there may be {', '.join(known)}",
        fixes=respelling(alike.span, alike.text, missing) if alike else (),
    )
    return False


def _meant(written: Given, columns: Columns, report: Report) -> Heading | None:
    """What a column is; None for a remark, and after a message."""
    meant = heading(written.text, columns)
    if meant is None or not columns.certain:
        return meant
    known = all_headings(columns)
    names = [*OWN[1:3], *(name for name, each in columns.fields.items() if each.value is None)]
    if meant.side is not None and meant.side not in columns.sides and columns.sides:
        guess = nearest(meant.side, columns.sides)
        text = f"{columns.of} has no side called `{meant.side}`"
        _unknown(written, text, f"{guess}.{meant.name}" if guess else None, columns.sides, report)
        return None
    if (meant.own and meant.name not in OWN) or (not meant.own and meant.name not in columns.fields):
        guess = nearest(written.text, known)
        _unknown(written, f"{columns.of} has no column `{written.text}`", guess, names, report)
        return None
    if meant.side is not None and not columns.sides:
        _unknown(written, f"{columns.of} has no sides", None, names, report)
        return None
    return meant


def _unknown(written: Given, text: str, guess: str | None, known: Iterable[str], report: Report) -> None:
    """A column that there is not. One that begins with `#` is a remark, which is said where nothing is alike."""
    known = tuple(known)
    listed = ", ".join(known)
    cure = (
        f"there is {listed}; a column for remarks begins with `#`" if listed else "a column for remarks begins with `#`"
    )
    report.error(
        codes.UNKNOWN_COLUMN,
        written.span,
        text,
        label="no such column",
        help=f"did you mean `{guess}`?" if guess else cure,
        fixes=respelling(written.span, written.text, [guess, *known]) if guess else (),
    )


def _row(record: Record, meant: Mapping[str, Heading | None], columns: Columns, report: Report) -> ast.Row | None:
    found: dict[str, Given] = {}
    values: list[ast.Cell] = []
    on_sides: dict[str, list[ast.Cell]] = {}
    rules_of: dict[str, Given] = {}
    places: dict[str, Span] = {}
    amount = next(
        (cell.text for written, cell in record.cells if meant.get(written.text) == Heading("copies", True)), ""
    )
    known = replace(columns.known, numbers=columns.known.numbers | set(re.findall(r"\w+", amount)))
    for written, cell in record.cells:
        what = meant.get(written.text)
        if what is None:
            continue
        places.setdefault(what.side or "", written.span)
        if what.own and what.side is None:
            found[what.name] = cell
        elif what.own:
            rules_of[what.side or ""] = cell
        else:
            value = cells.value(cell, columns.kind(what.name), known, report)
            if value is not None:
                head = ast.Name(span=written.at(len(written.text) - len(what.name), len(written.text)), text=what.name)
                made = ast.Cell(span=cell.span, name=head, value=value)
                (values if what.side is None else on_sides.setdefault(what.side, [])).append(made)
    if written_remark(record, meant):
        return None
    if "name" not in found:
        cure = "write it in the column `name`; a row that is only a remark begins with `#`"
        report.error(codes.CELL, record.span, f"row {record.number} has no name", label="a name is missing", help=cure)
        return None
    name = cells.name(found["name"], report)
    if name is None:
        return None
    count, copies, generators = cells.copies(found["copies"], report) if "copies" in found else (None, None, ())
    docs = cells.texts(found["text"], report) if "text" in found else ()
    rulings = cells.texts(found["ruling"], report) if "ruling" in found else ()
    sides = tuple(
        ast.Side(
            span=places[side],
            name=ast.Name(span=places[side], text=side),
            inline=(),
            cells=tuple(on_sides.get(side, ())),
            rules=cells.reactions(rules_of[side], report) if side in rules_of else (),
        )
        for side in dict.fromkeys((*on_sides, *rules_of))
    )
    return ast.Row(
        span=record.span,
        name=name,
        title=cells.text(found["title"], report) if "title" in found else None,
        count=count,
        copies=copies,
        generators=generators,
        inline=(),
        cells=tuple(values),
        sides=sides,
        docs=(
            *(ast.Doc(span=each.span, text=each.value) for each in docs),
            *(ast.Ruling(span=each.span, text=each.value) for each in rulings),
        ),
        rules=cells.reactions(found["rules"], report) if "rules" in found else (),
    )


def written_remark(record: Record, meant: Mapping[str, Heading | None]) -> bool:
    """Whether nothing but remarks stands in the row, or it begins with `#`."""
    told = [cell for written, cell in record.cells if meant.get(written.text) is not None]
    return not told or told[0].text.startswith("#")


# ------------------------------------------------------------------ edges


def edges(records: Records, of: str, directed: bool, report: Report) -> tuple[ast.EdgeLine, ...]:
    """Columns `from` and `to`, and `copies` for parallel edges."""
    if not _has_names(records, ("from", "to"), EDGE, report):
        return ()
    for written in records.headings:
        if written.text and written.text not in EDGE and not written.text.startswith("#"):
            guess = nearest(written.text, EDGE)
            _unknown(written, f"edges have no column `{written.text}`", guess, EDGE, report)
    if _too_long((cell for each in records.rows for name, cell in each.cells if name.text == "copies"), report):
        return ()
    found: list[ast.EdgeLine] = []
    for record in records.rows:
        parts = {written.text: cell for written, cell in record.cells if not written.text.startswith("#")}
        if not parts or next(iter(parts.values())).text.startswith("#"):
            continue
        missing = [end for end in ("from", "to") if end not in parts]
        if missing:
            text = f"row {record.number} needs both `from` and `to`"
            report.error(codes.CELL, record.span, text, label=f"`{missing[0]}` is missing")
            continue
        left, right = (cells.name(parts[end], report) for end in ("from", "to"))
        count = _count(parts["copies"], report) if "copies" in parts else 1
        if left is not None and right is not None:
            found.append(ast.EdgeLine(span=record.span, left=left, right=right, directed=directed, count=count))
    return tuple(found)


def _count(given: Given, report: Report) -> int:
    number, other, _ = cells.copies(given, report)
    if other is not None:
        text = f"`{given.text}` is no number"
        report.error(codes.CELL, given.span, text, help="how many edges there are is a number")
    return 1 if number is None else number.value
