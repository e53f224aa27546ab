"""What is read and written, by place, through calls, cells and reactions."""

from __future__ import annotations

from pathlib import Path

from analyses.game_text import analysed
from rulewright.semantics.analyses.effects import footprints, of_routine
from rulewright.semantics.analyses.places import Effects, Place, meet

CELLS = """
tile Power (powers)
  use: action
tiles of Power:
  build x2:
    use: do settle
  earn x2:
    use: gain 1 coin
zone kept per Player: Power
action settle:
  choose s in meadow where it is empty
  place Pawn on s
action use_one:
  choose p in my kept
  do p.use
"""


def effects(tmp_path: Path, rules: str, routine: str) -> Effects:
    return of_routine(footprints(analysed(tmp_path, rules).plain), routine)


def writes(found: Effects, kind: str) -> set[tuple[str, str]]:
    return {(place.name, place.of) for place in found.writes if place.kind == kind}


def reads(found: Effects, kind: str) -> set[tuple[str, str]]:
    return {(place.name, place.of) for place in found.reads if place.kind == kind}


def test_a_store_writes_its_variable(tmp_path: Path) -> None:
    found = effects(tmp_path, "turn:\n  gain 1 coin\n", "turn")
    assert writes(found, "var") == {("coins", "")}
    assert reads(found, "var") == {("coins", "")}


def test_a_definition_reads_what_its_body_reads(tmp_path: Path) -> None:
    found = effects(
        tmp_path,
        'define rich: Bool = my coins > 3 and any display\nturn:\n  if my rich: log "Rich"\n',
        "turn",
    )
    assert reads(found, "var") == {("coins", "")}
    assert reads(found, "size") == {("display", "Card")}


def test_how_many_lie_somewhere_is_less_than_what_lies_there(tmp_path: Path) -> None:
    found = effects(tmp_path, "turn:\n  if any c in display has c.cost = 1: set over = yes\n", "turn")
    assert reads(found, "zone") == {("display", "Card")}


def test_a_cell_may_be_that_of_any_row(tmp_path: Path) -> None:
    found = effects(tmp_path, CELLS + "turn:\n  do use_one\n", "use_one")
    assert ("coins", "") in writes(found, "var")
    assert ("", "Pawn") in writes(found, "on")
    assert found.asks


def test_a_reaction_belongs_to_what_sets_it_off(tmp_path: Path) -> None:
    found = effects(
        tmp_path,
        """
action settle:
  choose s in meadow where it is empty
  place Pawn on s
turn:
  do settle
after place(x: Pawn, s): gain 1 coin
when my coins > 5: set over = yes
""",
        "settle",
    )
    assert writes(found, "var") == {("coins", ""), ("over", "")}
    assert found.ends


def test_a_reaction_to_another_piece_does_not(tmp_path: Path) -> None:
    found = effects(
        tmp_path,
        """
action settle:
  choose s in meadow where it is empty
  place Stone on s
turn:
  do settle
after place(x: Pawn, s): gain 1 coin
""",
        "settle",
    )
    assert writes(found, "var") == set()


def test_a_zone_that_refills_itself_empties_another(tmp_path: Path) -> None:
    found = effects(
        tmp_path,
        """
zone market: row of 2 Card, refilled from deck
action take:
  choose c in market
  move c to my won
turn:
  do take
""",
        "take",
    )
    assert ("deck", "") in writes(found, "zone")


def test_what_is_drawn_nobody_knows_before(tmp_path: Path) -> None:
    found = effects(tmp_path, "turn:\n  draw 1 from deck to my hand\n", "turn")
    assert {(place.name, place.of) for place in found.veils} == {("hand", "Card")}


def test_another_may_be_asked(tmp_path: Path) -> None:
    found = effects(tmp_path, "turn:\n  as left_of(me):\n    choose c in display\n    move c to discard\n", "turn")
    assert found.asks
    assert found.others


def test_places_meet_if_one_of_them_is_all_of_a_kind() -> None:
    assert meet([Place("zone", "deck", "Card")], [Place("zone", "", "Card")])
    assert meet([Place("on", "", "")], [Place("on", "", "Pawn")])
    assert not meet([Place("zone", "deck", "Card")], [Place("size", "deck", "Card")])
    assert not meet([Place("on", "", "Stone")], [Place("on", "", "Pawn")])
