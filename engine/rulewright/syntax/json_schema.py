"""The JSON Schema of the surface tree, made from the kinds of nodes. In: nothing. Out: `grammar/ast.schema.json`.

Where several kinds of node may stand, the schema looks at `node` and then holds the data against that kind alone: one
message for one mistake, and no search through all that might have been meant.
"""

from __future__ import annotations

import json
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from rulewright.syntax import ast
from rulewright.syntax.json_form import FORMAT, NEEDED, NODES, VERSION, Shape, node_kinds, shapes

_UNIONS = {name: union for name, union in vars(ast).items() if isinstance(union, UnionType)}

_PLAIN = {str: "string", int: "integer", bool: "boolean"}


def text() -> str:
    """The file as it stands in `grammar/`: a line for each definition."""
    whole = schema()
    lines = [f"    {json.dumps(name)}: {_line(value)}" for name, value in whole.pop("$defs").items()]
    head = [f"  {json.dumps(name)}: {_line(value)}" for name, value in whole.items()]
    return "{\n" + ",\n".join([*head, '  "$defs": {\n' + ",\n".join(lines) + "\n  }"]) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def schema() -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "ast.schema.json",
        "title": "Rules as data",
        "description": (
            "The surface tree of rules: what `rulewright check --ast` writes. A field is left out where it is none, "
            "empty or false, or has the default given here. Made from the kinds of nodes; not to be changed by hand."
        ),
        "type": "object",
        "additionalProperties": False,
        "required": ["format", "version", "file"],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "file": _ref("File"),
        },
        "$defs": {
            "place": _place(),
            **{name: _one_of(node_kinds(union)) for name, union in _UNIONS.items()},
            **{name: _node(kind) for name, kind in NODES.items()},
        },
    }


def _node(kind: type[ast.Node]) -> dict[str, Any]:
    fields = shapes(kind)
    said = kind.__doc__ or ""
    return {
        # A dataclass without a docstring of its own has its signature for one.
        **({} if said.startswith(f"{kind.__name__}(") else {"description": " ".join(said.split())}),
        "type": "object",
        "additionalProperties": False,
        "required": ["node", *(field.name for field in fields if field.implicit is NEEDED)],
        "properties": {
            "node": {"const": kind.__name__},
            "at": _ref("place"),
            **{field.name: _field(field) for field in fields},
        },
    }


def _field(field: Shape) -> dict[str, Any]:
    said = field.implicit is not NEEDED and field.implicit not in (None, (), False)
    return {**_type(field.type), **({"default": field.implicit} if said else {})}


def _type(type: Any) -> dict[str, Any]:
    if kinds := node_kinds(type):
        if len(kinds) == 1:
            return _ref(kinds[0].__name__)
        named = next((name for name, union in _UNIONS.items() if set(node_kinds(union)) == set(kinds)), None)
        return _ref(named) if named else _one_of(kinds)
    if get_origin(type) is tuple:
        return {"type": "array", "items": _type(get_args(type)[0])}
    if get_origin(type) is Literal:
        return {"enum": list(get_args(type))}
    return {"type": _PLAIN[type]}


def _one_of(kinds: tuple[type[ast.Node], ...]) -> dict[str, Any]:
    names = [kind.__name__ for kind in kinds]
    chain: dict[str, Any] = _ref(names[-1])
    for name in reversed(names[:-1]):
        chain = {"if": {"properties": {"node": {"const": name}}}, "then": _ref(name), "else": chain}
    return {"type": "object", "required": ["node"], "properties": {"node": {"enum": names}}, **chain}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _place() -> dict[str, Any]:
    number = {"type": "integer", "minimum": 1}
    return {
        "description": "Where it was written; lines and columns begin at 1, the end is exclusive.",
        "type": "object",
        "additionalProperties": False,
        "required": ["file", "line", "column", "end_line", "end_column"],
        "properties": {
            "file": {"type": "string"},
            **dict.fromkeys(("line", "column", "end_line", "end_column"), number),
            "cell": {
                "description": "The address in a table, if it is one.",
                "type": "object",
                "additionalProperties": False,
                "required": ["row", "column"],
                "properties": {"row": number, "column": {"type": "string"}},
            },
        },
    }
