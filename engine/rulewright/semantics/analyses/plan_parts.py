"""What plans are made of. In: parts of a condition. Out: small pieces of set algebra; UnplannedError for one that may
not be worked out unless it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.core.tree import Expr, Node
from rulewright.core.vocabulary import WORDS
from rulewright.report.span import Span
from rulewright.semantics.analyses.build import op, text
from rulewright.semantics.analyses.demands import copied, with_slots
from rulewright.semantics.analyses.walk import below, is_expression

FAULTS = frozenset(("div_down", "div_up", "slot"))
NewSlot = Callable[[str], int]


class UnplannedError(Exception):
    """Why a condition is no set algebra. Raised here and by `plans`, which catches it."""


@dataclass(frozen=True)
class Planner:
    """Where a new plan is made: the routine's slots; the slot of the thing that is asked about, and all the things for
    which it is asked (None: the source would not come to the same a second time).
    """

    program: Program
    new_slot: NewSlot
    thing: int | None = None
    things: Expr | None = None


def asking(px: Planner, slot: int, source: Expr) -> Planner:
    """For conditions on the things of the source, in the slot."""
    of = t.element(source.type)
    again = of is not None and not any(_draws(part) for part in below(source))
    things = source if isinstance(source.type, t.Set) or of is None else op("as_set", t.Set(of), source)
    return replace(px, thing=slot, things=copied(things, {}, px.new_slot) if again else None)


def _draws(node: Node) -> bool:
    """Whether it comes to something else each time."""
    return isinstance(node, tree.Op) and node.name in WORDS and WORDS[node.name].kind == "chance"


def narrowed(px: Planner, plan: Expr) -> Planner:
    """For conditions that are asked only for those of the things that are in the plan's set, unless it costs much."""
    if px.things is None or costly(plan):
        return px
    return replace(px, things=op("intersect", px.things.type, px.things, copied(plan, {}, px.new_slot)))


def costly(value: Expr) -> bool:
    return any(isinstance(part, tree.Fold | tree.Query | tree.Call | tree.Can) for part in below(value))


def bounded(px: Planner, plan: Expr, of: t.Type) -> Expr:
    """The same set without what is no thing at all, which a complement has."""
    if any(isinstance(part, tree.Op) and part.name in ("complement", "all_if") for part in below(plan)):
        return op("intersect", t.Set(of), plan, everything(px, of, plan.span))
    return plan


def inlined(px: Planner, call: tree.Call) -> Expr:
    body = px.program.routines[call.name].body
    assert is_expression(body)
    nobody = tree.Const(span=call.span, type=t.Nothing(), value=None)
    values: dict[int, Expr] = {tree.ME: call.me if call.me is not None else nobody, **dict(enumerate(call.args, 2))}
    return with_slots(body, values, px.new_slot)


def harmless(px: Planner, value: Expr) -> Expr:
    """A part that may be worked out whether it is needed or not."""
    _look_for_faults(px, value, set())
    return value


def _look_for_faults(px: Planner, value: Node, called: set[str]) -> None:
    for part in below(value):
        match part:
            case tree.Checked():
                raise UnplannedError("a number here is tested for being exact")
            case tree.Op(name=name) if name in FAULTS:
                raise UnplannedError(f"`{name}` may be a fault, so it is only worked out where it is needed")
            case tree.Can(test=None):
                raise UnplannedError("whether something is possible is searched here")
            case tree.Call(name=name) if name not in called:
                called.add(name)
                _look_for_faults(px, px.program.routines[name].body, called)
            case _:
                pass


def everything(px: Planner, type: t.Type, span: Span) -> Expr:
    kind = bare(type)
    match kind:
        case t.Enum(name):
            return tree.Const(span=span, type=t.Set(kind), value=(1 << len(px.program.enums[name].values)) - 1)
        case t.Player():
            return op("players", t.Set(kind), span=span)
        case t.Bool():
            return tree.Const(span=span, type=t.Set(kind), value=3)
        case t.Component() | t.Union():
            return all_things(px, kind, span)
        case t.Space():
            return op("every_space", t.Set(kind), span=span)
        case _:
            raise UnplannedError("whether it is none is asked for each thing")


def all_things(px: Planner, type: t.Type, span: Span) -> Expr:
    """All components of a type."""
    match bare(type):
        case t.Component(name) if name:
            names: tuple[str, ...] = (name,)
        case t.Union(name, members) if px.program.unions.get(name) == members:
            return op("every", t.Set(bare(type)), text(name, span))
        case t.Union(_, members):
            names = members
        case _:
            names = tuple(px.program.components)
    kinds = [op("every", t.Set(t.Component(name)), text(name, span)) for name in names]
    return nested("union", t.Set(bare(type)), kinds)


def nested(name: str, type: t.Type, parts: Sequence[Expr]) -> Expr:
    whole = parts[0]
    for part in parts[1:]:
        whole = op(name, type, whole, part)
    return whole


def complement(plan: Expr) -> Expr:
    if isinstance(plan, tree.Op) and plan.name == "complement":
        return plan.args[0]
    return op("complement", plan.type, plan)


def if_else(test: Expr, then: Expr, otherwise: Expr, type: t.Type) -> Expr:
    return tree.Match(
        span=test.span,
        type=type,
        subject=test,
        arms=(
            tree.MatchArm(span=then.span, fits=tree.Arm(span=then.span, values=(True,)), body=then),
            tree.MatchArm(span=otherwise.span, fits=tree.Arm(span=otherwise.span), body=otherwise),
        ),
    )


def bare(type: t.Type) -> t.Type:
    return type.of if isinstance(type, t.Maybe) else type
