"""Gives stored passages their vectors, batch by batch, and makes finished documents searchable.

Each batch is stored at once, so that a process that is killed loses at most one. Short documents
share batches; within a round, passages go longest first, so that few are padded much.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.core.cancel import CancelToken
from app.core.errors import DocumentError
from app.core.types import FileState
from app.engine.answering_gate import AnsweringGate
from app.engine.batching import BatchSizer
from app.engine.index_ports import Embed, IndexLibrary
from app.engine.index_tasks import EmbedTask, Store
from app.engine.progress import Reporter

_log = logging.getLogger(__name__)

ROUND = 64
"""Passages sorted and embedded together: some seconds' work, after which documents appear."""

_LOOK_S = 0.1


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A passage that wants a vector; `task` is None for one of a live document."""

    passage_id: int
    text: str
    task: EmbedTask | None


class EmbeddingStage:
    """The embedding half of one job, run by its thread; `put` may be called by any thread."""

    def __init__(
        self,
        store: Store,
        embed: Embed | None,
        gate: AnsweringGate,
        reporter: Reporter,
        cancel: CancelToken,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without `embed` (no model installed) documents are found by their words alone."""
        self._store = store
        self._embed = embed
        self._gate = gate
        self._reporter = reporter
        self._cancel = cancel
        self._clock = clock
        self._sizer = BatchSizer()
        self._changed = threading.Condition()
        self._documents: deque[EmbedTask] = deque()
        self._missing: dict[int, int] = {}  # by document: passages without a vector
        self._rejected: set[int] = set()  # documents of which a passage got no usable vector
        self.passages_embedded = 0

    def put(self, task: EmbedTask) -> None:
        """Add a stored document."""
        with self._changed:
            self._documents.append(task)
            self._missing[task.document_id] = task.missing
            self._changed.notify()

    def count_waiting(self) -> int:
        """Passages handed in that have no vector yet. Any thread."""
        with self._changed:
            return sum(self._missing.values())

    def wake(self) -> None:
        """Let `wait_for_document` look around. Any thread."""
        with self._changed:
            self._changed.notify_all()

    def wait_for_document(self) -> bool:
        """Wait a moment for a document; return whether there is one. Raises CancelledJobError.

        While a question is answered there is none, and the job says that it waits.
        """
        self._cancel.check()
        held_up = self._gate.busy
        self._reporter.pause(held_up)
        with self._changed:
            if held_up or not self._documents:
                self._changed.wait(_LOOK_S)
            return bool(self._documents) and not held_up

    def run_round(self, finished: Callable[[EmbedTask, bool], None]) -> None:
        """Embed the next passages, and publish each document that has all its vectors.

        `finished` is told of each document, and whether it is searchable now. Raises
        CancelledJobError, LibraryFailure and what `embed` raises; what was stored stays.
        """
        with self._changed:  # short ones first: a book of a thousand pages holds up no letter
            documents = sorted(self._documents, key=lambda each: self._missing[each.document_id])
        documents = self._leave_unwanted(documents, finished)
        passages: list[_Waiting] = []
        complete: list[EmbedTask] = []
        for task in documents:
            room = ROUND - len(passages)
            if room <= 0:
                break
            pending = self._pending(task, room)
            passages += [_Waiting(passage_id, text, task) for passage_id, text in pending]
            if len(pending) < room:
                complete.append(task)
        self._embed_all(passages)
        for task in complete:
            self._publish(task, finished)

    def _leave_unwanted(
        self, documents: list[EmbedTask], finished: Callable[[EmbedTask, bool], None]
    ) -> list[EmbedTask]:
        """Drop the documents of files that the person took out meanwhile, and let those wait
        whose folder was paused; return the others."""
        left = self._store.call(lambda library: _leave_unwanted(library, documents))
        for task in left:
            self._end(task, finished, searchable=False)
        return [task for task in documents if task not in left]

    def embed_live(self) -> None:
        """Embed the passages of searchable documents, as after a change of the embedder."""
        while self._embed is not None:
            self._cancel.check()
            pending = self._store.call(lambda library: library.pending_vectors(None, ROUND))
            pending = [each for each in pending if each[0] not in self._rejected]
            if not pending:
                return
            self._reporter.know_passages(None, len(pending))
            self._embed_all([_Waiting(passage_id, text, None) for passage_id, text in pending])

    def _pending(self, task: EmbedTask, limit: int) -> list[tuple[int, str]]:
        if self._embed is None or task.document_id in self._rejected:
            return []
        return self._store.call(lambda library: library.pending_vectors(task.document_id, limit))

    def _embed_all(self, passages: list[_Waiting]) -> None:
        """Embed and store in batches, the longest passages first."""
        passages.sort(key=lambda each: len(each.text), reverse=True)
        position = 0
        while position < len(passages):
            self._wait_for_turn()
            lengths = [len(each.text) for each in passages[position:]]
            size = self._sizer.take(lengths)
            self._embed_batch(passages[position : position + size])
            position += size

    def _wait_for_turn(self) -> None:
        if self._gate.busy:
            self._reporter.pause(True)
            try:
                self._gate.wait_until_free(self._cancel)
            finally:
                self._reporter.pause(False)
        self._cancel.check()

    def _embed_batch(self, batch: list[_Waiting]) -> None:
        assert self._embed is not None  # noqa: S101 - without it nothing is pending
        began = self._clock()
        vectors = self._embed([each.text for each in batch])
        self._sizer.measure([len(each.text) for each in batch], self._clock() - began)
        usable = np.isfinite(vectors).all(axis=1) & (vectors != 0).any(axis=1)
        good = [each for each, is_good in zip(batch, usable, strict=True) if is_good]
        if good:
            ids = [each.passage_id for each in good]
            self._store.call(lambda library: library.store_vectors(ids, vectors[usable]))
        for each, is_good in zip(batch, usable, strict=True):
            if not is_good:
                self._reject(each)
        self._count(good)

    def _reject(self, passage: _Waiting) -> None:
        """Note that the embedder made no vector of a passage, so that nobody waits for it."""
        _log.warning("passage %d got no usable vector", passage.passage_id)
        self._rejected.add(passage.passage_id if passage.task is None else passage.task.document_id)

    def _count(self, batch: list[_Waiting]) -> None:
        self.passages_embedded += len(batch)
        with self._changed:
            for each in batch:
                if each.task is not None:
                    self._missing[each.task.document_id] -= 1
        counts = Counter(each.task.task.file_id if each.task else None for each in batch)
        for file_id, count in counts.items():
            self._reporter.embed_passages(file_id, count)

    def _publish(self, task: EmbedTask, finished: Callable[[EmbedTask, bool], None]) -> None:
        """Make a document searchable, and take it off the list."""
        publish = _give_up if task.document_id in self._rejected else _publish
        searchable = self._store.call(partial(publish, task=task))
        self._end(task, finished, searchable=searchable)

    def _end(
        self, task: EmbedTask, finished: Callable[[EmbedTask, bool], None], *, searchable: bool
    ) -> None:
        with self._changed:
            self._documents.remove(task)
            del self._missing[task.document_id]
        self._reporter.finish_file(task.task.file_id)
        finished(task, searchable)


def _drop_taken_out(library: IndexLibrary, tasks: Sequence[EmbedTask]) -> list[EmbedTask]:
    """Drop the documents whose file is not in the library any more; return their tasks."""
    gone = [task for task in tasks if not library.has_file(task.task.file_id)]
    for task in gone:
        library.drop_document(task.document_id)
    return gone


def _leave_unwanted(library: IndexLibrary, tasks: Sequence[EmbedTask]) -> list[EmbedTask]:
    """Drop documents whose file is not in the library any more, and keep those of a paused folder
    for later; return the tasks of both."""
    gone = _drop_taken_out(library, tasks)
    rules = library.folder_rules()
    paused = {root_id for root_id, rule in rules.items() if rule.paused}
    waiting = [task for task in tasks if task.task.root_id in paused and task not in gone]
    for task in waiting:
        library.set_state(task.task.file_id, FileState.WAITING)
    return [*gone, *waiting]


def _publish(library: IndexLibrary, task: EmbedTask) -> bool:
    """Show the document, unless its file was taken out of the library meanwhile."""
    if _drop_taken_out(library, [task]):
        return False
    library.publish_document(task.document_id, task.task.file_id)
    return True


def _give_up(library: IndexLibrary, task: EmbedTask) -> bool:
    """Drop a document that cannot be embedded, and say so at its file."""
    error = DocumentError(
        "One of its passages cannot be turned into a vector.",
        next_step="Try again, or choose another embedder.",
    )
    library.drop_document(task.document_id)
    library.set_state(task.task.file_id, FileState.FAILED, str(error), sha256=task.sha256)
    return False
