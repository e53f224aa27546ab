"""Statements to code: in, a runner and a statement of the core tree; out, its `Code`, with all that is in it.

A statement that cannot ask, nor set off a reaction that may, runs in one go by nested functions; all others are put on
the stack by `begin`, and go on in `flow`, `events` and `choices`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime import events, flow
from rulewright.runtime.bits import members
from rulewright.runtime.code import (
    ANY_ORDER,
    AS,
    BLOCK,
    CHOOSE,
    DIRECT,
    EACH,
    EVERYONE,
    FRAMED,
    MENU,
    REPEAT,
    SCOPE,
    SIMPLE,
    TOGETHER,
    TURNS,
    WATCHED,
    WINDOW,
    Act,
    Code,
    Slots,
    enter,
)  # fmt: skip
from rulewright.runtime.effects import SIMPLE as SIMPLE_FORMS
from rulewright.runtime.evaluate import Fn, arm_test, is_component, is_mask
from rulewright.runtime.liveness import annotate, annotate_block
from rulewright.runtime.state import State
from rulewright.runtime.veils import foreseen
from rulewright.runtime.walk import every
from rulewright.runtime.work import charge, counted

if TYPE_CHECKING:
    from rulewright.runtime.runner import Runner


STATEMENT = 10
"""What a statement costs beside its values, in nodes of those."""


def block_of(run: Runner, routine: str) -> Code:
    """The body of an action, a reaction or the flow; built once."""
    found = run.blocks.get(routine)
    if found is None:
        body = run.program.routines[routine].body
        before = run.compiler.size
        own = isinstance(body, tree.Menu) and body.name == routine  # a menu that is an action keeps its path
        found = _block(run, body, f"{routine}.do" if own else routine, routine)  # type: ignore[arg-type]
        found.size = run.compiler.size - before
        run.blocks[routine] = found
    return found


def _new(run: Runner, node: tree.Node, path: str, routine: str) -> Code:
    fresh, number = path, 1
    while fresh in run.by_path:
        number += 1
        fresh = f"{path}~{number}"
    code = Code(len(run.codes), fresh, routine, node)
    run.codes.append(code)
    run.by_path[fresh] = code
    return code


def _block(run: Runner, body: tree.Stmt, path: str, routine: str) -> Code:
    """A body: its statements in order. Where the body is a sequence they are numbered from 1."""
    code = _new(run, body, path, routine)
    items = body.items if isinstance(body, tree.Seq) else (body,)
    code.items = tuple(_statement(run, item, f"{path}.{at}", routine) for at, item in enumerate(items, 1))
    code.marks = tuple((BLOCK, code.index, at) for at in range(len(items) + 1))
    code.children += code.items
    code.mode = FRAMED if any(item.mode != DIRECT for item in code.items) else DIRECT
    code.fails = any(item.fails for item in code.items)
    fails = [False]
    for item in reversed(code.items):
        fails.append(fails[-1] or item.fails)
    code.rest_fails = tuple(fails[::-1])
    annotate_block(code)
    runs = [item.run for item in code.items if item.run is not None]
    if code.mode == DIRECT:
        code.run = _in_turn(runs)
    return code


def _in_turn(runs: list[Act]) -> Act:
    match runs:
        case []:
            return _nothing
        case [only]:
            return only
        case [first, second]:

            def both(s: State, f: Slots) -> None:
                first(s, f)
                second(s, f)

            return both
        case _:

            def all_of(s: State, f: Slots) -> None:
                for act in runs:
                    act(s, f)

            return all_of


def _nothing(s: State, f: Slots) -> None:
    pass


def score_scope(run: Runner) -> Code:
    """Counting the scores, as a scope of its own."""
    span = run.program.span
    node = tree.Scope(span=span, kind="phase", name="score", body=tree.Seq(span=span, items=()))
    code = _new(run, node, "score", "score")
    _scope(run, node, code, "score")
    return code


def _statement(run: Runner, node: tree.Stmt, path: str, routine: str) -> Code:
    name = getattr(node, "name", None) if isinstance(node, tree.Choose | tree.Menu) else None
    code = _new(run, node, name or path, routine)
    code.fails = run.facts.may_fail(node)
    run.compiler.size += STATEMENT
    if type(node) in SIMPLE_FORMS and not (isinstance(node, tree.Signal) and node.kind == "window"):
        _simple(run, node, code)
    else:
        _COMPOSITE[type(node)](run, node, code, path)
    annotate(code)
    if run.noted is not None:
        _note(run.noted, code)
    return code


def _note(noted: set[int], code: Code) -> None:
    """Have it noted when the statement is come to."""

    def noting(act: Act) -> Act:
        def run(s: State, f: Slots) -> None:
            noted.add(code.index)
            act(s, f)

        return run

    code.run = None if code.run is None else noting(code.run)
    code.begin = None if code.begin is None else noting(code.begin)


def _simple(run: Runner, node: Any, code: Code) -> None:
    act = SIMPLE_FORMS[type(node)](run, node, code.path)
    code.mode = SIMPLE if run.facts.loud(node) else DIRECT
    eventful = isinstance(node, tree.Move | tree.Draw) and bool(run.place_watch or run.leave_watch)
    if code.mode == SIMPLE or not (
        eventful or run.facts.writes_here(node) & run.watched or isinstance(node, tree.ArmRules)
    ):
        code.run = act
        return

    def settled(s: State, f: Slots) -> None:
        act(s, f)
        if (s.happened or s.dirty) and not s.mute:
            events.settle_inline(run, s)

    code.run = settled


def _child(run: Runner, code: Code, body: tree.Stmt, path: str) -> Code:
    block = _block(run, body, path, code.routine)
    code.children.append(block)
    return block


# ------------------------------------------------------------------ structure


def _seq(run: Runner, node: tree.Seq, code: Code, path: str) -> None:
    block = _child(run, code, node, f"{path}.do")
    code.mode, code.run = block.mode, block.run
    code.begin = lambda s, f: enter(s, block)


def _branch(run: Runner, node: tree.Branch, code: Code, path: str) -> None:
    subject = run.compiler.expr(node.subject)
    arms = [
        (
            arm_test(run.compiler, arm.fits, node.subject.type),
            arm.fits.slot,
            _child(run, code, arm.body, f"{path}.{at}"),
        )
        for at, arm in enumerate(node.arms, 1)
    ]

    def pick(s: State, f: Slots) -> Code | None:
        x = subject(s, f)
        for test, slot, block in arms:
            if test is None or test(s, x):
                if slot is not None:
                    f[slot] = x
                return block
        return None

    def begin(s: State, f: Slots) -> None:
        block = pick(s, f)
        if block is not None:
            enter(s, block)

    code.begin = begin
    if any(block.mode != DIRECT for _, _, block in arms):
        code.mode = FRAMED
        return
    if isinstance(node.subject.type, t.Bool) and len(arms) == 1 and node.arms[0].fits.values == (True,):
        then = arms[0][2].run
        assert then is not None
        chosen = then

        def if_so(s: State, f: Slots) -> None:
            if subject(s, f):
                chosen(s, f)

        code.run = if_so
        return

    def act(s: State, f: Slots) -> None:
        block = pick(s, f)
        if block is not None and block.run is not None:
            block.run(s, f)

    code.run = act


def _repeat(run: Runner, node: tree.Repeat, code: Code, path: str) -> None:
    before = run.compiler.size
    limit = run.compiler.expr(node.limit) if node.limit is not None else None
    test = run.compiler.expr(node.test) if node.test is not None else None
    bind = run.compiler.expr(node.bind) if node.bind is not None else None
    slot = node.slot
    block = _child(run, code, node.body, path + ".do")

    def again(s: State, f: Slots) -> bool:
        if test is not None and not test(s, f):
            return False
        if bind is not None and slot is not None:
            f[slot] = bind(s, f)
            return f[slot] is not None
        return True

    code.parts = (again, block)
    code.begin = lambda s, f: s.frames.append((REPEAT, code.index, None if limit is None else limit(s, f)))
    code.mode = FRAMED if block.mode != DIRECT else DIRECT
    body, size, span = block.run, run.compiler.size - before, node.span
    if body is None:
        return

    def act(s: State, f: Slots) -> None:
        left = None if limit is None else limit(s, f)
        while (left is None or left > 0) and again(s, f):
            s.steps += 1
            if s.steps > WATCHED:
                run.trace(s, code)
            charge(s, size, span)
            body(s, f)
            if left is not None:
                left -= 1

    code.run = act


def _each(run: Runner, node: tree.Each, code: Code, path: str) -> None:
    source, before = run.compiler.tuple_of(node.source), run.compiler.size
    block = _child(run, code, node.body, path + ".do")
    slot, as_me = node.slot, node.as_me
    over_players = isinstance(t.element(node.source.type), t.Player) and run.facts.drops_out
    streamed = not is_mask(node.source.type)
    code.parts = (source, block, slot, as_me, over_players)
    if node.any_order:
        code.mode = FRAMED
        masked = is_mask(node.source.type)
        given = run.compiler.expr(node.source)
        if node.choice and node.choice not in run.by_path:
            run.by_path[node.choice] = code
            code.path = node.choice

        def begin_any(s: State, f: Slots) -> None:
            items = given(s, f)
            s.frames.append((ANY_ORDER, code.index, members(items) if masked else tuple(items)))

        code.begin = begin_any
        return

    def begin(s: State, f: Slots) -> None:
        items = source(s, f)
        if streamed and len(items) > flow.STREAMED:
            raise flow.too_long(code)
        gone = flow.dropped_out(s) if over_players else 0
        s.frames.append((EACH, code.index, tuple(items), f[0], gone))

    code.begin = begin
    body = block.run
    if block.mode != DIRECT or body is None:
        code.mode = FRAMED
        return
    source = counted(source, False, run.compiler.size - before, node.span)
    if not as_me and not over_players:

        def plain(s: State, f: Slots) -> None:
            for x in source(s, f):
                f[slot] = x
                body(s, f)

        code.run = plain
        return

    def act(s: State, f: Slots) -> None:
        me, gone = f[0], flow.dropped_out(s) if over_players else 0
        try:
            for x in source(s, f):
                if over_players and (flow.dropped_out(s) & ~gone) >> x & 1:
                    continue
                f[slot] = x
                if as_me:
                    f[0] = x
                body(s, f)
        finally:
            f[0] = me

    code.run = act


def _as(run: Runner, node: tree.As, code: Code, path: str) -> None:
    player = run.compiler.expr(node.player)
    block = _child(run, code, node.body, path + ".do")

    def begin(s: State, f: Slots) -> None:
        p = player(s, f)
        if p is None:
            return
        s.frames.append((AS, code.index, f[0]))
        f[0] = p
        enter(s, block)

    code.parts = (block,)
    code.begin = begin
    body = block.run
    if block.mode != DIRECT or body is None:
        code.mode = FRAMED
        return

    def act(s: State, f: Slots) -> None:
        me, p = f[0], player(s, f)
        if p is None:
            return
        f[0] = p
        try:
            body(s, f)
        finally:
            f[0] = me

    code.run = act


def _together(run: Runner, node: tree.Together, code: Code, path: str) -> None:
    block = _child(run, code, node.body, path + ".do")

    def begin(s: State, f: Slots) -> None:
        s.mute += 1
        s.frames.append((TOGETHER, code.index))
        enter(s, block)

    code.parts = (block,)
    code.begin = begin
    body = block.run
    loud = any(run.facts.loud(part) for part in every(node.body) if isinstance(part, tree.Stmt.__args__))
    if body is None or loud:
        code.mode = FRAMED
        return

    def act(s: State, f: Slots) -> None:
        s.mute += 1
        try:
            body(s, f)
        finally:
            s.mute -= 1
        if not s.mute:
            events.net(s)
            if s.happened or s.dirty:
                events.settle_inline(run, s)

    code.run = act


# ------------------------------------------------------------------ calls, scopes, turns


def _do(run: Runner, node: tree.Do, code: Code, path: str) -> None:
    summons = run.compiler.summons(node.invoke)
    otherwise = _child(run, code, node.otherwise, path + ".else") if node.otherwise is not None else None
    test = run.compiler.expr(node.test) if node.test is not None and not run.compiler.loops else None
    span = node.span

    def able(s: State, f: Slots) -> Any:
        """What to carry out; None if it cannot be and something else is done instead."""
        found = summons(s, f)
        if otherwise is None:
            if found is None:
                raise flow.no_cell(span)
            return found
        if found is None or (test is not None and not test(s, f)):
            return None
        if test is None and node.fails and not run.can(s, found):
            return None
        return found

    def begin(s: State, f: Slots) -> None:
        found = able(s, f)
        if found is not None:
            flow.perform(run, s, found, span)
        elif otherwise is not None:
            enter(s, otherwise)

    code.begin = begin
    if run.facts.asks(node):
        code.mode = FRAMED
        return

    def plainly(s: State, f: Slots) -> None:
        flow.perform_inline(run, s, summons(s, f), span)

    if otherwise is None and node.invoke.routine is not None:
        code.run = plainly
        return

    def act(s: State, f: Slots) -> None:
        found = able(s, f)
        if found is not None:
            flow.perform_inline(run, s, found, span)
        elif otherwise is not None and otherwise.run is not None:
            otherwise.run(s, f)

    code.run = act


def _scope(run: Runner, node: tree.Scope, code: Code, path: str) -> None:
    name = node.name if node.name not in run.by_path else f"{path}.{node.name}"
    block = _child(run, code, node.body, name)
    code.path, block.path = block.path, code.path  # the scope has the name, its statements are numbered behind it
    run.by_path[code.path], run.by_path[block.path] = code, block
    code.mode, code.parts = FRAMED, (block,)
    code.begin = lambda s, f: s.frames.append((SCOPE, code.index, 0, f[0], s.active))


def _turns(run: Runner, node: tree.Turns, code: Code, path: str) -> None:
    queue = run.compiler.tuple_of(node.queue)
    until = run.compiler.expr(node.until) if node.until is not None else None
    block = _child(run, code, node.body, path + ".do")
    code.mode, code.parts = FRAMED, (until, block)
    code.begin = lambda s, f: s.frames.append((TURNS, code.index, tuple(queue(s, f)), 0, 0, f[0]))


# ------------------------------------------------------------------ questions


def _choose(run: Runner, node: tree.Choose, code: Code, path: str) -> None:
    code.mode, code.parts = FRAMED, choice_parts(run, node)
    code.begin = lambda s, f: s.frames.append((CHOOSE, code.index))


def choice_parts(run: Runner, node: tree.Choose) -> tuple[Any, ...]:
    """(source, tests, preferences, low, high, such that, element type); a test is (closure, plan or None, whether what
    it looks at may be veiled).
    """
    compiler = run.compiler
    source = compiler.unveiled(node.source, compiler.expr(node.source))
    plans = node.plans if node.plans and not compiler.loops else (None,) * (len(node.tests) + len(node.preferences))
    element = t.element(node.source.type) or t.UNKNOWN
    hides = is_component(element)
    pairs = [
        (compiler.expr(test.test), None if plan is None else compiler.expr(plan), hides)
        for test, plan in zip((*node.tests, *node.preferences), plans, strict=True)
    ]
    for at, test in enumerate(node.tests):
        if test.origin == "pushed" and any(run.facts.reads_unseen(test.test, seat) for seat in range(run.layout.count)):
            pairs[at] = (foreseen(run, test.test), None, hides)
    optional: list[Fn | None] = [
        None if part is None else compiler.expr(part) for part in (node.low, node.high, node.such_that)
    ]
    return (source, pairs[: len(node.tests)], pairs[len(node.tests) :], *optional, element)


def _menu(run: Runner, node: tree.Menu, code: Code, path: str) -> None:
    compiler = run.compiler
    items = []
    for item in node.items:
        block = _child(run, code, item.body, f"{code.path}.{item.name}")
        block.node = item
        optional: list[Fn | None] = [None if part is None else compiler.expr(part) for part in (item.limit, item.test)]
        optional.append(None if item.can is None else foreseen(run, item.can))
        source = None if item.source is None else compiler.tuple_of(item.source)
        items.append((item, block, *optional, source))
    code.mode, code.parts = FRAMED, tuple(items)
    code.begin = lambda s, f: s.frames.append((MENU, code.index, 0, (0,) * len(items)))


def _everyone(run: Runner, node: tree.Everyone, code: Code, path: str) -> None:
    asks: list[Any] = []
    for ask in node.asks:
        if isinstance(ask, tree.Bind):
            asks.append((ask, run.compiler.expr(ask.value), None))
        else:
            part = _new(run, ask, ask.name, code.routine)
            part.parts, part.mode = choice_parts(run, ask), FRAMED
            part.fails = run.facts.may_fail(ask)
            code.children.append(part)
            asks.append((ask, None, part))
    block = _child(run, code, node.then, path + ".then")
    code.mode, code.parts = FRAMED, (tuple(asks), block)

    def begin(s: State, f: Slots) -> None:
        players = tuple(range(run.layout.count))
        s.frames.append((EVERYONE, code.index, players, (0,) * len(players), ((),) * len(players)))

    code.begin = begin


def _window(run: Runner, node: tree.Signal, code: Code, path: str) -> None:
    code.mode = FRAMED

    def begin(s: State, f: Slots) -> None:
        players = run.clockwise(s) if f[0] is None else (f[0],)
        s.frames.append((WINDOW, code.index, players))

    code.begin = begin


_COMPOSITE: dict[type, Any] = {
    tree.Seq: _seq,
    tree.Branch: _branch,
    tree.Repeat: _repeat,
    tree.Each: _each,
    tree.Choose: _choose,
    tree.Menu: _menu,
    tree.Do: _do,
    tree.As: _as,
    tree.Everyone: _everyone,
    tree.Together: _together,
    tree.Scope: _scope,
    tree.Turns: _turns,
    tree.Signal: _window,
}
