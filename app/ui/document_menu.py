"""What the menus offer for the document view, also as the menu under the pointer on its page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.ui.document_find import DocumentFinder
from app.ui.document_view import DocumentView
from app.ui.menus import Menus


class DocumentMenu(QObject):
    """Does what the actions on documents say, and greys out what cannot be done now.

    `reveal` brings the view to the front. Window thread only.
    """

    def __init__(
        self,
        menus: Menus,
        view: DocumentView,
        finder: DocumentFinder,
        reveal: Callable[[], None],
    ) -> None:
        super().__init__(menus)
        self._view = view
        self._reveal = reveal
        self.find = menus.actions["find_text"]
        self.find_next = menus.actions["find_next"]
        self.find_previous = menus.actions["find_previous"]
        self.ask_page = menus.actions["ask_page"]
        self.ask_selection = menus.actions["ask_selection"]
        self.copy = menus.actions["copy_selection"]
        menus.find_text.connect(lambda: self._do(finder.open))
        menus.find_next.connect(lambda: self._do(lambda: finder.step(1)))
        menus.find_previous.connect(lambda: self._do(lambda: finder.step(-1)))
        menus.ask_page.connect(lambda: self._do(view.ask_about_page))
        menus.ask_selection.connect(lambda: self._do(view.ask_about_selection))
        menus.copy_selection.connect(lambda: self._do(view.copy_selection))
        view.head.find_button.clicked.connect(finder.open)
        view.set_page_actions((self.ask_selection, self.ask_page, self.copy, self.find))
        view.selection_changed.connect(self._refresh)
        view.page_shown.connect(self._refresh)
        view.cleared.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        shown = self._view.place is not None
        for action in (self.find, self.find_next, self.find_previous):
            action.setEnabled(shown)
        self.ask_page.setEnabled(self._view.about() is not None)
        selected = bool(self._view.selected_text)
        self.copy.setEnabled(selected)
        self.ask_selection.setEnabled(selected and self._view.about() is not None)

    def _do(self, do: Callable[[], object]) -> None:
        self._reveal()
        do()
