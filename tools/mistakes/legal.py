"""Why a text that was changed is still a rule that somebody may mean. In: a mistake that nothing was said of. Out: the
reason, or nothing if none can be found: then the mistake was overlooked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mistakes.seeding import Mistake
from mistakes.words import DECLARED, placed
from rulewright.report.span import Source
from rulewright.syntax import ast
from rulewright.syntax.parser import parse

EXAMPLE = "a worked example that comes out all the same"


def why_legal(mistake: Mistake) -> str:
    tree, _ = parse(Source("", mistake.text))
    if tree is None:
        return ""
    words = mistake.kind.startswith(("misspelt", "name of", "wrong column")) and mistake.new != ""
    if words:
        return _other_word(mistake)
    if mistake.kind == "swapped arguments":
        return "two arguments of one type, the other way round" if mistake.role == "of one type" else ""
    if mistake.kind == "wrong type":
        return _takes_both(mistake)
    if mistake.file.unit.scenarios:
        return EXAMPLE
    return _said_whole(mistake, tree)


def _other_word(mistake: Mistake) -> str:
    """The new word is a name that is there already, or one that is free to be chosen."""
    file = mistake.file
    if mistake.kind == "misspelt declaration":
        if file.unit.scenarios:
            return EXAMPLE
        composed = file.loaded.composed
        trees = composed.items if composed is not None else ()
        named = [node for tree in trees for each in placed(tree) if isinstance(node := each.node, ast.Name)]
        if sum(name.text == mistake.meant for name in named) <= 1:
            return "another name for what nothing else names"
        if _declared(trees, mistake.meant) > 1:
            return "another name; who says the old one means something else that is called so"
        return "both names are there, and both fit" if mistake.new in file.names else ""
    if mistake.new in file.names:
        return EXAMPLE if file.unit.scenarios else "another name that fits there"
    return ""


def _declared(trees: Iterable[ast.Node], name: str) -> int:
    """How many things are called so."""
    found = 0
    for tree in trees:
        for each in placed(tree):
            if isinstance(each.node, ast.Name) and each.node.text == name:
                found += any(
                    type(each.around[0]) is kind and getattr(each.around[0], field) is each.node
                    for kind, field in DECLARED
                )
    return found


def _takes_both(mistake: Mistake) -> str:
    """Where either is compared, counted, logged or asked for, a value of any type will do."""
    parent = mistake.around[0] if mistake.around else None
    if mistake.file.unit.scenarios:
        return EXAMPLE
    if mistake.role in ("Bool for a number", "number for a Bool", "Bool for a set"):
        return ""
    match parent:
        case ast.Of() | ast.Call() | ast.Generator() | ast.For() | ast.Choose() | ast.Where() | ast.SetLiteral():
            return "a set of things that the place takes as well"
        case ast.Binary(operator="in" | "with" | "except" | "next to" | "=" | "!=" | "and" | "or"):
            return "a set of things that the place takes as well"
        case ast.Move() | ast.Some() | ast.Not() | ast.Linked() | ast.Quantified() | ast.Having() | ast.Group():
            return "a set of things that the place takes as well"
        case _:
            return ""


def _said_whole(mistake: Mistake, tree: ast.File) -> str:
    """Whole rules were left out, added or moved: what is there now is as complete as before."""
    before, after = _parts(mistake.file.tree), _parts(tree)
    less, more = before - after, after - before
    if less and not more:
        return f"{_called(less)} less"
    if more and not less:
        return f"{_called(more)} more"
    if not less and not more:
        return "the same lines in another order or block"
    if mistake.kind.startswith("wrong indentation"):
        return "a line that belongs to another block"
    return ""


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
    order = [name for name in LARGEST if name in names]
    kind = order[0] if order else names[0]
    return NAMES.get(kind, "a statement")


LARGEST = (
    "Action", "Define", "Zone", "Var", "On", "When", "Anytime", "Rows", "Row", "Cell", "Inline", "Field", "EdgeLine",
    "EnumValue", "Category", "MatchArm", "MatchValueArm", "TableRow", "Arm", "OptionArm", "Entry", "Letters", "Letter",
)  # fmt: skip
NAMES = {
    "Action": "an action that nothing needs,",
    "Define": "a definition that nothing needs,",
    "Zone": "a zone that nothing needs,",
    "Var": "a variable that nothing needs,",
    "On": "a reaction",
    "When": "a reaction",
    "Anytime": "a reaction",
    "Rows": "rows",
    "Row": "a row",
    "Cell": "a cell of a column that may be empty,",
    "Inline": "a cell of a column that may be empty,",
    "Field": "a column",
    "EdgeLine": "an edge",
    "EnumValue": "a value of an enum",
    "Category": "something that is scored",
    "MatchArm": "a case that `else` answers,",
    "MatchValueArm": "a case that `else` answers,",
    "TableRow": "a row of a table that another row answers,",
    "Arm": "an `if`",
    "OptionArm": "an option of a choice",
    "Entry": "something that may be done",
    "Letters": "letters of a map",
    "Letter": "a letter of a map",
}
