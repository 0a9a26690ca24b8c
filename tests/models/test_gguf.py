"""A file that is no usable model is recognised before a library sees it."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import EnvironmentProblem
from app.models.catalog import load_catalog
from app.models.gguf import check_gguf, read_gguf_head


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def pair(key: str, kind: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + value


def small_gguf(version: int = 3) -> bytes:
    """A head with every kind of value, and two tensors of 16 float32 each."""
    pairs = [
        pair("general.architecture", 8, text("test")),
        pair("general.name", 8, text("Small")),
        pair("test.context_length", 4, struct.pack("<I", 2048)),
        pair("test.rope", 6, struct.pack("<f", 1e4)),
        pair("test.flag", 7, b"\x01"),
        pair("tokens", 9, struct.pack("<IQ", 8, 2) + text("a") + text("bc")),
        pair("scores", 9, struct.pack("<IQ", 6, 2) + struct.pack("<2f", 1, 2)),
        pair("nested", 9, struct.pack("<IQ", 9, 1) + struct.pack("<IQ", 0, 3) + b"xyz"),
    ]
    tensors = [text(f"t{index}") + struct.pack("<IQIQ", 1, 16, 0, index * 64) for index in range(2)]
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(pairs))
    head += b"".join(pairs) + b"".join(tensors)
    return head + b"\0" * (-len(head) % 32) + b"\0" * 128


def test_head_is_read(tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    path.write_bytes(small_gguf())
    check_gguf(path)
    head = read_gguf_head(path)
    assert (head.architecture, head.name, head.context_length) == ("test", "Small", 2048)
    assert head.least_bytes == len(small_gguf()) - 64


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"\n <!DOCTYPE html><html>404</html>", "web page"),
        (b"<html><body>Access denied", "web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "Git LFS"),
        (b"PK\x03\x04 a zip file", "not in the GGUF format"),
        (small_gguf(1), "version 1"),
        (small_gguf()[:-65], "cut short"),
        (small_gguf()[:100], "cannot be read"),
    ],
)
def test_other_files_are_named_for_what_they_are(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    with pytest.raises(EnvironmentProblem, match=reason):
        check_gguf(path)


@given(st.integers(4, len(small_gguf()) - 1), st.integers(0, 255))
def test_damage_never_ends_in_another_error(
    tmp_path_factory: pytest.TempPathFactory, position: int, value: int
) -> None:
    content = bytearray(small_gguf())
    content[position] = value
    path = tmp_path_factory.mktemp("gguf") / "model.gguf"
    path.write_bytes(bytes(content))
    try:
        check_gguf(path)
    except EnvironmentProblem:
        return
    assert read_gguf_head(path).least_bytes < len(content)


@pytest.mark.models
def test_a_real_model_is_accepted_and_a_cut_one_is_not(models_dir: Path, tmp_path: Path) -> None:
    info = load_catalog().find("qwen2.5-coder-0.5b-instruct-q4_k_m")
    path = info.location(models_dir)
    check_gguf(path)
    check_gguf(path, info.size_bytes)
    assert read_gguf_head(path).context_length == info.n_ctx
    cut = tmp_path / "cut.gguf"
    with path.open("rb") as source:
        cut.write_bytes(source.read(20_000_000))
    with pytest.raises(EnvironmentProblem, match="cut short"):
        check_gguf(cut)
