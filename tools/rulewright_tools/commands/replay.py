"""`rulewright replay`: a record played again. In: a record. Out: whether every step came out as it is written."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rulewright.game import replay
from rulewright.replaying import Replayed
from rulewright.report.signs import visible
from rulewright_tools import problems, results
from rulewright_tools.text import counted


def run(options: argparse.Namespace) -> int:
    found = replay(options.file)
    if options.json:
        print(json.dumps(_data(found), ensure_ascii=False, indent=2))
    else:
        _show(found)
    return problems.FINE if found.same and not found.other_rules else problems.NO


def _show(found: Replayed) -> None:
    play = found.play
    program = play.machine.program
    print(f"{program.title or program.id}: {', '.join(play.players)}; seed {visible(str(play.seed))}")
    if found.other_rules:
        print("warning[use/other-rules]: this record was made under other rules")
    if found.difference is None:
        print(f"the same: {counted(found.total, 'answer')}, every state as recorded")
        if play.over:
            print(results.final(play))
        return
    difference = found.difference
    place = f"answer {difference.number} of {found.total}" if difference.number else "the start"
    before = f"; {counted(found.agreed, 'answer')} before it came out as recorded" if found.agreed else ""
    print(f"different at {place}{before}")
    if difference.number:
        print(f"  {difference.what}")
    print(f"  recorded: {difference.expected}")
    print(f"  now:      {difference.found}")


def _data(found: Replayed) -> dict[str, Any]:
    difference = found.difference
    return {
        "format": "rulewright replay",
        "version": 1,
        "game": found.play.machine.program.id,
        "same": found.same,
        "other_rules": found.other_rules,
        "answers": found.total,
        "agreed": found.agreed,
        "difference": None
        if difference is None
        else {
            "number": difference.number,
            "what": difference.what,
            "expected": difference.expected,
            "found": difference.found,
        },
    }
