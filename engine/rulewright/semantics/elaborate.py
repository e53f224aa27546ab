"""A composed game becomes a Program. In: composed items. Out: the Program, or what is wrong with them.

Names, types and lowering are one pass over each expression: what a word means depends on the type that is expected,
and the core form on both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.program import Category, Program, Routine, WinnerKey
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Span
from rulewright.semantics import boards, checks, components, declarations, filling, menus, rules, standings, statements
from rulewright.semantics import treats as treated
from rulewright.semantics.analyses.effects import component_names
from rulewright.semantics.analyses.walk import below as nodes_below
from rulewright.semantics.coerce import as_collection
from rulewright.semantics.compose import Composed
from rulewright.semantics.context import Context, Game, constant, new_context, not_there, op, trusted, type_of
from rulewright.semantics.declarations import demand_known
from rulewright.semantics.expressions import expression, infer
from rulewright.semantics.symbols import Symbols, Treats, collect
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class Elaborated:
    """The program (before the analyses), and the names it was made from."""

    program: Program
    symbols: Symbols


def elaborate(composed: Composed, report: Report) -> Elaborated | None:
    """The program, or None if `report` has errors.

    What lies on several spaces has no single one, and only the statements tell which types do: where there are such
    types all is gone through once more, with them known. So it is where something does not fit its declared type: what
    is read of it may then be of any type, so that one wrong declaration is not told wherever it is used.
    """
    spread: frozenset[str] = frozenset()
    doubtful: frozenset[Span] = frozenset()
    while True:
        found = Report()
        made, doubted = _elaborated(composed, spread, doubtful, found)
        known = spread if made is None else spread | _spread(made.program)
        if not doubted <= doubtful:
            doubtful |= doubted
            continue
        if known == spread:
            report.extend(found.diagnostics)
            return None if made is None else _marked(made, spread)
        spread = known


def _spread(program: Program) -> frozenset[str]:
    """The types that some rule lays on several spaces at once."""
    names: set[str] = set()
    for routine in program.routines.values():
        for node in nodes_below(routine.body):
            if isinstance(node, tree.Transfer) and isinstance(node.to.type, t.Set):
                moved = (node.supply,) if node.supply is not None else ("",)
                names.update(moved if node.things is None else component_names(node.things.type))
    return frozenset(program.components if "" in names else names)


def _marked(made: Elaborated, spread: frozenset[str]) -> Elaborated:
    if not spread:
        return made
    types = {name: replace(decl, spread=name in spread) for name, decl in made.program.components.items()}
    return replace(made, program=replace(made.program, components=types))


def _elaborated(
    composed: Composed, spread: frozenset[str], doubtful: frozenset[Span], report: Report
) -> tuple[Elaborated | None, frozenset[Span]]:
    """What came of it, and the declared types that something does not fit."""
    symbols = collect(composed, report)
    answered = menus.named(composed.items)
    game = Game(symbols=symbols, report=report, spread=spread, answered=answered, doubtful=doubtful)
    checks.before(composed, symbols, report)
    treated.collect(game, composed)
    if _fine(report):
        filling.check(game, composed)
    if not _fine(report):
        return None, frozenset()
    for item in composed.items:
        if isinstance(item, ast.Restrict):
            for path in item.paths:
                game.restricts.setdefault(".".join(name.text for name in path.names), []).append(item)
        if isinstance(item, ast.AddItems):
            game.additions.setdefault(".".join(name.text for name in item.path.names), []).append(item)
    program = _program(game, composed)
    report.extend(game.refused)
    checks.after(game, composed, report)
    if _fine(report):
        for name in game.unused:
            report.warning(
                codes.UNUSED, name.span, f"nothing reads `{name.text}`", help=f"take it away, or call it `_{name.text}`"
            )
    _without_consequences(report, game)
    return (Elaborated(program, symbols) if _fine(report) else None), frozenset(game.doubted)


def _without_consequences(report: Report, game: Game) -> None:
    """What is not there cannot say what it has: an attribute that is asked of it may be declared with it, and words
    that nothing declares may be values of a type that is not there. And what stands behind a value of an enum, for want
    of a comma, would be a value.
    """
    if game.untyped:
        report.drop(lambda each: _may_be_a_value(each, game))
    if game.behind:
        report.drop(lambda each: each.code is codes.UNKNOWN and each.span.text in game.behind)
    if any(each.code is codes.UNKNOWN for each in report.diagnostics):
        report.drop(lambda each: each.code is codes.NO_ATTRIBUTE and not each.fixes and each.span.text in game.asked)


def _may_be_a_value(found: Diagnostic, game: Game) -> bool:
    """Whether it is a name that is not there and not surely another one, nor that of a type."""
    sure = any(fix.certain for fix in found.fixes)
    return found.code is codes.UNKNOWN and not sure and found.span.text not in game.untyped


def _fine(report: Report) -> bool:
    return not report.failed


def _program(game: Game, composed: Composed) -> Program:
    symbols, items = game.symbols, composed.items
    enums = {name: declarations.enum(game, name) for name in (*symbols.enums, *_option_enums(symbols))}
    variables = {name: declarations.variable(game, written) for name, written in symbols.vars.items()}
    zones = {zone.name: zone for zone in declarations.built_in_zones(game) if zone.name not in symbols.zones}
    zones |= {name: declarations.zone(game, written) for name, written in symbols.zones.items()}
    for name, table in symbols.tables.items():
        game.routines[name] = declarations.table(game, table)
    for const in symbols.consts.values():
        _const(game, const)
    for written in symbols.defines.values():
        _define(
            game, written, written.name.text, game.treats_at(symbols.bases.get(written.name.text, written.name.text))
        )
    for action in symbols.actions.values():
        _action(game, action)
    types = {name: components.component(game, written) for name, written in symbols.components.items()}
    worlds = {name: boards.board(game, written) for name, written in symbols.boards.items()}
    for item in items:
        if isinstance(item, ast.On | ast.When | ast.Anytime):
            rules.rule(game, item)
    flow = _flow(game, items)
    score = _score(game, items)
    winner = _winner(game, items)
    first, text = _first_player(game, items)
    while asked := [name for name in game.copies if name not in game.routines]:
        for name in asked:
            _define(game, game.copies[name][0], name, game.copies[name][1])
    header = composed.header
    return Program(
        span=header.span,
        id=header.name.text if header.name else "",
        title=header.title.value if header.title else "",
        players=_players(game, items),
        players_text=_players_text(items),
        options=composed.options,
        expansions=tuple(h.name.text for h in composed.expansions if h.name),
        enums=enums,
        unions={**_unions(game), **game.unions},
        components=types,
        vars=variables,
        zones=zones,
        boards=worlds,
        routines=game.routines,
        rules=tuple(game.rules),
        flow=flow,
        first_player=first,
        first_player_text=text,
        score=score,
        winner=winner,
    )


def _option_enums(symbols: Symbols) -> list[str]:
    return [name for name in symbols.options if symbols.values(name) != ("no", "yes")]


def _unions(game: Game) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, written in game.symbols.unions.items():
        for member in written.members:
            if member.text not in game.symbols.components:
                not_there(game, member, "type of components", game.symbols.components)
        found[name] = tuple(member.text for member in written.members)
    return found


def _const(game: Game, const: ast.Const) -> None:
    """Looked at once, whether or not something uses it; what is wrong with it is said here and nowhere else."""
    before = game.report.count
    demand_known(game, infer(new_context(game, "", me=False), ast.Ref(span=const.name.span, name=const.name)))
    if game.report.count > before:
        game.broken.add(const.name.text)


def _define(game: Game, written: ast.Define, name: str, treats: Treats) -> None:
    """A definition, or a copy of it that is worked out under other treats."""
    cx = new_context(game, name, me=written.name.text in game.symbols.needs_me)
    cx.treats = treats
    types = tuple(standings.seen(game, treats, trusted(game, parameter.type)) for parameter in written.parameters)
    _bound(cx, written.parameters, types)
    result = standings.seen(game, treats, type_of(game, written.result))
    body = expression(cx, written.body, result, written.result)
    _routine(game, cx, name, "definition", types, body, written, written.docs)


def _action(game: Game, written: ast.Action) -> None:
    name = written.name.text
    cx = new_context(game, game.symbols.bases.get(name, name), chance=True)
    types = _parameters(cx, written.parameters)
    body = statements.block(cx, written.body)
    _routine(game, cx, name, "action", types, body, written, written.body.docs)


def _parameters(cx: Context, written: tuple[ast.Parameter, ...]) -> tuple[t.Type, ...]:
    types = tuple(standings.taken(cx.game, cx.treats, trusted(cx.game, parameter.type)) for parameter in written)
    _bound(cx, written, types)
    return types


def _bound(cx: Context, written: tuple[ast.Parameter, ...], types: tuple[t.Type, ...]) -> None:
    for parameter, type in zip(written, types, strict=True):
        cx.bind(parameter.name, type)


def _routine(
    game: Game,
    cx: Context,
    name: str,
    kind: str,
    parameters: tuple[t.Type, ...],
    body: tree.Expr | tree.Stmt,
    written: ast.Node,
    docs: tuple[ast.Doc | ast.Ruling, ...] = (),
) -> None:
    title = getattr(written, "title", None)
    game.routines[name] = Routine(
        span=written.span,
        name=name,
        kind=kind,  # type: ignore[arg-type]
        parameters=parameters,
        slots=tuple(cx.slots),
        body=body,
        text=statements.text_of(docs) or (title.value if title is not None else ""),
        rulings=tuple(doc.text for doc in docs if isinstance(doc, ast.Ruling)),
    )


# ------------------------------------------------------------------ flow


def _flow(game: Game, items: tuple[ast.Item, ...]) -> str:
    """`setup:`, then the rounds, phases and turns in the order written. A game with a `turn:` goes round the table.

    The name of the routine that holds them.
    """
    cx = new_context(game, "", me=False, chance=True)
    steps: list[tree.Stmt] = []
    span = game.symbols.header.span
    setups = [item for item in items if isinstance(item, ast.Setup)]
    if setups:
        bodies = [_step(game, "setup", setup.body, me=False) for setup in setups]
        whole = statements.sequence(bodies, setups[0].span)
        steps.append(tree.Scope(span=setups[0].span, kind="setup", name="setup", body=whole))
    for item in items:
        match item:
            case ast.Turn():
                steps.append(_table_turns(game, item))
            case ast.Round() | ast.Phase() | ast.Turns():
                steps.append(statements.flow(cx, item))
            case _:
                pass
    body = statements.sequence(steps, span)
    name = _free(game, "game")
    game.nobody.append(name)
    game.routines[name] = Routine(span=span, name=name, kind="flow", parameters=(), slots=tuple(cx.slots), body=body)
    return name


def _free(game: Game, name: str) -> str:
    """The name for a routine of the language's own; an action or definition may have taken it."""
    count, found = 1, name
    while found in game.routines:
        count += 1
        found = f"{name}{count}"
    return found


def _step(game: Game, name: str, body: ast.Block, *, me: bool) -> tree.Stmt:
    """A step of flow as a routine of its own."""
    name = _free(game, name)
    cx = new_context(game, name, me=me, chance=True)
    inner = statements.block(cx, body)
    _routine(game, cx, name, "action", (), inner, body, body.docs)
    if not me:
        game.nobody.append(name)
    who = tree.Local(span=body.span, type=t.PLAYER, slot=tree.ME, name="me") if me else None
    return tree.Do(span=body.span, invoke=tree.Invoke(span=body.span, routine=name, me=who))


def _table_turns(game: Game, item: ast.Turn) -> tree.Stmt:
    """Rounds without end, each once round the table from the first player."""
    span = item.span
    turn = tree.Scope(span=span, kind="turn", name="turn", body=_step(game, "turn", item.body, me=True))
    first = op("first_player", t.PLAYER, span)
    turns = tree.Turns(span=span, queue=op("seats", t.List(t.PLAYER), span, first), until=None, body=turn)
    return tree.Repeat(
        span=span, limit=None, test=None, body=tree.Scope(span=span, kind="round", name="round", body=turns)
    )


# ------------------------------------------------------------------ score, winner, players


def _score(game: Game, items: tuple[ast.Item, ...]) -> tuple[Category, ...]:
    lines = [line for item in items if isinstance(item, ast.Score) for line in item.categories]
    return tuple(_category(game, line, index) for index, line in enumerate(lines))


def _category(game: Game, line: ast.Category, index: int) -> Category:
    name = line.name.text if line.name is not None else f"category{index + 1}"
    cx = new_context(game, f"score.{name}")
    generator = None
    parameters: tuple[t.Type, ...] = ()
    if line.generator is not None:
        cx.me = False  # the lines of the table are the same for everybody
        source = as_collection(cx, infer(cx, line.generator.source), line.generator.source)
        cx.me = True
        of = source.type.of if isinstance(source.type, t.Set | t.List) else t.UNKNOWN
        generator, parameters = source, (of,)
        cx.bind(line.generator.variable, of)
    value = expression(cx, line.value, t.INT)
    routine = f"score.{name}"
    _routine(game, cx, routine, "score", parameters, value, line)
    title = line.title.value if line.title is not None else name.replace("_", " ").capitalize()
    return Category(
        span=line.span, name="" if generator is not None else name, title=title, routine=routine, generator=generator
    )


def _winner(game: Game, items: tuple[ast.Item, ...]) -> tuple[WinnerKey, ...]:
    written = next((item for item in items if isinstance(item, ast.Winner)), None)
    if written is None:
        return ()
    keys: list[WinnerKey] = []
    for index, key in enumerate(written.keys):
        if key.kind == "shared" or key.value is None:
            continue
        routine = None
        if not (isinstance(key.value, ast.Ref) and key.value.name.text == "score"):
            routine = _free(game, f"winner{index + 1}")
            cx = new_context(game, routine)
            _routine(game, cx, routine, "score", (), expression(cx, key.value, t.INT), key)
        keys.append(WinnerKey(span=key.span, kind=key.kind, routine=routine))
    return tuple(keys)


def _first_player(game: Game, items: tuple[ast.Item, ...]) -> tuple[tree.Expr, str]:
    """Who begins, worked out before the boards are made. Unsaid it is the first in seating order."""
    written = next((item for item in items if isinstance(item, ast.FirstPlayer)), None)
    if written is None:
        return constant(0, t.PLAYER, game.symbols.header.span), ""
    if written.expression is None:
        everybody = op("players", t.Set(t.PLAYER), written.span)
        text = written.text.value if written.text is not None else ""
        return op("random", t.PLAYER, written.span, everybody), text
    cx = new_context(game, "first_player", me=False, chance=True)
    first = expression(cx, written.expression, t.PLAYER)
    demand_known(game, first)
    return first, ""


def _players(game: Game, items: tuple[ast.Item, ...]) -> tuple[int, int]:
    written = next((item for item in items if isinstance(item, ast.Players)), None)
    if written is None:
        game.report.error(
            codes.HEADER, game.symbols.header.span, "the game does not say how many play", help="add `players 2 to 4`"
        )
        return (2, 2)
    low, high = written.low.value, written.high.value
    if not 1 <= low <= high <= 64:
        game.report.error(codes.RANGE, written.span, f"{low} to {high} is no number of players")
        return (2, 2)
    return (low, high)


def _players_text(items: tuple[ast.Item, ...]) -> str:
    """Why there cannot be more or fewer."""
    return next((item.text.value for item in items if isinstance(item, ast.Players) and item.text is not None), "")
