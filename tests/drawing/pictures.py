"""Little games with every kind of board. In: the text of boards. Out: a play of it."""

from __future__ import annotations

from pathlib import Path

from rulewright.game import Game, Play, load

HEAD = """game yard "The <yard> & its boards"
language 1
players 2 to 3
first player: random
enum Ground: meadow, wood, sea
piece Hut (huts): 4 per Player
tile Lake (lakes): 2
token Stamp (stamps): 9
var points per Player: Int = 0
turn: gain 1 points
after round: end game
score:
  points "Points": my points
winner: most score, then shared
"""
POND = """board pond: hex grid 4 x 3, {shifted} rows shifted
  ground: Ground
  layer plan:
    |mwsm|
    |wwss|
    |mmsw|
letters for pond: m meadow, w wood, s sea
"""
MANY = """board chess: square grid 3 x 2
  dark: Bool
  ground: Ground?
  layer lower:
    |d.d|
    |.d.|
  layer upper:
    |w..|
    |..s|
letters for chess: d dark, w wood, s sea
board pouch per Player: square grid 2 x 2
board ways: graph
  fee: Int
  spaces Shore:
    north fee 0
    south fee 1
  spaces Island:
    isle "The isle" fee 2
    rock fee 3
  edges Bridge: north - south x2, south - isle
  edges Ferry: north - rock
board stream: directed graph
  spaces Pool: spring, mill, mouth
  edges Flow: spring -> mill, mill -> mouth, mouth -> mouth
board given: graph
  x: Int
  y: Int
  spaces Point:
    far x 40 y 0
    near x 10 y 0
    low x 10 y 20
  edges Track: far - near, near - low
board stalls: slots
  price: Int
  spaces Stall:
    cheap price 1
    dear price 2
setup:
  each player:
    place Hut on north
    for each space in my pouch where its row = 0: place Hut on space
  place Lake on chess where its column = 1
  for each bridge in Bridge: place Stamp on bridge
  place Stamp on isle
  place Stamp on isle
"""


def game(boards: str, folder: Path) -> Game:
    path = folder / "yard.rules"
    path.write_text(HEAD + boards, "utf-8")
    return load(path)


def play(boards: str, folder: Path, seed: int = 0) -> Play:
    return game(boards, folder).start(players=["anna", "ben"], seed=seed)
