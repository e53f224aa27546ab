"""Which rules were reached: in, programs and what machines noted while they played; out, every rule with yes or no.

A rule is known by where it stands in the files, so that plays with other options or players count for the same rule.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program, Routine
from rulewright.report.span import Span
from rulewright.runtime.machine import Machine
from rulewright.runtime.walk import every

Kind = Literal["action", "rule", "cell", "score", "definition", "accepts", "flow", "statement", "choice", "menu item"]

Place = tuple[str, int, int]
"""File, start, end."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something that may be reached: a whole rule, or a statement, question or menu item in it (`inside`)."""

    kind: Kind
    name: str
    span: Span = field(compare=False)
    inside: str = ""


@dataclass(slots=True)
class Coverage:
    """`points` in the order of the files; `by_scenarios` and `by_games`: those reached."""

    points: dict[Place, Point] = field(default_factory=dict)
    by_scenarios: set[Place] = field(default_factory=set)
    by_games: set[Place] = field(default_factory=set)

    def rules(self) -> list[tuple[Point, bool, bool]]:
        """Whole rules: whether scenarios reach them, whether random games do."""
        return [
            (point, place in self.by_scenarios, place in self.by_games)
            for place, point in sorted(self.points.items())
            if not point.inside
        ]

    def unreached(self) -> list[Point]:
        """What neither scenarios nor random games reach. Of a rule that nothing reaches only the rule itself."""
        reached = self.by_scenarios | self.by_games
        missing = [point for place, point in sorted(self.points.items()) if place not in reached]
        whole = {point.name for point in missing if not point.inside}
        return [point for point in missing if not point.inside or point.inside not in whole]

    def share(self) -> tuple[int, int, int]:
        """How many points scenarios reach, how many random games, how many there are."""
        return len(self.by_scenarios & self.points.keys()), len(self.by_games & self.points.keys()), len(self.points)

    def to_json(self) -> dict[str, Any]:
        scenarios, games, total = self.share()
        return {
            "points": total,
            "by_scenarios": scenarios,
            "by_games": games,
            "unreached": [
                {
                    "kind": point.kind,
                    "name": point.name,
                    "file": point.span.source.name,
                    "line": point.span.line,
                    "column": point.span.column,
                }
                for point in self.unreached()
            ],
        }


def add_program(coverage: Coverage, program: Program, libraries: Container[str] = ()) -> None:
    """All that may be reached in a program. `libraries`: the files of which only what the game uses must be reached."""
    used = _used(program, libraries)
    for point in points(program):
        if (point.inside or point.name) in used or point.span.source.name not in libraries:
            coverage.points.setdefault(_place(point.span), point)


def _used(program: Program, libraries: Container[str]) -> set[str]:
    """The routines that something outside the libraries names, and those that these name in turn."""
    declared = (program.components, program.vars, program.zones, program.boards)
    todo: list[Any] = [*program.rules, *(node for table in declared for node in table.values())]
    todo += [routine for routine in program.routines.values() if routine.span.source.name not in libraries]
    found: set[str] = set()
    while todo:
        for node in every(todo.pop()):
            name = node.name if isinstance(node, tree.Call) else getattr(node, "routine", None)
            if isinstance(name, str) and name in program.routines and name not in found:
                found.add(name)
                todo.append(program.routines[name])
    return found


def reached(machines: Iterable[Machine]) -> set[Place]:
    """The places that these machines have come to."""
    found: set[Place] = set()
    for machine in machines:
        routines = machine.program.routines
        for index in machine.covered:
            code = machine.run.codes[index]
            found.add(_place(code.node.span))
            if isinstance(code.node, tree.Everyone):
                found.update(_place(ask.span) for ask in code.node.asks)
            found.add(_place(routines[code.routine].span))
        for name in (*machine.covered_routines, *_made_with(machine.program)):
            found.add(_place(routines[name].span))
    return found


def _made_with(program: Program) -> Iterator[str]:
    """The definitions that say how many there are of each component: they are read before play."""
    rows = (row for decl in program.components.values() for row in decl.rows)
    todo: list[tree.Node] = [
        part for row in rows for part in (row.copies, *(source for _, source in row.generators)) if part is not None
    ]
    seen: set[str] = set()
    while todo:
        for node in every(todo.pop()):
            if isinstance(node, tree.Call) and node.name not in seen:
                seen.add(node.name)
                todo.append(program.routines[node.name].body)
                yield node.name


def points(program: Program) -> Iterator[Point]:
    for routine in program.routines.values():
        if routine.name == program.flow or _never(routine):
            continue
        yield Point(_kind(program, routine), routine.name, routine.span)
        if isinstance(routine.body, tree.Typed):
            continue
        for node in every(routine.body):
            if isinstance(node, tree.Choose):
                yield Point("choice", node.name, node.span, routine.name)
            elif isinstance(node, tree.Item):
                yield Point("menu item", f"{routine.name}.{node.name}", node.span, routine.name)
            elif isinstance(node, tree.Stmt) and not isinstance(node, tree.Seq | tree.Menu):
                yield Point("statement", node.span.text.splitlines()[0].strip(), node.span, routine.name)


def _never(routine: Routine) -> bool:
    """Whether it is written so that it is never carried out: `require no`."""
    body = routine.body
    return isinstance(body, tree.Require) and isinstance(body.test, tree.Const) and body.test.value is False


def _kind(program: Program, routine: Routine) -> Kind:
    if routine.kind == "cell":
        head, _, column = routine.name.rpartition(".")
        decl = program.components.get(head.partition(".")[0])
        field_ = None if decl is None else decl.fields.get(column)
        if field_ is not None and isinstance(field_.type, t.Score):
            return "score"
    return routine.kind


def _place(span: Span) -> Place:
    return span.source.name, span.start, span.end
