"""What the boards alone decide: in, an expression; out, whether its value is the same all game long, and a closure that
works it out once for each board.

Nothing that reads the position, asks chance, looks at a component or may raise a fault is among it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime.walk import every

if TYPE_CHECKING:
    from rulewright.runtime.evaluate import Compiler, Fn, Slots
    from rulewright.runtime.state import State

_WORDS = frozenset((
    "and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "in", "is_none", "otherwise", "count", "some", "first",
    "last", "max", "min", "union", "except", "intersect", "complement", "all_if", "make_set", "near", "neighbors",
    "next_to", "all_spaces", "every_space", "spaces_kind", "column_is", "range", "distinct", "as_set", "as_list",
))  # fmt: skip
_QUESTIONS = frozenset(("border", "groups", "lines", "beyond", "straight"))


def is_fixed(c: Compiler, expr: tree.Expr) -> bool:
    """Whether nothing but the board decides the value, no slot from outside the expression either."""
    bound = {slot for node in every(expr) if isinstance(slot := _binds(node), int)}
    return _fixed(c, expr) and all(node.slot in bound for node in every(expr) if isinstance(node, tree.Local))


def is_fixed_definition(c: Compiler, name: str) -> bool:
    """Whether nothing but the board and its arguments decides the value of a definition."""
    routine = c.program.routines[name]
    if c.loops or c.noted is not None or not all(_plain(type) for type in routine.parameters):
        return False
    found = c.fixed.get(name)
    if found is None:
        c.fixed[name] = False  # a definition that comes back to itself is not
        found = c.fixed[name] = _fixed(c, routine.body) and not any(
            isinstance(node, tree.Local) and node.slot <= tree.THIS for node in every(routine.body)
        )
    return found


def remembered(key: Any, work: Fn) -> Fn:
    """The value that is kept with the board under this key."""

    def run(s: State, f: Slots) -> Any:
        known = s.world.known
        if key in known:
            return known[key]
        value = known[key] = work(s, f)
        return value

    return run


def remembered_by(key: Any, argument: Fn, work: Any) -> Fn:
    """The same for a definition of one argument; `work` takes the state and the argument."""

    def run(s: State, f: Slots) -> Any:
        x = argument(s, f)
        known = s.world.known.get(key)
        if known is None:
            known = s.world.known[key] = {}
        elif x in known:
            return known[x]
        value = known[x] = work(s, x)
        return value

    return run


def _plain(type: t.Type) -> bool:
    """A value that says all there is to know of it, and is small."""
    if isinstance(type, t.Maybe):
        type = type.of
    return isinstance(type, t.Enum | t.Bool | t.Space | t.Player)


def _binds(node: Any) -> Any:
    if isinstance(node, tree.MatchArm):
        return node.fits.slot
    return getattr(node, "slot", None) if isinstance(node, tree.Fold | tree.Let) else None


def _fixed(c: Compiler, expr: Any) -> bool:
    if c.loops or c.noted is not None:
        return False
    return all(_fixed_here(c, node) for node in every(expr))


def _fixed_here(c: Compiler, node: Any) -> bool:
    match node:
        case tree.Const() | tree.Fold() | tree.Match() | tree.MatchArm() | tree.Arm() | tree.Let():
            return True
        case tree.Local():
            return not isinstance(node.type, t.Component | t.Union | t.Zone)
        case tree.Column():
            return _of_board(c, node.owner, node.column)
        case tree.Op(name="column_is"):
            return _of_board(c, c.text(node.args[0]), c.text(node.args[1]))
        case tree.Op():
            return node.name in _WORDS
        case tree.Query():
            return node.name in _QUESTIONS and node.relation is None
        case tree.Call():
            return node.me is None and is_fixed_definition(c, node.name)
        case _:
            return False


def _of_board(c: Compiler, owner: str, column: str) -> bool:
    known = owner in c.program.enums or owner in c.program.vars or (owner, column) in c.layout.components.columns
    return not known and owner in c.layout.geometry.kind_masks
