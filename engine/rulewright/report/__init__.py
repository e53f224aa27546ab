"""What the stages tell a designer: a text, a place in it, a diagnostic, how it is drawn. Imports nothing of ours."""

from __future__ import annotations

from rulewright.report.codes import Code
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Diagnostic, Label, Severity
from rulewright.report.draw import draw
from rulewright.report.fixes import Edit, Fix
from rulewright.report.span import Cell, Source, Span
from rulewright.report.suggest import nearest

__all__ = [
    "Cell",
    "Code",
    "Diagnostic",
    "Edit",
    "Fix",
    "Label",
    "Report",
    "Severity",
    "Source",
    "Span",
    "draw",
    "nearest",
]
