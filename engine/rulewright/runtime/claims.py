"""`show that`: in, a condition that holds; out, what everybody knows from it about where things are. No rule changes.

Of what a condition says only this is kept: that something does not lie in a zone. `no c in my hand has C`, `every c in
my hand has C`, several of these with `and`, and definitions of which these speak. Whether C holds of something is asked
as if that alone lay in the zone; that is right because C does not look at the zone itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.runtime import journal, learning
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.code import Act, Slots
from rulewright.runtime.evaluate import Fn
from rulewright.runtime.faults import fault
from rulewright.runtime.layout import ORDERED
from rulewright.runtime.names import name_of
from rulewright.runtime.state import State
from rulewright.runtime.walk import every

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner

Zones = Callable[[State, Slots], Iterable[int]]
"""The zones of which a part of a condition speaks."""

FEW_CALLS = 12


def claim(run: Runner, node: tree.Claim, path: str) -> Act:
    """What the statement does. A fault if the condition does not hold: nobody may be told what is not so."""
    holds, said = run.compiler.expr(node.test), list(_parts(run, node.test))
    named = _named(node.test) if said else ()

    def act(s: State, f: Slots) -> None:
        if run.veiled:
            return
        if not holds(s, f):
            raise fault(
                codes.UNTRUE, node.test.span, "this is not so, and nobody can be told that it is",
                help="ask first: `if` this holds, `show that` it does",
            )  # fmt: skip
        journal.note(s, "claim", path, f[0], _told(run, s, f, node.test, named))
        s.revealed += 1
        if not said:
            return
        now, slots = s.copy(), f[:]
        for part, zones in said:
            for zone in zones(s, f):
                learning.ruled_out(s, partial(_absent, run, now, slots, part, zone), zone)

    return act


def _named(test: tree.Expr) -> tuple[tree.Local, ...]:
    """The locals in a condition that were there before it and stand for a value, in the order written."""
    parts = list(every(test))
    own = {part.slot for part in parts if isinstance(part, tree.Fold | tree.Sort)}
    found = {}
    for part in parts:
        if isinstance(part, tree.Local) and part.slot not in own and part.span.text == part.name:
            of = part.type.of if isinstance(part.type, t.Maybe) else part.type
            if isinstance(of, t.Player | t.Enum | t.Int | t.Space) and part.span.source == test.span.source:
                found[part.span.start] = part
    return tuple(found[at] for at in sorted(found))


def _told(run: Runner, s: State, f: Slots, test: tree.Expr, named: Iterable[tree.Local]) -> str:
    """The condition as it is written, with values in place of names that only the rules know: they are told with it."""
    text, end, parts = test.span.text, 0, []
    for local in named:
        at = local.span.start - test.span.start
        parts += [text[end:at], str(name_of(run.layout, s, local.type, f[local.slot]))]
        end = at + len(local.name)
    return "".join([*parts, text[end:]])


def _absent(run: Runner, s: State, f: Slots, part: Fn, zone: int) -> int:
    """The components that would have made it untrue if they had lain in the zone when it was said, in `s`."""
    layout = run.layout
    of = layout.zones[zone].decl.of
    kind = layout.zone_kind[zone]
    may = layout.tracked
    if isinstance(of, t.Component | t.Union):
        may &= layout.components.type_masks[of.name]
    alone, found = s.copy(), []
    for c in members(may):
        alone.zones[zone] = (c,) if kind in ORDERED else c if kind == "one" else 1 << c
        before, alone.place[c] = alone.place[c], zone
        if not part(alone, f[:]):
            found.append(c)
        alone.place[c] = before
    return mask_of(found)


def _parts(run: Runner, test: tree.Expr) -> Iterator[tuple[Fn, Zones]]:
    """The parts of a condition that say of zones that something is not in them."""
    match test:
        case tree.Op(name="and", args=args):
            for arg in args:
                yield from _parts(run, arg)
        case tree.Op(name="not", args=(tree.Op(name="some", args=(source,)),)):
            yield from _about(run, test, source)
        case tree.Op(name="not", args=(tree.Fold(kind="any", source=source, test=inner, body=body),)):
            yield from _about(run, test, source, inner, body)
        case tree.Fold(kind="every", source=source, test=inner, body=body):
            yield from _about(run, test, source, inner, body)
        case _:
            pass


def _about(run: Runner, test: tree.Expr, source: tree.Expr, *more: tree.Expr | None) -> Iterator[tuple[Fn, Zones]]:
    found = list(_sources(run, source, FEW_CALLS))
    looked_at = run.facts.reads(*(part for part in more if part is not None), *(c for *_, cs in found for c in cs))
    for name, zones, _ in found:
        if not looked_at & run.layout.zone_signals[name]:
            yield run.compiler.expr(test), zones


def _sources(run: Runner, source: tree.Expr, calls: int) -> Iterator[tuple[str, Zones, tuple[tree.Expr, ...]]]:
    """The zones from which a collection is taken, by name, with the conditions that are asked on the way."""
    match source:
        case tree.Op(name="contents" | "contents_set", args=(tree.ZoneAt(zone=name) as at,)):
            number = run.compiler.expr(at)
            yield name, lambda s, f: (number(s, f),), ()
        case tree.Op(name="union" | "as_set" | "as_list" | "only", args=args):
            for arg in args:
                yield from _sources(run, arg, calls)
        case tree.Fold(kind="filter", source=inner, test=test):
            for name, zones, conditions in _sources(run, inner, calls):
                yield name, zones, conditions if test is None else (*conditions, test)
        case tree.Call(name=called, me=me, args=args) if calls:
            body = run.program.routines[called].body
            if isinstance(body, tree.Op | tree.Fold | tree.Call):
                enter = _entered(run, called, me, args)
                for name, zones, conditions in _sources(run, body, calls - 1):
                    yield name, _within(zones, enter), conditions
        case _:
            pass


def _entered(run: Runner, called: str, me: tree.Expr | None, args: tuple[tree.Expr, ...]) -> Callable[..., Slots]:
    size, _ = run.compiler.definition(called)
    who: Any = (lambda s, f: None) if me is None else run.compiler.expr(me)
    given = [run.compiler.expr(arg) for arg in args]

    def enter(s: State, f: Slots) -> Slots:
        return [who(s, f), None, *(arg(s, f) for arg in given), *[None] * (size - 2 - len(given))]

    return enter


def _within(zones: Zones, enter: Callable[..., Slots]) -> Zones:
    return lambda s, f: zones(s, enter(s, f))
