"""A position as plain data: in, a state and how to write a value of a type; out, nested dicts, lists and plain values.

One walk for hashes and saves: they differ only in how a component, a space or a player is written. `read` is its
inverse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime import code as frames
from rulewright.runtime.bits import mask_of
from rulewright.runtime.code import CALL, NAMES, REACT, Code
from rulewright.runtime.liveness import live
from rulewright.runtime.places import laid, located
from rulewright.runtime.state import State
from rulewright.runtime.walk import every

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner

Leaf = Callable[[t.Type, Any], Any]
"""Writes (or reads) one indexed value, a set of these, a number, a truth value or a text."""

COMPONENT = t.Component()
PLAYER = t.Maybe(t.PLAYER)


def value(type: t.Type, x: Any, leaf: Leaf) -> Any:
    """A value of any type."""
    if x is None:
        return None
    match type:
        case t.Maybe(of):
            return value(of, x, leaf)
        case t.Set(of) if t.indexed(of):
            return leaf(type, x)
        case t.Set(of) | t.List(of):
            return [value(of, element, leaf) for element in x]
        case t.Path():
            return [leaf(t.Space(), x[0]), *(leaf(t.Edge(), edge) for edge in x[1:])]
        case t.Standing():
            return [leaf(COMPONENT, x[0]), None if x[1] is None else leaf(t.Space(), x[1])]
        case _ if isinstance(x, tuple):
            return [value(t.UNKNOWN, element, leaf) for element in x]
        case _:
            return leaf(type, x)


def unvalue(type: t.Type, x: Any, leaf: Leaf) -> Any:
    """The inverse of `value`."""
    if x is None:
        return None
    match type:
        case t.Maybe(of):
            return unvalue(of, x, leaf)
        case t.Set(of) if t.indexed(of):
            return leaf(type, x)
        case t.Set(of) | t.List(of):
            return tuple(unvalue(of, element, leaf) for element in x)
        case t.Path():
            return (leaf(t.Space(), x[0]), *(leaf(t.Edge(), edge) for edge in x[1:]))
        case t.Standing():
            return leaf(COMPONENT, x[0]), None if x[1] is None else leaf(t.Space(), x[1])
        case _ if isinstance(x, list):
            return tuple(unvalue(t.UNKNOWN, element, leaf) for element in x)
        case _:
            return leaf(type, x)


class SlotTypes:
    """The type of each slot of a routine; Unknown where it is used for several."""

    def __init__(self, run: Runner) -> None:
        self._run = run
        self._known: dict[str, list[t.Type]] = {}

    def of(self, routine: str) -> list[t.Type]:
        found = self._known.get(routine)
        if found is None:
            found = self._known[routine] = self._worked(routine)
        return found

    def _worked(self, name: str) -> list[t.Type]:
        routine = self._run.program.routines.get(name)
        if routine is None:
            return [PLAYER, t.Maybe(COMPONENT)]
        said: list[set[t.Type]] = [set() for _ in routine.slots]
        for slot, type in enumerate(routine.parameters, 2):
            said[slot].add(type)
        for node in every(routine.body):
            if isinstance(node, tree.Local):
                said[node.slot].add(node.type)
        for rule in self._run.program.rules:
            if rule.routine == name:
                for node in (*((rule.test,) if rule.test else ()), *((rule.threshold,) if rule.threshold else ())):
                    for part in every(node):
                        if isinstance(part, tree.Local):
                            said[part.slot].add(part.type)
        types = [_one(found) for found in said]
        types[0], types[1] = PLAYER, t.Maybe(COMPONENT)
        return types


def _one(found: set[t.Type]) -> t.Type:
    """The one type among these; that something may be none does not matter."""
    bare = {type.of if isinstance(type, t.Maybe) else type for type in found}
    if len(bare) == 1:
        return bare.pop()
    if bare and all(isinstance(type, t.Component | t.Union) for type in bare):
        return COMPONENT
    if bare and all(isinstance(type, t.Space) for type in bare):
        return t.Space()
    if bare and all(isinstance(type, t.Standing) for type in bare):
        return t.Standing("", ())
    return t.UNKNOWN


# ------------------------------------------------------------------ frames


class Frames:
    """Writes and reads frames. `code` writes a place in the rules: its number, or its path."""

    def __init__(self, run: Runner, types: SlotTypes, leaf: Leaf, code: Callable[[Any], Any], inverse: bool) -> None:
        self.run, self.types, self.leaf, self.code = run, types, leaf, code
        self.value = unvalue if inverse else value
        self.inverse = inverse

    def _v(self, type: t.Type, x: Any) -> Any:
        return self.value(type, x, self.leaf)

    def _all(self, types: Any, xs: Any) -> Any:
        found = [self._v(type, x) for type, x in zip(types, xs, strict=True)]
        return tuple(found) if self.inverse else found

    def key(self, key: Any) -> Any:
        """Of a reaction: rule, me, carrier, serial."""
        if self.inverse:
            number = next(n for n, rule in enumerate(self.run.program.rules) if rule.name == key[0])
            return (number, self._v(PLAYER, key[1]), self._v(COMPONENT, key[2]), key[3])
        return [self.run.program.rules[key[0]].name, self._v(PLAYER, key[1]), self._v(COMPONENT, key[2]), key[3]]

    def captured(self, routine: str, values: Any) -> Any:
        types = self.types.of(routine)
        found = [(slot, self._v(types[slot], x)) for slot, x in values]
        return tuple(found) if self.inverse else [list(pair) for pair in found]

    def entry(self, entry: Any) -> Any:
        key, values, held = entry
        name = key[0] if self.inverse else self.run.program.rules[key[0]].name
        routine = next(rule.routine for rule in self.run.program.rules if rule.name == name)
        parts = (self.key(key), self.captured(routine, values), held)
        return parts if self.inverse else list(parts)

    def armed(self, record: Any) -> Any:
        serial, height, rules, values, me = record
        if self.inverse:
            numbers = {rule.name: number for number, rule in enumerate(self.run.program.rules)}
            routine = self.run.program.rules[numbers[rules[0]]].routine
            return (
                serial,
                height,
                tuple(numbers[name] for name in rules),
                self.captured(routine, values),
                self._v(PLAYER, me),
            )
        names = [self.run.program.rules[number].name for number in rules]
        routine = self.run.program.rules[rules[0]].routine
        return [serial, height, names, self.captured(routine, values), self._v(PLAYER, me)]

    def event(self, event: Any) -> Any:
        if event[0] in ("action", "scope"):
            of, names, args, actor, force = event
            args_type: Any = self._parameters(names[0])
            parts = [
                of,
                list(names),
                self._all(args_type, args) if args_type else list(args),
                self._v(PLAYER, actor),
            ]
        else:
            kind, c, location, actor, force = event
            parts = [kind, self._v(COMPONENT, c), self._spots(location), self._v(PLAYER, actor)]
        kept = (
            None
            if force is None
            else [[item[0], self._v(COMPONENT, item[1]), self._v(PLAYER, item[2])] for item in force]
        )
        if not self.inverse:
            return [*parts, kept]
        if parts[0] in ("action", "scope"):
            parts[1], parts[2] = tuple(parts[1]), tuple(parts[2])
        return (*parts, None if kept is None else tuple(tuple(item) for item in kept))

    def _spots(self, at: Any) -> Any:
        """Where something was placed or left: the number of the location, or those of all spaces it covers."""
        layout = self.run.layout
        if self.inverse:
            return at if isinstance(at, int) else -1 - laid(layout, mask_of(at))
        covered = located(layout, -1 - at)
        return at if len(covered) == 1 else list(covered)

    def _parameters(self, routine: str) -> tuple[t.Type, ...]:
        found = self.run.program.routines.get(routine)
        return () if found is None else found.parameters

    def frame(self, frame: Any) -> Any:
        kind = NAMES.index(frame[0]) if self.inverse else frame[0]
        code = self.code(frame[1])
        inner: Code = self.run.codes[code if self.inverse else frame[1]]
        rest = self._rest(kind, inner, list(frame[2:]))
        return (kind, code, *rest) if self.inverse else [NAMES[kind], code, *rest]

    def _rest(self, kind: int, code: Code, rest: list[Any]) -> list[Any]:
        node = code.node
        match kind:
            case frames.BLOCK | frames.REPEAT | frames.CHOOSE | frames.TOGETHER:
                return rest
            case frames.EACH:
                assert isinstance(node, tree.Each)
                return [self._v(t.List(_element(node)), rest[0]), self._v(PLAYER, rest[1]), rest[2]]
            case frames.ANY_ORDER:
                assert isinstance(node, tree.Each)
                return [self._v(t.List(_element(node)), rest[0])]
            case frames.CALL:
                me, this, args, force = rest
                types = self._arguments(code.routine, len(args))
                kept = (
                    None if force is None else [[i[0], self._v(COMPONENT, i[1]), self._v(PLAYER, i[2])] for i in force]
                )
                if self.inverse and kept is not None:
                    return [
                        self._v(PLAYER, me),
                        self._v(COMPONENT, this),
                        self._all(types, args),
                        tuple(tuple(i) for i in kept),
                    ]
                return [self._v(PLAYER, me), self._v(COMPONENT, this), self._all(types, args), kept]
            case frames.MENU:
                return [rest[0], tuple(rest[1]) if self.inverse else list(rest[1])]
            case frames.AS:
                return [self._v(PLAYER, rest[0])]
            case frames.EVERYONE:
                players, progress, values = rest
                asked = _ask_types(code)
                given = [self._all(asked[: len(one)], one) for one in values]
                if self.inverse:
                    return [self._v(t.List(t.PLAYER), players), tuple(progress), tuple(given)]
                return [self._v(t.List(t.PLAYER), players), list(progress), given]
            case frames.THEN:
                at, players, values, me = rest
                given = [self._all(_ask_types(code), one) for one in values]
                return [
                    at,
                    self._v(t.List(t.PLAYER), players),
                    tuple(given) if self.inverse else given,
                    self._v(PLAYER, me),
                ]
            case frames.SCOPE:
                return [rest[0], self._v(PLAYER, rest[1]), self._v(PLAYER, rest[2])]
            case frames.TURNS:
                return [self._v(t.List(t.PLAYER), rest[0]), rest[1], rest[2], self._v(PLAYER, rest[3])]
            case frames.SETTLE:
                pend, quiet, running = rest
                entries, keys = [self.entry(one) for one in pend], [self.key(one) for one in quiet]
                watched = None if running is None else [self.key(running[0]), running[1]]
                if self.inverse:
                    return [tuple(entries), tuple(keys), None if watched is None else tuple(watched)]
                return [entries, keys, watched]
            case frames.REACT:
                return [self.key(rest[0])]
            case _:
                return [self._v(t.List(t.PLAYER), rest[0])]

    def _arguments(self, routine: str, count: int) -> tuple[t.Type, ...]:
        types = self._parameters(routine)
        return types if len(types) == count else (t.UNKNOWN,) * count


def _element(node: tree.Each) -> t.Type:
    return t.element(node.source.type) or t.UNKNOWN


def _ask_types(code: Code) -> list[t.Type]:
    types: list[t.Type] = []
    for ask, *_ in code.parts[0]:
        if isinstance(ask, tree.Bind):
            types.append(ask.value.type)
        else:
            of = t.element(ask.source.type) or t.UNKNOWN
            whole: t.Type = t.Set(of) if isinstance(ask.source.type, t.Set) else t.List(of)
            types.append(whole if ask.many else of)
    return types


def locals_of(run: Runner, s: State, types: SlotTypes, leaf: Leaf) -> list[list[list[Any]]]:
    """For each running routine [slot name, number of the slot, value] of those that still matter."""
    owners = [run.codes[frame[1]].routine for frame in s.frames if frame[0] in (CALL, REACT)] or ["score"]
    wanted = live(run.codes, s.frames) or [frozenset((0, 1))]
    found = []
    for name, slots, keep in zip(owners, s.locals, wanted, strict=True):
        kinds = types.of(name)
        routine = run.program.routines.get(name)
        names = routine.slots if routine is not None else ("me", "this")
        found.append(
            [
                [names[slot], slot, value(kinds[slot], slots[slot], leaf)]
                for slot in sorted(keep)
                if slots[slot] is not None
            ]
        )
    return found
