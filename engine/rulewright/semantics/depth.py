"""How deep rules lie in each other. In: items of a composed game. Out: what lies deepest.

The parser bounds what a text may nest, and expansions add little to that. This is for where a stage ran out of stack
all the same, because whoever called it stood deep already.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.semantics.walk import children
from rulewright.syntax import ast


def too_deep(items: Iterable[ast.Item]) -> Diagnostic:
    """Said of what lies deepest in the items, of which there is one at least."""
    return Diagnostic(
        code=codes.TOO_LARGE,
        span=_deepest(items).span,
        message="this is nested too deeply",
        help="give the inner part a name of its own",
    )


def _deepest(items: Iterable[ast.Item]) -> ast.Node:
    """The first of those that have the most nodes around them."""
    waiting: list[tuple[ast.Node, int]] = [(item, 0) for item in items]
    waiting.reverse()
    found, deepest = waiting[-1]
    while waiting:
        node, depth = waiting.pop()
        if depth > deepest:
            found, deepest = node, depth
        waiting += [(child, depth + 1) for child in reversed(children(node))]
    return found
