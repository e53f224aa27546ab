"""What may go on for ever, or take too long to look through. In: a Program whose look-ahead is settled. Out: errors and
warnings.

A loop that asks nobody and changes nothing that its test reads never ends. An item that may be done any number of times
and uses nothing up can be done for ever. A search multiplies the sizes of the choices on its way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.core.tree import Expr, Node, Stmt
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label, Severity
from rulewright.report.span import Span
from rulewright.semantics.analyses.bounds import World, range_of, size_of
from rulewright.semantics.analyses.build import is_true
from rulewright.semantics.analyses.effects import Footprints, footprints, of_expression, of_statement, targets
from rulewright.semantics.analyses.facts import NO_FACTS
from rulewright.semantics.analyses.notes import Note, Reason
from rulewright.semantics.analyses.places import meet
from rulewright.semantics.analyses.walk import below, children, is_statement, read_slots, written_slots

STATES = 20_000
"""So many states are looked through for one decision at most."""
LARGE = 50
"""A search inside a `where` over more things than this is worth a warning."""


def check_progress(program: Program, searches: Sequence[Note]) -> list[Diagnostic]:
    world = World(program, footprints(program))
    because = {note.span: note.because for note in searches}
    found: list[Diagnostic] = []
    for routine in program.routines.values():
        for node in below(routine.body):
            match node:
                case tree.Repeat():
                    found += _loop(world.foot, node)
                case tree.Menu(at_most=None, items=items):
                    found += [problem for item in items for problem in _item(world.foot, item)]
                case tree.Fold(source=source, test=test):
                    found += _searched(world, source, [test])
                case tree.Choose(source=source, tests=tests):
                    found += _searched(world, source, [one.test for one in tests])
                case _:
                    pass
        if is_statement(routine.body):
            found += _costly(world, routine.body, because)
    return found


# ------------------------------------------------------------------ going round


def _loop(foot: Footprints, node: tree.Repeat) -> Iterator[Diagnostic]:
    if node.limit is not None or _leaves(node.body) or any(isinstance(p, tree.Scope | tree.Turns) for p in below(node)):
        return
    test = node.test if node.test is not None else node.bind
    effects = of_statement(foot, node.body)
    if effects.ends:
        return
    if test is not None and not is_true(test):
        reads = of_expression(foot, test).reads
        if meet(reads, effects.writes) or read_slots(test) & written_slots(node.body):
            return
    yield Diagnostic(
        code=codes.NO_PROGRESS,
        span=test.span if test is not None else node.span,
        message="nothing in this loop changes what its test reads, so it may go round for ever",
        help="give it a number of times, or a `while` that will one day be no",
        severity=Severity.WARNING if effects.asks else Severity.ERROR,
    )


def _leaves(node: Stmt) -> bool:
    return any(isinstance(part, tree.Signal) and part.kind in ("stop", "end game", "drop out") for part in below(node))


def _item(foot: Footprints, item: tree.Item) -> Iterator[Diagnostic]:
    """An item without a limit must use something up that its guard, or what it needs, reads."""
    if item.limit is not None or item.look_ahead:
        return
    reads = frozenset().union(*(of_expression(foot, part).reads for part in (item.test, item.can, item.source) if part))
    effects = of_statement(foot, item.body)
    if not meet(reads, effects.writes) and not effects.ends:
        yield Diagnostic(
            code=codes.NO_PROGRESS,
            span=item.span,
            message=f"`{item.name}` may be done any number of times and uses nothing up",
            label="a player could go on for ever",
            help="limit it (`once`, `up to n times`), or let it cost something",
            severity=Severity.WARNING,
        )


# ------------------------------------------------------------------ looking through


def _searched(world: World, source: Expr, tests: list[Expr | None]) -> Iterator[Diagnostic]:
    """A `can` that needs a search, for each of many things."""
    for test in tests:
        for part in below(test) if test is not None else ():
            if isinstance(part, tree.Can) and part.test is None and size_of(world, NO_FACTS, source).high > LARGE:
                yield Diagnostic(
                    code=codes.COSTLY_LOOK_AHEAD,
                    span=part.span,
                    message="this is tried out on copies for each of many things",
                    help="test first what can be told without trying",
                    severity=Severity.WARNING,
                )


Because = Mapping[Span, tuple[Reason, ...]]
"""For each choice that is looked ahead from, why."""


def _costly(world: World, body: Stmt, because: Because) -> Iterator[Diagnostic]:
    """Choices behind each other of which the first is looked ahead from, and whose sizes multiply too far."""
    for node in below(body):
        if isinstance(node, tree.Seq):
            yield from _sequence(world, node, because)


def _sequence(world: World, node: tree.Seq, because: Because) -> Iterator[Diagnostic]:
    states, before = 1, list[Label]()
    for at, item in enumerate(node.items):
        for choice in _questions(world, item, 0):
            if not choice.look_ahead:
                continue
            ways = _ways(world, choice)
            if states > 1 and states * ways > STATES:
                reasons = {reason.span for reason in because.get(choice.span, ())}
                yield Diagnostic(
                    code=codes.COSTLY_LOOK_AHEAD,
                    span=choice.span,
                    message=f"{_at_most(states * ways)} ways may have to be looked through to offer this",
                    labels=(
                        *before,
                        *([Label(item.span, "and here")] if item.span != choice.span else []),
                        *_led(world, node.items[at + 1 :], reasons),
                    ),
                    help="test early: move the `require` up, or put the condition into the `where` of the choice",
                    severity=Severity.WARNING,
                )
                return
            states *= max(1, ways)
            if ways > 1:
                before.append(Label(choice.span, f"{_at_most(ways)} ways here, for each of which there are more"))


def _led(world: World, later: Sequence[Stmt], reasons: Collection[Span]) -> Iterator[Label]:
    """The `do` through which what may fail comes behind the choices, and those in the action done there."""
    for item in later:
        way = _way(world, item, reasons, 0)
        if way is not None:
            yield from (Label(each.span, "comes behind the choices, and may fail") for each in way)
            return


def _way(world: World, node: Node, reasons: Collection[Span], depth: int) -> tuple[tree.Do, ...] | None:
    """The actions that are done on the way to one of the places; None if no way leads there."""
    if node.span in reasons:
        return ()
    match node:
        case tree.Do(invoke=invoke, otherwise=None) if depth < 4:
            for name in targets(world.foot, invoke)[:1]:
                way = _way(world, world.program.routines[name].body, reasons, depth + 1)
                if way is not None:
                    return (node, *way)
        case _ if is_statement(node) or isinstance(node, tree.StmtArm | tree.Item):
            for child in children(node):
                way = _way(world, child, reasons, depth)
                if way is not None:
                    return way
        case _:
            pass
    return None


def _questions(world: World, node: Node, depth: int) -> Iterator[tree.Choose]:
    """The choices in a statement, in order, those of actions it does included."""
    match node:
        case tree.Choose():
            yield node
        case tree.Do(invoke=invoke) if depth < 4:
            for name in targets(world.foot, invoke)[:1]:
                yield from _questions(world, world.program.routines[name].body, depth + 1)
        case _ if is_statement(node) or isinstance(node, tree.StmtArm | tree.Item):
            for child in children(node):
                yield from _questions(world, child, depth)
        case _:
            return


def _ways(world: World, choice: tree.Choose) -> int:
    size = max(0, size_of(world, NO_FACTS, choice.source).high)
    if not choice.many:
        return size
    high = size if choice.high is None else min(size, max(0, range_of(world, NO_FACTS, choice.high).high))
    if high >= size:
        return int(2 ** min(size, 64))
    total, row = 1, 1
    for k in range(1, high + 1):
        row = row * (size - k + 1) // k
        total += row
        if total > STATES:
            break
    return total


def _at_most(number: int) -> str:
    return f"up to {number:,}" if number < 10**9 else f"more than {10**9:,}"
