"""The hand-written Kingdom Builder against positions worked out by hand, and against what must hold in any game.

Unless a test says otherwise the board is tavern, paddock (above), oasis, farm (below), none turned:

     0 FDDMMDDCCC CCCDDWDDDD      10 DDCWWTTGGG DDCWWTTTGG
     1 FFDDDMMCCC MMCDDWDDDD      11 DCWFFTTTGG DSCWTTTLGG
     2 FFFFFFFMMM MMCMMWDDLF      12 DDWFFTTLFG CCCFFFTCFF
     3 WWFSGGTTMM MCMMWMDFFF      13 WWWFGTFFFF CCFFWDDCCF
     4 FFWWGGGTTC CCTTWMMCFF      14 WWWWGGGGFF CGGWFFDDCC
     5 FCCWGTTCCC CTTWCCCMFF      15 WTTWGGCCDC GGLFWFWDDC
     6 DFLCWTTLCG CLTTWFFFFF      16 WTCTWGCCDC GGGTFFWWDD
     7 DDCWTTGGGG GGTWGSGFGT      17 WSCFWLDDCW GGTTMWWWDW
     8 DDDWTTTGGG GGTTWGGGGT      18 WWCFWWWDDW GMTTWWWWWW
     9 DDWWTTTGGG GGTTWGGGTT      19 WWWWWWWWWW TTTWWWWWWW
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from peers.loading import load_peer

kb: Any = load_peer("kingdom_builder")

Cell = tuple[int, int]
FIRST_GAME = [("tavern", False), ("paddock", False), ("oasis", False), ("farm", False)]


def start(*deck: str, players: int = 2, own: set[Cell] | None = None, **setup: Any) -> Any:
    """A game whose first player holds the first card and has settlements already."""
    given: dict[str, Any] = {
        "sectors": FIRST_GAME,
        "goals": ["fishermen", "knights", "merchants"],
        "deck": [*deck, *["forest"] * 12],
        "first_player": 0,
        "reshuffle": list,
    }
    game = kb.Game(players, **(given | setup))
    settle(game, 0, own or set())
    return game


def settle(game: Any, player: int, cells: set[Cell]) -> None:
    for cell in cells:
        game.put(player, cell)


def give_tile(game: Any, player: int, at: Cell) -> None:
    """The player took the tile of this location in an earlier turn."""
    game.stock[at] -= 1
    game.visited[player].add(at)
    game.held[player].add(at)
    game.unused[player][game.location[at]] += 1


def give_kind(game: Any, player: int, kind: str) -> None:
    """A tile whose location is not on this board, so nothing can take it away."""
    game.unused[player][kind] += 1


def options(game: Any) -> list[Any]:
    return list(game.question()[2])


def finish_turn(game: Any) -> None:
    """Answer with `done` or whatever comes first until someone else is asked."""
    player = game.question()[1]
    while (question := game.question()) is not None and question[1] == player:
        game.answer("done" if "done" in question[2] else question[2][0])


def gold(goal: str, own: set[Cell], *others: set[Cell]) -> int:
    game = start("grass", "grass", "grass", "grass", players=max(2, 1 + len(others)), own=own)
    for player, cells in enumerate(others, start=1):
        settle(game, player, cells)
    score = kb.castles if goal == "castles" else kb.GOALS[goal]
    return int(score(game, 0))


# The board


def test_neighbors_are_the_hexes_whose_centers_are_nearest() -> None:
    def center(cell: Cell) -> Cell:
        return 2 * cell[1] + cell[0] % 2, cell[0]

    for cell in kb.CELLS:
        x, y = center(cell)
        touching = {(x - 2, y), (x + 2, y), (x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)}
        assert set(kb.NEIGHBORS[cell]) == {other for other in kb.CELLS if center(other) in touching}


def test_sectors_lie_in_reading_order_and_can_be_turned() -> None:
    assert start("grass", "grass").location == {
        (6, 2): "tavern", (6, 7): "tavern", (2, 18): "paddock", (6, 11): "paddock",
        (12, 7): "oasis", (17, 5): "oasis", (11, 17): "farm", (15, 12): "farm",
    }  # fmt: skip
    turned = start("grass", "grass", sectors=[("oracle", False), ("tavern", True), ("tower", False), ("barn", True)])
    castles = {cell for cell in kb.CELLS if turned.terrain[cell] == "castle"}
    assert castles == {(1, 3), (6, 16), (7, 2), (12, 12), (16, 7)}
    assert turned.location == {
        (3, 7): "oracle", (3, 12): "tavern", (3, 17): "tavern", (13, 5): "tower", (17, 2): "tower",
        (13, 17): "barn", (17, 13): "barn",
    }  # fmt: skip


def test_every_sector_has_a_hundred_hexes_and_all_have_28_tiles() -> None:
    letters = ["".join(rows) for rows in kb.SECTORS.values()]
    assert [len(text) for text in letters] == [100] * 8
    assert kb.TILES_PER_LOCATION * sum(text.count("L") for text in letters) == 28
    assert sum(text.count("S") for text in letters) == 10


# The mandatory action


def test_without_settlements_every_hex_of_the_terrain_is_open() -> None:
    kind, player, cells = start("grass", "canyon").question()
    assert (kind, player, len(cells)) == ("space", 0, 17 + 16 + 14 + 14)


def test_building_next_to_your_own_is_a_duty_tested_for_each_settlement() -> None:
    game = start("grass", "canyon", own={(4, 4)})
    assert options(game) == [(3, 4), (4, 5), (5, 4)]
    game.answer((3, 4))
    assert options(game) == [(3, 5), (4, 5), (5, 4)]
    game.answer((3, 5))
    assert options(game) == [(4, 5), (4, 6), (5, 4)]


def test_a_settlement_without_a_fitting_neighbor_binds_nobody() -> None:
    game = start("grass", "canyon", own={(0, 0)})
    settle(game, 1, {(4, 4)})
    assert len(options(game)) == 60


def test_forced_choices_are_not_asked_and_the_turn_passes() -> None:
    game = start("canyon", "grass", own={(5, 0)})
    assert game.question()[:2] == ("space", 1)
    assert game.settlements[0] == {(5, 0), (5, 1), (5, 2), (6, 3)}
    assert game.supply == [37, 40]
    assert (game.stock[6, 2], game.unused[0]["tavern"], game.hand[0]) == (1, 1, "forest")


def test_a_wrong_answer_changes_nothing() -> None:
    game = start("grass", "canyon", own={(4, 4)})
    for wrong in [(7, 7), "done", "build_three", None]:
        with pytest.raises(ValueError, match="is not an answer to space"):
            game.answer(wrong)
    assert options(game) == [(3, 4), (4, 5), (5, 4)]


# Cards


def test_a_dead_card_is_replaced_at_the_start_of_the_turn() -> None:
    game = start("grass", "canyon", "grass", "desert")
    settle(game, 1, game.free["grass"].copy())
    give_kind(game, 0, "oracle")
    assert {game.terrain[cell] for cell in use(game, "oracle")} == {"desert"}
    assert (game.removed, game.face_up) == (["grass", "grass"], "desert")


def test_a_card_that_dies_between_two_builds_is_replaced_and_the_total_stays_three() -> None:
    game = start("grass", "canyon", "desert")
    settle(game, 1, game.free["grass"] - {(11, 8)})
    assert {game.terrain[cell] for cell in options(game)} == {"desert"}
    assert (game.settlements[0], game.removed) == ({(11, 8)}, ["grass"])
    finish_turn(game)
    assert len(game.settlements[0]) == 3
    assert game.discards == ["desert"]


def test_a_card_that_dies_with_the_third_build_stays_and_its_tiles_are_not_offered() -> None:
    game = start("grass", "canyon", own={(7, 4)})
    settle(game, 1, game.free["grass"] - {(3, 4), (3, 5), (4, 5)})
    for kind in ("oracle", "barn", "paddock"):
        give_kind(game, 0, kind)
    assert options(game) == ["build_three", ("use_tile", "oracle"), ("use_tile", "barn"), ("use_tile", "paddock")]
    game.answer("build_three")
    game.answer((3, 4))
    game.answer((3, 5))
    assert options(game) == [("use_tile", "paddock"), "done"]
    assert (game.face_up, game.removed) == ("grass", [])


def test_without_any_card_left_the_mandatory_action_ends() -> None:
    game = start("grass", "canyon", deck=["grass", "canyon"])
    settle(game, 1, game.free["grass"].copy())
    assert game.question()[:2] == ("space", 1)
    assert (game.settlements[0], game.hand[0], game.removed) == (set(), "grass", [])


def test_the_discards_become_the_pile_as_soon_as_the_last_card_is_drawn() -> None:
    calls: list[list[str]] = []

    def reshuffle(cards: list[str]) -> list[str]:
        calls.append(cards)
        return cards[::-1]

    game = start("grass", deck=["grass", "desert", "forest", "canyon"], reshuffle=reshuffle)
    finish_turn(game)
    assert (game.hand, calls, game.discards) == (["forest", None], [], ["grass"])
    finish_turn(game)
    assert (game.hand, calls, game.discards) == ([None, "canyon"], [["desert", "grass"]], [])
    assert game.deck == ["grass", "desert"]


def test_cards_are_dealt_from_the_first_player_on() -> None:
    game = start("grass", "canyon", "desert", players=3, first_player=2)
    assert game.hand == ["canyon", "desert", "grass"]
    assert game.question()[1] == 2


def test_a_reshuffle_must_keep_the_cards() -> None:
    game = start("grass", deck=["grass", "desert", "forest"], reshuffle=lambda cards: ["canyon"])
    with pytest.raises(ValueError, match="reshuffling"):
        finish_turn(game)


# Tiles that build


def use(game: Any, kind: str) -> list[Any]:
    """Use a tile at the start of the turn; what is asked next."""
    assert ("use_tile", kind) in options(game)
    game.answer(("use_tile", kind))
    return options(game)


def test_farm_builds_on_grass_once_before_or_after_the_mandatory_action() -> None:
    game = start("desert", "canyon", own={(4, 4)})
    give_kind(game, 0, "farm")
    assert use(game, "farm") == [(3, 4), (4, 5), (5, 4)]
    game.answer((4, 5))
    assert game.supply[0] == 39
    assert game.question()[0] == "space" and {game.terrain[cell] for cell in options(game)} == {"desert"}
    finish_turn(game)
    assert game.supply[0] == 36
    finish_turn(game)
    assert options(game) == ["build_three", ("use_tile", "farm")]


def test_a_tile_waits_for_the_end_of_the_mandatory_action() -> None:
    game = start("grass", "canyon", own={(4, 4)})
    give_kind(game, 0, "farm")
    game.answer("build_three")
    for cell in [(4, 5), (4, 6), (3, 4)]:
        assert game.question()[0] == "space"
        game.answer(cell)
    assert options(game) == [("use_tile", "farm"), "done"]


def test_oasis_builds_on_desert_and_is_skipped_without_any() -> None:
    game = start("grass", "canyon", own={(0, 0), (4, 4)})
    give_kind(game, 0, "oasis")
    game.answer(("use_tile", "oasis"))  # (0, 1) is the only desert next to a settlement
    assert (0, 1) in game.settlements[0]
    full = start("grass", "canyon", own={(4, 4)})
    settle(full, 1, full.free["desert"].copy())
    give_kind(full, 0, "oasis")
    assert full.question()[0] == "space"


def test_oracle_builds_on_the_terrain_of_the_card() -> None:
    game = start("flower_field", "canyon", own={(1, 1)})
    give_kind(game, 0, "oracle")
    assert use(game, "oracle") == [(1, 0), (2, 1), (2, 2)]


def test_tower_builds_at_the_edge_next_to_your_own_if_possible() -> None:
    game = start("grass", "canyon", own={(1, 1), (4, 4)})
    give_kind(game, 0, "tower")
    assert use(game, "tower") == [(0, 1), (0, 2), (1, 0)]
    inland = start("grass", "canyon", own={(4, 4)})
    give_kind(inland, 0, "tower")
    cells = use(inland, "tower")
    assert Counter("row" if row in (0, 19) else "column" for row, _ in cells) == {"row": 17 + 3, "column": 11 + 16}
    assert all(inland.terrain[cell] in kb.BUILDABLE for cell in cells)


def test_tavern_builds_at_either_end_of_three_in_a_line() -> None:
    game = start("grass", "canyon", own={(1, 2), (1, 3), (1, 4), (5, 5), (5, 6), (5, 7)})
    give_kind(game, 0, "tavern")
    assert use(game, "tavern") == [(1, 1), (5, 4), (5, 8)]  # (1, 5) is a mountain


def test_tavern_lines_run_along_diagonals_and_across_sectors() -> None:
    game = start("canyon", "canyon", own={(7, 6), (8, 7), (9, 7)})
    give_kind(game, 0, "tavern")
    assert use(game, "tavern") == [(6, 6), (10, 8)]
    two = start("canyon", "canyon", own={(8, 7), (9, 7)})
    give_kind(two, 0, "tavern")
    assert two.question()[0] == "space"


def test_tavern_finds_both_ends_of_a_longer_line_and_no_taken_one() -> None:
    game = start("canyon", "canyon", own={(2, 1), (2, 2), (2, 3), (2, 4), (3, 4), (4, 5)})
    settle(game, 1, {(2, 0)})
    give_kind(game, 0, "tavern")
    # row 2 is open at (2, 5) only; (2, 4), (3, 4), (4, 5) is a diagonal with ends (1, 3) and (5, 5)
    assert use(game, "tavern") == [(1, 3), (2, 5), (5, 5)]


# Tiles that move


def test_barn_moves_to_the_terrain_of_the_card_and_the_mover_is_no_anchor() -> None:
    game = start("grass", "canyon", own={(4, 4), (0, 0)})
    give_kind(game, 0, "barn")
    assert use(game, "barn") == [(0, 0), (4, 4)]
    assert game.question()[0] == "mover"
    game.answer((0, 0))
    assert options(game) == [(3, 4), (4, 5), (5, 4)]
    game.answer((3, 4))
    assert game.settlements[0] == {(3, 4), (4, 4)}
    assert game.supply[0] == 40
    assert (0, 0) in game.free["flower_field"]


def test_the_vacated_hex_is_no_target_and_does_not_bind() -> None:
    game = start("grass", "canyon", own={(3, 4), (2, 4)})  # (3, 4) is the only grass next to (2, 4)
    give_kind(game, 0, "barn")
    use(game, "barn")
    game.answer((3, 4))
    assert len(options(game)) == 60
    assert (3, 4) not in options(game)


def test_harbor_moves_to_water_and_from_water() -> None:
    game = start("grass", "canyon", own={(3, 2), (4, 4)})
    give_kind(game, 0, "harbor")
    assert use(game, "harbor") == [(3, 2), (4, 4)]
    game.answer((4, 4))
    assert options(game) == [(3, 1), (4, 2), (4, 3)]
    again = start("grass", "canyon", own={(3, 1), (3, 2)})
    give_kind(again, 0, "harbor")
    use(again, "harbor")
    again.answer((3, 1))
    again.answer((4, 3))
    assert {(3, 2), (4, 3)} <= again.settlements[0]
    assert (3, 1) in again.free["water"]


def test_paddock_jumps_two_hexes_in_a_line_over_anything() -> None:
    game = start("desert", "canyon", own={(4, 4)})
    settle(game, 1, {(4, 5), (2, 3)})
    give_kind(game, 0, "paddock")
    assert use(game, "paddock") == [(2, 5), (4, 6), (6, 3), (6, 5)]  # not (4, 2), water, nor (2, 3), taken
    game.answer((6, 3))
    assert (game.stock[6, 2], game.used[0]) == (1, {"paddock": 1, "tavern": 1})


def test_paddock_asks_only_for_settlements_that_can_jump() -> None:
    game = start("desert", "canyon", own={(4, 4), (0, 0), (8, 0)})
    settle(game, 1, {(0, 2), (2, 1), (6, 1), (8, 2), (10, 1)})  # that leaves no jump to (0, 0) and (8, 0)
    give_kind(game, 0, "paddock")
    assert use(game, "paddock") == [(2, 3), (2, 5), (4, 6), (6, 3), (6, 5)]
    assert game.question()[0] == "space"


# Gaining and losing tiles


def test_a_tile_is_gained_at_once_and_usable_from_the_next_turn() -> None:
    game = start("forest", "canyon", own={(11, 8)})
    give_kind(game, 0, "paddock")
    game.answer("build_three")  # first on (11, 7), then on (11, 6), each the only forest there
    assert options(game) == [(10, 6), (11, 5), (12, 6)]
    assert (game.stock[12, 7], game.held[0], game.used[0]["oasis"]) == (1, {(12, 7)}, 1)
    game.answer((11, 5))
    assert options(game) == [("use_tile", "paddock"), "done"]
    game.answer("done")
    finish_turn(game)
    assert options(game) == ["build_three", ("use_tile", "oasis"), ("use_tile", "paddock")]


def test_a_location_gives_each_player_one_tile_and_two_in_all() -> None:
    game = start("grass", "canyon", "desert", players=3)
    for player, cell in [(0, (11, 7)), (0, (12, 6)), (1, (11, 6)), (2, (12, 8))]:
        game._build(player, cell)
    assert game.stock[12, 7] == 0
    assert [used["oasis"] for used in game.used] == [1, 1, 0]


def test_a_tile_is_lost_with_the_last_settlement_and_never_comes_back() -> None:
    game = start("grass", "canyon", own={(11, 7)})
    give_tile(game, 0, (12, 7))
    give_kind(game, 0, "paddock")
    use(game, "paddock")
    game.answer((11, 5))
    assert (game.held[0], game.unused[0]["oasis"], game.stock[12, 7]) == (set(), 0, 1)
    game._build(0, (11, 7))
    assert (game.held[0], game.used[0]["oasis"], game.stock[12, 7]) == (set(), 0, 1)


def test_a_tile_stays_while_another_settlement_or_the_moved_one_still_touches() -> None:
    game = start("flower_field", "canyon", own={(11, 7)})
    give_tile(game, 0, (12, 7))
    give_kind(game, 0, "barn")
    use(game, "barn")
    game.answer((12, 8))
    assert (game.held[0], game.unused[0]["oasis"]) == ({(12, 7)}, 1)
    two = start("grass", "canyon", own={(11, 7), (12, 6)})
    give_tile(two, 0, (12, 7))
    give_kind(two, 0, "paddock")
    use(two, "paddock")
    two.answer((11, 7))
    two.answer((11, 5))
    assert two.unused[0]["oasis"] == 1


def test_twin_tiles_are_one_option_and_two_uses() -> None:
    game = start("grass", "canyon", own={(11, 7), (16, 6)})
    give_tile(game, 0, (12, 7))
    give_tile(game, 0, (17, 5))
    assert options(game) == ["build_three", ("use_tile", "oasis")]
    game.answer(("use_tile", "oasis"))  # (17, 6) is the only desert next to (16, 6) or (11, 7)
    assert options(game) == ["build_three", ("use_tile", "oasis")]
    assert use(game, "oasis") == [(17, 7), (18, 7)]
    game.answer((17, 7))
    assert game.question()[0] == "space"  # nothing but building three is left
    assert (game.used[0]["oasis"], game.unused[0]["oasis"]) == (2, 0)


@pytest.mark.parametrize("used", [0, 1])
def test_of_twins_the_used_one_is_given_up_first(used: int) -> None:
    game = start("grass", "canyon", own={(11, 7), (16, 5)})
    give_tile(game, 0, (12, 7))
    give_tile(game, 0, (17, 5))
    give_kind(game, 0, "paddock")
    game.unused[0]["oasis"] -= used
    game.used[0]["oasis"] += used
    use(game, "paddock")
    game.answer((11, 7))
    game.answer((11, 5))
    assert (game.unused[0]["oasis"], game.used[0]["oasis"]) == (1, 0)


def test_moving_from_one_twin_location_to_the_other_loses_first() -> None:
    game = start("grass", "canyon", own={(11, 7)})
    give_tile(game, 0, (12, 7))
    give_kind(game, 0, "barn")
    use(game, "barn")
    game.answer((16, 5))
    assert (game.unused[0]["oasis"], game.used[0]["oasis"], game.held[0]) == (0, 1, {(17, 5)})


def test_a_tile_may_lose_itself_and_its_move_is_completed() -> None:
    game = start("desert", "canyon", own={(7, 10)})
    give_tile(game, 0, (6, 11))
    use(game, "paddock")
    game.answer((7, 12))
    assert (game.settlements[0], game.used[0]["paddock"], game.held[0]) == ({(7, 12)}, 0, set())


# The end of the game


def test_the_round_is_completed_after_someone_built_the_last_settlement() -> None:
    game = start("grass", "canyon", "desert", players=3, first_player=1)
    game.supply[1] = 2
    finish_turn(game)
    assert (game.supply[1], game.last_round, game.over) == (0, True, False)
    assert game.question()[1] == 2
    finish_turn(game)
    finish_turn(game)
    assert game.over and game.question() is None
    assert [len(own) for own in game.settlements] == [3, 2, 3]
    with pytest.raises(ValueError, match="the game is over"):
        game.answer("done")


def test_the_last_player_of_the_round_ends_it_at_once_but_finishes_the_turn() -> None:
    game = start("grass", "canyon", own={(4, 4)}, first_player=1)
    game.supply[0] = 3
    give_kind(game, 0, "farm")
    give_kind(game, 0, "paddock")
    finish_turn(game)
    game.answer("build_three")
    for _ in range(3):
        game.answer(options(game)[0])
    assert options(game) == [("use_tile", "paddock"), "done"]  # no farm: nothing left to build
    game.answer("done")
    assert game.question() is None


def test_the_mandatory_action_is_due_even_if_a_tile_took_the_last_settlement() -> None:
    game = start("desert", "canyon", own={(4, 4)})
    game.supply[0] = 1
    give_kind(game, 0, "farm")
    give_kind(game, 0, "paddock")
    use(game, "farm")
    game.answer((4, 5))
    assert options(game) == ["build_three", ("use_tile", "paddock")]
    game.answer("build_three")
    assert options(game) == [("use_tile", "paddock"), "done"]
    assert len(game.settlements[0]) == 2


# Scoring


def test_castles() -> None:
    assert gold("castles", {(3, 2), (3, 4), (7, 14), (0, 0)}) == 6


def test_fishermen() -> None:
    # (2, 2) has no water but (3, 1), which is occupied; the settlement on (3, 1) itself does not count
    assert gold("fishermen", {(2, 0), (3, 2), (2, 2), (0, 0), (3, 1)}) == 3


def test_miners() -> None:
    assert gold("miners", {(0, 2), (1, 4), (0, 0), (0, 1)}) == 2


def test_workers() -> None:
    assert gold("workers", {(3, 2), (3, 4), (6, 3), (7, 2), (2, 2), (0, 0)}) == 4


def test_discoverers() -> None:
    assert gold("discoverers", {(0, 0), (0, 19), (7, 0), (18, 2)}) == 3
    assert gold("discoverers", set()) == 0


def test_knights() -> None:
    assert gold("knights", {(0, 0), (0, 1), (0, 10), (0, 19), (7, 0), (7, 1)}) == 8
    assert gold("knights", {(0, 0), (1, 0)}) == 2
    assert gold("knights", set()) == 0


AREAS = {(0, 0), (0, 1), (1, 0), (2, 0), (2, 1), (0, 5), (0, 6), (9, 19)}


def test_hermits() -> None:
    assert gold("hermits", AREAS) == 3
    assert gold("hermits", {(9, 9), (10, 10)}) == 1  # across two seams
    assert gold("hermits", {(9, 9), (10, 8)}) == 2


def test_citizens() -> None:
    assert gold("citizens", AREAS) == 2
    assert gold("citizens", set()) == 0


def test_merchants() -> None:
    castle_to_tavern = {(4, 3), (5, 2)}
    tavern_to_tavern = {(7, 2), (7, 3), (7, 4), (7, 5), (7, 6)}
    assert gold("merchants", castle_to_tavern) == 8
    assert gold("merchants", castle_to_tavern | tavern_to_tavern) == 12
    assert gold("merchants", {(5, 2), (6, 6), (10, 11)}) == 0  # three groups, one place each


def test_lords() -> None:
    first = {(0, 0), (0, 1), (0, 2), (0, 10), (0, 11)}
    second = {(1, 0), (1, 1), (1, 2), (0, 12)}
    third = {(2, 0), (10, 11)}
    assert gold("lords", first, second, third) == 12 + 12
    assert gold("lords", second, first, third) == 12 + 6
    assert gold("lords", third, first, second) == 6 + 12
    assert gold("lords", set(), first) == 0
    assert gold("lords", {(0, 0)}, set()) == 12


def test_farmers() -> None:
    three_sectors = {(0, 0), (0, 1), (0, 10), (0, 11), (0, 12), (10, 0), (10, 1)}
    assert gold("farmers", three_sectors | {(10, 11), (10, 12), (11, 12)}) == 6
    assert gold("farmers", three_sectors) == 0


def test_all_who_have_most_share_the_victory() -> None:
    game = start("grass", "canyon", "desert", players=3, own={(0, 0)})
    settle(game, 2, {(2, 5)})
    assert game.scores()[2] == {"fishermen": 0, "knights": 2, "merchants": 0, "castles": 0}
    assert game.winners() == [0, 2]
    settle(game, 1, {(3, 2)})
    assert game.scores()[1] == {"fishermen": 1, "knights": 2, "merchants": 0, "castles": 3}
    assert game.winners() == [1]


# Set-ups that cannot be


@pytest.mark.parametrize(
    "setup",
    [
        {"players": 5},
        {"first_player": 2},
        {"sectors": [*FIRST_GAME[:3], FIRST_GAME[0]]},
        {"sectors": [*FIRST_GAME[:3], ("swamp", False)]},
        {"goals": ["knights", "lords", "lords"]},
        {"goals": ["knights", "lords", "pirates"]},
        {"deck": ["grass"]},
        {"deck": ["grass", "water"]},
    ],
)
def test_a_wrong_set_up_is_refused(setup: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=": not "):
        start("grass", **setup)


# Whole games


def check_state(game: Any) -> None:
    everyone = [cell for own in game.settlements for cell in own]
    assert len(everyone) == len(set(everyone))
    free = {cell for cells in game.free.values() for cell in cells}
    assert free | set(everyone) == {cell for cell in kb.CELLS if game.terrain[cell] in game.free}
    assert free.isdisjoint(everyone)
    cards = game.deck + game.discards + game.removed + [card for card in [*game.hand, game.face_up] if card]
    assert Counter(cards) == dict.fromkeys(kb.BUILDABLE, 5)
    assert game.deck
    for player in range(game.players):
        assert game.supply[player] + len(game.settlements[player]) == 40
        kinds = Counter(game.location[cell] for cell in game.held[player])
        assert +(game.unused[player] + game.used[player]) == kinds
        assert game.held[player] <= game.visited[player]
        for cell in game.held[player]:
            assert not game.settlements[player].isdisjoint(kb.NEIGHBORS[cell])
        for cell in kb.next_to(game.settlements[player]) & set(game.location):
            assert cell in game.visited[player] or game.stock[cell] == 0
    for cell, left in game.stock.items():
        assert left == 2 - sum(cell in visited for visited in game.visited)
    assert game.last_round == any(left == 0 for left in game.supply)


@pytest.mark.parametrize("seed", range(24))
def test_what_holds_in_every_game(seed: int) -> None:
    chance = random.Random(seed)
    players = 2 + seed % 3
    game = kb.random_game(players, chance)
    before_three: int | None = None
    while (question := game.question()) is not None:
        kind, player, cells = question
        check_state(game)
        assert player == game.active
        assert len(cells) == len(set(cells)) >= 2
        if kind == "menu":
            assert ("done" in cells) != ("build_three" in cells)
            if "done" in cells and before_three is not None:
                assert game.supply[player] == max(0, before_three - 3)
            before_three = None
        else:
            assert list(cells) == sorted(cells)
            assert (kind == "mover") == (cells[0] in game.settlements[player])
        choice = chance.choice(cells)
        if choice == "build_three":
            before_three = game.supply[player]
        game.answer(choice)
    check_state(game)
    assert {len(gold) for gold in game.scores().values()} == {4}
    limits = {"discoverers": 20, "knights": 40, "farmers": 30, "merchants": 48, "lords": 48, "citizens": 20}
    for gold in game.scores().values():
        assert all(0 <= value <= limits.get(goal, 40) for goal, value in gold.items())


def test_random_play_is_a_function_of_the_seed() -> None:
    first, again, other = kb.play_random(4, 5), kb.play_random(4, 5), kb.play_random(4, 6)
    assert first.over and first.settlements == again.settlements and first.scores() == again.scores()
    assert first.settlements != other.settlements
