"""The commands of a checkout: `python tools/dev.py demo|test|check|exam|mistakes|wheel`. Standard library only.

In: a checkout and any Python 3.11 or later with pip and venv. Out: the exit code of what was run.
The first command makes `.venv` in the checkout and installs the project there, editable, with its development tools;
that is done again when pyproject.toml changes. Any working directory will do. Outside the checkout
only caches are written: pip's, and Rulewright's parse table where Python may not write beside its modules.
The syntax of this file stays one that an older Python can read, so that it can say what is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".installed-from"
DEMO = "kingdom_builder"
WORKERS = "2"
EXAM = ("tests/exam", "tests/leaks", "tests/hostile")
GAMES = 200

USE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="dev.py", description="Commands for working on Rulewright.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("demo", help="play a whole game with random players, in the terminal")
    commands.add_parser("test", help="run the tests; further arguments go to pytest")
    commands.add_parser("check", help="formatting, lint, types and import contracts")
    long = commands.add_parser("exam", help="the long exam: every game, many random games")
    long.add_argument(
        "--games", type=int, metavar="N", help="random games for each game and number of players (default 200)"
    )
    long.add_argument(
        "--minutes", type=float, metavar="M", help="play for so long, every game with its expansions at least 300 times"
    )
    commands.add_parser(
        "mistakes", help="put mistakes into the games and see how they are found; arguments go to tools/mistakes"
    )
    commands.add_parser("fuzz", add_help=False, help="load and play damaged rules files; arguments go to tools/fuzz")
    commands.add_parser("editor", help="write the files in tools/editor/vscode from the words of the language")
    commands.add_parser("wheel", help="build the wheel, install it elsewhere and try it there")
    known, rest = parser.parse_known_args(arguments)

    if rest and known.command not in ("test", "exam", "mistakes", "fuzz"):
        parser.error(f"`{known.command}` takes no further arguments: {' '.join(rest)}")
    if known.command == "test":
        return test(rest)
    if known.command == "exam":
        return exam(known.games, known.minutes, rest)
    if known.command in ("mistakes", "fuzz"):
        return run([prepared_python(), "-m", known.command, *rest])
    return {"demo": demo, "check": check, "editor": editor, "wheel": wheel}[known.command]()


def demo() -> int:
    python = prepared_python()
    return run(
        [python, "-m", "rulewright_tools", "run", DEMO, "--players", "3", "--seed", "7", "--bots", "random"],
    )


def test(further: Sequence[str]) -> int:
    # A worker costs a second to start: for one file or one test it is not worth it, and `-n` may be given by hand.
    # With `worksteal` a worker keeps what it has loaded for tests that stand together, and none waits for the other.
    return run([prepared_python(), "-m", "pytest", "-q", *(further or ["-n", WORKERS, "--dist", "worksteal"])])


def exam(games: int | None, minutes: float | None, further: Sequence[str]) -> int:
    """With `minutes`, `games` is the least number for every table; without both, so many as take some minutes."""
    length = ["--minutes", str(minutes)] if minutes is not None else []
    if games is not None or minutes is None:
        length += ["--games", str(games if games is not None else GAMES)]
    return run([prepared_python(), "-m", "pytest", "-q", "-n", WORKERS, *EXAM, *length, *further])


def check() -> int:
    """Every check runs, so that one command shows all there is to mend; the exit code is the first that failed."""
    python = prepared_python()
    scripts = Path(python).parent
    steps = (
        ("format", [python, "-m", "ruff", "format", "--check", "."]),
        ("lint", [python, "-m", "ruff", "check", "."]),
        ("types", [python, "-m", "mypy"]),
        ("imports", [str(scripts / "lint-imports"), "--no-logo"]),
    )
    codes = {name: run(command) for name, command in steps}
    failed = [name for name, code in codes.items() if code]
    say(f"check: {', '.join(failed)} failed" if failed else f"check: {', '.join(codes)} fine")
    return next((code for code in codes.values() if code), 0)


def editor() -> int:
    return run([prepared_python(), "-m", "editor"])


def wheel() -> int:
    """Build the wheel into dist/, then use it as a stranger would: another folder, another environment, no checkout."""
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    if code := run(
        [prepared_python(), "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(dist), str(ROOT)]
    ):
        return code
    built = next(dist.glob("*.whl"))
    with tempfile.TemporaryDirectory(prefix="rulewright-wheel-") as folder:
        elsewhere = Path(folder)
        make_venv(elsewhere / "venv")
        python = str(python_of(elsewhere / "venv"))
        trials = (
            [python, "-m", "pip", "install", "--quiet", str(built)],
            [python, "-m", "rulewright_tools", "--version"],
            [python, "-m", "rulewright_tools", "check", DEMO],
            [python, "-m", "rulewright_tools", "run", DEMO, "--players", "2", "--seed", "1", "--bots", "random"],
        )
        for trial in trials:
            if code := run(trial, folder=elsewhere):
                say(f"wheel: {built.name} fails")
                return code
    say(f"wheel: dist/{built.name} works in an environment of its own")
    return 0


def prepared_python() -> str:
    """The path of the checkout's own Python, after making the environment or bringing it up to date if need be."""
    if sys.version_info < (3, 11):  # noqa: UP036 - here the version is not yet known to be right
        say(f"Rulewright needs Python 3.11 or later; this is {sys.version.split()[0]} ({sys.executable})")
        raise SystemExit(USE_ERROR)
    python = python_of(VENV)
    if not python.exists():
        say("making .venv")
        make_venv(VENV)
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()).hexdigest()
    if not STAMP.exists() or STAMP.read_text("utf-8") != wanted:
        say("installing Rulewright and its development tools into .venv (only when pyproject.toml has changed)")
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", f"{ROOT}[dev]"]
        if code := run(install):
            say("the installation failed; pip's message is above")
            raise SystemExit(code)
        STAMP.write_text(wanted, "utf-8")
    return str(python)


def make_venv(folder: Path) -> None:
    made = subprocess.run([sys.executable, "-m", "venv", str(folder)], check=False)
    if made.returncode:
        say("`python -m venv` failed; on Debian and Ubuntu install the package python3-venv first")
        raise SystemExit(made.returncode)


def python_of(venv: Path) -> Path:
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def run(command: Sequence[str], folder: Path = ROOT) -> int:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    try:
        return subprocess.run(command, cwd=folder, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 130


def say(message: str) -> None:
    print(f"dev: {message}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
