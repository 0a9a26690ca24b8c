"""The extractive answer: the best sentence of the found passages, as it stands in the document.

Nothing is written, so that nothing can be made up; it is there before a model has read a word.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.answer.answer_span import LikelySpan, best_span
from app.answer.embedding import TextEmbedder
from app.answer.quote_lines import LONG, line_starts
from app.answer.quote_place import ReadPage, place_part
from app.answer.sentence_scores import (
    FEATURES,
    Effort,
    Reading,
    ScoredSentence,
    SentenceScorer,
    SentenceWeights,
    sentence_places,
)
from app.core.types import FoundPassage, Quote

QUOTED_PASSAGES = 3
"""The best passages that are looked at: with five, the quotes measured no better."""

_PASSAGE_COVERAGE = FEATURES.index("passage")
_NEIGHBOUR = 0.15  # share from which the sentence beside the best one is quoted too
_LONGEST_PAIR = 700  # characters of two sentences together
_LIKELY = 0.4
"""Share of a run of words among all of the quote from which it is marked: measured, of those that
are marked half are an accepted answer, word for word (docs/quotes.md)."""

# Where the best quote has nothing to do with the question. Measured with multilingual-e5-small,
# on answerable questions and on questions put to a library of other things: docs/quotes.md. Both
# must hold, so that another embedder, with other cosines, at worst has the words decide.
_FAR_SIMILARITY = 0.81
_FAR_COVERAGE = 0.2

# Sentences that begin so speak of what was named in the one before.
_ANAPHORIC = re.compile(
    r"(?:quest[oaie]|quell[oaie]|tal[ei]|ess[oaie]|egli|ella|lui|lei|loro|ciò|costui"
    r"|(?:il|la|i|le) (?:su[oa]|suoi|sue|loro)|su[oa]"
    r"|this|that|these|those|it|he|she|they|its|his|her|their|such|the latter|both"
    r"|ce(?:ci|la|t|tte|s|lui-ci|lle-ci)?|ils?|elles?|son|sa|ses|leurs?"
    r"|dies(?:e[rsnm]?)?|er|sie|es|seine?|ihre?|dabei|dadurch|jene[rsnm]?"
    r"|est[eao]s?|es[eao]s?|él|ella|ell[oa]s|sus?)(?!\w)"
    r"|(?:quest|c)['’]|这|那|该|它|他|她|其",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FoundQuote:
    """A quote with its passage, and what tells how near it is to the question.

    `similarity` is the cosine of the best sentence and the question, None without an embedder;
    `coverage` the share of the question's word weight that the passage holds. `likely` is the
    likeliest answer within the quote's text, however unlikely that is.
    """

    quote: Quote
    passage: FoundPassage
    similarity: float | None
    coverage: float
    likely: LikelySpan | None

    @property
    def far(self) -> bool:
        """Whether it has so little to do with the question that it is no answer."""
        if self.similarity is None:
            return self.coverage == 0.0
        return self.similarity < _FAR_SIMILARITY and self.coverage < _FAR_COVERAGE


class QuoteFinder:
    """Finds the extractive answer. One thread owns it, and keeps it for the next question."""

    def __init__(
        self, effort: Effort | None = None, weights: SentenceWeights | None = None
    ) -> None:
        """Other values than the measured ones are for measurements."""
        self._effort = effort
        self._scorer = SentenceScorer(weights)

    def find(
        self,
        question: str,
        language: str,
        passages: Sequence[FoundPassage],
        embedder: TextEmbedder | None,
        read_page: ReadPage | None = None,
    ) -> FoundQuote | None:
        """The best quote of `passages`, best first; None where they hold no sentence.

        `language` is the question's ISO 639-1 code, "" if unknown. By words alone where there
        is no `embedder` or it raises MargineError. `read_page` lets the quote be placed exactly.
        """
        looked_at = passages[:QUOTED_PASSAGES]
        read = None if read_page is None else functools.cache(read_page)
        reading = self._scorer.read(
            question, language, looked_at, lambda passage: _line_starts(passage, read)
        )
        scored = self._scorer.score(reading, embedder, self._effort)
        if not scored:
            return None
        best = max(range(len(scored)), key=lambda place: scored[place].score)
        first, last = quoted_places(scored, best)
        sentence = scored[best].sentence
        passage = looked_at[sentence.passage]
        start, end = scored[first].sentence.start, scored[last].sentence.end
        likely = _likeliest(reading, best, sentence.start - start)
        marked = likely is not None and likely.share >= _LIKELY
        quote = Quote(
            n=passage.rank,
            text=passage.text[start:end],
            start=start,
            end=end,
            spans=place_part(passage, start, end, read),
            score=sum(each.share for each in scored[first : last + 1]),
            answer=(likely.start, likely.end) if likely is not None and marked else None,
        )
        coverage = float(reading.features[best, _PASSAGE_COVERAGE])
        return FoundQuote(quote, passage, scored[best].similarity, coverage, likely)


def quoted_places(scored: Sequence[ScoredSentence], best: int) -> tuple[int, int]:
    """First and last place of the sentences to be quoted: the best, and at most one beside it.

    The one before comes along where the best one speaks of it ("This term …"), and else the
    better one of its neighbours where that may well hold the answer.
    """
    before, behind = (_beside(scored, best, place) for place in (best - 1, best + 1))
    if before is not None and _ANAPHORIC.match(scored[best].sentence.text):
        return best - 1, best
    if before is not None and before >= max(_NEIGHBOUR, behind or 0.0):
        return best - 1, best
    if behind is not None and behind >= _NEIGHBOUR:
        return best, best + 1
    return best, best


def _line_starts(passage: FoundPassage, read_page: ReadPage | None) -> Sequence[int]:
    """Where lines begin in a passage that may hold a table or a list, or a Markdown heading, which
    has no full stop either and would be quoted with what follows it."""
    places = sentence_places(passage.text)
    short = all(end - start < LONG for start, end in places)
    if short and not any(passage.text.startswith("#", start) for start, _end in places):
        return ()
    return line_starts(passage, read_page)


def _beside(scored: Sequence[ScoredSentence], best: int, place: int) -> float | None:
    """The share of the sentence at `place`, None if it cannot be quoted with the best one."""
    if not 0 <= place < len(scored):
        return None
    ours, other = scored[best].sentence, scored[place].sentence
    length = len(ours.text) + len(other.text)
    if ours.passage != other.passage or length > _LONGEST_PAIR:
        return None
    return scored[place].share


def _likeliest(reading: Reading, best: int, shift: int) -> LikelySpan | None:
    """The likeliest answer within the best sentence, which begins at `shift` in the quote."""
    span = best_span(reading.sentences[best].text, reading.words[best], reading.question)
    return span and LikelySpan(shift + span.start, shift + span.end, span.share)
