"""The command `rulewright`. In: arguments. Out: an exit code: 0 fine, 1 the rules or the game say no, 2 wrong use."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import rulewright


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="rulewright", description="Rules as data for tabletop games.")
    parser.add_argument("--version", action="version", version=f"rulewright {rulewright.__version__}")
    parser.parse_args(argv)
    parser.print_help()
    return 2
