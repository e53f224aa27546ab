"""How large numbers and collections can get. In: an expression and what is known where it stands. Out: ranges.

Columns are known from their tables, sizes from the universes (as many players as may play), variables from what they
declare (no bound: plus or minus 10**9), parameters from all calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import BoardDecl, ComponentDecl, Program, VarDecl
from rulewright.core.tree import Expr
from rulewright.semantics.analyses import assume, ranges
from rulewright.semantics.analyses.effects import Footprints, component_names
from rulewright.semantics.analyses.facts import NO_FACTS, Facts, canonical, inside_call, slot_of, with_slot
from rulewright.semantics.analyses.ranges import ANY, EXACTLY, HABIT, SOME, WIDE, Range, both, joined, only
from rulewright.semantics.analyses.walk import is_expression

DEEP = 12
"""So many definitions inside each other are followed."""


@dataclass(frozen=True)
class World:
    """What ranges are worked out from. `parameters`: by routine and slot, joined over all calls."""

    program: Program
    foot: Footprints
    parameters: Mapping[tuple[str, int], Range] = field(default_factory=dict)
    elements: Mapping[tuple[str, int], Range] = field(default_factory=dict)
    _columns: dict[tuple[str, str], Range] = field(default_factory=dict)
    _universes: dict[t.Type, int] = field(default_factory=dict)
    _known: dict[tuple[int, int], tuple[Facts, Expr, bool | None]] = field(default_factory=dict)
    _opened: dict[str, Expr] = field(default_factory=dict)


def range_of(world: World, facts: Facts, expression: Expr, depth: int = 0) -> Range:
    """Where the value of an Int expression lies; if it may be none, where it lies when it is there."""
    found = _range(world, facts, expression, depth)
    known = facts.ranges.get(canonical(expression)) if facts.ranges else None
    return found if known is None else both(found, known)


def size_of(world: World, facts: Facts, collection: Expr, depth: int = 0) -> Range:
    """How many elements a collection has."""
    found = both(_size(world, facts, collection, depth), SOME)
    of = t.element(collection.type)
    if isinstance(collection.type, t.Set | t.Zone) and of is not None and t.indexed(of):
        found = both(found, Range(0, universe(world, of)))
    if facts.ranges:
        known = facts.ranges.get(canonical(_op("count", collection)))
        found = found if known is None else both(found, known)
    if facts.truths:
        there = facts.truths.get(canonical(_op("some", collection)))
        if there is not None:
            found = both(found, Range(1, WIDE) if there else only(0))
    return found


def elements_of(world: World, facts: Facts, collection: Expr, depth: int = 0) -> Range:
    """Where the Ints of a collection lie."""
    found = _elements(world, facts, collection, depth)
    known = facts.elements.get(canonical(collection)) if facts.elements else None
    return found if known is None else both(found, known)


def universe(world: World, type: t.Type) -> int:
    """How many values an indexed type has at most."""
    if type not in world._universes:
        world._universes[type] = _universe(world, type)
    return world._universes[type]


def var_range(world: World, var: VarDecl) -> Range:
    """Where the variable always lies."""
    low = range_of(world, NO_FACTS, var.low).low if var.low is not None else -HABIT
    high = range_of(world, NO_FACTS, var.high).high if var.high is not None else HABIT
    return Range(low, high)


def declared_range(world: World, var: VarDecl) -> Range:
    """Where a store is surely allowed: the bounds at their narrowest."""
    low = range_of(world, NO_FACTS, var.low).high if var.low is not None else -HABIT
    high = range_of(world, NO_FACTS, var.high).low if var.high is not None else HABIT
    return Range(low, high)


def fold_facts(world: World, facts: Facts, fold: tree.Fold, depth: int = 0) -> Facts:
    """What is known of the element inside a fold."""
    return with_slot(facts, fold.slot, number=_if_int(world, facts, fold.source, depth))


def call_facts(world: World, facts: Facts, call: tree.Call, depth: int = 0) -> Facts:
    """What is known inside a definition at this call."""
    same = isinstance(call.me, tree.Local) and call.me.slot == tree.ME
    inner = inside_call(facts, same)
    for slot, arg in enumerate(call.args, 2):
        inner = argument_facts(world, facts, inner, slot, arg, depth)
    return inner


def argument_facts(world: World, facts: Facts, inner: Facts, slot: int, value: Expr, depth: int = 0) -> Facts:
    """With a slot bound to a value: its range, or its size and the range of its elements."""
    if isinstance(value.type, t.Int) or value.type == t.Maybe(t.INT):
        return with_slot(inner, slot, number=range_of(world, facts, value, depth))
    if isinstance(value.type, t.Set | t.List):
        here = slot_of(slot)
        size = size_of(world, facts, value, depth)
        inner = Facts(inner.truths, {**inner.ranges, canonical(_op("count", here)): size}, inner.elements)
        return with_slot(inner, slot, elements=_if_int(world, facts, value, depth))
    return inner


def _if_int(world: World, facts: Facts, collection: Expr, depth: int) -> Range | None:
    of = t.element(collection.type)
    return elements_of(world, facts, collection, depth) if isinstance(of, t.Int) else None


def _op(name: str, *args: Expr) -> tree.Op:
    return tree.Op(span=args[0].span, type=t.UNKNOWN, name=name, args=args)


# ------------------------------------------------------------------ numbers


def _range(world: World, facts: Facts, node: Expr, depth: int) -> Range:
    match node:
        case tree.Const(value=bool()):
            return ANY
        case tree.Const(value=int(number)):
            return only(number)
        case tree.Get(place=name):
            var = world.program.vars[name]
            return var_range(world, var) if _is_int(var.type) else ANY
        case tree.Column(owner=owner, column=column):
            return column_range(world, owner, column)
        case tree.Op():
            return _op_range(world, facts, node, depth)
        case tree.Let(slot=slot, value=value, body=body):
            return range_of(world, argument_facts(world, facts, facts, slot, value, depth), body, depth)
        case tree.Match(arms=arms):
            found = (range_of(world, assume.in_arm(world, facts, node.subject, arms, i), arm.body, depth)
                     for i, arm in enumerate(arms) if not _nothing(arm.body))  # fmt: skip
            return joined(found) or ANY
        case tree.Fold():
            return _fold_range(world, facts, node, depth)
        case tree.Call(name=name):
            definition = world.program.routines[name].body
            if depth >= DEEP or not is_expression(definition):
                return ANY
            return range_of(world, call_facts(world, facts, node, depth), definition, depth + 1)
        case tree.Apply(owner=owner, column=column):
            cells = world.foot.cells.get((owner, column), ())
            bodies = [world.program.routines[cell].body for cell in cells]
            if depth >= DEEP:
                return ANY
            each_cell = [range_of(world, NO_FACTS, body, depth + 1) for body in bodies if is_expression(body)]
            return joined([only(0), *each_cell]) or ANY
        case tree.Query(name="distance"):
            return Range(0, universe(world, t.Space()))
        case tree.Checked(value=value):
            return both(range_of(world, facts, value, depth), EXACTLY)
        case _:
            return ANY


def _op_range(world: World, facts: Facts, node: tree.Op, depth: int) -> Range:
    args = node.args
    match node.name:
        case "add" | "sub" | "mul" | "div_down" | "div_up":
            a, b = (range_of(world, facts, arg, depth) for arg in args)
            if a.low > a.high or b.low > b.high:
                return Range(1, 0)
            match node.name:
                case "add":
                    return ranges.added(a, b)
                case "sub":
                    return ranges.added(a, ranges.negative(b))
                case "mul":
                    return ranges.times(a, b)
                case _:
                    return ranges.divided(a, b, node.name == "div_up")
        case "neg":
            return ranges.negative(range_of(world, facts, args[0], depth))
        case "abs":
            return ranges.magnitude(range_of(world, facts, args[0], depth))
        case "count":
            return size_of(world, facts, args[0], depth)
        case "sum":
            return ranges.summed(elements_of(world, facts, args[0], depth), size_of(world, facts, args[0], depth))
        case "max" | "min" | "first" | "last" | "top" | "index" | "random":
            return elements_of(world, facts, args[0], depth)
        case "otherwise":
            return joined(range_of(world, facts, arg, depth) for arg in args if not _nothing(arg)) or ANY
        case "round_number":
            return Range(0, HABIT)
        case _:
            return ANY


def _fold_range(world: World, facts: Facts, fold: tree.Fold, depth: int) -> Range:
    inner = fold_facts(world, facts, fold, depth)
    how_many = size_of(world, facts, fold.source, depth)
    if fold.test is not None:
        how_many = Range(0, how_many.high)
        inner = assume.assumed(world, inner, fold.test, True)
    match fold.kind:
        case "count":
            return how_many
        case "sum" | "max" | "min":
            if fold.body is None:
                each = elements_of(world, facts, fold.source, depth)
            else:
                each = range_of(world, inner, fold.body, depth)
            return ranges.summed(each, _dropping(fold, how_many)) if fold.kind == "sum" else each
        case _:
            return ANY


def _dropping(fold: tree.Fold, how_many: Range) -> Range:
    """None values are dropped."""
    return Range(0, how_many.high) if fold.body is not None and isinstance(fold.body.type, t.Maybe) else how_many


def _nothing(value: Expr) -> bool:
    return isinstance(value, tree.Const) and value.value is None


def _is_int(type: t.Type) -> bool:
    return isinstance(type, t.Int) or (isinstance(type, t.Maybe) and isinstance(type.of, t.Int))


# ------------------------------------------------------------------ tables


def column_range(world: World, owner: str, column: str) -> Range:
    """All numbers in a column."""
    key = owner, column
    if key not in world._columns:
        world._columns[key] = ANY
        world._columns[key] = joined(_column(world, owner, column)) or ANY
    return world._columns[key]


def _column(world: World, owner: str, column: str) -> Iterable[Range]:
    program = world.program
    if owner in program.enums:
        return _numbers(program.enums[owner].columns.get(column, ()))
    if owner in program.vars:
        return _numbers(program.vars[owner].columns.get(column, ()))
    if owner in program.components:
        return _field(world, program.components[owner], column)
    if owner in program.unions:
        return [column_range(world, member, column) for member in program.unions[owner]]
    if owner in program.boards:
        return _attribute(world, program.boards[owner], column)
    if owner == "Space":
        return [column_range(world, board, column) for board in program.boards]
    return [ANY]


def _numbers(values: Iterable[object]) -> list[Range]:
    return [only(value) for value in values if isinstance(value, int)]


def _field(world: World, component: ComponentDecl, column: str) -> list[Range]:
    declared = component.fields.get(column)
    if declared is None:
        return [ANY]
    if declared.computed is not None:
        return [range_of(world, NO_FACTS, declared.computed)]
    found: list[Range] = []
    for row in component.rows:
        facts = NO_FACTS
        for slot, (name, source) in enumerate(row.generators, 2):
            if isinstance(t.element(source.type), t.Int):
                each = elements_of(world, facts, source)
                facts = with_slot(facts, slot, number=each)
                if name == column:
                    found.append(each)
        for side in row.cells:
            cell = side.get(column)
            if cell is not None and not isinstance(cell, str) and not _nothing(cell):
                found.append(range_of(world, facts, cell))
    return found


def _attribute(world: World, board: BoardDecl, column: str) -> list[Range]:
    if column in board.computed:
        return [range_of(world, NO_FACTS, board.computed[column])]
    found = _numbers(value for sets in board.letters.values() for name, value in sets if name == column)
    found += _numbers(values[column] for _, _, values in board.spaces if column in values)
    if column in ("row", "column"):
        found.append(Range(0, max(0, (board.rows if column == "row" else board.columns) - 1)))
    if column == "sector":
        found.append(Range(0, max((part.columns * part.rows for part in board.parts), default=1) - 1))
    return found


# ------------------------------------------------------------------ sizes


def _universe(world: World, type: t.Type) -> int:
    program, seats = world.program, world.program.players[1]
    match type:
        case t.Player():
            return seats
        case t.Bool():
            return 2
        case t.Enum(name):
            return len(program.enums[name].values) if name in program.enums else WIDE
        case t.Space() | t.Edge():
            return sum(_board_size(board, type, seats) for board in program.boards.values())
        case t.Component(name) if name:
            return sum(_copies(world, name, i) for i in range(len(program.components[name].rows)))
        case t.Component():
            return sum(universe(world, t.Component(name)) for name in program.components)
        case t.Union(_, members):
            return sum(universe(world, t.Component(name)) for name in members)
        case _:
            return WIDE


def _board_size(board: BoardDecl, type: t.Type, seats: int) -> int:
    boards = seats if board.keys else 1
    if isinstance(type, t.Edge):
        return boards * sum(edge[4] for edge in board.edges)
    return boards * (len(board.spaces) or board.columns * board.rows)


def _copies(world: World, component: str, row: int) -> int:
    declared = world.program.components[component]
    made = declared.rows[row]
    each = max(0, range_of(world, NO_FACTS, made.copies).high) if made.copies is not None else 1
    for _, source in made.generators:
        each = min(WIDE, each * max(0, size_of(world, NO_FACTS, source).high))
    return min(WIDE, each * (universe(world, declared.per) if declared.per is not None else 1))


def _per_owner(world: World, component: str) -> int:
    if component in world.program.unions:
        return sum(_per_owner(world, member) for member in world.program.unions[component])
    declared = world.program.components[component]
    owners = universe(world, declared.per) if declared.per is not None else 1
    return universe(world, t.Component(component)) // max(1, owners)


def _size(world: World, facts: Facts, node: Expr, depth: int) -> Range:
    match node:
        case tree.Const(value=int(mask), type=t.Set()):
            return only(mask.bit_count())
        case tree.Const(value=tuple(items)):
            return only(len(items))
        case tree.Op():
            return _op_size(world, facts, node, depth)
        case tree.Let(slot=slot, value=value, body=body):
            return size_of(world, argument_facts(world, facts, facts, slot, value, depth), body, depth)
        case tree.Match(arms=arms):
            found = (size_of(world, assume.in_arm(world, facts, node.subject, arms, i), arm.body, depth)
                     for i, arm in enumerate(arms))  # fmt: skip
            return joined(found) or SOME
        case tree.Fold(kind="filter", source=source):
            return Range(0, size_of(world, facts, source, depth).high)
        case tree.Fold(kind="most" | "fewest", source=source, test=test, body=body):
            source_size = size_of(world, facts, source, depth)
            sure = test is None and body is not None and not isinstance(body.type, t.Maybe)
            return Range(min(1, max(0, source_size.low)) if sure else 0, source_size.high)
        case tree.Fold(kind="list" | "set", source=source, test=test, body=body, flat=flat):
            high = size_of(world, facts, source, depth).high
            if flat and body is not None:
                inner = fold_facts(world, facts, node, depth)
                high = min(WIDE, max(0, high) * max(0, size_of(world, inner, body, depth).high))
            sure = node.kind == "list" and test is None and not flat
            sure = sure and body is not None and not isinstance(body.type, t.Maybe)
            return Range(max(0, size_of(world, facts, source, depth).low) if sure else 0, high)
        case tree.Sort(source=source):
            return size_of(world, facts, source, depth)
        case tree.Call(name=name):
            definition = world.program.routines[name].body
            if depth >= DEEP or not is_expression(definition):
                return SOME
            return size_of(world, call_facts(world, facts, node, depth), definition, depth + 1)
        case tree.Query(name="groups", args=(spaces, *_)):
            return Range(0, size_of(world, facts, spaces, depth).high)
        case tree.Query(name="downstream" | "lines") if node.name == "downstream":
            return Range(0, universe(world, t.Space()))
        case _:
            return SOME


def _op_size(world: World, facts: Facts, node: tree.Op, depth: int) -> Range:
    args = node.args
    low, high = world.program.players
    match node.name, args:
        case (("players" | "turn_order" | "seats"), _):
            return Range(low, high)
        case "opponents", _:
            return Range(low - 1, high - 1)
        case (("make_set" | "make_list"), _):
            sure = [arg for arg in args if not isinstance(arg.type, t.Maybe)]
            if node.name == "make_set":
                return Range(min(1, len(sure)), len(args))
            return Range(len(sure), len(args))
        case "range", (first, last):
            a, b = range_of(world, facts, first, depth), range_of(world, facts, last, depth)
            return Range(max(0, b.low - a.high + 1), max(0, b.high - a.low + 1))
        case "all_spaces", (tree.Const(value=str(name)), _):
            board = world.program.boards[name]
            each = _board_size(board, t.Space(), 1)
            return Range(each, each * (high if board.keys else 1))
        case "on_board", (tree.Const(value=str(name)), owner):
            members = world.program.unions.get(name, (name,))
            return Range(0, universe(world, t.Union(name, members)) if _nothing(owner) else _per_owner(world, name))
        case "standings", (a,):
            each = universe(world, t.Space()) if may_spread(world.program, a.type) else 1
            size = size_of(world, facts, a, depth)
            return Range(size.low, min(WIDE, size.high * max(1, each)))
        case "only_owned", (tree.Op(name="every", args=(tree.Const(value=str(name)),)), _):
            return Range(0, _per_owner(world, name))
        case "only", (_, tree.Const(value=str(name))):
            return Range(0, universe(world, t.Component(name)))
        case "union", (a, b):
            x, y = size_of(world, facts, a, depth), size_of(world, facts, b, depth)
            least = max(x.low, y.low) if isinstance(node.type, t.Set) else x.low + y.low
            return Range(least, min(WIDE, x.high + y.high))
        case (("except" | "intersect" | "only_owned" | "standing_on" | "only"), (a, *_)):
            return Range(0, size_of(world, facts, a, depth).high)
        case (("as_list" | "reverse"), (a,)):
            return size_of(world, facts, a, depth)
        case (("as_set" | "int_set" | "distinct"), (a,)):
            size = size_of(world, facts, a, depth)
            return Range(min(1, size.low), size.high)
        case "standing_spaces", (a,):
            return Range(0, size_of(world, facts, a, depth).high)
        case "spaces_of", (a,):
            several = may_spread(world.program, a.type)
            return Range(0, WIDE if several else size_of(world, facts, a, depth).high)
        case "sample", (a, n):
            return Range(0, min(size_of(world, facts, a, depth).high, max(0, range_of(world, facts, n, depth).high)))
        case (("contents" | "contents_set"), (zone,)):
            of = t.element(zone.type)
            return Range(0, universe(world, of) if of is not None and t.indexed(of) else WIDE)
        case _:
            return SOME


def may_spread(program: Program, type: t.Type) -> bool:
    """Whether a component of this type (or one in such a collection) may lie on several spaces."""
    names = component_names(type)
    return any(declared.spread and (name in names or "" in names) for name, declared in program.components.items())


def _elements(world: World, facts: Facts, node: Expr, depth: int) -> Range:
    match node:
        case tree.Const(value=tuple(items)):
            return joined(_numbers(items)) or ANY
        case tree.Op(name="range", args=(first, last)):
            return Range(range_of(world, facts, first, depth).low, range_of(world, facts, last, depth).high)
        case tree.Op(name="make_set" | "make_list", args=args):
            return joined(range_of(world, facts, arg, depth) for arg in args) or ANY
        case tree.Op(name="int_set" | "as_list" | "reverse" | "distinct" | "except" | "sample", args=(inside, *_)):
            return elements_of(world, facts, inside, depth)
        case tree.Op(name="union", args=(a, b)):
            return joined((elements_of(world, facts, a, depth), elements_of(world, facts, b, depth))) or ANY
        case tree.Let(slot=slot, value=value, body=body):
            return elements_of(world, argument_facts(world, facts, facts, slot, value, depth), body, depth)
        case tree.Match(arms=arms):
            return joined(elements_of(world, facts, arm.body, depth) for arm in arms) or ANY
        case tree.Fold(kind="filter" | "most" | "fewest", source=source):
            return elements_of(world, facts, source, depth)
        case tree.Fold(kind="list" | "set", body=body, flat=flat) if body is not None:
            inner = fold_facts(world, facts, node, depth)
            return elements_of(world, inner, body, depth) if flat else range_of(world, inner, body, depth)
        case tree.Sort(source=source):
            return elements_of(world, facts, source, depth)
        case tree.Call(name=name):
            definition = world.program.routines[name].body
            if depth >= DEEP or not is_expression(definition):
                return ANY
            return elements_of(world, call_facts(world, facts, node, depth), definition, depth + 1)
        case _:
            return ANY
