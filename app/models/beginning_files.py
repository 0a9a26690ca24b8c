"""Computed beginnings of prompts on disk, so that a fresh start need not compute them again.

Only beginnings that are the program's own texts come here (`contracts.OwnText`). A file is used
for the very tokens, model file, build of llama.cpp and setup that it was made with; whatever is
damaged, foreign or cannot be read counts as missing. One thread uses an object; several processes
may use one folder.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import stat
import struct
from array import array
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from app.core.paths import write_private_bytes
from app.models.native import NativeSetup
from app.models.trial import native_build

_log = logging.getLogger(__name__)

_MAGIC = b"margine beginning 1\n"
_HEADER = struct.Struct(f"<{len(_MAGIC)}s32sQ32s")  # magic, key, length, SHA-256 of the state
_SUFFIX = ".state"
_END_BYTES = 1 << 20  # of a model file, read from its front and its back to tell it from others

MOST_FILES = 8
"""The check and the wordings in two languages, for two models, and two to spare."""

MOST_BYTES = 256 << 20
"""A beginning of 1,100 tokens has 32 MB with the default model of 1.5B."""


def setup_identity(model: Path, setup: NativeSetup) -> str:
    """Tells model files, builds of llama.cpp and setups apart: 64 hexadecimal digits.

    A model file is known by size, time, and its first and last MiB: to read all of it would take
    seconds. Raises OSError if it cannot be read.
    """
    state = model.stat()
    ends = hashlib.sha256()
    with model.open("rb") as stream:
        ends.update(stream.read(_END_BYTES))
        stream.seek(max(0, state.st_size - _END_BYTES))
        ends.update(stream.read(_END_BYTES))
    parts = [state.st_size, state.st_mtime_ns, ends.hexdigest(), native_build(), asdict(setup)]
    return hashlib.sha256(json.dumps(parts).encode("utf-8", "replace")).hexdigest()


class BeginningFiles:
    """The files of one model with one setup, `identity`, in a folder that others share.

    At most `most_files` files of at most `most_bytes` bytes together stay; those that were used
    least lately go first.
    """

    def __init__(
        self,
        folder: Path,
        identity: str,
        *,
        most_files: int = MOST_FILES,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._folder = folder
        self._identity = identity
        self._most_files = most_files
        self._most_bytes = most_bytes

    def has(self, tokens: Sequence[int]) -> bool:
        """Whether there is a file for `tokens`; it may still turn out to be damaged."""
        return self._path(self._key(tokens)).is_file()

    def read(self, tokens: Sequence[int]) -> bytes | None:
        """The state behind `tokens`, None where there is none that can be trusted."""
        key = self._key(tokens)
        path = self._path(key)
        try:
            data = _read_own_file(path, self._most_bytes)
        except FileNotFoundError:
            return None
        except OSError as error:
            _log.info("a kept beginning cannot be read: %s", error.strerror)
            self.drop(tokens)
            return None
        found = _unpack(data, key)
        if found is None:
            _log.info("a kept beginning is damaged, and is computed again")
            self.drop(tokens)
            return None
        try:
            os.utime(path)  # used now: it goes last
        except OSError:
            _log.debug("a kept beginning cannot be marked as used")
        return found

    def write(self, tokens: Sequence[int], state: bytes) -> None:
        """Keep `state`, that behind `tokens`. Where that fails, it is not kept."""
        key = self._key(tokens)
        data = _HEADER.pack(_MAGIC, key, len(state), hashlib.sha256(state).digest()) + state
        if len(data) > self._most_bytes:
            return
        try:
            write_private_bytes(self._path(key), data)
            self._drop_oldest()
        except OSError as error:
            _log.warning("a computed beginning cannot be kept: %s", error.strerror)

    def drop(self, tokens: Sequence[int]) -> None:
        """Remove what is kept for `tokens`: it turned out to be of no use."""
        try:
            self._path(self._key(tokens)).unlink(missing_ok=True)
        except OSError as error:
            _log.info("a kept beginning cannot be removed: %s", error.strerror)

    def _key(self, tokens: Sequence[int]) -> bytes:
        digest = hashlib.sha256(self._identity.encode())
        digest.update(array("q", tokens).tobytes())
        return digest.digest()

    def _path(self, key: bytes) -> Path:
        return self._folder / f"{key.hex()[:32]}{_SUFFIX}"

    def _drop_oldest(self) -> None:
        """Bring the folder within its bounds; files of an interrupted write count too."""
        found = [(path.stat(), path) for path in self._folder.iterdir() if path.is_file()]
        found.sort(key=lambda each: each[0].st_mtime_ns, reverse=True)
        total = 0
        for place, (state, path) in enumerate(found):
            total += state.st_size
            if place >= self._most_files or total > self._most_bytes:
                path.unlink(missing_ok=True)


def _read_own_file(path: Path, most_bytes: int) -> bytes:
    """The bytes of a plain file that belongs to this user. Raises OSError for any other."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as stream:
        state = os.fstat(stream.fileno())
        foreign = hasattr(os, "getuid") and state.st_uid != os.getuid()
        if foreign or not stat.S_ISREG(state.st_mode) or state.st_size > most_bytes:
            raise PermissionError(0, "it is not a file of ours")
        return stream.read()


def _unpack(data: bytes, key: bytes) -> bytes | None:
    """The state in the bytes of a file for `key`; None if they are not whole, or for another."""
    if len(data) < _HEADER.size:
        return None
    magic, found_key, length, checksum = _HEADER.unpack_from(data)
    state = data[_HEADER.size :]
    fits = magic == _MAGIC and found_key == key and length == len(state)
    return state if fits and hashlib.sha256(state).digest() == checksum else None
