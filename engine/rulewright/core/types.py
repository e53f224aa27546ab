"""The types of the language, and which of them fit where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Int:
    """Exact whole numbers inside plus or minus 2**53 - 1."""


@dataclass(frozen=True, slots=True)
class Bool:
    """`yes` and `no`."""


@dataclass(frozen=True, slots=True)
class Text:
    """A label. Texts are compared and shown, never taken apart."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: an index from 0 in seating order."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board. `kind` is the declared space type (`Region`) or the board's name; empty fits every board."""

    kind: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of a graph board; `kind` is the declared edge type; empty fits every board."""

    kind: str = ""


@dataclass(frozen=True, slots=True)
class Enum:
    name: str


@dataclass(frozen=True, slots=True)
class Component:
    """A declared card, tile, piece or token type; empty fits all of them."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class Union:
    """A named union of component types; values are components."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A component of one of these types on one of the spaces it covers: what `treat` counts where some lie on several.
    A pair (component, space or None).
    """

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Set:
    """`set of T`. Indexed elements are held as a bit set; others, such as Int, as a sorted tuple without doubles."""

    of: Type


@dataclass(frozen=True, slots=True)
class List:
    of: Type


@dataclass(frozen=True, slots=True)
class Maybe:
    """`T?`."""

    of: Type


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone itself (not what lies in it), as `move` and `draw` want it."""

    of: Type


@dataclass(frozen=True, slots=True)
class Path:
    """A walk: `edges`, `spaces`, `end`."""


@dataclass(frozen=True, slots=True)
class Map:
    """Lines of letters: the picture of a board or a part of one."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Cells of a footprint."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A shape laid on a board: `spaces`, `turn`, `flipped`."""


@dataclass(frozen=True, slots=True)
class Action:
    """Statements carried by a card."""


@dataclass(frozen=True, slots=True)
class Score:
    """An expression over `me`, an Int, carried by a card."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of `none`; fits every `T?`."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of something already reported. Fits everything, so that one mistake gives one message."""


Type = (
    Int | Bool | Text | Player | Space | Edge | Enum | Component | Union | Standing | Set | List | Maybe | Zone | Path
    | Map | Shape | Placement | Action | Score | Nothing | Unknown
)  # fmt: skip

INT, BOOL, TEXT, PLAYER, UNKNOWN = Int(), Bool(), Text(), Player(), Unknown()


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of `given` can stand where `wanted` is expected, without conversion."""
    match given, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Nothing(), Maybe():
            return True
        case Maybe(a), Maybe(b):
            return fits(a, b)
        case _, Maybe(b):
            return fits(given, b)
        case Set(a), Set(b):
            return fits(a, b)
        case List(a), List(b):
            return fits(a, b)
        case Zone(a), Zone(b):
            return fits(a, b)
        case Space(), Space(kind):
            return kind in ("", given.kind)
        case Edge(), Edge(kind):
            return kind in ("", given.kind)
        case Component(), Component(name):
            return name in ("", given.name)
        case Component(name), Union(_, members):
            return name in members
        case Union(), Component(""):
            return True
        case (Union(_, members), Union(_, others)) | (Standing(_, members), Standing(_, others)):
            return set(members) <= set(others)
        case _:
            return given == wanted


def join(left: Type, right: Type) -> Type | None:
    """The smallest type both fit, or None."""
    if isinstance(left, Nothing):
        return right if isinstance(right, Maybe | Nothing) else Maybe(right)
    if isinstance(right, Nothing):
        return left if isinstance(left, Maybe) else Maybe(left)
    if fits(left, right):
        return right
    if fits(right, left):
        return left
    match left, right:
        case Maybe(a), Maybe(b):
            both = join(a, b)
            return None if both is None else Maybe(both)
        case (Maybe(a), b) | (b, Maybe(a)):
            both = join(a, b)
            return None if both is None else Maybe(both)
        case Set(a), Set(b):
            both = join(a, b)
            return None if both is None else Set(both)
        case List(a), List(b):
            both = join(a, b)
            return None if both is None else List(both)
        case Component() | Union(), Component() | Union():
            return Component()
        case Space(), Space():
            return Space()
        case Edge(), Edge():
            return Edge()
        case _:
            return None


def indexed(type: Type) -> bool:
    """Whether every value has an index in a finite universe, so that sets of it are bit sets."""
    return isinstance(type, Player | Space | Edge | Enum | Component | Union | Bool)


def ordered(type: Type) -> bool:
    """Whether a collection of this type is held as a tuple rather than as a bit set."""
    return isinstance(type, List) or (isinstance(type, Set) and not indexed(type.of))


def element(type: Type) -> Type | None:
    """What a collection holds; None if `type` is no collection."""
    return type.of if isinstance(type, Set | List | Zone) else None


def show(type: Type) -> str:
    """The type as a designer writes it."""
    match type:
        case Set(of):
            return f"set of {show(of)}"
        case List(of):
            return f"list of {show(of)}"
        case Zone(of):
            return f"zone of {show(of)}"
        case Maybe(of):
            return f"{show(of)}?"
        case Space(kind):
            return kind if kind[:1].isupper() else "Space"
        case Edge(kind):
            return kind or "Edge"
        case Enum(name):
            return name
        case Component(name):
            return name or "component"
        case Union(name, _) | Standing(name, _):
            return name
        case Action() | Score():
            return type.__class__.__name__.lower()
        case Nothing():
            return "none"
        case _:
            return type.__class__.__name__
