"""`rulewright diff`: what expansions and options changed in a game, rule by rule.

In: a game and what joins it. Out: the old and the new text of everything that was touched, and what was added, by kind.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulewright import loader
from rulewright.game import Game
from rulewright.report.collect import Report
from rulewright.report.span import Span
from rulewright.semantics.compose import Change, against, compose
from rulewright_tools.opening import game_of
from rulewright_tools.text import BOLD, DIM, GREEN, RED, RESET, coloured, counted

TOUCHED = {
    "changed": "changed",
    "replaced": "replaced",
    "removed": "taken away",
    "restricted": "restricted",
    "treated": "reads other things as well",
    "answered": "a case more",
}
"""What was done to something that was there, as a reader says it, in the order in which it is told."""


def run(options: argparse.Namespace) -> int:
    game = game_of(options)
    changes = _changes(game)
    if options.json:
        print(json.dumps(_json(game, changes), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_text(game, changes, coloured(sys.stdout))))
    return 0


def _changes(game: Game) -> tuple[Change, ...]:
    """What is different from the game alone, with each option at its default."""
    composed = game.loaded.composed
    assert composed is not None
    alone = replace(game.files, expansions=())
    values = {option.name: _played(option) for option in alone.options}
    base = compose(alone.game, (), values, Report())
    return composed.changes if base is None else against(composed, base)


def _played(option: loader.Option) -> str:
    """The default of an option; of one that is drawn the first value, which stands for the others in a game too."""
    if option.default != "random":
        return option.default
    return next((value for value in option.values if value != "random"), option.default)


# ------------------------------------------------------------------ text


def _text(game: Game, changes: Sequence[Change], color: bool) -> Iterator[str]:
    joined = _joined(game)
    yield f"{game.program.title or game.program.id}" + (f" with {', '.join(joined)}" if joined else "")
    if not changes:
        yield (
            "no rule is changed: the rules themselves ask what an option is"
            if joined
            else "nothing is changed; `--with` and `--option` say what joins the game"
        )
        return
    for how, word in TOUCHED.items():
        for change in changes:
            if change.how == how:
                yield ""
                yield _name(change, word, color)
                width = max(_width(change.before), _width(change.after))
                yield from _lines("-", change.before, width, RED if color else "")
                yield from _lines("+", change.after, width, GREEN if color else "")
    added: dict[str, list[Change]] = {}
    for change in changes:
        if change.how == "added":
            added.setdefault(change.what, []).append(change)
    for kind, those in added.items():
        yield ""
        yield f"added, {counted(len(those), kind, _several(kind))}:"
        yield from _listed(those, color)


def _joined(game: Game) -> list[str]:
    """The expansions, and the options that are not at their defaults."""
    defaults = {option.name: _played(option) for option in game.files.options}
    options = game.program.options.items()
    return [*game.program.expansions, *(f"{name} {value}" for name, value in options if value != defaults.get(name))]


def _name(change: Change, word: str, color: bool) -> str:
    title = f' "{change.title}"' if change.title and change.how not in ("treated", "answered") else ""
    what = f"{change.what} {change.path}{title}: {word}"
    if change.how in ("treated", "answered"):
        what += f", {change.title}"
    by = f"  ({change.by})" if change.by else ""
    return f"{BOLD}{what}{RESET}{DIM}{by}{RESET}" if color else what + by


def _width(span: Span | None) -> int:
    return 0 if span is None else len(f"{span.source.name}:{span.end_line}")


def _lines(sign: str, span: Span | None, width: int, color: str) -> Iterator[str]:
    """The lines of a file that a text covers, each with its place."""
    if span is None:
        return
    for number in range(span.line, span.end_line + 1):
        place = f"{span.source.name}:{number}"
        yield f"  {color}{sign} {place:{width}}  {span.source.line(number)}{RESET if color else ''}"


def _several(kind: str) -> str:
    """The plural of a kind of things: `boxes`, `categories`, `setups`."""
    first, _, rest = kind.partition(" ")
    if first.endswith("y"):
        first = f"{first[:-1]}ies"
    elif first != "flow":
        first = f"{first}s"
    return f"{first} {rest}".rstrip()


def _listed(changes: Sequence[Change], color: bool) -> Iterator[str]:
    names = [change.path + (f' "{change.title}"' if change.title else "") for change in changes]
    width = min(max(map(len, names)), 60)
    for name, change in zip(names, changes, strict=True):
        place = f"{change.after.source.name}:{change.after.line}" if change.after is not None else change.by
        yield f"  {name:{width}}  {DIM if color else ''}{place}{RESET if color else ''}"


# ------------------------------------------------------------------ JSON


def _json(game: Game, changes: Sequence[Change]) -> dict[str, Any]:
    program = game.program
    return {
        "format": "rulewright diff",
        "version": 1,
        "game": program.id,
        "with": list(program.expansions),
        "options": dict(program.options),
        "changes": [
            {
                "how": change.how,
                "what": change.what,
                "path": change.path,
                "title": change.title,
                "by": change.by,
                "before": _place(change.before),
                "after": _place(change.after),
            }
            for change in changes
        ],
    }


def _place(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    text = [span.source.line(number) for number in range(span.line, span.end_line + 1)]
    return {"file": span.source.name, "line": span.line, "text": text}
