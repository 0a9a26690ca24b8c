"""What a menu of the library offers for asking in a part of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.core.scopes import Collection
from app.ui.richtext import clean_line


class ScopeMenu(QObject):
    """Adds its lines to menus that others make, for the folders and files that they are about."""

    scope_requested = Signal(tuple)  # paths
    addition_requested = Signal(object, tuple)  # Collection, paths
    collection_requested = Signal(tuple)  # paths, for a new one

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.collections: tuple[Collection, ...] = ()

    def add_to(self, menu: QMenu, paths: Sequence[str]) -> None:
        """Add the lines about `paths`."""
        about = tuple(paths)
        self._entry(menu, self.tr("Ask only these"), lambda: self.scope_requested.emit(about))
        inner = menu.addMenu(self.tr("Add to collection"))
        for each in self.collections:
            text = clean_line(each.name).replace("&", "&&")
            self._entry(inner, text, lambda each=each: self.addition_requested.emit(each, about))
        if self.collections:
            inner.addSeparator()
        self._entry(
            inner, self.tr("New collection…"), lambda: self.collection_requested.emit(about)
        )
        menu.addSeparator()

    @staticmethod
    def _entry(menu: QMenu, text: str, do: object) -> None:
        action = QAction(text, menu)
        action.triggered.connect(lambda _checked=False: do())  # type: ignore[operator]
        menu.addAction(action)
