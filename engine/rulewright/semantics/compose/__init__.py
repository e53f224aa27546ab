"""Games, options and expansions together: what they add, change, replace and take away, on the surface tree."""

from __future__ import annotations

from rulewright.semantics.compose.against import against
from rulewright.semantics.compose.composed import Change, Composed
from rulewright.semantics.compose.composing import compose
from rulewright.semantics.compose.explaining import explained
from rulewright.semantics.compose.fitting import fits, fitting
from rulewright.semantics.compose.options import brought, declared_options, option_default, option_values
from rulewright.semantics.compose.removing import removed_options
from rulewright.semantics.compose.together import header_of

__all__ = [
    "Change",
    "Composed",
    "against",
    "brought",
    "compose",
    "declared_options",
    "explained",
    "fits",
    "fitting",
    "header_of",
    "option_default",
    "option_values",
    "removed_options",
]
