"""Files of answers side by side, against figures worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.evaluate.answers_compare import compare_files, compare_report
from app.evaluate.answers_ledger import KeptAnswers, Ledger, read_kept
from app.evaluate.answers_record import Answered, OtherAnswer
from app.evaluate.report import Cell, Estimate, Plot, Report, Table
from tests.evaluate.answer_values import answered_with, put_question

RIGHT, WRONG = "It is brewed at eighty degrees [1].", "It is hot [1]."
SETUP = {"model": "small", "answer.passage_tokens": "160"}


def answered(question: int, text: str, *, evaluated: int = 120, data: str = "v1") -> Answered:
    found = answered_with(text, put_question(f"q{question}", data=data), first_words_ms=500.0)
    return replace(found, cost=replace(found.cost, evaluated=evaluated))


def kept(name: str, tokens: int, *rows: Answered, code: str = "one") -> KeptAnswers:
    setup = SETUP | {"answer.passage_tokens": str(tokens)}
    return KeptAnswers(Path("/results") / name, setup, code, rows)


def rows_of(report: Report) -> list[Mapping[str, Cell]]:
    (table,) = (part for part in report.parts if isinstance(part, Table))
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_files_are_compared_over_the_questions_that_all_answer() -> None:
    files = [
        kept("whole.jsonl", 0, *(answered(n, RIGHT, evaluated=400) for n in range(5))),
        kept(
            "short.jsonl",
            160,
            answered(1, RIGHT, evaluated=100),
            answered(3, WRONG, evaluated=300),
            answered(9, WRONG),
        ),
    ]
    report = compare_report(compare_files(files))
    whole, short = rows_of(report)
    assert (whole["results"], short["results"]) == ("whole", "short")
    assert (whole["answer.passage_tokens"], short["answer.passage_tokens"]) == (0, 160)
    assert "model" not in whole  # all have the same
    assert value(whole["answer contained"]) == 1.0
    assert value(short["answer contained"]) == pytest.approx(1 / 2)
    assert value(short["right citation"]) == 1.0
    assert whole["answer contained, less the first"] is None
    assert value(short["answer contained, less the first"]) == pytest.approx(-1 / 2)
    assert short["first words, median s"] == 0.5
    assert (whole["prompt tokens computed"], short["prompt tokens computed"]) == (400, 200)
    assert "rightly refused" not in whole  # nothing here is unanswerable
    (table, plot) = report.parts
    assert isinstance(table, Table)
    assert table.title == "small: 2 questions with an answer, 0 without"
    assert isinstance(plot, Plot)
    (series,) = plot.series
    assert series.points == ((200.0, 0.5), (400.0, 1.0))
    assert series.labels == ("160", "0")


def value(cell: Cell) -> float:
    assert isinstance(cell, Estimate)
    return cell.value


def test_another_version_of_a_dataset_is_another_question() -> None:
    files = [kept("a", 1, answered(1, RIGHT)), kept("b", 2, answered(1, RIGHT, data="v2"))]
    with pytest.raises(UserError, match="no question that all of these files answer"):
        compare_files(files)


def test_one_file_is_shown_as_well() -> None:
    (row,) = rows_of(compare_report(compare_files([kept("a.jsonl", 1, answered(1, WRONG))])))
    assert value(row["answer contained"]) == 0.0
    assert not any("less the first" in name for name in row)


def test_files_of_the_same_name_are_told_apart_and_so_is_the_code() -> None:
    files = [kept("a/x.jsonl", 1, answered(1, RIGHT)), kept("b/x.jsonl", 1, answered(1, RIGHT))]
    report = compare_report(compare_files(files))
    assert [row["results"] for row in rows_of(report)] == ["a/x.jsonl", "b/x.jsonl"]
    assert "different versions" not in report.introduction
    files[1] = replace(files[1], code="two")
    assert "different versions" in compare_report(compare_files(files)).introduction


def test_a_file_is_read_with_how_it_was_made(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    row = answered(1, RIGHT)
    other = OtherAnswer("At eighty degrees.", 0.25, (1, 2), (1,), row.cost)
    row = replace(row, beside={"token": other})
    with Ledger(path, SETUP) as ledger:
        ledger.add(row)
    found = read_kept(path)
    assert found.setup == SETUP
    assert found.answered == (row,)
    assert len(found.code) == 16


def test_another_way_stands_in_the_answers_place() -> None:
    row = answered_with(RIGHT, used=["tea"], cited=["tea"])
    cost = replace(row.cost, total_ms=7.0)
    other = OtherAnswer("Fourteen degrees.", 0.25, (1, 2), (2,), cost)
    row = replace(row, beside={"token": other, "single": replace(other, text="", cited=())})
    token = row.as_answered("token")
    assert (token.text, token.refused, token.absent) == ("Fourteen degrees.", False, 0.25)
    assert [(each.used, each.cited) for each in token.passages] == [(True, False), (True, True)]
    assert token.cost.total_ms == 7.0
    assert row.as_answered("single").refused
    with pytest.raises(KeyError):
        row.as_answered("sequence")
