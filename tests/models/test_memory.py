"""What a model takes, what there is, and which model answers on a small machine."""

from __future__ import annotations

import struct
from pathlib import Path

import psutil
import pytest

from app.core.errors import EnvironmentProblem
from app.core.settings import Settings
from app.core.types import GateSignal
from app.engine.factory import InstalledModels
from app.models import memory
from app.models.catalog import ModelInfo, Role, load_catalog
from app.models.choice import choose_generator
from app.models.gguf import read_gguf_head
from app.models.memory import (
    OVERHEAD_BYTES,
    MachineMemory,
    generator_need,
    lacks_room,
    machine_memory,
)
from tests.conftest import TEST_GENERATOR

GB = 1 << 30
PLENTY = MachineMemory(32 * GB, 24 * GB)
# 28 layers, 2 heads of keys and 2 of values, each of 1536 / 12 = 128 numbers of 2 bytes.
SHAPE = {"block_count": 28, "embedding_length": 1536, "attention.head_count": 12}
HEADS = {"attention.head_count_kv": 2, "context_length": 32768}
PER_TOKEN = 28 * 2 * (128 + 128) * 2


def write_gguf(path: Path, size: int, **values: int) -> Path:
    """A file of `size` bytes, hardly any of them on the disk, with these facts in its head."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    pairs = [text("general.architecture") + struct.pack("<I", 8) + text("test")]
    pairs += [
        text(f"test.{key}") + struct.pack("<II", 4, value)
        for key, value in {**SHAPE, **HEADS, **values}.items()
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        stream.write(b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs))
        stream.truncate(size)
    return path


def install(home: Path, *infos: ModelInfo) -> Path:
    """A models folder in which these generators seem to be."""
    folder = home / "data" / "models"
    folder.mkdir(parents=True)
    for info in infos:
        write_gguf(info.location(folder), info.size_bytes)
    return folder


@pytest.fixture
def default() -> ModelInfo:
    return load_catalog().default(Role.GENERATOR)


@pytest.fixture
def small() -> ModelInfo:
    return load_catalog().find(TEST_GENERATOR)


def test_weights_keys_values_and_overhead_are_counted(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", GB)
    assert read_gguf_head(path).cache_bytes_per_token == PER_TOKEN == 28_672
    assert generator_need(path, 4096) == GB + 4096 * PER_TOKEN + OVERHEAD_BYTES
    assert generator_need(path, 4096, extra_buffers=True) == generator_need(path, 4096) + GB
    shorter = write_gguf(tmp_path / "s.gguf", GB, context_length=2048)
    assert generator_need(shorter, 4096) == GB + 2048 * PER_TOKEN + OVERHEAD_BYTES


@pytest.mark.models
def test_the_real_models_cache_is_as_it_was_measured(models_dir: Path) -> None:
    """186 MB more with 15,872 more tokens: resident memory of a process that loaded it."""
    (path,) = (models_dir / TEST_GENERATOR).glob("*.gguf")
    assert read_gguf_head(path).cache_bytes_per_token * 15_872 >> 20 == 186


def test_a_head_is_looked_at_only_where_memory_is_short(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"not a model at all")
    assert lacks_room(path, 4096, 24 * GB) == 0
    with pytest.raises(EnvironmentProblem):
        lacks_room(path, 4096, GB)


def test_a_machine_of_four_gigabytes_gets_the_small_model_and_is_told_why(
    home: Path, default: ModelInfo, small: ModelInfo
) -> None:
    folder = install(home, default, small)
    four = MachineMemory(int(3.8 * GB), 3 * GB)
    choice = choose_generator(load_catalog(), folder, four, 4096)
    assert choice.model_id == small.id
    assert choice.note == "This computer has 3.8 GB of memory: the small model answers."
    models = InstalledModels(Settings(), four)
    assert (models.generator_id, models.generator_note) == (small.id, choice.note)
    signal, version = GateSignal.MARGIN, small.prompt_version
    assert models.threshold("", signal, version) == models.threshold(small.id, signal, version)


def test_whoever_chose_a_model_gets_that_one(
    home: Path, default: ModelInfo, small: ModelInfo
) -> None:
    install(home, default, small)
    four = MachineMemory(4 * GB, 3 * GB)
    models = InstalledModels(Settings({"models.generator": default.id}), four)
    assert (models.generator_id, models.generator_note) == (default.id, "")


def test_with_room_the_default_answers(home: Path, default: ModelInfo, small: ModelInfo) -> None:
    folder = install(home, default, small)
    assert choose_generator(load_catalog(), folder, PLENTY, 4096).model_id == default.id
    eight = MachineMemory(int(7.6 * GB), 4 * GB)
    assert choose_generator(load_catalog(), folder, eight, 4096).note == ""


def test_with_little_free_the_small_one_answers(
    home: Path, default: ModelInfo, small: ModelInfo
) -> None:
    folder = install(home, default, small)
    full = MachineMemory(16 * GB, GB)
    choice = choose_generator(load_catalog(), folder, full, 4096)
    assert choice.model_id == small.id
    assert choice.note.startswith("Only 1.0 GB of memory are free, and the usual model takes 1.4")


@pytest.mark.parametrize("alone", [True, False])
def test_without_another_there_is_no_choice(home: Path, default: ModelInfo, alone: bool) -> None:
    folder = install(home, *([default] if alone else []))
    choice = choose_generator(load_catalog(), folder, MachineMemory(4 * GB, GB), 4096)
    assert (choice.model_id, choice.note) == (default.id, "")


def test_a_model_that_does_not_fit_is_refused_before_it_is_loaded(
    home: Path, default: ModelInfo
) -> None:
    install(home, default)
    models = InstalledModels(Settings(), MachineMemory(16 * GB, GB))
    with pytest.raises(EnvironmentProblem, match="not enough free memory") as caught:
        models.load_generator("")
    assert caught.value.why == "It takes about 1.4 GB, and 1.0 GB are free."
    assert "Quote only" in caught.value.next_step


@pytest.mark.parametrize("version", [0, 1])
def test_the_limit_of_a_container_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    names = [(tmp_path / f"max{n}", tmp_path / f"use{n}") for n in range(2)]
    monkeypatch.setattr(memory, "_GROUP_LIMITS", tuple(names))
    whole = machine_memory()
    assert whole.total == psutil.virtual_memory().total
    limit, use = names[version]
    limit.write_text("max\n")
    use.write_text("1\n")
    assert machine_memory().total == whole.total
    limit.write_text(str(256 << 20))
    use.write_text(str(200 << 20))
    assert machine_memory() == MachineMemory(256 << 20, 56 << 20)
