"""The command `rulewright`. In: arguments. Out: an exit code: 0 fine, 1 the rules or the game say no, 2 wrong use.

A command is a line in `arguments.COMMANDS` and a module in `commands` that is imported when the command is used, so
that help and one command never pay for the others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import rulewright
from rulewright_tools import arguments, problems

INTERRUPTED = 130
NOBODY_READS = 141


def main(argv: Sequence[str] | None = None) -> int:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a letter that cannot be read or shown becomes its number
    try:
        code = _main(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - what is left is flushed into it at exit
        return NOBODY_READS
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED


def _main(argv: list[str]) -> int:
    name, rest = (argv[0], argv[1:]) if argv else ("", [])
    if name in ("-h", "--help", "help") and not (name == "help" and rest):
        print(arguments.overview())
        return problems.FINE
    if name == "--version":
        print(f"rulewright {rulewright.__version__}")
        return problems.FINE
    if name == "help":
        name, rest = rest[0], ["--help"]
    try:
        if not name:
            raise arguments.WrongUse("rulewright", "no command is given", f"it is one of {arguments.names()}")
        options = arguments.parsed(name, rest)
    except arguments.WrongUse as wrong:
        return problems.tell_wrong_use(wrong)
    if options is None:
        return problems.FINE
    command = import_module(f"rulewright_tools.commands.{name}")
    return problems.guarded(command.run, options)
