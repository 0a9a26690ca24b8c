"""An embedder is known by the contents of the files that shape its vectors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.models import identity
from app.models.identity import embedder_identity


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    model = tmp_path / "model"
    (model / "1_Pooling").mkdir(parents=True)
    (model / "modules.json").write_text("[]")
    (model / "model.safetensors").write_bytes(b"weights")
    (model / "1_Pooling" / "config.json").write_text("{}")
    (model / "README.md").write_text("words")
    return model


def test_the_same_files_elsewhere_are_the_same_embedder(folder: Path, tmp_path: Path) -> None:
    first = embedder_identity(folder, tmp_path / "cache")
    assert len(first) == 64
    moved = folder.rename(tmp_path / "moved")
    assert embedder_identity(moved, tmp_path / "cache") == first


@pytest.mark.parametrize("name", ["modules.json", "model.safetensors", "1_Pooling/config.json"])
def test_a_change_of_contents_makes_another_embedder(
    folder: Path, tmp_path: Path, name: str
) -> None:
    first = embedder_identity(folder, tmp_path / "cache")
    (folder / name).write_text("changed")
    assert embedder_identity(folder, tmp_path / "cache") != first


@pytest.mark.parametrize("name", ["README.md", "onnx/model.bin", ".cache/info.json"])
def test_what_does_not_shape_vectors_does_not_count(
    folder: Path, tmp_path: Path, name: str
) -> None:
    first = embedder_identity(folder, tmp_path / "cache")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("changed")
    assert embedder_identity(folder, tmp_path / "cache") == first


def test_unchanged_files_are_not_read_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = embedder_identity(folder, tmp_path / "cache")
    monkeypatch.setattr(identity, "_hash_files", lambda _files: pytest.fail("read again"))
    assert embedder_identity(folder, tmp_path / "cache") == first


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"identity": 5}'])
def test_a_damaged_record_is_made_again(folder: Path, tmp_path: Path, damage: str) -> None:
    first = embedder_identity(folder, tmp_path / "cache")
    (record,) = (tmp_path / "cache").rglob("*.json")
    record.write_text(damage)
    assert embedder_identity(folder, tmp_path / "cache") == first


def test_the_record_is_private(folder: Path, tmp_path: Path) -> None:
    embedder_identity(folder, tmp_path / "cache")
    (record,) = (tmp_path / "cache").rglob("*.json")
    assert os.name == "nt" or record.stat().st_mode & 0o077 == 0
