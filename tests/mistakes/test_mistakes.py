"""A few mistakes of every kind, put into the games that come along, are found where they are. `python tools/dev.py
mistakes` puts in thousands.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from mistakes.__main__ import all_files, run, seeded
from mistakes.desk import Desk
from mistakes.judging import Verdict, near
from mistakes.legal import why_legal
from mistakes.opened import Opened
from mistakes.page import page
from mistakes.seeding import KINDS, Mistake, one_edit
from rulewright.syntax import ast

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
    often = [each for each in verdicts() if each.diagnostics > 1]
    assert not often, told(often)


def test_no_fix_that_is_certain_leads_away_from_what_was_meant() -> None:
    misled = [each for each in verdicts() if each.misled]
    assert not misled, told(misled)


def test_reasons_why_a_rule_is_sound_are_looked_at() -> None:
    """A set in the place of another is taken where any set will do, and not where its members must be of one type."""
    desk = Desk()
    with desk.open():
        (file, *_) = all_files(desk, GAME)
        where = file.text.index("count of ") + len("count of ")
        assert why(desk, file, where, "players") == "`count` takes a set or list of anything"
        assert why(desk, file, where, "3") == ""


def test_another_type_is_sound_if_it_is_read_so() -> None:
    desk = Desk()
    with desk.open():
        (file, *_) = all_files(desk, GAME)
        word = next(each for each in file.words if each.role == "type" and isinstance(each.around[-2], ast.Zone))
        program = desk.check(file.unit).program
        kept = Mistake("name of another kind", "type", file, word.start, word.end, word.text, (), around=word.around)
        assert why_legal(kept, program) == "another type, as which it is read"
        assert why_legal(replace(kept, new="Player"), program) == ""


def test_an_option_may_be_gone_if_nothing_names_what_it_brings() -> None:
    desk = Desk()
    with desk.open():
        files = [file for file in all_files(desk, "noah") if not file.unit.scenarios]
        made = [site(Random(1)) for file in files for site in KINDS["missing declaration"](file)]
        options = [each for each in made if each is not None and each.old.startswith("option")]
        said = [why_legal(each, desk.check(each.file.unit, each.file.path, each.text).program) for each in options]
    assert [each.old.split()[1] for each in options] == ["game_end", "frog", "crocodile"]
    assert said == ["", *["an option with all that it adds less, none of it named"] * 2]


def why(desk: Desk, file: Opened, start: int, new: str) -> str:
    """The reason for another operand of the first `count of`."""
    node = next(
        each.node for each in file.placed if isinstance(each.node, ast.Of) and each.node.operand.span.start == start
    )
    end = node.operand.span.end
    mistake = Mistake("wrong type", "", file, start, end, new, ((start, end),))
    return why_legal(mistake, desk.check(file.unit, file.path, mistake.text).program)


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
