"""How many things of a kind there may be on one table, so that a game is made and answers in time."""

MOST_COMPONENTS = 20_000
MOST_ZONES = 20_000
MOST_EDGES = 20_000
MOST_VALUES = 1_000_000
"""Values of variables, one for each key."""

MOST_NUMBERS = 100_000
"""Numbers in a range."""
