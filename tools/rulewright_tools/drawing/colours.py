"""Colours of spaces, seats and edges. In: names of values. Out: colours that dark text can be read on.

A value that is called like a colour, or like ground that everybody sees in one, gets that colour; the others get
what is left. Colour never says anything alone: letters, numbers and dashes say the same in black and white.
"""

from __future__ import annotations

from collections.abc import Sequence

INK = "#1d1d1b"
PAPER = "#ffffff"
PLAIN = "#f4f1ea"
"""A space without a value."""

CALLED = {
    "#9ecf7a": ("grass", "green", "meadow", "meadows", "field", "fields", "plain", "plains", "pasture"),
    "#5fa56a": ("forest", "wood", "woods", "jungle", "tree", "trees", "swamp"),
    "#8ec6ea": ("water", "sea", "blue", "ocean", "lake", "river", "sky"),
    "#f2dc83": ("sand", "desert", "yellow", "gold", "beach", "grain", "wheat", "dune"),
    "#bdbab2": ("mountain", "mountains", "rock", "rocks", "stone", "grey", "gray", "silver", "wall", "road", "ore"),
    "#f2a7c3": ("flowers", "flower", "pink", "rose"),
    "#d9a066": ("canyon", "brown", "clay", "earth", "mud", "hill", "hills", "brick"),
    "#ef8f83": ("red", "fire", "lava", "volcano"),
    "#e9f4fb": ("snow", "ice", "white", "frozen"),
    "#f7b267": ("orange", "copper"),
    "#c3a6e0": ("purple", "violet", "magic"),
    "#8a8a8a": ("black", "coal", "night"),
}
OTHERS = (
    "#c9e4c5", "#f7b267", "#c3a6e0", "#9fd8cf", "#f2a7c3", "#d7d04f", "#a9b8e8", "#e5c9a8", "#ef8f83", "#b7dd5f",
    "#d5b3c9", "#8fc1b5", "#f5cfc0", "#bcd0dc",
)  # fmt: skip
SEATS = ("#a3211b", "#174f9c", "#1d6b3a", "#8a4b00", "#6a2b8c", "#0a636b")
"""White can be read on each; more seats begin again, and the number on the piece says which."""
EDGES = ("#1d1d1b", "#174f9c", "#a3211b", "#1d6b3a", "#6a2b8c", "#8a4b00")
DASHES = ("", "8 4", "2 4", "10 4 2 4", "14 4", "4 2")


def of_values(values: Sequence[str]) -> dict[str, str]:
    """A colour for each value. Two values have the same only when there are more than there are colours."""
    found: dict[str, str] = {}
    for value in values:
        words = value.casefold().split("_")
        named = next((colour for colour, names in CALLED.items() if any(word in names for word in words)), None)
        if named is not None and named not in found.values():
            found[value] = named
    left = [colour for colour in dict.fromkeys((*OTHERS, *CALLED)) if colour not in found.values()]
    for number, value in enumerate(value for value in values if value not in found):
        found[value] = left[number % len(left)] if left else OTHERS[number % len(OTHERS)]
    return {value: found[value] for value in values}


def contrast(one: str, other: str) -> float:
    """From 1 (none) to 21, as the Web Content Accessibility Guidelines count it; 4.5 is enough for small text."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
