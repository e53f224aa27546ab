"""Where lines and blocks begin and end. In: a text. Out: what each line end means, and the first fault of the layout.

Reads brackets, texts, comments and the heads of lines, and nothing else of the language. Blank lines and lines of
comment mean nothing, line ends inside brackets neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import Fix
from rulewright.report.span import Source, Span
from rulewright.report.wording import counted
from rulewright.syntax import cures


@dataclass(frozen=True, slots=True)
class Layout:
    """`changes` has, for the offset of each line end that counts, the change of depth of the line after it: 0 at the
    same depth, 1 if it opens a block, -n if n blocks end before it. A text without a last line end closes
    `open_at_end`.
    """

    changes: Mapping[int, int]
    open_at_end: int
    problem: Diagnostic | None


MOST_BRACKETS = 60
MOST_BLOCKS = 140
"""Nobody writes a fifth of it; a text that does is not a rules file. The builder bounds what lies in each other, on one
line or on many; blocks may be as deep as all of that is when each part stands on a line of its own.
"""

PIECE = re.compile(
    r'"[^"\n]*"|#[^\n]*?(?=\r?(?:\n|\Z))|[()\[\]{}]'
    r'|\r?\n(?:[ \t]*+\r?\n)*+(?P<head>[ \t]*)(?P<map>\|[^|\n]*\|)?|"'
)
"""What is read here; empty lines go with the end of the line before them."""

FIRST_HEAD = re.compile(r"\ufeff?(?P<head>[ \t]*)")
BLANK = re.compile(r"#|\r?\n|\Z")
CLOSED_BY = {"(": ")", "[": "]", "{": "}"}


def layout(source: Source) -> Layout:
    reader = _Reader(source)
    text = source.text
    first = FIRST_HEAD.match(text)
    if first and not BLANK.match(text, first.end()):
        reader.first_line(first)
    for piece in PIECE.finditer(text):
        match piece[0][0]:
            case "\r" | "\n":
                reader.line_end(piece, blank=not piece["map"] and bool(BLANK.match(text, piece.end())))
            case "(" | "[" | "{":
                reader.opening(piece.start())
            case ")" | "]" | "}":
                reader.closing(piece.start())
            case '"' if len(piece[0]) == 1:
                reader.open_text(piece.start())
            case _:
                pass
    return reader.end()


@dataclass(slots=True)
class _Reader:
    """The state of the one pass over the text; of several faults the first in the text is kept."""

    source: Source
    changes: dict[int, int] = field(default_factory=dict)
    depths: list[int] = field(default_factory=lambda: [0])
    brackets: list[int] = field(default_factory=list)
    waiting: int | None = None
    begun: bool = False
    problem: Diagnostic | None = None

    def first_line(self, match: re.Match[str]) -> None:
        self.begun = True
        if match["head"]:
            self.indented(match, "the first line is indented", "start it at the left margin")

    def line_end(self, match: re.Match[str], *, blank: bool) -> None:
        if self.brackets:
            return
        if self.waiting is None:
            self.waiting = match.start()
        if blank:
            return
        head = match["head"]
        if not self.begun:
            self.waiting = None
            self.first_line(match)
            return
        if "\t" in head:
            self.tab(match)
            head = head.expandtabs(4)
        self.changes[self.waiting] = self.change(len(head), match)
        self.waiting = None

    def change(self, depth: int, match: re.Match[str]) -> int:
        if depth > self.depths[-1]:
            self.depths.append(depth)
            if len(self.depths) > MOST_BLOCKS:
                self.too_deep(match.start("head"), match.end("head"), f"{MOST_BLOCKS} blocks")
            return 1
        closed = 0
        around = list(self.depths)
        while depth < self.depths[-1]:
            self.depths.pop()
            closed += 1
        if depth != self.depths[-1]:
            self.indented(
                match,
                f"this line stands {counted(depth, 'space')} in, which is the depth of no block around it",
                f"start it {', '.join(map(str, around[:-1]))} or {around[-1]} spaces in, with the block it belongs to",
            )
            self.depths.append(depth)
            closed -= 1
        return -closed

    def opening(self, place: int) -> None:
        self.brackets.append(place)
        if len(self.brackets) > MOST_BRACKETS:
            self.too_deep(place, place + 1, f"{MOST_BRACKETS} brackets")

    def closing(self, place: int) -> None:
        text = self.source.text
        if not self.brackets:
            self.note(codes.UNEXPECTED, place, place + 1, f"this `{text[place]}` closes no bracket", "remove it")
            return
        opened = self.brackets.pop()
        wanted = CLOSED_BY[text[opened]]
        if text[place] != wanted:
            self.note(
                codes.UNCLOSED,
                opened,
                opened + 1,
                f"this `{text[opened]}` is not closed before `{text[place]}`",
                f"close it with `{wanted}`",
                Label(Span(self.source, place, place + 1), f"`{text[place]}` stands here"),
            )

    def open_text(self, place: int) -> None:
        end = self.source.text.find("\n", place)
        end = len(self.source.text) if end < 0 else end
        self.note(codes.UNCLOSED, place, end, "this text does not end on its line", 'end it with `"`')

    def end(self) -> Layout:
        if self.brackets:
            place = self.brackets[0]
            bracket = self.source.text[place]
            cure = f"close it with `{CLOSED_BY[bracket]}`"
            self.note(codes.UNCLOSED, place, place + 1, f"this `{bracket}` is never closed", cure)
        deeper = len(self.depths) - 1
        if self.waiting is None or self.brackets:
            return Layout(self.changes, deeper, self.problem)
        self.changes[self.waiting] = -deeper
        return Layout(self.changes, 0, self.problem)

    def tab(self, match: re.Match[str]) -> None:
        place = match.start("head") + match["head"].index("\t")
        self.note(
            codes.TAB_INDENT,
            place,
            place + 1,
            "this line is indented with a tab",
            "indent with spaces, the same number for each line of a block; most editors can convert the whole file",
            fixes=cures.spaces_for_tabs,
        )

    def indented(self, match: re.Match[str], message: str, cure: str) -> None:
        if "\t" in match["head"]:
            self.tab(match)
        else:
            self.note(codes.INDENT, match.start("head"), match.end("head"), message, cure)

    def too_deep(self, start: int, end: int, what: str) -> None:
        self.note(
            codes.TOO_LARGE,
            start,
            end,
            f"more than {what} inside each other",
            "give the inner part a name of its own",
        )

    def note(
        self,
        code: codes.Code,
        start: int,
        end: int,
        message: str,
        cure: str,
        *labels: Label,
        fixes: Callable[[Source], tuple[Fix, ...]] | None = None,
    ) -> None:
        if self.problem is None or start < self.problem.span.start:
            self.problem = Diagnostic(
                code=code,
                span=Span(self.source, start, end),
                message=message,
                help=cure,
                labels=labels,
                fixes=fixes(self.source) if fixes else (),
            )
