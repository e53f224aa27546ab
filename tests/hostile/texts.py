"""Hostile rules as text. In: how deep, or how many letters. Out: the files of a small game with that in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

HEAD = """\
game deep "Deep"
language 1
players 2
first player: random
enum Suit: red, blue
card Slip (slips)
  worth: Int
zone deck: deck of Slip
zone hand per Player: Slip, seen by owner
var coins (coin) per Player: Int = 0, 0 to 1000, clamped
var flag: Bool = no
board field: square grid 3 x 3
piece Hut (huts): 5 per Player
define inc(x: Int): Int = x + 1
action walk: gain 1 coin
"""
ROWS = "cards of Slip:\n  slip x4 worth 1\n  other worth 2\n"
TURN = "turn:\n  choose n in {1, 2}\n  gain n coins\n"
END = "  if my coins > 5: end game\n"
SCORE = 'score:\n  coins "Coins": my coins\nwinner: most score, then shared\n'

TABLE = "table t{at}(n: Int): Int\n"

Deep = Callable[[int], str]


def game(lines: str = "", turn: str = "", rows: str = ROWS) -> str:
    return f"{HEAD}{rows}{lines}{TURN}{turn}{END}{SCORE}"


def inside(depth: int, line: str, innermost: str) -> str:
    """Blocks in blocks, all in a turn."""
    opened = "".join(f"{' ' * (2 + at)}{line.format(at=at)}\n" for at in range(depth))
    return f"{opened}{' ' * (2 + depth)}{innermost}\n"


def matches(depth: int) -> str:
    opened = "".join(f"{' ' * (2 + 2 * at)}match n:\n{' ' * (3 + 2 * at)}1:\n" for at in range(depth))
    closed = "".join(f"{' ' * (3 + 2 * at)}else: gain 1 coin\n" for at in reversed(range(depth)))
    return f"{opened}{' ' * (2 + 2 * depth)}gain 1 coin\n{closed}"


def lets(depth: int) -> str:
    lines = "".join(f"  let b{at} = {f'b{at - 1} + 1' if at else '1'}\n" for at in range(depth))
    return f"define lets: Int =\n{lines}  b{depth - 1}\n"


VALUES: dict[str, Deep] = {
    "brackets": lambda n: "const brackets = " + "(" * n + "1" + ")" * n,
    "sets": lambda n: "define sets: Int = count of " + "{" * n + "1" + "}" * n,
    "not": lambda n: "define nots: Bool = " + "not " * n + "flag",
    "minus": lambda n: "define minus: Int = " + "-" * n + "round_number",
    "sum": lambda n: "define sums: Int = round_number" + " + round_number" * n,
    "product": lambda n: "const product = 1" + " * 1" * n,
    "and": lambda n: "define ands: Bool = flag" + " and flag" * n,
    "or": lambda n: "define ors: Bool = flag" + " or flag" * n,
    "with": lambda n: "define withs: Int = count of deck" + " with deck" * n,
    "otherwise": lambda n: "define otherwises: Int = " + "max({1}) otherwise " * n + "1",
    "where": lambda n: "define wheres: set of Slip = " + "(" * n + "slips" + " where its worth = 1)" * n,
    "of": lambda n: "define ofs: Int = count of " + "distinct of " * n + "deck",
    "calls": lambda n: "define calls: Int = " + "inc(" * n + "1" + ")" * n,
    "built-in words": lambda n: "define lefts(p: Player): Player = " + "left_of(" * n + "p" + ")" * n,
    "if then else": lambda n: "define choices: Int = " + "if flag then 1 else " * n + "2",
    "if then if": lambda n: "define tests: Int = " + "if flag then " * n + "1" + " else 2" * n,
    "for each": lambda n: (
        "define loops: Int = " + "sum of (" * n + "1" + "".join(f" for x{at} in players)" for at in range(n))
    ),
    "let": lets,
    "list of list of": lambda n: "define lists(x: " + "list of " * n + "Int): Int = 1",
    "set of set of": lambda n: "define sets_of(x: " + "set of " * n + "Int): Int = 1",
    "definitions": lambda n: chain(n, "define d{at}: Int = d{next} + 1\n", "define d{at}: Int = round_number\n"),
    "definitions, innermost first": lambda n: (
        "define u0: Int = round_number\n" + "".join(f"define u{at}: Int = u{at - 1} + 1\n" for at in range(1, n + 1))
    ),
    "constants": lambda n: chain(n, "const c{at} = c{next} + 1\n", "const c{at} = 1\n"),
    "tables": lambda n: chain(n, f"{TABLE}  else: t{{next}}(n)\n", f"{TABLE}  else: 1\n"),
}
"""Forms that nest in values, each as declarations."""

CHAINS = ("definitions", "definitions, innermost first", "constants", "tables")
"""Those of many declarations, each of which leads to the next."""

STATEMENTS: dict[str, Deep] = {
    "if": lambda n: inside(n, "if n = 1:", "gain 1 coin"),
    "if on one line": lambda n: "  " + "if n = 1: " * n + "gain 1 coin\n",
    "else if": lambda n: "  if n = 3: gain 1 coin\n" + "  else if n = 4: gain 1 coin\n" * n,
    "for each": lambda n: inside(n, "for each x{at} in {{1}}:", "gain 1 coin"),
    "repeat": lambda n: inside(n, "repeat 1 times:", "gain 1 coin"),
    "match": matches,
    "do else": lambda n: "  " + "do walk else " * n + "gain 1 coin\n",
    "as": lambda n: "  " + "as left_of(me): " * n + "gain 1 coin\n",
}
"""Forms that nest in statements, each as lines of a turn."""


def chain(length: int, link: str, end: str) -> str:
    links = "".join(link.format(at=at, next=at + 1) for at in range(length))
    return links + end.format(at=length)


def actions(length: int) -> str:
    return chain(length, "action a{at}: do a{next}\n", "action a{at}: gain 1 coin\n")


def reactions(length: int) -> str:
    """Each answers to the action before it, and the last comes first in the text."""
    links = [f"action r{at}: gain 1 coin\nafter r{at}: do r{at + 1}\n" for at in range(length)]
    return "".join(reversed(links)) + f"action r{length}: gain 1 coin\n"


def numbered(line: str, letters: int) -> str:
    """The line with a number, again and again."""

    def lines() -> Iterator[str]:
        written = at = 0
        while written < letters:
            made = line.format(at=at)
            written, at = written + len(made), at + 1
            yield made

    return "".join(lines())
