"""`rulewright rules`: all rules of a game as one text. In: a game with what joins it, or the JSON that `check --ast`
wrote. Out: a rules file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rulewright import resources
from rulewright.errors import RecordError, UseError
from rulewright.report import codes
from rulewright.semantics.walk import below, rebuild
from rulewright.syntax import ast
from rulewright.syntax.json_form import FormError, from_json
from rulewright.syntax.printer import show
from rulewright_tools import opening, problems


def run(options: argparse.Namespace) -> int:
    is_data = options.game.lower().endswith(".json")
    if is_data and (options.with_ or options.options):
        text = "rules as data are whole: nothing joins them"
        raise UseError(codes.OPTION, text, "write them as text first; that is a game like any other")
    file = _read(Path(options.game)) if is_data else _composed(options)
    text = show(file)
    if options.output is None:
        print(text, end="")
        return problems.FINE
    try:
        Path(options.output).write_text(text, "utf-8", newline="\n")
    except OSError as problem:
        return problems.tell_no(False, f"`{options.output}` cannot be written: {problem.strerror or problem}")
    print(f"wrote {options.output}")
    return problems.FINE


def _read(path: Path) -> ast.File:
    """Rules as data. Raises UseError if there are none, RecordError for what is damaged or of another version."""
    try:
        data = json.loads(resources.content(path).decode("utf-8-sig"))
    except resources.TooLargeError as problem:
        raise RecordError(codes.TOO_LARGE, f"`{path}` cannot be read: {problem}") from None
    except OSError as problem:
        raise UseError(codes.NO_FILE, f"`{path}` cannot be read: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise RecordError(codes.DAMAGED, f"`{path}` is no text in UTF-8") from None
    except json.JSONDecodeError as problem:
        text = f"`{path}` is no JSON, or it is cut off: line {problem.lineno}, column {problem.colno}"
        raise RecordError(codes.DAMAGED, text) from None
    except (ValueError, RecursionError):
        raise RecordError(codes.DAMAGED, f"`{path}` is no JSON that can be read") from None
    try:
        return in_one(from_json(data, path.name))
    except RecursionError:
        raise RecordError(codes.DAMAGED, f"`{path}` is not rules as data: the tree is too deep") from None
    except FormError as problem:
        cure = "`rulewright check GAME --ast` writes what is read here; `rulewright schema --format ast` describes it"
        raise RecordError(codes.DAMAGED, f"`{path}` is not rules as data: {problem}", cure) from None


def _composed(options: argparse.Namespace) -> ast.File:
    composed = opening.game_of(options).loaded.composed
    assert composed is not None
    return in_one(composed.file)


def in_one(file: ast.File) -> ast.File:
    """The file with all that a text can say by itself: tables lie in it, and every name can be declared."""
    items = (_inside(item) for item in file.items)
    return _with_plain_names(replace(file, items=tuple(item for item in items if item is not None)))


def _inside(item: ast.Item) -> ast.Item | None:
    match item:
        case ast.Rows(rows=()):
            return None
        case ast.Rows():
            return replace(item, source=None)
        case ast.Board(parts=parts):
            inside = (
                replace(part, source=None) if isinstance(part, ast.Spaces | ast.Edges) else part for part in parts
            )
            kept = (part for part in inside if not isinstance(part, ast.Edges) or part.edges)
            return replace(item, parts=tuple(kept))
        case _:
            return item


def _with_plain_names(file: ast.File) -> ast.File:
    """The file with names that a file can declare: what a changed rule was before is called `build.base` in the tree,
    and `build_base` in the text."""
    every = [node for item in file.items for node in below(item)]
    taken = {node.text for node in every if isinstance(node, ast.Name)}
    plain: dict[str, str] = {}
    for item in file.items:
        if isinstance(item, ast.Action | ast.Define | ast.Const | ast.Table) and "." in item.name.text:
            name = item.name.text.replace(".", "_")
            while name in taken:
                name += "_"
            taken.add(name)
            plain[item.name.text] = name
    return rebuild(file, lambda node: _renamed(node, plain)) if plain else file


def _renamed(node: ast.Node, plain: Mapping[str, str]) -> ast.Node | None:
    if isinstance(node, ast.Name) and node.text in plain:
        return ast.Name(span=node.span, text=plain[node.text])
    return None
