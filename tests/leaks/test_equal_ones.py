"""Which of several equal things lies where is no part of a position: hash and views are the same, whoever looks."""

from __future__ import annotations

from random import Random

import pytest

import rulewright as rw
from leaks.looking import at_random, renamed
from leaks.seeded import small


@pytest.mark.parametrize("name", ["small", "noah", "skull_king", "kingdom_builder", "coinage"])
def test_equal_ones_exchanged_make_no_difference(name: str) -> None:
    whole = small(2) if name == "small" else rw.load(name).start(seed=1)
    machine, random, exchanged = whole.machine, Random(1), 0
    kinds: dict[int, list[int]] = {}
    for c, kind in enumerate(machine.layout.components.kind_of):
        kinds.setdefault(kind, []).append(c)
    for number, here in enumerate(at_random(whole, 1, most=160)):
        if number % 11:
            continue
        table: dict[int, int] = {}
        for equal in kinds.values():
            table |= zip(equal, random.sample(equal, len(equal)), strict=True)
        there = renamed(machine, here.state, table)
        exchanged += there.zones != here.state.zones or there.on != here.state.on
        assert machine.hash(there) == here.hash
        for seat, player in enumerate(here.players):
            assert machine.view(there, seat) == here.view(player)
    assert exchanged
