"""Messages as a designer sees them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.report import Cell, Label, Report, Severity, Source, Span, codes, draw, nearest

RULES = Source(
    "my_game.rules",
    "\n" * 7 + "zone discard: stack of Card\n" + "\n" * 4 + "action toss:\n    move c to discrad\n",
)


def place(word: str, source: Source = RULES) -> Span:
    start = source.text.index(word)
    return Span(source, start, start + len(word))


def drawn(span: Span, message: str = "no", *, label: str = "", labels: tuple[Label, ...] = (), cure: str = "") -> str:
    report = Report()
    report.error(codes.UNKNOWN, span, message, label=label, labels=labels, help=cure or None)
    return draw(report.diagnostics[0])


def test_the_shape_of_a_message() -> None:
    text = drawn(
        place("discrad"),
        "there is no zone called `discrad`",
        label="not declared",
        cure="did you mean `discard` (line 8)?",
    )
    assert text.splitlines() == [
        "error[name/unknown]: there is no zone called `discrad`",
        " --> my_game.rules:14:15",
        "14 |     move c to discrad",
        "   |               ^^^^^^^ not declared",
        "   = help: did you mean `discard` (line 8)?",
    ]


def test_a_label_elsewhere_has_its_own_header_and_one_on_the_same_line_stands_below() -> None:
    labels = (Label(place("move"), "moved here"), Label(place("discard"), "declared here"))
    text = drawn(place("discrad"), label="not declared", labels=labels)
    assert text.splitlines()[1:] == [
        " --> my_game.rules:14:15",
        "14 |     move c to discrad",
        "   |               ^^^^^^^ not declared",
        "   |     ---- moved here",
        " --> my_game.rules:8:6",
        " 8 | zone discard: stack of Card",
        "   |      ------- declared here",
    ]


def test_a_cycle_is_walked_in_its_own_order_through_files() -> None:
    one = Source("one.rules", "define a: Int = b\n")
    two = Source("two.rules", "\ndefine b: Int = a\n")
    text = drawn(
        place("a", two), labels=(Label(place("b", one), "then here"), Label(place("b", two), "and round again"))
    )
    assert [line for line in text.splitlines() if line.startswith(" -->")] == [
        " --> two.rules:2:17",
        " --> one.rules:1:17",
        " --> two.rules:2:8",
    ]


def test_the_cell_of_a_table_is_named_by_row_and_column() -> None:
    table = Source("beavers.csv", "name,cost\nolga,1\nboris,many\n")
    start = table.text.index("many")
    text = drawn(Span(table, start, start + 4, Cell(2, "cost")))
    assert text.splitlines()[1:3] == [" --> beavers.csv:3:7 (row 2, column cost)", "3 | boris,many"]


def test_tabs_are_copied_so_that_the_caret_stands_under_its_word() -> None:
    source = Source("tabs.rules", "\tmove\tc\n")
    assert drawn(place("c", source)).splitlines()[-1] == "  | \t    \t^"


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert drawn(place("x", Source("wide.rules", "山札 x\n"))).splitlines()[-1] == "  |      ^"
    assert drawn(place("x", Source("accent.rules", "e\u0301 x\n"))).splitlines()[-1] == "  |   ^"


def test_a_span_over_several_lines_is_shown_at_its_first() -> None:
    source = Source("long.rules", "action toss:   \n  stop\n")
    text = drawn(Span(source, 0, len(source.text)))
    assert text.splitlines()[1:] == [" --> long.rules:1:1", "1 | action toss:", "  | ^^^^^^^^^^^^"]


def test_an_empty_span_still_has_a_caret_also_behind_the_last_line() -> None:
    source = Source("end.rules", "action toss:\n")
    text = drawn(Span(source, len(source.text), len(source.text)), label="something is to be done here")
    assert text.splitlines()[1:] == [" --> end.rules:2:1", "2 |", "  | ^ something is to be done here"]


def test_of_a_very_long_line_only_the_part_around_the_place_is_shown() -> None:
    source = Source("long.csv", "a," * 500 + "here" + ",b" * 500)
    _, head, line, carets = drawn(place("here", source)).splitlines()
    assert head == " --> long.csv:1:1001"
    assert len(line) < 160
    assert line.startswith("1 | …")
    assert line.endswith("…")
    assert line[carets.index("^") : carets.index("^") + 4] == "here"


def test_a_rules_file_cannot_steer_the_terminal() -> None:
    source = Source("evil.rules", "zone \x1b[2Jx\u202e: deck\n")
    text = drawn(place("deck", source), "no \x1b[2J")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.splitlines()[2] == "1 | zone \ufffd[2Jx\ufffd: deck"


def test_help_over_several_lines_keeps_its_margin() -> None:
    assert drawn(place("discrad"), cure="write\n`discard`").splitlines()[-2:] == [
        "   = help: write",
        "           `discard`",
    ]


def test_colour_adds_nothing_but_colour() -> None:
    report = Report()
    report.warning(codes.UNUSED, place("toss"), "never used", label="here", help="remove it")
    plain, colored = draw(report.diagnostics[0]), draw(report.diagnostics[0], color=True)
    assert "\x1b[1;33m" in colored
    for hue in (31, 33, 34, 36):
        colored = colored.replace(f"\x1b[1;{hue}m", "")
    assert colored.replace("\x1b[0m", "") == plain


def test_a_report_is_sorted_by_place_and_says_each_thing_once() -> None:
    report = Report()
    report.error(codes.UNKNOWN, place("discrad"), "late")
    report.note(codes.NAMING, place("zone"), "early")
    report.error(codes.UNKNOWN, place("discrad"), "late")
    assert [diagnostic.message for diagnostic in report.diagnostics] == ["early", "late"]


def test_only_errors_fail_a_report() -> None:
    report = Report()
    report.warning(codes.UNUSED, place("toss"), "never used")
    report.note(codes.UNUSED, place("toss"), "by the way")
    assert not report.failed
    report.error(codes.UNKNOWN, place("discrad"), "no")
    assert report.failed
    assert [diagnostic.severity for diagnostic in report.diagnostics][-1] is Severity.ERROR


def test_the_json_form_holds_everything_that_is_drawn() -> None:
    report = Report()
    label = Label(place("discard"), "declared here")
    report.error(codes.UNKNOWN, place("discrad"), "no zone", label="not declared", labels=[label], help="`discard`?")
    assert json.loads(json.dumps(report.diagnostics[0].to_json())) == {
        "severity": "error",
        "code": "name/unknown",
        "message": "no zone",
        "file": "my_game.rules",
        "line": 14,
        "column": 15,
        "end_line": 14,
        "end_column": 22,
        "cell": None,
        "label": "not declared",
        "labels": [
            {
                "file": "my_game.rules",
                "line": 8,
                "column": 6,
                "end_line": 8,
                "end_column": 13,
                "cell": None,
                "label": "declared here",
            }
        ],
        "help": "`discard`?",
        "fixes": [],
    }


@pytest.mark.parametrize(
    ("written", "known", "meant"),
    [
        ("discrad", ["deck", "discard", "discards"], "discard"),  # two letters swapped are one slip
        ("Deck", ["desk", "deck"], "deck"),  # other case comes before other letters
        ("hnad", ["hand", "land"], "hand"),
        ("settlement", ["settlements", "setup"], "settlements"),
        ("coin", ["realm", "hand"], None),  # nothing is near
        ("a", ["b", "c"], None),  # a short name is near nothing
        ("ab", ["ac"], None),
        ("abc", ["abd", "abe"], "abd"),  # a tie goes to the first
        ("deck", ["deck"], None),  # what was written is no suggestion
    ],
)
def test_the_name_that_was_probably_meant(written: str, known: list[str], meant: str | None) -> None:
    assert nearest(written, known) == meant


@given(st.text(alphabet="ab\t\n é山", max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_line_and_column_lead_back_to_the_place(text: str, start: int, length: int) -> None:
    source = Source("any.rules", text)
    start = min(start, len(text))
    span = Span(source, start, min(start + length, len(text)))
    before = text.split("\n")[: span.line - 1]
    assert sum(len(line) + 1 for line in before) + span.column - 1 == start
    assert source.line(span.line) == text.split("\n")[span.line - 1]
    assert drawn(span).count("^") >= 1
