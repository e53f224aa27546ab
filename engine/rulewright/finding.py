"""Games and what joins them, by name. In: a name or path, as somebody wrote it. Out: the file, or what could be meant.

Looks at the disk, and reads nothing.
"""

from __future__ import annotations

from pathlib import Path

from rulewright import resources
from rulewright.errors import UseError
from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.fixes import respelling
from rulewright.report.suggest import nearest
from rulewright.syntax import ast


def find(name: str | Path) -> Path:
    """The file of a game: a path, or the name of one that comes with Rulewright. Raises UseError."""
    path = Path(name)
    if resources.is_file(path):
        return path
    main = path / f"{path.name or path.absolute().name}.rules"  # `.` has no name of its own
    if resources.is_file(main):
        return main
    known = resources.game_path(str(name))
    if known is not None:
        return known
    guess = nearest(str(name), resources.games())
    cure = f"did you mean `{guess}`?" if guess else _folder_called_like(path) or _file_called_like(str(name))
    if resources.is_file(Path(f"{name}.rules")):
        cure = f"in this folder here it is `{name}.rules`, or `{name}` from the folder above"
    cure = cure or _in_the_folder(path) or f"the games here are {', '.join(resources.games())}"
    raise UseError(codes.NO_GAME, f"there is no game or rules file `{name}`", cure)


def _folder_called_like(path: Path) -> str | None:
    """The folder of a game that could be meant, beside the one that is named."""
    try:
        beside = sorted(
            found.name for found in path.parent.iterdir() if resources.is_file(found / f"{found.name}.rules")
        )
    except (OSError, ValueError):  # no name that a folder can have
        return None
    guess = nearest(path.name, beside)
    return f"did you mean `{path.with_name(guess).as_posix()}`?" if guess else None


def scenario_files(path: Path) -> list[Path]:
    """The files of scenarios beside a game."""
    return sorted(path.parent.glob("scenarios/*.rules"))


def expansion_files(game: Path, folder: str) -> list[Path]:
    """The rules files in a folder of the game, `expansions` or `house_rules`; parts that they include among them."""
    return sorted(game.parent.glob(f"{folder}/*.rules"))


def base(path: Path, name: ast.Name, report: Report) -> Path | None:
    """The game an expansion or a file of scenarios is for: beside it, above it, or one that comes with Rulewright."""
    for folder in (path.parent, path.parent.parent, path.parent / name.text):
        found = resources.inside(folder, f"{name.text}.rules")
        if found is not None and found != path.resolve():
            return found
    known = resources.game_path(name.text)
    if known is None:
        others = [*sorted(found.stem for found in path.parent.glob("*.rules") if found != path), *resources.games()]
        guess = nearest(name.text, others)
        report.error(
            codes.NO_FILE,
            name.span,
            f"there is no game `{name.text}` here",
            help=f"did you mean `{guess}`?" if guess else "the file of the game stands beside this one or above it",
            fixes=respelling(name.span, name.text, others),
        )
    return known


def expansion(game: Path, wanted: str | Path) -> Path:
    """The file of an expansion: a path, or a name in the game's folder. Raises UseError."""
    path = Path(wanted)
    if resources.is_file(path):
        return path
    for place in _PLACES:
        found = resources.inside(game.parent, f"{place}/{wanted}.rules")
        if found is not None and found != game.resolve():
            return found
    raise UseError(codes.NO_GAME, f"there is no expansion or file `{wanted}`", _instead_of(game, str(wanted)))


_PLACES = ("expansions", "house_rules", ".")


def beside(game: Path) -> list[str]:
    """The names of the expansions and house rules in the folder of a game."""
    return sorted({path.stem for folder in _PLACES[:2] for path in expansion_files(game, folder)})


def _instead_of(game: Path, wanted: str) -> str:
    """What could be meant by the name of an expansion that is not there."""
    if resources.is_file(Path(f"{wanted}.rules")):
        return f"did you mean the file `{wanted}.rules`?"
    others = [name for name in resources.games() if name != game.stem]
    for other in others:
        home = resources.game_path(other)
        if home and any(resources.inside(home.parent, f"{place}/{wanted}.rules") for place in _PLACES[:2]):
            return f"`{wanted}` is for `{other}`"
    known = beside(game)
    guess = nearest(wanted, known)
    if guess:
        return f"did you mean `{guess}`?"
    return _file_called_like(wanted) or (f"here are: {', '.join(known)}" if known else "give its file")


def _in_the_folder(path: Path) -> str | None:
    """What to give instead of a folder whose rules file is not called like it."""
    try:
        if not path.is_dir():
            return None
        found = sorted(each.name for each in path.glob("*.rules"))
    except (OSError, ValueError):  # no name that a folder can have
        return None
    if not found:
        return f"there is no rules file in the folder `{path.as_posix()}`"
    files = ", ".join(f"`{(path / name).as_posix()}`" for name in found[:FEW])
    return f"give the file itself: {files}; the name of a folder is enough where its file is called the same"


FEW = 3


def _file_called_like(wanted: str) -> str | None:
    """The rules file that could be meant, in the folder that is named."""
    path = Path(wanted if wanted.endswith(".rules") else f"{wanted}.rules")
    try:
        beside = sorted(found.stem for found in path.parent.glob("*.rules"))
    except (OSError, ValueError):  # no name that a folder can have
        return None
    guess = nearest(path.stem, beside)
    return f"did you mean the file `{path.with_name(f'{guess}.rules').as_posix()}`?" if guess else None
