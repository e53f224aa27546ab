"""`when`: what a reply may say, and what is told of one that is not offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.stand import expect, refused, run, said, scenario

MARKET = """\
game market "Market"
language 1
players 1 to 2

enum Colour: red, blue
card Ware (wares)
  colour: Colour
  price: Int
cards of Ware:
  cloth "Cloth" x2 colour red price 2
  pot "Pot" colour blue price 1
  bead "Bead" price 3, copies 1 for colour in Colour
piece Cart (carts): 2 per Player
board road: square grid 3 x 1
board stops: slots
  fee: Int
  spaces Stop:
    gate fee 1
    bridge fee 2
zone offer: Ware
zone bag per Player: Ware, seen by owner
var coins (coin) per Player: Int = 9, 0 to 20, clamped
var gear per Player: Int = 0
var mood per Player: Colour = red
var sure per Player: Bool = no
var friend per Player: Player?

setup: move wares to offer

turn:
  any order:
    may buy, any number
    may push, any number if any my carts
    may park, once if any my supply.carts
    may set_gear, any number
    may feel, any number
    may greet, any number
    may pack, any number if count of my bag >= 2
    may swear, any number
    may haggle, any number

action buy: choose ware in offer where its price <= my coins; pay ware.price coins; move ware to my bag
action push: choose cart in my carts; choose goal in road where it is empty; move cart to goal
action park: choose stop in Stop where it is empty; pay stop.fee coins; place Cart on stop
action set_gear: choose n in 1..3; set my gear = n
action feel: choose shade in Colour; set my mood = shade
action greet: choose p in players; set my friend = p
action pack: choose 2 cs in my bag; move cs to offer
action swear: may "Are you sure?": set my sure = yes
action haggle:
  choose one:
    option sell x in my bag: move x to offer; gain 1 coin
    option leave

when count of offer <= 1: end game
score:
  coins "Coins": my coins
winner: most score, then shared
"""


def wanted(*, given: str = "", when: str, then: str, players: str = "agnes") -> str:
    return scenario(
        given=f"turn of agnes; {given}" if given else "turn of agnes", when=when, then=then, players=players
    )


@pytest.mark.parametrize(
    ("given", "when", "then"),
    [
        ("", "agnes: buy pot", "agnes.bag holds pot"),
        ("", "agnes: buy; pot", "agnes.bag holds pot"),
        ("", "agnes: buy; buy pot", "agnes.bag holds pot"),
        ("", "agnes: buy bead blue", "agnes.bag holds bead blue; bead red is offered or yes"),
        ("", "agnes: buy; bead red", "agnes.bag holds bead red"),
        ("agnes.carts at r0c0, r0c1", "agnes: push r0c1", "r0c2 in agnes.carts; r0c0 in agnes.carts"),
        ("agnes.carts at r0c0, r0c1", "agnes: push; push r0c1", "r0c2 in agnes.carts"),
        ("agnes.carts at r0c0", "agnes: push r0c0; push r0c2", "r0c2 in agnes.carts"),
        ("", "agnes: park bridge", "bridge in agnes.carts; agnes.coins = 7"),
        ("", "agnes: set_gear 2", "agnes.gear = 2"),
        ("", "agnes: set_gear; 3", "agnes.gear = 3"),
        ("", "agnes: feel blue", "agnes.mood = blue"),
        ("", "agnes: greet bruno", "agnes.friend = bruno"),
        ("agnes.bag holds cloth, cloth, pot", "agnes: pack {cloth, pot}", "agnes.bag holds cloth"),
        ("agnes.bag holds cloth, cloth, pot", "agnes: pack {cloth, cloth}", "agnes.bag holds pot"),
        ("", "agnes: swear yes", "agnes.sure"),
        ("", "agnes: swear; no", "not agnes.sure"),
        ("agnes.bag holds cloth, pot", "agnes: haggle; sell pot", "agnes.bag holds cloth; agnes.coins = 10"),
        ("agnes.bag holds cloth, pot", "agnes: haggle sell pot", "agnes.bag holds cloth; agnes.coins = 10"),
        ("agnes.bag holds cloth, pot", "agnes: haggle leave", "agnes.bag holds cloth, pot"),
    ],
)
def test_a_reply_is_what_is_chosen_if_need_be_after_the_rule(tmp_path: Path, given: str, when: str, then: str) -> None:
    text = wanted(given=given, when=when, then=then.replace("; bead red is offered or yes", ""), players="agnes, bruno")
    (outcome,) = run(tmp_path, text, game=MARKET)
    assert outcome.passed, said(outcome)


def test_what_was_the_only_way_may_be_named_all_the_same(tmp_path: Path) -> None:
    only = "offer holds pot, cloth; agnes.coins = 1"
    text = wanted(given=only, when="agnes: buy pot", then="agnes.bag holds pot; winners: bruno", players="agnes, bruno")
    (outcome,) = run(tmp_path, text, game=MARKET)
    assert outcome.passed, said(outcome)
    other = wanted(given=only, when="agnes: buy cloth", then="agnes.bag holds pot", players="agnes, bruno")
    (outcome,) = run(tmp_path, other, game=MARKET)
    assert "`cloth` is not asked behind `buy`" in said(outcome)
    assert "`pot` was the only one there, and was taken without asking" in said(outcome)


def test_a_reply_that_is_not_offered_names_the_options_and_the_reason(tmp_path: Path) -> None:
    text = wanted(given="agnes.coins = 2", when="agnes: buy; bead red", then="no agnes.bag")
    (outcome,) = run(tmp_path, text, game=MARKET)
    assert "error[scenario/not-offered]: `bead red` is not offered to agnes: `its price <= my coins`" in said(outcome)
    assert "`buy.ware` offers cloth, pot" in said(outcome)


def test_a_reply_that_nothing_is_called_gets_a_suggestion(tmp_path: Path) -> None:
    text = wanted(when="agnes: buys", then="no agnes.bag")
    (outcome,) = run(tmp_path, text, game=MARKET)
    assert "`buys` is not offered to agnes" in said(outcome)
    assert "did you mean `buy`?" in said(outcome)


def test_a_reply_that_may_mean_two_things_is_not_guessed(tmp_path: Path) -> None:
    text = wanted(when="agnes: buy bead", then="agnes.bag holds bead")
    (outcome,) = run(tmp_path, text, game=MARKET)
    assert "error[name/ambiguous]: `bead` may be bead red or bead blue" in said(outcome)


def test_a_player_who_is_not_asked_cannot_answer(tmp_path: Path) -> None:
    text = refused(tmp_path, scenario(given="turn of agnes", when="bruno: rest"))
    assert "bruno is not asked now, but agnes" in text
    assert "`menu` offers work, rest" in text or "offers work, rest" in text


def test_nobody_of_that_name_plays(tmp_path: Path) -> None:
    text = refused(tmp_path, scenario(given="turn of agnes", when="carol: rest"))
    assert "error[name/unknown]: nobody called `carol` plays here" in text
    assert "the players are agnes, bruno" in text


def test_after_the_end_nothing_is_asked(tmp_path: Path) -> None:
    given = "round 3; phase night; agnes.hand holds rye; bruno.hand holds oats"
    text = refused(tmp_path, scenario(given=given, when="bruno: {}\n  when agnes: {rye}; {}"))
    assert "nothing is asked any more: the game is over" in text


def test_secret_answers_come_in_any_order(tmp_path: Path) -> None:
    given = "round 1; phase night; agnes.hand holds rye; bruno.hand holds oats"
    for when in ("agnes: {rye}\n  when bruno: {oats}", "bruno: {oats}\n  when agnes: {rye}"):
        expect(tmp_path, scenario(given=given, when=when, then="discard holds oats, rye; round_number = 2"))


def test_an_answer_may_meet_a_fault_of_the_rules(tmp_path: Path) -> None:
    game = MARKET.replace("set my gear = n", "set my gear = 6 / (n - 3) rounded down")
    text = wanted(when="agnes: set_gear 3", then="agnes.gear = 2")
    (outcome,) = run(tmp_path, text, game=game)
    assert "6 / (n - 3) rounded down" in said(outcome)
    assert "error[fault/" in said(outcome)
