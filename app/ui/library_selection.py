"""Works out which documents the rows selected in the library hold, however many they are."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.types import FileRecord
from app.ui.digest_values import Source
from app.ui.library_tree import is_left_out
from app.ui.library_view import LibraryView
from app.ui.slices import Slices

_STEP = 500  # files at once


class LibrarySelection(QObject):
    """Tells of what is selected when it has become something else. Window thread only.

    Of a few hundred files it tells at once, of tens of thousands a moment later.
    """

    changed = Signal(object, int)  # the documents, and how many files hold none

    def __init__(self, view: LibraryView) -> None:
        super().__init__(view)
        self._view = view
        self._slices = Slices(self)
        self._told: tuple[tuple[Source, ...], int] = ((), 0)
        self._known: dict[int, Source] = {}
        self._look_again = False
        self._soon = QTimer(self)  # once the rows that the news are about are drawn
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.look)
        view.selection_moved.connect(self.look)
        view.rows.refreshed.connect(self._on_news)

    def look(self) -> None:
        """Something else is selected."""
        self._slices.begin(self._work_out())

    def _on_news(self) -> None:
        """Files are otherwise than before, perhaps some that are selected."""
        if self._slices.busy:  # begun anew at every piece of news it would never end
            self._look_again = True
        else:
            self._soon.start()

    def _work_out(self) -> Iterator[None]:
        self._look_again = True
        while self._look_again:
            self._look_again = False
            yield from self._look_once()

    def _look_once(self) -> Iterator[None]:
        sources: dict[int, Source] = {}
        left_out = 0
        for at, record in enumerate(self._records(), 1):
            number = record.document_id
            if not number:
                left_out += 1
            elif number not in sources:
                sources[number] = self._source(record)
            if at % _STEP == 0:
                yield
        found = tuple(sources.values())
        if (found, left_out) != self._told:
            self._told = (found, left_out)
            self._known = sources
            self.changed.emit(found, left_out)

    def _records(self) -> Iterator[FileRecord]:
        for node in self._view.selected_nodes:
            if not is_left_out(node.record):
                yield from node.files()

    def _source(self, record: FileRecord) -> Source:
        """The document of a file; the same value as before, so that comparing is quick."""
        known = self._known.get(record.document_id)
        if known is not None and (known.path, known.passages) == (record.path, record.passages):
            return known
        return Source(record.document_id, record.path, record.passages)
