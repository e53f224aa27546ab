"""What things are called: in, a value and its type; out, the name a player answers with, a label, or a name for saves.

Names for answers are short and may coincide; `telling` adds what tells apart those that do. Names for saves never do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.core import types as t
from rulewright.runtime.bits import members
from rulewright.runtime.layout import Layout
from rulewright.runtime.places import located
from rulewright.runtime.state import State

Answer = str | int | list[Any] | bool | None
"""An answer as JSON."""


def name_of(layout: Layout, s: State, type: t.Type, value: Any) -> Any:
    """How a value is called in an answer: a text, a number, or a list of these."""
    if value is None:
        return "none"
    match type:
        case t.Maybe(of):
            return name_of(layout, s, of, value)
        case t.Bool():
            return "yes" if value else "no"
        case t.Int():
            return int(value)
        case t.Player():
            return layout.seats[value]
        case t.Enum(name):
            return layout.program.enums[name].values[value]
        case t.Space():
            return layout.geometry.names[value]
        case t.Edge():
            return layout.geometry.edge_names[value]
        case t.Component() | t.Union():
            return component_name(layout, s, value)
        case t.Zone():
            return zone_name(layout, value)
        case t.Standing():
            return kind_name(layout, value[0]) if value[1] is None else layout.geometry.names[value[1]]
        case t.Path():
            return [layout.geometry.edge_names[edge] for edge in value[1:]]
        case t.Set(of) if t.indexed(of):
            return [name_of(layout, s, of, x) for x in members(value)]
        case t.Set(of) | t.List(of):
            return [name_of(layout, s, of, x) for x in value]
        case _:
            return str(value)


def component_name(layout: Layout, s: State, c: int) -> str:
    """By its space (the first it covers) if it stands on a board, else by its row and what was generated."""
    place = s.place[c]
    return kind_name(layout, c) if place >= 0 else place_name(layout, -1 - located(layout, place)[0])


def place_name(layout: Layout, place: int) -> str:
    """A zone, a space, an edge, or several spaces by their names."""
    if place >= 0:
        return zone_name(layout, place)
    names = layout.geometry.names
    return ", ".join(
        names[at] if at < layout.spaces else layout.geometry.edge_names[at - layout.spaces]
        for at in located(layout, place)
    )


def kind_name(layout: Layout, c: int) -> str:
    """What equal components are called: `mill`, `herring`, `number red 3`, `hut`."""
    kind = layout.components.kind_of[c]
    name = layout.kind_names.get(kind)
    if name is None:
        name = layout.kind_names[kind] = _kind_name(layout, c)
    return name


def _kind_name(layout: Layout, c: int) -> str:
    parts = layout.components
    row = parts.row_of[c].decl
    values = [
        str(name_of(layout, layout.resting, t.element(source.type) or t.INT, value))
        for (_, source), value in zip(row.generators, parts.made_of[c], strict=True)
    ]
    if row.name != parts.type_of[c]:
        return " ".join([row.name, *values])
    return " ".join(values) if values else _snake(row.name)


def _snake(name: str) -> str:
    return "".join(
        f"_{letter.lower()}" if letter.isupper() and at else letter.lower() for at, letter in enumerate(name)
    )


def zone_name(layout: Layout, zone: int) -> str:
    """`box`, `agnes.hand`, `column[owls]`, `display[2]`."""
    info = layout.zones[zone]
    name, keys = info.decl.name, []
    for key, type in zip(info.keys, info.decl.keys, strict=True):
        word = (
            component_key(layout, key)
            if isinstance(type, t.Component | t.Union)
            else name_of(layout, layout.resting, type, key)
        )
        keys.append(str(word))
    if keys and isinstance(info.decl.keys[0], t.Player):
        name, keys = f"{keys[0]}.{name}", keys[1:]
    if info.parent is not None:
        keys.append(str(layout.zones[info.parent].slots.index(zone) + 1))
    return f"{name}[{', '.join(keys)}]" if keys else name


def component_key(layout: Layout, c: int) -> str:
    """A name that no other component has: `Building mill 2`, `Hut agnes 17`."""
    parts = layout.components
    words = [parts.type_of[c]]
    kind = kind_name(layout, c)
    if kind != _snake(parts.type_of[c]):
        words.append(kind)
    owner, share = parts.owner_of[c], parts.share_of[c]
    if owner is not None:
        words.append(layout.seats[owner])
    if share is not None:
        words.append(f"of {share + 1}")
    if parts.twins >> c & 1:
        words.append(str(parts.copy_of[c] + 1))
    return " ".join(words)


def telling(layout: Layout, s: State, type: t.Type, values: Sequence[Any]) -> list[Any]:
    """The names of several things that are offered together, each different: where two would be the same, what tells
    them apart is added, first the side that is up, then the place, then what variables say, last a number.
    """
    names = [name_of(layout, s, type, value) for value in values]
    if not isinstance(type, t.Component | t.Union):
        return names
    for more in (_side, _place, _owner, _variables):
        again = _repeated(names)
        if not again:
            return names
        names = [
            f"{name} {word}" if name in again and (word := more(layout, s, c)) else name
            for name, c in zip(names, values, strict=True)
        ]
    seen: dict[str, int] = {}
    again = _repeated(names)
    for at, name in enumerate(names):
        if name in again:
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1:
                names[at] = f"{name} {seen[name]}"
    return names


def _repeated(names: Sequence[Any]) -> set[Any]:
    seen: set[Any] = set()
    return {name for name in names if name in seen or seen.add(name)}  # type: ignore[func-returns-value]


def _side(layout: Layout, s: State, c: int) -> str:
    sides = layout.program.components[layout.components.type_of[c]].sides
    if len(sides) < 2:
        return ""
    return next((sides[k] for k, up in enumerate(s.sides) if up >> c & 1), "")


def _place(layout: Layout, s: State, c: int) -> str:
    return zone_name(layout, s.place[c]) if s.place[c] >= 0 else kind_name(layout, c)


def _owner(layout: Layout, s: State, c: int) -> str:
    owner = layout.components.owner_of[c]
    return "" if owner is None else layout.seats[owner]


def _variables(layout: Layout, s: State, c: int) -> str:
    words = []
    for slot in layout.slots_about(c):
        var = next(var for var in layout.vars.values() if var.base <= slot < var.base + var.size)
        words.append(str(name_of(layout, s, var.decl.type, s.vars[slot])))
    return " ".join(words)


def label_of(layout: Layout, s: State, type: t.Type, value: Any) -> str:
    """A value as a reader likes to see it: components with their titles."""
    if value is not None and isinstance(type, t.Component | t.Union):
        row = layout.components.row_of[value].decl
        name = component_name(layout, s, value)
        if s.place[value] < 0 or not row.title or row.title == row.name:
            return name.replace("_", " ")
        return row.title if name == row.name else f"{row.title} {name.removeprefix(row.name).strip()}"
    name = name_of(layout, s, type, value)
    if isinstance(name, list):
        return ", ".join(str(part) for part in name) or "nothing"
    return str(name).replace("_", " ") if not isinstance(type, t.Player) else str(name)


__all__ = [
    "Answer", "component_key", "component_name", "kind_name", "label_of", "name_of", "place_name", "telling",
    "zone_name",
]  # fmt: skip
