"""Which questions of a dataset are asked, and in which order: by lot, always the same."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence

from app.core.errors import UserError
from app.evaluate.answers_record import PutQuestion
from app.evaluate.corpus import first_with_text
from app.evaluate.datasets import Dataset, DatasetQuery
from app.evaluate.retrieval import Half


def choose_questions(
    dataset: Dataset,
    half: Half,
    limit: int | None,
    *,
    language_of: Callable[[str], str],
    elsewhere: bool = False,
) -> list[PutQuestion]:
    """At most `limit` questions of one half, answerable and unanswerable as in that half.

    Those with accepted answers, or marked unanswerable, count. Their order is by a hash of their
    ids: a shorter sample is the beginning of each kind in a longer one, a run that was stopped
    is a sample too, and neighbours on one passage, whose prompts begin alike, are not asked one
    after another. `language_of` guesses the language of a text; that of most questions is taken
    for all. `elsewhere`: they are put to a library that does not hold the dataset, where none can
    be answered. Raises UserError if there is no such question.
    """
    usable = [
        each
        for each in dataset.queries
        if (each.answers or each.unanswerable) and half.holds(each.query_id)
    ]
    if not usable:
        raise UserError(
            f"{dataset.name} has no question to be asked.",
            why="Only queries with accepted answers or marked unanswerable count, and with --half "
            "those of that half.",
        )
    data = fingerprint_dataset(dataset)
    language = _common_language([each.text for each in usable], language_of)
    kept = first_with_text(dataset.passages)

    def put(query: DatasetQuery) -> PutQuestion:
        gold = dict.fromkeys(kept.get(each, each) for each in sorted(query.relevant))
        return PutQuestion(
            dataset=dataset.name,
            data=data,
            question_id=query.query_id,
            text=query.text,
            language=language,
            accepted=query.answers,
            unanswerable=query.unanswerable or elsewhere,
            gold=() if elsewhere else tuple(gold),
        )

    return [put(each) for each in _drawn(usable, limit)]


def fingerprint_dataset(dataset: Dataset) -> str:
    """Tells versions of a dataset apart: a hash of its passages and questions."""
    digest = hashlib.sha256()
    for passage in dataset.passages:
        digest.update(repr((passage.passage_id, passage.title, passage.text)).encode())
    for query in dataset.queries:
        kept = (query.query_id, query.text, sorted(query.relevant), query.answers)
        digest.update(repr((*kept, query.unanswerable)).encode())
    return digest.hexdigest()[:16]


def _drawn(usable: Sequence[DatasetQuery], limit: int | None) -> list[DatasetQuery]:
    ordered = sorted(usable, key=_lot)
    if limit is None or limit >= len(ordered):
        return ordered
    answerable = [each for each in ordered if not each.unanswerable]
    others = [each for each in ordered if each.unanswerable]
    count = round(limit * len(answerable) / len(ordered))
    return sorted([*answerable[:count], *others[: limit - count]], key=_lot)


def _lot(query: DatasetQuery) -> bytes:
    return hashlib.sha256(f"margine answers 1 {query.query_id}".encode()).digest()


def _common_language(texts: Sequence[str], language_of: Callable[[str], str]) -> str:
    return Counter(map(language_of, texts)).most_common(1)[0][0]
