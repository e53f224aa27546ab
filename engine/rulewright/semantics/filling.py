"""Whether a game has what its libraries want, told where the `use` stands. In: the names of a game. Out: messages.

Without this a zone that does not fit would be told as many mistakes inside the library, where nobody has made one.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic, Label, Severity
from rulewright.report.fixes import respelling
from rulewright.report.suggest import nearest
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Game, new_context, not_there, type_named, type_of
from rulewright.semantics.expressions import expression
from rulewright.semantics.libraries import Filled
from rulewright.semantics.symbols import BUILT_IN_TYPES
from rulewright.semantics.walk import below, rebuild
from rulewright.syntax import ast
from rulewright.syntax.printer import show


def check(game: Game, composed: Composed) -> None:
    """Every `use` against what its library wants."""
    for item in composed.items:
        if isinstance(item, Filled):
            _check(game, item)


def _check(game: Game, use: Filled) -> None:
    """Tells what is missing, and what does not fit. If a type is wrong, nothing is said about what is made of it."""
    missing: list[str] = []
    wrong: set[str] = set()
    for asked, (wanted, value) in zip(use.header.parameters, use.wants, strict=True):
        name = wanted.name.text
        left_out = value.span == use.library.span and name not in game.symbols.where
        if any(isinstance(node, ast.Name) and node.text in wrong for node in below(asked)):
            if left_out and (wanted.per is None or wanted.per.text in BUILT_IN_TYPES):
                missing.append(name)
            continue
        problem = _problem(game, wanted, value)
        if problem is None:
            continue
        if problem.span.source != value.span.source or not value.span.start <= problem.span.start < value.span.end:
            game.report.add(_in_its_place(problem, asked))
        elif left_out and problem.code in (codes.UNKNOWN, codes.NO_ATTRIBUTE):
            missing.append(name)
        else:
            _tell(game, use, asked, value, problem)
        wrong.add(name)
    if missing:
        game.report.error(
            codes.ARGUMENTS,
            use.library.span,
            f"`{use.library.text}` needs {', '.join(f'`{name}`' for name in missing)}",
            labels=[Label(asked.span, "this") for asked in use.header.parameters if asked.name.text in missing],
            help=f"write `use {use.library.text}({', '.join(f'{name} = …' for name in missing)})`"
            "; what the game calls by the same name need not be said",
        )


def _kind(wanted: ast.Wanted) -> str | None:
    """`Component` or `enum` where a type of that kind is wanted, and no value."""
    name = wanted.type.name.text if isinstance(wanted.type, ast.NamedType) and wanted.per is None else None
    return name if name in ("Component", "enum") else None


def _problem(game: Game, wanted: ast.Wanted, value: ast.Expr) -> Diagnostic | None:
    """Why the value cannot stand for what is wanted."""
    report, game.report = game.report, Report()
    try:
        _read(game, wanted, value)
        return next((d for d in game.report.diagnostics if d.severity is Severity.ERROR), None)
    finally:
        game.report = report


def _read(game: Game, wanted: ast.Wanted, value: ast.Expr) -> None:
    kind = _kind(wanted)
    if (kind is not None or wanted.per is not None) and not isinstance(value, ast.Ref):
        game.report.error(codes.WRONG_KIND, value.span, "it wants a name, and nothing else")
        return
    if kind is not None:
        assert isinstance(value, ast.Ref)
        symbols = game.symbols
        known = list(symbols.enums) if kind == "enum" else [*symbols.components, *symbols.unions]
        if value.name.text not in known:
            not_there(game, value.name, "enum" if kind == "enum" else "type of components", known)
        return
    cx = new_context(game, "")
    type = type_of(game, rebuild(wanted.type, _any_component))
    if wanted.per is None:
        expression(cx, value, type)
        return
    assert isinstance(value, ast.Ref)
    holder = cx.anonymous(type_named(game, wanted.per), value.span)
    with cx.testing(holder):
        expression(cx, ast.Its(span=value.span, name=value.name), type)


def _any_component(node: ast.Node) -> ast.Node | None:
    if isinstance(node, ast.Name) and node.text == "Component":
        return replace(node, text="any.component")
    return None


def _in_its_place(problem: Diagnostic, asked: ast.Wanted) -> Diagnostic:
    """What is wrong with what is wanted, or with what the value was made of, and not with the value."""
    if problem.help is not None or problem.span.source != asked.span.source:
        return problem
    guess = nearest(problem.span.text, ("Component", "enum"))
    cure = f"did you mean `{guess}`?" if guess else None
    return replace(problem, help=cure, fixes=respelling(problem.span, problem.span.text, ("Component", "enum")))


def _tell(game: Game, use: Filled, asked: ast.Wanted, value: ast.Expr, problem: Diagnostic) -> None:
    """The problem where the value stands, with what the library wants."""
    guess = problem.help if problem.help is not None and problem.help.startswith("did you mean") else None
    game.report.error(
        problem.code,
        value.span,
        f"`{show(value)}` cannot be the `{asked.name.text}` of `{use.library.text}`",
        label=problem.message + (f": {problem.label}" if problem.label and problem.code is codes.NO_ATTRIBUTE else ""),
        labels=[Label(asked.span, "this is wanted"), *problem.labels, *_declared(game, asked, value)],
        help=guess,
    )


def _declared(game: Game, asked: ast.Wanted, value: ast.Expr) -> list[Label]:
    """Where the game says of what type the value is."""
    if not isinstance(value, ast.Ref):
        return []
    name, symbols = value.name.text, game.symbols
    owner = None if asked.per is None else symbols.components.get(asked.per.text)
    fields = {} if owner is None else {field.name.text: field.type for field in owner.fields}
    found: ast.Node | None = fields.get(name)
    if found is None and name in symbols.vars:
        found = symbols.vars[name].type
    if found is None and name in symbols.zones:
        found = symbols.zones[name].type
    if found is None and name in symbols.defines:
        found = symbols.defines[name].result
    return [] if found is None else [Label(found.span, "declared here")]
