"""Replies of a scenario: in, words and a question; out, the options they mean, or why there is none.

A reply is what is chosen, if need be behind the rule that asks: `r3c5`, `build r3c5`. Where a rule is itself an option,
what it asks next may follow at once: `use mill`; also if that was not asked, because there was one way only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.errors import AnswerRefused
from rulewright.play import Play
from rulewright.report import codes
from rulewright.report.fixes import respelling
from rulewright.report.suggest import nearest, slip
from rulewright.runtime import journal
from rulewright.runtime.bits import members
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.question import DONE, Question
from rulewright.runtime.state import State
from rulewright.scenarios.reading import (
    Failed,
    Reader,
    described,
    failed,
    hinted,
    named,
    respelled,
    seat,
    shown,
    tokens,
)
from rulewright.scenarios.stage import Table
from rulewright.syntax import ast

SHOWN = 12
"""So many options are listed in a message."""

LISTED = 500
"""So many are looked through for one that was meant."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what is needed to understand words about it. `rule`: the path of the choice that asks."""

    table: Table
    state: State
    question: Question
    decision: Decision

    @property
    def reader(self) -> Reader:
        return self.table.reader

    @property
    def rule(self) -> str:
        path: str = self.table.machine.run.codes[self.question.code].path
        return path

    @property
    def parts(self) -> list[str]:
        return self.rule.split(".")


def asked(table: Table, play: Play, player: int | None = None) -> Asked | None:
    """What is asked now (of that player); None if nothing is."""
    question = play.state.asked
    if question is None:
        return None
    if player is not None and player not in question.players:
        return None
    who = question.player if player is None else player
    decision = play.decision_of(table.names[who])
    if decision is None:
        return None
    return Asked(table, play.state, decision.question, decision)


# ------------------------------------------------------------------ which options are meant


Choice = int | tuple[Any, ...]
"""An option by its number, or the things chosen."""


def meant(at: Asked, words: Sequence[ast.Expr]) -> list[Choice]:
    """The options these words, without the rule that asks, may mean: the one of just that name, if there is one."""
    exact = at.decision.find(as_json(words))
    return _meant(at, words) if exact is None else [exact.choice]


def _meant(at: Asked, words: Sequence[ast.Expr]) -> list[Choice]:
    question, reader = at.question, at.reader
    own = question.own
    offers: list[Choice] = [own + i for i, entry in enumerate(question.offers) if _is_offer(at, entry, words)]
    match question.kind:
        case "one" | "order":
            fits = meaning(reader, at.state, question.type, words)
            return [*(k for k, thing in enumerate(question.things()) if fits(thing)), *offers]
        case "many":
            chosen = several(at, words)
            return offers if chosen is None else [chosen, *offers]
        case "menu":
            return [*(k for k, entry in enumerate(question.entries) if _is_entry(at, entry, words)), *offers]
        case "window":
            return [*(k for k in range(own) if _said(words) == ["done"]), *offers]


def replied(at: Asked, words: Sequence[ast.Expr]) -> list[Choice]:
    """The same, with or without the name of the rule that asks in front."""
    found = meant(at, words)
    if not found and len(words) > 1 and _names_rule(at, words[0]):
        return meant(at, words[1:])
    return found


def _names_rule(at: Asked, word: ast.Expr) -> bool:
    return isinstance(word, ast.Ref) and word.name.text in at.parts


def _is_entry(at: Asked, entry: tuple[int, Any], words: Sequence[ast.Expr]) -> bool:
    head, *rest = words
    if entry == DONE:
        return not rest and _word(head) == "done"
    item = at.table.machine.run.codes[at.question.code].parts[entry[0]][0]
    if _word(head) != item.name:
        return False
    if item.source is None:
        return not rest
    if not rest:
        return False
    return meaning(at.reader, at.state, t.element(item.source.type) or t.UNKNOWN, rest)(entry[1])


def _is_offer(at: Asked, entry: Any, words: Sequence[ast.Expr]) -> bool:
    rule = at.table.program.rules[entry[0][0]]
    return len(words) == 1 and _word(words[0]) in (rule.name, *rule.name.split("."))


def _word(word: ast.Expr) -> str:
    match word:
        case ast.Ref(name=name):
            return name.text
        case ast.No():
            return "no"
        case _:
            return ""


Fits = Callable[[Any], bool]


def meaning(reader: Reader, state: State, type: t.Type, words: Sequence[ast.Expr]) -> Fits:
    """Whether a value of that type is what the words say."""
    layout = reader.layout
    if len(words) == 1 and isinstance(words[0], ast.SetLiteral):
        return _collection(reader, state, type, words[0])
    match type:
        case t.Maybe(of):
            fits = meaning(reader, state, of, words)
            return lambda value: value is not None and fits(value)
        case t.Component() | t.Union():
            said = _said(words)
            mask = 0 if said is None else described(reader, said, layout.all_components)
            space = layout.geometry.index.get(_dotted(words))
            here = 0 if space is None else state.on[space]
            return lambda value: bool((mask | here) >> value & 1)
        case t.Space():
            wanted = _dotted(words)
            return lambda value: layout.geometry.names[value] == wanted
        case t.Edge():
            wanted = _dotted(words)
            return lambda value: layout.geometry.edge_names[value] == wanted
        case t.Int() | t.Bool() | t.Player() | t.Enum() | t.Text():
            said = _said(words)
            return lambda value: said == [named(reader, state, type, value)]
        case _ if len(words) == 1:
            return _evaluated(reader, state, type, words[0])
        case _:
            return lambda value: False


def _said(words: Sequence[ast.Expr]) -> list[str] | None:
    try:
        return tokens(words)
    except Failed:
        return None


def _dotted(words: Sequence[ast.Expr]) -> str:
    return words[0].span.text if len(words) == 1 else ""


def _evaluated(reader: Reader, state: State, type: t.Type, word: ast.Expr) -> Fits:
    try:
        value = hinted(reader, word, type).on(state)
    except Failed:
        return lambda other: False
    return lambda other: bool(other == value)


def _collection(reader: Reader, state: State, type: t.Type, literal: ast.SetLiteral) -> Fits:
    """A streamed value that is itself several: a group or line of spaces, a walk by its edges or spaces."""
    of: t.Type
    match type:
        case t.Set(of) | t.List(of):
            pass
        case t.Path():
            edges = [meaning(reader, state, t.Edge(), (item,)) for item in literal.items]
            return lambda path: _same(path[1:], edges)
        case _:
            return lambda value: False
    wanted = [meaning(reader, state, of, (item,)) for item in literal.items]
    return lambda value: _same(members(value) if isinstance(value, int) else value, wanted)


def _same(values: Sequence[Any], wanted: Sequence[Fits]) -> bool:
    if len(values) != len(wanted):
        return False
    return all(any(fits(value) for fits in wanted) for value in values) and all(
        any(fits(value) for value in values) for fits in wanted
    )


# ------------------------------------------------------------------ several things in one answer


def several(at: Asked, words: Sequence[ast.Expr]) -> tuple[Any, ...] | None:
    """The things that `{net, net}` names among those that can be chosen; None if they cannot be chosen together."""
    if len(words) != 1:
        return None
    items = words[0].items if isinstance(words[0], ast.SetLiteral) else (words[0],)
    free = [thing for equal in at.question.classes for thing in equal]
    chosen = []
    for item in items:
        fits = meaning(at.reader, at.state, at.question.type, (item,))
        thing = next((thing for thing in free if thing not in chosen and fits(thing)), None)
        if thing is None:
            return None
        chosen.append(thing)
    found = tuple(thing for thing in free if thing in chosen)
    return found if at.table.machine.is_legal(at.state, at.question, found) else None


def number(at: Asked, choice: Choice) -> int | None:
    """The number of an option; None for things chosen that are not listed."""
    if isinstance(choice, int):
        return choice
    same = {thing: nth for nth, things in enumerate(at.question.classes) for thing in things}
    wanted = sorted(same[thing] for thing in choice)
    for k in range(at.question.own):
        if sorted(same[thing] for thing in at.question.option(k)) == wanted:
            return k
    return None


# ------------------------------------------------------------------ names of options


def option_names(at: Asked, at_most: int = SHOWN) -> str:
    """The options by name, for a message."""
    count = at.question.count
    names = [option_name(at, k) for k in range(min(count, at_most))]
    more = f" and {count - at_most} more" if count > at_most else ""
    return ", ".join(names) + more if names else "nothing"


def option_name(at: Asked, k: int) -> str:
    return shown(at.decision.option(k).answer)


# ------------------------------------------------------------------ answering


def play_reply(table: Table, play: Play, who: ast.Name, reply: ast.Reply) -> None:
    """Answer the question of that player. Raises Failed if the answer is not offered."""
    player = seat(table.reader, who)
    at = _asked_of(table, play, player, who, reply)
    if not _tried(table, play, at, player, reply, reply.words):
        raise refused(at, reply)


def _tried(table: Table, play: Play, at: Asked, player: int, reply: ast.Reply, words: Sequence[ast.Expr]) -> bool:
    """Answer with these words if they can be understood: as they are, behind the rule that asks, or one by one."""
    found = meant(at, words)
    if len(found) > 1:
        written = " ".join(word.span.text for word in words)
        meanings = " or ".join(shown(Option(at.decision, choice).answer) for choice in found)
        raise failed(codes.AMBIGUOUS, reply.span, f"`{written}` may be {meanings}", help="say which")
    if found:
        _answer(play, at, found[0], reply)
        return True
    if len(words) < 2:
        return False
    if _names_rule(at, words[0]) and _tried(table, play, at, player, reply, words[1:]):
        return True
    first = meant(at, words[:1])
    if not first:
        return False
    before = play.state.journal
    _answer(play, at, first[0], reply)
    _go_on(table, play, player, at, words, before)
    return True


def _asked_of(table: Table, play: Play, player: int, who: ast.Name, reply: ast.Reply) -> Asked:
    at = asked(table, play, player)
    if at is not None:
        return at
    if play.state.over:
        raise failed(codes.NOT_OFFERED, reply.span, "nothing is asked any more: the game is over")
    others = [table.names[p] for p in play.state.asked.players] if play.state.asked is not None else []
    now = asked(table, play)
    raise failed(
        codes.NOT_OFFERED,
        reply.span,
        f"{who.text} is not asked now, but {' and '.join(others)}",
        help=None if now is None else f"`{now.rule}` offers {option_names(now)}",
    )


def _go_on(table: Table, play: Play, player: int, first: Asked, words: Sequence[ast.Expr], before: Any) -> None:
    """The rest of a reply answers what its first word has led to, or says what went without asking."""
    head, rest = _word(words[0]), words[1:]
    taken = []
    for entry in journal.since(play.state.journal, before):
        if entry[0] == "forced" and entry[2] == player and head in entry[1].split("."):
            if _was(table, play.state, entry[1], entry[3], rest):
                return
            taken.append(_forced_name(table, play.state, entry[1], entry[3]))
    at = asked(table, play, player)
    if at is not None and _names_rule(at, words[0]):
        reply = ast.Reply(span=rest[0].span.to(rest[-1].span), words=tuple(rest))
        if _tried(table, play, at, player, reply, rest):
            return
        raise refused(at, reply)
    near = [*taken, *([option_name(at, k) for k in range(min(at.question.count, LISTED))] if at is not None else [])]
    whole, behind = words[0].span.to(words[-1].span), rest[0].span.to(rest[-1].span)
    guess = nearest(behind.text, near)
    other = (
        None
        if guess
        else nearest(whole.text, [option_name(first, k) for k in range(min(first.question.count, LISTED))])
    )
    if other is not None:
        raise failed(
            codes.NOT_OFFERED,
            whole.part(*slip(whole.text, other)),
            f"`{behind.text}` is not asked behind `{head}`",
            help=f"did you mean `{other}`?",
            fixes=respelled(table.reader, whole, other),
        )
    why = f"`{', '.join(taken)}` was the only one there, and was taken without asking" if taken else None
    raise failed(
        codes.NOT_OFFERED,
        behind.part(*slip(behind.text, guess)),
        f"`{behind.text}` is not asked behind `{head}`",
        help=f"did you mean `{guess}`?" if guess else why,
        fixes=respelling(behind, behind.text, near),
    )


def _was(table: Table, state: State, path: str, value: Any, words: Sequence[ast.Expr]) -> bool:
    node = table.machine.run.by_path[path].node
    match node:
        case tree.Choose(many=False):
            return meaning(table.reader, state, t.element(node.source.type) or t.UNKNOWN, words)(value)
        case tree.Menu():
            return bool(value[0] >= 0 and _word(words[0]) == node.items[value[0]].name)
        case _:
            return False


def _forced_name(table: Table, state: State, path: str, value: Any) -> str:
    node = table.machine.run.by_path[path].node
    match node:
        case tree.Choose():
            of = t.element(node.source.type) or t.UNKNOWN
            return named(table.reader, state, t.Set(of) if node.many and isinstance(value, int) else of, value)
        case tree.Menu():
            return node.items[value[0]].name if value[0] >= 0 else "done"
        case _:
            return str(value)


def _answer(play: Play, at: Asked, choice: Choice, reply: ast.Reply) -> None:
    try:
        play.answer(Option(at.decision, choice), at.decision.player)
    except AnswerRefused as problem:
        raise failed(codes.NOT_OFFERED, reply.span, problem.message, help=problem.help) from None
    except RuleFault as problem:
        raise Failed(problem.diagnostic) from None


def refused(at: Asked, reply: ast.Reply) -> Failed:
    """That a reply is not among the options, with the reason."""
    words = reply.words[1:] if len(reply.words) > 1 and _names_rule(at, reply.words[0]) else reply.words
    written = " ".join(word.span.text for word in words)
    guess = nearest_option(at, words)
    span = words[0].span.to(words[-1].span)
    if guess is None:
        return failed(
            codes.NOT_OFFERED,
            span,
            f"`{written}` is not offered to {at.decision.player}: {why_not(at, words)}",
            help=f"`{at.rule}` offers {option_names(at)}",
        )
    return failed(
        codes.NOT_OFFERED,
        words[0].span if len(words) > 1 and " " not in guess else span.part(*slip(span.text, guess)),
        f"`{written}` is not offered to {at.decision.player}",
        label=f"`{at.rule}` offers {option_names(at)}",
        help=f"did you mean `{guess}`?",
        fixes=respelled(at.reader, span, guess),
    )


def nearest_option(at: Asked, words: Sequence[ast.Expr]) -> str | None:
    """The option that was probably meant, if these words name nothing that there is."""
    if not any(part in why_not(at, words) for part in ("did you mean", "none of the options")):
        return None
    names = [option_name(at, k) for k in range(min(at.question.count, LISTED))]
    return nearest(words[0].span.to(words[-1].span).text, names) or nearest(words[0].span.text, names)


def why_not(at: Asked, words: Sequence[ast.Expr]) -> str:
    """Why these words are no option, in the machine's words."""
    return at.decision.why_not(as_json(words))


def as_json(words: Sequence[ast.Expr]) -> Any:
    """The words as an answer from outside would be written."""
    match words:
        case [ast.SetLiteral(items=items)]:
            return [as_json((item,)) for item in items]
        case [ast.Int(value=value)]:
            return value
        case _:
            return " ".join(word.span.text for word in words)
