"""One answer judged, by hand."""

from __future__ import annotations

import json

import pytest

from app.core.types import (
    Absence,
    Answer,
    AnswerSource,
    Citation,
    FoundPassage,
    GateMode,
    GateReport,
    GateSignal,
    Scores,
    Timings,
    TokenCounts,
)
from app.evaluate.answers_record import (
    Answered,
    answered_from_json,
    answered_to_json,
    record_answer,
)
from app.evaluate.answers_scoring import PassageJudgement, judge, judged_to_json
from tests.evaluate.answer_values import answered_with, put_question, refused_answer

RIGHT = "Green tea is brewed at eighty degrees [1]."


def test_a_right_answer() -> None:
    judged = judge(answered_with(RIGHT))
    assert judged.contained
    assert judged.f1 == pytest.approx(2 * 2 / (7 + 2))  # green tea is brewed at eighty degrees
    assert judged.passages == (PassageJudgement(True, True), PassageJudgement(False, False))
    assert (judged.citation_precision, judged.citation_recall) == (1.0, 1.0)
    assert judged.unsupported == ()
    assert judged.strange_numbers == ()


def test_citation_marks_are_no_part_of_the_answer() -> None:
    question = put_question("q2", "How many are there?", accepted=["1"])
    assert not judge(answered_with("Green tea is brewed [1].", question)).contained


def test_the_wrong_passage_is_cited() -> None:
    judged = judge(answered_with("It is eighty degrees [2].", cited=["wine"]))
    assert judged.contained
    assert (judged.citation_precision, judged.citation_recall) == (0.0, 0.0)
    both = judge(answered_with("It is eighty degrees [1][2].", cited=["tea", "wine"]))
    assert (both.citation_precision, both.citation_recall) == (0.5, 1.0)


def test_a_passage_that_holds_the_answer_is_right_though_another_is_judged() -> None:
    question = put_question("q3", accepted=["fourteen degrees"], gold=["tea"])
    judged = judge(answered_with("Fourteen degrees [2].", question, cited=["wine"]))
    assert judged.passages == (PassageJudgement(True, False), PassageJudgement(False, True))
    assert judged.citation_precision == 1.0


def test_without_a_citation_there_is_no_precision() -> None:
    judged = judge(answered_with("Eighty degrees.", cited=[]))
    assert (judged.citation_precision, judged.citation_recall) == (None, 0.0)


def test_without_the_right_passage_there_is_no_recall() -> None:
    judged = judge(answered_with("Eighty degrees [1].", found=["wine"], cited=["wine"]))
    assert not judged.found_right
    assert judged.citation_recall is None


def test_a_refusal_holds_nothing() -> None:
    # Though the words of the refusal would contain what is accepted.
    judged = refused_answer(put_question(accepted=["your documents"]))
    assert judged.refused
    assert not judged.contained
    assert judged.f1 == 0.0
    assert judged.unsupported == judged.strange_numbers == ()
    assert not judged.cites_right


def test_an_unanswerable_question_has_no_right_passage() -> None:
    question = put_question("u1", "Who sells green tea?", accepted=())
    judged = judge(answered_with("Green tea is brewed [1].", question))
    assert not judged.answerable
    assert not judged.contained
    assert not judged.found_right


def test_unsupported_sentences_and_numbers() -> None:
    text = f"{RIGHT} The emperor of China invented porcelain. Brewing takes 45 minutes [1]."
    judged = judge(answered_with(text))
    assert judged.unsupported == (
        "The emperor of China invented porcelain.",
        "Brewing takes 45 minutes.",
    )
    assert judged.strange_numbers == ("Brewing takes 45 minutes.",)
    # A passage that was found and not read supports nothing.
    unread = judge(answered_with("Red wine is stored in a dark cellar.", used=["tea"], cited=[]))
    assert len(unread.unsupported) == 1
    # What the question says is no invention.
    question = put_question("q9", "Is green tea brewed at 80 degrees?")
    assert judge(answered_with("At 80 degrees [1].", question)).strange_numbers == ()


def test_another_language_than_the_question() -> None:
    text = "Il tè verde si prepara a ottanta gradi, e lo si lascia in infusione per due minuti [1]."
    assert judge(answered_with(text)).other_language
    assert not judge(answered_with(text, put_question(language="it"))).other_language
    assert not judge(answered_with("Ottanta gradi [1].")).other_language  # too short to tell


@pytest.mark.parametrize("absent", [None, 0.25])
def test_a_line_holds_all_that_judging_needs(absent: float | None) -> None:
    answered = answered_with(RIGHT, absent=absent)
    line = json.loads(json.dumps(judged_to_json(judge(answered))))
    assert answered_from_json(line) == answered
    assert answered_from_json(json.loads(json.dumps(answered_to_json(answered)))) == answered
    assert line["contained"] is True
    assert line["citations"] == [1]
    assert (line["citation_precision"], line["citation_recall"]) == (1.0, 1.0)
    assert [(each["id"], each["gold"], each["holds"]) for each in line["passages"]] == [
        ("tea", True, True),
        ("wine", False, False),
    ]


# --------------------------------------------------------------------- from the program's answers


def found_passage(rank: int, *, used: bool) -> FoundPassage:
    return FoundPassage(
        rank=rank,
        passage_id=10 + rank,
        document_id=20 + rank,
        document="a.txt",
        path="/a.txt",
        other_paths=(),
        page_index=None,
        page_label=None,
        spans=(),
        heading="A",
        text="Some text.",
        scores=Scores(None, None, 0.0),
        bm25_rank=None,
        dense_rank=None,
        used=used,
    )


def program_answer(
    source: AnswerSource, passages: tuple[FoundPassage, ...], first_token: float
) -> Answer:
    citation = Citation(2, 12, 22, "a.txt", "/a.txt", None, None, 0, 0, (), "Some text.")
    gate = GateReport(GateMode.ALWAYS, GateSignal.MARGIN, None, None, True, 0)
    return Answer(
        text="Some text [2].",
        source=source,
        citations=(citation,) if source is AnswerSource.DOCUMENTS else (),
        passages=passages,
        gate=gate,
        timings=Timings(search=1.0, prompt=2.0, first_token=first_token, total=9.0),
        tokens=TokenCounts(prompt=100, prompt_evaluated=40, answer=5),
        model_id="scripted",
        absence=Absence(0.125, 0.5, 0.25, 0.8, 1.0) if passages else None,
    )


def record(answer: Answer) -> Answered:
    return record_answer(put_question(), answer, lambda each: f"entry {each.document_id}")


def test_an_answer_is_recorded() -> None:
    passages = (found_passage(1, used=False), found_passage(2, used=True))
    answered = record(program_answer(AnswerSource.DOCUMENTS, passages, 4.0))
    assert [(each.n, each.entry_id, each.used, each.cited) for each in answered.passages] == [
        (1, "entry 21", False, False),
        (2, "entry 22", True, True),
    ]
    assert not answered.refused
    assert answered.absent == 0.125
    cost = answered.cost
    assert (cost.first_words_ms, cost.total_ms) == (4.0, 9.0)
    assert (cost.prompt, cost.evaluated, cost.answer) == (100, 40, 5)


def test_a_refusal_stands_there_all_at_once() -> None:
    answered = record(program_answer(AnswerSource.NOT_FOUND, (found_passage(1, used=True),), 0.0))
    assert answered.refused
    assert answered.cost.first_words_ms == 9.0
    assert answered.absent == 0.125


def test_where_nothing_is_found_the_refusal_is_certain() -> None:
    assert record(program_answer(AnswerSource.NOT_FOUND, (), 0.0)).absent == 1.0
