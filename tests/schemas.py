"""The public formats: each schema is read and checked once, whoever validates with it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema

from rulewright import resources


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    text = resources.schema_text(name)
    assert text is not None, name
    schema: dict[str, Any] = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def fits(data: object, name: str) -> None:
    """Raises if it does not."""
    validator(name).validate(data)
