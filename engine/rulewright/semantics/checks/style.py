"""By custom types are written in CapWords, everything else in snake_case: `style/naming`, a warning."""

from __future__ import annotations

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.semantics.compose import Composed
from rulewright.semantics.symbols import Symbols


def check(composed: Composed, symbols: Symbols, report: Report) -> None:
    types = {*symbols.enums, *symbols.unions, *symbols.components, *symbols.space_types, *symbols.edge_types}
    for name, span in symbols.where.items():
        if name in composed.bases:
            continue
        if name in types and (name[0].islower() or "_" in name):
            report.warning(
                codes.NAMING, span, f"`{name}` is a type", label="by custom in CapWords", help=f"write `{_cap(name)}`"
            )
        elif name not in types and name != name.lower():
            report.warning(
                codes.NAMING,
                span,
                f"`{name}` is no type",
                label="by custom in snake_case",
                help=f"write `{_snake_case(name)}`",
            )


def _cap(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _snake_case(name: str) -> str:
    """`GoodLuck` as `good_luck`."""
    return "".join(
        f"_{letter.lower()}" if letter.isupper() and i and name[i - 1].islower() else letter.lower()
        for i, letter in enumerate(name)
    )
