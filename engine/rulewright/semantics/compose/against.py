"""What expansions and chosen options do to a game as it is played by itself.

In: the composed game, and the game alone with every option at its default. Out: what is different, as changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.report.span import Span
from rulewright.semantics.compose.composed import Change, Composed

_Key = tuple[str, str, str, str, str, Span | None]
_WITHOUT = {"restricted": "restriction", "treated": "treatment", "answered": "case"}
"""What goes if a part is no longer restricted, treated otherwise, given a case."""


def against(now: Composed, base: Composed) -> tuple[Change, ...]:
    """The changes without those that the game makes by itself; then what an option no longer brings or changes."""
    own = {_key(change) for change in base.changes}
    kept = {_key(change) for change in now.changes}
    gone = {(change.what, change.path): change for change in base.changes if _key(change) not in kept}
    found: list[Change] = []
    for change in now.changes:
        if _key(change) not in own:
            old = gone.pop((change.what, change.path), None) if change.how in ("added", "changed", "replaced") else None
            found.append(change if old is None else _instead(change, old))
    return (*found, *_undone(tuple(gone.values())))


def _key(change: Change) -> _Key:
    return (change.how, change.what, change.path, change.title, change.by, change.after)


def _instead(change: Change, old: Change) -> Change:
    """A change of something of which the default of an option says something else."""
    return replace(change, how="replaced" if change.how == "added" else change.how, before=old.after)


def _undone(gone: tuple[Change, ...]) -> Iterator[Change]:
    for change in gone:
        match change.how:
            case "added":
                yield replace(change, how="removed", before=change.after, after=None)
            case "removed":
                yield replace(change, how="added", before=None, after=change.before)
            case "changed" | "replaced":
                yield replace(change, before=change.after, after=change.before)
            case _:
                what = f"{_WITHOUT[change.how]} of {change.what}"
                yield replace(change, how="removed", what=what, before=change.after, after=None)
