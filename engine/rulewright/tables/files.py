"""The text of a table's file. In: the name that stands in the rules. Out: its text, or a message with the cure.

Only UTF-8 is read. What else a spreadsheet program writes by itself is recognized and called by its name.
"""

from __future__ import annotations

import unicodedata
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import replace
from pathlib import Path

from rulewright import resources
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.fixes import respelling
from rulewright.report.span import Source, Span
from rulewright.report.suggest import nearest
from rulewright.syntax import ast

SAVE_AS_UTF8 = (
    "save it as UTF-8: Excel calls that `CSV UTF-8`; in LibreOffice choose the character set `Unicode (UTF-8)`"
)
SAVE_AS_CSV = "save a copy as CSV (`CSV UTF-8` in Excel, `Text CSV` in LibreOffice) and name that file here"

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheet programs themselves begin, the newer and the older ones."""

_NOTHING = ' \t\r\n,;"'
"""All that stands in a sheet nothing was written into."""

_PAGES = (b"<!doctype html", b"<html", b"<?xml")


def source_of(name: ast.Text, home: Path, report: Report) -> Source | None:
    """The text of the file of that name in the game's folder."""
    path = resources.inside(home, name.value)
    if path is None:
        known = [found.name for pattern in ("*.csv", "*.json") for found in sorted(home.glob(pattern))]
        near = nearest(name.value, known)
        report.error(
            codes.TABLE_FILE,
            name.span,
            f"there is no file `{name.value}` in this game's folder",
            help=f"did you mean `{near}`?" if near else None,
            fixes=respelling(name.span, name.value, known),
        )
        return None
    try:
        raw = resources.content(path)
    except resources.TooLargeError:
        report.error(codes.TOO_LARGE, name.span, f"`{name.value}` is larger than {resources.MAX_BYTES:,} bytes")
        return None
    except OSError as problem:
        why = problem.strerror or str(problem)
        report.error(codes.TABLE_FILE, name.span, f"`{name.value}` cannot be read: {why}")
        return None
    kind = _other_kind(raw)
    if kind is not None:
        what, cure = kind
        report.error(codes.TABLE_FILE, name.span, f"`{name.value}` {what}", help=cure)
        return None
    raw = raw.removeprefix(BOM_UTF8)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        _tell_encoding(name.value, raw, problem.start, report)
        return None
    if not text.strip(_NOTHING):
        cure = "its first line names the columns" if path.suffix != ".json" else "a table is a list of rows: `[{…}, …]`"
        report.error(codes.TABLE_FILE, name.span, f"`{name.value}` is empty", help=cure)
        return None
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")
    return Source(name.value, unicodedata.normalize("NFC", text), path)


def _other_kind(raw: bytes) -> tuple[str, str | None] | None:
    """What the file is instead of text in UTF-8, and what to do about it."""
    if raw.startswith(_WORKBOOKS):
        return "is a file of a spreadsheet program, which only that program can read", SAVE_AS_CSV
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or _every_second_is_empty(raw):
        return "is text in UTF-16, which spreadsheet programs call Unicode text", SAVE_AS_UTF8
    if raw.lstrip()[:20].lower().startswith(_PAGES):
        return "is a web page, not a table", "download the table itself, as CSV"
    if b"\0" in raw:
        return "is no text", SAVE_AS_CSV
    return None


def _every_second_is_empty(raw: bytes) -> bool:
    """Latin letters in UTF-16 without a mark at the beginning."""
    head = raw[:200]
    return len(head) > 3 and any(
        head[first::2].count(0) * 4 > len(head) and 0 not in head[1 - first :: 2] for first in (0, 1)
    )


def _tell_encoding(name: str, raw: bytes, place: int, report: Report) -> None:
    """A letter that is none in UTF-8, shown as the encoding of older Windows programs has it."""
    good = raw[:place].decode("utf-8")
    rest = raw[place:].decode("cp1252", errors="replace")
    source = Source(name, good + rest)
    end = len(good) + 1
    likely = f": in Windows-1252 it is `{rest[0]}`" if rest[0].isprintable() and rest[0] != "\ufffd" else ""
    report.error(
        codes.TABLE_FILE,
        replace(Span(source, len(good), end)),
        f"`{name}` is not text in UTF-8{likely and ', it looks like Windows-1252'}",
        label=f"the byte {raw[place]:#04x} is no letter in UTF-8{likely}",
        help=SAVE_AS_UTF8,
    )
