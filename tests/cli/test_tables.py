"""`table`, `rules` and `schema`: a game leaves its file and comes back, and what is written is what was promised."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rulewright as rw
from cli.transcripts import called
from rulewright import resources
from rulewright.syntax.json_form import from_json
from rulewright.syntax.printer import show
from rulewright.tables import table_schema
from rulewright.tables.writing import json_text
from rulewright_tools.commands.rules import in_one
from rulewright_tools.commands.table import tables_of
from schemas import fits

GAMES = resources.games()
SPELLS = """game spells "Spells"
players 2
enum Suit: red, blue
card Spell (spells)
  power: Int
  suit: Suit
  label: Text?
  marks: set of Suit
  use: action
cards of Spell from "spells.csv"
board paths: graph
  fee: Int
  spaces Town from "towns.csv"
  edges Road from "paths.csv"
var coins (coin) per Player: Int = 0
turn:
  gain power_of_all coins
  if round_number > 2: end game
define power_of_all: Int = sum of spells.power
score:
  coins: my coins
winner: most score
"""
CSV = 'name;title;power;suit;marks;use;label\nfire;"Fire; ""hot""";3;red;{red};"if my coins > 1:\n  stop\nstop";1/2\n'


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fine(*words: str) -> str:
    code, out, err = called(list(words))
    assert code == 0, err
    return out


def write_spells() -> None:
    Path("spells.rules").write_text(SPELLS, "utf-8")
    Path("spells.csv").write_text(CSV, "utf-8")
    Path("towns.csv").write_text("name,fee\nupper,1\nlower,2\n", "utf-8")
    Path("paths.csv").write_text("from,to,copies\nupper,lower,2\n", "utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_tables_fit_their_schemas(name: str) -> None:
    game = rw.load(name)
    assert game.loaded.symbols is not None
    for table in tables_of(game):
        data = json.loads(json_text(table.sheet))
        fits(data, "table")
        made = table_schema.schema(table, game.title, game.loaded.symbols)
        jsonschema.Draft202012Validator.check_schema(made)
        validator = jsonschema.Draft202012Validator(made)
        validator.validate(data)
        validator.validate(data["rows"])
        assert not validator.is_valid([{**data["rows"][0], "no_such_column": 1}])


def test_what_is_listed_fits_its_schema_and_has_one() -> None:
    listed = json.loads(fine("table", "coinage", "--json"))
    fits(listed, "tables")
    whole = json.loads(fine("schema", "coinage"))
    assert list(whole["$defs"]) == [table["name"] for table in listed["tables"]] == ["Coin", "MapSpace", "Border"]
    for name in whole["$defs"]:
        data = json.loads(fine("table", "coinage", name, "--to", "json"))
        jsonschema.Draft202012Validator({**whole, "$ref": f"{name}.schema.json"}).validate(data)
    one = json.loads(fine("schema", "coinage", "Coin"))
    assert whole["$defs"]["Coin"] == {"$id": "Coin.schema.json", **one}


def test_a_schema_knows_the_columns_and_the_values() -> None:
    write_spells()
    validator = jsonschema.Draft202012Validator(json.loads(fine("schema", "spells.rules", "Spell")))
    row: dict[str, Any] = {"name": "ice", "power": 2, "suit": "red", "marks": ["red"], "use": ["stop"]}
    for good in (
        {},
        {"power": "1 + 1"},
        {"power": "power_of_all"},
        {"marks": "{red, blue}"},
        {"# by": 3},
        {"label": None},
    ):
        assert validator.is_valid([{**row, **good}]), good
    for bad in (
        {"suit": "rde"},
        {"power": "many"},
        {"power": 1.5},
        {"label": 3},
        {"marks": ["rde"]},
        {"name": "an ice"},
    ):
        assert not validator.is_valid([{**row, **bad}]), bad
    assert not validator.is_valid([{key: value for key, value in row.items() if key != "power"}])


def test_a_table_goes_out_in_every_form_and_is_the_same_game() -> None:
    write_spells()
    before = json.loads(fine("run", "spells.rules", "--json"))
    for file in ("spells.csv", "spells.json"):
        fine("table", "spells.rules", "Spell", "-o", file, "--separator", ";")
        text = SPELLS.replace("spells.csv", file)
        Path("again.rules").write_text(text, "utf-8")
        assert json.loads(fine("run", "again.rules", "--json")) == before
    rows = fine("table", "spells.rules", "Spell", "--to", "rules")
    Path("again.rules").write_text(SPELLS.replace('cards of Spell from "spells.csv"\n', rows), "utf-8")
    assert json.loads(fine("run", "again.rules", "--json")) == before
    fine("rules", "spells.rules", "-o", "again.rules")
    for file in ("spells.csv", "towns.csv", "paths.csv"):
        Path(file).unlink()
    assert json.loads(fine("run", "again.rules", "--json")) == before, "tables lie in it"


def test_a_file_for_a_spreadsheet_says_that_it_is_utf8_and_is_not_taken_for_formulas() -> None:
    write_spells()
    fine("table", "spells.rules", "Spell", "-o", "out.csv")
    text = Path("out.csv").read_bytes().decode("utf-8")
    assert text.startswith("\ufeffname,title,")
    assert not fine("table", "spells.rules", "Spell").startswith("\ufeff"), "other programs read what is shown"
    assert '"""1/2"""' in text, "a fraction would become a date"


def played(game: rw.Game) -> list[str]:
    """The positions of a short play."""
    play = game.start(seed=3)
    hashes = [play.hash]
    while (decision := play.decision) and len(hashes) < 30:
        play.answer(decision.options[len(hashes) % len(decision.options)])
        hashes.append(play.hash)
    return hashes


@pytest.mark.parametrize(
    ("name", "with_", "options"),
    [("pickomino", ["last_tile"], {}), ("noah", ["camels"], {"frog": True}), ("kingdom_builder", ["crossroads"], {})],
)
def test_a_composed_game_is_one_file_and_plays_the_same(name: str, with_: list[str], options: dict[str, bool]) -> None:
    game = rw.load(name, with_=with_, options=options)
    assert game.loaded.composed is not None
    text = show(in_one(game.loaded.composed.file))
    Path("one.rules").write_text(text, "utf-8")
    assert show(in_one(from_json(json.loads(json.dumps(game.rules_json())), "one.json"))) == text
    assert played(rw.load("one.rules")) == played(game)


def test_rules_as_data_become_text() -> None:
    write_spells()
    Path("spells.json").write_text(fine("check", "spells.rules", "--ast"), "utf-8")
    text = fine("rules", "spells.json")
    assert text == fine("rules", "spells.rules")
    assert text.startswith('game spells "Spells"\n')
    assert 'fire "Fire; “hot”"' in text
    code, _, err = called(["rules", "spells.json", "--option", "long=yes"])
    assert (code, "nothing joins them" in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("{", 1, "is no JSON, or it is cut off: line 1, column 2"),
        ("[" * 5000, 1, "is no JSON that can be read"),
        ('{"format": "rulewright rules", "version": 2, "file": {}}', 1, "$.version: this is 2; here 1 is read"),
        ('{"format": "rulewright save", "version": 1}', 1, '$.format: this is "rulewright save"'),
        ('{"format": "rulewright rules", "version": 1, "file": {"node": "File", "items": [{"node": "Include", "path": '
         '{"node": "Text", "value": "a\\nb"}}]}}', 1, "cannot stand in a text of the rules"),
        (None, 2, "cannot be read"),
    ],
)  # fmt: skip
def test_data_that_is_no_rules_is_told(text: str | None, code: int, message: str) -> None:
    if text is not None:
        Path("data.json").write_text(text, "utf-8")
    got, out, err = called(["rules", "data.json"])
    assert (got, out) == (code, "")
    assert message in err


def test_what_came_of_scenarios_fits_its_schema() -> None:
    scenario = 'scenario "{}":\n  players agnes, bruno\n  then: agnes.coins = {}\n'
    write_spells()
    Path("spells.rules").write_text(SPELLS + scenario.format("right", 0) + scenario.format("wrong", 7), "utf-8")
    code, out, _ = called(["test", "spells.rules", "--json", "--coverage"])
    data = json.loads(out)
    fits(data, "tests")
    assert (code, data["passed"], len(data["games"]["spells.rules"]["scenarios"])) == (1, False, 2)


# ------------------------------------------------------------------ the page about formats

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text("utf-8")


def _names(schema: Any) -> set[tuple[str, int]]:
    """The formats and versions that a schema has."""
    found = set()
    if isinstance(schema, dict):
        own = schema.get("properties", {})
        if "const" in own.get("format", {}):
            found.add((own["format"]["const"], own["version"]["const"]))
        for part in schema.values():
            found |= _names(part)
    if isinstance(schema, list):
        for part in schema:
            found |= _names(part)
    return found


@pytest.mark.parametrize("name", resources.schemas())
def test_the_page_about_formats_tells_every_one_of_them(name: str) -> None:
    text = resources.schema_text(name)
    assert text is not None
    schema = json.loads(text)
    assert f"`{name}`" in PAGE
    assert f"{name:{max(map(len, resources.schemas()))}}  {schema['title']}" in fine("schema")
    assert fine("schema", "--format", name) == text
    for format, version in _names(schema):
        assert f"`{format}`, version {version}" in PAGE, format


def test_whatever_says_its_format_has_a_schema() -> None:
    """Every format that stands in the source is one of a schema."""
    root = Path(__file__).resolve().parents[2]
    sources = [*root.glob("engine/rulewright/**/*.py"), *root.glob("tools/rulewright_tools/**/*.py")]
    written = {name for path in sources for name in re.findall(r'"(rulewright [a-z ]+)"', path.read_text("utf-8"))}
    known = {name for each in resources.schemas() for name, _ in _names(json.loads(resources.schema_text(each) or ""))}
    commands = {
        f"rulewright {word}" for word in ("fmt", "ask", "explain", "play", "schema", "table", "check", "compare", "new")
    }
    assert known <= written
    assert written - commands <= known
