"""`remove`: something is taken away. What still mentions it is wrong where it does so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.semantics.compose.composed import Change
from rulewright.semantics.compose.joining import Said, Shop
from rulewright.semantics.compose.rewriting import Edit, edited
from rulewright.semantics.paths import Kind, Target, find, targets, word, written
from rulewright.syntax import ast

KINDS: Sequence[Kind] = (
    "row", "value", "member", "reaction", "category", "option", "definition", "table", "constant", "action", "phase",
    "zone", "variable",
)  # fmt: skip
"""What can be taken away. A whole type, enum or board stays: other things are made of it."""


def remove(shop: Shop, said: Sequence[Said], options: Sequence[ast.Option]) -> None:
    """Takes away what is said to go. The options among it have been left out already."""
    known = targets((*shop.items, *options))
    edits: dict[int, list[Edit]] = {}
    for each in said:
        assert isinstance(each.item, ast.Remove)
        for path in each.item.paths:
            target = find(known, path, KINDS, "removed", shop.report)
            if target is None:
                continue
            shop.removed[path.names[-1].text] = path.span
            shop.removed[written(path)] = path.span
            shop.changes.append(_change(target, each, path))
            if target.kind != "option":
                edits[id(target.node)] = [lambda _: None]
    shop.items[:] = _without_empty(edited(shop.items, edits))


def _change(target: Target, said: Said, path: ast.Path) -> Change:
    what = word(target.kind)
    return Change("removed", what, written(path), target.title, said.by, before=target.node.span, after=path.span)


def _without_empty(items: Iterable[ast.Item]) -> list[ast.Item]:
    """Without those that only added what has been taken away."""
    return [item for item in items if not (isinstance(item, ast.AddValues) and not item.values)]


def removed_options(items: Iterable[ast.Item], options: Sequence[ast.Option]) -> set[str]:
    """The options that these items take away."""
    names = {option.name.text for option in options}
    return {
        path.names[0].text
        for item in items
        if isinstance(item, ast.Remove) and item.player is None
        for path in item.paths
        if len(path.names) == 1 and path.names[0].text in names
    }
