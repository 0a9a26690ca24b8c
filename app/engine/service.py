"""The engine: one library, its models and its jobs, behind the messages of the protocol.

The window reaches it through the engine process, the terminal calls it directly.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from app.answer.affairs import stored_axis
from app.answer.templates import PromptBook, load_prompt_book
from app.core.cancel import CancelToken
from app.core.errors import NothingToAddError
from app.core.paths import log_dir
from app.core.scopes import Collection
from app.core.settings import Settings
from app.core.types import AnswerStyle, FileRecord, LibraryTotals
from app.engine.adding import Added
from app.engine.answering import Answering
from app.engine.answering_gate import AnsweringGate
from app.engine.calibrating import Calibrating
from app.engine.checking import AnswerChecking
from app.engine.collecting import Collecting
from app.engine.digesting import Digesting
from app.engine.file_news import FileNews
from app.engine.file_reading import ReaderLimits
from app.engine.folders import Folders
from app.engine.index_jobs import IndexJobs, LibraryCalls
from app.engine.jobs import Emit, JobTable
from app.engine.keeping import Keeping
from app.engine.models import ModelFactory, ModelHost
from app.engine.next_embedding import NextEmbedding
from app.engine.passwords import Passwords
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    BackUpLibrary,
    CalibrateGate,
    Cancel,
    CountLeftOut,
    DeleteCollection,
    DigestDone,
    FindInDocument,
    ForgetTaken,
    Inspect,
    InspectDone,
    LibraryRepaired,
    ListCollections,
    ListFiles,
    ListTalks,
    LoadTalk,
    MakeDigest,
    MeasureLibrary,
    Message,
    PutCollection,
    PutTalk,
    ReadDocumentText,
    RemovePaths,
    RenameTalk,
    Rescan,
    RestoreBackup,
    RetryFiles,
    Search,
    SearchDone,
    SetFolderRules,
    TakeTalk,
    UnlockFiles,
)
from app.engine.question_first import QuestionFirst
from app.engine.quoting import QuoteAnswering, Quoting
from app.engine.reader_pool import ReaderPool
from app.engine.recognition import choose_recognition, recognition_name
from app.engine.search import PassageSearch
from app.engine.stored_texts import StoredTexts
from app.engine.talks import Talks
from app.engine.threads import OwnerThread
from app.engine.unlocking import Unlocking
from app.engine.warm_start import WarmStart
from app.index.donors import other_libraries
from app.index.library import Library
from app.index.records import EmbedderInfo
from app.ingest.ocr import MOST_STAMPED
from app.ingest.split import SplitSettings
from app.models.contracts import Embedder, Generator

_log = logging.getLogger(__name__)

T = TypeVar("T")

CLOSE_DEADLINE_S = 15.0  # a large library's files are written anew, on a slow disk too
_LOOK_DEADLINE_S = 1.0  # a drive that does not answer is not waited for


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
        coming: ModelFactory | None = None,
        on_damage: Callable[[], None] = lambda: None,
    ) -> None:
        """Open the library; `book` holds other prompts for answers than the program's own.

        `coming` makes the embedder that is to be used from the next start on; its vectors are
        prepared meanwhile.
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
        self._texts = StoredTexts(self._library, self._store)
        quoting = Quoting(self._models, self._search, self._texts.text_of)
        instructions = settings.text("answer.instructions")
        book = (book or load_prompt_book()).with_instructions(instructions)
        self._talks = Talks(self._library.conversations, self._store, self.languages, emit)
        self._answering = Answering(
            settings,
            self._models,
            factory,
            self._search,
            languages=self.languages,
            has_files=lambda: self._store.call(self._library.totals, urgent=True).files > 0,
            gate=self._gate,
            quoting=quoting,
            emit=self._talks.emit,
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
            emit=self._talks.emit,
        )
        self._asking = OwnerThread("asking")
        self._digesting = OwnerThread("digesting")
        self._calibrating = OwnerThread("calibrating")
        self._searching = OwnerThread("searching")
        self._looking_at = OwnerThread("stored-pages")
        self._indexing = OwnerThread("indexing")
        self._tending = OwnerThread("folders")
        self._listing = OwnerThread("listing")
        self._no_listing = CancelToken()  # any more: the engine ends
        self._folders = Folders(self._library, self._store, settings, emit, library)
        self._collecting = Collecting(self._library.collections, self._store, emit)
        self._files = FileNews(self._library, self._store, emit)
        self._index_jobs = IndexJobs(
            LibraryCalls(self._store, self._library),
            settings,
            self._models,
            self._pool,
            self._passwords,
            self._folders,
            self._collecting,
            self._files,
            emit,
            gate=self._gate,
            work=self._work,
        )
        self._trying = OwnerThread("trying-passwords")
        self._next_embedding: NextEmbedding | None = None
        if coming is not None:
            self._next_embedding = NextEmbedding(
                self._library, self._store, library, coming, self._gate, emit
            )
        self._keeping = Keeping(library, emit)

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

    def collections(self) -> tuple[Collection, ...]:
        """All collections of the library, by name."""
        return self._store.call(self._library.collections.listed)

    def warm_up(self) -> None:
        """Load the indexes and the models in the background."""
        self._store.submit(self._library.warm_up)
        self._models.warm_up()
        self._warm_start.begin()
        if self._next_embedding is not None:
            self._next_embedding.begin()

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
            case AddPaths():
                self._add(request)
            case Rescan() | RetryFiles():
                start(
                    self._indexing,
                    request.job,
                    lambda token: self._index_jobs.index(request, token),
                )
            case UnlockFiles():
                if request.checked:  # at once: what is asked for next is to know it
                    self._passwords.keep(request.paths, request.password)
                start(
                    self._trying, request.job, lambda token: self._unlocking.unlock(request, token)
                )
            case SetFolderRules():
                start(
                    self._tending,
                    request.job,
                    lambda _: self._folders.set_rules(request),
                    certain=True,
                )
            case CountLeftOut():
                start(self._tending, request.job, lambda token: self._folders.count(request, token))
            case ListCollections() | PutCollection() | DeleteCollection():
                start(
                    self._store,
                    request.job,
                    lambda _: self._collecting.do(request),
                    urgent=True,
                    certain=True,
                )
            case RemovePaths():
                start(
                    self._searching,
                    request.job,
                    lambda _: self._index_jobs.remove(request),
                    certain=True,
                )
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
                start(
                    self._store, request.job, lambda _: self._files.list_all(request), urgent=True
                )
            case ListTalks() | LoadTalk() | RenameTalk() | TakeTalk() | PutTalk() | ForgetTaken():
                start(
                    self._store,
                    request.job,
                    lambda _: self._talks.do(request),
                    urgent=True,
                    certain=True,
                )
            case MeasureLibrary() | BackUpLibrary() | RestoreBackup():
                start(
                    self._keeping.thread,
                    request.job,
                    lambda token: self._keeping.do(request, token),
                )
            case ReadDocumentText():
                start(self._looking_at, request.job, lambda _: self._texts.page(request))
            case FindInDocument():
                start(self._store, request.job, lambda _: self._texts.matches(request), urgent=True)
            case Cancel():
                self._jobs.cancel(request.job)
            case _:
                _log.warning("not a request: %s", type(request).__name__)

    def close(self) -> None:
        """Cancel jobs, but for what is certain to be done, save, and end every thread; each wait
        has a deadline."""
        self._jobs.cancel_all()
        self._no_listing.cancel()
        if self._next_embedding is not None:
            self._next_embedding.close()
        self._warm_start.close()
        self._folders.close()
        self._indexing.close()
        self._tending.close()
        self._listing.close()
        self._asking.close()
        self._digesting.close()
        self._calibrating.close()
        self._searching.close()
        self._looking_at.close(_LOOK_DEADLINE_S)
        self._trying.close()
        self._keeping.close()
        self._models.close()
        self._pool.close()
        self._store.submit(self._library.close)
        if not self._store.close(CLOSE_DEADLINE_S):
            _log.warning("the library did not close in time")

    def _attach_embedder(self, embedder: Embedder) -> None:
        info = EmbedderInfo(embedder.identity, embedder.dimension)
        self._store.call(lambda: self._library.attach_embedder(info), urgent=True)
        if self._next_embedding is None and not self._library.read_only:
            self._store.call(self._library.forget_next_vectors, urgent=True)

    def _ask(self, request: Ask, cancel: CancelToken) -> Message:
        # What was said of what lies elsewhere stays out of the question, and of the prompt.
        history = tuple(each for each in request.history if request.scope.holds(each.scope))
        complete = self._talks.complete(replace(request, history=history))
        with self._work.answering():
            if request.style is AnswerStyle.QUOTE:
                answer = self._quotes.answer(complete, cancel)
            else:
                with self._turns.question():
                    answer = self._answering.answer(complete, cancel)
        answer = replace(answer, scope=self._collecting.named(request.scope))
        kept = self._talks.keep(request, complete.question, answer, cancel)
        return AnswerDone(request.job, answer, kept)

    def _add(self, request: AddPaths) -> None:
        added = Added(request, self._emit, self._no_listing)
        waits = self._indexing.busy
        self._jobs.start(
            self._indexing, request.job, lambda token: self._index_jobs.add(added, token)
        )
        if waits:
            self._listing.submit(lambda: self._list_added(added))

    def _list_added(self, added: Added) -> None:
        try:
            self._index_jobs.list_added(added)
        except NothingToAddError as error:
            self._jobs.fail_early(added.request.job, error)

    def _find(self, request: Search) -> Message:
        found = self._search.find(request.query, request.k, request.scope)
        return SearchDone(request.job, found.passages, found.words)

    def _inspect(self, request: Inspect) -> Message:
        return InspectDone(request.job, self._search.inspect(request))

    def _digest(self, request: MakeDigest, cancel: CancelToken) -> Message:
        with self._work.answering():
            return DigestDone(request.job, self._digests.digest(request, cancel))

    def _calibrate(self, request: CalibrateGate, cancel: CancelToken) -> Message:
        with self._work.answering():
            return self._calibration.calibrate(request, cancel)


def reader_limits(settings: Settings) -> ReaderLimits:
    """The limits per file that the settings give."""
    return ReaderLimits(
        page_timeout_s=settings.number("read.timeout"),
        file_timeout_s=settings.number("read.file_timeout"),
        recognition_timeout_s=settings.number("ocr.timeout"),
        memory_mb=settings.integer("read.memory"),
    )
