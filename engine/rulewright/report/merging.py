"""One cause, one message. In: diagnostics by place. Out: the same, with those about one missing name told as one.

A name that nothing declares is missed at every place that uses it; what has to be mended is one thing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import Fix
from rulewright.report.span import Span

SHOWN = 4
"""So many further places are shown."""

DECLARED = "declared here"
"""The label at a declared type that something does not fit."""

_MISSING = (codes.UNKNOWN, codes.NO_ATTRIBUTE, codes.MISSING_TARGET, codes.UNKNOWN_COLUMN)
_ALIKE = (*_MISSING, codes.CELL)


def merged(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """In the order of the first place of each."""
    found = list(diagnostics)
    targets = {each.span.text for each in found if each.code is codes.MISSING_TARGET}
    columns = {each.span.text for each in found if each.code is codes.UNKNOWN_COLUMN}
    nowhere = {each.span.text for each in found if each.code is codes.UNKNOWN and not each.about}
    columns |= targets
    nowhere |= {each.span.text for each in found if each.code is codes.NO_ATTRIBUTE and each.span.text in columns}
    nowhere |= {name for each in found if each.code is codes.NO_ATTRIBUTE for name in each.about}
    nowhere |= targets & {name for each in found if each.code is codes.UNKNOWN for name in each.about}
    groups: dict[object, list[Diagnostic]] = {}
    for number, each in enumerate(found):
        key: object = number
        if each.code is codes.UNKNOWN and each.about:
            key = next((name for name in each.about if name in targets), (each.code.slug, each.about))
        elif each.code in _MISSING and (name := _first_part(each.span.text, nowhere)):
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
    """Of a line with names that nothing declares, and none is near, the first is told with the others, and with what
    is amiss since the line stands there: it may belong elsewhere.
    """
    told = list(found)
    first: dict[_Line, Diagnostic] = {}
    for each in told:
        if _strange(each):
            first.setdefault(_line(each.span), each)
    with_it: dict[_Line, list[Label]] = {}
    left: list[Diagnostic] = []
    for each in told:
        line = _strange_line(each, first)
        if line is None or first[line] is each:
            left.append(each)
        else:
            with_it.setdefault(line, []).append(Label(each.span, each.message))
    for each in left:
        more = with_it.get(_line(each.span), ()) if first.get(_line(each.span)) is each else ()
        yield replace(each, labels=(*each.labels, *more)) if more else each


_Line = tuple[str, int]


def _line(span: Span) -> _Line:
    return span.source.name, span.line


def _strange(each: Diagnostic) -> bool:
    """Whether it is about a name that nothing declares, and that stands on this line only."""
    lines = {_line(label.span) for label in each.labels}
    return each.code is codes.UNKNOWN and not each.fixes and lines <= {_line(each.span)}


def _strange_line(each: Diagnostic, strange: Collection[_Line]) -> _Line | None:
    """The strange line with which it is told: its own; or one that it points at, if it is about who acts there."""
    places: tuple[Span, ...] = ()
    if _strange(each):
        places = (each.span,)
    elif each.code in (codes.NO_ME, codes.NO_IT, codes.SHADOW):
        places = (each.span, *(label.span for label in each.labels if each.code is codes.NO_ME))
    return next((line for line in map(_line, places) if line in strange), None)


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
