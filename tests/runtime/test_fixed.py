"""What the boards alone decide is worked out once for a board, and for each board of a table anew."""

from __future__ import annotations

from runtime.texts import answer, lines, offered, play, value

FIELD = """
use scoring
enum Land: sand, rock, sea
tile Slab (slabs)
  map: Map
tiles of Slab:
  low: map:
    |SSSRRW|
  high: map:
    |WRRRSS|
board field: square grid 6 x 1
  land: Land
  from sample(slabs, 1) placed 1 x 1
letters for field: S sand, R rock, W sea
piece Hut (huts): 9 per Player
var seen: Int = 0
define all_of(kind: Land?): set of Space = field where its land = kind
define shores: set of Space = all_of(sand) where it next to all_of(rock)
"""
TURN = """
turn:
  do survey if possible
  end game
action survey:
  choose kind in {rock, sand}
  choose space in all_of(kind)
  choose other in shores with all_of(sea)
  set seen = count of (all_of(kind) where it is empty)
  place Hut on space
  choose again in all_of(kind) where it is empty
"""
SANDS = {0: ["r0c0", "r0c1", "r0c2"], 1: ["r0c4", "r0c5"]}
SHORES_AND_SEA = {0: ["r0c2", "r0c5"], 1: ["r0c0", "r0c4"]}


def test_two_boards_of_one_table_keep_what_is_on_them_apart() -> None:
    met = set()
    for seed in range(12):
        of = answer(play(lines(FIELD, TURN), 1, seed), "sand")
        which = 0 if offered(of)[0] == "r0c0" else 1
        met.add(which)
        assert offered(of) == SANDS[which]
        assert offered(answer(of, SANDS[which][0])) == SHORES_AND_SEA[which]
    assert met == {0, 1}


def test_what_stands_on_the_board_is_looked_at_each_time() -> None:
    for seed in range(12):
        of = answer(play(lines(FIELD, TURN), 1, seed), "sand")
        if offered(of)[0] != "r0c0":
            continue
        answer(of, "r0c1", "r0c2")
        assert value(of, "seen") == 3
        assert offered(of) == ["r0c0", "r0c2"]
        return
    raise AssertionError("no seed laid the low slab")


WORKED_OUT = """
board hills: square grid 3 x 1
  last: Bool = doubled(it) > 3
  step: Int = its before + 1
  before: Int = its column
define doubled(s: hills): Int = s.step + s.before
turn:
  set seen = count of (hills where its last)
  end game
var seen: Int = 0
"""


def test_attributes_are_worked_out_after_those_they_read() -> None:
    """Also through a definition, whatever stands first."""
    assert value(play(lines(WORKED_OUT), 1, 0), "seen") == 1
