"""Two rules that take the place of the same event: only one of them could: `compose/conflict`.

Of what components carry, or what holds for a time, it hangs on the position whether both are in force.
"""

from __future__ import annotations

from rulewright.core.program import Rule
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game
from rulewright.semantics.expressions import comparable


def check(game: Game, composed: Composed, report: Report) -> None:
    always = [rule for rule in game.rules if rule.kind == "instead" and rule.carrier is None and not rule.armed]
    for index, rule in enumerate(always):
        first = next((other for other in always[:index] if _coincide(other, rule)), None)
        if first is not None:
            report.error(
                codes.CONFLICT,
                rule.span,
                f"two rules take the place of `{rule.event}`",
                labels=[Label(first.span, "the other one")],
                help="let one `replace` the other by its name, with `do base`; or let the two exclude each other",
            )


def _coincide(first: Rule, second: Rule) -> bool:
    """Whether one event can be what both answer to."""
    if (first.event_kind, first.event) != (second.event_kind, second.event):
        return False
    demanded = zip(first.binders, second.binders, strict=False)
    return all(one is None or other is None or comparable(one, other) for (_, one), (_, other) in demanded)
