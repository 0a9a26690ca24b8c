"""The grounding check as the engine uses it: with the embedder, words kept between answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.answer.grounding import SourcePassage, check_answer, source_passages
from app.core.types import CheckedSentence, FoundPassage
from app.engine.quoting import Quoting
from app.index.tokens import Tokenizer


class AnswerChecking:
    """Checks the sentences of answers. One thread at a time uses it.

    A call waits for the embedder's thread; without an embedder, words alone are compared.
    """

    def __init__(self, quoting: Quoting) -> None:
        self._quoting = quoting
        self._tokenizer = Tokenizer()

    def check(
        self, text: str, passages: Sequence[FoundPassage], question: str, language: str
    ) -> tuple[CheckedSentence, ...]:
        """The sentences of `text`, with its `[n]`, against the passages of its prompt."""
        return self._check(text, source_passages(passages), question, language)

    def _check(
        self, text: str, sources: Sequence[SourcePassage], question: str, language: str
    ) -> tuple[CheckedSentence, ...]:
        return check_answer(
            text, sources, question, language, self._quoting.embedder, self._tokenizer
        )

    def check_point(
        self, text: str, cited: Mapping[int, FoundPassage]
    ) -> tuple[CheckedSentence, ...]:
        """A point of a digest, whose citations have numbers of their own; a `PointCheck`."""
        sources = [
            SourcePassage(n, each.text, each.heading, each.document) for n, each in cited.items()
        ]
        return self._check(text, sources, "", "")
