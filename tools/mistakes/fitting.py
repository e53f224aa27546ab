"""Whether a place takes another value than the one that stood there, by their types in the core tree.

In: a mistake that nothing was said of, its surface tree, the program it gives. Out: why the place takes it, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mistakes.opened import Place, types_in
from mistakes.seeding import Mistake
from mistakes.words import placed
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.core.vocabulary import WORDS
from rulewright.semantics.expressions import comparable
from rulewright.syntax import ast

Types = Mapping[Place, t.Type]


def why_it_fits(mistake: Mistake, tree: ast.File, program: Program | None) -> str:
    """The reason, each part of which has been looked at; empty if none is found."""
    if program is None:
        return ""
    types = types_in(program, mistake.text)
    start, end = mistake.start, mistake.start + len(mistake.new)
    given = types.get((start, end))
    if given is not None and given == mistake.file.types.get((mistake.start, mistake.end)):
        return f"another value that is read as {_article(t.show(given))}"
    for each in placed(tree):
        if (each.node.span.start, each.node.span.end) == (start, end) and not isinstance(each.node, ast.Name):
            return "" if given is None else _taken(each.node, each.around, given, types)
    return ""


def _taken(node: ast.Node, around: Sequence[ast.Node], given: t.Type, types: Types) -> str:
    """Whether what stands around takes a value of this type; what is asked of each of several, or a part of it, is
    taken if the answer is.
    """
    several = isinstance(given, t.Set | t.List | t.Zone)
    outer = around[0]
    inner = types.get((outer.span.start, outer.span.end))
    match outer:
        case ast.Dot(base=base) if base is node and several and inner is not None:
            return _taken(outer, around[1:], inner, types)
        case ast.Where(source=source) if source is node and several and inner is not None:
            return _taken(outer, around[1:], inner, types)
        case ast.Group() if inner is not None:
            return _taken(outer, around[1:], inner, types)
        case ast.Of(name=name) | ast.Call(name=name) if name.text in WORDS:
            arguments = (outer.operand,) if isinstance(outer, ast.Of) else outer.arguments
            at = next(number for number, argument in enumerate(arguments) if argument is node)
            if WORDS[name.text].parameters[at] == "many T" and several:
                return f"`{name.text}` takes a set or list of anything"
        case ast.For(source=source) | ast.Choose(source=source) | ast.Generator(source=source) if source is node:
            return "any set may be chosen from or gone through" if several else ""
        case ast.Some(source=source) | ast.Quantified(source=source) if source is node:
            return "of any set may be asked which are so, or whether there are any" if several else ""
        case ast.Having(source=source) | ast.Sorted(source=source) if source is node:
            return "any set may be sorted" if several else ""
        case ast.Binary(operator="=" | "!=", left=left, right=right):
            other = types.get((right.span.start, right.span.end) if left is node else (left.span.start, left.span.end))
            return "values of both types may be the same" if other is not None and _alike(given, other) else ""
        case ast.Binary(operator="in", left=left, right=right):
            other = types.get((right.span.start, right.span.end) if left is node else (left.span.start, left.span.end))
            thing, group = (given, other) if left is node else (other, given)
            of = None if group is None else t.element(group)
            return (
                "such a thing may be in such a set"
                if thing is not None and of is not None and _alike(thing, of)
                else ""
            )
        case ast.Define(body=body) if body is node:
            return "a definition may be any value that its type takes"
        case ast.Move(things=things) if things is node:
            inner = given.of if isinstance(given, t.Set | t.List | t.Zone | t.Maybe) else given
            return "components of any type may be moved" if isinstance(inner, t.Component | t.Union) else ""
        case _:
            pass
    return ""


def _alike(one: t.Type, other: t.Type) -> bool:
    a, b = (each.of if isinstance(each, t.Maybe) else each for each in (one, other))
    piece, space = t.Component | t.Union, t.Space
    on_space = (isinstance(a, piece) and isinstance(b, space)) or (isinstance(b, piece) and isinstance(a, space))
    return on_space or comparable(a, b)


def _article(words: str) -> str:
    return f"{'an' if words[0] in 'AEIOUaeiou' else 'a'} {words}"
