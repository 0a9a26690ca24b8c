"""Which documents a digest is made of: those selected in the library, or else those asked."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.scopes import Ticks
from app.ui.digest_values import Source, sources_of
from app.ui.library_model import LibraryModel
from app.ui.library_places import node_at
from app.ui.library_tree import files_of


class ScopeDocuments(QObject):
    """Window thread only. Without a selection, and while everything is asked, there are none:
    nobody has a whole library summed up by mistake."""

    told = Signal(object, int)  # sources, and how many files hold no document

    def __init__(self, model: LibraryModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._selected: tuple[tuple[Source, ...], int] = ((), 0)
        self._ticks = Ticks()

    def take_selection(self, sources: tuple[Source, ...], left_out: int) -> None:
        """What is selected in the library."""
        self._selected = (sources, left_out)
        self._tell()

    def take_ticks(self, ticks: Ticks) -> None:
        """Where what is asked lies; nothing for everything."""
        if ticks != self._ticks:
            self._ticks = ticks
            self._tell()

    def _tell(self) -> None:
        sources, left_out = self._selected
        if not sources and self._ticks.paths:
            nodes = [node_at(self._model.root, each) for each in self._ticks.paths]
            records = files_of(node for node in nodes if node is not None)
            if self._ticks.without:
                places = self._ticks.places
                records = [each for each in records if places.cover(each.path)]
            sources = sources_of(records)
            left_out = sum(1 for each in records if not each.document_id)
        self.told.emit(sources, left_out)
