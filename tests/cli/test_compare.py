"""What `rulewright compare` works out: differences, how sure they are, the same each time; data that fit the schema."""

from __future__ import annotations

import json
from fractions import Fraction
from math import isclose, sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.transcripts import called
from rulewright_tools.comparing import WIDE, differences
from schemas import fits

NUMBERS = st.integers(-50, 50)


def games(values: list[int | None]) -> list[dict[str, Fraction]]:
    return [{} if value is None else {"points": Fraction(value)} for value in values]


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=12))
def test_games_of_one_seed_are_compared_with_each_other(pairs: list[tuple[int, int]]) -> None:
    (found,) = differences(games([a for a, _ in pairs]), games([b for _, b in pairs]))
    apart = [b - a for a, b in pairs]
    assert found.difference is not None and found.uncertainty is not None
    assert isclose(found.difference, mean(apart), abs_tol=1e-9)
    assert isclose(found.uncertainty, WIDE * stdev(apart) / sqrt(len(apart)), abs_tol=1e-9)
    assert found.clear is (abs(found.difference) > found.uncertainty)


@given(st.lists(NUMBERS, min_size=2, max_size=9), st.lists(NUMBERS, min_size=2, max_size=9))
def test_what_only_some_games_have_is_compared_on_the_whole(first: list[int], second: list[int]) -> None:
    size = max(len(first), len(second)) + 1
    base: list[int | None] = [*first, *[None] * (size - len(first))]
    variant: list[int | None] = [*[None] * (size - len(second)), *second]
    (found,) = differences(games(base), games(variant))
    wide = WIDE * sqrt(stdev(first) ** 2 / len(first) + stdev(second) ** 2 / len(second))
    assert found.games == (len(first), len(second))
    assert found.uncertainty is not None
    assert isclose(found.uncertainty, wide, abs_tol=1e-9)


def test_how_many_games_would_tell() -> None:
    (found,) = differences(games([0, 0, 0, 0]), games([0, 4, 0, 0]))
    assert found.clear is False
    assert found.uncertainty is not None and found.games_needed is not None
    assert isclose(found.uncertainty, WIDE)
    assert found.games_needed == 16  # a difference of 1, known to 1.96 with 4 games, to 0.98 with four times as many
    assert differences(games([1, 2]), games([1, 2]))[0].games_needed is None


def test_one_game_says_nothing_of_chance() -> None:
    (found,) = differences(games([3]), games([5]))
    assert (found.difference, found.uncertainty, found.clear, found.games_needed) == (2.0, None, None, None)


@pytest.mark.parametrize(
    "words", [["pickomino", "--option", "exact=may", "--players", "3"], ["coinage", "--with", "capture_at_one"]]
)
def test_the_data_fit_their_schema_and_are_the_same_again(words: list[str]) -> None:
    first, second = (called(["compare", *words, "--games", "3", "--seed", "5", "--json"]) for _ in range(2))
    assert first == second
    assert first[0] == 0
    data = json.loads(first[1])
    fits(data, "compare")
    measures = {measure["name"]: measure for measure in data["measures"]}
    seats = [measure for name, measure in measures.items() if name.startswith("wins.") and name != "wins.shared"]
    assert len(seats) == data["players"]
    assert isclose(sum(measure["base"] for measure in seats), 1)
    assert measures["points.lowest"]["base"] <= measures["points.mean"]["base"] <= measures["points.highest"]["base"]


def test_a_game_does_not_differ_from_itself() -> None:
    data = json.loads(called(["compare", "pickomino", "--option", "exact=must", "--games", "4", "--json"])[1])
    assert data["measures"]
    assert {measure["difference"] for measure in data["measures"]} == {0}
