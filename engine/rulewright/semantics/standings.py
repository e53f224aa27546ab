"""What a type means where a `treat` is in force, and the values that go with it.

In: what counts as what (`Context.treats`), types and values. Out: an L that may also be a K is a union of component
types, worked with as sets; where one of these may lie on several spaces and elements are looked at, it is a *standing*:
the component on one of its spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.semantics.context import Context, Game, may_spread, op
from rulewright.semantics.symbols import Treats
from rulewright.semantics.walk import below
from rulewright.syntax import ast


def joined(game: Game, first: Treats, second: Treats) -> Treats:
    """Both together. What counts as something counts as all that this counts as, and nothing counts twice."""
    if not second or first == second:
        return first
    found: dict[str, list[str]] = {}
    for treats in (first, second):
        for name, members in treats.items():
            found.setdefault(name, []).extend(members)
    order = list(game.symbols.components)
    return {name: (name, *_sorted(order, name, _all(found, name))) for name in sorted(found, key=order.index)}


def _all(found: dict[str, list[str]], name: str) -> list[str]:
    reached = [name]
    for each in reached:
        reached += [member for member in found.get(each, ()) if member not in reached]
    return reached


def _sorted(order: list[str], name: str, members: Iterable[str]) -> list[str]:
    return [member for member in order if member in members and member != name]


def seen(game: Game, treats: Treats, type: t.Type) -> t.Type:
    """What a declared type means where these treats are in force."""

    def meant(type: t.Component | t.Union) -> t.Type:
        union = of_pieces(game, treats, type)
        if isinstance(union, t.Union) and union != type and may_spread(game, union):
            return t.Standing(union.name, union.members)
        return union

    return _with_elements(type, meant)


def taken(game: Game, treats: Treats, type: t.Type) -> t.Type:
    """What a declared type of something that is acted upon means: the components themselves, never standings."""
    return _with_elements(type, lambda of: of_pieces(game, treats, of))


def _with_elements(type: t.Type, meant: Callable[[t.Component | t.Union], t.Type]) -> t.Type:
    """The type with another one for the components in it."""
    match type:
        case t.Component() | t.Union():
            return meant(type)
        case t.Set(of):
            return t.Set(_with_elements(of, meant))
        case t.List(of):
            return t.List(_with_elements(of, meant))
        case t.Maybe(of):
            return t.Maybe(_with_elements(of, meant))
        case _:
            return type


def of_pieces(game: Game, treats: Treats, type: t.Component | t.Union) -> t.Component | t.Union:
    """The same as a type of components, whether or not one lies on several spaces."""
    names = (type.name,) if isinstance(type, t.Component) else type.members
    if not any(name in treats for name in names):
        return type
    members = tuple(dict.fromkeys(member for name in names for member in treats.get(name, (name,))))
    return union_of(game, members)


def union_of(game: Game, members: tuple[str, ...]) -> t.Component | t.Union:
    """The union of these types. It has a name that no declared type can have."""
    if len(members) == 1:
        return t.Component(members[0])
    union = t.Union(" or ".join(members), members)
    game.unions[union.name] = members
    return union


def names_of(cx: Context, component: str) -> tuple[str, ...]:
    """The types that a component type means here."""
    return cx.treats.get(component, (component,))


def elements(cx: Context, value: tree.Expr) -> tree.Expr:
    """A collection whose elements are looked at: where they may be on several spaces and count for each, standings."""
    of = t.element(value.type)
    if not isinstance(of, t.Union) or not may_spread(cx.game, of) or not _is_treated(cx, of):
        return value
    standing = t.Standing(of.name, of.members)
    type: t.Type = t.List(standing) if isinstance(value.type, t.List) else t.Set(standing)
    return op("standings", type, value.span, value)


def _is_treated(cx: Context, union: t.Union) -> bool:
    return any(members == union.members for members in cx.treats.values())


def pieces(cx: Context, value: tree.Expr) -> tree.Expr:
    """Standings as the components they are of; anything else as it is."""
    match value.type:
        case t.Standing(_, members):
            return op("standing_piece", union_of(cx.game, members), value.span, value)
        case t.Maybe(t.Standing(_, members)):
            return op("standing_piece", t.Maybe(union_of(cx.game, members)), value.span, value)
        case t.Set(t.Standing(_, members)) | t.List(t.Standing(_, members)):
            return op("standing_pieces", t.Set(union_of(cx.game, members)), value.span, value)
        case _:
            return value


def is_standing(type: t.Type) -> bool:
    return isinstance(type, t.Standing) or (isinstance(type, t.Maybe) and isinstance(type.of, t.Standing))


def piece_type(cx: Context, type: t.Type) -> t.Type:
    """The type of the component, of a standing; any other type as it is."""
    return union_of(cx.game, type.members) if isinstance(type, t.Standing) else type


def narrowed(cx: Context, type: t.Type, to: t.Type) -> t.Type:
    """What a value of a type is once it is known to be one of `to`: a standing stays one."""
    if isinstance(type, t.Standing) and isinstance(to, t.Component | t.Union):
        names = (to.name,) if isinstance(to, t.Component) else to.members
        return t.Standing(" or ".join(names), names)
    return to


def together(cx: Context, left: tree.Expr, right: tree.Expr) -> tuple[tree.Expr, tree.Expr] | None:
    """Two collections of components as standings of one type, if one of them must be; None if none need be."""
    a, b = t.element(left.type), t.element(right.type)
    if not isinstance(a, t.Component | t.Union | t.Standing) or not isinstance(b, t.Component | t.Union | t.Standing):
        return None
    first, second = elements(cx, left), elements(cx, right)
    if not isinstance(t.element(first.type), t.Standing) and not isinstance(t.element(second.type), t.Standing):
        return None
    names = [(x.name,) if isinstance(x, t.Component) else x.members for x in (a, b)]
    if names[0] == names[1] and not isinstance(a, t.Standing) and not isinstance(b, t.Standing):
        return None  # two sets of the same things are joined as sets
    members = tuple(dict.fromkeys((*names[0], *names[1])))
    wanted = t.Set(t.Standing(" or ".join(members), members))
    one, other = convert(cx, left, wanted), convert(cx, right, wanted)
    return None if one is None or other is None else (one, other)


def convert(cx: Context, value: tree.Expr, wanted: t.Type) -> tree.Expr | None:
    """A standing as what it stands for, or a component as a standing; None if it does not fit."""
    given, span = value.type, value.span
    match given, wanted:
        case (t.Standing() | t.Maybe(t.Standing()), t.Maybe(t.Space())) | (t.Standing(), t.Space()):
            return op("standing_space", wanted, span, value)
        case ((t.Standing() | t.Maybe(t.Standing())), _) if t.fits(pieces(cx, value).type, wanted):
            return pieces(cx, value)
        case (t.Set(t.Standing()) | t.List(t.Standing()), t.Set(t.Space())):
            return op("standing_spaces", t.Set(t.Space()), span, value)
        case (t.Set(t.Standing()) | t.List(t.Standing()), t.Set()) if t.fits(pieces(cx, value).type, wanted):
            return pieces(cx, value)
        case (t.Component() | t.Union() | t.Maybe(t.Component() | t.Union()), t.Standing(_, members)):
            return _stood(cx, value, given, wanted, members)
        case (t.Component() | t.Union() | t.Maybe(t.Component() | t.Union()), t.Maybe(t.Standing(_, members))):
            return _stood(cx, value, given, wanted, members)
        case (t.Set(of) | t.List(of), (t.Set(t.Standing(_, members)) | t.List(t.Standing(_, members)))):
            if isinstance(of, t.Component | t.Union) and t.fits(of, t.Union("", members)):
                return op("standings", wanted, span, value)
            if isinstance(of, t.Standing) and isinstance(wanted, t.Set) and t.fits(of, wanted.of):
                return value if isinstance(given, t.Set) else op("int_set", wanted, span, value)
            return None
        case _:
            return None


def _stood(cx: Context, value: tree.Expr, given: t.Type, wanted: t.Type, members: tuple[str, ...]) -> tree.Expr | None:
    of = given.of if isinstance(given, t.Maybe) else given
    if not t.fits(of, t.Union("", members)) or may_spread(cx.game, of):
        return None
    if isinstance(given, t.Maybe) and not isinstance(wanted, t.Maybe):
        return None
    return op("standing", wanted, value.span, value)


# ------------------------------------------------------------------ definitions


def inside(cx: Context, declared: ast.Define) -> Treats:
    """The treats in force in a definition that is read here: its own, and those of here that it can tell."""
    own = cx.game.treats_at(cx.symbols.bases.get(declared.name.text, declared.name.text))
    if not cx.treats:
        return own
    words = _words(cx.game, declared.name.text)
    told = {name: members for name, members in cx.treats.items() if names_type(cx.game, name, words)}
    return joined(cx.game, own, told)


def copy_of(cx: Context, declared: ast.Define) -> str:
    """The routine of a definition that is read here: its own, or a copy worked out under the treats of here."""
    name = declared.name.text
    treats = inside(cx, declared)
    own = cx.game.treats_at(cx.symbols.bases.get(name, name))
    if treats == joined(cx.game, own, own):
        return name
    copy = f"{name} ({', '.join(' or '.join(members) for members in treats.values())})"
    cx.game.copies.setdefault(copy, (declared, treats))
    return copy


def _words(game: Game, name: str) -> frozenset[str]:
    """Every name in a definition, and in those that it reads."""
    known = game.words.get(name)
    if known is None:
        known = game.words[name] = words_in(game, (game.symbols.defines[name],))
    return known


def words_in(game: Game, nodes: Iterable[ast.Node]) -> frozenset[str]:
    """Every name in these parts of the rules, and in the definitions that they read."""
    parts, reached, found = list(nodes), set[str](), set[str]()
    for part in parts:
        here = {node.text for node in below(part) if isinstance(node, ast.Name)}
        parts += [game.symbols.defines[word] for word in sorted(here - reached) if word in game.symbols.defines]
        reached |= here
        found |= here
    return frozenset(found)


def names_type(game: Game, component: str, words: frozenset[str]) -> bool:
    """Whether these words name the type, its plural or a union that it belongs to."""
    symbols = game.symbols
    unions = (name for name, union in symbols.unions.items() if any(m.text == component for m in union.members))
    plurals = (plural for plural, type in symbols.plurals.items() if type == component)
    return any(word in words for word in (component, *plurals, *unions))
