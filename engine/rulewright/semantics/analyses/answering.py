"""Which rules answer to what. In: rules, each with what it reads and does. Out: for effects, all that they may set off,
directly or through one another.

Goes from what is new to the rules that wait for it, so that a long chain of reactions is followed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.core.program import Rule
from rulewright.semantics.analyses.places import Effects, Place, Places

Key = tuple[str, ...]
"""What a rule waits for: an event, a place that changes, a question."""

ASKED: Key = ("asked",)


@dataclass(frozen=True, slots=True)
class Answers:
    """The rules by what they wait for, each with the component types that it is about (`""`: any), and its effects."""

    rules: Mapping[str, Effects]
    waiting: dict[Key, list[tuple[Rule, str]]] = field(default_factory=dict)

    def add(self, rule: Rule, watched: Places, kinds: tuple[str, ...]) -> None:
        """`watched`: what a rule about the state reads; `kinds`: the component types of a placing or leaving."""
        if rule.kind == "anytime":
            self._wait(ASKED, rule)
        elif rule.kind in ("when", "reaches", "falls"):
            for place in watched:
                self._wait(("state", place.kind, place.name), rule, place.of)
                self._wait(("state of any", place.kind), rule, place.of)
        elif rule.event_kind == "primitive":
            for kind in kinds:
                self._wait(("primitive", rule.event), rule, kind)
        else:
            self._wait((rule.event_kind, rule.event), rule)

    def _wait(self, key: Key, rule: Rule, of: str = "") -> None:
        self.waiting.setdefault(key, []).append((rule, of))

    def to(self, new: Effects) -> Iterator[Rule]:
        """Those that answer to these effects, some more than once."""
        if new.asks:
            yield from (rule for rule, _ in self.waiting.get(ASKED, ()))
        for place in new.events:
            for key in _events(place):
                yield from self._about(key, place)
        for place in new.writes:
            if not place.name:
                yield from self._about(("state of any", place.kind), place)
                continue
            yield from self._about(("state", place.kind, place.name), place)
            yield from self._about(("state", place.kind, ""), place)

    def _about(self, key: Key, place: Place) -> Iterator[Rule]:
        for rule, of in self.waiting.get(key, ()):
            if of == place.of or not of or not place.of:
                yield rule


def _events(place: Place) -> Iterator[Key]:
    """What rules may name to answer to an event: of a cell also its end, of a scope each of its names."""
    if place.kind == "action":
        parts = place.name.split(".")
        yield from (("action", ".".join(parts[at:])) for at in range(len(parts)))
    elif place.kind == "scope":
        yield from (("scope", name) for name in place.name.split("/"))
    else:
        yield "primitive", place.kind


def set_off(
    answers: Answers, effects: Effects, following: Callable[[Places], Places]
) -> tuple[Effects, frozenset[str]]:
    """The effects with everything they may set off, and the names of the rules. `following`: what changes of itself
    where something was written.
    """
    reads, writes, events, veils = set[Place](), set[Place](), set[Place](), set[Place]()
    asks = others = ends = chance = False
    found: set[str] = set()
    ahead = [effects]
    while ahead:
        next_ = ahead.pop()
        new = Effects(writes=next_.writes - writes, events=next_.events - events, asks=next_.asks and not asks)
        reads |= next_.reads
        writes |= new.writes
        events |= new.events
        veils |= next_.veils
        asks, others = asks or next_.asks, others or next_.others
        ends, chance = ends or next_.ends, chance or next_.chance
        if new.writes and (more := following(new.writes)):
            ahead.append(Effects(writes=more))
        for rule in answers.to(new):
            if rule.name not in found:
                found.add(rule.name)
                ahead.append(answers.rules[rule.name])
    places = frozenset(reads), frozenset(writes), frozenset(events), frozenset(veils)
    return Effects(*places, asks, others, ends, chance), frozenset(found)
