"""Into the middle of the rules: in, a state and a place in the flow; out, that state with the frames that stand there.

What lies before the place is not carried out: no event, no reaction. Only loops are counted, queues read and `let`s
worked out, since what follows needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.report.span import Span
from rulewright.report.wording import counted
from rulewright.runtime.code import AS, BLOCK, CALL, EACH, MENU, REPEAT, SCOPE, TURNS, Code
from rulewright.runtime.placing import Impossible
from rulewright.runtime.state import State
from rulewright.runtime.walk import every

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner


@dataclass(frozen=True, slots=True)
class Done:
    """Something named that has been done in the turn."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Standpoint:
    """`round n`, `phase name`, `pass n` of the innermost loop, `turn of p after A, B`; None: not said."""

    span: Span
    round: int | None = None
    phase: str | None = None
    turn_of: int | None = None
    passes: int | None = None
    after: tuple[Done, ...] = ()


Step = tuple[Code, int]
"""A block and the number of the statement in it that leads on."""


def begin(run: Runner, state: State) -> None:
    """At the first statement of the game."""
    block = run.blocks[run.program.flow]
    state.frames[:] = [(CALL, block.index, None, None, (), None), (BLOCK, block.index, 0)]
    state.locals[:] = [run.slots(run.program.flow, None, None, ())]
    state.depth = 1


def enter(run: Runner, state: State, point: Standpoint) -> None:
    """At that place. Raises Impossible if the rules have none such; the state is then to be thrown away."""
    path = _find(run, run.blocks[run.program.flow], point, ())
    if path is None:
        raise Impossible(point.span, f"the rules have no place like this: {_wanted(point)}")
    begin(run, state)
    state.frames.pop()
    loops = [at for at, (block, i) in enumerate(path) if _counts(block.items[i])]
    for at, (block, i) in enumerate(path):
        _descend(run, state, point, block, i, last=at == len(path) - 1, innermost=bool(loops) and at == loops[-1])
    if point.after:
        kind, index, _, me, active = state.frames[-1]
        state.frames[-1] = (kind, index, 3, me, active)
        _behind(run, state, point, run.codes[index].parts[0])


def _wanted(point: Standpoint) -> str:
    parts = []
    if point.phase is not None:
        parts.append(f"phase {point.phase}")
    if point.turn_of is not None:
        parts.append("a turn")
    if not parts:
        parts.append("a round")
    return " with ".join(parts)


# ------------------------------------------------------------------ finding the place


def _find(run: Runner, block: Code, point: Standpoint, inside: tuple[str, ...]) -> tuple[Step, ...] | None:
    """The way to the first scope that is meant, from this block on. `inside`: phases and routines entered so far."""
    for i, item in enumerate(block.items):
        node = item.node
        around = inside
        if isinstance(node, tree.Scope):
            if _meant(node, point, inside):
                return ((block, i),)
            if node.kind == "setup":
                continue
            around = (*inside, node.name)
        for child in _below(run, item, inside):
            rest = _find(run, child, point, (*around, child.routine))
            if rest is not None:
                return ((block, i), *rest)
    return None


def _meant(node: tree.Scope, point: Standpoint, inside: tuple[str, ...]) -> bool:
    if point.turn_of is not None:
        return node.kind == "turn" and (point.phase is None or point.phase in inside)
    if point.phase is not None:
        return node.kind == "phase" and node.name == point.phase
    return node.kind == "round"


def _below(run: Runner, item: Code, inside: tuple[str, ...]) -> list[Code]:
    """The blocks that a statement of flow leads into."""
    match item.node:
        case tree.Do(invoke=tree.Invoke(routine=str(name))) if name not in inside and name in run.blocks:
            return [run.blocks[name]]
        case tree.Menu() | tree.Everyone():
            return []
        case _:
            return [child for child in item.children if child.items]


# ------------------------------------------------------------------ on the way there


def _counts(item: Code) -> bool:
    """A loop whose passes `pass` may count."""
    return isinstance(item.node, tree.Each) or (isinstance(item.node, tree.Repeat) and not _is_rounds(item.node))


def _is_rounds(node: tree.Repeat) -> bool:
    return isinstance(node.body, tree.Scope) and node.body.kind == "round"


def _descend(run: Runner, state: State, point: Standpoint, block: Code, i: int, *, last: bool, innermost: bool) -> None:
    """Frames for one statement on the way; `last`: the scope that is meant; `innermost`: the loop `pass` counts."""
    item = block.items[i]
    slots = state.locals[-1]
    _let(block.items[:i], state)
    state.frames.append((BLOCK, block.index, i + 1))
    number = point.passes if innermost and point.passes is not None else 1
    match item.node:
        case tree.Repeat() as node:
            if _is_rounds(node):
                number = point.round or 1
            limit = None if node.limit is None else run.compiler.expr(node.limit)(state, slots)
            if number < 1 or (limit is not None and number > limit):
                raise Impossible(
                    point.span, f"this is done {counted(limit or 0, 'time')}, there is no time number {number}"
                )
            if node.slot is not None and node.bind is not None:
                slots[node.slot] = run.compiler.expr(node.bind)(state, slots)
            state.frames.append((REPEAT, item.index, None if limit is None else limit - number))
        case tree.Each() as node:
            items = run.compiler.tuple_of(node.source)(state, slots)
            if not 1 <= number <= len(items):
                raise Impossible(
                    point.span, f"this is done {counted(len(items), 'time')}, there is no time number {number}"
                )
            state.frames.append((EACH, item.index, tuple(items[number:]), slots[0], 0))
            slots[node.slot] = items[number - 1]
            if node.as_me:
                slots[0] = items[number - 1]
        case tree.Turns() as node:
            order = run.compiler.tuple_of(node.queue)(state, slots)
            at = 0
            if point.turn_of is not None:
                if point.turn_of not in order:
                    raise Impossible(point.span, f"{run.layout.seats[point.turn_of]} has no turn here")
                at = order.index(point.turn_of)
            state.frames.append((TURNS, item.index, tuple(order), at + 1, 0, slots[0]))
            slots[0] = order[at]
        case tree.Scope() as node:
            state.frames.append((SCOPE, item.index, 1 if last else 3, slots[0], state.active))
            if node.kind == "turn":
                state.active = slots[0]
            elif node.kind == "round":
                state.vars[run.layout.vars["round_number"].base] = point.round or 1
        case tree.As() as node:
            state.frames.append((AS, item.index, slots[0]))
            slots[0] = run.compiler.expr(node.player)(state, slots)
        case tree.Do() as node:
            _call(run, state, run.compiler.summons(node.invoke)(state, slots))
        case _:
            pass


def _call(run: Runner, state: State, summons: Any) -> None:
    number, me, this, args = summons
    name = run.layout.routines[number]
    state.frames.append((CALL, run.blocks[name].index, me, this, args, None))
    state.locals.append(run.slots(name, me, this, args))
    state.depth += 1


def _let(items: Sequence[Code], state: State) -> None:
    for item in items:
        if isinstance(item.node, tree.Bind) and item.run is not None:
            item.run(state, state.locals[-1])


# ------------------------------------------------------------------ behind what is done


def _behind(run: Runner, state: State, point: Standpoint, block: Code) -> None:
    """Right behind the statement that contains the last thing done; a menu with it asks for what is left."""
    last = point.after[-1]
    way = _way(run, block, last.name, (block.routine,))
    if way is None:
        raise Impossible(last.span, f"`{last.name}` is not done in this turn")
    for step, (inner, i) in enumerate(way):
        _let(inner.items[: i + 1], state)
        state.frames.append((BLOCK, inner.index, i + 1))
        item = inner.items[i]
        if step < len(way) - 1:
            assert isinstance(item.node, tree.Do)
            _call(run, state, run.compiler.summons(item.node.invoke)(state, state.locals[-1]))
        elif isinstance(item.node, tree.Menu) and item.node.at_most is None:
            _menu(state, point, item)


def _way(run: Runner, block: Code, name: str, inside: tuple[str, ...]) -> tuple[Step, ...] | None:
    """The last statement that says the name itself, else one that leads to an action in which it is said."""
    for i in range(len(block.items) - 1, -1, -1):
        if name in _said(block.items[i]):
            return ((block, i),)
    for i, item in enumerate(block.items):
        match item.node:
            case tree.Do(invoke=tree.Invoke(routine=str(other))) if other not in inside and other in run.blocks:
                rest = _way(run, run.blocks[other], name, (*inside, other))
                if rest is not None:
                    return ((block, i), *rest)
            case _:
                pass
    return None


def _said(item: Code) -> Iterator[str]:
    """The names by which a statement may be called: of actions, of the items of menus, of phases and questions."""
    for node in every(item.node):
        match node:
            case tree.Invoke(routine=str(name)):
                yield name
            case tree.Menu():
                yield from (entry.name for entry in node.items)
                yield node.name
            case tree.Choose() | tree.Scope():
                yield node.name
                yield node.name.rpartition(".")[2]
            case _:
                pass


def _menu(state: State, point: Standpoint, item: Code) -> None:
    """The menu goes on with the named items counted, as far as it counts them."""
    assert isinstance(item.node, tree.Menu)
    names = [done.name for done in point.after]
    counters = []
    for entry in item.node.items:
        count = names.count(entry.name)
        counters.append(count if entry.limit is not None else min(count, 1) if entry.must else 0)
    state.frames.append((MENU, item.index, 0, tuple(counters)))
