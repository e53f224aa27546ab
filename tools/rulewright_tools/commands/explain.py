"""`rulewright explain`: the page about a message. In: its code. Out: the page as text."""

from __future__ import annotations

import argparse

from rulewright import resources
from rulewright.report import nearest
from rulewright.report.codes import CODES
from rulewright_tools.arguments import WrongUse


def run(options: argparse.Namespace) -> int:
    if options.code is None:
        width = max(map(len, CODES))
        for slug, code in CODES.items():
            print(f"{slug:{width}}  {code.title}")
        return 0
    slug = options.code.removeprefix("error").removeprefix("warning").strip("[]:` ")
    page = resources.error_page(slug)
    if page is None:
        guess = nearest(slug, CODES) or next((known for known in CODES if known.endswith(f"/{slug}")), None)
        help = f"did you mean `{guess}`?" if guess else "`rulewright explain` lists all"
        raise WrongUse("rulewright explain", f"there is no message with the code `{slug}`", help)
    print(page.rstrip())
    return 0
