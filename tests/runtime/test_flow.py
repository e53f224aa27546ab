"""Flow: turns, rounds, scopes and what lasts for one, loops, leaving early."""

from __future__ import annotations

from runtime.texts import answer, lines, offered, play, value


def test_turns_go_round_until_all_have_dropped_out() -> None:
    play_ = play(
        """
        var stamina per Player: Int = 0
        var said: Int = 0
        setup: each player: set my stamina = if me = first_player then 1 else 3
        round 1 times:
          turns in seats(first_player) until no:
            set said = said * 10 + my stamina
            set my stamina = my stamina - 1
            if my stamina = 0: drop out
        """,
        2,
    )
    assert value(play_, "said") == 1321


def test_next_turn_names_who_comes_next_and_the_order_goes_on_from_there() -> None:
    play_ = play(
        """
        var said: Int = 0
        var again: Bool = yes
        var number per Player: Int = 0
        var counted: Int = 0
        setup:
          each player from first_player:
            set counted = counted + 1
            set my number = counted
        round 1 times:
          turns in seats(first_player):
            set said = said * 10 + my number
            if again and my number = 2:
              set again = no
              next turn: first_player
        """,
        3,
    )
    assert value(play_, "said") == 12123


def test_variables_last_for_a_turn_a_round_or_the_game() -> None:
    play_ = play(
        """
        var this_turn_only: Int = 0, each turn
        var this_round_only: Int = 0, each round
        var whole_game: Int = 0
        turn:
          set this_turn_only = this_turn_only + 1
          set this_round_only = this_round_only + 1
          set whole_game = whole_game + 1
          choose n in {this_turn_only * 100 + this_round_only * 10 + whole_game, 0}
          if whole_game = 4: end game
        """,
        2,
    )
    seen = []
    while play_.decision is not None:
        seen.append(max(offered(play_)))
        answer(play_, 0)
    assert seen == [111, 122, 113, 124]


def test_a_loop_over_players_skips_those_who_drop_out_during_it() -> None:
    play_ = play(
        """
        var hits per Player: Int = 0
        round 1 times:
          turns in seats(first_player) until stop_now:
            for each p in seats(first_player): do hit(p)
            set stop_now = yes
        var stop_now: Bool = no
        action hit(p: Player):
          set p.hits = p.hits + 1
          if p = first_player: as left_of(p): drop out
        """,
        4,
    )
    assert [value(play_, "hits", name) for name in ("agnes", "bruno", "clara", "doris")].count(1) == 3


def test_stop_ends_the_action_it_stands_in_also_out_of_loops() -> None:
    play_ = play(
        """
        var said: Int = 0
        turn:
          do count_up
          set said = said * 10 + 9
          end game
        action count_up:
          for each n in 1..5:
            set said = said * 10 + n
            if n = 3: stop
          set said = 0
        """,
        1,
    )
    assert value(play_, "said") == 1239


def test_stop_ends_an_action_that_asks() -> None:
    play_ = play(
        """
        var said: Int = 0
        turn:
          do ask
          set said = said * 10 + 9
          end game
        action ask:
          for each n in 1..3:
            choose one:
              option on: set said = said * 10 + n
              option off: stop
          set said = 0
        """,
        1,
    )
    answer(play_, "on", "off")
    assert value(play_, "said") == 19


def test_phases_and_rounds_nest_and_are_reacted_to() -> None:
    play_ = play(
        """
        var said: Int = 0
        round 2 times:
          phase dawn: set said = said * 10 + 1
          phase dusk: set said = said * 10 + 2
        before dusk as shadow: set said = said * 10 + 7
        after round as night: set said = said * 10 + round_number + 7
        """,
        1,
    )
    assert value(play_, "said") == 17281729


def test_as_another_player_the_other_is_asked_and_then_the_turn_goes_on() -> None:
    play_ = play(
        """
        var coins (coin) per Player: Int = 0
        turn:
          as left_of(me):
            choose n in {1, 2}
            gain n coins
          choose n in {3, 4}
          gain n coins
          end game
        """,
        2,
    )
    assert play_.decision is not None
    other = play_.decision.player
    assert offered(play_) == [1, 2]
    answer(play_, 2)
    assert play_.decision is not None
    me = play_.decision.player
    assert me != other
    answer(play_, 4)
    assert value(play_, "coins", other) == 2
    assert value(play_, "coins", me) == 4


def test_each_player_is_me_in_turn() -> None:
    play_ = play(
        lines(
            "var coins (coin) per Player: Int = 0",
            """
            turn:
              each player from me:
                choose n in {1, 2}
                gain n coins
              end game
            """,
        ),
        3,
    )
    asked = []
    while play_.decision is not None:
        asked.append(play_.decision.player)
        answer(play_, 2)
    assert sorted(asked) == ["agnes", "bruno", "clara"]
    assert all(value(play_, "coins", name) == 2 for name in asked)
