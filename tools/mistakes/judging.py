"""What to think of what was said about a mistake. In: the mistake, what was said before and after. Out: a verdict."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mistakes.desk import Said
from mistakes.legal import why_legal
from mistakes.opened import Place
from mistakes.seeding import Mistake
from rulewright.report import codes
from rulewright.report.diagnostic import Diagnostic
from rulewright.report.fixes import Fix
from rulewright.report.span import Span

QUOTED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Verdict:
    """`counts`: it changes the rules. `legal`: why what came of it is a rule like any other; empty if it is not.

    `mended`: whether the suggestion names what was meant; None where nothing is asked: the word is short, or another
    is as near. `misled`: a fix that is said to be certain writes something else than what stood there.
    """

    mistake: Mistake
    said: Said
    counts: bool
    found: bool
    located: bool
    diagnostics: int
    mended: bool | None
    legal: str = ""
    misled: bool = False


def judge(mistake: Mistake, before: Said, said: Said) -> Verdict:
    known = {(each.code, each.message) for each in before.diagnostics}
    new = tuple(each for each in said.diagnostics if (each.code, each.message) not in known)
    program, said = said.program, replace(said, diagnostics=new, program=None)
    found = bool(new)
    counts = found or bool(said.crash) or said.rules != before.rules
    return Verdict(
        mistake=mistake,
        said=said,
        counts=counts,
        found=found,
        located=found and located(mistake, said.diagnostics[0]),
        diagnostics=len(said.diagnostics),
        mended=mended(mistake, said.diagnostics) if found else None,
        legal=why_legal(mistake, program) if counts and not found and not said.crash else "",
        misled=misled(mistake, said.diagnostics) if found else False,
    )


def located(mistake: Mistake, first: Diagnostic) -> bool:
    """Whether the first message, or something it points at, stands where the mistake is."""
    names = mistake.names | (mistake.used if first.code is codes.UNUSED else frozenset())
    if names & set(QUOTED.findall(first.message)):
        return True
    text = mistake.text
    places = [span for span in (first.span, *(label.span for label in first.labels)) if span.source.text == text]
    if mistake.file.unit.scenarios and (first.code.stage == "scenario" or not mistake.exact):
        return any(start <= span.start <= end for span in places for start, end in _example(mistake))
    return any(_lies(span, mistake) for span in places)


def _example(mistake: Mistake) -> list[Place]:
    """The worked example in which the mistake stands; without its head, the one before goes on."""
    heads = [match.start() for match in re.finditer(r"(?m)^scenario\b", mistake.text)]
    start = max((head for head in heads if head <= mistake.start), default=0)
    end = min((head for head in heads if head > mistake.start), default=len(mistake.text))
    return [(start, end)]


def _lies(span: Span, mistake: Mistake) -> bool:
    start, end = mistake.marks[0]
    if mistake.exact:
        inside = start <= span.start and span.end <= end and (span.start < end or span.end == end)
        return inside or span.start == start or (span.start, span.end) in mistake.marks
    return any(span.start <= last and span.end >= first for first, last in mistake.marks)


def asked(mistake: Mistake) -> bool:
    """Whether the suggestion has to name the word: four letters or more, and no other name is as near. Where it was
    declared otherwise than it is used, that goes for the word that is used.
    """
    if len(mistake.meant) < 4 or mistake.new in mistake.file.names:
        return False
    written = mistake.meant if mistake.kind == "misspelt declaration" else mistake.new
    return not any(near(written, name) for name in mistake.file.names if name != mistake.meant)


def near(a: str, b: str) -> bool:
    """Whether one edit leads from one word to the other."""
    a, b = a.casefold(), b.casefold()
    if abs(len(a) - len(b)) > 1 or a == b:
        return a == b
    head = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    a, b = a[head:], b[head:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[:2][::-1] and a[2:] == b[2:])


def misled(mistake: Mistake, said: tuple[Diagnostic, ...]) -> bool:
    """Whether what `check --fix` does leads away from what was meant."""
    if mistake.kind not in ("misspelt name", "misspelt word of the language"):
        return False
    sure = [[fix for fix in each.fixes if fix.certain] for each in said]
    return any(len(fixes) == 1 and _carried_out(fixes[0], mistake) != mistake.file.text for fixes in sure)


def _carried_out(fix: Fix, mistake: Mistake) -> str:
    text = mistake.text
    for edit in sorted(fix.edits, key=lambda each: each.span.start, reverse=True):
        if edit.span.source.text != mistake.text:
            return ""
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def mended(mistake: Mistake, said: tuple[Diagnostic, ...]) -> bool | None:
    if not asked(mistake):
        return None
    word = mistake.new if mistake.kind == "misspelt declaration" else mistake.meant
    for diagnostic in said:
        suggested = QUOTED.findall(diagnostic.help or "")
        suggested += [edit.text for fix in diagnostic.fixes for edit in fix.edits]
        if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", each) for each in suggested):
            return True
    return False
