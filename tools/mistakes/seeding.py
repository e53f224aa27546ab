"""The kinds of mistakes and where each can be made. In: an opened file. Out: for each kind the places it could stand
at; at one of them, and with random numbers, a mistake.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from mistakes.opened import Line, Opened, Place
from mistakes.words import DECLARED, KEYWORD, Placed, Token, Word
from rulewright.core import types as t
from rulewright.syntax import ast


@dataclass(frozen=True, eq=False)
class Mistake:
    """Between `start` and `end` of the file stands `new` instead of what stood there.

    `role`: what was changed, more closely than the kind says. `marks`: the places in the new text at which a message is
    rightly put; `exact`: it must begin there, or lie within; otherwise it must touch one. `names`: a message that
    speaks of one of these is rightly put wherever it stands; of one of `used`, if it says that nothing needs it any
    more. `meant`: the word that was misspelt.
    """

    kind: str
    role: str
    file: Opened
    start: int
    end: int
    new: str
    marks: tuple[Place, ...]
    exact: bool = False
    names: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    meant: str = ""
    around: tuple[ast.Node, ...] = field(default=(), repr=False)

    @property
    def old(self) -> str:
        return self.file.text[self.start : self.end]

    @property
    def text(self) -> str:
        return self.file.text[: self.start] + self.new + self.file.text[self.end :]


Site = Callable[[Random], "Mistake | None"]


def fixed(make: Callable[[], Mistake | None]) -> Site:
    """A mistake that can be made in one way only."""
    return lambda random: make()


def moved(place: Place, start: int, end: int, new: str) -> Place:
    """Where a place of the old text is in the new one."""
    by = len(new) - (end - start)

    def one(at: int) -> int:
        return at if at <= start else start + len(new) if at < end else at + by

    return one(place[0]), one(place[1])


# ------------------------------------------------------------------ words


def misspelt_uses(file: Opened) -> Iterator[Site]:
    for word in file.words:
        if not word.declares and word.role != KEYWORD and len(word.text) > 1:
            yield partial(_misspelt, "misspelt name", file, word)


def misspelt_keywords(file: Opened) -> Iterator[Site]:
    for word in file.words:
        if word.role == KEYWORD and len(word.text) > 1:
            yield partial(_misspelt, "misspelt word of the language", file, word)


def misspelt_declarations(file: Opened) -> Iterator[Site]:
    for word in file.words:
        if word.declares and len(word.text) > 1 and word.role != "header":
            yield partial(_misspelt, "misspelt declaration", file, word)


def _misspelt(kind: str, file: Opened, word: Word, random: Random) -> Mistake | None:
    new = one_edit(word.text, random)
    place = (word.start, word.start + len(new))
    names = frozenset([word.text]) if word.declares else frozenset()
    return Mistake(
        kind,
        word.role,
        file,
        word.start,
        word.end,
        new,
        (place,),
        exact=True,
        names=names,
        meant=word.text,
        around=word.around,
    )


def one_edit(word: str, random: Random) -> str:
    """One letter dropped, doubled, changed or swapped with its neighbour; it still begins with a letter."""
    while True:
        at = random.randrange(len(word))
        match random.choice(("dropped", "doubled", "changed", "swapped")):
            case "dropped":
                new = word[:at] + word[at + 1 :]
            case "doubled":
                new = word[:at] + word[at] + word[at:]
            case "changed":
                new = word[:at] + random.choice(string.ascii_lowercase) + word[at + 1 :]
            case _:
                new = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        if new != word and new.isidentifier():
            return new


def other_kinds(file: Opened) -> Iterator[Site]:
    """A name of another kind in the place of one."""
    for word in file.words:
        if not word.declares and word.role in GLOBAL:
            yield partial(_other_kind, file, word)


GLOBAL = ("zone", "variable", "definition", "table", "action", "component", "type", "value", "board", "option", "row")


def _other_kind(file: Opened, word: Word, random: Random) -> Mistake | None:
    symbols = file.symbols
    kinds: dict[str, Sequence[str]] = {
        "zone": list(symbols.zones),
        "variable": list(symbols.vars),
        "definition": list(symbols.defines),
        "action": list(symbols.actions),
        "component": list(symbols.components),
        "type": list(symbols.enums),
        "board": list(symbols.boards),
        "value": list(symbols.value_types),
    }
    others = [kind for kind, names in kinds.items() if kind != word.role and names]
    new = random.choice(kinds[random.choice(others)])
    if new == word.text:
        return None
    place = (word.start, word.start + len(new))
    marks = (place, *_around(word.around, word.start, word.end, new))
    return Mistake(
        "name of another kind",
        word.role,
        file,
        word.start,
        word.end,
        new,
        marks,
        exact=True,
        names=frozenset([word.text]),
        around=word.around,
    )


def _around(around: tuple[ast.Node, ...], start: int, end: int, new: str) -> Iterator[Place]:
    """The expressions in which something stands, up to the statement; and what is asked of it behind a dot."""
    for node in around[:4]:
        if isinstance(node, ast.Block | ast.File | ast.Row | ast.Spot | ast.Define | ast.Zone | ast.Var):
            return
        yield moved((node.span.start, node.span.end), start, end, new)
        if isinstance(node, ast.Dot):
            yield moved((node.name.span.start, node.name.span.end), start, end, new)


# ------------------------------------------------------------------ types


def wrong_types(file: Opened) -> Iterator[Site]:
    for each in file.placed:
        node = each.node
        place = (node.span.start, node.span.end)
        type = file.types.get(place)
        written = isinstance(node, ast.Ref | ast.My | ast.Int | ast.Dot | ast.Its | ast.No | ast.Call)
        if written and type is not None and not isinstance(type, t.Unknown | t.Nothing):
            yield partial(_wrong_type, file, each, type)


def _wrong_type(file: Opened, each: Placed, type: t.Type, random: Random) -> Mistake | None:
    start, end = each.node.span.start, each.node.span.end
    inner = type.of if isinstance(type, t.Maybe) else type
    sets = [*file.symbols.plurals, "players"]
    match inner:
        case t.Int():
            role, new = random.choice((("set for a number", random.choice(sets)), ("Bool for a number", "yes")))
        case t.Bool():
            role, new = "number for a Bool", "3"
        case t.Set() | t.List() | t.Zone():
            role, new = random.choice((("number for a set", "3"), ("Bool for a set", "yes")))
        case t.Player():
            role, new = random.choice((("number for a player", "3"), ("set for a player", "players")))
        case _:
            role, new = random.choice((("number for a name", "3"), ("set for one thing", random.choice(sets))))
    if each.around and isinstance(each.around[0], ast.Dot) and not new.isidentifier():
        new = f"({new})"
    marks = [(start, start + len(new)), *_around(each.around, start, end, new)]
    return Mistake("wrong type", role, file, start, end, new, tuple(marks), exact=True, around=each.around)


def swapped_arguments(file: Opened) -> Iterator[Site]:
    for each in file.placed:
        if isinstance(each.node, ast.Call | ast.Dot | ast.My) and len(each.node.arguments or ()) > 1:
            yield partial(_swapped, file, each)


def _swapped(file: Opened, each: Placed, random: Random) -> Mistake | None:
    arguments = getattr(each.node, "arguments")  # noqa: B009
    at = random.randrange(len(arguments) - 1)
    first, second = arguments[at].span, arguments[at + 1].span
    new = second.text + file.text[first.end : second.start] + first.text
    if new == file.text[first.start : second.end]:
        return None
    numbers = isinstance(arguments[at], ast.Int) and isinstance(arguments[at + 1], ast.Int)
    alike = numbers or _alike(file, first.start, first.end, second.start, second.end)
    role = "of one type" if alike else "of two types"
    whole = moved((each.node.span.start, each.node.span.end), first.start, second.end, new)
    marks = ((first.start, first.start + len(new)), whole)
    return Mistake("swapped arguments", role, file, first.start, second.end, new, marks, around=each.around)


def _alike(file: Opened, a: int, b: int, c: int, d: int) -> bool:
    first = file.types.get((a, b))
    return first is not None and first == file.types.get((c, d))


# ------------------------------------------------------------------ lines


def missing_lines(file: Opened) -> Iterator[Site]:
    for line in file.lines:
        if not line.inside and not line.text.strip().startswith(('"', "ruling", "|")):
            yield fixed(partial(_without, file, "missing line", line.start, line.end, _kind_of(line)))


def _kind_of(line: Line) -> str:
    return "that opens a block" if line.opens else "alone"


def _without(file: Opened, kind: str, start: int, end: int, role: str) -> Mistake | None:
    """The lines from `start` to `end` are left out."""
    end = min(end + 1, len(file.text))
    inside = [word for word in file.words if start <= word.start < end and word.role != KEYWORD]
    used = frozenset(word.text for word in inside)
    names = used if kind == "missing line" else frozenset(word.text for word in inside if word.declares)
    names |= file.declared_in_files(start, end)
    above = file.line_at(max(0, start - 1))
    below = _said_after(file, end)
    if kind == "missing line":
        orphans = _end_of_block(file, below, len(file.text[start:end]) - len(file.text[start:end].lstrip(" ")))
        below = below[0], orphans if orphans == below[1] else _said_after(file, orphans)[1]
    marks = [moved(above, start, end, ""), moved(below, start, end, "")]
    depth = len(file.text[start:end]) - len(file.text[start:end].lstrip(" "))
    heads = [line for line in file.lines if line.start < start and line.depth < depth]
    if heads:
        head = heads[-1]
        inner = [line for line in heads if line.depth == head.depth][-1]
        marks.append((inner.start, inner.end))
    if not names and kind == "missing declaration":
        flow = [item for item in file.tree.items if isinstance(item, FLOW)]
        marks += [moved((item.span.start, item.span.end), start, end, "") for item in flow]
    if file.text[start:end].strip() == "" or file.text[:start].strip() + file.text[end:].strip() == "":
        return None
    return Mistake(kind, role, file, start, end, "", tuple(marks), names=names, used=used)


def _end_of_block(file: Opened, first: Place, depth: int) -> int:
    """Where the lines end that were under the one that is gone; it may have opened their block."""
    end = first[1]
    for line in file.lines:
        if line.start >= first[0]:
            if line.depth <= depth:
                break
            end = line.end
    return end


FLOW = (ast.Header, ast.Setup, ast.Turn, ast.Round, ast.Turns, ast.Phase, ast.Score)
"""Where it is told that something without a name is not there: what ends a game, a winner."""


def _said_after(file: Opened, place: int) -> Place:
    """The next line that says something."""
    for line in file.lines:
        if line.start >= place:
            return line.start, line.end
    return len(file.text), len(file.text)


def doubled_lines(file: Opened) -> Iterator[Site]:
    for line in file.lines:
        if not line.inside and not line.text.strip().startswith(('"', "ruling")):
            yield fixed(partial(_doubled, file, line))


def _doubled(file: Opened, line: Line) -> Mistake:
    """A map is doubled in one of its lines; which, nobody can tell."""
    new = f"{line.text}\n{line.text}"
    start, end = line.start, line.end
    if line.text.strip().startswith("|"):
        at = file.lines.index(line)
        rows = [other.text.strip().startswith("|") for other in file.lines]
        first = next((i + 1 for i in range(at, -1, -1) if not rows[i]), 0)
        last = next((i - 1 for i in range(at, len(rows)) if not rows[i]), len(rows) - 1)
        start, end = file.lines[first].start, file.lines[last].end
    mark = (start, end + len(new) - len(line.text))
    return Mistake("doubled line", _kind_of(line), file, line.start, line.end, new, (mark,))


def strange_lines(file: Opened) -> Iterator[Site]:
    """A line that stands well elsewhere, in a block of another kind."""
    if file.unit.scenarios:
        return
    donors = [line for line in file.lines if not line.opens and not line.inside and line.depth]
    donors = [line for line in donors if not line.text.strip().startswith(('"', "ruling", "|"))]
    for line in file.lines:
        if not line.opens and not line.inside and line.depth and donors:
            yield partial(_strange, file, line, donors)


def _strange(file: Opened, line: Line, donors: Sequence[Line], random: Random) -> Mistake | None:
    donor = random.choice(donors)
    added = " " * line.depth + donor.text.strip()
    new = f"{line.text}\n{added}"
    start = line.start + len(line.text) + 1
    if donor.text == line.text:
        return None
    below = moved(_said_after(file, line.end + 1), line.start, line.end, new)
    marks = ((start, start + len(added)), below)
    return Mistake("line of another block", "", file, line.start, line.end, new, marks)


def deeper(file: Opened) -> Iterator[Site]:
    for line in file.lines:
        if not line.inside:
            yield partial(_indented, file, line, 1)


def shallower(file: Opened) -> Iterator[Site]:
    for line in file.lines:
        if not line.inside and line.depth:
            yield partial(_indented, file, line, -1)


def _indented(file: Opened, line: Line, way: int, random: Random) -> Mistake:
    """The line itself is to blame; told at the line before or after, it is where the two no longer go together."""
    depth = max(0, line.depth + way * random.choice((1, 2, 4)))
    new = " " * depth + line.text.strip()
    at = file.lines.index(line)
    block = _end_of_block(file, _said_after(file, line.end + 1), line.depth)
    marks = [(line.start, line.start + len(new)), moved((line.start, block), line.start, line.end, new)]
    marks.append(moved(_said_after(file, block + 1), line.start, line.end, new))
    for other in file.lines[max(0, at - 1) : at + 2]:
        marks.append(moved((other.start, other.end), line.start, line.end, new))
    role = f"{'deeper' if way > 0 else 'shallower'}, {_kind_of(line)}"
    return Mistake("wrong indentation", role, file, line.start, line.end, new, tuple(marks))


def missing_cases(file: Opened) -> Iterator[Site]:
    for each in file.placed:
        node = each.node
        if isinstance(node, ast.MatchArm | ast.MatchValueArm | ast.TableRow):
            whole = each.around[0]
            yield fixed(partial(_missing_case, file, node, whole))


def _missing_case(file: Opened, node: ast.Node, whole: ast.Node) -> Mistake | None:
    start, end = file.line_at(node.span.start)[0], file.line_at(node.span.end)[1]
    if file.text[start : node.span.start].strip() or file.text[node.span.end : end].partition("#")[0].strip():
        return None
    role = "row of a table" if isinstance(node, ast.TableRow) else "case of a match"
    found = _without(file, "missing case", start, end, role)
    if found is None:
        return None
    mark = moved((whole.span.start, whole.span.end), found.start, found.end, "")
    return Mistake("missing case", role, file, found.start, found.end, "", (*found.marks, mark), names=found.names)


def missing_declarations(file: Opened) -> Iterator[Site]:
    kinds = tuple(kind for kind, name in DECLARED if name == "name")
    for item in file.tree.items:
        if isinstance(item, kinds) and file.counts(item.span.start) and not isinstance(item, ast.Header):
            start, end = file.line_at(item.span.start)[0], file.line_at(item.span.end)[1]
            if file.text[start : item.span.start].strip() == "":
                role = type(item).__name__.lower()
                yield fixed(partial(_without, file, "missing declaration", start, end, role))


# ------------------------------------------------------------------ columns


def wrong_columns(file: Opened) -> Iterator[Site]:
    for each in file.placed:
        node = each.node
        if isinstance(node, ast.Inline):
            yield partial(_wrong_column, file, node)
            yield fixed(partial(_missing_column, file, node))
        elif isinstance(node, ast.TextMap):
            for line in node.lines:
                yield partial(_wrong_map, file, line)
        elif isinstance(node, ast.TrackColumn):
            yield partial(_missing_number, file, node)
        elif isinstance(node, ast.EnumValue) and node.cells:
            yield fixed(partial(_missing_cell, file, node))


def _wrong_column(file: Opened, node: ast.Inline, random: Random) -> Mistake | None:
    names = [*file.symbols.zones, *file.symbols.vars, *file.symbols.enums]
    new = random.choice(names or ["place"])
    span = node.name.span
    mark = (span.start, span.start + len(new))
    return Mistake("wrong column", "another name", file, span.start, span.end, new, (mark,), exact=True)


def _missing_column(file: Opened, node: ast.Inline) -> Mistake:
    start, end = node.span.start, node.span.end
    mark = moved(file.line_at(start), start, end, "")
    return Mistake("wrong column", "missing", file, start, end, "", (mark,))


def _wrong_map(file: Opened, line: ast.Name, random: Random) -> Mistake | None:
    start, end = line.span.start, line.span.end
    row = line.span.text
    if not row.startswith("|"):
        start, end, row = start - 1, end + 1, file.text[start - 1 : end + 1]
    at = random.randrange(1, len(row) - 1)
    match random.choice(("sign too few", "sign too many", "unknown sign")):
        case "sign too few" as role:
            new = row[:at] + row[at + 1 :]
        case "sign too many" as role:
            new = row[:at] + row[at] + row[at:]
        case role:
            new = row[:at] + "§" + row[at + 1 :]
    return Mistake("wrong column", f"map row: {role}", file, start, end, new, ((start, start + len(new)),))


def _missing_number(file: Opened, node: ast.TrackColumn, random: Random) -> Mistake | None:
    numbers = list(re.finditer(r"-?[0-9]+", node.span.text))
    if len(numbers) < 2:
        return None
    gone = random.choice(numbers[1:])
    start, end = node.span.start + gone.start(), node.span.start + gone.end()
    mark = moved(file.line_at(start), start, end, "")
    return Mistake("wrong column", "number too few", file, start, end, "", (mark,))


def _missing_cell(file: Opened, node: ast.EnumValue) -> Mistake:
    span = node.cells[-1].span
    mark = moved((node.span.start, node.span.end), span.start, span.end, "")
    return Mistake("wrong column", "cell too few", file, span.start, span.end, "", (mark,))


# ------------------------------------------------------------------ signs


PAIRS = {"(": ")", "[": "]", "{": "}"}


def unclosed(file: Opened) -> Iterator[Site]:
    """A bracket or quote is left out."""
    stack: list[Token] = []
    for token in file.tokens:
        if token.text in PAIRS:
            stack.append(token)
        elif token.text in PAIRS.values() and stack:
            opening = stack.pop()
            yield partial(_one_of, file, opening, token)
        elif token.kind == "text":
            yield partial(_open_text, file, token)


def _one_of(file: Opened, opening: Token, closing: Token, random: Random) -> Mistake:
    gone, other = random.choice(((opening, closing), (closing, opening)))
    marks = [moved(file.statement_at(each.start), gone.start, gone.end, "") for each in (other, gone)]
    role = "no opening bracket" if gone is opening else "no closing bracket"
    return Mistake("bracket or quote", role, file, gone.start, gone.end, "", tuple(marks))


def _open_text(file: Opened, token: Token, random: Random) -> Mistake:
    at = random.choice((token.start, token.end - 1))
    mark = moved(file.statement_at(token.start), at, at + 1, "")
    return Mistake("bracket or quote", "no quote", file, at, at + 1, "", (mark,))


def surplus(file: Opened) -> Iterator[Site]:
    for word in file.words:
        yield partial(_surplus, file, word)


def _surplus(file: Opened, word: Word, random: Random) -> Mistake:
    sign = random.choice('()[]{}"')
    at = random.choice((word.start, word.end))
    mark = moved(file.statement_at(at), at, at, sign)
    return Mistake("bracket or quote", "one too many", file, at, at, sign, (mark,))


WRONG_SIGNS: dict[str, tuple[str, ...]] = {
    ":": ("=", ";", ""),
    "=": (":", "==", ":=", ""),
    ",": (";", ".", ""),
    ";": (",", ":", ""),
    ".": (",", " ", ".."),
    "..": (".", "-"),
    "<=": ("=<", "<==", "≤"),
    ">=": ("=>", "≥"),
    "!=": ("<>", "=!", "≠"),
    "->": ("=>", "→"),
    "*": ("\u00d7", "**"),
    "+": ("+=", ""),
    "/": ("÷", "//"),
    "?": ("!", ""),
}


def wrong_signs(file: Opened) -> Iterator[Site]:
    for token in file.tokens:
        if token.text in WRONG_SIGNS:
            yield partial(_wrong_sign, file, token)


def _wrong_sign(file: Opened, token: Token, random: Random) -> Mistake:
    new = random.choice(WRONG_SIGNS[token.text])
    line = moved(file.line_at(token.start), token.start, token.end, new)
    role = f"`{new}` for `{token.text}`" if new.strip() else f"no `{token.text}`"
    around = tuple(n for n in (each.node for each in file.placed) if n.span.start <= token.start < n.span.end)[-1:]
    return Mistake("wrong sign", role, file, token.start, token.end, new, (line,), around=around)


KINDS: dict[str, Callable[[Opened], Iterator[Site]]] = {
    "misspelt name": misspelt_uses,
    "misspelt word of the language": misspelt_keywords,
    "misspelt declaration": misspelt_declarations,
    "name of another kind": other_kinds,
    "wrong type": wrong_types,
    "swapped arguments": swapped_arguments,
    "missing line": missing_lines,
    "doubled line": doubled_lines,
    "line of another block": strange_lines,
    "wrong indentation, deeper": deeper,
    "wrong indentation, shallower": shallower,
    "missing case": missing_cases,
    "missing declaration": missing_declarations,
    "wrong column": wrong_columns,
    "unclosed bracket or quote": unclosed,
    "surplus bracket or quote": surplus,
    "wrong sign": wrong_signs,
}
