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


def fits(data: object, name: str) -> None:
    """Raises if it does not."""
    validator(name).validate(data)
