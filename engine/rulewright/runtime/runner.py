"""Compiled rules and what runs them: in, a layout and what can be told of the rules; out, code for every routine and a
table of reactions. There are two for each table: one plays, one (`veiled`) looks ahead on copies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Rule
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.runtime import stalling
from rulewright.runtime.bits import members
from rulewright.runtime.build import block_of, score_scope
from rulewright.runtime.code import CALL, DEPTH, REACT, SCOPE, STEPS, WATCHED, Code, Slots
from rulewright.runtime.evaluate import Compiler, Fn, Summons
from rulewright.runtime.events import in_force
from rulewright.runtime.facts import Facts
from rulewright.runtime.faults import RuleFault, fault
from rulewright.runtime.layout import Layout
from rulewright.runtime.moving import Mover
from rulewright.runtime.places import mask_in
from rulewright.runtime.state import State
from rulewright.runtime.walk import slots_needed

Worked = Callable[[State, "int | None", tuple[Any, ...]], Any]
"""An expression with slots of its own: state, me, values from slot 2 on."""


@dataclass(slots=True, eq=False)
class RuleInfo:
    """A reaction as it runs. `carriers`: the components that carry it; `homes`: the zones in which it is in force
    there, None for boards and all zones but box and supply. `demands`: for each binder the mask it must be in,
    None: any.
    """

    number: int
    rule: Rule
    size: int
    framed: bool
    failing: bool
    block: Code
    test: Fn | None
    threshold: Fn | None
    generator: Fn | None
    carriers: int
    homes: tuple[int, ...] | None
    board: str | None
    demands: tuple[int | None, ...]
    common: bool
    """In force at all times, and nobody's own: whoever acts is `me`."""

    @property
    def plain(self) -> bool:
        """In force for everybody at all times."""
        return not self.carriers and not self.rule.armed


@dataclass(slots=True, eq=False)
class ActionInfo:
    """An action as it runs. `answered`: some rule answers to it; `carried`: one of those that answer after it lies
    on a card, so that it matters what was in force at its start.
    """

    name: str
    block: Code
    size: int
    answered: bool
    before: list[RuleInfo]
    instead: list[RuleInfo]
    after: list[RuleInfo]
    carried: bool


@dataclass(frozen=True, slots=True, eq=False)
class StateCase:
    """A rule about a state, for one player (None: as a whole), with the signals after which it must be tested."""

    info: RuleInfo
    me: int | None
    watches: int


ScopeRules = tuple[tuple[str, ...], list[RuleInfo], list[RuleInfo], list[RuleInfo]]
"""Names of a scope, and the rules that come instead of it, before it, after it."""

Standing = tuple[int, RuleInfo, "int | None", "int | None", int, tuple[tuple[int, Any], ...]]
"""A `when` in force: number of its case, the rule, me, its carrier, serial of its block, captured values."""


class Runner:
    """`handlers[kind]` carries on with a frame of that kind; `look` is the runner for searches, which
    answers `can` and `finishes` (a reaction's body).
    """

    handlers: tuple[Callable[[Runner, State, Any], None], ...]
    look: Runner
    can: Callable[[State, Summons], bool]
    finishes: Callable[[State, Any], bool]

    def __init__(
        self,
        layout: Layout,
        facts: Facts,
        *,
        veiled: bool = False,
        loops: bool = False,
        noting: tuple[set[int], set[str]] | None = None,
    ) -> None:
        self.layout = layout
        self.program = layout.program
        self.facts = facts
        self.veiled = veiled
        self.watched = facts.watched
        self.armed_signal = layout.armed_signal & facts.watched
        self.noted = None if noting is None else noting[0]
        self.compiler = Compiler(layout, veiled=veiled, loops=loops, noted=None if noting is None else noting[1])
        self.codes: list[Code] = []
        self.blocks: dict[str, Code] = {}
        self.by_path: dict[str, Code] = {}
        primitive = [rule for rule in self.program.rules if rule.event_kind == "primitive"]
        self.place_watch = self._watch([rule for rule in primitive if rule.event == "place"])
        self.leave_watch = self._watch([rule for rule in primitive if rule.event == "leave"])
        self.carried_events = any(rule.carrier is not None for rule in primitive)
        self.resets: dict[str, list[str]] = {}
        self._saying: dict[tuple[str, int], tuple[int, ...]] = {}  # the slots of a variable that speak of a component
        for name, var in layout.vars.items():
            if var.decl.lifetime is not None:
                self.resets.setdefault(var.decl.lifetime, []).append(name)
        self.initials = {name: self.expression(var.decl.initial) for name, var in layout.vars.items()}
        self.mover = Mover(self)
        self.sources = {
            name: self.expression(decl.refilled_from)
            for name, decl in layout.zone_decls.items()
            if decl.refilled_from is not None
        }
        for name, routine in self.program.routines.items():
            if isinstance(routine.body, tree.Stmt.__args__):
                block_of(self, name)
        self.rules = [self._rule(number, rule) for number, rule in enumerate(self.program.rules)]
        self.place_rules = [
            info for info in self.rules if info.rule.event_kind == "primitive" and info.rule.event == "place"
        ]
        self.leave_rules = [
            info for info in self.rules if info.rule.event_kind == "primitive" and info.rule.event == "leave"
        ]
        self.state_rules = [info for info in self.rules if info.rule.kind in ("when", "reaches", "falls")]
        self.offers = [info for info in self.rules if info.rule.kind == "anytime"]
        self._events: dict[tuple[str, ...], list[RuleInfo]] = {}
        self.cases = self._state_cases()
        self.case_of = {case.info.number: number for number, case in enumerate(self.cases)}
        self._due_after: dict[int, int] = {}
        self.crossings = [case for info in self.state_rules if info.rule.kind != "when" for case in self._cases(info)]
        self.actions = [self._action(name) for name in layout.routines]
        self.by_block = {action.block.index: action for action in self.actions if action is not None}
        self._of_scopes: dict[int, ScopeRules] = {}
        self.filled = {name: self._filled(name) for name in layout.zone_decls}
        self._orders: dict[int, tuple[int, ...]] = {}
        self._standing: dict[tuple[int, int], list[Standing]] = {}
        self.score_code = score_scope(self)
        self.score_sources = {
            line.routine: self.expression(line.generator) for line in self.program.score if line.generator is not None
        }

    # -------------------------------------------------------------- expressions with slots of their own

    def expression(self, expr: tree.Expr) -> Worked:
        if isinstance(expr, tree.Const):
            value = self.compiler.expr(expr)(self.layout.resting, [])
            return lambda s, me, values: value
        fn, size = self.compiler.expr(expr), slots_needed(expr)

        def run(s: State, me: int | None, values: tuple[Any, ...]) -> Any:
            slots = [me, None, *values]
            return fn(s, slots + [None] * (size - len(slots)))

        return run

    def bound(self, expr: tree.Expr) -> Callable[[State, list[Any]], Any]:
        """A bound of a variable, given its keys."""
        worked = self.expression(expr)
        return lambda s, keys: worked(s, None, tuple(keys))

    # -------------------------------------------------------------- variables

    def reset_scope(self, s: State, kind: str) -> None:
        """The variables that last for one such scope go back to their start."""
        for name in self.resets.get(kind, ()):
            var = self.layout.vars[name]
            self._reset(s, name, range(var.base, var.base + var.size))

    def reset_var(self, s: State, name: str, component: int) -> None:
        """What a variable says of one component goes back to its start."""
        if (name, component) not in self._saying:
            var = self.layout.vars[name]
            at = next(i for i, type in enumerate(var.decl.keys) if isinstance(type, t.Component | t.Union))
            slots = range(var.base, var.base + var.size)
            self._saying[name, component] = tuple(slot for slot in slots if self.keys(name, slot)[at] == component)
        self._reset(s, name, self._saying[name, component])

    def keys(self, name: str, slot: int) -> tuple[int, ...]:
        """The keys of a variable's slot."""
        var = self.layout.vars[name]
        at, found = slot - var.base, []
        for universe in reversed(var.universes):
            at, i = divmod(at, len(universe.values))
            found.append(universe.values[i])
        return tuple(reversed(found))

    def _reset(self, s: State, name: str, slots: Any) -> None:
        signal = self.layout.vars[name].signal & self.watched
        initial = self.initials[name]
        for slot in slots:
            value = initial(s, None, self.keys(name, slot))
            if s.vars[slot] is not value:
                s.vars[slot] = value
                s.dirty |= signal

    # -------------------------------------------------------------- rules

    def _watch(self, rules: list[Rule]) -> int:
        """The components that some of these rules may answer for."""
        mask = 0
        for rule in rules:
            demanded = rule.binders[0][1] if rule.binders else None
            mask |= self.layout.all_components if demanded is None else self.layout.everything(demanded)
        return mask

    def _rule(self, number: int, rule: Rule) -> RuleInfo:
        layout, compiler = self.layout, self.compiler
        routine = self.program.routines[rule.routine]
        carriers, homes, board = 0, None, None
        if rule.carrier is not None:
            type, row = rule.carrier
            parts = layout.components
            carriers = parts.type_masks[type] if row is None else parts.row_masks[type, row]
            place = rule.active_at or (
                self.program.components[type].active_at if type in self.program.components else None
            )
            if place is not None and place in layout.zone_decls:
                homes = tuple(zone.number for zone in layout.zones if zone.decl.name == place)
            else:
                board = place
        kinds_of_value = [type for _, type in rule.binders]
        return RuleInfo(
            number=number,
            rule=rule,
            size=len(routine.slots),
            framed=rule.routine in self.facts.framed,
            failing=rule.routine in self.facts.failing,
            block=self.blocks[rule.routine],
            test=compiler.expr(rule.test) if rule.test is not None else None,
            threshold=compiler.expr(rule.threshold) if rule.threshold is not None else None,
            generator=compiler.tuple_of(rule.generator[1]) if rule.generator is not None else None,
            carriers=carriers,
            homes=homes,
            board=board,
            demands=tuple(None if type is None else layout.everything(type) for type in kinds_of_value),
            common=not carriers and not rule.armed and not rule.per_player,
        )

    def _cases(self, info: RuleInfo) -> list[tuple[RuleInfo, int | None, int | None, tuple[tuple[int, Any], ...]]]:
        """Each rule that a `reaches` or `falls` stands for: by player, by carrier, by element of its generator."""
        players: list[int | None] = list(range(self.layout.count)) if info.rule.per_player else [None]
        carriers: list[int | None] = list(members(info.carriers)) if info.carriers else [None]
        extras: list[tuple[tuple[int, Any], ...]] = [()]
        if info.generator is not None and info.rule.generator is not None:
            slot = info.rule.generator[0]
            elements = info.generator(self.layout.resting, [None] * info.size)
            extras = [((slot, element),) for element in elements]
        return [(info, me, c, extra) for me in players for c in carriers for extra in extras]

    def crossing_order(self, s: State) -> tuple[int, ...]:
        """The numbers of `crossings`, the active player's first, then clockwise."""
        active = s.active or 0
        order = self._orders.get(active)
        if order is None:
            count = self.layout.count
            ranked = [
                (0 if me is None else (me - active) % count, at) for at, (_, me, _, _) in enumerate(self.crossings)
            ]
            order = self._orders[active] = tuple(at for _, at in sorted(ranked))
        return order

    def _state_cases(self) -> list[StateCase]:
        """What is tested by itself: a `when` for each player, any other rule as a whole."""
        cases = []
        for info in self.state_rules:
            rule = info.rule
            if rule.kind == "when" and rule.per_player and info.plain:
                cases += [StateCase(info, p, self.facts.watches(rule, p)) for p in range(self.layout.count)]
            else:
                cases.append(StateCase(info, None, self.facts.watches(rule)))
        return cases

    def due_after(self, changed: int) -> int:
        """The cases (a mask of their numbers) to be tested after such changes."""
        found = self._due_after.get(changed)
        if found is None:
            found = sum(1 << number for number, case in enumerate(self.cases) if case.watches & changed)
            self._due_after[changed] = found
        return found

    def standing(self, s: State, pending: int) -> list[Standing]:
        """Each way in which the pending `when` rules are in force, the active player's first, then clockwise."""
        active = s.active or 0
        key = pending, active
        found = self._standing.get(key)
        if found is not None:
            return found
        count, plain = self.layout.count, True
        ranked = []
        for number, case in enumerate(self.cases):
            info = case.info
            if info.rule.kind != "when" or not pending >> number & 1:
                continue
            plain = plain and info.plain
            ways = [(case.me, None, 0, ())] if case.me is not None else in_force(self, s, info, None)
            for nth, (me, c, serial, extra) in enumerate(ways):
                seat = 0 if me is None else (me - active) % count
                ranked.append(((seat, info.number, nth), (number, info, me, c, serial, extra)))
        ranked.sort(key=lambda pair: pair[0])
        found = [case for _, case in ranked]
        if plain:
            self._standing[key] = found
        return found

    def refill(self, s: State, name: str) -> bool:
        """Fill the zones of that name as far as they fill themselves; whether anything moved."""
        decl, mover = self.layout.zone_decls[name], self.mover
        moved = False
        for number, owner, slots in self.filled[name]:
            if decl.refilled_from is not None:
                source = self.sources[name](s, owner, ())
                for slot in slots:
                    if s.zones[slot] is not None and s.zones[slot] != ():
                        continue
                    c = mover.top(s, source, decl.span, name, None, None)
                    if c is None:
                        break
                    mover.move(s, [(c, slot, False)], None, None, decl.span, name)
                    moved = True
            if decl.reshuffled_at_once and not s.zones[number]:
                before = s.zones[number]
                mover.reshuffle(s, number, decl.span, name, None, None)
                moved = moved or s.zones[number] != before
        return moved

    def _filled(self, name: str) -> tuple[tuple[int, int | None, tuple[int, ...]], ...]:
        """The zones of a name: their numbers, owners and slots."""
        layout, step = self.layout, self.layout.zone_step[name]
        base = layout.zone_base[name]
        zones = [layout.zones[number] for number in range(base, base + step * _instances(layout, name), step)]
        return tuple((zone.number, zone.owner, zone.slots or (zone.number,)) for zone in zones)

    def clockwise(self, s: State) -> tuple[int, ...]:
        """Everybody from the active player on."""
        count, first = self.layout.count, s.active
        if first is None:
            first = s.vars[self.layout.vars["first_player"].base] or 0
        return tuple((first + i) % count for i in range(count))

    def _action(self, name: str) -> ActionInfo | None:
        block = self.blocks.get(name)
        if block is None:
            return None
        before, instead, after = (self.answering((name,), kind) for kind in ("before", "instead", "after"))
        answered = bool(before or instead or after)
        size = len(self.program.routines[name].slots)
        return ActionInfo(name, block, size, answered, before, instead, after, any(info.carriers for info in after))

    def answering(self, names: tuple[str, ...], kind: str, of: str = "action") -> list[RuleInfo]:
        """The rules of a kind for an action, or for a scope by its name or kind."""
        key = (*names, kind, of)
        found = self._events.get(key)
        if found is None:
            found = [i for i in self.rules if i.rule.kind == kind and i.rule.event_kind == of and i.rule.event in names]
            self._events[key] = found
        return found

    def scope_rules(self, code: Code) -> ScopeRules:
        """What a scope is called for rules, and those that answer to it."""
        found = self._of_scopes.get(code.index)
        if found is None:
            node = code.node
            assert isinstance(node, tree.Scope)
            names = (node.name, node.kind) if node.name != node.kind else (node.name,)
            instead, before, after = (self.answering(names, kind, "scope") for kind in ("instead", "before", "after"))
            found = self._of_scopes[code.index] = names, instead, before, after
        return found

    def carrying(self, s: State, info: RuleInfo) -> list[tuple[int, int | None]]:
        """The components that carry a rule in force, each with its holder."""
        layout, found = self.layout, 0
        if info.homes is not None:
            for number in info.homes:
                found |= mask_in(layout, s, number)
            found &= info.carriers
        elif info.board is not None:
            found = info.carriers & s.on_boards
        else:
            found = info.carriers
        result: list[tuple[int, int | None]] = []
        for c in members(found):
            place = s.place[c]
            if place < 0:
                result.append((c, layout.components.owner_of[c]))
                continue
            home = layout.zones[place]
            if info.homes is not None or home.decl.name not in ("box", "supply"):
                result.append((c, home.owner))
        return result

    def in_force(self, s: State) -> tuple[tuple[int, int, int | None], ...]:
        """(rule, carrier, holder) of the carried rules that answer to placing and leaving."""
        return tuple(
            (info.number, c, holder)
            for info in (*self.place_rules, *self.leave_rules)
            if info.carriers
            for c, holder in self.carrying(s, info)
        )

    # -------------------------------------------------------------- budgets

    def charge(self, s: State, code: Code) -> None:
        """One automatic step. Raises a RuleFault when there were too many."""
        s.steps += 1
        if s.steps > WATCHED:
            self.trace(s, code)

    def trace(self, s: State, code: Code) -> None:
        """Near the end of the budget: keep what is done, and raise the RuleFault that shows what goes round."""
        s.trace = s.trace or []
        s.trace.append(code.path)
        if s.steps > STEPS:
            round_ = _cycle(s.trace)
            steps = [self.by_path[path] for path in round_]
            following = [*round_[1:], round_[0]]
            raise stalling.in_circle(steps) or fault(
                codes.BUDGET,
                steps[0].node.span,
                "this goes on without end: " + " → ".join([*round_, round_[0]]),
                "something in the circle must use itself up",
                tuple(
                    Label(step.node.span, f"`{path}` leads to `{after}`")
                    for step, path, after in zip(steps, round_, following, strict=True)
                ),
            )

    def deeper(self, s: State, span: Span) -> None:
        s.depth += 1
        if s.depth > DEPTH:
            self.too_deep(s, span)

    def too_deep(self, s: State, span: Span) -> NoReturn:
        raise fault(
            codes.BUDGET, span, f"rules set each other off more than {DEPTH} deep: " + " → ".join(self.stack(s))
        )

    def stack(self, s: State) -> tuple[str, ...]:
        """The rules that run, outermost first."""
        names = [self.codes[f[1]].routine for f in s.frames if f[0] in (CALL, REACT)]
        running = [self.program.rules[key[0]].name for key in s.busy]
        return tuple(dict.fromkeys([*names, *running]))

    def rule_of(self, s: State, path: str) -> str:
        """What a reader would say a statement stands in: its action, or in the flow the phase that runs."""
        name = self.by_path[path].routine
        if name != self.program.flow:
            return name
        scopes = [self.codes[f[1]].node for f in s.frames if f[0] == SCOPE]
        names = [node.name for node in scopes if isinstance(node, tree.Scope) and node.kind in ("phase", "setup")]
        return names[-1] if names else name

    def slots(self, name: str, me: int | None, this: int | None, args: tuple[Any, ...]) -> Slots:
        """Fresh slots for a routine."""
        return [me, this, *args, *[None] * (len(self.program.routines[name].slots) - 2 - len(args))]


def _instances(layout: Layout, name: str) -> int:
    count = 1
    for universe in layout.zone_universes[name]:
        count *= len(universe.values)
    return count


def _cycle(trail: list[str]) -> list[str]:
    """The shortest run of steps that the end of the trail repeats."""
    for length in range(1, len(trail) // 2):
        if trail[-length:] == trail[-2 * length : -length]:
            return list(dict.fromkeys(trail[-length:]))
    return list(dict.fromkeys(trail[-12:]))


__all__ = ["RuleFault", "RuleInfo", "Runner", "Worked"]
