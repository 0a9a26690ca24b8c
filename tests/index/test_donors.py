"""Vectors are taken over from other libraries where text and embedder are the same, else made."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.core.paths import data_dir, default_library_dir
from app.index.donors import other_libraries
from app.index.library import Library
from app.index.records import EmbedderInfo, Vectors
from app.index.store import DATABASE
from tests.index.shelves import DIMENSION, EMBEDDER, Shelf, embed

PAGES = ("the tower stands on sand", "visitors enter from nine", "the lift is out of order")

OpenAt = Callable[..., Shelf]


@pytest.fixture
def open_at() -> Iterator[OpenAt]:
    """Opens a library in a folder, with donors; closes what the test leaves open."""
    opened: list[Library] = []

    def open_it(
        folder: Path, *donors: Path, embedder: EmbedderInfo | None = EMBEDDER, splitter: str = "s"
    ) -> Shelf:
        library = Library.open(folder, embedder=embedder, splitter=splitter, donors=lambda: donors)
        opened.append(library)
        return Shelf(library, library.add_root("/docs", is_dir=True))

    yield open_it
    for library in opened:
        library.close()


@pytest.fixture
def donor(open_at: OpenAt, tmp_path: Path) -> Path:
    """The folder of a closed library that holds `PAGES`."""
    folder = tmp_path / "donor"
    shelf = open_at(folder)
    shelf.put("/docs/a.pdf", *PAGES)
    shelf.library.close()
    return folder


def test_a_second_library_embeds_nothing(open_at: OpenAt, donor: Path, tmp_path: Path) -> None:
    shelf = open_at(tmp_path / "second", donor)
    document_id = shelf.begin(*PAGES)
    assert shelf.library.count_pending(document_id) == 0
    shelf.library.publish_document(document_id, shelf.note("/docs/b.pdf"))
    found = shelf.library.search("", embed(PAGES[1]), k=1, fusion="dense").passages
    assert [each.text for each in found] == [PAGES[1]]


def test_many_vectors_are_taken_over_in_parts(
    open_at: OpenAt, donor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.index.known_vectors._AT_ONCE", 2)
    parts: list[int] = []
    real = Library.store_vectors

    def counting(library: Library, ids: Sequence[int], vectors: Vectors) -> None:
        parts.append(len(ids))
        real(library, ids, vectors)

    monkeypatch.setattr(Library, "store_vectors", counting)
    shelf = open_at(tmp_path / "second", donor)
    document_id = shelf.begin(*PAGES)
    assert shelf.library.count_pending(document_id) == 0
    assert parts == [2, 1]


def test_vectors_are_the_donors_own(open_at: OpenAt, donor: Path, tmp_path: Path) -> None:
    shelf = open_at(tmp_path / "second", donor)
    shelf.begin(*PAGES)
    with closing(sqlite3.connect(tmp_path / "second" / DATABASE)) as connection:
        rows = [row[0] for row in connection.execute("SELECT vector FROM vectors ORDER BY rowid")]
    assert rows == [embed(page).astype("<f4").tobytes() for page in PAGES]


def test_only_what_is_the_same_is_taken(open_at: OpenAt, donor: Path, tmp_path: Path) -> None:
    shelf = open_at(tmp_path / "second", donor)
    document_id = shelf.begin(PAGES[0], "a page of its own")
    assert [text for _id, text in shelf.library.pending_vectors(document_id, 9)] == [
        "a page of its own"
    ]
    other = shelf.begin(*PAGES, heading="Under a heading")
    assert shelf.library.count_pending(other) == 3


@pytest.mark.parametrize(
    "embedder", [EmbedderInfo("words-2", DIMENSION), EmbedderInfo("words-1", DIMENSION + 1)]
)
def test_another_embedder_gets_nothing(
    open_at: OpenAt, donor: Path, tmp_path: Path, embedder: EmbedderInfo
) -> None:
    shelf = open_at(tmp_path / "second", donor, embedder=embedder)
    assert shelf.library.count_pending(shelf.begin(*PAGES)) == 3


def test_an_embedder_told_later_fills_what_waits(
    open_at: OpenAt, donor: Path, tmp_path: Path
) -> None:
    shelf = open_at(tmp_path / "second", donor, embedder=None)
    document_id = shelf.begin(*PAGES)
    assert shelf.library.count_pending(document_id) == 3
    shelf.library.attach_embedder(EMBEDDER)
    assert shelf.library.count_pending(document_id) == 0


def test_what_was_removed_is_not_given(open_at: OpenAt, donor: Path, tmp_path: Path) -> None:
    shelf = open_at(donor)
    shelf.library.remove_files([shelf.file_id("/docs/a.pdf")])
    second = open_at(tmp_path / "second", donor)
    assert second.library.count_pending(second.begin(*PAGES)) == 3


def test_a_donor_in_use_still_gives(open_at: OpenAt, donor: Path, tmp_path: Path) -> None:
    open_at(donor)
    second = open_at(tmp_path / "second", donor)
    assert second.library.count_pending(second.begin(*PAGES)) == 0


def damage_header(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)


def damage_pages(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xaa" * (len(content) - 100))


def change_meta(path: Path, key: str, value: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))


def spoil_vectors(path: Path, vector: bytes) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE vectors SET vector = ?", (vector,))


@pytest.mark.parametrize(
    "spoil",
    [
        Path.unlink,
        damage_header,
        damage_pages,
        lambda path: change_meta(path, "format_major", "999"),
        lambda path: spoil_vectors(path, b"short"),
        lambda path: spoil_vectors(path, np.full(DIMENSION, np.nan, "<f4").tobytes()),
        lambda path: spoil_vectors(path, np.zeros(DIMENSION, "<f4").tobytes()),
    ],
    ids=["gone", "no database", "damaged", "newer", "cut vectors", "NaN", "zero"],
)
def test_a_spoilt_donor_is_passed_over(
    open_at: OpenAt, donor: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    good = tmp_path / "good"
    shelf = open_at(good)
    shelf.put("/docs/a.pdf", PAGES[2])
    shelf.library.close()
    spoil(donor / DATABASE)
    second = open_at(tmp_path / "second", donor, good)
    assert second.library.count_pending(second.begin(*PAGES)) == 2


def test_a_locked_donor_is_passed_over(open_at: OpenAt, donor: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(donor / DATABASE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # where a lock keeps readers out
        connection.execute("BEGIN EXCLUSIVE")
        second = open_at(tmp_path / "second", donor)
        assert second.library.count_pending(second.begin(*PAGES)) == 3


def test_donors_are_the_libraries_in_the_programs_place(home: Path, open_at: OpenAt) -> None:
    assert other_libraries(default_library_dir()) == ()
    for name in ("default", "work", "private"):
        open_at(data_dir() / "libraries" / name).library.close()
    (data_dir() / "libraries" / "empty").mkdir()
    base = default_library_dir().parent
    assert other_libraries(base / "work") == (base / "default", base / "private")
    assert other_libraries(home / "elsewhere") == tuple(
        base / name for name in ("default", "private", "work")
    )
