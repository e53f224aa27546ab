"""Games that begin in the middle: in, a machine and what is to be so; out, a state in which it is.

First the setup alone, then a position laid over what it left, then the place in the rules. Nothing a position says sets
off a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.core import tree
from rulewright.runtime import choices, entering, events, learning, placing
from rulewright.runtime.code import BLOCK
from rulewright.runtime.entering import Standpoint
from rulewright.runtime.machine import Machine
from rulewright.runtime.placing import Position
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream

Layers = tuple[tuple[str, ...], ...]


def after_setup(
    machine: Machine,
    stream: Stream,
    *,
    first: int | None = None,
    pictures: Mapping[tuple[str, int | None], Layers] | None = None,
) -> State:
    """Right behind the setup, at the next statement of the flow. Where the setup asks, the first option is taken."""
    run = machine.run
    state = machine.before_setup(stream, first=first, pictures=pictures, keep_journal=True)
    entering.begin(run, state)
    block = run.blocks[run.program.flow]
    at = next((i for i, item in enumerate(block.items) if _is_setup(item.node)), None)
    if at is None:
        events.start_watching(run, state)
        return state
    state.frames[-1] = (BLOCK, block.index, at + 1)
    floor = len(state.frames)
    setup = block.items[at]
    assert setup.begin is not None
    setup.begin(state, state.locals[-1])
    machine.advance(state, floor)
    while (question := state.asked) is not None:
        choices.answer(run, state, question, 0)
        machine.advance(state, floor)
    return state


def _is_setup(node: tree.Node) -> bool:
    return isinstance(node, tree.Scope) and node.kind == "setup"


def lay_out(machine: Machine, state: State, position: Position) -> None:
    """What lies where and which value is which. Raises Impossible; the state is then to be thrown away."""
    placing.place_all(machine.layout, state, position)
    state.happened = []
    old = learning.known(state)
    if old is not None:
        state.knowledge = placing.known(machine.layout, state, old)
        machine.run.mover.show_tops(state)


def turn(state: State, sides: Iterable[tuple[int, int]]) -> None:
    """Components that lie with another side up: (component, number of the side)."""
    for component, wanted in sides:
        for side in range(len(state.sides)):
            state.sides[side] &= ~(1 << component)
        state.sides[wanted] |= 1 << component


def stand(machine: Machine, state: State, point: Standpoint | None) -> None:
    """At that place in the rules (None: where the setup has led), and on to the next question. Raises Impossible."""
    if point is not None:
        entering.enter(machine.run, state, point)
    state.over = False
    events.start_watching(machine.run, state)
    machine.advance(state)
