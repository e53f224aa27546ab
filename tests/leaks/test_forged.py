"""Positions that were made by hand, or come from what a player sees: refused with the reason, and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from leaks.looking import at_random
from leaks.seeded import small
from leaks.test_everyone import BIDS, held
from rulewright.errors import RecordError
from rulewright.play import Play
from rulewright.replaying import Replayed
from rulewright_tools.cli import main
from runtime.texts import game, play
from schemas import fits


def written(of: Play) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(of.machine.to_json(of.state)))
    return data


def refused(of: Play, data: Any) -> str:
    stood = of.hash
    with pytest.raises((ValueError, KeyError, TypeError, IndexError)) as why:
        of.machine.from_json(data)
    assert of.hash == stood
    return str(why.value)


def dealt() -> Play:
    """Bruno has answered, and the hands are full."""
    here = play(BIDS, 3)
    here.answer(3, "bruno")
    here.answer(held(here, "bruno")[:1], "bruno")
    return here


def twice(data: Any) -> None:
    data["zones"]["agnes.hand"].append(data["zones"]["bruno.hand"][0])


def lost(data: Any) -> None:
    data["zones"]["deck"].pop()


def exchanged_for_a_copy(data: Any) -> None:
    data["zones"]["agnes.hand"][0] = data["zones"]["deck"][0]


def moved(data: Any) -> None:
    data["zones"]["agnes.hand"].append(data["zones"]["deck"].pop())


def swapped(data: Any) -> None:
    hands = data["zones"]["agnes.hand"], data["zones"]["bruno.hand"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def forgotten(data: Any) -> None:
    data["knowledge"]["observers"][0]["groups"].pop()


def clairvoyant(data: Any) -> None:
    row = data["knowledge"]["observers"][0]
    zones = sorted({zone for group, _ in row["groups"] for zone in group})
    row["groups"] = [[[zones[0]], sorted(c for _, cs in row["groups"] for c in cs)]]


def without_knowledge(data: Any) -> None:
    data["knowledge"] = None


def other_cards(data: Any) -> None:
    data["knowledge"]["tracked"].pop()


def answers(data: Any) -> list[Any]:
    frame = next(frame for frame in data["frames"] if frame[0] == "everyone")
    found: list[Any] = frame[4]
    return found


def bid_too_high(data: Any) -> None:
    answers(data)[1][0] = 9


def a_card_of_another(data: Any) -> None:
    answers(data)[1][1] = [data["zones"]["agnes.hand"][0]]


def too_many_cards(data: Any) -> None:
    answers(data)[1][1] = data["zones"]["bruno.hand"][:3]


def wrong_sum(data: Any) -> None:
    answers(data)[1][2] = 99


def answered_in_advance(data: Any) -> None:
    frame = next(frame for frame in data["frames"] if frame[0] == "everyone")
    frame[3][0] = 1


def out_of_range(data: Any) -> None:
    data["variables"]["bid"] = [[["agnes"], 99]]


def no_number(data: Any) -> None:
    data["variables"]["coins"] = [[["agnes"], "many"]]


def no_chance(data: Any) -> None:
    data["stream"] = ["0", "0", "0", "0"]


def nobody_acts(data: Any) -> None:
    data["active"] = []


def half_over(data: Any) -> None:
    data["over"] = "perhaps"


def negative(data: Any) -> None:
    data["counters"][1] = -1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (twice, "is in two places"),
        (lost, "11 places for 12 components"),
        (exchanged_for_a_copy, "is in two places"),
        (moved, "other numbers of components"),
        (swapped, "knows what is not so"),
        (forgotten, "it is not said what agnes knows"),
        (clairvoyant, "agnes knows what is not so"),
        (without_knowledge, "it is not said what the players know"),
        (other_cards, "other components or zones"),
        (bid_too_high, "bruno was not offered"),
        (a_card_of_another, "bruno was not offered"),
        (too_many_cards, "bruno was not offered"),
        (wrong_sum, "bruno was not offered"),
        (answered_in_advance, "agnes was not offered"),
        (out_of_range, "`bid` is 99, and is never more than 9"),
        (no_number, "`coins` cannot be 'many'"),
        (no_chance, "no position in a stream"),
        (nobody_acts, "who is acting"),
        (half_over, "whether play is over"),
        (negative, "no numbers"),
    ],
    ids=lambda x: x.__name__ if callable(x) else "",
)
def test_a_position_that_cannot_be_is_refused(change: Callable[[Any], None], reason: str) -> None:
    here = dealt()
    data = written(here)
    assert here.machine.hash(here.machine.from_json(written(here))) == here.hash
    change(data)
    assert reason in refused(here, data)


def test_a_view_is_no_position() -> None:
    here = dealt()
    for player in here.players:
        view = json.loads(json.dumps(here.view(player)))
        assert refused(here, view) == "this is what a player sees, and no position"
        mixed = {**written(here), "zones": view["zones"]}
        assert refused(here, mixed)
        assert refused(here, {**written(here), "knowledge": None, "zones": view["zones"]})


def test_things_lie_only_where_their_kind_does() -> None:
    text = """
        card Number (numbers): copies 1 for value in 1..4
          value: Int
        token Coin (tokens): copies 3
        zone box_of_coins: Coin
        zone single: one Number
        setup: move first of numbers to single
        turn:
          choose n in {1, 2}
          if n = 2: end game
    """
    here = play(text)
    for thing, place, reason in [
        ("Number 2", "box_of_coins", "Number 2 cannot lie in box_of_coins"),
        ("Coin 1", "single", "Coin 1 cannot lie in single"),
        ("Number 2", "single", "not every component is in one place"),
    ]:
        data = written(here)
        data["zones"]["box"].remove(thing)
        data["zones"].setdefault(place, []).append(thing)
        assert reason in refused(here, data)


def test_a_save_that_was_changed_is_refused(tmp_path: Path) -> None:
    here = dealt()
    path = tmp_path / "here.save"
    here.save(path)
    whole = json.loads(path.read_text("utf-8"))
    for change in (twice, swapped, bid_too_high, no_number):
        data = json.loads(json.dumps(whole))
        change(data["position"])
        path.write_text(json.dumps(data), "utf-8")
        with pytest.raises(RecordError, match="is damaged: its position cannot be read"):
            game(BIDS).resume(path)
    whole["position"] = here.view("agnes")
    path.write_text(json.dumps(whole), "utf-8")
    with pytest.raises(RecordError, match="what a player sees"):
        game(BIDS).resume(path)


def test_what_is_really_there_is_always_taken() -> None:
    for here in at_random(small(3), 3):
        assert here.machine.hash(here.machine.from_json(written(here))) == here.hash


# ------------------------------------------------------------------ a player's record


def test_a_players_record_tells_nothing_the_player_may_not_know(tmp_path: Path) -> None:
    """Bruno answers otherwise in secret: agnes's record is the same, but for her own hands."""

    def records(bid: int, player: str) -> list[dict[str, Any]]:
        here = play(BIDS, 3)
        here.answer(bid, "bruno")
        here.answer([], "bruno")
        here.answer(1, "agnes")
        path = tmp_path / "record.jsonl"
        here.record(path, player, salt="a long word nobody guesses")
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    agnes, other = records(1, "agnes"), records(4, "agnes")
    assert agnes == other
    assert "seed" not in agnes[0]
    assert [line.get("answer") for line in agnes[1:]] == [None, None, 1]
    assert [line.get("answer") for line in records(4, "bruno")[1:]] == [4, [], None]
    for line in agnes:
        fits(line, "player_record")


def test_a_record_of_other_options_or_answers_is_no_record_of_this_game(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    here = rw.load("skull_king", options={"kraken": "yes"}).start(players=3, seed=4)
    for _ in range(3):
        assert here.decision is not None
        here.answer(here.decision.options[0])
    here.record(path)
    assert rw.replay(path).same
    head, *lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    def replayed(*changed: Any) -> Replayed:
        path.write_text("".join(f"{json.dumps(line)}\n" for line in changed), "utf-8")
        return rw.replay(path)

    other = replayed({**head, "options": {**head["options"], "kraken": "no"}}, *lines)
    assert not other.same and other.agreed == 0 and other.difference is not None
    twice = replayed(head, lines[0], *lines)
    assert not twice.same and twice.agreed == 1 and twice.difference is not None
    assert "is asked nothing now" in twice.difference.found
    high = replayed(head, {**lines[0], "answer": 2}, *lines[1:])
    assert high.difference is not None and "not among `0..cards_dealt`" in high.difference.found
    for options, reason in (({"krake": "no"}, "there is no option `krake`"), ({"kraken": "so"}, "`so` is no value")):
        with pytest.raises(RecordError, match=reason):
            replayed({**head, "options": options}, *lines)


def test_the_seed_is_bound_by_a_salted_hash(tmp_path: Path) -> None:
    from rulewright.records import commitment

    here = play(BIDS, 3, seed=7)
    path = tmp_path / "record.jsonl"
    here.record(path, "agnes", salt="salt")
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    assert head["commitment"] == commitment(7, "salt") == commitment("7", "salt")
    assert len({commitment(7, "salt"), commitment(7, "salts"), commitment(8, "salt"), commitment("s\n7", "alt")}) == 4
    here.record(path, "agnes")
    assert json.loads(path.read_text("utf-8").splitlines()[0])["commitment"] is None
    with pytest.raises(RecordError, match="what agnes may know"):
        rw.replay(path)


def test_the_command_line_writes_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.jsonl"
    words = ["run", "kingdom_builder", "--players", "2", "--seed", "3", "--limit", "5", "--record", str(path)]
    main([*words, "--for", "bruno"])
    head, *lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert head["for"] == "bruno" and "seed" not in head
    assert len(lines) == 5
    assert all(("answer" in line) == (line["player"] == "bruno") for line in lines)
    capsys.readouterr()
    assert main([*words, "--for", "nobody"]) == 2
    assert "there is no player `nobody`" in capsys.readouterr().err
