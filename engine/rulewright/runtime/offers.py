"""What may be done at any time: in, a state and a player; out, the offers that stand open, and windows for them.

Offers are further options of a player's own questions. None stands open while one is being carried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime import events, lookahead
from rulewright.runtime.alike import equal_key
from rulewright.runtime.code import WINDOW
from rulewright.runtime.lookahead import step
from rulewright.runtime.places import mask_in
from rulewright.runtime.question import DONE, Question
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import RuleInfo, Runner


def open_offers(run: Runner, s: State, me: int) -> tuple[events.Entry, ...]:
    """What `me` may do besides answering, whatever the question."""
    if not run.offers or any(run.rules[key[0]].rule.kind == "anytime" for key in s.busy):
        return ()
    top = run.codes[s.frames[-1][1]]
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
                search = lookahead.searching(run, s, True, own=info.failing or top.fails)
                if search is not None and not search.finishes(step(take_offer, run.look, entry)):
                    continue
            seen.add(alike)
            found.append(entry)
    return tuple(found)


def in_waiting(run: Runner, s: State, me: int) -> bool:
    """Whether an offer is in force for `me` that may or may not stand open by what others do not see. Then `me` is
    asked, whatever there is to answer, so that the question tells them nothing.
    """
    if not run.offers or any(run.rules[key[0]].rule.kind == "anytime" for key in s.busy):
        return False
    for info in run.offers:
        if info.carriers and _may_hold(run, s, info, me):
            return True
        if info.rule.always_asked:
            for who, this, serial, _ in events.in_force(run, s, info, me):
                if who == me and not (info.rule.once and (info.number, who, this, serial) in s.used):
                    return True
    return False


def _may_hold(run: Runner, s: State, info: RuleInfo, me: int) -> bool:
    """Whether one of the carriers may lie in a zone of this player that not everybody sees into."""
    layout = run.layout
    if info.board is not None:
        return False
    return any(
        layout.zones[zone].owner == me
        and (info.homes is None or zone in info.homes)
        and info.carriers & layout.everything(layout.zones[zone].decl.of)
        and mask_in(layout, s, zone)
        for zone in layout.hidden_zones
    )


def take_offer(run: Runner, s: State, entry: events.Entry) -> None:
    if run.rules[entry[0][0]].rule.once:
        s.used = (*s.used, entry[0])
    events.push_reaction(run, s, entry)


def on_window(run: Runner, s: State, frame: Any) -> None:
    _, index, players = frame
    while players:
        offers = open_offers(run, s, players[0])
        if offers or in_waiting(run, s, players[0]):
            s.frames[-1] = (WINDOW, index, players)
            s.asked = Question(
                player=players[0], players=(players[0],), code=index, kind="window", entries=(DONE,), offers=offers
            )
            return
        players = players[1:]
    s.frames.pop()
