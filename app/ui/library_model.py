"""The library as a Qt item model. One column; what a file is like comes through roles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.folders import LibraryFolder
from app.core.types import FileRecord, FileState
from app.core.units import Unit, unit_of
from app.ui import folder_words
from app.ui.library_tree import Node, emptied, folder_names
from app.ui.richtext import clean_line, clean_name, tool_tip

NODE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
SUBTITLE_ROLE = NODE_ROLE + 1
AWAY_ROLE = NODE_ROLE + 2

_MOST_REMOVALS = 8  # at once; more are one change of the layout
_NOWHERE = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class LibraryModel(QAbstractItemModel):
    """Files grouped by the folders they were added with. Window thread only.

    Changes arrive in batches; runs of new neighbours are inserted together and nothing is ever
    reset, so that a view keeps its selection and its place.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = Node("", "", None)
        self._by_id: dict[int, Node] = {}
        self._listed: set[int] | None = None
        self._folders: dict[str, LibraryFolder] = {}
        self._away: tuple[str, ...] = ()

    # ----------------------------------------------------------------------- changes

    def apply(self, changed: Sequence[FileRecord], removed: Iterable[int]) -> None:
        """Take in files that are new or changed, and drop those whose ids are in `removed`."""
        new: list[FileRecord] = []
        moved: list[int] = []
        updated: list[tuple[Node, FileRecord]] = []
        for record in changed:
            if self._listed is not None:
                self._listed.add(record.file_id)
            node = self._by_id.get(record.file_id)
            known = node.record if node is not None else None
            if node is None or known is None:
                new.append(record)
            elif (known.path, known.root) == (record.path, record.root):
                updated.append((node, record))
            else:
                moved.append(record.file_id)
                new.append(record)
        self._remove((*removed, *moved))
        touched: dict[int, Node] = {}
        for node, record in updated:
            if record.file_id in self._by_id:
                self._update(node, record, touched)
            else:  # named as gone too
                new.append(record)
        fresh: dict[int, tuple[Node, list[Node]]] = {}
        folders: dict[tuple[str, str], Node] = {}
        for record in new:
            folder, name = os.path.split(record.path)
            parent = folders.get((record.root, folder))
            if parent is None or record.root == record.path:
                parent = folders[record.root, folder] = self._folder_for(record)
            node = Node(clean_name(name), record.path, parent, record)
            self._by_id[record.file_id] = node
            fresh.setdefault(id(parent), (parent, []))[1].append(node)
        for parent, nodes in fresh.values():
            self._insert(parent, nodes, touched)
        for node in touched.values():
            index = self.index_of(node)
            self.dataChanged.emit(index, index)

    def begin_listing(self) -> None:
        """From now on note which files the engine names."""
        self._listed = set()

    def end_listing(self) -> None:
        """Drop the files that were not named since `begin_listing`."""
        if self._listed is not None:
            gone = self._by_id.keys() - self._listed
            self._listed = None
            self.apply((), gone)

    def show_folders(self, folders: Iterable[LibraryFolder]) -> None:
        """Take in how the folders that were added are. They are shown even while empty."""
        before, away = self._folders, self._away
        self._folders = {each.path: each for each in folders}
        self._away = tuple(path for each in self._folders.values() for path in each.away)
        for each in self._folders.values():
            if each.is_dir:
                name = PurePath(each.path).name or each.path
                self._child_folder(self._root, clean_name(name), each.path)
        for node in list(self._root.children):
            if node.path in before and node.path not in self._folders:
                self._prune(node)
        if self._away != away:
            self._show_again(QModelIndex())
        for row, node in enumerate(self._root.children):
            if before.get(node.path) != self._folders.get(node.path):
                index = self.index(row, 0)
                self.dataChanged.emit(index, index)

    def folder(self, path: str) -> LibraryFolder | None:
        """The folder that was added at `path`, if the engine has told of it."""
        return self._folders.get(path)

    def folder_around(self, path: str) -> LibraryFolder | None:
        """The folder that was added and holds `path`, or is it."""
        return next((each for each in self._folders.values() if _holds(each.path, path)), None)

    def is_away(self, path: str) -> bool:
        """Whether a file or folder is not there now."""
        return any(_holds(each, path) for each in self._away)

    def _show_again(self, parent: QModelIndex) -> None:
        """Have all rows below `parent` drawn anew."""
        rows = self.rowCount(parent)
        if rows:
            self.dataChanged.emit(self.index(0, 0, parent), self.index(rows - 1, 0, parent))
        for row, node in enumerate(self.node(parent).children):
            if node.record is None:
                self._show_again(self.index(row, 0, parent))

    def _folder_for(self, record: FileRecord) -> Node:
        node = self._root
        for name, path in folder_names(record):
            node = self._child_folder(node, clean_name(name), path)
        return node

    def _child_folder(self, parent: Node, name: str, path: str) -> Node:
        """The folder `path` under `parent`, made if it is not there yet."""
        known = parent.folders.get(path)
        if known is None:
            if parent is self._root and any(each.name == name for each in parent.folders.values()):
                name = clean_name(path)  # two roots of the same name
            known = Node(name, path, parent)
            row = parent.place(known)
            self.beginInsertRows(self.index_of(parent), row, row)
            parent.insert(row, (known,))
            self.endInsertRows()
        return known

    def _insert(self, parent: Node, nodes: list[Node], touched: dict[int, Node]) -> None:
        nodes.sort(key=lambda each: each.key)
        at = 0
        while at < len(nodes):
            row = parent.place(nodes[at])
            limit = parent.keys[row] if row < len(parent.keys) else None
            stop = at + 1
            while stop < len(nodes) and (limit is None or nodes[stop].key < limit):
                stop += 1
            run = nodes[at:stop]
            self.beginInsertRows(self.index_of(parent), row, row + len(run) - 1)
            parent.insert(row, run)
            self.endInsertRows()
            at = stop
        for node in nodes:
            if node.record is not None:
                self._count(node, node.record.state, 1, touched)

    def _update(self, node: Node, record: FileRecord, touched: dict[int, Node]) -> None:
        if node.record is not None and node.record.state is not record.state:
            self._count(node, node.record.state, -1, touched)
            self._count(node, record.state, 1, touched)
        node.record = record
        touched[id(node)] = node

    def _remove(self, file_ids: Iterable[int]) -> None:
        """Drop files, and folders that are empty then, in as few removals as there are runs of
        rows: a view works through all of its rows at each of them."""
        gone = [node for each in file_ids if (node := self._by_id.pop(each, None)) is not None]
        touched: dict[int, Node] = {}
        for node in gone:
            if node.record is not None:
                self._count(node, node.record.state, -1, touched)
        self._take_out(gone)
        for each in touched.values():
            if self._is_here(each):
                index = self.index_of(each)
                self.dataChanged.emit(index, index)

    def _take_out(self, nodes: Iterable[Node]) -> None:
        going = emptied(nodes, lambda folder: folder.path in self._folders)
        runs = [(parent, *run) for parent, children in going for run in parent.runs_of(children)]
        if len(runs) > _MOST_REMOVALS:
            self._take_at_once(runs)
            return
        for parent, first, last in runs:
            self.beginRemoveRows(self.index_of(parent), first, last)
            parent.take(first, last)
            self.endRemoveRows()

    def _take_at_once(self, runs: list[tuple[Node, int, int]]) -> None:
        """Take out many runs of rows in one change: at each removal Qt would go through all of
        the indexes that are held, which are thousands where folders are open."""
        self.layoutAboutToBeChanged.emit()
        taken = [node for parent, first, last in runs for node in parent.take(first, last)]
        held = self.persistentIndexList()
        self.changePersistentIndexList(held, [self._index_now(each) for each in held])
        self.layoutChanged.emit()
        del taken  # until here indexes may point at them

    def _index_now(self, index: QModelIndex) -> QModelIndex:
        node = self.node(index)
        return self.index_of(node) if self._is_here(node) else QModelIndex()

    def _is_here(self, node: Node) -> bool:
        """Whether a node was not taken out, alone or with a folder above it."""
        *_, top = (node, *node.ancestors())
        return top is self._root

    def _prune(self, node: Node) -> None:
        """Take out a row that holds nothing, and those above it that are empty then; a folder
        that was added stays."""
        if not node.children and node.path not in self._folders:
            self._take_out([node])

    def _count(self, node: Node, state: FileState, sign: int, touched: dict[int, Node]) -> None:
        for folder in node.ancestors():
            folder.counts.add(state, sign)
            if folder is not self._root:
                touched[id(folder)] = folder

    # ----------------------------------------------------------------------- queries

    @property
    def root(self) -> Node:
        """The invisible root; its counts are those of the whole library."""
        return self._root

    def node(self, index: Index) -> Node:
        """The node behind `index`."""
        if not index.isValid():
            return self._root
        node: Node = index.internalPointer()
        return node

    def record(self, file_id: int) -> FileRecord | None:
        """The file with this id."""
        node = self._by_id.get(file_id)
        return node.record if node is not None else None

    def index_of(self, node: Node) -> QModelIndex:
        """The index of `node`."""
        return QModelIndex() if node is self._root else self.createIndex(node.row, 0, node)

    # ------------------------------------------------------------- QAbstractItemModel

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """As Qt defines it."""
        children = self.node(parent).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # one overload of two
        """As Qt defines it."""
        parent = self.node(index).parent
        return QModelIndex() if parent is None else self.index_of(parent)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of children."""
        return len(self.node(parent).children)

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        """One column."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name, subtitle, tool tip and the node itself."""
        if not index.isValid():
            return None
        node = self.node(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.name
        if role == NODE_ROLE:
            return node
        if role == SUBTITLE_ROLE:
            return self.describe(node)
        if role == AWAY_ROLE:
            return self.is_away(node.path)
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = (node.path, *self._facts(node.record))
            return tool_tip("\n".join(clean_line(line) for line in lines if line))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{node.name}, {self.describe(node)}"
        return None

    def describe(self, node: Node) -> str:
        """Second line of a row: how a file, or the files of a folder, are."""
        if node.record is None:
            counts = node.counts
            parts = [self.tr("%n file(s)", "", counts.files)]
            if counts.pending:
                parts.append(self.tr("%n to read", "", counts.pending))
            if counts.troubled:
                parts.append(self.tr("%n not readable", "", counts.troubled))
            folder = self._folders.get(node.path)
            state = folder_words.short_state(folder) if folder is not None else ""
            return " · ".join(filter(None, (state, *parts)))
        record = node.record
        if self.is_away(record.path):
            return self.tr("Away")
        if record.only_in_cloud:
            return self.tr("Only in the cloud")
        if record.state is FileState.INDEXED:
            passages = self.tr("%n passage(s)", "", record.passages)
            if record.pages:
                return self._pages(record) + " · " + passages
            return passages
        if record.asks_password:
            return self.tr("Locked: enter its password")
        return self.state_name(record.state)

    def _facts(self, record: FileRecord | None) -> tuple[str, ...]:
        """What else there is to tell of a file: why it is as it is, and what was recognised."""
        if record is None:
            return ()
        recognised = ""
        if record.recognised:
            recognised = self.tr("%n page(s) recognised from the picture", "", record.recognised)
        return record.reason, recognised

    def _pages(self, record: FileRecord) -> str:
        """How many pages, slides, sheets … a file has."""
        count = record.pages
        return {
            Unit.PAGE: self.tr("%n page(s)", "", count),
            Unit.SLIDE: self.tr("%n slide(s)", "", count),
            Unit.SHEET: self.tr("%n sheet(s)", "", count),
            Unit.CHAPTER: self.tr("%n chapter(s)", "", count),
            Unit.PART: self.tr("%n part(s)", "", count),
            Unit.MESSAGE: self.tr("%n message(s)", "", count),
        }[unit_of(record.path)]

    def state_name(self, state: FileState) -> str:
        """A state in words."""
        return {
            FileState.WAITING: self.tr("Waiting"),
            FileState.READING: self.tr("Reading…"),
            FileState.INDEXED: self.tr("Ready"),
            FileState.NO_TEXT: self.tr("No text (scanned?)"),
            FileState.LOCKED: self.tr("Locked by a password"),
            FileState.FAILED: self.tr("Could not be read"),
            FileState.UNSUPPORTED: self.tr("Kind of file not supported"),
        }[state]


def _holds(folder: str, path: str) -> bool:
    """Whether `path` is `folder` or lies somewhere in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
