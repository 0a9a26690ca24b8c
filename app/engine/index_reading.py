"""Reads files into stored documents, on as many threads as there are readers.

Each thread takes a file, looks whether its content is known already, and otherwise has it read,
splits it and stores it; its passages then wait for their vectors. Reading runs ahead of
embedding by a bounded number of passages.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import (
    CancelledJobError,
    DocumentError,
    DocumentLockedError,
    EnvironmentProblem,
    MargineError,
    NoTextError,
    UnsupportedFileError,
)
from app.core.folders import ONLY_IN_CLOUD
from app.core.types import DocumentText, FileStat, FileState, Passage
from app.engine.answering_gate import AnsweringGate
from app.engine.file_reading import MOST_STOPS, set_aside
from app.engine.index_ports import DocumentReader, IndexLibrary
from app.engine.index_reasons import AWAY, kept_changing, too_large, unexpected, unreadable
from app.engine.index_tasks import (
    EmbedTask,
    FileTask,
    LibraryFailure,
    Store,
    hash_file,
    link_known,
)
from app.engine.presence import may_be_away
from app.engine.progress import Reporter
from app.engine.protocol import PageRead
from app.ingest.leaves import Measure
from app.ingest.readers.base import state_of
from app.ingest.split import SplitSettings, split
from app.ingest.stat import is_elsewhere, stat_file

_log = logging.getLogger(__name__)

READ_AHEAD = 4000
"""Passages that may wait for their vectors before reading waits too: some minutes' work."""

LONG_TEXT = 4_000_000
"""Characters of a document whose splitting may take gigabytes: some 250 bytes a line."""

_LOOK_S = 0.1  # how often a waiting thread looks at its cancel token
_TRIES = 2  # a file that changes while it is read is read again once


@dataclass(frozen=True, slots=True)
class ReadingTools:
    """What the reading threads work with. `max_bytes` is the largest file that is read.

    `window_tokens` tells how much the embedder takes at a time, None if there is none;
    `password_of` tells the password of the file at a path, "" where none is known.
    """

    store: Store
    pool: DocumentReader
    measure: Measure
    split_settings: SplitSettings
    window_tokens: Callable[[], int | None]
    gate: AnsweringGate
    reporter: Reporter
    max_bytes: int
    password_of: Callable[[str], str]


class _FileVanishedError(Exception):
    """The file is not there any more."""


class _FileTakenOutError(Exception):
    """The person took the file out of the library meanwhile, paused its folder, or keeps its
    content elsewhere: it is left as it is."""


class _FileChangedError(Exception):
    """The file was written to while it was read."""


class ReadingStage:
    """The reading threads of one job. Tasks may be put, and documents finished, by any thread."""

    def __init__(
        self,
        tools: ReadingTools,
        put_document: Callable[[EmbedTask], None],
        count_waiting: Callable[[], int],
        on_end: Callable[[], None],
        cancel: CancelToken,
    ) -> None:
        """`count_waiting` tells how many passages wait for their vectors.

        `on_end` is called as each thread ends.
        """
        self._tools = tools
        self._put_document = put_document
        self._count_waiting = count_waiting
        self._on_end = on_end
        self._cancel = cancel
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._tasks: deque[FileTask] = deque()
        self._closed = False
        self._busy = 0
        self._same: dict[str, list[FileTask]] = {}  # by content: files that wait for one like them
        self._files_read = 0
        self._files_hashed = 0
        self._vanished = False
        self._failure: MargineError | None = None
        self._interrupted = False

    def start(self) -> None:
        """Start one thread per reader."""
        for number in range(max(1, self._tools.pool.size)):
            name = f"margine-reading-{number}"
            thread = threading.Thread(target=self._run, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def put(self, task: FileTask) -> None:
        """Add a file to be read."""
        with self._changed:
            self._tasks.append(task)
            self._changed.notify()

    def close(self) -> None:
        """No file will be put any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def join(self) -> None:
        """Wait until the threads have ended: all is done, or the job was cancelled or failed."""
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    @property
    def done(self) -> bool:
        """Whether every file was dealt with, and none waits for another like it."""
        with self._changed:
            return self._is_done()

    @property
    def failure(self) -> MargineError | None:
        """The error that ended reading as a whole."""
        with self._changed:
            return self._failure

    @property
    def interrupted(self) -> bool:
        """Whether a thread ended before its work did."""
        with self._changed:
            return self._interrupted

    @property
    def files_read(self) -> int:
        """How many files were read from beginning to end."""
        with self._changed:
            return self._files_read

    @property
    def files_hashed(self) -> int:
        """How many files were read to know their content."""
        with self._changed:
            return self._files_hashed

    @property
    def vanished(self) -> bool:
        """Whether a file was gone when its turn came: it may have got another name."""
        with self._changed:
            return self._vanished

    def document_finished(self, sha256: str, *, searchable: bool) -> None:
        """The document of this content is searchable now, or will not come to be.

        Files of the same content that waited for it show it, or are taken up by themselves.
        Raises LibraryFailure.
        """
        with self._changed:
            waiting = self._same.pop(sha256, [])
            if not searchable:
                self._tasks.extendleft(reversed(waiting))
                waiting = []
            self._changed.notify_all()
        for task in waiting:
            self._link(task, sha256)

    # ------------------------------------------------------------------------- the threads

    def _run(self) -> None:
        try:
            while (task := self._next_task()) is not None:
                try:
                    self._process(task)
                finally:
                    with self._changed:
                        self._busy -= 1
                        self._changed.notify_all()
        except CancelledJobError:  # the job's, or the pool and the library are closing
            with self._changed:
                self._interrupted = True
        except LibraryFailure as failure:
            self._fail(failure.error)
        except MargineError as error:  # no reader can be started, no embedder to measure with
            self._fail(error)
        except Exception as error:  # noqa: BLE001 - a thread ends here, and the job must hear of it
            _log.exception("a reading thread failed")
            self._fail(EnvironmentProblem("Reading the files failed.", why=type(error).__name__))
        finally:
            self._on_end()

    def _next_task(self) -> FileTask | None:
        """The next file, when it is its turn; None when there will be none."""
        while True:
            self._tools.gate.wait_until_free(self._cancel)
            with self._changed:
                if self._failure is not None or self._is_done():
                    return None
                if self._tasks and self._count_waiting() < READ_AHEAD:
                    self._busy += 1
                    return self._tasks.popleft()
                self._changed.wait(_LOOK_S)

    def _is_done(self) -> bool:
        return self._closed and not (self._busy or self._same or self._tasks)

    def _fail(self, error: MargineError) -> None:
        """End the job: the embedding thread sees the failure and raises it."""
        with self._changed:
            self._failure = self._failure or error
            self._changed.notify_all()

    def _process(self, task: FileTask) -> None:
        """Bring one file to its document, or to the state that says why there is none."""
        claimed: list[str] = []  # the content that is ours, until it is handed on
        try:
            self._read_again_if_changed(task, claimed)
        except _FileVanishedError:
            self._remove(task)
        except _FileTakenOutError:
            self._tools.reporter.finish_file(task.file_id)
        except DocumentError as error:
            self._settle(task, error, claimed[0] if claimed else None)
        except OSError as error:
            self._settle(task, unreadable(error), None)
        except (CancelledJobError, LibraryFailure, MargineError):
            raise
        except Exception as error:  # noqa: BLE001 - a bug met by one file must not stop the others
            _log.exception("a file could not be taken in")
            self._settle(task, unexpected(error), None)
        finally:
            for sha256 in claimed:
                self.document_finished(sha256, searchable=False)

    def _read_again_if_changed(self, task: FileTask, claimed: list[str]) -> None:
        for _ in range(_TRIES):
            try:
                self._read(task, claimed)
            except _FileChangedError:
                while claimed:
                    self.document_finished(claimed.pop(), searchable=False)
            else:
                return
        raise kept_changing()

    def _read(self, task: FileTask, claimed: list[str]) -> None:
        """One try at a file. Raises DocumentError, OSError, _FileVanishedError, _FileChangedError.

        `claimed` holds the content's hash while this file is the one that answers for it.
        """
        stat = self._look(task)
        sha256 = hash_file(task.path, stat.size, self._cancel)
        with self._changed:
            self._files_hashed += 1
        if not self._claim(task, sha256):
            return
        claimed.append(sha256)
        if not task.force and self._link(task, sha256):
            claimed.clear()
            self.document_finished(sha256, searchable=True)
            return
        known = self._tools.store.call(lambda library: _unfinished(library, sha256, task.force))
        document_id, missing = known or self._read_document(task, sha256)
        now = stat_file(task.path)
        if now is None:
            raise _FileVanishedError
        if now != stat:
            raise _FileChangedError
        claimed.clear()
        self._tools.reporter.know_passages(task.file_id, missing)
        self._put_document(EmbedTask(document_id, task, sha256, missing))

    def _read_document(self, task: FileTask, sha256: str) -> tuple[int, int]:
        """Read, split and store a file; return the document's id and its missing vectors."""
        document = self._read_pages(task, sha256)
        passages = self._split(document, sha256)
        if not passages:
            raise NoTextError("The file holds no text that can be read.")
        with self._changed:
            self._files_read += 1
        return self._tools.store.call(lambda library: _begin(library, sha256, document, passages))

    def _split(self, document: DocumentText, sha256: str) -> Sequence[Passage]:
        """The document's passages. This process may run out of memory over a long text of very
        many lines, and would at each start: until it is done, that counts as a stop."""
        settings = self._tools.split_settings
        window = self._tools.window_tokens()
        if window is not None:
            settings = settings.for_window(window)
        if sum(len(page.text) for page in document.pages) < LONG_TEXT:
            return split(document, self._measure, settings)
        store = self._tools.store
        stops = store.call(lambda library: library.reader_stops(sha256))
        store.call(lambda library: library.set_reader_stops(sha256, stops + 1))
        try:
            return split(document, self._measure, settings)
        finally:
            store.call(lambda library: library.set_reader_stops(sha256, stops))

    def _read_pages(self, task: FileTask, sha256: str) -> DocumentText:
        """Have the file read, unless what it holds has stopped readers before.

        Each stop is stored as it happens, so that it counts even if this process ends too; what
        was read in the end, or is wanted by the person, counts anew.
        """
        store = self._tools.store
        stops = store.call(lambda library: library.reader_stops(sha256))
        if stops and task.force:
            store.call(lambda library: library.set_reader_stops(sha256, 0))
            stops = 0
        if stops >= MOST_STOPS:
            raise set_aside()

        def note_stop() -> None:
            nonlocal stops
            stops += 1
            store.call(lambda library: library.set_reader_stops(sha256, stops))

        return self._tools.pool.read(
            Path(task.path),
            self._tools.password_of(task.path),
            partial(self._count_page, task),
            self._cancel,
            note_stop,
        )

    def _look(self, task: FileTask) -> FileStat:
        """Note the file as being read, as it is now."""
        stat = stat_file(task.path)
        if is_elsewhere(task.path):
            self._leave_in_cloud(task)
        if stat is None:
            raise _FileVanishedError
        if not self._tools.store.call(lambda library: _note_reading(library, task, stat)):
            raise _FileTakenOutError
        self._tools.reporter.files_changed(task.file_id)
        if stat.size > self._tools.max_bytes:
            raise too_large(stat.size, self._tools.max_bytes)
        return stat

    def _leave_in_cloud(self, task: FileTask) -> None:
        """Do not open the file, which would download it; what was read of it before stays."""
        if self._tools.store.call(lambda library: _has_document(library, task)):
            raise _FileTakenOutError
        raise UnsupportedFileError(ONLY_IN_CLOUD)

    def _claim(self, task: FileTask, sha256: str) -> bool:
        """Take up this content, unless another file with it is being dealt with: then wait."""
        with self._changed:
            if sha256 in self._same:
                self._same[sha256].append(task)
                return False
            self._same[sha256] = []
            return True

    def _measure(self, texts: Sequence[str]) -> list[int]:
        """Measure in turn, so that a long document holds up neither an answer nor an end."""
        self._tools.gate.wait_until_free(self._cancel)
        return self._tools.measure(texts)

    def _count_page(self, task: FileTask, event: PageRead) -> None:
        name = Path(task.path).name
        done = event.page.index + 1
        self._tools.reporter.read_page(task.file_id, name, done, event.page_count)

    # ------------------------------------------------------------------- how a file's turn ends

    def _link(self, task: FileTask, sha256: str) -> bool:
        """Show the document that there is of this content, if there is one."""
        linked = self._tools.store.call(lambda library: link_known(library, task.file_id, sha256))
        if linked:
            self._tools.reporter.finish_file(task.file_id)
        return linked

    def _settle(self, task: FileTask, error: DocumentError, sha256: str | None) -> None:
        """Say why there is no document of a file; unless the file itself is gone by now."""
        if not _is_there(task.path):
            self._remove(task)
            return
        if not self._keeps_text(task, error, sha256):
            state, reason = state_of(error), str(error)
            self._tools.store.call(
                lambda library: library.set_state(task.file_id, state, reason, sha256=sha256)
            )
        self._tools.reporter.finish_file(task.file_id)

    def _keeps_text(self, task: FileTask, error: DocumentError, sha256: str | None) -> bool:
        """A locked file that has not changed keeps what was read with its password, which is
        forgotten by now: other rules for passages are no reason to lose it."""
        if not isinstance(error, DocumentLockedError) or sha256 is None:
            return False
        return self._tools.store.call(lambda library: library.keep_document(task.file_id, sha256))

    def _remove(self, task: FileTask) -> None:
        """Forget a file that has gone; but with its whole folder away, it waits for that."""
        mounts = self._tools.store.call(lambda library: library.mounts()).get(task.root_id, ())
        if not may_be_away(task.path, task.folder, mounts):
            with self._changed:
                self._vanished = True
            self._tools.store.call(lambda library: library.remove_files([task.file_id]))
            self._tools.reporter.finish_file(task.file_id)
            self._tools.reporter.files_removed([task.file_id])
            return
        self._tools.store.call(
            lambda library: library.set_state(task.file_id, FileState.WAITING, AWAY)
        )
        self._tools.reporter.finish_file(task.file_id)


def _note_reading(library: IndexLibrary, task: FileTask, stat: FileStat) -> bool:
    """Note a file as being read; return False if it was taken out of the library meanwhile, or
    its folder was paused."""
    rules = library.folder_rules().get(task.root_id)
    if not library.has_file(task.file_id) or (rules is not None and rules.paused):
        return False
    library.note_file(task.path, task.root_id, stat, FileState.READING)
    return True


def _has_document(library: IndexLibrary, task: FileTask) -> bool:
    known = library.known_files(task.root_id).get(task.path)
    return known is not None and known.document_id is not None


def _begin(
    library: IndexLibrary, sha256: str, document: DocumentText, passages: Sequence[Passage]
) -> tuple[int, int]:
    """Store a document; return its id and how many of its passages lack a vector."""
    document_id = library.begin_document(sha256, document, passages)
    if library.reader_stops(sha256):
        library.set_reader_stops(sha256, 0)  # it went well in the end
    return document_id, library.count_pending(document_id)


def _unfinished(library: IndexLibrary, sha256: str, drop: bool) -> tuple[int, int] | None:
    """The unfinished document of this content and its missing vectors; or `drop` it."""
    document_id = library.find_unfinished(sha256)
    if document_id is None:
        return None
    if drop:
        library.drop_document(document_id)
        return None
    return document_id, library.count_pending(document_id)


def _is_there(path: str) -> bool:
    try:
        return stat_file(path) is not None or is_elsewhere(path)
    except OSError:
        return True  # there, but not to be looked at
