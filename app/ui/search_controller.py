"""Between the engine and the search page: when to search, and which result is the newest."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.core.scopes import EVERYTHING, Scope
from app.core.types import LibraryTotals
from app.engine.protocol import Inspect, InspectDone, JobFailed, Message
from app.ui.engine_port import EnginePort, EngineState
from app.ui.jobs import Job
from app.ui.search_page import SearchPage
from app.ui.search_values import SearchParameters, SearchResult, arrange

DEBOUNCE_MS = 250  # after the last key or change


class SearchController(QObject):
    """One search at a time: a newer one cancels it, and its result is dropped.

    Window thread only. A search that the engine took down with it is sent once more.
    """

    def __init__(self, engine: EnginePort, page: SearchPage) -> None:
        super().__init__(page)
        self._engine = engine
        self._page = page
        self._job: Job | None = None
        self._searched: tuple[str, SearchParameters, Scope] | None = None  # on its way, or shown
        self._scope = EVERYTHING
        self._totals: LibraryTotals | None = None
        self._was_lost = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(DEBOUNCE_MS)
        self._soon.timeout.connect(self._search_if_new)
        page.edited.connect(self._on_edited)
        page.search_requested.connect(self.search)
        engine.state_changed.connect(self._on_engine_state)

    def take_totals(self, totals: LibraryTotals) -> None:
        """The library's counts: a search begins by itself with the first passage."""
        before, self._totals = self._totals, totals
        had_nothing = before is not None and before.passages == 0
        result = self._page.result
        if before is None and result is not None and not result.known:
            self._show(result)  # it means something else where there is nothing to find
        elif had_nothing and totals.passages > 0 and self._page.query and self._job is None:
            self.search()

    def take_scope(self, scope: Scope) -> None:
        """Search nothing outside of `scope` from now on, what is typed at once."""
        self._scope = scope
        if self._page.query and self._searched is not None:
            self.search()

    def search(self) -> None:
        """Search now for what is typed."""
        self._was_lost = False
        self._send()

    def _on_edited(self) -> None:
        if self._page.query:
            self._soon.start()
        else:
            self._soon.stop()
            self._drop()
            self._page.show_start()

    def _search_if_new(self) -> None:
        if (self._page.query, self._page.parameters, self._scope) != self._searched:
            self.search()

    def _send(self) -> None:
        self._soon.stop()
        self._drop()
        query, wanted = self._page.query, self._page.parameters
        if not query:
            self._page.show_start()
        elif self._engine.state in (EngineState.GAVE_UP, EngineState.STOPPED):
            self._say_stopped()
        elif self._totals is not None and self._totals.files == 0:
            self._page.show_note().show_empty_library()
        else:
            scope = self._scope
            self._searched = (query, wanted, scope)
            self._job = job = self._engine.submit(
                lambda number: Inspect(
                    number,
                    query,
                    wanted.k,
                    wanted.depth,
                    wanted.fusion,
                    wanted.dense_weight,
                    wanted.ef,
                    scope,
                )
            )
            job.done.connect(lambda message: self._on_done(job, query, message))
            job.failed.connect(lambda failure: self._on_failed(job, failure))
            if self._engine.state is EngineState.READY:
                self._page.begin()
            else:
                self._page.show_note().show_waiting()

    def _drop(self) -> None:
        """Whatever a search that is on its way brings is no longer wanted."""
        job, self._job = self._job, None
        self._searched = None
        if job is not None:
            self._engine.cancel(job)
            self._engine.forget(job)

    def _on_done(self, job: Job, query: str, message: Message) -> None:
        if job is not self._job or not isinstance(message, InspectDone):
            return
        self._job = None
        self._was_lost = False
        self._show(arrange(query, message.inspection))

    def _show(self, result: SearchResult) -> None:
        """Show a result, or why there can be none yet."""
        totals = self._totals
        if result.known or totals is None or totals.passages > 0:
            self._page.show_result(result)
        elif totals.files > 0:
            self._page.show_note().show_unread_library()
        else:
            self._page.show_note().show_empty_library()

    def _on_failed(self, job: Job, failure: JobFailed) -> None:
        if job is not self._job:
            return
        self._job = None
        self._searched = None
        if self._engine.state in (EngineState.GAVE_UP, EngineState.STOPPED):
            self._say_stopped()
        elif job.lost and not self._was_lost:
            self._was_lost = True
            self._send()
        else:
            self._page.show_note().show_failure(failure)

    def _on_engine_state(self, state: EngineState) -> None:
        if state is EngineState.READY and self._job is not None:
            self._page.begin()
        elif state is EngineState.READY and self._page.query and self._page.result is None:
            self.search()
        elif state is EngineState.GAVE_UP and self._job is None and self._page.query:
            self._say_stopped()

    def _say_stopped(self) -> None:
        trouble = self._engine.trouble
        why = "" if trouble is None else " ".join(filter(None, (trouble.what, trouble.next_step)))
        self._page.show_note().show_stopped(why)
