"""Finds a place in the tree by its path, and counts what the list leaves out for the time being."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable

from app.core.types import LibraryTotals
from app.ui.library_model import LibraryModel
from app.ui.library_tree import Counts, Node, natural_key, outermost
from app.ui.richtext import clean_name


class HiddenPlaces:
    """Files and folders that are not to be seen: their removal can still be undone, or is being
    done. Worked out when it is asked for; `forget` says that the library is otherwise now.

    Some 20 ms for 50,000 hidden files, and next to nothing for a few.
    """

    def __init__(self, model: LibraryModel) -> None:
        self._model = model
        self._paths: set[str] = set()
        self._below: dict[Node, Counts] | None = None
        self._totals: LibraryTotals | None = None

    @property
    def paths(self) -> set[str]:
        """They, and what lies below them."""
        return self._paths

    def add(self, paths: Iterable[str]) -> None:
        """Hide these too."""
        self._paths |= set(paths)
        self.forget()

    def discard(self, paths: Iterable[str]) -> None:
        """Show these again."""
        self._paths -= set(paths)
        self.forget()

    def forget(self) -> None:
        """Count anew when it is asked for."""
        self._below = self._totals = None

    def seen_of(self, folder: Node) -> Counts:
        """How many files of a folder are seen, in what condition; of the root: of the library."""
        hidden = self._hidden.get(folder) if self._paths else None
        if hidden is None:
            return folder.counts
        seen = Counts()
        seen.merge(folder.counts)
        seen.merge(hidden, -1)
        return seen

    @property
    def totals(self) -> LibraryTotals | None:
        """What the files that are seen hold; None while all are."""
        if self._paths and self._totals is None:
            self._totals = self._model.holdings.without(self._nodes())
        return self._totals

    @property
    def _hidden(self) -> dict[Node, Counts]:
        """What is hidden below each folder that holds some of it."""
        if self._below is None:
            self._below = {}
            for node in self._nodes():
                counts = node.totals
                for folder in node.ancestors():
                    self._below.setdefault(folder, Counts()).merge(counts)
        return self._below

    def _nodes(self) -> list[Node]:
        found = (node_at(self._model.root, each) for each in self._paths)
        return outermost(each for each in found if each is not None)


def node_at(root: Node, path: str) -> Node | None:
    """The folder or file at `path`. Takes as long as it is deep, however many files there are."""
    for top in root.children:
        if top.path == path:
            return top
        if top.record is None and path.startswith(top.path.rstrip(os.sep) + os.sep):
            found = _node_below(top, path)
            if found is not None:
                return found
    return None


def _node_below(folder: Node, path: str) -> Node | None:
    """The folder or file at `path`, which begins with the path of `folder`."""
    while True:
        name, _, more = path[len(folder.path.rstrip(os.sep)) + 1 :].partition(os.sep)
        inner = folder.folders.get(os.path.join(folder.path, name))  # noqa: PTH118  # by the thousand
        if inner is not None and more:
            folder = inner
            continue
        if inner is not None or more:
            return inner
        at = bisect_left(folder.keys, (True, natural_key(clean_name(name)), path))
        found = folder.children[at] if at < len(folder.children) else None
        return found if found is not None and found.path == path else None
