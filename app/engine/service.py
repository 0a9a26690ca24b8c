"""The engine: one library, its models and its jobs, behind the messages of the protocol.

The window reaches it through the engine process, the terminal calls it directly.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from app.answer.affairs import stored_axis
from app.answer.templates import PromptBook, load_prompt_book
from app.core.cancel import CancelToken
from app.core.paths import log_dir
from app.core.settings import Settings
from app.core.types import AnswerStyle, FileRecord, LibraryTotals
from app.engine.answering import Answering
from app.engine.answering_gate import AnsweringGate
from app.engine.calibrating import Calibrating
from app.engine.checking import AnswerChecking
from app.engine.digesting import Digesting
from app.engine.file_reading import ReaderLimits
from app.engine.folders import Folders
from app.engine.index_ports import IndexLibrary
from app.engine.index_work import IndexSettings
from app.engine.indexing import IndexingJob, remove_paths
from app.engine.jobs import Emit, JobTable
from app.engine.models import ModelFactory, ModelHost
from app.engine.passwords import Passwords, asks_password
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    CalibrateGate,
    Cancel,
    CountLeftOut,
    DigestDone,
    DocumentPageText,
    FilesChanged,
    IndexDone,
    Inspect,
    InspectDone,
    JobDone,
    LibraryRepaired,
    ListFiles,
    MakeDigest,
    Message,
    Progress,
    ReadDocumentText,
    RemovePaths,
    Rescan,
    RetryFiles,
    Search,
    SearchDone,
    SetFolderRules,
    UnlockFiles,
)
from app.engine.question_first import QuestionFirst
from app.engine.quoting import QuoteAnswering, Quoting
from app.engine.reader_pool import ReaderPool
from app.engine.recognition import choose_recognition, recognition_name
from app.engine.search import PassageSearch
from app.engine.threads import OwnerThread
from app.engine.unlocking import Unlocking
from app.engine.warm_start import WarmStart
from app.index.donors import other_libraries
from app.index.library import Library
from app.index.records import EmbedderInfo, StoredPage
from app.ingest.ocr import MOST_STAMPED
from app.ingest.split import SplitSettings
from app.ingest.stat import is_elsewhere, stat_file
from app.models.contracts import Embedder, Generator

_log = logging.getLogger(__name__)

T = TypeVar("T")

FILES_PER_MESSAGE = 200  # some 20 ms of the window's time
CLOSE_DEADLINE_S = 15.0  # a large library's files are written anew, on a slow disk too


class _LibraryCalls:
    """The way to the library for indexing, which runs on other threads."""

    def __init__(self, thread: OwnerThread, library: Library) -> None:
        self._thread = thread
        self._library = library

    def call(self, work: Callable[[IndexLibrary], T]) -> T:
        """See `index_ports.LibraryAccess`."""
        return self._thread.call(lambda: work(self._library))


def _split_settings(factory: ModelFactory) -> SplitSettings:
    """As files are split: passages for a wide window do not fit a narrower embedder's."""
    window = factory.embedder_window
    return SplitSettings().for_window(window) if window else SplitSettings()


class Engine:
    """Owns a library and everything that works on it.

    Requests are handled on the calling thread without waiting for their work; events come from
    other threads through `emit`.
    """

    def __init__(
        self,
        library: Path,
        settings: Settings,
        factory: ModelFactory,
        emit: Emit,
        *,
        read_only: bool = False,
        book: PromptBook | None = None,
        on_damage: Callable[[], None] = lambda: None,
    ) -> None:
        """Open the library; `book` holds other prompts for answers than the program's own.

        `on_damage` is called, on a job's thread, when the library turns out to be damaged: it is
        repaired when it is opened the next time.

        Raises UserError, LibraryFormatError, LibraryInUseError.
        """
        self._settings = settings
        self._emit = emit
        self._jobs = JobTable(emit, on_damage)
        self._store = OwnerThread("library")
        try:
            self._library = self._store.call(
                lambda: Library.open(
                    library,
                    embedder=None,  # known when it is loaded: see _attach_embedder
                    splitter=_split_settings(factory).identity,
                    read_only=read_only,
                    donors=lambda: other_libraries(library),
                )
            )
        except BaseException:
            self._store.close()
            raise
        self._tell_of_repair()
        self._models = ModelHost(
            factory,
            emit,
            self._attach_embedder,
            lambda generator: self._warm_start.fetch(generator),
        )
        self._search = PassageSearch(
            self._library,
            self._store,
            self._models,
            settings,
            lambda: stored_axis(factory.embedder_id),
        )
        recognition = choose_recognition(settings)
        if not read_only:
            known_as = recognition_name(settings, recognition)
            self._store.call(
                lambda: self._library.take_recognition(known_as, most_stamped=MOST_STAMPED)
            )
        self._pool = ReaderPool(
            limits=reader_limits(settings),
            recognition=recognition,
            log_path=log_dir() / "readers.log",
        )
        self._passwords = Passwords()
        self._unlocking = Unlocking(self._passwords, lambda: ReaderPool(1, reader_limits(settings)))
        self._gate = AnsweringGate(self._pool.pause)
        quoting = Quoting(self._models, self._search, self._page_of)
        book = book or load_prompt_book()
        self._answering = Answering(
            settings,
            self._models,
            factory,
            self._search,
            languages=self.languages,
            has_files=lambda: self._store.call(self._library.totals, urgent=True).files > 0,
            gate=self._gate,
            quoting=quoting,
            emit=emit,
            book=book,
        )
        self._warm_start = WarmStart(self._models, self._answering.own_texts)
        self._work = AnsweringGate(self._warm_start.set_busy)  # counts all that is to be done
        self._turns = QuestionFirst(self._models)
        self._digests = Digesting(
            self._library,
            self._store,
            factory,
            self._turns,
            self._gate,
            emit,
            check=AnswerChecking(quoting).check_point,
        )
        self._calibration = Calibrating(
            settings, factory, self._search, self._turns, self._gate, emit, book
        )
        self._quotes = QuoteAnswering(
            settings,
            self._search,
            quoting,
            languages=self.languages,
            gate=self._gate,
            emit=emit,
        )
        self._asking = OwnerThread("asking")
        self._digesting = OwnerThread("digesting")
        self._calibrating = OwnerThread("calibrating")
        self._searching = OwnerThread("searching")
        self._indexing = OwnerThread("indexing")
        self._tending = OwnerThread("folders")
        self._folders = Folders(self._library, self._store, settings, emit, library)
        self._trying = OwnerThread("trying-passwords")

    def _tell_of_repair(self) -> None:
        repair = self._store.call(self._library.take_repair)
        if repair is not None:
            error = repair.notice()
            self._emit(LibraryRepaired(error.what, error.why, error.next_step))

    def totals(self) -> LibraryTotals:
        """Counts over the library."""
        return self._store.call(self._library.totals)

    def files(self) -> list[FileRecord]:
        """All files of the library."""
        return self._store.call(self._library.files)

    def warm_up(self) -> None:
        """Load the indexes and the models in the background."""
        self._store.submit(self._library.warm_up)
        self._models.warm_up()
        self._warm_start.begin()

    def watch(self) -> None:
        """Watch the folders of the library from now on, as the settings say."""
        self._folders.watch()

    def languages(self) -> Mapping[str, int]:
        """Passages of the library per language (ISO 639-1)."""
        return self._store.call(self._library.languages, urgent=True)

    def on_generator(self, work: Callable[[Generator], T]) -> T:
        """Run `work` with the default generator, on its thread, and wait for its result.

        For measurements beside the answers. Raises what `work` and loading the model raise.
        """
        return self._models.with_generator("", work)

    def handle(self, request: Message) -> None:
        """Start what `request` asks for."""
        start = self._jobs.start
        match request:
            case AddPaths() | Rescan() | RetryFiles():
                start(self._indexing, request.job, lambda token: self._index(request, token))
            case UnlockFiles():
                if request.checked:  # at once: what is asked for next is to know it
                    self._passwords.keep(request.paths, request.password)
                start(self._trying, request.job, lambda token: self._unlock(request, token))
            case SetFolderRules():
                start(self._tending, request.job, lambda _: self._folders.set_rules(request))
            case CountLeftOut():
                start(self._tending, request.job, lambda token: self._folders.count(request, token))
            case RemovePaths():
                start(self._searching, request.job, lambda _: self._remove(request))
            case Search():
                start(self._searching, request.job, lambda _: self._find(request))
            case Inspect():
                start(self._searching, request.job, lambda _: self._inspect(request))
            case Ask():
                start(self._asking, request.job, lambda token: self._ask(request, token))
            case MakeDigest():
                start(self._digesting, request.job, lambda token: self._digest(request, token))
            case CalibrateGate():
                start(self._calibrating, request.job, lambda token: self._calibrate(request, token))
            case ListFiles():
                start(self._store, request.job, lambda _: self._list(request), urgent=True)
            case ReadDocumentText():
                start(self._store, request.job, lambda _: self._page(request), urgent=True)
            case Cancel():
                self._jobs.cancel(request.job)
            case _:
                _log.warning("not a request: %s", type(request).__name__)

    def close(self) -> None:
        """Cancel all jobs, save, and end every thread; each wait has a deadline."""
        self._jobs.cancel_all()
        self._warm_start.close()
        self._folders.close()
        self._indexing.close()
        self._tending.close()
        self._asking.close()
        self._digesting.close()
        self._calibrating.close()
        self._searching.close()
        self._trying.close()
        self._models.close()
        self._pool.close()
        self._store.submit(self._library.close)
        if not self._store.close(CLOSE_DEADLINE_S):
            _log.warning("the library did not close in time")

    def _attach_embedder(self, embedder: Embedder) -> None:
        info = EmbedderInfo(embedder.identity, embedder.dimension)
        self._store.call(lambda: self._library.attach_embedder(info), urgent=True)

    def _index(self, request: AddPaths | Rescan | RetryFiles, cancel: CancelToken) -> Message:
        job = IndexingJob(
            _LibraryCalls(self._store, self._library),
            self._pool,
            self._models.embed_passages if self._models.has_embedder() else None,
            self._models.count_tokens,
            gate=self._gate,
            cancel=cancel,
            on_progress=lambda progress, paused: self._emit(
                Progress(request.job, progress, paused)
            ),
            on_files_changed=self._tell_files,
            settings=IndexSettings(
                max_bytes=self._settings.integer("read.max_size") << 20,
                window_tokens=self._models.window_tokens,
                password_of=self._passwords.find,
            ),
            before_look=lambda: self._folders.prepare(request, cancel),
        )
        with self._work.answering(), self._folders.looking():
            match request:
                case AddPaths():
                    return IndexDone(request.job, job.add(request.paths))
                case RetryFiles():
                    return IndexDone(request.job, job.retry(request.file_ids))
                case Rescan():
                    paths = request.paths if request.paths or request.folders else None
                    return IndexDone(request.job, job.rescan(paths, request.folders))

    def _unlock(self, request: UnlockFiles, cancel: CancelToken) -> Message:
        return self._unlocking.unlock(request, cancel)

    def _remove(self, request: RemovePaths) -> Message:
        calls = _LibraryCalls(self._store, self._library)
        remove_paths(calls, request.paths, self._tell_files)
        self._folders.refresh()
        return JobDone(request.job)

    def _page_of(self, document_id: int, page_index: int) -> str:
        """The stored text of a page. Raises DocumentError."""
        return self._store.call(
            lambda: self._library.page_text(document_id, page_index).text, urgent=True
        )

    def _ask(self, request: Ask, cancel: CancelToken) -> Message:
        with self._work.answering():
            if request.style is AnswerStyle.QUOTE:
                return AnswerDone(request.job, self._quotes.answer(request, cancel))
            with self._turns.question():
                return AnswerDone(request.job, self._answering.answer(request, cancel))

    def _digest(self, request: MakeDigest, cancel: CancelToken) -> Message:
        with self._work.answering():
            return DigestDone(request.job, self._digests.digest(request, cancel))

    def _calibrate(self, request: CalibrateGate, cancel: CancelToken) -> Message:
        with self._work.answering():
            return self._calibration.calibrate(request, cancel)

    def _tell_files(self, changed: Sequence[int], removed: Sequence[int]) -> None:
        records = self._store.call(lambda: self._library.file_records(changed), urgent=True)
        self._send_files(records, removed)

    def _find(self, request: Search) -> Message:
        found = self._search.find(request.query, request.k)
        return SearchDone(request.job, found.passages, found.words)

    def _inspect(self, request: Inspect) -> Message:
        return InspectDone(request.job, self._search.inspect(request))

    def _list(self, request: ListFiles) -> Message:
        self._send_files(self._library.files(), ())
        return JobDone(request.job)

    def _send_files(self, changed: Sequence[FileRecord], removed: Sequence[int]) -> None:
        """Tell about files, in messages of a size that the window takes in at once."""
        totals = self.totals()
        for start in range(0, max(1, len(changed)), FILES_PER_MESSAGE):
            part = tuple(
                replace(each, asks_password=asks_password(each))
                for each in changed[start : start + FILES_PER_MESSAGE]
            )
            self._emit(FilesChanged(part, tuple(removed) if start == 0 else (), totals))

    def _page(self, request: ReadDocumentText) -> Message:
        page = self._library.page_text(request.document_id, request.page_index)
        return DocumentPageText(
            request.job,
            page.document_id,
            page.page_index,
            page.label,
            page.page_count,
            page.paged,
            page.format,
            page.text,
            has_changed(page),
            page.recognition,
            is_missing(page),
        )


def is_missing(page: StoredPage) -> bool:
    """Whether the file is not there, or would have to be downloaded to be opened."""
    try:
        return all(stat_file(path) is None or is_elsewhere(path) for path in page.paths)
    except OSError:
        return True


def has_changed(page: StoredPage) -> bool:
    """Whether the file on disk is no longer the one that was read."""
    if page.stat is None or not page.paths:
        return True
    try:
        now = stat_file(page.paths[0])
    except OSError:
        return True
    return now is None or not now.same_as(page.stat)


def reader_limits(settings: Settings) -> ReaderLimits:
    """The limits per file that the settings give."""
    return ReaderLimits(
        page_timeout_s=settings.number("read.timeout"),
        file_timeout_s=settings.number("read.file_timeout"),
        recognition_timeout_s=settings.number("ocr.timeout"),
        memory_mb=settings.integer("read.memory"),
    )
