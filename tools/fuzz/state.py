"""How far a run has come. In: inputs and what came of them. Out: a file from which the run goes on, and a summary.

Written now and then, always whole. Beside it `FILE.now` holds the number of the input that is being tried, so that one
which takes the process with it is known the next time.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzz.trial import Result

KEPT = 10


@dataclass
class State:
    """`next`: the first input not yet tried. `slowest` and `largest`: figure, number and base of an input."""

    seed: int
    next: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, int, str]] = field(default_factory=list)
    largest: list[tuple[float, int, str]] = field(default_factory=list)
    crashes: dict[str, dict[str, Any]] = field(default_factory=dict)

    def note(self, number: int, base: str, result: Result) -> None:
        self.outcomes[result.outcome] += 1
        self.seconds += result.seconds
        self.slowest = sorted([*self.slowest, (round(result.seconds, 3), number, base)], reverse=True)[:KEPT]
        self.largest = sorted([*self.largest, (round(result.megabytes, 1), number, base)], reverse=True)[:KEPT]

    def is_new(self, crash: str) -> bool:
        """Whether this bug is seen for the first time; it is counted either way."""
        self.crashes.setdefault(crash, {"times": 0, "first": None, "folder": None})["times"] += 1
        return self.crashes[crash]["folder"] is None

    def add(self, other: State) -> None:
        """What another process has found."""
        self.outcomes.update(other.outcomes)
        self.seconds += other.seconds
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:KEPT]
        self.largest = sorted([*self.largest, *other.largest], reverse=True)[:KEPT]
        for crash, found in other.crashes.items():
            mine = self.crashes.setdefault(crash, {**found, "times": 0})
            mine["times"] += found["times"]

    @property
    def tried(self) -> int:
        return sum(self.outcomes.values())

    def summary(self) -> str:
        outcomes = ", ".join(f"{name} {times:,}" for name, times in self.outcomes.most_common())
        lines = [f"{self.tried:,} inputs in {self.seconds:,.0f} s of processor time: {outcomes or 'nothing yet'}"]
        for title, found, unit in (("slowest", self.slowest, "s"), ("largest", self.largest, "MB")):
            lines.append(f"{title}:")
            lines += [f"  {figure:>7} {unit}  input {number} ({base})" for figure, number, base in found[:5]]
        lines.append(f"bugs: {len(self.crashes) or 'none'}")
        for crash, told in self.crashes.items():
            lines.append(f"  {crash}: {told['times']} times, first in input {told['first']}")
            lines.append(f"    python tools/dev.py fuzz --show {told['folder']}")
        return "\n".join(lines)


def load(path: Path, seed: int) -> State:
    """The state of a file, or the beginning. Raises ValueError if it belongs to another seed."""
    if not path.is_file():
        return State(seed)
    data = json.loads(path.read_text("utf-8"))
    if data["seed"] != seed:
        raise ValueError(f"`{path}` is of a run with `--seed {data['seed']}`")
    for name in ("slowest", "largest"):
        data[name] = [tuple(each) for each in data[name]]
    return State(**{**data, "outcomes": Counter(data["outcomes"])})


def save(state: State, path: Path) -> None:
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_text(json.dumps(vars(state), indent=1), "utf-8")
    os.replace(unfinished, path)


class Now:
    """The input that is being tried, in a file: what the next run finds there has ended this one."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f"{path.name}.now")
        self.left_behind = int(self.path.read_text("ascii")) if self.path.is_file() else None
        self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT)

    def is_at(self, number: int) -> None:
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, b"%12d" % number)

    def done(self) -> None:
        os.close(self._file)
        self.path.unlink()
