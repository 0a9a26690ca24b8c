"""Which questions are asked, how far it is, and what an interruption leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import CancelledJobError, UserError
from app.core.types import Answer, AnswerSource
from app.evaluate.answers_ledger import Ledger
from app.evaluate.answers_run import Pace, ask_questions
from app.evaluate.answers_sample import choose_questions, fingerprint_dataset
from app.evaluate.datasets import Dataset, DatasetPassage, DatasetQuery
from app.evaluate.retrieval import Half
from tests.evaluate.answer_values import put_question
from tests.evaluate.test_answers_scoring import found_passage, program_answer


def dataset(answerable: int = 30, unanswerable: int = 10) -> Dataset:
    queries = [
        DatasetQuery(f"a{n}", f"What is number {n}?", {"copy": 1}, answers=(str(n),))
        for n in range(answerable)
    ] + [DatasetQuery(f"u{n}", f"What is {n}?", {}, unanswerable=True) for n in range(unanswerable)]
    passages = (DatasetPassage("first", "", "Text."), DatasetPassage("copy", "", "Text. "))
    return Dataset("small", passages, tuple(queries))


def english(_text: str) -> str:
    return "en"


def ids(data: Dataset, limit: int | None, half: Half = Half.ALL) -> list[str]:
    return [each.question_id for each in choose_questions(data, half, limit, language_of=english)]


def test_a_sample_is_balanced_as_the_whole() -> None:
    sample = ids(dataset(), 12)
    assert sum(each.startswith("a") for each in sample) == 9
    assert sum(each.startswith("u") for each in sample) == 3
    assert sample == ids(dataset(), 12)
    assert sorted(sample) != sorted(ids(dataset(), 40))[:12]  # drawn, and not the first


@pytest.mark.parametrize("limit", range(1, 40))
def test_a_shorter_sample_is_part_of_a_longer_one(limit: int) -> None:
    shorter, longer = ids(dataset(), limit), ids(dataset(), limit + 1)
    assert len(shorter) == limit
    assert set(shorter) < set(longer)


def test_without_a_limit_all_are_asked_but_not_in_the_files_order() -> None:
    everything = ids(dataset(), None)
    assert len(everything) == 40
    assert ids(dataset(), 1000) == everything
    assert sum(each.startswith("u") for each in everything[:20]) in range(1, 10)


def test_halves_are_those_of_the_retrieval() -> None:
    tune, report = ids(dataset(), None, Half.TUNE), ids(dataset(), None, Half.REPORT)
    assert all(map(Half.TUNE.holds, tune))
    assert not set(tune) & set(report)
    assert len(tune) + len(report) == 40
    assert set(ids(dataset(), 5, Half.TUNE)) <= set(tune)


def test_questions_carry_what_judging_needs() -> None:
    questions = choose_questions(
        dataset(2, 1), Half.ALL, None, language_of=lambda text: "it" if "number" in text else "en"
    )
    by_id = {each.question_id: each for each in questions}
    assert by_id["a1"].accepted == ("1",)
    assert by_id["a1"].gold == ("first",)  # the same text, found as the first
    assert by_id["u0"].unanswerable
    assert {each.language for each in questions} == {"it"}  # that of most


def test_elsewhere_nothing_can_be_answered() -> None:
    questions = choose_questions(dataset(), Half.ALL, None, language_of=english, elsewhere=True)
    assert all(each.unanswerable and not each.gold for each in questions)


def test_queries_without_answers_are_not_asked() -> None:
    plain = Dataset("plain", (), (DatasetQuery("q", "What?", {}),))
    with pytest.raises(UserError, match="plain has no question to be asked"):
        ids(plain, None)


def test_the_fingerprint_tells_versions_apart() -> None:
    first = fingerprint_dataset(dataset())
    assert first == fingerprint_dataset(dataset())
    assert first != fingerprint_dataset(dataset(unanswerable=11))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_time_left_is_that_of_the_mean_question() -> None:
    clock = Clock()
    pace = Pace(total=10, done=4, clock=clock)
    assert pace.seconds_left is None
    assert pace.words() == "4 of 10 questions"
    for seconds in (30.0, 90.0):
        clock.now += 1000  # loading between two datasets does not count
        pace.begin()
        clock.now += seconds
        pace.end()
    assert pace.seconds_left == pytest.approx(4 * 60)
    assert pace.words() == "6 of 10 questions, 4 min left"


def test_an_interruption_keeps_what_is_done(tmp_path: Path) -> None:
    questions = [put_question(f"q{n}", f"Question {n}?") for n in range(4)]
    asked: list[str] = []
    shown: list[str] = []

    def ask(question: str) -> Answer:
        asked.append(question)
        if len(asked) == 3:
            raise CancelledJobError
        passages = (found_passage(2, used=True),)
        return program_answer(AnswerSource.DOCUMENTS, passages, 1.0)

    def run() -> None:
        with Ledger(tmp_path / "results.jsonl", {}) as ledger:
            done = len(questions) - len(ledger.missing(questions))
            pace = Pace(len(questions), done)
            ask_questions(questions, ask, lambda _: "entry", ledger, pace, shown.append)

    with pytest.raises(CancelledJobError):
        run()
    run()
    assert asked == [f"Question {n}?" for n in (0, 1, 2, 2, 3)]
    assert shown[0] == "small: 0 of 4 questions"
    assert shown[3] == "small: 2 of 4 questions"
    run()
    assert len(asked) == 5
