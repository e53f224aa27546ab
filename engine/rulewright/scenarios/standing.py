"""Where a scenario begins: in, a table and sorted facts; out, a state at its first question.

The setup is run with the boards and the first player that are given; then the position is laid out over what it left.
With nothing given it is the beginning of the game.
"""

from __future__ import annotations

from typing import Any

from rulewright.report import codes
from rulewright.report.fixes import respelling
from rulewright.report.suggest import nearest
from rulewright.runtime import opening
from rulewright.runtime.entering import Done, Standpoint
from rulewright.runtime.state import State
from rulewright.scenarios import position
from rulewright.scenarios.position import Facts
from rulewright.scenarios.reading import failed, seat, tokens
from rulewright.scenarios.stage import Table
from rulewright.syntax import ast


def set_up(table: Table, facts: Facts) -> State:
    """Raises Failed, Impossible or RuleFault."""
    reader, machine = table.reader, table.machine
    if facts == Facts():
        return machine.start(table.stream, keep_journal=True)
    state = opening.after_setup(
        machine,
        table.stream,
        first=position.first_player(reader, facts),
        pictures=position.pictures(reader, facts),
    )
    opening.lay_out(machine, state, position.position(reader, state, facts))
    opening.turn(state, position.turned(reader, state, facts))
    state.rigged = position.rigged(reader, facts)
    opening.stand(machine, state, _standpoint(table, facts))
    return state


def _standpoint(table: Table, facts: Facts) -> Standpoint | None:
    if facts.turn is None and not facts.flow:
        return None
    found: dict[str, Any] = {}
    for fact in facts.flow:
        key = {"round": "round", "pass": "passes", "phase": "phase"}[fact.kind]
        if key in found:
            raise failed(codes.IMPOSSIBLE_POSITION, fact.span, f"the {fact.kind} is said twice")
        found[key] = fact.name.text if fact.name is not None else fact.number
        if fact.name is not None:
            _check_phase(table, fact.name)
    span = facts.turn.span if facts.turn is not None else facts.flow[-1].span
    if facts.turn is not None:
        found["turn_of"] = seat(table.reader, facts.turn.player)
        found["after"] = tuple(_done(table, reply) for reply in facts.turn.after)
    return Standpoint(span=span, **found)


def _check_phase(table: Table, name: ast.Name) -> None:
    phases = table.reader.symbols.phases
    if name.text not in phases:
        guess = nearest(name.text, phases)
        raise failed(
            codes.UNKNOWN,
            name.span,
            f"there is no phase called `{name.text}`",
            help=f"did you mean `{guess}`?" if guess else None,
            fixes=respelling(name.span, name.text, phases),
        )


def _done(table: Table, reply: ast.Reply) -> Done:
    symbols, word = table.reader.symbols, tokens(reply.words)[0]
    known = [*symbols.actions, *symbols.phases]
    guess = nearest(word, known)
    elsewhere = (symbols.where, symbols.phases, symbols.row_types, symbols.value_types)
    if guess is not None and not any(word in names for names in elsewhere):
        raise failed(
            codes.UNKNOWN,
            reply.words[0].span,
            f"there is no action or phase called `{word}`",
            help=f"did you mean `{guess}`?",
            fixes=respelling(reply.words[0].span, word, known),
        )
    return Done(tokens(reply.words)[0], reply.span)
