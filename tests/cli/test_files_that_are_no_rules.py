"""Files that hold no rules, given to every command that takes a file: refused, nothing changed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.transcripts import called

FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "the file is empty"),
    "blank": (b"  \n\n# nothing here\n", "the file is empty"),
    "noise": (b"\x00\x01\xff" + random.Random(7).randbytes(3_000), "is not UTF-8 text"),
    "zeros": (b'expansion zeros "Zeros" for pickomino\n\x00\x00\n', "is not a sign of the language"),
    "sixteen": ('expansion e "E" for pickomino\n'.encode("utf-16"), "is not UTF-8 text"),
}
WITH = (
    "check pickomino --with FILE",
    "check pickomino --with last_tile --with FILE",
    "test pickomino --with FILE",
    "play pickomino --with FILE",
    "run pickomino --with FILE --record game.jsonl",
    "diff pickomino --with FILE",
    "combinations pickomino --with FILE",
    "compare pickomino --with FILE --games 2",
    "board pickomino --with FILE",
    "bench pickomino --with FILE",
    "check FILE",
    "run FILE",
    "ask FILE",
)


@pytest.mark.parametrize("name", FILES)
def test_no_command_takes_it_for_rules(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    content, reason = FILES[name]
    Path(f"{name}.rules").write_bytes(content)
    for command in WITH:
        code, out, err = called(command.replace("FILE", f"{name}.rules").split(), "")
        assert (code, "Traceback" in out + err) == (1, False), command
        assert reason in out + err and f"--> {name}.rules:" in out + err, command
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.rules"]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["play --resume", "replay"])
def test_nor_for_a_save_or_a_record(name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(FILES[name][0])
    code, out, err = called([*command.split(), name], "")
    assert (code, out) == (1, "")
    assert err.startswith("error[use/damaged]") and f"`{name}`" in err
    assert Path(name).read_bytes() == FILES[name][0]
