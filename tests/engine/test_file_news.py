"""What the window is told of files comes in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from app.core.types import FileRecord, FileState, LibraryTotals
from app.engine.file_news import FileNews
from app.engine.protocol import FilesChanged, Message
from app.engine.threads import OwnerThread
from app.index.library import Library


class LosingLibrary:
    """One in which the file is taken out as soon as it was looked up, by another thread."""

    def __init__(self, store: OwnerThread, told: list[Message]) -> None:
        self._store = store
        self._told = told

    def file_records(self, file_ids: Iterable[int]) -> list[FileRecord]:
        self._store.submit(lambda: self._told.append(FilesChanged((), (1,), self.totals())))
        return [
            FileRecord(each, "/docs/a.txt", "/docs", FileState.WAITING, "", 1, 0, 0, 0)
            for each in file_ids
        ]

    def totals(self) -> LibraryTotals:
        return LibraryTotals(0, 0, 0, 0)


def test_a_file_is_not_told_of_after_it_was_told_to_be_gone() -> None:
    store = OwnerThread("library")
    told: list[Message] = []
    library = cast("Library", LosingLibrary(store, told))
    try:
        FileNews(library, store, told.append).tell([1], ())
    finally:
        store.close()
    assert [bool(cast("FilesChanged", each).changed) for each in told] == [True, False]
