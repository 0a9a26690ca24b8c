"""The menu bar and the keyboard: everything the window can do, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


class Menus(QObject):
    """Builds the menus; says what was chosen."""

    add_files = Signal()
    add_folder = Signal()
    rescan = Signal()
    erase = Signal()
    new_conversation = Signal()
    stop = Signal()
    focus_question = Signal()
    gate_settings = Signal()
    next_area = Signal()
    previous_area = Signal()
    next_citation = Signal()
    previous_citation = Signal()
    show_ask = Signal()
    show_search = Signal()
    show_digest = Signal()
    zoom = Signal(int)
    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    check = Signal()
    about = Signal()

    def __init__(self, window: QMainWindow, theme: str, language: str) -> None:
        super().__init__(window)
        self._window = window
        self.search_details = QAction(window)  # the lists behind a search's result
        self.search_details.setCheckable(True)
        self._add_file_menu()
        self._add_go_menu()
        self._add_view_menu(theme, language)
        help_menu = self._menu(self.tr("&Help"))
        self._entry(help_menu, self.tr("Check installation…"), self.check.emit)
        self._entry(help_menu, self.tr("About Margine"), self.about.emit)

    def _add_file_menu(self) -> None:
        menu = self._menu(self.tr("&File"))
        self._entry(menu, self.tr("Add files…"), self.add_files.emit, ("Ctrl+O",))
        self._entry(menu, self.tr("Add a folder…"), self.add_folder.emit, ("Ctrl+Shift+O",))
        self._entry(menu, self.tr("Look for changed files"), self.rescan.emit, ("F5",))
        menu.addSeparator()
        self._entry(menu, self.tr("Erase the library…"), self.erase.emit)
        menu.addSeparator()
        self._entry(menu, self.tr("Quit"), self._window.close, ("Ctrl+Q",))

    def _add_go_menu(self) -> None:
        menu = self._menu(self.tr("&Conversation"))
        self._entry(menu, self.tr("New conversation"), self.new_conversation.emit, ("Ctrl+N",))
        self._entry(menu, self.tr("Write a question"), self.focus_question.emit, ("Ctrl+L",))
        self._entry(menu, self.tr("Stop the answer"), self.stop.emit, ("Esc",))
        menu.addSeparator()
        self._entry(menu, self.tr("Next citation"), self.next_citation.emit, ("Alt+Right",))
        text = self.tr("Previous citation")
        self._entry(menu, text, self.previous_citation.emit, ("Alt+Left",))
        menu.addSeparator()
        self._entry(menu, self.tr("When documents are searched…"), self.gate_settings.emit)
        menu.addSeparator()
        self._entry(menu, self.tr("Next area"), self.next_area.emit, ("F6",))
        self._entry(menu, self.tr("Previous area"), self.previous_area.emit, ("Shift+F6",))

    def _add_view_menu(self, theme: str, language: str) -> None:
        menu = self._menu(self.tr("&View"))
        self._entry(menu, self.tr("Ask"), self.show_ask.emit, ("Ctrl+1",))
        keys: tuple[str, ...] = ("Ctrl+2", "Ctrl+Shift+F")
        self._entry(menu, self.tr("Search the documents"), self.show_search.emit, keys)
        text = self.tr("Digest of whole documents")
        self._entry(menu, text, self.show_digest.emit, ("Ctrl+3",))
        self.search_details.setText(self.tr("Show how it was found"))
        self.search_details.setShortcut(QKeySequence("Ctrl+Shift+H"))
        menu.addAction(self.search_details)
        menu.addSeparator()
        keys = ("Ctrl++", "Ctrl+=")
        self._entry(menu, self.tr("Larger page"), lambda: self.zoom.emit(1), keys)
        self._entry(menu, self.tr("Smaller page"), lambda: self.zoom.emit(-1), ("Ctrl+-",))
        text = self.tr("Page as wide as the view")
        self._entry(menu, text, lambda: self.zoom.emit(0), ("Ctrl+0",))
        menu.addSeparator()
        colours = menu.addMenu(self.tr("Colours"))
        choices = (
            ("system", self.tr("As the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        )
        self._choice(colours, choices, theme, self.theme_chosen.emit)
        languages = menu.addMenu(self.tr("Language"))
        names = (("system", self.tr("As the system")), ("en", "English"), ("it", "Italiano"))
        self._choice(languages, names, language, self.language_chosen.emit)

    def _menu(self, title: str) -> QMenu:
        return self._window.menuBar().addMenu(title)

    def _entry(
        self, menu: QMenu, text: str, do: Callable[[], object], keys: Sequence[str] = ()
    ) -> None:
        action = QAction(text, self._window)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.triggered.connect(lambda _checked=False: do())
        menu.addAction(action)

    def _choice(
        self,
        menu: QMenu,
        choices: Sequence[tuple[str, str]],
        current: str,
        chosen: Callable[[str], object],
    ) -> None:
        group = QActionGroup(menu)
        for value, text in choices:
            action = QAction(text, menu)
            action.setCheckable(True)
            action.setChecked(value == current)
            action.triggered.connect(lambda _checked=False, value=value: chosen(value))
            group.addAction(action)
            menu.addAction(action)
