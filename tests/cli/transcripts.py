"""Transcripts: what a user types and sees, as Markdown. In: a page. Out: its steps; and the page with what is seen now.

A page has two kinds of blocks, taken from top to bottom in a folder of their own:

    ```rules my_game.rules        a file that is written (any language)
    ```console                    commands, and exactly what they print:
    $ rulewright check my_game.rules
    < a line of input
    a line on stdout
    ! a line on stderr
    [exit 1]

Hashes of rules and states are written as <hash>: they stand for much that a page is not about.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from rulewright_tools.cli import main

FOLDER = Path(__file__).parent / "transcripts"
_HASH = re.compile(r"\b[0-9a-f]{32}\b")
_FENCE = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    return sorted(FOLDER.glob("*.md"))


def played(page: str, home: Path) -> str:
    """The page with what its commands print now. The files are written below `home`, the current folder."""

    def block(found: re.Match[str]) -> str:
        language, name, body = found.groups()
        if language == "console":
            return f"```console\n{_session(body)}```"
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(body, "utf-8")
        return found[0]

    return _FENCE.sub(block, page)


def _session(body: str) -> str:
    lines: list[str] = []
    for command, given in _commands(body):
        lines += [f"$ {command}", *(f"< {line}" for line in given)]
        code, out, err = called(shlex.split(command)[1:], "".join(f"{line}\n" for line in given))
        lines += out.splitlines()
        lines += [f"! {line}".rstrip() for line in err.splitlines()]
        lines.append(f"[exit {code}]")
    return _HASH.sub("<hash>", "".join(f"{line}\n" for line in lines))


def _commands(body: str) -> Iterator[tuple[str, list[str]]]:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, *rest = part.splitlines()
        yield command, [line[2:] for line in rest if line.startswith("< ")]


def called(arguments: list[str], given: str = "") -> tuple[int, str, str]:
    """The command line in this process: exit code, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(given)):
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()
