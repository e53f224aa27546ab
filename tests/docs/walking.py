"""A page that is followed from top to bottom, as a reader would. In: Markdown. Out: what stands in the folder after
each section, and the page with what the commands print now.

    ```rules garden/garden.rules Setup      lines for a file: what the file has under the same first words gives way to
                                            them; what is new goes to the end of the part *Setup* of the file
    ```csv garden/flowers.csv               another file, or rules with a header: the whole of it; if such rules are
                                            there already, they must have become what is shown
    ```rules                                lines that stand in a file already: nothing is to be typed
    ```console                              commands, what they print, and what is typed behind a `>`
    $ rulewright play garden
    agnes> rose
    …                                       any number of lines that are left out

A section that ends with all in order is one that can be played; a reader may stop there.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from rulewright_tools.cli import main

_FENCE = re.compile(r"^```(\w+)(?: (\S+)(?: ([^\n]+))?)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_PART = re.compile(r"^# -+ (.+)$")
_HEADER = re.compile(r"(#.*\n|\s*\n)*(game|expansion|library|scenarios)\b")
_HEAD = re.compile(r'"[^"]*"|[^\W\d]\w*')
_TYPED = re.compile(r"^(?:\w+>|save the game in .+\])(?: (.*))?$", re.MULTILINE)
_LEFT_OUT = "…"
ONE = ("setup", "turn", "score", "winner", "round", "players", "first", "language")
TWO = ("of", "for", "to")


@dataclass
class Walk:
    """A reader in a folder. `now`: the page so far with what is printed now; `wrong`: where page and program differ."""

    home: Path
    now: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def sections(self, page: str) -> Iterator[str]:
        """The headings, each when its section has been followed."""
        for section in _SECTION.split(page):
            end = 0
            for found in _FENCE.finditer(section):
                self.now += [section[end : found.start()], self._block(found, section[: found.start()])]
                end = found.end()
            self.now.append(section[end:])
            yield section.splitlines()[0]

    def _block(self, found: re.Match[str], before: str) -> str:
        language, name, part, body = found.groups()
        if language == "console":
            return f"```console\n{self._session(body)}```"
        if name is None:
            if language == "rules" and not self._stands_somewhere(body):
                self.wrong.append(f"these lines stand in no file:\n{body}")
            return found[0]
        if part and f"*{part}*" not in before:
            self.wrong.append(f"the section says nothing about *{part}* before this:\n{body}")
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".rules" or not path.exists():
            path.write_text(body, "utf-8")
            return found[0]
        text = path.read_text("utf-8")
        if _HEADER.match(body) is None:
            path.write_text(merged(text, body, part), "utf-8")
            return found[0]
        if text != body:
            self.wrong.append(f"{name} is not what the page shows, but\n{text}")
        return f"```rules {name}\n{text}```"

    def _stands_somewhere(self, body: str) -> bool:
        files = [path.read_text("utf-8") for path in sorted(self.home.rglob("*.rules"))]
        return all(any(part.strip() in text for text in files) for part in body.strip().split("\n\n"))

    def _session(self, body: str) -> str:
        lines: list[str] = []
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            typed = [found[1] or "" for found in _TYPED.finditer(shown)]
            code, printed = called(shlex.split(command, comments=True)[1:], "".join(f"{line}\n" for line in typed))
            if code not in (0, 1):
                self.wrong.append(f"$ {command}\nends with exit code {code}")
            if not agrees(shown, printed):
                self.wrong.append(f"$ {command}\nprints\n{printed}")
                shown = printed
            lines.append(f"$ {command}\n{shown}")
        return "".join(lines)


def called(words: list[str], typed: str) -> tuple[int, str]:
    """The command line in this process: exit code, and all that comes to the screen, in the order it comes."""
    screen = io.StringIO()
    with redirect_stdout(screen), redirect_stderr(screen), patch("sys.stdin", io.StringIO(typed)):
        code = main(words)
    return code, "".join(f"{line.rstrip()}\n" for line in screen.getvalue().splitlines())


def agrees(shown: str, printed: str) -> bool:
    """Whether this was printed; a line with nothing but … stands for any lines."""
    parts = re.split(rf"^ *{_LEFT_OUT}\n", shown, flags=re.MULTILINE)
    return re.fullmatch(r"(?:.*\n)*?".join(map(re.escape, parts)), printed) is not None


# ------------------------------------------------------------------ lines that come into a file


def merged(text: str, lines: str, part: str | None) -> str:
    """The file with these lines: each declaration in place of the one with the same first words; a new one before the
    next of these that is there already, or at the end of the part of the file under the remark with that title."""
    old = pieces(text)
    new = [(head, body) for head, body in pieces(lines) if head is not None]
    for at, (head, body) in enumerate(new):
        heads = [known for known, _ in old]
        if head in heads:
            old[heads.index(head)] = (head, body)
            continue
        behind = next((heads.index(later) for later, _ in new[at + 1 :] if later in heads), None)
        if behind is not None:
            old[behind:behind] = [(head, body), (None, "\n")]
            continue
        place = _end_of(old, part)
        apart = max(body.count("\n"), old[place - 1][1].count("\n")) > 1
        old[place:place] = [(None, "\n"), (head, body)] if apart else [(head, body)]
    return "".join(body for _, body in old)


def pieces(text: str) -> list[tuple[str | None, str]]:
    """The declarations of a file with the words that tell which they are; empty lines and remarks with none."""
    found: list[tuple[str | None, str]] = []
    for line in text.splitlines(keepends=True):
        if line[0] == " " and found and found[-1][0] is not None:
            found[-1] = (found[-1][0], found[-1][1] + line)
        elif not line.strip() or line[0] == "#":
            found.append((None, line))
        else:
            found.append((head_of(line), line))
    return found


def head_of(line: str) -> str:
    """`cards of Goal` for `cards of Goal:`, `zone hand` for `zone hand per Player: Deed`, `setup` for `setup:`."""
    words = _HEAD.findall(line)
    if words[0] in ONE:
        return str(words[0])
    return " ".join(words[: 3 if words[1] in TWO else 2])


def _end_of(old: list[tuple[str | None, str]], part: str | None) -> int:
    """Behind the last declaration of the part."""
    if part is None:
        return len(old)
    titles = [k for k, (head, body) in enumerate(old) if head is None and _PART.match(body.rstrip())]
    start = next(k for k in titles if _PART.match(old[k][1].rstrip())[1] == part)  # type: ignore[index]
    end = next((k for k in titles if k > start), len(old))
    while end > start + 1 and old[end - 1][0] is None:
        end -= 1
    return end
