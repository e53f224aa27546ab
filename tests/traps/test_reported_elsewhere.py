"""Situations that have gone wrong in other programs, where a scenario cannot say what is right.

What is dealt, refused, undone and saved; what bots do not change; and what a user reads.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from cli.transcripts import called
from rulewright.bots import RandomBot, View, answer
from rulewright.errors import AnswerRefused, RulesError, UndoRefused
from rulewright.play import Play
from rulewright.report.draw import draw
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.stream import Stream, below
from runtime.texts import offered, value, zone
from traps.worlds import RULES, position

# ------------------------------------------------------------------ a deal of more cards than there are


def dealing(players: int, cap: bool = False, seed: int = 1) -> Play:
    return rw.load(RULES / "growing_deals.rules", options={"cap": cap}).start(players, seed)


def hands(of: Play) -> list[int]:
    layout, state = of.machine.layout, of.state
    sizes = dict.fromkeys(of.players, 0)
    for info in layout.zones:
        if info.decl.name == "hand" and info.owner is not None:
            sizes[of.players[info.owner]] = state.zones[info.number].bit_count()
    return list(sizes.values())


def rounds(of: Play) -> list[list[int]]:
    """What everybody holds after the deal of each round; everybody waits."""
    dealt: list[list[int]] = []
    while of.decision is not None:
        if len(dealt) < value(of, "round_number"):
            dealt.append(hands(of))
        of.answer("wait")
    return dealt


def test_seven_players_can_be_dealt_ten_cards_each_from_71() -> None:
    here = dealing(7)
    assert rounds(here) == [[number] * 7 for number in range(1, 11)]
    assert here.over
    assert zone(here, "deck") and len(zone(here, "deck")) == 1


def test_eight_players_cannot_be_dealt_nine_and_no_hand_is_ever_unequal() -> None:
    here = dealing(8)
    with pytest.raises(RuleFault) as fault:
        rounds(here)
    told = fault.value.diagnostic
    assert told.code.slug == "fault/dead-end"
    assert told.message == "`deal` in `dealing` (round 9): 8 players need 9 each, 72 in all, and `deck` has 71"
    assert told.span.text == "deal hand_size from deck to hand"
    assert value(here, "round_number") == 8
    assert hands(here) == [8] * 8
    assert len(offered(here)) == 2, "the game stands where it stood"


def test_with_a_cap_the_last_rounds_deal_the_same_to_everybody() -> None:
    here = dealing(8, cap=True)
    dealt = rounds(here)
    assert dealt == [[min(number, 8)] * 8 for number in range(1, 11)]
    assert here.over


# ------------------------------------------------------------------ undo


def steps(*answers: Any) -> Play:
    """Agnes begins; the answers are hers until she says `done`."""
    game = rw.load(RULES / "steps_back.rules")
    seed = next(n for n in range(20) if first_of(game.start(seed=n)) == "agnes")
    here = game.start(seed=seed, keep_journal=True)
    for one in answers:
        here.answer(one)
    return here


def first_of(of: Play) -> str:
    assert of.decision is not None
    return of.decision.player


def test_placing_and_taking_back_five_times_is_placing_once() -> None:
    once = steps("place_marker", "r0c2")
    here = steps("place_marker")
    for _ in range(5):
        here.answer("r0c2")
        assert value(here, "points", "agnes") == 3
        here.undo()
        assert value(here, "points", "agnes") == 0
    here.answer("r0c2")
    assert value(here, "points", "agnes") == 3
    assert here.hash == once.hash
    assert here.state.journal == once.state.journal
    assert here.state.stream == once.state.stream
    assert [a.answer for a in here.answers] == ["place_marker", "r0c2"]


@pytest.mark.parametrize(
    ("before", "last", "reason"),
    [
        (["step"], "throw", "chance: something was drawn or rolled since"),
        (["step"], "draw_card", "information: something hidden was seen since"),
        (["step"], "done", "another player: it is bruno's decision now"),
    ],
)
def test_what_chance_or_another_player_has_seen_is_not_taken_back(before: list[str], last: str, reason: str) -> None:
    here = steps(*before, last)
    stood, asked = here.hash, first_of(here)
    with pytest.raises(UndoRefused) as refused:
        here.undo()
    assert refused.value.message == reason
    assert (here.hash, first_of(here)) == (stood, asked)
    assert len(here.answers) == 2


@pytest.mark.parametrize("last", ["throw", "draw_card"])
def test_steps_after_chance_are_taken_back_up_to_it(last: str) -> None:
    here = steps("step", last)
    stood = here.hash
    here.answer("step")
    here.undo()
    assert here.hash == stood
    with pytest.raises(UndoRefused):
        here.undo()


def test_after_another_player_has_acted_earlier_steps_stay() -> None:
    here = steps("step", "done")
    stood = here.hash
    here.answer("step")
    here.undo()
    assert (here.hash, first_of(here)) == (stood, "bruno")
    with pytest.raises(UndoRefused, match="another player"):
        here.undo()
    assert value(here, "steps", "agnes") == 1


def test_three_steps_are_taken_back_to_the_start_of_the_turn() -> None:
    here = steps()
    start = here.hash
    trail = [start]
    for one in ("step", "place_marker", "r0c4"):
        here.answer(one)
        trail.append(here.hash)
    assert len(set(trail)) == 4
    for before in reversed(trail[:-1]):
        here.undo()
        assert here.hash == before
        assert first_of(here) == "agnes"
    assert here.hash == start
    with pytest.raises(UndoRefused, match="nothing has been answered yet"):
        here.undo()


# ------------------------------------------------------------------ the same seed, the same game


class Careful:
    """Takes the first option and draws nothing."""

    def choose(self, decision: Decision, view: View, stream: Stream) -> tuple[Option, Stream]:
        return decision.option(0), stream


class Restless:
    """Draws a hundred numbers for each move."""

    def choose(self, decision: Decision, view: View, stream: Stream) -> tuple[Option, Stream]:
        for _ in range(100):
            drawn, stream = below(stream, decision.count)
        return decision.option(drawn), stream


def deals(seed: int, bots: Sequence[Any]) -> list[Any]:
    """The hands of each round, and the order of the deck below them."""
    here, stream, found = dealing(3, seed=seed), Stream.from_seed(seed, "bots"), list[Any]()
    while here.decision is not None and value(here, "round_number") <= 4:
        if len(found) < value(here, "round_number"):
            found.append([here.state.zones[info.number] for info in here.machine.layout.zones])
        bot = bots[here.players.index(here.decision.player)]
        stream = answer(here, bot, stream)
    return found


def test_what_the_bots_draw_changes_no_deal() -> None:
    first = [deals(seed, (Careful(),) * 3)[0] for seed in range(7, 17)]
    for bots in ((Restless(), Careful(), Restless()), (RandomBot(),) * 3):
        assert [deals(seed, bots)[0] for seed in range(7, 17)] == first
    assert len({str(one) for one in first}) == 10


def test_in_later_rounds_too() -> None:
    """Whoever passes a card on changes what is shuffled, so that here both wait."""

    class Waiting(Restless):
        def choose(self, decision: Decision, view: View, stream: Stream) -> tuple[Option, Stream]:
            _, stream = super().choose(decision, view, stream)
            return decision.option(0), stream

    careful = deals(7, (Careful(),) * 3)
    assert deals(7, (Waiting(),) * 3) == careful
    assert len(careful) == 4


@pytest.mark.parametrize("name", ["kingdom_builder", "pickomino"])
def test_options_stand_in_the_same_order_again_and_after_saving(name: str, tmp_path: Path) -> None:
    game = rw.load(name)
    here, stream = game.start(2, seed=3), Stream.from_seed(3, "bots")
    longest = 0
    for _ in range(12):
        assert here.decision is not None
        listed = [option.answer for option in here.decision.options]
        longest = max(longest, len(listed))
        again = here.machine.decision(here.state)
        assert again is not None
        assert [option.answer for option in again.options] == listed
        here.save(tmp_path / "here.save")
        assert offered(game.resume(tmp_path / "here.save")) == listed
        stream = answer(here, RandomBot(), stream)
    assert longest > 3


# ------------------------------------------------------------------ refused without a trace, and the ends of ranges


@pytest.mark.parametrize(
    ("given", "wrong", "reason"),
    [
        ("agnes.energy = 2; port_open[near] = yes", "trade", "pay 3 energy"),
        ("agnes.energy = 5", "trade", "choose port in Plot where port_open[it]"),
        ("agnes.coins = 17", "buy", "pay 18 coins"),
        ("agnes.income = -4", "fall", "pay 2 income"),
    ],
)
def test_what_is_refused_ten_times_leaves_no_trace(tmp_path: Path, given: str, wrong: str, reason: str) -> None:
    here = position(tmp_path, "prices", f"{given}; turn of agnes", "agnes")
    before, saved = here.hash, json.dumps(here.machine.to_json(here.state))
    for _ in range(10):
        with pytest.raises(AnswerRefused) as refused:
            here.answer(wrong)
        assert f"`{reason}` does not hold" in refused.value.message
    assert here.hash == before
    assert json.dumps(here.machine.to_json(here.state)) == saved
    assert here.answers == ()


def test_the_lowest_number_of_a_track_is_shown_and_saved(tmp_path: Path) -> None:
    here = position(tmp_path, "prices", "agnes.income = -4; turn of agnes", "agnes")
    here.answer("slip")
    assert here.view("agnes")["variables"]["income"] == {"agnes": -5}
    here.save(tmp_path / "low.save")
    again = rw.load(tmp_path / "prices.rules").resume(tmp_path / "low.save")
    assert again.view("agnes")["variables"]["income"] == {"agnes": -5}
    assert again.hash == here.hash
    assert "slip" not in offered(again)


# ------------------------------------------------------------------ nothing to choose


def test_a_choice_without_options_and_without_an_answer_for_that_is_refused_at_its_place() -> None:
    path = RULES / "refused" / "unanswered_choice.rules"
    code, out, err = called(["check", str(path)])
    told = out + err
    assert code == 1
    assert "error[flow/stuck-choice]: there may be nothing to choose here, and the game would be stuck" in told
    assert "unanswered_choice.rules:14:3" in told
    assert "choose target in soldiers where its owner != me" in told
    with pytest.raises(RulesError, match="flow/stuck-choice"):
        rw.load(path)


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("do strike", "do strike if possible"),
        ("do strike", "do strike else end game"),
        ("do strike", "if any (soldiers where its owner != me): do strike"),
        ("choose target in", "choose up to 1 target in"),
    ],
)
def test_with_an_answer_for_that_it_is_not_refused(tmp_path: Path, statement: str, instead: str) -> None:
    text = (RULES / "refused" / "unanswered_choice.rules").read_text("utf-8").replace(statement, instead, 1)
    if "up to" in instead:
        text = text.replace("move target to target.owner.supply", "for each s in target: move s to s.owner.supply")
    path = tmp_path / "answered.rules"
    path.write_text(text, "utf-8")
    assert rw.load(path).start(seed=1).over


def test_turns_in_which_nobody_can_do_anything_are_told_and_do_not_hang() -> None:
    code, out, err = called(["run", str(RULES / "stalled.rules"), "--seed", "7"])
    assert (code, out) == (1, "")
    assert "error[fault/stalled]: nobody was asked in a whole round and nothing changed: `turn`" in err
    assert "seed 7" in err
    assert "Traceback" not in err


# ------------------------------------------------------------------ a word that is written and not read

FENCE = """game fence "Fence"
language 1
players 2
card Post (posts)
  height: Int
  only_own: Bool
cards of Post:
  oak height 3 only_own yes
  ash height 2 only_own no
zone pile: deck of Post, reshuffled from heap
zone heap: stack of Post
var coins (coin) per Player: Int = 3, at least 0

setup:
  move posts to pile

turn:
  draw 1 from pile to heap
  if any (heap where it.only_own): gain 1 coin
  if no pile: end game
score:
  coins "Coins": my coins
winner: most score, then shared
"""


@pytest.mark.parametrize(
    ("old", "new", "word", "code", "says"),
    [
        ("3 only_own", "3 only_onw", "only_onw", "table/unknown-column", "did you mean `only_own`?"),
        ("oak height 3", "oak height 3 height 4", "height 4", "name/duplicate", "`height` is given twice in this row"),
        ("Int = 3, at", "Int: 3, at", ": 3", "syntax/unexpected", "`:` cannot stand here"),
        ("pile to heap", "pile to heep", "heep", "name/unknown", "did you mean `heap`?"),
        ("stack of Post", "stack of Post, clamped", "clamped", "syntax/unexpected", "`clamped` cannot stand here"),
    ],
    ids=["misspelt", "twice", "colon", "undeclared", "elsewhere"],
)
def test_one_change_is_told_with_its_place_by_check_and_by_load(
    tmp_path: Path, old: str, new: str, word: str, code: str, says: str
) -> None:
    assert FENCE.count(old) == 1
    text = FENCE.replace(old, new)
    before = text[: text.index(word)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    path = tmp_path / "fence.rules"
    path.write_text(text, "utf-8")
    exit_code, out, err = called(["check", str(path)])
    assert (exit_code, err) == (1, "")
    assert out.startswith(f"error[{code}]: ")
    assert f"fence.rules:{line}:{column}\n" in out
    assert says in out
    assert "\nfence.rules: 1 error\n" in out
    with pytest.raises(RulesError) as refused:
        rw.load(path)
    (told,) = refused.value.diagnostics
    assert (told.span.line, told.span.column) == (line, column)
    assert out.startswith(draw(told))


def test_the_unchanged_file_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "fence.rules"
    path.write_text(FENCE, "utf-8")
    assert called(["check", str(path)]) == (0, "fence: no problems\n", "")
    assert rw.load(path).diagnostics == ()


# ------------------------------------------------------------------ names of letters of any script

SCRIPTS = """game scripts "Scripts"
language 1
players 1
card Stück (stücke): 2
zone река: Stück
zone 海: Stück
var größe per Player: Int = 0

turn:
  choose one:
    option nehmen: do нести
    option ende: end game

action нести:
  move first of (box.stücke) to река
  move река to 海
  set my größe = count of 海
"""


def test_names_of_any_script_are_used_and_shown_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # an unfinished game is saved where the command runs
    path = tmp_path / "scripts.rules"
    path.write_text(SCRIPTS, "utf-8")
    code, out, err = called(["play", str(path), "--seed", "1"], "nehmen\nlog\n")
    assert (code, err) == (0, "")
    log = out[out.index("> log") :]
    for name in ("nehmen", "stück", "река", "海", "größe"):
        assert name in log.lower(), log
