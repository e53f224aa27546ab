"""One input, all the way. In: files. Out: what came of it, in how much time and memory, and any bug it shows.

An input is read, checked and its messages drawn; what can be read is printed and read again; what can be played is
played for some answers. It may end in messages, in a game, or in an exception that the Python face promises. Anything
else is a bug: another exception, another tree from the same text, more time or memory than the bounds.
"""

from __future__ import annotations

import atexit
import json
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from types import FrameType

from rulewright import loader
from rulewright.errors import RulesError, RulewrightError, UseError
from rulewright.game import Game
from rulewright.report import Diagnostic, Source, draw
from rulewright.resources import MAX_BYTES
from rulewright.runtime.faults import RuleFault
from rulewright.scenarios.running import run_scenario
from rulewright.scenarios.stage import stage
from rulewright.semantics import listing
from rulewright.syntax import json_form
from rulewright.syntax.parser import parse
from rulewright.syntax.printer import show

SECONDS = 4.0
"""Processor time for one input. What is not damaged takes a tenth of it."""

MEGABYTES = 256
"""Memory for one input, above what the process holds anyway."""

TEXTS = 1000
"""So many texts are remembered. All that is not damaged has fewer."""

ANSWERS = 6
SCENARIOS = 2


@dataclass(frozen=True)
class Result:
    """`outcome`: `played`, `refused`, the code of a fault, ...; `crash` what is wrong with us, `trace` where."""

    outcome: str
    seconds: float
    megabytes: float
    crash: str = ""
    trace: str = ""


class TooLong(BaseException):
    """The time is over. Not an Exception: whoever catches those must not catch this."""


class Contradiction(Exception):  # noqa: N818  (said of two things, not of a mistake)
    """Something came out that contradicts something else."""


def tried(files: Mapping[str, bytes], main: str, with_: tuple[str, ...], seed: str) -> Result:
    """The input in a folder. All get the same one: what is not damaged is the same text in the same place again."""
    home = _folder() / "input"
    shutil.rmtree(home, ignore_errors=True)
    for name, raw in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    return measured(home, files, main, with_, seed)


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="rulewright-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def remember_texts() -> None:
    """From now on a text is read once, however often it comes. Of an input one file is damaged, and what is read of the
    others, and of the libraries, depends on nothing but their text.
    """
    loader.parse = lru_cache(maxsize=TEXTS)(parse)  # type: ignore[attr-defined]


def measured(home: Path, files: Mapping[str, bytes], main: str, with_: tuple[str, ...], seed: str) -> Result:
    before = _peak(anew=True)
    start = time.process_time()
    crash = trace = ""
    try:
        with _no_longer_than(SECONDS):
            outcome = _all_the_way(home, files, main, with_, Random(seed))
    except TooLong as late:
        outcome, crash, trace = "crash", f"more than {SECONDS:g} s in {_place(late)}", _told(late)
    except MemoryError as full:
        outcome, crash, trace = "crash", f"out of memory in {_place(full)}", _told(full)
    except Exception as bug:
        outcome, crash, trace = "crash", f"{type(bug).__name__} in {_place(bug)}", _told(bug)
    seconds = time.process_time() - start
    megabytes = (_peak() - before) / 1024
    if not crash and megabytes > MEGABYTES:
        outcome, crash = "crash", f"more than {MEGABYTES} MB"
    return Result(outcome, seconds, megabytes, crash, trace)


# ------------------------------------------------------------------ the way


def _all_the_way(home: Path, files: Mapping[str, bytes], main: str, with_: tuple[str, ...], random: Random) -> str:
    for name, raw in files.items():
        if not name.endswith(".csv"):
            _printed(name, raw)
    try:
        read = loader.read_files(home / main, with_)
        _drawn(read.diagnostics)
        options = loader.checked_options(read, {o.name: random.choice(o.values) for o in read.options})
        game = Game(read, options, with_)
    except RulesError as problem:
        _drawn(problem.diagnostics)
        if not str(problem).strip():
            raise Contradiction("rules are refused without a reason") from problem
        return "refused"
    except UseError:
        return "use"
    _drawn(game.diagnostics)
    json.dumps(game.rules_json(spans=True))
    if game.loaded.composed is not None:
        listing.listed(game.loaded.composed, game.program)
        listing.unnamed(game.loaded.composed)
    try:
        return _played(game, random)
    except RuleFault as fault:
        _drawn([fault.diagnostic])
        return fault.diagnostic.code.slug
    except RulewrightError as problem:
        return problem.code.slug


def _drawn(found: Iterator[Diagnostic] | tuple[Diagnostic, ...] | list[Diagnostic]) -> None:
    for diagnostic in found:
        (draw(diagnostic) + draw(diagnostic, color=True)).encode("utf-8")
        json.dumps(diagnostic.to_json(), ensure_ascii=False).encode("utf-8")
        if not diagnostic.message.strip():
            raise Contradiction("a message that says nothing")
        if not 0 <= diagnostic.span.start <= diagnostic.span.end <= len(diagnostic.span.source.text):
            raise Contradiction(f"{diagnostic.code}: a place outside its text")


@lru_cache(maxsize=TEXTS)
def _printed(name: str, raw: bytes) -> None:
    """What can be read says the same when it is printed, and as JSON. What is too large for a file is not read."""
    if len(raw) > MAX_BYTES:
        return
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return
    tree, problems = parse(Source(name, text))
    _drawn(problems)
    if tree is None:
        if not problems:
            raise Contradiction("a text cannot be read, and nothing is said")
        return
    printed = show(tree)
    again, problems = parse(Source(name, printed))
    if again != tree:
        raise Contradiction(f"printed it is another tree: {[p.message for p in problems]}")
    if show(again) != printed:
        raise Contradiction("printed twice it is another text")
    if json_form.from_json(json.loads(json.dumps(json_form.to_json(tree))), name) != tree:
        raise Contradiction("as JSON it is another tree")


def _played(game: Game, random: Random) -> str:
    play = game.start(seed=random.randrange(1000))
    for _ in range(ANSWERS):
        decision = play.decision
        if decision is None:
            break
        play.answer(random.choice(decision.options))
        if play.scores is not None:
            str(play.scores)
    if not game.files.scenarios:
        return "played"
    on = stage(game.files)
    outcomes = [run_scenario(on, scenario) for scenario, _ in game.files.scenarios[:SCENARIOS]]
    for outcome in outcomes:
        _drawn(outcome.failures)
    return "scenarios"


# ------------------------------------------------------------------ time and memory


@contextmanager
def _no_longer_than(seconds: float) -> Iterator[None]:
    """Processor time, where the system can tell it; what others do on the machine does not count."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _peak(anew: bool = False) -> float:
    """The most memory this process has held, in kilobytes; with `anew`, counted from now on where Linux can."""
    try:
        if anew:
            Path("/proc/self/clear_refs").write_text("5")
        status = Path("/proc/self/status").read_text("ascii")
        return float(status.split("VmHWM:")[1].split()[0])
    except (OSError, IndexError):
        return 0.0


def _place(problem: BaseException) -> str:
    """Where in the engine it happened: the innermost of our own functions. Recursion is told by where it comes in."""
    frames = [
        f for f in traceback.extract_tb(problem.__traceback__) if "rulewright" in f.filename and f.filename[0] != "<"
    ]
    if not frames:
        return "fuzz"
    frame = frames[min(12, len(frames) - 1)] if isinstance(problem, RecursionError) else frames[-1]
    part = frame.filename.replace("\\", "/").rpartition("/rulewright/")[2]
    return f"{part} {frame.name}"


def _told(problem: BaseException) -> str:
    lines = traceback.format_exception(problem)
    text = "".join(lines)
    return text if len(text) < 20_000 else f"{text[:10_000]}\n…\n{text[-10_000:]}"
