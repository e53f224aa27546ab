"""Why an answer is not offered: in, a decision and the answer; out, the first condition that fails, in words and with
its place.

The conditions of a choice are gone through in the order in which they count: the source, the tests one by one, what
would follow, the preferences. Worked out on a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.runtime import choices, lookahead, names
from rulewright.runtime.code import EVERYONE, Code
from rulewright.runtime.evaluate import Slots
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.decision import Decision
    from rulewright.runtime.machine import Machine


@dataclass(frozen=True, slots=True)
class Reason:
    """`condition`: the condition as it is written, empty where there is none; `span`: where it stands."""

    text: str
    condition: str = ""
    span: Span | None = None


def why_not(machine: Machine, state: State, decision: Decision, answer: Any) -> Reason:
    """The reason; that it is offered, if it is."""
    if decision.find(answer) is not None:
        return Reason("it is offered")
    s = state.copy()
    s.asked, s.journal = None, None
    code = machine.run.codes[decision.question.code]
    match decision.question.kind:
        case "menu":
            return _menu(machine, s, decision, code, answer)
        case "one":
            return _one(machine, s, decision, code, answer)
        case "many":
            return _many(machine, s, decision, code, answer)
        case _:
            return _unknown(decision, answer)


def _unknown(decision: Decision, answer: Any) -> Reason:
    offered = [str(option.answer) for option in decision.options[:200]]
    guess = nearest(str(answer), offered)
    told = f"{{{', '.join(map(str, answer))}}}" if isinstance(answer, list | tuple) else answer
    return Reason(f"`{told}` is none of the options" + (f"; did you mean `{guess}`?" if guess else ""))


# ------------------------------------------------------------------ one thing


def _one(machine: Machine, s: State, decision: Decision, code: Code, answer: Any) -> Reason:
    node = code.node
    assert isinstance(node, tree.Choose)
    things = _called(machine, s, decision.question.type, answer)
    if not things:
        return _unknown(decision, answer)
    reasons = [_of_thing(machine, s, decision, code, node, thing) for thing in things]
    return max(reasons, key=lambda pair: pair[0])[1]


def _called(machine: Machine, s: State, type: t.Type, answer: Any) -> list[Any]:
    """Everything of the type that is called so, whether offered or not."""
    if not t.indexed(type):
        return [answer] if isinstance(type, t.Int) and isinstance(answer, int) else []
    layout = machine.layout
    found = [x for x in layout.universe(type).values if names.name_of(layout, s, type, x) == answer]
    if not found and isinstance(type, t.Component | t.Union) and isinstance(answer, str):
        found = [x for x in layout.universe(type).values if answer.startswith(names.kind_name(layout, x))]
    return found


def _of_thing(
    machine: Machine, s: State, decision: Decision, code: Code, node: tree.Choose, thing: Any
) -> tuple[int, Reason]:
    """How far a thing gets through the conditions, and what stops it."""
    slots = _slots(s, decision)
    run = machine.run
    source = code.parts[0](s, slots)
    if not _inside(source, thing):
        return 0, _source(machine, s, slots, node.source, thing)
    _, tests, preferences, *_ = code.parts
    for at, (test, (holds, *_)) in enumerate(zip(node.tests, tests, strict=True), 1):
        slots[node.slot] = thing
        if not holds(s, slots):
            return at, _failed(test)
    if s.frames[-1][0] != EVERYONE:
        search = lookahead.searching(run, s, node.look_ahead)
        if search is not None and not search.finishes(lambda child: choices.bind(run.look, child, thing)):
            return len(tests) + 1, _unfinished(search)
    for preference, (holds, *_) in zip(node.preferences, preferences, strict=True):
        slots[node.slot] = thing
        if not holds(s, slots):
            words = preference.text or preference.span.text
            count = decision.question.own
            ahead = "there is 1 option" if count == 1 else f"there are {count} options"
            return len(tests) + 2, Reason(f"{ahead} with `{words}`, which comes first", words, preference.span)
    return len(tests) + 3, Reason("an equal one is offered instead")


def _slots(s: State, decision: Decision) -> Slots:
    slots = s.locals[-1][:]
    slots[0] = decision.question.player
    return slots


def _inside(source: Any, thing: Any) -> bool:
    return bool(source >> thing & 1) if isinstance(source, int) else thing in source


def _failed(test: tree.Test) -> Reason:
    words = test.text or test.span.text
    return Reason(f"`{words}` does not hold for it", words, test.span)


def _unfinished(search: Any) -> Reason:
    end = search.obstacle
    if end is None:
        return Reason("what follows could not be done then")
    return Reason(f"what follows could not be done then: {end.why}", end.span.text, end.span)


def _source(machine: Machine, s: State, slots: Slots, source: tree.Expr, thing: Any) -> Reason:
    """Why a thing is not in the source: the part of it that leaves it out, definitions opened."""
    compiler, slots = machine.compiler, slots[:]
    while True:
        match source:
            case tree.Fold(kind="filter") if t.indexed(t.element(source.source.type) or t.UNKNOWN):
                inner = compiler.expr(source.source)(s, slots)
                if _inside(inner, thing):
                    assert source.test is not None
                    slots[source.slot] = thing
                    test = _false_part(machine, s, slots, source.test)
                    return Reason(f"`{test.span.text}` does not hold for it", test.span.text, test.span)
                source = source.source
            case tree.Call():
                routine = machine.program.routines[source.name]
                args = [compiler.expr(arg)(s, slots) for arg in source.args]
                me = None if source.me is None else compiler.expr(source.me)(s, slots)
                slots = [me, None, *args, *[None] * (len(routine.slots) - 2 - len(args))]
                source = routine.body  # type: ignore[assignment]
            case _:
                words = source.span.text
                return Reason(f"it is not among `{words}`", words, source.span)


def _false_part(machine: Machine, s: State, slots: Slots, test: tree.Expr) -> tree.Expr:
    """Of conditions joined by `and` the first that does not hold."""
    if isinstance(test, tree.Op) and test.name == "and":
        for part in test.args:
            if not machine.compiler.expr(part)(s, slots):
                return _false_part(machine, s, slots, part)
    return test


# ------------------------------------------------------------------ menus


def _menu(machine: Machine, s: State, decision: Decision, code: Code, answer: Any) -> Reason:
    slots = _slots(s, decision)
    if answer == "done":
        due = [
            item.name
            for at, (item, _, _, test, *_) in enumerate(code.parts)
            if item.must and not s.frames[-1][3][at] and (test is None or test(s, slots))
        ]
        if due:
            return Reason(f"`{due[0]}` has to be done first")
    for at, (item, block, limit, test, can, source) in enumerate(code.parts):
        if not isinstance(answer, str) or (answer != item.name and not answer.startswith(f"{item.name} ")):
            continue
        if limit is not None and s.frames[-1][3][at] >= limit(s, slots):
            return Reason("it has been done as often as it may be", span=item.span)
        if source is not None:
            return _unknown(decision, answer)
        if test is not None and not test(s, slots):
            part = _false_part(machine, s, slots, item.test)
            return Reason(f"`{part.span.text}` does not hold", part.span.text, part.span)
        if can is not None and not can(s, slots):
            part = _false_part(machine, s, slots, item.can)
            return Reason(f"it cannot be carried out: `{part.span.text}` does not hold", part.span.text, part.span)
        assert block is not None
        search = lookahead.Search(machine.run, s, slots[0], lookahead.horizon(machine.run, s))
        if not search.finishes(lookahead.step(choices.take_entry, machine.look, (at, None))):
            end = search.obstacle
            return _unfinished(search) if end is not None else Reason("it cannot be carried out to its end")
    return _unknown(decision, answer)


# ------------------------------------------------------------------ several things


def _many(machine: Machine, s: State, decision: Decision, code: Code, answer: Any) -> Reason:
    question, node = decision.question, code.node
    assert isinstance(node, tree.Choose)
    if not isinstance(answer, list | tuple):
        return Reason("several things are to be chosen here: answer with a list")
    offered = set(map(str, decision.thing_names.values())) | {
        str(names.name_of(machine.layout, s, question.type, x)) for x in question.things()
    }
    for name in answer:
        if str(name) not in offered:
            things = _called(machine, s, question.type, name)
            if not things:
                return Reason(f"`{name}` is nothing that could be chosen here")
            reason = max((_of_thing(machine, s, decision, code, node, x) for x in things), key=lambda pair: pair[0])[1]
            return Reason(f"`{name}`: {reason.text}", reason.condition, reason.span)
    if not question.low <= len(answer) <= question.high:
        wanted = str(question.low) if question.low == question.high else f"{question.low} to {question.high}"
        return Reason(f"{len(answer)} are chosen, and it must be {wanted}")
    if node.such_that is not None:
        words = node.such_that.span.text
        return Reason(f"`{words}` does not hold for these", words, node.such_that.span)
    return Reason("there are not so many of these, or what follows could not be done then")
