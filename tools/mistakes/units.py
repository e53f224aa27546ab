"""What mistakes are put into: games, their expansions, house rules and scenarios, and the libraries.

In: the folders of games and libraries. Out: units, each with the files that are its own.
"""

from __future__ import annotations

from pathlib import Path

from mistakes.desk import Desk, Unit
from rulewright import loader, resources
from rulewright.semantics.compose import header_of
from rulewright.syntax import ast

ROOT = Path(__file__).resolve().parents[2]
PLAYGROUND = ROOT / "tests" / "libraries" / "playground.rules"
"""A game for the libraries that no other game takes in."""


def all_units(desk: Desk, only: str | None = None) -> list[Unit]:
    """Every unit, or those of one game."""
    found: list[Unit] = []
    known: set[Path] = set()
    for game in resources.games():
        path = resources.game_path(game)
        if path is None or only not in (None, game):
            continue
        read = desk.files(path, ())
        found.append(Unit(game, path, (), tuple(file for file in read if file not in known)))
        known.update(read)
        for folder in ("expansions", "house_rules"):
            for file in loader.expansion_files(path, folder):
                found += _expansion(desk, game, path, file)
        for file in loader.scenario_files(path):
            found.append(Unit(f"{game}, scenarios", path, (), (file.resolve(),), scenarios=True))
    for library in resources.libraries():
        found_at = resources.library_path(library)
        if only is None and found_at is not None and found_at not in known:
            desk.write(PLAYGROUND, f"{desk.text(PLAYGROUND)}use {library}\naction example: pass hand to left\n")
            found.append(Unit("playground", PLAYGROUND, (), (found_at,)))
    return found


def _expansion(desk: Desk, game: str, path: Path, file: Path) -> list[Unit]:
    """The expansion with those it requires; none for a part that an expansion includes."""
    if header_of(desk.tree(file).items) is None:
        return []
    with_ = (*_required(desk, path, file), file.stem)
    base = desk.files(path, with_[:-1])
    own = tuple(each for each in desk.files(path, with_) if each not in base)
    return [Unit(f"{game} with {file.stem}", path, with_, own)]


def _required(desk: Desk, game: Path, file: Path) -> tuple[str, ...]:
    beside = {
        each.stem: each for folder in ("expansions", "house_rules") for each in loader.expansion_files(game, folder)
    }
    found: tuple[str, ...] = ()
    for item in desk.tree(file).items:
        if isinstance(item, ast.Needs) and item.kind == "requires":
            for name in item.names:
                if name.text in beside:
                    found += (*_required(desk, game, beside[name.text]), name.text)
    return tuple(dict.fromkeys(found))
