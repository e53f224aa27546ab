"""A name that is missing is told once, with every place that misses it."""

from __future__ import annotations

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.fixes import exchange
from rulewright.report.merging import SHOWN, merged
from rulewright.report.span import Source, Span
from rulewright.report.suggest import slip

TEXT = Source("a.rules", "deck deck deck deck deck deck deck hand")


def report(*codes_and_places: tuple[codes.Code, int], message: str = "there is nothing called `deck`") -> Report:
    found = Report()
    for code, place in codes_and_places:
        span = Span(TEXT, place, place + 4)
        found.error(code, span, message, fixes=exchange(span, "dock"))
    return found


def test_one_name_is_told_once() -> None:
    told = merged(report((codes.UNKNOWN, 0), (codes.UNKNOWN, 5), (codes.UNKNOWN, 10)).diagnostics)
    assert [each.span.start for each in told] == [0]
    assert [label.span.start for label in told[0].labels] == [5, 10]
    assert [edit.span.start for fix in told[0].fixes for edit in fix.edits] == [0, 5, 10]


def test_many_places_are_counted() -> None:
    told = merged(report(*((codes.UNKNOWN, place) for place in range(0, 35, 5))).diagnostics)
    assert len(told[0].labels) == SHOWN
    assert told[0].labels[-1].text == "and here, and at 2 more places"


def test_other_names_and_other_mistakes_stay() -> None:
    told = merged(report((codes.UNKNOWN, 0), (codes.UNKNOWN, 35), (codes.MISMATCH, 5)).diagnostics)
    assert [each.span.start for each in told] == [0, 5, 35]
    assert not any(each.labels for each in told)


def test_what_looks_unused_waits_for_the_error() -> None:
    found = report((codes.UNKNOWN, 0))
    found.warning(codes.UNUSED, Span(TEXT, 35, 39), "nothing reads `hand`")
    assert [each.code for each in merged(found.diagnostics)] == [codes.UNKNOWN]


def test_the_part_of_a_path_that_differs() -> None:
    assert slip("turn.meun3", "turn.menu3") == (5, 10)
    assert slip("panda ale", "panda male") == (6, 9)
    assert slip("a.b", "c.d") == (0, 3)
    assert slip("deck", None) == (0, 4)
