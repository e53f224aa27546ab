"""What expansions change comes out in play; what only adds joins in any order; wrong input is told."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright import loader
from rulewright.core.digest import rules_hash
from rulewright.game import load
from rulewright.report import Report
from rulewright.report import draw as drawn
from rulewright.runtime.stream import Stream, below
from rulewright.scenarios import run_all
from rulewright.semantics import paths
from rulewright.semantics.compose import compose
from rulewright.semantics.elaborate import elaborate
from rulewright.syntax import json_form
from rulewright_tools.cli import main
from schemas import fits

QUAY = Path(__file__).parent / "quay" / "quay.rules"
GREEN = Path(__file__).parent / "green" / "green.rules"


@pytest.mark.parametrize(("game", "least"), [(QUAY, 12), (GREEN, 2)], ids=["quay", "green"])
def test_the_scenarios_come_out(game: Path, least: int) -> None:
    report = run_all(game)
    problems = [*report.diagnostics, *(failure for outcome in report.failed for failure in outcome.failures)]
    assert report.passed, "\n\n".join(drawn(problem) for problem in problems)
    assert len(report.outcomes) >= least


@pytest.mark.parametrize(
    "given",
    [["tides", "storms"], ["storms", "first", "second"], ["anew", "tides", "calm", "first"], ["market", "storms"]],
)
def test_changed_games_are_played_saved_and_replayed(given: list[str], tmp_path: Path) -> None:
    game = load(QUAY, with_=given)
    play = game.start(seed=4)
    bots = Stream.from_seed(4, "bots")
    while decision := play.decision:
        at, bots = below(bots, decision.count)
        play.save(tmp_path / "quay.save")
        assert game.resume(tmp_path / "quay.save").hash == play.hash
        play.answer(decision.option(at))
    again = game.start(seed=4)
    for answered in play.answers:
        again.answer(answered.answer)
    assert again.hash == play.hash


def test_every_path_leads_to_its_routines() -> None:
    """The paths that are found in the text are those that the elaborated rules go by."""
    for joined in ((), ("tides",), ("storms",), ("anew", "first")):
        loaded = loader.load(loader.read_files(QUAY, joined))
        assert loaded.program is not None and loaded.composed is not None
        known = paths.targets(loaded.composed.items, loaded.composed.bases)
        routines = {name for group in known.values() for target in group for name in target.routines}
        assert routines <= set(loaded.program.routines)
        assert set(loaded.composed.bases) <= routines | {"room.base", "Crate.heavy.base"}


@pytest.mark.parametrize("joined", [["tides"], ["storms", "second", "first"], ["anew", "first", "calm"], []])
def test_what_changed_fits_its_schema(joined: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(QUAY), *(word for name in joined for word in ("--with", name)), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    fits(data, "diff")
    assert {change["by"] for change in data["changes"]} == set(joined)
    for change in data["changes"]:
        assert (change["before"] is None) == (change["how"] == "added")


def test_changes_of_one_thing_are_told_from_the_inside_out() -> None:
    composed = load(QUAY, with_=["second", "anew", "first"]).loaded.composed
    assert composed is not None
    assert [change.by for change in composed.changes if change.path == "fee"] == ["anew", "second", "first"]


# ------------------------------------------------------------------ in any order


WORDS = ("amber", "brine", "cove", "dune", "ebb", "foam", "gull", "haven")

kinds = st.sampled_from(["value", "row", "variable", "zone", "definition", "action", "reaction", "category", "restrict",
                         "setup", "field", "option", "constant", "enum", "piece", "item", "anew"])  # fmt: skip


def addition(kind: str, name: str) -> str:
    """Some lines that only add, under names of their own."""
    return {
        "value": f"add {name}_good 7 to Good\nadd case {name}_good to tag: 70",
        "row": f"cards of Crate:\n  {name}_crate x2 good grain weight 2:\n    opened: gain 1 coin\n    gold: 2",
        "variable": f"var {name}_count per Player: Int = 0, 0 to 9, clamped",
        "zone": f"zone {name}_pile per Player: Crate",
        "definition": f"define {name}_size: Int = count of my hold + room",
        "action": f"action {name}_deed:\n  choose crate in my hold\n  move crate to discard",
        "reaction": f"after sell as {name}_echo: gain 1 coin",
        "category": f"score:\n  {name}_points: count of my hold",
        "restrict": f"restrict sell.crate: its weight < {len(name) + 9}",
        "setup": "setup:\n  each player: gain 1 coin",
        "field": f"card Crate\n  {name}_mark: Int = its weight + 1",
        "option": f"option {name}_way: Bool = yes\n  after rest as {name}_rest: gain 1 coin",
        "constant": f"const {name}_most = room + 1",
        "enum": f"enum {name.capitalize()}Sort: {name}_one, {name}_two",
        "item": f"add to turn.menu: option {name}_work: gain 1 coin",
        "anew": "zone hand per Player: Crate\nvar coins per Player: Int = 3, 0 to 99, clamped",
        "piece": f"piece {name.capitalize()} ({name}_pieces): 2 per Player",
    }[kind]


@st.composite
def expansions(draw: st.DrawFn) -> dict[str, str]:
    """Two to four expansions by name; some require others."""
    names = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=4, unique=True))
    found = {}
    for index, name in enumerate(names):
        needed = draw(st.sampled_from([None, *names[:index]]))
        parts = [addition(kind, name) for kind in draw(st.lists(kinds, min_size=1, max_size=4, unique=True))]
        head = [f'expansion {name} "{name}" for quay', *([f"requires {needed}"] if needed else [])]
        found[name] = "\n".join([*head, *parts]) + "\n"
    return found


@settings(max_examples=24)
@given(texts=expansions())
def test_what_only_adds_joins_in_any_order(texts: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("quay")
    (folder / "quay.rules").write_text(QUAY.read_text("utf-8"), "utf-8")
    for name, text in texts.items():
        (folder / f"{name}.rules").write_text(text, "utf-8")
    files = loader.read_files(folder / "quay.rules", list(texts))
    hashes = set()
    for order in list(permutations(files.expansions))[:4]:
        report = Report(files.diagnostics)
        composed = compose(files.game, order, {}, report)
        made = None if composed is None else elaborate(composed, report)
        assert made is not None, "\n\n".join(drawn(each) for each in report.diagnostics)
        hashes.add(rules_hash(made.program))
    assert len(hashes) == 1


def test_only_what_goes_around_the_same_thing_depends_on_the_order() -> None:
    def hashed(*joined: str, game: Path = QUAY) -> str:
        program = loader.load(loader.read_files(game, joined)).program
        assert program is not None
        return rules_hash(program)

    assert hashed("first", "second") != hashed("second", "first")
    assert hashed("first", "anew") == hashed("anew", "first")
    assert hashed("calm", "first", "storms") == hashed("storms", "first", "calm")
    assert hashed("anew", "ships", game=GREEN) == hashed("ships", "anew", game=GREEN)


# ------------------------------------------------------------------ wrong input

PIECES = [
    "room", "toll", "worth", "rich", "wealth", "load", "load.crate", "Crate.gold", "Crate.sacks", "Crate.sacks.gold",
    "Crate.heavy", "Good.spice", "Good.price", "score.coins", "bell", "chime", "holiday", "setup", "turn", "coins",
    "deck", "Crate", "nothing.at.all", "tag", "turn.menu",
]  # fmt: skip
VALUES = [
    "base", "base + 1", "base(3)", "base(base)", "my base", "p.base", "no", "none", "its base", "me.base", "{base}",
    "count of (crates where its weight = base)", "if base then base else base",
]  # fmt: skip
DEEDS = ["do base", "do base(1, 2)", "gain base coins", "stop", "do base if possible; do base", "if can base: do base",
         "this turn: instead of rest: do base", "do sell else do base"]  # fmt: skip


ITEMS = ["option resting", "option more: gain 1 coin", "option o c in my hand: move c to discard", "may rest, once",
         "must load(2)", "may load, any number", "option base: do base"]  # fmt: skip
ANEW = ["zone hand per Player: Crate", "zone hand: Crate", "zone deck: Crate", "var coins per Player: Int = base",
        "var coins: Int = 3", "var bells: Good", "card Crate: 5", "card Crate (boxes): 5 per Player",
        "zone hold per Player: row of 2 Crate, refilled from hold"]  # fmt: skip


@st.composite
def changes(draw: st.DrawFn) -> str:
    path, names = draw(st.sampled_from(PIECES)), draw(st.sampled_from(["", "(a)", "(a, b)"]))
    kind = draw(st.sampled_from(["change", "replace", "remove", "case", "restrict", "item", "anew"]))
    match kind:
        case "change":
            return f"change {path}{names} = {draw(st.sampled_from(VALUES))}"
        case "replace":
            return f"replace {path}{names}: {draw(st.sampled_from(DEEDS))}"
        case "remove":
            return f"remove {path}"
        case "case":
            key = draw(st.sampled_from(["grain", "3", "3 to 5", "9 or more", "else", "Crate c", "1, 2", "none"]))
            value = draw(st.sampled_from(["3", "gain 1 coin", "base"]))
            return f"add case {key} to {path}: {value}"
        case "item":
            return f"add to {path}: {draw(st.sampled_from(ITEMS))}"
        case "anew":
            return draw(st.sampled_from(ANEW))
        case _:
            return f"restrict {path}: {draw(st.sampled_from(VALUES))}"


@settings(max_examples=60)
@given(lines=st.lists(changes(), min_size=1, max_size=5))
def test_wrong_changes_are_told(lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever is changed into whatever: it is played, or refused with a message at its place."""
    folder = tmp_path_factory.mktemp("quay")
    (folder / "quay.rules").write_text(QUAY.read_text("utf-8"), "utf-8")
    (folder / "odd.rules").write_text("\n".join(["expansion odd for quay", *lines, ""]), "utf-8")
    loaded = loader.load(loader.read_files(folder / "quay.rules", ["odd"]))
    assert (loaded.program is None) == any(each.severity.value == "error" for each in loaded.diagnostics)
    for each in loaded.diagnostics:
        assert drawn(each)


@pytest.mark.parametrize("joined", [["tides"], ["storms"], ["anew"]])
def test_changed_rules_as_data_are_read_as_the_same(joined: list[str]) -> None:
    composed = load(QUAY, with_=joined).loaded.composed
    assert composed is not None
    data = json.loads(json.dumps(json_form.to_json(composed.file)))
    assert json_form.from_json(data, "quay") == composed.file


# ------------------------------------------------------------------ options that go together

FERRY = """\
game ferry "The ferry"
players 2
var coins (coin) per Player: Int = 0, 0 to 50, clamped
option fog "Fog": Bool = no
  requires lamps
  excludes wind
  after round as gloom: each player: lose 1 coin
option lamps "Lamps": Bool = no
option wind "Wind": Bool = no
option river "River": calm, wild, random = random
  case wild:
    excludes lamps
turn: gain 1 coin
after round: if round_number = 2: end game
score:
  coins "Coins": my coins
winner: most score, then shared
"""


def test_options_are_checked_with_those_they_require(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ferry.rules").write_text(FERRY, "utf-8")
    assert main(["check", str(tmp_path / "ferry.rules")]) == 0
    assert "no problems" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "ferry.rules"), "--option", "fog=yes", "--option", "wind=yes"]) == 1
    out = capsys.readouterr().out
    assert "`fog` does not go together with `wind`" in out and "`fog` needs `lamps`" in out


def test_an_option_that_is_drawn_goes_with_the_others(tmp_path: Path) -> None:
    (tmp_path / "ferry.rules").write_text(FERRY, "utf-8")
    lit = load(tmp_path / "ferry.rules", options={"lamps": True})
    assert {lit.start(seed=seed).options["river"] for seed in range(8)} == {"calm"}
    free = load(tmp_path / "ferry.rules")
    assert {free.start(seed=seed).options["river"] for seed in range(8)} == {"calm", "wild"}
