"""`rulewright explain`: the page about a message. In: its code. Out: the page as text."""

from __future__ import annotations

import argparse
import re

from rulewright import resources
from rulewright.report import nearest
from rulewright.report.codes import CODES
from rulewright_tools.arguments import WrongUse
from rulewright_tools.text import listed

SHOWN = re.compile(r"\[([^\]]*)\]")
"""The code in the head of a message, which may be given as it stands."""


def run(options: argparse.Namespace) -> int:
    if options.code is None:
        _list(list(CODES))
        return 0
    shown = SHOWN.search(options.code)
    slug = (shown[1] if shown else options.code).strip("`: ").lower()
    page = resources.error_page(slug)
    if page is not None:
        print(page.rstrip())
        return 0
    stage = [known for known in CODES if known.startswith(f"{slug}/")]
    if stage:
        _list(stage)
        return 0
    raise WrongUse("rulewright explain", f"there is no message with the code `{slug}`", _instead(slug))


def _list(slugs: list[str]) -> None:
    width = max(map(len, slugs))
    for slug in slugs:
        print(f"{slug:{width}}  {CODES[slug].title}")


def _instead(slug: str) -> str:
    """What could be meant: the code without its stage, one that is spelt almost so, or the whole list."""
    last = slug.rpartition("/")[2]
    called = [known for known in CODES if known.partition("/")[2] == last]
    guess = nearest(slug, CODES) or nearest(last, [known.partition("/")[2] for known in CODES])
    if not called and guess is not None:
        called = [known for known in CODES if guess in (known, known.partition("/")[2])]
    if called:
        return f"did you mean {listed([f'`{known}`' for known in called], 'or')}?"
    return "`rulewright explain` lists all"
