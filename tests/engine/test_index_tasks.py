"""What indexing hands from step to step: the hash of a file, and what may go wrong with it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.engine.index_tasks import HASH_BLOCK, hash_file

CONTENT = b"margine" * HASH_BLOCK  # several blocks


def test_the_hash_is_that_of_the_content(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(CONTENT)
    wanted = hashlib.sha256(CONTENT).hexdigest()
    assert hash_file(str(path), len(CONTENT), CancelToken()) == wanted


def test_what_was_added_since_the_look_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "growing.log"
    path.write_bytes(b"first" + CONTENT)
    assert hash_file(str(path), 5, CancelToken()) == hashlib.sha256(b"first").hexdigest()


def test_a_file_that_shrank_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"short")
    assert hash_file(str(path), 10**12, CancelToken()) == hashlib.sha256(b"short").hexdigest()


def test_a_file_without_bytes_is_not_opened(tmp_path: Path) -> None:
    missing = str(tmp_path / "kmsg")  # /proc/kmsg has no size, and waits for ever
    assert hash_file(missing, 0, CancelToken()) == hashlib.sha256(b"").hexdigest()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_took_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")
    with pytest.raises(OSError, match="not a regular file"):
        hash_file(str(tmp_path / "a.txt"), 5, CancelToken())


def test_hashing_ends_when_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(CONTENT)
    token = CancelToken()
    token.cancel()
    with pytest.raises(CancelledJobError):
        hash_file(str(path), len(CONTENT), token)
