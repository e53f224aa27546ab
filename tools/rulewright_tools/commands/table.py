"""`rulewright table`: the tables of a game, on their way to a spreadsheet and back. In: a game and the name of a table.
Out: a list of them, or one as CSV, as JSON, or as rows for a rules file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rulewright.game import Game
from rulewright.report import nearest
from rulewright.tables.listing import Table, as_rules, remarks, tables
from rulewright.tables.writing import csv_text, json_text
from rulewright_tools import opening, problems
from rulewright_tools.arguments import WrongUse
from rulewright_tools.text import counted, listed


def run(options: argparse.Namespace) -> int:
    game = opening.game_of(options)
    found = tables_of(game)
    if options.name is None:
        if options.json:
            print(json.dumps(_json(game, found), ensure_ascii=False, indent=2))
        else:
            _list(game, found, options.game)
        return problems.FINE
    table = named(options.name, found, "rulewright table")
    form = options.to or _form(options.output, options.json)
    text = _written(table, form, options.separator)
    if options.output is None:
        print(text, end="")
    else:
        mark = "\ufeff" if form == "csv" else ""
        try:
            Path(options.output).write_text(mark + text, "utf-8", newline="\n")
        except OSError as problem:
            why = problem.strerror or str(problem)
            return problems.tell_no(options.json, f"`{options.output}` cannot be written: {why}")
        print(f"wrote {options.output}: {_extent(table)}")
    _tell(table, form, options.output, game.loaded.files.path.parent)
    return problems.FINE


def tables_of(game: Game) -> tuple[Table, ...]:
    symbols, composed = game.loaded.symbols, game.loaded.composed
    assert symbols is not None and composed is not None
    return tables(symbols, composed.items)


def named(name: str, found: tuple[Table, ...], command: str) -> Table:
    """The table of that name. Raises WrongUse."""
    by_name = {table.name: table for table in found}
    if name not in by_name:
        guess = nearest(name, by_name)
        there = f"there are {listed(list(by_name))}" if by_name else "this game has none"
        raise WrongUse(command, f"there is no table `{name}`", f"did you mean `{guess}`?" if guess else there)
    return by_name[name]


def _form(output: str | None, as_json: bool) -> str:
    """What to write if nobody says: what the file is called for, or CSV."""
    ending = Path(output).suffix.lower() if output is not None else ""
    return "json" if as_json or ending == ".json" else "rules" if ending == ".rules" else "csv"


def _written(table: Table, form: str, separator: str) -> str:
    match form:
        case "json":
            return json_text(table.sheet)
        case "rules":
            return as_rules(table)
        case _:
            return csv_text(table.sheet, table.columns, separator)


def _tell(table: Table, form: str, output: str | None, home: Path) -> None:
    """On the other stream: how the rules take the file in, and what it cannot carry. `home`: the game's folder, from
    which rules name files."""
    stream = sys.stderr
    if form != "rules" and output is not None:
        where = [f"{place.source.name}:{place.line}" for place in table.places]
        inside = Path(output).resolve().is_relative_to(home.resolve())
        file = Path(output).resolve().relative_to(home.resolve()) if inside else Path(Path(output).name)
        if not inside:
            print(f"put it into the folder `{home.as_posix()}`, where the rules look for it", file=stream)
        line = f'{table.opening} "{file.as_posix()}"'
        print(f"in the rules, instead of the rows at {listed(where)}: {line}", file=stream)
    left = remarks(table)
    if left:
        what = "remark stays" if len(left) == 1 else "remarks stay"
        print(f"{len(left)} {what} behind in the rules: {', '.join(left)}", file=stream)


# ------------------------------------------------------------------ the list


def _extent(table: Table) -> str:
    kind = "edge" if table.columns is None else "row"
    return f"{counted(len(table.sheet.rows), kind)}, {counted(len(table.sheet.headings), 'column')}"


def _list(game: Game, found: tuple[Table, ...], called: str) -> None:
    title = game.title or game.id
    if not found:
        print(f"{title} has no tables: a type of components with rows is one, and so are the spaces of a graph")
        return
    print(f"{title}: {counted(len(found), 'table')}\n")
    width = max(len(table.name) for table in found)
    extents = max(len(_extent(table)) for table in found)
    for table in found:
        headings = ", ".join(table.sheet.headings)
        print(f"  {table.name:{width}}  {_extent(table):{extents}}  {headings}")
    print(f"\n`rulewright table {called} {found[0].name} -o {found[0].name.lower()}.csv` writes one for a spreadsheet")


def _json(game: Game, found: tuple[Table, ...]) -> dict[str, Any]:
    return {
        "format": "rulewright tables",
        "version": 1,
        "game": game.id,
        "tables": [
            {
                "name": table.name,
                "opening": table.opening,
                "headings": list(table.sheet.headings),
                "rows": len(table.sheet.rows),
                "places": [{"file": place.source.name, "line": place.line} for place in table.places],
            }
            for table in found
        ],
    }
