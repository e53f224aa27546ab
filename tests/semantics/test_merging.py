"""A name that is missing is told once, with every place that misses it."""

from __future__ import annotations

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import exchange
from rulewright.report.merging import DECLARED, SHOWN, merged
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


def test_what_does_not_fit_one_declared_type_is_told_once() -> None:
    found = Report()
    for place in (5, 10):
        label = Label(Span(TEXT, 0, 4), DECLARED)
        found.error(codes.MISMATCH, Span(TEXT, place, place + 4), f"number {place}", labels=[label])
    found.error(codes.MISMATCH, Span(TEXT, 15, 19), "number 15")
    first, other = merged(found.diagnostics)
    assert [label.text for label in first.labels] == [DECLARED, "number 10"]
    assert (other.message, other.labels) == ("number 15", ())


def test_strange_names_on_one_line_are_told_together_and_misspelt_ones_are_not() -> None:
    text = Source("a.rules", "move spring from summer to dekc\n")
    found = Report()
    for place, name in ((5, "spring"), (17, "summer")):
        found.error(codes.UNKNOWN, Span(text, place, place + 6), f"there is nothing called `{name}`")
    (told,) = merged(found.diagnostics)
    assert [label.text for label in told.labels] == ["there is nothing called `summer`"]
    found.error(codes.UNKNOWN, Span(text, 27, 31), "misspelt", fixes=exchange(Span(text, 27, 31), "deck"))
    assert len(merged(found.diagnostics)) == 2


def test_who_acts_on_a_line_with_a_strange_name_is_told_with_the_name() -> None:
    text = Source("a.rules", "do begin\nmove my hand to spring\n")
    found = Report()
    here = [Label(Span(text, 14, 21), "nobody is meant")]
    found.error(codes.NO_ME, Span(text, 3, 8), "`begin` needs somebody", labels=here)
    assert [each.code for each in merged(found.diagnostics)] == [codes.NO_ME]
    found.error(codes.NO_ME, Span(text, 14, 21), "nobody is acting here")
    found.error(codes.UNKNOWN, Span(text, 25, 31), "there is nothing called `spring`")
    (told,) = merged(found.diagnostics)
    assert told.message == "there is nothing called `spring`"
    assert [label.text for label in told.labels] == ["`begin` needs somebody", "nobody is acting here"]


def test_values_of_one_type_that_no_attribute_takes_are_told_once_with_the_board_if_that_is_missing() -> None:
    text = Source("a.rules", "letters for realm: g grass, w water\n")
    found = Report()
    for place, word in ((21, "grass"), (30, "water")):
        span = Span(text, place, place + 5)
        found.error(codes.UNKNOWN, span, f"`{word}` is a Land", about=("realm", "Land"))
    (told,) = merged(found.diagnostics)
    assert [label.text for label in told.labels] == ["and here"]
    found.error(codes.MISSING_TARGET, Span(text, 12, 17), "there is no board `realm`")
    (told,) = merged(found.diagnostics)
    assert told.code is codes.MISSING_TARGET


def test_what_nothing_has_is_told_once_whatever_it_was_asked_of() -> None:
    text = Source("a.rules", "my crowns, supply.crowns\n")
    for about in ((), ("crowns",)):
        found = Report()
        found.error(codes.NO_ATTRIBUTE, Span(text, 3, 9), "a player has no `crowns`", about=about)
        found.error(codes.NO_ATTRIBUTE, Span(text, 18, 24), "a component has no `crowns`", about=about)
        assert len(merged(found.diagnostics)) == (1 if about else 2)


def test_a_path_whose_first_part_is_missing_is_told_with_it() -> None:
    text = Source("a.rules", "do launch\ntreat A as B in launch.space\n")
    found = Report()
    found.error(codes.UNKNOWN, Span(text, 3, 9), "there is no action called `launch`")
    found.error(codes.MISSING_TARGET, Span(text, 26, 38), "there is nothing called `launch.space`")
    (told,) = merged(found.diagnostics)
    assert [label.span.text for label in told.labels] == ["launch.space"]


def test_a_fix_of_many_places_is_certain_only_if_it_is_so_in_all() -> None:
    found = Report()
    for place, certain in ((0, True), (5, False)):
        span = Span(TEXT, place, place + 4)
        found.error(codes.UNKNOWN, span, "no `deck`", fixes=exchange(span, "dock", certain=certain))
    assert [fix.certain for fix in merged(found.diagnostics)[0].fixes] == [False]


def test_what_is_taken_back_is_said_again_when_it_is_found_again() -> None:
    found = report((codes.UNKNOWN, 0))
    before = found.count
    found.error(codes.MISMATCH, Span(TEXT, 5, 9), "no")
    found.error(codes.UNKNOWN, Span(TEXT, 0, 4), "there is nothing called `deck`")
    assert found.since(before) == (codes.MISMATCH, codes.UNKNOWN)
    found.take_back(before)
    assert [each.code for each in found.diagnostics] == [codes.UNKNOWN]
    found.error(codes.MISMATCH, Span(TEXT, 5, 9), "no")
    assert len(found.diagnostics) == 2
