"""How a file is damaged. In: a text, another one, the words of the language, a random stream. Out: bytes.

Most of it is done to text, since bytes put anywhere are nearly always refused at once; the bytes come last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from rulewright.resources import MAX_BYTES


@dataclass(frozen=True)
class Around:
    """What damage may draw upon: another text, and all the words there are."""

    other: str
    words: Sequence[str]


Change = Callable[[str, Random, Around], str]

_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"\w+|[^\w\s]")
_NUMBER = re.compile(r"\d+")

NUMBERS = ("0", "-1", "1", "2", "99", "1000", "100000", "1000000000", "9007199254740992", "9" * 40, "1" + "0" * 1000)
SIGNS = (
    "\u0301", "\u0301" * 40, "\u202e", "\u2066", "\u200b", "\u200d", "\u6f22", "\U0001d504", "\ufdfa", "\0", "\r",
    "\x0b", "\x0c", "\x1b[31m", "\x85", "\u2028", "\ufeff", "\ud800", "\udfff", "\uffff", "\U000e0001",
    "\U0010ffff", "\u0378",
    "\u0130", "\u00df", "\ufb01", "\u00b2", "\u0663", "e\u0301", "\u00bd", "\u201c", "\u2013", "\u00a0", "\t",
)  # fmt: skip
OPENED = {"(": ")", "[": "]", "{": "}"}
HEADS = ("count of ", "not ", "-", "if a: ", "any x in ", "{", "let x = ", "as me: ", "may ", "top of ", "my ")


def damaged(text: str, random: Random, around: Around) -> bytes:
    """The text with one to five things done to it."""
    for _ in range(1 + min(int(random.expovariate(0.9)), 4)):
        change = random.choices(CHANGES, WEIGHTS)[0]
        text = change(text, random, around)
    raw = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.06:
        for _ in range(random.randint(1, 3)):
            raw = _bytes(raw, random)
    return raw


def _bytes(raw: bytes, random: Random) -> bytes:
    at = random.randint(0, len(raw))
    match random.randrange(4):
        case 0:
            return raw[:at] + bytes([random.randrange(256)]) + raw[at + 1 :]
        case 1:
            return raw[:at] + random.randbytes(random.randint(1, 4)) + raw[at:]
        case 2:
            return raw[:at] + raw[at + random.randint(1, 8) :]
        case _:
            return raw[:at] if random.random() < 0.3 else bytes([255, 254]) + raw


# ------------------------------------------------------------------ words


def _a_piece(text: str, random: Random) -> tuple[int, int]:
    """Where a word or sign stands that lies near a random place."""
    found = _PIECE.search(text, random.randint(0, len(text))) or _PIECE.search(text)
    return found.span() if found else (0, 0)


def _a_word(text: str, random: Random) -> tuple[int, int]:
    found = _WORD.search(text, random.randint(0, len(text))) or _WORD.search(text)
    return found.span() if found else (0, 0)


def _swapped(text: str, random: Random, around: Around) -> str:
    (a, b), (c, d) = sorted([_a_piece(text, random), _a_piece(text, random)])
    return text if b > c else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _doubled(text: str, random: Random, around: Around) -> str:
    start, end = _a_piece(text, random)
    return f"{text[:end]} {text[start:end]}{text[end:]}"


def _dropped(text: str, random: Random, around: Around) -> str:
    start, end = _a_piece(text, random)
    return text[:start] + text[end:]


def _replaced(text: str, random: Random, around: Around) -> str:
    start, end = _a_piece(text, random)
    return text[:start] + random.choice(around.words) + text[end:]


def _replaced_by_own(text: str, random: Random, around: Around) -> str:
    start, end = _a_word(text, random)
    other, its_end = _a_word(text, random)
    return text[:start] + text[other:its_end] + text[end:]


def _inserted(text: str, random: Random, around: Around) -> str:
    start, _ = _a_piece(text, random)
    return f"{text[:start]}{random.choice(around.words)} {text[start:]}"


def _misspelt(text: str, random: Random, around: Around) -> str:
    start, end = _a_word(text, random)
    at = random.randint(start, end)
    letter = random.choice("abcdefghijklmnopqrstuvwxyz_") if random.random() < 0.7 else ""
    return text[:at] + letter + text[at + random.randint(0, 1) :]


# ------------------------------------------------------------------ lines


def _lines(text: str, random: Random, around: Around) -> str:
    lines = text.split("\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(7):
        case 0:
            lines.insert(to, lines.pop(at))
        case 1:
            lines.insert(to, lines[at])
        case 2:
            del lines[at]
        case 3:
            lines[at] = " " * random.choice((1, 2, 4, 6, 31)) + lines[at]
        case 4:
            lines[at] = lines[at].lstrip() if random.random() < 0.5 else lines[at][1:]
        case 5:
            lines[at : at + 2] = ["".join(lines[at : at + 2])]
        case _:
            first, last = sorted((at, to))
            lines[first : last + 1] = [f"  {line}" if line else line for line in lines[first : last + 1]]
    return "\n".join(lines)


def _line_ends(text: str, random: Random, around: Around) -> str:
    start, _ = _a_piece(text, random)
    return text[:start] + random.choice(("\n", "\n  ", "\r\n", "\r", "\n\n\t", ";")) + text[start:]


def _block_moved(text: str, random: Random, around: Around) -> str:
    """Lines of another text in place of some of this one."""
    lines, others = text.split("\n"), around.other.split("\n")
    at, start = random.randrange(len(lines)), random.randrange(len(others))
    gone = random.choice((0, 0, 1, 3))
    return "\n".join([*lines[:at], *others[start : start + random.randint(1, 6)], *lines[at + gone :]])


def _spliced(text: str, random: Random, around: Around) -> str:
    """The beginning of this text, the end of another."""
    at, start = random.randint(0, len(text)), random.randint(0, len(around.other))
    return text[:at] + around.other[start:]


def _spliced_line(text: str, random: Random, around: Around) -> str:
    """Some words of another text in the middle of a line."""
    start, end = _a_piece(text, random)
    other, _ = _a_piece(around.other, random)
    words = around.other[other : other + random.randint(3, 40)].split("\n")[0]
    return text[:start] + words + text[end if random.random() < 0.5 else start :]


# ------------------------------------------------------------------ values, brackets, signs


def _huge(text: str, random: Random, around: Around) -> str:
    found = _NUMBER.search(text, random.randint(0, len(text))) or _NUMBER.search(text)
    if found is None:
        return text
    return text[: found.start()] + random.choice(NUMBERS) + text[found.end() :]


def _nested(text: str, random: Random, around: Around) -> str:
    start, end = _a_word(text, random)
    depth = random.choice((1, 2, 8, 29, 60, 3000))
    if random.random() < 0.6:
        opening = random.choice(tuple(OPENED))
        return text[:start] + opening * depth + text[start:end] + OPENED[opening] * depth + text[end:]
    return text[:start] + random.choice(HEADS) * depth + text[start:]


def _bracket(text: str, random: Random, around: Around) -> str:
    start, _ = _a_piece(text, random)
    return text[:start] + random.choice('()[]{}"#|') + text[start:]


def _text_opened(text: str, random: Random, around: Around) -> str:
    quotes = [found.start() for found in re.finditer('"', text)]
    if not quotes:
        return text + '"'
    at = random.choice(quotes)
    return text[:at] + text[at + 1 :]


def _sign(text: str, random: Random, around: Around) -> str:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(SIGNS) + text[at + random.randint(0, 1) :]


def _long(text: str, random: Random, around: Around) -> str:
    """A word or line so long, or so often, as nobody writes it; a file that is larger than any may be, but not more."""
    start, end = _a_piece(text, random)
    times = min(random.choice((10, 100, 2000)), max(1, 2 * MAX_BYTES // max(1, end - start)))
    sign = random.choice(("", " ", ", ", " + ", "; ", "."))
    return text[:start] + sign.join([text[start:end]] * times) + text[end:]


CHANGES: tuple[Change, ...] = (
    _swapped, _doubled, _dropped, _replaced, _replaced_by_own, _inserted, _misspelt, _lines, _line_ends, _block_moved,
    _spliced, _spliced_line, _huge, _nested, _bracket, _text_opened, _sign, _long,
)  # fmt: skip
WEIGHTS = (6, 4, 8, 12, 16, 6, 6, 14, 4, 10, 3, 6, 10, 4, 3, 2, 4, 2)
