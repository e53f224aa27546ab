"""`then`: what is told of a claim that does not hold. Every claim can fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.scenarios import run_scenario, stage
from rulewright.syntax import ast
from scenarios.stand import refused, run, said, scenario

GIVEN = "turn of agnes after wake; agnes.coins = 3; agnes.farmers at r0c0; agnes.owned holds heath showing sown"


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("agnes.coins = 4", "`agnes.coins` is 3"),
        ("agnes.coins = bruno.coins", "`agnes.coins` is 3, `bruno.coins` is 0"),
        ("agnes.coins >= 4", "`agnes.coins` is 3"),
        ("rolled = 0 and agnes.coins = 4", "`agnes.coins` is 3"),
        ("r0c1 in agnes.farmers", "{r0c0}"),
        ("r0c0 not in agnes.farmers", "{r0c0}"),
        ("no agnes.farmers", "`agnes.farmers` is {r0c0}"),
        ("any bruno.farmers", "`bruno.farmers` is {}"),
        ("special is heath", "special"),
        ("agnes.owned holds meadow", "it holds heath showing sown"),
        ("agnes.owned holds heath showing fallow", "it holds heath showing sown"),
        ("agnes.owned holds {}", "it holds heath showing sown"),
        ("bruno.owned holds heath", "it holds nothing"),
        ("score agnes: coins 2", "agnes has 3 for coins, not 2"),
        ("score agnes: coin 3", "nothing is scored under `coin`"),
        ("turn of bruno", "it is agnes's turn"),
        ("winners: agnes", "nobody has won yet: the game is not over"),
        ("rest is not offered", "`rest` is offered"),
        ("sow is offered", "`sow` is not offered"),
        ("offered: work", "offered besides: rest"),
        ("offered: work, rest, done", "not offered: done"),
        ("offered:", "offered besides: work, rest"),
        ("agnes.coin = 3", "a player has no `coin`"),
        ('agnes.coins = 3 because "of that"', "a reason belongs to what is not offered"),
    ],
)
def test_a_claim_that_does_not_hold_says_what_is_there(tmp_path: Path, claim: str, message: str) -> None:
    assert message in refused(tmp_path, scenario(given=GIVEN, then=claim))


@pytest.mark.parametrize(
    ("claim", "cure"),
    [
        ("agnes.score = 3", "`score agnes: huts 4`"),
        ("bruno.points > 3", "`score agnes: huts 4`"),
        ("the winner is agnes", "`winners:`"),
        ("the game is over", "`offered:`"),
    ],
)
def test_what_has_a_form_of_its_own_is_told_how_it_is_claimed(tmp_path: Path, claim: str, cure: str) -> None:
    (outcome,) = run(tmp_path, scenario(given=GIVEN, then=claim))
    (failure,) = outcome.failures
    assert failure.help is not None
    assert cure in failure.help


def test_all_claims_of_a_block_are_looked_at(tmp_path: Path) -> None:
    (outcome,) = run(tmp_path, scenario(given=GIVEN, then="agnes.coins = 4; rolled = 0; bonus = 7"))
    (failure,) = outcome.failures
    assert failure.label == "`agnes.coins` is 3"
    assert [label.text for label in failure.labels] == ["nor this: `bonus` is 0"]


def test_what_cannot_be_read_comes_before_what_does_not_hold(tmp_path: Path) -> None:
    (outcome,) = run(tmp_path, scenario(given=GIVEN, then="agnes.coins = 4; agnes.gold = 0; bruno.gold = 0"))
    (failure,) = outcome.failures
    assert failure.message == "a player has no `gold`"
    assert [label.text for label in failure.labels] == ["and here"]


def test_behind_a_claim_that_does_not_hold_nothing_is_played(tmp_path: Path) -> None:
    wrong = scenario(given=GIVEN, then="agnes.coins = 4")
    (outcome,) = run(tmp_path, wrong + "  when agnes: nonsense\n  then: agnes.coins = 5\n")
    assert [failure.label for failure in outcome.failures] == ["`agnes.coins` is 3"]


def test_an_order_that_differs_is_told_from_the_top(tmp_path: Path) -> None:
    text = refused(tmp_path, scenario(given="discard holds rye, oats; turn of agnes", then="discard holds oats, rye"))
    assert "it holds rye, oats, the first on top" in text


def test_a_reason_that_differs_is_told_with_its_place(tmp_path: Path) -> None:
    given = "turn of agnes; agnes.farmers at r0c0; bruno.farmers at r0c1"
    when = "agnes: work"
    right = scenario(given=given.replace("; bruno.farmers at r0c1", ""), when=when)
    (outcome,) = run(tmp_path, right + '  then: r3c3 is not offered because "it next to my farmers"\n')
    assert outcome.passed, said(outcome)
    text = refused(tmp_path, right + '  then: r3c3 is not offered because "it is empty"\n')
    assert "it is not offered, but for another reason" in text
    assert "if possible: it next to my farmers" in text
    (outcome,) = run(tmp_path, right + '  then: r0c0 is not offered because "it is empty"\n')
    assert outcome.passed, said(outcome)


def test_who_has_won_is_told(tmp_path: Path) -> None:
    given = "round 3; phase night; agnes.hand holds {}; bruno.hand holds {}; bruno.coins = 4"
    text = refused(tmp_path, scenario(given=given, when="agnes: {}\n  when bruno: {}", then="winners: agnes"))
    assert "the winners are bruno" in text


def test_every_claim_of_the_rules_in_the_tests_can_fail() -> None:
    """Each claim of every scenario beside these tests is turned into its opposite; then the scenario must fail."""
    turned = 0
    for path in sorted((Path(__file__).parent.parent / "rules").glob("*.rules")):
        on = stage(path)
        for whole, _ in on.files.scenarios:
            for at, part in enumerate(whole.parts):
                if isinstance(part, ast.Then):
                    for which, claim in enumerate(part.claims):
                        other = opposite(claim)
                        if other is None:
                            continue
                        claims = (*part.claims[:which], other, *part.claims[which + 1 :])
                        parts = (*whole.parts[:at], replace(part, claims=claims), *whole.parts[at + 1 :])
                        outcome = run_scenario(on, replace(whole, parts=parts))
                        assert not outcome.passed, f"{claim.span}: {claim.span.text} cannot fail"
                        turned += 1
    assert turned > 100


def opposite(claim: ast.Claim) -> ast.Claim | None:
    match claim:
        case ast.ClaimIs(test=test):
            return replace(claim, test=ast.Not(span=test.span, operand=test))
        case ast.ClaimOffered(offered=offered):
            return replace(claim, offered=not offered, because=None)
        case ast.ClaimExactly(replies=(*rest, _)):
            return replace(claim, replies=tuple(rest))
        case ast.ClaimHolds(items=(*rest, _)):
            return replace(claim, items=tuple(rest))
        case ast.ClaimScore(entries=(first, *rest)):
            return replace(claim, entries=(replace(first, points=first.points + 1), *rest))
        case ast.ClaimWinners(players=(*rest, _)):
            return replace(claim, players=tuple(rest))
        case _:
            return None
