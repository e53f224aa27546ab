"""Asking everyone at once: in, a state with a simultaneous choice on top; out, questions, and what then follows.

Answers lie in the frame until all are in. Nothing else sees them, and the order of answering makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime import choices
from rulewright.runtime.alike import distinct
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.code import EVERYONE, THEN, Code, Slots, enter
from rulewright.runtime.faults import DeadEnd, Opaque
from rulewright.runtime.question import Question
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner


def on_everyone(run: Runner, s: State, frame: Any) -> None:
    _, index, players, progress, values = frame
    code = run.codes[index]
    missing = []
    first: Question | None = None
    progress, values = list(progress), list(values)
    for at, player in enumerate(players):
        progress[at], values[at], question = _proceed(run, s, code, player, progress[at], values[at])
        if question is not None:
            missing.append(player)
            first = first or question
    s.frames[-1] = (EVERYONE, index, players, tuple(progress), tuple(values))
    if first is None:
        s.frames[-1] = (THEN, index, 0, players, tuple(values), s.locals[-1][0])
        return
    if run.veiled:
        raise Opaque
    s.asked = replace(first, players=tuple(missing))


def everyone_question(run: Runner, s: State, player: int) -> Question | None:
    """What one player is asked while several are; None if that player has answered."""
    _, index, players, progress, values = s.frames[-1]
    at = players.index(player)
    question = _proceed(run, s, run.codes[index], player, progress[at], values[at])[2]
    return None if question is None or s.asked is None else replace(question, players=s.asked.players)


def answered_again(
    run: Runner, s: State, code: Code, player: int, until: int, draw: Callable[[int], int]
) -> tuple[Any, ...] | None:
    """Answers to the first `until` asks that the player might have given, each drawn (a number below one that is given)
    from what is offered; None if it does not come out so, since other asks are skipped with these."""
    at, values, question = _proceed(run, s, code, player, 0, ())
    while question is not None and at < until:
        value = question.option(draw(question.count))
        if question.kind == "many":
            value = choices.collected(run.codes[question.code].node, value)
        at, values, question = _proceed(run, s, code, player, at + 1, (*values, value))
    return values if at == until else None


def were_offered(run: Runner, s: State, code: Code, player: int, until: int, given: tuple[Any, ...]) -> bool:
    """Whether these are answers to the first `until` asks that the player could have given."""
    asks, _ = code.parts
    if len(given) != until or not 0 <= until <= len(asks):
        return False
    for at, ((_, value, part), x) in enumerate(zip(asks, given, strict=False)):
        before = given[:at]
        slots = _private(s, asks, player, before)
        if part is None:
            if value(s, slots) != x:
                return False
            continue
        found = _secretly(run, s, slots, code, part, player, at, before)
        if not isinstance(found, Question):
            if found[0] != x:
                return False
        elif found.kind == "many":
            chosen = members(x) if isinstance(x, int) else x
            known = [thing for one in found.classes for thing in one]
            if any(thing not in known for thing in chosen) or not choices.is_legal(run, s, found, chosen):
                return False
        elif x not in found.things():
            return False
    return True


def _proceed(
    run: Runner, s: State, code: Code, player: int, at: int, values: tuple[Any, ...]
) -> tuple[int, tuple[Any, ...], Question | None]:
    """Go on with one player's asks as far as nothing has to be asked."""
    asks, _ = code.parts
    while at < len(asks):
        slots = _private(s, asks, player, values)
        _, value, part = asks[at]
        if part is None:
            values = (*values, value(s, slots))
        else:
            found = _secretly(run, s, slots, code, part, player, at, values)
            if isinstance(found, Question):
                return at, values, found
            values = (*values, found[0])
        at += 1
    return at, values, None


def _private(s: State, asks: Any, player: int, values: tuple[Any, ...]) -> Slots:
    slots = s.locals[-1][:]
    slots[0] = player
    for (ask, _, _), value in zip(asks, values, strict=False):
        slots[ask.slot] = value
    return slots


def _secretly(
    run: Runner, s: State, slots: Slots, code: Code, part: Code, player: int, at: int, values: tuple[Any, ...]
) -> Question | tuple[Any]:
    """One ask of one player: what is chosen must leave that player's later asks an answer."""
    node = part.node
    assert isinstance(node, tree.Choose)
    element = t.element(node.source.type) or t.UNKNOWN
    found = choices.candidates(run, s, slots, part)
    later = code.parts[0][at + 1 :]
    if node.many:
        return choices.several(run, s, slots, part, found, element, quietly=True)
    found = distinct(run, s, element, found)
    if node.look_ahead and any(entry[2] is not None for entry in later):
        fit = [
            x
            for x in (members(found) if isinstance(found, int) else found)
            if _answerable(run, s, code, player, at, (*values, x))
        ]
        found = mask_of(fit) if isinstance(found, int) else tuple(fit)
    if not found:
        raise DeadEnd(node.span, f"`{node.name}` has no option")
    found = choices.preferred(run, s, slots, part, found, None)
    if choices.single(found) and not node.always_asked:
        return (found.bit_length() - 1 if isinstance(found, int) else found[0],)
    return Question(player=player, players=(player,), code=part.index, kind="one", type=element, elements=found)


def _answerable(run: Runner, s: State, code: Code, player: int, at: int, values: tuple[Any, ...]) -> bool:
    """Whether the asks after this one can be answered."""
    asks, _ = code.parts
    at += 1
    if at >= len(asks):
        return True
    slots = _private(s, asks, player, values)
    ask, value, part = asks[at]
    if part is None:
        return _answerable(run, s, code, player, at, (*values, value(s, slots)))
    if ask.many:
        return True
    found = choices.candidates(run, s, slots, part)
    return any(
        _answerable(run, s, code, player, at, (*values, x))
        for x in (members(found) if isinstance(found, int) else found)
    )


def on_then(run: Runner, s: State, frame: Any) -> None:
    _, index, at, players, values, me = frame
    code = run.codes[index]
    asks, block = code.parts
    slots = s.locals[-1]
    if at >= len(players):
        slots[0] = me
        s.frames.pop()
        return
    s.frames[-1] = (THEN, index, at + 1, players, values, me)
    slots[0] = players[at]
    for (ask, _, _), value in zip(asks, values[at], strict=True):
        slots[ask.slot] = value
    enter(s, block)
