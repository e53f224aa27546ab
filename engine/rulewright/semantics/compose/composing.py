"""Many files become one game. In: the items of the game and its expansions, the chosen options. Out: one list.

First everything joins that only adds; then what is to go is taken away; then what stands there is changed and replaced:
what says no `base` first, what does around it in the order given; last come the new cases. Files are read by the
loader: an `include` or `use` has already been exchanged for what it names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.span import Span
from rulewright.semantics import paths
from rulewright.semantics.compose import cases, changing, removing, replacing
from rulewright.semantics.compose.composed import Change, Composed, How
from rulewright.semantics.compose.joining import Said, Shop, join
from rulewright.semantics.compose.options import active, check_options, declared_options, option_default
from rulewright.semantics.compose.rewriting import Edit, edited, says_base
from rulewright.semantics.compose.together import (
    Part,
    check_needs,
    header_of,
    in_order,
    needs_in,
    parts,
    warn_of_misspelt,
)
from rulewright.semantics.paths import Kind, Target, Targets
from rulewright.syntax import ast

MOST = 32
"""So many changes of one thing may lie over each other."""

CHANGED: Sequence[Kind] = ("definition", "table", "constant", "column", "cell", "category")
REPLACED: Sequence[Kind] = ("action", "phase", "setup", "turn", "reaction", "column", "cell")


def compose(
    game: Sequence[ast.Item],
    expansions: Sequence[Sequence[ast.Item]],
    chosen: Mapping[str, str],
    report: Report,
    beside: Collection[str] = (),
) -> Composed | None:
    """The composed game, or None if there is no game to compose. `chosen` holds checked values of options, `beside`
    the names of other expansions at hand."""
    if header_of(game) is None:
        return None
    found = parts(game, expansions, report)
    fine = check_options(declared_options((*game, *(item for part in expansions for item in part))), report)
    orders = None if found is None else in_order(found, report)
    if found is None or orders is None or not fine:
        return None
    joined, given = orders
    options = declared_options(item for part in joined for item in part.items)
    values = {option.name.text: chosen.get(option.name.text, option_default(option)) for option in options}
    without = _without(joined, options, values)
    needs = [need for part in joined for need in needs_in(part, active(part.items, values, without))]
    if not check_needs(needs, found, options, values, report):
        return None
    warn_of_misspelt(needs, found, options, beside, report)
    shop = Shop(report)
    for part in joined:
        for place, (item, option) in enumerate(active(part.items, values, without)):
            join(shop, item, _by(part, option), (given.index(part), place))
    _change_all(shop, options)
    _find_touched(shop)
    return Composed(
        header=found[0].header,
        items=_with_hidden(shop),
        options={name: value for name, value in values.items() if name not in without},
        declared=tuple(option for option in options if option.name.text not in without),
        expansions=tuple(part.header for part in joined[1:]),
        changes=tuple(shop.changes),
        bases=shop.bases,
        impersonal=frozenset(shop.impersonal),
        removed=shop.removed,
        added=shop.added,
    )


def _by(part: Part, option: ast.Option | None) -> str:
    own = part.name if part.given else ""
    if option is None:
        return own
    return f"option {option.name.text}" + (f" of {own}" if own else "")


def _without(found: Sequence[Part], options: Sequence[ast.Option], values: Mapping[str, str]) -> set[str]:
    """The options that are taken away; what they hold is not in the game, nor what that takes away."""
    without: set[str] = set()
    while True:
        items = [item for part in found for item, _ in active(part.items, values, without)]
        more = removing.removed_options(items, options) - without
        if not more:
            return without
        without |= more


def _with_hidden(shop: Shop) -> tuple[ast.Item, ...]:
    """All items; what changed rules call `base` comes behind the header, before the rules that say so."""
    head = next((index + 1 for index, item in enumerate(shop.items) if isinstance(item, ast.Header)), 0)
    return (*shop.items[:head], *shop.hidden, *shop.items[head:])


def _find_touched(shop: Shop) -> None:
    """Notes where that stands which is restricted or reads other things as well, and what the rule is called."""
    if not any(change.how in ("restricted", "treated") for change in shop.changes):
        return
    known = paths.targets((*shop.items, *shop.hidden), shop.bases)
    for index, change in enumerate(shop.changes):
        target = next(iter(known.get(change.path, ())), None)
        if change.how in ("restricted", "treated") and target is not None:
            what = paths.word(target.kind)
            found = replace(change, what=what, before=target.node.span)
            if change.how == "restricted" and target.inside:
                title = getattr(target.inside[0], "title", None)
                found = replace(found, title=title.value if isinstance(title, ast.Text) else "")
            shop.changes[index] = found


# ------------------------------------------------------------------ changes to what is there


def _change_all(shop: Shop, options: Sequence[ast.Option]) -> None:
    if not shop.said:
        return
    removing.remove(shop, [each for each in shop.said if isinstance(each.item, ast.Remove)], options)
    made = [each for each in shop.said if isinstance(each.item, ast.ChangeItem | ast.Replace)]
    inner: list[Said] = []
    known = paths.targets(shop.items)
    outer: list[Said] = []
    for each in made:
        (inner if _stands_inside(known, each) else outer).append(each)
    _carry_out(shop, _by_target(shop, known, outer))
    if inner:
        now = paths.targets((*shop.items, *shop.hidden), shop.bases)
        _carry_out(shop, _by_target(shop, now, [each for each in inner if not _gone(shop, known, now, each)]))
    _add_cases(shop, [each for each in shop.said if isinstance(each.item, ast.AddCase)])


def _stands_inside(known: Targets, said: Said) -> bool:
    """Whether it changes what stands inside a rule, which may itself be replaced: a phase, a reaction for a time."""
    assert isinstance(said.item, ast.ChangeItem | ast.Replace)
    here = known.get(paths.written(said.item.path), ())
    return any(target.kind in ("phase", "reaction") and _rules(target) for target in here)


def _gone(shop: Shop, before: Targets, now: Targets, said: Said) -> bool:
    """Whether what it changes went away with the rule in which it stood; that is reported."""
    assert isinstance(said.item, ast.ChangeItem | ast.Replace)
    path = said.item.path
    name = paths.written(path)
    if name in now:
        return False
    rule = next(target.inside[0] for target in before[name] if _rules(target))
    words = getattr(rule, "name", None)
    owner = words.text if isinstance(words, ast.Name) else type(rule).__name__.lower()
    by = next((each for each in shop.changes if each.path == owner and each.how == "replaced"), None)
    shop.report.error(
        codes.MISSING_TARGET,
        path.span,
        f"`{name}` is gone: it stood in `{owner}`, which is replaced",
        labels=[] if by is None or by.after is None else [Label(by.after, f"`{owner}` is replaced here")],
        help="`do base` there keeps what stood in it",
    )
    return True


def _rules(target: Target) -> bool:
    return any(not isinstance(node, ast.Component | ast.Row | ast.Side) for node in target.inside)


@dataclass(slots=True)
class _Job:
    """One thing that is changed, and by what, in order: first what says no `base`, then what does."""

    target: Target
    said: list[Said]


def _by_target(shop: Shop, known: Targets, said: Sequence[Said]) -> list[_Job]:
    jobs: dict[tuple[str, int], _Job] = {}
    noted: dict[str, list[tuple[Said, Target]]] = {}
    for each in said:
        item = each.item
        assert isinstance(item, ast.ChangeItem | ast.Replace)
        change = isinstance(item, ast.ChangeItem)
        target = paths.find(
            known, item.path, CHANGED if change else REPLACED, "changed" if change else "replaced", shop.report
        )
        if target is None or not _right_word(shop, target, item):
            continue
        noted.setdefault(target.path, []).append((each, target))
        for single in _singles(shop, known, target, item):
            jobs.setdefault((single.path, id(single.node)), _Job(single, [])).said.append(each)
    for changes in noted.values():
        _note(shop, changes)
    return [job for job in jobs.values() if _agreed(shop, job)]


def _right_word(shop: Shop, target: Target, item: ast.ChangeItem | ast.Replace) -> bool:
    """Whether a cell or column of statements is replaced, and one of values changed."""
    owner = target.inside[0] if target.inside else None
    if target.kind not in ("column", "cell"):
        return True
    name = target.path.rsplit(".", 1)[1]
    fields = owner.fields if isinstance(owner, ast.Component | ast.Board) else ()
    field = next((each for each in fields if each.name.text == name), None)
    done = field is not None and changing.is_type(field.type, "action")
    if done == isinstance(item, ast.Replace):
        return True
    holds, cure = (
        ("statements, which cannot be changed", f"what is done is replaced: `replace {target.path}: …`")
        if done
        else ("a value, which cannot be replaced", f"what is worked out is changed: `change {target.path} = …`")
    )
    labels = [] if field is None else [Label(field.span, "declared here")]
    shop.report.error(codes.WRONG_KIND, item.path.span, f"`{target.path}` holds {holds}", labels=labels, help=cure)
    return False


def _note(shop: Shop, changes: list[tuple[Said, Target]]) -> None:
    """Notes the changes of one thing from the inside out, each with what it goes around or takes the place of."""
    before: Span | None = None
    for said, target in sorted(changes, key=lambda each: (_around(each[0]), each[0].rank)):
        how: How = "changed" if isinstance(said.item, ast.ChangeItem) else "replaced"
        old = before or target.node.span
        before = said.item.span
        what = paths.word(target.kind)
        shop.changes.append(Change(how, what, target.path, target.title, said.by, before=old, after=before))


def _singles(shop: Shop, known: Targets, target: Target, item: ast.ChangeItem | ast.Replace) -> Iterator[Target]:
    """The things that are changed by themselves: of a column its cells, unless it is worked out."""
    if target.kind == "phase":  # one name may stand for several that are carried out at different times
        yield from (each for each in known[target.path] if each.kind == "phase")
        return
    if target.kind != "column" or (isinstance(target.node, ast.Field) and target.node.value is not None):
        yield target
        return
    name = target.path.rsplit(".", 1)[1]
    cells = [
        cell
        for group in known.values()
        for cell in group
        if cell.kind == "cell" and cell.inside[0] is target.inside[0] and cell.path.rsplit(".", 1)[1] == name
    ]
    if not cells:
        shop.report.error(
            codes.MISSING_TARGET,
            item.path.span,
            f"no row has a cell `{target.path}`",
            labels=[Label(target.node.span, "the column")],
            help="a type without rows gets its values from a generator",
        )
    yield from cells


def _agreed(shop: Shop, job: _Job) -> bool:
    """Puts what says no `base` first, then the others as they were given; two of the first cannot both be meant."""
    job.said.sort(key=lambda each: each.rank)
    alone = [each for each in job.said if not _around(each)]
    job.said = [*alone, *(each for each in job.said if _around(each))]
    if len(alone) > 1:
        first, second = alone[0].item, alone[1].item
        assert isinstance(first, ast.ChangeItem | ast.Replace) and isinstance(second, ast.ChangeItem | ast.Replace)
        how = "changed" if isinstance(second, ast.ChangeItem) else "replaced"
        base = "`base`" if how == "changed" else "`do base`"
        shop.report.error(
            codes.CONFLICT,
            second.path.span,
            f"`{job.target.path}` is {how} twice",
            labels=[Label(first.path.span, "here first")],
            help=f"only one can say it anew; one that says {base} goes around the other",
        )
        return False
    if len(job.said) > MOST:
        item = job.said[MOST].item
        shop.report.error(codes.TOO_LARGE, item.span, f"more than {MOST} changes of `{job.target.path}`")
        return False
    return True


def _around(said: Said) -> bool:
    assert isinstance(said.item, ast.ChangeItem | ast.Replace)
    return says_base(said.item.body)


def _carry_out(shop: Shop, jobs: Sequence[_Job]) -> None:
    edits: dict[int, list[Edit]] = {}
    actions = {item.name.text: item for item in shop.items if isinstance(item, ast.Action)}
    for job in jobs:
        for node, edit in _edits(shop, job, actions):
            edits.setdefault(id(node), []).append(edit)
    shop.items[:] = edited(shop.items, edits)
    shop.hidden[:] = edited(shop.hidden, edits)


def _edits(shop: Shop, job: _Job, actions: Mapping[str, ast.Action]) -> Iterator[tuple[ast.Node, Edit]]:
    target = job.target
    changes = [each.item for each in job.said if isinstance(each.item, ast.ChangeItem)]
    replaces = [each.item for each in job.said if isinstance(each.item, ast.Replace)]
    edit: Edit | None = None
    match target.kind:
        case "definition" | "table":
            edit = changing.definition(shop, target, changes)
        case "constant":
            edit = changing.constant(shop, target, changes)
        case "category":
            edit = changing.category(shop, target, changes)
        case "column" if changes:
            edit = changing.column(shop, target, changes)
        case "column" | "cell":
            made = changing.cell(shop, target, changes) if changes else replacing.cell(shop, target, replaces)
            if made is not None:
                yield made
        case "action":
            edit = replacing.action(shop, target, replaces)
        case "reaction":
            edit = replacing.reaction(shop, target, replaces, actions)
        case "setup":
            yield from _setup(shop, target, replaces)
        case _:
            edit = replacing.block(shop, target, replaces)
    if edit is not None:
        yield target.node, edit


def _setup(shop: Shop, target: Target, items: Sequence[ast.Replace]) -> Iterator[tuple[ast.Node, Edit]]:
    """The setup of the game itself, in however many blocks; what options and expansions add to it stays."""
    own = [item for item in shop.items if isinstance(item, ast.Setup) and item.span in shop.own]
    if not own:
        own = [target.node]  # type: ignore[list-item]
    statements = tuple(statement for item in own for statement in item.body.statements)
    docs = tuple(doc for item in own for doc in item.body.docs)
    whole = replace(own[0], body=replace(own[0].body, statements=statements, docs=docs))
    edit = replacing.block(shop, replace(target, node=whole), items)
    if edit is not None:
        yield own[0], edit
        yield from ((other, lambda _: None) for other in own[1:])


def _add_cases(shop: Shop, said: Sequence[Said]) -> None:
    if not said:
        return
    known = paths.targets((*shop.items, *shop.hidden), shop.bases)
    kin = cases.kin(shop.items)
    hidden = {item.name.text: item for item in shop.hidden if isinstance(item, ast.Define | ast.Action | ast.Table)}
    edits: dict[int, list[Edit]] = {}
    for each in said:
        item = each.item
        assert isinstance(item, ast.AddCase)
        target = paths.find(known, item.path, cases.KINDS, "given a case", shop.report)
        if target is None:
            continue
        names = [name for name, path in shop.bases.items() if path == target.path]
        bases = [hidden[name] for name in reversed(names) if name in hidden]
        made = cases.case(shop, target, item, bases, kin)
        if made is None:
            continue
        node, edit = made
        edits.setdefault(id(node), []).append(edit)
        what, pattern = paths.word(target.kind), item.pattern.span.text
        shop.changes.append(Change("answered", what, target.path, pattern, each.by, before=node.span, after=item.span))
    shop.items[:] = edited(shop.items, edits)
    shop.hidden[:] = edited(shop.hidden, edits)
