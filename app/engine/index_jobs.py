"""Jobs that change which files the library holds: reading folders and files, and removing them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, MargineError, NothingToAddError
from app.core.settings import Settings
from app.engine.adding import Added, OnSeen
from app.engine.answering_gate import AnsweringGate
from app.engine.collecting import Collecting
from app.engine.file_news import FileNews
from app.engine.folders import Folders
from app.engine.index_ports import IndexLibrary
from app.engine.index_work import IndexSettings
from app.engine.indexing import IndexingJob, remove_paths
from app.engine.jobs import Emit
from app.engine.models import ModelHost
from app.engine.passwords import Passwords
from app.engine.protocol import (
    AddPaths,
    IndexDone,
    JobDone,
    Message,
    Progress,
    RemovePaths,
    Rescan,
    RetryFiles,
)
from app.engine.reader_pool import ReaderPool
from app.engine.threads import OwnerThread
from app.index.library import Library

_log = logging.getLogger(__name__)

T = TypeVar("T")


class LibraryCalls:
    """The way to the library for indexing, which runs on other threads."""

    def __init__(self, thread: OwnerThread, library: Library) -> None:
        self._thread = thread
        self._library = library

    def call(self, work: Callable[[IndexLibrary], T]) -> T:
        """See `index_ports.LibraryAccess`."""
        return self._thread.call(lambda: work(self._library))


class IndexJobs:
    """One job at a time reads; each is done on the thread that calls, which waits for it. What is
    added may be listed on another thread meanwhile."""

    def __init__(
        self,
        calls: LibraryCalls,
        settings: Settings,
        models: ModelHost,
        pool: ReaderPool,
        passwords: Passwords,
        folders: Folders,
        collecting: Collecting,
        news: FileNews,
        emit: Emit,
        *,
        gate: AnsweringGate,
        work: AnsweringGate,
    ) -> None:
        """`gate` is the one that reading waits at while a question is answered; `work` counts all
        that is to be done."""
        self._calls = calls
        self._settings = settings
        self._models = models
        self._pool = pool
        self._passwords = passwords
        self._folders = folders
        self._collecting = collecting
        self._news = news
        self._emit = emit
        self._gate = gate
        self._work = work

    def index(self, request: Rescan | RetryFiles, cancel: CancelToken) -> Message:
        """Read what is asked for. Raises CancelledJobError, and what `IndexingJob` raises."""
        job = self._make(request, cancel)
        with self._at_work():
            match request:
                case RetryFiles():
                    return IndexDone(request.job, job.retry(request.file_ids))
                case Rescan():
                    paths = request.paths if request.paths or request.folders else None
                    return IndexDone(request.job, job.rescan(paths, request.folders))

    def add(self, added: Added, cancel: CancelToken) -> Message:
        """Take in and read what is added. Raises as `index` does."""
        added.end_listing()
        request = added.request
        with self._at_work():
            summary = self._make(request, cancel, added.tell).add(request.paths)
            return IndexDone(request.job, summary)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        try:
            with self._work.answering(), self._folders.looking():
                yield
        finally:
            self._collecting.refresh()
            self._news.tell_set_aside()

    def list_added(self, added: Added) -> None:
        """Show at once what was added while another job is at work, and keep it should the engine
        end before its turn. Raises NothingToAddError: then there is no need to wait for it."""
        request = added.request
        try:
            added.list_with(
                lambda cancel: self._make(request, cancel, added.tell).list_only(request.paths)
            )
        except CancelledJobError:
            return
        except NothingToAddError:
            raise
        except MargineError as error:  # the job itself says so when its turn comes
            _log.warning("what was added could not be listed at once: %s", error.what)
        self._folders.refresh()

    def remove(self, request: RemovePaths) -> Message:
        """Take folders and files out of the library."""
        remove_paths(self._calls, request.paths, self._news.tell)
        self._folders.refresh()
        self._collecting.refresh()
        self._news.tell_set_aside()
        return JobDone(request.job)

    def _make(
        self,
        request: AddPaths | Rescan | RetryFiles,
        cancel: CancelToken,
        on_seen: OnSeen = lambda _problems, _bare: None,
    ) -> IndexingJob:
        return IndexingJob(
            self._calls,
            self._pool,
            self._models.embed_passages if self._models.has_embedder() else None,
            self._models.count_tokens,
            gate=self._gate,
            cancel=cancel,
            on_progress=lambda progress, paused: self._emit(
                Progress(request.job, progress, paused)
            ),
            on_files_changed=self._news.tell,
            settings=IndexSettings(
                max_bytes=self._settings.integer("read.max_size") << 20,
                window_tokens=self._models.window_tokens,
                password_of=self._passwords.find,
            ),
            before_look=lambda: self._folders.prepare(request, cancel),
            on_seen=on_seen,
        )
