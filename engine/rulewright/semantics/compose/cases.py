"""`add case`: an answer for a new value, in the `match` of a rule or in a table.

In: a target and the cases for it. Out: edits of the `match` or table that they belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.semantics.compose.joining import Shop
from rulewright.semantics.compose.rewriting import Edit
from rulewright.semantics.paths import Kind, Target
from rulewright.semantics.walk import below
from rulewright.syntax import ast

KINDS: Sequence[Kind] = (
    "definition", "table", "action", "phase", "setup", "turn", "reaction", "category", "column", "cell",
)  # fmt: skip

_Match = ast.Match | ast.MatchValue
Kin = Mapping[str, set[str]]
"""For each name of a value, row or member the types it belongs to."""


def case(
    shop: Shop, target: Target, item: ast.AddCase, bases: Sequence[ast.Node], known: Kin
) -> tuple[ast.Node, Edit] | None:
    """The node that takes the case, and how. `bases`: what the rule calls `base`, the latest first."""
    if isinstance(target.node, ast.Table):
        return _in_table(shop, target.node, item)
    if item.pattern.low is not None:
        shop.report.error(
            codes.MISMATCH,
            item.pattern.span,
            "only the rows of a table go from one number to another",
            labels=[Label(target.node.span, "this is no table")],
            help="a case of a `match` is a number, several, a name or `else`",
        )
        return None
    found = _match_for(shop, target, item, bases, known)
    if found is None:
        return None
    if isinstance(found, ast.Match):
        if not isinstance(item.value, ast.Block | ast.ActionValue):
            _not_statements(shop, target, item)
            return None
        body = item.value.body if isinstance(item.value, ast.ActionValue) else item.value
        arm: Any = ast.MatchArm(span=item.span, pattern=item.pattern, body=body)
    elif isinstance(item.value, ast.Block | ast.ActionValue):
        shop.report.error(
            codes.NOT_PURE,
            item.value.span,
            f"`{target.path}` is worked out, and these are statements",
            labels=[Label(found.span, "a value is needed for each case here")],
        )
        return None
    else:
        arm = ast.MatchValueArm(span=item.span, pattern=item.pattern, body=item.value)
    return found, lambda match: replace(match, arms=_before_else(match.arms, arm))


def _before_else(arms: tuple[Any, ...], arm: Any) -> tuple[Any, ...]:
    if arms and _is_else(arms[-1].pattern) and not _is_else(arm.pattern):
        return (*arms[:-1], arm, arms[-1])
    return (*arms, arm)


def _is_else(pattern: ast.Pattern) -> bool:
    return pattern.type is None and not pattern.names and not pattern.numbers and pattern.low is None


def _not_statements(shop: Shop, target: Target, item: ast.AddCase) -> None:
    shop.report.error(
        codes.MISMATCH,
        item.value.span,
        f"`{target.path}` is done, and this is a value",
        label="no statement",
        help="write statements: `do …`, `gain 1 coin`",
    )


def _in_table(shop: Shop, table: ast.Table, item: ast.AddCase) -> tuple[ast.Node, Edit] | None:
    pattern, value = item.pattern, item.value
    if pattern.type is not None or isinstance(value, ast.Block | ast.ActionValue):
        place = pattern if pattern.type is not None else value
        shop.report.error(
            codes.MISMATCH,
            place.span,
            f"`{table.name.text}` is a table: a value for numbers or names",
            labels=[Label(table.name.span, "declared here")],
            help=f"write `add case 3 to {table.name.text}: 7`",
        )
        return None
    rows: tuple[ast.TableRow, ...]
    if pattern.numbers:
        rows = tuple(_row(item, value, low=number, high=number) for number in pattern.numbers)
    else:
        rows = (_row(item, value, pattern.low, pattern.high, pattern.names),)

    def added(each: ast.Table) -> ast.Table:
        last = each.rows[-1] if each.rows else None
        if last is not None and last.low is None and not last.names and not _is_else(pattern):
            return replace(each, rows=(*each.rows[:-1], *rows, last))
        return replace(each, rows=(*each.rows, *rows))

    return table, added


def _row(
    item: ast.AddCase,
    value: ast.Expr,
    low: ast.Int | None = None,
    high: ast.Int | None = None,
    names: tuple[ast.Name, ...] = (),
) -> ast.TableRow:
    or_more = low is not None and high is None
    return ast.TableRow(span=item.span, low=low, high=high, or_more=or_more, names=names, value=value)


# ------------------------------------------------------------------ which match


def _match_for(shop: Shop, target: Target, item: ast.AddCase, bases: Sequence[ast.Node], known: Kin) -> _Match | None:
    """The one `match` of the rule that the case can be for."""
    for rule in (target.node, *bases):
        every = [node for node in below(rule) if isinstance(node, ast.Match | ast.MatchValue)]
        fitting = [match for match in every if _fits(match, item.pattern, known)] or (every if len(every) == 1 else [])
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            shop.report.error(
                codes.AMBIGUOUS,
                item.path.span,
                f"`{target.path}` has {len(fitting)} `match` that this could be a case of",
                labels=[Label(match.subject.span, "it may belong here") for match in fitting],
                help=f"change or replace `{target.path}` as a whole",
            )
            return None
    shop.report.error(
        codes.MISSING_TARGET,
        item.path.span,
        f"`{target.path}` has no `match` that this could be a case of",
        labels=[Label(target.node.span, "this rule")],
        help="`change` or `replace` says what becomes of a rule without one",
    )
    return None


def _fits(match: _Match, pattern: ast.Pattern, known: Kin) -> bool:
    """Whether the other cases are of the same kind as this one."""
    others = [arm.pattern for arm in match.arms if not _is_else(arm.pattern)]
    if pattern.numbers:
        return any(other.numbers for other in others)
    if _is_else(pattern):
        return not any(_is_else(arm.pattern) for arm in match.arms)
    own = _types(_words(pattern), known)
    return any(own & _types(_words(other), known) for other in others)


def _words(pattern: ast.Pattern) -> list[str]:
    return [pattern.type.text] if pattern.type is not None else [name.text for name in pattern.names]


def _types(words: Iterable[str], known: Kin) -> set[str]:
    """The types that have all these words among their values, rows or members."""
    found = [known.get(word, set()) for word in words if word != "none"]
    return set.intersection(*found) if found else set()


def kin(items: Iterable[ast.Item]) -> dict[str, set[str]]:
    """For each name of a value, row or member the types it belongs to."""
    found: dict[str, set[str]] = {}
    for type, word in _values(items):
        found.setdefault(word, set()).add(type)
    return found


def _values(items: Iterable[ast.Item]) -> Iterator[tuple[str, str]]:
    for item in items:
        match item:
            case ast.Enum(name=name, values=values):
                yield from ((name.text, value.name.text) for value in values)
            case ast.AddValues(type=name, values=values):
                yield from ((name.text, value.name.text) for value in values)
            case ast.TypeDef(name=name, members=members):
                yield from ((name.text, member.text) for member in members)
            case ast.Rows(type=name, rows=rows):
                yield from ((name.text, row.name.text) for row in rows)
            case ast.Option(name=name, values=values):
                yield from ((name.text, value.text) for value in values)
            case ast.Board(parts=parts):
                spaces = [part for part in parts if isinstance(part, ast.Spaces)]
                yield from ((part.type.text, row.name.text) for part in spaces for row in part.rows)
            case _:
                pass
