"""Certain fixes carried out. In: how to check a game, and the files that may be changed. Out: what would stand in them.

The texts are mended in memory, checked again and mended again, until nothing more is certain; only then is anything
written. A file whose text is another than the one that was checked is left alone, and so is every fix that meets
another one in the same place: the next round finds it again, if it is still one.
"""

from __future__ import annotations

import difflib
import os
import shutil
import tempfile
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import resources
from rulewright.report import Diagnostic, Fix, Span

MOST_ROUNDS = 50
"""Each round mends something; a file with more mistakes than rounds that hide each other is no work for a program."""


@dataclass(frozen=True, slots=True)
class Mended:
    """One fix that was carried out, as it is told: where, in the text as it was then, and what."""

    place: Span
    title: str
    code: str

    def __str__(self) -> str:
        return f"{self.place}: {self.title} ({self.code})"

    def to_json(self) -> dict[str, object]:
        place = self.place
        where = {"file": place.source.name, "line": place.line, "column": place.column}
        return {"code": self.code, **where, "title": self.title}


@dataclass(slots=True)
class Mending:
    """`texts`: what the changed files hold now, by resolved path; `before`: what they held; `done`: by what fixes."""

    texts: dict[Path, bytes] = field(default_factory=dict)
    before: dict[Path, bytes] = field(default_factory=dict)
    names: dict[Path, str] = field(default_factory=dict)
    done: list[Mended] = field(default_factory=list)


def mend(check: Callable[[], Iterable[Diagnostic]], may_change: Callable[[Path], bool]) -> Mending:
    """Applies certain fixes of what `check` finds until there are none. `check` reads files through `resources`."""
    mending = Mending()
    seen: set[tuple[tuple[Path, bytes], ...]] = set()
    for _ in range(MOST_ROUNDS):
        state = tuple(sorted(mending.texts.items()))
        if state in seen:
            break
        seen.add(state)
        with resources.instead(mending.texts):
            chosen = _fitting(check(), may_change)
            if not _carry_out(chosen, mending):
                break
    return mending


def write(mending: Mending) -> None:
    """Puts the texts in place of the files: each is first written beside its file, then all take their places. Raises
    OSError, and has then left no half-written file."""
    waiting: list[tuple[str, Path]] = []
    try:
        for path, text in mending.texts.items():
            handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            waiting.append((beside, path))
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            shutil.copymode(path, beside)
        while waiting:
            os.replace(*waiting[0])
            waiting.pop(0)
    finally:
        for beside, _ in waiting:
            Path(beside).unlink(missing_ok=True)


def diff(mending: Mending) -> Iterator[str]:
    """The lines of a unified diff of each file."""
    for path, text in mending.texts.items():
        name = mending.names[path]
        before, after = (_decoded(each).splitlines() for each in (mending.before[path], text))
        yield from difflib.unified_diff(before, after, name, name, lineterm="")


def _fitting(found: Iterable[Diagnostic], may_change: Callable[[Path], bool]) -> list[tuple[Diagnostic, Fix]]:
    """One certain fix of each diagnostic that has just one, those left out that meet another."""
    chosen: list[tuple[Diagnostic, Fix]] = []
    taken: dict[Path, list[Span]] = {}
    for diagnostic in found:
        certain = [fix for fix in diagnostic.fixes if fix.certain]
        if len(certain) != 1:
            continue
        edits = [(edit.span.source.path, edit.span) for edit in certain[0].edits]
        if not edits or any(path is None or not may_change(path.resolve()) for path, _ in edits):
            continue
        places = [(path.resolve(), span) for path, span in edits if path is not None]
        if any(_meet(span, other) for path, span in places for other in taken.get(path, ())):
            continue
        for path, span in places:
            taken.setdefault(path, []).append(span)
        chosen.append((diagnostic, certain[0]))
    return chosen


def _meet(one: Span, other: Span) -> bool:
    """Whether two places overlap or touch."""
    return one.start <= other.end and other.start <= one.end


def _carry_out(chosen: list[tuple[Diagnostic, Fix]], mending: Mending) -> bool:
    """Puts the edits into the texts. Whether anything was changed."""
    edits: dict[Path, list[tuple[int, int, str]]] = {}
    changed = False
    for diagnostic, fix in chosen:
        paths = [edit.span.source.path for edit in fix.edits]
        files = [path.resolve() for path in paths if path is not None]
        if not all(_is_as_read(path, edit.span) for path, edit in zip(files, fix.edits, strict=True)):
            continue
        for path, edit in zip(files, fix.edits, strict=True):
            edits.setdefault(path, []).append((edit.span.start, edit.span.end, edit.text))
            mending.names[path] = edit.span.source.name
        mending.done.append(Mended(diagnostic.span, fix.title, diagnostic.code.slug))
        changed = True
    for path, changes in edits.items():
        raw = resources.content(path)
        mark = BOM_UTF8 if raw.startswith(BOM_UTF8) else b""
        text = _decoded(raw)
        for start, end, new in sorted(changes, reverse=True):
            text = text[:start] + new + text[end:]
        mending.before.setdefault(path, raw)
        mending.texts[path] = mark + text.encode("utf-8")
    return changed


def _is_as_read(path: Path, span: Span) -> bool:
    """Whether the file holds the text the place was found in."""
    try:
        return _decoded(resources.content(path)) == span.source.text
    except (OSError, UnicodeDecodeError):
        return False


def _decoded(raw: bytes) -> str:
    return raw.removeprefix(BOM_UTF8).decode("utf-8")


def changeable(homes: Iterable[Path]) -> Callable[[Path], bool]:
    """Whether a file lies in one of these folders."""
    folders = [home.resolve() for home in homes]
    return lambda path: any(path.is_relative_to(folder) for folder in folders)
