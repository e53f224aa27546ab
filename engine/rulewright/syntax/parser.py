"""Text to surface tree. In: a source. Out: the tree, or what in the text cannot be read.

The only module that knows Lark: it has the table made from the grammar, feeds it the words, and hands the places where
that fails to `messages`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from operator import itemgetter
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import PatternStr, TerminalDef
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParserState

from rulewright import resources
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Source, Span
from rulewright.syntax import ast, kept, messages
from rulewright.syntax.build import Unreadable, build
from rulewright.syntax.indent import Layout, layout
from rulewright.syntax.nearly import Meant, Written, meant
from rulewright.syntax.recovery import Rest, around, rest
from rulewright.syntax.trouble import Trouble
from rulewright.syntax.words import RESERVED

NEWLINE, INDENT, DEDENT, END = "_NEWLINE", "_INDENT", "_DEDENT", "$END"
MARKS = (NEWLINE, INDENT, DEDENT)

AS_FAR = 2000
"""How much of a line is tried with another word."""

DEEPEST = 1000
"""States on the stack. A deep rules file has some dozens; without a bound a hostile one would take its time."""

MOST_WORDS = 100_000
"""Words, signs and line ends of one file. The longest rulebook here has a fortieth of it; texts count as one word each,
and what is generated stands in tables.
"""

Table = Mapping[int, Mapping[str, tuple[Any, Any]]]
"""For each state and symbol what to do: shift and go to a state, or reduce by a rule."""


MOST_PROBLEMS = 10
"""Told of one file. Whoever has more of them begins with the first."""


def parse(source: Source) -> tuple[ast.File | None, tuple[Diagnostic, ...]]:
    """The tree, or what cannot be read: the first problem, and those that are there without what it is about.

    In a declaration one problem is told for which no cure was tried that lets the line be read: more of them may come
    from the first. What stands at the margin where a block is missing was meant to stand in it: nothing more is said of
    that line.
    """
    lines = layout(source)
    tree, problem = _attempt(source, lines)
    problems: list[Diagnostic] = []
    part, last, doubted = Rest(source, 0), None, -1
    while problem is not None:
        place = around(part.source, lines, problem)
        sure = bool(problem.fixes) or place is None or place.start != doubted
        follows = not sure or problem.span.start < part.start
        meant_inside = last is not None and last.code is codes.EMPTY_BLOCK and _is_first(part.source, problem)
        if not follows and not meant_inside:
            problems.append(_in(source, problem))
        if place is None or len(problems) == MOST_PROBLEMS:
            break
        following = rest(part.source, lines, problem, place, line_only=not follows)
        if following is None or following.start <= part.start:
            break
        if not problem.fixes:
            doubted = place.start
        part, last = following, problem
        lines = layout(part.source)
        problem = _attempt(part.source, lines)[1]
    return tree, tuple(problems)


def _is_first(source: Source, problem: Diagnostic) -> bool:
    """Whether it is about the first line on which something stands."""
    stands = len(source.text) - len(source.text.lstrip())
    return source.position(stands)[0] == problem.span.line


def _attempt(source: Source, lines: Layout) -> tuple[ast.File | None, Diagnostic | None]:
    """The tree, or the first problem."""
    try:
        tree = _tree(source, lines)
        if lines.problem is None:
            return build(tree, source), None
        return None, lines.problem
    except RecursionError:
        return None, messages.too_deep(source, 0)
    except Unreadable as unreadable:
        problem = unreadable.diagnostic
        if lines.problem is not None and lines.problem.span.start <= problem.span.start:
            problem = lines.problem
        return None, problem


def _in(source: Source, problem: Diagnostic) -> Diagnostic:
    """The problem of a part of the text, placed in the whole."""

    def here(span: Span) -> Span:
        return replace(span, source=source)

    return replace(
        problem,
        span=here(problem.span),
        labels=tuple(replace(label, span=here(label.span)) for label in problem.labels),
        fixes=tuple(
            replace(fix, edits=tuple(replace(edit, span=here(edit.span)) for edit in fix.edits))
            for fix in problem.fixes
        ),
    )


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign of the text, by its name in the grammar. Between words stand the marks NEWLINE, INDENT and DEDENT,
    which are empty and mean what they mean in the grammar.
    """

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text was read: the tree, the words and marks, and for an offset which rules of the grammar begin there."""

    file: ast.File
    words: tuple[Word, ...]
    begins: Mapping[int, frozenset[str]]


def read(source: Source) -> tuple[Reading | None, tuple[Diagnostic, ...]]:
    """What `parse` reads, with the words that it was read from; they lead back to blanks and comments."""
    lines = layout(source)
    heard: list[Token] = []
    try:
        tree = _tree(source, lines, heard)
        file = build(tree, source) if lines.problem is None else None
    except (Unreadable, RecursionError):
        file = None
    if file is None:
        return None, parse(source)[1]
    words = tuple(Word(token.type, str(token), token.start_pos or 0, token.end_pos or 0) for token in heard)
    return Reading(file, words, _begins(tree)), ()


def _begins(tree: Any) -> Mapping[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not node.meta.empty:
            found.setdefault(node.meta.start_pos, set()).add(str(node.data))
        waiting += [child for child in node.children if isinstance(child, lark.Tree)]
    return {start: frozenset(rules) for start, rules in found.items()}


def _tree(source: Source, lines: Layout, heard: list[Token] | None = None) -> Any:
    """Lark's tree of the whole text; its words and marks are added to `heard`."""
    language = _language()
    interactive = language.lark.parse_interactive(source.text)
    state: ParserState[int] = interactive.parser_state
    words = _words(interactive.lexer_thread.lex(state), lines)  # type: ignore[no-untyped-call]
    states, values, word = state.state_stack, state.value_stack, None
    line: list[Token] = []  # the words of the line so far
    begun = _Begun(states, values)
    number = 0
    try:
        for word in words:
            states, values = state.state_stack[:], state.value_stack[:]
            if not line or line[-1].type in MARKS:
                begun, line = _Begun(states, values), []
            line.append(word)
            number += 1
            if number > MOST_WORDS:
                raise Unreadable(messages.too_long(source, word.start_pos or 0, MOST_WORDS))
            if len(states) > DEEPEST:
                raise Unreadable(messages.too_deep(source, word.start_pos or 0))
            if word.type == "NAME" and word.value in RESERVED:
                raise UnexpectedToken(word, set())  # type: ignore[no-untyped-call]
            state.feed_token(word)
            if heard is not None:
                heard.append(word)
            if word.type == NEWLINE or word.type == DEDENT:
                _settle(language, state)
        return state.feed_token(Token(END, "", len(source.text), end_pos=len(source.text)), True)
    except UnexpectedInput as error:
        if not isinstance(error, UnexpectedToken) or error.token is not word:
            # The lexer could not read on: the parser has taken all words before.
            states, values = state.state_stack, state.value_stack
            place: int = error.pos_in_stream  # type: ignore[assignment]
            at_end = place >= len(source.text)
            word = Token(NEWLINE if at_end else "", "", place, end_pos=place if at_end else place + 1)
            if line and line[-1].type in MARKS:
                begun, line = _Begun(states[:], values[:]), []
        at = line[0].start_pos or 0 if line and line[0].type not in MARKS else word.start_pos or 0
        trouble = Trouble(
            source=source,
            found=word.type,
            start=word.start_pos or 0,
            end=word.end_pos or 0,
            expected=_acceptable(language, states),
            literals=language.literals,
            unfinished=tuple(value for value in reversed(values) if isinstance(value, Token)),
            readable=partial(_readable, language, source, lines, begun, at),
        )
        if told := messages.rephrased(trouble) or messages.headless(trouble):
            raise Unreadable(told) from None
        if exchange := _meant(language, source, lines, begun, line):
            raise Unreadable(messages.misread(source, exchange, _acceptable(language, begun.states))) from None
        raise Unreadable(messages.explain(trouble)) from None


@dataclass(frozen=True, slots=True)
class _Begun:
    """Where the parser stood when a line began."""

    states: list[int]
    values: list[Any]


def _meant(language: Language, source: Source, lines: Layout, begun: _Begun, line: list[Token]) -> Meant | None:
    """The word of the line for which a word of the language was probably meant."""
    written = [
        Written(word.value, word.start_pos or 0, word.end_pos or 0, word.type == "NAME" and word.value not in RESERVED)
        for word in line
        if word.type not in MARKS
    ]
    if not written or written[-1].end - written[0].start > AS_FAR:
        return None
    start = written[0].start
    text = source.text[start : start + 2 * AS_FAR]

    def reads(word: Written, other: str) -> bool:
        behind = word.end - start
        tried = f"{text[: word.start - start]}{other}{text[behind:]}"
        return _reads(
            language, tried, lines, begun, start, behind + len(other) - len(word.text), len(other) - len(word.text)
        )

    return meant(written, language.literals.values(), reads)


def _readable(
    language: Language, source: Source, lines: Layout, begun: _Begun, at: int, start: int, end: int, written: str
) -> bool:
    """Whether the line that begins `at` can be read with another text from `start` to `end`."""
    if not at <= start <= end <= at + AS_FAR:
        return False
    behind = source.text[end : at + 2 * AS_FAR]
    text = f"{source.text[at:start]}{written}{behind}"
    return _reads(language, text, lines, begun, at, start - at + len(written), len(written) - (end - start))


def _reads(language: Language, text: str, lines: Layout, begun: _Begun, start: int, after: int, by: int) -> bool:
    """Whether a line that begins the text can be read to its end. In the source it begins at `start`; what stands
    behind `after` has been pushed `by` to the right.
    """
    interactive = language.lark.parse_interactive(text)
    state: ParserState[int] = interactive.parser_state
    state.state_stack[:], state.value_stack[:] = begun.states, begun.values
    try:
        for word in interactive.lexer_thread.lex(state):  # type: ignore[no-untyped-call]
            if word.type == NEWLINE:
                change = lines.changes.get(start + word.start_pos - (by if word.start_pos >= after else 0))
                if change is None:
                    continue
                state.feed_token(Token(INDENT if change > 0 else NEWLINE, "", word.start_pos, end_pos=word.start_pos))
                return True
            if word.type == "NAME" and word.value in RESERVED:
                return False
            state.feed_token(word)
    except UnexpectedInput:
        return False
    return False


def _words(tokens: Iterator[Token], lines: Layout) -> Iterator[Token]:
    """The words of the text, with the line ends that mean nothing left out and those that open or close blocks marked.

    The marks have no width: an indent stands where its block begins, a line end and what it closes where the last word
    ends. So a span over any rule ends with its last word.
    """
    end = None
    for token in tokens:
        if token.type != NEWLINE:
            end = token.end_pos
            yield token
            continue
        change = lines.changes.get(token.start_pos or 0)
        if change is None or end is None:
            continue
        if change > 0:
            yield Token(INDENT, "", token.end_pos, end_pos=token.end_pos)
            continue
        yield from _closing(end, -change)
        end = None
    if end is not None:
        yield from _closing(end, lines.open_at_end)


def _closing(place: int, blocks: int) -> Iterator[Token]:
    yield Token(NEWLINE, "", place, end_pos=place)
    for _ in range(blocks):
        yield Token(DEDENT, "", place, end_pos=place)


# ------------------------------------------------------------------ the table


@dataclass(frozen=True, slots=True)
class Language:
    """What Lark has made of the grammar. `settled` caches, by state, the rule that is reduced whatever comes next."""

    lark: Lark
    table: Table
    end_state: int
    literals: Mapping[str, str]
    settled: dict[int, Rule | None]


class _LineEnds:
    """What the lexer may read in any state. A line end, since the layout says what it means; a name, so that `toy` is
    one word where only `to` may stand.
    """

    always_accept = (NEWLINE, "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


OPTIONS: dict[str, Any] = {"parser": "lalr", "lexer": "contextual", "propagate_positions": True}
KEPT_OPTIONS = ("parser", "lexer", "propagate_positions", "maybe_placeholders", "start", "keep_all_tokens", "ambiguity")


@cache
def _language() -> Language:
    made = _kept_lark(resources.grammar_text())
    start = made.parse_interactive("").parser_state.parse_conf
    for rule in start.callbacks:
        if isinstance(rule, Rule) and rule.options.expand1 and not rule.alias and len(rule.expansion) == 1:
            start.callbacks[rule] = itemgetter(
                0
            )  # a lone part is left as it is; half of all reductions are of this kind
    literals = {terminal.name: terminal.pattern.value for terminal in made.terminals if _is_literal(terminal)}
    return Language(lark=made, table=start.states, end_state=start.end_state, literals=literals, settled={})


def _is_literal(terminal: TerminalDef) -> bool:
    return isinstance(terminal.pattern, PatternStr)


def _kept_lark(text: str) -> Lark:
    """Making the table takes most of a second, reading a kept one a twentieth of it."""
    key = f"{lark.__version__} {sys.version_info[:2]} {text}"
    data = kept.load("grammar", key)
    if data is not None:
        try:
            return _thawed(data)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):  # not what we kept: make it anew
            pass
    made = Lark(text, postlex=_LineEnds(), **OPTIONS)
    kept.keep("grammar", key, _frozen(made))
    return made


def _frozen(made: Lark) -> Any:
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name in KEPT_OPTIONS}
    return [data, memo]


def _thawed(frozen: Any) -> Lark:
    """JSON has made texts of the numbers that are keys."""
    data, memo = frozen
    table = data["parser"]["parser"]
    table["tokens"] = {int(number): token for number, token in table["tokens"].items()}
    table["states"] = {
        int(state): {int(token): action for token, action in row.items()} for state, row in table["states"].items()
    }
    memo = {int(number): value for number, value in memo.items()}
    made: Lark = Lark._load_from_dict(data, memo, postlex=_LineEnds())  # type: ignore[no-untyped-call]
    return made


def _settle(language: Language, state: ParserState[int]) -> None:
    """After a line: carry out each reduction that does not depend on the next word.

    The lexer goes by the state on top. Before this it would be one that waits for the next word, whatever block that is
    in, and any word that begins a line somewhere would count as a word of the language.
    """
    stack, values = state.state_stack, state.value_stack
    callbacks: Mapping[Any, Callable[[list[Any]], Any]] = state.parse_conf.callbacks
    while rule := _only_reduction(language, stack[-1]):
        size = len(rule.expansion)
        parts = values[-size:]
        del stack[-size:], values[-size:]
        stack.append(language.table[stack[-1]][rule.origin.name][1])
        values.append(callbacks[rule](parts))


def _only_reduction(language: Language, state: int) -> Rule | None:
    if state not in language.settled:
        actions = set(language.table[state].values())
        action, argument = actions.pop()
        language.settled[state] = argument if not actions and action is not Shift and argument.expansion else None
    return language.settled[state]


def _acceptable(language: Language, stack: list[int]) -> frozenset[str]:
    """The words that may come next: those that are shifted after whatever reductions they cause."""
    symbols = [symbol for symbol in language.table[stack[-1]] if symbol.isupper()]
    return frozenset(symbol for symbol in symbols if _is_shifted(language, list(stack), symbol))


def _is_shifted(language: Language, stack: list[int], symbol: str) -> bool:
    while stack[-1] != language.end_state:
        found = language.table[stack[-1]].get(symbol)
        if found is None:
            return False
        action, argument = found
        if action is Shift:
            return True
        if argument.expansion:
            del stack[-len(argument.expansion) :]
        stack.append(language.table[stack[-1]][argument.origin.name][1])
    return symbol == END
