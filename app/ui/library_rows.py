"""The rows of the library that are shown, one below another: open folders, or what a filter finds.

A tree view works through all of its rows whenever one comes or goes, with several calls into
Python for each: half a second at 50,000. A flat list asks for the rows that are seen alone, so
which folders are open is kept here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import PurePath

from PySide6.QtCore import (
    QAbstractListModel,
    QElapsedTimer,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from app.core.types import FileState, LibraryTotals
from app.ui.library_filter import FileFilter, matching_files, matching_left_out
from app.ui.library_model import SUBTITLE_ROLE, LibraryModel
from app.ui.library_places import HiddenPlaces
from app.ui.library_tree import Counts, Node, is_left_out
from app.ui.richtext import clean_line

WORDS_ROLE = int(Qt.ItemDataRole.UserRole) + 101
LEVEL_ROLE = WORDS_ROLE + 1
OPEN_ROLE = WORDS_ROLE + 2

_FEW_FILES = 1000  # so many are worked through at every change, more only now and then
_LEAST_MS = 150
_REST = 10  # times as long as taking in news took, nothing more is taken in
_NOWHERE = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class LibraryRows(QAbstractListModel):
    """What a view of the library shows. Window thread only.

    An index leads to the node itself (`LibraryModel.node`). Rows that come or go in one place are
    inserted or removed there; anything else is a reset, over which the view keeps its selection.
    """

    refreshed = Signal()  # rows are other ones, or tell something else

    def __init__(self, model: LibraryModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._rows: list[Node] = []
        self._open: set[str] = set()
        self._hidden = HiddenPlaces(model)
        self._filter = FileFilter()
        self._is_stale = self._has_news = False
        self._rest_ms = _LEAST_MS
        self._since = QElapsedTimer()
        self._since.start()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.settle)
        model.rowsInserted.connect(self._on_inserted)
        model.settled.connect(self._on_settled)

    # ---------------------------------------------------------------------------- what is shown

    @property
    def filter(self) -> FileFilter:
        """What is looked for."""
        return self._filter

    @property
    def shown(self) -> list[Node]:
        """The nodes that have rows, in order, as the view knows them; not to be changed."""
        return self._rows

    @property
    def nodes(self) -> list[Node]:
        """As `shown`, with what the library told meanwhile taken in."""
        self.settle()
        return self._rows

    @property
    def counts(self) -> Counts:
        """How many files are in what condition, as the person sees it: what is hidden counts no
        more, and what was set aside does."""
        counts = Counts()
        counts.merge(self._hidden.seen_of(self._model.root))
        aside = FileState.SET_ASIDE
        counts.states[aside] = counts.number(aside) + len(self._model.left_out)
        return counts

    @property
    def totals(self) -> LibraryTotals | None:
        """What the files that are not hidden hold; None while none is hidden."""
        return self._hidden.totals

    def row_of(self, node: Node) -> int:
        """The row of a node, -1 if it has none."""
        self.settle()
        try:
            return self._rows.index(node)
        except ValueError:
            return -1

    def is_open(self, node: Node) -> bool:
        """Whether a folder's rows are shown below it."""
        return node.path in self._open

    # ------------------------------------------------------------------------------- what changes

    def set_filter(self, wanted: FileFilter) -> None:
        """Show the files that fit, without folders; an empty filter shows the folders again."""
        if wanted != self._filter:
            self._filter = wanted
            self._renew()

    def set_open(self, node: Node, opened: bool) -> None:
        """Open or close a folder."""
        if node.record is None and opened != self.is_open(node):
            (self._open.add if opened else self._open.discard)(node.path)
            self._renew()

    def set_all_open(self, opened: bool) -> None:
        """Open or close every folder."""
        self._open.clear()
        if opened:
            todo = list(self._model.root.folders_here)
            while todo:
                node = todo.pop()
                self._open.add(node.path)
                todo += node.folders_here
        self._renew()

    def reveal(self, node: Node) -> None:
        """Open the folders around a node, without a filter that leaves it out."""
        if self._filter and self.row_of(node) < 0:
            self._filter = FileFilter()
        around = {each.path for each in node.ancestors()} - {""}
        self._open |= around
        self._renew()

    def hide(self, paths: Iterable[str]) -> None:
        """Leave out the rows at and below these paths."""
        self._hidden.add(paths)
        self._renew()

    def unhide(self, paths: Iterable[str]) -> None:
        """Show the rows at and below these paths again."""
        self._hidden.discard(paths)
        self._renew()

    def settle(self) -> None:
        """Take in at once what the library told meanwhile."""
        self._timer.stop()
        stale, news = self._is_stale, self._has_news
        clock = QElapsedTimer()
        clock.start()
        self._is_stale = self._has_news = False
        if stale:
            self._show(self._wanted_rows())
        if stale or news:
            self._since.restart()
            if self._rows:
                self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
            self.refreshed.emit()
            self._rest_ms = max(_LEAST_MS, _REST * clock.elapsed())

    # ------------------------------------------------------------------------- QAbstractListModel

    def index(self, row: int, column: int | None = 0, _parent: Index = _NOWHERE) -> QModelIndex:
        """As Qt defines it; the node is its pointer."""
        if column or not 0 <= row < len(self._rows):
            return QModelIndex()
        return self.createIndex(row, 0, self._rows[row])

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What the library tells of the node, and how its row stands here."""
        if not index.isValid():
            return None
        node = self._rows[index.row()]
        if role == WORDS_ROLE:
            return self._filter.words
        if role == LEVEL_ROLE:
            return 0 if self._filter else node.level
        if role == OPEN_ROLE:
            return self.is_open(node)
        told = self._told(node, role)
        if role == SUBTITLE_ROLE and self._filter:
            return self._with_place(node, str(told))
        if role == Qt.ItemDataRole.AccessibleTextRole and node.record is None:
            opened = self.tr("open") if self.is_open(node) else self.tr("closed")
            return f"{told}, {opened}"
        return told

    # --------------------------------------------------------------------------------------- inside

    def _told(self, node: Node, role: int) -> object:
        """What the library tells of the node; a folder counts what is seen of it."""
        if node.record is not None or not self._hidden.paths:
            return self._model.node_data(node, role)
        seen = self._hidden.seen_of(node)
        if role == SUBTITLE_ROLE:
            return self._model.describe(node, seen)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{node.name}, {self._model.describe(node, seen)}"
        return self._model.node_data(node, role)

    def _on_inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        if not parent.isValid():  # folders that were added are shown open
            for node in self._model.root.children[first : last + 1]:
                if node.record is None:
                    self._open.add(node.path)

    def _on_settled(self, moved: bool) -> None:
        self._hidden.forget()
        by_state = self._filter.group is not None
        self._is_stale = self._is_stale or moved or by_state
        self._has_news = True
        if self._model.root.counts.files <= _FEW_FILES:
            self.settle()
        elif not self._timer.isActive():
            self._timer.start(max(0, self._rest_ms - self._since.elapsed()))

    def _renew(self) -> None:
        """What is to be shown is something else."""
        self._is_stale = True
        self.settle()

    def _wanted_rows(self) -> list[Node]:
        root = self._model.root
        if self._filter:
            found = matching_files(root, self._filter, self._hidden.paths)
            return found + matching_left_out(self._model.left_out, self._filter)
        rows: list[Node] = []
        hidden = self._hidden.paths

        def walk(folder: Node) -> None:
            for inner in folder.folders_here:
                if inner.path not in hidden:
                    rows.append(inner)
                    if inner.path in self._open:
                        walk(inner)
            files = folder.files_here
            if hidden:
                files = [each for each in files if each.path not in hidden]
            rows.extend(files)

        walk(root)
        return rows

    def _with_place(self, node: Node, told: str) -> str:
        """What is told of a file, and the folders that it lies in, which have no rows now. That
        of all files need not be told."""
        if is_left_out(node.record):
            return " · ".join((told, self._place_of(node.path)))
        *folders, root = node.ancestors()
        if folders and len(root.children) == 1:
            folders.pop()
        place = "/".join(each.name for each in reversed(folders))
        is_read = node.record is not None and node.record.state is FileState.INDEXED
        return " · ".join(filter(None, (place, told) if is_read else (told, place)))

    def _place_of(self, path: str) -> str:
        """The folder that something which is not in the tree lies in, from the folder on that was
        added."""
        folder, around = PurePath(path).parent, self._model.folder_around(path)
        if around is not None:
            folder = folder.relative_to(PurePath(around.path).parent)
        return clean_line(str(folder))

    def _show(self, rows: list[Node]) -> None:
        before = self._rows
        if rows == before:
            return
        start = _same(before, rows)
        limit = min(len(before), len(rows)) - start
        end = _same(islice(reversed(before), limit), islice(reversed(rows), limit))
        if start + end == len(before):
            self.beginInsertRows(QModelIndex(), start, len(rows) - end - 1)
            self._rows = rows
            self.endInsertRows()
        elif start + end == len(rows):
            self.beginRemoveRows(QModelIndex(), start, len(before) - end - 1)
            self._rows = rows
            self.endRemoveRows()
        else:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        del before  # until here indexes may point at its nodes


def _same(first: Iterable[Node], second: Iterable[Node]) -> int:
    """How many nodes the two begin with alike."""
    alike = 0
    for one, other in zip(first, second, strict=False):
        if one is not other:
            break
        alike += 1
    return alike
