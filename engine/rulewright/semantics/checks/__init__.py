"""Checks on what was written: one file each. `before` need only the names, `after` the whole game."""

from __future__ import annotations

from rulewright.report.collect import Report
from rulewright.semantics.checks import (
    actors,
    cycles,
    deep,
    endings,
    filled,
    instead,
    later,
    many,
    menus,
    restricts,
    standing,
    style,
    treats,
    twice,
    unreachable,
)
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game
from rulewright.semantics.symbols import Symbols


def before(composed: Composed, symbols: Symbols, report: Report) -> None:
    for check in (later.check, twice.check, style.check, unreachable.check):
        check(composed, symbols, report)


def after(game: Game, composed: Composed, report: Report) -> None:
    for check in (
        actors.check,
        cycles.check,
        deep.check,
        many.check,
        instead.check,
        restricts.check,
        treats.check,
        menus.check,
        endings.check,
        standing.check,
        filled.check,
    ):
        check(game, composed, report)
