"""`then:` of a scenario: in, claims and a play; out, what does not hold, with what is there instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.play import Play
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import respelling
from rulewright.report.merging import merged
from rulewright.report.span import Span
from rulewright.report.suggest import nearest, slip
from rulewright.runtime.bits import members
from rulewright.runtime.places import things_in
from rulewright.runtime.placing import Wish
from rulewright.scenarios.answers import (
    LISTED,
    Asked,
    as_json,
    asked,
    number,
    option_name,
    option_names,
    replied,
    why_not,
)
from rulewright.scenarios.position import board_named, wishes_of
from rulewright.scenarios.reading import (
    Failed,
    Worked,
    failed,
    hinted,
    mask_of_type,
    named,
    respelled,
    seat,
    with_side,
    written,
)
from rulewright.scenarios.stage import Table
from rulewright.syntax import ast

COMPARED = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "in": "in"}


def check(table: Table, play: Play, claims: Sequence[ast.Claim]) -> tuple[Diagnostic, ...]:
    """What is wrong with claims that go together: what cannot be read; else the first that does not hold, with the
    others that do not.
    """
    found: list[Diagnostic] = []
    for claim in claims:
        try:
            _check(table, play, claim)
        except Failed as problem:
            found.append(problem.diagnostic)
    unread = [each for each in found if each.code is not codes.SCENARIO_FAILED]
    if unread or not found:
        return merged(unread)
    first, *others = found
    labels = [Label(other.span, f"nor this: {other.label or other.message}") for other in others]
    return (replace(first, labels=(*first.labels, *labels)),)


def _check(table: Table, play: Play, claim: ast.Claim) -> None:
    match claim:
        case ast.ClaimIs():
            _holds_true(table, play, claim)
        case ast.ClaimHolds():
            _holds(table, play, claim)
        case ast.ClaimOffered():
            _offered(table, play, claim)
        case ast.ClaimExactly():
            _exactly(table, play, claim)
        case ast.ClaimScore():
            _score(table, play, claim)
        case ast.ClaimTurn():
            _turn(table, play, claim)
        case ast.ClaimWinners():
            _winners(table, play, claim)
        case _:
            assert_never(claim)


# ------------------------------------------------------------------ conditions


def _holds_true(table: Table, play: Play, claim: ast.ClaimIs) -> None:
    if claim.because is not None:
        raise failed(
            codes.UNEXPECTED,
            claim.because.span,
            "a reason belongs to what is not offered",
            help='write `… is not offered because "…"`',
        )
    worked = written(table.reader, claim.test, t.BOOL)
    if worked.on(play.state):
        return
    part = _false_part(worked, play, worked.core)
    raise failed(codes.SCENARIO_FAILED, claim.span, "this does not hold", label=_instead(table, worked, play, part))


def _false_part(worked: Worked, play: Play, core: tree.Expr) -> tree.Expr:
    """Of several joined by `and`, the first that does not hold."""
    if isinstance(core, tree.Op) and core.name == "and":
        for part in core.args:
            if not worked.on(play.state, part):
                return _false_part(worked, play, part)
    return core


def _instead(table: Table, worked: Worked, play: Play, part: tree.Expr) -> str:
    """What is there: both sides of a comparison, what a set holds."""
    negated = isinstance(part, tree.Op) and part.name == "not"
    inner = part.args[0] if isinstance(part, tree.Op) and negated else part
    if isinstance(inner, tree.Op) and inner.name in COMPARED:
        sides = [_shown(table, worked, play, side) for side in inner.args]
        texts = [side.span.text for side in inner.args]
        found = [f"`{text}` is {side}" for text, side in zip(texts, sides, strict=True) if text != side]
        return ", ".join(found) if found else "these are the same"
    if isinstance(inner, tree.Fold) and inner.kind in ("any", "every") and inner.body is None and inner.test is None:
        return f"`{inner.source.span.text}` is {_shown(table, worked, play, inner.source)}"
    if isinstance(inner, tree.Op) and inner.name in ("some", "is_none", "is_empty", "shows", "is_row", "is_type"):
        return f"`{inner.args[0].span.text}` is {_shown(table, worked, play, inner.args[0])}"
    return "it is the case" if negated else "it is not so"


def _shown(table: Table, worked: Worked, play: Play, core: tree.Expr) -> str:
    return named(table.reader, play.state, core.type, worked.on(play.state, core))


# ------------------------------------------------------------------ what lies where


def _holds(table: Table, play: Play, claim: ast.ClaimHolds) -> None:
    reader, layout, state = table.reader, table.reader.layout, play.state
    if board_named(reader, claim.place) is not None:
        raise failed(
            codes.WRONG_KIND,
            claim.place.span,
            "what a board is laid out of cannot be claimed",
            help="claim what its spaces are: `r0c0.terrain = water`",
        )
    place = hinted(reader, claim.place, t.Zone(t.Component()))
    value, type = place.on(state), place.core.type
    ordered = False
    if isinstance(type, t.Zone):
        if value is None:
            raise failed(codes.SCENARIO_FAILED, claim.place.span, "there is no such zone here")
        kind = layout.zones[value].kind
        ordered = kind in ("deck", "stack", "list", "row")
        things = things_in(layout, state, value)
        if kind in ("deck", "stack"):
            things = things[::-1]
        allowed = mask_of_type(reader, layout.zones[value].decl.of)
    elif isinstance(type, t.Set | t.List) and isinstance(type.of, t.Component | t.Union):
        things = members(value) if isinstance(value, int) else tuple(value)
        ordered = isinstance(type, t.List)
        allowed = mask_of_type(reader, type.of)
    else:
        raise failed(
            codes.WRONG_KIND,
            claim.place.span,
            f"only a zone or a set of components holds something; this is a {t.show(type)}",
        )
    wishes = [wish for spot in claim.items for wish in wishes_of(reader, spot, allowed)]
    fits = _in_order(play, things, wishes) if ordered else _in_any_order(play, things, wishes)
    if not fits:
        there = ", ".join(with_side(reader, state, c) for c in things) if things else "nothing"
        text = claim.place.span.text
        label = f"it holds {there}" + (", the first on top" if ordered and len(things) > 1 else "")
        raise failed(codes.SCENARIO_FAILED, claim.span, f"`{text}` holds something else", label=label)


def _is(play: Play, thing: int, wish: Wish) -> bool:
    return bool(wish.among >> thing & 1) and (wish.side is None or bool(play.state.sides[wish.side] >> thing & 1))


def _in_order(play: Play, things: Sequence[int], wishes: Sequence[Wish]) -> bool:
    return len(things) == len(wishes) and all(_is(play, c, wish) for c, wish in zip(things, wishes, strict=True))


def _in_any_order(play: Play, things: Sequence[int], wishes: Sequence[Wish]) -> bool:
    """Whether the things can be shared out among the wishes, one each (augmenting paths)."""
    if len(things) != len(wishes):
        return False
    owner: dict[int, int] = {}

    def found(wish: int, tried: set[int]) -> bool:
        for thing in things:
            if thing not in tried and _is(play, thing, wishes[wish]):
                tried.add(thing)
                if thing not in owner or found(owner[thing], tried):
                    owner[thing] = wish
                    return True
        return False

    return all(found(wish, set()) for wish in range(len(wishes)))


# ------------------------------------------------------------------ what is offered


def _now(table: Table, play: Play, span: Span) -> Asked:
    at = asked(table, play)
    if at is None:
        why = "the game is over" if play.state.over else "nobody is asked"
        raise failed(codes.SCENARIO_FAILED, span, f"nothing is offered: {why}")
    return at


def _offered(table: Table, play: Play, claim: ast.ClaimOffered) -> None:
    words = claim.reply.words
    at = asked(table, play)
    if claim.offered:
        at = _now(table, play, claim.span)
        if not replied(at, words):
            raise failed(
                codes.SCENARIO_FAILED,
                claim.span,
                f"`{claim.reply.span.text}` is not offered: {why_not(at, _answer_words(at, words))}",
                help=f"`{at.rule}` offers {option_names(at)} to {at.decision.player}",
            )
        return
    if at is None:
        return
    if replied(at, words):
        raise failed(
            codes.SCENARIO_FAILED,
            claim.span,
            f"`{claim.reply.span.text}` is offered",
            help=f"`{at.rule}` offers {option_names(at)} to {at.decision.player}",
        )
    if claim.because is not None:
        _because(at, claim.because, _answer_words(at, words))


def _answer_words(at: Asked, words: Sequence[ast.Expr]) -> Sequence[ast.Expr]:
    head = words[0]
    if len(words) > 1 and isinstance(head, ast.Ref) and head.name.text in at.parts:
        return words[1:]
    return words


def _because(at: Asked, because: ast.Text, words: Sequence[ast.Expr]) -> None:
    reason = at.decision.because(as_json(words))
    if " ".join(because.value.split()) != " ".join(reason.condition.split()):
        place = [] if reason.span is None else [Label(reason.span, "this is what fails")]
        raise failed(
            codes.SCENARIO_FAILED,
            because.span,
            "it is not offered, but for another reason",
            label=reason.text,
            labels=place,
        )


def _exactly(table: Table, play: Play, claim: ast.ClaimExactly) -> None:
    at = asked(table, play)
    if at is None and not claim.replies:
        return
    at = _now(table, play, claim.span)
    rest = list(range(at.question.count))
    missing = []
    for reply in claim.replies:
        found = next((k for choice in replied(at, reply.words) if (k := number(at, choice)) in rest), None)
        if found is None:
            missing.append(reply)
        else:
            rest.remove(found)
    if missing or rest:
        more = ", ".join(option_name(at, k) for k in rest[:12])
        more += f" and {len(rest) - 12} more" if len(rest) > 12 else ""
        parts = []
        if missing:
            parts.append(f"not offered: {', '.join(reply.span.text for reply in missing)}")
        if rest:
            parts.append(f"offered besides: {more}")
        left = [option_name(at, k) for k in rest[:LISTED]]
        guess = nearest(missing[0].span.text, left) if missing else None
        span = missing[0].span.part(*slip(missing[0].span.text, guess)) if missing else claim.span
        raise failed(
            codes.SCENARIO_FAILED,
            span,
            "these are not the options",
            label="; ".join(parts),
            help=f"did you mean `{guess}`?"
            if guess
            else f"`{at.rule}` offers {option_names(at, 40)} to {at.decision.player}",
            fixes=() if guess is None else respelled(table.reader, missing[0].span, guess),
        )


# ------------------------------------------------------------------ turns, scores, winners


def _turn(table: Table, play: Play, claim: ast.ClaimTurn) -> None:
    wanted = seat(table.reader, claim.player)
    active: int | None = play.state.active
    if play.state.over:
        raise failed(codes.SCENARIO_FAILED, claim.span, "nobody has a turn: the game is over")
    if active != wanted:
        whose = "nobody's turn" if active is None else f"{table.names[active]}'s turn"
        raise failed(codes.SCENARIO_FAILED, claim.span, f"it is {whose}")


def _score(table: Table, play: Play, claim: ast.ClaimScore) -> None:
    row: dict[str, Any] = dict(play.machine.scores(play.state)[seat(table.reader, claim.player)])
    for entry in claim.entries:
        if entry.category.text not in row:
            guess = nearest(entry.category.text, row)
            raise failed(
                codes.UNKNOWN,
                entry.category.span,
                f"nothing is scored under `{entry.category.text}`",
                help=f"did you mean `{guess}`?" if guess else f"the categories are {', '.join(row)}",
                fixes=respelling(entry.category.span, entry.category.text, row),
            )
        found = row[entry.category.text]
        if found != entry.points:
            raise failed(
                codes.SCENARIO_FAILED,
                entry.span,
                f"{claim.player.text} has {found} for {entry.category.text}, not {entry.points}",
            )


def _winners(table: Table, play: Play, claim: ast.ClaimWinners) -> None:
    wanted = sorted(seat(table.reader, name) for name in claim.players)
    if not play.state.over:
        raise failed(codes.SCENARIO_FAILED, claim.span, "nobody has won yet: the game is not over")
    found = sorted(play.machine.winners(play.state))
    if found != wanted:
        names = ", ".join(table.names[p] for p in found) or "nobody"
        raise failed(codes.SCENARIO_FAILED, claim.span, "others have won", label=f"the winners are {names}")
