"""What is damaged. In: a checkout. Out: small sets of files that load, or give the messages of an example.

Everything is found, nothing listed: the games and their house rules, the libraries, the game that `rulewright new`
makes, the small games and cases of the tests, the examples of the docs. The files that are damaged have at most 60
lines. Of a longer one a part is cut out and put into a file of its own, which the rest includes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LONGEST = 60
MAIN, PIECE = "main.rules", "piece.rules"

_BLOCK = re.compile(r"^```(rules|csv)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADER = re.compile(r"(?:game|expansion|library) (\w+)|scenarios for \w+", re.MULTILINE)
_WITH = re.compile(r"^# with:? (\w+)$", re.MULTILINE)
_ONE = re.compile(r"(setup|score|winner|players|first player|turn|turns|round|phase)\b")
_EXAMPLE = "\naction example: draw 1 from deck to my hand\n"


@dataclass(frozen=True)
class Base:
    """`files` by name; `damaged`: those that are damaged; `with_`: the expansions that the game is loaded with."""

    name: str
    files: dict[str, str]
    main: str
    damaged: tuple[str, ...]
    with_: tuple[str, ...] = ()

    @property
    def weight(self) -> float:
        """How often it is taken: the less the more there is to load."""
        return 1 / (30 + sum(text.count("\n") for text in self.files.values()))


def bases(root: Path) -> tuple[Base, ...]:
    """All of them, in an order that the files decide."""
    hosts = _hosts(root)
    found = [
        *(
            base
            for path in sorted(root.glob("games/*/*.rules"))
            if path.stem == path.parent.name
            for base in _game(path)
        ),
        *(base for path in sorted(root.glob("tests/rules/*.rules")) for base in _game(path)),
        *(base for path in sorted(root.glob("tools/rulewright_tools/skeleton/*.rules")) for base in _game(path)),
        *(base for path in sorted(root.glob("stdlib/*.rules")) for base in _library(path, hosts["playground"])),
        *(base for path in _pages(root) for base in _page(path, hosts)),
    ]
    return tuple(base for base in found if _small(base))


def words(found: Sequence[Base]) -> tuple[str, ...]:
    """Every word and sign that stands in them, in order."""
    text = "\n".join(text for base in found for name in base.damaged for text in [base.files[name]])
    return tuple(sorted(set(re.findall(r"\w+|[^\w\s]+", text))))


def _small(base: Base) -> bool:
    return all(base.files[name].count("\n") <= LONGEST for name in base.damaged)


def _pages(root: Path) -> list[Path]:
    return [path for part in ("tests/cases", "docs/errors", "docs/language", "docs") for path in _below(root / part)]


def _below(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.md") if folder.name != "cases" else folder.rglob("*.md"))


def _hosts(root: Path) -> dict[str, str]:
    """The games that examples are added to, by name."""
    texts = [path.read_text("utf-8") for path in (root / "tests").glob("*/p*.rules")]
    for page in (
        root / "docs/language.md",
        root / "docs/errors/README.md",
        *sorted((root / "docs/language").glob("*.md")),
    ):
        texts += [text for kind, _, text in _BLOCK.findall(page.read_text("utf-8")) if kind == "rules"]
    return {head[1]: text for text in texts if (head := _HEADER.match(text)) and text.startswith("game ")}


# ------------------------------------------------------------------ from files


def _game(path: Path) -> Iterator[Base]:
    """Each part of a game, each file it includes, its house rules, its scenarios, one after the other."""
    text = path.read_text("utf-8")
    blocks = [block for block in _blocks(text) if not block.startswith("scenario ")]
    files = {
        found.relative_to(path.parent).as_posix(): found.read_text("utf-8")
        for found in sorted([*path.parent.glob("*.rules"), *path.parent.glob("expansions/*/*.rules")])
        if found != path and path.stem == path.parent.name
    }
    rest = {**files, MAIN: "".join(blocks)}
    name = f"{path.parent.name}/{path.stem}"
    if rest[MAIN].count("\n") <= LONGEST:
        yield Base(name, rest, MAIN, (MAIN,))
    head = next(i for i, block in enumerate(blocks) if block.startswith("game ")) + 1
    for start in range(head, len(blocks), 4):
        piece = "".join(blocks[start : start + 4])
        whole = "".join([*blocks[:start], f'include "{PIECE}"\n', *blocks[start + 4 :]])
        yield Base(f"{name} part {start}", {**files, MAIN: whole, PIECE: piece}, MAIN, (PIECE,))
    for included in files:
        yield Base(f"{name} {included}", rest, MAIN, (included,))
    if path.stem == path.parent.name:
        for extra in sorted([*path.parent.glob("house_rules/*.rules"), *path.parent.glob("expansions/*.rules")]):
            own = f"{extra.parent.name}/{extra.name}"
            yield Base(f"{name} {own}", {**rest, own: extra.read_text("utf-8")}, MAIN, (own,), (extra.stem,))
    scenarios = [block for block in _blocks(text) if block.startswith("scenario ")]
    for other in sorted(path.parent.glob("scenarios/*.rules")) if path.stem == path.parent.name else ():
        scenarios += [block for block in _blocks(other.read_text("utf-8")) if block.startswith("scenario ")][::4]
    for number, scenario in enumerate(scenarios):
        game = f"{path.stem}.rules"
        text = f"scenarios for {path.stem}\n{scenario}"
        told = {**files, game: rest[MAIN], "told.rules": text}
        yield Base(f"{name} scenario {number}", told, "told.rules", ("told.rules",))


def _blocks(text: str) -> list[str]:
    """The text cut before each line that begins a part of the file."""
    return [block for block in re.split(r"^(?=[^\s#])", text, flags=re.MULTILINE) if block]


def _library(path: Path, host: str) -> Iterator[Base]:
    """The parts of a library, taken in by a game that has what they want."""
    blocks = [block for block in _blocks(path.read_text("utf-8")) if not block.startswith(("library ", "language "))]
    main = f'{host}{_EXAMPLE}include "{PIECE}"\n'
    for start in range(0, len(blocks), 3):
        text = "".join(blocks[start : start + 3])
        yield Base(f"stdlib/{path.stem} part {start}", {MAIN: main, PIECE: text}, MAIN, (PIECE,))
    yield Base(f"stdlib/{path.stem}", {MAIN: main, PIECE: f"use {path.stem}\n"}, MAIN, (PIECE,))


# ------------------------------------------------------------------ from pages


def _page(path: Path, hosts: dict[str, str]) -> Iterator[Base]:
    """The examples of a page. A case, from one heading to the next, is one base with all its files."""
    text = path.read_text("utf-8")
    is_case = "cases" in path.parts
    host = hosts["cases" if is_case else "examples"]
    for number, part in enumerate(re.split(r"^#+ ", text, flags=re.MULTILINE)):
        found = _BLOCK.findall(part)
        named = {name: body for _, name, body in found if name}
        for index, (kind, name, body) in enumerate(found):
            if kind == "rules" and not name:
                yield _example(f"{path.parent.name}/{path.stem} {number}.{index}", body, named, host, hosts)


def _example(name: str, body: str, named: dict[str, str], host: str, hosts: dict[str, str]) -> Base:
    with_ = tuple(other for other in _WITH.findall(body) if f"{other}.rules" in named)
    start = next((line for line in body.splitlines() if line and not line.startswith("#")), "")
    files = {**{f"{other}.rules": text for other, text in hosts.items()}, **named} if named or "for " in start else {}
    if _HEADER.match(start):
        return Base(name, {**files, MAIN: body}, MAIN, (MAIN, *named), with_)
    told = _WITH.search(body)
    main = _without(hosts.get(told[1], host) if told else host, body) + f'\ninclude "{PIECE}"\n'
    return Base(name, {**files, MAIN: main, PIECE: body}, MAIN, (PIECE, *named), with_)


def _without(game: str, lines: str) -> str:
    """The game less the parts that the lines bring themselves."""
    own = {_part(line) for line in lines.splitlines()}
    return "".join(block for block in _blocks(game) if _part(block) is None or _part(block) not in own)


def _part(line: str) -> str | None:
    found = _ONE.match(line)
    return None if found is None else "flow" if found[1] in ("turn", "turns", "round", "phase") else found[1]
