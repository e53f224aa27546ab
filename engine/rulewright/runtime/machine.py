"""The machine: in, a Program and who plays; out, states, questions, and the state after each answer.

Everything here works on copies: a state that was handed out never changes. An author's mistake is a `RuleFault`, raised
with the old state as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rulewright.core import digest as fingerprint
from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.report import codes
from rulewright.runtime import board as boards
from rulewright.runtime import (
    chance,
    choices,
    digest,
    events,
    everyone,
    flow,
    forms,
    journal,
    knowledge,
    learning,
    lookahead,
    names,
    offers,
    sampling,
    saves,
    scoring,
    worked_out,
)  # fmt: skip
from rulewright.runtime import view as views
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.code import BLOCK, CALL, EVERYONE, Code
from rulewright.runtime.components import elements
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.evaluate import Compiler
from rulewright.runtime.facts import Facts
from rulewright.runtime.faults import DeadEnd, RuleFault, fault
from rulewright.runtime.layout import ORDERED, Layout
from rulewright.runtime.question import Question
from rulewright.runtime.runner import Runner
from rulewright.runtime.state import State, blank
from rulewright.runtime.stream import Stream
from rulewright.runtime.walk import every

HANDLERS = (
    flow.on_block,
    flow.on_each,
    choices.on_any_order,
    flow.on_repeat,
    flow.on_call,
    choices.on_choose,
    choices.on_menu,
    flow.on_as,
    everyone.on_everyone,
    everyone.on_then,
    flow.on_together,
    flow.on_scope,
    flow.on_turns,
    events.on_settle,
    events.on_react,
    offers.on_window,
)

WORLDS = 64
"""So many boards are kept, in case a game is played on the same one again."""


class Machine:
    """One table: a game as it is composed, and the players' names in seating order. `loops`: see `evaluate`. `cover`:
    note the statements (by number) and definitions that play comes to, in `covered` and `covered_routines`.
    """

    def __init__(self, program: Program, players: Sequence[str], *, loops: bool = False, cover: bool = False) -> None:
        self.program = program
        self.layout = Layout(program, players)
        self.facts = Facts(self.layout)
        self.layout.watch(self.facts.watched)
        self.covered: set[int] = set()
        self.covered_routines: set[str] = set()
        noting = (self.covered, self.covered_routines) if cover else None
        self.run = Runner(self.layout, self.facts, loops=loops, noting=noting)
        self.look = Runner(self.layout, self.facts, veiled=True, loops=loops)
        for run in (self.run, self.look):
            run.handlers = HANDLERS
            run.look = self.look
            run.can = _bound(lookahead.can, run)
            run.finishes = _bound(lookahead.finishes, run)
            run.compiler.can = run.can
        self.slot_types = forms.SlotTypes(self.run)
        self._fingerprints: dict[str, str] = {}
        self._names: dict[t.Type, dict[Any, int]] = {}
        self._worlds: dict[Any, boards.World] = {}
        self._first = None if program.first_player is None else self.run.expression(program.first_player)
        self._sources = {
            (name, at): self.run.expression(part.source)
            for name, decl in program.boards.items()
            for at, part in enumerate(decl.parts)
            if part.source is not None
        }
        self._has_setup = any(
            isinstance(node, tree.Scope) and node.kind == "setup" for node in every(program.routines[program.flow].body)
        )

    # -------------------------------------------------------------- play

    def start(self, stream: Stream, *, keep_journal: bool = False, rigged: tuple[Any, ...] = ()) -> State:
        """A new game, up to its first question. `rigged`: what chance brings first."""
        s = self.before_setup(stream, keep_journal=keep_journal, rigged=rigged)
        block = self.run.blocks[self.program.flow]
        s.frames.append((CALL, block.index, None, None, (), None))
        s.locals.append(self.run.slots(self.program.flow, None, None, ()))
        s.frames.append((BLOCK, block.index, 0))
        if not self._has_setup:
            events.start_watching(self.run, s)
        self._go(s)
        return s

    def question(self, state: State, player: int | None = None) -> Question | None:
        """What is asked now; with `player`, what that one of several is asked. None: nothing."""
        asked = state.asked
        if asked is None or player is None or player == asked.player:
            return asked
        if state.frames[-1][0] == EVERYONE and player in asked.players:
            return everyone.everyone_question(self.run, state, player)
        return None

    def decision(self, state: State, player: int | None = None) -> Decision | None:
        """The question as players see it."""
        question = self.question(state, player)
        return None if question is None else Decision(self, state, question)

    def answer(self, state: State, asked: Decision | Question, choice: Option | int | tuple[Any, ...]) -> State:
        """The state after an answer: an option, its number, or the things chosen. The answer must be legal."""
        new = state.copy()
        question = asked if isinstance(asked, Question) else asked.question
        self.apply(new, question, choice.choice if isinstance(choice, Option) else choice)
        return new

    def apply(self, state: State, question: Question, choice: int | tuple[Any, ...]) -> None:
        """`answer` on the state itself, for playouts. After a RuleFault the state is of no use."""
        state.steps = state.work = 0
        state.calm = None
        choices.answer(self.run, state, question, choice)
        self._go(state)

    def code(self, index: int) -> Code:
        """A compiled statement by its number, as questions and frames have it."""
        return self.run.codes[index]

    def code_at(self, path: str) -> Code:
        """A compiled statement by its path."""
        return self.run.by_path[path]

    @property
    def compiler(self) -> Compiler:
        """For expressions from elsewhere about states of this machine."""
        return self.run.compiler

    def is_legal(self, state: State, question: Question, chosen: tuple[Any, ...]) -> bool:
        """Whether these things are an answer to a choice of several."""
        state.work = 0
        return choices.is_legal(self.run, state, question, chosen)

    def advance(self, s: State, floor: int = -1) -> None:
        """Go on until a question, the end, or no more than `floor` frames. Changes the state; raises RuleFault."""
        self._go(s, floor)
        learning.known(s)

    def _go(self, s: State, floor: int = -1) -> None:
        try:
            flow.advance(self.run, s, floor)
        except DeadEnd as end:
            raise fault(
                codes.DEAD_END,
                end.span,
                f"this cannot be carried out: {end.why}",
                help="say what happens then, with `else` or `if possible`",
            ).within(self.where(s)) from None
        except RuleFault as wrong:
            raise wrong.within(self.where(s)) from None
        except RecursionError:
            raise fault(codes.BUDGET, self.program.span, "rules set each other off too deep").within(
                self.where(s)
            ) from None

    # -------------------------------------------------------------- what is made of a state

    def scores(
        self, state: State, viewer: int | None = None
    ) -> dict[int, dict[str, int]] | dict[int, dict[str, int | None]]:
        """Points by seat and category; for a viewer a category that reads what is hidden is None until the end."""
        state.work = 0
        return scoring.full(self, state) if viewer is None else scoring.for_viewer(self, state, viewer)

    def score_titles(self, state: State) -> dict[str, str]:
        return scoring.titles(self, state)

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats that win as things stand."""
        state.work = 0
        return scoring.winners(self, state)

    def hash(self, state: State) -> str:
        """Equal for equal positions. Not for players: it tells what is hidden."""
        return digest.state_hash(self, state)

    def hash_for(self, state: State, seat: int) -> str:
        """Equal for positions that look the same to that player."""
        state.work = 0
        return views.view_hash(self, state, seat)

    def view(self, state: State, seat: int) -> dict[str, Any]:
        """What that player may know, as JSON."""
        state.work = 0
        return views.view(self, state, seat)

    def sample(self, state: State, seat: int, seed: int | str) -> State:
        """A state that the player at this seat cannot tell from this one, to be played on; the same for a seed."""
        return sampling.sample(self, state, seat, seed)

    def to_json(self, state: State) -> dict[str, Any]:
        """The position, to be saved."""
        return saves.to_json(self, state)

    def from_json(self, data: Mapping[str, Any]) -> State:
        """A saved position. Raises ValueError, KeyError, TypeError or IndexError if it is damaged."""
        try:
            return saves.from_json(self, dict(data))
        except (RuleFault, DeadEnd, AssertionError, RecursionError, OverflowError, StopIteration) as problem:
            raise ValueError(f"play cannot have led there: {problem}") from problem

    def changes(self, data: Mapping[str, Any]) -> str | None:
        """What keeps a position saved under other rules from going on; None if nothing does."""
        return saves.changes(self, dict(data))

    # -------------------------------------------------------------- names for saves

    @cached_property
    def rules_hash(self) -> str:
        return fingerprint.rules_hash(self.program)

    def fingerprint(self, routine: str) -> str:
        """Of one routine; equal while it means the same."""
        found = self._fingerprints.get(routine)
        if found is None:
            found = self._fingerprints[routine] = fingerprint.fingerprint(self.program.routines[routine])
        return found

    @cached_property
    def component_names(self) -> str:
        """A short text for who is there."""
        return fingerprint.fingerprint(self._component_keys)

    @cached_property
    def zone_names(self) -> tuple[str, ...]:
        return tuple(names.zone_name(self.layout, zone.number) for zone in self.layout.zones)

    @cached_property
    def _component_keys(self) -> tuple[str, ...]:
        return tuple(names.component_key(self.layout, c) for c in range(self.layout.components.size))

    def location_name(self, at: int) -> str:
        """A space or an edge by name."""
        geometry = self.layout.geometry
        return geometry.names[at] if at < self.layout.spaces else geometry.edge_names[at - self.layout.spaces]

    def path_number(self, path: str) -> int:
        return self.run.by_path[path].index

    def written(self, type: t.Type, x: Any) -> Any:
        """An indexed value, a number, a truth value or a text for a save."""
        match type:
            case t.Player() | t.Enum() | t.Space() | t.Edge():
                return names.name_of(self.layout, self.layout.resting, type, x)
            case t.Component() | t.Union():
                return self._component_keys[x]
            case t.Set(of):
                return [self.written(of, element) for element in members(x)]
            case t.Zone():
                return self.zone_names[x]
            case _:
                return x

    def read(self, type: t.Type, x: Any) -> Any:
        """The inverse of `written`. Raises KeyError for an unknown name."""
        match type:
            case t.Player() | t.Enum() | t.Space() | t.Edge() | t.Component() | t.Union() | t.Zone():
                return self._known(type)[x]
            case t.Set(of):
                return mask_of(self.read(of, element) for element in x)
            case _:
                return x

    def _known(self, type: t.Type) -> dict[Any, int]:
        known = self._names.get(type)
        if known is None:
            values = range(len(self.layout.zones)) if isinstance(type, t.Zone) else self.layout.universe(type).values
            known = self._names[type] = {self.written(type, value): value for value in values}
        return known

    def initial_variables(self, state: State) -> list[Any]:
        """The values that variables have at their start, in this state."""
        s = state.copy()
        s.vars[self.layout.vars["first_player"].base] = None
        self._start_variables(s)
        return s.vars

    def where(self, s: State) -> tuple[str, ...]:
        """The rules that are running, outermost first."""
        return self.run.stack(s)

    # -------------------------------------------------------------- the table before setup

    def before_setup(
        self,
        stream: Stream,
        *,
        first: int | None = None,
        pictures: boards.Pictures | None = None,
        keep_journal: bool = False,
        rigged: tuple[Any, ...] = (),
    ) -> State:
        """Boards, first player, variables at their start, components where they lie at first; no rule has run yet.
        `first` and `pictures` say what else would be worked out or drawn.
        """
        layout, s = self.layout, blank()
        s.stream, s.rigged = stream, rigged
        s.journal = journal.NOTHING if keep_journal else None
        s.sides = [layout.all_components if side == 0 else 0 for side in range(layout.sides)]
        s.on = [0] * layout.locations
        s.stand = [0] * len(layout.group_masks)
        s.zones, s.place = list(layout.first_zones), list(layout.homes)
        s.vars = [None] * layout.slots
        s.vars[layout.vars["round_number"].base] = 0
        if first is not None or self._first is not None:
            s.vars[layout.vars["first_player"].base] = (
                first if self._first is None or first is not None else self._first(s, None, ())
            )
        s.world = self._board(s, pictures or {})
        self._start_variables(s)
        if layout.tracked:
            s.knowledge = self.first_knowledge
        return s

    @cached_property
    def first_knowledge(self) -> knowledge.Knowledge:
        """What players know before setup: where everything is."""
        layout = self.layout
        contents = {zone: inside for zone, inside in enumerate(layout.first_zones) if inside}
        ordered = sum(1 << zone.number for zone in layout.zones if zone.kind in ORDERED)
        vague = sum(1 << zone.number for zone in layout.zones if zone.decl.size_hidden)
        alike = (layout.kind_mask(kind) & layout.tracked for kind in sorted(set(layout.components.kind_of)))
        return knowledge.start(
            layout.count, layout.tracked, contents, ordered, vague, [same for same in alike if same & (same - 1)]
        )

    def _start_variables(self, s: State) -> None:
        for name, var in self.layout.vars.items():
            if name == "first_player" and name not in self.program.vars:
                continue
            initial = self.run.initials[name]
            if isinstance(var.decl.initial, tree.Const):
                s.vars[var.base : var.base + var.size] = [initial(s, None, ())] * var.size
                continue
            for slot in range(var.base, var.base + var.size):
                s.vars[slot] = initial(s, None, self.run.keys(name, slot))

    def _board(self, s: State, given: boards.Pictures) -> boards.World:
        pictures: dict[tuple[str, int | None], tuple[boards.Layer, ...]] = {}
        for board in self.layout.geometry.boards:
            if board.grid is None:
                continue
            if (board.name, board.seat) in given:
                pictures[board.name, board.seat] = tuple(given[board.name, board.seat])
                continue
            layers = []
            for at, part in enumerate(board.decl.parts):
                maps: tuple[Any, ...] = ()
                turns: list[int] = []
                source = self._sources.get((board.name, at))
                if source is not None and part.source is not None:
                    pieces = elements(source(s, board.seat, ()), part.source.type)
                    table = self.layout.components.columns["", part.map_column][0]
                    maps = tuple(table[c] for c in pieces)
                    for _ in pieces:
                        turns.append(chance.one(s, part.turned, part.span) if len(part.turned) > 1 else part.turned[0])
                try:
                    layers.append(boards.layer(board.decl, part, maps, turns))
                except boards.BoardError as error:
                    raise fault(codes.MAP_SHAPE, part.span, str(error)) from None
            pictures[board.name, board.seat] = tuple(layers)
        return self.world_of(pictures)

    def world_of(self, pictures: boards.Pictures) -> boards.World:
        """The boards with these pictures on them."""
        key = tuple(pictures.items())
        world = self._worlds.get(key)
        if world is None:
            try:
                world = boards.build(self.layout.geometry, pictures)
            except boards.BoardError as error:
                raise fault(codes.MAP_LETTER, self.program.boards[error.board].span, str(error)) from None
            world = self._computed(world)
            if len(self._worlds) >= WORLDS:
                self._worlds.pop(next(iter(self._worlds)))
            self._worlds[key] = world
        return world

    def _computed(self, world: boards.World) -> boards.World:
        s = self.layout.resting.copy()
        for name, attribute in worked_out.order(self.program):
            s.world = world
            work = self.run.expression(self.program.boards[name].computed[attribute])
            values = {
                space: work(s, board.seat, (space,))
                for board in world.boards
                if board.name == name
                for space in range(board.base, board.base + board.size)
            }
            world = boards.with_attribute(world, name, attribute, values)
        return world


def _bound(function: Any, run: Runner) -> Any:
    return lambda s, what: function(run, s, what)
