"""What an expression becomes: its core form, where a bare word, a conversion or a demand decides it."""

from __future__ import annotations

import pytest

from cases.harness import whole
from rulewright.core import types as t
from rulewright.core.program import Program, Rule
from rulewright.report import Report, Source, draw
from rulewright.semantics.compose import compose
from rulewright.semantics.elaborate import elaborate
from rulewright.syntax.parser import parse
from semantics.core_text import text


def program(rules: str) -> Program:
    """The game of the cases with these rules, before the analyses."""
    file, problems = parse(Source("test.rules", whole(rules)))
    assert file is not None, "\n".join(draw(each) for each in problems)
    report = Report()
    composed = compose(file.items, (), {}, report)
    found = None if composed is None else elaborate(composed, report)
    assert found is not None, "\n".join(draw(each) for each in report.diagnostics)
    return found.program


def define(type: str, expression: str) -> str:
    return text(program(f"define tried: {type} = {expression}\n").routines["tried"].body)


def action(statements: str) -> str:
    return text(program(f"action tried: {statements}\n").routines["tried"].body)


def rule(rules: str) -> Rule:
    (found,) = (each for each in program(rules).rules if each.name == "tried")
    return found


WORDS = {
    # the side of a comparison that has a type says what the other means
    "my hand where its suit = bells": ("set of Number", "filter contents(hand[me]) where eq(it.Number/suit, 1)"),
    "bells = trump": ("Bool", "eq(1, trump)"),
    "trump in {acorns, leaves}": ("Bool", "in(trump, mask 101)"),
    # what is expected decides: a set or a list of values, all values of an enum, a row, a space
    "{bells, leaves}": ("set of Suit", "mask 110"),
    "({leaves, bells})": ("list of Suit", "make_list(2, 1)"),
    "Suit": ("set of Suit", "mask 111"),
    "miller": ("Guest", "first(rows_of('Guest', 'miller'))"),
    "Guest.miller": ("Guest", "first(rows_of('Guest', 'miller'))"),
    "r2c3": ("Space", "space_named('r2c3')"),
    "my crown = r0c0": ("Bool", "eq(space_of(first(only_owned(every('Crown'), me))), space_named('r0c0'))"),
    # pieces: those on a board; other components: all of them
    "pawns": ("set of Pawn", "on_board('Pawn', none)"),
    "my pawns": ("set of Pawn", "on_board('Pawn', me)"),
    "my supply.pawns": ("set of Pawn", "only(contents(supply[me]), 'Pawn')"),
    "my rooms": ("set of Room", "only_owned(every('Room'), me)"),
    "numbers": ("set of Number", "every('Number')"),
}

CONVERSIONS = {
    # a zone reads as what lies in it
    "my hand": ("set of Number", "contents(hand[me])"),
    "(my hand)": ("list of Number", "as_list(contents(hand[me]))"),
    "trick": ("set of Number", "as_set(contents(trick))"),
    "count of guest": ("Int", "count(make_set(contents(guest)))"),
    "guest": ("Guest?", "contents(guest)"),
    "display[2]": ("Guest?", "contents(slot(display, 2))"),
    # a piece stands for its space, pieces for theirs
    "my crown": ("Space", "space_of(first(only_owned(every('Crown'), me)))"),
    "my pawns with r0c0": ("set of Space", "union(spaces_of(on_board('Pawn', me)), make_set(space_named('r0c0')))"),
    "first of my pawns next to meadow": (
        "Bool",
        "next_to(space_of(first(on_board('Pawn', me))), all_spaces('meadow', none))",
    ),
    # lists and sets go together
    "my hand with trick": ("set of Number", "union(contents(hand[me]), as_set(contents(trick)))"),
    "trick with my hand": ("list of Number", "union(contents(trick), as_list(contents(hand[me])))"),
    # one thing at a place is a question
    "best at trick": ("Bool", "some(at(make_set(best()), trick))"),
}

MAYBE = {
    # what is worked out from none is none
    "(first of trick).suit": ("Suit?", "match first(contents(trick)) (some: suit.Number/suit; else: none)"),
    "best.second": ("Suit?", "match best() (some: second.Number/second; else: none)"),
    "favourite.cost otherwise 0": ("Int", "otherwise(match favourite (some: cost.Guest/cost; else: none), 0)"),
    # what belongs to none is nothing, not none
    "count of (first of Town).stall": (
        "Int",
        "count(match first(spaces_kind('Town')) (some: contents(stall[stall]); else: mask 0))",
    ),
    # collecting drops none
    "my hand.second": ("list of Suit", "list contents(hand[me]) give it.Number/second"),
    # the largest of what is never empty is there
    "max of Rank.points": ("Int", "max(list mask 111 give it.Rank/points)"),
    "1 + min of (my goods[s] for s in Suit)": ("Int", "add(1, min(list mask 111 give goods[me, s]))"),
    "max of players.coins": ("Int", "max(list players() give coins[it])"),
}

PLACES = {
    "my goods[bells]": ("Int", "goods[me, 1]"),
    "left_of(me).goods[bells]": ("Int", "goods[left_of(me), 1]"),
    "my goods[trump].price": ("Int", "goods[me, trump].goods/price"),
    "north.stall": ("set of Number", "contents(stall[space_named('north')])"),
    "players.hand": ("list of Number", "list players() give contents(hand[it]) flat"),
    "my crown.ground": ("Rank", "space_of(first(only_owned(every('Crown'), me))).meadow/ground"),
}

CALLS = {
    # a definition that says `my` is worked out for somebody; another for nobody
    "my playable": ("set of Number", "me.playable()"),
    "left_of(me).playable": ("set of Number", "left_of(me).playable()"),
    "best": ("Number?", "best()"),
    # one argument: as a call, as an attribute
    "my hand where strong(it)": ("set of Number", "filter contents(hand[me]) where strong(it)"),
    "my hand where it.strong": ("set of Number", "filter contents(hand[me]) where strong(it)"),
    "any c in my hand has c.strong": ("Bool", "any contents(hand[me]) give strong(c)"),
    # a score cell counts for whoever is meant by `my`
    "sum of (g.worth for g in guests)": ("Int", "sum(list every('Guest') give score g.worth of me)"),
}


@pytest.mark.parametrize(
    ("expression", "type", "core"),
    [(e, type, core) for group in (WORDS, CONVERSIONS, MAYBE, PLACES, CALLS) for e, (type, core) in group.items()],
)
def test_an_expression_becomes(expression: str, type: str, core: str) -> None:
    assert define(type, expression) == core


ACTIONS = {
    "pay 2 coins": "set coins sub(coins[me], 2) fail",
    "gain 1 coin": "set coins add(coins[me], 1) check",
    "gain 2 goods[bells]": "set goods add(goods[me, 1], 2) clamp",
    "lose 3 coins": "set coins sub(coins[me], 3) clamp",
    "set trump = leaves": "set trump 2 proved",
    "place Pawn on r0c0": "move Pawn to space_named('r0c0')",
    "move trick to my hand": "move trick to hand[me]",
    # what `the x` demands stands before the statement
    "move the best to discard": "bind best(); require not(is_none(the)); move the to discard",
}


@pytest.mark.parametrize(("statement", "core"), ACTIONS.items())
def test_a_statement_becomes(statement: str, core: str) -> None:
    assert action(statement) == core


def test_is_narrows_what_follows_it_in_a_condition() -> None:
    found = program("define tried: list of Offer = offers where it is Guest and its cost < 3\n").routines["tried"].body
    assert text(found) == "filter contents(offers) where and(is_type(it, 'Guest'), lt(it.Guest/cost, 3))"


def test_the_type_of_an_arm_is_that_of_its_pattern() -> None:
    rules = """
define tried(o: Offer): Int =
  match o:
    Number n: n.value
    Guest g: g.cost
"""
    found = text(program(rules).routines["tried"].body)
    assert found == "match o (Number: n.Number/value; Guest: g.Guest/cost)"


def test_a_when_that_says_my_stands_once_for_each_player() -> None:
    assert rule("when my coins = 3 as tried: lose 3 coins\n").per_player
    assert rule("when no deck as tried: gain 1 coin\n").per_player
    assert not rule("when no deck as tried: end game\n").per_player


def test_a_when_in_which_somebody_is_named_first_stands_once() -> None:
    assert not rule("when no deck as tried:\n  each player: gain 1 coin\n").per_player
    assert not rule("when no deck as tried:\n  as first_player: gain 1 coin\n").per_player


def test_an_action_may_be_called_like_a_part_of_the_flow() -> None:
    found = program("action turn_over: stop\naction setup: stop\ndefine game: Int = 3\n")
    assert found.routines["setup"].kind == "action"
    assert text(found.routines["game"].body) == "3"
    assert found.routines[found.flow].kind == "flow"


def test_an_option_is_known_where_it_is_read() -> None:
    rules = "option storm: Bool = no\noption map: flat, hilly = hilly\n"
    found = program(f"{rules}define tried: Int = if storm or map = flat then 1 else 2\n").routines["tried"].body
    assert text(found) == "match or(False, eq(1, 0)) (True: 1; else: 2)"


def test_a_definition_that_leans_on_my_is_worked_out_for_the_one_who_acts() -> None:
    rules = """
define dear(g: Guest): Bool = g.worth > 3
define tried: Bool = any g in guests has g.dear
"""
    assert text(program(rules).routines["tried"].body) == "any every('Guest') give me.dear(g)"


def test_the_types_of_a_definition_are_those_written() -> None:
    routine = program("define tried(c: Number, s: Space?): Int = c.value\n").routines["tried"]
    assert routine.parameters == (t.Component("Number"), t.Maybe(t.Space()))
    assert routine.slots[:4] == ("me", "this", "c", "s")
