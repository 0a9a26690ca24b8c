"""Computed beginnings on disk: only the very same thing is found again, whole, and not for ever."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.models.beginning_files import BeginningFiles, setup_identity
from app.models.native import NativeSetup

TOKENS = (1, 2, 151_645)
STATE = bytes(range(256)) * 8


@pytest.fixture
def files(tmp_path: Path) -> BeginningFiles:
    return BeginningFiles(tmp_path / "cache" / "beginnings", "this model")


def only_file(tmp_path: Path) -> Path:
    (path,) = (tmp_path / "cache" / "beginnings").iterdir()
    return path


def test_what_was_written_is_found_by_its_tokens_and_its_model_alone(
    files: BeginningFiles, tmp_path: Path
) -> None:
    files.write(TOKENS, STATE)
    folder = tmp_path / "cache" / "beginnings"
    assert files.has(TOKENS)
    assert files.read(TOKENS) == STATE
    assert BeginningFiles(folder, "this model").read(TOKENS) == STATE
    assert BeginningFiles(folder, "another model").read(TOKENS) is None
    for other in ((), TOKENS[:-1], (*TOKENS, 0), TOKENS[::-1]):
        assert files.read(other) is None
        assert not files.has(other)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_files_are_their_owners_alone(files: BeginningFiles, tmp_path: Path) -> None:
    files.write(TOKENS, STATE)
    assert stat.S_IMODE(only_file(tmp_path).stat().st_mode) == 0o600
    assert stat.S_IMODE(only_file(tmp_path).parent.stat().st_mode) == 0o700


def flip(place: int) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        at = place % len(data)
        return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda _: b"",
        lambda data: data[:40],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        *map(flip, (0, 25, 55, 65, 100, -1)),
    ],
)
def test_a_damaged_file_is_no_file(
    files: BeginningFiles, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    files.write(TOKENS, STATE)
    path = only_file(tmp_path)
    path.write_bytes(change(path.read_bytes()))
    assert files.read(TOKENS) is None
    assert not files.has(TOKENS), "it is made again"
    files.write(TOKENS, STATE)
    assert files.read(TOKENS) == STATE


def test_a_file_under_anothers_name_is_not_used(files: BeginningFiles, tmp_path: Path) -> None:
    files.write(TOKENS, STATE)
    first = only_file(tmp_path)
    files.write((9, 9), STATE[::-1])
    second = next(path for path in first.parent.iterdir() if path != first)
    second.replace(first)
    assert files.read(TOKENS) is None


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX here")
def test_what_is_no_plain_file_is_not_read(files: BeginningFiles, tmp_path: Path) -> None:
    files.write(TOKENS, STATE)
    path = only_file(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert files.read(TOKENS) is None
    assert elsewhere.is_file()
    path.mkdir()
    assert files.read(TOKENS) is None
    files.write(TOKENS, STATE)  # cannot, and says so to nobody
    assert files.read(TOKENS) is None


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    files = BeginningFiles(tmp_path / "file" / "beginnings", "m")
    files.write(TOKENS, STATE)
    assert files.read(TOKENS) is None
    assert not files.has(TOKENS)


def test_few_files_of_a_bounded_size_stay_the_latest_used(tmp_path: Path) -> None:
    def count(files: BeginningFiles) -> list[int]:
        return [each for each in range(10) if files.has((each,))]

    def write(files: BeginningFiles, number: int) -> None:
        files.write((number,), STATE)
        for path in folder.iterdir():  # an hour passes
            past = path.stat().st_mtime_ns - 3_600_000_000_000
            os.utime(path, ns=(past, past))

    folder = tmp_path / "few"
    few = BeginningFiles(folder, "m", most_files=3)
    for number in range(3):
        write(few, number)
    assert few.read((0,)) == STATE  # used: number 1 is the oldest now
    write(few, 3)
    assert count(few) == [0, 2, 3]

    folder = tmp_path / "small"
    small = BeginningFiles(folder, "m", most_bytes=2 * len(STATE) + 400)
    for number in range(4):
        write(small, number)
    assert count(small) == [2, 3]
    small.write((9,), STATE * 3)
    assert count(small) == [2, 3], "what is too large on its own drives nothing out"
    (folder / "cut.state.part").write_bytes(b"x")
    os.utime(folder / "cut.state.part", (0, 0))
    write(small, 5)
    write(small, 6)
    assert len(list(folder.iterdir())) == 2


def test_models_builds_and_setups_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"a" * 5000)
    setup = NativeSetup(n_ctx=512, threads=2)
    seen = {setup_identity(model, setup)}
    assert setup_identity(model, setup) in seen
    state = model.stat()

    def differs(changed: NativeSetup = setup) -> None:
        identity = setup_identity(model, changed)
        assert identity not in seen
        seen.add(identity)

    model.write_bytes(b"a" * 4999 + b"b")
    os.utime(model, ns=(state.st_atime_ns, state.st_mtime_ns))
    differs()
    os.utime(model, ns=(0, 0))
    differs()
    differs(replace(setup, n_ctx=1024))
    differs(replace(setup, flash_attention=False))
    monkeypatch.setattr("app.models.beginning_files.native_build", lambda: ["0.0.1"])
    differs()
