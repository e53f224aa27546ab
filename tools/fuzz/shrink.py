"""The smallest input that shows the same bug. In: an input and a test. Out: one from which nothing can be taken away.

Lines go first, then single pieces of the lines; both in halves, quarters and so on.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

Files = dict[str, bytes]
Shows = Callable[[Files], bool]

_PIECES = re.compile(rb"\w+|\s+|.", re.DOTALL)


def shrunk(files: Files, shows: Shows, seconds: float) -> Files:
    """Ends after so many seconds with the best there is."""
    end = time.monotonic() + seconds
    while True:
        before = files
        for name in sorted(files, key=lambda name: -len(files[name])):
            if shows(without := {other: raw for other, raw in files.items() if other != name}):
                files = without
                continue
            for cut in (lambda raw: raw.splitlines(keepends=True), _PIECES.findall):
                files = _with_less(files, name, cut(files[name]), shows, end)
        if files == before or time.monotonic() > end:
            return files


def _with_less(files: Files, name: str, parts: list[bytes], shows: Shows, end: float) -> Files:
    size = len(parts) // 2
    while size:
        start = 0
        while start < len(parts) and time.monotonic() < end:
            fewer = parts[:start] + parts[start + size :]
            if shows(tried := {**files, name: b"".join(fewer)}):
                parts, files = fewer, tried
            else:
                start += size
        size //= 2
    return files
