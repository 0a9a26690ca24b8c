"""What the tests of the answer room share: passages, a listener that remembers, an answerer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from app.answer.absence import AbsenceRule
from app.answer.answerer import Answerer, AnswerSettings
from app.answer.evidence import EvidenceRule
from app.answer.instructions import load_instruction_finder
from app.answer.refusal import load_refusals
from app.answer.templates import load_prompt_book
from app.answer.tools import AnswerTools, FindQuote, Shorten
from app.core.types import FoundPassage, GateEvidence, GateReport, Quote, Scores, Span
from app.index.records import SearchResult
from app.models.contracts import Generator

MakePassage = Callable[..., FoundPassage]


@pytest.fixture
def passage() -> MakePassage:
    """Makes a found passage: `passage(rank, text, document=…, page=…, fused=…)`."""

    def make(
        rank: int,
        text: str,
        *,
        document: str = "house.md",
        page: int | None = None,
        fused: float = 0.7,
    ) -> FoundPassage:
        return FoundPassage(
            rank=rank,
            passage_id=100 + rank,
            document_id=10 + rank,
            document=document,
            path=f"/home/someone/{document}",
            other_paths=(),
            page_index=page,
            page_label=None if page is None else str(page + 1),
            spans=(Span(page or 0, 7, 7 + len(text)),),
            heading="",
            text=text,
            scores=Scores(1.0, 0.5, fused),
            bm25_rank=rank,
            dense_rank=rank,
        )

    return make


@dataclass
class Listener:
    """Remembers everything it is told, in order; calls `on_found` when the search is done."""

    events: list[tuple[str, object]] = field(default_factory=list)
    on_found: Callable[[], None] | None = None

    def passages_found(self, passages: Sequence[FoundPassage], words: Sequence[str]) -> None:
        self.events.append(("found", (tuple(passages), tuple(words))))
        if self.on_found is not None:
            self.on_found()

    def quote_found(self, quote: Quote) -> None:
        self.events.append(("quote", quote))

    def draft_text(self, text: str) -> None:
        self.events.append(("draft", text))

    def gate_decided(self, gate: GateReport) -> None:
        self.events.append(("gate", gate))

    def prompt_progress(self, done: int, total: int) -> None:
        self.events.append(("progress", (done, total)))

    def answer_text(self, text: str) -> None:
        self.events.append(("answer", text))

    def kinds(self) -> list[str]:
        """The kinds of events, repetitions folded."""
        kinds = [kind for kind, _ in self.events]
        return [kind for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]

    def text(self, kind: str) -> str:
        """All text of one kind, joined."""
        return "".join(str(value) for each, value in self.events if each == kind)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def make_answerer() -> Callable[..., Answerer]:
    """Makes an answerer: `make_answerer(generator, passages, language=…, certainty=…)`.

    All texts are in `language`, unless `tell_language` tells.
    """

    def make(
        generator: Generator,
        passages: Sequence[FoundPassage] = (),
        *,
        language: str = "en",
        has_files: bool = False,
        certainty: float = 0.6,
        rule: AbsenceRule | None = None,
        shorten: Shorten | None = None,
        evidence: GateEvidence | None = None,
        weigh: EvidenceRule | None = None,
        quote: FindQuote | None = None,
        tell_language: Callable[[str], str] | None = None,
        **settings: Any,  # noqa: ANN401 - passed through
    ) -> Answerer:
        def search(_question: str, k: int) -> SearchResult:
            return SearchResult(tuple(passages[:k]), ("word",), evidence)

        book = load_prompt_book()
        wording = replace(book.wording(language), certainty=certainty)
        book = replace(book, wordings={**book.wordings, language: wording})
        tools = AnswerTools(
            search,
            tell_language or (lambda _text: language),
            book,
            load_refusals(),
            load_instruction_finder(),
            has_files,
            rule,
            evidence=weigh,
        )
        if quote is not None:
            tools = replace(tools, quote=quote)
        if shorten is not None:
            tools = replace(tools, shorten=shorten)
        return Answerer(generator, AnswerSettings(**{"threshold": 0.1, **settings}), tools)

    return make
