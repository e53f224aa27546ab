"""A person at a real terminal: colours, Ctrl-C, and the screen between two people who share it."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

DUEL = """game duel "Duel"
players 2
card Number (numbers)
  value: Int
cards of Number:
  number, copies 1 for value in 1..6
zone deck: deck of Number
zone hand per Player: Number, seen by owner

setup:
  move numbers to deck; shuffle deck
  deal 2 from deck to hand

turn:
  if any my hand:
    choose c in my hand
    move c to box
  if no me.hand: end game

score:
  rest "Rest": sum of my hand.value
winner: most score, then shared
"""


class Terminal:
    """The command line on a pseudo-terminal."""

    def __init__(self, words: list[str], **environment: str) -> None:
        self.pid, self.end = pty.fork()
        if self.pid == 0:  # pragma: no cover - the child
            os.environ.update({"TERM": "xterm", "COLUMNS": "100", **environment})
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests may have it ignored
            os.execv(sys.executable, [sys.executable, "-m", "rulewright_tools", *words])
        self.seen = ""
        self.code: int | None = None

    def until(self, text: str) -> str:
        """What is shown up to this text, which must come."""
        before = len(self.seen)
        deadline = time.monotonic() + 30
        while text not in self.seen[before:]:
            ready = select.select([self.end], [], [], max(0, deadline - time.monotonic()))[0]
            assert ready, f"no `{text}` in: {self.seen[before:]}"
            try:
                self.seen += os.read(self.end, 65536).decode()
            except OSError:
                break
        assert text in self.seen[before:], self.seen[before:]
        return self.seen[before:]

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, again after a second if nothing comes: one that falls between the prompt and the reading is lost."""
        for _ in range(10):
            os.kill(self.pid, signal.SIGINT)
            if select.select([self.end], [], [], 1)[0]:
                return

    def closed(self) -> int:
        """The exit code, once the command has ended."""
        if self.code is None:
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code

    def give_up(self) -> None:
        """Whatever happened: the command does not go on."""
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            self.closed()
        os.close(self.end)


@pytest.fixture
def terminals() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(words: str, **environment: str) -> Terminal:
        opened.append(Terminal(words.split(), **environment))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.give_up()


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    Path("duel.rules").write_text(DUEL, "utf-8")


def test_interrupting_saves_the_game_and_says_where(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals("play kingdom_builder --seed 1 --me 1")
    first = terminal.until("agnes> ")
    assert "\x1b[7m" in first, "spaces that can be chosen are highlighted"
    assert "\x1b[1;34m2" in first, "pieces have their player's colour"
    terminal.interrupt()
    assert "saved; `rulewright play --resume kingdom_builder.save` goes on" in terminal.until("goes on")
    assert terminal.closed() == 0
    assert Path("kingdom_builder.save").is_file()


def test_no_colour_is_sent_where_none_is_wanted(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals("play kingdom_builder --seed 1 --me 1", NO_COLOR="1")
    shown = terminal.until("agnes> ")
    assert "\x1b[1;" not in shown
    assert "\x1b[7m" not in shown
    assert "* can be chosen" in shown
    terminal.type("\x04")
    terminal.until("goes on")
    assert terminal.closed() == 0


def test_the_screen_is_cleared_between_two_people_with_hidden_cards(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals("play duel.rules --seed 1 --me all")
    terminal.until("agnes> ")
    terminal.type("1\n")
    between = terminal.until("only you are looking")
    assert "\x1b[2J" in between
    assert not re.search(r"hand: number", between), "nothing of bruno's is shown before he sits there"
    terminal.type("\n")
    assert re.search(r"bruno: hand: number", terminal.until("bruno> "))
    terminal.type("quit\n")
    terminal.until("or another file]")
    terminal.type("n\n")
    assert terminal.closed() == 0
    assert not Path("duel.save").exists()


def test_a_wrong_answer_at_a_terminal_is_no_failure(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals("play duel.rules --seed 1")
    terminal.until("agnes> ")
    terminal.type("99\n")
    assert "not possible" in terminal.until("agnes> ")
    terminal.type("1\n")
    terminal.until("agnes> ")
    terminal.type("1\n")
    assert "winner" in terminal.until("winner")
    assert terminal.closed() == 0
