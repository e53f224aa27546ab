"""Menus that rules answer to: `after turn.menu: …`. Such a menu is an action, which has its path for a name.

In: a menu, with the context it stands in. Out: the menu, or the statement that does it as an action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Routine
from rulewright.semantics import rules
from rulewright.semantics.context import Context, new_context
from rulewright.semantics.walk import below
from rulewright.syntax import ast


def named(items: Iterable[ast.Item]) -> frozenset[str]:
    """The paths of menus that reactions name."""
    nodes = (node for item in items for node in below(item))
    return frozenset(node.event.text for node in nodes if isinstance(node, ast.On) and "." in node.event.text)


def answered(cx: Context, word: str, menu: Callable[[Context], tree.Menu]) -> tree.Stmt:
    """The menu; as an action if a rule answers to it. `word`: what its path ends in.

    Inside a card's own rule, or in place of an action, it is never one: it may use `this` or `base`.
    """
    path = cx.next_question(word)
    if cx.this is not None or cx.base is not None:
        return menu(cx)
    cx.game.menus.append(path)
    if path not in cx.game.answered:
        return menu(cx)
    inner = new_context(cx.game, cx.path, me=cx.me, chance=cx.chance)
    inner.questions, inner.narrowed, inner.picks, inner.treats = cx.questions, cx.narrowed, cx.picks, cx.treats
    pairs = rules.copy_locals(inner, cx)
    made = menu(inner)
    used = rules.slots_read(made)
    cx.read.update(outside for outside, inside in pairs if inside in used)
    locals_ = {local.slot: local for scope in cx.scopes for local in scope.values()}
    args = tuple(locals_[outside] for outside, _ in pairs)
    cx.game.routines[path] = Routine(
        span=made.span,
        name=path,
        kind="action",
        parameters=tuple(arg.type for arg in args),
        slots=tuple(inner.slots),
        body=made,
    )
    if not cx.me:
        cx.game.nobody.append(path)
    me = tree.Local(span=made.span, type=t.PLAYER, slot=tree.ME, name="me") if cx.me else None
    return tree.Do(span=made.span, invoke=tree.Invoke(span=made.span, routine=path, me=me, args=args))
