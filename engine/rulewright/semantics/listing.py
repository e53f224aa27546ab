"""Every path of a game, as whoever writes an expansion looks for it.

In: the composed rules, and the program if they check. Out: each path with what it names and where that stands, the
choices of a rule behind it. Which of several choices of one name is `turn.menu3` is known from the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.report.span import Span
from rulewright.semantics import paths
from rulewright.semantics.analyses.walk import below
from rulewright.semantics.compose import Composed


@dataclass(frozen=True, slots=True)
class Listed:
    """A path. `what` it names, in a word: of choices `choice`, `menu`, `question` (a `may`), `order` (a `for each … in
    any order`). `inside`: the rule that a choice is part of, else empty."""

    what: str
    path: str
    title: str
    span: Span
    inside: str = ""


def listed(composed: Composed, program: Program | None) -> tuple[Listed, ...]:
    """All paths in the order declared. Cells that hold values are left out: each is its row, a dot and its column."""
    known = paths.targets((*composed.items, *composed.declared), composed.bases)
    asked = _asked(program) if program is not None else None
    found: dict[tuple[str, str], Listed] = {}
    for group in known.values():
        for target in group:
            if target.kind == "choice" and asked is None:
                _add(found, Listed("choice", target.path, "", target.node.span, target.path.rpartition(".")[0]))
            elif target.kind != "choice" and (target.kind != "cell" or target.routines):
                _add(found, Listed(paths.word(target.kind), target.path, target.title, target.node.span))
                for owner in (target.path, *target.routines):
                    for choice in (asked or {}).pop(owner, ()):
                        _add(found, choice)
    for left in (asked or {}).values():
        for choice in left:
            _add(found, choice)
    return tuple(found.values())


def _add(found: dict[tuple[str, str], Listed], entry: Listed) -> None:
    found.setdefault((entry.what, entry.path), entry)


def _asked(program: Program) -> dict[str, list[Listed]]:
    """The choices of every rule, by the path in front of their names."""
    found: dict[str, list[Listed]] = {}
    for routine in program.routines.values():
        for what, path, span in _questions(routine.body):
            inside = path.rpartition(".")[0]
            found.setdefault(inside, []).append(Listed(what, path, "", span, inside))
    return found


def _questions(body: tree.Node) -> Iterator[tuple[str, str, Span]]:
    for node in below(body):
        match node:
            case tree.Choose(name=name):
                yield "choice", name, node.span
            case tree.Each(choice=name) if name:
                yield "order", name, node.span
            case tree.Menu(name=name):
                word = name.rpartition(".")[2].rstrip("0123456789")
                yield "question" if word == "may" else "menu", name, node.span
            case _:
                pass


def unnamed(composed: Composed) -> tuple[tuple[Span, str], ...]:
    """Rules without a name, which no path reaches: where each stands, and what it is."""
    return tuple(paths.unnamed(composed.items))
