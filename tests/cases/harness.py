"""Cases in Markdown: rules, and the messages expected on their lines. In: `*.md` beside this file. Out: cases to check.

A case is a heading, prose, and a block of rules. What is expected stands behind a line, and nothing else may be said:

    move c to discrad           # error: [name/unknown] "no zone called"

The text in quotes is part of the message, of its help or of a label. Rules without a header are put in front of
`prelude.rules`, the game of the cases; a part of that game which a case brings itself gives way. Further blocks:

    ```rules storm.rules        a file beside it: an include, an expansion
    ```csv animals.csv          a table; a message about it is announced by a line of the rules:
                                # error at animals.csv row 2 column value: [table/cell] "…"
    ```text                     the messages exactly as they are drawn; then nothing stands behind the lines

Lines of the first block say how it is loaded: `# option map = frozen`, `# with storm`.

A case shows a part of a game: what it declares and does not use is told in `style/unused.md` alone, and there not of
what the game of the cases declares.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import loader
from rulewright.report import Diagnostic, codes, draw

FOLDER = Path(__file__).resolve().parent
MAIN = "my_game.rules"
_HEADERS = ("game ", "library ", "expansion ", "scenarios ")
_HEADING = re.compile(r"^#+ (.+)$")
_EXPECTED = re.compile(r'# (error|warning|note)(?: at ([^:]+))?: \[([a-z/-]+)\] "(.+?)"(?= *$| *#)')
_PLACE = re.compile(r"(\S+)(?: row (\d+) column (\w+)| line (\d+))")
_OPTION = re.compile(r"^# option (\w+) = (\w+)$", re.MULTILINE)
_WITH = re.compile(r"^# with (\w+)$", re.MULTILINE)


@dataclass(frozen=True)
class Expected:
    """A message: how severe, with which code, where (as `place` writes it), and a part of what it says."""

    severity: str
    code: str
    place: str
    part: str


@dataclass(frozen=True)
class Case:
    """`files` holds the texts by name, the main one under `MAIN`; `drawn`: the exact messages, if the case says."""

    path: Path
    title: str
    files: dict[str, str] = field(repr=False)
    drawn: str | None = field(default=None, repr=False)

    @property
    def expected(self) -> list[Expected]:
        return [found for name, text in self.files.items() if name.endswith(".rules") for found in _in_text(name, text)]

    @property
    def name(self) -> str:
        return f"{self.path.relative_to(FOLDER).with_suffix('')}: {self.title}"


def cases(folder: Path = FOLDER) -> Iterator[Case]:
    for path in sorted(folder.rglob("*.md")):
        yield from cases_in(path, path.read_text("utf-8"))


def cases_in(path: Path, text: str) -> Iterator[Case]:
    title, files, drawn, block = "", dict[str, str](), None, None
    for line in [*text.splitlines(), "# end"]:
        heading = _HEADING.match(line)
        if block is None and heading:
            if files:
                yield Case(path, title, files, drawn)
            title, files, drawn = heading[1], {}, None
        elif line.startswith("```") and block is None:
            kind, _, name = line[3:].strip().partition(" ")
            block = MAIN if kind == "rules" and not name else name or kind
            lines: list[str] = []
        elif line.startswith("```"):
            body = "".join(f"{each}\n" for each in lines)
            if block == "text":
                drawn = body
            else:
                assert block is not None and block not in files, f"{path.name}: {title}: {block} stands twice"
                files[block] = body
            block = None
        elif block is not None:
            lines.append(line)
    assert block is None, f"{path.name}: a block is not closed"


def check(case: Case) -> None:
    """Loads the case and compares every message with what is expected."""
    found = messages(case)
    shown = "\n\n".join(draw(each) for each in found) or "no message at all"
    if case.drawn is not None:
        assert f"{shown}\n" == case.drawn, f"{case.name}\n\n{shown}"
        return
    expected = {(e.severity, e.code, e.place): e for e in case.expected}
    assert len(expected) == len(case.expected), "two messages with the same code expected in one place"
    given = [(d.severity.value, d.code.slug, place(d)) for d in found]
    assert sorted(given) == sorted(expected), f"{case.name}\n\n{shown}"
    for each, key in zip(found, given, strict=True):
        said = "\n".join([each.message, each.help or "", each.label, *(label.text for label in each.labels)])
        assert expected[key].part in said, f"{case.name}\n\n{shown}"


def messages(case: Case) -> tuple[Diagnostic, ...]:
    main = case.files[MAIN]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"cases.rules": prelude(""), **case.files, MAIN: whole(main)}.items():
            (Path(folder) / name).write_text(text, "utf-8")
        files = loader.read_files(Path(folder) / MAIN, _WITH.findall(main))
        found = loader.load(files, dict(_OPTION.findall(main))).diagnostics
        told = case.path.stem == "unused"
        return tuple(d for d in found if d.code is not codes.UNUSED or (told and d.span.start < len(main)))


def whole(text: str) -> str:
    """The text with the game of the cases behind it, if it has no header of its own."""
    start = next((line for line in text.splitlines() if line and not line.startswith("#")), "")
    return text if start.startswith(_HEADERS) else f"{text}\n{prelude(text)}"


def prelude(text: str) -> str:
    """The game of the cases without the parts that the text brings itself."""
    own = {_head(line) for line in text.splitlines()}
    parts = (FOLDER / "prelude.rules").read_text("utf-8").split("\n\n")
    return "\n\n".join(part for part in parts if _head(part.splitlines()[0]) not in own)


def _head(line: str) -> str:
    """What a line opens: `turn`, `score`, `winner`; of a declaration its kind and its name."""
    words = re.findall(r"\w+", line)
    if not words or line[:1] in " #":
        return line
    if words[0] in ("after", "before", "instead", "when", "anytime"):
        return line
    return words[0] if words[0] in ("setup", "turn", "score", "winner", "players") else " ".join(words[:2])


def place(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    if span.cell is not None:
        return f"{span.source.name} row {span.cell.row} column {span.cell.column}"
    return f"{span.source.name} line {span.line}"


def _in_text(name: str, text: str) -> Iterator[Expected]:
    for number, line in enumerate(text.splitlines(), start=1):
        for severity, where, code, part in _EXPECTED.findall(line):
            assert not where or _PLACE.fullmatch(where), f"{name}:{number}: `{where}` is no place"
            yield Expected(severity, code, where or f"{name} line {number}", part)
        stray = re.search(r"# ?(error|warning|note)", line)
        assert not stray or _EXPECTED.search(line), f"{name}:{number}: an expectation that cannot be read"
