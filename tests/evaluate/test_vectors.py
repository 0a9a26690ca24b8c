"""Vectors remembered on the disk."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import numpy as np
import pytest

from app.evaluate.vectors import VectorMemory
from tests.fakes import HashedEmbedder


def open_memory(folder: Path, identity: str = "") -> tuple[VectorMemory, HashedEmbedder]:
    embedder = HashedEmbedder(identity=identity)
    return VectorMemory(embedder, folder), embedder


def test_what_was_embedded_is_remembered(tmp_path: Path) -> None:
    memory, embedder = open_memory(tmp_path)
    vectors = memory.passages(["one two", "three", "one two"])
    assert sorted(embedder.embedded) == ["one two", "three"]
    assert np.array_equal(vectors, embedder.embed_passages(["one two", "three", "one two"]))
    memory.save()
    again, unused = open_memory(tmp_path)
    assert np.array_equal(again.passages(["three", "one two"]), vectors[[1, 0]])
    assert unused.embedded == []


def test_queries_and_passages_are_not_mixed_up(tmp_path: Path) -> None:
    memory, embedder = open_memory(tmp_path)
    memory.queries(["one"])
    memory.passages(["one"])
    assert embedder.embedded == ["one"]


def test_no_texts_have_no_vectors(tmp_path: Path) -> None:
    memory, _embedder = open_memory(tmp_path)
    assert memory.passages([]).shape == (0, 256)


def test_two_that_save_keep_what_the_other_saved(tmp_path: Path) -> None:
    first, _ = open_memory(tmp_path)
    second, _ = open_memory(tmp_path)
    first.passages(["one"])
    second.passages(["two"])
    first.save()
    second.save()
    third, embedder = open_memory(tmp_path)
    third.passages(["one", "two"])
    assert embedder.embedded == []
    assert [each.suffix for each in tmp_path.iterdir()] == [".npz"]


def test_another_embedder_has_another_file(tmp_path: Path) -> None:
    for identity in ("a", "b"):
        memory, embedder = open_memory(tmp_path, identity)
        memory.passages(["one"])
        memory.save()
        assert embedder.embedded == ["one"]


def test_a_damaged_file_is_made_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    memory, _ = open_memory(tmp_path)
    memory.passages(["one"])
    memory.save()
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"PK\x03\x04 nonsense")
    again, embedder = open_memory(tmp_path)
    again.passages(["one"])
    again.save()
    assert embedder.embedded == ["one"]
    assert "passed over" in caplog.text
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
