"""Playing again what was played. In: a fresh play, a record or save. Out: how far it agrees."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.core.digest import rules_hash
from rulewright.errors import AnswerRefused, RecordError
from rulewright.play import Play
from rulewright.records import Answered, Record, Save
from rulewright.report import codes
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay first comes out otherwise: the number of the answer (0: the start), expected and found."""

    number: int
    what: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record played again: the play as far as it went, how many answers agreed, and the first difference, if any.

    `other_rules`: it was made under rules that differ from those of today.
    """

    play: Play
    agreed: int
    total: int
    other_rules: bool
    difference: Difference | None

    @property
    def same(self) -> bool:
        return self.difference is None


def again(play: Play, record: Record) -> Replayed:
    """Gives the answers of the record to a play that stands at its start."""
    other = play.rules_hash != record.header.rules_hash
    total = len(record.answers)

    def until(number: int, what: str, expected: str, found: str) -> Replayed:
        return Replayed(play, max(number - 1, 0), total, other, Difference(number, what, expected, found))

    if play.hash != record.hashes[0]:
        return until(0, "the start", record.hashes[0], play.hash)
    for number, answered in enumerate(record.answers, start=1):
        what = f"{answered.player}: {answered.rule} {_shown(answered.answer)}"
        if answered.player not in play.players:
            return until(number, what, "a player of this game", answered.player)
        try:
            play.answer(answered.answer, answered.player)
        except AnswerRefused as refused:
            return until(number, what, "an answer that is offered", refused.message)
        except RuleFault as fault:
            return until(number, what, "an answer that can be carried out", str(fault))
        if play.hash != record.hashes[number]:
            return until(number, what, record.hashes[number], play.hash)
    if record.result is not None and play.over:
        found = {"scores": play.scores, "totals": play.totals, "winners": play.winners}
        for name, value in found.items():
            if record.result.get(name) != value:
                difference = Difference(total, f"the {name}", _shown(record.result.get(name)), _shown(value))
                return Replayed(play, total, total, other, difference)
    return Replayed(play, total, total, other, None)


def _shown(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def leads_to(play: Play, answers: Sequence[Answered], wanted: str) -> bool:
    """Whether these answers lead from the start of the play to the state with that hash. The play then stands there,
    with all its earlier states, so that undo goes on."""
    for answered in answers:
        try:
            play.answer(answered.answer, answered.player)
        except (AnswerRefused, RuleFault, ValueError):
            return False
    return play.hash == wanted


def position(machine: Machine, save: Save, path: Path) -> State:
    """The saved position. Raises RecordError if the save is damaged or the rules on its stack have changed."""
    try:
        if rules_hash(machine.program) != save.header.rules_hash:
            changed = machine.changes(save.position)
            if changed:
                raise RecordError(
                    codes.OTHER_RULES,
                    f"`{path}` was made under other rules: {changed}",
                    "go back to those rules, or play its record again with `replay`",
                )
        return machine.from_json(save.position)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as problem:
        raise RecordError(
            codes.DAMAGED, f"`{path}` is damaged: its position cannot be read ({problem})", "use an older copy of it"
        ) from None
