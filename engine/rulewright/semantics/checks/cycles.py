"""A definition is worked out from what it mentions, so it may not need itself, neither directly nor through others.

Actions may lead back to themselves, since each time something has happened; but not through `can` in a definition.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core import tree
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics.analyses.walk import below as nodes_below
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game

Uses = dict[str, dict[str, Span]]


def check(game: Game, composed: Composed, report: Report) -> None:
    pure = [name for name, routine in game.routines.items() if routine.kind in ("definition", "score", "accepts")]
    pure += game.computed
    bodies = {name: routine.body for name, routine in game.routines.items()} | game.computed
    uses = {name: dict(_uses(game, body)) for name, body in bodies.items()}
    told: set[str] = set()
    round_ = _on_circles(uses)
    for name in pure:
        way = _way_back(name, uses) if name in round_ and name not in told else []
        if way:
            told.update(way)
            steps = list(zip(way, [*way[1:], name], strict=True))
            report.error(
                codes.CYCLE,
                game.symbols.where.get(name) or bodies[name].span,
                f"`{name}` needs itself",
                labels=[Label(uses[step][following], f"`{step}` needs `{following}`") for step, following in steps],
                help="a definition is worked out from others; what goes on step by step is an action",
            )


def _on_circles(uses: Uses) -> set[str]:
    """The names that lie on a circle, or between two: what is left when those are taken away, again and again, that
    need nothing, and then those that nothing needs.
    """
    left = {name: [used for used in needed if used in uses] for name, needed in uses.items()}
    for _ in range(2):
        needed_by: dict[str, list[str]] = {name: [] for name in left}
        for name, needed in left.items():
            for used in needed:
                needed_by[used].append(name)
        waits = {name: len(needed) for name, needed in left.items()}
        free = [name for name, needed in waits.items() if not needed]
        for name in free:
            for waiting in needed_by[name]:
                waits[waiting] -= 1
                if not waits[waiting]:
                    free.append(waiting)
        gone = set(free)
        left = {name: [n for n in names if n not in gone] for name, names in needed_by.items() if name not in gone}
    return set(left)


def _way_back(start: str, uses: Uses) -> list[str]:
    """The shortest way from a name back to itself, without its end; empty if there is none."""
    came_from: dict[str, str] = {}
    ahead = [start]
    for name in ahead:
        for used in uses.get(name, {}):
            if used == start:
                way = [name]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return way[::-1]
            if used not in came_from:
                came_from[used] = name
                ahead.append(used)
    return []


def _uses(game: Game, body: tree.Node) -> Iterator[tuple[str, Span]]:
    """What a routine needs to be worked out, each with the last place where."""
    for node in nodes_below(body):
        match node:
            case tree.Call(name=name):
                yield name, node.span
            case tree.Query(relation=str(name)):
                yield name, node.span
            case tree.Column(owner=owner, column=column) if f"{owner}.{column}" in game.computed:
                yield f"{owner}.{column}", node.span
            case tree.Apply(owner=owner, column=column):
                yield from ((cell, node.span) for cell in _cells(game, owner, column))
            case tree.Invoke(routine=str(name)):
                yield name, node.span
            case tree.Invoke(owner=owner, column=str(column)):
                yield from ((cell, node.span) for cell in _cells(game, owner, column))
            case _:
                pass


def _cells(game: Game, owner: str, column: str) -> Iterator[str]:
    """The routines of a column of `action` or `score` cells; `owner` is a type or a union."""
    union = game.symbols.unions.get(owner)
    owners = [member.text for member in union.members] if union is not None else [owner]
    for name in game.routines:
        parts = name.split(".")
        if parts[0] in owners and parts[-1] == column and name not in game.symbols.where:
            yield name
