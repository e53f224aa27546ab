"""The public formats: each schema is read and checked once, whoever validates with it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from rulewright import resources


@cache
def schema(name: str) -> dict[str, Any]:
    text = resources.schema_text(name)
    assert text is not None, name
    found: dict[str, Any] = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def _beside(name: str) -> Resource[Any]:
    """Another schema that one refers to."""
    return DRAFT202012.create_resource(schema(name.removesuffix(".schema.json")))


REGISTRY: Registry[Any] = Registry(retrieve=_beside)


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(name), registry=REGISTRY)


def thinned(tree: Any, known: set[object] | None = None) -> Any:
    """Rules as data, with every list cut down to those items in which something stands where nothing like it stood
    before: for a schema, which looks at each node by itself, there is as much to see. `known`: what stood elsewhere.
    """
    known = set() if known is None else known
    if isinstance(tree, dict):
        known |= _stands(tree)
        return {key: thinned(value, known) for key, value in tree.items()}
    if isinstance(tree, list):
        first = [thinned(item, known) for item in tree[:1]]
        return first + [thinned(item, known) for item in tree[1:] if not _all_below(item) <= known]
    return tree


def _stands(node: dict[str, Any]) -> set[object]:
    """What stands where in a node, by kinds; of words that are not written freely which."""
    parts = ((key, part) for key, value in node.items() for part in (value if isinstance(value, list) else [value]))
    return {(node.get("node"), key, _kind(key, part)) for key, part in parts}


def _kind(key: str, part: object) -> object:
    if isinstance(part, dict):
        return part.get("node")
    return part if isinstance(part, str) and key not in ("text", "value", "file") else type(part).__name__


def _all_below(item: object) -> set[object]:
    if isinstance(item, list):
        return set().union(*map(_all_below, item))
    return set().union(_stands(item), *map(_all_below, item.values())) if isinstance(item, dict) else set()


def fits(data: object, name: str) -> None:
    """Raises if it does not."""
    validator(name).validate(data)
