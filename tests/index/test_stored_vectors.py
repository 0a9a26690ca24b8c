from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.core.errors import UserError
from app.index.stored_vectors import read_vectors
from tests.index.shelves import OpenLibrary, Shelf, embed


def test_the_vectors_of_live_passages(shelf: Shelf, folder: Path) -> None:
    shelf.put("/docs/a.txt", "one page", "another page")
    shelf.begin("not yet searchable")
    assert np.allclose(read_vectors(folder), [embed("one page"), embed("another page")])


def test_a_library_without_vectors(open_library: OpenLibrary, folder: Path) -> None:
    open_library(embedder=None)
    with pytest.raises(UserError, match="holds no vectors"):
        read_vectors(folder)


def test_no_library(folder: Path) -> None:
    with pytest.raises(UserError):
        read_vectors(folder)
