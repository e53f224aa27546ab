"""The vocabulary as closures: spaces, edges and questions to a board. In, an `Op` or `Query`; out, its closure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime import queries
from rulewright.runtime.evaluate import Compiler, Fn, Slots
from rulewright.runtime.queries import linked
from rulewright.runtime.state import State


def _near(c: Compiler, e: tree.Op) -> Fn:
    inner = e.args[0]
    if isinstance(inner, tree.Op) and inner.name == "make_set" and len(inner.args) == 1:
        neighbors, space = c.layout.geometry.neighbors, c.expr(inner.args[0])
        return lambda s, f: 0 if (x := space(s, f)) is None else neighbors[x]
    near, spaces = c.layout.geometry.near, c.mask_of(inner)
    return lambda s, f: near(spaces(s, f))


def _next_to(c: Compiler, e: tree.Op) -> Fn:
    neighbors, space, spaces = c.layout.geometry.neighbors, c.expr(e.args[0]), c.mask_of(e.args[1])
    return lambda s, f: (x := space(s, f)) is not None and bool(neighbors[x] & spaces(s, f))


def _groups(c: Compiler, e: Any) -> Fn:
    spaces = c.mask_of(e.args[0])
    return lambda s, f: queries.groups(s.world, spaces(s, f))


def _reachable(c: Compiler, e: Any) -> Fn:
    start, spaces, steps = c.expr(e.args[0]), c.mask_of(e.args[1]), c.expr(e.args[2])
    return lambda s, f: 0 if (x := start(s, f)) is None else queries.reachable(s.world, x, spaces(s, f), steps(s, f))


def _distance(c: Compiler, e: Any) -> Fn:
    one, other = c.expr(e.args[0]), c.expr(e.args[1])

    def run(s: State, f: Slots) -> int | None:
        a, b = one(s, f), other(s, f)
        return None if a is None or b is None else queries.distance(s.world, a, b)

    return run


def _lines(c: Compiler, e: Any) -> Fn:
    spaces, least = c.mask_of(e.args[0]), c.expr(e.args[1])
    return lambda s, f: queries.lines(s.world, spaces(s, f), least(s, f))


def _beyond(c: Compiler, e: Any) -> Fn:
    line = c.tuple_of(e.args[0])
    return lambda s, f: queries.beyond(s.world, line(s, f))


def line_ends(c: Compiler, lines: tree.Query, each: Fn) -> Fn:
    """All that is beyond any of the lines; `each` works it out line after line, which single spaces need."""
    spaces, least = c.mask_of(lines.args[0]), c.expr(lines.args[1])

    def run(s: State, f: Slots) -> int:
        length = least(s, f)
        return queries.ends(s.world, spaces(s, f), length) if length > 1 else int(each(s, f))

    return run


def _straight(c: Compiler, e: Any) -> Fn:
    spaces, steps = c.mask_of(e.args[0]), c.expr(e.args[1])
    return lambda s, f: queries.straight(s.world, spaces(s, f), steps(s, f))


def _border(c: Compiler, e: Any) -> Fn:
    spaces = c.mask_of(e.args[0])
    return lambda s, f: queries.border(s.world, spaces(s, f))


def _trails(c: Compiler, e: Any) -> Fn:
    start, most, edges = c.expr(e.args[0]), c.expr(e.args[1]), c.mask_of(e.args[2])

    def run(s: State, f: Slots) -> tuple[Any, ...]:
        space = start(s, f)
        return () if space is None else tuple(queries.trails(s.world, space, most(s, f), edges(s, f)))

    return run


def _downstream(c: Compiler, e: Any) -> Fn:
    space = c.expr(e.args[0])
    return lambda s, f: () if (x := space(s, f)) is None else queries.downstream(s.world, x)


def _all_spaces(c: Compiler, e: tree.Op) -> Fn:
    name, masks = c.text(e.args[0]), c.layout.geometry.board_masks
    if isinstance(e.args[1], tree.Const):
        mask = masks[name, None]
        return lambda s, f: mask
    player = c.expr(e.args[1])
    return lambda s, f: masks.get((name, player(s, f)), masks[name, None])


def _constant(mask: int) -> Fn:
    return lambda s, f: mask


def _space_named(c: Compiler, e: tree.Op) -> Fn:
    """The space of that name; of a board that each player has, that player's, or else the acting player's."""
    name, geometry = c.text(e.args[0]), c.layout.geometry
    kind = e.type.kind if isinstance(e.type, t.Space) else ""
    found: dict[int | None, int] = {}
    for board in geometry.boards:
        if kind not in ("", board.name) and not geometry.kind_masks[kind] & board.mask:
            continue
        for space in range(board.base, board.base + board.size):
            if geometry.names[space] == name or geometry.names[space].endswith("." + name):
                found.setdefault(board.seat, space)
    if len(e.args) > 1:
        whose = c.expr(e.args[1])
        return lambda s, f: found.get(whose(s, f))
    if list(found) == [None] or name in geometry.index:
        only = geometry.index[name] if name in geometry.index else found[None]
        return lambda s, f: only
    return lambda s, f: found.get(f[0])


def _path(read: Callable[[Any, Any], Any]) -> Callable[[Compiler, tree.Op], Fn]:
    def make(c: Compiler, e: tree.Op) -> Fn:
        path = c.expr(e.args[0])
        return lambda s, f: None if (x := path(s, f)) is None else read(s.world, x)

    return make


OPS: dict[str, Callable[[Compiler, Any], Fn]] = {
    "near": _near,
    "neighbors": _near,
    "next_to": _next_to,
    "groups": _groups,
    "reachable": _reachable,
    "distance": _distance,
    "lines": _lines,
    "beyond": _beyond,
    "straight": _straight,
    "border": _border,
    "trails": _trails,
    "downstream": _downstream,
    "all_spaces": _all_spaces,
    "every_space": lambda c, e: _constant(c.layout.geometry.kind_masks[""]),
    "every_edge": lambda c, e: _constant(c.layout.geometry.edge_masks[""]),
    "spaces_kind": lambda c, e: _constant(c.layout.geometry.kind_masks[c.text(e.args[0])]),
    "edges_kind": lambda c, e: _constant(c.layout.geometry.edge_masks[c.text(e.args[0])]),
    "space_named": _space_named,
    "path_edges": _path(lambda world, path: path[1:]),
    "path_spaces": _path(queries.path_spaces),
    "path_end": _path(lambda world, path: queries.path_spaces(world, path)[-1]),
}

__all__ = ["OPS", "linked"]
