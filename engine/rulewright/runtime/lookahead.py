"""Looking ahead: in, a state and something to try; out, whether it can be brought to an end.

A depth-first search on copies, up to the end of the step of flow the question stands in (or of the action, for
`can`). It reads no stream, no secret answer and nothing the chooser does not know: where it would have to, the way
counts as finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.report import codes
from rulewright.runtime import choices, events, flow
from rulewright.runtime.code import (
    ANY_ORDER,
    BLOCK,
    EACH,
    EVERYONE,
    MENU,
    REACT,
    REPEAT,
    SCOPE,
    SETTLE,
    THEN,
    TURNS,
    Code,
)  # fmt: skip
from rulewright.runtime.evaluate import Summons
from rulewright.runtime.faults import DeadEnd, Opaque, fault
from rulewright.runtime.liveness import live
from rulewright.runtime.question import Question
from rulewright.runtime.state import State
from rulewright.runtime.veils import veil_for
from rulewright.runtime.work import charge

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner

STATES = 20_000
"""How many states may be looked at for one decision."""

STATE = 100
"""What it costs to look at one, in nodes of rules."""

Step = Callable[[State], None]


def step(take: Callable[[Runner, State, Any], None], run: Runner, value: Any) -> Step:
    """Something to try: to take a value."""
    return lambda child: take(run, child, value)


# ------------------------------------------------------------------ how far


def horizon(run: Runner, s: State) -> int:
    """The number of frames at which the step of flow is over that the top of the stack stands in."""
    frames = s.frames
    for height in range(len(frames) - 1, -1, -1):
        frame = frames[height]
        if frame[0] == SCOPE:
            if run.codes[frame[1]].node.kind == "turn" and frame[2] <= 3:  # type: ignore[attr-defined]
                return height + 1
        elif frame[0] == REACT:
            if run.rules[frame[2][0]].rule.event_kind != "scope":
                continue
        elif height > 0:
            continue
        inner = height + 1
        return height + 2 if inner < len(frames) and frames[inner][0] == BLOCK else height + 1
    return 0


def rest_fails(run: Runner, s: State, floor: int, top: int | None = None) -> bool:
    """Whether anything after the statement on top, up to the horizon, may be a dead end. `top`: of so many frames."""
    frames = s.frames
    for height in range((len(frames) if top is None else top) - 1, max(floor, 0) - 1, -1):
        frame = frames[height]
        kind = frame[0]
        if kind == SETTLE:
            if any(
                run.rules[entry[0][0]].failing and run.rules[entry[0][0]].rule.kind == "before" for entry in frame[2]
            ):
                return True
            continue
        code = run.codes[frame[1]]
        if kind == BLOCK:
            if code.rest_fails[frame[2]]:
                return True
        elif kind == MENU:
            if code.node.at_most is None and code.fails:  # type: ignore[attr-defined]
                return True
        elif kind in (EACH, ANY_ORDER):
            if frame[2] and code.fails:
                return True
        elif kind in (REPEAT, EVERYONE, THEN, TURNS) and code.fails:
            return True
    if floor > 0 and frames[floor - 1][0] == SCOPE and frames[floor - 1][2] < 3:
        return run.codes[frames[floor - 1][1]].fails
    return False


# ------------------------------------------------------------------ the search


def fork(run: Runner, s: State, me: int | None) -> State:
    """A copy to try things out on."""
    child = s.copy()
    child.asked = None
    child.journal = None
    if not run.veiled:
        child.veil = veil_for(run, s, me, roughly=True)
        child.rough = True
        child.budget = [0, 0]
    return child


class Search:
    """One search: from `s`, for a player, until no more than `floor` frames are left. What was found out is remembered;
    `obstacle` is the dead end that lies furthest along.
    """

    def __init__(self, run: Runner, s: State, me: int | None, floor: int) -> None:
        self.run, self.asking = run, s
        self.look = run.look
        self.me = me
        self.floor = floor
        self.start = fork(run, s, me)
        self.budget = self.start.budget
        self.failed: set[Any] = set()
        self.finished: set[Any] = set()
        self.furthest: tuple[int, int] = (-1, -1)
        self.obstacle: DeadEnd | None = None

    def finishes(self, step: Step) -> bool:
        """Whether some way on from this step comes to the end."""
        try:
            return self._searched(step)
        except Opaque:
            if self.run.veiled:
                raise
            # something veiled was read: now it matters what exactly the player knows
            self.start.rough = False
            self.start.veil = veil_for(self.run, self.asking, self.me)
            self.failed, self.finished = set(), set()
            return self._searched(step)

    def _searched(self, step: Step) -> bool:
        stack: list[tuple[Any, Iterator[tuple[State, Step]]]] = [(None, iter(((self.start, step),)))]
        seen: set[Any] = set()  # tried in this search, and not yet known to come to the end
        waiting: set[Any] = set()  # on the way to where the search is
        circles = False
        while stack:
            following = next(stack[-1][1], None)
            if following is None:
                waiting.discard(stack.pop()[0])
                continue
            child = self._reached(*following, len(stack))
            key = None if isinstance(child, bool) else self._key(child)
            if child is True or (key is not None and key in self.finished):
                self.finished |= waiting
                if not circles:
                    self.failed |= seen - waiting
                return True
            if child is False or key in self.failed:
                continue
            if key is not None:
                if key in seen:
                    circles = circles or key in waiting
                    continue
                seen.add(key)
                waiting.add(key)
            assert isinstance(child, State)
            assert child.asked is not None
            stack.append((key, self._ways(child, child.asked)))
        self.failed |= seen
        return False

    def _ways(self, s: State, question: Question) -> Iterator[tuple[State, Step]]:
        """Each answer, with the state it is given in."""
        for onward in choices.follow(self.look, s, question):
            yield s, onward

    def _reached(self, s: State, step: Step, depth: int) -> State | bool:
        """Take the step on a copy and go on: True at the end, False at a dead end, else the state that asks again."""
        look = self.look
        assert self.budget is not None
        self.budget[0] += 1
        if self.budget[0] > STATES:
            span = look.codes[s.frames[-1][1]].node.span if s.frames else look.program.span
            raise fault(
                codes.LOOK_AHEAD,
                span,
                f"after {STATES} positions it is still open whether this can be brought to an end",
                help="say what happens if it cannot, with `else` or `if possible`",
            )
        child = s.copy()
        child.asked = None
        child.work = before = self.budget[1] + STATE
        try:
            step(child)
            while True:
                flow.advance(look, child, self.floor)
                if child.over or child.asked is not None:
                    break
                if (
                    len(child.frames) == self.floor
                    and child.frames
                    and child.frames[-1][0] == SCOPE
                    and child.frames[-1][2] < 3
                ):
                    look.handlers[SCOPE](look, child, child.frames[-1])
                    continue
                break
        except DeadEnd as end:
            if (depth, child.steps) > self.furthest:
                self.furthest, self.obstacle = (depth, child.steps), end
            return False
        except Opaque:
            if self.start.rough:
                raise
            return True
        finally:
            self.budget[1] += STATE + child.work - before
        asked: Question | None = child.asked
        if child.over or asked is None:
            return True
        if len(asked.players) > 1 or asked.player != self.me:
            return True
        if not rest_fails(look, child, self.floor) and not _still_open(look, child):
            return True
        return child

    def _key(self, s: State) -> Any:
        """What the rest may depend on."""
        slots = live(self.look.codes, s.frames)
        locals_ = tuple(
            tuple([(slot, value) for slot, value in enumerate(values) if slot in wanted and value is not None])
            for values, wanted in zip(s.locals, slots, strict=True)
        )
        try:
            key = (
                tuple(s.frames), locals_, tuple(s.vars), tuple(s.zones), tuple(s.on), tuple(s.sides), s.armed,
                s.used, s.veil, s.active, s.mute,
            )  # fmt: skip
            hash(key)
        except Opaque:
            return None
        return key


def _still_open(look: Runner, s: State) -> bool:
    """Whether the question itself may have options that fail."""
    assert s.asked is not None
    if not s.asked.own:
        return True  # nothing but offers: one of them must lead on
    code = look.codes[s.asked.code]
    if s.asked.kind == "menu":
        return all(entry[0] >= 0 and code.parts[entry[0]][1].fails for entry in s.asked.entries)
    return s.asked.kind == "order" and code.fails


def searching(run: Runner, s: State, wanted: bool, own: bool = False) -> Search | None:
    """A search for the question on top, if one is needed. `own`: its options may fail by themselves."""
    if not wanted or run.veiled:
        return None
    floor = horizon(run, s)
    if not own and not rest_fails(run, s, floor):
        code: Code = run.codes[s.frames[-1][1]]
        if not (s.frames[-1][0] in (MENU, ANY_ORDER) and code.fails):
            return None
    return Search(run, s, s.locals[-1][0], floor)


# ------------------------------------------------------------------ whole actions


def can(run: Runner, s: State, summons: Summons) -> bool:
    """Whether the action can be carried out to its end by its player, as things are."""
    number, me, _, _ = summons
    name = run.layout.routines[number]
    if not run.facts.call_fails(name):
        return True
    return _charged(
        s, Search(run, s, me, len(s.frames)), lambda c: flow.perform(run.look, c, summons, run.program.span)
    )


def finishes(run: Runner, s: State, entry: Any) -> bool:
    """Whether the body of a reaction can be carried out to its end."""
    return _charged(s, Search(run, s, entry[0][1], len(s.frames)), lambda c: events.push_reaction(run.look, c, entry))


def _charged(s: State, search: Search, step: Step) -> bool:
    """Whether the search comes to an end; what it costs is charged to the state it starts from."""
    found = search.finishes(step)
    assert search.budget is not None
    if not search.run.veiled:
        charge(s, search.budget[1], search.run.program.span)
    return found


__all__ = ["Search", "can", "finishes", "horizon", "rest_fails", "searching"]
