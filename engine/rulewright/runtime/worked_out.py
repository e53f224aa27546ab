"""In which order the attributes of spaces are worked out. In: a program. Out: each after those that it reads.

The check `name/cycle` has made sure that there is such an order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.runtime.walk import every

Attribute = tuple[str, str]
"""The name of a board and of an attribute of its spaces."""


def order(program: Program) -> tuple[Attribute, ...]:
    """All attributes that are worked out, by board and as declared where nothing speaks against it."""
    done: dict[Attribute, None] = {}
    begun: set[Attribute] = set()

    def visit(attribute: Attribute) -> None:
        if attribute in begun:
            return
        begun.add(attribute)
        board, name = attribute
        for needed in _needs(program, program.boards[board].computed[name], set()):
            visit(needed)
        done[attribute] = None

    for board, decl in program.boards.items():
        for name in decl.computed:
            visit((board, name))
    return tuple(done)


def _needs(program: Program, body: Any, seen: set[str]) -> Iterator[Attribute]:
    """The attributes that an expression reads, itself or through definitions."""
    for node in every(body):
        match node:
            case tree.Column(owner=owner, column=column):
                for name, board in program.boards.items():
                    if column in board.computed and owner in ("Space", name, *(kind for _, kind, _ in board.spaces)):
                        yield name, column
            case tree.Call(name=str(name)) | tree.Query(relation=str(name)) if name not in seen:
                seen.add(name)
                if name in program.routines:
                    yield from _needs(program, program.routines[name].body, seen)
            case _:
                pass
