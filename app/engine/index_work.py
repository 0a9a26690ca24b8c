"""The threads of one indexing job at work: one compares, some read, the caller's embeds."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem, MargineError
from app.engine.answering_gate import AnsweringGate
from app.engine.index_embedding import EmbeddingStage
from app.engine.index_ports import DocumentReader, Embed
from app.engine.index_reading import ReadingStage, ReadingTools
from app.engine.index_scan import Comparison, ScanResult
from app.engine.index_scope import Scope
from app.engine.index_tasks import ChildToken, EmbedTask, FileTask, LibraryFailure, Store
from app.engine.progress import Reporter
from app.ingest.leaves import Measure
from app.ingest.readers.registry import supported
from app.ingest.scan import IsSupported
from app.ingest.split import SplitSettings

_log = logging.getLogger(__name__)


def is_supported_path(path: str) -> bool:
    """Whether there is a reader for files named like `path`."""
    return supported(Path(path))


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What indexing is told by the settings. `max_bytes` is the largest file that is read.

    The reading threads ask `window_tokens` how much the embedder takes at a time, and
    `password_of` for the password of the file at a path ("" where none is known).
    """

    split: SplitSettings = field(default_factory=SplitSettings)
    max_bytes: int = 512 * 1024 * 1024
    is_supported: IsSupported = is_supported_path
    window_tokens: Callable[[], int | None] = lambda: None
    password_of: Callable[[str], str] = lambda _path: ""


@dataclass(frozen=True, slots=True)
class IndexTools:
    """What an indexing job works with."""

    store: Store
    pool: DocumentReader
    embed: Embed | None
    measure: Measure
    gate: AnsweringGate
    reporter: Reporter
    settings: IndexSettings


class IndexWork:
    """One look at the disk and the work it brings. `run` is called once."""

    def __init__(
        self,
        tools: IndexTools,
        scopes: Sequence[Scope],
        tasks: Sequence[FileTask],
        cancel: CancelToken,
    ) -> None:
        """`tasks` are worked on beside what is found in `scopes`."""
        self._tools = tools
        self._scopes = scopes
        self._stop = ChildToken(cancel)
        self._failure: MargineError | None = None
        self._interrupted = False
        self._compared = threading.Event()
        self.found = ScanResult()
        self.embedding = EmbeddingStage(
            tools.store, tools.embed, tools.gate, tools.reporter, self._stop
        )
        self.reading = ReadingStage(
            ReadingTools(
                tools.store,
                tools.pool,
                tools.measure,
                tools.settings.split,
                tools.settings.window_tokens,
                tools.gate,
                tools.reporter,
                tools.settings.max_bytes,
                tools.settings.password_of,
            ),
            self.embedding.put,
            self.embedding.count_waiting,
            self.embedding.wake,
            self._stop,
        )
        for task in tasks:
            self.reading.put(task)

    def run(self) -> None:
        """Do it all; return when every file is in its final state.

        Raises CancelledJobError, LibraryFailure or MargineError. The threads have ended then.
        """
        comparing = threading.Thread(
            target=self._compare, name="margine-comparing-files", daemon=True
        )
        comparing.start()
        self.reading.start()
        try:
            self._embed_until_done()
            self.embedding.embed_live()
            self._stop.check()  # cancelled reading threads have ended too, with work left over
        finally:
            self._stop.cancel()
            self.reading.join()
            comparing.join()

    def _embed_until_done(self) -> None:
        while True:
            self._raise_failure()
            if self.embedding.wait_for_document():
                self.embedding.run_round(self._finish_document)
            elif self._compared.is_set() and self.reading.done:
                break
            self._tools.reporter.tell()
        self._raise_failure()

    def _raise_failure(self) -> None:
        """Raise what ended one of the other threads."""
        failure = self._failure or self.reading.failure
        if failure is not None:
            raise failure
        if self._interrupted or self.reading.interrupted:
            raise CancelledJobError

    def _finish_document(self, task: EmbedTask, searchable: bool) -> None:
        self.reading.document_finished(task.sha256, searchable=searchable)

    def _compare(self) -> None:
        tools = self._tools
        comparison = Comparison(
            tools.store,
            tools.settings.is_supported,
            self.reading.put,
            tools.reporter,
            tools.gate,
            self._stop,
        )
        try:
            self.found = comparison.run(self._scopes)
        except CancelledJobError:
            self._interrupted = True
        except LibraryFailure as failure:
            self._failure = failure.error
        except Exception as error:  # noqa: BLE001 - a thread ends here, and the job must hear of it
            _log.exception("comparing the files failed")
            self._failure = EnvironmentProblem(
                "Looking for files failed.", why=f"{type(error).__name__}; see the log."
            )
        finally:
            tools.reporter.end_scan()
            self.reading.close()
            self._compared.set()
            self.embedding.wake()
