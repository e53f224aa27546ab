"""The flow of a game: in, a state with frames; out, the state one step on. Blocks, loops, calls, scopes, turns.

Each handler carries on with the frame on top: it begins the next thing above it, or takes the frame away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.report import codes
from rulewright.report.span import Span
from rulewright.runtime import events, journal, stalling
from rulewright.runtime.code import (
    AS,
    CALL,
    DEPTH,
    DIRECT,
    EACH,
    REACT,
    REPEAT,
    SCOPE,
    SETTLE,
    SIMPLE,
    THEN,
    TOGETHER,
    TURNS,
    WATCHED,
    WINDOW,
    Code,
    enter,
)  # fmt: skip
from rulewright.runtime.evaluate import Summons
from rulewright.runtime.faults import DeadEnd, End, RuleFault, Stop, fault
from rulewright.runtime.state import State
from rulewright.runtime.work import charge

if TYPE_CHECKING:
    from rulewright.runtime.runner import ActionInfo, RuleInfo, Runner

STREAMED = 256
"""How many elements a list may have that a loop goes through while players are asked."""


def too_long(code: Code) -> RuleFault:
    return fault(codes.BUDGET, code.node.span, f"a loop that asks goes through more than {STREAMED} elements")


def no_cell(span: Span) -> DeadEnd:
    return DeadEnd(span, "there is nothing to be done here: no card, or one without this")


def advance(run: Runner, s: State, floor: int = -1) -> None:
    """Until a question, the end, or fewer frames than `floor` + 1. Raises DeadEnd, Opaque or RuleFault."""
    handlers, frames = run.handlers, s.frames
    while True:
        try:
            while s.asked is None and not s.over:
                if len(frames) <= floor:
                    return
                if not frames:
                    s.over = True
                    return
                frame = frames[-1]
                handlers[frame[0]](run, s, frame)
            return
        except Stop:
            _stop(s)
        except End:
            _end(run, s)


def on_block(run: Runner, s: State, frame: Any) -> None:
    _, index, at = frame
    code, slots, frames = run.codes[index], s.locals[-1], s.frames
    items, height = code.items, len(frames)
    count = len(items)
    while at < count:
        item = items[at]
        at += 1
        s.steps += 1
        if s.steps > WATCHED:
            run.trace(s, item)
        if item.mode == DIRECT:
            item.run(s, slots)
            continue
        frames[-1] = code.marks[at]
        if item.mode == SIMPLE:
            item.run(s, slots)
            if (s.happened or s.dirty) and not s.mute:
                events.settle(run, s)
                if len(frames) != height:
                    return
        else:
            item.begin(s, slots)
            return
    frames.pop()


def on_each(run: Runner, s: State, frame: Any) -> None:
    _, index, items, me, gone = frame
    code = run.codes[index]
    _, block, slot, as_me, over_players = code.parts
    slots = s.locals[-1]
    if over_players:
        since = dropped_out(s) & ~gone
        items = tuple(x for x in items if not since >> x & 1)
    if not items:
        slots[0] = me
        s.frames.pop()
        return
    s.steps += 1
    if s.steps > WATCHED:
        run.trace(s, code)
    s.frames[-1] = (EACH, index, items[1:], me, gone)
    slots[slot] = items[0]
    if as_me:
        slots[0] = items[0]
    enter(s, block)


def on_repeat(run: Runner, s: State, frame: Any) -> None:
    _, index, left = frame
    code = run.codes[index]
    again, block = code.parts
    if (left is not None and left <= 0) or not again(s, s.locals[-1]):
        s.frames.pop()
        return
    s.steps += 1
    if s.steps > WATCHED:
        run.trace(s, code)
    s.frames[-1] = (REPEAT, index, None if left is None else left - 1)
    enter(s, block)


def on_as(run: Runner, s: State, frame: Any) -> None:
    s.locals[-1][0] = frame[2]
    s.frames.pop()


def on_together(run: Runner, s: State, frame: Any) -> None:
    s.frames.pop()
    s.mute -= 1
    if not s.mute:
        events.net(s)
        events.settle(run, s)


# ------------------------------------------------------------------ calls


def perform(run: Runner, s: State, summons: Summons, span: Span) -> None:
    """Put an action on the stack, or what is done instead of it."""
    number, me, this, args = summons
    action = run.actions[number]
    assert action is not None
    before: tuple[Any, ...] = ()
    force = None
    if action.answered:
        instead = _instead(run, s, action.instead, args, me)
        if instead is not None:
            events.push_reaction(run, s, instead)
            return
        before = _before(run, s, action.before, args, me)
        force = _force(run, s, action)
    s.depth += 1
    if s.depth > DEPTH:
        run.too_deep(s, span)
    block = action.block
    s.frames.append((CALL, block.index, me, this, args, force))
    s.locals.append([me, this, *args, *[None] * (action.size - 2 - len(args))])
    if s.journal is not None:
        journal.note(s, "do", action.name, me, this, args)
    enter(s, block)
    if before:
        s.frames.append((SETTLE, 0, before, (), None))


def on_call(run: Runner, s: State, frame: Any) -> None:
    _, index, me, _, args, force = frame
    s.frames.pop()
    s.locals.pop()
    s.depth -= 1
    action = run.by_block[index]
    if s.journal is not None:
        journal.note(s, "end", action.name)
    if not s.frames:
        _end(run, s)
        return
    if action.after:
        s.happened.append(("action", (action.name,), args, me, force))
    if (s.happened or s.dirty) and not s.mute:
        events.settle(run, s)


def perform_inline(run: Runner, s: State, summons: Summons, span: Span) -> None:
    """Carry out an action that cannot ask."""
    number, me, this, args = summons
    action = run.actions[number]
    assert action is not None
    force = None
    if action.answered:
        instead = _instead(run, s, action.instead, args, me)
        if instead is not None:
            events.react_all(run, s, (instead,))
            return
        events.react_all(run, s, _before(run, s, action.before, args, me))
        force = _force(run, s, action)
    depth = s.depth
    s.depth = depth + 1
    if depth >= DEPTH:
        run.too_deep(s, span)
    charge(s, action.block.size, span)
    if s.journal is not None:
        journal.note(s, "do", action.name, me, this, args)
    try:  # noqa: SIM105  (a context manager takes longer than many an action)
        action.block.run(s, [me, this, *args, *[None] * (action.size - 2 - len(args))])  # type: ignore[misc]
    except Stop:
        pass
    s.depth = depth
    if s.journal is not None:
        journal.note(s, "end", action.name)
    if action.after:
        s.happened.append(("action", (action.name,), args, me, force))
    if (s.happened or s.dirty) and not s.mute:
        events.settle_inline(run, s)


def _instead(run: Runner, s: State, infos: list[RuleInfo], args: tuple[Any, ...], me: int | None) -> Any:
    if infos:
        for entry in events.entries(run, s, infos, args, me):
            if entry[0] not in s.busy:
                return entry
    return None


def _before(run: Runner, s: State, infos: list[RuleInfo], args: tuple[Any, ...], me: int | None) -> tuple[Any, ...]:
    if not infos:
        return ()
    count, active = run.layout.count, s.active or 0
    found = events.entries(run, s, infos, args, me)
    return tuple(
        sorted(found, key=lambda e: (0 if e[0][1] is None else (e[0][1] - active) % count, e[0][0], e[0][2] or 0))
    )


def _force(run: Runner, s: State, action: ActionInfo) -> Any:
    """What is in force at the start of an action, where something may come into force in it."""
    if not action.carried:
        return None
    return tuple((i.number, c, holder) for i in action.after if i.carriers for c, holder in run.carrying(s, i))


# ------------------------------------------------------------------ scopes


def on_scope(run: Runner, s: State, frame: Any) -> None:
    _, index, stage, me, active = frame
    code = run.codes[index]
    node = code.node
    assert isinstance(node, tree.Scope)
    names, instead_of, before_it, after_it = run.scope_rules(code)
    height = len(s.frames) - 1
    windows = bool(run.offers) and node.kind == "turn" and me is not None
    if stage == 0:
        if s.journal is not None:
            journal.note(s, "scope", code.path, node.name, me)
        if node.kind == "round":
            stalling.round_begins(run, s, code)
            var = run.layout.vars["round_number"]
            s.vars[var.base] += 1
            s.dirty |= var.signal & run.watched
        elif node.kind == "turn":
            s.active = me
        instead = _instead(run, s, instead_of, (), me)
        if instead is not None:
            s.frames[height] = (SCOPE, index, 3, me, active)
            events.push_reaction(run, s, instead)
            return
        before = _before(run, s, before_it, (), me)
        if before:
            s.frames[height] = (SCOPE, index, 1, me, active)
            s.frames.append((SETTLE, 0, before, (), None))
            return
        stage = 1
    if stage == 1:
        if windows:
            s.frames[height] = (SCOPE, index, 2, me, active)
            s.frames.append((WINDOW, index, (me,)))
            return
        stage = 2
    if stage == 2:
        s.frames[height] = (SCOPE, index, 3, me, active)
        enter(s, code.parts[0])
        return
    if stage == 3:
        if windows:
            s.frames[height] = (SCOPE, index, 4, me, active)
            s.frames.append((WINDOW, index, (me,)))
            return
        stage = 4
    if stage == 4:
        s.frames[height] = (SCOPE, index, 5, me, active)
        if after_it:
            s.happened.append(("scope", names, (), me, None))
            if not s.mute:
                events.settle(run, s)
                if len(s.frames) > height + 1:
                    return
    s.frames.pop()
    run.reset_scope(s, node.kind)
    if s.armed:
        s.armed = tuple(record for record in s.armed if record[1] != height)
    if node.kind == "turn":
        s.used = tuple(key for key in s.used if key[3])
    s.active = active
    if node.kind == "setup":
        events.start_watching(run, s)
    if (s.happened or s.dirty) and not s.mute:
        events.settle(run, s)


def _end(run: Runner, s: State) -> None:
    """The game is over: all that waits is dropped, and scores are counted."""
    if any(frame[0] == SCOPE and frame[1] == run.score_code.index for frame in s.frames):
        s.over = True
    s.frames.clear()
    s.locals.clear()
    s.happened = []
    s.mute = s.depth = s.due = 0
    s.busy = ()
    s.edges = None
    s.active = None
    if s.over:
        return
    s.locals.append([None, None])
    s.frames.append((SCOPE, run.score_code.index, 0, None, None))


def _stop(s: State) -> None:
    """Leave the routine, reaction or scope that runs."""
    slots = s.locals[-1]
    while s.frames:
        frame = s.frames[-1]
        kind = frame[0]
        if kind in (CALL, REACT):
            return
        if kind == SCOPE:
            s.frames[-1] = (SCOPE, frame[1], max(frame[2], 3), *frame[3:])
            return
        if kind == AS:
            slots[0] = frame[2]
        elif kind == EACH:
            slots[0] = frame[3]
        elif kind in (TURNS, THEN):
            slots[0] = frame[5]
        elif kind == TOGETHER:
            s.mute -= 1
        s.frames.pop()


# ------------------------------------------------------------------ turns


def dropped_out(s: State) -> int:
    """Who has dropped out of the turns that are being taken."""
    gone = 0
    for frame in s.frames:
        if frame[0] == TURNS:
            gone |= frame[4]
    return gone


def on_turns(run: Runner, s: State, frame: Any) -> None:
    _, index, order, at, gone, me = frame
    code = run.codes[index]
    until, block = code.parts
    slots = s.locals[-1]
    slots[0] = me
    left = [p for p in order if not gone >> p & 1]
    if not left or (until is not None and until(s, slots)):
        s.frames.pop()
        return
    if until is not None:
        if at == len(order):
            stalling.round_begins(run, s, code)
        at %= len(order)
    while at < len(order) and gone >> order[at] & 1:
        at += 1
        if until is not None:
            at %= len(order)
    if at >= len(order):
        s.frames.pop()
        return
    s.steps += 1
    if s.steps > WATCHED:
        run.trace(s, code)
    s.frames[-1] = (TURNS, index, order, at + 1, gone, me)
    slots[0] = order[at]
    enter(s, block)
