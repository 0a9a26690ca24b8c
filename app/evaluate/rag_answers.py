"""What each way to answer from several passages answers in the end, in the form that is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.answer.compare import PassageAnswer, compare_answers
from app.answer.same_answer import AnswerMatcher
from app.answer.side_by_side import CERTAINTY, TEMPERATURE, similarity_shares
from app.evaluate.answers_record import Answered, Cost, OfferedPassage, OtherAnswer
from app.evaluate.rag_record import RagRow, RagWay


def sequence_answer(
    row: RagRow, temperature: float = TEMPERATURE, certainty: float = CERTAINTY
) -> Answered:
    """What RAG-Sequence answers: the heaviest answer of its passages, none where they are silent
    with at least the weight `certainty`."""
    shares = similarity_shares([each.similarity for each in row.passages], temperature)
    answers = [
        PassageAnswer(each.number, each.answer, share, each.absent)
        for each, share in zip(row.passages, shares, strict=True)
    ]
    matcher = AnswerMatcher(row.question.text, row.question.language)
    comparison = compare_answers(answers, matcher)
    silent = comparison.silent if row.passages else 1.0
    if not comparison.candidates or silent >= certainty:
        return _answered(row, RagWay.SEQUENCE, "", (), silent)
    best = comparison.candidates[0]
    return _answered(row, RagWay.SEQUENCE, best.text, best.passages, silent)


def token_answer(row: RagRow) -> Answered:
    """What RAG-Token answers."""
    blended = row.blended
    return _answered(row, RagWay.TOKEN, blended.text, blended.sources, blended.absent)


def single_answer(row: RagRow) -> Answered:
    """What the best passage alone answers."""
    first = tuple(each.number for each in row.passages[:1])
    return _answered(row, RagWay.SINGLE, row.single.text, first, row.single.absent)


def _answered(row: RagRow, way: RagWay, text: str, cited: Sequence[int], absent: float) -> Answered:
    """One way's answer in the form that is judged; "" is a refusal."""
    spent = row.spent[way]
    return Answered(
        question=row.question,
        passages=tuple(
            OfferedPassage(
                each.number,
                each.entry_id,
                "",
                each.text,
                used=True,
                cited=bool(text) and each.number in cited,
            )
            for each in row.passages
        ),
        text=text,
        refused=not text,
        absent=absent,
        cost=Cost(
            row.search_ms,
            spent.ms,
            spent.ms,
            spent.ms,
            spent.prompt,
            spent.computed,
            spent.answer,
        ),
        truncated=False,
    )


_ANSWERS: Mapping[RagWay, Callable[[RagRow], Answered]] = {
    RagWay.SEQUENCE: sequence_answer,
    RagWay.TOKEN: token_answer,
    RagWay.SINGLE: single_answer,
}


def other_answers(row: RagRow) -> dict[str, OtherAnswer]:
    """What every way that was asked answers, by its name, to be kept beside another answer."""
    found = {}
    for way in row.spent:
        answered = _ANSWERS[way](row)
        found[way.value] = OtherAnswer(
            text=answered.text,
            absent=answered.absent or 0.0,
            used=tuple(each.n for each in answered.used),
            cited=tuple(each.n for each in answered.cited),
            cost=answered.cost,
        )
    return found
