"""Files as they come: other line ends and marks, what lies outside, libraries filled in, options, expansions."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from rulewright import loader, resources
from rulewright.core.digest import rules_hash
from rulewright.errors import UseError
from rulewright.report import Diagnostic

GAME = """game race "Das Rennen"
players 2
zone stück: Läufer
card Läufer (läufer): copies 3
action räume: move läufer to stück
turn:
  do räume
  end game
"""


def forms(text: str) -> dict[str, bytes]:
    lines = text.splitlines()
    mixed = "".join(line + ("\r\n" if number % 2 else "\n") for number, line in enumerate(lines))
    return {
        "lf": text.encode(),
        "crlf": text.replace("\n", "\r\n").encode(),
        "mixed": mixed.encode(),
        "mark": codecs.BOM_UTF8 + text.encode(),
        "mark and crlf": codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode(),
        "no last newline": text.rstrip("\n").encode(),
    }


def load(path: Path, content: str | bytes, **options: str) -> loader.Loaded:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return loader.load(loader.read_files(path), options)


def slugs(diagnostics: tuple[Diagnostic, ...]) -> list[str]:
    return [each.code.slug for each in diagnostics]


def test_the_rules_are_the_same_in_every_form(tmp_path: Path) -> None:
    hashes = set()
    for content in forms(GAME).values():
        loaded = load(tmp_path / "race.rules", content)
        assert loaded.program is not None, loaded.diagnostics
        hashes.add(rules_hash(loaded.program))
    assert len(hashes) == 1


@pytest.mark.parametrize("form", forms(GAME))
def test_a_message_points_to_the_same_place_in_every_form(form: str, tmp_path: Path) -> None:
    content = forms(GAME.replace("to stück", "to stäck"))[form]
    (found,) = load(tmp_path / "race.rules", content).diagnostics
    assert (found.span.line, found.span.column, found.span.text) == (5, 30, "stäck")
    assert found.help == "did you mean `stück`?"


def test_a_byte_that_is_no_text_is_told_by_its_number(tmp_path: Path) -> None:
    start = GAME.encode()[:40]
    for mark in (b"", codecs.BOM_UTF8):
        (found,) = load(tmp_path / "race.rules", mark + start + b"\xff" + start).diagnostics
        assert found.code.slug == "syntax/encoding"
        assert found.message.startswith(f"byte {len(mark) + len(start)} of ")
        assert found.span.line == start.count(b"\n") + 1


def test_an_empty_file_is_no_game(tmp_path: Path) -> None:
    assert slugs(load(tmp_path / "race.rules", "\n# nothing\n").diagnostics) == ["syntax/header"]


def test_a_file_larger_than_any_rules_is_not_read(tmp_path: Path) -> None:
    assert slugs(load(tmp_path / "race.rules", b"#" * (resources.MAX_BYTES + 1)).diagnostics) == ["syntax/too-large"]


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.rules").write_text("define secret: Int = 3\n")
    home = tmp_path / "home"
    home.mkdir()
    (home / "link.rules").symlink_to(tmp_path / "secret.rules")
    assert slugs(load(home / "race.rules", f'{GAME}include "link.rules"\n').diagnostics) == ["name/no-file"]


def test_mistakes_come_before_questions_about_options(tmp_path: Path) -> None:
    assert slugs(load(tmp_path / "race.rules", f"{GAME}turn turn\n", storm="yes").diagnostics) == ["syntax/unexpected"]


def test_an_option_that_is_not_there(tmp_path: Path) -> None:
    rules = f"{GAME}option storm: Bool = no\n"
    with pytest.raises(UseError, match="there is no option `strom`") as raised:
        load(tmp_path / "race.rules", rules, strom="yes")
    assert raised.value.help == "did you mean `storm`?"
    with pytest.raises(UseError, match="`maybe` is no value of the option `storm`"):
        load(tmp_path / "race.rules", rules, storm="maybe")


def test_a_game_that_is_not_there() -> None:
    known = resources.games()[0]
    with pytest.raises(UseError, match="there is no game or rules file") as raised:
        loader.read_files(known[:-1])
    assert raised.value.help == f"did you mean `{known}`?"


def test_a_game_whose_folder_is_written_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "garden").mkdir()
    (tmp_path / "garden" / "garden.rules").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    for written, meant in (("Gardn", "garden"), (str(tmp_path / "gradens"), (tmp_path / "garden").as_posix())):
        with pytest.raises(UseError, match="there is no game or rules file") as raised:
            loader.read_files(written)
        assert raised.value.help == f"did you mean `{meant}`?"


def test_an_expansion_brings_its_base(tmp_path: Path) -> None:
    (tmp_path / "race.rules").write_text(GAME)
    (tmp_path / "expansions").mkdir()
    storm = tmp_path / "expansions" / "storm.rules"
    loaded = load(storm, 'expansion storm for race\nafter räume: log "done"\n')
    assert loaded.program is not None
    assert loaded.program.id == "race"
    assert loaded.program.expansions == ("storm",)
    again = loader.load(loader.read_files(tmp_path / "race.rules", ["storm"]))
    assert again.program == loaded.program


def test_an_expansion_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "race.rules").write_text(GAME)
    (tmp_path / "expansions").mkdir()
    (tmp_path / "expansions" / "storm.rules").write_text("expansion storm for race\n")
    with pytest.raises(UseError, match="there is no expansion or file `strom`") as raised:
        loader.read_files(tmp_path / "race.rules", ["strom"])
    assert raised.value.help == "did you mean `storm`?"


SHELF = """library shelf(hand: zone of Component, most: Int)
define full: Bool = count of hand >= most
action put_away: move hand to box
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "shelf.rules").write_text(SHELF)
    monkeypatch.setattr(resources, "library_path", lambda name: folder / "shelf.rules")
    return tmp_path / "race.rules"


def test_a_library_is_filled_in(shelf: Path) -> None:
    rules = f"{GAME}use shelf(hand = stück, most = 2 + 1)\nafter räume:\n  if full: do put_away\n"
    assert load(shelf, rules).diagnostics == ()


def test_a_library_under_another_name(shelf: Path) -> None:
    rules = f"{GAME}use shelf(hand = stück, most = 3) as rack\nafter räume:\n  if rack_full: do rack_put_away\n"
    loaded = load(shelf, rules)
    assert loaded.diagnostics == ()
    assert loaded.program is not None
    assert "full" not in loaded.program.routines


def test_a_library_twice_under_two_names(shelf: Path) -> None:
    uses = "use shelf(hand = stück, most = 3) as rack\nuse shelf(hand = box, most = 9) as chest\n"
    rules = f"{GAME}{uses}after räume:\n  if rack_full or chest_full: do chest_put_away\n"
    assert load(shelf, rules).diagnostics == ()


@pytest.mark.parametrize(
    ("use", "slug", "said"),
    [
        ("shelf(hand = stück)", "type/arguments", "`shelf` needs `most`"),
        ("shelf", "type/arguments", "`shelf` needs `hand`, `most`"),
        ("shelf(hnad = stück, most = 3)", "name/unknown", "`shelf` has no parameter called `hnad`"),
        ("shelf(hand = stück, hand = stück, most = 3)", "name/duplicate", "`hand` is filled in twice"),
    ],
)
def test_a_library_filled_in_wrongly(shelf: Path, use: str, slug: str, said: str) -> None:
    (found,) = load(shelf, f"{GAME}use {use}\n").diagnostics
    assert (found.code.slug, found.message) == (slug, said)


def test_a_file_of_scenarios_brings_its_game(tmp_path: Path) -> None:
    (tmp_path / "race.rules").write_text(GAME)
    (tmp_path / "scenarios").mkdir()
    path = tmp_path / "scenarios" / "first.rules"
    path.write_text('scenarios for race\nscenario "One":\n  players agnes, bruno\n  then: turn of agnes\n')
    files = loader.read_files(path)
    assert files.diagnostics == ()
    assert [scenario.title.value for scenario, _ in files.scenarios] == ["One"]
    assert loader.load(files).program is not None
