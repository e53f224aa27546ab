"""A value that is worked out through too many others, one waiting for the next or all in turn: `syntax/too-large`.

What waits lies on the stack, in the analyses as in play. A chain of definitions is as deep as the deepest one with all
of them put in, and as large.
"""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core.limits import DEEPEST_VALUE, LARGEST_VALUE
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.semantics.analyses.walk import children
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game

NAMED = 3
"""So many definitions of a chain are named."""


def check(game: Game, composed: Composed, report: Report) -> None:
    if report.failed:  # among others a definition that needs itself
        return
    heights: dict[str, int] = {}
    sizes: dict[str, int] = {}
    deepest: dict[str, str] = {}
    for start in game.routines:
        waiting = [start]
        while waiting:
            name = waiting[-1]
            if name in heights:
                waiting.pop()
                continue
            below, through, reads = _inside(game.routines[name].body)
            unknown = [called for called in through if called not in heights and called in game.routines]
            if unknown and name not in deepest:
                deepest[name] = ""
                waiting += unknown
                continue
            waiting.pop()
            tops = {called: depth + heights.get(called, 0) for called, depth in through.items()}
            heights[name] = max([below, *tops.values()])
            deepest[name] = max(tops, key=lambda called: tops[called]) if tops else ""
            sizes[name] = sum(sizes.get(called, 1) for called in reads)
            if heights[name] > DEEPEST_VALUE:
                _tell(game, name, deepest, report)
                return
            if sizes[name] > LARGEST_VALUE and reads:
                _tell_large(game, name, max(reads, key=lambda called: sizes.get(called, 0)), report)
                return


def _inside(body: tree.Node) -> tuple[int, dict[str, int], list[str]]:
    """How many nodes lie in each other, and around each definition that is read, the most there are; the name of such a
    definition wherever it is read, and of any other node none.
    """
    below, through, reads = 0, dict[str, int](), list[str]()
    waiting = [(body, 1)]
    while waiting:
        node, depth = waiting.pop()
        below = max(below, depth)
        match node:
            case tree.Call(name=name) | tree.Query(relation=str(name)):
                through[name] = max(through.get(name, 0), depth)
                reads.append(name)
            case _:
                reads.append("")
        waiting += [(child, depth + 1) for child in children(node)]
    return below, through, reads


def _tell(game: Game, name: str, deepest: dict[str, str], report: Report) -> None:
    chain, at = [], deepest[name]
    while at:
        chain.append(at)
        at = deepest.get(at, "")
    span = game.symbols.where.get(name) or game.routines[name].span
    if not chain:
        report.error(codes.TOO_LARGE, span, "this is nested too deeply", help="give the inner part a name of its own")
        return
    named = ", ".join(f"`{each}`" for each in chain[:NAMED])
    more = f" and {len(chain) - NAMED} more" if len(chain) > NAMED else ""
    report.error(
        codes.TOO_LARGE,
        span,
        f"`{name}` is worked out through too many others, one waiting for the next: {named}{more}",
        help="let one definition say what several of them say",
    )


def _tell_large(game: Game, name: str, largest: str, report: Report) -> None:
    span = game.symbols.where.get(name) or game.routines[name].span
    report.error(
        codes.TOO_LARGE,
        span,
        f"`{name}` would never be worked out: with `{largest}` and all others put in where they are read it is more "
        f"than {LARGEST_VALUE:,} values long",
        help="keep a value that is read twice with `let`, or let a definition read each other one once",
    )
