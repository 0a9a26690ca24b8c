"""Makes faithful and corrupted sentences from the passages of a dataset, by a seed.

A faithful sentence is one of the passage's own. A corrupted one has a number or name of it
exchanged for another one of the same prompt, or is denied (or, where it was, no longer is).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from app.answer.grounding import SourcePassage
from app.answer.support import sentence_parts
from app.evaluate.datasets import Dataset, DatasetPassage, DatasetQuery
from app.evaluate.grounding_cases import GroundingCase, GroundingSet, LabelledSentence
from app.evaluate.retrieval import Half
from app.index.language import guess_language

_WORDS = (6, 40)  # words of a sentence that is used
_BESIDE = 2  # other passages of the same title in the prompt
_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])")
_NAME = re.compile(r"(?<=[a-zà-ù,] )[A-ZÀ-Ù][a-zà-ù]{3,}(?: [A-ZÀ-Ù][a-zà-ù]{2,})*\b")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_DENIED = re.compile(r"\b(?:non|not) ")
_VERB = {
    "it": re.compile(
        r"\b(?:è|sono|era|erano|fu|furono|ha|hanno|aveva|può|possono|deve|devono|viene|vengono)\b"
    ),
    "en": re.compile(r"\b(?:is|are|was|were|has|had|can|could|will|would|may|must|should)\b"),
}
_DENIAL = {"it": "non {}", "en": "{} not"}


def make_cases(dataset: Dataset, half: Half, limit: int, seed: int) -> GroundingSet:
    """Cases from the answerable queries of one half, at most `limit`; the same for one seed."""
    by_id = {passage.passage_id: passage for passage in dataset.passages}
    by_title: dict[str, list[DatasetPassage]] = {}
    for passage in dataset.passages:
        by_title.setdefault(passage.title, []).append(passage)
    chosen: dict[str, DatasetQuery] = {}
    for query in dataset.judged:
        first = next(iter(query.relevant))
        if not query.unanswerable and half.holds(query.query_id) and first not in chosen:
            chosen[first] = query
    generator = random.Random(seed)  # noqa: S311 - a sample that can be drawn again, no secret
    ids = sorted(chosen)
    generator.shuffle(ids)
    cases: list[GroundingCase] = []
    for passage_id in ids:
        passage = by_id[passage_id]
        case = _make_case(passage, by_title[passage.title], chosen[passage_id], generator)
        if case is not None:
            cases.append(case)
        if len(cases) == limit:
            break
    return GroundingSet(dataset.name, tuple(cases))


def _make_case(
    passage: DatasetPassage,
    same_title: Sequence[DatasetPassage],
    query: DatasetQuery,
    generator: random.Random,
) -> GroundingCase | None:
    language = guess_language(passage.text)
    others = [each for each in same_title if each.passage_id != passage.passage_id]
    beside = generator.sample(others, min(_BESIDE, len(others)))
    prompt = [passage, *beside]
    usable = [
        sentence
        for part in sentence_parts(passage.text)
        if _WORDS[0] <= len((sentence := part.strip()).split()) <= _WORDS[1]
    ]
    if not usable:
        return None
    sentence = generator.choice(usable)
    texts = [each.text for each in prompt]
    made = [("verbatim", False, sentence)]
    made += [(kind, True, text) for kind, text in corruptions(sentence, texts, language, generator)]
    return GroundingCase(
        name=passage.passage_id,
        question=query.text,
        language=language,
        passages=tuple(
            SourcePassage(n, each.text, each.title) for n, each in enumerate(prompt, start=1)
        ),
        sentences=tuple(
            LabelledSentence(cite(text), kind, corrupted, language)
            for kind, corrupted, text in made
        ),
    )


def corruptions(
    sentence: str, passages: Sequence[str], language: str, generator: random.Random
) -> Iterator[tuple[str, str]]:
    """What `sentence` becomes, each with its kind; nothing where it offers no hold."""
    for kind, pattern in (("number", _NUMBER), ("name", _NAME)):
        swapped = _swap(sentence, passages, pattern, generator)
        if swapped:
            yield kind, swapped
    if denied := _deny(sentence, language):
        yield "negation", denied


def cite(sentence: str) -> str:
    """`sentence` with a citation of the first passage before its stop."""
    body = sentence.rstrip(".!?")
    return f"{body} [1]{sentence[len(body) :]}"


def _swap(
    sentence: str, passages: Sequence[str], pattern: re.Pattern[str], generator: random.Random
) -> str:
    """`sentence` with one match exchanged for another of the same sort; "" if there is none."""
    inside = list(pattern.finditer(sentence))
    if not inside:
        return ""
    match = generator.choice(inside)
    found = {other.group() for text in passages for other in pattern.finditer(text)}
    others = sorted(
        each
        for each in found
        if each not in sentence
        and match.group() not in each
        and bool(_YEAR.fullmatch(each)) == bool(_YEAR.fullmatch(match.group()))
    )
    if not others:
        return ""
    return sentence[: match.start()] + generator.choice(others) + sentence[match.end() :]


def _deny(sentence: str, language: str) -> str:
    if _DENIED.search(sentence):
        return _DENIED.sub("", sentence, count=1)
    verb = _VERB[language].search(sentence) if language in _VERB else None
    if verb is None:
        return ""
    denied = _DENIAL[language].format(verb.group())
    return sentence[: verb.start()] + denied + sentence[verb.end() :]
