"""The words built into the language, one row each: the elaborator types them, the machine runs them, docs list them.

A signature is written as a designer would: `T` stands for any type, `many T` for a set or a list of T (a zone reads as
what lies in it), `spaces` for a set of spaces (pieces stand for their spaces). Whoever adds a word adds a row here, an
implementation in `runtime`, and a line in docs/language.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """`kind`: `op` (pure), `query` (asks a board graph), `chance` (consumes chance: actions, setup and boards only),
    `knowledge` (what players know, which no rule may read: scenarios only)."""

    name: str
    parameters: tuple[str, ...]
    result: str
    kind: str
    doc: str


def _word(signature: str, doc: str, kind: str = "op") -> Word:
    head, result = signature.split(" -> ")
    name, _, rest = head.partition("(")
    inside = rest.rstrip(")")
    return Word(name, tuple(part.strip() for part in inside.split(",")) if inside else (), result, kind, doc)


_ROWS = (
    _word("players() -> set of Player", "everybody, in seating order"),
    _word("opponents() -> set of Player", "everybody but me"),
    _word("seats(Player) -> list of Player", "everybody clockwise, beginning with that player"),
    _word("left_of(Player) -> Player", "the next player clockwise"),
    _word("right_of(Player) -> Player", "the next player counter-clockwise"),
    _word("first_player() -> Player", "who begins the game (or round, where a rule sets it)"),
    _word("turn_order() -> list of Player", "the order of turns, which a rule may set"),
    _word("round_number() -> Int", "1 in the first round; 0 before it"),
    _word("count(many T) -> Int", "how many"),
    _word("sum(many Int) -> Int", "the sum; 0 of nothing"),
    _word("max(many Int) -> Int?", "the largest number"),
    _word("min(many Int) -> Int?", "the smallest number"),
    _word("first(many T) -> T?", "the first in order"),
    _word("last(many T) -> T?", "the last in order"),
    _word("top(many T) -> T?", "the top of a deck or stack"),
    _word("distinct(many T) -> list of T", "each value once, where it first stands"),
    _word("reverse(many T) -> list of T", "the other way round"),
    _word("abs(Int) -> Int", "without its sign"),
    _word("odd(Int) -> Bool", "whether it is odd"),
    _word(
        "possible(zone, Player) -> set of T",
        "what lies in the zone, as far as that player can tell: all that may (scenarios only)",
        "knowledge",
    ),
    _word("random(many T) -> T?", "one of them by chance, every copy counted", "chance"),
    _word("sample(many T, Int) -> list of T", "so many of them by chance, in random order", "chance"),
    _word("neighbors(spaces) -> set of Space", "spaces next to at least one of these", "query"),
    _word("groups(spaces) -> list of set of Space", "the connected groups among these spaces", "query"),
    _word("reachable(Space, spaces, Int) -> set of Space", "within n steps over spaces of the set", "query"),
    _word("distance(Space, Space) -> Int?", "steps on the shortest way; none if there is none", "query"),
    _word(
        "lines(spaces, Int) -> list of list of Space",
        "every straight run of at least n of these spaces, as long as it goes",
        "query",
    ),
    _word("beyond(list of Space) -> set of Space", "the spaces just past the two ends of a straight run", "query"),
    _word(
        "straight(spaces, Int) -> set of Space",
        "the spaces exactly n steps in a straight line from at least one of these",
        "query",
    ),
    _word(
        "border(Board) -> set of Space",
        "the spaces at the edge of a grid: its first and last rows and columns",
        "query",
    ),
    _word("trails(Space, Int, set of Edge) -> list of Path", "walks of 1 to n of these edges, none twice", "query"),
    _word("downstream(Space) -> list of Space", "the spaces reached along directed edges, nearest first", "query"),
)

WORDS: Mapping[str, Word] = {word.name: word for word in _ROWS}

INTERNAL: Mapping[str, str] = {
    # logic and comparison; none on either side of eq, lt, le, gt, ge and in is no; ne is the negation of eq
    "and": "(Bool, …): left to right, stops early",
    "or": "(Bool, …): left to right, stops early",
    "not": "(Bool)",
    "eq": "(a, b)",
    "ne": "(a, b)",
    "lt": "(Int, Int)",
    "le": "(Int, Int)",
    "gt": "(Int, Int)",
    "ge": "(Int, Int)",
    "in": "(x, collection)",
    "is_none": "(x)",
    "otherwise": "(T?, T): the first unless it is none",
    # numbers
    "add": "(Int, Int)",
    "sub": "(Int, Int)",
    "mul": "(Int, Int)",
    "neg": "(Int)",
    "div_down": "(Int, Int): toward minus infinity; by 0 is a RuleFault",
    "div_up": "(Int, Int): toward plus infinity; by 0 is a RuleFault",
    # collections: masks for sets of indexed things, tuples otherwise
    "union": "(a, b): of sets; on lists: append",
    "except": "(a, b): without the elements of b (b may be either kind)",
    "intersect": "(mask, mask)",
    "complement": "(mask): everything else; only inside plans",
    "all_if": "(Bool): everything or nothing; only inside plans",
    "some": "(collection): whether there is an element",
    "make_set": "(x, …): a mask; none is left out",
    "make_list": "(x, …): a tuple; none is left out",
    "int_set": "(collection of Int): sorted without doubles",
    "range": "(low, high): a tuple of Int, both ends included",
    "as_set": "(tuple of indexed things): a mask",
    "as_list": "(mask): a tuple in index order",
    "index": "(list, Int): the i-th from 1; none outside",
    # components and places; a Const of type Text names a type, row, column
    "every": "(type name): all components of that type",
    "rows_of": "(type name, row name, …): all components of these rows",
    "owned_by": "(Player): all components owned",
    "on_board": "(type name, Player or none): those on boards, of that owner or of all",
    "only": "(components, type name, …): those of these types",
    "only_owned": "(components, Player): those of that owner",
    "is_type": "(component, type name, …)",
    "is_row": "(component, type name, row name)",
    "shows": "(component, Int): whether that side is up",
    "showing": "(Int): all components whose side of that number is up; only inside plans",
    "owner": "(component): Player?",
    "space_of": "(component): Space?, where it stands",
    "spaces_of": "(components): set of Space, where they stand: of each all that it covers",
    "standings": "(components): set of Standing: each once for every space it covers, or once without a space",
    "standing": "(component) or (component, Space): it on the one space it covers, or on that space",
    "standing_piece": "(Standing): the component",
    "standing_space": "(Standing): Space?, the space, unless it has left it",
    "standing_pieces": "(set or list of Standing): a mask of the components",
    "standing_spaces": "(set or list of Standing): set of Space",
    "on_one_board": "(set of Space): whether there are any, all of one board",
    "covers_only": "(component, set of Space): whether it lies on spaces, and on none but these",
    "standing_on": "(components, mask of spaces): those that stand there",
    "is_empty": "(Space): no piece or tile is placed on it",
    "empty_spaces": "(): all empty spaces",
    "near": "(mask of spaces): all spaces next to one of these (a space is not next to itself unless two are)",
    "next_to": "(Space, mask of spaces)",
    "contents_set": "(Zone): the same as a mask, whatever the kind of the zone",
    "every_space": "(): all spaces of all boards",
    "every_edge": "(): all edges of all boards",
    "space_named": "(name, player?): the space of that name, perhaps on the board of that player",
    "neighbors_of_player": "(Player): the two beside, as a set",
    "contents": "(Zone): what lies in it: a mask (set, bag), a tuple (ordered), a component or none (one)",
    "slot": "(Zone, Int): the i-th slot of a row, from 1: a zone",
    "free_slots": "(Zone): the empty slots of a row, as a list of zones",
    "at": "(components, place): those inside the place, however deep: a Zone, Space or Edge, a set of them, a Player",
    "all_spaces": "(board name, Player or none): the set of its spaces",
    "spaces_kind": "(space type name): all spaces of that type",
    "edges_kind": "(edge type name): all edges of that type",
    "path_edges": "(Path): list of Edge",
    "path_spaces": "(Path): list of Space, the start first",
    "path_end": "(Path): Space",
    "name": "(x): its name, a Text",
    # whole columns and variables as sets, made by plans
    "column_is": "(owner, column, operator name, value): all subjects whose column compares so with the value",
    "by_part": "(things, part, set or Bool, …): those of the things in a part that are in its set (Bool: all or none), "
    "the parts in order; nothing is worked out for a part that no thing is in; only inside plans",
    "var_is": "(variable, operator name, value, hole, key, …): all values of key `hole` for which the variable does",
}
