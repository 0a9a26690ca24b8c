"""Tells the rest of the window where what is asked lies, and lets it choose that."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.core.scopes import Collection, Scope
from app.ui.chat_panel import ChatPanel
from app.ui.library_panel import LibraryPanel
from app.ui.menus import Menus
from app.ui.scope_controller import ScopeController
from app.ui.scope_documents import ScopeDocuments
from app.ui.search_controller import SearchController
from app.ui.search_page import SearchPage


class ScopeWiring(QObject):
    """Connects the scope with the pages that ask, the library and the menus. Window thread
    only."""

    def __init__(
        self,
        control: ScopeController,
        chat: ChatPanel,
        search: SearchPage,
        search_control: SearchController,
        library: LibraryPanel,
        documents: ScopeDocuments,
        menus: Menus,
    ) -> None:
        super().__init__(control)
        self._control = control
        self._chat = chat
        self._search_control = search_control
        self._library = library
        self._documents = documents
        for chip in (chat.scope_chip, search.scope_chip):
            control.add_chip(chip)
        control.changed.connect(self._on_scope)
        control.collections_changed.connect(self._on_collections)
        library.scope_menu.scope_requested.connect(control.choose_paths)
        library.scope_menu.addition_requested.connect(control.add_to)
        library.scope_menu.collection_requested.connect(control.begin_collection)
        library.selection_changed.connect(documents.take_selection)
        menus.choose_scope.connect(lambda: control.open())
        menus.ask_everything.connect(control.clear)

    def _on_scope(self, scope: Scope) -> None:
        self._chat.box.scope = scope
        self._search_control.take_scope(scope)
        self._show_asked()

    def _on_collections(self, collections: tuple[Collection, ...]) -> None:
        self._library.scope_menu.collections = collections
        self._show_asked()

    def _show_asked(self) -> None:
        """Where what is asked lies is marked in the library, and offered for a digest."""
        ticks = self._control.ticks
        self._library.tree.show_asked(ticks.places if ticks.paths else None)
        self._documents.take_ticks(ticks)
