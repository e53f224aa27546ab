"""Who is asked, and when, tells nobody what somebody holds.

Offers that hang on a hidden hand, and steps that would read another's: in every world that the others cannot tell
apart, the same player is asked the same thing.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.errors import RulesError
from rulewright.play import Play
from runtime.texts import answer, game, lines, offered, play, value
from traps.test_hidden_information import looks
from traps.worlds import changed_places, hidden_pairs

DEALT = """
card Number (numbers): copies 1 for value in 1..9
  value: Int
zone deck: deck of Number
zone hand per Player: Number, seen by owner
var coins (coin) per Player: Int = 2, at least 0
setup:
  move numbers to deck; shuffle deck
  deal 3 from deck to hand
when round_number = 4: end game
"""


def rules(offer: str, turn: str) -> str:
    return lines(DEALT, offer, f"turn:\n{turn}")


def holds(of: Play, player: str, number: int) -> bool:
    cards = of.view(player)["zones"][f"{player}.hand"]
    assert len(cards) == 3
    return any(str(number) in str(card) for card in cards)


def asked(of: Play) -> list[tuple[str, str]]:
    """Who is asked what, from the start to the end, if everybody takes what the rules force, or is done."""
    found = []
    while of.decision is not None:
        found.append((of.decision.player, of.decision.rule))
        of.answer("done" if "done" in offered(of) else offered(of)[0])
    return found


BOAST = "anytime, once if any (my hand where its value = 7) as boast: gain 1 coin"


@pytest.mark.parametrize(
    "turn",
    [
        "  choose n in {1, 2}\n  set my coins = n",
        "  choose n in {1}\n  set my coins = n",
        "  choose up to 0 ns in {1, 2}\n  if any ns: gain 1 coin",
        "  any order:\n    may spend, once if my coins > 9\naction spend: pay 1 coin",
        "  for each n in {1}, in any order: set my coins = n",
        "  gain 1 coin",
    ],
    ids=["choice", "forced choice", "forced subset", "empty menu", "forced order", "no question"],
)
def test_whether_an_offer_stands_open_changes_nothing_of_what_is_asked(turn: str) -> None:
    text = rules(BOAST, turn)
    games = [play(text, 2, seed) for seed in range(8)]
    holders = {"agnes" if holds(of, "agnes", 7) else "bruno" if holds(of, "bruno", 7) else "nobody" for of in games}
    assert holders == {"agnes", "bruno", "nobody"}
    told = {(of.machine.layout.seats.index(of.decision.player), tuple(asked(of))) for of in games if of.decision}
    by_first: dict[int, set[Any]] = {}
    for first, questions in told:
        by_first.setdefault(first, set()).add(questions)
    assert all(len(questions) == 1 for questions in by_first.values())
    assert all(rule.startswith(("round", "turn")) for _, questions in told for _, rule in questions)


def test_the_window_opens_with_nothing_but_done_and_once_used_the_offer_opens_it_no_more() -> None:
    games = [play(rules(BOAST, "  gain 1 coin"), 2, seed) for seed in range(8)]
    without = next(of for of in games if of.decision and not holds(of, of.decision.player, 7))
    assert offered(without) == ["done"]
    with_it = next(of for of in games if of.decision and holds(of, of.decision.player, 7))
    assert len(offered(with_it)) == 2
    player, before = with_it.decision.player if with_it.decision else "", len(with_it.answers)
    answer(with_it, next(one for one in offered(with_it) if one != "done"))
    assert with_it.decision is None or with_it.decision.player != player
    assert len(with_it.answers) == before + 1


def test_an_offer_that_reads_only_what_all_see_opens_a_window_only_when_it_stands_open() -> None:
    text = rules("anytime, once if my coins > 9 as boast: gain 1 coin", "  gain 1 coin")
    assert play(text, 2).over
    sizes = rules("anytime, once if count of my hand > 3 as boast: gain 1 coin", "  gain 1 coin")
    assert play(sizes, 2).over


def test_nor_does_it_matter_whether_the_offer_could_be_finished() -> None:
    offer = """
        anytime, once as boast:
          choose card in my hand where its value = 7
          reveal card
    """
    for seed in range(6):
        here = play(rules(offer, "  choose n in {1}\n  set my coins = n"), 2, seed)
        assert here.decision is not None
        assert here.decision.rule.startswith("round")


def test_a_card_that_may_lie_in_a_hand_asks_whoever_holds_cards() -> None:
    text = """
        card Slip (slips), active at hand
        cards of Slip:
          blank x5
          pardon x1:
            anytime: gain 1 coin; move this to box
        zone deck: deck of Slip
        zone hand per Player: Slip, seen by owner
        var coins (coin) per Player: Int = 0, at least 0
        setup:
          move slips to deck; shuffle deck
          deal 2 from deck to hand
        turn:
          if round_number = 2: move my hand to box
          if round_number = 4: end game
    """
    held, forms = set(), set()
    for seed in range(8):
        here = play(text, 2, seed)
        held.add("pardon" in here.view("agnes")["zones"]["agnes.hand"])
        forms.add(tuple(player for player, _ in asked(here)))
        assert value(here, "round_number") == 4
    assert held == {True, False}
    assert {len(form) for form in forms} == {6}, "around each first turn, and before each second one"
    assert len(forms) <= 2, "one for each first player"


def test_a_menu_asks_though_no_item_is_possible_if_the_items_hang_on_a_hand() -> None:
    turn = "  any order:\n    may boast, once if any (my hand where its value = 7)\naction boast: gain 1 coin"
    for seed in range(6):
        here = play(rules("", turn), 2, seed)
        while here.decision is not None:
            boasts = holds(here, here.decision.player, 7)
            assert offered(here) == (["boast", "done"] if boasts else ["done"])
            answer(here, "done")


@pytest.mark.parametrize("seed", range(3))
def test_two_worlds_look_the_same_to_those_who_cannot_tell_them_apart(seed: int) -> None:
    here = play(rules(BOAST, "  choose n in {1}\n  gain n coins"), 3, seed)
    compared = 0
    while here.decision is not None:
        for seat in range(3):
            for one, other in hidden_pairs(here.machine, here.state, seat)[:6]:
                there = changed_places(here.machine, here.state, one, other, observer=seat)
                assert looks(here.machine, there, seat) == looks(here.machine, here.state, seat)
                compared += 1
        answer(here, "done" if "done" in offered(here) else offered(here)[0])
    assert compared > 50


# ------------------------------------------------------------------ steps that read another's hand

PRICE = """
  if round_number = 2: show left_of(me).hand to me
  choose one:
    option buy: pay (count of (left_of(me).hand where its value > 4)) coins
    option rest: gain 0 coins
"""


def high(of: Play, player: str) -> int:
    return sum(holds(of, player, number) for number in range(5, 10))


def test_what_another_holds_decides_nothing_of_what_is_offered_until_it_is_known() -> None:
    seen = set()
    for seed in range(8):
        here = play(rules("", PRICE), 2, seed)
        while here.decision is not None:
            me = here.decision.player
            price = high(here, "bruno" if me == "agnes" else "agnes")
            known = value(here, "round_number") > 1
            assert offered(here) == (["buy", "rest"] if not known or price <= 2 else ["rest"])
            seen.add((known, price <= 2))
            answer(here, "rest")
    assert seen == {(False, True), (False, False), (True, True), (True, False)}


@pytest.mark.parametrize(
    "step",
    [
        "pay (count of (left_of(me).hand where its value > 4)) coins",
        "require any (left_of(me).hand where its value > 4); gain 1 coin",
        "choose n in {1, 2}; require any (left_of(me).hand where its value > n)",
    ],
    ids=["a price", "a condition", "a later condition"],
)
def test_a_step_that_may_fail_on_anothers_hand_is_refused_by_the_check(step: str) -> None:
    block = "\n".join(f"    {line}" for line in step.split("; "))
    text = rules("", f"  choose one:\n    option buy:\n  {block.replace(chr(10), chr(10) + '  ')}\n    option rest")
    with pytest.raises(RulesError) as refused:
        game(text)
    told = refused.value.diagnostics
    assert {d.code.slug for d in told} <= {"flow/unseen-dead-end", "score/hidden"}
    assert all("left_of(me).hand" in d.span.text or "hand" in d.label for d in told)


def test_how_many_another_holds_is_no_secret() -> None:
    turn = "  choose one:\n    option buy: pay (count of left_of(me).hand) coins\n    option rest: gain 1 coin"
    here = play(rules("", turn), 2)
    assert value(here, "round_number") == 2, "with 2 coins there was nothing to ask"
    assert offered(here) == ["buy", "rest"]
