"""Answers that are quotes: the sentences of a found passage, as they stand, without a generator."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.answer.embedding import TextEmbedder
from app.answer.extract import FoundQuote, QuoteFinder
from app.answer.gate import forced
from app.answer.plain_text import plain_text
from app.answer.quote_place import ReadPage
from app.answer.refusal import load_refusals
from app.answer.trim import quote
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.settings import Settings
from app.core.types import (
    Answer,
    AnswerSource,
    AnswerStyle,
    Citation,
    FoundPassage,
    GateMode,
    Timings,
    TokenCounts,
)
from app.core.undressed import undress
from app.engine.answering_gate import AnsweringGate
from app.engine.jobs import Emit
from app.engine.models import ModelHost
from app.engine.protocol import Ask, GateDecided, PassagesFound, QuoteFound
from app.engine.search import PassageSearch
from app.index.language import guess_language
from app.index.query import parse_query
from app.models.contracts import Vectors

Languages = Callable[[], Mapping[str, int]]  # passages of the library per language


class QuestionEmbedder:
    """The engine's embedder as answering sees it, a `TextEmbedder`.

    The vector of a question comes from its search, so that it is not made twice.
    """

    def __init__(self, models: ModelHost, search: PassageSearch) -> None:
        self._models = models
        self._search = search

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """See `TextEmbedder`. Raises MargineError."""
        return self._models.embed_passages(texts)

    def embed_query(self, text: str) -> Vectors:
        """See `TextEmbedder`. Raises MargineError."""
        vector = self._search.vector(text)
        return self._models.embed_query(text) if vector is None else vector


class Quoting:
    """Finds the quote for a question among the passages that a search found for it.

    One thread at a time uses it, and no owner thread of the library or of the embedder: it waits
    for both. What it remembers of words makes the next question faster.
    """

    def __init__(self, models: ModelHost, search: PassageSearch, read_page: ReadPage) -> None:
        self._finder = QuoteFinder()
        self._models = models
        self._embedder = QuestionEmbedder(models, search)
        self._read_page = read_page

    def find(
        self, question: str, language: str, passages: Sequence[FoundPassage]
    ) -> FoundQuote | None:
        """The best quote of `passages`, best first, with its place in the document.

        None where there is none. `language` is the question's ISO 639-1 code, "" if unknown.
        """
        text = parse_query(question).text or question
        return self._finder.find(text, language, passages, self.embedder, self._read_page)

    @property
    def embedder(self) -> TextEmbedder | None:
        """The embedder, None where none is installed."""
        return self._embedder if self._models.has_embedder() else None


class QuoteAnswering:
    """Answers questions by quotes alone, one at a time, on the thread that calls `answer`.

    No generator is loaded, and none need be installed.
    """

    def __init__(
        self,
        settings: Settings,
        search: PassageSearch,
        quoting: Quoting,
        languages: Languages,
        gate: AnsweringGate,
        emit: Emit,
    ) -> None:
        self._passages = settings.integer("answer.passages")
        self._search = search
        self._quoting = quoting
        self._languages = languages
        self._gate = gate
        self._emit = emit
        self._refusals = load_refusals(settings.text("answer.refusal"))

    def answer(self, request: Ask, cancel: CancelToken) -> Answer:
        """Answer `request` from the documents, whatever its mode: there is nothing else to answer
        from. Raises UserError for an empty question, CancelledJobError."""
        question = request.question.strip()
        if not question:
            raise UserError("The question is empty.", next_step="Type a question.")
        with self._gate.answering():
            return self._answer(request, question, cancel)

    def _answer(self, request: Ask, question: str, cancel: CancelToken) -> Answer:
        began = time.perf_counter()
        find = self._search.finder(request.about, request.scope)
        result = find(question, request.k or self._passages)
        searched = _ms_since(began)
        cancel.check()
        self._emit(PassagesFound(request.job, result.passages, result.words))
        gate = forced(GateMode.ALWAYS, request.signal)
        self._emit(GateDecided(request.job, gate))
        language = guess_language(question, self._languages())
        found = self._quoting.find(question, language, result.passages)
        cancel.check()
        quoted = _ms_since(began)
        if found is not None and found.far:
            found = None
        if found is not None:
            self._emit(QuoteFound(request.job, found.quote))
        return Answer(
            text=self._refusals.text(language) if found is None else quote_text(found),
            source=AnswerSource.NOT_FOUND if found is None else AnswerSource.DOCUMENTS,
            citations=() if found is None else (cite_quote(found),),
            passages=tuple(
                replace(each, used=found is not None and each.rank == found.quote.n)
                for each in result.passages
            ),
            gate=gate,
            timings=Timings(
                search=searched,
                quote=0.0 if found is None else quoted,
                first_token=quoted,
                total=_ms_since(began),
            ),
            tokens=TokenCounts(),
            model_id="",
            style=AnswerStyle.QUOTE,
            quote=None if found is None else found.quote,
        )


def quote_text(found: FoundQuote) -> str:
    """The quote as an answer's text: its words in quotation marks, and the citation behind."""
    return f"“{quote(undress(plain_text(found.quote.text)))}” [{found.quote.n}]"


def cite_quote(found: FoundQuote) -> Citation:
    """The citation of a quote: the quoted sentences themselves, where they stand."""
    passage, quoted = found.passage, found.quote
    first = quoted.spans[0] if quoted.spans else None
    page = None if passage.page_index is None or first is None else first.page_index
    return Citation(
        n=quoted.n,
        passage_id=passage.passage_id,
        document_id=passage.document_id,
        document=passage.document,
        path=passage.path,
        page_index=page,
        # Of another page than the passage's first the printed label is not known here.
        page_label=passage.page_label if page == passage.page_index else None,
        start=0 if first is None else first.start,
        end=0 if first is None else first.end,
        spans=quoted.spans,
        text=quoted.text,
    )


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
