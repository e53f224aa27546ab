"""Chance: a stream of random numbers as an immutable value. In: a seed, or a stream. Out: a number and the next stream.

The generator is xoshiro256** (Blackman and Vigna 2018). Everything drawn from it is laid down in docs/random.md, with
numbers to compare: another implementation that follows the page deals the same cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple, Self, TypeVar

T = TypeVar("T")

WORD = (1 << 64) - 1


class Stream(NamedTuple):
    """The four 64-bit words of the generator; together they are the position in the stream."""

    a: int
    b: int
    c: int
    d: int

    @classmethod
    def from_seed(cls, seed: int | str, purpose: str = "game") -> Self:
        """The stream for one purpose (`game`, `bots`) of a seed; purposes are independent of each other.

        A number and its decimal digits are the same seed.
        """
        digest = blake2b(f"rulewright stream 1\n{purpose}\n{seed}".encode(), digest_size=32).digest()
        return cls(*(int.from_bytes(digest[at : at + 8], "little") for at in (0, 8, 16, 24)))


_stream = tuple.__new__


def word(stream: Stream) -> tuple[int, Stream]:
    """The next 64 bits."""
    a, b, c, d = stream
    scrambled = b * 5 & WORD
    scrambled = (scrambled << 7 | scrambled >> 57) * 9 & WORD
    c ^= a
    d ^= b
    # not `Stream(...)`: that goes through a function of Python, which takes as long as all the rest here
    return scrambled, _stream(Stream, (a ^ d, b ^ c, c ^ (b << 17 & WORD), (d << 45 | d >> 19) & WORD))


def below(stream: Stream, n: int) -> tuple[int, Stream]:
    """A whole number from 0 to n - 1, each equally likely. Nothing is drawn for n = 1."""
    if n <= 1:
        if n < 1:
            raise ValueError(f"no number lies below {n} and not below 0")
        return 0, stream
    if n > WORD:
        return _below_large(stream, n)
    drawn, stream = word(stream)
    product = drawn * n
    if product & WORD < n:
        uneven = (WORD + 1) % n
        while product & WORD < uneven:
            drawn, stream = word(stream)
            product = drawn * n
    return product >> 64, stream


def shuffled(stream: Stream, items: Sequence[T]) -> tuple[tuple[T, ...], Stream]:
    """The items in random order: from the last to the second, each changes places with itself or one before it."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        at, stream = below(stream, last + 1)
        order[last], order[at] = order[at], order[last]
    return tuple(order), stream


def drawn(stream: Stream, items: Sequence[T], count: int) -> tuple[tuple[T, ...], Stream]:
    """`count` of the items in the order they come, none twice; all of them, if there are no more.

    It is the shuffle above, broken off after `count` items and read from the end.
    """
    pool = list(items)
    found: list[T] = []
    while pool and len(found) < count:
        at, stream = below(stream, len(pool))
        pool[at], pool[-1] = pool[-1], pool[at]
        found.append(pool.pop())
    return tuple(found), stream


def _below_large(stream: Stream, n: int) -> tuple[int, Stream]:
    """As many words as n - 1 needs, the first one highest; the bits it does not need are dropped from the low end."""
    bits = (n - 1).bit_length()
    words = -(-bits // 64)
    while True:
        number = 0
        for _ in range(words):
            drawn, stream = word(stream)
            number = number << 64 | drawn
        number >>= words * 64 - bits
        if number < n:
            return number, stream
