"""A run: one damaged input after the other. In: a seed and how many. Out: bugs, each in a folder; the state of the run.

Input number n of a seed is the same on every machine and however a run is cut into pieces. It is made from a base and a
random stream of its own.
"""

from __future__ import annotations

import faulthandler
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random

from fuzz import state as states
from fuzz import trial
from fuzz.bases import Base, bases, words
from fuzz.damage import Around, damaged
from fuzz.shrink import Files, shrunk
from fuzz.state import Now, State

GIVEN_UP = 120
"""Seconds after which a process that answers to nothing is ended; the next one goes on behind the input."""

SHRINKING = 60.0
SAVED_EVERY = 10.0

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Input:
    """`seed`: what the choices after loading are drawn from."""

    base: Base
    files: Files
    seed: str


class Inputs:
    """All inputs of a seed, by number."""

    def __init__(self, root: Path, seed: int) -> None:
        self.seed = seed
        self.bases = bases(root)
        self.words = words(self.bases)
        self._weights = tuple(accumulate(base.weight for base in self.bases))

    def __getitem__(self, number: int) -> Input:
        own = f"{self.seed}/{number}"
        random = Random(own)
        base, other = random.choices(self.bases, cum_weights=self._weights, k=2)
        files = {name: text.encode("utf-8") for name, text in base.files.items()}
        wanted = base.damaged[0] if random.random() < 0.6 else random.choice(base.damaged)
        around = Around(other.files[other.damaged[0]], self.words)
        files[wanted] = damaged(base.files[wanted], random, around)
        return Input(base, files, own)


@dataclass(frozen=True)
class Part:
    """Which inputs a process tries: of `of` after each other, the one at `at`."""

    at: int = 0
    of: int = 1


def run(root: Path, state: State, path: Path, count: int, until: float | None, part: Part, tell: Tell) -> None:
    """Tries inputs up to number `count`, or until a time, and keeps the state in its file."""
    inputs = Inputs(root, state.seed)
    faulthandler.enable()
    trial.remember_texts()
    now, saved = Now(path), time.monotonic()
    if now.left_behind is not None and now.left_behind >= state.next:
        _died(inputs, state, path, now.left_behind)
    try:
        for number in range(_first(state.next, part), count, part.of):
            if until is not None and time.monotonic() > until:
                break
            now.is_at(number)
            faulthandler.dump_traceback_later(GIVEN_UP, exit=True)
            _one(inputs, state, path, number, tell)
            state.next = number + 1
            if time.monotonic() > saved + SAVED_EVERY:
                states.save(state, path)
                saved = time.monotonic()
                tell(f"{state.tried:,} inputs, up to {number:,}; {len(state.crashes)} bugs; {state.seconds:,.0f} s")
    finally:
        faulthandler.cancel_dump_traceback_later()
        states.save(state, path)
        now.done()


def _first(start: int, part: Part) -> int:
    return start + (part.at - start) % part.of


def _one(inputs: Inputs, state: State, path: Path, number: int, tell: Tell) -> None:
    tried = inputs[number]
    result = trial.tried(tried.files, tried.base.main, tried.base.with_, tried.seed)
    state.note(number, tried.base.name, result)
    if result.crash and state.is_new(result.crash):
        tell(f"input {number} ({tried.base.name}): {result.crash}")
        folder = _kept(path, len(state.crashes), tried, result.crash, result.trace)
        state.crashes[result.crash].update(first=number, folder=str(folder / "small"))
        states.save(state, path)


def _died(inputs: Inputs, state: State, path: Path, number: int) -> None:
    """The process ended in this input: that is a bug, and there is nothing to go by but the input."""
    crash = f"the process ended in input {number}"
    state.is_new(crash)
    folder = path.parent / f"bug-{len(state.crashes)}"
    write(folder / "small", inputs[number], inputs[number].files, crash, "")
    state.crashes[crash].update(first=number, folder=str(folder / "small"))
    state.outcomes["crash"] += 1
    state.next = number + 1


def _kept(path: Path, number: int, found: Input, crash: str, trace: str) -> Path:
    """The input as it is and made small, each in a folder."""
    folder = path.parent / f"bug-{path.stem}-{number}"
    write(folder / "whole", found, found.files, crash, trace)

    def shows(files: Files) -> bool:
        faulthandler.dump_traceback_later(GIVEN_UP, exit=True)
        return trial.tried(files, found.base.main, found.base.with_, found.seed).crash == crash

    small = shrunk(found.files, shows, SHRINKING)
    write(folder / "small", found, small, crash, trace)
    return folder


def write(folder: Path, found: Input, files: Files, crash: str, trace: str) -> None:
    for name, raw in files.items():
        target = folder / "files" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(raw)
    about = {"main": found.base.main, "with": found.base.with_, "seed": found.seed, "base": found.base.name}
    (folder / "input.json").write_text(json.dumps({**about, "bug": crash}, indent=1), "utf-8")
    (folder / "trace.txt").write_text(trace, "utf-8")


def again(folder: Path) -> trial.Result:
    """The input of a folder that a run has written."""
    about = json.loads((folder / "input.json").read_text("utf-8"))
    home = folder / "files"
    files = {
        found.relative_to(home).as_posix(): found.read_bytes() for found in sorted(home.rglob("*")) if found.is_file()
    }
    return trial.tried(files, about["main"], tuple(about["with"]), about["seed"])


def tell(message: str) -> None:
    print(f"fuzz: {message}", file=sys.stderr, flush=True)
