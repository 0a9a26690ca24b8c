"""The tree behind the library panel: roots, folders and files, sorted, with counts. No Qt."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from app.core.types import FileRecord, FileState, LibraryTotals
from app.ui.palette_match import fold

_DIGITS = re.compile(r"(\d+)")
FAILED = (FileState.FAILED, FileState.LOCKED, FileState.NO_TEXT)  # may be better another time
TROUBLED = (*FAILED, FileState.SET_ASIDE)

SortKey = tuple[bool, str, str]


def natural_key(name: str) -> str:
    """Sorts "page 9" before "page 10", whatever the case, and numbers before letters.

    One text and not a tuple of parts, which would take five times the memory for each of tens of
    thousands of files. A number begins with how many digits it has; what is no number ends with a
    sign that comes before all others, and that no name holds.
    """
    parts = _DIGITS.split(name.casefold())
    return "".join(map(_sortable, filter(None, parts)))


def _sortable(part: str) -> str:
    if not part.isdecimal():
        return f"\x02{part}\x00"
    digits = str(int(part))
    return f"\x01{chr(len(digits))}{digits}"


@dataclass(slots=True)
class Counts:
    """How many files under a folder are in what condition.

    `documents` of them hold something that can be asked about, `locked` ask for a password.
    """

    files: int = 0
    documents: int = 0
    locked: int = 0
    states: dict[FileState, int] = field(default_factory=dict)

    @classmethod
    def of(cls, record: FileRecord) -> Counts:
        """The counts of one file."""
        counts = cls()
        counts.add(record, 1)
        return counts

    @property
    def pending(self) -> int:
        """Files that are still to be read."""
        return self.number(FileState.WAITING, FileState.READING)

    @property
    def troubled(self) -> int:
        """Files that could not be read."""
        return self.number(*TROUBLED)

    @property
    def failed(self) -> int:
        """Those of them that are worth another try, as files that are set aside are not."""
        return self.number(*FAILED)

    def number(self, *states: FileState) -> int:
        """How many files are in one of these states."""
        return sum(self.states.get(state, 0) for state in states)

    def add(self, record: FileRecord, sign: int) -> None:
        """Count one file in (+1) or out (-1)."""
        self.files += sign
        self.documents += sign * bool(record.document_id)
        self.locked += sign * record.asks_password
        self.states[record.state] = self.states.get(record.state, 0) + sign

    def merge(self, other: Counts, sign: int = 1) -> None:
        """Count many files in (+1) or out (-1)."""
        self.files += sign * other.files
        self.documents += sign * other.documents
        self.locked += sign * other.locked
        for state, number in other.states.items():
            self.states[state] = self.states.get(state, 0) + sign * number


@dataclass(slots=True)
class Holdings:
    """How much files hold: a document counts once, however many of them show it."""

    files: int = 0
    pages: int = 0
    passages: int = 0
    shown: dict[int, int] = field(default_factory=dict)  # by document: the files that show it

    def add(self, record: FileRecord) -> None:
        """Count a file in."""
        self.files += 1
        before = self.shown.get(record.document_id, 0)
        if record.document_id:
            self.shown[record.document_id] = before + 1
        if not before:
            self._count(record, 1)

    def drop(self, record: FileRecord) -> None:
        """Count a file out."""
        self.files -= 1
        left = self.shown.pop(record.document_id, 1) - 1
        if left:
            self.shown[record.document_id] = left
        else:
            self._count(record, -1)

    def without(self, nodes: Iterable[Node]) -> LibraryTotals:
        """What the other files hold, where `nodes`, none inside another, are some of the tree."""
        files, pages, passages, gone = self.files, self.pages, self.passages, 0
        going: dict[int, int] = {}
        shown = self.shown
        for node in nodes:
            for record in node.files():
                files -= 1
                number = record.document_id
                if number:
                    left = going.get(number) or shown.get(number, 1)
                    going[number] = left - 1
                    if left > 1:
                        continue
                    gone += 1
                pages -= record.pages
                passages -= record.passages
        return LibraryTotals(files, len(shown) - gone, pages, passages)

    def _count(self, record: FileRecord, sign: int) -> None:
        self.pages += sign * record.pages
        self.passages += sign * record.passages


@dataclass(slots=True, eq=False)
class Node:
    """A folder (`record` None) or a file of the tree.

    `key` is its place among its siblings: folders first, then by name. `folded` is the name for
    comparing, see `app.ui.palette_match`. Both are worked out once.
    """

    name: str
    path: str
    parent: Node | None
    record: FileRecord | None = None
    children: list[Node] = field(init=False)
    keys: list[SortKey] = field(init=False)
    folders: dict[str, Node] = field(init=False)  # by path: names may look alike
    counts: Counts = field(init=False)
    key: SortKey = field(init=False)  # asked for at every step of every search among siblings
    folded: str = field(init=False)  # asked for by every letter of a filter

    def __post_init__(self) -> None:
        self.key = (self.record is not None, natural_key(self.name), self.path)
        folded = fold(self.name)
        self.folded = self.name if folded == self.name else folded  # often the same
        if self.record is None:
            self.children, self.keys, self.folders, self.counts = [], [], {}, Counts()
        else:  # nothing is ever put into a file: tens of thousands share what is empty
            self.children, self.keys, self.folders, self.counts = _NOTHING

    @property
    def files_here(self) -> list[Node]:
        """The files directly in this folder."""
        return self.children[len(self.folders) :]

    @property
    def folders_here(self) -> list[Node]:
        """The folders directly in this one."""
        return self.children[: len(self.folders)]

    @property
    def level(self) -> int:
        """How deep it lies, 0 at the top."""
        return sum(1 for _ in self.ancestors()) - 1

    @property
    def totals(self) -> Counts:
        """The counts of a folder, or of the file itself."""
        return self.counts if self.record is None else Counts.of(self.record)

    @property
    def row(self) -> int:
        """Index among the siblings."""
        return 0 if self.parent is None else bisect_left(self.parent.keys, self.key)

    def ancestors(self) -> Iterator[Node]:
        """Parent, grandparent and so on, the invisible root included."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def place(self, child: Node) -> int:
        """Where `child` belongs."""
        return bisect_left(self.keys, child.key)

    def insert(self, row: int, children: Iterable[Node]) -> None:
        """Put `children`, sorted, at `row`."""
        fresh = list(children)
        self.children[row:row] = fresh
        self.keys[row:row] = [each.key for each in fresh]
        for each in fresh:
            if each.record is None:
                self.folders[each.path] = each

    def take(self, first: int, last: int) -> list[Node]:
        """Remove and return the children from row `first` to row `last`; they have no parent
        from then on."""
        taken = self.children[first : last + 1]
        for child in taken:
            self._part_from(child)
        del self.keys[first : last + 1]
        del self.children[first : last + 1]
        return taken

    def drop(self, children: Iterable[Node]) -> list[Node]:
        """Remove these children, wherever they stand, and return them, as `take` does."""
        gone = {id(each): each for each in children}
        self.children = [each for each in self.children if id(each) not in gone]
        self.keys = [each.key for each in self.children]
        for child in gone.values():
            self._part_from(child)
        return list(gone.values())

    def _part_from(self, child: Node) -> None:
        """Let a child go; what is below it is parted too, so that no cycle keeps it alive."""
        child.parent = None
        if child.record is None:
            self.folders.pop(child.path, None)
            todo = [child]
            while todo:
                folder = todo.pop()
                for inner in folder.children:
                    inner.parent = None
                todo += folder.folders_here
                folder.children, folder.keys, folder.folders = [], [], {}

    def runs_of(self, children: Iterable[Node]) -> list[tuple[int, int]]:
        """First and last rows of the runs that these children stand in, the last run first."""
        wanted = {id(each) for each in children}
        runs: list[tuple[int, int]] = []
        for row, child in enumerate(self.children):
            if id(child) not in wanted:
                continue
            if runs and runs[-1][1] == row - 1:
                runs[-1] = (runs[-1][0], row)
            else:
                runs.append((row, row))
        return runs[::-1]

    def files(self) -> Iterator[FileRecord]:
        """Every file at or under this node."""
        if self.record is not None:
            yield self.record
        todo = [(self, False)]
        while todo:  # not by calling itself: that costs a step through each folder for each file
            folder, inner_done = todo.pop()
            if folder.folders and not inner_done:
                todo.append((folder, True))
                todo += [(each, False) for each in reversed(folder.folders_here)]
                continue
            for file in folder.files_here:
                if file.record is not None:
                    yield file.record


_NOTHING: tuple[list[Node], list[SortKey], dict[str, Node], Counts] = ([], [], {}, Counts())


def folder_names(record: FileRecord) -> tuple[tuple[str, str], ...]:
    """Name and path of each folder that leads to a file in the tree, its root first.

    A file that was added by itself lies at the top: its root is the file, or unknown.
    """
    root = PurePath(record.root)
    path = PurePath(record.path)
    if not record.root or root == path or not path.is_relative_to(root):
        return ()
    steps = [(root.name or str(root), str(root))]
    folder = root
    for part in path.relative_to(root).parts[:-1]:
        folder = folder / part
        steps.append((part, str(folder)))
    return tuple(steps)


def is_left_out(record: FileRecord | None) -> bool:
    """Whether a file or folder was set aside by the person: the library holds nothing of it."""
    return record is not None and record.state is FileState.SET_ASIDE and not record.file_id


def outermost(nodes: Iterable[Node]) -> list[Node]:
    """`nodes`, in their order, without those that lie inside another of them."""
    given = list(nodes)
    wanted = set(given)
    outer: list[Node] = []
    parent: Node | None = None
    is_inside = False
    for each in given:
        if each.parent is not parent:  # siblings follow one another
            parent = each.parent
            is_inside = any(folder in wanted for folder in each.ancestors())
        if not is_inside:
            outer.append(each)
    return outer


def emptied(files: Iterable[Node], stays: Callable[[Node], bool]) -> list[tuple[Node, list[Node]]]:
    """What goes with `files`, by the folder that it goes from: a folder that holds nothing else
    goes as a whole, unless it `stays`."""
    going: dict[int, tuple[Node, list[Node]]] = {}
    for file in files:
        node = file
        while node.parent is not None:
            parent, children = going.setdefault(id(node.parent), (node.parent, []))
            children.append(node)
            if len(children) < len(parent.children) or parent.parent is None or stays(parent):
                break
            del going[id(parent)]
            node = parent
    return list(going.values())


def files_of(nodes: Iterable[Node]) -> list[FileRecord]:
    """Every file at or under `nodes`."""
    return [record for node in nodes for record in node.files()]
