"""The left area: what is in the library and how it is doing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.core.folders import FolderState
from app.core.types import DigestTask, FileRecord, FileState, LibraryTotals
from app.ui import folder_words
from app.ui.controls import ElidedLabel, IconButton, make_header, make_label, make_link
from app.ui.digest_values import Source, sources_of
from app.ui.library_delegate import LibraryDelegate, LibraryTree
from app.ui.library_model import LibraryModel
from app.ui.library_tree import Node, files_of, outermost
from app.ui.look import Look
from app.ui.progress_strip import ProgressStrip
from app.ui.richtext import clean_line
from app.ui.selection_bar import SelectionBar


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
        self.strip = ProgressStrip(look)
        self.selection = SelectionBar()
        self.selection.digest_requested.connect(self.digest_requested)
        self._selected: tuple[tuple[Source, ...], int] = ((), 0)
        self._look_again = QTimer(self)  # once, whatever number of files changed
        self._look_again.setSingleShot(True)
        self._look_again.setInterval(0)
        self._look_again.timeout.connect(self._tell_selection)
        self.tree = LibraryTree(look)
        self._set_up_tree(look)
        self._totals = ElidedLabel()
        self._totals.setProperty("role", "small")
        self._details = make_label("", "small", wrap=True)
        self._details.setObjectName("details")
        self._details.hide()
        self.unlock_button = make_link(self.tr("Enter its password…"))
        self.unlock_button.clicked.connect(self._unlock_current)
        self.unlock_button.hide()
        self._nothing = make_label(self.tr("No documents yet"), "quiet")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_header(look))
        column.addWidget(self.tree, 1)
        column.addWidget(self._nothing, 1)
        column.addWidget(self._details)
        below = QHBoxLayout()
        below.setContentsMargins(10, 0, 10, 4)
        below.addWidget(self.unlock_button)
        below.addStretch(1)
        column.addLayout(below)
        column.addWidget(self.selection)
        column.addWidget(_rule())
        column.addWidget(self.strip)
        footer = QHBoxLayout()
        footer.setContentsMargins(14, 8, 12, 9)
        footer.addWidget(self._totals)
        column.addLayout(footer)
        model.rowsInserted.connect(self._on_rows_inserted)
        model.rowsRemoved.connect(lambda *_: self._show_emptiness())
        model.layoutChanged.connect(lambda *_: self._show_emptiness())
        model.dataChanged.connect(lambda *_: self._show_details())
        looks = (model.dataChanged, model.rowsInserted, model.rowsRemoved, model.layoutChanged)
        for changed in looks:
            changed.connect(lambda *_: self._look_again.start())
        self._show_emptiness()

    @property
    def details(self) -> str:
        """The line about the selected file."""
        return "" if self._details.isHidden() else self._details.text()

    @property
    def totals(self) -> str:
        """The line of totals."""
        return self._totals.text

    def show_totals(self, totals: LibraryTotals) -> None:
        """Show the library's counts."""
        parts = [
            self.tr("%n file(s)", "", totals.files),
            self.tr("%n page(s)", "", totals.pages),
            self.tr("%n passage(s)", "", totals.passages),
        ]
        self._totals.set_text(" · ".join(parts) if totals.files else "")

    @property
    def selected_nodes(self) -> list[Node]:
        """The files and folders that are selected, in the order of their paths; nothing that is
        inside another of them."""
        selection = self.tree.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        return outermost(  # row by row Qt would ask for every parent
            node
            for each in ranges
            for node in self._model.node(each.parent()).children[each.top() : each.bottom() + 1]
        )

    def make_menu(self, index: QModelIndex) -> QMenu:
        """The context menu for the row at `index`, and for what is selected with it."""
        selection = self.tree.selectionModel()
        if not selection.isSelected(index):
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            selection.setCurrentIndex(index, flag)
        nodes = self.selected_nodes
        records = files_of(nodes)
        menu = QMenu(self)
        if len(nodes) == 1:
            self._add_places(menu, nodes[0])
            self._add_folder(menu, nodes[0])
        if sources_of(records):
            wanted = self.digest_requested
            text = self.tr("Summarise…")
            self._entry(menu, text, lambda: wanted.emit(DigestTask.SUMMARY))
            text = self.tr("List everything of a kind…")
            self._entry(menu, text, lambda: wanted.emit(DigestTask.LIST))
            menu.addSeparator()
        locked = tuple(each for each in records if each.asks_password)
        if locked:
            text = self.tr("Enter password…")
            self._entry(menu, text, lambda: self.unlock_requested.emit(locked))
        ids = tuple(each.file_id for each in records)
        self._entry(menu, self.tr("Read again"), lambda: self.retry_requested.emit(ids))
        self._add_troubled(menu, nodes, records)
        menu.addSeparator()
        paths = tuple(each.path for each in nodes)
        text = self.tr("Remove from the library…")
        self._entry(menu, text, lambda: self.remove_requested.emit(paths))
        return menu

    def eventFilter(self, _watched: object, event: QEvent) -> bool:
        """Delete removes what is selected from the library, Enter opens nothing by itself."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            paths = tuple(each.path for each in self.selected_nodes)
            if event.matches(QKeySequence.StandardKey.Delete) and paths:
                self.remove_requested.emit(paths)
                return True
        return False

    def _set_up_tree(self, look: Look) -> None:
        tree = self.tree
        tree.setModel(self._model)
        tree.setItemDelegate(LibraryDelegate(look, tree))
        tree.setHeaderHidden(True)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        tree.setUniformRowHeights(True)
        tree.setIndentation(16)
        tree.setFrameShape(QFrame.Shape.NoFrame)
        tree.setMouseTracking(True)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.setAccessibleName(self.tr("Files of the library"))
        tree.customContextMenuRequested.connect(self._show_menu)
        tree.activated.connect(lambda _index: self._unlock_current())
        tree.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        tree.selectionModel().selectionChanged.connect(lambda *_: self._tell_selection())
        tree.installEventFilter(self)
        look.changed.connect(tree.viewport().update)

    def _make_header(self, look: Look) -> QWidget:
        add_files = IconButton(look, "file-add", self.tr("Add files… (Ctrl+O)"))
        add_files.clicked.connect(self.add_files_requested)
        add_folder = IconButton(look, "folder-add", self.tr("Add a folder… (Ctrl+Shift+O)"))
        add_folder.clicked.connect(self.add_folder_requested)
        return make_header(self.tr("Library"), add_files, add_folder, left_px=14)

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

    def _add_troubled(self, menu: QMenu, nodes: list[Node], records: list[FileRecord]) -> None:
        """A way to read again what failed, where that is only a part."""
        troubled = tuple(
            each.file_id
            for each in records
            if each.state in (FileState.FAILED, FileState.LOCKED, FileState.NO_TEXT)
        )
        if troubled and any(each.record is None for each in nodes):
            text = self.tr("Read %n failed file(s) again", "", len(troubled))
            self._entry(menu, text, lambda: self.retry_requested.emit(troubled))

    def _entry(self, menu: QMenu, text: str, do: Callable[[], object]) -> None:
        action = QAction(text, menu)
        action.triggered.connect(lambda _checked=False: do())
        menu.addAction(action)

    def _tell_selection(self) -> None:
        """Say what is selected, if that is something else than before."""
        records = files_of(self.selected_nodes)
        sources = sources_of(records)
        left_out = sum(1 for each in records if not each.document_id)
        if (sources, left_out) != self._selected:
            self._selected = (sources, left_out)
            self.selection.show_sources(sources)
            self.selection_changed.emit(sources, left_out)

    def _show_menu(self, position: QPoint) -> None:
        index = self.tree.indexAt(position)
        if index.isValid():
            menu = self.make_menu(index)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.tree.viewport().mapToGlobal(position))

    def _on_rows_inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        self._show_emptiness()
        if parent.isValid():
            return
        for row in range(first, last + 1):  # folders that were added are shown open
            index = self._model.index(row, 0)
            if self._model.node(index).record is None:
                self.tree.expand(index)

    def _show_emptiness(self) -> None:
        empty = self._model.rowCount() == 0
        self.tree.setVisible(not empty)
        self._nothing.setVisible(empty)

    def _show_details(self) -> None:
        index = self.tree.currentIndex()
        node = self._model.node(index)
        text = self._details_for(node) if index.isValid() else ""
        self._details.setText(text)
        self._details.setVisible(bool(text))
        record = node.record if index.isValid() else None
        self.unlock_button.setVisible(record is not None and record.asks_password)

    def _unlock_current(self) -> None:
        """Enter or a double click opens nothing else: a locked file alone asks for something."""
        record = self._model.node(self.tree.currentIndex()).record
        if record is not None and record.asks_password:
            self.unlock_requested.emit((record,))

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


def _rule() -> QFrame:
    rule = QFrame()
    rule.setObjectName("rule")
    rule.setFixedHeight(1)
    return rule
