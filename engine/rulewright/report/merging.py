"""One cause, one message. In: diagnostics by place. Out: the same, with those about one missing name told as one.

A name that nothing declares is missed at every place that uses it; what has to be mended is one thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import Fix

SHOWN = 4
"""So many further places are shown."""

_MISSING = (codes.UNKNOWN, codes.NO_ATTRIBUTE)
_ALIKE = (*_MISSING, codes.MISSING_TARGET, codes.CELL, codes.UNKNOWN_COLUMN)


def merged(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """In the order of the first place of each."""
    found = list(diagnostics)
    nowhere = {each.span.text for each in found if each.code is codes.UNKNOWN}
    groups: dict[object, list[Diagnostic]] = {}
    for number, each in enumerate(found):
        key: object = number
        if each.code in _MISSING and each.span.text in nowhere:
            key = each.span.text
        elif each.code in _ALIKE:
            key = each.code.slug, each.message
        groups.setdefault(key, []).append(each)
    return tuple(_one(group) for group in groups.values())


def _one(group: Sequence[Diagnostic]) -> Diagnostic:
    first, others = group[0], group[1:]
    if not others:
        return first
    more = len(others) - SHOWN
    labels = [Label(other.span, "and here") for other in others[:SHOWN]]
    if more > 0:
        labels[-1] = replace(labels[-1], text=f"and here, and at {more} more place{'s' if more > 1 else ''}")
    cure = next((each.help for each in group if each.help), None)
    return replace(first, labels=(*first.labels, *labels), help=cure, fixes=_together(group))


def _together(group: Sequence[Diagnostic]) -> tuple[Fix, ...]:
    """The cure for all places, if it is the same everywhere."""
    titles = {tuple(fix.title for fix in each.fixes) for each in group}
    if len(titles) > 1:
        return group[0].fixes
    return tuple(
        replace(fix, edits=tuple(edit for each in group for edit in each.fixes[number].edits))
        for number, fix in enumerate(group[0].fixes)
    )
