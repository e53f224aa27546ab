"""`rulewright new`: a small game that works. In: a name. Out: a folder with rules, a scenario and a page to read.

The texts are the files in `skeleton`, with the name and the title put in.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.report import Source
from rulewright.syntax.parser import parse
from rulewright_tools.arguments import WrongUse

SKELETON = Path(__file__).resolve().parent.parent / "skeleton"
COMMAND = "rulewright new"
NEXT = """
{title} can be played already:
  rulewright play {name}     you against a bot
  rulewright check {name}    are the rules in order? ask after every change
  rulewright test {name}     do the examples come out?
First changes to try are in {name}/README.md."""


def run(options: argparse.Namespace) -> int:
    name: str = options.name
    tree, _ = parse(Source(name, f'game {name} "A game"\n')) if name.isidentifier() else (None, ())
    if tree is None:
        raise WrongUse(COMMAND, f"`{name}` cannot be the name of a game", "take letters, digits and `_`: `my_game`")
    home = Path(name)
    if home.exists():
        raise WrongUse(COMMAND, f"`{home}` is already there", "take another name, or go to another folder")
    title = name.replace("_", " ").capitalize()
    written = []
    for source in sorted(SKELETON.rglob("*.*"), key=lambda path: (len(path.parts), path.suffix == ".md", path)):
        path = home / str(source.relative_to(SKELETON)).replace("skeleton", name)
        text = source.read_text("utf-8").replace("skeleton", name).replace("SKELETON", title)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        except OSError as problem:
            raise WrongUse(COMMAND, f"`{path}` cannot be written: {problem.strerror or problem}") from None
        written.append(path)
    for path in written:
        print(f"wrote {path.as_posix()}")
    print(NEXT.format(name=name, title=title))
    return 0
