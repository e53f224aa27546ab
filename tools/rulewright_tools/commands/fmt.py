"""`rulewright fmt`: rules files in the layout that all of them have. In: files, folders, games, or a text on standard
input. Out: the files, where something changes; with `--check` or `--diff` only what would change.

Every file is looked at, whatever is wrong with the others; what cannot be read stays as it is and is told at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from rulewright import loader, resources
from rulewright.report import Report, Source
from rulewright.report.signs import visible
from rulewright.syntax.formatting import formatted
from rulewright_tools.arguments import WrongUse
from rulewright_tools.problems import message, show
from rulewright_tools.text import GREEN, RED, RESET, as_shown, coloured, counted

COMMAND = "rulewright fmt"
STANDARD_INPUT = "<standard input>"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A file before and after; `after` is None if it cannot be read."""

    name: str
    before: bytes
    after: bytes | None

    @property
    def changes(self) -> bool:
        return self.after is not None and self.after != self.before


def run(options: argparse.Namespace) -> int:
    if "-" in options.files:
        return _standard_input(options)
    report, failures = Report(), list[str]()
    read = changed = 0
    for path in _paths(options.files):
        outcome = _outcome(path, report)
        if outcome is None or outcome.after is None:
            continue
        read += 1
        failure = _done(path, outcome, options) if outcome.changes else None
        changed += outcome.changes and failure is None
        failures += [failure] if failure else []
    if read and not options.diff:
        verb = "would change" if options.check else "changed"
        files = counted(read, "file")
        print(f"{changed} of {files} {verb}" if changed or failures else f"{files}, nothing to change")
    _tell(report, failures)
    return 1 if report.failed or failures or (options.check and changed) else 0


def _done(path: Path, outcome: Outcome, options: argparse.Namespace) -> str | None:
    """Write a file that changes, or tell that it would. What that failed for, if it did."""
    if options.diff:
        _show(outcome)
    elif options.check:
        print(f"{outcome.name} would change")
    else:
        failure = _write(path, outcome)
        if failure:
            return failure
        print(f"{outcome.name} changed")
    return None


# ------------------------------------------------------------------ which files


def _paths(given: Sequence[str]) -> list[Path]:
    """The files, each once, in the order given; those of a folder by name. Raises WrongUse and UseError."""
    found: dict[Path, Path] = {}
    for name in given:
        for path in _meant(name):
            found.setdefault(path.resolve(), path)
    return list(found.values())


def _meant(name: str) -> list[Path]:
    path = Path(name)
    if resources.is_file(path):
        return [path]
    folder = path if _is_folder(path) else loader.find(name).parent
    files = [file for file in sorted(folder.rglob("*.rules")) if _is_shown(file.relative_to(folder)) and file.is_file()]
    if not files:
        raise WrongUse(COMMAND, f"there is no rules file in `{name}`", "name a folder with files that end in `.rules`")
    return files


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # what can be the name of nothing
        return False


def _is_shown(path: Path) -> bool:
    return not any(part.startswith(".") for part in path.parts)


# ------------------------------------------------------------------ one file


def _outcome(path: Path, report: Report) -> Outcome | None:
    source = loader.read_source(path, report)
    if source is None:
        return None
    try:
        before = resources.content(path)
    except OSError:  # it was there a moment ago
        before = b""
    return _formatted(_name(path), before, source, report)


def _name(path: Path) -> str:
    """As seen from here, if it lies below."""
    try:
        return visible(path.absolute().relative_to(Path.cwd()).as_posix())
    except ValueError:
        return visible(path.absolute().as_posix())


def _formatted(name: str, before: bytes, source: Source, report: Report) -> Outcome:
    text, problems = formatted(source)
    report.extend(problems)
    return Outcome(name, before, None if text is None else text.encode("utf-8"))


def _standard_input(options: argparse.Namespace) -> int:
    """The formatted text, or the difference; nothing if it cannot be read."""
    if len(options.files) > 1:
        raise WrongUse(COMMAND, "`-` stands for standard input, and then for nothing else", "name files, or only `-`")
    report = Report()
    most = resources.MAX_BYTES + 1  # what is longer is refused
    raw = sys.stdin.buffer.read(most) if hasattr(sys.stdin, "buffer") else sys.stdin.read(most).encode("utf-8")
    source = loader.decoded(STANDARD_INPUT, raw, report)
    outcome = _formatted(STANDARD_INPUT, raw, source, report) if source is not None else None
    if outcome is not None and outcome.after is not None:
        if options.diff:
            _show(outcome)
        elif not options.check:
            _put_out(outcome.after)
        elif outcome.changes:
            print(f"{outcome.name} would change")
    _tell(report, [])
    return 1 if report.failed or (options.check and outcome is not None and outcome.changes) else 0


def _put_out(text: bytes) -> None:
    """Whatever the terminal's letters and line ends are: the text is for a file or another program."""
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(text)
    else:
        sys.stdout.write(text.decode("utf-8"))


def _write(path: Path, outcome: Outcome) -> str | None:
    """Put the new text in place of the old one: whole, or not at all. What it failed for, if it did."""
    assert outcome.after is not None
    file = path.resolve()  # what a link leads to, not the link
    try:
        handle, unfinished = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(outcome.after)
            shutil.copymode(file, unfinished)
            os.replace(unfinished, file)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(unfinished)
            raise
    except OSError as problem:
        return f"`{outcome.name}` cannot be written: {problem.strerror or problem}"
    return None


# ------------------------------------------------------------------ what is told


def _show(outcome: Outcome) -> None:
    color = coloured(sys.stdout)
    for line in _difference(outcome):
        line = as_shown(line, sys.stdout)
        paint = {"-": RED, "+": GREEN}.get(line[:1], "") if color else ""
        print(f"{paint}{line}{RESET}" if paint else line)


def _difference(outcome: Outcome) -> Iterator[str]:
    """A unified diff, line by line."""
    before, after = (_lines(text or b"") for text in (outcome.before, outcome.after))
    name = outcome.name
    for line in unified_diff(before, after, name, name, "as it is", "formatted", lineterm=""):
        yield from line.split("\n")


def _lines(text: bytes) -> list[str]:
    """The lines without their ends; a last one that has none says so, as `diff` and `git` do."""
    *lines, rest = text.decode("utf-8", errors="replace").split("\n")
    return [*lines, f"{rest}\n\\ No newline at end of file"] if rest else lines


def _tell(report: Report, failures: Sequence[str]) -> None:
    color = coloured(sys.stderr)
    show(report.diagnostics, sys.stderr)
    unread = dict.fromkeys(diagnostic.span.source.name for diagnostic in report.diagnostics)
    if unread and STANDARD_INPUT not in unread:
        told = "it is left as it is" if len(unread) == 1 else "they are left as they are"
        print(f"{counted(len(unread), 'file')} cannot be read; {told}", file=sys.stderr)
    for failure in failures:
        print(message(failure, color=color), file=sys.stderr)
