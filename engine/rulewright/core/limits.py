"""How many things of a kind there may be on one table, so that a game is made and answers in time."""

MOST_COMPONENTS = 20_000
MOST_ZONES = 20_000
MOST_EDGES = 20_000
MOST_VALUES = 1_000_000
"""Values of variables, one for each key."""

MOST_NUMBERS = 100_000
"""Numbers in a range."""

MOST_REACTIONS = 1000
MOST_ACTIONS = 2000
MOST_LOCALS = 1000
"""Names that one rule gives to things of its own."""

DEEPEST_VALUE = 400
"""Nodes of expressions that wait for each other, definitions put in where they are read. Each takes a frame or two of
Python's stack, of which there are a thousand."""

LARGEST_VALUE = 1_000_000
"""Nodes of one value, definitions put in wherever they are read: a few that read each other twice are enough for more
than will ever be worked out."""

LARGEST_NUMBER = 2**53 - 1
"""Beyond it a program that reads our JSON may round."""
