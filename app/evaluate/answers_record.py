"""What came of one question, as it is kept: one JSON object a line, with all that judging needs.

The texts are kept, so that a file can be judged anew without asking anything again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.answer.absence import signs_of
from app.core.types import Answer, AnswerSource, FoundPassage

Json = Mapping[str, Any]
EntryId = Callable[[FoundPassage], str]  # the id by which judgements name a passage


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """A question with what is accepted. `gold` names the passages that are judged relevant.

    `data` tells versions of a dataset apart; `language` is that of its questions (ISO 639-1, "").
    """

    dataset: str
    data: str
    question_id: str
    text: str
    language: str
    accepted: tuple[str, ...]
    unanswerable: bool
    gold: tuple[str, ...]

    @property
    def key(self) -> tuple[str, str]:
        """What names it within one file: dataset and question."""
        return self.dataset, self.question_id


@dataclass(frozen=True, slots=True)
class OfferedPassage:
    """A passage that the search found: its number in the answer, its id, and what it says.

    `used` passages were in a prompt, `cited` ones are named by the answer.
    """

    n: int
    entry_id: str
    heading: str
    text: str
    used: bool
    cited: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """Times in milliseconds since the question was taken up (search and prompt: durations).

    `first_words` is when the first words stood on the screen; a refusal's stand there all at
    once. `evaluated` are the prompt tokens that were not in the cache.
    """

    search_ms: float
    prompt_ms: float
    first_words_ms: float
    total_ms: float
    prompt: int
    evaluated: int
    answer: int


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """What another way answers from the same passages, "" where it refuses.

    `absent` is as in `Answered`; `used` and `cited` number passages of the question.
    """

    text: str
    absent: float
    used: tuple[int, ...]
    cited: tuple[int, ...]
    cost: Cost


@dataclass(frozen=True, slots=True)
class Answered:
    """One question and its answer, unjudged.

    `absent` is how sure the answering was that the documents do not hold the answer, 0 to 1, and
    `signs` what it judged by (`app.answer.absence.Signs.values`); None where it does not say.
    `beside` has what other ways answered, by their names.
    """

    question: PutQuestion
    passages: tuple[OfferedPassage, ...]
    text: str
    refused: bool
    absent: float | None
    cost: Cost
    truncated: bool
    signs: Mapping[str, float] | None = None
    beside: Mapping[str, OtherAnswer] = field(default_factory=dict)

    @property
    def cited(self) -> tuple[OfferedPassage, ...]:
        """The passages that the answer cites, in the search's order."""
        return tuple(each for each in self.passages if each.cited)

    @property
    def used(self) -> tuple[OfferedPassage, ...]:
        """The passages that were in a prompt."""
        return tuple(each for each in self.passages if each.used)

    def as_answered(self, way: str) -> Answered:
        """The question with the answer of another way in place of its own.

        Raises KeyError if that way was not asked.
        """
        other = self.beside[way]
        return replace(
            self,
            passages=tuple(
                replace(each, used=each.n in other.used, cited=each.n in other.cited)
                for each in self.passages
            ),
            text=other.text,
            refused=not other.text,
            absent=other.absent,
            cost=other.cost,
            truncated=False,
            signs=None,
            beside={},
        )


def record_answer(question: PutQuestion, answer: Answer, entry_id: EntryId) -> Answered:
    """What is kept of `answer`."""
    cited = {citation.n for citation in answer.citations}
    refused = answer.source is AnswerSource.NOT_FOUND
    timings, tokens = answer.timings, answer.tokens
    return Answered(
        question=question,
        passages=tuple(
            OfferedPassage(
                each.rank, entry_id(each), each.heading, each.text, each.used, each.rank in cited
            )
            for each in answer.passages
        ),
        text=answer.text,
        refused=refused,
        absent=_absent(answer),
        signs=None if answer.absence is None else signs_of(answer.absence).values(),
        cost=Cost(
            search_ms=timings.search,
            prompt_ms=timings.prompt,
            first_words_ms=timings.first_token or timings.total,
            total_ms=timings.total,
            prompt=tokens.prompt,
            evaluated=tokens.prompt_evaluated,
            answer=tokens.answer,
        ),
        truncated=answer.truncated,
    )


def _absent(answer: Answer) -> float | None:
    """How sure it was that there is no answer: wholly where nothing was found at all."""
    if answer.source is AnswerSource.NOT_FOUND and not answer.passages:
        return 1.0
    return None if answer.absence is None else answer.absence.probability


def answered_to_json(answered: Answered) -> dict[str, Any]:
    """`answered` as plain JSON values."""
    question = answered.question
    line = {
        "dataset": question.dataset,
        "data": question.data,
        "id": question.question_id,
        "question": question.text,
        "language": question.language,
        "answers": list(question.accepted),
        "unanswerable": question.unanswerable,
        "gold": list(question.gold),
        "answer": answered.text,
        "refused": answered.refused,
        "absent": answered.absent,
        "signs": None if answered.signs is None else dict(answered.signs),
        "truncated": answered.truncated,
        "citations": [each.n for each in answered.cited],
        "passages": [
            {
                "n": each.n,
                "id": each.entry_id,
                "used": each.used,
                "heading": each.heading,
                "text": each.text,
            }
            for each in answered.passages
        ],
        **_cost_to_json(answered.cost),
    }
    if answered.beside:
        line["beside"] = {way: _other_to_json(each) for way, each in answered.beside.items()}
    return line


def answered_from_json(value: Json) -> Answered:
    """The inverse of `answered_to_json`. Raises KeyError, TypeError or ValueError for a misfit."""
    cited = {int(n) for n in value["citations"]}
    beside = value.get("beside", {})
    absent, signs = value["absent"], value.get("signs")
    return Answered(
        question=PutQuestion(
            dataset=str(value["dataset"]),
            data=str(value["data"]),
            question_id=str(value["id"]),
            text=str(value["question"]),
            language=str(value["language"]),
            accepted=tuple(map(str, value["answers"])),
            unanswerable=bool(value["unanswerable"]),
            gold=tuple(map(str, value["gold"])),
        ),
        passages=tuple(
            OfferedPassage(
                n=int(each["n"]),
                entry_id=str(each["id"]),
                heading=str(each["heading"]),
                text=str(each["text"]),
                used=bool(each["used"]),
                cited=int(each["n"]) in cited,
            )
            for each in value["passages"]
        ),
        text=str(value["answer"]),
        refused=bool(value["refused"]),
        absent=None if absent is None else float(absent),
        signs=None if signs is None else {str(name): float(signs[name]) for name in signs},
        cost=_cost_from_json(value),
        truncated=bool(value["truncated"]),
        beside={str(way): _other_from_json(beside[way]) for way in beside},
    )


def _cost_to_json(cost: Cost) -> dict[str, Any]:
    return {
        "ms": {
            "search": cost.search_ms,
            "prompt": cost.prompt_ms,
            "first_words": cost.first_words_ms,
            "total": cost.total_ms,
        },
        "tokens": {"prompt": cost.prompt, "evaluated": cost.evaluated, "answer": cost.answer},
    }


def _cost_from_json(value: Json) -> Cost:
    times, tokens = value["ms"], value["tokens"]
    return Cost(
        search_ms=float(times["search"]),
        prompt_ms=float(times["prompt"]),
        first_words_ms=float(times["first_words"]),
        total_ms=float(times["total"]),
        prompt=int(tokens["prompt"]),
        evaluated=int(tokens["evaluated"]),
        answer=int(tokens["answer"]),
    )


def _other_to_json(other: OtherAnswer) -> dict[str, Any]:
    return {
        "answer": other.text,
        "absent": other.absent,
        "used": list(other.used),
        "citations": list(other.cited),
        **_cost_to_json(other.cost),
    }


def _other_from_json(value: Json) -> OtherAnswer:
    return OtherAnswer(
        text=str(value["answer"]),
        absent=float(value["absent"]),
        used=tuple(map(int, value["used"])),
        cited=tuple(map(int, value["citations"])),
        cost=_cost_from_json(value),
    )
