"""What happened, for people. In: a play, the state before, who looks. Out: lines that all of them may read.

An answer is told in full if everything it is about can be seen; what the rules did besides comes from the journal: what
chance brought, what went where, what was shown, what was taken because there was nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.play import Play
from rulewright.runtime import journal, names
from rulewright.runtime.bits import members
from rulewright.runtime.code import EVERYONE
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.state import State
from rulewright_tools.text import counted


def at_start(play: Play) -> list[str]:
    """Before the first question: what chance brought and the rules say; the moves of the setup would be too many."""
    entries = journal.since(play.state.journal, journal.NOTHING)
    return [line for entry in entries if entry[0] in ("roll", "log", "scope") for line in _entry(play, entry, 0, ())]


def after_answer(play: Play, before: State, decision: Decision, option: Option, viewers: Sequence[str]) -> list[str]:
    seats = sum(1 << play.players.index(name) for name in viewers)
    own = decision.player in viewers and len(viewers) == 1
    secret = before.frames[-1][0] == EVERYONE and not own
    said = _named(decision, option) if own else "has chosen" if secret else _answer(play, decision, option, seats)
    about = option.touches
    covered = () if secret else (*about["components"], *about["spaces"])
    entries = journal.since(play.state.journal, before.journal)
    return [f"{decision.player}: {said}", *(line for entry in entries for line in _entry(play, entry, seats, covered))]


def everything(play: Play, before: State | None) -> list[str]:
    """All that the rules did since that state, or since the start, hidden or not: for a play seen afterwards."""
    entries = journal.since(play.state.journal, journal.NOTHING if before is None else before.journal)
    return [line for entry in entries for line in _entry(play, entry, 0, ())]


def _answer(play: Play, decision: Decision, option: Option, seats: int) -> str:
    """In full if all that it is about lies open now. (Of what was chosen in secret only what the rules then do is
    told.)"""
    layout = play.machine.layout
    about = option.touches["components"]
    hidden = not all(
        _seers(play, play.state.place[c]) & seats == seats
        for c in range(layout.components.size)
        if names.component_key(layout, c) in about
    )
    return "has chosen" if hidden else _named(decision, option)


def _named(decision: Decision, option: Option) -> str:
    """With what was asked in front, as far as the label does not say it: `build r3c5`, `Take one more? yes`."""
    if decision.kind == "menu":
        return option.label
    if option.answer in ("yes", "no") and decision.text:
        return f"{decision.text} {option.label}"
    action, *_, choice = decision.rule.split(".")
    rule = choice if action in ("turn", "game") else action
    return f"{rule.replace('_', ' ')} {option.label}"


def _seers(play: Play, place: int) -> int:
    layout = play.machine.layout
    return layout.everybody if place < 0 else layout.seen_by[place]


# ------------------------------------------------------------------ the journal


def _entry(play: Play, entry: tuple[Any, ...], seats: int, covered: Collection[str]) -> Iterator[str]:
    layout = play.machine.layout
    match entry:
        case ("scope", _, "turn", seat) if seat is not None:
            yield f"{layout.seats[seat]}'s turn"
        case ("roll", _, enum, dice):
            faces = play.machine.program.enums[enum].values
            yield f"rolled: {_grouped([faces[die] for die in sorted(dice)])}"
        case ("log", _, text, seat):
            yield text if seat is None else f"{layout.seats[seat]}: {text}"
        case ("show", _, things, seers) if seers & seats == seats:
            yield f"shown: {_grouped([names.kind_name(layout, c) for c in things])}"
        case ("claim", _, seat, text):
            yield f"{'' if seat is None else f'{layout.seats[seat]}: '}it is so that {text}"
        case ("shuffle", _, zone):
            yield f"{names.zone_name(layout, zone)} is shuffled"
        case ("short", _, zone, missing) if not layout.zones[zone].decl.size_hidden:
            yield f"{missing} not drawn"
        case ("move", _, going, olds):
            yield from _moves(play, going, olds, seats, covered)
        case ("set", path, slot, old, new):
            yield from _set(play, slot, old, new)
        case ("forced", path, seat, value):
            yield from _forced(play, path, seat, value, seats)
        case _:
            pass


def _moves(
    play: Play, going: Sequence[tuple[int, int, bool]], olds: Sequence[int], seats: int, covered: Collection[str]
) -> Iterator[str]:
    """From place to place: in the order of the things themselves, what is seen would tell what is not."""
    layout = play.machine.layout
    pairs = [(old, place, c) for (c, place, _), old in zip(going, olds, strict=True)]
    pairs.sort(key=lambda pair: pair[:2])
    for (old, place), group in groupby(pairs, key=lambda pair: pair[:2]):
        things = [c for _, _, c in group]
        if all(names.component_key(layout, c) in covered for c in things) or _place(play, place) in covered:
            continue
        seen = (_seers(play, old) | _seers(play, place)) & seats == seats
        what = (
            _grouped([names.kind_name(layout, c) for c in things]) if seen else counted(len(things), "unseen", "unseen")
        )
        yield f"{_place(play, old)} to {_place(play, place)}: {what}"


def _place(play: Play, place: int) -> str:
    return names.place_name(play.machine.layout, place)


def _set(play: Play, slot: int, old: Any, new: Any) -> Iterator[str]:
    """Numbers of players only: coins, points."""
    layout = play.machine.layout
    name, var = next((n, v) for n, v in layout.vars.items() if v.base <= slot < v.base + v.size)
    if isinstance(var.decl.type, t.Int) and any(isinstance(key, t.Player) for key in var.decl.keys):
        keys = zip(play.machine.run.keys(name, slot), var.decl.keys, strict=True)
        words = [str(names.name_of(layout, layout.resting, type, key)) for key, type in keys]
        yield f"{' '.join(words)}: {name} {old} to {new}"


def _forced(play: Play, path: str, seat: int | None, value: Any, seats: int) -> Iterator[str]:
    """A choice that had one way only, and was not asked."""
    layout, node = play.machine.layout, play.machine.code_at(path).node
    who = "" if seat is None else f"{layout.seats[seat]}: "
    match node:
        case tree.Menu() if value[0] >= 0:
            item = node.items[value[0]]
            yield f"{who}{item.title or item.name.replace('_', ' ')} (the only way)"
        case tree.Choose():
            element = t.element(node.source.type) or t.UNKNOWN
            type = t.Set(element) if node.many else element
            things = members(value) if node.many and isinstance(value, int) else [value]
            if isinstance(element, t.Component | t.Union) and not all(
                _seers(play, play.state.place[c]) & seats == seats for c in things
            ):
                yield f"{who}the only way, not seen here"
            else:
                yield f"{who}{names.label_of(layout, play.state, type, value)} (the only way)"
        case _:
            pass


def _grouped(words: Sequence[str]) -> str:
    """`2 two, paw`."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in counts.items()) or "nothing"
