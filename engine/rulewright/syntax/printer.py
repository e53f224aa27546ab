"""The surface tree as text. In: any of its nodes. Out: the text in its canonical form, which parses to an equal tree.

One idea a line, two spaces a block, a body always in a block of its own. Comments and blank lines are not in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.syntax import ast
from rulewright.syntax.printer_lines import (
    Lines,
    as_name,
    entry,
    fitting,
    inside,
    joined,
    name_list,
    quoted,
    text_lines,
    value_lines,
    valued,
    with_texts,
    words,
)
from rulewright.syntax.printer_scenarios import claim_line, fact_line, reply_text, scenario_lines, spot_text
from rulewright.syntax.printer_values import (
    amount,
    condition,
    constant,
    expression,
    generator,
    measure,
    pattern,
    postfix,
    type_,
)
from rulewright.syntax.words import LINE_WORDS


def show(node: ast.Node) -> str:
    """A node as text; a file, an item or a block ends with a newline."""
    match node:
        case ast.File():
            return joined(line for item in node.items for line in _item(item))
        case ast.Block():
            return joined(_block(node))
        case ast.Name():
            return node.text
        case ast.NamedType() | ast.MaybeType() | ast.OfType():
            return type_(node)
        case ast.Parameter():
            return f"{node.name.text}: {type_(node.type)}"
        case ast.Wanted():
            per = f"per {node.per.text}" if node.per is not None else None
            default = f"= {expression(node.default)}" if node.default is not None else None
            return words(f"{node.name.text}: {type_(node.type)}", per, default)
        case ast.Generator():
            return generator(node)
        case ast.Pattern():
            return pattern(node)
        case ast.Path():
            return _path(node)
        case ast.LetValue() | ast.IfValue() | ast.MatchValue():
            return joined(value_lines(node))
        case ast.TextMap():
            return joined(_map(node))
        case ast.ActionValue():
            return joined(_block(node.body))
        case ast.Reply():
            return reply_text(node)
        case ast.Spot():
            return spot_text(node)
        case _:
            pass
    if isinstance(node, ast.Expr):
        return expression(node)
    if isinstance(node, ast.Statement):
        return joined(_statement(node))
    if isinstance(node, ast.Fact):
        return fact_line(node)
    if isinstance(node, ast.Claim):
        return claim_line(node)
    if isinstance(node, ast.Item):
        return joined(_item(node))
    raise ValueError(f"{type(node).__name__} is only part of a line")


def _parameters(parameters: tuple[ast.Parameter | ast.Wanted, ...]) -> str | None:
    return f"({', '.join(show(parameter) for parameter in parameters)})" if parameters else None


def _signature(name: ast.Name, title: ast.Text | None, parameters: tuple[ast.Parameter | ast.Wanted, ...]) -> str:
    """`build(sites: set of Space)`; a title stands between."""
    given = _parameters(parameters) or ""
    return words(name.text, quoted(title), given or None) if title else f"{name.text}{given}"


def _per(keys: tuple[ast.Key, ...]) -> str | None:
    return f"per {', '.join(words(key.type.text, as_name(key.binding)) for key in keys)}" if keys else None


def _block(block: ast.Block) -> Lines:
    return text_lines(block.docs) + [line for statement in block.statements for line in _statement(statement)]


def _opened(head: str, block: ast.Block) -> Lines:
    return [f"{head}:", *inside(_block(block))]


def _path(path: ast.Path) -> str:
    return ".".join(name.text for name in path.names)


def _paths(paths: Iterable[ast.Path]) -> str:
    return ", ".join(map(_path, paths))


def _map(text_map: ast.TextMap) -> Lines:
    return [f"|{line.text}|" for line in text_map.lines]


def _cell(cell: ast.Cell) -> Lines:
    return _cell_value(f"{cell.name.text}:", cell.value)


def _cell_value(head: str, value: ast.Expr) -> Lines:
    match value:
        case ast.ActionValue():
            return [head, *inside(_block(value.body))]
        case ast.TextMap():
            return [head, *inside(_map(value))]
        case _:
            text = expression(value)
            is_statement = text.split()[0].split("(")[0].split(".")[0] in LINE_WORDS
            return [f"{head} ({text})" if is_statement else f"{head} {text}"]


# ------------------------------------------------------------------ statements


def _statement(node: ast.Statement) -> Lines:
    match node:
        case ast.For():
            ordered = ", in any order" if node.any_order else ""
            return _opened(f"for each {node.variable.text} in {expression(node.source)}{ordered}", node.body)
        case ast.Repeat():
            times = f"{amount(node.times)} times" if node.times else None
            test = f"while {condition(node.test)}" if node.test else None
            return _opened(words("repeat", times, test, as_name(node.binding)), node.body)
        case ast.As():
            return _opened(f"as {expression(node.player)}", node.body)
        case ast.EachPlayer():
            start = f"from {expression(node.start)}" if node.start else None
            return _opened(words("each player", start), node.body)
        case ast.If():
            lines: Lines = []
            for arm in node.arms:
                head = words("else" if lines else None, "if", condition(arm.test), as_name(arm.binding))
                lines += _opened(head, arm.body)
            return lines + (_opened("else", node.otherwise) if node.otherwise else [])
        case ast.May():
            otherwise = _opened("else", node.otherwise) if node.otherwise else []
            return _opened(f'may "{node.text}"', node.body) + otherwise
        case ast.Match():
            arms = [line for arm in node.arms for line in _opened(pattern(arm.pattern), arm.body)]
            return [f"match {expression(node.subject)}:", *inside(arms)]
        case ast.Choose():
            preferences = [f"if possible: {condition(preference)}" for preference in node.preferences]
            return [_simple(node), *inside(text_lines(node.docs) + preferences)]
        case ast.ChooseOne():
            return ["choose one:", *inside(text_lines(node.docs) + _to_choose(node.options))]
        case ast.AnyOrder():
            return ["any order:", *inside(text_lines(node.docs) + _to_choose(node.entries))]
        case ast.Everyone():
            asks = [line for ask in node.asks for line in _statement(ask)]
            return ["everyone:", *inside(asks + (_opened("then", node.then) if node.then else []))]
        case ast.Together():
            return _opened("together", node.body)
        case ast.Lasting():
            return [f"this {node.scope}:", *inside(line for rule in node.rules for line in _item(rule))]
        case ast.Turns():
            until = f"until {condition(node.until)}" if node.until else None
            return _opened(words("turns in", expression(node.queue), until), node.body)
        case ast.Round():
            times = f"{amount(node.times)} times" if node.times else None
            until = f"until {condition(node.until)}" if node.until else None
            return _opened(words("round", times, until), node.body)
        case ast.Phase():
            return _opened(words("phase", node.name.text, quoted(node.title)), node.body)
        case _:
            return [_simple(node)]


Plain = (
    ast.Change | ast.SetTo | ast.Let | ast.Require | ast.Move | ast.Place | ast.Draw | ast.Deal | ast.Roll | ast.Pass
    | ast.Shuffle | ast.Flip | ast.Reveal | ast.Show | ast.ShowThat | ast.Log | ast.Do | ast.Simple | ast.NextTurn
    | ast.Choose
)  # fmt: skip


def _simple(node: Plain) -> str:
    """A statement that fits on a line."""
    match node:
        case ast.Change():
            key = f"[{expression(node.unit.key)}]" if node.unit.key else ""
            return f"{node.kind} {amount(node.amount)} {node.unit.name.text}{key}"
        case ast.SetTo():
            return f"set {postfix(node.place)} = {expression(node.value)}"
        case ast.Let():
            return f"let {node.name.text} = {expression(node.value)}"
        case ast.Require():
            return f"require {condition(node.test)}"
        case ast.Move():
            return f"move {expression(node.things)} to {'bottom of ' if node.bottom else ''}{expression(node.to)}"
        case ast.Place():
            return words("place", expression(node.thing), "on", expression(node.on), as_name(node.binding))
        case ast.Draw():
            number = words("exactly" if node.exactly else None, amount(node.amount))
            way = f"from {expression(node.source)} to {expression(node.to)}"
            return words("draw", number, way, as_name(node.binding))
        case ast.Deal():
            return f"deal {amount(node.amount)} from {expression(node.source)} to {expression(node.to)}"
        case ast.Roll():
            return f"roll {amount(node.amount)} {node.what.text} as {node.binding.text}"
        case ast.Pass():
            return f"pass {postfix(node.zone)} to {expression(node.to)}"
        case ast.Shuffle():
            return f"shuffle {expression(node.zone)}"
        case ast.Flip():
            return words("flip", expression(node.things), f"to {node.to.text}" if node.to else None)
        case ast.Reveal():
            return f"reveal {expression(node.things)}"
        case ast.Show():
            return f"show {expression(node.things)} to {expression(node.to)}"
        case ast.ShowThat():
            return f"show that {condition(node.test)}"
        case ast.Log():
            return f'log "{node.text}"'
        case ast.Do():
            tail = "if possible" if node.if_possible else None
            if node.otherwise:
                tail = f"else {_statement(node.otherwise)[0]}"
            return words("do", postfix(node.action), tail)
        case ast.Simple():
            return node.kind
        case ast.NextTurn():
            return f"next turn: {expression(node.player)}"
        case ast.Choose():
            such_that = f"such that {condition(node.such_that)}" if node.such_that else None
            how_many = _how_many(node.howmany) if node.howmany else None
            return words("choose", how_many, node.variable.text, "in", expression(node.source), such_that)
        case _:
            assert_never(node)


def _how_many(node: ast.HowMany) -> str:
    if node.amount is None:
        return "any number of"
    return words("up to" if node.kind == "up to" else None, amount(node.amount))


def _to_choose(items: Iterable[ast.OptionArm | ast.Entry]) -> Lines:
    """What stands in a menu."""
    return [line for item in items for line in ([entry(item)] if isinstance(item, ast.Entry) else _option_arm(item))]


def _option_arm(option: ast.OptionArm) -> Lines:
    over = f"{option.variable.text} in {expression(option.source)}" if option.variable and option.source else None
    test = f"if {condition(option.test)}" if option.test else None
    head = words("option", option.name.text, quoted(option.title), over, test)
    return _opened(head, option.body) if option.body else [head]


# ------------------------------------------------------------------ items


def _item(node: ast.Item) -> Lines:
    match node:
        case ast.Header():
            return with_texts(_header(node), node.docs)
        case ast.Language():
            return [f"language {node.version.value}"]
        case ast.Version():
            return [f"version {node.number.value}"]
        case ast.Include():
            return [f'include "{node.path.value}"']
        case ast.Use():
            values = ", ".join(f"{each.name.text} = {expression(each.value)}" for each in node.parameters)
            return [words("use", node.library.text + (f"({values})" if values else ""), as_name(node.alias))]
        case ast.Needs():
            return [f"{node.kind} {name_list(node.names)}"]
        case ast.Players():
            low, high = node.low.value, node.high.value
            return [words(f"players {low}" if low == high else f"players {low} to {high}", quoted(node.text))]
        case ast.FirstPlayer():
            how = expression(node.expression) if node.expression else words("random", quoted(node.text))
            return [f"first player: {how}"]
        case ast.Order():
            return ["order: active player chooses"]
        case ast.Ruling():
            return text_lines([node])
        case ast.Enum():
            values = ", ".join(_enum_value(value) for value in node.values)
            return [f"{words('enum', node.name.text, _parameters(node.parameters))}: {values}"]
        case ast.TypeDef():
            return [f"type {node.name.text} = {' or '.join(member.text for member in node.members)}"]
        case ast.Const():
            return [f"const {node.name.text} = {expression(node.value)}"]
        case ast.Table():
            head = f"table {node.name.text}{_parameters(node.parameters) or ''}: {type_(node.result)}"
            return [head, *inside(f"{_table_key(row)}: {expression(row.value)}" for row in node.rows)]
        case ast.Component():
            return _component(node)
        case ast.Rows():
            head = f"{node.word} of {node.type.text}"
            if node.source:
                return [words(head, "from", quoted(node.source))]
            return [f"{head}:", *inside(line for row in node.rows for line in _row(row))]
        case ast.Zone():
            return [_zone(node)]
        case ast.Var():
            return _var(node)
        case ast.Board():
            return _board(node)
        case ast.Letters():
            signs = (words(each.letter, *map(constant, each.values)) for each in node.letters)
            return [f"letters for {node.board.text}: {', '.join(signs)}"]
        case ast.Define():
            return _define(node)
        case ast.Action():
            head = words("action", _signature(node.name, node.title, node.parameters))
            return _opened(head, node.body)
        case ast.On() | ast.When() | ast.Anytime():
            return _opened(_reaction(node), node.body)
        case ast.Setup():
            return _opened("setup", node.body)
        case ast.Turn():
            return _opened("turn", node.body)
        case ast.Round() | ast.Phase() | ast.Turns():
            return _statement(node)
        case ast.Score():
            return ["score:", *inside(text_lines(node.docs) + [_category(category) for category in node.categories])]
        case ast.Winner():
            keys = (words(key.kind, measure(key.value) if key.value else None) for key in node.keys)
            return [f"winner: {', then '.join(keys)}"]
        case _:
            return _change(node)


Changes = (
    ast.AddValues | ast.Option | ast.Automa | ast.Answer | ast.Treat | ast.Restrict | ast.AddCase | ast.AddItems
    | ast.ChangeItem | ast.Replace | ast.Remove | ast.Scenario
)  # fmt: skip


def _change(node: Changes) -> Lines:
    """Options, changes to a base, and scenarios."""
    match node:
        case ast.Option():
            default = f"{name_list(node.values)} = {constant(node.default)}"
            head = f"{words('option', node.name.text, quoted(node.title))}: {default}"
            items = [line for item in node.items for line in _item(item)]
            cases = [line for case in node.cases for line in _case(case)]
            return [head, *inside(text_lines(node.docs) + items + cases)]
        case ast.AddValues():
            return [f"add {', '.join(_enum_value(value) for value in node.values)} to {node.type.text}"]
        case ast.AddCase():
            head = f"add case {pattern(node.pattern)} to {_path(node.path)}"
            if isinstance(node.value, ast.Block):
                return _opened(head, node.value)
            return _cell_value(f"{head}:", node.value)
        case ast.AddItems():
            return [f"add to {_path(node.path)}:", *inside(_to_choose(node.items))]
        case ast.Treat():
            return [f"treat {name_list(node.types)} as {node.as_type.text} in {_paths(node.paths)}"]
        case ast.Restrict():
            return [f"{words('restrict', _paths(node.paths), _for(node.player))}: {condition(node.test)}"]
        case ast.ChangeItem():
            target = _path(node.path) + _bound(node.parameters)
            return valued(f"{words('change', target, _for(node.player))} =", node.body)
        case ast.Replace():
            target = _path(node.path) + _bound(node.parameters)
            return _opened(words("replace", target, _for(node.player)), node.body)
        case ast.Remove():
            return [words("remove", _paths(node.paths), _for(node.player))]
        case ast.Automa():
            return [words("automa", node.name.text, quoted(node.title))]
        case ast.Answer():
            return valued(f"{words('answer', _path(node.path), _for(node.player))}:", node.value)
        case ast.Scenario():
            source = f'from "{node.source.value}"' if node.source else None
            parts = [line for part in node.parts for line in scenario_lines(part)]
            return [f"{words('scenario', quoted(node.title), source)}:", *inside(text_lines(node.docs) + parts)]
        case _:
            assert_never(node)


def _for(player: ast.Expr | None) -> str | None:
    return f"for {postfix(player)}" if player else None


def _bound(names: tuple[ast.Name, ...]) -> str:
    return f"({name_list(names)})" if names else ""


def _case(case: ast.Case) -> Lines:
    return [f"case {case.name.text}:", *inside(line for item in case.items for line in _item(item))]


def _header(node: ast.Header) -> str:
    name = _signature(node.name, node.title, node.parameters) if node.name else None
    return words(node.kind, name, f"for {node.base.text}" if node.base else None, fitting(node.fits))


def _enum_value(value: ast.EnumValue) -> str:
    return words(value.name.text, *map(constant, value.cells))


def _table_key(row: ast.TableRow) -> str:
    if row.names:
        return name_list(row.names)
    if row.low is None:
        return "else"
    if row.or_more:
        return f"{row.low.value} or more"
    if row.high is None or row.high.value == row.low.value:
        return str(row.low.value)
    return f"{row.low.value} to {row.high.value}"


def _component(node: ast.Component) -> Lines:
    head = words(node.kind, node.name.text, f"({node.plural.text})" if node.plural else None)
    if node.copies and node.generators:
        head += f": {_copies(node.copies, node.generators)}"
    elif node.copies:
        head += f": {words(amount(node.copies), f'per {node.per.text}' if node.per else None)}"
    if node.sides:
        head += f", sides {' and '.join(side.text for side in node.sides)}"
    if node.active_at:
        head += f", active at {node.active_at.text}"
    boards = [line for board in node.boards for line in _board(board)]
    rules = [line for rule in node.rules for line in _item(rule)]
    return [head, *inside(text_lines(node.docs) + [_field(field) for field in node.fields] + boards + rules)]


def _copies(number: ast.Expr, generators: tuple[ast.Generator, ...]) -> str:
    return words("copies", amount(number), *map(generator, generators))


def _field(field: ast.Field) -> str:
    value = f"= {expression(field.value)}" if field.value else None
    return words(f"{field.name.text}: {type_(field.type)}", value)


def _row(row: ast.Row) -> Lines:
    count = f"x{row.count.value}" if row.count else None
    head = words(row.name.text, quoted(row.title), count, *map(_inline, row.inline))
    if row.copies:
        head += f", {_copies(row.copies, row.generators)}"
    details = text_lines(row.docs) + [line for cell in row.cells for line in _cell(cell)]
    details += [line for side in row.sides for line in _side(side)]
    details += [line for rule in row.rules for line in _item(rule)]
    return [f"{head}:", *inside(details)] if details else [head]


def _inline(inline: ast.Inline) -> str:
    return f"{inline.name.text} {constant(inline.value)}"


def _side(side: ast.Side) -> Lines:
    head = words("side", side.name.text, *map(_inline, side.inline))
    details = [line for cell in side.cells for line in _cell(cell)]
    details += [line for rule in side.rules for line in _item(rule)]
    return [f"{head}:", *inside(details)] if details else [head]


def _zone(node: ast.Zone) -> str:
    match node.kind:
        case "set":
            kind = node.type.text
        case "row":
            kind = words("row of", amount(node.size) if node.size else None, node.type.text)
        case "one":
            kind = f"one {node.type.text}"
        case _:
            kind = f"{node.kind} of {node.type.text}"
    modifiers = "".join(f", {_zone_modifier(modifier)}" for modifier in node.modifiers)
    return f"{words('zone', node.name.text, _per(node.per))}: {kind}{modifiers}"


def _zone_modifier(node: ast.ZoneModifier) -> str:
    match node.kind:
        case "seen by":
            return f"seen by {node.name.text}" if node.name else node.kind
        case "refilled" | "reshuffled" | "reshuffled at once":
            return f"{node.kind} from {postfix(node.expression)}" if node.expression else node.kind
        case "accepts":
            return f"accepts {condition(node.expression)}" if node.expression else node.kind
        case _:
            return node.kind


def _var(node: ast.Var) -> Lines:
    head = words("var", node.name.text, f"({node.singular.text})" if node.singular else None, _per(node.per))
    head += f": {type_(node.type)}"
    if node.initial:
        head += f" = {expression(node.initial)}"
    head += "".join(f", {_var_modifier(modifier)}" for modifier in node.modifiers)
    return [head, *inside(f"{each.name.text}: {' '.join(map(str, each.values))}" for each in node.columns)]


def _var_modifier(node: ast.VarModifier) -> str:
    match node.kind:
        case "at least":
            return words("at least", amount(node.low) if node.low else None)
        case "range":
            return words(amount(node.low) if node.low else None, "to", amount(node.high) if node.high else None)
        case "clamped":
            return "clamped"
        case "each":
            return words("each", node.scope)
        case "while in":
            return words("while in", node.zone.text if node.zone else None)
        case _:
            assert_never(node.kind)


def _board(node: ast.Board) -> Lines:
    size = f"{node.columns} x {node.rows}" if node.columns is not None else None
    kind = words(node.kind, size, *map(generator, node.generators))
    shifted = f", {node.shifted} rows shifted" if node.shifted else ""
    details = text_lines(node.docs) + [_field(field) for field in node.fields]
    for part in node.parts:
        details += _board_part(part)
    return [f"{words('board', node.name.text, _per(node.per))}: {kind}{shifted}", *inside(details)]


def _board_part(node: ast.Spaces | ast.Edges | ast.Layer | ast.Sectors) -> Lines:
    match node:
        case ast.Spaces():
            if node.source:
                return [words("spaces", node.type.text, "from", quoted(node.source))]
            rows = [line for row in node.rows for line in _row(row)]
            return [f"spaces {node.type.text}:", *inside(rows)] if rows else [f"spaces {node.type.text}"]
        case ast.Edges():
            if node.source:
                return [words("edges", node.type.text, "from", quoted(node.source))]
            return [f"edges {node.type.text}:", *inside(_edge(edge) for edge in node.edges)]
        case ast.Layer():
            return [f"layer {node.name.text}:", *inside(_map(node.map))]
        case ast.Sectors():
            turned = f", turned {' or '.join(map(str, node.turned))}" if node.turned else ""
            return [f"from {expression(node.source)} placed {node.columns} x {node.rows}{turned}"]
        case _:
            assert_never(node)


def _edge(edge: ast.EdgeLine) -> str:
    count = f"x{edge.count}" if edge.count != 1 else None
    return words(edge.left.text, "->" if edge.directed else "-", edge.right.text, count)


def _define(node: ast.Define) -> Lines:
    head = words("define", _signature(node.name, node.title, node.parameters))
    head += f": {type_(node.result)} ="
    if node.docs:
        return [head, *inside(text_lines(node.docs) + value_lines(node.body))]
    return valued(head, node.body)


def _reaction(node: ast.React) -> str:
    match node:
        case ast.On():
            binders = ", ".join(
                f"{each.name.text}: {each.type.text}" if each.type else each.name.text for each in node.binders
            )
            event = f"{node.event.text}({binders})" if binders else node.event.text
            by = f"by {node.by.text}" if node.by else None
            return words(node.when, event, by, as_name(node.name))
        case ast.When():
            edge = words(node.edge, amount(node.threshold) if node.threshold else None) if node.edge else None
            each = generator(node.generator) if node.generator else None
            return words("when", expression(node.condition), edge, each, as_name(node.name))
        case ast.Anytime():
            test = f"if {condition(node.test)}" if node.test else None
            return words("anytime, once" if node.once else "anytime", test, as_name(node.name))
        case _:
            assert_never(node)


def _category(node: ast.Category) -> str:
    if node.generator:
        return (
            f"for each {node.generator.variable.text} in {expression(node.generator.source)}: {expression(node.value)}"
        )
    return f"{words(node.name.text if node.name else None, quoted(node.title))}: {expression(node.value)}"
