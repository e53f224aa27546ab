"""The files of plays, as data. In: a path, or what is to be written. Out: a file, or its checked parts.

A record is JSON lines: a header (rules hash, options, players, seed), one line an answer with the hash of the state
after it, and a last line with the result. A save is one JSON object: the same header, the answers, and the position
itself, so that it can be resumed even where the answers alone would no longer lead there.

A player's record holds what one player may have: no seed, of others' answers only that they were given, and hashes of
what the player saw. It cannot be played again; beside the whole record it shows that nothing was changed afterwards.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rulewright import resources
from rulewright.errors import RecordError, UseError
from rulewright.report import codes
from rulewright.report.signs import STEERING, refusal

RECORD, SAVE, VERSION = "rulewright record", "rulewright save", 1
PLAYER_RECORD = "rulewright record for a player"

MOST_BYTES = 12_000_000
"""The largest record or save that is written, and read: a hundred thousand short answers."""


@dataclass(frozen=True, slots=True)
class FoundAs:
    """How a game is found again: its name or file, and its expansions."""

    file: str
    with_: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a play was made with."""

    game: str
    found_as: FoundAs
    rules_hash: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    seed: int | str | None


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: who, at which question, what (in its JSON form)."""

    player: str
    rule: str
    answer: Any


@dataclass(frozen=True, slots=True)
class Record:
    """`hashes`: of the state at the start and after each answer. `result`: None if the play was not over."""

    header: Header
    answers: tuple[Answered, ...]
    hashes: tuple[str, ...]
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Save:
    header: Header
    answers: tuple[Answered, ...]
    position: Mapping[str, Any]


def write_record(
    path: Path,
    header: Header,
    answers: Sequence[Answered],
    hashes: Sequence[str],
    result: Mapping[str, Any] | None,
) -> None:
    lines: list[Mapping[str, Any]] = [{**_head(header, RECORD), "state_hash": hashes[0]}]
    for answered, after in zip(answers, hashes[1:], strict=True):
        lines.append({"player": answered.player, "rule": answered.rule, "answer": answered.answer, "state_hash": after})
    if result is not None:
        lines.append(result)
    _write(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def write_player_record(
    path: Path,
    header: Header,
    player: str,
    answers: Sequence[Answered],
    views: Sequence[str],
    result: Mapping[str, Any] | None,
    salt: str | None,
) -> None:
    """`views`: hashes of the player's view at the start and after each answer."""
    head = _head(header, PLAYER_RECORD)
    del head["seed"]
    sealed = None if salt is None or header.seed is None else commitment(header.seed, salt)
    lines: list[Mapping[str, Any]] = [{**head, "for": player, "commitment": sealed, "view_hash": views[0]}]
    for answered, after in zip(answers, views[1:], strict=True):
        own = {"answer": answered.answer} if answered.player == player else {}
        lines.append({"player": answered.player, "rule": answered.rule, **own, "view_hash": after})
    if result is not None:
        lines.append(result)
    _write(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def commitment(seed: int | str, salt: str) -> str:
    """What can be told of a seed before the game, so that everybody can check it afterwards, once seed and salt are
    told: a seed alone could be found by trying. The salt must be as hard to guess as a good password."""
    text = f"rulewright seed 1\n{len(salt)} {salt}\n{seed}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


def write_save(path: Path, header: Header, answers: Sequence[Answered], position: Mapping[str, Any]) -> None:
    given = [[answered.player, answered.rule, answered.answer] for answered in answers]
    whole = {**_head(header, SAVE), "answers": given, "position": position}
    _write(path, json.dumps(whole, ensure_ascii=False) + "\n")


def _head(header: Header, format: str) -> dict[str, Any]:
    return {
        "format": format,
        "version": VERSION,
        "game": header.game,
        "file": header.found_as.file,
        "with": list(header.found_as.with_),
        "rules_hash": header.rules_hash,
        "options": dict(header.options),
        "players": list(header.players),
        "seed": header.seed,
    }


def _write(path: Path, text: str) -> None:
    """The whole file or none of it: a crash in between leaves the old one."""
    try:
        data = text.encode("utf-8")
        if len(data) > MOST_BYTES:
            text = f"`{path}` cannot be written: it would be larger than {MOST_BYTES:,} bytes"
            raise UseError(codes.TOO_LARGE, text, "a shorter game can be written down")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except (OSError, ValueError) as problem:  # a name that no file can have is a ValueError
        why = getattr(problem, "strerror", None) or problem
        raise UseError(codes.NO_FILE, f"`{path}` cannot be written: {why}") from None


# ------------------------------------------------------------------ reading


def read_record(path: Path) -> Record:
    """Raises UseError for a file that cannot be read, RecordError for one that is damaged."""
    parts: list[dict[str, Any]] = []
    for number, line in enumerate(io.StringIO(_text(path)), start=1):
        try:
            part = json.loads(line)
        except (ValueError, RecursionError):
            raise RecordError(codes.DAMAGED, f"`{path}`: line {number} is cut off, or no JSON") from None
        if not isinstance(part, dict):
            raise RecordError(codes.DAMAGED, f"`{path}`: line {number} is no part of a record")
        if number == 1:
            _refuse_other_kinds(part, path)
        elif "scores" not in part and not part.keys() >= ANSWER:
            raise RecordError(codes.DAMAGED, f"`{path}`: line {number} is no answer")
        _refuse_steering(line, part, path)
        parts.append(part)
    if not parts:
        raise RecordError(codes.DAMAGED, f"`{path}` is no record of Rulewright")
    header = _header(parts[0], path, {"state_hash": str})
    result = parts.pop() if "scores" in parts[-1] else None
    answers: list[Answered] = []
    hashes = [str(parts[0]["state_hash"])]
    for number, part in enumerate(parts[1:], start=2):
        if not part.keys() >= ANSWER:
            raise RecordError(codes.DAMAGED, f"`{path}`: line {number} is no answer")
        answers.append(Answered(str(part["player"]), str(part["rule"]), part["answer"]))
        hashes.append(str(part["state_hash"]))
    return Record(header, tuple(answers), tuple(hashes), result)


ANSWER = {"player", "rule", "answer", "state_hash"}
"""What a line of a record says of an answer."""


def _refuse_other_kinds(head: Mapping[str, Any], path: Path) -> None:
    if head.get("format") == PLAYER_RECORD:
        who = head.get("for")
        raise RecordError(
            codes.DAMAGED, f"`{path}` is what {who} may know of a game, which is too little to play it again",
            "take the whole record",
        )  # fmt: skip
    if head.get("format") != RECORD:
        raise RecordError(codes.DAMAGED, f"`{path}` is no record of Rulewright")


def read_save(path: Path) -> Save:
    """Raises UseError for a file that cannot be read, RecordError for one that is damaged."""
    text = _text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(codes.DAMAGED, f"`{path}` is no save, or it is cut off") from None
    if not isinstance(data, dict) or data.get("format") != SAVE:
        raise RecordError(codes.DAMAGED, f"`{path}` is no save of Rulewright")
    _refuse_steering(text, data, path)
    header = _header(data, path, {"position": dict, "answers": list})
    try:
        answers = tuple(Answered(str(player), str(rule), answer) for player, rule, answer in data["answers"])
    except (TypeError, ValueError):
        raise RecordError(codes.DAMAGED, f"`{path}` is damaged: its answers cannot be read") from None
    return Save(header, answers, data["position"])


def _header(head: dict[str, Any], path: Path, more: dict[str, type]) -> Header:
    if head.get("version") != VERSION:
        raise RecordError(codes.DAMAGED, f"`{path}` is of version {head.get('version')}; this program reads {VERSION}")
    wanted = {"game": str, "file": str, "with": list, "rules_hash": str, "options": dict, "players": list, **more}
    for name, kind in wanted.items():
        if not isinstance(head.get(name), kind):
            raise RecordError(codes.DAMAGED, f"`{path}` is damaged: `{name}` is missing or wrong")
    seed = head.get("seed")
    if not isinstance(seed, int | str | None) or isinstance(seed, bool):
        raise RecordError(codes.DAMAGED, f"`{path}` is damaged: `seed` is wrong")
    return Header(
        game=head["game"],
        found_as=FoundAs(head["file"], tuple(str(name) for name in head["with"])),
        rules_hash=head["rules_hash"],
        options={str(name): str(value) for name, value in head["options"].items()},
        players=tuple(str(name) for name in head["players"]),
        seed=seed,
    )


def _refuse_steering(text: str, data: dict[str, Any], path: Path) -> None:
    """No rules and no names have signs that steer what shows them. A seed may be any text, and files may be
    called anything."""
    if "\\" not in text and text.rstrip("\r\n").isprintable():
        return
    waiting: list[Any] = [*data, *(value for name, value in data.items() if name not in ("seed", "file", "with"))]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, str) and (found := STEERING.search(part)):
            raise RecordError(codes.DAMAGED, f"`{path}` is damaged: {refusal(found[0])}")


def _text(path: Path) -> str:
    try:
        return resources.content(path, MOST_BYTES).decode("utf-8")
    except resources.TooLargeError as problem:
        raise RecordError(codes.TOO_LARGE, f"`{path}` cannot be read: {problem}") from None
    except OSError as problem:
        raise UseError(codes.NO_FILE, f"`{path}` cannot be read: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise RecordError(codes.DAMAGED, f"`{path}` is no text") from None
