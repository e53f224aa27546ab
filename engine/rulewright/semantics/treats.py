"""What counts as what, and where: `treat Ship, Hall as Hut in build.space, Goal.gold`.

In: the `treat` items. Out: for each path the types that count as each type there. What that means for the rules at a
path is in `standings`. Nothing there changes what the rules do elsewhere, nor the actions that they do.
"""

from __future__ import annotations

from rulewright.report import codes
from rulewright.semantics import paths
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game, not_there
from rulewright.semantics.standings import joined
from rulewright.syntax import ast


def collect(game: Game, composed: Composed) -> None:
    """Fills the table of treats by path; reports types that are not there."""
    for item in composed.items:
        if isinstance(item, ast.Treat):
            members = _members(game, item)
            for path in item.paths if members else ():
                name = paths.written(path)
                known = game.symbols.treats.get(name, {})
                game.symbols.treats[name] = joined(game, known, {item.as_type.text: members})


def _members(game: Game, item: ast.Treat) -> tuple[str, ...]:
    known = game.symbols.components
    missing = [name for name in (*item.types, item.as_type) if name.text not in known]
    for name in missing:
        not_there(game, name, "type of components", known)
    twice = next((name for name in item.types if name.text == item.as_type.text), None)
    if twice is not None:
        game.report.warning(codes.NEVER_EQUAL, twice.span, f"a {twice.text} counts as itself anyway")
    return () if missing else tuple(name.text for name in item.types)
