"""Why a text that was changed is still a rule that somebody may mean. In: a mistake that nothing was said of, and the
program that the text gives. Out: the reason, or nothing if none is found to be true: then the mistake was overlooked.

Each reason is looked at where it is given: that a name is free or there, that what is gone is mentioned nowhere, that
types fit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from mistakes.fitting import why_it_fits
from mistakes.opened import readings_in
from mistakes.seeding import Mistake
from mistakes.words import DECLARED, placed
from rulewright.core import types as t
from rulewright.core.program import Program
from rulewright.report.span import Source
from rulewright.syntax import ast
from rulewright.syntax.parser import parse

EXAMPLE = "a worked example that was played and comes out all the same"


def why_legal(mistake: Mistake, program: Program | None) -> str:
    tree, _ = parse(Source("", mistake.text))
    if tree is None:
        return ""
    if mistake.file.unit.scenarios:
        return EXAMPLE
    if mistake.kind == "misspelt declaration":
        return _renamed(mistake, tree)
    if mistake.kind.startswith(("misspelt", "name of", "wrong column")) and mistake.new != "":
        return _other_word(mistake, tree, program)
    if mistake.kind == "swapped arguments":
        return "two arguments of one type, the other way round" if mistake.role == "of one type" else ""
    if mistake.kind == "wrong type":
        return why_it_fits(mistake, tree, program)
    if mistake.kind == "missing case":
        return _answered_otherwise(mistake, tree)
    return _said_whole(mistake, tree)


# ------------------------------------------------------------------ names


def _renamed(mistake: Mistake, tree: ast.File) -> str:
    """A declaration under another name: nothing says the old one, or it still means something."""
    declared, used = _named(_rest(mistake, tree), mistake.meant)
    if used == 0:
        return "another name for what nothing else names"
    if declared > 0:
        return "another name; who says the old one means something else that is called so"
    if mistake.new in mistake.file.names:
        return "both names are there, and both fit"
    return ""


def _other_word(mistake: Mistake, tree: ast.File, program: Program | None) -> str:
    if mistake.new not in mistake.file.names:
        return ""
    if mistake.role == "type":
        other = _other_type(mistake, tree, program)
        if other:
            return other
    fits = why_it_fits(mistake, tree, program)
    return f"another name: {fits}" if fits else ""


def _other_type(mistake: Mistake, tree: ast.File, program: Program | None) -> str:
    """Another type, if any may stand there, if nothing is said of what has it, or if it is read as one of that type."""
    around, symbols = mistake.around, mistake.file.symbols
    if around and isinstance(around[0], ast.Treat) and mistake.new in symbols.components:
        return "another type in a `treat`, and components of any type may count as another"
    node = next((node for node in around if any(type(node) is kind for kind, _ in DECLARED)), None)
    name = getattr(node, "name", None)
    if program is None or not isinstance(name, ast.Name):
        return ""
    if isinstance(node, ast.Component) and node.per is not None and mistake.start == node.per.span.start:
        return "as many for each of another type"
    if _named(_rest(mistake, tree), name.text)[1] == 0:
        return "another type, and nothing is said of what has it"
    types = readings_in(program, mistake.text)
    said = [each for each in placed(tree) if isinstance(each.node, ast.Name) and each.node.text == name.text]
    read = [types.get((node.span.start, node.span.end), []) for each in said for node in (each.node, *each.around[:1])]
    fits = any(mistake.new in _names_of(given) for several in read for given in several)
    return "another type, as which it is read" if fits else ""


def _names_of(type: t.Type) -> set[str]:
    """What a type is called, or what it is of: a board for its spaces."""
    of = getattr(type, "of", None)
    inner = _names_of(of) if isinstance(of, t.Type) else set[str]()
    return {*re.findall(r"\w+", t.show(type)), *([type.kind] if isinstance(type, t.Space) else ()), *inner}


def _named(trees: Iterable[ast.Node], name: str) -> tuple[int, int]:
    """How often a name is declared, and how often it is used."""
    declared = used = 0
    for tree in trees:
        for each in placed(tree):
            if isinstance(each.node, ast.Name) and name in (each.node.text, *each.node.text.split(".")):
                owner = each.around[0]
                own = any(type(owner) is kind and _has(owner, field, each.node) for kind, field in DECLARED)
                declared += own
                used += not own
    return declared, used


def _has(owner: ast.Node, field: str, name: ast.Node) -> bool:
    value = getattr(owner, field)
    return value is name or (isinstance(value, tuple) and any(part is name for part in value))


def _rest(mistake: Mistake, tree: ast.File) -> Iterator[ast.Node]:
    """All that the game reads, with the file as it is now."""
    yield tree
    yield from mistake.file.others


# ------------------------------------------------------------------ cases


def _answered_otherwise(mistake: Mistake, tree: ast.File) -> str:
    """The arms or rows that are left: one of them answers all that no other does, or all values have their own."""
    if mistake.role == "row of a table":
        return "a row of a table less; each value is answered by another" if _whole_tables(tree) else ""
    for each in placed(tree):
        node = each.node
        around = (node.span.start, node.span.end)
        arms = node.arms if isinstance(node, ast.Match | ast.MatchValue) else ()
        if around[0] <= mistake.start <= around[1] and any(_is_else(arm.pattern) for arm in arms):
            return "a case that `else` answers, less"
    return ""


def _is_else(pattern: ast.Pattern) -> bool:
    return pattern == ast.Pattern(span=pattern.span)


def _whole_tables(tree: ast.File) -> bool:
    """Whether every table goes on to the end: with an `else`, or with `5 or more`."""
    tables = [each.node for each in placed(tree) if isinstance(each.node, ast.Table)]
    return all(any(row.or_more or (row.low is row.high is None and not row.names) for row in t.rows) for t in tables)


# ------------------------------------------------------------------ lines


def _said_whole(mistake: Mistake, tree: ast.File) -> str:
    """Whole rules were left out, added or moved: what is there now is as complete as before."""
    before, after = _parts(mistake.file.tree), _parts(tree)
    less, more = before - after, after - before
    if less and not more:
        return _less(mistake, tree, less)
    if more and not less:
        return f"{_called(more)} more"
    if not less and not more:
        return "the same lines in another order or block"
    if mistake.kind.startswith("wrong indentation"):
        return "a line that belongs to another block"
    return ""


def _less(mistake: Mistake, tree: ast.File, less: Parts) -> str:
    """What is gone, if nothing misses it."""
    gone = [node for node in (each.node for each in placed(mistake.file.tree)) if _is_gone(node, mistake)]
    names = [
        name
        for node in gone
        for kind, field in DECLARED
        if type(node) is kind and field == "name" and isinstance(name := getattr(node, field), ast.Name)
    ]
    if isinstance(next(iter(gone), None), ast.Option):
        missed = [_named(_rest(mistake, tree), name.text) for name in names]
        needed = any(used and not declared for declared, used in missed)
        return "" if needed else f"{_called(less)} less, none of it named"
    if isinstance(next(iter(gone), None), ITEMS) and names:
        found = [_named(_rest(mistake, tree), name.text) for name in names[:1]]
        if any(used and not declared for declared, used in found):
            return ""
        if any(declared for declared, _ in found):
            return f"{_called(less)} less; the game has another of that name"
        return f"{_called(less)} less, which nothing names"
    return f"{_called(less)} less"


def _is_gone(node: ast.Node, mistake: Mistake) -> bool:
    return mistake.start <= node.span.start and node.span.end <= mistake.end and not isinstance(node, ast.File)


Parts = Counter[tuple[str, str]]


def _parts(tree: ast.File) -> Parts:
    """What stands in lists: statements, rows, values, arms, declarations, as they are written, by class."""
    found: Parts = Counter()
    for each in placed(tree):
        node = each.node
        inside = any(node in value for value in _lists(each.around[0])) if each.around else False
        if inside and not isinstance(node, ast.Name):
            found[type(node).__name__, " ".join(node.span.text.split()) if not _holds(node) else ""] += 1
    return found


def _holds(node: ast.Node) -> bool:
    """Whether other such parts stand in it; those are counted for themselves."""
    return any(not isinstance(part, ast.Name) for each in placed(node) for value in _lists(each.node) for part in value)


def _lists(node: ast.Node) -> list[tuple[ast.Node, ...]]:
    return [
        value
        for name in type(node).__dataclass_fields__
        if isinstance(value := getattr(node, name), tuple) and value and isinstance(value[0], ast.Node)
    ]


def _called(parts: Parts) -> str:
    """The kind of the part that holds the others."""
    names = sorted({kind for kind, _ in parts})
    order = [name for name in NAMES if name in names]
    kind = order[0] if order else names[0]
    if kind in NAMES:
        return NAMES[kind]
    if STATEMENTS.intersection(names):
        return "a statement"
    if EXPRESSIONS.intersection(names):
        return "a condition"
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", kind).lower()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


ITEMS = (ast.Action, ast.Define, ast.Zone, ast.Var, ast.Const, ast.Table, ast.Component, ast.Enum, ast.Board)
"""What is named elsewhere, if it is needed."""
STATEMENTS = frozenset(kind.__name__ for kind in (*ast.Statement.__args__, ast.EachPlayer))
EXPRESSIONS = frozenset(kind.__name__ for kind in ast.Expr.__args__)
NAMES = {
    "Option": "an option with all that it adds",
    "Replace": "a rule that takes the place of another",
    "ChangeItem": "a change",
    "Restrict": "a restriction",
    "Treat": "a `treat`",
    "AddItems": "something added to a list",
    "AddCase": "an added case",
    "AddValues": "an added value of an enum",
    "Remove": "something taken away",
    "Needs": "a `requires` or `excludes`",
    "Action": "an action",
    "Define": "a definition",
    "Zone": "a zone",
    "Var": "a variable",
    "On": "a reaction",
    "When": "a reaction",
    "Anytime": "a reaction",
    "Rows": "rows",
    "Row": "a row",
    "Cell": "a cell",
    "Inline": "a cell",
    "Field": "a column",
    "EdgeLine": "an edge",
    "EnumValue": "a value of an enum",
    "Category": "something that is scored",
    "MatchArm": "a case that `else` answers",
    "MatchValueArm": "a case that `else` answers",
    "TableRow": "a row of a table",
    "Arm": "an `if`",
    "OptionArm": "an option of a choice",
    "Entry": "something that may be done",
    "Letters": "letters of a map",
    "Letter": "a letter of a map",
}
"""How parts are called, those that hold others first."""
