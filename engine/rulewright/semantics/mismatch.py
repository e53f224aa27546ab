"""What to say when a value is of another kind than its place needs. In: both kinds. Out: words and a cure.

Kinds are named as a rulebook would: a number, yes or no; how they are declared is the label beside the place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.core import types as t
from rulewright.report.collect import Details
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import Edit, Fix, exchange
from rulewright.report.span import Span
from rulewright.semantics.context import Context, with_article

SHORT = 30
"""A cure repeats what was written only up to this length."""
FEW = 6
"""So many names are listed."""
QUOTE = '"'


def in_words(type: t.Type) -> str:
    match type:
        case t.Int():
            return "a number"
        case t.Bool():
            return "yes or no"
        case t.Text():
            return "a text"
        case t.Player():
            return "a player"
        case t.Component(name) if name:
            return with_article(name).replace(name, f"`{name}`")
        case t.Maybe(of):
            return f"{in_words(of)} or none"
        case _:
            return with_article(t.show(type))


def cure(cx: Context, written: str, given: t.Type, wanted: t.Type) -> str | None:
    """How the value could be made to fit, if there is a usual way."""
    shown = written if len(written) <= SHORT and "\n" not in written else "…"
    many = isinstance(given, t.Set | t.List | t.Zone)
    inner = wanted.of if isinstance(wanted, t.Maybe) else wanted
    match inner:
        case t.Bool() if many:
            return f"ask whether there are any: `any {shown}`"
        case t.Bool() if isinstance(given, t.Int):
            return f"compare it with something: `{shown} > 0`"
        case t.Int() if isinstance(given, t.Set | t.List) and given.of == t.INT:
            return f"add them up: `sum of {shown}`; or take one: `max of {shown}`, `count of {shown}`"
        case t.Int() if many:
            return f"count them: `count of {shown}`"
        case t.Int() if isinstance(given, t.Bool):
            return f"say how much each is: `(if {shown} then 1 else 0)`"
        case t.Int() if isinstance(given, t.Text):
            return "write a number in digits, without quotes"
        case t.Enum(name) if isinstance(given, t.Text) and written.strip(QUOTE) in cx.symbols.values(name):
            return f"write it without quotes: `{written.strip(QUOTE)}`"
        case t.Enum(name) if many and written != name:
            return f"say which of them: `first of {shown}`, or let somebody choose one"
        case t.Enum(name) if 0 < len(cx.symbols.values(name)) <= FEW:
            return f"it may be {_one_of([f'`{value}`' for value in cx.symbols.values(name)])}"
        case _ if isinstance(given, t.Set | t.List | t.Zone) and t.fits(given.of, inner):
            return f"say which of them: `first of {shown}`, or let somebody choose one"
        case _:
            return None


def comparing(left: t.Type, right: t.Type, left_text: str, right_text: str) -> str | None:
    """How two things of different kinds could be compared all the same."""
    if (
        isinstance(right, t.Set | t.List | t.Zone)
        and isinstance(left, t.Component | t.Union)
        and right_text[:1].isupper()
    ):
        return f"to ask what it is write `{left_text} is {right_text}`"
    for one, other, many in ((left, right, right_text), (right, left, left_text)):
        if isinstance(other, t.Set | t.List | t.Zone) and len(many) <= SHORT:
            if isinstance(one, t.Int):
                return f"compare their number: `count of {many}`"
            if t.fits(one, other.of):
                return f"to ask whether it is among them write `in {many}`"
    return None


def unquoted(
    cx: Context, left: t.Type, right: t.Type, left_span: Span, right_span: Span
) -> tuple[str | None, tuple[Fix, ...]]:
    """What to say, and to write, where one side is a value of an enum in quotes, and the other one of that enum."""
    for one, other, span in ((left, right, right_span), (right, left, left_span)):
        value = span.text.strip(QUOTE)
        if isinstance(one, t.Enum) and isinstance(other, t.Text) and value in cx.symbols.values(one.name):
            return f"write it without quotes: `{value}`", exchange(span, value)
    return None, ()


def instead(guess: str | None, known: Iterable[str]) -> str | None:
    """The name that was probably meant; if none is near, those there are, if they are few."""
    if guess is not None:
        return f"did you mean `{guess}`?"
    names = [f"`{name}`" for name in dict.fromkeys(known)]
    return f"it may be {_one_of(names)}" if 0 < len(names) <= FEW else None


def plural(cx: Context, word: str) -> Details | None:
    """What to say where the word is the usual plural of a type that has none; None if it is not."""
    singular = word.removesuffix("s")
    declared = cx.symbols.components.get(cx.symbols.singulars.get(singular, ""))
    if declared is None or singular == word or declared.plural is not None:
        return None
    name = declared.name.span
    return {
        "label": "no plural of this name",
        "labels": [Label(name, "declared here")],
        "help": f"call several of them so: `{declared.kind} {declared.name.text} ({word})`",
        "fixes": (Fix(f"call several of them `{word}`", (Edit(replace(name, start=name.end), f" ({word})"),)),),
    }


def _one_of(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
