"""The tree behind the library panel: roots, folders and files, sorted, with counts. No Qt."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from app.core.types import FileRecord, FileState

_DIGITS = re.compile(r"(\d+)")
_TROUBLED = (FileState.NO_TEXT, FileState.LOCKED, FileState.FAILED)

SortKey = tuple[int, tuple[tuple[int, int, str], ...], str]


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts "page 9" before "page 10", whatever the case."""
    parts = _DIGITS.split(name.casefold())
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts if part)


@dataclass(slots=True)
class Counts:
    """How many files under a folder are in what condition."""

    files: int = 0
    indexed: int = 0
    pending: int = 0
    troubled: int = 0

    def add(self, state: FileState, sign: int) -> None:
        """Count one file in (+1) or out (-1)."""
        self.files += sign
        self.indexed += sign * (state is FileState.INDEXED)
        self.pending += sign * (not state.final)
        self.troubled += sign * (state in _TROUBLED)


@dataclass(slots=True, eq=False)
class Node:
    """A folder (`record` None) or a file of the tree.

    `key` is its place among its siblings: folders first, then by name.
    """

    name: str
    path: str
    parent: Node | None
    record: FileRecord | None = None
    children: list[Node] = field(default_factory=list)
    keys: list[SortKey] = field(default_factory=list)
    folders: dict[str, Node] = field(default_factory=dict)  # by path: names may look alike
    counts: Counts = field(default_factory=Counts)
    key: SortKey = field(init=False)  # asked for at every step of every search among siblings

    def __post_init__(self) -> None:
        self.key = (self.record is not None, natural_key(self.name), self.path)

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
            child.parent = None
            if child.record is None:
                self.folders.pop(child.path, None)
        del self.keys[first : last + 1]
        del self.children[first : last + 1]
        return taken

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
        for child in self.children:
            yield from child.files()


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


def outermost(nodes: Iterable[Node]) -> list[Node]:
    """`nodes` in the order of the tree, without those that lie inside another of them."""
    wanted = {id(each): each for each in nodes}
    outer = [
        each
        for each in wanted.values()
        if not any(id(folder) in wanted for folder in each.ancestors())
    ]
    return sorted(outer, key=_place)


def _place(node: Node) -> tuple[SortKey, ...]:
    """Sorts as the rows of the whole tree."""
    return (*[folder.key for folder in node.ancestors()][::-1], node.key)


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
