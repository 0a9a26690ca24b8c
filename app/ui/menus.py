"""The menu bar and the keyboard: what the table of actions names, as menus and shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from app.ui.action_table import ActionRow, action_table, plain_text
from app.ui.arrangement import FIRST
from app.ui.richtext import clean_line, clean_name


@dataclass(frozen=True, slots=True)
class Command:
    """An action as the palette offers it. `key` is the same in every language."""

    key: str
    text: str
    group: str
    action: QAction


class Menus(QObject):
    """Builds the menus; says what was chosen. Each row of the table has its signal here."""

    add_files = Signal()
    add_folder = Signal()
    rescan = Signal()
    open_library = Signal()
    library_chosen = Signal(str)  # its folder
    erase = Signal()
    library_place = Signal()
    back_up = Signal()
    restore_backup = Signal()
    move_library = Signal()
    models = Signal()
    settings = Signal()
    export = Signal()
    print_out = Signal()
    copy_answer = Signal()
    new_conversation = Signal()
    show_talks = Signal()
    delete_talk = Signal()
    edit_last = Signal()
    stop = Signal()
    focus_question = Signal()
    next_citation = Signal()
    previous_citation = Signal()
    choose_scope = Signal()
    ask_everything = Signal()
    gate_settings = Signal()
    find_text = Signal()
    find_next = Signal()
    find_previous = Signal()
    ask_selection = Signal()
    ask_page = Signal()
    copy_selection = Signal()
    palette = Signal()
    next_area = Signal()
    previous_area = Signal()
    show_ask = Signal()
    show_search = Signal()
    show_digest = Signal()
    show_library = Signal()
    filter_library = Signal()
    show_passages = Signal()
    show_document = Signal()
    zoom = Signal(int)
    library_at = Signal(str)  # Place
    side_at = Signal(str)
    document_at = Signal(str)
    usual_places = Signal()
    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    shortcuts = Signal()
    check = Signal()
    report = Signal()
    whats_new = Signal()
    about = Signal()

    def __init__(self, window: QMainWindow, theme: str, language: str) -> None:
        super().__init__(window)
        self._window = window
        self._current = {
            "theme_chosen": theme,
            "language_chosen": language,
            **{f"{panel}_at": str(place) for panel, place in FIRST.items()},
        }
        self._doers: dict[str, Callable[[], object]] = {
            "quit": window.close,
            "zoom_in": lambda: self.zoom.emit(1),
            "zoom_out": lambda: self.zoom.emit(-1),
            "zoom_fit": lambda: self.zoom.emit(0),
        }
        self._commands: list[Command] = []
        self._libraries: list[Command] = []
        self.actions: dict[str, QAction] = {}
        self.choices: dict[str, QMenu] = {}  # by the key of what is chosen
        self._recent = QMenu(window)
        for group in action_table():
            menu = window.menuBar().addMenu(group.text)
            for row in group.rows:
                self._add(menu, row, plain_text(group.text))
                if row.ends_part:
                    menu.addSeparator()
        self.search_details = self.actions["search_details"]
        self.show_libraries(())

    def commands(self) -> Iterator[Command]:
        """Everything that can be done now."""
        for each in (*self._commands, *self._libraries):
            if each.action.isEnabled():
                yield each

    def show_choice(self, key: str, value: str) -> None:
        """One of several was chosen elsewhere."""
        self.actions[f"{key}:{value}"].setChecked(True)

    def show_libraries(self, folders: Sequence[str]) -> None:
        """Offer these libraries to be opened, the last used first."""
        self._recent.clear()
        self._libraries.clear()
        self._recent.menuAction().setEnabled(bool(folders))
        for folder in folders:
            path = PurePath(folder)
            action = QAction(clean_line(folder).replace("&", "&&"), self._recent)
            action.triggered.connect(
                lambda _checked=False, folder=folder: self.library_chosen.emit(folder)
            )
            self._recent.addAction(action)
            text = self.tr("Open the library {0}").format(clean_name(path.name))
            command = Command(f"library:{folder}", text, clean_line(str(path.parent)), action)
            self._libraries.append(command)

    def _add(self, menu: QMenu, row: ActionRow, group: str) -> None:
        if row.key == "recent_library":
            self._recent = menu.addMenu(row.text)
            return
        if row.choices:
            self.choices[row.key] = menu.addMenu(row.text)
            self._add_choice(self.choices[row.key], row, group)
            return
        action = QAction(row.text, self._window)
        action.setObjectName(row.key)
        action.setShortcuts([QKeySequence(key) for key in row.keys])
        action.setCheckable(row.checkable)
        if not row.checkable:
            do = self._doers.get(row.key) or getattr(self, row.key).emit
            action.triggered.connect(lambda _checked=False: do())
        menu.addAction(action)
        self.actions[row.key] = action
        if row.key != "palette":  # which is where one is
            self._commands.append(Command(row.key, plain_text(row.text), group, action))

    def _add_choice(self, menu: QMenu, row: ActionRow, title: str) -> None:
        group = QActionGroup(menu)
        chosen = getattr(self, row.key)
        for value, text in row.choices:
            action = QAction(text, menu)
            action.setObjectName(f"{row.key}:{value}")
            action.setCheckable(True)
            action.setChecked(value == self._current.get(row.key))
            action.triggered.connect(lambda _checked=False, value=value: chosen.emit(value))
            group.addAction(action)
            menu.addAction(action)
            self.actions[f"{row.key}:{value}"] = action
            name = self.tr("{0}: {1}").format(plain_text(row.text), text)
            self._commands.append(Command(f"{row.key}:{value}", name, title, action))
