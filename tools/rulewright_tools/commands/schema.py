"""`rulewright schema`: the JSON Schemas of what is read and written. In: nothing, a format, or a game and its table.
Out: a list of the formats, or one schema."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rulewright import resources
from rulewright.report import nearest
from rulewright.tables.table_schema import schema
from rulewright_tools import opening, problems
from rulewright_tools.arguments import WrongUse
from rulewright_tools.commands.table import named, tables_of
from rulewright_tools.text import listed

COMMAND = "rulewright schema"


def run(options: argparse.Namespace) -> int:
    if options.format is not None:
        if options.game is not None:
            raise WrongUse(COMMAND, "a format and a game do not go together")
        print(_of_format(options.format), end="")
    elif options.game is None:
        _list()
    else:
        print(json.dumps(_of_game(options), ensure_ascii=False, indent=2))
    return problems.FINE


def _of_format(name: str) -> str:
    known = resources.schemas()
    text = resources.schema_text(name) if name in known else None
    if text is None:
        guess = nearest(name, known)
        cure = f"did you mean `{guess}`?" if guess else f"there are {listed(known)}"
        raise WrongUse(COMMAND, f"there is no format `{name}`", cure)
    return text


def _list() -> None:
    names = resources.schemas()
    width = max(map(len, names))
    for name in names:
        print(f"{name:{width}}  {json.loads(_of_format(name))['title']}")


def _of_game(options: argparse.Namespace) -> dict[str, Any]:
    """Of one table; without a name, of a file that holds any of them."""
    game = opening.game_of(options)
    symbols = game.loaded.symbols
    assert symbols is not None
    found = tables_of(game)
    title = game.title or game.id
    if options.name is not None:
        return schema(named(options.name, found, COMMAND), title, symbols)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The tables of {title}",
        "description": "By name: the schema of a JSON file with rows of that table.",
        "$defs": {table.name: {"$id": f"{table.name}.schema.json", **schema(table, title, symbols)} for table in found},
    }
