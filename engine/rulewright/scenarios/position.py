"""`given:` of a scenario: in, its facts and the state after setup; out, a position, and where the rules stand.

Facts about boards and the first player are read before the setup, since it may depend on them; all others after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_COMPONENTS
from rulewright.core.vocabulary import WORDS
from rulewright.report import codes
from rulewright.report.fixes import respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.runtime.bits import members
from rulewright.runtime.evaluate import slot_of
from rulewright.runtime.places import laid
from rulewright.runtime.placing import Filling, Impossible, Position, Standing, Wish, picture
from rulewright.runtime.state import State
from rulewright.runtime.walk import every
from rulewright.scenarios.reading import (
    Failed,
    Reader,
    Worked,
    described,
    failed,
    hinted,
    mask_of_type,
    seat,
    tokens,
    written,
)
from rulewright.syntax import ast

BUILT_IN: Mapping[str, t.Type] = {"first_player": t.PLAYER, "turn_order": t.List(t.PLAYER), "round_number": t.INT}
"""Variables that belong to the language."""

Pictures = Mapping[tuple[str, int | None], tuple[tuple[str, ...], ...]]


@dataclass(slots=True)
class Facts:
    """The facts of a scenario, sorted by what they are about."""

    boards: list[ast.FactHolds] = field(default_factory=list)
    first: ast.FactIs | None = None
    things: list[ast.FactIs | ast.FactHolds | ast.FactShowing] = field(default_factory=list)
    chance: list[ast.Spot] = field(default_factory=list)
    flow: list[ast.FactFlow] = field(default_factory=list)
    turn: ast.FactTurn | None = None


def sorted_facts(reader: Reader, scenario: ast.Scenario) -> Facts:
    found = Facts()
    for part in scenario.parts:
        if isinstance(part, ast.Given):
            for fact in part.facts:
                _sort(reader, found, fact)
    return found


def _sort(reader: Reader, found: Facts, fact: ast.Fact) -> None:
    match fact:
        case ast.FactHolds() if board_named(reader, fact.place) is not None:
            found.boards.append(fact)
        case ast.FactIs(place=ast.Ref(name=name)) if name.text == "first_player":
            found.first = fact
        case ast.FactIs() | ast.FactHolds() | ast.FactShowing():
            found.things.append(fact)
        case ast.FactChance(items=items):
            found.chance += items
        case ast.FactFlow():
            found.flow.append(fact)
        case ast.FactTurn():
            found.turn = fact


# ------------------------------------------------------------------ before the setup


def first_player(reader: Reader, facts: Facts) -> int | None:
    """Who is said to begin; else, where that is drawn, whose turn it is, so that no scenario depends on the draw."""
    if facts.first is None:
        return seat(reader, facts.turn.player) if facts.turn is not None and _is_drawn(reader) else None
    value = written(reader, facts.first.value, t.PLAYER)
    found: int = value.on(reader.layout.resting)
    return found


def _is_drawn(reader: Reader) -> bool:
    first = reader.program.first_player
    chance = {word.name for word in WORDS.values() if word.kind == "chance"}
    return first is not None and any(isinstance(node, tree.Op) and node.name in chance for node in every(first))


def board_named(reader: Reader, place: ast.Expr) -> tuple[str, ast.Name | None] | None:
    """The board that is meant, and whose it is."""
    match place:
        case ast.Ref(name=name) if name.text in reader.program.boards:
            return name.text, None
        case ast.Dot(base=ast.Ref(name=owner), name=name, arguments=None) if name.text in reader.program.boards:
            return name.text, owner
        case _:
            return None


def pictures(reader: Reader, facts: Facts) -> Pictures:
    """The boards whose sectors are given. Raises Failed."""
    found: dict[tuple[str, int | None], tuple[tuple[str, ...], ...]] = {}
    for fact in facts.boards:
        board = board_named(reader, fact.place)
        assert board is not None
        name, owner = board
        if (owner is None) == bool(reader.program.boards[name].keys):
            said = f"there is one `{name}` for each player" if owner is None else f"`{name}` belongs to nobody"
            cure = f"write `{reader.seats[0]}.{name}`" if owner is None else f"write `{name}`"
            raise failed(codes.ARGUMENTS, fact.place.span, said, help=cure)
        parts = [part for part in reader.program.boards[name].parts if part.kind == "placed"]
        if not parts:
            raise failed(
                codes.IMPOSSIBLE_POSITION, fact.span, f"`{name}` is not laid out of parts", help="leave this line out"
            )
        try:
            found[name, None if owner is None else seat(reader, owner)] = picture(
                reader.layout, name, _sectors(reader, parts, fact)
            )
        except Impossible as problem:
            raise failed(codes.IMPOSSIBLE_POSITION, fact.span, problem.message, help=problem.help) from None
    return found


def _sectors(reader: Reader, parts: Sequence[Any], fact: ast.FactHolds) -> list[tuple[int, int]]:
    """Each part that is laid, and by how much it is turned."""
    of = t.element(parts[0].source.type)
    allowed = mask_of_type(reader, of or t.Component())
    found: list[tuple[int, int]] = []
    for spot in fact.items:
        mask = described(reader, tokens((spot.place, *spot.values)), allowed)
        if not mask:
            raise _unknown_thing(reader, spot, allowed)
        free = [c for c in members(mask) if c not in [other for other, _ in found]]
        if not free:
            raise failed(
                codes.IMPOSSIBLE_POSITION, spot.span, f"`{spot.span.text}` is named more often than it is there"
            )
        found.append((free[0], spot.turned or 0))
    return found


# ------------------------------------------------------------------ after the setup


def position(reader: Reader, state: State, facts: Facts) -> Position:
    """What lies where and which value is which. Raises Failed."""
    values: list[tuple[int, Any]] = []
    fillings: list[Filling] = []
    standings: list[Standing] = []
    for fact in facts.things:
        match fact:
            case ast.FactIs():
                values.append(_value(reader, state, fact))
            case ast.FactHolds(kind="at"):
                standings.append(_standing(reader, state, fact))
            case ast.FactHolds():
                fillings.append(_filling(reader, state, fact))
            case ast.FactShowing():
                pass
    return Position(tuple(values), tuple(fillings), _joined(standings))


def turned(reader: Reader, state: State, facts: Facts) -> list[tuple[int, int]]:
    """What is turned to another side, with the number of the side; asked once everything is in its place."""
    found = []
    for fact in facts.things:
        if isinstance(fact, ast.FactShowing):
            mask = _things(written(reader, fact.place), state)
            found += [(component, _side(reader, component, fact.side)) for component in members(mask)]
    return found


def _things(worked: Worked, state: State) -> int:
    value, type = worked.on(state), worked.core.type
    if value is None:
        return 0
    inner = type.of if isinstance(type, t.Maybe | t.Set | t.List) else type
    if not isinstance(inner, t.Component | t.Union):
        raise failed(codes.MISMATCH, worked.core.span, "only components have sides")
    if isinstance(value, int):
        return value if isinstance(type, t.Set) else 1 << value
    mask = 0
    for component in value:
        mask |= 1 << component
    return mask


def _side(reader: Reader, component: int, side: ast.Name) -> int:
    type = reader.layout.components.type_of[component]
    sides = reader.program.components[type].sides
    if side.text not in sides:
        raise failed(
            codes.UNKNOWN,
            side.span,
            f"`{side.text}` is no side of a {type}",
            help=f"did you mean `{guess}`?"
            if (guess := nearest(side.text, sides))
            else f"its sides are {' and '.join(sides)}"
            if sides
            else f"a {type} has no sides of its own",
            fixes=respelling(side.span, side.text, sides),
        )
    return sides.index(side.text)


def _value(reader: Reader, state: State, fact: ast.FactIs) -> tuple[int, Any]:
    match fact.place:
        case ast.Ref(name=name) if name.text in BUILT_IN:
            slot = reader.layout.var_slot(name.text, ())
            return slot, written(reader, fact.value, BUILT_IN[name.text]).on(state)
        case _:
            pass
    place = hinted(reader, fact.place, t.INT)
    core = place.core
    if not isinstance(core, tree.Get):
        cure = "say what lies there: `Z holds a, b`" if isinstance(core.type, t.Zone) else None
        raise failed(codes.NOT_SETTABLE, fact.place.span, "only a variable has a value that can be given", help=cure)
    at = slot_of(reader.compiler, core.place, core.keys)
    slot = at if isinstance(at, int) else at(state, [None] * max(2, len(place.slots)))
    if slot is None:
        raise failed(codes.IMPOSSIBLE_POSITION, fact.place.span, "there is no such variable here")
    value = written(reader, fact.value, core.type).on(state)
    _check_range(reader, state, core, slot, value, fact.span)
    return slot, value


def _check_range(reader: Reader, state: State, core: tree.Get, slot: int, value: Any, span: Span) -> None:
    var = reader.layout.vars[core.place]
    if value is None or isinstance(value, bool) or not isinstance(value, int):
        return
    keys = []
    at = slot - var.base
    for universe in reversed(var.universes):
        at, index = divmod(at, len(universe.values))
        keys.append(universe.values[index])
    slots = [None, None, *reversed(keys)]
    for bound, outside, words in ((var.decl.low, -1, "least"), (var.decl.high, 1, "most")):
        if bound is None:
            continue
        limit = Worked(bound, reader, ["", *map(str, slots)]).reader.compiler.expr(bound)(state, [*slots, *[None] * 8])
        if (value - limit) * outside > 0:
            raise failed(codes.IMPOSSIBLE_POSITION, span, f"`{core.place}` is at {words} {limit}, not {value}")


def _filling(reader: Reader, state: State, fact: ast.FactHolds) -> Filling:
    place = hinted(reader, fact.place, t.Zone(t.Component()))
    if not isinstance(place.core.type, t.Zone):
        raise failed(
            codes.WRONG_KIND,
            fact.place.span,
            f"things lie in a zone; this is a {t.show(place.core.type)}",
            help="pieces stand on a board: `agnes.pawns at r1c1`",
        )
    zone = place.on(state)
    if zone is None:
        raise failed(codes.IMPOSSIBLE_POSITION, fact.place.span, "there is no such zone here")
    allowed = mask_of_type(reader, reader.layout.zones[zone].decl.of)
    wishes = [wish for spot in fact.items for wish in wishes_of(reader, spot, allowed)]
    if reader.layout.zones[zone].kind in ("deck", "stack"):
        wishes.reverse()
    return Filling(zone, tuple(wishes), fact.kind == "holds", fact.span)


def wishes_of(reader: Reader, spot: ast.Spot, allowed: int) -> list[Wish]:
    """What a spot names, once for each that is meant: `2 net`, `mill showing used`, nothing for `{}`."""
    if isinstance(spot.place, ast.SetLiteral):
        inner = [ast.Spot(span=item.span, place=item) for item in spot.place.items]
        return [wish for each in inner for wish in wishes_of(reader, each, allowed)]
    words = tokens((spot.place, *spot.values))
    mask = described(reader, words, allowed)
    if not mask:
        raise _unknown_thing(reader, spot, allowed)
    if spot.turned is not None:
        raise failed(codes.UNEXPECTED, spot.span, "only the parts of a board are turned", help="a face is `showing` up")
    side = None if spot.showing is None else _side(reader, members(mask)[0], spot.showing)
    return [Wish(mask, " ".join(words), spot.span, side) for _ in range(_times(spot))]


def _times(spot: ast.Spot) -> int:
    """How many of it are meant. No table holds more than so many things, and no list of that length is made."""
    count = 1 if spot.count is None else spot.count
    if count > MOST_COMPONENTS:
        raise failed(
            codes.IMPOSSIBLE_POSITION,
            spot.span,
            f"{count} are too many: at most {MOST_COMPONENTS} things lie on a table",
        )
    return count


def _unknown_thing(reader: Reader, spot: ast.Spot, allowed: int) -> Failed:
    words = " ".join(tokens((spot.place, *spot.values)))
    parts = reader.layout.components
    known = dict.fromkeys(parts.row_of[c].decl.name for c in members(allowed))
    known |= dict.fromkeys(value for enum in reader.program.enums.values() for value in enum.values)
    known = {name: None for name in known if described(reader, [name], allowed)}
    if described(reader, tokens((spot.place, *spot.values)), parts.type_masks[""]):
        return failed(codes.IMPOSSIBLE_POSITION, spot.span, f"`{words}` cannot lie here")
    written = [spot.place, *spot.values]
    if len(written) > 1 and described(reader, tokens(written[:1]), allowed):
        return _unknown_value(reader, spot, allowed, words)
    guess = nearest(words.split()[0], known)
    return failed(
        codes.UNKNOWN,
        spot.place.span.to((spot.values or (spot.place,))[-1].span) if guess is None else spot.place.span,
        f"there is no component called `{words}` that could lie here",
        help=f"did you mean `{guess}`?" if guess else None,
        fixes=respelling(spot.place.span, words.split()[0], known),
    )


def _unknown_value(reader: Reader, spot: ast.Spot, allowed: int, words: str) -> Failed:
    """There are such components, but none with what stands behind the name."""
    written = [spot.place, *spot.values]
    fits = next(n for n in range(len(written) - 1, 0, -1) if described(reader, tokens(written[:n]), allowed))
    wrong = written[fits]
    known = {word for enum in reader.program.enums.values() for word in enum.values}
    known = {word for word in known if described(reader, [*tokens(written[:fits]), word], allowed)}
    near = sorted(known | {"showing", "turned"})
    guess = nearest(wrong.span.text, near)
    return failed(
        codes.UNKNOWN,
        wrong.span,
        f"there is no component called `{words}` that could lie here",
        label=f"none is called so behind `{' '.join(tokens(written[:fits]))}`",
        help=f"did you mean `{guess}`?" if guess else None,
        fixes=respelling(wrong.span, wrong.span.text, near),
    )


# ------------------------------------------------------------------ pieces


def _standing(reader: Reader, state: State, fact: ast.FactHolds) -> Standing:
    group = group_named(reader, fact.place)
    wishes = []
    for spot in fact.items:
        side = None if spot.showing is None else _side(reader, members(group)[0], spot.showing)
        for place in _places(reader, state, group, spot):
            if place >= 0 and group & ~mask_of_type(reader, reader.layout.zones[place].decl.of):
                raise failed(codes.IMPOSSIBLE_POSITION, spot.span, f"`{fact.place.span.text}` cannot lie here")
            wishes.append((Wish(group, fact.place.span.text, spot.span, side), place))
    return Standing(group, tuple(wishes), fact.span)


def group_named(reader: Reader, place: ast.Expr) -> int:
    """`agnes.huts`, `pawns`, `guild`: the components meant before `at`."""
    symbols, parts = reader.symbols, reader.layout.components
    span = place.span
    match place:
        case ast.Dot(base=ast.Ref(name=owner), name=name, arguments=None) if owner.text in reader.seats:
            type = symbols.plurals.get(name.text) or symbols.singulars.get(name.text)
            if type is not None:
                return parts.type_masks[type] & parts.owner_masks[reader.seats.index(owner.text)]
            near = nearest(name.text, [*symbols.plurals, *symbols.singulars])
            span = name.span
        case ast.Ref(name=name):
            mask = described(reader, [name.text], parts.type_masks[""])
            if mask:
                return mask
            near = nearest(name.text, [*symbols.plurals, *symbols.singulars, *symbols.row_types])
        case _:
            near = None
            if isinstance(place, ast.Dot) and isinstance(place.base, ast.Ref):
                seat(reader, place.base.name)
    raise failed(
        codes.UNKNOWN,
        span,
        f"`{place.span.text}` names no components",
        help=f"did you mean `{near}`?" if near else "name them by player and kind: `agnes.pawns at r1c1`",
        fixes=() if near is None else respelling(span, span.text, [near]),
    )


def _ground(reader: Reader, group: int, spaces: int, spot: ast.Spot) -> int:
    """The place of something that covers these spaces."""
    layout = reader.layout
    if spaces & (spaces - 1) and group & ~layout.spreading:
        raise failed(codes.IMPOSSIBLE_POSITION, spot.span, "no rule lays this on several spaces at once")
    if all(spaces & ~board for board in layout.boards):
        raise failed(codes.IMPOSSIBLE_POSITION, spot.span, "these spaces are not all of one board")
    return laid(layout, spaces)


def _places(reader: Reader, state: State, group: int, spot: ast.Spot) -> list[int]:
    """Places, as in `State.place`: one, as often as it is counted; none for `{}`."""
    if isinstance(spot.place, ast.SetLiteral) and not spot.place.items:
        return []
    braces = isinstance(spot.place, ast.SetLiteral)
    place = hinted(reader, spot.place, t.Set(t.Space()) if braces else t.Space())
    value, type = place.on(state), place.core.type
    if isinstance(type, t.Maybe):
        type = type.of
    count = _times(spot)
    match type:
        case t.Set(t.Space()) if value:
            return [_ground(reader, group, value, spot)] * count
        case t.Space() if value is not None:
            return [-1 - value] * count
        case t.Edge() if value is not None:
            return [-1 - reader.layout.spaces - value] * count
        case t.Zone() if value is not None:
            return [value] * count
        case _:
            raise failed(codes.IMPOSSIBLE_POSITION, spot.span, f"`{spot.span.text}` is no place where something can be")


def _joined(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Several facts about the same pieces are one."""
    found: dict[int, Standing] = {}
    for standing in standings:
        other = found.get(standing.group)
        if other is None:
            found[standing.group] = standing
        else:
            found[standing.group] = Standing(standing.group, (*other.wishes, *standing.wishes), other.span)
    return tuple(found.values())


# ------------------------------------------------------------------ chance


def rigged(reader: Reader, facts: Facts) -> tuple[Any, ...]:
    """The values that chance brings, in their order."""
    return tuple(value for spot in facts.chance for value in _drawn(reader, spot))


def _drawn(reader: Reader, spot: ast.Spot) -> list[Any]:
    words = tokens((spot.place, *spot.values))
    count = _times(spot)
    for enum in _rolled_first(reader):
        values = reader.program.enums[enum].values
        if len(words) == 1 and words[0] in values:
            return [values.index(words[0])] * count
    if len(words) == 1 and words[0] in reader.seats:
        return [reader.seats.index(words[0])] * count
    if len(words) == 1 and words[0] in reader.layout.geometry.index:
        return [reader.layout.geometry.index[words[0]]] * count
    if len(words) == 1 and words[0].isdecimal():
        return [int(words[0])] * count
    mask = described(reader, words, reader.layout.all_components)
    if mask:
        return list(members(mask)[:count])
    if len(words) > 1 and described(reader, words[:1], reader.layout.all_components):
        raise _unknown_value(reader, spot, reader.layout.all_components, " ".join(words))
    known = [value for enum in _rolled_first(reader) for value in reader.program.enums[enum].values]
    guess = nearest(" ".join(words), known)
    raise failed(
        codes.UNKNOWN,
        spot.span,
        f"chance never brings `{' '.join(words)}`",
        help=f"did you mean `{guess}`?" if guess else None,
        fixes=respelling(spot.span, " ".join(words), known),
    )


def _rolled_first(reader: Reader) -> list[str]:
    """The enums of the game, those on dice before all others."""
    rolled = dict.fromkeys(
        node.enum
        for routine in reader.program.routines.values()
        for node in every(routine.body)
        if isinstance(node, tree.Chance)
    )
    return list(rolled | dict.fromkeys(reader.program.enums))
