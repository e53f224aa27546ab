"""The JSON Schema of a table. In: a table of a game and the names the game declares. Out: what its JSON form may hold.

It knows the columns, what each holds, and the values of the types that the game lists; so an editor offers them and
marks what is none of them. A text that is more than a name may always be an expression, and is left to `check`.
"""

from __future__ import annotations

from typing import Any

from rulewright.semantics.symbols import Symbols
from rulewright.syntax import ast
from rulewright.tables.cells import Kind, kind_of
from rulewright.tables.json_records import FORMAT, VERSION
from rulewright.tables.listing import Table
from rulewright.tables.rows import Columns, Heading, all_headings, heading, spelled

Schema = dict[str, Any]

NAME = {"type": "string", "pattern": r'^("?)[^\s"0-9][^\s"]*\1$'}
LINES = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
EXPRESSION = {"description": "An expression of the rules.", "type": "string", "pattern": r"[^\w]"}
NUMBER = {"type": "string", "pattern": r"^-?[0-9]+$"}
NO_VALUE = {"enum": [None, ""]}


def schema(table: Table, game: str, symbols: Symbols) -> Schema:
    rows = _edge() if table.columns is None else _row(table, table.columns, symbols)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{table.name} of {game}",
        "description": f'Rows for `{table.opening} "FILE.json"`: the list alone, or the published format around it.',
        "oneOf": [
            {"$ref": "#/$defs/rows"},
            {
                "type": "object",
                "additionalProperties": False,
                "required": ["format", "version", "rows"],
                "properties": {
                    "$schema": {"type": "string"},
                    "format": {"const": FORMAT},
                    "version": {"const": VERSION},
                    "of": {"const": table.name},
                    "rows": {"$ref": "#/$defs/rows"},
                },
            },
        ],
        "$defs": {"rows": {"type": "array", "items": rows}},
    }


def _edge() -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["from", "to"],
        "properties": {"from": NAME, "to": NAME, "copies": {"type": ["integer", "null"], "minimum": 0}},
        "patternProperties": {"^#": {}},
    }


def _row(table: Table, columns: Columns, symbols: Symbols) -> Schema:
    properties: Schema = {}
    for written in all_headings(columns):
        meant = heading(written, columns)
        assert meant is not None
        properties[written] = _own(meant.name) if meant.own else _field(columns.fields[meant.name], symbols)
    demanded = [_demanded(name, columns) for name, field in columns.fields.items() if _is_needed(field)]
    filled = {"required": ["copies"], "properties": {"copies": {"type": "string", "pattern": r"\bfor\b"}}}
    row: Schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["name"],
        "properties": properties,
        "patternProperties": {"^#": {"description": "A remark for people."}},
    }
    if demanded:
        row |= {"if": {"not": filled}, "then": {"allOf": demanded}}
    return row


def _is_needed(field: ast.Field) -> bool:
    return field.value is None and not kind_of(field.type).optional


def _demanded(name: str, columns: Columns) -> Schema:
    """A row has the field, or each of its sides has it."""
    plain = {"required": [spelled(Heading(name, False), columns)]}
    if not columns.sides:
        return plain
    return {"anyOf": [plain, {"required": [f"{side}.{name}" for side in columns.sides]}]}


def _own(name: str) -> Schema:
    match name:
        case "name":
            return {"description": "How the rules call it.", **NAME}
        case "title":
            return {"description": "How players call it.", "type": ["string", "null"]}
        case "copies":
            said = "How many there are: a number, or what stands behind `copies` in a row."
            return {"description": said, "oneOf": [{"type": "integer", "minimum": 0}, {"type": "string"}, NO_VALUE]}
        case "text":
            return {"description": "The text of the card, line by line.", **LINES}
        case "ruling":
            return {"description": "Choices that the rulebook leaves open.", **LINES}
        case _:
            return {"description": "Reactions that it carries, as they stand below a row.", **LINES}


def _field(field: ast.Field, symbols: Symbols) -> Schema:
    kind = kind_of(field.type)
    one = _one(kind, symbols)
    if kind.several:
        one = {"oneOf": [{"type": "array", "items": one}, EXPRESSION]}
    return {"anyOf": [one, NO_VALUE]} if kind.optional else one


def _one(kind: Kind, symbols: Symbols) -> Schema:
    match kind.of:
        case "Text":
            return {"type": "string"}
        case "action" | "Map":
            return LINES
        case "Int" | "score":
            return {"anyOf": [{"type": "integer"}, NUMBER, *_names(symbols), EXPRESSION, *_score(kind)]}
        case "Bool":
            return {"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}, *_names(symbols), EXPRESSION]}
        case name if name in symbols.enums or name in symbols.options:
            return {"anyOf": [{"enum": [*symbols.values(name)]}, *_names(symbols), EXPRESSION]}
        case name if name in symbols.rows:
            rows = [row.name.text for row in symbols.rows[name]]
            return {"anyOf": [{"enum": rows}, *_names(symbols), EXPRESSION]}
        case _:
            return {"type": ["string", "integer", "boolean"]}


def _names(symbols: Symbols) -> list[Schema]:
    """Constants, and definitions without parameters, may stand for a value."""
    names = [*symbols.consts, *(name for name, each in symbols.defines.items() if not each.parameters)]
    return [{"enum": names}] if names else []


def _score(kind: Kind) -> list[Schema]:
    """Points may be any name that is known in play."""
    return [NAME] if kind.of == "score" else []
