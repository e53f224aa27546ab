"""A few mistakes of every kind, put into the games that come along, are found where they are. `python tools/dev.py
mistakes` puts in thousands.
"""

from __future__ import annotations

from functools import cache
from random import Random

from mistakes.__main__ import all_files, run, seeded
from mistakes.desk import Desk
from mistakes.judging import Verdict, near
from mistakes.page import figures, page
from mistakes.seeding import KINDS, one_edit

COUNT, SEED, GAME = 40, 5, "pickomino"


@cache
def verdicts() -> tuple[Verdict, ...]:
    return tuple(run(COUNT, SEED, game=GAME))


def told(found: list[Verdict]) -> str:
    return "\n".join(f"{each.mistake.kind}: {each.mistake.old!r} -> {each.mistake.new!r} {each.said}" for each in found)


def test_every_kind_of_mistake_is_made() -> None:
    assert len({verdict.mistake.kind for verdict in verdicts()}) >= 12


def test_nothing_ends_in_a_traceback() -> None:
    assert not [verdict.said.crash for verdict in verdicts() if verdict.said.crash]


def test_what_changes_the_rules_is_found_or_is_a_rule() -> None:
    overlooked = [each for each in verdicts() if each.counts and not each.found and not each.legal]
    assert not overlooked, told(overlooked)


def test_the_message_stands_where_the_mistake_is() -> None:
    astray = [each for each in verdicts() if each.found and not each.located]
    assert not astray, told(astray)


def test_one_mistake_is_told_once() -> None:
    found = figures(verdicts())
    assert found.single >= found.found * 0.9


def test_a_misspelt_word_is_mended() -> None:
    unmended = [each for each in verdicts() if each.mended is False]
    assert not unmended, told(unmended)


def test_the_same_seed_makes_the_same_mistakes() -> None:
    desk = Desk()
    with desk.open():
        again = [(made.start, made.new) for made in seeded(all_files(desk, GAME), COUNT, SEED, tuple(KINDS))]
    assert again == [(verdict.mistake.start, verdict.mistake.new) for verdict in verdicts()]


def test_the_page_holds_every_kind() -> None:
    text = page(verdicts(), "python tools/dev.py mistakes")
    assert all(verdict.mistake.kind in text for verdict in verdicts())


def test_one_edit_is_one_edit() -> None:
    random = Random(1)
    for word in ("deck", "up", "first_player"):
        for _ in range(50):
            assert near(one_edit(word, random), word)
    assert not near("deck", "dock_")
