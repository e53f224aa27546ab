"""Moving components: in, a state and who goes where; out, the state after it, with everything a move brings along: what
a zone accepts, knowledge, variables that end with a place, and the events that rules may answer to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.report.span import Span
from rulewright.runtime import chance, journal, knowledge, learning
from rulewright.runtime.evaluate import Fn
from rulewright.runtime.faults import DeadEnd
from rulewright.runtime.layout import ORDERED
from rulewright.runtime.places import mask_in, put, take, things_in
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner

Going = tuple[int, int, bool]
"""A component, its place to be (as in `State.place`), whether to the far end."""


class Mover:
    """The moves of one runner; knows what its rules look at."""

    def __init__(self, run: Runner) -> None:
        self.run = run
        self.layout = run.layout
        self.telling = bool(run.place_watch or run.leave_watch)
        self.accepting: dict[int, tuple[int, Fn]] = {}
        for zone in self.layout.zones:
            if zone.decl.accepts is not None:
                self.accepting[zone.number] = run.compiler.definition(zone.decl.accepts)
        self.forgetting: dict[str, list[str]] = {}
        for name, var in self.layout.vars.items():
            if var.decl.while_in is not None:
                self.forgetting.setdefault(var.decl.while_in, []).append(name)
        self.plain = [zone.kind not in ("one", "row") and zone.parent is None for zone in self.layout.zones]
        if self.accepting:
            self.plain = [False] * len(self.plain)
        self.top_up = [zone.number for zone in self.layout.zones if zone.decl.top_up]
        self.refills: dict[int, Callable[[State, int | None, tuple[Any, ...]], Any]] = {}
        for name, decl in self.layout.zone_decls.items():
            if decl.reshuffled_from is not None:
                self.refills[self.layout.zone_base[name]] = run.expression(decl.reshuffled_from)

    def move_one(
        self, s: State, c: int, place: int, bottom: bool, actor: int | None, force: Any, span: Span, path: str
    ) -> None:
        """What `move` does, for the one component that most moves are about."""
        layout, run = self.layout, self.run
        old = s.place[c]
        parts = None
        if layout.tracked >> c & 1 and not run.veiled:
            parts = self._parts(s, [(c, place, bottom)], [old])
        take(layout, s, c)
        if place >= 0 and not self.plain[place]:
            now = self._admitted(s, c, place, span)
        else:
            now = place
        put(layout, s, c, now, bottom)
        if s.journal is not None:
            journal.note(s, "move", path, ((c, place, bottom),), (old,))
        if now != old:
            if old < 0 and run.leave_watch >> c & 1:
                s.happened.append(("leave", c, -1 - old, actor, force))
            if now < 0 and run.place_watch >> c & 1:
                s.happened.append(("place", c, -1 - now, actor, force))
        if parts is not None:
            learning.moved(s, parts)
        if self.top_up and not run.veiled:
            self.show_tops(s)
        if self.forgetting:
            self._forget(s, [(c, place, bottom)], [old])

    def move(self, s: State, going: list[Going], actor: int | None, force: Any, span: Span, path: str) -> None:
        """All of these at once. Raises DeadEnd if a place turns one away."""
        layout = self.layout
        going = list({c: (c, place, bottom) for c, place, bottom in reversed(going)}.values())[::-1]
        if len(going) == 1:
            self.move_one(s, *going[0], actor, force, span, path)
            return
        if layout.tracked:
            # all from one place, then all from the next: where what is seen comes to lie tells nothing of the rest
            going.sort(key=lambda one: s.place[one[0]])
        olds = [s.place[c] for c, _, _ in going]
        parts: list[knowledge.Part] = []
        if layout.tracked and not self.run.veiled:
            for c, _, _ in going:
                if layout.tracked >> c & 1:
                    parts = self._parts(s, going, olds)
                    break
        for c, _, _ in going:
            take(layout, s, c)
        for c, place, bottom in going:
            if place >= 0:
                place = self._admitted(s, c, place, span)
            put(layout, s, c, place, bottom)
        if s.journal is not None:
            journal.note(s, "move", path, tuple(going), tuple(olds))
        if self.telling:
            self._tell(s, going, olds, actor, force)
        if parts:
            learning.moved(s, parts)
        if self.top_up and not self.run.veiled:
            self.show_tops(s)
        if self.forgetting:
            self._forget(s, going, olds)

    def _admitted(self, s: State, c: int, place: int, span: Span) -> int:
        layout = self.layout
        kind = layout.zone_kind[place]
        if kind == "row":
            free = next((slot for slot in layout.zones[place].slots if s.zones[slot] is None), None)
            if free is None:
                raise DeadEnd(span, f"`{layout.zones[place].decl.name}` has no free slot")
            place = free
        elif kind == "one" and s.zones[place] is not None:
            raise DeadEnd(span, f"`{layout.zones[place].decl.name}` is taken")
        if self.accepting:
            row = layout.zones[place].parent
            accepting = self.accepting.get(place if row is None else row)
            if accepting is not None:
                size, test = accepting
                zone = layout.zones[place]
                slots = [zone.owner, None, c, *zone.keys]
                if not test(s, slots + [None] * (size - len(slots))):
                    raise DeadEnd(span, f"`{zone.decl.name}` does not accept this")
        return place

    def _tell(self, s: State, going: list[Going], olds: list[int], actor: int | None, force: Any) -> None:
        """Note the events that some rule may answer to: first those that leave, then those that are placed."""
        run = self.run
        if run.leave_watch:
            for (c, _, _), old in zip(going, olds, strict=True):
                if old < 0 and run.leave_watch >> c & 1 and s.place[c] != old:
                    s.happened.append(("leave", c, -1 - old, actor, force))
        if run.place_watch:
            for (c, _, _), old in zip(going, olds, strict=True):
                now = s.place[c]
                if now < 0 and run.place_watch >> c & 1 and now != old:
                    s.happened.append(("place", c, -1 - now, actor, force))

    def _forget(self, s: State, going: list[Going], olds: list[int]) -> None:
        for (c, _, _), old in zip(going, olds, strict=True):
            if old < 0 or s.place[c] == old:
                continue
            left = self.layout.zones[old].decl.name
            if s.place[c] >= 0 and self.layout.zones[s.place[c]].decl.name == left:
                continue
            for name in self.forgetting.get(left, ()):
                self.run.reset_var(s, name, c)

    # -------------------------------------------------------------- knowledge

    def _parts(self, s: State, going: list[Going], olds: list[int]) -> list[knowledge.Part]:
        tracked, everybody, sees = self.layout.tracked, self.layout.everybody, self.layout.seen_by
        parts: list[knowledge.Part] = []
        rows: dict[int, list[int]] = {}
        for (c, place, bottom), old in zip(going, olds, strict=True):
            if place >= 0 and self.layout.zone_kind[place] == "row":
                if place not in rows:
                    rows[place] = self._open_slots(s, place, {c for c, _, _ in going})
                if not rows[place]:
                    return []  # there is no room, and nothing will move
                place = rows[place].pop(0)
            if not tracked >> c & 1:
                continue
            seen_there, seen_here = sees[place] if place >= 0 else everybody, sees[old] if old >= 0 else everybody
            seen_by = seen_there | seen_here
            if seen_there & ~seen_here:
                s.revealed += 1
            source = old if old >= 0 else self.layout.board_zone
            target = place if place >= 0 else self.layout.board_zone
            taken, laid = self._end(s, c, old), "bottom" if bottom else "top"
            last = parts[-1] if parts else None
            if last is not None and last[1:4] == (source, target, seen_by) and last.laid == laid and len(going) > 1:
                parts[-1] = last._replace(things=(*last.things, c), taken="anywhere")
            else:
                parts.append(knowledge.Part((c,), source, target, seen_by, taken, laid))  # type: ignore[arg-type]
        return parts

    def _open_slots(self, s: State, row: int, going: set[int]) -> list[int]:
        """The slots of a row that are free once these components have been taken up, in order."""
        return [slot for slot in self.layout.zones[row].slots if s.zones[slot] is None or s.zones[slot] in going]

    def _end(self, s: State, c: int, old: int) -> Any:
        if old >= 0 and self.layout.zone_kind[old] in ORDERED:
            inside = s.zones[old]
            if inside[-1] == c:
                return "top"
            if inside[0] == c:
                return "bottom"
        return "anywhere"

    def show_tops(self, s: State) -> None:
        for zone in self.top_up:
            inside = s.zones[zone]
            if inside:
                index = len(inside) - 1
                learning.shown(s, 1 << inside[-1], zone, self.layout.everybody, index)

    # -------------------------------------------------------------- decks

    def shuffle(self, s: State, zone: int, path: str) -> None:
        if self.layout.zone_kind[zone] not in ORDERED:
            return
        if self.run.veiled:
            s.veil |= mask_in(self.layout, s, zone)
            return
        s.zones[zone] = chance.shuffled(s, s.zones[zone])
        s.dirty |= self.layout.zone_dirty[zone]
        journal.note(s, "shuffle", path, zone)
        if self.layout.tracked:
            learning.shuffled(s, zone)
            if self.top_up:
                self.show_tops(s)

    def top(self, s: State, zone: int, span: Span, path: str, actor: int | None, force: Any) -> int | None:
        """The next component to be drawn; reshuffles if there is none and the zone says from where."""
        if not s.zones[zone]:
            self.reshuffle(s, zone, span, path, actor, force)
        inside = s.zones[zone]
        if not inside:
            return None
        if self.layout.zone_kind[zone] in ORDERED:
            return int(inside[-1])
        items = things_in(self.layout, s, zone)
        if self.run.veiled:
            return int(chance.veiled(s, items, 1, components=True)[0])
        return int(chance.one(s, items, span))

    def reshuffle(self, s: State, zone: int, span: Span, path: str, actor: int | None, force: Any) -> None:
        """Everything in the zone that this one is reshuffled from goes into it, and is shuffled."""
        source = self.source(s, zone)
        if source is None:
            return
        things = things_in(self.layout, s, source)
        if things:
            self.move(s, [(c, zone, False) for c in things], actor, force, span, path)
            self.shuffle(s, zone, path)

    def source(self, s: State, zone: int) -> int | None:
        info = self.layout.zones[zone]
        refill = self.refills.get(self.layout.zone_base[info.decl.name])
        return None if refill is None else refill(s, info.owner, ())

    def in_reach(self, s: State, zone: int) -> int:
        """How many can be drawn."""
        source = self.source(s, zone)
        more = 0 if source is None else mask_in(self.layout, s, source).bit_count()
        return mask_in(self.layout, s, zone).bit_count() + more
