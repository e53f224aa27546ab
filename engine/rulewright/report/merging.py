"""One cause, one message. In: diagnostics by place. Out: the same, with those about one missing name told as one.

A name that nothing declares is missed at every place that uses it; what has to be mended is one thing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import Fix

SHOWN = 4
"""So many further places are shown."""

DECLARED = "declared here"
"""The label at a declared type that something does not fit."""

_MISSING = (codes.UNKNOWN, codes.NO_ATTRIBUTE, codes.MISSING_TARGET, codes.UNKNOWN_COLUMN)
_ALIKE = (*_MISSING, codes.CELL)


def merged(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """In the order of the first place of each."""
    found = list(diagnostics)
    columns = {each.span.text for each in found if each.code is codes.UNKNOWN_COLUMN}
    nowhere = {each.span.text for each in found if each.code is codes.UNKNOWN}
    columns |= {each.span.text for each in found if each.code is codes.MISSING_TARGET}
    nowhere |= {each.span.text for each in found if each.code is codes.NO_ATTRIBUTE and each.span.text in columns}
    groups: dict[object, list[Diagnostic]] = {}
    for number, each in enumerate(found):
        key: object = number
        if each.code in _MISSING and (name := _first_part(each.span.text, nowhere)):
            key = name
        elif each.code is codes.MAP_LETTER and each.about:
            key = each.code.slug, each.about
        elif each.code is codes.COSTLY_LOOK_AHEAD and each.labels:
            key = each.code.slug, each.labels[0].span
        elif each.code is codes.TABLE_OVERLAP:
            key = each.code.slug, each.span
        elif each.code in (codes.UNUSED, codes.NO_ME):
            key = each.code.slug, each.span.source.name, each.span.line
        elif each.labels and each.labels[0].text == DECLARED:
            key = each.labels[0].span
        elif each.code in _ALIKE:
            key = each.code.slug, each.message
        groups.setdefault(key, []).append(each)
    return tuple(_strange_lines(_one(group) for group in groups.values()))


def _first_part(path: str, names: Collection[str]) -> str | None:
    """The name, or the beginning of the path, that is one of these."""
    while path not in names:
        path, dot, _ = path.rpartition(".")
        if not dot:
            return None
    return path


def _strange_lines(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Of a line with several names that nothing declares, and none is near, the first is told with the others: it may
    belong elsewhere.
    """
    held: Diagnostic | None = None
    for each in found:
        strange = each.code is codes.UNKNOWN and not each.fixes and not each.labels
        if held is not None and strange and _same_line(held, each):
            held = replace(held, labels=(*held.labels, Label(each.span, each.message)))
            continue
        if held is not None:
            yield held
        held = each if strange else None
        if held is None:
            yield each
    if held is not None:
        yield held


def _same_line(one: Diagnostic, other: Diagnostic) -> bool:
    return one.span.source == other.span.source and one.span.line == other.span.line


def _one(group: Sequence[Diagnostic]) -> Diagnostic:
    first, others = group[0], group[1:]
    if not others:
        return first
    more = len(others) - SHOWN
    labels = [Label(other.span, _also(first, other)) for other in others[:SHOWN]]
    if more > 0:
        shown = labels[-1].text
        labels[-1] = replace(labels[-1], text=f"{shown}, and at {more} more place{'s' if more > 1 else ''}")
    cure = next((each.help for each in group if each.help), None)
    own = first.labels or next((other.labels for other in others if other.labels and other.code is first.code), ())
    return replace(first, labels=(*own, *labels), help=cure, fixes=_together(group))


def _also(first: Diagnostic, other: Diagnostic) -> str:
    same = other.message == first.message or (first.code in _MISSING and other.code in _MISSING)
    return "and here" if same else other.message


def _together(group: Sequence[Diagnostic]) -> tuple[Fix, ...]:
    """The cure for all places, if it is the same everywhere."""
    titles = {tuple(fix.title for fix in each.fixes) for each in group}
    if len(titles) > 1:
        return group[0].fixes
    return tuple(
        replace(
            fix,
            edits=tuple(dict.fromkeys(edit for each in group for edit in each.fixes[number].edits)),
            certain=all(each.fixes[number].certain for each in group),
        )
        for number, fix in enumerate(group[0].fixes)
    )
