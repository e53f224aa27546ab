"""Asking: in, a state with a choice on top; out, a question, or the choice taken where there is only one way.

Order under a choice: its source; its conditions; what can be finished; its preferences, each dropped if it would leave
nothing; equal things as one. The runner for searches stops after the conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report import codes
from rulewright.runtime import journal, lookahead, offers, subsets
from rulewright.runtime.alike import distinct, equal_key
from rulewright.runtime.bits import mask_of, members
from rulewright.runtime.code import ANY_ORDER, EVERYONE, MENU, WINDOW, Code, Slots, enter
from rulewright.runtime.evaluate import is_component
from rulewright.runtime.faults import DeadEnd, fault
from rulewright.runtime.lookahead import step
from rulewright.runtime.question import DONE, Question
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner

LISTED = 4096
"""Up to so many subsets are listed to see which of them a further condition leaves."""

TRIED = 20_000
"""So many subsets are tried where there are more."""


# ------------------------------------------------------------------ one or several of a collection


def candidates(run: Runner, s: State, slots: Slots, code: Code) -> Any:
    """What the source and the conditions leave: a mask or a tuple."""
    node, (source, tests, *_) = code.node, code.parts
    assert isinstance(node, tree.Choose)
    found = source(s, slots)
    for test in tests:
        if not found:
            break
        found = _kept(s, slots, found, node.slot, *test)
    return found


def _kept(s: State, slots: Slots, found: Any, slot: int, test: Any, plan: Any, veiled: bool) -> Any:
    """Those for which the test holds. `veiled`: they are components, and a search looks at unseen ones singly."""
    if isinstance(found, int):
        if plan is not None and not (veiled and found & s.veil):
            return found & plan(s, slots)
        kept = 0
        while found:
            low = found & -found
            slots[slot] = low.bit_length() - 1
            if test(s, slots):
                kept |= low
            found ^= low
        return kept
    result = []
    for x in found:
        slots[slot] = x
        if test(s, slots):
            result.append(x)
    return tuple(result)


def _choosing(run: Runner, s: State, slots: Slots, code: Code) -> Question | tuple[Any]:
    """The question, or the one thing to take (in a tuple). Raises DeadEnd."""
    node = code.node
    assert isinstance(node, tree.Choose)
    me = slots[0]
    if me is None:
        raise fault(codes.DEAD_END, node.span, f"`{node.name}` asks, and nobody is acting")
    element = code.parts[6]
    found = candidates(run, s, slots, code)
    if node.many:
        return several(run, s, slots, code, found, element)
    found = distinct(run, s, element, found)
    extra = offers.open_offers(run, s, me) if run.offers else ()
    if found and not run.veiled:
        search = lookahead.searching(run, s, True) if node.look_ahead else None
        found = preferred(run, s, slots, code, found, search)
    if not found and not extra:
        raise DeadEnd(node.span, f"`{node.name}` has no option")
    if not extra and not node.always_asked and single(found) and not offers.in_waiting(run, s, me):
        return (found.bit_length() - 1 if isinstance(found, int) else found[0],)
    return Question(me, (me,), code.index, "one", element, found, offers=extra)


def single(found: Any) -> bool:
    return not found & (found - 1) if isinstance(found, int) else len(found) == 1


def preferred(run: Runner, s: State, slots: Slots, code: Code, found: Any, search: Any) -> Any:
    """Those that can be finished, then the preferences."""
    if search is not None:
        return _best(run, s, slots, code, found, search)
    slot = code.node.slot  # type: ignore[attr-defined]
    for test in code.parts[2]:
        found = _kept(s, slots, found, slot, *test) or found
    return found


def _best(run: Runner, s: State, slots: Slots, code: Code, found: Any, search: Any) -> Any:
    """The same with a search: preferred ones are looked at first, and others only if none of them can be finished."""
    preferences = code.parts[2]
    slot = code.node.slot  # type: ignore[attr-defined]

    def best(pool: Any, rest: Any) -> Any:
        if not pool:
            return pool
        if not rest:
            return _finishing(run, s, pool, search)
        better = _kept(s, slots, pool, slot, *rest[0])
        done = best(better, rest[1:])
        if done:
            return done
        others = pool & ~better if isinstance(pool, int) else tuple(x for x in pool if x not in better)
        return best(others, rest[1:])

    return best(found, preferences)


def _finishing(run: Runner, s: State, pool: Any, search: Any) -> Any:
    things = members(pool) if isinstance(pool, int) else pool
    kept = [x for x in things if search.finishes(step(bind, run.look, x))]
    return mask_of(kept) if isinstance(pool, int) else tuple(kept)


def bind(run: Runner, s: State, value: Any) -> None:
    """Take the choice on top."""
    code = run.codes[s.frames.pop()[1]]
    s.locals[-1][code.node.slot] = value  # type: ignore[attr-defined]


def collected(node: Any, chosen: tuple[Any, ...]) -> Any:
    """Several chosen things as the collection that the slot holds."""
    return mask_of(chosen) if isinstance(node.source.type, t.Set) and t.indexed(node.source.type.of) else tuple(chosen)


def several(
    run: Runner, s: State, slots: Slots, code: Code, found: Any, element: t.Type, *, quietly: bool = False
) -> Question | tuple[Any]:
    """Like `_choosing`, for several of what was found. `quietly`: no offers, and nothing is tried out."""
    node, (_, _, preferences, low_of, high_of, such_that, _) = code.node, code.parts
    assert isinstance(node, tree.Choose)
    me = slots[0]
    if not run.veiled:
        for test in preferences:
            found = _kept(s, slots, found, node.slot, *test) or found
    things = members(found) if isinstance(found, int) else tuple(found)
    low = 1 if low_of is None else low_of(s, slots)
    high = len(things) if high_of is None else min(high_of(s, slots), len(things))
    low = max(low, 0)
    extra = () if quietly else offers.open_offers(run, s, me)
    if (len(things) < low or high < low) and not extra:
        raise DeadEnd(node.span, f"`{node.name}` has {len(things)} to choose from and needs {low}")
    asked = extra or node.always_asked or (not quietly and offers.in_waiting(run, s, me))
    classes = _classes(run, s, element, things)
    search = None if run.veiled or quietly else lookahead.searching(run, s, node.look_ahead)
    listed: tuple[tuple[Any, ...], ...] | None = None
    partial = False
    if such_that is not None or search is not None:
        kept: list[tuple[Any, ...]] = []
        partial = subsets.count(classes, low, high) > LISTED
        for tried, chosen in enumerate(subsets.every(classes, low, high)):
            if tried >= TRIED or (partial and len(kept) >= LISTED):
                break
            if fits(run, s, slots, node, such_that, search, chosen):
                kept.append(chosen)
        else:
            partial = False
        listed = tuple(kept)
        if not listed and partial:
            raise fault(codes.LOOK_AHEAD, node.span, f"none of the first {TRIED} ways to answer `{node.name}` fits")
        if not listed and not extra:
            raise DeadEnd(node.span, f"`{node.name}` has no option")
        if len(listed) == 1 and not partial and not asked:
            return (collected(node, listed[0]),)
    elif not asked and subsets.count(classes, low, high) == 1:
        return (collected(node, subsets.nth(classes, low, high, 0)),)
    return Question(
        player=me, players=(me,), code=code.index, kind="many", type=element, elements=found, low=low, high=high,
        classes=classes, listed=listed, partial=partial, offers=extra,
    )  # fmt: skip


def fits(
    run: Runner, s: State, slots: Slots, node: tree.Choose, such_that: Any, search: Any, chosen: tuple[Any, ...]
) -> bool:
    """Whether a choice of several meets its further condition and can be finished."""
    value = collected(node, chosen)
    if such_that is not None:
        slots[node.slot] = value
        if not such_that(s, slots):
            return False
    return search is None or bool(search.finishes(step(bind, run.look, value)))


def _classes(run: Runner, s: State, element: t.Type, things: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    if not is_component(element):
        return tuple((x,) for x in things)
    found: dict[Any, list[Any]] = {}
    for c in things:
        found.setdefault(equal_key(run, s, c), []).append(c)
    return tuple(tuple(same) for same in found.values())


def on_choose(run: Runner, s: State, frame: Any) -> None:
    code = run.codes[frame[1]]
    found = _choosing(run, s, s.locals[-1], code)
    if isinstance(found, Question):
        s.asked = found
        return
    if s.journal is not None:
        journal.note(s, "forced", code.path, s.locals[-1][0], found[0])
    bind(run, s, found[0])


def on_any_order(run: Runner, s: State, frame: Any) -> None:
    _, index, items = frame
    code = run.codes[index]
    node, (_, _, _, _, _), slots = code.node, code.parts, s.locals[-1]
    assert isinstance(node, tree.Each)
    if not items:
        s.frames.pop()
        return
    element = t.element(node.source.type) or t.UNKNOWN
    extra = offers.open_offers(run, s, slots[0]) if slots[0] is not None else ()
    options = distinct(run, s, element, items)
    if len(options) > 1 and not run.veiled:
        search = lookahead.searching(run, s, True)
        if search is not None:
            options = tuple(x for x in options if search.finishes(step(take_next, run.look, x)))
    if not options and not extra:
        raise DeadEnd(node.span, "none of these can be done next")
    forced = len(options) == 1 and not (node.always_asked and len(items) > 1)
    if slots[0] is None or (forced and not extra and not offers.in_waiting(run, s, slots[0])):
        take_next(run, s, options[0])
        return
    s.asked = Question(
        player=slots[0], players=(slots[0],), code=index, kind="order", type=element, elements=options, offers=extra
    )


def take_next(run: Runner, s: State, value: Any) -> None:
    _, index, items = s.frames[-1]
    code = run.codes[index]
    at = items.index(value)
    s.frames[-1] = (ANY_ORDER, index, items[:at] + items[at + 1 :])
    _, block, slot, *_ = code.parts
    s.locals[-1][slot] = value
    enter(s, block)


# ------------------------------------------------------------------ menus


def on_menu(run: Runner, s: State, frame: Any) -> None:
    _, index, total, counters = frame
    code = run.codes[index]
    node, slots = code.node, s.locals[-1]
    assert isinstance(node, tree.Menu)
    if node.at_most is not None and total >= node.at_most:
        s.frames.pop()
        return
    me = slots[0]
    if me is None:
        raise fault(codes.DEAD_END, node.span, f"`{node.name}` asks, and nobody is acting")
    entries: list[tuple[int, Any]] = []
    due = ahead = left = False
    for at, (item, _, limit, test, can, source) in enumerate(code.parts):
        due = due or (item.must and not counters[at] and (test is None or test(s, slots)))
        ahead = ahead or item.look_ahead
        if limit is not None and counters[at] >= limit(s, slots):
            continue
        left = True
        if source is not None:
            entries += _each_entry(run, s, slots, code, at)
        elif (test is None or test(s, slots)) and (can is None or can(s, slots)):
            entries.append((at, None))
    if node.at_most is None and not due:
        entries.append(DONE)
    if ahead and not run.veiled:
        entries = _possible(run, s, code, entries)
    extra = offers.open_offers(run, s, me) if run.offers else ()
    if not entries and not extra:
        raise DeadEnd(node.span, f"nothing in `{node.name}` can be done")
    asked = extra or (node.always_asked and (entries[0] is not DONE or left)) or offers.in_waiting(run, s, me)
    if len(entries) == 1 and not asked:
        if s.journal is not None:
            journal.note(s, "forced", code.path, me, entries[0])
        take_entry(run, s, entries[0])
        return
    s.asked = Question(me, (me,), index, "menu", entries=tuple(entries), offers=extra)


def _possible(run: Runner, s: State, code: Code, entries: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """The entries that can be finished; those are tried out after which something may fail."""
    floor = lookahead.horizon(run, s)
    again, after = lookahead.rest_fails(run, s, floor), lookahead.rest_fails(run, s, floor, len(s.frames) - 1)
    search: Any = None
    kept = []
    for entry in entries:
        hard = after
        if entry is not DONE:
            item, block, *_ = code.parts[entry[0]]
            hard = item.look_ahead and (block.fails or again)
        if hard:
            search = search or lookahead.Search(run, s, s.locals[-1][0], floor)
            if not search.finishes(step(take_entry, run.look, entry)):
                continue
        kept.append(entry)
    return kept


def _each_entry(run: Runner, s: State, slots: Slots, code: Code, at: int) -> list[tuple[int, Any]]:
    """The entries of an item that is there for each element of something."""
    item, _, _, test, can, source = code.parts[at]
    found = []
    for x in source(s, slots):
        slots[item.slot] = x
        if (test is None or test(s, slots)) and (can is None or can(s, slots)):
            found.append(x)
    element = t.element(item.source.type) or t.UNKNOWN
    return [(at, x) for x in distinct(run, s, element, tuple(found))]


def take_entry(run: Runner, s: State, entry: tuple[int, Any]) -> None:
    _, index, total, counters = s.frames[-1]
    code = run.codes[index]
    at, value = entry
    if at < 0:
        s.frames.pop()
        return
    item, block, limit, _, _, _ = code.parts[at]
    if code.node.at_most is not None:  # type: ignore[attr-defined]
        total += 1
    if limit is not None or (item.must and not counters[at]):
        counters = (*counters[:at], counters[at] + 1, *counters[at + 1 :])
    s.frames[-1] = (MENU, index, total, counters)
    if run.noted is not None:
        run.noted.add(block.index)
    if item.slot is not None:
        s.locals[-1][item.slot] = value
    enter(s, block)


# ------------------------------------------------------------------ answers


def answer(run: Runner, s: State, question: Question, choice: int | tuple[Any, ...]) -> None:
    """Take an option, by its number or, for several things, as a tuple of them. The answer must be legal."""
    s.asked = None
    own = question.own
    if isinstance(choice, int) and choice >= own:
        entry = question.offers[choice - own]
        if s.journal is not None:
            journal.note(s, "answer", "offer", question.player, entry[0])
        offers.take_offer(run, s, entry)
        return
    code = run.codes[question.code]
    value = question.option(choice) if isinstance(choice, int) else choice
    secret = s.frames[-1][0] == EVERYONE
    if s.journal is not None:
        journal.note(s, "secret" if secret else "answer", code.path, question.player, value)
    if question.kind == "many":
        value = collected(code.node, value)
    if secret:
        _, index, players, progress, values = s.frames[-1]
        at = players.index(question.player)
        s.frames[-1] = (
            EVERYONE, index, players, (*progress[:at], progress[at] + 1, *progress[at + 1 :]),
            (*values[:at], (*values[at], value), *values[at + 1 :]),
        )  # fmt: skip
        return
    match question.kind:
        case "one" | "many":
            bind(run, s, value)
        case "order":
            take_next(run, s, value)
        case "menu":
            take_entry(run, s, value)
        case "window":
            _, index, players = s.frames[-1]
            s.frames[-1] = (WINDOW, index, players[1:])


def follow(run: Runner, s: State, question: Question) -> Iterator[Callable[[State], None]]:
    """For a search: each way to answer, as a function of a copied state; offers last."""
    if question.partial:
        raise fault(codes.LOOK_AHEAD, run.codes[question.code].node.span, "too many ways to choose here to look ahead")
    for k in range(question.count):
        yield _follow(run, question, k)


def _follow(run: Runner, question: Question, k: int) -> Callable[[State], None]:
    return lambda child: answer(run, child, question, k)


def is_legal(run: Runner, s: State, question: Question, chosen: tuple[Any, ...]) -> bool:
    """Whether these things, each of those that can be chosen, are an answer to a choice of several."""
    if not question.low <= len(chosen) <= question.high:
        return False
    if question.listed is None:
        return True
    if not question.partial:
        return _multiset(question, chosen) in {_multiset(question, listed) for listed in question.listed}
    code = run.codes[question.code]
    node, slots = code.node, s.locals[-1][:]
    assert isinstance(node, tree.Choose)
    search = lookahead.searching(run, s, node.look_ahead)
    return fits(run, s, slots, node, code.parts[5], search, chosen)


def _multiset(question: Question, chosen: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(len([x for x in chosen if x in one]) for one in question.classes)
