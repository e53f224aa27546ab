"""The words that the grammar knows. In: the grammar. Out: each word once; where it is one, the grammar says."""

from __future__ import annotations

from rulewright.syntax.parser import _language


def keywords() -> frozenset[str]:
    return frozenset(word for word in _language().literals.values() if word.isalpha())
