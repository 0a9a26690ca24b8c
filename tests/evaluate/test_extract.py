"""Quotes judged, and the report on them."""

from __future__ import annotations

import pytest

from app.answer.answer_span import LikelySpan
from app.answer.extract import FoundQuote
from app.core.types import Quote
from app.evaluate.answers_record import PutQuestion
from app.evaluate.extract import BOTH, WAYS, Quoted, judge_quote, quote_questions
from app.evaluate.extract_report import QuotesRun, quotes_report
from app.evaluate.report import Estimate, Table
from tests.evaluate.answer_values import TEA, WINE, put_question
from tests.evaluate.quote_values import FOUND, NOTHING
from tests.fakes import HashedEmbedder


def found_quote(text: str, likely: str, *, marked: bool = True, far: bool = False) -> FoundQuote:
    """`text` quoted of the passage on tea."""
    start = text.index(likely)
    span = LikelySpan(start, start + len(likely), 0.5)
    place = (span.start, span.end) if marked else None
    quote = Quote(2, text, 0, len(text), (), 0.7, place)
    return FoundQuote(quote, FOUND[1], None, 0.0 if far else 0.6, span)


def judged(found: FoundQuote | None, question: PutQuestion | None = None) -> Quoted:
    return judge_quote(question or put_question(), found, lambda each: each.document, 2.0)


def test_a_quote_that_holds_the_answer() -> None:
    quoted = judged(found_quote(TEA, "eighty degrees"))
    assert quoted.contained
    assert quoted.span_exact
    assert quoted.span_f1 == 1.0
    assert quoted.f1 == pytest.approx(2 * 2 / (10 + 2))  # ten words, two of them accepted
    assert quoted.right
    assert quoted.marked
    assert not quoted.declined
    assert not quoted.two_sentences
    assert quoted.took_ms == 2.0


def test_likely_words_that_are_only_part_of_the_answer() -> None:
    quoted = judged(found_quote(f"{TEA} {WINE}", "eighty", marked=False))
    assert not quoted.span_exact
    assert quoted.span_f1 == pytest.approx(2 / 3)
    assert (quoted.marked, quoted.two_sentences) == (False, True)


def test_nothing_found_is_declined_and_wrong() -> None:
    quoted = judged(None)
    assert quoted.declined
    assert not any((quoted.contained, quoted.span_exact, quoted.right, quoted.marked))
    assert quoted.f1 == quoted.span_f1 == 0.0


def test_a_quote_that_is_too_far_is_declined() -> None:
    assert judged(found_quote(TEA, "tea", far=True)).declined


def test_nothing_is_right_where_there_is_no_answer() -> None:
    quoted = judged(found_quote(TEA, "tea"), NOTHING)
    assert not any((quoted.contained, quoted.span_exact, quoted.right))
    assert not quoted.declined


def test_every_question_is_quoted_in_every_way() -> None:
    questions = [put_question(), NOTHING]
    told: list[tuple[int, int]] = []
    results = quote_questions(
        questions,
        lambda _question: FOUND,
        lambda each: each.document,
        HashedEmbedder(),
        lambda done, total: told.append((done, total)),
    )
    assert list(results) == list(WAYS)
    assert told == [(0, 2), (1, 2)]
    for quoted in results.values():
        assert [each.question for each in quoted] == questions
        assert quoted[0].text == TEA
        assert quoted[0].took_ms > 0


def test_the_report_has_means_over_the_questions_that_count() -> None:
    right, wrong = judged(found_quote(TEA, "eighty degrees")), judged(None)
    lacking = judged(found_quote(WINE, "wine"), NOTHING)
    quoted = {way: [right, wrong, lacking] for way in WAYS}
    report = quotes_report([QuotesRun("small", quoted)], {"queries": "all"})
    table = report.parts[0]
    assert isinstance(table, Table)
    assert table.title.startswith("small: 2 answerable and 1 unanswerable")
    rows = {str(row[0]): row[table.columns.index(BOTH)] for row in table.rows}

    def mean(name: str) -> float:
        cell = rows[name]
        assert isinstance(cell, Estimate)
        assert cell.low <= cell.value <= cell.high
        return cell.value

    assert mean("quote holds an accepted answer") == 0.5
    assert mean("likeliest words: exact match") == 0.5
    assert mean("marked as the likely answer") == 0.5
    assert mean("of those marked: exact match") == 1.0
    assert mean("too far to be shown, answerable") == 0.5
    assert mean("too far to be shown, unanswerable") == 0.0
    failures = report.parts[1]
    assert isinstance(failures, Table)
    assert len(failures.rows) == 1


def test_without_unanswerable_questions_their_figure_is_left_out() -> None:
    quoted = {way: [judged(None)] for way in WAYS}
    table = quotes_report([QuotesRun("small", quoted)], {}).parts[0]
    assert isinstance(table, Table)
    rows = {str(row[0]): row[1:] for row in table.rows}
    assert rows["too far to be shown, unanswerable"] == (None, None, None)
    assert rows["of those marked: exact match"] == (None, None, None)
