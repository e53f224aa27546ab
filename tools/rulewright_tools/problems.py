"""What goes wrong becomes a message and an exit code. In: a command to run. Out: its exit code.

0 fine, 1 the rules or the game say no, 2 wrong use. Bad input of any kind ends here in a message with its place and
cure; with `--json` the message is JSON on stdout. A traceback can only be a bug of ours, and says so.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO

from rulewright.errors import RulesError, RulewrightError, UseError
from rulewright.report import Diagnostic, Severity, draw
from rulewright.report.signs import visible
from rulewright.report.telling import told
from rulewright.runtime.faults import RuleFault
from rulewright_tools.arguments import WrongUse
from rulewright_tools.text import coloured, counted

FINE, NO, WRONG_USE, BUG = 0, 1, 2, 70


def guarded(run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """The command's exit code, or that of what it raised, told."""
    as_json: bool = getattr(options, "json", False)
    try:
        return run(options)
    except WrongUse as wrong:
        return tell_wrong_use(wrong)
    except RulesError as problem:
        return tell_rules(problem, as_json, "the rules do not check")
    except UseError as problem:
        return _tell(as_json, WRONG_USE, problem.message, problem.code.slug, problem.help)
    except RulewrightError as problem:
        return _tell(as_json, NO, problem.message, problem.code.slug, problem.help)
    except RuleFault as fault:
        return tell_fault(fault, as_json)
    except BrokenPipeError:
        raise
    except Exception as problem:
        return _tell_bug(problem)


def tell_rules(problem: RulesError, as_json: bool, text: str) -> int:
    """Errors in the rules, or in a scenario; `text` says what cannot be done for them."""
    errors = sum(diagnostic.severity is Severity.ERROR for diagnostic in problem.diagnostics)
    return _tell(as_json, NO, f"{text}: {counted(errors, 'error')}", diagnostics=problem.diagnostics)


def tell_fault(fault: RuleFault, as_json: bool, when: str | None = None) -> int:
    """The rules asked for the impossible. `when` says at which point of which game."""
    where = [f"in {' > '.join(fault.stack)}"] if len(fault.stack) > 1 else []
    text = ", ".join(["the game stops here", *([when] if when else []), *where])
    return _tell(as_json, NO, text, diagnostics=[fault.diagnostic])


def tell_no(as_json: bool, text: str, help: str | None = None) -> int:
    """The game says no, for a reason that has no code."""
    return _tell(as_json, NO, text, help=help)


def tell_wrong_use(wrong: WrongUse) -> int:
    help = wrong.help or f"`{wrong.command} --help` says what there is"
    print(message(wrong.message, help=help), file=sys.stderr)
    return WRONG_USE


def show(diagnostics: Iterable[Diagnostic], stream: TextIO) -> None:
    """The first of them as they look in a terminal, and how many more there are."""
    color = coloured(stream)
    first = told(diagnostics)
    for diagnostic in first.shown:
        print(draw(diagnostic, color), end="\n\n", file=stream)
    if first.more:
        print("\n".join(first.lines), end="\n\n", file=stream)


def as_data(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """The same as parts of a JSON object."""
    first = told(diagnostics)
    return {
        "diagnostics": [diagnostic.to_json() for diagnostic in first.shown],
        "more": [each.to_json() for each in first.more],
    }


def message(text: str, code: str | None = None, help: str | None = None, color: bool = False) -> str:
    """In the shape of a diagnostic, for what has no place in a file."""
    head = f"error[{code}]" if code else "error"
    if color:
        head = f"\x1b[1;31m{head}\x1b[0m"
    return f"{head}: {visible(text)}" + (f"\n = help: {visible(help)}" if help else "")


def _tell(
    as_json: bool,
    exit_code: int,
    text: str,
    code: str | None = None,
    help: str | None = None,
    diagnostics: Sequence[Diagnostic] = (),
) -> int:
    if as_json:
        data = {"format": "rulewright error", "version": 1, "code": code, "message": text, "help": help}
        print(json.dumps({**data, **as_data(diagnostics)}, ensure_ascii=False, indent=2))
        return exit_code
    color = coloured(sys.stderr)
    show((d for d in diagnostics if d.severity is Severity.ERROR), sys.stderr)
    print(text if diagnostics else message(text, code, help, color), file=sys.stderr)
    return exit_code


def _tell_bug(problem: Exception) -> int:
    if os.environ.get("RULEWRIGHT_TRACEBACK"):
        traceback.print_exception(problem)
    what = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
    help = "please report it with the rules and the command; RULEWRIGHT_TRACEBACK=1 shows where it happened"
    print(message(f"a bug in Rulewright, not in your rules: {what}", help=help), file=sys.stderr)
    return BUG
