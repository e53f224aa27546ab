"""A line as a rulebook or another language has it is answered with the line as it is written here."""

from __future__ import annotations

import pytest

from rulewright.report import Diagnostic, Source
from rulewright.syntax.parser import parse
from rulewright.syntax.phrases import PHRASES

PLACES = {
    "margin": "{}\n",
    "opens": "{}\n  stop\n",
    "fields": "{}\n  value: Int\n",
    "row": "cards of Card:\n  {}\n",
    "turn": "turn:\n  {}\n",
    "if": "turn:\n  if any hand: stop\n  {}\n",
    "menu": "turn:\n  choose one:\n    {}\n",
    "head": "turn:\n  {}\n  stop\n",
    "any order": "turn:\n  any order:\n    {}\n",
    "opens menu": "turn:\n  {}\n    option rest: stop\n",
    "score": "score:\n  {}\n",
    "table": "table points(n: Int): Int\n  {}\n  else: 0\n",
    "scenario": 'scenario "It is so":\n  {}\n',
    "asks": "{}\n  when ann: take\n",
    "given": 'scenario "It is so":\n  given:\n    {}\n',
    "then": 'scenario "It is so":\n  then:\n    {}\n',
}
"""Where the line of a case stands."""

MEANT = [
    ("margin", 'game "Seven Seas"', 'game seven_seas "Seven Seas"'),
    ("margin", 'expansion "Storms" for islands', 'expansion storms "Storms" for islands'),
    ("margin", "players: 2 to 4", "players 2 to 4"),
    ("margin", "players 2-4", "players 2 to 4"),
    ("margin", "players 2..4", "players 2 to 4"),
    ("margin", "players between 2 and 4", "players 2 to 4"),
    ("margin", "2 to 4 players", None),
    ("margin", 'use "hexes"', "use hexes"),
    ("margin", "use hexes with board = map", "use hexes(board = map)"),
    ("margin", "include cards.rules", 'include "cards.rules"'),
    ("margin", "cards of Card from cards.csv", 'cards of Card from "cards.csv"'),
    ("margin", 'cards of Card "cards.csv"', 'cards of Card from "cards.csv"'),
    ("margin", "enum Color = red, blue", "enum Color: red, blue"),
    ("margin", "enum Color red, blue", "enum Color: red, blue"),
    ("margin", "enum Color {red, blue}", "enum Color: red, blue"),
    ("margin", "enum Color: red; blue; green", "enum Color: red, blue, green"),
    ("margin", 'enum Color: "red", "dark blue"', "enum Color: red, dark_blue"),
    ("margin", "Color: red, blue", "enum Color: red, blue"),
    ("fields", "type Card:", "card Card"),
    ("fields", "component Card:", "card Card"),
    ("fields", "card Card:", "card Card"),
    ("fields", "card Card x 3:", "card Card: 3"),
    ("margin", "piece Pawn x4 per Player", "piece Pawn: 4 per Player"),
    ("margin", "piece Pawn, 4 per Player", "piece Pawn: 4 per Player"),
    ("margin", "token Coin: 30 copies", "token Coin: 30"),
    ("margin", "piece Pawn: 3 for each player", "piece Pawn: 3 per Player"),
    ("margin", "card Card: 2 for suit in Suit", "card Card: copies 2 for suit in Suit"),
    ("margin", "enum Color: red, green and blue", "enum Color: red, green, blue"),
    ("row", "seven 4x value 7", "seven x4 value 7"),
    ("row", 'seven "Seven", 4x value 7', 'seven "Seven" x4 value 7'),
    ("row", 'seven "Seven" x4 colour: red, value: 7', 'seven "Seven" x4 colour red value 7'),
    ("row", "seven: value 7", "seven value 7"),
    ("row", "seven value = 7", "seven value 7"),
    ("row", "seven value 7, colour red", "seven value 7 colour red"),
    ("margin", "zone deck of Card", "zone deck: Card"),
    ("margin", "zone deck: pile of Card", "zone deck: stack of Card"),
    ("margin", "zone deck: shuffled deck of Card", "zone deck: deck of Card"),
    ("margin", "zone hand per Player: hand of Card", "zone hand per Player: Card"),
    ("margin", "zone hand: Card per Player", "zone hand per Player: Card"),
    ("margin", "zone hand: Card per Player, hidden", "zone hand per Player: Card, hidden"),
    ("margin", "zone hand for each player: Card", "zone hand per Player: Card"),
    ("margin", "zone hand(Player): Card", "zone hand per Player: Card"),
    ("margin", "zone hand: list Card", "zone hand: list of Card"),
    ("margin", "zone market: 5 Card", "zone market: row of 5 Card"),
    ("margin", "zone hand: Card hidden", "zone hand: Card, hidden"),
    ("margin", "hidden zone hand: Card", "zone hand: Card, hidden"),
    ("margin", "zone hand: Card, face down", "zone hand: Card, hidden"),
    ("margin", "zone hand: Card, face up", "zone hand: Card"),
    ("margin", "deck draw: Card", "zone draw: deck of Card"),
    ("margin", "pile discard: Card", "zone discard: stack of Card"),
    ("margin", "var coins = 0", "var coins: Int = 0"),
    ("margin", "var coins per Player: 0", "var coins per Player: Int = 0"),
    ("margin", "var coins: Int := 0", "var coins: Int = 0"),
    ("margin", "var coins: Int = 0, min 0", "var coins: Int = 0, at least 0"),
    ("margin", "var coins: Int = 0, max 9", "var coins: Int = 0, 0 to 9"),
    ("margin", "var coins: Int = 0, between 0 and 9", "var coins: Int = 0, 0 to 9"),
    ("margin", "let luck = 3", "var luck: Int = 3"),
    ("margin", "Int luck = 3", "var luck: Int = 3"),
    ("margin", "luck = 3", "var luck: Int = 3"),
    ("margin", "variable luck: Int = 3", "var luck: Int = 3"),
    ("margin", "constant luck = 3", "const luck = 3"),
    ("margin", "const luck: 3", "const luck = 3"),
    ("margin", "option storms = yes", "option storms: Bool = yes"),
    ("margin", 'option storms "With storms" default no', 'option storms "With storms": Bool = no'),
    ("margin", "board hex 8 x 8", "board map: hex grid 8 x 8"),
    ("margin", "board map: hexes 8x9", "board map: hex grid 8 x 9"),
    ("margin", "board sea: hex grid 8 by 8, odd rows shifted", "board sea: hex grid 8 x 8, odd rows shifted"),
    ("margin", "board map: grid 8 x 8", "board map: square grid 8 x 8"),
    ("opens", "action draw_one(n Int):", "action draw_one(n: Int):"),
    ("opens", 'action "Draw one":', 'action draw_one "Draw one":'),
    ("margin", "define total = sum of my hand.value", "define total: Int = sum of my hand.value"),
    ("margin", "define total: sum of my hand.value", "define total: Int = sum of my hand.value"),
    ("table", "0 = 1", "0: 1"),
    ("table", "1-3: 1", "1 to 3: 1"),
    ("table", "4+: 1", "4 or more: 1"),
    ("margin", "winner: highest score", "winner: most score"),
    ("margin", "winner: player with the fewest coins", "winner: fewest coins"),
    ("margin", "winner: most score, shared", "winner: most score, then shared"),
    ("margin", "winner: most score, then tie", "winner: most score, then shared"),
    ("margin", "winner = most score", "winner: most score"),
    ("margin", "end when deck is empty", "when deck is empty: end game"),
    ("margin", "the game ends when deck is empty", "when deck is empty: end game"),
    ("margin", "whenever coins reaches 5: end game", "when coins reaches 5: end game"),
    ("margin", "when coins reaches 5 then end game", "when coins reaches 5: end game"),
    ("margin", "on place(x: Pawn, s): stop", "after place(x: Pawn, s): stop"),
    ("opens", "5 rounds:", "round 5 times:"),
    ("margin", "after each round: end game", "after round: end game"),
    ("margin", "at the end of the turn: end game", "after turn: end game"),
    ("margin", "at the beginning of each turn: end game", "before turn: end game"),
    ("margin", "after 5 rounds: end game", "after round: if round_number = 5: end game"),
    ("margin", "after round 5: end game", "after round: if round_number = 5: end game"),
    ("turn", "if my hand has more than 3 cards: stop", "if count of my hand > 3: stop"),
    ("turn", "if my hand has at least 3: stop", "if count of my hand >= 3: stop"),
    ("turn", "if count of red in my hand > 2: stop", "if count of (my hand where it is red) > 2: stop"),
    ("turn", "if number of red cards in the hand > 2: stop", "if count of (hand where it is red) > 2: stop"),
    ("opens", "rounds: 5", "round 5 times:"),
    ("score", "coins = my coins", "coins: my coins"),
    ("score", '"Cards in hand": count of my hand', 'cards_in_hand "Cards in hand": count of my hand'),
    ("score", "my coins + 3", "points: my coins + 3"),
    ("turn", "deal 5 cards from deck to each hand", "deal 5 from deck to hand"),
    ("turn", "draw 1 card from deck to my hand", "draw 1 from deck to my hand"),
    ("turn", "draw a card from the deck to my hand", "draw 1 from deck to my hand"),
    ("turn", "draw 5 from deck into my hand", "draw 5 from deck to my hand"),
    ("turn", "for each player: stop", "each player: stop"),
    ("turn", "for card in hand: stop", "for each card in hand: stop"),
    ("turn", "if deck is empty then stop", "if deck is empty: stop"),
    ("turn", "if my coins is greater than 3: stop", "if my coins > 3: stop"),
    ("turn", "require my coins at least 3", "require my coins >= 3"),
    ("if", "otherwise: stop", "else: stop"),
    ("turn", "while my coins > 3: pay 1 coin", "repeat while my coins > 3: pay 1 coin"),
    ("turn", "repeat until any hand: stop", "repeat while not (any hand): stop"),
    ("turn", "repeat 3: stop", "repeat 3 times: stop"),
    ("turn", "choose a card from my hand", "choose card in my hand"),
    ("turn", "choose one card from the hand", "choose card in hand"),
    ("turn", "move card from my hand to discard", "move card to discard"),
    ("turn", "place 3 Pawn on space", "repeat 3 times: place Pawn on space"),
    ("turn", "place a Pawn on space", "place Pawn on space"),
    ("turn", "set coins to 3", "set coins = 3"),
    ("turn", "set coins += 3", "set coins = coins + 3"),
    ("turn", "increase my coins by 2", "set my coins = my coins + 2"),
    ("turn", "let x := 3", "let x = 3"),
    ("turn", "gain coins 2", "gain 2 coins"),
    ("turn", "add 2 coins", "gain 2 coins"),
    ("turn", "score 3 points", "gain 3 points"),
    ("turn", "give each player 3 coins", "each player: gain 3 coins"),
    ("turn", "gain 3 coins for each card in hand", "for each card in hand: gain 3 coins"),
    ("turn", "may draw 1 from deck to my hand", 'may "Draw 1 from deck to my hand": draw 1 from deck to my hand'),
    ("turn", "if any player.hand has x = 3: stop", "if any x in player.hand has x = 3: stop"),
    ("turn", "if any c in my hand where c.value > 3: stop", "if any c in my hand has c.value > 3: stop"),
    ("turn", "discard.shuffle()", "shuffle discard"),
    ("turn", "move all my hand to discard", "move my hand to discard"),
    ("turn", "if count my hand > 3: stop", "if count of my hand > 3: stop"),
    ("scenario", "then: count ann.hand = 3", "then: count of ann.hand = 3"),
    ("turn", "another turn", "next turn: me"),
    ("turn", "end the game", "end game"),
    ("turn", "1. shuffle deck", "shuffle deck"),
    ("turn", "2) shuffle deck", "shuffle deck"),
    ("turn", "for 3 times: stop", "repeat 3 times: stop"),
    ("turn", "do trade twice", "repeat 2 times: do trade"),
    ("turn", "trade 3 times", "repeat 3 times: do trade"),
    ("turn", "trade", "do trade"),
    ("turn", "take", "do take"),
    ("turn", "move card to your hand", "move card to my hand"),
    ("head", "Every player draws a card.", '"Every player draws a card."'),
    ("score", 'colours "In your hand": sum of your hand.value', 'colours "In your hand": sum of my hand.value'),
    ("score", "colours: 3 x my colours", "colours: 3 * my colours"),
    ("score", "colours: count distinct my hand.colour", "colours: count of distinct of my hand.colour"),
    ("turn", "choose s in map where it is adjacent to my pawn", "choose s in map where it next to my pawn"),
    (
        "turn",
        "choose s in map where it is empty and next to my pawn",
        "choose s in map where it is empty and it next to my pawn",
    ),
    ("turn", "if my pawn is next to s: stop", "if my pawn next to s: stop"),
    ("turn", "end the game if deck is empty", "if deck is empty: end game"),
    ("turn", "log hello", 'log "hello"'),
    ("any order", "may trade twice", "may trade, up to 2 times"),
    ("opens menu", "must choose:", "choose one:"),
    ("menu", "draw_one: stop", "option draw_one: stop"),
    ("menu", '"Draw one": stop', 'option draw_one "Draw one": stop'),
    ("margin", "remove card fire from Spell", "remove Spell.fire"),
    ("margin", "change reach: base + 1", "change reach = base + 1"),
    ("margin", "change play: do base", "replace play: do base"),
    ("margin", "expansion storms of islands", "expansion storms for islands"),
    ("asks", "scenario It is so:", 'scenario "It is so":'),
    ("scenario", "given ann.coins = 3", "given: ann.coins = 3"),
    ("given", "ann.coins: 3", "ann.coins = 3"),
    ("given", "ann hand holds red", "ann.hand holds red"),
    ("given", "ann has 3 coins", "ann.coins = 3"),
    ("given", "ann.hand holds red, green and blue", "ann.hand holds red, green, blue"),
    ("scenario", "ann: take", "when ann: take"),
    ("scenario", "when ann: take r1c1, done", "when ann: take r1c1; done"),
    ("scenario", "when ann takes fish", "when ann: fish"),
    ("scenario", "then ann.coins is 4", "then: ann.coins = 4"),
    ("then", "ann wins", "winners: ann"),
    ("then", "ann and bob have won", "winners: ann, bob"),
    ("then", "winner: ann", "winners: ann"),
    ("then", "the winners are ann, bob and cleo", "winners: ann, bob, cleo"),
    ("then", "the game has ended", "offered:"),
    ("then", "it is ann's turn", "turn of ann"),
    ("then", "active player: ann", "turn of ann"),
    ("then", "not offered: take red", "take red is not offered"),
    ("then", "ann cannot take red", "take red is not offered"),
    ("then", "ann can take red", "take red is offered"),
    ("then", "ann.hand contains red, green", "ann.hand holds red, green"),
    ("given", "ann.huts on r0c0, r1c1", "ann.huts at r0c0, r1c1"),
    ("then", "ann scores 3 points for huts", "score ann: huts 3"),
    ("scenario", "expect ann.coins = 4", "then: ann.coins = 4"),
]
"""Where, what is written, and the line that is proposed: none, if there is no saying."""

ADVISED = [
    ("margin", "spaces: a, b", "this belongs to a board"),
    ("margin", "edges north - south", "this belongs to a board"),
    ("margin", "enum Rank: ace, 2, 3", "a name begins with a letter"),
    ("margin", "zones deck, discard: Card", "each zone has a line of its own"),
    ("margin", "phases: draw, play", "each phase is a block"),
    ("margin", "rounds: 5", "rounds are a block"),
    ("margin", "score: sum of my hand.value", "the score is a block"),
    ("margin", 'score "Cards in hand": count of my hand', "the score is a block"),
    ("margin", "define total(c): Int = 3", "each parameter says what it is"),
    ("opens", "action play(card):", "each parameter says what it is"),
    ("margin", "cards of Card: 10 of each color", "copies that are alike are no rows"),
    ("row", "red 7 x2", "each value stands behind the name of its column"),
    ("row", 'red "Red": color red, value 1', "each value stands behind the name of its column"),
    ("turn", "each player draws 5 cards", "what each player does stands behind a `:`"),
    ("turn", "the player draws 5 cards", "a statement begins with what is done"),
    ("turn", "either draw or rest", "a choice of several things is a block"),
    ("turn", "do draw or do rest", "a choice of several things is a block"),
    ("turn", "choose space where it is empty", "a choice says among what"),
    ("turn", "end turn", "a turn ends by itself"),
    ("turn", "gain card", "a number is gained; a thing is moved"),
    ("margin", "when a player has 5 coins: end game", "the players are gone through by a name"),
    ("score", 'holts "Holts": 2 points for each holt', "their number times the points"),
    ("if", "All players draw a card.", "what players read stands in quotes"),
    ("then", "score of ann = 3", "points are told for each thing that counts"),
    ("then", "ann scores 3 points", "points are told for each thing that counts"),
    ("turn", 'log "You have " + coins', "a text is one piece"),
]


def told(place: str, line: str) -> Diagnostic:
    tree, problems = parse(Source("example.rules", PLACES[place].format(line)))
    assert tree is None
    assert len(problems) == 1
    return problems[0]


@pytest.mark.parametrize(("place", "line", "meant"), MEANT, ids=lambda value: value)
def test_the_line_that_was_meant_is_proposed_and_can_be_read(place: str, line: str, meant: str | None) -> None:
    problem = told(place, line)
    if meant is None:
        assert problem.fixes == ()
        return
    assert problem.help in (f"write `{meant}`", f"did you mean `{meant}`?")
    (fix,) = problem.fixes
    (edit,) = fix.edits
    text = edit.span.source.text
    mended = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert mended == PLACES[place].format(meant)
    if "{}\n  value" not in PLACES[place] or ":" not in meant:
        assert parse(Source("example.rules", mended))[1] == ()


@pytest.mark.parametrize(("place", "line", "message"), ADVISED, ids=lambda value: value)
def test_where_no_line_can_be_proposed_the_advice_names_the_form(place: str, line: str, message: str) -> None:
    problem = told(place, line)
    assert message in problem.message
    assert problem.help
    assert problem.fixes == ()


def test_every_phrase_answers_a_case() -> None:
    answers = [(line, told(place, line).message) for place, line, *_ in [*MEANT, *ADVISED]]
    answered = {
        row for row in PHRASES for line, message in answers if message == row.message and row.pattern.search(line)
    }
    assert [row.pattern.pattern for row in PHRASES if row not in answered] == []


def test_two_changes_that_both_make_the_line_readable_are_not_chosen_between() -> None:
    problem = told("margin", "winner: score")
    assert problem.fixes == ()
    assert "most" in problem.label
    assert "fewest" in problem.label
