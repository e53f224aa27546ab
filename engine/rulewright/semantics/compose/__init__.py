"""Games, options and expansions together: what they add, change, replace and take away, on the surface tree."""

from __future__ import annotations

from rulewright.semantics.compose.composed import Change, Composed
from rulewright.semantics.compose.composing import compose
from rulewright.semantics.compose.explaining import explained
from rulewright.semantics.compose.fitting import fits, fitting
from rulewright.semantics.compose.options import declared_options, option_default, option_values
from rulewright.semantics.compose.removing import removed_options

__all__ = [
    "Change",
    "Composed",
    "compose",
    "declared_options",
    "explained",
    "fits",
    "fitting",
    "option_default",
    "option_values",
    "removed_options",
]
