"""Where nobody acts, nothing may be done that needs somebody: a question, `my`, a piece from a supply.

What stands there itself is seen when it is elaborated; here it is what an action needs that is done from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core import tree
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics.analyses.walk import children
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game

HELP = "say who does it: `each player:`, `each player from first_player:` or `as p:`"


@dataclass(frozen=True, slots=True)
class _Need:
    """A place that needs somebody; or, with `action`, one where an action is done that may."""

    span: Span
    why: str
    action: str = ""


def check(game: Game, composed: Composed, report: Report) -> None:
    for name in game.nobody:
        for need in _needs(game, game.routines[name].body):
            if need.action in game.nobody:
                continue
            if not need.action:
                report.error(codes.NO_ME, need.span, f"nobody is acting here, so {need.why}", label="who?", help=HELP)
                continue
            way = _way(game, need.action, set())
            if way:
                report.error(
                    codes.NO_ME,
                    need.span,
                    f"nobody is acting here, and `{need.action}` needs somebody",
                    label="who?",
                    labels=[Label(each.span, each.why or f"`{each.action}` is done from here") for each in way],
                    help=HELP,
                )


def _way(game: Game, action: str, seen: set[str]) -> tuple[_Need, ...]:
    """The first place in an action, or in those it does, that needs somebody, behind the places where an action is done
    on the way there; nothing if none needs anybody.
    """
    if action in seen or action not in game.routines:
        return ()
    seen.add(action)
    for need in _needs(game, game.routines[action].body):
        if not need.action:
            return (need,)
        way = _way(game, need.action, seen)
        if way:
            return (need, *way)
    return ()


def _needs(game: Game, node: tree.Node) -> Iterator[_Need]:
    """What needs somebody, except where `as p:` and the like say who it is."""
    match node:
        case tree.Choose() | tree.Menu() | tree.Each(any_order=True):
            yield _Need(node.span, "nobody can be asked")
            return
        case tree.Transfer(supply=str(kind)) if _owned(game, kind):
            yield _Need(node.span, f"nobody has a {kind} to place")
        case tree.Signal(kind="drop out"):
            yield _Need(node.span, "nobody can drop out")
        case tree.Local(slot=tree.ME):
            yield _Need(node.span, "nobody is meant by `my` or `me`")
        case tree.Invoke(routine=str(name)):
            yield _Need(node.span, "", name)
        case _:
            pass
    for child in _children(node):
        yield from _needs(game, child)


def _children(node: tree.Node) -> list[tree.Node]:
    """The nodes below that are carried out with the same player acting."""
    match node:
        case tree.As(player=player):
            return [player]
        case tree.Each(as_me=True, source=source):
            return [source]
        case tree.Turns(queue=queue):
            return [queue]
        case tree.Everyone() | tree.ArmRules():
            return []
        case tree.Draw(each_player=True):
            return [node.amount, node.source]
        case tree.Invoke(args=args, subject=subject):
            return [*args, *([subject] if subject is not None else [])]
        case _:
            return list(children(node))


def _owned(game: Game, kind: str) -> bool:
    declared = game.symbols.components.get(kind)
    return declared is not None and declared.per is not None and declared.per.text == "Player"
