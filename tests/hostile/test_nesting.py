"""What lies deep in other things goes all the way through, or is told to be too deep; nothing in between."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hostile.texts import CHAINS, STATEMENTS, VALUES, Deep, actions, game, reactions
from rulewright import loader
from rulewright.game import Game
from rulewright.report import Diagnostic, Severity, Source, draw
from rulewright.runtime.faults import RuleFault
from rulewright.syntax import json_form
from rulewright.syntax.formatting import formatted
from rulewright.syntax.parser import parse
from rulewright.syntax.printer import show

TOO_LARGE = "syntax/too-large"
VALUES_DEEP = {f"value: {name}": form for name, form in VALUES.items()}
STATEMENTS_DEEP = {f"statement: {name}": form for name, form in STATEMENTS.items()}


def text_of(form: str, depth: int) -> str:
    if form in VALUES_DEEP:
        return game(VALUES_DEEP[form](depth) + "\n")
    return game(turn=STATEMENTS_DEEP[form](depth))


def errors(text: str, home: Path) -> tuple[Diagnostic, ...]:
    path = home / "deep.rules"
    path.write_text(text, "utf-8")
    found = loader.load(loader.read_files(path)).diagnostics
    return tuple(each for each in found if each.severity is Severity.ERROR)


def all_the_way(text: str, home: Path) -> None:
    """Checked, as data, printed, laid out, played."""
    path = home / "deep.rules"
    path.write_text(text, "utf-8")
    files = loader.read_files(path)
    tree, _ = parse(Source("deep.rules", text))
    assert tree is not None
    assert json_form.from_json(json.loads(json.dumps(json_form.to_json(tree))), "deep.rules") == tree
    assert parse(Source("deep.rules", show(tree)))[0] == tree
    laid_out, problems = formatted(Source("deep.rules", text))
    assert problems == ()
    assert laid_out is not None and parse(Source("deep.rules", laid_out))[0] == tree
    made = Game(files, loader.checked_options(files, {}), ())
    assert made.rules_json(spans=True)
    play = made.start(2, seed=1)
    while (decision := play.decision) is not None:
        play.answer(decision.options[-1])
    assert play.winners


@pytest.mark.parametrize("part", range(3))
def test_values_fifty_deep_go_all_the_way(part: int, tmp_path: Path) -> None:
    """All forms in three games."""
    forms = list(VALUES.values())[part::3]
    all_the_way(game("".join(f"{form(50).rstrip()}\n" for form in forms)), tmp_path)


@pytest.mark.parametrize("form", STATEMENTS)
def test_statements_fifty_deep_go_all_the_way(form: str, tmp_path: Path) -> None:
    all_the_way(game(turn=STATEMENTS[form](50)), tmp_path)


@pytest.fixture
def how_deep(form: str, long_run: bool) -> tuple[int, ...]:
    """In the long run a depth of each size."""
    if long_run:
        return (100, 200, 500, 1000, 5000)
    return (300,) if form.removeprefix("value: ") in CHAINS else (1000,)


@pytest.mark.parametrize("form", [*VALUES_DEEP, *STATEMENTS_DEEP])
def test_what_is_deeper_is_read_or_told(form: str, tmp_path: Path, how_deep: tuple[int, ...]) -> None:
    refused = []
    for depth in how_deep:
        text = text_of(form, depth)
        tree, told = parse(Source("deep.rules", text))
        if tree is not None:
            told = errors(text, tmp_path)
        assert {each.code.slug for each in told} <= {TOO_LARGE}
        assert all(draw(each) for each in told)
        refused.append(bool(told))
    assert refused == sorted(refused), "what is deeper than something refused is refused as well"
    assert refused[-1]


@pytest.mark.parametrize(("made", "first", "too_many"), [(actions, "a0", 2001), (reactions, "r0", 1001)])
def test_actions_and_reactions_that_lead_to_each_other(made: Deep, first: str, too_many: int, tmp_path: Path) -> None:
    all_the_way(game(made(50), turn=f"  do {first}\n"), tmp_path)
    path = tmp_path / "deep.rules"
    path.write_text(game(made(100), turn=f"  do {first}\n"), "utf-8")
    play = Game(loader.read_files(path), {}, ()).start(2, seed=1)
    with pytest.raises(RuleFault) as caught:
        play.answer(1)
    assert caught.value.diagnostic.code.slug == "fault/budget"
    assert [each.code.slug for each in errors(game(made(too_many)), tmp_path)] == [TOO_LARGE]


def test_a_constant_that_doubles_is_no_power(tmp_path: Path) -> None:
    numbers = "const c0 = 2\n" + "".join(f"const c{at} = c{at - 1} * c{at - 1}\n" for at in range(1, 60))
    sets = "const s0 = {1, 2}\n" + "".join(f"const s{at} = s{at - 1} with s{at - 1}\n" for at in range(1, 60))
    for text in (numbers, sets):
        told = errors(game(text), tmp_path)
        assert {each.code.slug for each in told} == {TOO_LARGE}
        assert len(told) <= 2


def test_files_that_include_each_other_in_a_row(tmp_path: Path) -> None:
    for at in range(100):
        (tmp_path / f"f{at}.rules").write_text(f'include "f{at + 1}.rules"\n', "utf-8")
    (tmp_path / "f100.rules").write_text("define innermost: Int = 1\n", "utf-8")
    told = errors(game('include "f0.rules"\n'), tmp_path)
    assert [each.message for each in told] == ["files include each other more than 60 deep here"]
    assert not errors(game('include "f50.rules"\n'), tmp_path)
