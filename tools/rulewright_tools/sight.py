"""A player's view as text. In: a view (`Play.view`). Out: a line for what all share, and one for each player.

Works on the view alone, so it cannot show more than the player may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

QUIET = ("box",)
"""Zones that are told only on request: what is out of the game."""

Line = list[str]


def lines(view: Mapping[str, Any], plurals: Mapping[str, str], everything: bool = False) -> list[str]:
    """What lies where and what the variables say; empty zones are left out. `plurals`: words for several of a name."""
    players: list[str] = view["players"]
    shared: Line = []
    own: dict[str, Line] = {player: [] for player in players}
    for name, content in _variables(view["variables"], players):
        head, _, rest = name.partition(".")
        (own[head] if rest and head in own else shared).append(f"{rest or name} {content}")
    grouped: dict[str, Line] = {}
    for name, zone in view["zones"].items():
        if name in QUIET and not everything:
            continue
        head, _, rest = name.partition(".")
        player = head if rest and head in own else None
        content = _zone(zone, player, plurals)
        if not content:
            continue
        title, bracket, key = (rest if player else name).partition("[")
        if bracket:
            grouped.setdefault(f"{player}.{title}" if player else title, []).append(f"{key[:-1]} {content}")
        else:
            (own[player] if player else shared).append(f"{title}: {content}")
    for name, parts in grouped.items():
        head, _, rest = name.partition(".")
        (own[head] if rest and head in own else shared).append(f"{rest or name}: {', '.join(parts)}")
    if view["turn"]:
        shared.insert(0, f"turn of {view['turn']}")
    found = ["; ".join(shared)] if shared else []
    found += [f"{player}: {'; '.join(parts)}" for player, parts in own.items() if parts]
    return found


def _variables(variables: Mapping[str, Any], players: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Those that say something, a player's with the name in front: `agnes.coins`."""
    known = set(players)
    for name, value in variables.items():
        title = name.replace("_", " ")
        if name in ("first_player", "turn_order"):
            continue
        if not isinstance(value, dict):
            if value is not None and value != "no" and not (name == "round_number" and value == 0):
                yield "round" if name == "round_number" else title, _text(value)
            continue
        shared: Line = []
        by_player: dict[str, Line] = {}
        for key, one in value.items():
            words = key.split(", ")
            owner = next((word for word in words if word in known), None)
            rest = ", ".join(word for word in words if word != owner)
            part = f"{rest} {_text(one)}" if rest else _text(one)
            (by_player.setdefault(owner, []) if owner else shared).append(part)
        if shared:
            yield title, ", ".join(shared)
        for owner, parts in by_player.items():
            yield f"{owner}.{title}", ", ".join(parts)


def _zone(zone: Any, player: str | None, plurals: Mapping[str, str]) -> str:
    if isinstance(zone, dict):
        size = zone.get("size")
        if size == 0:
            return ""
        known = [*(f"{name} as number {place}" for place, name in zone.get("places", [])), *zone.get("known", [])]
        hidden = "some" if size is None else str(size)
        return f"{hidden} hidden" + (f" (known: {_grouped(known, plurals)})" if known else "")
    words = ["empty slot" if thing is None else str(thing) for thing in zone]
    if player is not None:
        words = [word.removeprefix(f"{player} ") for word in words]
    return _grouped(words, plurals)


def _grouped(words: Iterable[str], plurals: Mapping[str, str]) -> str:
    """`3 cod, herring, cod` and `number 21, 22`: equal ones next to each other are counted, a family is named once."""
    found: list[tuple[str, int]] = []
    for word in words:
        if found and found[-1][0] == word:
            found[-1] = (word, found[-1][1] + 1)
        else:
            found.append((word, 1))
    told, family = [], ""
    for word, count in found:
        head, _, rest = word.partition(" ")
        single = count == 1 and rest.isdecimal()
        told.append(rest if single and head == family else word if count == 1 else f"{count} {plurals.get(word, word)}")
        family = head if single else ""
    return ", ".join(told)


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "none" if value is None else str(value)
