"""Who knows where what is. In: what was moved, shown and shuffled, and who saw it. Out: for each observer, the zones
that a component may be in. Knows no machine: zones, components and seats are numbers.

Only components that are ever hidden are tracked; for all others a call costs nothing. Zone numbers are free to choose.
All spaces of boards can share one number, since everybody sees what stands there. How many lie in a zone is taken to be
seen by all, except for zones given as `vague`.

An observer's knowledge is never wrong: what is excluded is impossible. It is not always complete, since it keeps the
places of single components and not which combinations of them are possible.

Equal components are `alike`: nobody sees which of them is which. Where an observer sees one of them, what was known of
any of those that it may be goes with it, so that all knowledge, but for their names, follows from what was seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from rulewright.runtime.bits import mask_of, members

Zone = int
Component = int
Seat = int


class Observer(NamedTuple):
    """groups: (mask of zones, mask of the components that may be in exactly these), by mask of zones.
    places: for zones with an order, the components whose position is known: (zone, ((index from the bottom, component),
    …)), by zone; a zone of which no position is known is left out.
    """

    groups: tuple[tuple[int, int], ...]
    places: tuple[tuple[Zone, tuple[tuple[int, Component], ...]], ...] = ()


class Knowledge(NamedTuple):
    """tracked: mask of components. ordered, vague: masks of zones. sizes: (zone, how many tracked components lie
    there), by zone, without empty ones. observers: one for each seat. alike: masks of equal components, none in two.
    """

    tracked: int
    ordered: int
    vague: int
    sizes: tuple[tuple[Zone, int], ...]
    observers: tuple[Observer, ...]
    alike: tuple[int, ...] = ()


class Part(NamedTuple):
    """Components that go from one zone to another at the same time, `things` in the order they are taken and laid down.

    seen_by: mask of the seats that see which components these are.
    taken: from which end of an ordered zone, as everybody sees; `anywhere`: from a place that is not seen.
    laid: on which end of an ordered zone.
    """

    things: tuple[Component, ...]
    source: Zone
    target: Zone
    seen_by: int
    taken: Literal["top", "bottom", "anywhere"] = "anywhere"
    laid: Literal["top", "bottom"] = "top"


def start(
    seats: int,
    tracked: int,
    contents: Mapping[Zone, Sequence[Component] | int],
    ordered: int = 0,
    vague: int = 0,
    alike: Iterable[int] = (),
) -> Knowledge:
    """Everybody knows where everything is. `contents`: what is in each zone, a mask or a sequence from its bottom."""
    groups: dict[int, int] = {}
    places: dict[Zone, dict[int, Component]] = {}
    sizes: dict[Zone, int] = {}
    for zone, inside in contents.items():
        here = inside if isinstance(inside, int) else mask_of(inside)
        here &= tracked
        if here:
            groups[1 << zone] = here
            sizes[zone] = here.bit_count()
            if ordered >> zone & 1 and not isinstance(inside, int):
                places[zone] = dict(enumerate(inside))
    observers = (_observer(groups, places),) * seats
    return Knowledge(tracked, ordered, vague, tuple(sorted(sizes.items())), observers, tuple(alike))


def moved(k: Knowledge, parts: Iterable[Part]) -> Knowledge:
    """All parts move at once: what is known of each source is what was known before any of them."""
    going = [_only(part, k.tracked) for part in parts]
    going = [(part, things) for part, things in going if things]
    if not going:
        return k
    before = dict(k.sizes)
    after = before.copy()
    moves_order = False
    for part, things in going:
        count = things.bit_count()
        after[part.source] -= count
        after[part.target] = after.get(part.target, 0) + count
        moves_order = moves_order or bool(k.ordered & (1 << part.source | 1 << part.target))
    sizes = tuple(sorted([pair for pair in after.items() if pair[1]]))
    observers = []
    for seat, observer in enumerate(k.observers):
        groups, places = dict(observer.groups), _places(observer) if observer.places or moves_order else {}
        named, all_named = [], True
        for part, things in going:
            told = things if part.seen_by >> seat & 1 else _recognised(part, places)
            named.append((part, told))
            all_named = all_named and told == things
        _identify(k, groups, places, named, before)
        if all_named:
            _carry_named(groups, named)
        else:
            groups = _carry(k, groups, places, named, before)
            _settle(groups, after, k.vague)
        if moves_order:
            _reorder(k, places, named, before)
            observers.append(_observer(groups, places))
        else:
            observers.append(Observer(tuple(sorted(groups.items())), observer.places))
    return k._replace(sizes=sizes, observers=tuple(observers))


def shuffled(k: Knowledge, zone: Zone) -> Knowledge:
    """Nobody knows a position in that zone any more; what may be in it stays as it was."""
    observers = tuple(
        Observer(observer.groups, tuple(place for place in observer.places if place[0] != zone))
        for observer in k.observers
    )
    return k._replace(observers=observers)


def shown(k: Knowledge, things: int, zone: Zone, observers: int, index: int | None = None) -> Knowledge:
    """These seats (a mask) now know that these components (a mask) lie in that zone, and, if it is one component in a
    zone with an order and `index` is given, at which place from the bottom.
    """
    things &= k.tracked
    if not things:
        return k
    sizes = dict(k.sizes)
    seats = list(k.observers)
    for seat in members(observers):
        groups, places = dict(seats[seat].groups), _places(seats[seat])
        if index is not None and k.ordered >> zone & 1:
            _exchange(k, groups, things, zone, mask_of(places.get(zone, {}).values()))
            _learn(groups, things, zone, sizes, k.vague)
            places.setdefault(zone, {})[index] = things.bit_length() - 1
        else:
            news = _news(k, groups, things, zone)
            _part_with(k, groups, news, zone)
            _learn(groups, news, zone, sizes, k.vague)
        seats[seat] = _observer(groups, places)
    return k._replace(observers=tuple(seats))


def ruled_out(k: Knowledge, things: int, zone: Zone) -> Knowledge:
    """Everybody now knows that none of these components (a mask) lies in that zone; what comes there later may."""
    sizes, bit = dict(k.sizes), 1 << zone
    seats = []
    for observer in k.observers:
        groups = dict(observer.groups)
        for zones, components in observer.groups:
            out = components & things
            if out and zones & bit and not _single(zones):
                groups[zones] ^= out
                if not groups[zones]:
                    del groups[zones]
                groups[zones ^ bit] = groups.get(zones ^ bit, 0) | out
        _settle(groups, sizes, k.vague)
        seats.append(Observer(tuple(sorted(groups.items())), observer.places))
    return k._replace(observers=tuple(seats))


def may_be(k: Knowledge, observer: Seat, component: Component) -> int:
    """The mask of zones a tracked component may be in."""
    for zones, components in k.observers[observer].groups:
        if components >> component & 1:
            return zones
    raise KeyError(f"component {component} is not tracked")


def of_all(k: Knowledge, component: Component) -> tuple[int, ...]:
    """The mask of zones that a tracked component may be in, for each seat."""
    return tuple(may_be(k, seat, component) for seat in range(len(k.observers)))


def knows(k: Knowledge, observer: Seat, component: Component) -> bool:
    """Whether the observer knows which zone the component is in; true for all that are not tracked."""
    return not k.tracked >> component & 1 or _single(may_be(k, observer, component))


def surely_in(k: Knowledge, observer: Seat, zone: Zone) -> int:
    """The tracked components that are certainly in the zone."""
    return dict(k.observers[observer].groups).get(1 << zone, 0)


def possibly_in(k: Knowledge, observer: Seat, zone: Zone) -> int:
    """The tracked components that may be in the zone."""
    found = 0
    for zones, components in k.observers[observer].groups:
        if zones >> zone & 1:
            found |= components
    return found


def known_places(k: Knowledge, observer: Seat, zone: Zone) -> tuple[tuple[int, Component], ...]:
    """(index from the bottom, component) where the position in an ordered zone is known."""
    return dict(k.observers[observer].places).get(zone, ())


def size(k: Knowledge, zone: Zone) -> int:
    """How many tracked components lie in the zone."""
    return dict(k.sizes).get(zone, 0)


def renumbered(k: Knowledge, numbers: Sequence[Component]) -> Knowledge:
    """The same with component c called numbers[c], for a canonical form."""

    def other(components: int) -> int:
        return mask_of(numbers[component] for component in members(components))

    observers = tuple(
        Observer(
            tuple((zones, other(components)) for zones, components in observer.groups),
            tuple(
                (zone, tuple((index, numbers[component]) for index, component in known))
                for zone, known in observer.places
            ),
        )
        for observer in k.observers
    )
    return k._replace(tracked=other(k.tracked), observers=observers)


def to_json(k: Knowledge) -> dict[str, Any]:
    """Lists of numbers instead of masks."""
    return {
        "tracked": list(members(k.tracked)),
        "ordered": list(members(k.ordered)),
        "vague": list(members(k.vague)),
        "sizes": [list(pair) for pair in k.sizes],
        "observers": [
            {
                "groups": [[list(members(zones)), list(members(components))] for zones, components in observer.groups],
                "places": [[zone, [list(pair) for pair in known]] for zone, known in observer.places],
            }
            for observer in k.observers
        ],
    }


def from_json(data: Mapping[str, Any], like: Knowledge) -> Knowledge:
    """`like`: any knowledge of the same components and zones. Raises ValueError if it is of others."""
    of = mask_of(data["tracked"]), mask_of(data["ordered"]), mask_of(data["vague"])
    if of != like[:3] or len(data["observers"]) != len(like.observers):
        raise ValueError("what is known is of other components or zones")
    return like._replace(
        sizes=tuple((zone, size) for zone, size in data["sizes"]),
        observers=tuple(
            Observer(
                tuple((mask_of(zones), mask_of(components)) for zones, components in observer["groups"]),
                tuple(
                    (zone, tuple((index, component) for index, component in known))
                    for zone, known in observer["places"]
                ),
            )
            for observer in data["observers"]
        ),
    )


# ------------------------------------------------------------------ one observer


def _identify(
    k: Knowledge,
    groups: dict[int, int],
    places: dict[Zone, dict[int, Component]],
    named: Sequence[tuple[Part, int]],
    before: Mapping[Zone, int],
) -> None:
    """What is named lies in the zone that it is about to leave."""
    told: dict[Zone, int] = {}
    sighted: dict[Zone, bool] = {}
    for part, things in named:
        if things:
            told[part.source] = told.get(part.source, 0) | things
            sighted[part.source] = sighted.get(part.source, True) and part.taken != "anywhere"
    for zone, things in told.items():
        if things & ~groups.get(1 << zone, 0) or (zone in places and not sighted[zone]):
            pinned = mask_of(places.get(zone, {}).values())
            if pinned and not sighted[zone] and _others(k, groups, things, zone):
                del places[zone]  # it may be one of those whose positions were known, or not
                pinned = 0
            _exchange(k, groups, things, zone, pinned)
            _learn(groups, things, zone, before, k.vague)


def _exchange(k: Knowledge, groups: dict[int, int], things: int, zone: Zone, pinned: int) -> None:
    """Of equal components those become certain to lie in the zone that do: what is known of others, unless they are
    `pinned` to a position, is as well known of them."""
    certain = groups.get(1 << zone, 0)
    if not things & ~certain:
        return
    for same in k.alike:
        new, spare = things & same & ~certain, certain & same & ~things & ~pinned
        while new and spare:
            one, other = new & -new, spare & -spare
            zones = next(zones for zones, components in groups.items() if components & one)
            groups[zones] ^= one | other
            groups[1 << zone] ^= one | other
            new ^= one
            spare ^= other
    _part_with(k, groups, things & ~groups.get(1 << zone, 0), zone)


def _news(k: Knowledge, groups: Mapping[int, int], things: int, zone: Zone) -> int:
    """Those of the components seen in a zone that are more than were known to be there, equal ones counted."""
    certain = groups.get(1 << zone, 0)
    news = things & ~certain
    for same in k.alike:
        spare = (certain & same & ~things).bit_count()
        for c in members(news & same)[:spare]:
            news ^= 1 << c
    return news


def _part_with(k: Knowledge, groups: dict[int, int], things: int, zone: Zone) -> None:
    """These, of which it was not certain, turn out to lie in the zone. Equal ones of which it was not certain either
    may be what these were taken for: what was thought of them, in order, is spread over those that are left."""
    for same in k.alike if things else ():
        found = things & same
        if not found:
            continue
        open_ones = sorted(
            (zones, c)
            for zones, components in groups.items()
            if zones >> zone & 1 and not _single(zones)
            for c in members(components & same)
        )
        left = [(zones, c) for zones, c in open_ones if not found >> c & 1]
        gone = len(open_ones) - len(left)
        for at, (zones, c) in enumerate(left):
            wider = zones
            for other, _ in open_ones[at : at + gone + 1]:
                wider |= other
            if wider != zones:
                _regroup_one(groups, zones, wider, 1 << c)


def _others(k: Knowledge, groups: Mapping[int, int], things: int, zone: Zone) -> bool:
    """Whether components that equal these, and are none of them, may be in the zone."""
    wanted = sum(same for same in k.alike if same & things) & ~things
    return any(zones >> zone & 1 and components & wanted for zones, components in groups.items())


def _regroup_one(groups: dict[int, int], old: int, new: int, component: int) -> None:
    groups[old] ^= component
    if not groups[old]:
        del groups[old]
    groups[new] = groups.get(new, 0) | component


def _recognised(part: Part, places: Mapping[Zone, Mapping[int, Component]]) -> int:
    """The components that an observer names unseen, because the place they are taken from is known."""
    if part.taken == "anywhere" or part.source not in places:
        return 0
    return mask_of(part.things) & mask_of(places[part.source].values())


def _carry_named(groups: dict[int, int], named: Sequence[tuple[Part, int]]) -> None:
    """All that moves is known: certain before and after, so that nothing follows for the rest."""
    for part, told in named:
        rest = groups[1 << part.source] ^ told
        if rest:
            groups[1 << part.source] = rest
        else:
            del groups[1 << part.source]
    for part, told in named:
        groups[1 << part.target] = groups.get(1 << part.target, 0) | told


def _carry(
    k: Knowledge,
    groups: Mapping[int, int],
    places: Mapping[Zone, Mapping[int, Component]],
    named: Sequence[tuple[Part, int]],
    before: Mapping[Zone, int],
) -> dict[int, int]:
    """Named components go where they go. Where others leave a zone, whatever may be in it and is not known to lie at
    another place of it may go with them; if that is all there are, it cannot have stayed.
    """
    gone = fixed = leaving = 0
    outcome: dict[Zone, int] = {}
    staying: dict[Zone, int] = {}
    sighted: dict[Zone, bool] = {}
    for part, told in named:
        gone |= told
        source = part.source
        staying[source] = staying.get(source, before[source]) - len(part.things)
        if told.bit_count() < len(part.things):
            leaving |= 1 << source
            outcome[source] = outcome.get(source, 0) | 1 << part.target
            sighted[source] = sighted.get(source, True) and part.taken != "anywhere"
    for source in outcome:
        if sighted[source] and source in places:
            pinned = mask_of(places[source].values()) & ~gone
            fixed |= pinned
            staying[source] -= pinned.bit_count()
        if staying[source] > 0 or k.vague >> source & 1:
            outcome[source] |= 1 << source
    carried: dict[int, int] = {}
    for zones, components in groups.items():
        here = components & ~gone
        touched = zones & leaving
        if touched:
            stuck = here & fixed
            if stuck:
                carried[zones] = carried.get(zones, 0) | stuck
                here ^= stuck
            zones ^= touched
            for zone in members(touched):
                zones |= outcome[zone]
        if here:
            carried[zones] = carried.get(zones, 0) | here
    for part, told in named:
        if told:
            carried[1 << part.target] = carried.get(1 << part.target, 0) | told
    return carried


def _reorder(
    k: Knowledge,
    places: dict[Zone, dict[int, Component]],
    named: Sequence[tuple[Part, int]],
    before: Mapping[Zone, int],
) -> None:
    """Known positions: first everything is taken away, then laid down."""
    sizes = dict(before)
    for part, told in named:
        count = len(part.things)
        if part.source in places:
            places[part.source] = _without(places[part.source], sizes[part.source], part, told)
        sizes[part.source] -= count
    for part, told in named:
        count, target = len(part.things), part.target
        if k.ordered >> target & 1:
            there = places.get(target, {})
            if part.laid == "bottom":
                there = {index + count: component for index, component in there.items()}
            for nth, component in enumerate(part.things):
                if told >> component & 1:
                    there[sizes.get(target, 0) + nth if part.laid == "top" else count - 1 - nth] = component
            places[target] = there
        sizes[target] = sizes.get(target, 0) + count


def _without(known: Mapping[int, Component], size: int, part: Part, told: int) -> dict[int, Component]:
    count = len(part.things)
    if part.taken == "top":
        return {index: component for index, component in known.items() if index < size - count}
    if part.taken == "bottom":
        return {index - count: component for index, component in known.items() if index >= count}
    taken = [index for index, component in known.items() if told >> component & 1]
    if len(taken) < count:
        return {}
    return {
        index - sum(1 for other in taken if other < index): component
        for index, component in known.items()
        if index not in taken
    }


def _learn(groups: dict[int, int], things: int, zone: Zone, sizes: Mapping[Zone, int], vague: int) -> None:
    """These components are in that zone."""
    news = things & ~groups.get(1 << zone, 0)
    if not news:
        return
    for zones, components in list(groups.items()):
        rest = components & ~news
        if rest:
            groups[zones] = rest
        else:
            del groups[zones]
    groups[1 << zone] = groups.get(1 << zone, 0) | news
    _settle(groups, sizes, vague)


def _settle(groups: dict[int, int], sizes: Mapping[Zone, int], vague: int) -> None:
    """What follows from the sizes of zones. A zone that certain components fill holds no other; if no more components
    may be in a zone than lie there, they all do.
    """
    again = True
    while again:
        again = False
        open_zones = 0
        for zones in groups:
            if not _single(zones):
                open_zones |= zones
        for zone in members(open_zones & ~vague):
            size, bit = sizes.get(zone, 0), 1 << zone
            certain = groups.get(bit, 0).bit_count()
            possible = [zones for zones in groups if zones & bit and zones != bit]
            if certain >= size:
                again = True
                for zones in possible:
                    _regroup(groups, zones, zones ^ bit)
            elif possible and certain + sum(groups[zones].bit_count() for zones in possible) == size:
                again = True
                for zones in possible:
                    _regroup(groups, zones, bit)


def _regroup(groups: dict[int, int], old: int, new: int) -> None:
    components = groups.pop(old)
    groups[new] = groups.get(new, 0) | components


def _single(zones: int) -> bool:
    return not zones & (zones - 1)


def _places(observer: Observer) -> dict[Zone, dict[int, Component]]:
    return {zone: dict(known) for zone, known in observer.places}


def _observer(groups: Mapping[int, int], places: Mapping[Zone, Mapping[int, Component]]) -> Observer:
    return Observer(
        tuple(sorted(groups.items())),
        tuple(sorted((zone, tuple(sorted(known.items()))) for zone, known in places.items() if known)),
    )


def _only(part: Part, tracked: int) -> tuple[Part, int]:
    """The part without components that are not tracked, and a mask of the others."""
    things = mask_of(part.things)
    if things & ~tracked:
        part = part._replace(things=tuple(component for component in part.things if tracked >> component & 1))
    return part, things & tracked
