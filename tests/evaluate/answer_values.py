"""Answers of our own, as values, for the tests of `margine eval answers`."""

from __future__ import annotations

from collections.abc import Sequence

from app.evaluate.answers_record import Answered, Cost, OfferedPassage, PutQuestion
from app.evaluate.answers_scoring import Judged, judge

TEA = "Green tea is brewed at eighty degrees for two minutes."
WINE = "Red wine is stored in a dark cellar below fourteen degrees."
PASSAGES = {"tea": TEA, "wine": WINE}


def put_question(
    question_id: str = "q1",
    text: str = "How hot is green tea brewed?",
    *,
    accepted: Sequence[str] = ("eighty degrees",),
    gold: Sequence[str] = ("tea",),
    language: str = "en",
    data: str = "v1",
) -> PutQuestion:
    """A question; without `accepted` it is unanswerable."""
    return PutQuestion(
        dataset="small",
        data=data,
        question_id=question_id,
        text=text,
        language=language,
        accepted=tuple(accepted),
        unanswerable=not accepted,
        gold=tuple(gold) if accepted else (),
    )


def answered_with(
    text: str,
    question: PutQuestion | None = None,
    *,
    found: Sequence[str] = ("tea", "wine"),
    used: Sequence[str] = ("tea", "wine"),
    cited: Sequence[str] = ("tea",),
    refused: bool = False,
    absent: float | None = 0.01,
    first_words_ms: float = 1000.0,
    total_ms: float = 3000.0,
) -> Answered:
    """An answer over the passages of `PASSAGES`, numbered as in `found`."""
    passages = tuple(
        OfferedPassage(n, each, "", PASSAGES[each], each in used, each in cited and not refused)
        for n, each in enumerate(found, start=1)
    )
    cost = Cost(5.0, 800.0, first_words_ms, total_ms, 300, 120, 20)
    return Answered(question or put_question(), passages, text, refused, absent, cost, False)


def refused_answer(question: PutQuestion | None = None, absent: float | None = 0.9) -> Judged:
    """A judged refusal."""
    return judge(
        answered_with("This is not in your documents.", question, refused=True, absent=absent)
    )
