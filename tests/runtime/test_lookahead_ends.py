"""Where a search stops: at offers that do not help, and at things that are not to be looked at."""

from __future__ import annotations

import pytest

from rulewright.runtime.machine import Machine
from rulewright.runtime.stream import Stream
from runtime.texts import answer, game, lines, offered, play

HELP = """
    var coins (coin) per Player: Int = 2, at least 0
    anytime, once if my coins > 1 as lend: gain {loan} coins
    turn:
      choose one:
        option buy: do pick
        option rest: gain 0 coins
      end game
    action pick:
      choose n in {{6, 7, 8}} where it < my coins
      pay n coins
"""


def test_a_question_with_nothing_but_offers_is_an_end_only_if_one_of_them_helps() -> None:
    poor = play(HELP.format(loan=1), 1)
    answer(poor, "done")
    assert offered(poor) == ["rest", "lend"], "with one coin more there is still nothing to pick"
    rich = play(HELP.format(loan=6), 1)
    answer(rich, "done")
    assert offered(rich) == ["buy", "rest", "lend"]
    answer(rich, "buy")
    assert offered(rich) == ["lend"]
    answer(rich, "lend")
    assert offered(rich) == [6, 7]


DRAWING = """
    card Ware (wares)
      price: Int
    cards of Ware:
      cheap x3 price 1
      dear x3 price 9
    zone deck: deck of Ware
    zone hand per Player: Ware, seen by owner
    zone spare per Player: Ware, seen by owner
    var coins (coin) per Player: Int = 5, at least 0
    setup:
      move wares to deck; shuffle deck
    turn:
      choose one:
        option try:
          draw 1 from deck to my spare
          repeat 1 times: do buy
        option rest
      end game
    action buy:
      choose w in {source} where its price > my coins
      move w to box
"""


@pytest.mark.parametrize("loops", [False, True], ids=["sets", "element by element"])
@pytest.mark.parametrize(
    ("source", "answers"),
    [("my spare", ["try", "rest"]), ("(my spare with my hand)", ["try", "rest"]), ("my hand", ["rest"])],
)
def test_what_was_drawn_is_not_looked_at_one_by_one_nor_as_a_set(source: str, answers: list[str], loops: bool) -> None:
    program = game(lines(DRAWING.format(source=source))).start(1).machine.program
    for seed in range(3):
        machine = Machine(program, ["agnes"], loops=loops)
        state = machine.start(Stream.from_seed(seed, "game"))
        decision = machine.decision(state)
        found = [] if decision is None else [option.answer for option in decision.options]
        assert found == answers
