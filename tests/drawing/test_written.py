"""Boards written for a rules file: pasted back in place of what was there, they make the same board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drawing import pictures
from rulewright import loader
from rulewright.game import Game, Play, load
from rulewright.report.span import Source
from rulewright.runtime.board import World
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright_tools.drawing.written import written

TILES = """tile Part (parts)
  map: Map
tiles of Part:
  coast: map:
    |mms|
    |mss|
  woods: map:
    |wwm|
    |.wm|
"""
PARTS = (
    TILES
    + """\
  peaks: map:
    |www|
    |wmm|
board realm: hex grid 6 x 4, even rows shifted
  ground: Ground?
  wet: Bool
  far: Bool = its sector > 1
  from sample(parts, 2) with {peaks, coast} placed 2 x 2, turned 0 or 180
  layer damp:
    |x.....|
    |......|
    |..xx..|
    |.....x|
letters for realm: m meadow, w wood, s sea
letters for realm: x wet
"""
)
EACH = (
    TILES
    + """\
board yard per Player: square grid 3 x 2
  ground: Ground?
  from sample(parts, 1) placed 1 x 1
letters for yard: m meadow, w wood, s sea
"""
)


def boards(world: World) -> dict[str, Any]:
    """All that the rules can ask of boards."""
    return {
        "names": world.names,
        "neighbors": world.neighbors,
        "edges": world.edges,
        "edge names": world.edge_names,
        "ways": world.edges_at,
        "kinds": dict(world.kind_masks),
        "columns": dict(world.columns),
        "values": {key: dict(masks) for key, masks in world.value_masks.items()},
        "letters": world.letters,
        "axes": [board.grid.axes if board.grid else None for board in world.boards],
    }


def with_pasted(game: Game, play: Play, text: str) -> Game:
    """The game in which this text stands where its boards and letters stood."""
    tree, problems = parse(Source("pasted.rules", text))
    assert tree is not None, problems
    rest = tuple(item for item in game.written(play.options).items if not isinstance(item, ast.Board | ast.Letters))
    files = replace(game.files, game=(*rest, *tree.items), expansions=())
    return Game(files, loader.checked_options(files, play.options), ())


@pytest.mark.parametrize("name", ["kingdom_builder", "coinage", "noah"])
def test_a_board_of_the_games_comes_back(name: str) -> None:
    game = load(name)
    play = game.start(seed=11)
    again = with_pasted(game, play, written(game, play)).start(play.players, play.seed)
    assert boards(again.state.world) == boards(play.state.world)


@pytest.mark.parametrize("text", [pictures.POND.format(shifted="even"), pictures.MANY, PARTS])
def test_every_kind_of_board_comes_back(text: str, tmp_path: Path) -> None:
    for seed in range(3):
        game = pictures.game(text, tmp_path)
        play = game.start(players=["anna", "ben"], seed=seed)
        again = with_pasted(game, play, written(game, play)).start(play.players, play.seed)
        assert boards(again.state.world) == boards(play.state.world)


def test_what_chance_drew_stays_as_it_was(tmp_path: Path) -> None:
    """The board that was written is the same with every seed; the one it came from is not."""
    game = pictures.game(PARTS, tmp_path)
    plays = [game.start(players=["anna", "ben"], seed=seed) for seed in range(6)]
    assert len({play.state.world.letters for play in plays}) > 1
    text = written(game, plays[0])
    again = with_pasted(game, plays[0], text)
    letters = [again.start(players=["anna", "ben"], seed=seed).state.world.letters for seed in range(3)]
    assert letters == [plays[0].state.world.letters] * 3


def test_boards_that_came_out_differently_are_written_for_each_player(tmp_path: Path) -> None:
    game = pictures.game(EACH, tmp_path)
    texts = {written(game, game.start(players=["anna", "ben"], seed=seed)) for seed in range(24)}
    assert len(texts) == 4
    assert sum(text.startswith("# as it lies before anna\nboard yard per Player:") for text in texts) == 2
    assert sum("# as it lies before ben\n" in text for text in texts) == 2
    assert all(text.count("letters for") == (2 if "#" in text else 1) for text in texts)
