"""`rulewright check`: every problem of a game's rules. In: a game, expansions, options. Out: diagnostics, or the rules
as data.

The rules are loaded as every other command loads them, once with the options as chosen and, for each option that is
left open, once with each of its values: what stands in the block of an option is checked too. The scenarios in the
files that are read are played: only then it is known what their words mean.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rulewright import loader, resources
from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.errors import RulesError
from rulewright.report import Report, Severity, codes
from rulewright.report.merging import merged
from rulewright.report.signs import visible
from rulewright.runtime.walk import every
from rulewright.scenarios.running import run_scenario
from rulewright.scenarios.stage import Stage
from rulewright.semantics import listing
from rulewright.semantics.analyses import Note
from rulewright.semantics.compose import Composed
from rulewright.syntax import ast, json_form
from rulewright_tools import mending, problems
from rulewright_tools.arguments import WrongUse
from rulewright_tools.text import as_shown, counted, listed

MOST_LETTERS = 10_000_000
"""So much is checked in one run, the rules counted once for each value of an option. That is a hundred values and more
for the longest game there is here.
"""

KINDS = {
    "search": "choices that are looked through before they are offered",
    "bound": "ranges that are tested in play",
    "checked": "numbers that are tested for being exact",
    "loop": "conditions that are tried on one thing after the other",
    "fails": "statements that may be a dead end",
    "withheld": "scores that are not shown before the end",
    "trial": "reactions that are tried on a copy first",
}


def run(options: argparse.Namespace) -> int:
    if options.diff and not options.fix:
        raise WrongUse("rulewright check", "`--diff` shows what `--fix` would change", "write `--fix --diff`")
    mended = None
    if options.fix:
        mended = mending.mend(lambda: _checked(options)[0].diagnostics, _may_change(options))
        try:
            if not options.diff:
                mending.write(mended)
        except OSError as problem:
            why = problem.strerror or str(problem)
            return problems.tell_no(options.json, f"the fixes cannot be written: {why}", "nothing was changed")
    report, first = _checked(options)
    if options.ast:
        _write_rules(report, first, options.verbose)
    elif options.json:
        _write_json(report, first, options, mended)
    elif mended is not None and options.diff:
        _write_diff(report, first, options, mended)
    else:
        _write_text(report, first, options, mended)
    return 1 if report.failed else 0


def _checked(options: argparse.Namespace) -> tuple[Report, loader.Loaded]:
    """All that is found, and the game with the options as chosen. What cannot be read has no options yet."""
    files = loader.read_files(options.game, options.with_)
    report = Report(files.diagnostics)
    if report.failed:
        return report, loader.load(files)
    chosen = loader.checked_options(files, dict(options.options))
    first: loader.Loaded | None = None
    most = max(1, MOST_LETTERS // _length(files))
    for number, values in enumerate(variants(files, chosen, {name for name, _ in options.options})):
        if number == most:
            text = f"only the first {most:,} values of options were tried: there are many, and the rules are long"
            report.warning(codes.TOO_LARGE, files.game[0].span, text, help="name others with `--option`")
            break
        loaded = loader.load(files, values)
        report.extend(loaded.each)
        first = first or loaded
    assert first is not None
    told = Report(merged(report.diagnostics))
    scenarios = files.given or tuple(scenario for scenario, _ in files.scenarios)
    if not told.failed and scenarios:
        stage = Stage(files, tuple(options.with_))
        for scenario in scenarios:
            told.extend(run_scenario(stage, scenario).failures)
    return told, first


def _length(files: loader.Files) -> int:
    """Of all texts of the game together, in letters."""
    items = (*files.game, *(item for part in files.expansions for item in part))
    texts = {id(item.span.source): len(item.span.source.text) for item in items}
    return max(1, sum(texts.values()))


def _may_change(options: argparse.Namespace) -> Callable[[Path], bool]:
    """What lies in the folders of the files that were given. What comes with Rulewright is not changed by its name."""
    given = [Path(name) for name in (options.game, *options.with_)]
    homes = [loader.find(path).parent for path in given[:1] if path.exists()]
    return mending.changeable([*homes, *(path.parent for path in given[1:] if path.is_file())])


def _write_diff(report: Report, loaded: loader.Loaded, options: argparse.Namespace, mended: mending.Mending) -> None:
    """What would be changed, and what would remain."""
    for line in mending.diff(mended):
        print(as_shown(line, sys.stdout))
    with resources.instead(mended.texts):
        left = _counts(_checked(options)[0])
    print(f"{_called(loaded, options.with_)}: {counted(len(mended.done), 'certain fix', 'certain fixes')}, then {left}")


def variants(files: loader.Files, chosen: dict[str, str], fixed: set[str]) -> Iterator[dict[str, str]]:
    """The options as chosen, then with one of them changed at a time, and with it those that it requires or excludes.

    What does not go together is no mistake of the rules, and left out.
    """
    values = {o.name: tuple(v for v in o.values if v != "random") or o.values for o in files.options}
    start = {name: value if value in values[name] else values[name][0] for name, value in chosen.items()}
    yield start
    for name in values:
        if name not in fixed:
            for value in values[name]:
                fitting = (
                    loader.fitting(files, {**start, name: value}, {name, *fixed}) if value != start[name] else None
                )
                if fitting is not None:
                    yield fitting


def _write_text(
    report: Report, loaded: loader.Loaded, options: argparse.Namespace, mended: mending.Mending | None
) -> None:
    if mended is not None:
        for each in mended.done:
            print(f"fixed {each}")
        print(f"{counted(len(mended.done), 'certain fix', 'certain fixes')} made\n")
    problems.show(report.diagnostics, sys.stdout)
    if options.verbose and loaded.program is not None:
        _write_notes(loaded, loaded.program)
    if options.paths and loaded.composed is not None:
        _write_paths(loaded.composed, loaded.program)
    if (options.unnamed or options.paths) and loaded.composed is not None:
        _write_unnamed(loaded.composed)
    print(f"{_called(loaded, options.with_)}: {_counts(report)}")
    sure = _certain(report) if mended is None else 0
    if sure:
        print(f"`check --fix` mends {'one' if sure == 1 else sure} of them by itself")


def _counts(report: Report) -> str:
    counts = Counter(diagnostic.severity for diagnostic in report.diagnostics)
    return ", ".join(counted(counts[kind], kind.value) for kind in Severity if counts[kind]) or "no problems"


def _certain(report: Report) -> int:
    return sum(any(fix.certain for fix in diagnostic.fixes) for diagnostic in report.diagnostics)


def _called(loaded: loader.Loaded, with_: Sequence[str]) -> str:
    """The game, and the expansions that were read with it; as they were given, if one of them cannot be read."""
    game = loaded.program.id if loaded.program is not None else visible(loaded.files.path.name)
    headers = [item for part in loaded.files.expansions for item in part if isinstance(item, ast.Header)]
    joined = [header.name.text for header in headers if header.kind == "expansion" and header.name is not None]
    if len(joined) < len(with_):
        joined = [visible(Path(given).name) for given in with_]
    return f"{game} with {listed(joined)}" if joined else game


def _write_notes(loaded: loader.Loaded, program: Program) -> None:
    low, high = program.players
    print(f"{program.title or program.id}: {low if low == high else f'{low} to {high}'} players")
    for option in loaded.files.options:
        values = ", ".join(option.values)
        print(f"option {option.name}: {values} (here {program.options.get(option.name, option.default)})")
    if loaded.composed is not None and loaded.composed.changes:
        print("\nwhat options and expansions changed:")
        for change in loaded.composed.changes:
            print(f"  {change}")
    planned, tested = _plans(program)
    print(f"\n{counted(tested, 'condition')} on many things at once, {planned} of them worked out as whole sets")
    by_kind: dict[str, list[Note]] = {}
    for note in loaded.notes:
        by_kind.setdefault(note.kind, []).append(note)
    for kind, title in KINDS.items():
        if kind in by_kind:
            print(f"\n{title}: {len(by_kind[kind])}")
            for note in by_kind[kind]:
                print(f"  {note.span.source.name}:{note.span.line}  {note.path}: {note.text}")
                for reason in note.because:
                    print(f"    {reason.span.source.name}:{reason.span.line}  {reason.text}")
    print()


def _write_paths(composed: Composed, program: Program | None) -> None:
    """What expansions can name: each path with what it is, those of a rule's choices below it."""
    found = listing.listed(composed, program)
    print(f"paths, by which expansions name the parts of the rules: {len(found)}")
    lines = [
        f"{'    ' if each.inside else '  '}{each.what} {each.path}" + (f' "{each.title}"' if each.title else "")
        for each in found
    ]
    width = min(max(map(len, lines), default=0), 60)
    for line, each in zip(lines, found, strict=True):
        print(f"{line:{width}}  {each.span.source.name}:{each.span.line}")
    print()


def _write_unnamed(composed: Composed) -> None:
    """What no expansion could change, since it cannot say which rule is meant."""
    found = listing.unnamed(composed)
    print(f"rules without a name, which no expansion can change: {len(found) or 'none'}")
    for span, what in found:
        print(f"  {span.source.name}:{span.line}  {what}")
    print()


def _plans(program: Program) -> tuple[int, int]:
    """How many conditions on collections have a plan, and how many there are."""
    planned = tested = 0
    for routine in program.routines.values():
        for node in every(routine.body):
            if isinstance(node, tree.Fold) and node.test is not None:
                tested += 1
                planned += node.plan is not None
            elif isinstance(node, tree.Choose):
                tested += len(node.tests) + len(node.preferences)
                planned += sum(plan is not None for plan in node.plans)
    return planned, tested


def _write_rules(report: Report, loaded: loader.Loaded, verbose: bool) -> None:
    """The composed rules, if nothing is wrong with them: whoever reads them may rely on that."""
    if report.failed:
        raise RulesError(report.diagnostics)
    assert loaded.composed is not None
    data = json_form.to_json(loaded.composed.file, spans=verbose)
    print(json.dumps(data, ensure_ascii=False, indent=2))


def _write_json(
    report: Report, loaded: loader.Loaded, options: argparse.Namespace, mended: mending.Mending | None
) -> None:
    data: dict[str, Any] = {
        "format": "rulewright diagnostics",
        "version": 1,
        "game": loaded.program.id if loaded.program is not None else None,
        "fine": not report.failed,
        **problems.as_data(report.diagnostics),
    }
    if mended is not None:
        data["fixed"] = [each.to_json() for each in mended.done]
        if options.diff:
            data["diff"] = "\n".join(mending.diff(mended))
    if options.paths:
        data["paths"] = [
            {
                "what": each.what,
                "path": each.path,
                "title": each.title,
                "inside": each.inside,
                "file": each.span.source.name,
                "line": each.span.line,
            }
            for each in (listing.listed(loaded.composed, loaded.program) if loaded.composed else ())
        ]
    if options.unnamed or options.paths:
        data["unnamed"] = [
            {"what": what, "file": span.source.name, "line": span.line}
            for span, what in (listing.unnamed(loaded.composed) if loaded.composed else ())
        ]
    if options.verbose:
        data["changes"] = [str(change) for change in loaded.composed.changes] if loaded.composed else []
        data["notes"] = [
            {
                "kind": note.kind,
                "path": note.path,
                "file": note.span.source.name,
                "line": note.span.line,
                "column": note.span.column,
                "text": note.text,
            }
            for note in loaded.notes
        ]
    print(json.dumps(data, ensure_ascii=False, indent=2))
