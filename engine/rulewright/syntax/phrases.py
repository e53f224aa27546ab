"""Lines as a rulebook, a spreadsheet or another language would have them, and how they are written here: a table.

A line that is written anew must be one that can be read in its place; so a row may be generous about what it takes. A
row without a line to write gives advice only, and says where: at the left margin, or inside a block.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.report.suggest import nearest
from rulewright.syntax.words import STATEMENTS


@dataclass(frozen=True, slots=True)
class Phrase:
    """`written`: a template for what `pattern` matches, or a function that makes the text, perhaps none; empty where
    there is advice only. `sure`: nothing else can be meant. `margin`: the advice is for lines at the left margin, else
    for those in a block; `probe`: a line that must be readable there for the advice to be right.
    """

    pattern: re.Pattern[str]
    written: str | Callable[[re.Match[str]], str | None]
    message: str
    advice: str = ""
    sure: bool = False
    margin: bool = False
    probe: str = ""

    def line(self, match: re.Match[str]) -> str | None:
        return match.expand(self.written) if isinstance(self.written, str) else self.written(match)


# ------------------------------------------------------------------ the rows

N = r"[^\W\d]\w*"
NUMBER = r"-?\d+"


def _row(
    pattern: str,
    written: str | Callable[[re.Match[str]], str | None],
    message: str,
    *,
    sure: bool = False,
    advice: str = "",
    margin: bool = False,
    probe: str = "",
) -> Phrase:
    """Blanks in a pattern stand for one or more; names of groups in capitals are the pieces above."""
    spaced = pattern.replace(" ", r"[ \t]+").replace("~", r"[ \t]*").replace("<N>", N).replace("<NUMBER>", NUMBER)
    return Phrase(re.compile(spaced), written, message, advice, sure, margin, probe)


def _name_of(title: str) -> str | None:
    """`draw_two` for `Draw two`."""
    name = re.sub(r"\W+", "_", title.lower()).strip("_")
    return name if re.fullmatch(N, name) else None


def _named(match: re.Match[str]) -> str | None:
    name = _name_of(match["title"])
    return None if name is None else f'{match["before"]}{name} "{match["title"]}"{match["after"]}'


def _of_each(match: re.Match[str]) -> str:
    key = match["key"]
    return f"{match['what']} per {key[0].upper()}{key[1:]}:{match['after']}"


def _per_behind_the_name(match: re.Match[str]) -> str:
    key = match["key"]
    return f"zone {match['name']} per {key[0].upper()}{key[1:]}: {match['kind']}{match['after'] or ''}"


def _grid(match: re.Match[str]) -> str:
    shape = "hex" if match["shape"].startswith("hex") else "square"
    return f"board {match['name'] or 'map'}: {shape} grid {match['across']} x {match['down']}{match['after']}"


def _changed_by(match: re.Match[str]) -> str:
    sign = "+" if match["word"].startswith("inc") else "-"
    return f"set {match['place']} = {match['place']} {sign} {match['by']}"


def _tested_by_name(match: re.Match[str]) -> str:
    rest = re.sub(r"\bits ", f"{match['name']}.", match["rest"])
    rest = re.sub(r"\bit\b", match["name"], rest)
    return f"{match['head'] or ''}{match['word']} {match['name']} in {match['what']} has {rest}"


def _compared(match: re.Match[str]) -> str:
    how = match["how"].split()
    if how[0] == "at":
        sign = ">=" if how[1] == "least" else "<="
    elif how[-1] == "than":
        sign = "<" if how[0] in ("less", "fewer", "smaller", "lower") else ">"
    else:
        sign = "="
    return f"{match['word']} {match['one']} {sign} {match['other']}"


def _compared_number(match: re.Match[str]) -> str:
    words = match["how"].split()
    signs = {"more": ">", "fewer": "<", "less": "<", "exactly": "=", "least": ">=", "most": "<="}
    sign = signs[words[1] if words[0] == "at" else words[0]]
    return f"{match['word']} count of {match['one']} {sign} {match['other']}"


def _winners(match: re.Match[str]) -> str:
    return f"winners: {', '.join(re.split(r',? and |[ ,]+', match['who']))}"


def _side(word: str) -> str:
    return "before" if word == "before" or "start" in word or "beginning" in word else "after"


def _offered(match: re.Match[str]) -> str | None:
    if match["word"] not in STATEMENTS:
        return None
    said = match["does"].replace('"', "").replace("_", " ")
    return f'may "{said[0].upper()}{said[1:]}": {match["does"]}'


def _outside_texts(line: str, pattern: str, written: str) -> str:
    """The line with the pattern replaced, but not inside a text."""
    return "".join(
        part if part.startswith('"') else re.sub(pattern, written, part) for part in re.split(r'("[^"]*")', line)
    )


def _without_signs(match: re.Match[str]) -> str:
    cells = re.sub(r"[ \t]*[:=,][ \t]*", " ", match["cells"]).rstrip()
    return f"{match['head']}{cells}"


def _so_often(match: re.Match[str]) -> str | None:
    often = {"once": "once", "twice": "up to 2 times", "thrice": "up to 3 times"}
    times = often.get(match["often"]) or f"up to {match['often']}"
    return f"{match['item']}, {times}"


def _done_again(match: re.Match[str]) -> str:
    times = {"twice": "2 times", "thrice": "3 times"}.get(match["often"], match["often"])
    return f"repeat {times}: {match['does']}"


def _carried_out(match: re.Match[str]) -> str | None:
    return None if nearest(match[0], STATEMENTS) else f"do {match[0]}"


BOUNDS = "how far a variable goes is written `at least 0` or `0 to 10`"
ZONE = "a zone says what lies in it: `Card`, `deck of Card`, `stack of Card`, `row of 5 Card`, `one Card`"
COMPONENT = "a component is declared with `card`, `tile`, `piece` or `token`"
PARAMETERS = "each parameter says what it is"
CHOICE = "a choice of several things is a block"

PHRASES: tuple[Phrase, ...] = (
    # ---- the head of the game
    _row(
        r"players?~:?~(?:between |from )?(?P<least>\d+)~(?:-|\u2013|\u2014|to|and|or|\.\.)~(?P<most>\d+)(?: players)?",
        r"players \g<least> to \g<most>",
        "how many can play is a line of this form: `players 2 to 4`",
        sure=True,
    ),
    _row(
        r'(?P<before>(?:(?:game|expansion|library|option|action|define|phase) )?)"(?P<title>[^"]+)"(?P<after>.*)',
        _named,
        "a name stands before the title; it is what rules call it",
    ),
    _row(r'use "(?P<name><N>)"', r"use \g<name>", "a library is called by its name, without quotes", sure=True),
    _row(
        r"(?P<what>include|(?:(?:cards|tiles|pieces|tokens) of|spaces|edges) <N>)(?: from)? (?P<file>[\w./-]+\.\w+)",
        lambda match: f'{match["what"]}{"" if match["what"] == "include" else " from"} "{match["file"]}"',
        "the name of a file stands in quotes",
        sure=True,
    ),
    _row(
        r"(?:spaces|edges|layer)\b.*",
        "",
        "this belongs to a board",
        advice="indent it under a line like `board map: graph`",
        margin=True,
    ),
    _row(
        r"phases~:.*",
        "",
        "each phase is a block of its own",
        advice="write `phase draw:`, and under it, indented, what is done then",
        margin=True,
    ),
    # ---- values and components
    _row(
        r"enum (?P<name><N>)~[:=]?~[({\[]?~(?P<values><N>(?:~,~<N>)*)~[)}\]]?",
        r"enum \g<name>: \g<values>",
        "the values of an enum stand behind a `:`",
        sure=True,
    ),
    _row(
        r"(?P<head>enum <N>~:~<N>(?:~,~<N>)*)~,? (?:and|or) (?P<last><N>)",
        r"\g<head>, \g<last>",
        "between two values of an enum stands a `,`",
        sure=True,
    ),
    _row(r"(?:type|component|class|item) (?P<name><N>)~:?", r"card \g<name>", COMPONENT),
    _row(
        r"(?P<head>(?:card|tile|piece|token) <N>(?: \(<N>\))?)~:",
        r"\g<head>",
        "what a component has stands under it, without a `:`",
        sure=True,
    ),
    _row(
        r"(?P<head>(?:card|tile|piece|token) <N>(?: \(<N>\))?)~,? ?x~(?P<copies>\d+)(?P<after>.*?)~:?",
        r"\g<head>: \g<copies>\g<after>",
        "how many there are stands behind a `:`",
    ),
    _row(
        rf"(?P<name><N>)~:~(?P<values>{N}(?:~,~{N})+)",
        r"enum \g<name>: \g<values>",
        "a list of names is an enum",
    ),
    _row(r"(?P<name><N>): (?P<cells><N> \S.*)", r"\g<name> \g<cells>", "in a row no `:` stands behind the name"),
    _row(
        r'(?P<head><N>(?: "[^"]*")?)~,? (?P<copies>\d+)~[x\u00d7](?P<after>(?: .*)?)',
        r"\g<head> x\g<copies>\g<after>",
        "how many there are stands behind an `x`",
        sure=True,
    ),
    _row(
        r'(?P<head><N>(?: "[^"]*")?(?: x\d+)?)(?P<cells>(?:~,? <N>~[:=]~[^\s,:="]+){2,})~,?',
        _without_signs,
        "in a row a value stands behind the name of its column, without a sign between them",
        sure=True,
    ),
    _row(
        r'(?P<name><N>)(?: "[^"]*")?~[:,]?~(?:<NUMBER>|").*',
        "",
        "in a row each value stands behind the name of its column",
        advice='it is written like this: `fire "Fire" x2 cost 3`',
        probe=r"\g<name> x1",
    ),
    _row(
        r"(?P<head>(?:card|tile|piece|token) .+?:~\d+) (?:for|to) (?:each|every) (?P<key>[^\W\d]\w*)",
        lambda match: f"{match['head']} per {match['key'][0].upper()}{match['key'][1:]}",
        "what each of several has is written with `per`",
        sure=True,
    ),
    _row(
        r"(?P<head>(?:card|tile|piece|token) .+?:)~(?P<copies>\d+) (?:copies|cards|tiles|pieces|tokens|times)",
        r"\g<head> \g<copies>",
        "how many there are is a number behind the `:`",
        sure=True,
    ),
    _row(
        r"(?:cards|tiles|pieces|tokens) of (?P<what><N>)~:~(?P<copies>\d+) (?:of|for|per) .*",
        "",
        "copies that are alike are no rows",
        advice="write how many stand where the component is declared: `card Card: copies 10 for colour in Colour`",
        margin=True,
    ),
    _row(
        r'enum (?P<name><N>)~:~(?P<values>"[^"]*"(?:~,~"[^"]*")*)',
        lambda match: f"enum {match['name']}: {', '.join(map(str, map(_name_of, match['values'].split(','))))}",
        "the values of an enum are names, without quotes",
    ),
    _row(
        r"enum <N>~:~(?:.*,~)?\d.*",
        "",
        "the values of an enum are names, and a name begins with a letter",
        advice="write `two` or `r2`; what is a number is an `Int`",
        margin=True,
    ),
    _row(
        r"(?P<head>(?:card|tile|piece|token) .+?:)~(?:x|one |a )?~(?P<copies>\d*) "
        r"(?:of each|for each|for) (?P<name><N>) in (?P<what>.+)",
        lambda match: f"{match['head']} copies {match['copies'] or 1} for {match['name']} in {match['what']}",
        "copies for each of several values begin with `copies`",
        sure=True,
    ),
    # ---- zones
    _row(
        r"(?P<what>(?:zone|var|board) <N>) (?:for|of) (?:each |every )(?P<key><N>)~:(?P<after>.*)",
        _of_each,
        "what each of several has is written with `per`",
        sure=True,
    ),
    _row(
        r"(?P<what>(?:zone|var|board) <N>)~\((?:each |every )?(?P<key><N>)\)~:(?P<after>.*)",
        _of_each,
        "what each of several has is written with `per`",
    ),
    _row(
        r"zone (?P<name><N>)~:~(?P<kind>.+?) (?:per|for each|for every) (?P<key><N>)(?P<after>~,.*)?",
        _per_behind_the_name,
        "`per` stands behind the name",
        sure=True,
    ),
    _row(
        r"(?P<word>hidden|secret|private|face[-\s]down) zone (?P<rest>.+)",
        r"zone \g<rest>, hidden",
        "`hidden` stands behind what lies there",
    ),
    _row(
        r"(?P<head>zone .+?:)~(?:(?:shuffled|mixed|random|ordered|face[-\s]?(?:down|up)) )"
        r"(?P<kind>(?:deck|stack|list|bag) of .+)",
        r"\g<head> \g<kind>",
        ZONE,
    ),
    _row(
        r"(?P<head>zone .+?:)~(?:[\w-]+ )??(?:pile|heap|discard) of (?P<after>.+)", r"\g<head> stack of \g<after>", ZONE
    ),
    _row(
        r"(?P<head>zone .+?:)~(?:[\w-]+ )??(?:hand|pool|set|group|supply|area|collection|market|display) of "
        r"(?P<after>.+)",
        r"\g<head> \g<after>",
        ZONE,
    ),
    _row(
        r"(?P<kind>deck|stack|bag|list) (?P<name><N>)~:?~(?:of )?(?P<what><N>)",
        r"zone \g<name>: \g<kind> of \g<what>",
        ZONE,
    ),
    _row(r"(?:pile|heap) (?P<name><N>)~:?~(?:of )?(?P<what><N>)", r"zone \g<name>: stack of \g<what>", ZONE),
    _row(
        r"zones .*",
        "",
        "each zone has a line of its own",
        advice="write `zone NAME: …` for each of them",
        margin=True,
    ),
    _row(r"zone (?P<name><N>)~:~(?P<size>\d+) (?P<what><N>)", r"zone \g<name>: row of \g<size> \g<what>", ZONE),
    _row(
        r"(?P<head>zone .+?,)~(?:face[-\s]down|private|secret|concealed|not visible)(?P<after>(?:~,.*)?)",
        r"\g<head> hidden\g<after>",
        "what nobody sees is `hidden`; what some see is `seen by`",
    ),
    _row(
        r"(?P<head>zone .+?)~,~(?:face[-\s]up|open|public|visible)(?P<after>(?:~,.*)?)",
        r"\g<head>\g<after>",
        "what lies in a zone is seen by all, unless it is `hidden`",
    ),
    # ---- variables
    _row(
        r"(?P<type>Int|Bool) (?P<name><N>)~:?=~(?P<value>.+)",
        r"var \g<name>: \g<type> = \g<value>",
        "what can change is declared with `var`",
    ),
    _row(
        r"(?:var|variable|counter|number|track|int|integer|let) (?P<name><N>(?: per <N>)?)"
        r"~(?::|:?=)~(?P<value><NUMBER>)",
        r"var \g<name>: Int = \g<value>",
        "a variable says what it holds: `Int` for a whole number",
    ),
    _row(r"(?P<head>var .+?,)~min(?:imum)? (?P<least><NUMBER>)", r"\g<head> at least \g<least>", BOUNDS),
    _row(r"(?P<head>var .+?,)~(?:at most|up to|max(?:imum)?) (?P<most><NUMBER>)", r"\g<head> 0 to \g<most>", BOUNDS),
    _row(
        r"(?P<head>var .+?,)~(?:between |from )?(?P<least><NUMBER>)~(?:and|to|-|\.\.)~(?P<most><NUMBER>)",
        r"\g<head> \g<least> to \g<most>",
        BOUNDS,
    ),
    _row(r"variable (?P<rest>.+)", r"var \g<rest>", "what can change is declared with `var`", sure=True),
    _row(r"constant (?P<rest>.+)", r"const \g<rest>", "what never changes is declared with `const`", sure=True),
    _row(
        r"(?P<name><N>)~:?=~(?P<value><NUMBER>)",
        r"var \g<name>: Int = \g<value>",
        "what can change is declared with `var`",
    ),
    _row(r"(?P<head>var .+?)~:=~(?P<value>.+)", r"\g<head> = \g<value>", "a value is given with `=`", sure=True),
    _row(
        r'option (?P<name><N>)(?P<title>(?: "[^"]*")?)(?:~[:=,]~| )(?:default )?(?P<value>yes|no|true|false)',
        r"option \g<name>\g<title>: Bool = \g<value>",
        "an option says between what it chooses: `Bool` for yes or no",
        sure=True,
    ),
    _row(
        r"use (?P<name><N>) with (?P<parameters><N>~=.+)",
        r"use \g<name>(\g<parameters>)",
        "what a library is given stands in brackets",
        sure=True,
    ),
    _row(
        r"remove (?:the )?(?:card|tile|piece|token|row) (?P<row><N>) (?:from|of) (?P<what><N>)",
        r"remove \g<what>.\g<row>",
        "a row is named by its component, a point and its name",
        sure=True,
    ),
    # ---- boards
    _row(
        r"board (?:(?P<name><N>)~:?~)??(?P<shape>hex|hexes|hexagons?|hexagonal|squares?|grid|chess ?board)"
        r"(?: (?:grid|board|map))?~(?:of )?(?P<across>\d+)~(?:x|by|\*|\u00d7)~(?P<down>\d+)(?P<after>(?:~,.*)?)",
        _grid,
        "a board has a name, a shape and a size",
    ),
    # ---- actions, definitions, tables
    _row(
        r"(?P<word>action|define|table) (?P<name><N>)~\(~(?P<parameters><N>(?:~,~<N>)*)~\).*",
        "",
        PARAMETERS,
        advice="write what it is behind each name: `(n: Int)`, `(card: Card)`, `(place: Space)`",
        margin=True,
    ),
    _row(
        r"define (?P<head><N>(?:~\([^)]*\))?)~[:=]~(?P<value>[^=:]+)",
        r"define \g<head>: Int = \g<value>",
        "a definition says what it gives",
    ),
    _row(
        r"(?P<least>\d+)~\+~:(?P<after>.*)",
        r"\g<least> or more:\g<after>",
        "all from a number on is written `or more`",
        sure=True,
    ),
    _row(
        r"change (?P<path><N>(?:\.<N>)*(?:~\([^)]*\))?)~:(?P<after>.*)",
        r"replace \g<path>:\g<after>",
        "what is worked out is changed; what is done is replaced",
    ),
    _row(
        r"(?P<word>after|before|when|at the (?:end|start|beginning) of) (?:each |every |the |a )"
        r"(?P<what>round|turn|phase)(?P<rest>\b.*)",
        lambda match: f"{_side(match['word'])} {match['what']}{match['rest']}",
        "what happens at the end of something begins with `after`, at its start with `before`",
    ),
    _row(
        r"after (?:the )?(?:(?P<count>\d+) rounds|round (?P<number>\d+))~:~(?P<rest>.+)",
        lambda match: f"after round: if round_number = {match['count'] or match['number']}: {match['rest']}",
        "which round it is can be asked behind `after round:`",
    ),
    _row(
        r"when (?:an?|any|some|one|every|each) player has .+",
        "",
        "the players are gone through by a name",
        advice="it is written like this: `when any p in players has p.coins >= 10: end game`",
        margin=True,
    ),
    _row(r"on (?P<event><N>~\(.*)", r"after \g<event>", "what follows something begins with `after`"),
    _row(
        r"(?:whenever|once|as soon as|if) (?P<rest>.+)",
        r"when \g<rest>",
        "what watches for something begins with `when`",
    ),
    _row(
        r"(?P<count>\d+) rounds?~:",
        r"round \g<count> times:",
        "a number of rounds is written `round 5 times:`",
        sure=True,
    ),
    _row(
        r"rounds?~[:=]?~(?P<count>\d+)~:?",
        r"round \g<count> times:",
        "a number of rounds is written `round 5 times:`",
        sure=True,
    ),
    _row(
        r"rounds?~[:=]?~\d+.*",
        "",
        "rounds are a block",
        advice="write `round 5 times:`, and under it, indented, what is done in each of them",
        margin=True,
    ),
    # ---- score, winner, end
    _row(
        r"score(?:~[:=]~| )(?P<value>[^:=\s].*)",
        "",
        "the score is a block, with a line for each thing that counts",
        advice='write `score:`, and under it, indented, a line like `cards "Cards in hand": count of my hand`',
        margin=True,
    ),
    _row(
        r"winner~:~(?:the )?(?:player (?:with|who has) )?(?:the )?(?:highest|most|largest|biggest|best) (?P<what>.+)",
        r"winner: most \g<what>",
        "who wins has `most` or `fewest` of something",
        sure=True,
    ),
    _row(
        r"winner~:~(?:the )?(?:player (?:with|who has) )?(?:the )?(?:lowest|least|smallest|fewest) (?P<what>.+)",
        r"winner: fewest \g<what>",
        "who wins has `most` or `fewest` of something",
        sure=True,
    ),
    _row(
        r"(?P<head>winner~:.+, then) (?:ties?|tied|draw|all|everybody|everyone|share)",
        r"\g<head> shared",
        "those who are equal in everything share the victory: `shared`",
        sure=True,
    ),
    _row(
        r"<N>(?: \"[^\"]*\")?~:~\d+ (?:<N> )?(?:for (?:each|every)|per) .+",
        "",
        "points for each of several things are their number times the points",
        advice="it is written like this: `2 * count of my hand`",
    ),
    _row(
        r"(?P<value>(?:my|count|sum|max|min|the|if|its)\b.*)",
        r"points: \g<value>",
        "each thing that counts has a name",
    ),
    _row(
        r"(?:the )?(?:game )?ends?(?: the)?(?: game)?~(?:when|if|:|as soon as)~(?P<condition>[^:]+):?",
        r"when \g<condition>: end game",
        "what ends the game is a reaction",
    ),
    _row(
        r"(?:end the game|end|game over|finish(?: the)? game|stop the game)",
        "end game",
        "the game is ended with `end game`",
    ),
    # ---- statements
    _row(
        r"(?:for )?(?:each|every|all) players?(?: in turn)?~:(?P<after>.*)",
        r"each player:\g<after>",
        "what all do in turn is written `each player:`",
        sure=True,
    ),
    _row(
        r"\d+[.)] (?P<line>.+)",
        r"\g<line>",
        "steps have no numbers: they are carried out in the order in which they stand",
        sure=True,
    ),
    _row(
        r"(?:for )?(?P<count>\d+) times~:(?P<after>.*)",
        r"repeat \g<count> times:\g<after>",
        "what is done several times begins with `repeat`",
        sure=True,
    ),
    _row(
        r"(?P<does>(?:do )?<N>(?:\([^)]*\))?) (?P<often>twice|thrice|\d+ times)",
        lambda match: _done_again(match).replace(": ", ": do ").replace(": do do ", ": do "),
        "what is done several times begins with `repeat`",
        sure=True,
    ),
    _row(
        r"(?P<item>may <N>(?:\([^)]*\))?) (?P<often>once|twice|thrice|\d+ times)",
        _so_often,
        "how often something may be chosen stands behind a `,`",
        sure=True,
    ),
    _row(r"<N>", _carried_out, "an action is carried out with `do`"),
    _row(r"for (?P<name><N>) in (?P<rest>.+)", r"for each \g<name> in \g<rest>", "a loop says `each`", sure=True),
    _row(
        r"choose (?:an? |one |any |the )?(?P<name><N>) (?:from|in|of|among|out of)(?: the)? (?P<where>.+)",
        r"choose \g<name> in \g<where>",
        "what is chosen gets a name, and `in` says among what",
        sure=True,
    ),
    _row(
        r"(?:choose|must choose|choose (?:between|from)|either)~:",
        "choose one:",
        "a choice of several things begins with `choose one:`",
    ),
    _row(r"either .*", "", CHOICE, advice='write `choose one:`, and under it a line `option NAME "Title": …` for each'),
    _row(
        r"do .+ or do .+",
        "",
        CHOICE,
        advice='write `choose one:`, and under it a line `option NAME "Title": …` for each',
    ),
    _row(
        r"each player (?P<does><N> .*)",
        "",
        "what each player does stands behind a `:`",
        advice="it is written like this: `each player: draw 5 from deck to my hand`",
    ),
    _row(
        r"(?:I|you|we|(?:the |a |this )?(?:(?:active|current|next) )?players?) (?P<does><N> .*)",
        "",
        "a statement begins with what is done, not with who does it",
        advice="it is always done by the player whose turn it is; for all write `each player:`",
    ),
    _row(
        r"place (?P<number>\d+) (?P<what><N>) on (?P<where>.+)",
        r"repeat \g<number> times: place \g<what> on \g<where>",
        "things are placed one at a time",
    ),
    _row(
        r"set (?P<place>.+?)~(?P<sign>[+-])=~(?P<by>.+)",
        r"set \g<place> = \g<place> \g<sign> \g<by>",
        "a new value is given with `=`",
        sure=True,
    ),
    _row(
        r"(?:end|finish|stop)(?: the)? game(?: if| when) (?P<condition>[^:]+)",
        r"if \g<condition>: end game",
        "the condition comes first",
        sure=True,
    ),
    _row(
        r"move (?P<what>.+?) from (?P<whence>.+?) to (?P<to>.+)",
        r"move \g<what> to \g<to>",
        "a thing is moved from where it lies",
    ),
    _row(
        r"(?:add|give|get|take) (?P<number>\d+) (?P<unit><N>)",
        r"gain \g<number> \g<unit>",
        "a variable of a player grows with `gain`",
    ),
    _row(
        r"(?P<word>gain|pay|lose) (?P<unit><N>) (?P<number>\d+)",
        r"\g<word> \g<number> \g<unit>",
        "the number comes first",
        sure=True,
    ),
    _row(
        r"(?P<word>increase|decrease|reduce) (?P<place>.+?) by (?P<by>.+)",
        _changed_by,
        "a variable is changed with `set`",
        sure=True,
    ),
    _row(
        r"may (?P<does>(?P<word><N>)\b.*)",
        _offered,
        "`may` offers an action by its name, or a step with a text of its own",
    ),
    _row(
        r"give (?:each|every|all) players? (?P<number>\d+) (?P<unit><N>)",
        r"each player: gain \g<number> \g<unit>",
        "what each player does stands behind `each player:`",
    ),
    _row(
        r"(?:score|win|earn|get) (?P<number>\d+) (?P<unit><N>)",
        r"gain \g<number> \g<unit>",
        "a variable of a player grows with `gain`",
    ),
    _row(
        r"gain (?:an? |the )?<N>",
        "",
        "a number is gained; a thing is moved",
        advice="it is written like this: `gain 2 coins`, or `move card to my hand`",
    ),
    _row(
        r"(?P<gain>(?:gain|pay|lose) \d+ <N>) for (?:each|every) (?P<name><N>) in (?P<where>.+)",
        r"for each \g<name> in \g<where>: \g<gain>",
        "the loop comes first",
        sure=True,
    ),
    _row(r"otherwise~:(?P<after>.*)", r"else:\g<after>", "the other case begins with `else:`", sure=True),
    _row(
        r"while (?P<condition>.+?)~:(?P<after>.*)",
        r"repeat while \g<condition>:\g<after>",
        "a loop begins with `repeat`",
        sure=True,
    ),
    _row(
        r"(?:repeat )?until (?P<condition>.+?)~:(?P<after>.*)",
        r"repeat while not (\g<condition>):\g<after>",
        "a loop goes on while something holds",
    ),
    _row(
        r"let (?P<name><N>)(?:~:=~| be | is | to )(?P<value>.+)",
        r"let \g<name> = \g<value>",
        "a new name is given with `=`",
        sure=True,
    ),
    _row(
        r"(?P<word>if|when|require) (?P<one>.+?) has "
        r"(?P<how>(?:more|fewer|less) than|at least|at most|exactly) (?P<other>\d+)(?: <N>)?(?P<after>~:.*)",
        lambda match: f"{_compared_number(match)}{match['after']}",
        "how many there are is `count of`",
    ),
    _row(
        r"(?P<head>.*?\b)(?:count|number) of (?:the |all )?(?P<what><N>)(?: <N>)? in (?:the )?(?P<where>(?:my )?<N>)"
        r"(?P<rest>\b.*)",
        r"\g<head>count of (\g<where> where it is \g<what>)\g<rest>",
        "which of them are counted is said with `where`",
    ),
    _row(
        r"(?P<word>if|require) (?P<one>.+?)(?: is)? "
        r"(?P<how>(?:greater|more|larger|higher|bigger|less|fewer|smaller|lower) than"
        r"|at least|at most|equal to|equals) (?P<other>.+)",
        _compared,
        "two numbers are compared with `>`, `>=`, `<`, `<=`, `=` or `!=`",
        sure=True,
    ),
    _row(
        r"(?P<word>draw|deal) (?:an?|one|the)(?: top)?(?: (?:card|tile|token|piece))? from(?: the)? (?P<rest>.+)",
        r"\g<word> 1 from \g<rest>",
        "how many stands before `from`",
        sure=True,
    ),
    _row(
        r"choose (?:an? |one |any |the )?(?P<name><N>) where (?P<condition>.+)",
        "",
        "a choice says among what",
        advice="it is written like this: `choose space in map where it is empty`",
    ),
    _row(
        r"(?:(?:end|finish)(?: the| my| this)? turn|next player|pass|skip|skip turn)",
        "",
        "a turn ends by itself, with its last line",
        advice="`stop` ends an action early",
    ),
    _row(
        r'"(?P<title>[^"]+)"(?P<after>~:.*)',
        lambda match: (name := _name_of(match["title"])) and f'option {name} "{match["title"]}"{match["after"]}',
        "each thing to choose from begins with `option` and a name",
    ),
    _row(r"log (?P<text>\w[\w\s.,!?]*)", r'log "\g<text>"', "what is told stands in quotes"),
    _row(
        r'log .*"~\+.*',
        "",
        "a text is one piece",
        advice="it is told as it stands, without values",
    ),
    _row(
        r"(?P<head>.*?\b)??(?P<word>any|every|no) (?P<name><N>) in (?P<what>.+?) (?:where|with|that has) (?P<rest>.+)",
        _tested_by_name,
        "what is tested of each stands behind `has`",
        sure=True,
    ),
    _row(
        r"(?P<head>.*\b)??(?P<word>any|every|no) (?P<what><N>(?:~\.~<N>)*) has (?P<rest>.+)",
        r"\g<head>\g<word> x in \g<what> has \g<rest>",
        "what is tested gets a name",
    ),
    _row(
        r"(?P<head>.*?\b)??(?P<word>count|sum|max|min) (?:of )?(?:distinct|different) (?:of )?"
        r"(?P<rest>(?!(?:f|fo|o|off|or|on) )(?:my )?<N>.*)",
        r"\g<head>\g<word> of distinct of \g<rest>",
        "what is counted or summed stands behind `of`",
        sure=True,
    ),
    _row(
        r"(?P<head>.*?\b)??(?P<word>count|sum|max|min) (?P<rest>(?!(?:f|fo|o|off|or|on) )(?:my |the )?<N>.*)",
        r"\g<head>\g<word> of \g<rest>",
        "what is counted or summed stands behind `of`",
        sure=True,
    ),
    _row(
        r"(?P<what>(?:my )?<N>)\.(?P<word>shuffle|reveal|flip)(?:\(\))?",
        r"\g<word> \g<what>",
        "a statement begins with what is done",
        sure=True,
    ),
    _row(
        r"(?:take )?(?:turn again|(?:another|extra|an extra|one more) turn|play again)",
        "next turn: me",
        "whose turn comes next is told with `next turn`",
    ),
    # ---- words and signs in a line
    _row(
        r"(?=(?:[^\"]|\"[^\"]*\")*\byour\b).+",
        lambda match: _outside_texts(match[0], r"\byour\b", "my"),
        "whoever is acting says `my`",
        sure=True,
    ),
    _row(
        r"(?P<head>.*\d) (?:x|times) (?P<rest>.+)",
        r"\g<head> * \g<rest>",
        "numbers are multiplied with `*`",
        sure=True,
    ),
    _row(
        r"(?P<head>.*\b(?:where|and|or|not|possible:) )(?:it )?(?:is )?(?:(?:adjacent|next) to|beside) (?P<rest>.+)",
        r"\g<head>it next to \g<rest>",
        "what lies side by side is `it next to …`",
        sure=True,
    ),
    _row(
        r"(?P<head>.+?) (?:is )?(?:(?:adjacent|next) to|beside) (?P<rest>.+)",
        r"\g<head> next to \g<rest>",
        "what lies side by side is `… next to …`",
        sure=True,
    ),
    _row(
        r"(?P<said>[A-Z][\w\u2019'-]*(?:,? [\w\u2019'-]+){2,}[.!])",
        r'"\g<said>"',
        "what players read stands in quotes; a remark begins with `#`",
    ),
    _row(
        r"[A-Z][\w\u2019'-]*(?:,? [\w\u2019'-]+){2,}[.!]",
        "",
        "what players read stands in quotes; a remark begins with `#`",
        advice="write it as a remark, or as a text at the head of the block",
    ),
    # ---- scenarios
    _row(
        r"scenario (?P<title>[^\":]+)~:",
        r'scenario "\g<title>":',
        "the title of a scenario stands in quotes",
        sure=True,
    ),
    _row(
        r"(?P<who><N>(?:(?:~,| and|~, and) <N>)*) (?:wins?|ha(?:s|ve) won|is the winner|are the winners)",
        _winners,
        "who has won is said with `winners:`",
        sure=True,
    ),
    _row(
        r"(?:the )?winners?(?: is| are|~[:=])~(?P<who><N>(?:(?:~,| and|~, and) <N>)*)",
        _winners,
        "who has won is said with `winners:`",
        sure=True,
    ),
    _row(
        r"(?:the )?game (?:has )?(?:over|ends|ended|finished)",
        "offered:",
        "when a game is over nothing is offered",
        sure=True,
    ),
    _row(
        r"(?:it(?: is|['\u2019]s) )?(?P<who><N>)(?:['\u2019]s?)? (?:turn|to move)",
        r"turn of \g<who>",
        "whose turn it is is said with `turn of`",
        sure=True,
    ),
    _row(
        r"(?:the )?(?:turn|active player)(?: is|~[:=])~(?P<who><N>)",
        r"turn of \g<who>",
        "whose turn it is is said with `turn of`",
        sure=True,
    ),
    _row(
        r"(?:not offered~:~|(?:<N> )?(?:cannot|can['\u2019]t|can not|may not) )(?P<answer>[^,;:]+)",
        r"\g<answer> is not offered",
        "what cannot be chosen `is not offered`",
        sure=True,
    ),
    _row(
        r"(?:<N> )?(?:can|may) (?P<answer>[^,;:]+)",
        r"\g<answer> is offered",
        "what can be chosen `is offered`",
    ),
    _row(
        r"(?P<zone><N>(?:\.<N>)?) (?:has|contains|includes) (?P<things>(?!\d+ <N>$).+)",
        r"\g<zone> holds \g<things>",
        "what lies somewhere is said with `holds`",
    ),
    _row(
        r"(?P<what><N>(?:\.<N>)?) (?:is |are )?on (?P<space>\w+(?:~, \w+)*)",
        r"\g<what> at \g<space>",
        "where pieces stand is said with `at`",
    ),
    _row(
        r"(?P<who><N>) scores (?P<points>\d+)(?: points?)? (?:for|from|with|in) (?P<what><N>)",
        r"score \g<who>: \g<what> \g<points>",
        "points are told for each thing that counts",
    ),
    _row(
        r"(?:(?:the )?score of (?P<who><N>)|(?P<whose><N>)(?:['\u2019]s?)? score|<N> scores)(?: is|~[:=])?~\d+.*",
        "",
        "points are told for each thing that counts",
        advice="it is written like this: `score agnes: huts 4, coins 2`",
        probe="winners: a",
    ),
    _row(
        r"(?P<who><N>) (?P<what><N>) (?P<rest>(?:holds|starts|showing|at) .+|~=.+)",
        r"\g<who>.\g<what> \g<rest>",
        "what belongs to somebody stands behind a point",
    ),
    _row(
        r"(?P<who><N>) has (?P<number>\d+) (?P<unit><N>)",
        r"\g<who>.\g<unit> = \g<number>",
        "what belongs to somebody stands behind a point",
    ),
    _row(
        r"(?P<head>.*\bholds .+?)~,? and (?P<rest>.+)",
        r"\g<head>, \g<rest>",
        "between two things that lie somewhere stands a `,`",
        sure=True,
    ),
    _row(r"expect (?P<claim>.+)", r"then: \g<claim>", "what comes out stands behind `then:`"),
    _row(
        r"when <N>~:.+,.+",
        lambda match: match[0].replace(",", ";"),
        "what comes one after the other is parted by `;`",
        sure=True,
    ),
    _row(
        r"when (?P<who><N>) (?:does |takes |plays |chooses |picks |answers |says )?(?P<answer>[^:]+)",
        r"when \g<who>: \g<answer>",
        "what somebody answers stands behind a `:`",
    ),
    _row(
        r"then~:?~(?P<one>.+?) (?:is|equals|are) (?P<other>\S+)",
        r"then: \g<one> = \g<other>",
        "two values are compared with `=`",
        sure=True,
    ),
    _row(
        r"(?P<who>(?!(?:given|then|when)\b)<N>)~:~(?P<answer>.+)",
        r"when \g<who>: \g<answer>",
        "who answers is told with `when`",
    ),
)
