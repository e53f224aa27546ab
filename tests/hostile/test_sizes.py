"""A file of any size and kind is read, or refused, in bounded time and memory.

Short by default. In `python tools/dev.py exam` the files are as large as a file may be; then each
may take half a minute of the processor, and less than a gigabyte.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.transcripts import called
from hostile.texts import game, numbered
from rulewright import records, resources

Files = dict[str, str]


def rules(made: Callable[[int], str]) -> Callable[[int], Files]:
    return lambda letters: {"main.rules": made(letters)}


def filled(unit: str) -> Callable[[int], Files]:
    """Nothing but this, and a game that is full of it."""
    return lambda letters: {"main.rules": unit * (letters // len(unit))}


def table(name: str, made: Callable[[int], str]) -> Callable[[int], Files]:
    return lambda letters: {"main.rules": game(rows=f'cards of Slip from "{name}"\n'), name: made(letters)}


def of_map(letters: int) -> str:
    side = int(letters**0.5) // 2 * 2
    rows = f"    |{'ab' * (side // 2)}|\n" * side
    return game(f"letters for big: a red, b blue\nboard big: square grid\n  suit: Suit\n  layer picture:\n{rows}")


KINDS: dict[str, Callable[[int], Files]] = {
    "(": filled("("),
    ")": filled(")"),
    "line ends": filled("\n"),
    "quotes": filled('"'),
    "letters": filled("a"),
    "words": filled("a "),
    "tabs": rules(lambda n: game(turn="\tstop\n" * (n // 6))),
    "comments": rules(lambda n: game("# x\n" * (n // 4))),
    "a name": rules(lambda n: game(f"const {'a' * n} = 1\n")),
    "a text": rules(lambda n: game(f'const a = "{"x" * n}"\n')),
    "a number": rules(lambda n: game(f"const a = {'1' * n}\n")),
    "a sum": rules(lambda n: game(f"const a = 1{' + 1' * (n // 4)}\n")),
    "a set": rules(lambda n: game(f"const a = {{{'1, ' * (n // 3)}1}}\n")),
    "constants": rules(lambda n: game(numbered("const c{at} = {at}\n", n))),
    "definitions": rules(lambda n: game(numbered("define d{at}: Int = count of deck + {at}\n", n))),
    "variables": rules(lambda n: game(numbered("var v{at} per Player: Int = 0, 0 to 9\n", n))),
    "types": rules(lambda n: game(numbered("enum E{at}: a{at}, b{at}\n", n))),
    "types that are not there": rules(lambda n: game(numbered("var v{at}: In\n", n))),
    "unknown names": rules(lambda n: game(numbered("define d{at}: Int = nme{at}\n", n))),
    "actions": rules(lambda n: game(numbered("action a{at}: gain 1 coin\n", n))),
    "reactions": rules(lambda n: game(numbered("when my coins = {at}: gain 1 coin\n", n))),
    "options": rules(lambda n: game(numbered('option o{at} "O": Bool = no\n', n // 6))),
    "statements": rules(lambda n: game(turn="  gain n coins\n" * (n // 15))),
    "names in a rule": rules(lambda n: game(turn=numbered("  let b{at} = n + 1\n", n))),
    "rows": rules(lambda n: game(rows="cards of Slip:\n" + numbered("  r{at} worth {at}\n", n))),
    "a table": rules(lambda n: game("table t(n: Int): Int\n" + numbered("  {at}: {at}\n", n))),
    "a map": rules(of_map),
    "includes": rules(lambda n: game(numbered('include "f{at}.rules"\n', n))),
    "libraries": rules(lambda n: game(numbered("use dice as d{at}\n", n))),
    "csv": table("t.csv", lambda n: "name,worth\n" + numbered("a{at},1\n", n)),
    "csv: bad cells": table("t.csv", lambda n: "name,worth\n" + numbered("a{at},1 +\n", n // 6)),
    "csv: no names": table("t.csv", lambda n: "name,worth\n" + ",1\n" * (n // 3)),
    "csv: one name": table("t.csv", lambda n: "name,worth\n" + "a,1\n" * (n // 4)),
    "csv: one row": table("t.csv", lambda n: "name,worth\na" + ",1" * (n // 2) + "\n"),
    "csv: one cell": table("t.csv", lambda n: f"name,worth\na,{'x' * n}\n"),
    "csv: lines in a cell": table("t.csv", lambda n: 'name,text\na,"' + "x\n" * (n // 2) + '"\n'),
    "csv: sums": table("t.csv", lambda n: "name,worth\n" + numbered("a{at},1 + 2 + 3\n", n)),
    "csv: as many sums as may be": table(
        "t.csv", lambda n: "name,worth\n" + "".join(f"a{at},1 + 2 + 3\n" for at in range(min(n // 20, 17_600)))
    ),
    "csv: values": table("t.csv", lambda n: "name,worth\n" + ("a" + ",1" * 40 + "\n") * (n // 82)),
    "csv: empty cells": table("t.csv", lambda n: "name,worth\n" + ("," * 999 + "\n") * (n // 1000)),
    "csv: quotes": table("t.csv", lambda n: '"' * n),
    "csv: empty lines": table("t.csv", lambda n: "name,worth\n" + "\n" * n),
    "json": table("t.json", lambda n: "[" + numbered('{{"name":"a{at}","worth":1}},', n) + '{"name":"z","worth":1}]'),
    "json: as many rows as may be": table(
        "t.json", lambda n: "[" + ",".join(f'{{"name":"a{at}","worth":1}}' for at in range(min(n // 27, 49_999))) + "]"
    ),
    "json: values": table("t.json", lambda n: "[" + ",".join(['{"name":"a","worth":[1,1,1,1,1]}'] * (n // 33)) + "]"),
    "json: a list": table("t.json", lambda n: '[{"name":"a","worth":[' + "1," * (n // 2) + "1]}]"),
    "json: escapes": table("t.json", lambda n: '[{"name":"a","title":"' + "\\n" * (n // 2) + '","worth":1}]'),
    "json: [": table("t.json", lambda n: "[" * n),
    "json: keys": table("t.json", lambda n: '[{"name":"a"' + numbered(',"k{at}":1', n) + "}]"),
    "json: digits": table("t.json", lambda n: '[{"name":"a","worth":' + "1" * n + "}]"),
}


@pytest.fixture
def letters(long_run: bool) -> int:
    return resources.MAX_BYTES - 10_000 if long_run else 6_000


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_one_kind(kind: str, letters: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in KINDS[kind](letters).items():
        Path(name).write_text(text, "utf-8")
    before, start = peak(anew=True), time.process_time()
    code, out, err = called(["check", "main.rules"])
    seconds, megabytes = time.process_time() - start, peak() - before
    assert code in (0, 1), err
    assert len(out) + len(err) < 300_000
    assert seconds < 30
    assert megabytes < 1000


def peak(anew: bool = False) -> float:
    """The most memory of this process in megabytes, where Linux tells it; from now on, with `anew`."""
    try:
        if anew:
            Path("/proc/self/clear_refs").write_text("5")
        return float(Path("/proc/self/status").read_text("ascii").split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        return 0.0


TOO_LONG = b"#" * (resources.MAX_BYTES + 1)
TOO_LONG_TO_PLAY = b"#" * (records.MOST_BYTES + 1)

READ = {
    "rules": ["check", "long"],
    "an expansion": ["check", "small.rules", "--with", "long"],
    "a layout": ["fmt", "long"],
    "rules as data": ["rules", "long.json"],
    "a table": ["check", "table.rules"],
    "scenarios": ["test", "told.rules"],
}


@pytest.mark.parametrize("what", READ)
def test_a_file_that_is_too_long_is_refused_by_its_size(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("long", "long.json", "long.csv", "told.rules"):
        Path(name).write_bytes(TOO_LONG)
    Path("small.rules").write_text(game(), "utf-8")
    Path("table.rules").write_text(game(rows='cards of Slip from "long.csv"\n'), "utf-8")
    code, out, err = called(READ[what])
    assert code == 1
    assert "4,000,000 bytes" in out + err
    assert "too-large" in out + err


@pytest.mark.parametrize("arguments", [["play", "--resume", "long"], ["replay", "long"]])
def test_a_save_or_record_that_is_too_long_is_refused_by_its_size(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("long").write_bytes(TOO_LONG_TO_PLAY)
    code, out, err = called(arguments)
    assert (code, out) == (1, "")
    assert "`long` cannot be read: it is larger than 12,000,000 bytes" in err


@pytest.mark.parametrize("unit", ["[],", '{"a":[]},', "1,", '"\\u00e4",', "[[[[[[]]]]]],"])
def test_a_save_full_of_one_thing(unit: str, letters: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times as large as another file may be."""
    monkeypatch.chdir(tmp_path)
    Path("main.rules").write_text(game(), "utf-8")
    assert called(["play", "main.rules", "--seed", "1", "--me", "all"], "1\nsave s\nquit\nn\n")[0] == 0
    save = Path("s").read_text("utf-8")
    Path("s").write_text(save.replace('"position": {', f'"position": {{"x": [{unit * (3 * letters // len(unit))}1], '))
    before, start = peak(anew=True), time.process_time()
    code, _, err = called(["play", "--resume", "s"], "quit\nn\n")
    seconds, megabytes = time.process_time() - start, peak() - before
    assert code in (0, 1), err
    assert seconds < 30
    assert megabytes < 1000


@pytest.mark.parametrize("line", ["{}", '{"scores":{}}', '{"player":"","rule":"","answer":[],"state_hash":""}', "[]"])
def test_a_record_full_of_one_line(line: str, letters: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.rules").write_text(game(), "utf-8")
    assert called(["run", "main.rules", "--seed", "1", "--record", "r"])[0] == 0
    head = Path("r").read_text("utf-8").split("\n")[0]
    Path("r").write_text(f"{head}\n" + f"{line}\n" * (3 * letters // (len(line) + 1) - 10), "utf-8")
    before, start = peak(anew=True), time.process_time()
    code, out, err = called(["replay", "r"])
    seconds, megabytes = time.process_time() - start, peak() - before
    assert code == 1
    assert "line 2 is no" in err or "is no answer" in err or "different at answer 1" in out
    assert seconds < 30
    assert megabytes < 1000


def test_what_is_written_of_a_game_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than a file of rules may have is fine; what could not be read is told when it is written, and the file that
    was there stays."""
    monkeypatch.chdir(tmp_path)
    Path("main.rules").write_text(game(), "utf-8")
    run = ["run", "main.rules", "--seed", "1", "--record", "r"]
    assert called(run)[0] == 0
    written = Path("r").read_bytes()
    monkeypatch.setattr(resources, "MAX_BYTES", len(written) - 1)
    assert called(["replay", "r"])[0] == 0
    monkeypatch.setattr(records, "MOST_BYTES", len(written) - 1)
    code, _, err = called(run)
    assert code == 2
    assert err.startswith(f"error[syntax/too-large]: `r` cannot be written: it would be larger than {len(written) - 1}")
    assert Path("r").read_bytes() == written
    monkeypatch.setattr(records, "MOST_BYTES", len(written))
    assert called(["replay", "r"])[0] == 0


def test_standard_input_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = called(["fmt", "-"], TOO_LONG.decode("ascii"))
    assert (code, out) == (1, "")
    assert "`<standard input>` is larger than 4,000,000 bytes" in err
