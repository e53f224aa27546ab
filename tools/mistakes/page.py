"""The page about mistakes. In: verdicts. Out: docs/mistakes.md, and a line for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mistakes.judging import Verdict

HEAD = """# How mistakes are found

This page is written by `{command}`. Into the games, expansions, house rules, scenarios and libraries that come along
it puts one mistake at a time, {count:,} of them, and looks at what `check` says (for a scenario, `test`).

- **found**: an error or a warning that the rules as they are do not give.
- **right place**: the first message, or a place it points at, is where the mistake is. For a word: it begins at the
  word, or lies in it; for a value of a wrong type also the expression around it, or what is asked of it. For a line, a
  bracket or a sign: it touches the line, or the lines that stand in one bracket with it; for a line that is gone or
  stands elsewhere also the one before or behind it, its block and the head of that. A message that says the name of
  what is missing is in the right place. A worked example that no longer comes out says so where it claims something.
- **one message**: one cause is told once.
- **mended**: of misspelt words of four letters or more, if no other name of the game is as near to what was written:
  the suggestion names the word that was meant. {misled}

Left out are changes that leave the rules as they were. What is another rule, but a sound one, is no mistake: the second
table says how often that happens, and why it is a rule.
"""

ROWS = "| {} | {:,} | {:,} | {} | {} | {} | {} |"


@dataclass(frozen=True)
class Figures:
    """How many mistakes of a kind there were, and what came of them."""

    made: int
    legal: int
    found: int
    located: int
    single: int
    asked: int
    mended: int

    @property
    def mistakes(self) -> int:
        return self.made - self.legal


def figures(verdicts: Iterable[Verdict]) -> Figures:
    counted = [verdict for verdict in verdicts if verdict.counts]
    found = [verdict for verdict in counted if verdict.found]
    asked = [verdict for verdict in found if verdict.mended is not None]
    return Figures(
        made=len(counted),
        legal=sum(bool(verdict.legal) for verdict in counted),
        found=len(found),
        located=sum(verdict.located for verdict in found),
        single=sum(verdict.diagnostics == 1 for verdict in found),
        asked=len(asked),
        mended=sum(bool(verdict.mended) for verdict in asked),
    )


def group(verdict: Verdict) -> str:
    mistake = verdict.mistake
    return f"{mistake.kind}: {mistake.role}" if mistake.kind == "misspelt name" else mistake.kind


def page(verdicts: Sequence[Verdict], command: str) -> str:
    wrong = sum(verdict.misled for verdict in verdicts)
    misled = f"Fixes that `check --fix` would make by itself and that write something else: {wrong or 'none'}."
    lines = [HEAD.format(command=command, count=len(verdicts), misled=misled)]
    lines += [
        "| mistake | made | another rule | found | right place | one message | mended |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in sorted({group(verdict) for verdict in verdicts}):
        lines.append(_row(name, figures(v for v in verdicts if group(v) == name)))
    lines.append(_row("**all**", figures(verdicts)))
    lines += [
        "",
        "## Another rule, and a sound one",
        "",
        "| the mistake | why it is a rule | how often |",
        "|---|---|---|",
    ]
    reasons = Counter((v.mistake.kind, v.legal) for v in verdicts if v.legal)
    lines += [f"| {kind} | {reason.rstrip(',')} | {count} |" for (kind, reason), count in sorted(reasons.items())]
    missed = [v for v in verdicts if v.counts and not v.found and not v.legal]
    lines += ["", "## Not found", "", *(_example(v) for v in missed)] if missed else []
    astray = [v for v in verdicts if v.found and not v.located]
    lines += ["", "## Found in another place", "", *(_example(v) for v in astray[:MOST])] if astray else []
    if len(astray) > MOST:
        lines.append(f"- and {len(astray) - MOST} more")
    return "\n".join([*lines, ""])


MOST = 40


def _row(name: str, found: Figures) -> str:
    return ROWS.format(
        name,
        found.made,
        found.legal,
        share(found.found, found.mistakes),
        share(found.located, found.found),
        share(found.single, found.found),
        share(found.mended, found.asked) if found.asked else "",
    )


def share(part: int, whole: int) -> str:
    """Per cent, rounded down to a tenth: only all of them are 100."""
    return f"{part * 1000 // whole / 10:.1f} %" if whole else ""


def _example(verdict: Verdict) -> str:
    mistake = verdict.mistake
    line = mistake.file.text.count("\n", 0, mistake.start) + 1
    old, new = _short(mistake.old), _short(mistake.new)
    what = f"- {mistake.kind} ({mistake.role}), {mistake.file.unit.name}, {mistake.file.path.name}:{line}: "
    what += f"`{old}` left out" if not new else f"`{new}` for `{old}`" if old else f"`{new}` put in"
    return what + (f": {verdict.said.diagnostics[0].message}" if verdict.found else "")


def _short(text: str) -> str:
    text = " ".join(text.split()).replace("|", "\\|")
    return text if len(text) <= 60 else f"{text[:59]}…"


def summary(verdicts: Sequence[Verdict], seconds: float) -> str:
    found = figures(verdicts)
    return (
        f"{len(verdicts)} mistakes in {seconds:.0f} s: {found.made} change the rules, "
        f"{found.legal} of them to sound ones; "
        f"found {share(found.found, found.mistakes)}, in the right place {share(found.located, found.found)}, "
        f"one message {share(found.single, found.found)}, mended {share(found.mended, found.asked)}"
    )
