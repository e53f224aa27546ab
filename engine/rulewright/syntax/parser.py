"""Text to surface tree. In: a source. Out: the tree, or the first thing in the text that cannot be read.

The only module that knows Lark: it has the table made from the grammar, feeds it the words, and hands the places where
that fails to `messages`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
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
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.span import Source
from rulewright.syntax import ast, kept, messages
from rulewright.syntax.build import Unreadable, build
from rulewright.syntax.indent import Layout, layout
from rulewright.syntax.words import RESERVED

NEWLINE, INDENT, DEDENT, END = "_NEWLINE", "_INDENT", "_DEDENT", "$END"

DEEPEST = 1000
"""States on the stack. A deep rules file has some dozens; without a bound a hostile one would take its time."""

Table = Mapping[int, Mapping[str, tuple[Any, Any]]]
"""For each state and symbol what to do: shift and go to a state, or reduce by a rule."""


def parse(source: Source) -> tuple[ast.File | None, tuple[Diagnostic, ...]]:
    lines = layout(source)
    try:
        tree = _tree(source, lines)
        if lines.problem is None:
            return build(tree, source), ()
        problem = lines.problem
    except Unreadable as unreadable:
        problem = unreadable.diagnostic
        if lines.problem is not None and lines.problem.span.start <= problem.span.start:
            problem = lines.problem
    return None, (problem,)


def _tree(source: Source, lines: Layout) -> Any:
    """Lark's tree of the whole text."""
    language = _language()
    interactive = language.lark.parse_interactive(source.text)
    state: ParserState[int] = interactive.parser_state
    words = _words(interactive.lexer_thread.lex(state), lines)  # type: ignore[no-untyped-call]
    states, values, word = state.state_stack, state.value_stack, None
    try:
        for word in words:
            states, values = state.state_stack[:], state.value_stack[:]
            if len(states) > DEEPEST:
                raise Unreadable(messages.too_deep(source, word.start_pos or 0))
            if word.type == "NAME" and word.value in RESERVED:
                raise UnexpectedToken(word, set())  # type: ignore[no-untyped-call]
            state.feed_token(word)
            if word.type == NEWLINE or word.type == DEDENT:
                _settle(language, state)
        return state.feed_token(Token(END, "", len(source.text), end_pos=len(source.text)), True)
    except UnexpectedInput as error:
        if not isinstance(error, UnexpectedToken) or error.token is not word:
            # The lexer could not read on: the parser has taken all words before.
            states, values = state.state_stack, state.value_stack
            place: int = error.pos_in_stream  # type: ignore[assignment]
            word = Token("", "", place, end_pos=place + 1)
        trouble = messages.Trouble(
            source=source,
            found=word.type,
            start=word.start_pos or 0,
            end=word.end_pos or 0,
            expected=_acceptable(language, states),
            literals=language.literals,
            unfinished=tuple(value for value in reversed(values) if isinstance(value, Token)),
        )
        raise Unreadable(messages.explain(trouble)) from None


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
