"""Passages cut to their best sentences before the model reads them: less to read, sooner an answer.

By the words that sentences share with the question, which costs a few milliseconds. A passage in
another language than the question shares none, and is read whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.answer.budget import Measure, passage_scores, trim_passage
from app.answer.sentence_scores import SentenceScorer
from app.core.types import FoundPassage


class PassageShortener:
    """Cuts the passages of one question after another. One thread at a time uses it: it remembers
    the stems of words."""

    def __init__(self, guess_language: Callable[[str], str]) -> None:
        """`guess_language` gives the ISO 639-1 code of a text, "" if unknown."""
        self._scorer = SentenceScorer()
        self._guess_language = guess_language

    def shorten(
        self,
        question: str,
        language: str,
        passages: Sequence[FoundPassage],
        room: int,
        measure: Measure,
    ) -> list[FoundPassage]:
        """`passages`, best first, each with as many of its best whole sentences as `measure` to
        at most `room` tokens; as it is where not even one does. Only their texts differ."""
        scored = self._scorer.score(self._scorer.read(question, language, passages), None)
        shortened = []
        for place, passage in enumerate(passages):
            other = self._guess_language(passage.text)
            if language and other and other != language:
                shortened.append(passage)
                continue
            scores = passage_scores(scored, place)
            text = trim_passage(passage.text, scores, room, measure)
            shortened.append(replace(passage, text=text) if text else passage)
        return shortened
