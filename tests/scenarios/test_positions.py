"""`given:` sets up a position: what lies where, where the rules stand, what chance brings; and what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.stand import GAME, expect, refused, run, said, scenario

# ------------------------------------------------------------------ values and places


def test_variables_have_the_given_values(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="agnes.coins = 3; agnes.stock[rye] = 2; rolled = 6; turn of agnes",
            then="agnes.coins = 3; bruno.coins = 0; agnes.stock[rye] = 2; agnes.stock[oats] = 0; rolled = 6",
        ),
    )


def test_a_deck_holds_exactly_these_top_first_and_the_rest_is_out_of_the_game(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="deck holds rye, barley, rye; agnes.hand holds oats; bruno.hand holds {}; turn of agnes",
            then="deck holds rye, barley, rye; agnes.hand holds oats; no bruno.hand; count of box.seeds = 2; "
            "(top of deck).crop = rye",
        ),
    )


def test_a_deck_starts_with_these_and_goes_on_as_it_was(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="deck starts rye, rye; agnes.hand holds oats; bruno.hand holds barley; turn of agnes",
            then="(top of deck).crop = rye; (reverse of deck)[2].crop = rye; count of deck = 4",
        ),
    )


def test_stack_list_row_and_single_zone(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="discard holds oats, rye; laid holds oats, rye; shown holds barley, barley; special holds heath; "
            "turn of agnes",
            then="(top of discard).crop = oats; (first of laid).crop = oats; shown holds barley, barley; "
            "shown[2] holds barley; special is heath",
        ),
    )


def test_a_count_stands_for_so_many(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="agnes.owned holds 2 meadow, heath; turn of agnes",
            then="agnes.owned holds heath, 2 meadow; score agnes: fields 9",
        ),
    )


def test_a_count_that_no_table_could_hold_is_refused_at_once(tmp_path: Path) -> None:
    for given in ("agnes.owned holds 1000000000 meadow", "chance: 1000000000 agnes"):
        text = refused(tmp_path, scenario(given=f"{given}; turn of agnes", then="score agnes: fields 9"))
        assert "1000000000 are too many" in text


def test_faces_are_set_and_compared_only_where_they_are_written(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="agnes.owned holds meadow, heath showing sown; turn of agnes",
            then="agnes.owned holds meadow, heath; agnes.owned holds meadow showing fallow, heath showing sown",
        ),
    )
    expect(
        tmp_path,
        scenario(
            given="agnes.owned holds meadow, meadow; agnes.owned showing sown; turn of agnes",
            then="agnes.owned holds meadow showing sown, meadow showing sown",
        ),
    )


def test_pieces_stand_where_they_are_said_to_and_nowhere_else(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="agnes.farmers at r0c0, r3c3; agnes.supply holds {}; turn of agnes after work",
            then="r0c0 in agnes.farmers; r3c3 in agnes.farmers; count of agnes.farmers = 2; no agnes.supply; "
            "count of bruno.supply.farmers = 3",
        ),
    )


def test_a_position_fires_nothing(tmp_path: Path) -> None:
    """Neither the rule about placing nor the one about five coins answers to what is given."""
    expect(
        tmp_path,
        scenario(
            given="agnes.farmers at r0c0; agnes.coins = 7; turn of agnes after wake",
            then="noon_turns = 0; bonus = 0",
        ),
    )


def test_a_threshold_is_crossed_from_the_given_value(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(given="agnes.coins = 4; turn of agnes after wake, work; chance: two", when="agnes: rest")
        + "  then: agnes.coins = 5; rolled = 2; bonus = 100\n",
    )


# ------------------------------------------------------------------ where the rules stand


def test_a_turn_begins_at_its_start(tmp_path: Path) -> None:
    expect(tmp_path, scenario(given="turn of bruno", then="turn of bruno; bonus = 1; offered: work, rest"))


def test_after_a_statement_the_turn_goes_on_behind_it(tmp_path: Path) -> None:
    expect(tmp_path, scenario(given="turn of bruno after wake", then="bonus = 0; offered: work, rest"))


def test_after_an_item_of_a_menu_the_menu_asks_for_the_rest(tmp_path: Path) -> None:
    expect(tmp_path, scenario(given="turn of bruno after wake, work", then="bonus = 0; offered: rest, done"))
    expect(tmp_path, scenario(given="turn of bruno after rest", then="bonus = 0; offered: work, rest"))


def test_what_is_counted_twice_is_done_twice(tmp_path: Path) -> None:
    """Two rests are the limit, and one work is what must be done: the turn ends, and the next one begins."""
    expect(
        tmp_path,
        scenario(
            given="agnes.farmers at r0c0; bruno.farmers at r0c1; turn of agnes after rest, rest",
            then="r1c0 in agnes.farmers; turn of bruno",
        ),
    )
    expect(tmp_path, scenario(given="turn of agnes after work, rest, rest", then="turn of bruno; bonus = 11"))


def test_after_the_last_statement_the_turn_is_over(tmp_path: Path) -> None:
    expect(tmp_path, scenario(given="turn of agnes after sleep", then="turn of bruno; bonus = 1"))


def test_round_phase_and_pass(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="round 2; phase noon; turn of agnes",
            then="round_number = 2; turn of agnes; offered: sow, wait",
        ),
    )
    noon = "agnes: wait\n  when bruno: wait\n"
    expect(
        tmp_path,
        scenario(given="round 3; phase noon; turn of agnes; pass 1", when=noon) + "  then: turn of agnes; bonus = 0\n",
    )
    expect(
        tmp_path,
        scenario(given="round 3; phase noon; turn of agnes; pass 2", when=noon + "  when agnes: {}\n  when bruno: {}")
        + "  then: score agnes: coins 1; winners: agnes, bruno\n",
    )


def test_a_phase_alone_begins_at_its_start(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(
            given="round 1; phase night; agnes.hand holds rye; bruno.hand holds oats",
            when="bruno: {oats}\n  when agnes: {}",
            then="discard holds oats; agnes.hand holds rye; round_number = 2",
        ),
    )


def test_without_a_turn_the_game_begins_as_after_the_setup(tmp_path: Path) -> None:
    expect(
        tmp_path,
        scenario(given="first_player = bruno", then="turn of bruno; count of deck = 4; round_number = 1; bonus = 1"),
    )


def test_whose_turn_it_is_begins_unless_somebody_else_is_said_to(tmp_path: Path) -> None:
    for name in ("agnes", "bruno", "carol"):
        expect(
            tmp_path,
            scenario(given=f"turn of {name}", then=f"first_player = {name}", players="agnes, bruno, carol"),
        )
    expect(tmp_path, scenario(given="first_player = agnes; turn of bruno after sleep", then="offered: sow, wait"))


def test_chance_brings_what_is_said_and_nothing_before(tmp_path: Path) -> None:
    text = scenario(given="turn of agnes; chance: three, one", when="agnes: rest")
    expect(tmp_path, text + "  then: rolled = 3\n  when agnes: rest\n  then: rolled = 1\n")


def test_options_choose_the_rules(tmp_path: Path) -> None:
    game = GAME + '\noption rich "Rich": Bool = no\n  after setup: each player: gain 2 coins\n'
    poor, rich = run(
        tmp_path,
        scenario(given="turn of agnes", then="agnes.coins = 0"),
        scenario(given="turn of agnes", then="agnes.coins = 2").replace("  given", "  option rich = yes\n  given"),
        game=game,
    )
    assert poor.passed, said(poor)
    assert rich.passed, said(rich)


def test_expansions_add_to_the_rules(tmp_path: Path) -> None:
    (tmp_path / "expansions").mkdir()
    (tmp_path / "expansions" / "fair.rules").write_text(
        'expansion fair "Fair" for harvest\n\nafter rest: gain 3 coins\n', encoding="utf-8"
    )
    plain = scenario(given="turn of agnes; chance: one", when="agnes: rest", then="agnes.coins = 1")
    fair = plain.replace("coins = 1", "coins = 4").replace("  given", "  with fair\n  given")
    without, with_fair = run(tmp_path, plain, fair)
    assert without.passed, said(without)
    assert with_fair.passed, said(with_fair)
    text = refused(tmp_path, fair.replace("with fair", "with fairs"))
    assert "error[use/no-game]" in text
    assert "did you mean `fair`?" in text


# ------------------------------------------------------------------ what cannot be


@pytest.mark.parametrize(
    ("given", "message", "place"),
    [
        (
            "agnes.farmers at r0c0, r0c1, r0c2, r0c3",
            "there are only 3 of `agnes.farmers`, and 4 are named here",
            "r0c3",
        ),
        ("agnes.farmers at r9c9", "`r9c9`", "r9c9"),
        ("agnes.hand holds rye; bruno.hand holds rye, rye", "there are only 2 of `rye`, and 3 are named here", "rye"),
        ("agnes.hand holds wheat", "there is no component called `wheat`", "wheat"),
        ("agnes.hand holds heath", "`heath` cannot lie here", "heath"),
        ("agnes.hand holds rye; agnes.hand holds oats", "`hand` is described twice", "agnes.hand holds oats"),
        ("agnes.farmers at special", "`agnes.farmers` cannot lie here", "special"),
        ("special holds meadow, heath", "`special` has room for 1, not for 2", "special holds meadow, heath"),
        ("shown holds rye, rye, oats", "`shown` has room for 2, not for 3", "shown holds rye, rye, oats"),
        ("agnes.coins = 10", "`coins` is at most 9, not 10", "agnes.coins = 10"),
        ("agnes.stock[rye] = -1", "`stock` is at least 0, not -1", "agnes.stock[rye] = -1"),
        ("agnes.owned holds heath showing open", "`open` is no side of a Field", "open"),
        ("deck holds rye turned 180", "only the parts of a board are turned", "rye turned 180"),
        ("deck = 3", "only a variable has a value that can be given", "deck"),
        ("dora.coins = 3", "`dora`", "dora"),
        ("round 4", "this is done 3 times, there is no time number 4", "turn of agnes"),
        ("phase noon; pass 3", "this is done 2 times, there is no time number 3", "turn of agnes"),
        ("phase evening", "there is no phase called `evening`", "evening"),
        ("chance: four", "chance never brings `four`", "four"),
        ("land holds meadow", "`land` is not laid out of parts", "land holds meadow"),
    ],
)
def test_a_position_that_cannot_be_is_told_with_its_place(tmp_path: Path, given: str, message: str, place: str) -> None:
    text = refused(tmp_path, scenario(given=f"{given}; turn of agnes", then="bonus = 1"))
    assert message in text
    assert marked(text) == place


def marked(text: str) -> str:
    """What is underlined with `^`."""
    line, marks = next(
        (above.partition("| ")[2], under.partition("| ")[2])
        for above, under in zip(text.splitlines(), text.splitlines()[1:], strict=False)
        if "^" in under
    )
    return line[marks.index("^") : marks.rindex("^") + 1]


@pytest.mark.parametrize(
    ("given", "message", "cure"),
    [
        ("agnes.coins = 3; agnes.coins = 4", "the value of `agnes.coins` is given twice", "give it once"),
        (
            "agnes.stock[rye] = 2; agnes.stock[rye] = 2",
            "the value of `agnes.stock[rye]` is given twice",
            "give it once",
        ),
        (
            "agnes.farmers at r0c0, r0c0",
            "`agnes.farmers` are put on `r0c0` twice",
            "for two of them write `2 r0c0`",
        ),
        ("turn of bruno", "the turn is given twice", "give it once"),
        ("phase noon; phase noon", "the phase `noon` is given twice", "give it once"),
    ],
)
def test_what_is_given_twice_is_told_at_the_second_place(tmp_path: Path, given: str, message: str, cure: str) -> None:
    text = refused(tmp_path, scenario(given=f"{given}; turn of agnes", then="bonus = 1"))
    assert f"error[name/duplicate]: {message}" in text
    assert "- here first" in text
    assert f"= help: {cure}" in text


def test_an_option_and_who_plays_are_said_once(tmp_path: Path) -> None:
    game = GAME.replace("enum Crop", "option long: Bool = no\nenum Crop")
    head = 'scenario "it":\n  players agnes, bruno\n  option long = yes\n'
    for line, message, cure in (
        ("option long = no", "the option `long` is chosen twice", "choose it once"),
        ("option long = yes", "the option `long` is chosen twice", "choose it once"),
        ("players agnes, carol", "who plays is said twice", "say it once"),
    ):
        (outcome,) = run(tmp_path, f"{head}  {line}\n  then: bonus = 1\n", game=game)
        text = said(outcome)
        assert f"error[name/duplicate]: {message}" in text
        assert marked(text) == line
        assert "- here first" in text
        assert f"= help: {cure}" in text


def test_what_is_not_done_in_a_turn_cannot_be_behind_it(tmp_path: Path) -> None:
    assert "`wait` is not done in this turn" in refused(tmp_path, scenario(given="turn of agnes after wait"))
    expect(tmp_path, scenario(given="phase noon; turn of agnes after wait", then="turn of bruno; agnes.coins = 0"))


def test_too_many_players_are_told_at_the_scenario(tmp_path: Path) -> None:
    text = refused(tmp_path, scenario(players="agnes, bruno, carol, dora"))
    assert "error[use/players]" in text
    assert "players agnes, bruno, carol, dora" in text
