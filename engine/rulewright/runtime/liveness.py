"""Which slots still matter: in, code and frames; out, the slots that what is left to do may read. Used where
positions are compared, hashed and saved, so that values nobody will read again make no difference.
"""

from __future__ import annotations

from typing import Any

from rulewright.core import tree
from rulewright.runtime.code import (
    ANY_ORDER,
    BLOCK,
    CALL,
    CHOOSE,
    EACH,
    EVERYONE,
    MENU,
    REACT,
    REPEAT,
    SCOPE,
    THEN,
    TURNS,
    Code,
)  # fmt: skip
from rulewright.runtime.state import Frame
from rulewright.runtime.walk import children

Slots = frozenset[int]
NONE: Slots = frozenset()

_STATEMENTS = tree.Stmt.__args__


def used(node: Any) -> Slots:
    """The slots that the expressions of a node read, without those they bind themselves, and without its statements."""
    found: set[int] = set()
    bound: set[int] = set()
    stack = [node]
    while stack:
        at = stack.pop()
        match at:
            case tree.Local(slot=slot):
                found.add(slot)
            case tree.Fold(slot=int(slot)) | tree.Let(slot=int(slot)) | tree.Sort(slot=int(slot)):
                bound.add(slot)
            case tree.Arm(slot=int(slot)):
                bound.add(slot)
            case _:
                pass
        stack.extend(part for part in children(at) if not isinstance(part, _STATEMENTS))
    return frozenset(found - bound)


def annotate(code: Code) -> None:
    """Fill `gen` (read before it is written) and `kill` (surely written) of a statement whose parts have theirs."""
    node = code.node
    own = used(node)
    parts = [(child.gen, child.kill) for child in code.children]
    inner = frozenset().union(*(gen for gen, _ in parts)) if parts else NONE
    match node:
        case tree.Bind() | tree.Chance():
            code.gen, code.kill = own, frozenset((node.slot,))
        case tree.Draw():
            code.gen = own
            code.kill = NONE if node.slot is None else frozenset((node.slot,))
        case tree.Move():
            code.gen = own if node.each_player is None else own - {node.each_player}
            code.kill = frozenset(part.slot for part in node.parts if part.slot is not None)
        case tree.Choose():
            code.gen, code.kill = own - {node.slot}, frozenset((node.slot,))
        case tree.Each():
            code.gen = own | (inner - {node.slot})
        case tree.Repeat() if node.slot is not None:
            code.gen = own | (inner - {node.slot})
        case tree.Branch():
            code.gen = own
            for arm, child in zip(node.arms, code.children, strict=True):
                code.gen |= child.gen - ({arm.fits.slot} if arm.fits.slot is not None else NONE)
            whole = any(_always(arm.fits) for arm in node.arms)
            if whole:
                code.kill = frozenset.intersection(*(child.kill for child in code.children))
        case tree.Menu():
            bound = frozenset(item.slot for item in node.items if item.slot is not None)
            code.gen = (own | inner) - bound
        case tree.Everyone():
            bound = frozenset(ask.slot for ask in node.asks)
            reads = frozenset().union(*(used(ask) for ask in node.asks))
            code.gen = (own | reads | inner) - bound
        case tree.Seq():
            code.gen, code.kill = parts[0]
        case tree.As() | tree.Together() | tree.Scope():
            code.gen = own | inner
            code.kill = code.children[0].kill if isinstance(node, tree.As | tree.Together) else NONE
        case _:
            code.gen = own | inner


def _always(arm: tree.Arm) -> bool:
    return not (
        arm.values or arm.types or arm.rows or arm.none or arm.some or arm.low is not None or arm.high is not None
    )


def annotate_block(code: Code) -> None:
    gens, kills = [NONE], [NONE]
    for item in reversed(code.items):
        gens.append(item.gen | (gens[-1] - item.kill))
        kills.append(kills[-1] | item.kill)
    code.rest_gen, code.rest_kill = tuple(gens[::-1]), tuple(kills[::-1])
    code.gen, code.kill = code.rest_gen[0], code.rest_kill[0]


def live(codes: list[Code], frames: list[Frame]) -> list[Slots]:
    """For each running routine, outermost first, the slots that are read again; `me` and `this` always count."""
    found: list[Slots] = []
    out: Slots = NONE
    for frame in frames:
        kind = frame[0]
        if kind in (CALL, REACT):
            found.append(NONE)
            out = NONE
            continue
        if not found:
            continue
        code = codes[frame[1]]
        if kind == BLOCK:
            at = frame[2]
            out = code.rest_gen[at] | (out - code.rest_kill[at])
        elif kind in (EACH, REPEAT, MENU, SCOPE, TURNS, ANY_ORDER):
            out = out | code.gen
        elif kind == CHOOSE:
            out = code.gen | (out - code.kill)
        elif kind == EVERYONE:
            out = code.gen | out
        elif kind == THEN:
            out = out | code.children[-1].gen
        found[-1] = out
    return [slots | {tree.ME, tree.THIS} for slots in found]


__all__ = ["annotate", "annotate_block", "live", "used"]
