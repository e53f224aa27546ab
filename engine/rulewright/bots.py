"""Players that are programs. In: a decision, what the player may know, a stream of chance. Out: an option, the stream.

A bot is given its own player's view and nothing else of the game. It draws from a stream of its own, made with
`Stream.from_seed(seed, "bots")`, so that the game's chance is the same whoever plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rulewright.play import Play
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream, below

View = Callable[[], Mapping[str, Any]]
"""What the asked player may know, worked out when it is called."""


class Bot(Protocol):
    """Whoever answers decisions."""

    def choose(self, decision: Decision, view: View, stream: Stream) -> tuple[Option, Stream]:
        """One of the decision's options, and the stream after what was drawn from it."""


class RandomBot:
    """Takes each option equally often. The other options are not even made."""

    def choose(self, decision: Decision, view: View, stream: Stream) -> tuple[Option, Stream]:
        k, stream = below(stream, decision.count)
        return decision.option(k), stream


def answer(play: Play, bot: Bot, stream: Stream) -> Stream:
    """Let the bot answer the play's decision, and return its stream. The play must not be over."""
    decision = play.decision
    if decision is None:
        raise ValueError("the play is over")
    option, stream = bot.choose(decision, lambda: play.view(decision.player), stream)
    play.answer(option)
    return stream


def playout(machine: Machine, state: State, stream: Stream, limit: int | None = None) -> tuple[State, Stream, int]:
    """Random answers from a position to the end of the game; the end, the stream, and how many answers it took.

    The position given stays as it was; the positions in between are not kept, nor are the answers. With the same
    stream it is the game that `RandomBot` plays. With a `limit` it is given up after so many answers, and not over.
    """
    state = state.copy()
    count = 0
    while count != limit and (question := machine.question(state)) is not None:
        k, stream = below(stream, question.count)
        machine.apply(state, question, k)
        count += 1
    return state, stream, count
