"""What is declared and never mentioned: `style/unused`, a warning.

In: the items of a game and its expansions as they are written, the blocks of all options among them: what only one
value of an option needs is needed. A name counts as used wherever the same word stands, whatever it means there, so
that nothing is told that is not so; a name that begins with `_`, and what a library declares, is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.span import Span
from rulewright.semantics.libraries import Filled
from rulewright.semantics.walk import below, children, with_blocks
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class _Declared:
    """A name with the other words it is used by, and what is said if none of them is ever mentioned."""

    name: ast.Name
    also: tuple[str, ...]
    message: str
    help: str


@dataclass(slots=True)
class _Words:
    """The words that are mentioned, and those that are mentioned otherwise than as the type of something: an enum among
    them may be gone through, so that all its values are meant.
    """

    mentioned: set[str]
    gone_through: set[str]


def check(items: Iterable[ast.Item], ours: Callable[[Span], bool], report: Report) -> None:
    """`ours`: whether a place is in a file of the game, not in a library."""
    written = tuple(items)
    words = _words(written)
    for item in with_blocks(written):
        for declared in _declared(item, words):
            used = words.mentioned.intersection((declared.name.text, *declared.also))
            if not used and ours(declared.name.span):
                _tell(declared.name, declared.message, declared.help, report)
        for owner, parameters, places in _parameters(item):
            inside = {node.text for part in places for node in below(part) if isinstance(node, ast.Name)}
            for parameter in parameters:
                if parameter.name.text not in inside and ours(parameter.name.span):
                    message = f"`{owner}` is given `{parameter.name.text}`, and does nothing with it"
                    _tell(
                        parameter.name,
                        message,
                        f"take it away here and where it is given{_or_spare(parameter.name)}",
                        report,
                    )


def parameters_of_library(wanted: Iterable[ast.Wanted], items: Iterable[ast.Item], report: Report) -> None:
    """What a library asks for and never reads."""
    rules = [item for item in items if not isinstance(item, ast.Header)]
    mentioned = {node.text for item in rules for node in below(item) if isinstance(node, ast.Name)}
    for each in wanted:
        if each.name.text not in mentioned:
            _tell(
                each.name,
                f"the library asks for `{each.name.text}`, and never uses it",
                f"do not ask for it{_or_spare(each.name)}",
                report,
            )


def _tell(name: ast.Name, message: str, help: str, report: Report) -> None:
    if not name.text.startswith("_"):
        report.warning(codes.UNUSED, name.span, message, label="not used", help=help)


def _or_spare(name: ast.Name) -> str:
    return f", or call it `_{name.text}`"


# ------------------------------------------------------------------ what is declared


def _declared(item: ast.Item, words: _Words) -> Iterator[_Declared]:
    match item:
        case ast.Zone(name=name):
            yield _Declared(name, (), f"nothing is ever put into `{name.text}`, or looked for there", GO)
        case ast.Var(name=name, singular=singular):
            also = (singular.text,) if singular else ()
            yield _Declared(name, also, f"no rule mentions `{name.text}`", GO)
        case ast.Const(name=name) | ast.Define(name=name) | ast.Table(name=name) | ast.TypeDef(name=name):
            yield _Declared(name, (), f"no rule mentions `{name.text}`", GO)
        case ast.Action(name=name):
            cure = f"say when with `do {name.text}`, in a menu or a reaction"
            yield _Declared(name, (), f"nobody ever does `{name.text}`", cure)
        case ast.Component(kind=kind, name=name, plural=plural):
            also = (*((plural.text,) if plural else ()), *_singular(name.text))
            yield _Declared(name, also, f"no rule mentions the {kind}s `{name.text}`", GO)
        case ast.Option(name=name):
            if not item.items and not any(case.items for case in item.cases):
                cure = f"write `if {name.text}:` where it matters, or what it adds in a block below it"
                yield _Declared(name, (), f"the option `{name.text}` changes nothing", cure)
        case ast.Enum(name=name, values=values):
            used = name.text in words.mentioned or any(value.name.text in words.mentioned for value in values)
            if not used:
                yield _Declared(name, (), f"no rule mentions `{name.text}` or one of its values", GO)
            elif name.text not in words.gone_through:
                for value in values[1:]:
                    message = f"nothing is ever `{value.name.text}`"
                    yield _Declared(value.name, (), message, GO)
        case _:
            pass


GO = "write the rule that is missing, or take it away"


def _singular(name: str) -> tuple[str, ...]:
    """How a rule calls one of a type: `FlyingCarpet` as `flying_carpet`."""
    parts = "".join(f"_{letter}" if letter.isupper() and at else letter for at, letter in enumerate(name))
    return name.lower(), parts.lower()


def _parameters(item: ast.Item) -> Iterator[tuple[str, tuple[ast.Parameter, ...], tuple[ast.Node, ...]]]:
    """Who is given what, and where it could be used."""
    match item:
        case ast.Define(name=name, parameters=parameters, body=body, result=result):
            yield name.text, parameters, (body, result)
        case ast.Action(name=name, parameters=parameters, body=body):
            yield name.text, parameters, (body,)
        case _:
            pass


# ------------------------------------------------------------------ what is mentioned


def _words(items: Iterable[ast.Item]) -> _Words:
    words = _Words(set(), set())
    for item in items:
        _mention(item, words)
    return words


def _mention(node: ast.Node, words: _Words) -> None:
    if isinstance(node, Filled):  # what a library is given is the library's business
        words.mentioned.update(value.name.text for _, value in node.wants if isinstance(value, ast.Ref))
    own = _own(node)
    for child in children(node):
        if any(child is name for name in own):
            continue
        if isinstance(child, ast.Name):
            words.mentioned.update((child.text, *child.text.split(".")))
            if not isinstance(node, ast.NamedType):
                words.gone_through.add(child.text)
        else:
            _mention(child, words)


def _own(node: ast.Node) -> tuple[ast.Name, ...]:
    """The names a node declares, or that only say more of what is declared: they are no use of it."""
    match node:
        case ast.Zone(name=name) | ast.Const(name=name) | ast.Define(name=name) | ast.Table(name=name):
            return (name,)
        case ast.TypeDef(name=name) | ast.Action(name=name) | ast.EnumValue(name=name) | ast.Option(name=name):
            return (name,)
        case ast.Parameter(name=name) | ast.Wanted(name=name):
            return (name,)
        case ast.Enum(name=name):
            return (name,)
        case ast.AddValues(type=name) | ast.Rows(type=name):
            return (name,)
        case ast.Var(name=name, singular=singular):
            return (name,) if singular is None else (name, singular)
        case ast.Component(name=name, plural=plural):
            return (name,) if plural is None else (name, plural)
        case ast.On(event=name) if "." not in name.text:
            return (name,)
        case ast.ScenarioOption(name=name):
            return (name,)
        case _:
            return ()
