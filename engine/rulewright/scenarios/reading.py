"""What a scenario writes, as values: in, words and a state; out, types and run-time values, zones, components.

Expressions in scenarios are those of the rules, with the names of the players besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.report import codes
from rulewright.report.codes import Code
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import Fix, respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest, slip
from rulewright.runtime import names
from rulewright.runtime.bits import members
from rulewright.runtime.evaluate import Compiler
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.layout import Layout
from rulewright.runtime.state import State
from rulewright.semantics import expressions
from rulewright.semantics.coerce import coerce, read
from rulewright.semantics.context import Context, Game, new_context
from rulewright.semantics.symbols import Symbols
from rulewright.syntax import ast


class Failed(Exception):  # noqa: N818  (a scenario that does not come out)
    """What is wrong, as a diagnostic. Ends a scenario, except in a claim."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def failed(
    code: Code,
    span: Span,
    message: str,
    *,
    label: str = "",
    help: str | None = None,
    labels: Sequence[Label] = (),
    fixes: tuple[Fix, ...] = (),
) -> Failed:
    return Failed(
        Diagnostic(code=code, span=span, message=message, label=label, help=help, labels=tuple(labels), fixes=fixes)
    )


@dataclass(frozen=True, slots=True)
class Reader:
    """The rules and the table that the words of a scenario are about."""

    symbols: Symbols
    program: Program
    layout: Layout
    compiler: Compiler
    seats: tuple[str, ...]

    def context(self) -> Context:
        spread = frozenset(name for name, declared in self.program.components.items() if declared.spread)
        routines = dict(self.program.routines)
        game = Game(symbols=self.symbols, report=Report(), routines=routines, seats=self.seats, spread=spread)
        return new_context(game, "scenario", me=False)


def respelled(reader: Reader, span: Span, guess: str) -> tuple[Fix, ...]:
    """The fix that writes another answer or thing. It is certain only where what was written is the name of nothing:
    a scenario that names another space than is offered may be right, and the rules wrong.
    """
    wrong = span.text[slice(*slip(span.text, guess))]
    return tuple(
        replace(fix, certain=fix.certain and not is_name(reader, wrong)) for fix in respelling(span, span.text, [guess])
    )


def is_name(reader: Reader, word: str) -> bool:
    """Whether a word, or a number, means something in the game."""
    symbols, geometry = reader.symbols, reader.layout.geometry
    if word.isdigit() or word in reader.seats or word in geometry.index or word in geometry.edge_names:
        return True
    values = (value for enum in reader.program.enums.values() for value in enum.values)
    return word in symbols.where or word in symbols.row_types or word in symbols.singulars or word in values


@dataclass(slots=True)
class Worked:
    """An expression with what is needed to work it out."""

    core: tree.Expr
    reader: Reader
    slots: list[str] = field(default_factory=list)

    def on(self, state: State, core: tree.Expr | None = None) -> Any:
        """The value of the expression, or of a part of it. Raises Failed for a fault."""
        try:
            fn = self.reader.compiler.expr(self.core if core is None else core)
            return fn(state, [None] * max(2, len(self.slots)))
        except RuleFault as problem:
            raise Failed(problem.diagnostic) from None


def seat(reader: Reader, name: ast.Name) -> int:
    """The player of that name."""
    if name.text not in reader.seats:
        guess = nearest(name.text, reader.seats)
        raise failed(
            codes.UNKNOWN,
            name.span,
            f"nobody called `{name.text}` plays here",
            help=f"did you mean `{guess}`?" if guess else f"the players are {', '.join(reader.seats)}",
            fixes=respelling(name.span, name.text, reader.seats),
        )
    return reader.seats.index(name.text)


def written(reader: Reader, words: ast.Expr, wanted: t.Type | None = None, *, as_value: bool = True) -> Worked:
    """The expression; a zone as what lies in it, unless `as_value` is off. `wanted` is converted to, if given."""
    context = reader.context()
    core = expressions.infer(context, words, wanted)
    if as_value:
        core = read(context, core) if wanted is None else coerce(context, core, wanted, words.span)
    problems = context.report.diagnostics
    if problems:
        raise Failed(problems[0])
    return Worked(core, reader, context.slots)


def hinted(reader: Reader, words: ast.Expr, hint: t.Type) -> Worked:
    """The expression with its own type; `hint` only says what bare words mean."""
    return written(reader, words, hint, as_value=False)


# ------------------------------------------------------------------ names of values


def named(reader: Reader, state: State, type: t.Type, value: Any) -> str:
    """A value as a designer would write it; a piece on a board by its space."""
    return shown(names.name_of(reader.layout, state, type, value))


def shown(answer: Any) -> str:
    """The name of a value as text: several in braces."""
    return "{" + ", ".join(map(shown, answer)) + "}" if isinstance(answer, list) else str(answer)


def with_side(reader: Reader, state: State, component: int) -> str:
    """The name of a component and, where it has several sides, the one that is up."""
    sides = reader.program.components[reader.layout.components.type_of[component]].sides
    name = names.component_name(reader.layout, state, component)
    if len(sides) < 2:
        return name
    up = next((side for at, side in enumerate(sides) if state.sides[at] >> component & 1), sides[0])
    return f"{name} showing {up}"


# ------------------------------------------------------------------ components by name


def tokens(words: Sequence[ast.Expr]) -> list[str]:
    """The words of a name as they are written: `grub`, `24`."""
    return [_token(word) for word in words]


def _token(word: ast.Expr) -> str:
    match word:
        case ast.Ref(name=name) | ast.Dot(name=name, arguments=None):
            return name.text
        case ast.Int(value=value):
            return str(value)
        case ast.No():
            return "no"
        case ast.Text(value=value):
            return value
        case _:
            raise failed(codes.UNEXPECTED, word.span, "this is not the name of a thing")


def described(reader: Reader, words: Sequence[str], allowed: int) -> int:
    """The components among `allowed` that may be called so: by row, by type, by the values they were made of."""
    mask = 0
    parts = reader.layout.components
    fitting: dict[tuple[int, tuple[Any, ...]], bool] = {}
    for component in members(allowed):
        key = parts.row_of[component].number, parts.made_of[component]
        if key not in fitting:
            fitting[key] = _is_called(reader, component, words)
        if fitting[key]:
            mask |= 1 << component
    return mask


def _is_called(reader: Reader, component: int, words: Sequence[str]) -> bool:
    row = reader.layout.components.row_of[component]
    values = tuple(_generated(reader, component))
    if words and words[0] in _names(reader, row.type, row.decl.name):
        return tuple(words[1:]) == values[: len(words) - 1]
    return bool(words) and tuple(words) == values[: len(words)]


def _generated(reader: Reader, component: int) -> Iterator[str]:
    """The values a generated component was made of, by name."""
    parts, resting = reader.layout.components, reader.layout.resting
    for (_, source), value in zip(parts.row_of[component].decl.generators, parts.made_of[component], strict=True):
        yield named(reader, resting, t.element(source.type) or t.UNKNOWN, value)


def _names(reader: Reader, type: str, row: str) -> Iterator[str]:
    yield row
    yield type
    for singular, of in reader.symbols.singulars.items():
        if of == type:
            yield singular
    plural = reader.program.components[type].plural
    if plural is not None:
        yield plural


def mask_of_type(reader: Reader, type: t.Type) -> int:
    """All components of a type."""
    match type:
        case t.Component(name) | t.Union(name, _):
            return reader.layout.components.type_masks[name]
        case _:
            return reader.layout.all_components
