"""The words of the language as messages speak of them: which kind they are of, and one line with each.

The grammar decides what is a word where; a test compares these lists with it.
"""

from __future__ import annotations

import unicodedata

RESERVED = frozenset(["and", "any", "can", "every", "if", "its", "my", "no", "not", "or", "the", "this"])
"""Never names: the words that begin an expression, and two that no reader would take for one. Any other word is a name
wherever the grammar does not want it.
"""

STATEMENTS = frozenset(
    [
        "any", "as", "choose", "deal", "do", "draw", "drop", "each", "end", "everyone", "flip", "for", "gain", "if",
        "let", "log", "lose", "match", "may", "move", "next", "pass", "pay", "phase", "place", "repeat", "require",
        "reveal", "roll", "round", "set", "show", "shuffle", "stop", "this", "together", "turns", "window",
    ]
)  # fmt: skip
"""Words that begin a statement."""

LINE_WORDS = STATEMENTS - {"any", "everyone", "if", "match", "phase", "round", "this", "together", "turns"}
"""Words that begin a statement also behind a `:`, where an expression may stand as well: a cell."""

DECLARATIONS = frozenset(
    [
        "action", "add", "after", "answer", "anytime", "automa", "before", "board", "card", "cards", "change",
        "const", "define", "enum", "excludes", "expansion", "first", "game", "include", "instead", "language",
        "letters", "library", "option", "order", "phase", "piece", "pieces", "players", "remove", "replace",
        "requires", "restrict", "round", "ruling", "scenario", "scenarios", "score", "setup", "table", "tile",
        "tiles", "token", "tokens", "treat", "turn", "turns", "type", "use", "var", "version", "when", "winner", "zone",
    ]
)  # fmt: skip
"""Words that begin a line at the left margin."""

JOINING = frozenset(["+", "-", "*", "/", "..", "at", "except", "linked", "otherwise", "with"])
"""Words and signs that may follow any value."""

COMPARING = frozenset(
    ["=", "!=", "<", "<=", ">", ">=", "and", "by", "having", "in", "is", "next", "not", "or", "where"]
)  # fmt: skip
"""Words and signs that may follow a value that is a whole expression."""

EXAMPLES = {
    "action": "action build(sites: set of Space):",
    "add": "add gold, silver to Metal",
    "after": "after place(x: Pawn, s):",
    "answer": "answer bid for robot: 3",
    "anytime": "anytime, once if my coins >= 4:",
    "any": "any card in my hand has card.cost > 2",
    "as": "as left_of(me):",
    "before": "before draw_phase:",
    "board": "board map: hex grid 20 x 20, odd rows shifted",
    "card": "card Spell (spells): copies 2 for colour in Colour",
    "cards": 'cards of Spell: fire "Fire" x2 cost 3',
    "case": "case small:",
    "change": "change reach(s) = base and s in open",
    "choose": "choose card in my hand",
    "const": "const warm = {red, orange}",
    "deal": "deal 5 from deck to hand",
    "define": "define open: set of Space = map where it is empty",
    "do": "do build(open) if possible",
    "draw": "draw 2 from deck to my hand",
    "each": "each player from first_player:",
    "edges": "edges Bridge: north - south, south - island x2",
    "enum": "enum Colour: red, green, blue",
    "every": "every card in my hand has card.cost > 2",
    "expansion": 'expansion storms "Storms" for islands',
    "first": 'first player: random "the youngest player"',
    "flip": "flip tile to improved",
    "for": "for each p in players:",
    "gain": "gain 2 coins",
    "game": 'game islands "Islands"',
    "if": "if my coins >= 4:",
    "include": 'include "cards.rules"',
    "instead": "instead of draw_phase:",
    "layer": "layer walls:",
    "let": "let best = max of my hand.cost",
    "letters": "letters for map: G grass, W water",
    "lose": "lose 2 coins",
    "match": "match my stance:",
    "may": "may trade, up to 2 times",
    "move": "move card to discard",
    "must": "must trade",
    "next": "next turn: left_of(me)",
    "option": 'option storms "With storms": Bool = no',
    "pass": "pass hand to left",
    "pay": "pay 2 coins",
    "phase": "phase harvest:",
    "piece": "piece Pawn (pawns): 4 per Player",
    "place": "place Pawn on space",
    "players": "players 2 to 4",
    "remove": "remove Spell.fire",
    "repeat": "repeat 3 times:",
    "replace": "replace draw_phase: draw 1 from deck to my hand",
    "restrict": "restrict build.space: it is empty",
    "roll": "roll 2 Face as dice",
    "round": "round 4 times:",
    "row": "row of 3 Spell",
    "scenario": 'scenario "Two coins buy a spell":',
    "set": "set my stance = calm",
    "show": "show my hand to left_of(me)",
    "spaces": "spaces Region: north, south, island",
    "then": "if my coins >= 4 then 3 else 10",
    "table": "table points(n: Int): Int",
    "tile": "tile Field (fields): 1 per Player, sides plain and improved",
    "token": "token Marker (markers): 3 per Player",
    "treat": "treat Wagon as Pawn in build.space",
    "turns": "turns in seats(first_player):",
    "type": "type Good = Spell or Tile",
    "use": "use drafting(hand = draft) as first_draft",
    "version": "version 2",
    "var": "var coins (coin) per Player: Int = 0, at least 0",
    "when": "when my coins reaches 5:",
    "winner": "winner: most score, then most my coins, then shared",
    "zone": "zone deck: deck of Spell, reshuffled from discard",
}
"""One line with each word that begins something."""

HEADER_HELP = 'begin with `game my_game "My Game"`, or with `expansion my_rules "My rules" for my_game`'
"""What the first line of a file is."""

FOREIGN = {
    "call": "an action is carried out with `do`: `do build(open)`",
    "class": "a component is declared with `card`, `tile`, `piece` or `token`",
    "def": "what is worked out is declared with `define`, what is done with `action`",
    "discard": "write where it goes: `move card to discard`",
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "foreach": "write `for each card in my hand:`",
    "function": "what is worked out is declared with `define`, what is done with `action`",
    "import": "a library is taken with `use`, a file of the game with `include`",
    "play": "an action is carried out with `do`: `do build(open)`; a card is laid down with `move card to discard`",
    "print": 'write `log "…"`',
    "put": "write `place Pawn on space`, or `move card to discard`",
    "return": "an action gives nothing back; what is worked out stands in a `define`",
    "switch": "write `match my stance:`",
    "take": "write `gain 2 coins`, or `move card to my hand`",
    "then": "the next thing stands on the next line, without `then`",
    "unless": "write `if not …:`",
    "until": "write `repeat while not …:`",
    "while": "write `repeat while …:`",
}
"""Words that other languages have for what this one says otherwise."""

FOREIGN_SIGNS = {
    "==": "a single `=` compares: `if a = b:`",
    "+=": "write `gain 1 coin`, or `set x = x + 1`",
    "-=": "write `pay 1 coin` or `lose 1 coin`, or `set x = x - 1`",
    ":=": "write `let x = …` for a new name, `set x = …` to change something",
    "&&": "write `and`",
    "||": "write `or`",
    "<>": "write `!=`",
    "=>": "`at least` is written `>=`",
    "=<": "`at most` is written `<=`",
    "//": "a comment begins with `#`; a division says how it rounds: `a / b rounded down`",
    "/*": "a comment begins with `#` and ends with its line",
    "!": "write `not`, or `!=` between two values",
}
"""The same for signs."""

LOOKALIKES = {
    "“": 'straight quotes: `"…"`',
    "”": 'straight quotes: `"…"`',
    "„": 'straight quotes: `"…"`',
    "«": 'straight quotes: `"…"`',
    "»": 'straight quotes: `"…"`',
    "'": 'a text in double quotes: `"…"`',
    "\u2018": 'a text in double quotes: `"…"`',
    "\u2019": 'a text in double quotes: `"…"`',
    "`": 'a text in double quotes: `"…"`',
    "\u2013": "`-`",
    "\u2014": "`-`",
    "\u2212": "`-`",
    "\u00d7": "`*` to multiply, `x` in the size of a board",
    "·": "`*`",
    "÷": "`/`, and how it rounds: `a / b rounded down`",
    "≤": "`<=`",
    "≥": "`>=`",
    "≠": "`!=`",
    "…": "`..`",
    "→": "`->`",
    "\u00a0": "an ordinary space",
    "\u3000": "an ordinary space",
    "%": "how many of a hundred, and how it rounds: `n * 5 / 100 rounded down`",
}
"""Signs that stand in for others when a text has been through a word processor or another language."""


def is_name(text: str) -> bool:
    """Whether it could be a name: letters of any script, digits, `_`; accents may be signs of their own."""
    return unicodedata.normalize("NFC", text).isidentifier()
