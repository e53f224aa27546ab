"""The folder that VS Code takes as an extension. In: the grammar, the version. Out: its files by name."""

from __future__ import annotations

import json
from typing import Any

import rulewright
from editor.textmate import grammar

LANGUAGE = "rulewright"
MADE = "Made by `python tools/dev.py editor`; change tools/editor and run it again."


def files() -> dict[str, str]:
    """What is written into tools/editor/vscode, by path; its README is written by hand."""
    made: dict[str, Any] = {
        "package.json": _package(),
        "language-configuration.json": _configuration(),
        "syntaxes/rulewright.tmLanguage.json": {"information_for_contributors": [MADE], **grammar()},
    }
    return {name: json.dumps(data, ensure_ascii=False, indent=2) + "\n" for name, data in made.items()}


def _package() -> dict[str, Any]:
    return {
        "name": LANGUAGE,
        "displayName": "Rulewright",
        "description": "Rules files of Rulewright: colours, brackets, comments, indentation, folding",
        "version": rulewright.__version__,
        "publisher": LANGUAGE,
        "license": "MIT",
        "engines": {"vscode": "^1.75.0"},
        "categories": ["Programming Languages"],
        "contributes": {
            "languages": [
                {
                    "id": LANGUAGE,
                    "aliases": ["Rulewright", LANGUAGE],
                    "extensions": [".rules"],
                    "configuration": "./language-configuration.json",
                }
            ],
            "grammars": [
                {
                    "language": LANGUAGE,
                    "scopeName": f"source.{LANGUAGE}",
                    "path": "./syntaxes/rulewright.tmLanguage.json",
                }
            ],
            "configurationDefaults": {
                f"[{LANGUAGE}]": {
                    "editor.insertSpaces": True,
                    "editor.tabSize": 2,
                    "editor.detectIndentation": False,
                    "editor.rulers": [120],
                    "files.encoding": "utf8",
                    "files.insertFinalNewline": True,
                }
            },
        },
    }


def _configuration() -> dict[str, Any]:
    """A line that ends with a colon opens a block, and blocks fold by how far they stand in."""
    pairs = [["{", "}"], ["[", "]"], ["(", ")"]]
    return {
        "comments": {"lineComment": "#"},
        "brackets": pairs,
        "autoClosingPairs": [
            *({"open": left, "close": right, "notIn": ["string", "comment"]} for left, right in pairs),
            {"open": '"', "close": '"', "notIn": ["string", "comment"]},
        ],
        "surroundingPairs": [*pairs, ['"', '"']],
        "indentationRules": {
            "increaseIndentPattern": r'^(?:[^"#]|"[^"]*")*:\s*(?:#.*)?$',
            "decreaseIndentPattern": r"^\s*[)\]}]",
        },
        "folding": {"offSide": True},
        "wordPattern": {"pattern": r"[\p{L}_][\p{L}\p{M}\d_]*|\d+", "flags": "u"},
    }
