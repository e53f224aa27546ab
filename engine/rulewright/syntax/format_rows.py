"""A text that was read becomes rows. In: a reading. Out: its lines, each with its words, its comment and its depth.

A row is a line as it will be written. The designer's line breaks stay; a blank line is a mark on the row below it.
Comments are no words of the rules: they are found between them, and the place of a comment on a line of its own is the
block that it stands in, or the nearest around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.syntax.format_words import Piece, piece, text_of
from rulewright.syntax.parser import DEDENT, INDENT, NEWLINE, Reading, Word

WIDEST = 120
STEP = 2


@dataclass(frozen=True, slots=True)
class Row:
    """A line. Without words it is a comment on a line of its own.

    `begins`: the rules that begin with its first word, none if it goes on inside brackets (`inside`). `whole`: it is
    all of a line of rules. `opens`: a block stands under it. `blank`: a blank line stands above. `goes_on`: the comment
    goes on with the one behind the line above, and stands under it.
    """

    level: int
    pieces: tuple[Piece, ...] = ()
    comment: str = ""
    begins: frozenset[str] = frozenset()
    inside: bool = False
    whole: bool = False
    opens: bool = False
    blank: bool = False
    goes_on: bool = False

    @property
    def text(self) -> str:
        return " " * (STEP * self.level) + text_of(self.pieces)


def rows(reading: Reading, text: str) -> list[Row]:
    return _Rows(reading, text).all()


@dataclass(frozen=True, slots=True)
class _Remark:
    text: str
    column: int
    blank: bool


class _Rows:
    """The state of the one pass over the words."""

    def __init__(self, reading: Reading, text: str) -> None:
        self.reading, self.source = reading, text
        self.done: list[Row] = []
        self.columns = [0]  # of the blocks that are open: where they stood
        self.brackets: list[int] = []  # that are open: the depth of the line each was opened on
        self.line: list[Piece] = []
        self.begun = 0  # which row the line of rules began with
        self.remark_column = -1  # of the comment that one on a line of its own may go on with
        self.blank = False
        self.line_start, self.line_end, self.has_tabs = 0, -1, False  # of the line that a column was last asked of

    def all(self) -> list[Row]:
        end, level, marks = 0, 0, 0
        head = True
        for word in self.reading.words:
            if word.kind in (INDENT, DEDENT, NEWLINE):
                level += (word.kind == INDENT) - (word.kind == DEDENT)
                marks += 1
                continue
            gap = self.source[end : word.start]
            if head:
                self.own_lines(gap.removeprefix("\ufeff").split("\n")[:-1], level, opens=False)
            elif marks:
                self.new_line(gap, end, level)
            elif "\n" in gap:
                self.broken_line(gap, end, word)
            if marks or head:
                del self.columns[level:]
                self.columns += [self.column(word.start)] * (level + 1 - len(self.columns))
            self.add(word)
            end, marks, head = word.end, 0, False
        self.last_line(end, nothing=head)
        return self.done

    def add(self, word: Word) -> None:
        self.line.append(piece(word, self.reading.begins, self.column(word.start), self.line))

    def column(self, offset: int) -> int:
        """From 0; a tab goes on to the next fourth column."""
        if not self.line_start <= offset <= self.line_end:
            self.line_start = self.source.rfind("\n", 0, offset) + 1
            end = self.source.find("\n", offset)
            self.line_end = end if end >= 0 else len(self.source)
            self.has_tabs = "\t" in self.source[self.line_start : self.line_end]
        head = int(not self.line_start and self.source.startswith("\ufeff"))
        if not self.has_tabs:
            return offset - self.line_start - head
        return len(self.source[self.line_start + head : offset].expandtabs(4))

    # -------------------------------------------------------------- line ends

    def new_line(self, gap: str, end: int, level: int) -> None:
        """A line of rules ends here, and another one begins."""
        behind, *lines = gap.split("\n")
        opens = level >= len(self.columns)
        self.end_row(behind, end, whole=True, opens=opens)
        self.own_lines(lines[:-1], level, opens)

    def broken_line(self, gap: str, end: int, word: Word) -> None:
        """A line ends inside brackets."""
        behind, *lines = gap.split("\n")
        self.end_row(behind, end, whole=False, opens=False)
        blank = False
        for remark in self.remarks(lines[:-1], after_opening=self.done[-1].pieces[-1].opens):
            if remark.text:
                goes_on = self.goes_on(remark)
                self.done.append(Row(self.brackets[-1] + 1, comment=remark.text, blank=remark.blank, goes_on=goes_on))
            blank = not remark.text
        self.blank = blank and word.text not in (")", "]", "}")

    def last_line(self, end: int, nothing: bool) -> None:
        lines = self.source[end:].split("\n")
        if nothing:
            lines[0] = lines[0].removeprefix("\ufeff")
        else:
            self.end_row(lines.pop(0), end, whole=True, opens=False)
        self.own_lines(lines, 0, opens=False)

    def end_row(self, behind: str, end: int, whole: bool, opens: bool) -> None:
        """The words so far, up to the offset `end`, are a row; `behind` them stands a comment or nothing. `whole`: the
        line of rules ends with it.
        """
        first, pieces = len(self.done) == self.begun, tuple(self.line)
        inside = bool(self.brackets)
        level = len(self.columns) - 1
        if inside:
            leading = next((at for at, each in enumerate(pieces) if not each.closes), len(pieces))
            level = self.brackets[-leading] if leading else self.brackets[-1] + 1
        for each in pieces:
            if each.opens:
                self.brackets.append(level)
            elif each.closes:
                self.brackets.pop()
        comment = _comment(behind)
        self.remark_column = self.column(end + behind.index("#")) if comment else -1
        begins = frozenset() if inside else pieces[0].begins
        row = Row(level, pieces, comment, begins, inside, whole and first, opens, self.blank)
        self.done.append(row)
        self.line, self.blank = [], False
        if whole:
            self.begun = len(self.done)

    # -------------------------------------------------------------- comments and blank lines

    def own_lines(self, lines: list[str], level: int, opens: bool) -> None:
        """Comments and blank lines between two lines of rules, of which the second stands at `level`."""
        deepest, blank = len(self.columns) - 1, False
        for remark in self.remarks(lines, after_opening=opens or not self.done):
            if remark.text:
                fitting = (at for at in range(deepest, level, -1) if self.columns[at] <= remark.column)
                deepest = max(next(fitting, level), level)
                self.done.append(Row(deepest, comment=remark.text, blank=remark.blank, goes_on=self.goes_on(remark)))
            blank = not remark.text
        self.blank = blank
        self.begun = len(self.done)

    def goes_on(self, remark: _Remark) -> bool:
        """Whether it stands under the comment behind the line above."""
        if remark.blank or remark.column != self.remark_column:
            self.remark_column = -1
        return self.remark_column >= 0

    def remarks(self, lines: list[str], after_opening: bool) -> Iterator[_Remark]:
        """The comments, and a last one without text if blank lines end them; none stand behind what opens a block."""
        blank, first = False, after_opening
        for line in lines:
            comment = _comment(line)
            if comment:
                yield _Remark(comment, len(line.expandtabs(4).partition("#")[0]), blank)
            blank = not comment and not first
            first = first and not comment
        if blank:
            yield _Remark("", 0, False)


def _comment(text: str) -> str:
    """The comment of a line, as it was written; a lone carriage return in it would end the line for some."""
    return " ".join(text.strip(" \t\r").split("\r")) if "#" in text else ""
