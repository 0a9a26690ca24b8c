"""Reports on the terminal: aligned text and JSON."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.evaluate.report import Comparison, Estimate, Plot, Report, Series, Table
from app.terminal.tables import (
    add_report_options,
    present_report,
    report_json,
    report_text,
    table_text,
)

TABLE = Table(
    "Times",
    ("name", "n", "score", "ms"),
    (
        ("bm25", 7, Estimate(0.5, 0.25, 0.75), 1.25),
        ("全文検索", 120_000, 0.123456, None),
    ),
    "Measured twice.",
    digits=2,
)
PLOT = Plot("Curve", "n", "ms", (Series("a", ((1.0, 2.0),), ("one",)),))
COMPARISON = Comparison("All", "score", (("set", (("a", Estimate(0.5, 0.4, 0.6)),)),))
REPORT = Report(
    "Report", "About it.", (TABLE, PLOT, COMPARISON, Table("Long", ("a",), (), folded=True))
)


def test_a_table_is_aligned_wide_characters_too() -> None:
    assert table_text(TABLE).splitlines() == [
        "Times",
        "name            n              score    ms",
        "--------  -------  -----------------  ----",
        "bm25            7  0.50 [0.25, 0.75]  1.25",
        "全文検索  120,000               0.12     –",
        "Measured twice.",
    ]


def test_cells_stay_on_one_line_and_have_no_negative_zero() -> None:
    table = Table("", ("a", "b", "c"), (("one\n two", -0.0001, True), ("x", float("nan"), False)))
    assert table_text(table).splitlines()[2:] == ["one two  0.000  yes", "x            –   no"]


def test_a_table_without_rows_has_its_columns() -> None:
    assert table_text(Table("", ("a", "bc"), ())) == "a  bc\n-  --"


def test_a_long_note_is_wrapped() -> None:
    lines = table_text(Table("", ("a",), ((1,),), "word " * 40)).splitlines()
    assert max(map(len, lines)) <= 76
    assert len(lines) > 4


def test_folded_tables_are_not_printed() -> None:
    text = report_text(REPORT)
    assert text.startswith("Report\n\nTimes\n")
    assert "Long" not in text


def test_json_names_cells_by_their_columns() -> None:
    value = report_json(REPORT)
    json.dumps(value, allow_nan=False)
    assert value["title"] == "Report"
    assert [each["title"] for each in value["tables"]] == ["Times", "Long"]
    assert value["tables"][0]["rows"] == [
        {"name": "bm25", "n": 7, "score": {"value": 0.5, "low": 0.25, "high": 0.75}, "ms": 1.25},
        {"name": "全文検索", "n": 120_000, "score": 0.123456, "ms": None},
    ]
    assert value["plots"][0]["series"] == [{"name": "a", "points": [[1.0, 2.0]], "labels": ["one"]}]
    (group,) = value["comparisons"][0]["groups"]
    assert group["entries"]["a"] == {"value": 0.5, "low": 0.4, "high": 0.6}


def test_what_is_no_number_is_null_in_json() -> None:
    table = Table(
        "", ("a",), ((float("nan"),), (float("inf"),), (Estimate(1.0, 0.0, float("inf")),))
    )
    rows = report_json(Report("", "", (table,)))["tables"][0]["rows"]
    assert rows == [{"a": None}, {"a": None}, {"a": {"value": 1.0, "low": 0.0, "high": None}}]


def options_of(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_report_options(parser)
    return parser.parse_args(words)


def test_a_report_is_printed_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    present_report(REPORT, options_of("--report", str(tmp_path / "out")), "name")
    out, err = capsys.readouterr()
    assert out.startswith("Report\n\nTimes\n")
    assert err == f"Report: {tmp_path / 'out' / 'name.html'}\n"
    assert "<h1>Report</h1>" in (tmp_path / "out" / "name.html").read_text(encoding="utf-8")


def test_with_json_stdout_is_one_value(capsys: pytest.CaptureFixture[str]) -> None:
    present_report(REPORT, options_of("--json"), "name")
    out, err = capsys.readouterr()
    assert json.loads(out) == report_json(REPORT)
    assert err == ""


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="could not be written"):
        present_report(REPORT, options_of("--report", str(tmp_path / "file" / "in")), "name")
