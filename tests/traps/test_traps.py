"""Ten traps of rule languages: what the scenarios in tests/rules/trap_*.rules cannot say.

Hashes, saves, chance, questions that are not asked, and what is refused before play.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.errors import RulesError
from rulewright.play import Play
from rulewright.runtime.decision import Option
from runtime.texts import game, lines, offered, play, zone
from traps.worlds import RULES, changed_places, position


def test_all_ten_traps_stand_in_scenarios() -> None:
    found = sorted(RULES.glob("trap_*.rules"))
    assert [path.name[:8] for path in found] == [f"trap_{number:02}_" for number in range(1, 11)]
    for path in found:
        assert path.read_text("utf-8").count('\nscenario "') >= 2, path.name


# ------------------------------------------------------------------ 1 and 10: asked or not asked


@pytest.mark.parametrize(
    ("rules", "given", "asked"),
    [
        ("trap_01_work_or_rest", "agnes.coins = 3; agnes.marker = 6", ["work", "rest"]),
        ("trap_01_work_or_rest", "agnes.coins = 6; agnes.marker = 5", ["work", "rest"]),
        ("trap_10_open_window", "water holds white", ["fish", "finish"]),
        ("trap_10_open_window", "water holds white; agnes.fairies_of holds earth", ["done", "help"]),
    ],
)
def test_the_first_question_of_a_position(tmp_path: Path, rules: str, given: str, asked: list[str]) -> None:
    """With 6 coins and the marker on 5 a rest comes first, unasked: 9 coins are enough to work."""
    here = position(tmp_path, rules, f"{given}; turn of agnes", "agnes")
    assert here.answers == ()
    assert offered(here) == asked


def test_a_forced_choice_takes_no_answer_and_an_open_one_does(tmp_path: Path) -> None:
    forced = position(tmp_path, "trap_10_open_window", "water holds white; turn of agnes", "agnes")
    forced.answer("fish")
    assert [answered.rule for answered in forced.answers] == ["turn.menu"]
    assert zone(forced, "agnes.caught") == ["white"]
    fairies = "water holds white; agnes.fairies_of holds earth; turn of agnes"
    opened = position(tmp_path, "trap_10_open_window", fairies, "agnes")
    for answer in ("done", "fish", "white"):
        opened.answer(answer)
    assert [answered.rule for answered in opened.answers][1:] == ["turn.menu", "fish.p"]
    assert zone(opened, "agnes.caught") == ["white"]


# ------------------------------------------------------------------ 8: secret picks

PICKS = "display holds slip 1, slip 2, slip 3; first_player = agnes; turn of agnes"


def picking(folder: Path) -> Play:
    return position(folder, "trap_08_secret_picks", PICKS)


@pytest.mark.parametrize(("one", "other"), [("slip 2", "slip 3"), ("slip 2", "slip 2")])
def test_saved_between_two_secret_answers_and_asked_in_the_other_order_it_comes_out_the_same(
    tmp_path: Path, one: str, other: str
) -> None:
    ends = []
    for order in (("agnes", "bruno"), ("bruno", "agnes")):
        for saved in (False, True):
            here = picking(tmp_path)
            answers = {"agnes": one, "bruno": other}
            here.answer(answers[order[0]], order[0])
            if saved:
                here.save(tmp_path / "between.save")
                here = rw.load(tmp_path / "trap_08_secret_picks.rules").resume(tmp_path / "between.save")
                assert here.decision_of(order[0]) is None
            here.answer(answers[order[1]], order[1])
            assert here.over
            ends.append((here.hash, zone(here, "agnes.hand"), zone(here, "bruno.hand")))
    assert len(set(map(str, ends))) == 1
    assert ends[0][1] == [one]
    assert ends[0][2] == ([other] if other != one else [])


def test_an_answer_that_waits_for_the_others_is_seen_by_nobody_else(tmp_path: Path) -> None:
    seen = []
    for pick in ("slip 1", "slip 2"):
        here = picking(tmp_path)
        here.answer(pick, "agnes")
        seen.append((here.view("bruno"), here.machine.hash_for(here.state, 1), offered(here, "bruno"), here.hash))
    assert seen[0][:3] == seen[1][:3]
    assert seen[0][3] != seen[1][3], "the position itself does differ"


def refused(text: str) -> str:
    with pytest.raises(RulesError) as problem:
        game(text)
    return str(problem.value)


def test_secret_picks_from_one_display_are_refused_unless_they_are_looked_at_again() -> None:
    text = (RULES / "trap_08_secret_picks.rules").read_text("utf-8").split('scenario "')[0]
    body = text[text.index("card Slip") : text.index("winner:")]
    assert game("players 2 to 3\nfirst player: random\n" + body).diagnostics == ()
    blind = body.replace("if my pick at display: move my pick to my hand\n", "move my pick to my hand\n")
    blind = blind.replace("else: set my late = my late + 1\n", "set my late = my late + 1\n")
    told = refused("players 2 to 3\nfirst player: random\n" + blind)
    assert "error[effect/shared-source]" in told
    assert "choose pick in display" in told


# ------------------------------------------------------------------ 9: copies

HAND = """
card Gear (gears)
cards of Gear:
  net "Net" x3
  lantern "Lantern" x1
zone hand per Player: Gear, seen by owner
zone away: Gear
setup: as first_player: move gears to my hand
first player: first of players
"""


def test_one_of_four_cards_is_drawn_one_time_in_four() -> None:
    text = lines(HAND, "turn:\n  move random of my hand to away\n  end game\n")
    drawn = [zone(play(text, 1, seed), "away") for seed in range(400)]
    assert 75 <= drawn.count(["lantern"]) <= 125
    assert drawn.count(["lantern"]) + drawn.count(["net"]) == 400


def test_games_that_differ_only_in_which_net_was_played_are_equal(tmp_path: Path) -> None:
    hashes = {}
    for cards in ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)):
        here = position(tmp_path, "trap_09_copies", "turn of agnes", "agnes")
        assert here.decision is not None
        here.answer(Option(here.decision, cards))
        hashes[cards] = here.hash
    assert hashes[0, 1] == hashes[0, 2] == hashes[1, 2]
    assert hashes[0, 3] == hashes[1, 3] == hashes[2, 3]
    assert hashes[0, 1] != hashes[0, 3]


def test_equal_cards_in_different_places_are_told_apart_only_by_their_places() -> None:
    keep = "action keep: choose 2 cs in my hand; move cs to away\n"
    text = lines(HAND, keep, "turn:\n  do keep if possible\n  choose n in {1, 2}\n  end game\n")
    here = play(text, 1)
    here.answer(["net", "lantern"])
    machine, state = here.machine, here.state
    assert machine.hash(changed_places(machine, state, 0, 1)) == here.hash
    assert machine.hash(changed_places(machine, state, 0, 3)) == here.hash, "both lie in one heap"
    assert machine.hash(changed_places(machine, state, 1, 3)) != here.hash


def test_unseen_cards_are_not_chosen_but_drawn() -> None:
    steal = "turn:\n  as left_of(first_player):\n    {}\n  end game\n"
    chosen = steal.format("choose c in first_player.hand\n    move c to away")
    told = refused(lines(HAND, chosen))
    assert "error[effect/unseen-choice]" in told
    assert "`hand` is hidden from the one who chooses" in told
    drawn = lines(HAND, steal.format("move random of first_player.hand to away"))
    taken = [zone(play(drawn, 2, seed), "away") for seed in range(40)]
    assert ["lantern"] in taken
    assert ["net"] in taken
