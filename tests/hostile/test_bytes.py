"""Any bytes in any file, and any text on standard input: the command line answers with a game or a message."""

from __future__ import annotations

import io
import json
from pathlib import Path
from unittest.mock import patch

import pytest

from cli.transcripts import called
from hostile.texts import ROWS, game
from rulewright_tools.cli import main

SIGNS = (
    "\0", "\x01", "\x07", "\b", "\x0b", "\x0c", "\r", "\x1b[31m", "\x7f", "\x85", "\xa0", "\xad", "\u0301",
    "\u0301" * 40, "\u200b", "\u200d", "\u200f", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\ufffd", "\uffff",
    "\U000e0001", "\U0010ffff", "\u0378", "\u0130", "\ufb01", "\u00b2", "\u0663", "\u1100\u1161",
    "\U0001f468\u200d\U0001f469",
)  # fmt: skip
BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\x80\x80")
SCENARIO = '\nscenario "one":\n  given:\n    agnes.coins = 3\n  then:\n    agnes.coins = 3\n'
WHOLE = game() + SCENARIO


def damaged(text: str) -> list[bytes]:
    """The text with each sign and some bytes at its beginning, in it and at its end, and in other encodings."""
    raw = text.encode("utf-8")
    pieces = [sign.encode("utf-8") for sign in SIGNS] + list(BYTES)
    places = [raw.index(b"\n", len(raw) // 2) + 1, raw.index(b" ", len(raw) // 3), len(raw) - 1]
    found = [raw[:at] + piece + raw[at:] for number, piece in enumerate(pieces) for at in [places[number % 3]]]
    found += [piece + raw for piece in pieces[::5]]
    found += [text.encode(name) for name in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig")]
    found += [raw.replace(b"\n", b"\r\n"), raw.replace(b"\n", b"\r"), raw[: len(raw) // 2], b"", b"\0" * 20, b"\n"]
    return found


def answers(arguments: list[str], given: str = "") -> None:
    code, out, err = called(arguments, given)
    assert code in (0, 1, 2), f"{arguments}: {err}"
    assert "Traceback" not in err
    if arguments[0] not in ("table", "play"):  # data for another program; what somebody typed, again
        assert not {"\x1b", "\x07", "\b"} & {*out, *err}, "nothing steers the terminal"
    if code:
        assert (out + err).strip()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_rules(home: Path) -> None:
    commands = (["check", "--json"], ["run", "--seed", "1"], ["test"], ["fmt", "--check"], ["check", "--fix", "--diff"])
    for number, raw in enumerate(damaged(WHOLE)):
        (home / "deep.rules").write_bytes(raw)
        name, *further = commands[number % len(commands)]
        answers([name, "deep.rules", *further])


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x07", "\b", "\r", "\x7f", "\x9b2J", "\u202e", "\u2066"])
def test_no_text_of_the_rules_steers_a_terminal(sign: str, home: Path) -> None:
    """What could reach one is refused where it stands; in a comment it does no harm, and stays there."""
    (home / "deep.rules").write_text(f"{game()}# a{sign}b\n", "utf-8", newline="")
    assert called(["run", "deep.rules", "--seed", "1"])[0] == 0
    for written in ('"Deep"', '"Coins"', "slip x4", "turn:\n", "board field: square grid 3 x 3\n"):
        odd = {
            "slip x4": f'slip "a{sign}b" x4',
            "turn:\n": f'turn:\n  log "a{sign}b"\n',
            "board field: square grid 3 x 3\n": f"letters for big: a{sign[0]} red, b blue\nboard big: square grid\n"
            f"  suit: Suit\n  layer picture:\n    |a{sign[0]}|\n",
        }.get(written, f'"a{sign}b"')
        text = game().replace(written, odd)
        (home / "deep.rules").write_text(text, "utf-8", newline="")
        code, out, err = called(["run", "deep.rules", "--seed", "1"])
        assert (code, out) == (1, ""), written
        assert f"U+{ord(sign[0]):04X}" in err
        assert sign[0] not in err
        assert called(["check", "deep.rules", "--fix"])[0] in (0, 1)
    (home / "deep.rules").write_text(game().replace('"Deep"', f'"De{sign[0]}ep"'), "utf-8", newline="")
    assert called(["check", "deep.rules", "--fix"])[0] == 0
    assert (home / "deep.rules").read_text("utf-8") == game()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", 'name,title,worth\nslip,Fine,1\nother,"A \x1b[31mslip",1\n'),
        ("t.csv", "name,text,worth\nslip,Fine,1\nother,A \x0bslip,1\n"),
        ("t.json", '[{"name": "slip", "worth": 1}, {"name": "other", "title": "A \\u001b[31m", "worth": 1}]'),
        ("t.json", '[{"name": "slip", "worth": 1}, {"name": "other", "title": "A \u202e", "worth": 1}]'),
    ],
)
def test_no_cell_of_a_table_steers_a_terminal(name: str, text: str, home: Path) -> None:
    (home / "deep.rules").write_text(game(rows=f'cards of Slip from "{name}"\n'), "utf-8")
    (home / name).write_text(text, "utf-8")
    code, out, _ = called(["check", "deep.rules"])
    assert code == 1
    assert "cannot stand here: it is not seen, and changes how what follows is shown" in out
    assert f"{name}:" in out
    assert not {"\x1b", "\x0b", "\u202e"} & set(out)


def test_no_record_or_save_steers_a_terminal(home: Path) -> None:
    (home / "deep.rules").write_text(game(), "utf-8")
    assert called(["run", "deep.rules", "--seed", "1", "--record", "r"])[0] == 0
    assert called(["play", "deep.rules", "--seed", "1", "--me", "all"], "1\nsave s\nquit\nn\n")[0] == 0
    for name, command in (("r", ["replay", "odd"]), ("s", ["play", "--resume", "odd"])):
        text = (home / name).read_text("utf-8")
        for old, new in (("agnes", "agnes\\u001b[2J"), ('"turn.n"', '"turn.n\u202e"'), ('"turn.n"', '"\x9b"')):
            assert old in text
            (home / "odd").write_text(text.replace(old, new), "utf-8")
            code, out, err = called(command, "quit\n")
            assert (code, out) == (1, "")
            assert "error[use/damaged]: `odd` is damaged: U+" in err
            assert not {"\x1b", "\x9b", "\u202e"} & set(err)


def test_standard_input_of_fmt(home: Path) -> None:
    for raw in damaged(WHOLE)[::3]:
        code, out, err = with_bytes(["fmt", "-"], raw)
        assert code in (0, 1)
        assert "Traceback" not in out + err


def with_bytes(arguments: list[str], given: bytes) -> tuple[int, str, str]:
    stdin = io.TextIOWrapper(io.BytesIO(given), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", stdin), patch("sys.stdout", out), patch("sys.stderr", err):
        return main(arguments), out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", 'name,title,worth,text\nslip,"A ""slip""",1,x\nother,Other,1 + 1,"two\nlines"\n'),
        ("t.json", '[{"name": "slip", "title": "A slip", "worth": 1}, {"name": "other", "worth": "1 + 1"}]\n'),
    ],
)
def test_tables(name: str, text: str, home: Path) -> None:
    (home / "deep.rules").write_text(game(rows=f'cards of Slip from "{name}"\n'), "utf-8")
    halves = [text.replace("slip", word).encode("utf-8") for word in ("\\ud800", "\\udc00\\ud800", "\\u0000", "\\x")]
    for number, raw in enumerate([*damaged(text), *halves]):
        (home / name).write_bytes(raw)
        answers([["check", "deep.rules"], ["table", "deep.rules", "Slip"], ["schema", "deep.rules"]][number % 3])


def test_saves_records_and_rules_as_data(home: Path) -> None:
    (home / "deep.rules").write_text(game(), "utf-8")
    assert called(["run", "deep.rules", "--seed", "1", "--record", "r.jsonl"])[0] == 0
    assert called(["play", "deep.rules", "--seed", "1", "--me", "all"], "1\nsave s.json\nquit\n")[0] == 0
    (home / "a.json").write_text(called(["check", "deep.rules", "--ast"])[1], "utf-8")
    for name, command in (("r.jsonl", ["replay"]), ("s.json", ["play", "--resume"]), ("a.json", ["rules"])):
        text = (home / name).read_text("utf-8")
        other = [b"[" * 100_000, b'{"a":' * 100_000, b"1" * 100_000, b"NaN", text.replace('"', "'").encode("utf-8")]
        for raw in [*damaged(text)[::3], *other]:
            (home / f"odd-{name}").write_bytes(raw)
            answers([*command, f"odd-{name}"], "quit\n")


def test_values_of_a_save_exchanged_for_others(home: Path) -> None:
    (home / "deep.rules").write_text(game(), "utf-8")
    assert called(["play", "deep.rules", "--seed", "1", "--me", "all"], "1\nsave s.json\nquit\n")[0] == 0
    save = json.loads((home / "s.json").read_text("utf-8"))
    odd = (None, -1, 10**30, 1.5, "", "\ud800", [], {}, [[]], True)
    for at, key in enumerate(save):
        for number, value in enumerate(odd):
            if (at + number) % 3 == 0:
                (home / "odd.json").write_text(json.dumps({**save, key: value}), "utf-8")
                answers(["play", "--resume", "odd.json"], "1\nquit\n")
    for at, key in enumerate(save["position"]):
        for number, value in enumerate(odd):
            if (at + number) % 5 == 0:
                position = {**save["position"], key: value}
                (home / "odd.json").write_text(json.dumps({**save, "position": position}), "utf-8")
                answers(["play", "--resume", "odd.json"], "1\nquit\n")


def test_answers_at_the_table(home: Path) -> None:
    (home / "deep.rules").write_text(game(), "utf-8")
    lines = [*SIGNS, "\ud800", "9" * 5000, "a" * 100_000, "why \0", "save \0", "save " + "x" * 5000, "options \x1b[2J"]
    given = "\n".join(line.replace("\r", " ") for line in lines) + "\nquit\n"
    answers(["play", "deep.rules", "--seed", "1", "--me", "all"], given)


def test_bytes_at_the_table_that_are_no_text(home: Path) -> None:
    (home / "deep.rules").write_text(game(), "utf-8")
    raw = b"\n".join([*BYTES, b"1", b"quit"])
    code, out, _ = with_bytes(["play", "deep.rules", "--seed", "1", "--me", "all"], raw)
    assert code in (0, 1)
    assert "\\xff" in out


@pytest.mark.parametrize(
    "name", ["\n.rules", "a b.rules", "-.rules", "ü.rules", "\u202e.rules", "'\"`$.rules", "\x1b[2J.rules"]
)
def test_names_of_files(name: str, home: Path) -> None:
    (home / name).write_text(game(rows=ROWS), "utf-8")
    (home / "outer.rules").write_text(game(f'include "{name}"\n'), "utf-8")
    for command in ("check", "run", "fmt", "test"):
        answers([command, f"./{name}"])
    answers(["check", "outer.rules"])


@pytest.mark.parametrize(
    "name", ["\0", "a" * 5000, "/dev/null", "/dev/zero", ".", "", "\ud800", "../../x", "nul:", "\x1b[2J"]
)
def test_names_of_nothing(name: str, home: Path) -> None:
    (home / "outer.rules").write_text(game(f'include "{name}"\n').encode("utf-8", "replace").decode(), "utf-8")
    for command in ("check", "run", "fmt", "test", "replay", "rules", "table", "ask", "board", "schema"):
        answers([command, name])
    answers(["explain", name])
    answers(["check", "outer.rules"])
    answers(["check", "outer.rules", "--with", name, "--option", f"{name}={name}"])
