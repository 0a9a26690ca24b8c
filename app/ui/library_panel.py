"""The left area: what is in the library and how it is doing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.core.types import FileState, LibraryTotals
from app.ui.controls import ElidedLabel, IconButton, make_header, make_label
from app.ui.library_delegate import LibraryDelegate, LibraryTree
from app.ui.library_model import LibraryModel
from app.ui.library_tree import Node
from app.ui.look import Look
from app.ui.progress_strip import ProgressStrip
from app.ui.richtext import clean_line


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

    def __init__(self, look: Look, model: LibraryModel) -> None:
        super().__init__()
        self.setObjectName("libraryPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = model
        self.strip = ProgressStrip(look)
        self.tree = LibraryTree(look)
        self._set_up_tree(look)
        self._totals = ElidedLabel()
        self._totals.setProperty("role", "small")
        self._details = make_label("", "small", wrap=True)
        self._details.setObjectName("details")
        self._details.hide()
        self._nothing = make_label(self.tr("No documents yet"), "quiet")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_header(look))
        column.addWidget(self.tree, 1)
        column.addWidget(self._nothing, 1)
        column.addWidget(self._details)
        column.addWidget(_rule())
        column.addWidget(self.strip)
        footer = QHBoxLayout()
        footer.setContentsMargins(14, 8, 12, 9)
        footer.addWidget(self._totals)
        column.addLayout(footer)
        model.rowsInserted.connect(self._on_rows_inserted)
        model.rowsRemoved.connect(lambda *_: self._show_emptiness())
        model.dataChanged.connect(lambda *_: self._show_details())
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

    def make_menu(self, index: QModelIndex) -> QMenu:
        """The context menu for the row at `index`."""
        node = self._model.node(index)
        menu = QMenu(self)
        if node.record is not None:
            path = node.path
            self._entry(menu, self.tr("Open in its own program"), self.open_requested, path)
        self._entry(menu, self.tr("Show in its folder"), self.reveal_requested, node.path)
        menu.addSeparator()
        ids = tuple(each.file_id for each in node.files())
        self._entry(menu, self.tr("Read again"), self.retry_requested, ids)
        troubled = tuple(
            each.file_id
            for each in node.files()
            if each.state in (FileState.FAILED, FileState.LOCKED, FileState.NO_TEXT)
        )
        if node.record is None and troubled:
            text = self.tr("Read %n failed file(s) again", "", len(troubled))
            self._entry(menu, text, self.retry_requested, troubled)
        menu.addSeparator()
        text = self.tr("Remove from the library…")
        self._entry(menu, text, self.remove_requested, (node.path,))
        return menu

    def eventFilter(self, _watched: object, event: QEvent) -> bool:
        """Delete removes the selected file from the library, Enter opens nothing by itself."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            index = self.tree.currentIndex()
            if event.matches(QKeySequence.StandardKey.Delete) and index.isValid():
                self.remove_requested.emit((self._model.node(index).path,))
                return True
        return False

    def _set_up_tree(self, look: Look) -> None:
        tree = self.tree
        tree.setModel(self._model)
        tree.setItemDelegate(LibraryDelegate(look, tree))
        tree.setHeaderHidden(True)
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
        tree.selectionModel().currentChanged.connect(lambda *_: self._show_details())
        tree.installEventFilter(self)
        look.changed.connect(tree.viewport().update)

    def _make_header(self, look: Look) -> QWidget:
        add_files = IconButton(look, "file-add", self.tr("Add files… (Ctrl+O)"))
        add_files.clicked.connect(self.add_files_requested)
        add_folder = IconButton(look, "folder-add", self.tr("Add a folder… (Ctrl+Shift+O)"))
        add_folder.clicked.connect(self.add_folder_requested)
        return make_header(self.tr("Library"), add_files, add_folder, left_px=14)

    def _entry(self, menu: QMenu, text: str, signal: object, argument: object) -> None:
        action = QAction(text, menu)
        action.triggered.connect(lambda: signal.emit(argument))  # type: ignore[attr-defined]  # a bound signal has no public type
        menu.addAction(action)

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

    def _details_for(self, node: Node) -> str:
        record = node.record
        if record is None or record.state is FileState.INDEXED:
            return ""
        return clean_line(record.reason) or self._model.state_name(record.state)


def _rule() -> QFrame:
    rule = QFrame()
    rule.setObjectName("rule")
    rule.setFixedHeight(1)
    return rule
