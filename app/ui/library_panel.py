"""The left area: what is in the library and how it is doing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.folders import FolderState
from app.core.types import DigestTask, FileRecord, FileState, LibraryTotals
from app.ui import folder_words, wording
from app.ui.controls import IconButton
from app.ui.digest_values import Source
from app.ui.empty_note import EmptyNote
from app.ui.facts_line import FactsLine
from app.ui.file_note import FileNote
from app.ui.filter_bar import FilterBar
from app.ui.library_filter import FileFilter, StateGroup
from app.ui.library_model import LibraryModel
from app.ui.library_selection import LibrarySelection
from app.ui.library_tree import FAILED, Counts, Node, files_of, is_left_out
from app.ui.library_view import LibraryView
from app.ui.look import Look
from app.ui.progress_strip import ProgressStrip
from app.ui.richtext import clean_line
from app.ui.scope_menu import ScopeMenu
from app.ui.selection_bar import SelectionBar
from app.ui.undo_note import UndoNote


class LibraryPanel(QWidget):
    """Tree of files with their states, totals, progress, and what can be done with a file.

    Says what the person wants through signals; asks the engine nothing itself.
    """

    add_files_requested = Signal()
    add_folder_requested = Signal()
    open_requested = Signal(str)  # path
    reveal_requested = Signal(str)
    retry_requested = Signal(tuple)  # file ids
    remove_requested = Signal(tuple)  # paths
    return_requested = Signal(tuple)  # paths that were set aside, to be read again
    look_requested = Signal(str)  # path of a folder
    pause_requested = Signal(str, bool)
    rules_requested = Signal(str)
    unlock_requested = Signal(object)  # FileRecords that a password would open
    digest_requested = Signal(object)  # DigestTask, of what is selected
    selection_changed = Signal(object, int)  # the documents selected, files that hold none

    def __init__(self, look: Look, model: LibraryModel) -> None:
        super().__init__()
        self.setObjectName("libraryPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = model
        self._counted = LibraryTotals(0, 0, 0, 0)
        self.head_buttons = self._make_buttons(look)  # for whoever makes the head
        self.strip = ProgressStrip(look)
        self.bar = FilterBar(look)
        self.tree = LibraryView(look, model)
        self.tree.setAccessibleName(self.tr("Files of the library"))
        self.selection = SelectionBar()
        self.undo_note = UndoNote(look, self.tr("Remove it for good now"))
        self.note = FileNote()
        self.unlock_button = self.note.unlock
        self._selection = LibrarySelection(self.tree)
        self.scope_menu = ScopeMenu(self)
        self._footer = QWidget()
        self._totals = FactsLine()
        self._nothing = EmptyNote()
        self._is_known = False  # what the library holds, if it holds anything
        self._assemble()
        self._connect()
        self._refresh()

    @property
    def model(self) -> LibraryModel:
        """What is listed."""
        return self._model

    @property
    def details(self) -> str:
        """What is said about the selected file."""
        return self.note.text

    @property
    def totals(self) -> str:
        """The line of totals."""
        return self._totals.facts

    @property
    def emptiness(self) -> str:
        """What is said in place of files, "" while there are some."""
        return self._nothing.text

    def show_totals(self, totals: LibraryTotals) -> None:
        """Show the library's counts."""
        self._counted = totals
        if not totals.files and not self._is_known:
            self._is_known = True
            self._refresh()
        self._show_totals()

    def show_filter(self, wanted: FileFilter) -> None:
        """Show the files that fit alone."""
        self.bar.show_filter(wanted)
        self.tree.rows.set_filter(wanted)

    @property
    def selected_nodes(self) -> list[Node]:
        """The files and folders of the library that are selected, in the order of their rows;
        nothing that is inside another of them."""
        return [each for each in self.tree.selected_nodes if not is_left_out(each.record)]

    def make_menu(self, index: QModelIndex) -> QMenu:
        """The context menu for the row at `index`, and for what is selected with it."""
        node = self._model.node(index)
        row = self.tree.rows.index(self.tree.rows.row_of(node))
        if not self.tree.selectionModel().isSelected(row):
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.tree.selectionModel().setCurrentIndex(row, flag)
        menu = QMenu(self)
        left_out = [each for each in self.tree.selected_nodes if is_left_out(each.record)]
        selected = self.selected_nodes
        if left_out:
            self._add_return(menu, left_out, alone=not selected)
        if selected:
            self._add_doings(menu, selected)
        return menu

    def _add_doings(self, menu: QMenu, selected: list[Node]) -> None:
        """What can be done with files and folders of the library."""
        counts = Counts()
        for each in selected:
            counts.merge(each.totals)
        if len(selected) == 1:
            self._add_places(menu, selected[0])
            self._add_folder(menu, selected[0])
        self.scope_menu.add_to(menu, _paths(selected))
        if counts.documents:
            self._add_digests(menu)
        if counts.locked:
            text = self.tr("Enter password…")
            self._entry(menu, text, lambda: self.unlock_requested.emit(_locked(selected)))
        self._entry(menu, self.tr("Read again"), lambda: self._retry(files_of(selected)))
        if counts.failed and any(each.record is None for each in selected):
            text = self.tr("Read %n failed file(s) again", "", counts.failed)
            self._entry(menu, text, lambda: self._retry(_failed(selected)))
        menu.addSeparator()
        text = self.tr("Remove from the library")
        if all(each.parent is not self._model.root for each in selected):
            text = self.tr("Set aside: do not read")
        self._entry(menu, text, lambda: self.remove_requested.emit(_paths(selected)))

    def _add_return(self, menu: QMenu, nodes: list[Node], *, alone: bool) -> None:
        """The way back for what the person set aside."""
        text = self.tr("Take back: read it again")
        if len(nodes) > 1:
            text = self.tr("Take %n back: read them again", "", len(nodes))
        self._entry(menu, text, lambda: self.return_requested.emit(_paths(nodes)))
        if alone and len(nodes) == 1:
            text = self.tr("Show in its folder")
            self._entry(menu, text, lambda: self.reveal_requested.emit(nodes[0].path))
        if not alone:
            menu.addSeparator()

    def _assemble(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.tree, 1)
        column.addWidget(self._nothing, 1)
        column.addWidget(self.note)
        column.addWidget(self.selection)
        column.addWidget(self.undo_note)
        column.addWidget(self.strip)
        self._footer.setObjectName("libraryFooter")
        self._footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self._footer)
        row.setContentsMargins(14, 8, 12, 9)
        row.addWidget(self._totals)
        column.addWidget(self._footer)

    def _connect(self) -> None:
        tree, bar = self.tree, self.bar
        tree.rows.refreshed.connect(self._refresh)
        tree.customContextMenuRequested.connect(self._show_menu)
        tree.activated.connect(lambda _index: self._unlock_current())
        tree.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        tree.remove_wanted.connect(self._remove_selected)
        tree.undo_wanted.connect(self.undo_note.undo)
        tree.filter_wanted.connect(bar.take_focus)
        tree.escape_pressed.connect(bar.clear)
        bar.changed.connect(self._on_filter)
        bar.left.connect(self._enter_files)
        self._nothing.clear_requested.connect(self._clear_filter)
        self._selection.changed.connect(self._on_selection)
        self.selection.digest_requested.connect(self.digest_requested)
        self.selection.scope_requested.connect(
            lambda: self.scope_menu.scope_requested.emit(_paths(self.selected_nodes))
        )
        self.note.unlock_requested.connect(self._unlock_current)
        self.note.again_requested.connect(self._retry_current)
        self.note.reveal_requested.connect(self._reveal_current)

    def _make_buttons(self, look: Look) -> tuple[IconButton, ...]:
        add_files = IconButton(look, "file-add", self.tr("Add files… (Ctrl+O)"))
        add_files.clicked.connect(self.add_files_requested)
        add_folder = IconButton(look, "folder-add", self.tr("Add a folder… (Ctrl+Shift+O)"))
        add_folder.clicked.connect(self.add_folder_requested)
        return add_files, add_folder

    def _add_places(self, menu: QMenu, node: Node) -> None:
        """Where a file or folder lies, for a look outside of this program."""
        if node.record is not None:
            text = self.tr("Open in its own program")
            self._entry(menu, text, lambda: self.open_requested.emit(node.path))
        text = self.tr("Show in its folder")
        self._entry(menu, text, lambda: self.reveal_requested.emit(node.path))
        menu.addSeparator()

    def _add_folder(self, menu: QMenu, node: Node) -> None:
        """How a folder is looked at, and what of it is taken in."""
        root = self._model.folder_around(node.path)
        if node.record is not None or root is None:
            return
        path, paused = node.path, root.rules.paused
        if not paused and root.state is not FolderState.AWAY:
            text = self.tr("Look for changes now")
            self._entry(menu, text, lambda: self.look_requested.emit(path))
        if path == root.path:
            text = self.tr("Go on watching and reading") if paused else self.tr("Pause")
            self._entry(menu, text, lambda: self.pause_requested.emit(path, not paused))
            text = self.tr("Exclude and limits…")
            self._entry(menu, text, lambda: self.rules_requested.emit(path))
        menu.addSeparator()

    def _add_digests(self, menu: QMenu) -> None:
        """What can be made of whole documents."""
        wanted = self.digest_requested
        text = self.tr("Summarise…")
        self._entry(menu, text, lambda: wanted.emit(DigestTask.SUMMARY))
        text = self.tr("List everything of a kind…")
        self._entry(menu, text, lambda: wanted.emit(DigestTask.LIST))
        menu.addSeparator()

    def _entry(self, menu: QMenu, text: str, do: Callable[[], object]) -> None:
        action = QAction(text, menu)
        action.triggered.connect(lambda _checked=False: do())
        menu.addAction(action)

    def _on_selection(self, sources: tuple[Source, ...], left_out: int) -> None:
        self.selection.show_sources(sources)
        self.selection_changed.emit(sources, left_out)

    def _retry(self, records: Iterable[FileRecord]) -> None:
        self.retry_requested.emit(tuple(each.file_id for each in records))

    def _show_menu(self, position: QPoint) -> None:
        index = self.tree.indexAt(position)
        if index.isValid():
            menu = self.make_menu(index)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.tree.viewport().mapToGlobal(position))

    def _on_filter(self, wanted: FileFilter) -> None:
        current = self.tree.current_node
        self.tree.rows.set_filter(wanted)
        if not wanted and current is not None:  # found by the filter: where it lies
            self.tree.show_node(current)

    def _clear_filter(self) -> None:
        self.bar.clear()
        self.bar.take_focus()

    def _enter_files(self) -> None:
        """From the filter to what it found."""
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.tree.current_node is None and self.tree.rows.rowCount():
            self.tree.setCurrentIndex(self.tree.rows.index(0))

    def _refresh(self) -> None:
        """What is listed, or how it is, is otherwise than before."""
        rows = self.tree.rows
        root = self._model.root
        self.bar.setVisible(bool(root.children))
        self.bar.show_filter(rows.filter)
        self.bar.show_counts(rows.counts)
        found = rows.rowCount() > 0
        self.tree.setVisible(found)
        self._is_known |= found
        if found:
            self._nothing.hide()
        elif rows.filter:
            self._nothing.say_nothing_fits(rows.filter)
        elif self._is_known:
            self._nothing.say_no_documents()
        else:
            self._nothing.say_nothing()
        self._show_details()
        self._show_totals()

    def _show_totals(self) -> None:
        rows = self.tree.rows
        totals = rows.totals or self._counted
        parts = [
            self.tr("%n file(s)", "", totals.files),
            self.tr("%n page(s)", "", totals.pages),
            self.tr("%n passage(s)", "", totals.passages),
        ]
        if not totals.files:
            parts = []
        if rows.filter:
            shown = sum(1 for each in rows.shown if not is_left_out(each.record))
            files = rows.counts.files
            parts = [self.tr("{0} of %n file(s)", "", files).format(wording.count(shown))]
            if rows.filter.group is StateGroup.SET_ASIDE:
                parts = [self.tr("%n set aside", "", rows.rowCount())]
        self._totals.show_facts(parts)
        self._footer.setVisible(bool(parts))

    def _show_details(self) -> None:
        node = self.tree.current_node
        text = self._details_for(node) if node is not None else ""
        self.note.say(text, node.record if node is not None else None)

    def _unlock_current(self) -> None:
        """Enter or a double click opens nothing else: a locked file alone asks for something."""
        record = self._current_record
        if record is not None and record.asks_password:
            self.unlock_requested.emit((record,))

    def _retry_current(self) -> None:
        record = self._current_record
        if record is None:
            return
        if is_left_out(record):
            self.return_requested.emit((record.path,))
        else:
            self._retry((record,))

    def _remove_selected(self) -> None:
        """What is out of the library already cannot be taken out."""
        nodes = self.selected_nodes
        if nodes:
            self.remove_requested.emit(_paths(nodes))

    def _reveal_current(self) -> None:
        record = self._current_record
        if record is not None:
            self.reveal_requested.emit(record.path)

    @property
    def _current_record(self) -> FileRecord | None:
        node = self.tree.current_node
        return node.record if node is not None else None

    def _details_for(self, node: Node) -> str:
        record = node.record
        if record is None:
            folder = self._model.folder(node.path)
            return folder_words.long_state(folder) if folder is not None else ""
        if record.state is FileState.INDEXED:
            if self._model.is_away(record.path):
                return self.tr("It is not there now. What was read of it can still be found.")
            return ""
        return clean_line(record.reason) or self._model.state_name(record.state)


def _paths(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(each.path for each in nodes)


def _locked(nodes: Iterable[Node]) -> tuple[FileRecord, ...]:
    """The files that a password would open."""
    return tuple(each for each in files_of(nodes) if each.asks_password)


def _failed(nodes: Iterable[Node]) -> list[FileRecord]:
    """The files that could not be read, without those that stopped the reader each time."""
    return [each for each in files_of(nodes) if each.state in FAILED]
