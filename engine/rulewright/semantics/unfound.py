"""A bare word that means nothing. In: the word, and the type that is wanted where it stands. Out: a message, with what
was meant if that can be told: a name alike, or a part of what is tested, without saying of what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.vocabulary import WORDS
from rulewright.report import codes
from rulewright.report.collect import Details
from rulewright.report.fixes import exchange, respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics import members, mismatch, names, places
from rulewright.semantics.coerce import convert
from rulewright.semantics.context import Context, declared_here, unknown
from rulewright.semantics.symbols import grid_size, off_the_grids
from rulewright.syntax import ast


def not_found(cx: Context, name: ast.Name, wanted: t.Type | None) -> tree.Expr:
    """Says that a bare word means nothing here."""
    symbols = cx.symbols
    inner = names.within(wanted)
    if isinstance(inner, t.Unknown) and cx.report.failed:
        return unknown(name.span)  # of a type that is not there no value is there either
    near: list[str] = []
    kind = "nothing"
    if isinstance(inner, t.Enum):
        near, kind = list(symbols.values(inner.name)), f"no {inner.name}"
    elif isinstance(inner, t.Component) and inner.name:
        near, kind = [row.name.text for row in symbols.rows.get(inner.name, ())], f"no {inner.name}"
    elif isinstance(inner, t.Space) and inner.kind in symbols.space_types:
        near, kind = [row.name.text for row in symbols.space_types[inner.kind][1].rows], f"no {inner.kind}"
    near += [*cx.locals, *symbols.where, *WORDS, *places.BUILT_IN_ZONES, *cx.game.seats, *symbols.singulars]
    near += ["yes", "none", "Space", "Edge", "score"]
    if any(letter.isdigit() for letter in name.text):
        near += _grid_names(cx)
    if not isinstance(inner, t.Enum):
        near += [*symbols.value_types, *symbols.row_types]
        near += [row.name.text for _, part in symbols.space_types.values() for row in part.rows]
    near += symbols.wants.get(name.span.source.name, ())
    guess = nearest(name.text, near) or _begun(name.text, near)
    fixes = respelling(name.span, name.text, near)
    if guess is not None and not _could_stand(cx, guess, name.span, wanted):
        fixes = tuple(replace(fix, certain=False) for fix in fixes)
    cure: Details = {
        "label": "not declared",
        "labels": declared_here(symbols, guess),
        "help": mismatch.instead(guess, symbols.values(inner.name) if isinstance(inner, t.Enum) else ()),
        "fixes": fixes,
    }
    if name.text == cx.coming:
        cure["help"] = f"`{name.text}` is known below this line only; in the condition of its own line it is `it`"
        cure["labels"], cure["fixes"] = (), ()
    elif kind == "nothing" and name.text in IN_WORDS:
        digits = str(IN_WORDS.index(name.text) + 1)
        cure = {"help": f"a number is written in digits: `{digits}`", "fixes": exchange(name.span, digits)}
    elif kind == "nothing" and (named_so := off_the_grids(symbols, name.text, guess)) and not cure["labels"]:
        kind = "no space"
        cure = {"help": named_so}
    elif cx.game.seats and name.text in CLAIMED:
        cure = {"help": CLAIMED[name.text]}
    elif (part := _part_of_something(cx, name.text)) is not None:
        cure["help"], cure["labels"] = f"a bare name is never a part of something: write `{part}`", ()
        cure["fixes"] = exchange(name.span, part, certain=False) if name.span.text == name.text else ()
    message = f"there is {kind} called `{name.text}`"
    cx.report.error(codes.UNKNOWN, name.span, message, **mismatch.plural(cx, name.text) or cure)
    return unknown(name.span)


CLAIMED = {
    "game": "when a game is over nothing is offered: `offered:`",
    "winner": "who has won is claimed with `winners:` and the names",
    "winners": "who has won is claimed with `winners:` and the names",
}
"""What a scenario claims in a form of its own."""

IN_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _begun(word: str, known: Sequence[str]) -> str | None:
    """The only name of which the word is the first part: `left_of` for `left`."""
    found = {name for name in known if name.startswith(f"{word}_")}
    return found.pop() if len(found) == 1 else None


def _part_of_something(cx: Context, word: str) -> str | None:
    """What was meant by a word that is none, but names a part of what is tested, or of one local: `its cost`."""
    if cx.its and members.has(cx, cx.its[-1].type, word):
        return f"its {word}"
    found = [name for name in cx.locals if (local := cx.local(name)) is not None and members.has(cx, local.type, word)]
    return f"{found[0]}.{word}" if len(found) == 1 else None


def _could_stand(cx: Context, guess: str, span: Span, wanted: t.Type | None) -> bool:
    """Whether a name is a value, and one of the wanted type, if there is one. `score` is one where winners are told."""
    if guess == "score":
        return wanted == t.INT
    before = cx.report.count
    value = names.reference(cx, ast.Ref(span=span, name=ast.Name(span=span, text=guess)), wanted)
    fits = cx.report.count == before and (wanted is None or convert(cx, value, wanted) is not None)
    cx.report.take_back(before)
    return fits


def _grid_names(cx: Context) -> list[str]:
    """The spaces of grids by name; of a large one none is nearest that is worth looking for."""
    sizes = [grid_size(board) for board in cx.symbols.boards.values()]
    small = [(columns, rows) for columns, rows in sizes if columns * rows <= LARGE]
    return list(
        dict.fromkeys(f"r{row}c{column}" for columns, rows in small for row in range(rows) for column in range(columns))
    )


LARGE = 2500
