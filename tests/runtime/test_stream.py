"""The random numbers of a seed are what docs/random.md says, and fall evenly."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime.stream import WORD, Stream, below, drawn, shuffled, word

PAGE = Path(__file__).parents[2] / "docs" / "random.md"
VECTORS: dict[str, list[dict[str, Any]]] = {
    name: json.loads(text) for name, text in re.findall(r"```json (\w+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
}

streams = st.integers(0, 2**32).map(Stream.from_seed)


def many(stream: Stream, n: int, count: int) -> list[int]:
    found = []
    for _ in range(count):
        number, stream = below(stream, n)
        found.append(number)
    return found


def test_the_page_has_vectors_for_everything() -> None:
    assert sorted(VECTORS) == ["below", "drawn", "seeds", "shuffled", "words"]
    assert all(VECTORS.values())


@pytest.mark.parametrize("case", VECTORS["seeds"], ids=str)
def test_seeds_as_documented(case: dict[str, Any]) -> None:
    assert [f"{part:016x}" for part in Stream.from_seed(case["seed"], case["purpose"])] == case["state"]


@pytest.mark.parametrize("case", VECTORS["words"], ids=str)
def test_words_as_documented(case: dict[str, Any]) -> None:
    stream = Stream(*(int(part, 16) for part in case["state"]))
    found = []
    for _ in case["next"]:
        number, stream = word(stream)
        found.append(f"{number:016x}")
    assert found == case["next"]


@pytest.mark.parametrize("case", VECTORS["below"], ids=str)
def test_bounded_numbers_as_documented(case: dict[str, Any]) -> None:
    n = int(case["n"])
    assert [str(number) for number in many(Stream.from_seed(case["seed"]), n, len(case["next"]))] == case["next"]


@pytest.mark.parametrize("case", VECTORS["shuffled"], ids=str)
def test_shuffles_as_documented(case: dict[str, Any]) -> None:
    assert "".join(shuffled(Stream.from_seed(case["seed"]), case["items"])[0]) == case["order"]


@pytest.mark.parametrize("case", VECTORS["drawn"], ids=str)
def test_draws_as_documented(case: dict[str, Any]) -> None:
    assert "".join(drawn(Stream.from_seed(case["seed"]), case["items"], case["count"])[0]) == case["come"]


def test_a_number_and_its_digits_are_one_seed_and_purposes_are_not() -> None:
    assert Stream.from_seed(7) == Stream.from_seed("7") == Stream.from_seed("7", "game")
    assert len({Stream.from_seed(7), Stream.from_seed(8), Stream.from_seed(7, "bots")}) == 3


@given(streams, st.integers(1, 2**200))
def test_a_bounded_number_is_in_bounds(stream: Stream, n: int) -> None:
    assert 0 <= below(stream, n)[0] < n


@given(streams)
def test_one_possibility_takes_nothing_from_the_stream(stream: Stream) -> None:
    assert below(stream, 1) == (0, stream)
    assert shuffled(stream, "x") == (("x",), stream)


@pytest.mark.parametrize("n", [0, -3])
def test_no_number_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        below(Stream.from_seed(1), n)


def test_bounded_numbers_are_even() -> None:
    count = Counter(many(Stream.from_seed(1), 6, 6000))
    assert sorted(count) == list(range(6))
    assert sum((seen - 1000) ** 2 / 1000 for seen in count.values()) < 20.5  # chi-square, 5 degrees, one in a thousand


def test_a_bound_that_does_not_divide_the_words_is_not_biased() -> None:
    """With n = 3 * 2**62 a plain product or remainder would give some numbers twice as often as others."""
    n = 3 << 62
    thirds = Counter(number * 3 // n for number in many(Stream.from_seed(2), n, 3000))
    parity = Counter(number % 3 for number in many(Stream.from_seed(2), n, 3000))
    for count in (thirds, parity):
        assert sum((seen - 1000) ** 2 / 1000 for seen in count.values()) < 13.9  # 2 degrees, one in a thousand


def test_large_bounds_use_the_whole_range() -> None:
    n = (WORD + 1) * 3
    assert Counter(number // (WORD + 1) for number in many(Stream.from_seed(3), n, 300)).keys() == {0, 1, 2}


def test_every_order_comes_equally_often() -> None:
    stream, seen = Stream.from_seed(4), Counter[tuple[str, ...]]()
    for _ in range(2400):
        order, stream = shuffled(stream, "abcd")
        seen[order] += 1
    assert set(seen) == set(permutations("abcd"))
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 49.7  # 23 degrees, one in a thousand


@given(streams, st.lists(st.integers(), max_size=8), st.integers(0, 10))
def test_a_draw_is_the_end_of_the_shuffle(stream: Stream, items: list[int], count: int) -> None:
    order, after = shuffled(stream, items)
    come, rest = drawn(stream, items, count)
    assert come == order[::-1][:count]
    assert len(come) < len(items) - 1 or rest == after
