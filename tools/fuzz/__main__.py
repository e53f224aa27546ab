"""`python tools/dev.py fuzz`: damaged rules files by the thousand. In: how many. Out: 1 if there are bugs."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from fuzz import running
from fuzz import state as states
from fuzz.running import Inputs, Part, tell
from fuzz.state import State

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options().parse_args(arguments)
    if options.show is not None:
        return _show(options.show)
    if options.write is not None:
        return _written(options.seed, options.write)
    path = options.resume or Path(tempfile.gettempdir()) / f"rulewright-fuzz-{options.seed}" / "state.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    if options.resume is None and options.part is None:
        for old in path.parent.glob("state*.json*"):
            old.unlink()
    try:
        state = _run(options, path)
    except ValueError as problem:
        tell(str(problem))
        return 2
    except KeyboardInterrupt:
        tell(f"go on with --seed {options.seed} --resume {path}")
        return 130
    if options.part is None:
        print(state.summary())
        tell(f"go on with --seed {options.seed} --resume {path} --count {2 * options.count}")
    return 1 if state.crashes else 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py fuzz", description="Load and play damaged rules files.")
    parser.add_argument("--count", type=int, default=100_000, metavar="N", help="how many inputs (default 100000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed makes other inputs")
    parser.add_argument("--minutes", type=float, metavar="M", help="end after so long, if not before")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="where the run stands; it goes on from there")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="so many processes (default 1)")
    parser.add_argument("--show", type=Path, metavar="FOLDER", help="try the input of a folder once more")
    parser.add_argument("--write", type=int, metavar="NUMBER", help="write the files of an input into a folder here")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    return parser


def _run(options: argparse.Namespace, path: Path) -> State:
    until = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    if options.workers > 1:
        return _together(options, path)
    state = states.load(path, options.seed)
    at, _, of = (options.part or "0/1").partition("/")
    running.run(ROOT, state, path, options.count, until, Part(int(at), int(of)), tell)
    return state


def _together(options: argparse.Namespace, path: Path) -> State:
    """Each worker has its part of the inputs and a state of its own, all workers the same number of parts each time."""
    parts = [path.with_name(f"{path.stem}-{n}-of-{options.workers}.json") for n in range(options.workers)]
    given = ["--count", str(options.count), "--seed", str(options.seed)]
    given += [] if options.minutes is None else ["--minutes", str(options.minutes)]
    commands = [
        [sys.executable, "-m", "fuzz", *given, "--part", f"{n}/{options.workers}", "--resume", str(part)]
        for n, part in enumerate(parts)
    ]
    workers = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    for command, worker in zip(commands, workers, strict=True):
        while worker.wait() not in (0, 1, 130):
            tell("a process has ended in an input; another one goes on behind it")
            worker = subprocess.Popen(command, cwd=ROOT)
    state = State(options.seed)
    for part in parts:
        state.add(states.load(part, options.seed))
    return state


def _show(folder: Path) -> int:
    result = running.again(folder)
    print(f"{result.outcome}: {result.seconds:.2f} s, {result.megabytes:.0f} MB")
    if result.crash:
        print(f"{result.trace}\n{result.crash}")
    return 1 if result.crash else 0


def _written(seed: int, number: int) -> int:
    """The input in the shape that `--show` takes."""
    folder = Path(f"fuzz-{seed}-{number}")
    found = Inputs(ROOT, seed)[number]
    running.write(folder, found, found.files, "", "")
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
