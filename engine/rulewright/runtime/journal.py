"""What happened: in, a state and an entry; out, the state's journal with it.

A journal is a chain of pairs (entry, what was before), so that states share it; None where none is kept. An entry is a
tuple: its kind, the statement's path, then what `read` makes names of. Searches write none.
"""

from __future__ import annotations

from typing import Any

from rulewright.runtime.state import State

NOTHING: tuple[Any, ...] = ()
"""A journal in which nothing stands yet."""


def note(state: State, *entry: Any) -> None:
    """Add an entry, if the state keeps a journal."""
    if state.journal is not None:
        state.journal = (entry, state.journal)


def since(journal: Any, before: Any) -> list[tuple[Any, ...]]:
    """The entries written after `before` was the journal, oldest first."""
    found = []
    while journal and journal is not before:
        entry, journal = journal
        found.append(entry)
    return found[::-1]
