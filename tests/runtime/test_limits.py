"""Where play stops, or says that less was done: turns that lead nowhere, deals, draws, numbers without bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.transcripts import called
from rulewright.errors import RulesError
from rulewright.play import Play
from rulewright.runtime import journal, work
from rulewright.runtime.faults import RuleFault
from runtime.texts import answer, game, lines, offered, play, value

COIN = "var coins (coin) per Player: Int = 0, at least 0\n"


def fault_of(text: str, players: int = 2) -> RuleFault:
    with pytest.raises(RuleFault) as caught:
        play(text, players)
    return caught.value


# ------------------------------------------------------------------ turns that lead nowhere


def test_a_round_in_which_nobody_is_asked_and_nothing_changes_is_a_standstill() -> None:
    fault = fault_of(COIN + "turn:\n  do spend if possible\naction spend: pay 3 coins; end game\n", 3)
    told = fault.diagnostic
    assert told.code.slug == "fault/stalled"
    assert "`turn`" in told.message
    assert told.span.text.startswith("turn:")


def test_so_are_turns_that_go_on_until_something_happens_that_never_does() -> None:
    text = """
        var won: Bool = no
        round 1 times:
          phase bidding:
            turns in seats(first_player) until won:
              do spend if possible
        action spend:
          require won
    """
    assert fault_of(text).diagnostic.code.slug == "fault/stalled"


def test_a_round_that_changes_something_or_asks_somebody_is_none() -> None:
    grows = play(COIN + "turn:\n  gain 1 coin\nwhen my coins = 40: end game\n", 2)
    assert grows.over
    asks = play(COIN + "turn:\n  choose n in {1, 2}\n  if n = 2: end game\n", 2)
    answer(asks, *[1] * 9)
    assert offered(asks) == [1, 2]


def test_nor_are_rounds_that_are_counted() -> None:
    assert play("turn:\n  if round_number = 30: end game\n", 2).over
    phase = '  phase waiting:\n    turns in seats(first_player):\n      if any {2}: log "-"\n'
    assert play(f"round 30 times:\n{phase}", 2).over


def test_turns_in_which_only_chance_is_at_work_end_when_it_is_kind() -> None:
    text = """
        enum Face: heads, tails
        turn:
          roll 8 Face as faces
          if every f in faces has f = heads: end game
    """
    assert play(text, 2).over
    fault = fault_of(text.replace("f = heads", "f = heads and f = tails")).diagnostic
    assert fault.code.slug == "fault/stalled"
    assert "`turn` goes on without end" in fault.message


def test_the_seed_of_a_standstill_is_told() -> None:
    code, out, err = called(["run", "tests/rules/stalled.rules", "--seed", "7"])
    assert (code, out) == (1, "")
    assert "error[fault/stalled]" in err
    assert "seed 7" in err
    code, out, err = called(["run", "tests/rules/stalled.rules", "--seed", "7", "--json"])
    assert code == 1
    assert '"fault/stalled"' in out


# ------------------------------------------------------------------ deals and draws

SLIPS = """
card Slip (slips)
cards of Slip:
  slip x5
zone deck: deck of Slip
zone hand per Player: Slip, seen by owner
setup:
  move slips to deck
"""


def test_a_deal_of_too_many_says_who_needs_what_and_when() -> None:
    action = fault_of(lines(SLIPS, "turn:\n  do deal_hands\n  end game\naction deal_hands: deal 3 from deck to hand\n"))
    assert action.diagnostic.message == (
        "`deal` in `deal_hands` (round 1): 2 players need 3 each, 6 in all, and `deck` has 5"
    )
    setup = fault_of(lines(SLIPS.rstrip() + "\n  deal 3 from deck to hand", "turn:\n  end game\n"))
    assert setup.diagnostic.message == "`deal` in `setup`: 2 players need 3 each, 6 in all, and `deck` has 5"
    assert setup.diagnostic.help is None
    forgotten = fault_of(
        lines(SLIPS.replace("move slips to", "shuffle"), "turn: end game\nbefore turn: deal 1 from deck to hand\n")
    )
    assert forgotten.diagnostic.help == (
        "they all lie in the box, as in the beginning: `move slips to deck` comes first"
    )
    phase = "round 2 times:\n  phase dealing:\n    deal round_number * 2 from deck to hand\n"
    assert fault_of(lines(SLIPS, phase)).diagnostic.message == (
        "`deal` in `dealing` (round 2): 2 players need 4 each, 8 in all, and `deck` has 1"
    )


def short(of: Play) -> list[int]:
    return [entry[-1] for entry in journal.since(of.state.journal, journal.NOTHING) if entry[0] == "short"]


def test_what_a_draw_did_not_get_stands_in_the_journal() -> None:
    turn = "turn:\n  choose n in {1, 3}\n  draw n from deck to my hand\n  if no deck: end game\n"
    here = game(lines(SLIPS, turn)).start(1, seed=1, keep_journal=True)
    answer(here, 3)
    assert short(here) == []
    answer(here, 3)
    assert short(here) == [1]
    assert here.over


def test_and_is_told_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Path(__file__).parents[1] / "rules" / "short_decks.rules"
    monkeypatch.chdir(tmp_path)  # an unfinished game is saved where the command runs
    words = ["play", str(rules), "--me", "all", "--seed", "1"]
    code, out, _ = called(words, "draw_three\nquit\n")
    assert code == 0
    assert "3 not drawn" in out


# ------------------------------------------------------------------ numbers without bounds

GROWING = """
var pot: Int = {start}
turn:
  choose n in {{1, 2}}
  {step}
  if n = 2: end game
"""


@pytest.mark.parametrize(
    ("bounds", "start", "step"),
    [
        ("", 1, "set pot = pot * 1_000_000"),
        ("", 1, "gain 600_000_000 pot"),
        ("", -1, "set pot = pot * 1_000_000"),
        (", at least 0", 1, "gain 600_000_000 pot"),
        (", at least 0, clamped", 1, "gain 600_000_000 pot"),
    ],
)
def test_a_variable_without_a_bound_ends_at_a_thousand_million(bounds: str, start: int, step: str) -> None:
    text = GROWING.format(start=f"{start}{bounds}", step=step.replace("_", ""))
    here = play(text, 1)
    answer(here, 1)
    assert abs(value(here, "pot")) <= 10**9
    with pytest.raises(RuleFault) as caught:
        answer(here, 1)
    told = caught.value.diagnostic
    assert told.code.slug == "fault/overflow"
    assert "`pot` would become" in told.message
    assert "1,000,000,000" in told.message
    assert offered(here) == [1, 2], "the game stands where it stood"


def test_a_bound_of_its_own_lets_it_go_further() -> None:
    text = GROWING.format(start="1, 0 to 1000000000000, clamped", step="gain 600000000 pot")
    here = play(text, 1)
    answer(here, 1, 1, 1)
    assert value(here, "pot") == 1_800_000_001


# ------------------------------------------------------------------ loops in loops, and what else would take too long

COINS = "var coins (coin): Int = 0, 0 to 9, clamped\nvar long: list of Int = (x for x in 1..2)\n"


def in_turn(*rest: str, depth: int = 0, line: str = "", innermost: str = "gain 1 coin") -> str:
    opened = "".join(f"{' ' * (2 + at)}{line.format(at=at)}\n" for at in range(depth))
    return f"{COINS}{''.join(rest)}turn:\n  choose n in {{1, 2}}\n{opened}{' ' * (2 + depth)}{innermost}\n  end game\n"


TOO_MUCH = {
    "loops over players": in_turn(depth=50, line="each player:"),
    "loops over a few": in_turn(depth=20, line="for each a{at} in {{1, 2, 3, 4}}:"),
    "loops over many": in_turn(depth=2, line="for each a{at} in 1..100000:"),
    "sums of sums": in_turn(
        "define big: Int = sum of (sum of (a + b for b in 1..100000) for a in 1..100000)\n",
        innermost="if big > 3: gain 1 coin",
    ),
    "sums of ranges": in_turn(
        "define big: Int = sum of (sum of 1..100000 + a for a in 1..100000)\n", innermost="if big > 3: gain 1 coin"
    ),
    "actions that double": in_turn(
        "action a0: gain 1 coin\n",
        *(f"action a{at}:\n  do a{at - 1}\n  do a{at - 1}\n" for at in range(1, 60)),
        innermost="do a59",
    ),
    "choices": in_turn(
        "define big(x: Int): Bool = any b in 1..100000 has b * x < 0\n",
        innermost="choose k in 1..10000 where not big(it) or it = 1",
    ),
}


@pytest.mark.parametrize("text", TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_would_take_too_long_is_told_and_the_game_stands(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST", 1_000_000)
    here = play(text)
    with pytest.raises(RuleFault) as caught:
        answer(here, 1)
    told = caught.value.diagnostic
    assert told.code.slug == "fault/budget"
    assert "loops and actions in each other come to more than 1,000,000" in told.message
    assert told.span.text, "it is said where"
    assert offered(here) == [1, 2], "the game stands where it stood"


def test_each_answer_may_take_its_time_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST", 100_000)
    text = COINS + "turn:\n  choose n in {1, 2}\n  for each a in 1..5000: gain 1 coin\n  if n = 2: end game\n"
    here = play(text + "score:\n  long: sum of (a for a in 1..20000)\n")
    answer(here, *[1] * 9)
    for _ in range(9):
        assert here.scores["agnes"] == {"long": 200_010_000}
    answer(here, 2)
    assert here.over


def test_a_list_cannot_grow_for_ever() -> None:
    here = play(in_turn(innermost="repeat 60 times: set long = (x for a in {1, 2} for x in long)"))
    with pytest.raises(RuleFault) as caught:
        answer(here, 1)
    assert caught.value.diagnostic.message == "there would be more than 100,000 elements in this list"


def test_definitions_that_double_are_told_before_they_are_worked_out() -> None:
    text = (
        COINS + "define d0: Int = coins\n" + "".join(f"define d{n}: Int = d{n - 1} + d{n - 1}\n" for n in range(1, 60))
    )
    with pytest.raises(RulesError) as caught:
        play(text + "turn:\n  if d59 > 3: end game\n")
    assert [each.code.slug for each in caught.value.diagnostics] == ["syntax/too-large"]
    assert "more than 1,000,000 values long" in caught.value.diagnostics[0].message


def test_a_number_below_the_first_row_of_a_table_is_told_when_it_is_asked_for() -> None:
    text = """
        var coins (coin): Int = 0
        table price(n: Int): Int
          2 to 3: n
          4 or more: 4
        turn:
          choose n in {1, 3}
          gain price(n) + 1 coins
          if n = 3: end game
    """
    here = play(text)
    with pytest.raises(RuleFault) as caught:
        answer(here, 1)
    assert caught.value.diagnostic.code.slug == "table/gap"
    assert caught.value.diagnostic.message == "no row answers for 1"
    answer(here, 3)
    assert value(here, "coins") == 4
