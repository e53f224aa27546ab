"""The boards as data: what the picture shows, for other programs."""

from __future__ import annotations

from pathlib import Path

from drawing import pictures
from rulewright_tools.drawing.data import data


def test_every_kind_of_board_as_data(tmp_path: Path) -> None:
    boards = {board["name"]: board for board in data(pictures.play(pictures.MANY, tmp_path))["boards"]}
    chess, ways, stream = boards["chess"], boards["ways"], boards["stream"]
    assert chess["letters"] == {"d": {"dark": "yes"}, "w": {"ground": "wood"}, "s": {"ground": "sea"}}
    assert chess["layers"] == [["d.d", ".d."], ["w..", "..s"]]
    assert chess["spaces"][0] == {
        "name": "r0c0",
        "row": 0,
        "column": 0,
        "letter": "w",
        "attributes": {"dark": "yes", "ground": "wood"},
        "next_to": ["r0c1", "r1c0"],
        "standing": [],
    }
    assert [space["type"] for space in ways["spaces"]] == ["Shore", "Shore", "Island", "Island"]
    hut = {"type": "Hut", "name": "Hut", "side": None, "count": 1}
    assert ways["spaces"][0]["standing"] == [hut | {"player": "anna"}, hut | {"player": "ben"}]
    assert [edge["name"] for edge in ways["edges"]] == ["north-south", "north-south 2", "south-isle", "north-rock"]
    assert [len(edge["standing"]) for edge in ways["edges"]] == [1, 1, 1, 0]
    assert all(edge["directed"] for edge in stream["edges"]) and not any(e["directed"] for e in ways["edges"])
    assert boards["pouch"]["player"] == "ben" and chess["player"] is None
