"""What an editor makes of a text: its scopes, by a TextMate engine. In: a text. Out: for each line, scope by place."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from babi.highlight import Compiler, Grammars, highlight_line

GRAMMAR = Path(__file__).resolve().parents[2] / "tools/editor/vscode/syntaxes/rulewright.tmLanguage.json"

Scopes = tuple[str, ...]


@cache
def _compiler() -> Compiler:
    grammars = Grammars()
    data = json.loads(GRAMMAR.read_text("utf-8"))
    grammars._raw[data["scopeName"]] = data
    return grammars.compiler_for_scope(data["scopeName"])


def coloured(text: str) -> list[list[Scopes]]:
    """For each line and each of its letters the scopes, without the language itself and the blocks around."""
    compiler = _compiler()
    state, lines = compiler.root_state, []
    for number, line in enumerate(text.splitlines(keepends=True)):
        state, regions = highlight_line(compiler, state, line, number == 0)
        letters: list[Scopes] = [()] * len(line)
        for region in regions:
            inner = tuple(scope for scope in region.scope[1:] if not scope.startswith("meta."))
            letters[region.start : region.end] = [inner] * (region.end - region.start)
        lines.append(letters)
    return lines


def scope_of(text: str, part: str) -> str:
    """The innermost scope at the first place where this part stands, without the name of the language."""
    at = text.index(part)
    line = text.count("\n", 0, at)
    scopes = coloured(text)[line][at - text.rfind("\n", 0, at) - 1]
    return scopes[-1].removesuffix(".rulewright") if scopes else ""
