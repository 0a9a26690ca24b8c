"""The library as a Qt item model. One column; what a file is like comes through roles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.core.folders import LibraryFolder
from app.core.types import FileRecord, FileState
from app.core.units import Unit, unit_of
from app.ui import folder_words, wording
from app.ui.library_tree import Counts, Holdings, Node, emptied, folder_names
from app.ui.richtext import clean_line, clean_name, tool_tip

NODE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
SUBTITLE_ROLE = NODE_ROLE + 1
AWAY_ROLE = NODE_ROLE + 2

# The reasons of these differ from file to file, and stand in the row themselves.
_TOLD = (FileState.NO_TEXT, FileState.FAILED, FileState.SET_ASIDE, FileState.UNSUPPORTED)
_MOST_REMOVALS = 8  # at once; more are one change of the layout
_NOWHERE = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class LibraryModel(QAbstractItemModel):
    """Files grouped by the folders they were added with. Window thread only.

    Changes arrive in batches; runs of new neighbours are inserted together and nothing is ever
    reset, so that a view keeps its selection and its place. `settled` follows each batch.
    """

    settled = Signal(bool)  # whether rows came, went or moved

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = Node("", "", None)
        self._by_id: dict[int, Node] = {}
        self._listed: set[int] | None = None
        self._left_out: tuple[Node, ...] = ()
        self.holdings = Holdings()  # of all files
        self._folders: dict[str, LibraryFolder] = {}
        self._away: tuple[str, ...] = ()
        self._moved = False  # since `settled` was told

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
        for parent, nodes in self._make_nodes(new):
            self._insert(parent, nodes, touched)
        self._tell(touched)
        self._settle()

    def _make_nodes(self, new: Iterable[FileRecord]) -> Iterator[tuple[Node, list[Node]]]:
        """New files as nodes, by the folder that each belongs to."""
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
        yield from fresh.values()

    def _tell(self, touched: dict[int, Node]) -> None:
        """Say that these rows are otherwise than before."""
        for node in touched.values():
            if self._is_here(node):
                index = self.index_of(node)
                self.dataChanged.emit(index, index)

    def _settle(self) -> None:
        moved, self._moved = self._moved, False
        self.settled.emit(moved)

    def begin_listing(self) -> None:
        """From now on note which files the engine names."""
        self._listed = set()

    def end_listing(self) -> None:
        """Drop the files that were not named since `begin_listing`."""
        self.apply((), self.take_unlisted())

    def take_unlisted(self) -> tuple[int, ...]:
        """As `end_listing`, for somebody who drops them by and by: the ids to be dropped."""
        listed, self._listed = self._listed, None
        self._tell({id(each): each for each in self.root.children})  # their counts hold now
        return () if listed is None else tuple(self._by_id.keys() - listed)

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
        self._settle()

    def show_left_out(self, paths: Iterable[str]) -> None:
        """The person set these files and folders aside: they are in no folder's list or count."""
        known = {each.path: each for each in self._left_out}
        wanted = sorted(paths)
        if tuple(known) != tuple(wanted):
            nodes = (known.get(path) or self._left_out_node(path) for path in wanted)
            self._left_out = tuple(nodes)
            self._moved = True
            self._settle()

    @property
    def left_out(self) -> tuple[Node, ...]:
        """What the person set aside, by path. No index of this model leads there."""
        return self._left_out

    def _left_out_node(self, path: str) -> Node:
        """It stands for a file or a folder: which of them, nobody looked."""
        reason = self.tr("You set it aside. It is not read, and nothing of it is found.")
        record = FileRecord(0, path, "", FileState.SET_ASIDE, reason, 0, 0, 0)
        return Node(clean_name(PurePath(path).name or path), path, self._root, record)

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
            self._moved = True
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
        self._moved = True
        records = [each.record for each in nodes if each.record is not None]
        self._count(parent, records, 1, touched)
        for record in records:
            self.holdings.add(record)

    def _update(self, node: Node, record: FileRecord, touched: dict[int, Node]) -> None:
        before = node.record
        if before is not None and _counted(before) != _counted(record):
            self._count(node.parent, [before], -1, touched)
            self._count(node.parent, [record], 1, touched)
        if before is not None:
            self.holdings.drop(before)
        self.holdings.add(record)
        node.record = record
        touched[id(node)] = node

    def _remove(self, file_ids: Iterable[int]) -> None:
        """Drop files, and folders that are empty then, in as few removals as there are runs of
        rows: a view works through all of its rows at each of them."""
        gone = [node for each in file_ids if (node := self._by_id.pop(each, None)) is not None]
        if not gone:
            return
        touched: dict[int, Node] = {}
        by_folder: dict[int, list[Node]] = {}
        for node in gone:
            by_folder.setdefault(id(node.parent), []).append(node)
        for nodes in by_folder.values():
            records = [each.record for each in nodes if each.record is not None]
            self._count(nodes[0].parent, records, -1, touched)
            for record in records:
                self.holdings.drop(record)
        self._take_out(gone)
        self._tell(touched)

    def _take_out(self, nodes: Iterable[Node]) -> None:
        going = emptied(nodes, lambda folder: folder.path in self._folders)
        runs = [(parent, *run) for parent, children in going for run in parent.runs_of(children)]
        self._moved = True
        if len(runs) > _MOST_REMOVALS:
            self._take_at_once(going)
            return
        for parent, first, last in runs:
            self.beginRemoveRows(self.index_of(parent), first, last)
            parent.take(first, last)
            self.endRemoveRows()

    def _take_at_once(self, going: list[tuple[Node, list[Node]]]) -> None:
        """Take out many runs of rows in one change: at each removal Qt would go through all of
        the indexes that are held, which are thousands where folders are open."""
        self.layoutAboutToBeChanged.emit()
        taken = [node for parent, children in going for node in parent.drop(children)]
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

    def _count(
        self,
        folder: Node | None,
        records: Iterable[FileRecord],
        sign: int,
        touched: dict[int, Node],
    ) -> None:
        """Count files in a folder, and in those around it, in (+1) or out (-1)."""
        counts = Counts()
        for record in records:
            counts.add(record, 1)
        while folder is not None:
            folder.counts.merge(counts, sign)
            if folder is not self._root:
                touched[id(folder)] = folder
            folder = folder.parent

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
        return self.node_data(self.node(index), role) if index.isValid() else None

    def node_data(self, node: Node, role: int) -> object:
        """As `data`, of a node wherever it is shown."""
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

    def describe(self, node: Node, seen: Counts | None = None) -> str:
        """Second line of a row: how a file, or the files of a folder, are; those that are `seen`,
        where not all of them are."""
        if node.record is None:
            counts = seen or node.counts
            is_known = counts.files > 0 or self._listed is None  # else they are being listed
            parts = [self.tr("%n file(s)", "", counts.files)] if is_known else []
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
        if record.state in _TOLD:
            return wording.headline(record.reason) or self.state_name(record.state)
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
            FileState.NO_TEXT: self.tr("No text"),
            FileState.LOCKED: self.tr("Locked by a password"),
            FileState.FAILED: self.tr("Could not be read"),
            FileState.SET_ASIDE: self.tr("Set aside"),
            FileState.UNSUPPORTED: self.tr("Kind of file not supported"),
        }[state]


def _counted(record: FileRecord) -> tuple[object, ...]:
    """What of a file is counted."""
    return record.state, bool(record.document_id), record.asks_password


def _holds(folder: str, path: str) -> bool:
    """Whether `path` is `folder` or lies somewhere in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
