"""The same rules in another layout. In: a text, a random source. Out: a text that is read as the same words, with
comments put in."""

from __future__ import annotations

import re
from random import Random

from rulewright.report import Source
from rulewright.syntax.parser import DEDENT, INDENT, NEWLINE, Reading, read

REMARKS = (
    "# a remark",
    "#",
    "#close",
    '# "quoted',
    "# (open",
    "# |map|",
    "#  two  # signs",
    "# größer ✓",
    "# tab\there",
)
OPENING, CLOSING = "([{", ")]}"


def reading_of(text: str) -> Reading:
    reading, problems = read(Source("layout.rules", text))
    assert reading is not None, problems[0].message
    return reading


def comments(text: str) -> list[str]:
    """The comments of a text that can be read, in their order."""
    found, end = [], 0
    for word in reading_of(text).words:
        if word.kind not in (INDENT, DEDENT, NEWLINE):
            found += re.findall(r"#[^\n]*", text[end : word.start])
            end = word.end
    return [comment.rstrip(" \t\r") for comment in [*found, *re.findall(r"#[^\n]*", text[end:])]]


class Disturbed:
    """One such text. `remarks`: the comments in it; without them and with `breaks` off, only blanks are changed."""

    def __init__(self, text: str, random: Random, remarks: bool = True, breaks: bool = True) -> None:
        self.random, self.with_remarks, self.breaks = random, remarks, breaks
        self.remarks: list[str] = []
        self.written: list[str] = []
        indents, depth, end, marks, begun = [0], 0, 0, 0, False
        self.fill()
        for word in reading_of(text).words:
            if word.kind in (INDENT, DEDENT, NEWLINE):
                marks += 1
                if word.kind == INDENT:
                    indents.append(indents[-1] + random.randint(1, 7))
                elif word.kind == DEDENT:
                    indents.pop()
                continue
            gap = text[end : word.start]
            if begun and marks:
                self.end_line()
                self.written.append(" " * indents[-1])
            elif begun and depth and ("\n" in gap or (breaks and random.random() < 0.05)):
                self.end_line()
                self.written.append(random.choice(["", " ", "      ", "\t"]))
            elif begun:
                self.written.append(random.choice([" ", " ", "  ", "\t"] if gap else ["", "", "", " "]))
            self.written.append(word.text)
            depth += (word.text in OPENING) - (word.text in CLOSING)
            end, marks, begun = word.end, 0, True
        self.finish()
        self.text = "".join(self.written)
        if random.random() < 0.3:
            self.text = self.text.replace("\n", "\r\n")
        if random.random() < 0.2:
            self.text = f"\ufeff{self.text}"

    def remark(self) -> None:
        self.remarks.append(self.random.choice(REMARKS))
        self.written.append(self.remarks[-1] + self.random.choice(["", "", "  ", "\t"]))

    def end_line(self) -> None:
        self.written.append(self.random.choice(["", "", " ", "\t "]))
        if self.with_remarks and self.random.random() < 0.1:
            self.remark()
        self.written.append("\n")
        self.fill()

    def fill(self) -> None:
        """Blank lines and lines of comment."""
        while self.breaks and self.random.random() < 0.15:
            self.written.append(" " * self.random.randint(0, 9))
            if self.with_remarks and self.random.random() < 0.5:
                self.remark()
            self.written.append("\n")

    def finish(self) -> None:
        if self.random.random() < 0.7:
            self.end_line()
        if self.with_remarks and self.random.random() < 0.3:
            self.remark()
