"""What an indexing job looks at: whole roots, folders of them, or the files of one folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.index.records import Root


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything at or below `path`, which belongs to `root`.

    Without `deep`, the files directly in the folder `path`.
    """

    root: Root
    path: str
    deep: bool = True

    @property
    def is_whole(self) -> bool:
        """Whether this is all of the root."""
        return self.deep and self.path == self.root.path

    def holds(self, path: str) -> bool:
        """Whether `path` is what the scope looks at."""
        if self.deep:
            return is_below(path, self.path)
        return os.path.dirname(path) == self.path  # noqa: PTH120 - text


def is_below(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies somewhere in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def folder_of(root: Root) -> str:
    """The root, or the folder that a single file lies in."""
    return root.path if root.is_dir else os.path.dirname(root.path)  # noqa: PTH120 - text


def scopes_at(roots: Sequence[Root], paths: Iterable[str], folders: Iterable[str]) -> list[Scope]:
    """Scopes for everything at or below `paths`, and for the files directly in `folders`.

    What belongs to no root is left out; what is inside another scope is not looked at twice.
    """
    whole = [
        Scope(root, root.path)
        for root in roots
        if any(is_below(root.path, path) for path in paths)
        or (not root.is_dir and folder_of(root) in folders)
    ]
    taken = {scope.root for scope in whole}
    open_roots = [root for root in roots if root.is_dir and root not in taken]
    deep: list[Scope] = []
    for path in sorted(set(paths)):  # a folder before what is in it
        if not any(is_below(path, scope.path) for scope in deep):
            deep.extend(Scope(root, path) for root in open_roots if is_below(path, root.path))
    flat = [
        Scope(root, path, deep=False)
        for path in sorted(set(folders))
        for root in open_roots
        if is_below(path, root.path) and not any(is_below(path, scope.path) for scope in deep)
    ]
    return [*whole, *deep, *flat]
