"""A table goes to a spreadsheet and back without loss: every table of every game, and any rows at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright import resources
from rulewright.core.digest import rules_hash
from rulewright.core.program import Program
from rulewright.report import Report, Source, draw
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright.syntax.printer import show
from rulewright.tables import csv_records, json_records, of_component
from rulewright.tables.cells import Known
from rulewright.tables.folding import folded
from rulewright.tables.listing import Table, as_rules, tables
from rulewright.tables.rows import Columns, rows
from rulewright.tables.writing import csv_text, json_text, sheet

GAMES: list[tuple[str, tuple[str, ...], dict[str, str]]] = [
    *((name, (), {}) for name in resources.games()),
    ("kingdom_builder", ("crossroads",), {}),
    ("noah", ("camels",), {"frog": "yes", "crocodile": "yes"}),
]
ONE_FILE = [game for game in GAMES if not game[1]]
"""What is changed by an expansion cannot be written as one file."""


@cache
def loaded(name: str, with_: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> rw.Game:
    return rw.load(name, with_=with_, options=dict(options))


def tables_of(game: rw.Game) -> tuple[tuple[Table, ...], ast.File]:
    symbols, composed = game.loaded.symbols, game.loaded.composed
    assert symbols is not None and composed is not None
    return tables(symbols, composed.items), composed.file


def with_files(file: ast.File, names: dict[str, str]) -> ast.File:
    """The same game with its tables in files: the first block of rows names it, the others go."""
    done: set[str] = set()
    items: list[ast.Item] = []
    for item in file.items:
        match item:
            case ast.Rows(type=type) if type.text in names:
                if type.text not in done:
                    source = ast.Text(span=item.span, value=names[type.text])
                    items.append(replace(item, rows=(), source=source))
                done.add(type.text)
            case ast.Board(parts=parts):
                items.append(replace(item, parts=tuple(_part(part, names) for part in parts)))
            case _:
                items.append(item)
    return replace(file, items=tuple(items))


def _part(part: Any, names: dict[str, str]) -> Any:
    match part:
        case ast.Spaces(rows=(_, *_)) | ast.Edges() if part.type.text in names:
            return replace(part, source=ast.Text(span=part.span, value=names[part.type.text]))
        case _:
            return part


def said(program: Program) -> dict[str, Any]:
    """The texts of all rows and of what they do, which no hash counts."""
    found: dict[str, Any] = {}
    for name, component in program.components.items():
        for row in component.rows:
            found[f"{name}.{row.name}"] = (row.title, row.text)
    for name, routine in program.routines.items():
        found[name] = (routine.text, routine.rulings)
    return found


@pytest.mark.parametrize(("name", "with_", "options"), ONE_FILE, ids=lambda part: str(part or ""))
def test_a_game_is_the_same_with_its_tables_in_files(
    name: str, with_: tuple[str, ...], options: dict[str, str], tmp_path: Path
) -> None:
    game = loaded(name, with_, tuple(options.items()))
    found, file = tables_of(game)
    assert found
    names = {}
    for number, table in enumerate(found):
        names[table.name] = f"{table.name}.{'json' if number % 3 == 1 else 'csv'}"
        made = json_text(table.sheet) if number % 3 == 1 else csv_text(table.sheet, table.columns, ",;\t"[number % 3])
        mark, newline = ("\ufeff", "\r\n") if number % 3 == 0 else ("", "\n")
        (tmp_path / names[table.name]).write_text(mark + made, "utf-8", newline=newline)
    again = tmp_path / "again.rules"
    again.write_text(show(with_files(file, names)), "utf-8")
    back = rw.load(again)
    assert said(back.program) == said(game.program)
    assert rules_hash(back.program) == rules_hash(game.program)


def through(made: str, form: str, columns: Columns) -> tuple[ast.Row, ...]:
    """The rows that a file with this text has."""
    report = Report()
    source = Source(f"table.{form}", made)
    records = (
        json_records.records(source, columns.of, report) if form == "json" else csv_records.records(source, report)
    )
    assert records is not None, "\n".join(map(draw, report.diagnostics))
    found = rows(records, columns, report)
    assert not report.diagnostics, "\n".join(map(draw, report.diagnostics))
    return found


def meaning(row: ast.Row) -> Any:
    """A row without what a table may say otherwise: what stands on the line of the row or below it, the order of texts
    and rulings, brackets."""
    docs = sorted(row.docs, key=lambda doc: isinstance(doc, ast.Ruling))
    sides = {side.name.text: (_values((*side.inline, *side.cells)), side.rules) for side in row.sides}
    amount = row.count if row.count is not None else row.copies
    head = (row.name, row.title, amount, row.generators)
    return (
        *head,
        _values((*row.inline, *row.cells)),
        {k: v for k, v in sides.items() if v != ({}, ())},
        docs,
        row.rules,
    )


def _values(written: Iterable[ast.Inline | ast.Cell]) -> dict[str, ast.Expr]:
    return {each.name.text: _bare(each.value) for each in written}


def _bare(value: ast.Expr) -> ast.Expr:
    match value:
        case ast.Group(inner=inner):
            return _bare(inner)
        case ast.Negate(operand=ast.Int(value=number)):
            return ast.Int(span=value.span, value=-number)
        case ast.SetLiteral(items=items):
            return replace(value, items=tuple(map(_bare, items)))
        case _:
            return value


@pytest.mark.parametrize("form", [",", ";", "json"])
@pytest.mark.parametrize(("name", "with_", "options"), GAMES, ids=lambda part: str(part or ""))
def test_every_row_comes_back(name: str, with_: tuple[str, ...], options: dict[str, str], form: str) -> None:
    for table in tables_of(loaded(name, with_, tuple(options.items())))[0]:
        if table.columns is not None and not isinstance(table.written, ast.Edges):
            made = json_text(table.sheet) if form == "json" else csv_text(table.sheet, table.columns, form)
            back = through(made, "json" if form == "json" else "csv", table.columns)
            assert list(map(meaning, back)) == list(map(meaning, table.written.rows))
            again = sheet(table.columns, back)
            assert again == table.sheet, "what was read is written as it was"


@pytest.mark.parametrize(("name", "with_", "options"), GAMES, ids=lambda part: str(part or ""))
def test_the_lines_for_a_rules_file_say_the_same(name: str, with_: tuple[str, ...], options: dict[str, str]) -> None:
    for table in tables_of(loaded(name, with_, tuple(options.items())))[0]:
        if isinstance(table.written, ast.Rows):
            assert list(map(meaning, rows_of(as_rules(table)))) == list(map(meaning, table.written.rows))


def rows_of(text: str) -> tuple[ast.Row, ...]:
    tree, problems = parse(Source("rows.rules", text))
    assert tree is not None, draw(problems[0])
    (block,) = tree.items
    assert isinstance(block, ast.Rows)
    return block.rows


# ------------------------------------------------------------------ any rows at all

DECLARED = """tile Thing (things), sides day and night
  label: Text
  note: Text?
  worth: Int
  open: Bool
  words: list of Text
  numbers: set of Int
  suit: Suit
  text: Int?
  power: action?
  picture: Map?
"""
(THING,) = parse(Source("thing.rules", DECLARED))[0].items  # type: ignore[union-attr]
COLUMNS = of_component(THING, Known())  # type: ignore[arg-type]
NOWHERE = THING.span

SIGNS = ",;\t'`#=+-@|()[]{}.0123456789eE %€äß猫 aAmMrRyYJjuUlLtTtrue"
TEXTS = st.text(alphabet=SIGNS, max_size=8).map(lambda text: " ".join(text.split("\t")))
NAMES = st.sampled_from(["a", "b2", "may", "mar1", "dec_2", "e5", "true", "größe", "x"])


def name(text: str) -> ast.Name:
    return ast.Name(span=NOWHERE, text=text)


def written(text: str) -> ast.Expr:
    """A cell as the rules have it."""
    tree, problems = parse(Source("cell.rules", f"tiles of Thing:\n  row:\n    cell:{text}\n"))
    assert tree is not None, draw(problems[0])
    (block,) = tree.items
    assert isinstance(block, ast.Rows)
    return block.rows[0].cells[0].value


EXPRESSIONS = st.sampled_from(["1..3", "may", "-(a)", "a + 1", "-2 + a", "2 - 1", "if a then 1 else 2", "(let_me)"])
POWERS = st.sampled_from(["gain 1 coin", "\n      if a: gain 1 coin\n      else:\n        pay 2 coins\n        stop"])
MAPS = st.lists(st.text(alphabet="ab. ", min_size=1, max_size=3), min_size=1, max_size=3)
NUMBERS = st.integers(0, 10**9).map(lambda number: ast.Int(span=NOWHERE, value=number))
LITERALS = TEXTS.map(lambda text: ast.Text(span=NOWHERE, value=text))
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "label": LITERALS | EXPRESSIONS.map(lambda text: written(f" ({text})")),
    "note": LITERALS,
    "worth": NUMBERS | EXPRESSIONS.map(lambda text: written(f" ({text})")),
    "open": st.sampled_from([written(" yes"), written(" no")]),
    "words": st.lists(LITERALS, max_size=3).map(lambda items: ast.SetLiteral(span=NOWHERE, items=tuple(items))),
    "numbers": st.lists(NUMBERS, max_size=3).map(lambda items: ast.SetLiteral(span=NOWHERE, items=tuple(items))),
    "suit": NAMES.map(lambda text: ast.Ref(span=NOWHERE, name=name(text))),
    "text": NUMBERS,
    "power": POWERS.map(lambda text: written(text if text.startswith("\n") else f" {text}")),
    "picture": MAPS.map(lambda lines: ast.TextMap(span=NOWHERE, lines=tuple(map(name, lines)))),
}
CELLS = st.fixed_dictionaries({}, optional=VALUES).map(
    lambda found: tuple(ast.Cell(span=NOWHERE, name=name(key), value=value) for key, value in found.items())
)
RULES = st.sampled_from(
    [(), parse(Source("rule.rules", "after turn as more:\n  stop\nwhen a > 1:\n  stop\n"))[0].items]
)  # type: ignore[union-attr]
DOCS = st.lists(TEXTS.filter(str.strip), max_size=2).map(
    lambda texts: tuple(ast.Doc(span=NOWHERE, text=text) for text in texts)
)
RULINGS = st.lists(TEXTS.filter(str.strip), max_size=2).map(
    lambda texts: tuple(ast.Ruling(span=NOWHERE, text=text) for text in texts)
)


@st.composite
def one_row(draw: st.DrawFn) -> ast.Row:
    sides = []
    for side in draw(st.lists(st.sampled_from(["day", "night"]), unique=True)):
        rules = draw(RULES)
        sides.append(ast.Side(span=NOWHERE, name=name(side), inline=(), cells=draw(CELLS), rules=rules))
    return ast.Row(
        span=NOWHERE,
        name=name(draw(NAMES)),
        title=draw(st.none() | LITERALS),
        count=draw(st.none() | NUMBERS),
        copies=None,
        generators=(),
        inline=(),
        cells=draw(CELLS),
        sides=tuple(sides),
        docs=draw(DOCS) + draw(RULINGS),
        rules=draw(RULES),
    )


@settings(deadline=None, max_examples=60)
@given(st.lists(one_row(), min_size=1, max_size=3), st.sampled_from([",", ";", "\t", "json"]))
def test_any_row_comes_back(made: Sequence[ast.Row], form: str) -> None:
    table = sheet(COLUMNS, made)
    text = json_text(table) if form == "json" else csv_text(table, COLUMNS, form)
    back = through(text, "json" if form == "json" else "csv", COLUMNS)
    assert list(map(meaning, back)) == list(map(meaning, made))


@settings(deadline=None, max_examples=20)
@given(st.lists(one_row(), min_size=1, max_size=3))
def test_any_row_can_be_folded(made: Sequence[ast.Row]) -> None:
    tree, problems = parse(Source("rows.rules", show(ast.Rows(span=NOWHERE, type=name("Thing"), rows=tuple(made)))))
    assert tree is not None, draw(problems[0])
    assert parse(Source("rows.rules", folded(show(tree))))[0] == tree


LONG = """cards of Deed:
  nets "Nets" x4:
    effect:
      gain 2 goods[fish]
  saw "Saw":
    "A text keeps its line."
    effect:
      lose 1 coin
      if my coins > 1:
        gain 2 coins
  pick:
    effect:
      if my coins > 1:
        lose 1 coin
        stop
      else if my coins > 0:
        stop
      else:
        for each p in players:
          log "none: left"
  rope:
    effect:
      choose one:
        option go:
          next turn: me
          stop
        option stay
      together:
        lose 1 coin
        gain 1 coin
  knife:
    anytime:
      match my coins:
        1, 2:
          repeat 2 times:
            may "More?":
              stop
        else:
          stop
  sail:
    after build as built:
      this turn:
        when my coins > 1:
          gain 1 coin
    side closed:
      effect:
        choose d in my hand
          "Which?"
    side open:
      effect:
        gain 1 coin
"""
SHORT = """cards of Deed:
  nets "Nets" x4: effect: gain 2 goods[fish]
  saw "Saw":
    "A text keeps its line."
    effect: lose 1 coin; if my coins > 1: gain 2 coins
  pick:
    effect:
      if my coins > 1: lose 1 coin; stop
      else if my coins > 0: stop
      else: for each p in players: log "none: left"
  rope:
    effect:
      choose one:
        option go: next turn: me; stop
        option stay
      together: lose 1 coin; gain 1 coin
  knife:
    anytime:
      match my coins:
        1, 2: repeat 2 times: may "More?": stop
        else: stop
  sail:
    after build as built:
      this turn:
        when my coins > 1: gain 1 coin
    side closed:
      effect:
        choose d in my hand
          "Which?"
    side open: effect: gain 1 coin
"""


def test_what_fits_stands_behind_its_colon() -> None:
    assert folded(LONG) == SHORT
    assert parse(Source("short.rules", SHORT))[0] == parse(Source("long.rules", LONG))[0]
    assert folded(SHORT) == SHORT
