"""Reactions: in, what a statement did; out, the rules that answer, carried out one after another.

`settle_inline` runs those that cannot ask in one go; `settle` puts them on the stack. Order: leaving, then placing,
then what was done; the active player's rules first, then clockwise, then as declared; each wholly settled before
the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulewright.runtime import journal
from rulewright.runtime.code import DEPTH, REACT, SETTLE, WATCHED, Slots, enter
from rulewright.runtime.digest import quick
from rulewright.runtime.faults import Stop
from rulewright.runtime.places import located
from rulewright.runtime.state import State
from rulewright.runtime.work import charge

if TYPE_CHECKING:
    from rulewright.runtime.runner import RuleInfo, Runner

Key = tuple[int, Any, int | None, int]
"""A reaction in force: rule number, me (with the element of a generator: a pair), carrier, serial of an armed block."""

Entry = tuple[Key, tuple[tuple[int, Any], ...], bool]
"""A reaction that is due: its key, values by slot, whether it was still carried after the statement."""


# ------------------------------------------------------------------ who answers


def entries(
    run: Runner, s: State, infos: Iterable[RuleInfo], args: tuple[Any, ...], actor: int | None, force: Any = None
) -> list[Entry]:
    """The reactions among these rules to one event. `force`: what was in force before it (carriers), if it matters."""
    found: list[Entry] = []
    for info in infos:
        rule = info.rule
        values = []
        for (slot, _), demand, arg in zip(rule.binders, info.demands, args, strict=False):
            if demand is not None and not (arg is not None and demand >> arg & 1):
                break
            values.append((slot, arg))
        else:
            if rule.by is not None:
                values.append((rule.by, actor))
            if info.common:
                pairs = tuple(values)
                if info.test is None or info.test(s, slots_of(info, actor, None, pairs)):
                    found.append(((info.number, actor, None, 0), pairs, True))
                continue
            for me, this, serial, captured in in_force(run, s, info, actor, force):
                if not info.plain and rule.by is None and me != actor:
                    continue
                all_values = (*values, *captured)
                if info.test is None or info.test(s, slots_of(info, me, this, all_values)):
                    held = this is None or any(c == this for c, _ in run.carrying(s, info))
                    found.append(((info.number, me, this, serial), all_values, held))
    return found


def in_force(
    run: Runner, s: State, info: RuleInfo, actor: int | None, force: Any = None
) -> list[tuple[int | None, int | None, int, tuple[tuple[int, Any], ...]]]:
    """(me, carrier, serial, captured values) for each way a rule is in force; `actor` for a rule of nobody's own."""
    if info.carriers:
        if force is not None:
            return [(holder, c, 0, ()) for number, c, holder in force if number == info.number]
        return [(holder, c, 0, ()) for c, holder in run.carrying(s, info)]
    if info.rule.armed:
        return [(rec[4], None, rec[0], rec[3]) for rec in s.armed if info.number in rec[2]]
    if info.rule.per_player:
        return [(p, None, 0, ()) for p in run.clockwise(s)]
    return [(actor, None, 0, ())]


def slots_of(info: RuleInfo, me: int | None, this: int | None, values: Iterable[tuple[int, Any]]) -> Slots:
    slots: Slots = [None] * info.size
    slots[0], slots[1] = me, this
    for slot, value in values:
        slots[slot] = value
    return slots


def _answers(run: Runner, s: State) -> tuple[Entry, ...]:
    """The reactions to all that has happened, in order; what has happened is then done with."""
    happened, s.happened = s.happened, []
    ranked: list[tuple[tuple[int, ...], Entry]] = []
    count, active = run.layout.count, s.active or 0
    if run.layout.spreading:
        happened = _spread(run, happened)
    for nth, event in enumerate(happened):
        if event[0] == "place" or event[0] == "leave":
            kind, c, location, actor, force = event
            phase, infos = (0, run.leave_rules) if kind == "leave" else (1, run.place_rules)
            args: tuple[Any, ...] = (c, location if location < run.layout.spaces else location - run.layout.spaces)
        else:
            of, names, args, actor, force = event
            phase, infos = 2, run.answering(names, "after", of)
        found = entries(run, s, infos, args, actor, force)
        if len(found) < 2 and len(happened) == 1:  # nothing to be put in order
            return tuple(found)
        for entry in found:
            number, me, this, _ = entry[0]
            seat = 0 if me is None else (me - active) % count
            ranked.append(((phase, seat, number, nth, this or 0), entry))
    ranked.sort(key=lambda pair: pair[0])
    return tuple(entry for _, entry in ranked)


def _spread(run: Runner, happened: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """What lies on several spaces is placed, and leaves, once for each of them."""
    found: list[tuple[Any, ...]] = []
    for event in happened:
        if event[0] == "place" or event[0] == "leave":
            kind, c, at, *rest = event
            found += [(kind, c, location, *rest) for location in located(run.layout, -1 - at)]
        else:
            found.append(event)
    return found


def net(s: State) -> None:
    """After `together`: of each component only where it was at first and is at last."""
    first: dict[int, Any] = {}
    last: dict[int, Any] = {}
    others = []
    for event in s.happened:
        if event[0] == "leave":
            first.setdefault(event[1], event)
            last.pop(event[1], None)
        elif event[0] == "place":
            first.setdefault(event[1], None)
            last[event[1]] = event
        else:
            others.append(event)
    kept = []
    for c, left in first.items():
        placed = last.get(c)
        if left is not None and placed is not None and left[2] == placed[2]:
            continue
        kept += [event for event in (left, placed) if event is not None]
    s.happened = [*kept, *others]


# ------------------------------------------------------------------ rules about states


def upkeep(run: Runner, s: State) -> None:
    """Zones that fill themselves, before any rule."""
    again = True
    while again:
        again = False
        for name, signals in run.facts.upkeep:
            if signals & s.dirty and run.refill(s, name):
                again = True


def start_watching(run: Runner, s: State) -> None:
    """Setup is over: what tracks show now is no crossing, and all rules about states are tested."""
    s.edges = measures(run, s)
    s.dirty |= run.watched


def measures(run: Runner, s: State) -> tuple[int | None, ...]:
    """What each rule about a threshold looks at now."""
    return tuple([_measured(run, s, at)[0] for at in range(len(run.crossings))])


def due(run: Runner, s: State) -> int:
    """The cases of rules about states that must be tested, as a mask; takes up what was noted as changed."""
    if s.edges is None:
        s.dirty = 0
        return 0
    if s.dirty:
        if run.facts.upkeep:
            upkeep(run, s)
        changed, s.dirty = s.dirty, 0
        s.due |= run.due_after(changed)
    return s.due


def _measured(run: Runner, s: State, at: int) -> tuple[int | None, int | None, int | None]:
    """What a `reaches` or `falls` looks at now, its threshold, its me; none while nothing carries it."""
    info, me, c, extra = run.crossings[at]
    if c is not None:
        holders = [holder for x, holder in run.carrying(s, info) if x == c]
        if not holders:
            return None, None, None
        me = holders[0]
    assert info.test is not None and info.threshold is not None
    slots = slots_of(info, me, c, extra)
    return info.test(s, slots), info.threshold(s, slots), me


def next_state_rule(run: Runner, s: State, quiet: tuple[Key, ...]) -> tuple[Entry, bool] | None:
    """The next rule about a state that fires, and whether it is a `when`."""
    pending = due(run, s)
    if not pending:
        return None
    assert s.edges is not None
    for at in run.crossing_order(s) if run.crossings else ():
        info, _, c, extra = run.crossings[at]
        if not pending >> run.case_of[info.number] & 1:
            continue
        old = s.edges[at]
        now, bar, me = _measured(run, s, at)
        if old == now:
            continue
        s.edges = (*s.edges[:at], now, *s.edges[at + 1 :])
        if old is None or now is None or bar is None:
            continue
        if old < bar <= now if info.rule.kind == "reaches" else old > bar >= now:
            return ((info.number, me, c, 0), extra, True), False
    running = 0
    for number, info, me, c, serial, extra in run.standing(s, pending):
        key = (info.number, me, c, serial)
        if key in s.busy:
            running |= 1 << number  # to be tested again when its body is done
            continue
        if key in quiet:
            continue
        if info.test is None or info.test(s, slots_of(info, me, c, extra)):
            return (key, extra, True), True
    s.due = running
    return None


# ------------------------------------------------------------------ carrying them out


def settle_inline(run: Runner, s: State) -> None:
    """All reactions to what has happened, none of which can ask."""
    pend = _answers(run, s) if s.happened else ()
    react_all(run, s, pend)
    quiet: tuple[Key, ...] = ()
    while s.dirty or s.due:
        found = next_state_rule(run, s, quiet)
        if found is None:
            return
        entry, standing = found
        quiet = _state_rule_inline(run, s, entry, standing, quiet)


def react_all(run: Runner, s: State, pend: Iterable[Entry]) -> None:
    for entry in pend:
        _, _, this, serial = entry[0]
        if (this is None and not serial) or still_in_force(run, s, entry):
            _react_inline(run, s, entry)


def _state_rule_inline(run: Runner, s: State, entry: Entry, standing: bool, quiet: tuple[Key, ...]) -> tuple[Key, ...]:
    if not standing:
        _react_inline(run, s, entry)
        return quiet
    before = _snapshot(s)
    if _react_inline(run, s, entry) and before != _snapshot(s):
        return ()
    return (*quiet, entry[0])


def _snapshot(s: State) -> tuple[Any, ...]:
    return s.vars[:], s.zones[:], s.on[:], s.sides[:], s.armed


def _react_inline(run: Runner, s: State, entry: Entry) -> bool:
    """Whether the body was carried out."""
    key, values, _ = entry
    info = run.rules[key[0]]
    if info.failing and info.rule.kind not in ("before", "instead") and not run.finishes(s, entry):
        return False
    s.steps += 1
    if s.steps > WATCHED:
        run.trace(s, info.block)
    busy, depth = s.busy, s.depth
    s.busy = (*busy, key)
    s.depth = depth + 1
    if depth >= DEPTH:
        run.too_deep(s, info.rule.span)
    charge(s, info.block.size, info.rule.span)
    if s.journal is not None:
        journal.note(s, "react", info.rule.name, key[1], key[2])
    assert info.block.run is not None
    try:  # noqa: SIM105  (a context manager takes longer than many a reaction)
        info.block.run(s, slots_of(info, key[1], key[2], values))
    except Stop:
        pass
    s.busy, s.depth = busy, depth
    if s.journal is not None:
        journal.note(s, "end", info.rule.name)
    return True


def still_in_force(run: Runner, s: State, entry: Entry) -> bool:
    (number, _, this, serial), _, held = entry
    if serial:
        return any(rec[0] == serial for rec in s.armed)
    if this is not None and held:
        return any(c == this for c, _ in run.carrying(s, run.rules[number]))
    return True


def settle(run: Runner, s: State) -> None:
    """Put the reactions to what has happened on the stack, if there are any."""
    pend = _answers(run, s) if s.happened else ()
    if pend or due(run, s):
        s.frames.append((SETTLE, 0, pend, (), None))


def push_reaction(run: Runner, s: State, entry: Entry) -> None:
    key, values, _ = entry
    info = run.rules[key[0]]
    run.deeper(s, info.rule.span)
    s.busy = (*s.busy, key)
    s.frames.append((REACT, info.block.index, key))
    s.locals.append(slots_of(info, key[1], key[2], values))
    if s.journal is not None:
        journal.note(s, "react", info.rule.name, key[1], key[2])
    enter(s, info.block)


def on_react(run: Runner, s: State, frame: Any) -> None:
    s.frames.pop()
    s.locals.pop()
    s.busy = s.busy[:-1]
    s.depth -= 1
    if s.journal is not None:
        journal.note(s, "end", run.rules[frame[2][0]].rule.name)


def on_settle(run: Runner, s: State, frame: Any) -> None:
    _, code, pend, quiet, running = frame
    if running is not None:
        key, digest = running
        quiet = (*quiet, key) if quick(s) == digest else ()
    while pend:
        entry, pend = pend[0], pend[1:]
        if not still_in_force(run, s, entry):
            continue
        info = run.rules[entry[0][0]]
        s.frames[-1] = (SETTLE, code, pend, quiet, None)
        if not info.framed:
            _react_inline(run, s, entry)
            continue
        if info.failing and info.rule.kind not in ("before", "instead") and not run.finishes(s, entry):
            continue
        push_reaction(run, s, entry)
        return
    while True:
        run.charge(s, run.codes[code])
        found = next_state_rule(run, s, quiet)
        if found is None:
            s.frames.pop()
            return
        entry, standing = found
        info = run.rules[entry[0][0]]
        s.frames[-1] = (SETTLE, code, (), quiet, None)
        if not info.framed:
            quiet = _state_rule_inline(run, s, entry, standing, quiet)
            continue
        if info.failing and not run.finishes(s, entry):
            if standing:
                quiet = (*quiet, entry[0])
            continue
        s.frames[-1] = (SETTLE, code, (), quiet, (entry[0], quick(s)) if standing else None)
        push_reaction(run, s, entry)
        return


__all__ = ["Entry", "Key", "entries", "settle", "settle_inline", "start_watching"]
