"""Signs that are not seen themselves and change how what follows is shown. In: a text. Out: where they stand.

Control characters steer a terminal: they clear it, colour it, write over what it shows. Others turn the direction of
reading round, so that a line reads otherwise than it is. No rulebook needs either; a tab is none of them.
"""

from __future__ import annotations

import re
import unicodedata

STEERING = re.compile("[\0-\x08\n-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """With such signs shown, not sent; the rest stays as it is."""
    return text if text.isprintable() else STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def refusal(sign: str) -> str:
    """What a message says where one of them stands."""
    name = unicodedata.name(sign, "").lower()
    named = f"U+{ord(sign):04X}" + (f" ({name})" if name else "")
    return f"{named} cannot stand here: it is not seen, and changes how what follows is shown"
