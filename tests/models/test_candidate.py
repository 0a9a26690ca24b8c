"""What a person would add is told apart before anything loads it."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from app.core.errors import MargineError
from app.models.candidate import look_at_model
from tests.models.test_gguf import pair, small_gguf, text
from tests.models.tiny_encoders import TinyEncoder


def gguf(*pairs: bytes, version: int = 3) -> bytes:
    head = b"GGUF" + struct.pack("<IQQ", version, 0, len(pairs)) + b"".join(pairs)
    return head + bytes(200)


@pytest.mark.parametrize("name", ["model.gguf", "Modèles à part/мо́дель 模型.gguf"])
def test_a_good_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(small_gguf())
    seen = look_at_model(path, 4096)
    assert (seen.role, seen.title, seen.path) == ("generator", "Small", str(path))
    assert seen.need_bytes > seen.size_bytes == len(small_gguf())
    assert seen.context == 2048


@pytest.mark.parametrize(
    ("content", "said", "advice"),
    [
        (b"", "is empty", "Fetch it again"),
        (b"<!DOCTYPE html><html>", "web page", "Fetch it again"),
        (b'{"error":"Repository not found"}', "message of a website", "Fetch it again"),
        (bytes(4096), "nothing but zeros", "Fetch it again"),
        (b"PK\x03\x04....", "ZIP archive", "choose another file"),
        (struct.pack("<Q", 40) + b'{"a":{}}', "safetensors", "choose another file"),
        (b"lmgg....", "older ggml format", "choose another file"),
        (small_gguf()[:-65], "cut short", "Fetch it again"),
        (small_gguf()[:90], "ends in its head", "Fetch it again"),
        (gguf(version=4), "version 4 of the format, which is newer", "Update Margine"),
        (gguf(version=1), "no longer read", "choose another file"),
        (gguf(version=3 << 24), "byte order", "little-endian"),
        (
            gguf(
                pair("split.no", 2, struct.pack("<H", 1)),
                pair("split.count", 2, struct.pack("<H", 3)),
            ),
            "part 2 of 3",
            "llama-gguf-split --merge",
        ),
        (gguf(pair("general.architecture", 8, text("clip"))), "looks at pictures", "Choose"),
        (gguf(pair("general.type", 8, text("adapter"))), "adapter", "whole model"),
        (
            gguf(pair("general.architecture", 8, text("nomic-bert"))),
            "into vectors",
            "sentence-transformers",
        ),
    ],
)
def test_what_is_no_model_is_named_with_the_way_on(
    tmp_path: Path, content: bytes, said: str, advice: str
) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    with pytest.raises(MargineError) as caught:
        look_at_model(path, 4096)
    assert said in caught.value.why
    assert advice in caught.value.next_step


def test_a_path_that_leads_nowhere(tmp_path: Path) -> None:
    with pytest.raises(MargineError, match="There is no model"):
        look_at_model(tmp_path / "gone.gguf", 4096)


@pytest.mark.parametrize(
    ("name", "said"),
    [("model.gguf.part", "not ended"), ("model.safetensors", "one file of a model")],
)
def test_names_that_tell(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / name).write_bytes(small_gguf())
    with pytest.raises(MargineError, match=said):
        look_at_model(tmp_path / name, 4096)


def test_a_sentence_transformers_folder(tmp_path: Path) -> None:
    folder = TinyEncoder().write(tmp_path / "kodér")
    seen = look_at_model(folder, 4096)
    assert (seen.role, seen.title) == ("embedder", "kodér")


def test_a_folder_with_one_model_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(small_gguf())
    assert look_at_model(tmp_path, 4096).path == str(tmp_path / "a.gguf")
    (tmp_path / "b.gguf").write_bytes(small_gguf())
    with pytest.raises(MargineError, match="2 model files"):
        look_at_model(tmp_path, 4096)


def safetensors(size: int, written: int) -> bytes:
    head = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, size]}}).encode()
    return struct.pack("<Q", len(head)) + head + bytes(written)


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (None, "weights are missing"),
        (b"", "It is empty"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
        (b"<html>Not found", "web page"),
        (safetensors(400, 399), "cut short"),
        (struct.pack("<Q", 1 << 40) + b"{}", "damaged"),
    ],
)
def test_a_folder_with_unusable_weights(tmp_path: Path, weights: bytes | None, said: str) -> None:
    (tmp_path / "modules.json").write_text("[]")
    if weights is not None:
        (tmp_path / "model.safetensors").write_bytes(weights)
    with pytest.raises(MargineError) as caught:
        look_at_model(tmp_path, 4096)
    assert said in caught.value.why
    (tmp_path / "model.safetensors").write_bytes(safetensors(400, 400))
    assert look_at_model(tmp_path, 4096).role == "embedder"


def test_a_transformers_folder_is_told_from_the_right_kind(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(MargineError, match="not one of sentence-transformers"):
        look_at_model(tmp_path, 4096)
