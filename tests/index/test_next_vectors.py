"""Vectors of the embedder to come: kept beside the library, taken over whole, gone afterwards."""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest

from app.core.library_files import find_library_files
from app.index import next_vectors
from app.index.next_vectors import FILE, NextVectors
from app.index.records import EmbedderInfo

OLD, NEW = EmbedderInfo("old", 3), EmbedderInfo("new", 3)
HASHES = (b"one", b"two", b"three")
VECTORS = np.eye(3, dtype=np.float32)


def prepare(folder: Path, embedder: EmbedderInfo = NEW) -> None:
    file = NextVectors.open(folder, embedder)
    file.store(HASHES[:2], VECTORS[:2])
    file.close()


def test_what_was_made_is_gone_on_with(tmp_path: Path) -> None:
    prepare(tmp_path)
    file = NextVectors.open(tmp_path, NEW)
    assert file.missing(HASHES) == {b"three"}
    file.close()
    found = next_vectors.find(tmp_path, NEW, HASHES)
    assert set(found) == {b"one", b"two"}
    assert np.array_equal(found[b"two"], VECTORS[1])


def test_another_embedders_are_not_taken(tmp_path: Path) -> None:
    prepare(tmp_path, OLD)
    assert not next_vectors.holds(tmp_path, NEW)
    assert next_vectors.find(tmp_path, NEW, HASHES) == {}
    file = NextVectors.open(tmp_path, NEW)
    assert file.missing(HASHES) == set(HASHES)
    file.close()
    assert not next_vectors.holds(tmp_path, OLD)


def test_it_is_complete_when_it_was_said_to_be(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert not next_vectors.is_complete(tmp_path, "new")
    file = NextVectors.open(tmp_path, NEW)
    file.set_complete()
    file.close()
    assert next_vectors.is_complete(tmp_path, "new")
    assert not next_vectors.is_complete(tmp_path, "old")


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"x" * 99])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert not next_vectors.holds(tmp_path, NEW)
    assert next_vectors.find(tmp_path, NEW, HASHES) == {}
    prepare(tmp_path)
    assert next_vectors.holds(tmp_path, NEW)


def test_it_is_private_and_one_of_the_librarys_files(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert find_library_files(tmp_path).foreign == ()
    next_vectors.discard(tmp_path)
    assert list(tmp_path.iterdir()) == []
    next_vectors.discard(tmp_path)


def test_whose_vectors_a_library_holds_is_seen_without_opening_it(tmp_path: Path) -> None:
    assert next_vectors.peek_embedder(tmp_path) is None
    (tmp_path / "library.db").write_bytes(b"damaged")
    assert next_vectors.peek_embedder(tmp_path) is None


def test_a_library_that_was_moved_away_is_not_made_anew(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="library"):
        NextVectors.open(tmp_path / "library", NEW)
    assert not (tmp_path / "library").exists()
