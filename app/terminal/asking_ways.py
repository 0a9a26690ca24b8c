"""The ways to answer from several passages, asked of the program's own engine."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from app.answer.answerer import AnswerSettings
from app.answer.instructions import load_instruction_finder
from app.answer.refusal import load_refusals
from app.answer.shorten import PassageShortener
from app.answer.side_by_side import TEMPERATURE
from app.answer.templates import PromptBook
from app.answer.tools import AnswerTools
from app.core.cancel import CancelToken
from app.core.settings import Settings
from app.core.types import FoundPassage
from app.engine.protocol import Search, SearchDone
from app.evaluate.answers_record import EntryId, PutQuestion
from app.evaluate.rag_record import RagRow, RagWay
from app.evaluate.rag_run import RagRunner
from app.index.language import guess_language
from app.index.records import SearchResult
from app.models.contracts import Generator
from app.terminal.session import EngineSession


class WaysSession:
    """Asks one session's engine, on its generator's thread, with the tools that it answers with."""

    def __init__(
        self,
        session: EngineSession,
        settings: Settings,
        book: PromptBook,
        entry_id: EntryId,
        ways: Collection[RagWay],
        temperature: float = TEMPERATURE,
    ) -> None:
        languages = session.engine.languages()
        self._session = session
        self._entry_id = entry_id
        self._ways = ways
        self._temperature = temperature
        self._tools = AnswerTools(
            search=self._search,
            guess_language=lambda text: guess_language(text, languages),
            book=book,
            refusals=load_refusals(),
            instructions=load_instruction_finder(),
            shorten=PassageShortener(guess_language).shorten,
        )
        self._settings = AnswerSettings(
            threshold=0.0,
            max_tokens=settings.integer("answer.max_tokens"),
            passages=settings.integer("answer.passages"),
            passage_tokens=settings.integer("answer.passage_tokens"),
        )

    def ask(self, question: PutQuestion) -> RagRow:
        """Search for `question` and answer it in each way. Raises MargineError,
        CancelledJobError."""
        began = time.perf_counter()
        found = self._search(question.text, self._settings.passages).passages
        return self.answer(question, found, (time.perf_counter() - began) * 1000)

    def answer(
        self, question: PutQuestion, found: Sequence[FoundPassage], search_ms: float = 0.0
    ) -> RagRow:
        """Answer `question` in each way from what was found for it. Raises as `ask` does."""

        def work(generator: Generator, cancel: CancelToken) -> RagRow:
            runner = RagRunner(
                generator,
                self._tools,
                self._settings,
                self._entry_id,
                ways=self._ways,
                temperature=self._temperature,
            )
            return runner.answer(question, found, cancel, search_ms)

        return self._session.on_generator(work)

    def _search(self, question: str, count: int) -> SearchResult:
        ending = self._session.result(Search(self._session.next_job(), question, count))
        assert isinstance(ending, SearchDone)  # noqa: S101 - the ending of a search
        return SearchResult(ending.passages, ending.words)
