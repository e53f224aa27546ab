"""The surface tree as JSON and back. In: a file's tree, or data that another program made. Out: the other of the two.

A node is an object: `node` says its kind, the rest are its fields, as `ast` names them. A field that says nothing is
left out: one that is none, empty or false, or has the default of its kind. `json_schema` says the same as a schema.
"""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, dataclass, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from unicodedata import is_normalized

from rulewright.report.signs import STEERING
from rulewright.report.span import Source, Span
from rulewright.report.suggest import nearest
from rulewright.syntax import ast
from rulewright.syntax.words import RESERVED

FORMAT, VERSION = "rulewright rules", 1

NODES: dict[str, type[ast.Node]] = {
    name: kind
    for name, kind in vars(ast).items()
    if isinstance(kind, type) and issubclass(kind, ast.Node) and kind is not ast.Node
}
"""Every kind of node, in the order of `ast`."""

_KINDS = frozenset(NODES.values())

NEEDED: Any = object()
"""In the place of what a field is when it is left out: it must not be."""

_NAME = re.compile(r"[^\W\d](?:\w|[^\x00-\x7f\s])*+")

_UNWRITABLE = re.compile(rf'["\ud800-\udfff]|{STEERING.pattern}')
"""What no text of a rules file can hold: quotes, halves of letters, and what is not seen and steers a screen."""
_UNDRAWABLE = re.compile(rf"[|\ud800-\udfff]|{STEERING.pattern}")
"""What no line of a map can hold: its own bars, and the same."""


class FormError(ValueError):
    """Data that is no tree. `path` leads to the place: `$.file.items[3].body`."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path, self.problem = path, problem


@dataclass(frozen=True, slots=True)
class Shape:
    """A field of a node: what may stand there (never `| None`), and what it is when it is left out."""

    name: str
    type: Any
    implicit: Any


_SHAPES: dict[type, tuple[Shape, ...]] = {}


def to_json(file: ast.File, *, spans: bool = False) -> dict[str, Any]:
    """The tree as nested dicts, lists and plain values. With `spans` every node has its place in `at`."""
    return {"format": FORMAT, "version": VERSION, "file": _written(file, spans)}


def from_json(data: Any, source_name: str) -> ast.File:
    """The tree, every place in it the start of `source_name`. Raises FormError.

    Names are checked to be names; whether the whole is rules that can be played, only loading its text will tell.
    """
    head = _object(data, "$")
    for name, wanted in (("format", FORMAT), ("version", VERSION)):
        if name not in head:
            raise FormError("$", f"`{name}` is missing")
        if head[name] != wanted or isinstance(head[name], bool):
            raise FormError(f"$.{name}", f"this is {_shown(head[name])}; here {_shown(wanted)} is read")
    _only(head, ("format", "version", "file"), "$")
    if "file" not in head:
        raise FormError("$", "`file` is missing")
    span = Span(Source(source_name, ""), 0, 0)
    try:
        file: ast.File = _read(ast.File, head["file"], "$.file", span)
    except RecursionError:
        raise FormError("$.file", "the tree is too deep") from None
    return file


def shapes(kind: type[ast.Node]) -> tuple[Shape, ...]:
    """The fields of a kind of node besides its place."""
    found = _SHAPES.get(kind)
    if found is None:
        hints = get_type_hints(kind)
        found = _SHAPES[kind] = tuple(
            _shape(field.name, hints[field.name], field.default) for field in fields(kind) if field.name != "span"
        )
    return found


def node_kinds(type: Any) -> tuple[type[ast.Node], ...]:
    """The kinds of node that may stand where this is the type; none if it is no type of nodes."""
    members = get_args(type) if _is_union(type) else (type,)
    return tuple(member for member in members if member in _KINDS)


def _shape(name: str, type: Any, default: Any) -> Shape:
    implicit = NEEDED if default is MISSING else default
    if _is_union(type) and NoneType in get_args(type):
        type = Union[tuple(member for member in get_args(type) if member is not NoneType)]  # noqa: UP007 - not known here
        implicit = None
    elif default is MISSING and get_origin(type) is tuple:
        implicit = ()
    elif default is MISSING and type is bool:
        implicit = False
    return Shape(name, type, implicit)


def _is_union(type: Any) -> bool:
    return get_origin(type) in (UnionType, Union)


# ------------------------------------------------------------------ writing


def _written(value: Any, spans: bool) -> Any:
    if isinstance(value, tuple):
        return [_written(item, spans) for item in value]
    if not isinstance(value, ast.Node):
        return value
    found: dict[str, Any] = {"node": type(value).__name__}
    if spans:
        found["at"] = _place(value.span)
    for shape in shapes(type(value)):
        part = getattr(value, shape.name)
        if part != shape.implicit:
            found[shape.name] = _written(part, spans)
    return found


def _place(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
    if span.cell is not None:
        place["cell"] = {"row": span.cell.row, "column": span.cell.column}
    return place


# ------------------------------------------------------------------ reading


def _read(type: Any, data: Any, path: str, span: Span, drawn: bool = False) -> Any:
    """A value of this type. `drawn`: it belongs to a map, whose lines are not names although they stand as such."""
    if kinds := node_kinds(type):
        node = _node(kinds, data, path, span, drawn)
        if isinstance(node, ast.Name) and not drawn and not _is_name(node.text):
            raise FormError(f"{path}.text", f"{_shown(node.text)} is no name")
        return node
    if get_origin(type) is tuple:
        if not isinstance(data, list):
            raise FormError(path, f"a list is needed, not {_shown(data)}")
        inner = get_args(type)[0]
        return tuple(_read(inner, item, f"{path}[{index}]", span, drawn) for index, item in enumerate(data))
    if get_origin(type) is Literal:
        words = get_args(type)
        if not isinstance(data, str) or data not in words:
            raise FormError(path, f"{_shown(data)} is none of {', '.join(map(_shown, words))}")
        return data
    if not isinstance(data, type) or (isinstance(data, bool) and type is not bool):
        wanted = {str: "a text", int: "a whole number", bool: "true or false"}[type]
        raise FormError(path, f"{wanted} is needed, not {_shown(data)}")
    if isinstance(data, str) and (found := (_UNDRAWABLE if drawn else _UNWRITABLE).search(data)):
        raise FormError(path, f"{_shown(found[0])} cannot stand in a text of the rules")
    return data


def _node(kinds: tuple[type[ast.Node], ...], data: Any, path: str, span: Span, drawn: bool) -> ast.Node:
    head = _object(data, path)
    word = head.get("node")
    kind = next((kind for kind in kinds if kind.__name__ == word), None)
    if kind is None:
        raise FormError(path, _no_kind(word, [kind.__name__ for kind in kinds]))
    known = shapes(kind)
    _only(head, ("node", "at", *(shape.name for shape in known)), path)
    values: dict[str, Any] = {}
    for shape in known:
        if shape.name in head:
            part = head[shape.name]
            inside = drawn or kind is ast.TextMap
            values[shape.name] = _read(shape.type, part, f"{path}.{shape.name}", span, inside)
        elif shape.implicit is NEEDED:
            raise FormError(path, f"{kind.__name__} needs `{shape.name}`")
        else:
            values[shape.name] = shape.implicit
    return kind(span=span, **values)


def _is_name(text: str) -> bool:
    """Whether it is a name, or a path as one name: that of a menu, or of what a changed rule calls `base`."""
    parts = text.split(".")
    return all(_NAME.fullmatch(part) and part not in RESERVED for part in parts) and is_normalized("NFC", text)


def _no_kind(word: Any, kinds: list[str]) -> str:
    if word is None:
        return f"`node` is missing; it is {_one_of(kinds)}"
    if isinstance(word, str) and word in NODES:
        return f"{word} cannot stand here; it is {_one_of(kinds)}"
    guess = nearest(word, kinds) if isinstance(word, str) else None
    return f"there is no node {_shown(word)}; " + (f"did you mean {guess}?" if guess else f"it is {_one_of(kinds)}")


def _one_of(kinds: list[str]) -> str:
    return kinds[0] if len(kinds) == 1 else f"one of {', '.join(kinds)}"


def _object(data: Any, path: str) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise FormError(path, f"an object is needed, not {_shown(data)}")
    return data


def _only(data: dict[Any, Any], known: tuple[str, ...], path: str) -> None:
    for name in data:
        if name not in known:
            guess = nearest(str(name), known)
            cure = f"did you mean `{guess}`?" if guess else f"there is {', '.join(f'`{each}`' for each in known)}"
            raise FormError(path, f"there is no `{name}` here; {cure}")


def _shown(data: Any) -> str:
    """Data as a message quotes it."""
    if isinstance(data, dict | list | tuple):
        return "an object" if isinstance(data, dict) else "a list"
    text = json.dumps(data, ensure_ascii=False) if isinstance(data, str | int | float | None) else repr(data)
    return text if len(text) <= 40 else f"{text[:37]}…"
