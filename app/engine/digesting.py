"""Digests of whole documents as jobs: read group by group, each kept when it is finished.

Indexing waits while documents are read, since two native libraries on the same cores slow each
other down many times over; questions do not wait (`QuestionFirst`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.answer.digest_kinds import Kind, find_kind, load_kinds
from app.answer.digest_merge import PointCheck, PointCollector
from app.answer.digest_plan import PassageGroup, group_passages, group_texts
from app.answer.digest_points import FoundPoint, list_points, section_points
from app.answer.digest_prompts import DigestPrompt, Step, load_digest_book
from app.answer.digest_reading import DigestReader
from app.answer.digest_summary import FEWEST, finish_summary
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.types import Digest, DigestTask
from app.engine.answering_gate import AnsweringGate
from app.engine.digest_progress import DigestMeter
from app.engine.jobs import Emit
from app.engine.models import ModelFactory
from app.engine.protocol import MakeDigest
from app.engine.question_first import QuestionFirst
from app.engine.threads import OwnerThread
from app.index.library import Library
from app.index.records import DigestKey, WholeDocument
from app.models.contracts import Generator

T = TypeVar("T")

_REDUCED = 4  # a section's sentences are about so many times shorter than the section
_MOST_LEVELS = 8


class Digesting:
    """Makes digests, one at a time, on the calling thread and the generator's."""

    def __init__(
        self,
        library: Library,
        store: OwnerThread,
        factory: ModelFactory,
        turns: QuestionFirst,
        gate: AnsweringGate,
        emit: Emit,
        check: PointCheck | None = None,
    ) -> None:
        """`store` is the thread of `library`; `gate` is the one that indexing waits at; `check`
        looks at points in the model's own words, on the thread that calls `digest`."""
        self._library = library
        self._store = store
        self._factory = factory
        self._turns = turns
        self._gate = gate
        self._emit = emit
        self._check = check
        self._book = load_digest_book()
        self._kinds = load_kinds()

    def digest(self, request: MakeDigest, cancel: CancelToken) -> Digest:
        """Read the documents of `request`. What is finished stays when it is cancelled.

        Raises UserError, DocumentError if one of them has gone, EnvironmentProblem,
        CancelledJobError.
        """
        started = time.perf_counter()
        documents = [self._whole(each) for each in dict.fromkeys(request.document_ids)]
        _check_readable(documents)
        self._call(lambda: self._library.forget_other_digests(self._book.version))
        with self._gate.answering():
            run = self._begin(request, documents, cancel)
            for document in documents:
                run.read(document)
            summary = run.sum_up() if request.task is DigestTask.SUMMARY else ""
        return Digest(
            task=request.task,
            instruction=request.instruction,
            documents=tuple(each.document for each in documents),
            summary=summary,
            points=run.collector.points,
            passages=sum(len(each.passages) for each in documents),
            skipped=0,
            total_ms=(time.perf_counter() - started) * 1000,
            model_id=run.model_id,
        )

    def _whole(self, document_id: int) -> WholeDocument:
        return self._call(lambda: self._library.whole_document(document_id))

    def _call(self, work: Callable[[], T]) -> T:
        return self._store.call(work, urgent=True)

    def _begin(
        self, request: MakeDigest, documents: Sequence[WholeDocument], cancel: CancelToken
    ) -> _Run:
        passages = sum(len(each.passages) for each in documents)
        chars = sum(len(each.text) for whole in documents for each in whole.passages)
        if request.task is DigestTask.SUMMARY:
            chars += chars // _REDUCED
        meter = DigestMeter(request.job, passages, chars, self._emit)
        meter.tell()
        instruction = " ".join(request.instruction.split())
        known = request.language in self._book.wordings
        language = request.language if known else documents[0].language
        step = Step.LIST if request.task is DigestTask.LIST else Step.SECTION
        prompt = DigestPrompt(self._book, step, language, instruction)
        model_id = request.model_id or self._factory.generator_id
        collector = PointCollector(self._check)
        return _Run(self, tuple(documents), prompt, model_id, meter, cancel, collector)

    def find_kind(self, prompt: DigestPrompt, language: str) -> Kind | None:
        """What the rules know of what is listed in a document of that language."""
        if prompt.step is not Step.LIST:
            return None
        return find_kind(self._kinds, prompt.instruction, language)

    def parts(self, key: DigestKey) -> dict[str, str]:
        """The finished parts that were kept."""
        return self._call(lambda: self._library.digest_parts(key))

    def make_part(self, key: DigestKey, part: str, reading: _Reading, cancel: CancelToken) -> str:
        """Let the model read, and keep what it wrote."""
        written = self._turns.run(key.model_id, reading.read, cancel)
        self._call(lambda: self._library.keep_digest_part(key, part, written))
        return written


@dataclass(frozen=True, slots=True)
class _Reading:
    """One piece of work for the model; only the time that it takes itself is counted."""

    prompt: DigestPrompt
    text: str
    meter: DigestMeter

    def read(self, generator: Generator, cancel: CancelToken) -> str:
        """Read, on the generator's thread."""
        with self.meter.reading(len(self.text)):
            return DigestReader(generator).read(self.prompt, self.text, cancel)


@dataclass(slots=True)
class _Run:
    """One digest while it is made."""

    maker: Digesting
    documents: tuple[WholeDocument, ...]
    prompt: DigestPrompt
    model_id: str
    meter: DigestMeter
    cancel: CancelToken
    collector: PointCollector

    def read(self, document: WholeDocument) -> None:
        """Read one document and take in its points."""
        language = document.language if self.prompt.step is Step.LIST else self.prompt.language
        prompt = self.prompt.in_language(language or self.prompt.language)
        kind = self.maker.find_kind(prompt, document.language)
        key = self._key((document,), prompt)
        parts = self.maker.parts(key)
        for group in group_passages(document.passages, prompt.size.chars):
            self.cancel.check()
            written = self._read_group(group, key, parts, prompt, kind)
            points = self._points(document, group, written, prompt, kind)
            self.meter.advance(len(group.passages), group.chars, self.collector.add(points))

    def _read_group(
        self,
        group: PassageGroup,
        key: DigestKey,
        parts: dict[str, str],
        prompt: DigestPrompt,
        kind: Kind | None,
    ) -> str:
        """What the model writes about one group, which is read only where it can hold a point."""
        name = f"{prompt.step}/{group.name}"
        written = parts.get(name)
        if written is None and kind is not None and not kind.may_stand_in(group.text):
            written = ""
        if written is None:
            reading = _Reading(prompt, group.text, self.meter)
            written = self.maker.make_part(key, name, reading, self.cancel)
        return written

    @staticmethod
    def _points(
        document: WholeDocument,
        group: PassageGroup,
        written: str,
        prompt: DigestPrompt,
        kind: Kind | None,
    ) -> list[FoundPoint]:
        """What was written about one group, as points that its passages bear out."""
        none = prompt.book.none
        if prompt.step is Step.LIST:
            return list_points(group.passages, written, none, kind, prompt.language)
        return section_points(
            group.passages,
            written,
            none,
            prompt.language,
            translated=_is_foreign(document, prompt.language),
        )

    def sum_up(self) -> str:
        """The text over all points; they are summed up in several goes where they are many."""
        points = self.collector.points
        texts = [each.text for each in points]
        if len(texts) > FEWEST:
            prompt = self.prompt.at(Step.WHOLE)
            key = self._key(self.documents, prompt)
            parts = self.maker.parts(key)
            for _level in range(_MOST_LEVELS):
                joined = group_texts(texts, prompt.size.chars)
                texts = [self._read_sum(each, key, parts, prompt) for each in joined]
                if len(joined) == 1:
                    break
        language = self.prompt.language
        return finish_summary(
            "\n".join(texts),
            points,
            self.collector.passages,
            language,
            translated=any(_is_foreign(each, language) for each in self.documents),
        )

    def _read_sum(
        self, text: str, key: DigestKey, parts: dict[str, str], prompt: DigestPrompt
    ) -> str:
        name = f"{prompt.step}/{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()}"
        written = parts.get(name)
        if written is None:
            reading = _Reading(prompt, text, self.meter)
            written = self.maker.make_part(key, name, reading, self.cancel)
        self.meter.advance(0, len(text))
        return written

    def _key(self, documents: Sequence[WholeDocument], prompt: DigestPrompt) -> DigestKey:
        return DigestKey(
            documents=tuple(each.text_sha256 for each in documents),
            task=self.prompt.step.value,
            instruction=prompt.instruction.casefold(),
            language=prompt.language,
            model_id=self.model_id,
            prompt_version=prompt.book.version,
        )


def _is_foreign(document: WholeDocument, language: str) -> bool:
    """Whether a document is known to be in another language."""
    return bool(document.language) and document.language != language


def _check_readable(documents: Sequence[WholeDocument]) -> None:
    """Raise UserError where there is nothing to read."""
    if not documents:
        raise UserError(
            "There is no document to read.",
            why="None of the chosen files has been read into the library yet.",
            next_step="Wait until they are indexed, or choose other files.",
        )
    empty = next((each for each in documents if not each.passages), None)
    if empty is not None:
        raise UserError(
            f"There is no text in {empty.document}.",
            why="It was read and nothing was found in it; it may be a scan.",
            next_step="Leave it out, or run text recognition (OCR) on it and index it again.",
        )
