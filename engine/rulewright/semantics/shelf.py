"""What libraries declare that a game has not taken in. In: messages about names that are not there. Out: the same, with
the library that has the name, where nothing else is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rulewright.report import Diagnostic, Source, codes
from rulewright.syntax import ast
from rulewright.syntax.parser import parse

Shelf = Mapping[str, Sequence[str]]
"""The names that libraries declare, each with the libraries."""


def offered(problems: Iterable[Diagnostic], shelf: Callable[[], Shelf]) -> tuple[Diagnostic, ...]:
    """The messages; one about a name that a single library declares, and for which there is no cure yet, tells it."""
    return tuple(_with_library(each, shelf) for each in problems)


def _with_library(problem: Diagnostic, shelf: Callable[[], Shelf]) -> Diagnostic:
    if problem.help is not None or problem.code not in (codes.UNKNOWN, codes.NO_ATTRIBUTE):
        return problem
    found = shelf().get(problem.span.text, ())
    if len(found) != 1:
        return problem
    return replace(problem, help=f"the library `{found[0]}` has one: if it is meant, write a line `use {found[0]}`")


def declared(libraries: Mapping[str, str]) -> Shelf:
    """What libraries declare, from their texts."""
    found: dict[str, list[str]] = {}
    for library, text in libraries.items():
        tree, _ = parse(Source(library, text))
        for item in tree.items if tree else ():
            if isinstance(item, DECLARED):
                found.setdefault(item.name.text, []).append(library)
    return found


DECLARED = (ast.Action, ast.Define, ast.Var, ast.Zone, ast.Table, ast.Const)
