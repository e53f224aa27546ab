"""What was worked out once and may be used again in another process. In: a key, plain data. Out: the data, or none.

Kept as JSON beside the compiled modules, or in the user's cache folder where Python may not write those. A kept file is
never trusted further than that: JSON runs nothing, and one that is cut off, old or damaged counts as absent. Whoever
cannot keep anything works it out each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any


def load(name: str, key: str) -> Any | None:
    for folder in _folders():
        try:
            text = _path(folder, name, key).read_text("ascii")
        except (OSError, ValueError):
            continue
        mark, _, body = text.partition("\n")
        if mark != _mark(body):
            continue
        with contextlib.suppress(ValueError, RecursionError):
            return json.loads(body)
    return None


def keep(name: str, key: str, data: Any) -> None:
    """What was kept before under that name, with another key, makes room."""
    body = json.dumps(data, separators=(",", ":"))
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = _path(folder, name, key)
            _write_whole(path, f"{_mark(body)}\n{body}")
        except OSError:
            continue
        for old in folder.glob(f"{name}-*.json"):
            if old != path:
                with contextlib.suppress(OSError):
                    old.unlink()
        return


def _folders() -> Iterator[Path]:
    if not sys.dont_write_bytecode and sys.implementation.cache_tag:
        yield Path(cache_from_source(__file__)).parent
    with contextlib.suppress(RuntimeError):
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"


def _path(folder: Path, name: str, key: str) -> Path:
    return folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"


def _mark(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _write_whole(path: Path, text: str) -> None:
    """Another process never sees half of it."""
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)
        raise
