"""Tells the window about files of the library: all of them at its start, then those that change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.core.scopes import outermost_paths
from app.core.types import FileRecord
from app.engine.jobs import Emit
from app.engine.passwords import asks_password
from app.engine.protocol import FilesChanged, JobDone, ListFiles, Message, SetAsideTold
from app.engine.threads import OwnerThread
from app.index.library import Library

FILES_PER_MESSAGE = 200  # some 20 ms of the window's time


class FileNews:
    """Any thread, the library's included."""

    def __init__(self, library: Library, store: OwnerThread, emit: Emit) -> None:
        self._library = library
        self._store = store
        self._emit = emit

    def list_all(self, request: ListFiles) -> Message:
        """Tell about every file, and what is set aside."""
        self.tell_set_aside()
        self._store.call(lambda: self._send(self._library.files(), ()), urgent=True)
        return JobDone(request.job)

    def tell(self, changed: Sequence[int], removed: Sequence[int]) -> None:
        """Tell about files, by their ids, that are otherwise or gone."""
        self._store.call(
            lambda: self._send(self._library.file_records(changed), removed), urgent=True
        )

    def tell_set_aside(self) -> None:
        """Tell what the person took out of folders that are in the library."""
        paths = self._store.call(self._library.excluded_paths, urgent=True)
        self._emit(SetAsideTold(outermost_paths(sorted(paths))))

    def _send(self, changed: Sequence[FileRecord], removed: Sequence[int]) -> None:
        """Tell about files, in messages of a size that the window takes in at once.

        On the library's thread, which looked them up: told by another one, a file could be told
        of as it was after it was told to be gone.
        """
        totals = self._library.totals()
        for start in range(0, max(1, len(changed)), FILES_PER_MESSAGE):
            part = tuple(
                replace(each, asks_password=asks_password(each))
                for each in changed[start : start + FILES_PER_MESSAGE]
            )
            self._emit(FilesChanged(part, tuple(removed) if start == 0 else (), totals))
