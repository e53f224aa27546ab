"""Rulewright: rules as data for tabletop games.

    import rulewright as rw

    game = rw.load("my_game.rules")
    play = game.start(players=3, seed=7)
    while decision := play.decision:
        play.answer(decision.options[0])
    print(play.scores)

The public names are fetched from their modules on first use, so that importing the package stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

PUBLIC = {
    "Game": "rulewright.game",
    "Play": "rulewright.game",
    "combinations": "rulewright.combining",
    "load": "rulewright.game",
    "replay": "rulewright.game",
}
"""The public names, each with the module it lives in."""


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    return getattr(import_module(PUBLIC[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *PUBLIC])
