"""How many messages are told: the first hundred, errors first, and how many more there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.transcripts import called
from hostile.texts import game, numbered
from rulewright.errors import RulesError
from rulewright.game import load
from rulewright.report import Report, Severity, Source, Span, codes
from rulewright.report.collect import MOST_ERRORS, TooManyErrors
from rulewright.report.telling import SHOWN, told

TEXT = Source("my_game.rules", "x" * 5000)


def found(errors: int, warnings: int) -> Report:
    report = Report()
    for at in range(warnings):
        report.warning(codes.UNUSED, Span(TEXT, at, at + 1), f"warning {at}")
    for at in range(errors):
        report.error(codes.UNKNOWN, Span(TEXT, 4000 + at, 4001 + at), f"error {at}")
    report.drop(lambda each: False)
    return report


def test_few_are_all_shown_and_nothing_more_is_said() -> None:
    first = told(found(SHOWN, 0).diagnostics)
    assert len(first.shown) == SHOWN
    assert (first.more, first.lines, first.given_up) == ((), (), False)


def test_errors_come_before_warnings_and_the_rest_is_counted() -> None:
    each = [*found(3, 0).diagnostics, *found(0, 120).diagnostics]
    first = told(each)
    assert len(first.shown) == SHOWN
    assert sum(one.severity is Severity.ERROR for one in first.shown) == 3
    assert first.shown == tuple(one for one in each if one in first.shown), "they keep their order"
    assert first.lines == ("and 23 more, not shown here:", "  23 warnings [style/unused] in my_game.rules")


def test_a_stage_is_left_after_a_thousand_errors() -> None:
    report = Report()

    def stage() -> None:
        for at in range(2 * MOST_ERRORS):
            report.error(codes.UNKNOWN, Span(TEXT, at, at + 1), "one more")

    with pytest.raises(TooManyErrors) as caught:
        stage()
    assert report.count == MOST_ERRORS + 1
    other = Report()
    other.stop(caught.value)
    other.error(codes.UNKNOWN, Span(TEXT, 0, 1), "what is found now is kept, and nothing raised")
    assert told(other.diagnostics).lines[-1] == "after 1,000 errors nothing more is looked for"


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table of 6,000 rows, each with a cell that is wrong in its own way."""
    (tmp_path / "t.csv").write_text("name,worth\n" + numbered("a{at},x{at}\n", 72_000), "utf-8")
    (tmp_path / "many.rules").write_text(game(rows='cards of Slip from "t.csv"\n'), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "many.rules"


def test_a_table_of_mistakes_as_text(many: Path) -> None:
    code, out, err = called(["check", many.name])
    assert (code, err) == (1, "")
    assert out.count("error[table/cell]") == SHOWN
    assert out.splitlines()[-5:] == [
        "and 901 more, not shown here:",
        "  901 errors [table/cell] in t.csv",
        "after 1,000 errors nothing more is looked for",
        "",
        "many.rules: 1,001 errors",
    ]


def test_the_same_as_data(many: Path) -> None:
    code, out, _ = called(["check", many.name, "--json"])
    data = json.loads(out)
    assert (code, data["fine"], len(data["diagnostics"])) == (1, False, SHOWN)
    assert data["more"] == [{"severity": "error", "code": "table/cell", "file": "t.csv", "times": 901}]


def test_the_same_for_python_and_for_a_command_that_plays(many: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(many)
    assert len(caught.value.diagnostics) == MOST_ERRORS + 1
    assert str(caught.value).count("error[") == SHOWN
    code, out, err = called(["run", many.name])
    assert (code, out) == (1, "")
    assert err.endswith("nothing more is looked for\n\nthe rules do not check: 1,001 errors\n")
