"""Simple statements: in, a statement of the core tree; out, a function that carries it out on a state.

A dead end raises `DeadEnd`; the state is then given up, so that half a statement does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.runtime import chance, journal, learning
from rulewright.runtime.bits import lowest, mask_of, members
from rulewright.runtime.claims import claim
from rulewright.runtime.code import SCOPE, TURNS, Act, Slots
from rulewright.runtime.evaluate import Fn, is_mask, slot_of
from rulewright.runtime.faults import HABIT, VEIL, DeadEnd, End, Stop, fault
from rulewright.runtime.moving import Going
from rulewright.runtime.places import laid, mask_in, things_in
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner


def _bind(run: Runner, node: tree.Bind, path: str) -> Act:
    slot, value = node.slot, run.compiler.expr(node.value)

    def act(s: State, f: Slots) -> None:
        f[slot] = value(s, f)

    return act


def _set(run: Runner, node: tree.Set, path: str) -> Act:
    at, value = slot_of(run.compiler, node.place, node.keys), run.compiler.expr(node.value)
    var = run.layout.vars[node.place]
    signal, span = var.signal & run.watched, node.span
    check = None if node.on_range == "proved" else _ranged(run, node)

    def act(s: State, f: Slots) -> None:
        i = at if isinstance(at, int) else at(s, f)
        if i is None:
            raise DeadEnd(span, f"there is no such `{node.place}` to set")
        new = value(s, f)
        if check is not None:
            new = check(s, f, new)
        old = s.vars[i]
        s.vars[i] = new
        if signal:
            s.dirty |= signal
        if s.journal is not None and old is not new:
            journal.note(s, "set", path, i, old, new)

    return act


def _ranged(run: Runner, node: tree.Set) -> Callable[[State, Slots, Any], Any] | None:
    decl = run.layout.vars[node.place].decl
    number = decl.type.of if isinstance(decl.type, t.Maybe) else decl.type
    if not isinstance(number, t.Int):
        return None
    low = None if decl.low is None else run.bound(decl.low)
    high = None if decl.high is None else run.bound(decl.high)
    keys = [run.compiler.expr(key) for key in node.keys]
    how, span, name = node.on_range, node.span, node.place

    def check(s: State, f: Slots, new: Any) -> Any:
        if new is None:
            return None
        given = [key(s, f) for key in keys]
        if low is not None and new < (least := low(s, given)):
            if how == "clamp":
                return least
            if how == "fail":
                raise DeadEnd(span, f"`{name}` would fall below {least}")
            raise fault(codes.RANGE, span, f"`{name}` would become {new}, but it is at least {least}")
        if high is not None and new > (most := high(s, given)):
            if how in ("clamp", "fail"):
                return most
            raise fault(codes.RANGE, span, f"`{name}` would become {new}, but it is at most {most}")
        if (low is None and new < -HABIT) or (high is None and new > HABIT):
            raise fault(
                codes.OVERFLOW,
                span,
                f"`{name}` would become {new}, but without a bound of its own it goes up to {HABIT:,} either way",
                help="give the variable a range, or let it grow less",
            )
        return new

    return check


def _require(run: Runner, node: tree.Require, path: str) -> Act:
    test, span = run.compiler.expr(node.test), node.span

    def act(s: State, f: Slots) -> None:
        if not test(s, f):
            raise DeadEnd(span, "what is required here does not hold")

    return act


# ------------------------------------------------------------------ moving


def things_of(run: Runner, expr: tree.Expr) -> Fn:
    """The components an expression names, as a tuple: one, none, a set, a list, or all in a zone."""
    fn, layout = run.compiler.expr(expr), run.layout
    match expr.type:
        case t.Zone():
            return lambda s, f: () if (z := fn(s, f)) is None else things_in(layout, s, z)
        case t.Maybe(t.Zone()):
            return lambda s, f: () if (z := fn(s, f)) is None else things_in(layout, s, z)
        case t.Set() if is_mask(expr.type):
            return lambda s, f: members(fn(s, f))
        case t.Set() | t.List():
            return fn
        case _:
            return lambda s, f: () if (x := fn(s, f)) is None else (x,)


def place_of(run: Runner, expr: tree.Expr) -> Fn:
    """Where something goes: a place, as in `State.place`; None where there is none."""
    fn, spaces = run.compiler.expr(expr), run.layout.spaces
    type = expr.type.of if isinstance(expr.type, t.Maybe) else expr.type
    match type:
        case t.Set():
            layout = run.layout

            def several(s: State, f: Slots) -> int | None:
                mask = fn(s, f)
                if not mask:
                    return None
                if all(mask & ~board for board in layout.boards):
                    raise DeadEnd(expr.span, "these spaces are not all of one board")
                return laid(layout, mask)

            return several
        case t.Space():
            return lambda s, f: None if (x := fn(s, f)) is None else -1 - x
        case t.Edge():
            return lambda s, f: None if (x := fn(s, f)) is None else -1 - spaces - x
        case t.Component() | t.Union():
            return lambda s, f: None if (x := fn(s, f)) is None else s.place[x]
        case _:
            return fn


def _supply(run: Runner, type: str, span: Any) -> Fn:
    layout = run.layout
    mask, decl = layout.components.type_masks[type], run.program.components[type]
    name = decl.plural or type

    owned = isinstance(decl.per, t.Player)
    supplies = [layout.zone_number("supply", (seat,)) for seat in range(layout.count)]

    def take(s: State, f: Slots) -> tuple[int, ...]:
        there = mask & s.zones[supplies[f[0]] if owned else layout.box]
        if not there:
            raise DeadEnd(span, f"no {name} left in the supply")
        return (lowest(there),)

    return take


def _move(run: Runner, node: tree.Move, path: str) -> Act:
    parts = []
    for part in node.parts:
        if part.supply is not None:
            things = _supply(run, part.supply, part.span)
        else:
            assert part.things is not None
            things = things_of(run, part.things)
        many = part.things is not None and isinstance(part.things.type, t.Set | t.List | t.Zone)
        masked = part.things is not None and is_mask(part.things.type)
        parts.append((things, place_of(run, part.to), part.bottom, part.slot, many, masked, part.span))
    mover, span = run.mover, node.span
    snapshot = run.carried_events
    move, move_one = mover.move, mover.move_one
    player = node.each_player
    if player is None and len(parts) == 1 and parts[0][3] is None:
        things, to, bottom, _, _, _, part_span = parts[0]

        def single(s: State, f: Slots) -> None:
            going = things(s, f)
            place = to(s, f)
            if going:
                if place is None:
                    raise DeadEnd(part_span, "there is no such place")
                force = run.in_force(s) if snapshot else None
                if len(going) == 1:
                    move_one(s, going[0], place, bottom, f[0], force, span, path)
                else:
                    move(s, [(c, place, bottom) for c in going], f[0], force, span, path)

        return single

    def collect(s: State, f: Slots) -> list[Going]:
        going: list[Going] = []
        for things, to, bottom, slot, many, masked, part_span in parts:
            found, place = things(s, f), to(s, f)
            if found and place is None:
                raise DeadEnd(part_span, "there is no such place")
            going += [(c, place, bottom) for c in found]
            if slot is not None:
                f[slot] = mask_of(found) if masked else found if many else found[0] if found else None
        return going

    def act(s: State, f: Slots) -> None:
        if player is None:
            going = collect(s, f)
        else:
            going = []
            for one in range(run.layout.count):
                f[player] = one
                going += collect(s, f)
        if going:
            move(s, going, f[0], run.in_force(s) if snapshot else None, span, path)

    return act


def _draw(run: Runner, node: tree.Draw, path: str) -> Act:
    amount, source, to = run.compiler.expr(node.amount), run.compiler.expr(node.source), place_of(run, node.to)
    mover, span, slot, layout = run.mover, node.span, node.slot, run.layout
    first = layout.vars["first_player"].base

    def draw(s: State, f: Slots, count: int) -> tuple[int, ...]:
        zone, found = source(s, f), []
        force = run.in_force(s) if run.carried_events else None
        for _ in range(count):
            c = mover.top(s, zone, span, path, f[0], force)
            if c is None:
                if node.exactly:
                    raise DeadEnd(span, f"`{layout.zones[zone].decl.name}` has too few left")
                break
            place = to(s, f)
            if place is None:
                raise DeadEnd(span, "there is no such place")
            mover.move_one(s, c, place, False, f[0], force, span, path)
            found.append(c)
        if len(found) < count:
            journal.note(s, "short", path, zone, count - len(found))
        return tuple(found)

    def act(s: State, f: Slots) -> None:
        found = draw(s, f, amount(s, f))
        if slot is not None:
            f[slot] = (found[0] if found else None) if node.single else found

    def deal(s: State, f: Slots) -> None:
        count, zone, me = amount(s, f), source(s, f), f[0]
        there, whole = mover.in_reach(s, zone), count * layout.count
        if there < whole:
            round_ = s.vars[layout.vars["round_number"].base]
            when = f" (round {round_})" if round_ else ""
            need = f"{layout.count} players need {count} each, {whole} in all"
            if layout.count == 1:
                need = f"1 player needs {count}"
            has = f"`{layout.zones[zone].decl.name}` has {there}"
            told = f"`deal` in `{run.rule_of(s, path)}`{when}: {need}, and {has}"
            raise fault(codes.DEAD_END, span, told, _still_in_the_box(run, s, zone))
        start = s.vars[first] or 0
        for i in range(layout.count):
            f[0] = (start + i) % layout.count
            draw(s, f, count)
        f[0] = me

    return deal if node.each_player else act


def _still_in_the_box(run: Runner, s: State, zone: int) -> str | None:
    """The cure for a zone to which nothing of what may lie there has come, since all of it is where it begins."""
    layout, decl = run.layout, run.layout.zones[zone].decl
    begins = mask_in(layout, s, layout.box)
    types = [each for each in run.program.components.values() if t.fits(t.Component(each.name), decl.of)]
    moves = [f"`move {each.plural} to {decl.name}`" for each in types if each.plural]
    if mask_in(layout, s, zone) or not moves or layout.everything(decl.of) & ~begins:
        return None
    return f"they all lie in the box, as in the beginning: {moves[0]} comes first"


def _shuffle(run: Runner, node: tree.Shuffle, path: str) -> Act:
    zone, mover = run.compiler.expr(node.zone), run.mover
    return lambda s, f: mover.shuffle(s, zone(s, f), path)


def _chance(run: Runner, node: tree.Chance, path: str) -> Act:
    slot, count, span = node.slot, run.compiler.expr(node.count), node.span
    faces = tuple(range(len(run.program.enums[node.enum].values)))
    name = node.enum

    def unseen(s: State, f: Slots) -> None:
        f[slot] = (VEIL,) * count(s, f)

    def act(s: State, f: Slots) -> None:
        f[slot] = dice = tuple([chance.one(s, faces, span) for _ in range(count(s, f))])
        if s.journal is not None:
            journal.note(s, "roll", path, name, dice)

    return unseen if run.veiled else act


def _flip(run: Runner, node: tree.Flip, path: str) -> Act:
    things, side, layout = things_of(run, node.things), node.side, run.layout
    signal, sided = layout.side_signal & run.watched, layout.sided
    count_of = [len(run.program.components[name].sides) for name in layout.components.type_of]

    def act(s: State, f: Slots) -> None:
        for c in things(s, f):
            if not sided >> c & 1:
                continue
            now = 0
            while not s.sides[now] >> c & 1:
                now += 1
            new = (now + 1) % count_of[c] if side is None else side
            if new != now:
                s.sides[now] ^= 1 << c
                s.sides[new] ^= 1 << c
                s.dirty |= signal
                if s.journal is not None:
                    journal.note(s, "flip", path, c, now, new)

    return act


def _show(run: Runner, node: tree.Show, path: str) -> Act:
    things, layout = things_of(run, node.things), run.layout
    players = run.compiler.mask_of(node.players) if node.players is not None else None

    def act(s: State, f: Slots) -> None:
        seers = layout.everybody if players is None else players(s, f)
        found = things(s, f)
        journal.note(s, "show", path, found, seers)
        heaps: dict[int, int] = {}
        for c in found:
            if layout.tracked >> c & 1 and not run.veiled:
                place = s.place[c]
                zone = place if place >= 0 else layout.board_zone
                inside = s.zones[place] if place >= 0 else None
                s.revealed += 1
                if isinstance(inside, tuple):
                    learning.shown(s, 1 << c, zone, seers, inside.index(c))
                else:
                    heaps[zone] = heaps.get(zone, 0) | 1 << c
        for zone, shown in heaps.items():
            learning.shown(s, shown, zone, seers, None)

    return act


# ------------------------------------------------------------------ flow that is a change of the state


def scope_height(s: State, run: Runner, kind: str) -> int:
    """The height of the nearest open scope of a kind; the whole game where there is none."""
    for height in range(len(s.frames) - 1, -1, -1):
        frame = s.frames[height]
        if frame[0] == SCOPE and run.codes[frame[1]].node.kind == kind:  # type: ignore[attr-defined]
            return height
    return -1


def _arm(run: Runner, node: tree.ArmRules, path: str) -> Act:
    numbers = {rule.name: number for number, rule in enumerate(run.program.rules)}
    rules = tuple(numbers[name] for name in node.rules)
    captured, kind = node.captured, node.scope

    def act(s: State, f: Slots) -> None:
        values = tuple([(there, f[here]) for here, there in captured])
        s.serial += 1
        s.armed = (*s.armed, (s.serial, scope_height(s, run, kind), rules, values, f[0]))
        s.dirty |= run.armed_signal

    return act


def turns_height(s: State) -> int | None:
    for height in range(len(s.frames) - 1, -1, -1):
        if s.frames[height][0] == TURNS:
            return height
    return None


def _next_turn(run: Runner, node: tree.NextTurn, path: str) -> Act:
    player, span = run.compiler.expr(node.player), node.span

    def act(s: State, f: Slots) -> None:
        height, p = turns_height(s), player(s, f)
        if height is None:
            raise DeadEnd(span, "nobody takes turns here")
        kind, code, order, _, *rest = s.frames[height]
        if p in order:
            s.frames[height] = (kind, code, order, order.index(p), *rest)

    return act


def _signal(run: Runner, node: tree.Signal, path: str) -> Act:
    def stop(s: State, f: Slots) -> None:
        raise Stop

    def end(s: State, f: Slots) -> None:
        raise End

    def drop_out(s: State, f: Slots) -> None:
        height = turns_height(s)
        if height is not None and f[0] is not None:
            kind, code, order, at, gone, *rest = s.frames[height]
            s.frames[height] = (kind, code, order, at, gone | 1 << f[0], *rest)

    return {"stop": stop, "end game": end, "drop out": drop_out}[node.kind]


def _log(run: Runner, node: tree.Log, path: str) -> Act:
    text = node.text
    return lambda s, f: journal.note(s, "log", path, text, f[0])


SIMPLE: dict[type, Callable[[Any, Any, str], Act]] = {
    tree.Bind: _bind,
    tree.Set: _set,
    tree.Require: _require,
    tree.Move: _move,
    tree.Draw: _draw,
    tree.Shuffle: _shuffle,
    tree.Chance: _chance,
    tree.Flip: _flip,
    tree.Show: _show,
    tree.Claim: claim,
    tree.ArmRules: _arm,
    tree.NextTurn: _next_turn,
    tree.Signal: _signal,
    tree.Log: _log,
}
