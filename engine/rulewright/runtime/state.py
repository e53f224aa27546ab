"""A position: numbers and tuples only, so that it can be copied, compared, saved and resumed anywhere.

What the positions in the lists mean is in `layout`; nothing here knows the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.runtime.board import World
    from rulewright.runtime.question import Question

Frame = tuple[Any, ...]
Locals = list[Any]


class State:
    """Copy it, never share it: the lists belong to one state, everything in them is immutable.

    `place[c]` is the zone number of component c, or -1 - location (spaces first, then edges; behind them the places of
    components that lie on several spaces, see `places.laid`); `on` holds the components of each location. `occupied`,
    `stand`, `on_boards` follow from them. `sides[k]` is the set of components whose side k is up. `armed` and `used`
    belong to rules in force for a time. `locals` holds the slots of each running routine, outermost first; `busy` the
    keys of running reactions. `dirty`, `due`, `happened` are empty between statements. `calm`: how it was when the
    round began, if nobody has been asked since; see `stalling`. `work`: what was worked out
    since the last answer, or since somebody last looked; see `work`.
    """

    __slots__ = (
        "active", "armed", "asked", "budget", "busy", "calm", "chance", "depth", "dirty", "due", "edges", "frames",
        "happened", "journal", "knowledge", "locals", "mute", "occupied", "on", "on_boards", "over", "place",
        "revealed", "rigged", "rough", "serial", "sides", "stand", "steps", "stream", "trace", "used", "vars",
        "veil", "work", "world", "zones",
    )  # fmt: skip

    vars: list[Any]
    zones: list[Any]
    place: list[int]
    on: list[int]
    occupied: int
    stand: list[int]
    on_boards: int
    sides: list[int]
    knowledge: Any
    stream: Any
    rigged: tuple[Any, ...]
    world: World
    frames: list[Frame]
    locals: list[Locals]
    asked: Question | None
    over: bool
    active: int | None
    armed: tuple[tuple[Any, ...], ...]
    used: tuple[tuple[Any, ...], ...]
    serial: int
    edges: tuple[int | None, ...] | None
    chance: int
    revealed: int
    journal: Any
    dirty: int
    due: int
    happened: list[Any]
    mute: int
    busy: tuple[tuple[Any, ...], ...]
    veil: int
    rough: bool
    steps: int
    work: int
    depth: int
    budget: list[int] | None
    trace: list[str] | None
    calm: tuple[Any, ...] | None

    def copy(self) -> State:
        new = State.__new__(State)
        new.vars = self.vars[:]
        new.zones = self.zones[:]
        new.place = self.place[:]
        new.on = self.on[:]
        new.occupied = self.occupied
        new.stand = self.stand[:]
        new.on_boards = self.on_boards
        new.sides = self.sides[:]
        new.knowledge = self.knowledge
        new.stream = self.stream
        new.rigged = self.rigged
        new.world = self.world
        new.frames = self.frames[:]
        new.locals = [slots[:] for slots in self.locals]
        new.asked = self.asked
        new.over = self.over
        new.active = self.active
        new.armed = self.armed
        new.used = self.used
        new.serial = self.serial
        new.edges = self.edges
        new.chance = self.chance
        new.revealed = self.revealed
        new.journal = self.journal
        new.dirty = self.dirty
        new.due = self.due
        new.happened = self.happened[:]
        new.mute = self.mute
        new.busy = self.busy
        new.veil = self.veil
        new.rough = self.rough
        new.steps = 0
        new.work = self.work
        new.depth = self.depth
        new.budget = self.budget
        new.trace = None
        new.calm = self.calm
        return new


def blank() -> State:
    """A state in which nothing is anywhere yet."""
    new = State.__new__(State)
    new.vars, new.zones, new.place, new.on, new.stand, new.sides = [], [], [], [], [], []
    new.frames, new.locals, new.happened = [], [], []
    new.occupied = new.on_boards = new.serial = new.chance = new.revealed = 0
    new.dirty = new.due = new.mute = new.veil = new.steps = new.work = new.depth = 0
    new.asked = new.active = new.edges = new.journal = new.budget = new.trace = new.calm = None
    new.knowledge = new.stream = None
    new.world = None  # type: ignore[assignment]  # until the boards are built
    new.over = new.rough = False
    new.armed = new.used = new.rigged = new.busy = ()
    return new
