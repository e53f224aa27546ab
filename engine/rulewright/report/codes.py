"""Every kind of message there is, each with a slug and a title. A new one is a line here and a page in docs/errors.

The first part of a slug is the stage that finds it:

    syntax    the text cannot be read                  table     a cell, row or file of components or values
    name      what is meant by a word                  style     it works, but reads badly
    type      what kind of thing it is                 fault     found in play: the rules ask for the impossible
    compose   games, options, expansions together      scenario  a worked example does not come out
    flow      what leads where, and whether it ends    use       the command line or the Python face
    effect    what may be done where                   later     it can be written, but not yet be played
    score     what may be counted when
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """The name of a kind of message: `slug` is stable and may be quoted, `title` says what is wrong in one line."""

    slug: str
    title: str

    @property
    def stage(self) -> str:
        return self.slug.partition("/")[0]

    def __str__(self) -> str:
        return self.slug


# The text cannot be read. Of each declaration the first is told.
ENCODING = Code("syntax/encoding", "the file is not UTF-8 text")
TOO_LARGE = Code("syntax/too-large", "more text or deeper nesting than a rules file may have")
TAB_INDENT = Code("syntax/tab-indent", "a tab at the head of a line")
INDENT = Code("syntax/indent", "a line that stands at the depth of no block")
EMPTY_BLOCK = Code("syntax/empty-block", "a block is opened and nothing stands in it")
UNCLOSED = Code("syntax/unclosed", "a bracket or a text without its end")
CHARACTER = Code("syntax/character", "a sign that the language does not have")
UNEXPECTED = Code("syntax/unexpected", "a word or sign that cannot stand here")
HEADER = Code("syntax/header", "the file does not say what it is")
LANGUAGE_VERSION = Code("syntax/language-version", "the file is written for another version of the language")
ROUNDING = Code("syntax/rounding", "a division that does not say how it rounds")
SWALLOWED = Code("syntax/swallowed-condition", "a condition that may belong to the line or to the things tested")

# What is meant by a word.
UNKNOWN = Code("name/unknown", "a name that nothing declares")
NO_ATTRIBUTE = Code("name/no-attribute", "a thing does not have what is asked of it")
WRONG_KIND = Code("name/wrong-kind", "a name of one kind where another is needed")
AMBIGUOUS = Code("name/ambiguous", "a name that fits in two places")
DUPLICATE = Code("name/duplicate", "a name that is declared twice")
SHADOW = Code("name/shadow", "a local name that hides another")
RESERVED = Code("name/reserved", "a word of the language used as a name")
NO_IT = Code("name/no-it", "`it` or `its` where nothing is tested")
NO_ME = Code("name/no-me", "`me` or `my` where nobody is acting")
NO_FILE = Code("name/no-file", "a file or library that is not there")
CYCLE = Code("name/cycle", "a definition that needs itself")

# What kind of thing it is.
MISMATCH = Code("type/mismatch", "a value of one type where another is needed")
MAYBE_NONE = Code("type/maybe-none", "a value that may be none, used as if it were there")
NOT_A_SET = Code("type/not-a-set", "a single thing where several are needed")
ARGUMENTS = Code("type/arguments", "more or fewer values than are asked for")
SEVERAL_SPACES = Code("type/several-spaces", "the one space of something that may lie on several")
NEVER_EQUAL = Code("type/never-equal", "a comparison that can only come out one way")
NOT_ORDERED = Code("type/not-ordered", "values that have no order are compared or sorted")
MISSING_CASE = Code("type/missing-case", "a case that no arm answers")
EXTRA_CASE = Code("type/extra-case", "a case that cannot happen")
RANGE = Code("type/range", "a number outside what is declared")
NOT_STORABLE = Code("type/not-storable", "a type of value that cannot be kept")
NOT_FIXED = Code("type/not-fixed", "a value that must be known before play and is not")

# Games, options and expansions together.
MISSING_TARGET = Code("compose/missing-target", "a change to something that is not there")
CONFLICT = Code("compose/conflict", "two changes to the same rule")
WRONG_BASE = Code("compose/wrong-base", "an expansion for another game")
WRONG_VERSION = Code("compose/wrong-version", "an expansion for another version of its game")
REQUIRES = Code("compose/requires", "an expansion or option without one it needs, or with one it excludes")
REQUIRES_CYCLE = Code("compose/requires-cycle", "expansions that require each other")
GIVEN_TWICE = Code("compose/given-twice", "an expansion that is put together with the game twice")
INCLUDE_CYCLE = Code("compose/include-cycle", "files that include each other")
NO_EFFECT = Code("compose/no-effect", "a `treat` or `excludes` that changes nothing")

# What leads where, and whether it ends.
NO_TURN = Code("flow/no-turn", "a game in which nobody has a turn")
NO_END = Code("flow/no-end", "a game that nothing ends")
UNREACHABLE_PHASE = Code("flow/unreachable-phase", "a phase that nothing leads to")
UNREACHABLE_STATEMENT = Code("flow/unreachable-statement", "a statement that is never reached")
NO_PROGRESS = Code("flow/no-progress", "a loop that may go round for ever")
UNSEEN_DEAD_END = Code("flow/unseen-dead-end", "a step that may turn out impossible after it was offered")
NEVER_OFFERED = Code("flow/never-offered", "an option that can never be offered")
NEVER_FILLED = Code("flow/never-filled", "a zone that is drawn from and to which nothing comes")
STUCK_CHOICE = Code("flow/stuck-choice", "a choice that may have no option, with nothing said for that")
COSTLY_LOOK_AHEAD = Code("flow/costly-look-ahead", "a choice whose consequences are too many to look through")

# What may be done where.
NOT_PURE = Code("effect/not-pure", "something is done where something is only worked out")
CHANCE = Code("effect/chance", "chance where nothing may be drawn")
NOT_SETTABLE = Code("effect/not-settable", "a change to something that does not change")
NOT_MOVABLE = Code("effect/not-movable", "something that is not a component is moved")
OPEN_RANGE = Code("effect/open-range", "a change that may leave the declared range")
UNSEEN_CHOICE = Code("effect/unseen-choice", "a choice among things one cannot tell apart")
SHARED_SOURCE = Code("effect/shared-source", "players who choose in secret may choose the same thing")
NO_BASE = Code("effect/no-base", "`base` where there is nothing it could mean")

# What may be counted when.
NO_WINNER = Code("score/no-winner", "scores are counted and nobody wins")
HIDDEN_SCORE = Code("score/hidden", "something shown to all reads what is hidden")

# A cell, row or file of components or values.
TABLE_FILE = Code("table/file", "a table file that cannot be read")
UNKNOWN_COLUMN = Code("table/unknown-column", "a column that is no field of the type")
MISSING_COLUMN = Code("table/missing-column", "a field that has no value in a row")
CELL = Code("table/cell", "a cell whose value does not fit its column")
TABLE_GAP = Code("table/gap", "a value for which a table has no answer")
TABLE_OVERLAP = Code("table/overlap", "a value for which a table has two answers")
TOO_MANY = Code("table/too-many", "more things than a table can hold")
MAP_SHAPE = Code("table/map-shape", "a map of another size than its board")
MAP_LETTER = Code("table/map-letter", "a letter on a map that means nothing")

# It works, but reads badly.
UNUSED = Code("style/unused", "a name that is declared and never used")
NAMING = Code("style/naming", "a name in another fashion than its kind")

# Found in play: the rules ask for the impossible. The state stays as it was before the answer.
DEAD_END = Code("fault/dead-end", "a step that cannot be carried out")
BUDGET = Code("fault/budget", "rules that set each other off without end")
STALLED = Code("fault/stalled", "turns that go by without a question and without end")
OVERFLOW = Code("fault/overflow", "a number too large to be exact")
NO_ELEMENT = Code("fault/no-element", "a place in a list that is not there")
UNTRUE = Code("fault/untrue", "something is shown that is not so")
LOOK_AHEAD = Code("fault/look-ahead", "a choice that could not be looked through")

# A worked example does not come out.
SCENARIO_FAILED = Code("scenario/failed", "a condition of a scenario does not hold")
NOT_OFFERED = Code("scenario/not-offered", "a scenario gives an answer that is not among the options")
IMPOSSIBLE_POSITION = Code("scenario/impossible-position", "a position that cannot be set up")

# The command line or the Python face.
NO_GAME = Code("use/no-game", "a game that is not there")
PLAYERS = Code("use/players", "more or fewer players than the game allows")
OPTION = Code("use/option", "an option or value that the game does not have")
REFUSED = Code("use/refused", "an answer that is not among the options")
UNDO = Code("use/undo", "an answer that can no longer be taken back")
DAMAGED = Code("use/damaged", "a save or record that cannot be read")
OTHER_RULES = Code("use/other-rules", "a save or record made under other rules")

# It can be written, but not yet be played.
LATER_REPLACE = Code("later/replace", "`replace` for one player is not yet played")
LATER_CHANGE = Code("later/change", "a `change` for one player, for a time, or of a component is not yet played")
LATER_REMOVE = Code("later/remove", "`remove` for one player is not yet played")
LATER_AUTOMA = Code("later/automa", "an automa is read, but does not yet play")
LATER_ANSWER = Code("later/answer", "`answer` is read, but not yet played")
LATER_ORDER = Code("later/order", "`order: active player chooses` is read, but not yet played")
LATER_PLACEMENT = Code("later/placement", "shapes and placements on a board are not yet played")
LATER_QUERY = Code("later/query", "a question to a board that cannot yet be asked")
LATER_LASTING = Code("later/lasting", "a `reaches` or `falls to` that holds for a time only is not yet played")
LATER_BOARD = Code("later/board", "a board on a component, or one for each of something, is not yet played")
LATER_RESTRICT_FOR = Code("later/restrict-for", "`restrict` for one player is not yet played")

CODES: Mapping[str, Code] = {code.slug: code for code in list(globals().values()) if isinstance(code, Code)}
