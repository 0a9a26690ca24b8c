"""Libraries for the tests of the index room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.index.library import Library
from app.index.records import EmbedderInfo
from tests.index.shelves import EMBEDDER, OpenLibrary, Reopen, Shelf


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the test's library is."""
    return tmp_path / "library"


@pytest.fixture
def open_library(folder: Path) -> Iterator[OpenLibrary]:
    """Opens the test's library; closes what the test leaves open."""
    opened: list[Library] = []

    def open_it(
        *,
        embedder: EmbedderInfo | None = EMBEDDER,
        splitter: str = "split-1",
        read_only: bool = False,
    ) -> Library:
        library = Library.open(folder, embedder=embedder, splitter=splitter, read_only=read_only)
        opened.append(library)
        return library

    yield open_it
    for library in reversed(opened):
        library.close()


@pytest.fixture
def shelf(open_library: OpenLibrary) -> Shelf:
    """An open library with one folder as its root."""
    library = open_library()
    return Shelf(library, library.add_root("/docs", is_dir=True))


@pytest.fixture
def reopen(open_library: OpenLibrary) -> Reopen:
    """Opens the library again, as a shelf with the root that it has."""

    def reopen_it(**options: object) -> Shelf:
        library = open_library(**options)
        return Shelf(library, library.roots()[0].root_id)

    return reopen_it
