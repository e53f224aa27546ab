"""The analyses of a composed game. In: a Program. Out: the same game, with what could be settled before play marked
in its core tree, and what there is to say about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.core.program import Program
from rulewright.report.codes import COSTLY_LOOK_AHEAD
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.semantics.analyses.intervals import settle_ranges
from rulewright.semantics.analyses.notes import Note, NoteKind, Reason
from rulewright.semantics.analyses.plans import plan_folds
from rulewright.semantics.analyses.progress import check_progress
from rulewright.semantics.analyses.reduce import reduce_look_ahead
from rulewright.semantics.analyses.slots import shared_slots
from rulewright.semantics.analyses.veiled import mark_hidden

__all__ = ["Analysed", "Note", "NoteKind", "Reason", "analyse"]


@dataclass(frozen=True, slots=True)
class Analysed:
    """The marked program, notes for `check -v`, and errors and warnings."""

    program: Program
    notes: tuple[Note, ...]
    problems: tuple[Diagnostic, ...]

    def counts(self) -> dict[NoteKind, int]:
        """How many notes there are of each kind."""
        found: dict[NoteKind, int] = {}
        for note in self.notes:
            found[note.kind] = found.get(note.kind, 0) + 1
        return found


def analyse(program: Program) -> Analysed:
    """All analyses in order. Pure: the program given stays as it is."""
    own = {name: len(routine.slots) for name, routine in program.routines.items()}
    ranged, bounds, open_ranges = settle_ranges(program)
    reduced, searches, dead_ends = reduce_look_ahead(ranged)
    hidden, withheld, unseen = mark_hidden(reduced)
    planned, loops = plan_folds(hidden)
    costly = (_with_reasons(each, searches) for each in check_progress(planned, searches))
    report = Report((*open_ranges, *dead_ends, *unseen, *costly))
    notes = tuple(dict.fromkeys((*searches, *bounds, *withheld, *loops)))
    return Analysed(shared_slots(planned, own), notes, report.diagnostics)


def _with_reasons(found: Diagnostic, searches: Sequence[Note]) -> Diagnostic:
    """What takes too long to look through, with what is looked for first."""
    if found.code is not COSTLY_LOOK_AHEAD:
        return found
    reasons = next((note.because for note in searches if note.span == found.span), ())
    labels = [Label(reason.span, reason.text) for reason in reasons]
    return replace(found, labels=(*labels[:1], *found.labels, *labels[1:]))
