"""Makes the vectors of the embedder that is to come, while the present one answers."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, MargineError
from app.engine.answering_gate import AnsweringGate
from app.engine.batching import BatchSizer
from app.engine.models import ModelFactory
from app.engine.protocol import EmbedderPrepared, Message
from app.engine.threads import OwnerThread
from app.index.library import Library
from app.index.next_vectors import NextVectors
from app.index.records import EmbedderInfo
from app.models.contracts import Embedder

_log = logging.getLogger(__name__)

_ROUND = 64  # passages that are looked at together, some seconds' work
_CLOSE_DEADLINE_S = 10.0


class NextEmbedding:
    """Works on a thread of its own, steps aside for questions, and goes on where it was stopped.

    What is added to the library after it was passed is embedded when the new embedder is used.
    """

    def __init__(
        self,
        library: Library,
        store: OwnerThread,
        folder: Path,
        coming: ModelFactory,
        gate: AnsweringGate,
        emit: Callable[[Message], None],
    ) -> None:
        """`folder` is the library's; `store` makes every call on it."""
        self._library = library
        self._store = store
        self._folder = folder
        self._coming = coming
        self._gate = gate
        self._emit = emit
        self._cancel = CancelToken()
        self._sizer = BatchSizer()
        self._thread = OwnerThread("next-embedder")

    def begin(self) -> None:
        """Start, or go on."""
        self._thread.submit(self._run)

    def close(self) -> None:
        """Stop; what was made is kept."""
        self._cancel.cancel()
        self._thread.close(_CLOSE_DEADLINE_S)

    def _run(self) -> None:
        name = self._coming.embedder_id
        try:
            self._gate.wait_until_free(self._cancel)
            embedder = self._coming.load_embedder()
            info = EmbedderInfo(embedder.identity, embedder.dimension)
            vectors = NextVectors.open(self._folder, info)
            try:
                self._prepare(name, embedder, vectors)
            finally:
                vectors.close()
        except CancelledJobError:
            return
        except MargineError as error:
            self._emit(EmbedderPrepared(name, 0, 0, trouble=str(error)))
        except Exception as error:  # noqa: BLE001 - where a job ends; libraries raise all sorts
            _log.exception("the next embedder cannot be prepared")
            self._emit(EmbedderPrepared(name, 0, 0, trouble=str(error)[:300]))

    def _prepare(self, name: str, embedder: Embedder, vectors: NextVectors) -> None:
        done, last = 0, 0
        while True:
            texts = self._store.call(lambda after=last: self._library.texts_after(after, _ROUND))  # type: ignore[misc]  # the round's own number
            total = self._store.call(self._library.count_texts)
            if not texts:
                break
            missing = vectors.missing([each for _id, each, _text in texts])
            wanted = {each: text for _id, each, text in texts if each in missing}
            self._embed(embedder, wanted, vectors)
            done += len(texts)
            last = texts[-1][0]
            if wanted:
                self._emit(EmbedderPrepared(name, min(done, total), total))
        vectors.set_complete()
        self._emit(EmbedderPrepared(name, total, total, ready=True))

    def _embed(self, embedder: Embedder, wanted: dict[bytes, str], vectors: NextVectors) -> None:
        """Embed and keep these texts, the longest first, batch by batch."""
        rest = sorted(wanted.items(), key=lambda each: len(each[1]), reverse=True)
        while rest:
            self._gate.wait_until_free(self._cancel)
            size = self._sizer.take([len(text) for _hash, text in rest])
            batch, rest = rest[:size], rest[size:]
            began = time.monotonic()
            made = embedder.embed_passages([text for _hash, text in batch])
            self._sizer.measure([len(text) for _hash, text in batch], time.monotonic() - began)
            usable = np.isfinite(made).all(axis=1) & (made != 0).any(axis=1)
            hashes = [each for (each, _text), good in zip(batch, usable, strict=True) if good]
            vectors.store(hashes, made[usable])
