"""The same thing given twice in a scenario: in, a scenario; out, nothing, or Failed at the second place.

Whether the second says the same or something else: which was meant cannot be told, and one of them was not.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import doubled_line
from rulewright.report.span import Span
from rulewright.scenarios.reading import failed
from rulewright.syntax import ast

_Given = tuple[str, Span, str, str]
"""What tells it from all else, its place, how to speak of it, and the cure."""


def check(scenario: ast.Scenario) -> None:
    """Raises Failed."""
    known: dict[str, Span] = {}
    for key, span, what, cure in _given(scenario):
        if key in known:
            raise failed(
                codes.DUPLICATE,
                span,
                f"{what} twice",
                labels=[Label(known[key], "here first")],
                help=cure,
                fixes=doubled_line(span, known[key]),
            )
        known[key] = span


def _given(scenario: ast.Scenario) -> Iterator[_Given]:
    for part in scenario.parts:
        match part:
            case ast.ScenarioPlayers():
                yield "players", part.span, "who plays is said", "say it once"
            case ast.ScenarioOption(name=name):
                yield f"option {name.text}", part.span, f"the option `{name.text}` is chosen", "choose it once"
            case ast.Given(facts=facts):
                for fact in facts:
                    yield from _of_fact(fact)
            case _:
                pass


def _of_fact(fact: ast.Fact) -> Iterator[_Given]:
    match fact:
        case ast.FactIs(place=place):
            yield f"{_words(place)} =", fact.span, f"the value of `{_words(place)}` is given", "give it once"
        case ast.FactHolds(kind="at", place=place, items=items):
            for spot in items:
                where = _words(spot.place)
                cure = f"for two of them write `2 {where}`"
                yield f"{_words(place)} at {where}", spot.span, f"`{_words(place)}` are put on `{where}`", cure
        case ast.FactTurn():
            yield "turn", fact.span, "the turn is given", "give it once"
        case ast.FactFlow(name=ast.Name(text=text)):
            yield f"phase {text}", fact.span, f"the phase `{text}` is given", "give it once"
        case _:
            pass


def _words(written: ast.Expr) -> str:
    return " ".join(written.span.text.split())
