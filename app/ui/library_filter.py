"""Which files of the library are shown: by words of their names, by how they are. No Qt.

Every word must be found in the file's name or in the name of a folder that holds it; case and
accents do not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from app.core.types import FileState
from app.ui.library_tree import Node
from app.ui.palette_match import fold


class StateGroup(Enum):
    """The conditions that files are told apart by, the most urgent first."""

    FAILED = (FileState.FAILED,)
    LOCKED = (FileState.LOCKED,)
    NO_TEXT = (FileState.NO_TEXT,)
    SET_ASIDE = (FileState.SET_ASIDE,)
    PENDING = (FileState.WAITING, FileState.READING)
    UNSUPPORTED = (FileState.UNSUPPORTED,)
    READY = (FileState.INDEXED,)

    @property
    def states(self) -> tuple[FileState, ...]:
        """The states that it stands for."""
        states: tuple[FileState, ...] = self.value
        return states


@dataclass(frozen=True, slots=True)
class FileFilter:
    """What is looked for; as it stands by default it lets everything through."""

    text: str = ""
    group: StateGroup | None = None

    def __bool__(self) -> bool:
        return bool(self.words or self.group)

    @property
    def words(self) -> tuple[str, ...]:
        """The words as they are compared."""
        return tuple(fold(self.text).split())


def matching_files(root: Node, wanted: FileFilter, hidden: Collection[str] = ()) -> list[Node]:
    """The files below `root` that fit, in the order of the tree, without those at or below the
    paths `hidden`. A millisecond for some 5,000 files: what a folder's name decides is asked once
    a folder."""
    states = frozenset(wanted.group.states) if wanted.group is not None else None
    found: list[Node] = []

    def look(folder: Node, words: tuple[str, ...]) -> None:
        for inner in folder.folders_here:
            if inner.path not in hidden:
                look(inner, tuple(word for word in words if word not in inner.folded))
        files = folder.files_here
        for word in words:
            files = [each for each in files if word in each.folded]
        if states is not None:
            files = [
                each for each in files if each.record is not None and each.record.state in states
            ]
        if hidden:
            files = [each for each in files if each.path not in hidden]
        found.extend(files)

    look(root, wanted.words)
    return found


def matching_left_out(left_out: Sequence[Node], wanted: FileFilter) -> list[Node]:
    """What the person set aside and fits: found by its words, or by its condition."""
    if wanted.group not in (None, StateGroup.SET_ASIDE):
        return []
    words = wanted.words
    return [
        each for each in left_out if all(word in fold(each.path) for word in words)
    ]  # few: their paths are folded as they are asked for


def marks(name: str, words: Collection[str]) -> list[tuple[int, int]]:
    """Where `words` (folded) stand in `name`: first and last-but-one letters, in order, none
    over another."""
    folded, origin = "", []
    for at, letter in enumerate(name):
        plain = fold(letter) or (" " if letter.isspace() else "")
        folded += plain
        origin += [at] * len(plain)
    spans = sorted(
        (origin[start], origin[start + len(word) - 1] + 1)
        for word in words
        if word and (start := folded.find(word)) >= 0
    )
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        if kept and start < kept[-1][1]:
            kept[-1] = (kept[-1][0], max(end, kept[-1][1]))
        else:
            kept.append((start, end))
    return kept
