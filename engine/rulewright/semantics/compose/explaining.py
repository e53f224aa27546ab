"""A message about the game may be the fault of what was put together with it: then it says so, at its place too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.span import Span
from rulewright.semantics.compose.composed import Composed

_UNKNOWN = (codes.UNKNOWN, codes.NO_ATTRIBUTE, codes.MISSING_TARGET, codes.WRONG_KIND, codes.AMBIGUOUS)
_UNANSWERED = (codes.MISSING_CASE, codes.TABLE_GAP)


def explained(diagnostics: Iterable[Diagnostic], composed: Composed) -> tuple[Diagnostic, ...]:
    return tuple(_explained(each, composed) for each in diagnostics)


def _explained(found: Diagnostic, composed: Composed) -> Diagnostic:
    if found.code in _UNKNOWN:
        word = found.span.text
        while word:
            taken = composed.removed.get(word)
            if taken is not None:
                return _with(replace(found, labels=(), help=None), taken, f"`{word}` is taken away here")
            word = word.rpartition(".")[0]
    if found.code is codes.MISSING_TARGET:
        replaced = {each.path: each.after for each in composed.changes if each.how == "replaced"}
        owner = found.span.text.rpartition(".")[0]
        place = replaced.get(owner)
        if place is not None:
            return _with(found, place, f"`{owner}` is replaced here")
    if found.code in _UNANSWERED:
        for word in found.about:
            if word in composed.added:
                found = _with(found, composed.added[word], f"`{word}` is added here")
                found = replace(found, help=f"say what holds for it: `add case {word} to …`")
    if found.code is codes.STUCK_CHOICE:
        for change in composed.changes:
            if change.how == "restricted" and change.after and _is_in(found.span, change.before):
                found = _with(found, change.after, "restricted here")
                found = replace(
                    found, help="let the restriction allow all where nothing else is left: `… or no X where …`"
                )
    if found.code is codes.NO_ME and found.span.text in composed.impersonal:
        word = found.span.text
        place = next((change.after for change in composed.changes if change.path == word and change.after), None)
        if place is not None:
            found = _with(found, place, f"`{word}` now says `my`")
    return found


def _is_in(span: Span, other: Span | None) -> bool:
    return other is not None and span.source == other.source and other.start <= span.start <= other.end


def _with(found: Diagnostic, span: Span, text: str) -> Diagnostic:
    return replace(found, labels=(*found.labels, Label(span, text)))
