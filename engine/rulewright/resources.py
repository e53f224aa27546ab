"""Where the texts that come with Rulewright are: grammar, libraries, games, pages about messages.

In: names. Out: paths and texts. They lie in `_data` beside this file when Rulewright is installed, otherwise in the
checkout's own folders; nothing else knows the difference. A name never leads out of its folder: what is not there is
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_INSTALLED = Path(__file__).resolve().parent / "_data"
_CHECKOUT = Path(__file__).resolve().parents[2]
_NAME = re.compile(r"[^\W\d]\w*")
_SLUG = re.compile(r"[a-z]+/[a-z-]+")
_INSTEAD: ContextVar[Mapping[Path, bytes]] = ContextVar("instead")


def grammar_text() -> str:
    """The grammar of rules files, in Lark's notation."""
    return (_folder("grammar") / "rulewright.lark").read_text("utf-8")


def schema_text(name: str) -> str | None:
    """The JSON Schema of a public format: `ast`, `state`, `record`, ..."""
    return _text_in(_folder("grammar"), f"{name}.schema.json") if _NAME.fullmatch(name) else None


def schemas() -> list[str]:
    """The names of the public formats."""
    return sorted(path.name.removesuffix(".schema.json") for path in _folder("grammar").glob("*.schema.json"))


def library_path(name: str) -> Path | None:
    """The file of a library that comes with Rulewright."""
    return inside(_folder("stdlib"), f"{name}.rules") if _NAME.fullmatch(name) else None


def libraries() -> list[str]:
    return sorted(path.stem for path in _folder("stdlib").glob("*.rules"))


def games() -> list[str]:
    """The names of the games that come with Rulewright."""
    return sorted(path.name for path in _folder("games").glob("*") if game_path(path.name))


def game_path(name: str) -> Path | None:
    """The main file of a game that comes with Rulewright: the one named like its folder."""
    return inside(_folder("games"), f"{name}/{name}.rules") if _NAME.fullmatch(name) else None


def error_page(slug: str) -> str | None:
    """The page about a message, in Markdown, by the code the message shows: `name/unknown`."""
    return _text_in(_folder("errors"), f"{slug}.md") if _SLUG.fullmatch(slug) else None


def inside(folder: Path, name: str) -> Path | None:
    """The file of that name in the folder, if there is one. `..`, absolute names and links leading out find nothing."""
    home = folder.resolve()
    try:
        path = (home / name).resolve()
        return path if path.is_relative_to(home) and path.is_file() else None
    except (OSError, ValueError, RuntimeError):  # a name the file system cannot even look up: NUL, too long, a loop
        return None


MAX_BYTES = 4_000_000
"""The largest file of a game: rules, tables, maps. A whole rulebook takes a hundredth of it."""


class TooLargeError(OSError):
    """A file that has more than so many bytes. It is not read."""

    def __init__(self, most: int) -> None:
        super().__init__(f"it is larger than {most:,} bytes")


def content(path: Path, most: int | None = None) -> bytes:
    """What a file of a game holds, or another one of `most` bytes. Raises TooLargeError, and OSError for what
    cannot be read or is no file."""
    unsaved = _INSTEAD.get({})
    if unsaved and (found := unsaved.get(path.resolve())) is not None:
        return found
    most = MAX_BYTES if most is None else most
    if not path.is_file():  # a pipe would be waited for, a device never ends
        raise OSError("it is no file" if path.exists() else "there is no such file")
    if path.stat().st_size > most:
        raise TooLargeError(most)
    with path.open("rb") as file:
        read = file.read(most + 1)
    if len(read) > most:
        raise TooLargeError(most)
    return read


@contextmanager
def instead(texts: Mapping[Path, bytes]) -> Iterator[None]:
    """Inside, these files (by their resolved paths) hold what is given: it has been changed and not been saved."""
    before = _INSTEAD.set(texts)
    try:
        yield
    finally:
        _INSTEAD.reset(before)


def is_file(path: Path) -> bool:
    """Whether there is such a file; what can be the name of none is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _text_in(folder: Path, name: str) -> str | None:
    path = inside(folder, name)
    return path.read_text("utf-8") if path else None


def _folder(kind: str) -> Path:
    if _INSTALLED.is_dir():
        return _INSTALLED / kind
    return _CHECKOUT / "docs" / "errors" if kind == "errors" else _CHECKOUT / kind
