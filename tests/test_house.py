"""What holds for the project as a whole: pages, sizes, imports, what is installed and what stays light."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rulewright
from error_pages import Page, pages, whole
from rulewright import resources
from rulewright.report import codes

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    path for part in ("engine", "tools") for path in (ROOT / part).rglob("*.py") if "peers" not in path.parts
)
PAGES = list(pages())
LISTS = ("ast.py", "tree.py", "build.py", "phrases.py")
"""Long because a tree has many kinds of nodes, or a language many habits; not because they do two things."""


def test_there_is_something_to_look_at() -> None:
    assert len(MODULES) > 10
    assert len(PAGES) > 50


# ------------------------------------------------------------------ codes and their pages


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {page.slug: page.title for page in PAGES} == {code.slug: code.title for code in codes.CODES.values()}


def test_the_list_of_pages_has_every_code_in_its_order() -> None:
    overview = (ROOT / "docs" / "errors" / "README.md").read_text("utf-8")
    listed = re.findall(r"^- \[`([^`]+)`\]\(([^)]+)\): (.+)$", overview, re.MULTILINE)
    assert listed == [(slug, f"{slug}.md", code.title) for slug, code in codes.CODES.items()]


def test_no_two_codes_share_a_slug() -> None:
    declared = [value for value in vars(codes).values() if isinstance(value, codes.Code)]
    assert len({code.slug for code in declared}) == len(declared)


def test_every_stage_is_explained_where_codes_are_declared_and_where_they_are_looked_up() -> None:
    overview = (ROOT / "docs" / "errors" / "README.md").read_text("utf-8")
    assert codes.__doc__
    for stage in {code.stage for code in codes.CODES.values()}:
        assert re.search(rf"\b{stage}  +\w", codes.__doc__), stage
        assert f"| `{stage}` |" in overview, stage


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.slug)
def test_a_page_explains_and_shows_what_fails_and_what_works(page: Page) -> None:
    assert 60 < len(page.explanation) < 600
    assert page.fails.language == page.works.language
    assert page.fails.text.strip() != page.works.text.strip()
    if page.fails.language == "rules":
        assert "# error" in page.fails.text or "# warning" in page.fails.text
        assert "# error" not in page.works.text
        assert "# warning" not in page.works.text


def test_an_example_takes_the_place_of_the_part_it_brings_itself() -> None:
    game = whole("turn:\n  stop\n")
    assert game.startswith("game examples")
    assert game.count("\nturn:") == 1
    assert "\nsetup:" in game
    assert whole("game race\n") == "game race\n"


# ------------------------------------------------------------------ what is read from where


def test_a_page_is_found_by_the_code_a_message_shows() -> None:
    page = resources.error_page("name/unknown")
    assert page
    assert page.startswith("# `name/unknown`")
    assert resources.error_page("README") is None
    assert resources.error_page("name/nothing-of-the-kind") is None


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "a/../../secret", "link", "nul\0", "x" * 5000, ""])
def test_no_name_leads_out_of_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text("hidden")
    home = tmp_path / "home"
    home.mkdir()
    (home / "link").symlink_to(tmp_path / "secret")
    assert resources.inside(home, name) is None
    assert resources.library_path(name) is None
    assert resources.game_path(name) is None


def test_a_file_in_the_folder_or_below_is_found(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "goals.csv").write_text("name\n")
    assert resources.inside(tmp_path, "cards/goals.csv") == (tmp_path / "cards" / "goals.csv").resolve()


def test_what_is_listed_can_be_opened() -> None:
    assert resources.games() == sorted(resources.games())
    assert all(resources.game_path(name) for name in resources.games())
    assert all(resources.library_path(name) for name in resources.libraries())


# ------------------------------------------------------------------ the code


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_what_it_is_for_and_is_not_too_long(path: Path) -> None:
    text = path.read_text("utf-8")
    first = (ast.get_docstring(ast.parse(text)) or "").split("\n")[0]
    assert first, "the first line of a module says what comes in and what goes out"
    assert text.count("\n") <= 600 or path.name in LISTS, "look for the second topic"


def test_engine_and_grammar_know_no_game() -> None:
    names = [game for game in resources.games() if game not in ("noah",)]  # too short a word to search for
    demo = {ROOT / "tools" / "dev.py"}
    for path in [*MODULES, *(ROOT / "grammar").glob("*")]:
        text = path.read_text("utf-8").lower() if path.is_file() and path not in demo else ""
        for name in names:
            assert name not in text, f"{path.relative_to(ROOT)} mentions {name}"
            assert name.replace("_", " ") not in text, f"{path.relative_to(ROOT)} mentions {name}"


def test_the_version_is_said_once_in_each_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert rulewright.__version__ == project["version"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = rulewright.nonsense


def test_the_architecture_names_every_part_of_the_engine() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    parts = [path.parent.name for path in (ROOT / "engine" / "rulewright").glob("*/__init__.py")]
    assert "report" in parts
    assert [part for part in parts if f"`{part}`" not in text] == []


def test_every_decision_stands_in_their_index() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = dict(re.findall(r"^- \[(.+)\]\((.+)\)$", (folder / "README.md").read_text("utf-8"), re.M))
    titles = {path.read_text("utf-8").splitlines()[0]: path.name for path in folder.glob("*.md")}
    del titles["# Decisions"]
    assert {f"# {title}": name for title, name in listed.items()} == titles != {}


# ------------------------------------------------------------------ the commands of a checkout


def test_the_commands_in_the_documents_are_there() -> None:
    command = [sys.executable, str(ROOT / "tools" / "dev.py"), "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"^    (\w+) ", shown, re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", ".ci/run"):
        used = set(re.findall(r"tools/dev\.py (\w+)", (ROOT / name).read_text("utf-8")))
        assert used, name
        assert used <= known, name


def test_wrong_use_of_a_command_is_told_and_does_nothing() -> None:
    command = [sys.executable, str(ROOT / "tools" / "dev.py"), "check", "everything"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "takes no further arguments: everything" in done.stderr


def test_an_older_python_can_read_what_it_is_told() -> None:
    ast.parse((ROOT / "tools" / "dev.py").read_text("utf-8"), feature_version=(3, 8))


# ------------------------------------------------------------------ the contracts on imports bite

WRONG_IMPORTS = [
    ("report", "rulewright.core", "Dependencies in the engine point one way"),
    ("syntax", "rulewright.core", "Dependencies in the engine point one way"),
    ("core", "rulewright.syntax", "Dependencies in the engine point one way"),
    ("runtime", "rulewright.syntax", "The running game knows no text"),
    ("runtime", "rulewright.semantics", "Dependencies in the engine point one way"),
    ("runtime", "lark", "Lark has one owner, syntax"),
    ("semantics", "networkx", "networkx has one owner, the board"),
    ("report", "rulewright_tools", "The tools use the engine, never the other way round"),
    ("runtime", "rulewright.resources", "Files that come with Rulewright are found at the edge"),
]


@pytest.fixture(scope="module")
def copied_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for package in ("engine/rulewright", "tools/rulewright_tools"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("syntax", "core", "semantics", "runtime"):
        made = folder / "engine" / "rulewright" / part
        made.mkdir(exist_ok=True)
        (made / "__init__.py").touch()
    return folder


def lint_imports(project: Path) -> str:
    paths = f"{project / 'engine'!s}", f"{project / 'tools'!s}"
    script = f"import sys; sys.path[:0] = {paths!r}; from importlinter.cli import lint_imports_command as run; run()"
    command = [sys.executable, "-c", script, "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False).stdout


def test_all_wrong_imports_are_found(copied_project: Path) -> None:
    assert " 0 broken" in lint_imports(copied_project)
    for number, (part, imported, _) in enumerate(WRONG_IMPORTS):
        path = copied_project / "engine" / "rulewright" / part / f"wrong{number}.py"
        path.write_text(f"import {imported}\n")
    told = lint_imports(copied_project)
    for number, (part, imported, contract) in enumerate(WRONG_IMPORTS):
        assert f"{contract} BROKEN" in told
        details = told[told.rindex(f"{contract}\n---") :]
        assert f"rulewright.{part}.wrong{number} -> {imported} (l.1)" in details
