"""What to say about the first thing in a text that cannot be read. In: the place, and what could stand there. Out: a
diagnostic in a designer's words.

Common mistakes have an answer of their own, tried in the order of `COMMON`; the rest is told by what was found, what is
expected, and one line of the kind that was begun. Knows the names the grammar gives to its words, not the parser.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import Fix, exchange
from rulewright.report.signs import STEERING, refusal
from rulewright.report.span import Source, Span
from rulewright.report.suggest import nearest
from rulewright.syntax import cures, habits
from rulewright.syntax.expecting import BRACKETS, CLOSING, example_for, expectation, shown
from rulewright.syntax.nearly import Meant
from rulewright.syntax.repair import repair
from rulewright.syntax.rephrasing import phrase
from rulewright.syntax.trouble import AS_FAR, DECLARATION, DEDENT, INDENT, LAYOUT, LINE_END, STATEMENT, Trouble
from rulewright.syntax.words import (
    DECLARATIONS,
    EXAMPLES,
    FOREIGN,
    FOREIGN_SIGNS,
    HEADER_HELP,
    LOOKALIKES,
    RESERVED,
    STATEMENTS,
    is_name,
)

DOTTED = r"[^\W\d]\w*(?:\s*\.\s*\w+|\s*\[[^\]\n]*\]|\s+[^\W\d]\w*)*"
ASSIGNMENT = re.compile(rf"(?P<place>{DOTTED})\s*(?P<sign>\+=|-=|:=|=(?!=))\s*(?P<value>[^#\n]*)")
CALL = re.compile(r"(?P<call>[^\W\d]\w*\s*\([^#\n]*\))\s*(?:;|#|$)")


def explain(trouble: Trouble) -> Diagnostic:
    for recognise in COMMON:
        if told := recognise(trouble):
            return told
    return ordinary(trouble)


def misread(source: Source, better: Meant, expected: frozenset[str]) -> Diagnostic:
    """A word with which the line cannot be read, and the one with which it can; `expected`: what may begin the line."""
    word = better.written
    what = "cannot stand here"
    if better.first and expected.issuperset(STATEMENT):
        what = "begins no statement"
    elif better.first and expected.issuperset(DECLARATION):
        what = "begins no declaration"
    span = Span(source, word.start, word.end)
    return Diagnostic(
        code=codes.UNEXPECTED,
        span=span,
        message=f"`{word.text}` {what}",
        help=f"did you mean `{better.word}`?",
        fixes=exchange(span, better.word, certain=better.alone and word.text not in WORDS),
    )


WORDS = STATEMENTS | DECLARATIONS | RESERVED
"""Such a word was meant, if perhaps in another place."""


# ------------------------------------------------------------------ signs and words that are not of the language


def odd_sign(trouble: Trouble) -> Diagnostic | None:
    if trouble.found == "NAME":
        return odd_sign_in(trouble.source, trouble.start, trouble.end)
    if trouble.found or known_sign(trouble):
        return None
    return sign(trouble.source, trouble.start)


def odd_sign_in(source: Source, start: int, end: int) -> Diagnostic | None:
    """The first sign of a word that no name may have."""
    if is_name(source.text[start:end]):
        return None
    odd = (place for place in range(start, end) if not is_name(f"a{source.text[place]}"))
    return sign(source, next(odd, start))


def sign(source: Source, place: int) -> Diagnostic:
    """A sign that is none of the language's."""
    found = source.text[place]
    span = Span(source, place, place + 1)
    if told := somebodys(source, place):
        return told
    if meant := LOOKALIKES.get(found):
        message = f"`{found}` is not a sign of the language"
        return Diagnostic(
            code=codes.CHARACTER,
            span=span,
            message=message,
            help=f"write {meant}",
            fixes=cures.for_lookalike(source, place),
        )
    named = unicodedata.name(found, "a sign without a name").lower()
    spelt = f"`{found}`" if found.isprintable() and not found.isspace() else f"U+{ord(found):04X}"
    message = f"{spelt} is not a sign of the language" + ("" if found.isascii() else f": {named}")
    cure = "remove it" if STEERING.match(found) else 'remove it; in a text (`"…"`) any sign may stand'
    unseen = exchange(span, "") if unicodedata.category(found) == "Cf" else ()
    return Diagnostic(code=codes.CHARACTER, span=span, message=message, help=cure, fixes=unseen)


def somebodys(source: Source, place: int) -> Diagnostic | None:
    """`winner's hand`"""
    end = re.compile(r"['\u2019]s +(?P<what>[^\W\d]\w*)").match(source.text, place)
    begin = re.search(r"[^\W\d]\w*$", source.text[max(0, place - AS_FAR) : place])
    if begin is None or end is None:
        return None
    span = Span(source, place - len(begin[0]), end.end())
    meant = f"{begin[0]}.{end['what']}"
    message = "what belongs to somebody stands behind a point"
    fixes = exchange(span, meant, certain=False)
    return Diagnostic(code=codes.CHARACTER, span=span, message=message, help=f"write `{meant}`", fixes=fixes)


def steering(source: Source, start: int, end: int) -> Diagnostic | None:
    """The first sign of a text or map that is not seen and steers what shows it."""
    found = STEERING.search(source.text, start, end)
    if found is None:
        return None
    span = Span(source, *found.span())
    return Diagnostic(
        code=codes.CHARACTER, span=span, message=refusal(found[0]), help="remove it", fixes=exchange(span, "")
    )


def known_sign(trouble: Trouble) -> bool:
    return bool(re.match(r'[0-9"]', trouble.text)) or trouble.text in trouble.literals.values()


def foreign_sign(trouble: Trouble) -> Diagnostic | None:
    """`==`, `+=` and the like; of some the first sign alone could be read."""
    if trouble.found in LAYOUT:
        return None
    text = trouble.source.text
    for start in (trouble.start - 1, trouble.start):
        for written, cure in FOREIGN_SIGNS.items():
            if start >= 0 and text.startswith(written, start) and start + len(written) > trouble.start:
                message = f"`{written}` is not a sign of the language"
                fixes = cures.for_foreign_sign(trouble.source, start, written)
                return tell(trouble, codes.CHARACTER, message, cure, start, len(written), fixes=fixes)
    return None


def not_whole(trouble: Trouble) -> Diagnostic | None:
    before = re.search(r"[0-9]+\.$", trouble.before)
    after = re.match(r"[0-9]+", trouble.rest)
    if before is None or after is None:
        return None
    start, length = trouble.start - len(before[0]), len(before[0]) + len(after[0])
    message = f"`{before[0]}{after[0]}` is not a whole number"
    return tell(trouble, codes.UNEXPECTED, message, "count in smaller units; a range is written `1..6`", start, length)


def too_deep(source: Source, place: int) -> Diagnostic:
    span = Span(source, place, place)
    cure = "give the inner part a name of its own"
    return Diagnostic(code=codes.TOO_LARGE, span=span, message="this is nested too deeply", help=cure)


def too_long(source: Source, place: int, most: int) -> Diagnostic:
    span = Span(source, place, place)
    cure = "take a part of it in from another file, with `include`; long lists of rows go into tables"
    message = f"the file has more than {most:,} words and signs: this is the first that is too many"
    return Diagnostic(code=codes.TOO_LARGE, span=span, message=message, help=cure)


# ------------------------------------------------------------------ lines and blocks


def map_line(trouble: Trouble) -> Diagnostic | None:
    """A line of a map without one of its bars, or without both."""
    line = f"{trouble.before}{trouble.rest}".strip()
    drawn = line.strip("|")
    if "MAP_ROW" not in trouble.expected or not drawn or trouble.found in LAYOUT:
        return None
    barred = "|" in line
    if not barred and not re.fullmatch(r"[\w.]+", drawn):
        return None
    start = trouble.start - len(trouble.before.lstrip())
    span = Span(trouble.source, start, start + len(line))
    return Diagnostic(
        code=codes.UNEXPECTED,
        span=span,
        message="a line of a map stands between two bars",
        help=f"write `|{drawn}|`",
        fixes=exchange(span, f"|{drawn}|", certain=barred),
    )


def opened_without_colon(trouble: Trouble) -> Diagnostic | None:
    if trouble.found not in (LINE_END, INDENT) or "COLON" not in trouble.expected:
        return None
    place = line_end(trouble)
    cure = "a line that opens a block ends in `:`"
    if example := example_for(trouble):
        cure += f": `{example}`"
    return tell(
        trouble,
        codes.UNEXPECTED,
        "a `:` is missing at the end of this line",
        cure,
        place,
        0,
        label="expected `:`",
        fixes=exchange(Span(trouble.source, place, place), ":", certain=trouble.found == INDENT),
    )


def nothing_under_it(trouble: Trouble) -> Diagnostic | None:
    if trouble.found != LINE_END or INDENT not in trouble.expected:
        return None
    message = "this line opens a block, and nothing stands in it"
    cure = "indent the lines that belong to it"
    if trouble.expects_statement:
        cure += ", or write one statement behind the `:`"
    return tell(trouble, codes.EMPTY_BLOCK, message, cure, trouble.start, 0)


def deeper_without_reason(trouble: Trouble) -> Diagnostic | None:
    if trouble.found != INDENT or LINE_END not in trouble.expected:
        return None
    message = "this line is indented, but the line above it opens no block"
    cure = "start it where the line above starts; a long line may be broken inside brackets"
    return tell(trouble, codes.INDENT, message, cure, trouble.start, 0)


def lone_else(trouble: Trouble) -> Diagnostic | None:
    if trouble.text != "else":
        return None
    message = "this `else` belongs to no `if`"
    cure = "an `else:` stands straight under the last line of its `if … :`, as far in as the `if`"
    if trouble.before.strip():
        message = "an `else` cannot stand here"
        cure = "a statement's `else:` begins a line of its own, as far in as its `if`"
    return tell(trouble, codes.UNEXPECTED, message, cure)


# ------------------------------------------------------------------ expressions


def not_rounded(trouble: Trouble) -> Diagnostic | None:
    if "ROUNDED" not in trouble.expected:
        return None
    slash = next((word for word in trouble.unfinished if word.type == "SLASH"), None)
    if slash is None:
        return None
    message = "this division does not say how it rounds"
    cure = "write `a / b rounded down` or `a / b rounded up`"
    place = line_end(trouble)
    ways = (exchange(Span(trouble.source, place, place), f" rounded {way}", certain=False) for way in ("down", "up"))
    fixes = tuple(fix for way in ways for fix in way)
    return tell(trouble, codes.ROUNDING, message, cure, slash.start_pos or 0, 1, fixes=fixes)


def second_comparison(trouble: Trouble) -> Diagnostic | None:
    if not COMPARISONS.fullmatch(trouble.text) or not trouble.expects("AND", "OR"):
        return None
    if trouble.expected & {"EQUAL", "IS"}:
        return None
    message = "a second comparison in a row"
    return tell(trouble, codes.UNEXPECTED, message, "compare twice: `a < b and b < c`")


COMPARISONS = re.compile(r"=|!=|<|<=|>|>=|in|is|next")


def tail_without_brackets(trouble: Trouble) -> Diagnostic | None:
    """`where C`, `if C then A else B` and the like run to the end of the expression: nothing can follow them."""
    word = trouble.text
    if [part.type for part in trouble.unfinished[1:2]] == ["IN"] and "HAS" in trouble.expected:
        return None
    if word in ("where", "having", "by", "linked") and trouble.expects("WITH", "DOT"):
        shown = "(hand where its rank > 3)" if word == "where" else f"(hand {word} …)"
    elif word == "if" and trouble.expects_value:
        shown = "(if any hand then 3 else 10)"
    elif word == "every" and trouble.expects_value:
        shown = "(every card in hand has card.rank > 3)"
    else:
        return None
    message = f"a part with `{word}` must stand in brackets here"
    return tell(trouble, codes.UNEXPECTED, message, f"put brackets around it: `{shown}`")


def reserved(trouble: Trouble) -> Diagnostic | None:
    if trouble.text not in RESERVED or "NAME" not in trouble.expected or trouble.expects_value:
        return None
    message = f"`{trouble.text}` is a word of the language and cannot be a name"
    return tell(trouble, codes.RESERVED, message, "take another name")


# ------------------------------------------------------------------ the first word of a line


def choose_from(trouble: Trouble) -> Diagnostic | None:
    """`from` is read as the name of what is chosen, so the next word is the one that fits nowhere."""
    match = re.search(r"choose\s+(?:[^\n]*\s)?(?P<word>from|of|among)\s+$", trouble.before)
    if match is None:
        return None
    start = trouble.start - len(trouble.before) + match.start("word")
    cure = f"it is written like this: `{EXAMPLES['choose']}`"
    message = f"`{match['word']}` cannot stand here"
    word = Span(trouble.source, start, start + len(match["word"]))
    named = re.search(r"choose\s+\w[^\n]*\s$", trouble.before[: match.start("word")])
    fixes = exchange(word, "in", certain=match["word"] == "from") if named else ()
    return tell(trouble, codes.UNEXPECTED, message, cure, start, len(match["word"]), label="expected `in`", fixes=fixes)


def assignment(trouble: Trouble) -> Diagnostic | None:
    if not trouble.expects_statement or trouble.found != "NAME":
        return None
    match = ASSIGNMENT.match(trouble.rest)
    if match is None:
        return None
    place, value = match["place"].rstrip(), match["value"].strip() or "…"
    first, _, further = place.partition(" ")
    if first in FOREIGN or (further and nearest(first, trouble.words)):
        return None
    change = {"+=": f"{place} + {value}", "-=": f"{place} - {value}"}.get(match["sign"], value)
    message = "a statement begins with the word for what is done"
    cure = f"to change it write `set {place} = {change}`; a new name is made with `let`"
    end = trouble.start + len(match[0].rstrip())
    whole = Span(trouble.source, trouble.start, end)
    fixes = exchange(whole, f"set {place} = {change}", certain=False) if match["value"].strip() else ()
    return tell(trouble, codes.UNEXPECTED, message, cure, fixes=fixes)


def bare_call(trouble: Trouble) -> Diagnostic | None:
    if not trouble.expects_statement or trouble.found != "NAME":
        return None
    match = CALL.match(trouble.rest)
    if match is None or trouble.text in FOREIGN or trouble.text in trouble.literals.values():
        return None
    message = "a statement begins with the word for what is done"
    fixes = exchange(Span(trouble.source, trouble.start, trouble.start), "do ", certain=False)
    return tell(trouble, codes.UNEXPECTED, message, f"to carry out an action write `do {match['call']}`", fixes=fixes)


def wrong_depth(trouble: Trouble) -> Diagnostic | None:
    """A declaration inside a block, or a statement at the left margin."""
    word = trouble.text
    if trouble.expects_statement and (word == "ruling" or trouble.found == "STRING"):
        cure = "move it to the head of the block, before the first statement"
        what = "a `ruling`" if word == "ruling" else "a text"
        return tell(trouble, codes.UNEXPECTED, f"{what} stands at the head of its block", cure)
    if trouble.expects_statement and word in DECLARATIONS:
        cure = "declarations start at the left margin, on a line of their own"
        return tell(trouble, codes.UNEXPECTED, f"`{word}` cannot stand inside a block", cure)
    if trouble.expects_declaration and word in STATEMENTS and not trouble.before.strip():
        cure = "indent it under what it belongs to: `setup:`, `turn:`, an action, a reaction"
        return tell(trouble, codes.UNEXPECTED, f"a statement with `{word}` cannot stand by itself", cure)
    return None


def ruling_outside(trouble: Trouble) -> Diagnostic | None:
    """A `ruling` at the left margin, in the middle of a block that has begun with a text."""
    below = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\r?\n)+(?P<word>ruling)\b").match(trouble.source.text, trouble.end)
    if trouble.found not in (DEDENT, LINE_END) or below is None:
        return None
    start = below.start("word")
    cure = "indent it as far as the lines around it"
    return tell(trouble, codes.UNEXPECTED, "this `ruling` stands outside its block", cure, start, len("ruling"))


def block_in_line(trouble: Trouble) -> Diagnostic | None:
    """A block under a line that begins two: `action rest: may "Rest?":`."""
    above = trouble.source.text[max(0, trouble.start - AS_FAR) : trouble.start].rstrip().rpartition("\n")[2]
    two = re.search(r":\s+(\S.*:)$", above)
    if trouble.found != INDENT or two is None:
        return None
    cure = f"put `{two[1]}` on a line of its own as well, under the line before it"
    return tell(trouble, codes.UNEXPECTED, "this block has no line of its own to stand under", cure)


def rephrased(trouble: Trouble) -> Diagnostic | None:
    """A line as others would write it."""
    return from_habit(trouble, phrase(trouble))


def headless(trouble: Trouble) -> Diagnostic | None:
    """A file that begins with a title, or with prose."""
    above = trouble.source.text[: trouble.start]
    if trouble.found != "NAME" or not trouble.expects_declaration or re.sub(r"(?m)#.*$", "", above).strip():
        return None
    known = trouble.text in FOREIGN or trouble.text in STATEMENTS
    if known or (not trouble.text[:1].isupper() and nearest(trouble.text, DECLARATIONS)):
        return None
    return tell(trouble, codes.HEADER, "the file does not say what it is", HEADER_HELP)


def habitual(trouble: Trouble) -> Diagnostic | None:
    return from_habit(trouble, habits.habit(trouble))


def from_habit(trouble: Trouble, found: habits.Habit | None) -> Diagnostic | None:
    if found is None:
        return None
    message, cure, start, length, fixes = found
    return tell(trouble, codes.UNEXPECTED, message, cure, start, length, fixes=fixes)


def foreign_word(trouble: Trouble) -> Diagnostic | None:
    if trouble.text not in FOREIGN or not (trouble.expects_statement or trouble.expects_declaration):
        return None
    what = "begins no statement" if trouble.expects_statement else "begins no declaration"
    fixes = exchange(Span(trouble.source, trouble.start, trouble.end), "else if") if trouble.text in ELSE_IF else ()
    return tell(trouble, codes.UNEXPECTED, f"`{trouble.text}` {what}", FOREIGN[trouble.text], fixes=fixes)


ELSE_IF = ("elif", "elseif")


def misspelt(trouble: Trouble) -> Diagnostic | None:
    if trouble.found != "NAME" or trouble.expects_value:
        return None
    meant = nearest(trouble.text, trouble.words)
    if meant is None:
        return None
    what = "cannot stand here"
    if trouble.expects_statement:
        what = "begins no statement"
    elif trouble.expects_declaration:
        what = "begins no declaration"
    fixes = exchange(Span(trouble.source, trouble.start, trouble.end), meant, certain=False)
    return tell(trouble, codes.UNEXPECTED, f"`{trouble.text}` {what}", f"did you mean `{meant}`?", fixes=fixes)


COMMON: tuple[Callable[[Trouble], Diagnostic | None], ...] = (
    map_line,
    foreign_sign,
    odd_sign,
    habitual,
    not_whole,
    not_rounded,
    opened_without_colon,
    nothing_under_it,
    deeper_without_reason,
    lone_else,
    second_comparison,
    tail_without_brackets,
    reserved,
    wrong_depth,
    ruling_outside,
    block_in_line,
    foreign_word,
    choose_from,
    assignment,
    bare_call,
    misspelt,
)

# ------------------------------------------------------------------ everything else


def ordinary(trouble: Trouble) -> Diagnostic:
    if trouble.expects_statement and trouble.found == "NAME":
        message = f"`{trouble.text}` begins no statement"
    elif trouble.expects_declaration and trouble.found == "NAME":
        message = f"`{trouble.text}` begins no declaration"
    else:
        message = {
            LINE_END: "this line ends too early",
            DEDENT: "this block ends too early",
            INDENT: "this line ends too early",
        }.get(trouble.found, f"{shown(trouble)} cannot stand here")
    example = example_for(trouble) if trouble.found != DEDENT else None
    cure = f"it is written like this: `{example}`" if example else None
    fixes: tuple[Fix, ...] = ()
    if change := repair(trouble):
        cure = f"did you mean `{change.line}`?"
        fixes = exchange(Span(trouble.source, change.start, change.end), change.text, certain=False)
    place = (line_end(trouble), 0) if trouble.found == INDENT else ()
    return tell(trouble, codes.UNEXPECTED, message, cure, *place, label=expectation(trouble), fixes=fixes)


def line_end(trouble: Trouble) -> int:
    """Where the last word before the place ends."""
    return max((word.end_pos or 0 for word in trouble.unfinished[:1]), default=trouble.start)


def tell(
    trouble: Trouble,
    code: codes.Code,
    message: str,
    cure: str | None,
    start: int | None = None,
    length: int | None = None,
    *,
    label: str = "",
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    first = trouble.start if start is None else start
    last = trouble.end if length is None else first + length
    span = Span(trouble.source, first, last)
    labels = tuple(open_brackets(trouble))
    return Diagnostic(code=code, span=span, message=message, label=label, labels=labels, help=cure, fixes=fixes)


def open_brackets(trouble: Trouble) -> Iterable[Label]:
    """A bracket opened on an earlier line may be what is wrong."""
    line = trouble.source.position(trouble.start)[0]
    closed = 0
    for word in trouble.unfinished:
        if word.value in CLOSING:
            closed += 1
        elif word.value in BRACKETS and closed:
            closed -= 1
        elif word.value in BRACKETS and trouble.source.position(word.start_pos or 0)[0] < line:
            span = Span(trouble.source, word.start_pos or 0, word.end_pos or 0)
            yield Label(span, f"this `{word.value}` is still open")
            return
