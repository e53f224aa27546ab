"""What can be told of the rules before play: in, a Program and its layout; out, which routines may ask, which may be a
dead end, and what a rule reads and writes.

All answers are on the safe side: yes where it cannot be ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program, Rule
from rulewright.runtime.layout import Layout
from rulewright.runtime.walk import children, every

_BOARD_WORDS = {
    "covers_only", "empty_spaces", "is_empty", "on_board", "space_of", "spaces_of", "standing", "standing_on",
    "standing_space", "standing_spaces", "standings",
}  # fmt: skip
_ANYWHERE_WORDS = {"at", "contents_set"}
_VARIABLE_WORDS = ("first_player", "turn_order", "round_number")


class Facts:
    """`framed`: routines that may ask or otherwise need the stack. `failing`: routines that may be a dead end."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program: Program = layout.program
        self.rules = self.program.rules
        self.state_rules = tuple(rule for rule in self.rules if rule.kind in ("when", "reaches", "falls"))
        self.offers = tuple(rule for rule in self.rules if rule.kind == "anytime")
        self._reads: dict[str, int] = {}
        bodies = {name: r.body for name, r in self.program.routines.items() if not isinstance(r.body, _EXPRESSIONS)}
        self.failing = _closure(bodies, lambda known, body: self._may_fail(known, body))
        self._framed_known = {name for name in bodies if self._recursive(name)}
        self.framed = _closure(bodies, lambda known, body: self._framed(known, body), self._framed_known)
        self.drops_out = any(
            isinstance(node, tree.Signal) and node.kind == "drop out"
            for body in bodies.values()
            for node in every(body)
        )

    # -------------------------------------------------------------- actions

    def actions_of(self, invoke: tree.Invoke) -> tuple[str, ...]:
        """The routines that may be meant."""
        if invoke.routine is not None:
            return (invoke.routine,)
        if invoke.column is not None:
            tables = self.layout.components.cells.get((invoke.owner, invoke.column), ())
            return tuple(dict.fromkeys(name for table in tables for name in table if name is not None))
        return self._closed

    @cached_property
    def _closed(self) -> tuple[str, ...]:
        """The routines that closures are made of."""
        found: dict[str, None] = {}
        for routine in self.program.routines.values():
            for node in every(routine.body):
                if isinstance(node, tree.Closure) and (node.invoke.routine or node.invoke.column):
                    found |= dict.fromkeys(self.actions_of(node.invoke))
        return tuple(found)

    def event_rules(self, name: str, kinds: Iterable[str]) -> tuple[Rule, ...]:
        return tuple(r for r in self.rules if r.event_kind == "action" and r.event == name and r.kind in kinds)

    def scope_rules(self, scope: tree.Scope, kinds: Iterable[str]) -> tuple[Rule, ...]:
        names = (scope.name, scope.kind)
        return tuple(r for r in self.rules if r.event_kind == "scope" and r.event in names and r.kind in kinds)

    def _recursive(self, name: str) -> bool:
        seen: set[str] = set()
        todo = [name]
        while todo:
            body = self.program.routines[todo.pop()].body
            for node in every(body):
                if isinstance(node, tree.Do):
                    for other in self.actions_of(node.invoke):
                        if other == name:
                            return True
                        if other not in seen:
                            seen.add(other)
                            todo.append(other)
        return False

    # -------------------------------------------------------------- may it ask?

    def asks(self, stmt: tree.Stmt) -> bool:
        """Whether the statement needs the stack."""
        return self._framed(self.framed, stmt)

    def _framed(self, known: set[str], stmt: Any) -> bool:
        match stmt:
            case tree.Choose() | tree.Menu() | tree.Everyone() | tree.Scope() | tree.Turns():
                return True
            case tree.Each(any_order=True):
                return True
            case tree.Signal(kind="window"):
                return True
            case tree.Do():
                names = self.actions_of(stmt.invoke)
                if any(self._call_framed(known, name) for name in names):
                    return True
                return stmt.otherwise is not None and self._framed(known, stmt.otherwise)
            case _:
                if self._loud(known, stmt):
                    return True
                return any(self._framed(known, part) for part in children(stmt) if isinstance(part, _STATEMENTS))

    def _call_framed(self, known: set[str], name: str) -> bool:
        if name in known:
            return True
        return any(rule.routine in known for rule in self.event_rules(name, ("before", "instead", "after")))

    def loud(self, stmt: tree.Stmt) -> bool:
        """Whether a reaction to this one statement may ask."""
        return self._loud(self.framed, stmt)

    def _loud(self, known: set[str], stmt: Any) -> bool:
        written = self.writes_here(stmt)
        if any(rule.routine in known and self.watches(rule) & written for rule in self.state_rules):
            return True
        if isinstance(stmt, tree.Move | tree.Draw):
            return any(rule.routine in known for rule in self.rules if rule.event_kind == "primitive")
        return False

    # -------------------------------------------------------------- may it be a dead end?

    def may_fail(self, stmt: tree.Stmt) -> bool:
        return self._may_fail(self.failing, stmt)

    def call_fails(self, name: str) -> bool:
        """Whether an action may be a dead end, what is done before it or instead of it included."""
        return self._call_fails(self.failing, name)

    def _may_fail(self, known: set[str], stmt: Any) -> bool:
        match stmt:
            case tree.Require():
                return not (isinstance(stmt.test, tree.Const) and stmt.test.value is True)
            case tree.Set():
                return stmt.on_range == "fail"
            case tree.Choose():
                return not (stmt.many and isinstance(stmt.low, tree.Const) and stmt.low.value == 0)
            case tree.Move():
                return any(
                    part.supply is not None or self._refuses(part.to) or isinstance(part.to.type, t.Set)
                    for part in stmt.parts
                )
            case tree.Draw():
                return stmt.exactly or self._refuses(stmt.to)
            case tree.Menu():
                if stmt.at_most is None:
                    return any(
                        item.must and (item.test is not None or self._may_fail(known, item.body)) for item in stmt.items
                    )
                return not any(
                    item.test is None and item.source is None and not self._may_fail(known, item.body)
                    for item in stmt.items
                )
            case tree.Do():
                if stmt.otherwise is not None:
                    return self._may_fail(known, stmt.otherwise)
                if not stmt.fails:
                    return False
                if stmt.invoke.routine is None:
                    return True
                return any(self._call_fails(known, name) for name in self.actions_of(stmt.invoke))
            case tree.Scope():
                rules = self.scope_rules(stmt, ("before", "instead"))
                return self._may_fail(known, stmt.body) or any(rule.routine in known for rule in rules)
            case _:
                return any(self._may_fail(known, part) for part in children(stmt) if isinstance(part, _STATEMENTS))

    def _call_fails(self, known: set[str], name: str) -> bool:
        return name in known or any(rule.routine in known for rule in self.event_rules(name, ("before", "instead")))

    def _refuses(self, to: tree.Expr) -> bool:
        """Whether a zone may turn away what comes."""
        if not isinstance(to.type, t.Zone):
            return False
        if isinstance(to, tree.ZoneAt):
            decl = self.layout.zone_decls[to.zone]
            return decl.accepts is not None or decl.kind in ("one", "row")
        return True

    # -------------------------------------------------------------- what is read and written

    def reads(self, *nodes: Any) -> int:
        """The signals that these expressions and statements may read, definitions and actions included."""
        mask = 0
        for start in nodes:
            if start is None:
                continue
            for node in every(start):
                mask |= self._reads_here(node)
        return mask

    def _reads_of(self, expr: tree.Expr, whose: int) -> int:
        """What an expression reads if slot 0 is this player."""
        mask = 0
        for node in every(expr):
            match node:
                case tree.ZoneAt(keys=(tree.Local(slot=0), *_)):
                    mask |= self.layout.signal_of(node.zone, whose)
                case tree.Call(me=tree.Local(slot=0)):
                    body = self.program.routines[node.name].body
                    assert isinstance(body, _EXPRESSIONS)
                    mask |= self._reads_of(body, whose)
                case _:
                    mask |= self._reads_here(node)
        return mask

    def reads_unseen(self, expr: tree.Expr, seat: int) -> bool:
        """Whether an expression may read zones that this player, in slot 0, does not see into."""
        layout, hidden = self.layout, 0
        for number in layout.hidden_zones:
            if not layout.seen_by[number] >> seat & 1:
                zone = layout.zones[number]
                hidden |= layout.signal_of(zone.decl.name, zone.keys[0] if zone.keys else None)
        return bool(self._reads_of(expr, seat) & hidden)

    def reads_unseen_size(self, expr: tree.Expr, me: int, viewer: int | None) -> bool:
        """Whether an expression may read, with `me` in slot 0, zones of which the viewer does not see the size."""
        hidden = 0
        for zone in self.layout.zones:
            if zone.decl.size_hidden and not (viewer is not None and zone.seen_by >> viewer & 1):
                hidden |= self.layout.signal_of(zone.decl.name, zone.keys[0] if zone.keys else None)
        return bool(hidden) and bool(self._reads_of(expr, me) & hidden)

    def _routine_reads(self, name: str) -> int:
        found = self._reads.get(name)
        if found is None:
            self._reads[name] = 0  # an action may come back to itself
            body = self.program.routines[name].body
            found = self.reads(body) | (0 if isinstance(body, _EXPRESSIONS) else self.writes(body))
            self._reads[name] = found
        return found

    def _reads_here(self, node: Any) -> int:
        layout = self.layout
        match node:
            case tree.Get():
                return layout.vars[node.place].signal
            case tree.ZoneAt():
                return layout.zone_signals[node.zone]
            case tree.Column():
                tables = layout.components.columns.get((node.owner, node.column), ())
                return layout.side_signal if len(tables) > 1 else 0
            case tree.Call():
                return self._routine_reads(node.name)
            case tree.Query() if node.relation is not None:
                return self._routine_reads(node.relation)
            case tree.Apply():
                return layout.side_signal | self._all(self._cells(node.owner, node.column))
            case tree.Invoke():
                side = 0 if node.routine is not None else layout.side_signal
                return side | self._all(self.actions_of(node))
            case tree.Op(name=name):
                if name in _BOARD_WORDS:
                    return layout.board_signal
                if name in _ANYWHERE_WORDS or (name == "contents" and not isinstance(node.args[0], tree.ZoneAt)):
                    return layout.place_signals | layout.board_signal
                if name in ("shows", "showing", "column_is"):
                    return layout.side_signal
                if name == "var_is":
                    assert isinstance(node.args[0], tree.Const)
                    return layout.vars[str(node.args[0].value)].signal
                if name in _VARIABLE_WORDS:
                    return layout.vars[name].signal | layout.vars["first_player"].signal
                return 0
            case _:
                return 0

    def _cells(self, owner: str, column: str) -> tuple[str, ...]:
        tables = self.layout.components.cells.get((owner, column), ())
        return tuple(dict.fromkeys(name for table in tables for name in table if name is not None))

    def _all(self, names: Iterable[str]) -> int:
        mask = 0
        for name in names:
            mask |= self._routine_reads(name)
        return mask

    def writes(self, node: Any) -> int:
        mask = 0
        for part in every(node):
            mask |= self.writes_here(part)
        return mask

    def writes_here(self, stmt: Any) -> int:
        layout = self.layout
        match stmt:
            case tree.Set():
                return layout.vars[stmt.place].signal
            case tree.Move() | tree.Draw():
                return layout.place_signals | layout.board_signal | self._forgotten
            case tree.Shuffle():
                return layout.place_signals
            case tree.Flip():
                return layout.side_signal
            case tree.Scope(kind="round"):
                return layout.vars["round_number"].signal | self._reset(stmt.kind)
            case tree.Scope():
                return self._reset(stmt.kind)
            case _:
                return 0

    @cached_property
    def _forgotten(self) -> int:
        """Variables that a move may put back to their start."""
        mask = 0
        for var in self.layout.vars.values():
            if var.decl.while_in is not None:
                mask |= var.signal
        return mask

    def _reset(self, kind: str) -> int:
        mask = 0
        for var in self.layout.vars.values():
            if var.decl.lifetime == kind:
                mask |= var.signal
        return mask

    @cached_property
    def watched(self) -> int:
        """All signals that any rule looks out for, those of zones that fill themselves included."""
        mask = 0
        for rule in self.state_rules:
            mask |= self.watches(rule)
        for _, signals in self.upkeep:
            mask |= signals
        return mask

    @cached_property
    def counts_rounds(self) -> bool:
        """Whether the number of the round decides anything in play."""
        parts = [routine.body for routine in self.program.routines.values() if routine.kind != "score"]
        tests = [part for rule in self.rules for part in (rule.test, rule.threshold) if part is not None]
        return any(
            (isinstance(node, tree.Op) and node.name == "round_number")
            or (isinstance(node, tree.Get) and node.place == "round_number")
            for part in (*parts, *tests)
            for node in every(part)
        )

    @cached_property
    def upkeep(self) -> tuple[tuple[str, int], ...]:
        """Zones that fill themselves, with the signals after which they may have to."""
        found = []
        for name, decl in self.layout.zone_decls.items():
            if decl.refilled_from is not None:
                source = decl.refilled_from
                mask = self.layout.zone_signals[name] | self.reads(source)
                for other, zone in self.layout.zone_decls.items():
                    if self.layout.zone_signals[other] & mask and zone.reshuffled_from is not None:
                        mask |= self.reads(zone.reshuffled_from)
                found.append((name, mask))
            if decl.reshuffled_from is not None and decl.reshuffled_at_once:
                found.append((name, self.layout.zone_signals[name] | self.reads(decl.reshuffled_from)))
        return tuple(found)

    def watches(self, rule: Rule, whose: int | None = None) -> int:
        """The signals after which a `when`, `reaches` or `falls` may come to fire; `whose`: for this player."""
        routine = self.program.routines[rule.routine]
        mask = self.reads(rule.threshold, rule.generator[1] if rule.generator else None)
        if rule.test is not None:
            mask |= self.reads(rule.test) if whose is None else self._reads_of(rule.test, whose)
        if rule.kind == "when":
            mask |= self.reads(routine.body) | self.writes(routine.body)
        if rule.carrier is not None:
            mask |= self.layout.place_signals | self.layout.board_signal
        if rule.armed:
            mask |= self.layout.armed_signal
        return mask


def _closure(bodies: dict[str, Any], holds: Callable[[set[str], Any], bool], start: Iterable[str] = ()) -> set[str]:
    """The least set of routines that contains all whose body holds given the set."""
    known = set(start)
    again = True
    while again:
        again = False
        for name, body in bodies.items():
            if name not in known and holds(known, body):
                known.add(name)
                again = True
    return known


_EXPRESSIONS = tree.Expr.__args__
_STATEMENTS = (*tree.Stmt.__args__, tree.StmtArm, tree.Item)
