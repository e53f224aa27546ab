"""What is left over for play in the games that come with Rulewright: nothing is searched, tested or looped over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from analyses.game_text import elaborated
from rulewright import loader
from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.semantics.analyses import analyse
from rulewright.semantics.analyses.notes import NoteKind
from rulewright.semantics.analyses.walk import below, children

NONE: tuple[NoteKind, ...] = ("search", "bound", "checked", "loop")
GAMES = [
    *(("kingdom_builder", {"first_game": value}) for value in ("no", "yes")),
    *(
        ("pickomino", {"flip": flip, "exact": exact, "lower": lower})
        for flip, exact, lower in product(
            ("always", "unless_returned", "always_even_without_tile"), ("must", "may"), ("all", "nearest")
        )
    ),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_nothing_is_left_to_search_to_test_or_to_loop_over(game: str, options: dict[str, str]) -> None:
    found = analyse(elaborated(loader.read_files(game), options))
    counts = {kind: found.counts().get(kind, 0) for kind in NONE}
    planned, conditions = plans(found.program)
    chosen = ", ".join(f"{name} {value}" for name, value in options.items())
    print(f"{game} ({chosen}): {counts}, {planned} of {conditions} conditions on indexed things are whole sets")
    assert counts == dict.fromkeys(NONE, 0)
    assert planned == conditions > 0
    assert not any(isinstance(node, tree.Can) and node.test is None for node in nodes(found.program))
    assert not any(node.look_ahead for node in nodes(found.program) if isinstance(node, tree.Choose | tree.Item))


def plans(program: Program) -> tuple[int, int]:
    """The conditions on things that have an index: how many have a plan, how many there are."""
    planned = total = 0
    for root in roots(program):
        for node in tried(root):
            match node:
                case tree.Fold(source=source) if node.test is not None or node.kind in ("any", "every"):
                    if indexed(source):
                        planned, total = planned + (node.plan is not None), total + 1
                case tree.Choose(source=source) if indexed(source):
                    planned += sum(plan is not None for plan in node.plans)
                    total += len(node.tests) + len(node.preferences)
                case _:
                    pass
    return planned, total


def indexed(source: tree.Expr) -> bool:
    of = t.element(source.type)
    return of is not None and t.indexed(of)


def tried(node: tree.Node) -> Iterator[tree.Node]:
    """What is worked out in play: not what stands inside a condition that has a plan."""
    yield node
    planned: list[tree.Node] = []
    if isinstance(node, tree.Fold) and node.plan is not None and node.test is not None:
        planned = [node.test]
    elif isinstance(node, tree.Choose) and node.plans:
        tests = (*node.tests, *node.preferences)
        planned = [test for test, plan in zip(tests, node.plans, strict=True) if plan is not None]
    for child in children(node):
        if not any(child is part for part in planned):
            yield from tried(child)


def roots(program: Program) -> Iterator[tree.Node]:
    for routine in program.routines.values():
        yield routine.body
    for rule in program.rules:
        yield from (part for part in (rule.test, rule.threshold) if part is not None)
        if rule.generator is not None:
            yield rule.generator[1]


def nodes(program: Program) -> list[tree.Node]:
    return [node for root in roots(program) for node in below(root)]
