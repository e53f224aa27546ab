"""`rulewright combinations`: which expansions and options go together. In: a game. Out: a list, and what is refused.

A line is written as soon as its combination is checked. Of too many, a sample is checked, and the sample is said.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from rulewright.combining import Combination, Combinations, Verdict, combinations
from rulewright.report import Diagnostic
from rulewright_tools import problems
from rulewright_tools.text import counted, listed


def run(options: argparse.Namespace) -> int:
    found = combinations(
        options.game, with_=options.with_, options=dict(options.options), house_rules=options.house_rules
    )
    sample = found.sample(options.limit, options.seed)
    show = _write_json if options.json else _write_text
    allowed = show(found, sample, options)
    return problems.FINE if allowed else problems.NO


def _allowed(verdict: Verdict, players: int | None) -> bool:
    return verdict.allowed if players is None else verdict.allows(players)


# ------------------------------------------------------------------ text


def _write_text(found: Combinations, sample: Sequence[Combination], options: argparse.Namespace) -> int:
    title = sample[0].title if sample else options.game
    print(f"{title}: {_extent(found, options.house_rules)}")
    if len(sample) < len(found):
        print(f"too many to check all: here are {len(sample)}, drawn with seed {options.seed}")
    allowed, refused = 0, []
    for combination in sample:
        verdict = combination.verdict()
        if _allowed(verdict, options.players):
            allowed += 1
            print(f"  {_named(combination)}: {_players(verdict)}")
        else:
            refused.append((combination, verdict))
    if refused or found.clashes:
        print("not allowed:")
    for combination in found.clashes:
        reasons = [_reason(problem) for problem in combination.verdict().problems]
        print(f"  with {', '.join(combination.with_)}: {'; '.join(reasons)}")
    for combination, verdict in refused:
        reasons = [_reason(problem) for problem in verdict.problems] or [f"it is for {_players(verdict)}"]
        print(f"  {_named(combination)}: {'; '.join(reasons)}")
    print(f"{allowed} allowed, {len(refused)} not")
    return allowed


def _extent(found: Combinations, house_rules: bool) -> str:
    """`6 combinations of 1 option and 1 expansion`."""
    kinds = ("expansion or house rule", "expansions and house rules") if house_rules else ("expansion", "expansions")
    parts = [counted(len(found.options), "option")] if found.options else []
    parts += [counted(len(found.expansions), *kinds)] if found.expansions else []
    of = f" of {listed(parts)}" if parts else ", as it comes"
    limit = f", at most {counted(found.together, *kinds)} together" if found.together is not None else ""
    return f"{counted(len(found), 'combination')}{of}{limit}"


def _named(combination: Combination) -> str:
    options = ", ".join(f"{name} {value}" for name, value in combination.options.items())
    expansions = f"with {', '.join(combination.with_)}" if combination.with_ else ""
    return "; ".join(part for part in (expansions, options) if part) or "as it comes"


def _players(verdict: Verdict) -> str:
    assert verdict.players is not None
    low, high = verdict.players
    return f"{low} to {high} players" if low != high else counted(low, "player")


def _reason(problem: Diagnostic) -> str:
    return f"{problem.message} [{problem.code.slug}] {problem.span.source.name}:{problem.span.line}"


# ------------------------------------------------------------------ JSON


def _write_json(found: Combinations, sample: Sequence[Combination], options: argparse.Namespace) -> int:
    told = []
    for combination in (*sample, *found.clashes):
        verdict = combination.verdict()
        told.append(
            {
                "with": list(combination.with_),
                "options": dict(combination.options),
                "allowed": _allowed(verdict, options.players),
                "players": list(verdict.players) if verdict.players else None,
                "diagnostics": [problem.to_json() for problem in verdict.problems],
            }
        )
    data: dict[str, Any] = {
        "format": "rulewright combinations",
        "version": 1,
        "game": sample[0].id if sample else None,
        "total": len(found),
        "sampled": len(sample) < len(found),
        "seed": options.seed,
        "together": found.together,
        "combinations": told,
    }
    print(json.dumps(data, ensure_ascii=False, indent=2))
    return sum(1 for each in told if each["allowed"])
