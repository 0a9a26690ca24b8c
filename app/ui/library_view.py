"""The list of the library's rows, which opens and closes folders as a tree does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView

from app.core.scopes import Places
from app.ui.library_delegate import LibraryDelegate, chevron_area
from app.ui.library_model import LibraryModel
from app.ui.library_rows import LEVEL_ROLE, LibraryRows
from app.ui.library_tree import Node, outermost
from app.ui.look import Look
from app.ui.palette_match import fold
from app.ui.search_drawing import set_up_view

# What is selected in more places than this is let go when rows become others: each would cost at
# every change from then on, and nobody can see any more what is selected.
_MOST_RUNS = 500
_SELECT = QItemSelectionModel.SelectionFlag.Select
_CLEAR_AND_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a view holds on to while its rows become others."""

    selected: frozenset[Node]
    current: Node | None
    top: Node | None
    top_offset_px: int


class LibraryView(QTableView):
    """One column of rows of one height. Indexes of the library's own model are taken too.

    A table and not a tree: see `LibraryRows`.
    """

    selection_moved = Signal()
    remove_wanted = Signal()
    undo_wanted = Signal()
    filter_wanted = Signal()
    escape_pressed = Signal()

    def __init__(self, look: Look, model: LibraryModel) -> None:
        super().__init__()
        self.setObjectName("libraryView")
        self._model = model
        self._look = look
        self.rows = LibraryRows(model, self)
        self._kept = _Kept(frozenset(), None, None, 0)
        self._typed = ""
        self._since_typed = QElapsedTimer()
        self._since_typed.start()
        set_up_view(self, look)
        self.setModel(self.rows)
        self._delegate = LibraryDelegate(look, self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.rows.modelAboutToBeReset.connect(self._keep)
        self.rows.modelReset.connect(self._restore)
        self.selectionModel().selectionChanged.connect(lambda *_: self.selection_moved.emit())
        self.doubleClicked.connect(self._toggle)
        look.changed.connect(self._fit_rows)
        self._fit_rows()

    # -------------------------------------------------------------------------------- for others

    @property
    def current_node(self) -> Node | None:
        """The file or folder that the keys are at."""
        index = self.currentIndex()
        return self._model.node(index) if index.isValid() else None

    @property
    def selected_nodes(self) -> list[Node]:
        """The files and folders that are selected, in the order of the rows; nothing that is
        inside another of them."""
        nodes = self.rows.nodes
        return outermost(chain(*(nodes[a : b + 1] for a, b in self._selected_runs())))

    def show_asked(self, places: Places | None) -> None:
        """Mark what lies in `places`; None marks nothing."""
        self._delegate.asked = places
        self.viewport().update()

    def select_nodes(self, nodes: Iterable[Node]) -> None:
        """Select these, as far as they have rows, and nothing else."""
        self._select(frozenset(nodes), _CLEAR_AND_SELECT)

    def show_node(self, node: Node) -> None:
        """Go to a file or folder; folders around it are opened."""
        self.rows.reveal(node)
        self.setCurrentIndex(self.rows.index(self.rows.row_of(node)))
        self.scrollTo(self.currentIndex())

    def setCurrentIndex(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Go to a row; an index of the library's model opens the folders around it."""
        if index.isValid() and index.model() is self._model:
            node = self._model.node(index)
            self.rows.reveal(node)
            index = self.rows.index(self.rows.row_of(node))
        super().setCurrentIndex(index)

    def isExpanded(self, index: QModelIndex) -> bool:
        """Whether a folder is open."""
        return self.rows.is_open(self._model.node(index))

    def expand(self, index: QModelIndex) -> None:
        """Open a folder."""
        self.rows.set_open(self._model.node(index), True)

    def expandAll(self) -> None:
        """Open every folder."""
        self.rows.set_all_open(True)

    def collapseAll(self) -> None:
        """Close every folder."""
        self.rows.set_all_open(False)

    # -------------------------------------------------------------------------------- Qt events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right close and open; a few keys are told to whoever can do something."""
        node, key = self.current_node, event.key()
        if event.matches(QKeySequence.StandardKey.Delete) and self.selectionModel().hasSelection():
            self.remove_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Find):
            self.filter_wanted.emit()
        elif key == Qt.Key.Key_Escape and self.rows.filter:
            self.escape_pressed.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and node is not None:
            self._step_sideways(node, inwards=key == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys that mean something here do not mean what they mean in the menus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            ours = event.key() == Qt.Key.Key_Escape and bool(self.rows.filter)
            find, undo = QKeySequence.StandardKey.Find, QKeySequence.StandardKey.Undo
            if ours or event.matches(find) or event.matches(undo):
                event.accept()
                return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A chevron opens and closes, and selects nothing."""
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            node = self._model.node(index)
            area = chevron_area(self.visualRect(index), index.data(LEVEL_ROLE), self._look)
            if node.record is None and area.contains(event.position().toPoint()):
                self.rows.set_open(node, not self.rows.is_open(node))
                return
        super().mousePressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last row; in a table, to the first column."""
        if action == QAbstractItemView.CursorAction.MoveHome:
            return self.rows.index(0)
        if action == QAbstractItemView.CursorAction.MoveEnd:
            return self.rows.index(self.rows.rowCount() - 1)
        return super().moveCursor(action, modifiers)

    def keyboardSearch(self, search: str) -> None:
        """Typing goes to the next row whose name begins so. Qt would ask for every row's data."""
        pause_ms = QApplication.keyboardInputInterval()
        self._typed = search if self._since_typed.elapsed() > pause_ms else self._typed + search
        self._since_typed.restart()
        nodes, wanted = self.rows.nodes, fold(self._typed)
        if not nodes or not wanted:
            return
        at = max(0, self.currentIndex().row()) + (1 if len(self._typed) == 1 else 0)
        order = (*range(at, len(nodes)), *range(at))
        row = next((each for each in order if nodes[each].folded.startswith(wanted)), -1)
        if row >= 0:
            self.setCurrentIndex(self.rows.index(row))

    # ----------------------------------------------------------------------------------- inside

    def _fit_rows(self) -> None:
        height = LibraryDelegate.row_height(self.font(), self._look)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    def changeEvent(self, event: QEvent) -> None:
        """Rows are as high as the font asks for."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_rows()

    def _toggle(self, index: QModelIndex) -> None:
        node = self._model.node(index)
        self.rows.set_open(node, not self.rows.is_open(node))

    def _step_sideways(self, node: Node, *, inwards: bool) -> None:
        opened = self.rows.is_open(node)
        if node.record is None and opened != inwards:
            self.rows.set_open(node, inwards)
        elif inwards and node.record is None:
            self.setCurrentIndex(self.rows.index(self.currentIndex().row() + 1))
        elif not inwards and node.parent is not None:
            row = self.rows.row_of(node.parent)
            if row >= 0:
                self.setCurrentIndex(self.rows.index(row))

    def _selected_runs(self) -> list[tuple[int, int]]:
        """First and last rows of what is selected, in order."""
        selection = self.selectionModel().selection()
        ranges = (selection.at(number) for number in range(selection.count()))
        return sorted((each.top(), each.bottom()) for each in ranges)

    def _keep(self) -> None:
        nodes = self.rows.shown
        top = self.rowAt(0)
        offset = self.rowViewportPosition(top) if top >= 0 else 0
        current = self.currentIndex().row()
        self._kept = _Kept(
            frozenset(chain(*(nodes[a : b + 1] for a, b in self._selected_runs()))),
            nodes[current] if current >= 0 else None,
            nodes[top] if top > 0 else None,
            offset,
        )

    def _restore(self) -> None:
        kept, self._kept = self._kept, _Kept(frozenset(), None, None, 0)
        self.setAutoScroll(False)  # to the current row, which need not be what is looked at
        if kept.current is not None and (row := self.rows.row_of(kept.current)) >= 0:
            flag = QItemSelectionModel.SelectionFlag.NoUpdate
            self.selectionModel().setCurrentIndex(self.rows.index(row), flag)
        self.setAutoScroll(True)
        if kept.selected:
            self._select(kept.selected, _SELECT)
            self.selection_moved.emit()
        if kept.top is not None and (row := self.rows.row_of(kept.top)) >= 0:
            self.updateGeometries()
            height = self.verticalHeader().defaultSectionSize()
            self.verticalScrollBar().setValue(row * height - kept.top_offset_px)
        elif kept.top is not None:  # what was looked at has gone: to where the keys are
            self.updateGeometries()
            self.scrollToTop()
            if self.currentIndex().isValid():
                self.scrollTo(self.currentIndex())

    def _select(self, wanted: frozenset[Node], flag: QItemSelectionModel.SelectionFlag) -> None:
        selection = QItemSelection()
        rows = (row for row, node in enumerate(self.rows.nodes) if node in wanted)
        runs = list(_runs(rows))
        if len(runs) > _MOST_RUNS:
            runs.clear()
        for first, last in runs:
            selection.select(self.rows.index(first), self.rows.index(last))
        self.selectionModel().select(selection, flag)


def _runs(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last numbers of the runs in ascending numbers."""
    first = last = -1
    for row in rows:
        if first >= 0 and row == last + 1:
            last = row
            continue
        if first >= 0:
            yield first, last
        first = last = row
    if first >= 0:
        yield first, last
