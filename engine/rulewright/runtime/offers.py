"""What may be done at any time: in, a state and a player; out, the offers that stand open, and windows for them.

Offers are further options of a player's own questions. None stands open while one is being carried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime import events, lookahead
from rulewright.runtime.alike import equal_key
from rulewright.runtime.code import WINDOW
from rulewright.runtime.lookahead import step
from rulewright.runtime.question import DONE, Question
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner


def open_offers(run: Runner, s: State, me: int) -> tuple[events.Entry, ...]:
    """What `me` may do besides answering, whatever the question."""
    if not run.offers or any(run.rules[key[0]].rule.kind == "anytime" for key in s.busy):
        return ()
    found: list[events.Entry] = []
    seen: set[Any] = set()
    for info in run.offers:
        for who, this, serial, captured in events.in_force(run, s, info, me):
            key = (info.number, who, this, serial)
            if who != me or (info.rule.once and key in s.used):
                continue
            if info.test is not None and not info.test(s, events.slots_of(info, who, this, captured)):
                continue
            alike = (info.number, serial, None if this is None else equal_key(run, s, this))
            if alike in seen:
                continue
            entry = (key, captured, True)
            if not run.veiled:
                search = lookahead.searching(run, s, True, own=info.failing)
                if search is not None and not search.finishes(step(take_offer, run.look, entry)):
                    continue
            seen.add(alike)
            found.append(entry)
    return tuple(found)


def take_offer(run: Runner, s: State, entry: events.Entry) -> None:
    if run.rules[entry[0][0]].rule.once:
        s.used = (*s.used, entry[0])
    events.push_reaction(run, s, entry)


def on_window(run: Runner, s: State, frame: Any) -> None:
    _, index, players = frame
    while players:
        offers = open_offers(run, s, players[0])
        if offers:
            s.frames[-1] = (WINDOW, index, players)
            s.asked = Question(
                player=players[0], players=(players[0],), code=index, kind="window", entries=(DONE,), offers=offers
            )
            return
        players = players[1:]
    s.frames.pop()
