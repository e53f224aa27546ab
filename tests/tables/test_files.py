"""Files of tables as programs write them: what is no UTF-8 text is called by its name, with what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright import loader
from rulewright.report import Diagnostic, Report, Source
from rulewright.syntax import ast
from rulewright.tables import bounds, csv_records, filled, json_records

GAME = 'game gems "Gems"\nplayers 2\ncard Gem (gems)\n  label: Text?\n  worth: Int?\ncards of Gem from "{name}"\n'
TOLD = ("table/file", "table/too-many", "syntax/too-large")
TEXT = "name,label\nruby,größer\npearl,klein\n"


def messages(folder: Path, name: str, raw: bytes) -> list[Diagnostic]:
    (folder / name).write_bytes(raw)
    (folder / "gems.rules").write_text(GAME.format(name=name), "utf-8")
    return [each for each in loader.read_files(folder / "gems.rules").diagnostics if each.code.slug in TOLD]


@pytest.mark.parametrize(
    ("raw", "message", "cure"),
    [
        (TEXT.encode("utf-16"), "is text in UTF-16", "`CSV UTF-8`"),
        (TEXT.encode("utf-16-be"), "is text in UTF-16", "`CSV UTF-8`"),
        (TEXT.encode("utf-16-le"), "is text in UTF-16", "`CSV UTF-8`"),
        (TEXT.encode("cp1252"), "is not text in UTF-8, it looks like Windows-1252", "`CSV UTF-8`"),
        (b"PK\x03\x04\x14\x00\x06\x00", "is a file of a spreadsheet program", "save a copy as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is a file of a spreadsheet program", "save a copy as CSV"),
        (b"<!DOCTYPE html><html><body>Sign in</body></html>", "is a web page", "as CSV"),
        (b"name,label\nruby,\0\0\0x\n", "is no text", "save a copy as CSV"),
        (b"name\n" + b"ruby\n" * 800_000, "is larger than 4,000,000 bytes", ""),
        (b"name" + b"," * 2_000, "has more than 1,000 columns", ""),
        (b"\xef\xbb\xbf,,,\r\n,,,\r\n", "is empty", "its first line names the columns"),
    ],
)
def test_what_is_no_table_is_told_with_the_cure(tmp_path: Path, raw: bytes, message: str, cure: str) -> None:
    (told,) = messages(tmp_path, "gems.csv", raw)
    assert message in told.message
    assert cure in (told.help or "")


def test_a_letter_of_another_encoding_is_told_at_its_place(tmp_path: Path) -> None:
    (told,) = messages(tmp_path, "gems.csv", TEXT.encode("cp1252"))
    assert (told.span.source.name, told.span.line, told.span.column) == ("gems.csv", 2, 8)
    assert told.label == "the byte 0xf6 is no letter in UTF-8: in Windows-1252 it is `ö`"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["", "\ufeff", "sep={}\n", "{0}{0}\n"])
def test_tables_are_read_as_programs_write_them(tmp_path: Path, newline: str, separator: str, head: str) -> None:
    text = head.format(separator) + TEXT.replace(",", separator) + separator * 3 + "\n"
    assert messages(tmp_path, "gems.csv", text.replace("\n", newline).encode()) == []
    (rows,) = (each for each in loader.read_files(tmp_path / "gems.rules").game if isinstance(each, ast.Rows))
    assert [row.name.text for row in rows.rows] == ["ruby", "pearl"]
    (cell,) = rows.rows[0].cells
    assert isinstance(cell.value, ast.Text)
    assert cell.value.value == "größer"
    assert cell.value.span.cell is not None
    first = 3 if head.startswith("{0}") else 2
    assert (cell.value.span.cell.row, cell.value.span.cell.column) == (first, "label")


ROWS = '{{"name": "ruby", "worth": {0}}}, {{"name": "pearl", "worth": {0}}}'


@pytest.mark.parametrize(
    ("bound", "most", "name", "text", "message"),
    [
        ("MOST_ROWS", 2, "gems.csv", TEXT, "`gems.csv` has more than 2 rows"),
        ("MOST_ROWS", 1, "gems.json", f"[{ROWS.format(1)}]", "`gems.json` has more than 1 rows"),
        ("MOST_COLUMNS", 1, "gems.csv", TEXT, "`gems.csv` has more than 1 columns"),
        ("MOST_COLUMNS", 1, "gems.json", f"[{ROWS.format(1)}]", "`gems.json` has more than 1 columns"),
        ("MOST_CELLS", 5, "gems.csv", "name,label\n,\n,\n", "`gems.csv` has more than 5 cells"),
        ("MOST_VALUES", 5, "gems.csv", TEXT, "`gems.csv` has more than 5 values"),
        ("MOST_VALUES", 5, "gems.json", f"[{ROWS.format('[1, [2]]')}]", "`gems.json` has more than 5 values"),
        ("MOST_WORDS", 20, "gems.csv", "name,worth\nruby,1 + 2\npearl,1 + 2\n", "more than 20 words and signs"),
        ("MOST_WORDS", 20, "gems.json", f"[{ROWS.format('[1, 2, 3]')}]", "more than 20 words and signs"),
    ],
)
def test_a_table_with_more_than_a_game_could_have_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, most: int, name: str, text: str, message: str
) -> None:
    assert messages(tmp_path, name, text.encode()) == []
    monkeypatch.setattr(bounds, bound, most)
    (told,) = messages(tmp_path, name, text.encode())
    assert told.code.slug == "table/too-many"
    assert message in told.message
    assert told.span.source.name == name


PIECES = st.lists(
    st.sampled_from([*'name,;"\n\r\t=|#(){}[]:\\ é\ud83d1.', "name", "copies", "worth", '""', "\\u00", "null", "rows"]),
    max_size=40,
).map("".join)


@settings(deadline=None, max_examples=150)
@given(PIECES)
def test_any_text_is_a_table_or_told_to_be_none(text: str) -> None:
    report = Report()
    json_records.records(Source("any.json", f"[{text}"), "Gem", report)
    json_records.records(Source("any.json", f'[{{"name": "a", "worth": "{text}"}}]'), "Gem", report)
    csv_records.records(Source("any.csv", f"name{text}"), report)
    assert all(each.span.start <= each.span.end <= len(each.span.source.text) for each in report.diagnostics)


@settings(deadline=None, max_examples=60)
@given(st.lists(PIECES, min_size=1, max_size=4))
def test_any_cell_is_read_or_told(tmp_path_factory: pytest.TempPathFactory, cells: list[str]) -> None:
    folder = tmp_path_factory.getbasetemp() / "cells"
    folder.mkdir(exist_ok=True)
    head = ["name", "copies", "worth", "label", "text", "rules", "day.worth"]
    quoted = ['"' + cell.replace('"', '""') + '"' for cell in cells]
    text = ",".join(head) + "\n" + "a," + ",".join(quoted * 2) + "\n"
    (folder / "gems.csv").write_bytes(text.encode("utf-8", "surrogatepass"))
    written = GAME.format(name="gems.csv").replace("(gems)", "(gems), sides day and night")
    (folder / "gems.rules").write_text(written, "utf-8")
    for told in loader.read_files(folder / "gems.rules").diagnostics:
        assert 0 <= told.span.start <= told.span.end <= len(told.span.source.text)
    assert filled((), folder, Report()) == ()
