"""`python tools/dev.py mistakes`: puts mistakes into the games one at a time, and writes how they are found."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from mistakes.desk import Desk, Said, Unit
from mistakes.judging import Verdict, judge
from mistakes.opened import Opened, opened
from mistakes.page import page, summary
from mistakes.seeding import KINDS, Mistake, Site
from mistakes.units import all_units
from rulewright.report import draw


def seeded(files: Sequence[Opened], count: int, seed: int, kinds: Sequence[str]) -> Iterator[Mistake]:
    """So many mistakes, the kinds and files in turn."""
    queues: dict[str, list[list[tuple[int, Site]]]] = {}
    for kind in kinds:
        queues[kind] = []
        for file in files:
            sites = list(enumerate(KINDS[kind](file)))
            Random(f"{seed} {kind} {file.path.name} {file.unit.name}").shuffle(sites)
            if sites:
                queues[kind].append(sites)
    made = 0
    turn = 0
    while made < count and any(queues.values()):
        for kind in kinds:
            if not queues[kind] or made >= count:
                continue
            queue = queues[kind][Random(f"{seed} {kind} {turn}").randrange(len(queues[kind]))]
            number, site = queue.pop()
            if not queue:
                queues[kind].remove(queue)
            found = site(Random(f"{seed} {kind} {number} {turn}"))
            if found is not None and found.new != found.old:
                made += 1
                yield found
        turn += 1


def judged(desk: Desk, mistakes: Iterator[Mistake]) -> Iterator[Verdict]:
    before: dict[Unit, Said] = {}
    for mistake in mistakes:
        unit = mistake.file.unit
        if unit not in before:
            before[unit] = Said((), ("the same",)) if unit.scenarios else desk.check(unit)
            assert before[unit].rules is not None, f"{unit.name} does not check as it is"
        yield judge(mistake, before[unit], desk.check(unit, mistake.file.path, mistake.text))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="dev.py mistakes", description=__doc__)
    parser.add_argument("--count", type=int, default=200, metavar="N", help="how many mistakes (default 200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--game", metavar="G", help="only this game")
    parser.add_argument("--kind", metavar="K", help="only this kind")
    parser.add_argument("--out", metavar="FILE", help="write the page there, docs/mistakes.md for one")
    parser.add_argument("--show", action="store_true", help="show each that is not as it should be, with its messages")
    options = parser.parse_args(arguments)
    kinds = [kind for kind in KINDS if options.kind in (None, kind)]
    if not kinds:
        parser.error(f"the kinds are {', '.join(KINDS)}")
    start = time.perf_counter()
    verdicts = run(options.count, options.seed, kinds, options.game)
    print(summary(verdicts, time.perf_counter() - start))
    if options.show:
        for verdict in verdicts:
            show(verdict)
    if options.out:
        words = [f"--count {options.count}", f"--seed {options.seed}", f"--game {options.game}" if options.game else ""]
        command = " ".join(["python tools/dev.py mistakes", *filter(None, words), f"--out {options.out}"])
        Path(options.out).write_text(page(verdicts, command), "utf-8")
    return 0


def run(count: int, seed: int, kinds: Sequence[str] = tuple(KINDS), game: str | None = None) -> list[Verdict]:
    desk = Desk()
    with desk.open():
        return list(judged(desk, seeded(all_files(desk, game), count, seed, kinds)))


def all_files(desk: Desk, game: str | None = None) -> list[Opened]:
    return [file for unit in all_units(desk, game) for file in opened(desk, unit)]


def show(verdict: Verdict) -> None:
    """A mistake with what is said about it, if something is amiss."""
    wrong = {
        "crash": bool(verdict.said.crash),
        "not found": verdict.counts and not verdict.found and not verdict.legal,
        "another place": verdict.found and not verdict.located,
        "several messages": verdict.diagnostics > 1,
        "not mended": verdict.mended is False,
        "led astray": verdict.misled,
    }
    if any(wrong.values()):
        mistake = verdict.mistake
        start, end = mistake.file.line_at(mistake.start)
        place = f"{mistake.file.path.name}:{mistake.file.text.count(chr(10), 0, mistake.start) + 1}"
        what = ", ".join(name for name, is_so in wrong.items() if is_so)
        print(f"\n==== {what}: {mistake.kind}, {mistake.role}, {place}")
        print(f"{mistake.file.text[start:end].strip()}\n{mistake.old!r} -> {mistake.new!r} {verdict.said.crash}")
        for diagnostic in verdict.said.diagnostics[:3]:
            print(draw(diagnostic))


if __name__ == "__main__":
    sys.exit(main())
